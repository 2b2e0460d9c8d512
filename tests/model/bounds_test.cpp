// SPDX-License-Identifier: GPL-3.0-or-later
// Small files that hold very much: reading them can be stopped at any moment, shows how far it is, and ends before
// memory does.
#include <malloc.h>
#include <time.h>

#include <fmt/format.h>
#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>
#include <random>
#include <thread>

#include "importers/open.h"
#include "model/base/memory_bound.h"
#include "model/base/messages.h"
#include "model/base/segment_pool.h"
#include "model/rep/rep_writer.h"
#include "model/store/packer.h"
#include "tests/kit/check.h"
#include "tests/kit/packed.h"
#include "tests/kit/perfetto_writer.h"
#include "tests/kit/scratch_file.h"

namespace {

using model::ErrorCode;
using model::Note;

/// A format: how its files begin, and a block of rows that may be repeated.
struct Format {
    const char* name;
    std::string begin, block;
    std::size_t rows;  ///< of a block
};

std::string repeated(std::size_t n, const std::function<std::string(std::size_t)>& row) {
    std::string out;
    for (std::size_t i = 0; i < n; ++i) out += row(i);
    return out;
}

/// Slices that overlap others of their row: nothing is in order, and most of them find no room on any lane.
Format slices() {
    constexpr std::size_t kRows = 8000;
    return {"slices", "[",
            repeated(kRows,
                     [](std::size_t i) {
                         return fmt::format(
                             "{{\"ph\":\"X\",\"name\":\"a\",\"ts\":{},\"dur\":5000,\"pid\":1,\"tid\":1}},\n", i);
                     }),
            kRows};
}
/// Begins and ends on one thread; they have to be paired.
Format pairs() {
    constexpr std::size_t kRows = 8000;
    const auto row = [](std::size_t i) {
        return fmt::format("{{\"ph\":\"{}\",\"name\":\"n{}\",\"ts\":{},\"pid\":1,\"tid\":1}},\n", i % 2 ? 'E' : 'B',
                           i / 2 % 8, i);
    };
    return {"begins and ends", "[", repeated(kRows, row), kRows / 2};
}
Format exported() {
    constexpr std::size_t kRows = 4000;
    const auto row = [](std::size_t i) {
        return fmt::format(
            "{{\"table\":\"OSRT_API\",\"start\":{},\"end\":{},\"globalTid\":282747880941798,\"nameId\":1}}\n", i,
            i + 900);
    };
    return {"JSON Lines", "{\"table\":\"StringIds\",\"id\":1,\"value\":\"call\"}\n", repeated(kRows, row), kRows};
}
Format packets() {
    constexpr std::size_t kRows = 8000;
    const auto row = [](std::size_t i) { return traceOf({packetAt(1000 + i).message(11, trackEvent(3, 7, "mark"))}); };
    return {"packets", traceOf({packetAt(100).number(41, 1).message(60, thread(7, 42, 43, "main"))}),
            repeated(kRows, row), kRows};
}

/// A file of so many blocks, packed: gzip takes members one behind the other for one stream.
std::string fileOf(const Format& format, std::size_t blocks) {
    const std::string member = packed::gzip(format.block, 9);
    std::string out = packed::gzip(format.begin);
    for (std::size_t i = 0; i < blocks; ++i) out += member;
    return out;
}

/// Time that this process has worked: what others do on the machine is not in it.
std::chrono::nanoseconds worked() {
    timespec t{};
    ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return std::chrono::seconds(t.tv_sec) + std::chrono::nanoseconds(t.tv_nsec);
}

struct Read {
    std::shared_ptr<model::EventStore> store = model::EventStore::create();
    model::Result<void> result;
    explicit Read(const std::filesystem::path& path, const importers::OpenOptions& options) {
        result = importers::openReport(path, *store, options);
    }
    bool says(Note note, const model::Message& subject) const {
        const auto list = store->diagnostics().list();
        return std::any_of(list.begin(), list.end(),
                           [&](const model::Diagnostic& d) { return d.note == note && d.subject == subject; });
    }
    std::uint64_t events() const { return store->snapshot()->eventCount(); }
};

/// Reads with a stop as soon as the process has worked for so long, and returns for how long it worked on.
std::chrono::nanoseconds workAfterStop(const std::filesystem::path& path, std::chrono::nanoseconds moment,
                                       bool& cancelled) {
    std::stop_source stop;
    importers::OpenOptions options;
    options.stop = stop.get_token();
    options.threads = 1;
    std::atomic<bool> done = false;
    std::atomic<std::int64_t> stoppedAt = 0;
    const auto begun = worked();
    std::thread watcher([&] {
        while (!done && worked() - begun < moment) std::this_thread::sleep_for(std::chrono::milliseconds(1));
        stoppedAt = worked().count();
        stop.request_stop();
    });
    const Read read(path, options);
    const auto end = worked();
    done = true;
    watcher.join();
    cancelled = !read.result && read.result.error().code == ErrorCode::Cancelled;
    if (cancelled) CHECK(read.says(Note::Cancelled, ""));
    if (cancelled) CHECK(read.store->snapshot()->info().partial);
    return end - std::chrono::nanoseconds(stoppedAt);
}

void stopsAtOnce(const Format& format, std::size_t blocks) {
    const ScratchFile file(fileOf(format, blocks), ".gz");
    importers::OpenOptions options;
    options.threads = 1;
    const auto begun = worked();
    CHECK(Read(file.path(), options).result.has_value());
    const auto whole = worked() - begun;
    constexpr int kMoments = 12;
    std::vector<std::chrono::nanoseconds> afterStop;
    for (int i = 0; i < kMoments; ++i) {
        bool now = false;
        const auto after = workAfterStop(file.path(), whole * i / kMoments, now);
        if (now) afterStop.push_back(after);
    }
    CHECK(afterStop.size() >= kMoments / 2);
    std::sort(afterStop.begin(), afterStop.end());
    const auto ms = [](std::chrono::nanoseconds t) { return static_cast<double>(t.count()) / 1e6; };
    const auto usual = afterStop.at(afterStop.size() / 2), longest = afterStop.back();
    fmt::print("{}: {:.0f} ms whole; after a stop {:.0f} ms, at most {:.0f} ms\n", format.name, ms(whole), ms(usual),
               ms(longest));
    CHECK(usual < std::chrono::milliseconds(100));
    CHECK(longest < std::chrono::milliseconds(250));  // a list that grows at that moment is copied whole
}

}  // namespace

TEST("reading slices from a packed file stops at once, at any moment") { stopsAtOnce(slices(), 150); }
TEST("pairing begins and ends stops at once, at any moment") { stopsAtOnce(pairs(), 150); }
TEST("reading a packed export stops at once, at any moment") { stopsAtOnce(exported(), 150); }
TEST("reading a packed Perfetto trace stops at once, at any moment") { stopsAtOnce(packets(), 100); }

TEST("twelve million tiny events in two megabytes are read, and how far they are never goes back") {
    const Format format{
        "tiny", "[",
        repeated(8000,
                 [](std::size_t) {
                     return std::string("{\"ph\":\"X\",\"name\":\"a\",\"ts\":1,\"dur\":1,\"pid\":1,\"tid\":1},\n");
                 }),
        8000};
    const std::string bytes = fileOf(format, 1500);
    CHECK(bytes.size() < 4u << 20);
    const ScratchFile file(bytes, ".json.gz");
    importers::OpenOptions options;
    std::uint64_t last = 0, calls = 0;
    options.progress = [&](const importers::Progress& p) {
        CHECK(p.bytesDone >= last && p.bytesDone <= p.bytesTotal);
        CHECK_EQ(p.bytesTotal, bytes.size());
        last = p.bytesDone;
        ++calls;
    };
    const auto begun = worked();
    const Read read(file.path(), options);
    fmt::print("12 million events: {} ms of work, {} bytes\n", (worked() - begun) / std::chrono::milliseconds(1),
               bytes.size());
    CHECK(read.result.has_value());
    CHECK(calls > 3);
    CHECK(last > bytes.size() / 2);
    CHECK_EQ(read.store->info().eventsInFile[static_cast<std::size_t>(model::EventKind::Slice)], 12'000'000u);
    // As many as a row has lanes; the others are counted.
    CHECK_EQ(read.events() + read.store->diagnostics().total(Note::DepthLimit), 12'000'000u);
}

/// What an earlier test gave back counts as free again.
void trim() {
    model::SegmentPool::instance().trim();
    ::malloc_trim(0);
}

TEST("a file that would take more memory than it may is read as far as that goes, and says so") {
    for (const Format& format : {slices(), pairs(), exported(), packets()}) {
        const ScratchFile file(fileOf(format, 400), ".gz");
        importers::OpenOptions options;
        options.mostMemory = 24 << 20;
        trim();
        const Read read(file.path(), options);
        CHECK(read.result.has_value());
        if (!read.says(Note::Incomplete, model::MessageCode::NoMemoryForTheRest))
            check::fail(__FILE__, __LINE__, fmt::format("{}: nothing is said", format.name));
        CHECK(read.store->snapshot()->info().partial);
        CHECK(read.events() > 0);
        CHECK(read.events() < format.rows * 400);
        CHECK(!read.says(Note::Incomplete, "it ends in the middle"));
        CHECK(!read.says(Note::Incomplete, "it ends in the middle of a line"));
    }
}

TEST("a .rep that would take more memory than it may is read as far as that goes, and says so") {
    const ScratchFile packed(fileOf(packets(), 300), ".gz"), file({}, ".rep");
    {
        const Read whole(packed.path(), {});
        CHECK(model::writeRep(*whole.store->snapshot(), file.path()).has_value());
    }
    std::uint64_t all = 0;
    {
        const Read whole(file.path(), {});
        CHECK(whole.result.has_value());
        all = whole.events();
    }
    importers::OpenOptions options;
    options.mostMemory = 16 << 20;
    trim();
    const Read read(file.path(), options);
    CHECK(read.result.has_value());
    CHECK(read.says(Note::Incomplete, model::MessageCode::NoMemoryForTheRest));
    CHECK(read.store->snapshot()->info().partial);
    CHECK(read.events() > 0);
    CHECK(read.events() < all);
}

TEST("what a process may grow by is bounded by what is free, or by what it is told") {
    const std::uint64_t most = model::freeMemory();
    CHECK(most > 64u << 20);
    CHECK(most < std::uint64_t{1} << 50);  // somebody says it
    CHECK(!model::MemoryBound(0, 0.5).isReached());
    const model::MemoryBound bound(8 << 20, 0.5);
    CHECK(!bound.isReached());
    std::string taken(64 << 20, 'x');
    CHECK(bound.isReached());
}

TEST("the first free lane is the one that looking at each in turn finds") {
    std::mt19937_64 random(1);
    for (int round = 0; round < 20; ++round) {
        model::FirstFree lanes;
        std::vector<model::TimeNs> ends;
        for (int step = 0; step < 2000; ++step) {
            if (ends.empty() || random() % 8 == 0) {
                ends.push_back(static_cast<model::TimeNs>(random() % 1000));
                lanes.add(ends.back());
            } else {
                const std::size_t lane = random() % ends.size();
                ends[lane] = static_cast<model::TimeNs>(random() % 1000);
                lanes.set(lane, ends[lane]);
            }
            const auto start = static_cast<model::TimeNs>(random() % 1200) - 100;
            const auto first = std::find_if(ends.begin(), ends.end(), [&](model::TimeNs end) { return end <= start; });
            CHECK_EQ(lanes.find(start), static_cast<std::size_t>(first - ends.begin()));
        }
    }
}
