// SPDX-License-Identifier: GPL-3.0-or-later
// Strings, tuples of arguments and call chains: interned once, found by their id, from several threads.
#include <array>
#include <string>
#include <thread>

#include "model/base/safe_text.h"
#include "model/base/string_table.h"
#include "model/base/varint.h"
#include "model/store/args.h"
#include "model/store/callchains.h"
#include "tests/kit/check.h"
#include "tests/kit/naive.h"

using namespace model;

namespace {

constexpr int kThreads = 4;

std::string randomText(naive::Random& random, std::size_t maxLength) {
    std::string s(static_cast<std::size_t>(random.between(0, static_cast<std::int64_t>(maxLength))), ' ');
    for (char& c : s) c = static_cast<char>(random.between(0, 255));
    return s;
}

std::vector<Arg> randomTuple(naive::Random& random, std::size_t maxArgs) {
    std::vector<Arg> out(1 + random.index(maxArgs));
    const auto shape = random.between(0, 20);  // few shapes for many tuples, as in a report
    for (std::size_t i = 0; i < out.size(); ++i) {
        out[i].key = static_cast<StringId>(1 + (shape * 7 + static_cast<std::int64_t>(i)) % 300);
        out[i].type = static_cast<Arg::Type>((static_cast<std::size_t>(shape) + i) % 3);
        const std::int64_t small = random.between(-3, 3);
        switch (random.between(0, 3)) {
        case 0: out[i].value = small; break;
        case 1: out[i].value = static_cast<std::int64_t>(random.bits()); break;
        case 2: out[i].value = INT64_MIN + (small + 3); break;
        default: out[i].value = INT64_MAX - (small + 3); break;
        }
    }
    return out;
}

std::vector<Frame> randomChain(naive::Random& random) {
    std::vector<Frame> out(random.index(40));
    for (Frame& f : out) {
        f.symbol = static_cast<StringId>(random.between(0, 30));
        f.module = static_cast<StringId>(random.between(0, 3));
        f.ip = random.chance(10) ? random.bits() : static_cast<std::uint64_t>(random.between(0, 50));
        f.flags = static_cast<std::uint16_t>(random.between(0, 15));
        f.unwind = static_cast<std::uint16_t>(random.between(0, 2));
    }
    // Most chains share their outer part.
    if (out.size() > 10 && random.chance(80))
        for (std::size_t i = out.size() - 8; i < out.size(); ++i)
            out[i] = Frame{static_cast<StringId>(i % 8 + 100), 1, 4096, 0, 0};
    return out;
}

/// Runs work(thread) in several threads that start together.
template <class F>
void inThreads(F work) {
    std::vector<std::thread> threads;
    for (int t = 0; t < kThreads; ++t) threads.emplace_back([&work, t] { work(t); });
    for (std::thread& t : threads) t.join();
}

}  // namespace

TEST("equal text has one id, different text another, and every id gives its text back") {
    naive::Random random(1);
    StringTable table;
    std::map<std::string, StringId> expected;
    CHECK_EQ(table.find(""), 0u);
    CHECK(table.at(0).empty());
    for (int i = 0; i < 30'000; ++i) {
        const std::string text = randomText(random, i % 3000 == 0 ? 400'000 : i % 2 ? 2 : 60);
        const StringId id = table.intern(text);
        CHECK(id != 0);
        const auto [at, fresh] = expected.emplace(model::safeText(text), id);  // as it is kept
        CHECK_EQ(at->second, id);
        if (fresh) CHECK_EQ(id, static_cast<StringId>(expected.size()));
    }
    CHECK_EQ(table.count(), static_cast<std::uint32_t>(expected.size()));
    std::size_t bytes = 0;
    for (const auto& [text, id] : expected) {
        CHECK(table.at(id) == text);
        CHECK_EQ(table.find(text), id);
        bytes += text.size();
    }
    CHECK_EQ(table.find("never seen, not even once"), 0u);
    CHECK(table.memoryBytes() >= bytes);
}

TEST("a text stays where it is while the table grows") {
    StringTable table;
    const std::string_view first = table.at(table.intern("first"));
    const char* place = first.data();
    for (int i = 0; i < 100'000; ++i) table.intern(std::to_string(i));
    CHECK(table.at(table.find("first")).data() == place);
    CHECK(first == "first");
}

TEST("four threads that intern the same texts get the same ids") {
    StringTable table;
    constexpr int n = 20'000;
    std::array<std::vector<StringId>, kThreads> ids;
    inThreads([&](int thread) {
        auto& mine = ids[static_cast<std::size_t>(thread)];
        mine.resize(n);
        for (int k = 0; k < n; ++k) {
            const int i = (k * 7 + thread * 1237) % n;  // every thread in another order
            const std::string text = "text " + std::to_string(i);
            const StringId id = table.intern(text);
            mine[static_cast<std::size_t>(i)] = table.at(id) == text ? id : 0;
        }
    });
    CHECK_EQ(table.count(), static_cast<std::uint32_t>(n));
    CHECK(std::find(ids[0].begin(), ids[0].end(), 0u) == ids[0].end());
    for (const auto& other : ids) CHECK(other == ids[0]);
}

TEST("integers survive zigzag and varint, and a cut varint is refused") {
    naive::Random random(2);
    for (int i = 0; i < 20'000; ++i) {
        const std::int64_t v = i == 0   ? INT64_MIN
                               : i == 1 ? INT64_MAX
                                        : random.magnitude(INT64_MAX) * (random.chance(50) ? 1 : -1);
        std::uint8_t bytes[10];
        const std::uint8_t* end = putVarint(bytes, zigzag(v));
        const std::uint8_t* p = bytes;
        std::uint64_t back = 0;
        CHECK(getVarint(p, end, back));
        CHECK(p == end);
        CHECK_EQ(unzigzag(back), v);
        p = bytes;
        CHECK(!getVarint(p, end - 1, back));
    }
    const std::uint8_t endless[16] = {0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 1};
    const std::uint8_t* p = endless;
    std::uint64_t v = 0;
    CHECK(!getVarint(p, endless + sizeof endless, v));
}

TEST("equal tuples have one id, and every id gives its tuple back in its order") {
    naive::Random random(3);
    ArgsTable table;
    std::map<std::vector<std::array<std::int64_t, 3>>, ArgsId> expected;
    std::vector<std::pair<ArgsId, std::vector<Arg>>> all;
    CHECK_EQ(table.intern(std::span<const Arg>{}), 0u);
    for (int i = 0; i < 20'000; ++i) {
        // Long tuples straddle the segments of the columns that hold them.
        const auto tuple = randomTuple(random, i % 50 == 0 ? 255 : i % 2 ? 2 : 12);
        const ArgsId id = table.intern(tuple);
        CHECK(id != 0);
        std::vector<std::array<std::int64_t, 3>> key;
        for (const Arg& a : tuple) key.push_back({a.key, static_cast<std::int64_t>(a.type), a.value});
        CHECK_EQ(expected.emplace(key, id).first->second, id);
        all.emplace_back(id, tuple);
    }
    CHECK_EQ(table.count(), static_cast<std::uint32_t>(expected.size()));
    std::set<ArgsId> ids;
    for (const auto& [key, id] : expected) ids.insert(id);
    CHECK_EQ(ids.size(), expected.size());
    for (const auto& [id, tuple] : all) CHECK(table.at(id) == tuple);
}

TEST("an argument is found by its key, the first of equal keys wins") {
    naive::Random random(4);
    ArgsTable table;
    for (int i = 0; i < 3000; ++i) {
        const auto tuple = randomTuple(random, i % 10 == 0 ? 255 : 10);
        const ArgsId id = table.intern(tuple);
        for (StringId key = 1; key < 20; ++key) {
            const auto at = std::find_if(tuple.begin(), tuple.end(), [&](const Arg& a) { return a.key == key; });
            const auto found = table.find(id, key);
            CHECK_EQ(found.has_value(), at != tuple.end());
            if (found && at != tuple.end()) CHECK(*found == *at);
        }
    }
    CHECK(!table.find(0, 1));
    CHECK(table.at(0).empty());
}

TEST("of more than 255 arguments the first 255 are kept, and neighbours are not harmed") {
    ArgsTable table;
    std::vector<Arg> many(1000);
    for (std::size_t i = 0; i < many.size(); ++i)
        many[i] = {static_cast<StringId>(i + 1), Arg::Type::Int, static_cast<std::int64_t>(i * 1'000'003)};
    const ArgsId id = table.intern(many);
    std::vector<ArgsTable::Key> keys;
    std::vector<std::int64_t> values;
    for (const Arg& a : many) {
        keys.push_back({a.key, a.type});
        values.push_back(a.value);
    }
    const ArgsId byShape = table.intern(table.shape(keys), values);
    const std::vector<Arg> kept(many.begin(), many.begin() + 255);
    CHECK(table.at(id) == kept);
    CHECK(table.at(byShape) == kept);
    CHECK_EQ(id, byShape);
}

TEST("interning by shape is interning the tuple") {
    naive::Random random(5);
    ArgsTable table;
    for (int i = 0; i < 2000; ++i) {
        const auto tuple = randomTuple(random, 20);
        std::vector<ArgsTable::Key> keys;
        std::vector<std::int64_t> values;
        for (const Arg& a : tuple) {
            keys.push_back({a.key, a.type});
            values.push_back(a.value);
        }
        const ArgsId first = table.intern(table.shape(keys), values);
        CHECK_EQ(first, table.intern(tuple));
    }
}

TEST("real arguments keep their bits") {
    ArgsTable table;
    for (const double v : {0.0, -0.0, 1.5, -1e300, 5e-324}) {
        const Arg in = Arg::ofReal(3, v);
        const auto out = table.find(table.intern(std::span(&in, 1)), 3);
        CHECK(out && out->type == Arg::Type::Real && out->value == in.value);
        CHECK_EQ(out->real(), v);
    }
}

TEST("tuples keep their ids when the index is dropped and built again") {
    naive::Random random(6);
    ArgsTable table;
    std::vector<std::pair<ArgsId, std::vector<Arg>>> all;
    for (int round = 0; round < 4; ++round) {
        for (int i = 0; i < 3000; ++i) {
            const auto tuple = randomTuple(random, i % 20 == 0 ? 200 : 6);
            all.emplace_back(table.intern(tuple), tuple);
        }
        const std::size_t before = table.memoryBytes();
        table.dropIndex();
        CHECK(table.memoryBytes() < before);
        const std::uint32_t count = table.count();
        for (const auto& [id, tuple] : all) {
            CHECK(table.at(id) == tuple);
            CHECK_EQ(table.intern(tuple), id);
        }
        CHECK_EQ(table.count(), count);
        table.dropIndex();
    }
}

TEST("every tuple is visited once") {
    naive::Random random(7);
    ArgsTable table;
    std::map<ArgsId, std::vector<Arg>> expected;
    for (int i = 0; i < 5000; ++i) {
        const auto tuple = randomTuple(random, 8);
        expected[table.intern(tuple)] = tuple;
    }
    std::size_t visits = 0;
    table.forEach([&](ArgsId id, const std::vector<Arg>& tuple) {
        ++visits;
        CHECK(expected.at(id) == tuple);
    });
    CHECK_EQ(visits, expected.size());
}

TEST("four threads that intern the same tuples and chains get the same ids") {
    ArgsTable args;
    CallchainTable chains;
    std::vector<std::vector<Arg>> tuples;
    std::vector<std::vector<Frame>> frames;
    naive::Random random(8);
    for (int i = 0; i < 4000; ++i) {
        tuples.push_back(randomTuple(random, i % 100 == 0 ? 255 : 5));
        frames.push_back(randomChain(random));
    }
    std::array<std::vector<std::uint32_t>, kThreads> ids;
    inThreads([&](int thread) {
        auto& mine = ids[static_cast<std::size_t>(thread)];
        mine.resize(2 * tuples.size());
        for (std::size_t k = 0; k < tuples.size(); ++k) {
            const std::size_t i = (k * 7 + static_cast<std::size_t>(thread) * 991) % tuples.size();
            mine[2 * i] = args.intern(tuples[i]);
            mine[2 * i + 1] = chains.intern(frames[i]);
        }
    });
    for (const auto& other : ids) CHECK(other == ids[0]);
    for (std::size_t i = 0; i < tuples.size(); ++i) {
        CHECK(args.at(ids[0][2 * i]) == tuples[i]);
        CHECK(chains.at(ids[0][2 * i + 1]) == frames[i]);
    }
}

TEST("equal call chains have one id, and every id gives its frames back, leaf first") {
    naive::Random random(9);
    CallchainTable table;
    std::vector<std::pair<ChainId, std::vector<Frame>>> all;
    CHECK_EQ(table.intern({}), 0u);
    CHECK(table.at(0).empty());
    std::size_t frames = 0;
    for (int i = 0; i < 10'000; ++i) {
        const auto chain = randomChain(random);
        all.emplace_back(table.intern(chain), chain);
        frames += chain.size();
        if (i % 2500 == 2499) table.dropIndex();
    }
    const std::size_t nodes = table.nodeCount();
    CHECK(nodes < frames);  // outer parts are shared
    for (const auto& [id, chain] : all) {
        CHECK_EQ(id == 0, chain.empty());
        CHECK(table.at(id) == chain);
        CHECK_EQ(table.intern(chain), id);
    }
    CHECK_EQ(table.nodeCount(), nodes);
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < nodes; ++i) wrong += table.nodes()[i].parent > i;  // a parent comes before its children
    CHECK_EQ(wrong, std::size_t{0});
}

TEST("a chain that is part of another shares its nodes") {
    CallchainTable table;
    const Frame leaf{1, 1, 10, 0, 0}, middle{2, 1, 20, 0, 0}, outer{3, 1, 30, 0, 0};
    const ChainId whole = table.intern(std::array{leaf, middle, outer});
    const std::size_t nodes = table.nodeCount();
    const ChainId part = table.intern(std::array{middle, outer});
    CHECK_EQ(table.nodeCount(), nodes);
    CHECK(part != whole);
    CHECK_EQ(table.nodes()[whole - 1].parent, part);
}

TEST("a chain is interned frame by frame, too") {
    naive::Random random(10);
    CallchainTable table;
    for (int i = 0; i < 2000; ++i) {
        const auto chain = randomChain(random);
        ChainId id = 0;
        for (auto frame = chain.rbegin(); frame != chain.rend(); ++frame) {
            id = table.intern(id, *frame);
            CHECK(table.leaf(id) == *frame);
        }
        CHECK_EQ(table.intern(chain), id);
    }
}

TEST("strings that a file brings have the ids in order, are found, and do not come twice") {
    for (const bool lookBetween : {false, true}) {
        StringTable table;
        const StringId first = table.intern("before");
        std::vector<std::string> texts;
        for (int i = 0; i < 5000; ++i) texts.push_back("adopted " + std::to_string(i));
        for (int half = 0; half < 2; ++half) {
            std::size_t bytes = 0;
            for (int i = 0; i < 2500; ++i) bytes += texts[static_cast<std::size_t>(half * 2500 + i)].size();
            auto block = std::make_unique<char[]>(bytes);
            std::vector<std::string_view> views;
            char* at = block.get();
            for (int i = 0; i < 2500; ++i) {
                const std::string& text = texts[static_cast<std::size_t>(half * 2500 + i)];
                views.emplace_back(std::copy(text.begin(), text.end(), at) - text.size(), text.size());
                at += text.size();
            }
            table.adopt(std::move(block), bytes, views);
            if (lookBetween) CHECK_EQ(table.find(texts[7]), first + 8);
        }
        CHECK_EQ(table.count(), 5001u);
        for (std::size_t i = 0; i < texts.size(); i += 3) {
            CHECK(table.at(first + 1 + static_cast<StringId>(i)) == texts[i]);
            CHECK_EQ(table.intern(texts[i]), first + 1 + static_cast<StringId>(i));
        }
        CHECK_EQ(table.intern("before"), first);
        CHECK_EQ(table.intern("after"), 5002u);
    }
}

namespace {

/// The tuples as a page of a file: a group for each shape, columns as narrow as their numbers, odd ones in full width.
ArgsPage pageOf(ArgsTable& table, std::span<const std::vector<Arg>> tuples) {
    std::map<std::uint32_t, std::vector<std::size_t>> rowsOfShape;
    for (std::size_t i = 0; i < tuples.size(); ++i) {
        std::vector<ArgsTable::Key> keys;
        for (const Arg& a : tuples[i]) keys.emplace_back(a.key, a.type);
        rowsOfShape[table.shape(keys)].push_back(i);
    }
    std::vector<ArgsPage::Group> groups;
    std::vector<std::uint16_t> groupOf(tuples.size());
    std::vector<ArgsPage::Column> columns;
    std::vector<std::unique_ptr<std::uint64_t[]>> wide;
    auto planes = std::make_unique<std::uint8_t[]>(tuples.size() * 255 * 8);
    std::uint8_t* free = planes.get();
    for (const auto& [shape, rows] : rowsOfShape) {
        groups.push_back({shape, static_cast<std::uint32_t>(columns.size())});
        for (std::size_t i : rows) groupOf[i] = static_cast<std::uint16_t>(groups.size() - 1);
        for (std::size_t k = 0; k < tuples[rows[0]].size(); ++k) {
            ArgsPage::Column c{1000, static_cast<std::uint32_t>(rows.size()), 8, nullptr, nullptr};
            if (columns.size() % 3 == 0) {
                wide.push_back(std::make_unique<std::uint64_t[]>(rows.size()));
                for (std::size_t r = 0; r < rows.size(); ++r)
                    wide.back()[r] = static_cast<std::uint64_t>(tuples[rows[r]][k].value);
                c.wide = wide.back().get();
            } else {
                c.planes = free;
                for (unsigned p = 0; p < 8; ++p)
                    for (std::size_t r : rows)
                        *free++ = static_cast<std::uint8_t>((static_cast<std::uint64_t>(tuples[r][k].value) - c.base) >>
                                                            (8 * p));
            }
            columns.push_back(c);
        }
    }
    const auto bytes = static_cast<std::size_t>(free - planes.get());
    return ArgsPage(tuples.size(), std::move(groups), std::move(groupOf), std::move(columns), std::move(planes), bytes,
                    std::move(wide));
}

}  // namespace

TEST("tuples that a file brings have the ids in order, and those that come later ids of their own") {
    naive::Random random(11);
    ArgsTable table;
    std::vector<std::vector<Arg>> tuples;
    for (int i = 0; i < 3000; ++i) tuples.push_back(randomTuple(random, i % 50 == 0 ? 255 : 6));
    table.load(pageOf(table, std::span(tuples).first(1000)));
    table.load(pageOf(table, std::span(tuples).subspan(1000)));
    CHECK_EQ(table.count(), 3000u);
    table.setVisible(2000);
    for (std::size_t i = 0; i < tuples.size(); ++i) {
        const auto id = static_cast<ArgsId>(i + 1);
        CHECK(table.at(id) == (id <= 2000 ? tuples[i] : std::vector<Arg>{}));  // those to come read as none
        CHECK_EQ(table.find(id, tuples[i][0].key).has_value(), id <= 2000);
    }
    table.setVisible(ArgsTable::kAllVisible);
    for (int round = 0; round < 2; ++round) {
        for (std::size_t i = 0; i < tuples.size(); ++i) {
            const auto id = static_cast<ArgsId>(i + 1);
            CHECK(table.at(id) == tuples[i]);
            std::vector<std::int64_t> values(tuples[i].size());
            table.values(id, values);
            CHECK(values.back() == tuples[i].back().value);
            CHECK_EQ(table.shapeKeys(table.shapeOf(id)).size(), tuples[i].size());
        }
        std::map<ArgsId, std::vector<Arg>> later;
        for (int i = 0; i < 500; ++i) {
            const auto tuple = randomTuple(random, 6);
            const ArgsId id = table.intern(tuple);
            CHECK(table.at(id) == tuple);
            const auto [at, fresh] = later.emplace(id, tuple);
            CHECK(fresh || at->second == tuple);
        }
        table.dropIndex();
    }
}

TEST("call chains that a file brings are the same tree, and a broken tree is refused") {
    naive::Random random(12);
    CallchainTable written, read;
    std::vector<std::pair<ChainId, std::vector<Frame>>> all;
    for (int i = 0; i < 3000; ++i) {
        const auto chain = randomChain(random);
        all.emplace_back(written.intern(chain), chain);
    }
    std::vector<Frame> frames;
    std::vector<CallchainTable::Node> nodes;
    for (std::size_t i = 0; i < written.frames().size(); ++i) frames.push_back(written.frames()[i]);
    for (std::size_t i = 0; i < written.nodes().size(); ++i) nodes.push_back(written.nodes()[i]);
    CHECK(read.load(frames, std::span(nodes).first(nodes.size() / 2)));
    read.setVisible(static_cast<ChainId>(nodes.size() / 2));
    CHECK(read.load({}, std::span(nodes).subspan(nodes.size() / 2)));
    for (const auto& [id, chain] : all) CHECK(read.at(id) == (id <= nodes.size() / 2 ? chain : std::vector<Frame>{}));
    read.setVisible(CallchainTable::kAllVisible);
    for (const auto& [id, chain] : all) {
        CHECK(read.at(id) == chain);
        CHECK_EQ(read.intern(chain), id);  // found although nothing was looked up while loading
    }
    CHECK_EQ(read.nodeCount(), nodes.size());

    CallchainTable broken;
    using Node = CallchainTable::Node;
    CHECK(!broken.load(std::array{Frame{}}, std::array{Node{0, 1}}));              // no such frame
    CHECK(!broken.load(std::array{Frame{}}, std::array{Node{1, 0}}));              // its own parent
    CHECK(!broken.load(std::array{Frame{}}, std::array{Node{0, 0}, Node{3, 0}}));  // a parent that comes later
    CHECK_EQ(broken.nodeCount(), std::size_t{0});
    CHECK_EQ(broken.frames().size(), std::size_t{0});
    CHECK(broken.load(std::array{Frame{}}, std::array{Node{0, 0}, Node{1, 0}}));
}
