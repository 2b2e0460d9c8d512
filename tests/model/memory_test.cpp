// SPDX-License-Identifier: GPL-3.0-or-later
// Where columns and staged events live, and how staged events are kept in order.
#include <cstring>
#include <random>
#include <set>

#include "importers/common/staging.h"
#include "model/base/segment_pool.h"
#include "model/store/packer.h"
#include "tests/kit/check.h"

namespace {

using importers::StagedEvents;
using model::Event;
using model::SegmentPool;

TEST("The pool serves powers of two from one unit to one chunk") {
    if (!SegmentPool::serves(SegmentPool::kUnit)) SKIP("arrays come from the heap where a sanitizer watches them");
    CHECK(SegmentPool::serves(SegmentPool::kChunk));
    CHECK(!SegmentPool::serves(SegmentPool::kUnit / 2));
    CHECK(!SegmentPool::serves(SegmentPool::kUnit * 3));
    CHECK(!SegmentPool::serves(SegmentPool::kChunk * 2));
}

TEST("Arrays of the pool do not overlap, are aligned, and are used again") {
    SegmentPool pool;
    std::mt19937 random(7);
    struct Array {
        unsigned char* at;
        std::size_t bytes;
        unsigned char mark;
    };
    std::vector<Array> held;
    const auto check = [](const Array& a) {
        for (std::size_t i = 0; i < a.bytes; i += 4096)
            if (a.at[i] != a.mark) return false;
        return a.at[a.bytes - 1] == a.mark;
    };
    for (int step = 0; step < 3000; ++step) {
        if (held.size() < 60 && random() % 5 != 0) {
            const std::size_t bytes = SegmentPool::kUnit << (random() % 6);
            auto* at = static_cast<unsigned char*>(pool.allocate(bytes));
            CHECK_EQ(reinterpret_cast<std::uintptr_t>(at) % bytes, 0u);
            const Array a{at, bytes, static_cast<unsigned char>(step)};
            for (std::size_t i = 0; i < bytes; i += 4096) at[i] = a.mark;
            at[bytes - 1] = a.mark;
            held.push_back(a);
        } else if (!held.empty()) {
            const std::size_t i = random() % held.size();
            CHECK(check(held[i]));
            pool.deallocate(held[i].at, held[i].bytes);
            held.erase(held.begin() + static_cast<std::ptrdiff_t>(i));
        }
    }
    std::size_t used = 0;
    for (const Array& a : held) used += a.bytes;
    CHECK(pool.mappedBytes() >= used);
    CHECK(pool.mappedBytes() <= 64 * SegmentPool::kChunk + 8 * SegmentPool::kChunk);
    for (const Array& a : held) pool.deallocate(a.at, a.bytes);
    CHECK(pool.mappedBytes() <= 8 * SegmentPool::kChunk);
    pool.trim();
    CHECK_EQ(pool.mappedBytes(), 0u);
}

TEST("A chunk is used up before the next one is mapped") {
    SegmentPool pool;
    std::set<void*> units;
    for (std::size_t i = 0; i < 2 * SegmentPool::kChunk / SegmentPool::kUnit; ++i)
        units.insert(pool.allocate(SegmentPool::kUnit));
    CHECK_EQ(units.size(), 2 * SegmentPool::kChunk / SegmentPool::kUnit);
    CHECK_EQ(pool.mappedBytes(), 2 * SegmentPool::kChunk);
    void* const one = *units.begin();
    pool.deallocate(one, SegmentPool::kUnit);
    CHECK_EQ(pool.allocate(SegmentPool::kUnit), one);
    for (void* u : units) pool.deallocate(u, SegmentPool::kUnit);
}

std::vector<Event> drained(StagedEvents& staged) {
    std::vector<Event> all;
    staged.drain([&](const Event& e) { all.push_back(e); });
    return all;
}

/// Events that were written when they ended, as nested calls are: [start, end) of a random tree.
std::vector<Event> postOrder(std::size_t n) {
    std::mt19937_64 random(3);
    std::vector<Event> out;
    model::TimeNs t = 0;
    while (out.size() < n) {
        const model::TimeNs start = t;
        const std::size_t children = random() % 4;
        t += 1;
        for (std::size_t c = 0; c < children; ++c) {
            out.push_back({t, t + 3, static_cast<model::StringId>(out.size()), 0, 0, 0});
            t += 3;
        }
        out.push_back({start, ++t, static_cast<model::StringId>(out.size()), 0, 0, 0});
        // Zero-length events that begin together keep their order.
        out.push_back({t, t, static_cast<model::StringId>(out.size()), 0, 0, 0});
        out.push_back({t, t, static_cast<model::StringId>(out.size()), 0, 0, 0});
        ++t;
    }
    return out;
}

TEST("Staged pieces that begin inside the piece before come out in order, whatever the size of the pieces") {
    const std::vector<Event> written = postOrder(30'000);
    std::vector<Event> right = written;
    CHECK(!model::sortForLanes(right));
    for (const std::size_t piece : {1u, 2u, 7u, 255u, 256u, 257u, 4096u, 5000u, 40'000u}) {
        StagedEvents staged;
        for (std::size_t i = 0; i < written.size(); i += piece) {
            std::vector<Event> part(written.begin() + static_cast<std::ptrdiff_t>(i),
                                    written.begin() + static_cast<std::ptrdiff_t>(std::min(i + piece, written.size())));
            model::sortForLanes(part);
            staged.append(part);
        }
        CHECK_EQ(staged.size(), written.size());
        Event last{model::kTimeMin, model::kTimeMin, 0, 0, 0, 0};
        importers::StopCheck never{{}};
        CHECK(staged.inOrder(last, never));
        CHECK(drained(staged) == right);
    }
}

TEST("A piece that lies before everything that is staged is kept, though not in order") {
    StagedEvents staged;
    std::vector<Event> late, early;
    for (int i = 0; i < 10'000; ++i) late.push_back({1'000'000 + i, 1'000'000 + i, 1, 0, 0, 0});
    for (int i = 0; i < 10; ++i) early.push_back({i, i, 2, 0, 0, 0});
    staged.append(late);
    staged.append(early);
    Event last{model::kTimeMin, model::kTimeMin, 0, 0, 0, 0};
    importers::StopCheck never{{}};
    CHECK(!staged.inOrder(last, never));
    std::vector<Event> all = drained(staged);
    CHECK_EQ(all.size(), 10'010u);
    model::sortForLanes(all);
    CHECK_EQ(all.front().name, 2u);
    CHECK_EQ(all[10].name, 1u);
}

}  // namespace
