// SPDX-License-Identifier: GPL-3.0-or-later
#include <xxhash.h>
#include <algorithm>
#include <bit>
#include <cstring>

#include "model/base/messages.h"
#include "model/rep/rep_records.h"
#include "tests/kit/rep_content.h"

using namespace rep_content;
using store_compare::dumpStore;
using store_compare::firstDifference;

namespace {

/// Writes raw frames as a collector does that has rep_format.h and nothing else.
class RawFile {
public:
    RawFile() {
        unsigned char header[rep::kFileHeaderBytes];
        rep::FileHeader{}.write(header);
        m_bytes.assign(std::begin(header), std::end(header));
    }
    void frame(rep::FrameType type, std::uint32_t subject, std::uint32_t rows, std::span<const std::uint8_t> payload) {
        rep::FrameHeader h;
        h.type = type;
        h.subject = subject;
        h.rows = rows;
        h.seal(payload.data(), static_cast<std::uint32_t>(payload.size()));
        unsigned char head[rep::kFrameHeaderBytes];
        h.write(head);
        m_bytes.insert(m_bytes.end(), std::begin(head), std::end(head));
        m_bytes.insert(m_bytes.end(), payload.begin(), payload.end());
        m_bytes.resize((m_bytes.size() + 7) / 8 * 8);
    }
    void strings(std::uint32_t first, std::initializer_list<std::string_view> texts) {
        rep::ByteWriter w;
        for (const std::string_view t : texts) {
            w.varint(t.size());
            w.bytes(t);
        }
        frame(rep::FrameType::Strings, first, static_cast<std::uint32_t>(texts.size()), w.view());
    }
    void track(std::uint32_t number, std::uint32_t name, std::string_view kind, std::int64_t pid, std::int64_t tid) {
        rep::ByteWriter w;
        w.u32(0xffffffff);
        w.u32(name);
        for (const std::int64_t v :
             {std::int64_t{0}, pid, tid, std::int64_t{0}, std::int64_t{0}, std::int64_t{0}, std::int64_t{0}})
            w.i64(v);
        std::string padded(kind);
        padded.resize(24, '\0');
        w.bytes(padded);
        frame(rep::FrameType::Tracks, number, 1, w.view());
    }
    void lane(std::uint32_t number, std::uint32_t track, rep::LaneRole role, std::uint8_t columns) {
        rep::ByteWriter w;
        w.u32(track);
        w.u32(0);
        w.u8(static_cast<std::uint8_t>(role));
        w.u8(columns);
        w.u16(0);
        frame(rep::FrameType::Lanes, number, 1, w.view());
    }
    const Bytes& bytes() const { return m_bytes; }

private:
    Bytes m_bytes;
};

/// Every frame type, all raw, of two API calls with everything that a call can have, and a counter.
RawFile rawSample() {
    RawFile f;
    f.strings(1, {"python", "cudaLaunchKernel", "return", "main"});
    f.strings(5, {"libx.so", "cudaLaunchKernel"});  // the same text twice is no error
    f.track(0, 1, "cuda_api", 10, 11);
    f.track(1, 0, "generic_counter", 10, 11);
    f.track(2, 0, "kind of the future", 10, 11);
    f.lane(0, 0, rep::LaneRole::Lane, 15);
    f.lane(1, 1, rep::LaneRole::Counter, 0);
    f.lane(2, 2, rep::LaneRole::Lane, 0);
    rep::ByteWriter w;
    w.u32(2);
    w.u32(0xff00ff00);
    f.frame(rep::FrameType::Colours, 0, 1, w.view());
    w.clear();
    w.u16(2);
    w.u32(3);
    w.u8(static_cast<std::uint8_t>(rep::ValueType::Int));
    w.u32(4);
    w.u8(static_cast<std::uint8_t>(rep::ValueType::String));
    f.frame(rep::FrameType::Shapes, 0, 1, w.view());
    w.clear();
    for (const std::int64_t status : {0, -7}) {
        w.u32(0);
        w.i64(status);
        w.i64(5);
    }
    f.frame(rep::FrameType::Args, 1, 2, w.view());
    w.clear();
    w.u32(4);
    w.u32(5);
    w.u64(0x1000);
    w.u16(2);
    w.u16(1);
    f.frame(rep::FrameType::ChainFrames, 0, 1, w.view());
    w.clear();
    for (const std::uint32_t back : {0u, 1u}) {
        w.u32(back);
        w.u32(0);
    }
    f.frame(rep::FrameType::ChainNodes, 1, 2, w.view());
    w.clear();
    w.u64(15);  // columns
    for (const std::int64_t t : {100, 300, 200, 300}) w.i64(t);
    for (const std::uint32_t v : {2u, 6u, 1u, 2u, 41u, 42u, 2u, 0u}) w.u32(v);
    f.frame(rep::FrameType::Rows, 0, 2, w.view());
    w.clear();
    for (const std::int64_t t : {5, 6}) w.i64(t);
    for (const double v : {0.5, -1.0}) w.u64(std::bit_cast<std::uint64_t>(v));
    f.frame(rep::FrameType::Values, 1, 2, w.view());
    w.clear();
    w.u64(0);
    for (const std::int64_t t : {1, 2}) w.i64(t);
    w.u32(0);
    f.frame(rep::FrameType::Rows, 2, 1, w.view());
    return f;
}

/// A store small enough to be looked at, with something in every field; the sample of each version is made of it.
std::shared_ptr<EventStore> sampleStore() {
    auto content = randomContent(3, 12);
    content.push_back({TrackKind::StreamKernels,
                       {0, 100, 0, 0, 1, 7, 0},
                       "stream 7",
                       {{{1000,
                          2500,
                          "void gemm<float>(int)",
                          {{"grid", std::int64_t{128}}, {"occupancy", 0.5}, {"cause", "launch"}},
                          17,
                          1,
                          {}},
                         {2500, 2500, "void reduce<half>(int)", {}, 18, 2, {}}}},
                       {},
                       {}});
    const auto store = storeOf(content);
    const SnapshotPtr s = store->snapshot();
    for (const Track& t : s->tree().tracks) {
        if (t.name != store->strings().find("stream 7")) continue;
        store->setTrackOrder(t.parent, -3);
        store->setFlows({{t.lanes[0], 0, t.lanes[0], 1, store->strings().intern("an arrow")}});
    }
    store->diagnostics().add(
        Note::ReportMessage,
        {MessageCode::RecordsDropped, {Argument::process(42), Argument::count(7), MessageCode::CuptiHadNoRoom}}, 7,
        {MessageCode::OfFile, {Argument::file("a.rep"), Argument::time(1'500'000'000)}}, 3);
    store->info().skipped[{MessageCode::UnknownField, {Argument::name("result"), 77}}] = 2;
    TrackKey context{0, 100, 0, 0, 1};
    context.stream = context.domain = TrackKey::kNone;
    store->track(TrackKind::Queues, context);
    store->publish();
    return store;
}

fs::path dataFolder() { return fs::path(SIGHTLINE_SOURCE_DIR) / "tests/data"; }

/// Opens bytes in every way there is; whatever they are, this returns.
void survive(const Folder& folder, const Bytes& bytes) {
    const auto path = folder / "x.rep";
    save(path, bytes);
    const auto store = EventStore::create();
    RepReadOptions options;
    options.threads = 2;
    (void)readRep(path, *store, options);
    const std::string dump = dumpStore(*store->snapshot());
    CHECK(!dump.empty());
    const auto live = EventStore::create();
    auto follower = RepFollower::open(path, *live);
    CHECK(follower.has_value());
    (void)follower->poll();
    follower->finish();
    CHECK(!dumpStore(*live->snapshot()).empty());
}

}  // namespace

TEST("The checksum is XXH64") {
    Random random(1);
    Bytes bytes(5000);
    for (auto& b : bytes) b = static_cast<std::uint8_t>(random());
    for (std::size_t n = 0; n < 300; ++n) CHECK_EQ(rep::checksum(bytes.data() + n, n), XXH64(bytes.data() + n, n, 0));
    CHECK_EQ(rep::checksum(bytes.data(), bytes.size()), XXH64(bytes.data(), bytes.size(), 0));
}

TEST("Names of kinds fit into a track record") {
    for (const TrackKindInfo& k : trackKinds()) CHECK(k.key.size() < rep::kKindBytes);
}

TEST("Raw frames written with the format header alone are read") {
    const Folder folder;
    save(folder / "raw.rep", rawSample().bytes());
    for (const bool follow : {false, true}) {
        const auto store = EventStore::create();
        if (follow) {
            CHECK(RepFollower::open(folder / "raw.rep", *store)->poll().has_value());
        } else {
            CHECK(readRep(folder / "raw.rep", *store).has_value());
            CHECK(store->info().partial);
        }
        CHECK_EQ(notes(*store, Note::DamagedPart), 0u);
        CHECK_EQ(notes(*store, Note::NewerMinorVersion), 2u);  // a track of an unknown kind, and its row
        const std::string dump = dumpStore(*store->snapshot());
        const auto has = [&](std::string_view text) { return dump.find(text) != std::string::npos; };
        CHECK(has("cuda_api 0 10 11 - - - - 'python'\nlane 0 rows 2\n"));
        CHECK(has(
            "100 200 'cudaLaunchKernel' { 'return'=0 'main'='libx.so' } 41 [ 'main' 'libx.so' 4096 2 1; 'main' 'libx.so' 4096 2 1; ]\n"));
        CHECK(has("300 300 'cudaLaunchKernel' { 'return'=-7 'main'='libx.so' } 42 [ ]\n"));
        CHECK(has("counter 2\n5 " + std::to_string(std::bit_cast<std::int64_t>(0.5)) + "\n"));
        CHECK(has("colour 'cudaLaunchKernel' 4278255360\n"));
        const Snapshot& s = *store->snapshot();
        const LaneView lane = s.lane(0);
        CHECK_EQ(lane.name(0), lane.name(1));  // texts that a file repeats are one name
    }
}

TEST("Raw rows that break the order of their lane are refused") {
    const Folder folder;
    RawFile f = rawSample();
    rep::ByteWriter w;
    w.u64(0);
    for (const std::int64_t t : {250, 400}) w.i64(t);  // the lane ends at 300
    w.u32(2);
    f.frame(rep::FrameType::Rows, 0, 1, w.view());
    save(folder / "raw.rep", f.bytes());
    const auto store = EventStore::create();
    CHECK(readRep(folder / "raw.rep", *store).has_value());
    CHECK_EQ(notes(*store, Note::DamagedPart), 1u);
    CHECK_EQ(store->snapshot()->eventCount(), 4u);
}

TEST("The file of each version still opens and says what it said") {
    int files = 0;
    for (const auto& entry : fs::directory_iterator(dataFolder())) {
        if (entry.path().extension() != ".rep") continue;
        ++files;
        const auto store = EventStore::create();
        CHECK(readRep(entry.path(), *store).has_value());
        const Bytes expected = load(fs::path(entry.path()).replace_extension(".txt"));
        CHECK(!expected.empty());
        CHECK_EQ(firstDifference({reinterpret_cast<const char*>(expected.data()), expected.size()},
                                 dumpStore(*store->snapshot())),
                 "");
    }
    CHECK(files >= 1);
}

TEST("This version writes what its checked-in file says") {
    const Folder folder;
    const auto store = sampleStore();
    CHECK(writeRep(*store->snapshot(), folder / "v1.3.rep").has_value());
    const std::string dump = dumpStore(*store->snapshot());
    if (const char* to = std::getenv("SIGHTLINE_WRITE_REP_SAMPLE")) {  // for a new version
        fs::copy_file(folder / "v1.3.rep", fs::path(to) / "v1.3.rep", fs::copy_options::overwrite_existing);
        save(fs::path(to) / "v1.3.txt", {reinterpret_cast<const std::uint8_t*>(dump.data()), dump.size()});
    }
    const Bytes expected = load(dataFolder() / "v1.3.txt");
    CHECK_EQ(firstDifference({reinterpret_cast<const char*>(expected.data()), expected.size()}, dump), "");
}

TEST("Messages come back as they were, and readers that do not know them have their texts") {
    const Folder folder;
    const auto store = sampleStore();
    CHECK(writeRep(*store->snapshot(), folder / "a.rep").has_value());
    const auto again = EventStore::create();
    CHECK(readRep(folder / "a.rep", *again).has_value());
    const auto same = [](const EventStore& a, const EventStore& b) {
        const auto before = a.diagnostics().list(), after = b.diagnostics().list();
        return std::equal(before.begin(), before.end(), after.begin(), after.end(),
                          [](const Diagnostic& x, const Diagnostic& y) {
                              return x.note == y.note && x.subject == y.subject && x.example == y.example;
                          });
    };
    CHECK(same(*store, *again));
    CHECK(store->info().skipped == again->info().skipped);
    // The frame of an older version, and its reader.
    const auto notes = store->diagnostics().list();
    Diagnostics older;
    CHECK_EQ(rep::unpackDiagnostics(rep::packDiagnostics(notes), older), 0);
    const auto read = older.list();
    CHECK_EQ(read.size(), notes.size());
    for (std::size_t i = 0; i < read.size(); ++i) {
        CHECK_EQ(english(read[i].subject), english(notes[i].subject));
        CHECK_EQ(english(read[i].example), english(notes[i].example));
    }
    // A code of a newer version is shown as its text.
    auto packed = rep::packMessages(notes);
    const std::string_view code = "RecordsDropped";
    const auto at = std::search(packed.begin(), packed.end(), code.begin(), code.end());
    CHECK(at != packed.end());
    *at = 'X';
    Diagnostics newer;
    CHECK_EQ(rep::unpackMessages(packed, newer), 0);
    const auto unknown = newer.list();
    CHECK(std::any_of(unknown.begin(), unknown.end(), [](const Diagnostic& d) {
        return d.subject.othersText() == "Process 42: 7 records were dropped (CUPTI had no room)";
    }));
}

TEST("Flipped bits do no harm") {
    const Folder folder;
    const auto store = storeOf(randomContent(7, 30));
    CHECK(writeRep(*store->snapshot(), folder / "a.rep").has_value());
    const Bytes file = load(folder / "a.rep");
    Random random(1);
    for (int i = 0; i < 300; ++i) {
        Bytes bad = file;
        for (auto n = 1 + random() % 4; n-- > 0;)
            bad[random() % bad.size()] ^= static_cast<std::uint8_t>(1u << random() % 8);
        if (random() % 4 == 0) bad.resize(random() % bad.size());
        survive(folder, bad);
    }
}

TEST("Hostile bytes whose checksums are right do no harm") {
    const Folder folder;
    std::vector<Bytes> files;
    for (const std::uint64_t seed : {7, 11}) {
        CHECK(writeRep(*storeOf(randomContent(seed, 30))->snapshot(), folder / "a.rep").has_value());
        files.push_back(load(folder / "a.rep"));
        files.push_back(unclosed(files.back()));
    }
    files.push_back(rawSample().bytes());
    Random random(2);
    constexpr std::uint32_t kNasty[] = {
        0,         1,          2,          255,        256,       65535, 65536, 1u << 20, (1u << 20) + 1,
        64u << 20, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff};
    const auto nasty = [&] { return kNasty[random() % std::size(kNasty)]; };
    for (int i = 0; i < 1500; ++i) {
        Bytes bad = files[random() % files.size()];
        const auto frames = framesOf(bad);
        for (auto n = 1 + random() % 3; n-- > 0;) {
            const FrameAt& f = frames[random() % frames.size()];
            rep::FrameHeader h = f.header;
            switch (random() % 8) {
            case 0: h.rows = random() % 2 ? nasty() : h.rows + 1 - static_cast<std::uint32_t>(random() % 3); break;
            case 1:
                h.subject = random() % 2 ? nasty() : h.subject + 1 - static_cast<std::uint32_t>(random() % 3);
                break;
            case 2:
                h.rawBytes = random() % 2 ? nasty() : h.rawBytes + 1 - static_cast<std::uint32_t>(random() % 3);
                break;
            case 3: h.flags = static_cast<std::uint16_t>(random() % 8); break;
            case 4: h.type = static_cast<rep::FrameType>(random() % 16); break;
            case 5: h.codec = static_cast<rep::Codec>(random() % 4); break;
            default:
                for (auto k = 1 + random() % 3; k-- > 0 && f.header.storedBytes;) {
                    // Descriptions stand at the beginning, where most harm can be done.
                    const std::size_t within = random() % 2 ? random() % f.header.storedBytes
                                                            : random() % std::min(f.header.storedBytes, 200u);
                    const std::size_t at = f.offset + rep::kFrameHeaderBytes + within;
                    if (random() % 2 || at + 4 > bad.size()) bad[at] = static_cast<std::uint8_t>(random());
                    else rep::put32(bad.data() + at, nasty());
                }
            }
            reseal(bad, f.offset, h);
        }
        survive(folder, bad);
    }
}
