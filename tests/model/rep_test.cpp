// SPDX-License-Identifier: GPL-3.0-or-later
#include <sys/resource.h>
#include <atomic>
#include <csignal>
#include <thread>

#include "model/base/messages.h"
#include "model/store/file_facts.h"
#include "tests/kit/rep_content.h"

using namespace rep_content;
using store_compare::dumpStore;
using store_compare::firstDifference;

TEST("A store that is saved and opened again has the same content") {
    const Folder folder;
    for (std::uint64_t seed = 1; seed <= 30; ++seed) {
        const auto store = storeOf(randomContent(seed, seed % 10 == 0 ? 20000 : 300));
        const auto path = folder / "a.rep";
        CHECK(writeRep(*store->snapshot(), path).has_value());
        const std::string before = dumpStore(*store->snapshot());
        for (const unsigned threads : {1u, 3u}) {
            const auto again = opened(path, threads);
            CHECK_EQ(firstDifference(before, dumpStore(*again->snapshot())), "");
            CHECK_EQ(again->info().path, path.string());
        }
    }
}

TEST("Long lanes are saved in many frames and come back whole") {
    const Folder folder;
    const auto store = storeOf(randomContent(5, 200000));
    CHECK(writeRep(*store->snapshot(), folder / "a.rep").has_value());
    CHECK(framesOf(load(folder / "a.rep")).size() > 30);
    CHECK_EQ(store_compare::hashStore(*opened(folder / "a.rep")->snapshot()),
             store_compare::hashStore(*store->snapshot()));
}

TEST("An empty store can be saved and opened") {
    const Folder folder;
    const auto store = EventStore::create();
    CHECK(writeRep(*store->snapshot(), folder / "a.rep").has_value());
    CHECK_EQ(dumpStore(*opened(folder / "a.rep")->snapshot()), dumpStore(*store->snapshot()));
}

TEST("Equal content gives equal files, whatever ids it had and however many threads pack it") {
    const Folder folder;
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        const auto content = randomContent(seed, 500);
        CHECK(writeRep(*storeOf(content)->snapshot(), folder / "a.rep", {{}, {}, 1}).has_value());
        const Bytes a = load(folder / "a.rep");
        CHECK(writeRep(*storeOf(content, seed)->snapshot(), folder / "b.rep", {{}, {}, 4}).has_value());
        CHECK(load(folder / "b.rep") == a);
        CHECK(writeRep(*opened(folder / "a.rep")->snapshot(), folder / "c.rep").has_value());
        CHECK(load(folder / "c.rep") == a);
    }
}

TEST("Only strings that something uses are saved, and never the path of the file") {
    const Folder folder;
    const auto store = storeOf(randomContent(3, 100), 9);
    CHECK(store->strings().find("never used") != 0);
    CHECK(writeRep(*store->snapshot(), folder / "a.rep").has_value());
    const auto again = opened(folder / "a.rep");
    CHECK_EQ(again->strings().find("never used"), 0u);
    CHECK(again->strings().find("name 3") != 0);
    const Bytes file = load(folder / "a.rep");
    constexpr std::string_view secret = "/secret/path";
    CHECK(std::search(file.begin(), file.end(), secret.begin(), secret.end()) == file.end());
    CHECK(dumpStore(*again->snapshot()).find(secret) == std::string::npos);
}

namespace {

/// The compiler asks for a new one here, and the test below whether files keep it.
bool isUnit(std::uint8_t unit) {
    using enum model::Argument::Unit;
    switch (static_cast<model::Argument::Unit>(unit)) {
    case None:
    case Count:
    case Bytes:
    case Nanoseconds:
    case Process:
    case Duration:
    case Moment:
    case Percent:
    case Tenths:
    case Change:
    case Factor: return true;
    }
    return false;
}

}  // namespace

TEST("Numbers of messages keep their units in a file; of a unit that does not exist the text remains") {
    const Folder folder;
    int units = 0;
    for (int unit = 0; unit < 256; ++unit) {
        model::Argument number(1234);
        number.unit = static_cast<model::Argument::Unit>(unit);
        const model::Message message(model::MessageCode::RecordsDropped, {model::Argument::process(7), number, "why"});
        const auto store = EventStore::create();
        store->diagnostics().add(model::Note::NotShown, message);
        store->info().skipped[message] = 3;
        CHECK(writeRep(*store->publish(true), folder / "a.rep").has_value());
        const auto again = opened(folder / "a.rep");
        const auto list = again->snapshot()->store().diagnostics().list();
        const model::Message expected =
            isUnit(static_cast<std::uint8_t>(unit)) ? message : model::Message(english(message));
        units += isUnit(static_cast<std::uint8_t>(unit));
        CHECK(list.size() == 1 && list[0].subject == expected);
        CHECK(again->info().skipped.contains(expected));
    }
    CHECK(units > 10);
}

TEST("Facts that older versions wrote about merged files as text are read as keys and numbers") {
    const Folder folder;
    const auto store = EventStore::create();
    model::Entity host;
    host.type = model::Entity::Type::Host;
    host.key.host = 1;
    host.facts = {{"File", "rank1.rep"},
                  {"Rank", "1"},
                  {"Host", "node7"},
                  {"Clock is ahead by", "+5.010000 ms"},
                  {"Aligned by", "wall clock"},
                  {"Shifted by", "-1712085100000.000003 ms"},
                  {"Collectives compared", "12"},
                  {"Residual", "0.250 us"},
                  {"Cut from", "whole, 2.rep, 0.900000 ms to 2.000000 ms"},
                  {"Rank", "1"}};
    model::Entity measure = host, other = host;
    measure.key.host = 2,
    measure.facts = {{"File", "a"}, {"Clock", "the measure for the other files"}, {"Clock", "TSC"}};
    other.key.host = 3, other.facts = {{"Rank", "1"}, {"Clock", "the measure for the other files"}};
    store->info().entities = {host, measure, other};
    CHECK(writeRep(*store->publish(true), folder / "old.rep").has_value());
    const auto again = opened(folder / "old.rep");
    const auto& read = again->info().entities;
    CHECK_EQ(read.size(), 3u);
    CHECK(read[0].facts == model::Facts({{"merge.file", "rank1.rep"},
                                         {"merge.rank", "1"},
                                         {"merge.host", "node7"},
                                         {"merge.clock_ahead_ns", "5010000"},
                                         {"merge.clock_aligned_by", "wall"},
                                         {"merge.clock_shift_ns", "-1712085100000000003"},
                                         {"merge.clock_collectives", "12"},
                                         {"merge.clock_residual_ns", "250"},
                                         {"merge.cut_of", "whole, 2.rep"},
                                         {"merge.cut_begin_ns", "900000"},
                                         {"merge.cut_end_ns", "2000000"},
                                         {"Rank", "1"}}));
    CHECK(read[1].facts == model::Facts({{"merge.file", "a"}, {"merge.clock", "measure"}, {"Clock", "TSC"}}));
    CHECK(read[2].facts == other.facts);
}

TEST("Facts that older versions wrote about the file as titles are read as keys, and become text again") {
    const Folder folder;
    const auto store = EventStore::create();
    store->info().session_facts = {{"Only events of kinds", "kernel, memset"},
                                   {"traces in this file", "2"},
                                   {"time of the first event in the file (ns)", "1712085100000000003"},
                                   {"Rank", "1"}};
    CHECK(writeRep(*store->publish(true), folder / "old.rep").has_value());
    const auto again = opened(folder / "old.rep");
    const model::Facts& read = again->info().session_facts;
    CHECK(read == model::Facts({{"sightline.only_kinds", "kernel, memset"},
                                {"sightline.traces_in_file", "2"},
                                {"sightline.first_event_ns", "1712085100000000003"},
                                {"Rank", "1"}}));
    std::string text;
    for (const auto& [key, value] : read) {
        const model::FactText fact = model::factText(key, value);
        text += english(fact.title) + ": " + english(fact.value) + '\n';
    }
    CHECK_EQ(text,
             "Only events of kinds: kernel, memset\nTraces in this file: 2\n"
             "Time of the first event in the file (ns): 1712085100000000003\nRank: 1\n");
}

TEST("A file that is cut off anywhere opens, and says where it ends") {
    const Folder folder;
    const auto store = storeOf(randomContent(7, 40));
    CHECK(writeRep(*store->snapshot(), folder / "a.rep").has_value());
    const Bytes file = load(folder / "a.rep");
    const auto frames = framesOf(file);
    const std::uint64_t all = store->snapshot()->eventCount();
    std::uint64_t events = 0;
    for (std::size_t cut = 0; cut < file.size(); ++cut) {
        // Every border with its neighbours, and some places between.
        const bool border = std::any_of(frames.begin(), frames.end(),
                                        [&](const FrameAt& f) { return cut + 1 >= f.offset && cut <= f.offset + 1; });
        if (!border && cut % 61 != 0) continue;
        save(folder / "cut.rep", std::span(file).first(cut));
        auto part = EventStore::create();
        const auto ok = readRep(folder / "cut.rep", *part);
        if (cut < frames[1].offset) {
            CHECK(!ok && ok.error().code == (cut == 0 ? ErrorCode::EmptyFile : ErrorCode::Truncated));
            continue;
        }
        CHECK(ok.has_value());
        CHECK(part->info().partial);
        CHECK_EQ(notes(*part, Note::Incomplete), 1u);
        CHECK_EQ(notes(*part, Note::DamagedPart), 0u);
        CHECK_EQ(notes(*part, Note::MissingString) + notes(*part, Note::DanglingReference), 0u);
        std::size_t last = 0;
        for (const FrameAt& f : frames)
            if (f.offset + f.bytes <= cut) last = f.offset + f.bytes;
        for (const Diagnostic& d : part->diagnostics().list())
            if (d.note == Note::Incomplete) CHECK_EQ(d.offset, static_cast<std::int64_t>(last));
        CHECK(part->snapshot()->eventCount() >= events);
        events = part->snapshot()->eventCount();
    }
    CHECK_EQ(events, all);
}

TEST("Following a growing file shows each frame as soon as it is complete") {
    const Folder folder;
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        const auto store = storeOf(randomContent(seed, 3000));
        CHECK(writeRep(*store->snapshot(), folder / "a.rep").has_value());
        const Bytes file = load(folder / "a.rep");
        const auto frames = framesOf(file);
        const auto path = folder / "growing.rep";
        save(path, {});
        const auto live = EventStore::create();
        auto follower = RepFollower::open(path, *live);
        CHECK(follower.has_value());
        Random random(seed);
        std::size_t written = 0, seen = 0;
        while (written < file.size()) {
            const std::size_t n = std::min(file.size() - written, static_cast<std::size_t>(1 + below(random, 5000)));
            std::ofstream(path, std::ios::binary | std::ios::app)
                .write(reinterpret_cast<const char*>(file.data()) + written, static_cast<std::streamsize>(n));
            written += n;
            const auto progress = follower->poll();
            CHECK(progress.has_value());
            seen += progress->frames;
            const auto complete =
                static_cast<std::size_t>(std::count_if(frames.begin(), frames.end(), [&](const FrameAt& f) {
                    return f.header.type != rep::FrameType::Directory && f.offset + f.bytes <= written;
                }));
            CHECK_EQ(seen, complete);
            CHECK_EQ(progress->closed, written == file.size());
        }
        CHECK_EQ(firstDifference(dumpStore(*store->snapshot()), dumpStore(*live->snapshot())), "");
    }
}

TEST("A capture that was killed is finished with what had arrived") {
    const Folder folder;
    const auto store = storeOf(randomContent(4, 500));
    CHECK(writeRep(*store->snapshot(), folder / "a.rep").has_value());
    save(folder / "b.rep", unclosed(load(folder / "a.rep")));
    const auto live = EventStore::create();
    auto follower = RepFollower::open(folder / "b.rep", *live);
    CHECK(!follower->poll()->closed);
    follower->finish();
    CHECK_EQ(notes(*live, Note::Incomplete), 1u);
    CHECK(live->snapshot()->info().partial);
    CHECK_EQ(dumpWithoutNotes(*live->snapshot()), dumpWithoutNotes(*store->snapshot()));
}

TEST("A follower passes over a damaged stretch once frames follow it") {
    const Folder folder;
    const auto store = storeOf(randomContent(4, 500));
    CHECK(writeRep(*store->snapshot(), folder / "a.rep").has_value());
    Bytes file = load(folder / "a.rep");
    const auto frames = framesOf(file);
    const std::size_t middle = frames[frames.size() - 3].offset;
    file[middle] ^= 0xff;
    save(folder / "b.rep", std::span(file).first(frames[frames.size() - 2].offset));
    const auto live = EventStore::create();
    auto follower = RepFollower::open(folder / "b.rep", *live);
    CHECK_EQ(follower->poll()->offset, middle);
    CHECK_EQ(notes(*live, Note::DamagedPart), 0u);
    save(folder / "b.rep", file);
    CHECK(follower->poll()->closed);
    CHECK_EQ(notes(*live, Note::DamagedPart), 1u);
}

TEST("A damaged payload costs its frame and nothing else") {
    const Folder folder;
    const auto store = storeOf(randomContent(10, 2000));
    CHECK(writeRep(*store->snapshot(), folder / "a.rep").has_value());
    const Bytes file = load(folder / "a.rep");
    for (const bool closed : {true, false}) {
        for (const FrameAt& f : framesOf(file)) {
            if (f.header.storedBytes == 0 || f.header.type == rep::FrameType::Directory) continue;
            Bytes damaged = closed ? file : unclosed(file);
            damaged[f.offset + rep::kFrameHeaderBytes + f.header.storedBytes / 2] ^= 0x10;
            save(folder / "b.rep", damaged);
            const auto part = opened(folder / "b.rep");
            CHECK_EQ(part->info().partial, !closed);
            std::uint64_t lost = 0;
            switch (f.header.type) {
            case rep::FrameType::Rows:
            case rep::FrameType::Values: lost = f.header.rows; break;
            case rep::FrameType::Tracks:
            case rep::FrameType::Lanes: lost = store->snapshot()->eventCount(); break;
            default: break;
            }
            CHECK(notes(*part, Note::DamagedPart) >= 1u);
            if (f.header.type == rep::FrameType::Strings) CHECK_EQ(notes(*part, Note::MissingString), f.header.rows);
            CHECK_EQ(part->snapshot()->eventCount(), store->snapshot()->eventCount() - lost);
        }
    }
}

TEST("Frames behind a destroyed stretch are found again") {
    const Folder folder;
    const auto store = storeOf(randomContent(12, 3000));
    CHECK(writeRep(*store->snapshot(), folder / "a.rep").has_value());
    const Bytes file = load(folder / "a.rep");
    const auto frames = framesOf(file);
    const auto rows = std::find_if(frames.begin(), frames.end(),
                                   [](const FrameAt& f) { return f.header.type == rep::FrameType::Rows; });
    const std::uint64_t expected = store->snapshot()->eventCount() - rows->header.rows;
    const auto check = [&](const Bytes& damaged) {
        save(folder / "b.rep", damaged);
        const auto part = opened(folder / "b.rep");
        CHECK_EQ(part->snapshot()->eventCount(), expected);
        CHECK(notes(*part, Note::DamagedPart) >= 1u);
    };
    // Without the directory, so that the frames have to be looked for.
    const Bytes open = unclosed(file);
    Bytes zeros = open;
    std::fill_n(zeros.begin() + static_cast<std::ptrdiff_t>(rows->offset), rows->bytes, 0);
    check(zeros);
    Bytes shorter = open;
    shorter.erase(shorter.begin() + static_cast<std::ptrdiff_t>(rows->offset) + 50,
                  shorter.begin() + static_cast<std::ptrdiff_t>(rows->offset) + 61);
    check(shorter);
    Bytes longer = open;
    longer.insert(longer.begin() + static_cast<std::ptrdiff_t>(rows->offset) + 50, 1001, 0xf5);
    check(longer);
}

TEST("A frame of an unknown type or codec is passed over and counted") {
    const Folder folder;
    const auto store = storeOf(randomContent(2, 200));
    CHECK(writeRep(*store->snapshot(), folder / "a.rep").has_value());
    Bytes file = unclosed(load(folder / "a.rep"));
    const auto insert = [&](std::size_t frame, rep::FrameType type, std::uint8_t codec) {
        const Bytes payload(64, 7);
        rep::FrameHeader h;
        h.seal(payload.data(), 64);
        h.type = type;
        h.codec = static_cast<rep::Codec>(codec);
        unsigned char head[rep::kFrameHeaderBytes];
        h.write(head);
        const auto at = file.begin() + static_cast<std::ptrdiff_t>(framesOf(file)[frame].offset);
        file.insert(file.insert(at, payload.begin(), payload.end()), std::begin(head), std::end(head));
    };
    insert(1, static_cast<rep::FrameType>(200), 0);
    insert(4, static_cast<rep::FrameType>(199), 1);
    insert(6, rep::FrameType::Info, 9);
    save(folder / "b.rep", file);
    const auto again = opened(folder / "b.rep");
    CHECK_EQ(notes(*again, Note::NewerMinorVersion), 3u);
    CHECK_EQ(notes(*again, Note::DamagedPart), 0u);
    CHECK_EQ(dumpWithoutNotes(*again->snapshot()), dumpWithoutNotes(*store->snapshot()));
}

TEST("A newer major version is refused and both versions are named; a newer minor one is read") {
    const Folder folder;
    const auto store = storeOf(randomContent(2, 50));
    CHECK(writeRep(*store->snapshot(), folder / "a.rep").has_value());
    Bytes file = load(folder / "a.rep");
    file[8] = 7;
    file[10] = 3;
    save(folder / "b.rep", file);
    const auto ok = readRep(folder / "b.rep", *EventStore::create());
    CHECK(!ok && ok.error().code == ErrorCode::NewerVersion);
    CHECK_EQ(english(ok.error().detail), "version 7.3, newest understood 1.3");
    unsigned char header[rep::kFileHeaderBytes];
    rep::FileHeader{1, 200}.write(header);
    std::copy(std::begin(header), std::end(header), file.begin());
    save(folder / "b.rep", file);
    CHECK_EQ(dumpStore(*opened(folder / "b.rep")->snapshot()), dumpStore(*store->snapshot()));
}

TEST("Files that are not reports are refused with the reason") {
    const Folder folder;
    const auto code = [&](std::string_view text) {
        save(folder / "x", {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
        const auto ok = readRep(folder / "x", *EventStore::create());
        return ok ? ErrorCode::Cancelled : ok.error().code;
    };
    CHECK_EQ(code(""), ErrorCode::EmptyFile);
    CHECK_EQ(code("SQLite format 3"), ErrorCode::UnknownFormat);
    CHECK_EQ(code("\x89REP\r\n\x1a\n"), ErrorCode::Truncated);
    CHECK_EQ(readRep(folder / "absent", *EventStore::create()).error().code, ErrorCode::CannotOpen);
    CHECK_EQ(readRep(folder / ".", *EventStore::create()).error().code, ErrorCode::NotAFile);
}

TEST("Saving is all or nothing: a full disk and a cancel leave the old file as it was") {
    const Folder folder;
    const auto store = storeOf(randomContent(10, 5000));
    const auto path = folder / "a.rep";
    const Bytes old(std::begin(rep::kMagic), std::end(rep::kMagic));  // what is no report is not written over
    save(path, old);
    {
        rlimit before{};
        ::getrlimit(RLIMIT_FSIZE, &before);
        const auto handler = std::signal(SIGXFSZ, SIG_IGN);
        const rlimit small{4096, before.rlim_max};
        ::setrlimit(RLIMIT_FSIZE, &small);
        const auto ok = writeRep(*store->snapshot(), path);
        ::setrlimit(RLIMIT_FSIZE, &before);
        std::signal(SIGXFSZ, handler);
        CHECK(!ok && ok.error().code == ErrorCode::CannotWrite && !ok.error().detail.empty());
    }
    std::stop_source stop;
    RepWriteOptions options;
    options.stop = stop.get_token();
    options.progress = [&](std::uint64_t, std::uint64_t) { stop.request_stop(); };
    const auto cancelled = writeRep(*store->snapshot(), path, options);
    CHECK(!cancelled && cancelled.error().code == ErrorCode::Cancelled);
    CHECK(load(path) == old);
    CHECK_EQ(folder.files(), 1u);
    CHECK_EQ(writeRep(*store->snapshot(), folder / "no such folder/a.rep").error().code, ErrorCode::CannotWrite);
    CHECK_EQ(writeRep(*store->snapshot(), folder / ".").error().code, ErrorCode::NotAFile);
    if (fs::exists("/dev/full")) {
        const auto full = writeRep(*store->snapshot(), "/dev/full");
        CHECK(!full && full.error().code == ErrorCode::CannotWrite &&
              english(full.error().detail).find("space") != std::string::npos);
        CHECK(fs::exists("/dev/full"));
    }
}

TEST("Saving through a symbolic link replaces the file behind it") {
    const Folder folder;
    const auto store = storeOf(randomContent(1, 50));
    save(folder / "real.rep", {});
    fs::create_symlink(folder / "real.rep", folder / "link.rep");
    CHECK(writeRep(*store->snapshot(), folder / "link.rep").has_value());
    CHECK(fs::is_symlink(folder / "link.rep"));
    CHECK_EQ(dumpStore(*opened(folder / "real.rep")->snapshot()), dumpStore(*store->snapshot()));
}

TEST("Progress of saving and opening ends at the whole") {
    const Folder folder;
    const auto store = storeOf(randomContent(5, 100000));
    std::vector<std::pair<std::uint64_t, std::uint64_t>> saved;
    CHECK(writeRep(*store->snapshot(), folder / "a.rep",
                   {{}, [&](auto done, auto total) { saved.emplace_back(done, total); }, 0})
              .has_value());
    CHECK(std::is_sorted(saved.begin(), saved.end()) && saved.back().first == saved.back().second);
    CHECK_EQ(saved.back().second, store->snapshot()->eventCount());
    RepReadOptions options;
    std::uint64_t last = 0;
    options.progress = [&](std::uint64_t done, std::uint64_t total) {
        CHECK(done >= last && done <= total);
        last = done;
    };
    CHECK(readRep(folder / "a.rep", *EventStore::create(), options).has_value());
    CHECK(last > 0);
}

TEST("A cancelled opening keeps what was read and says that it is partial") {
    const Folder folder;
    const auto store = storeOf(randomContent(5, 100000));
    CHECK(writeRep(*store->snapshot(), folder / "a.rep").has_value());
    for (int after = 0; after < 4; ++after) {
        std::stop_source stop;
        RepReadOptions options;
        options.stop = stop.get_token();
        int calls = 0;
        options.published = [&] {
            if (++calls == after) stop.request_stop();
        };
        if (after == 0) stop.request_stop();
        const auto part = EventStore::create();
        const auto ok = readRep(folder / "a.rep", *part, options);
        if (ok) continue;  // it was read before it could be stopped
        CHECK_EQ(ok.error().code, ErrorCode::Cancelled);
        CHECK(part->snapshot()->info().partial);
        CHECK_EQ(notes(*part, Note::Cancelled), 1u);
        CHECK(part->snapshot()->eventCount() <= store->snapshot()->eventCount());
        CHECK(!dumpStore(*part->snapshot()).empty());  // every reference in it leads somewhere
    }
}

TEST("GPU work is published first, and readers may look at everything that is published") {
    const Folder folder;
    const auto store = storeOf(randomContent(20, 100000));
    CHECK(writeRep(*store->snapshot(), folder / "a.rep").has_value());
    const auto again = EventStore::create();
    std::atomic<bool> done{false};
    std::thread reader([&] {
        while (!done) CHECK(!dumpStore(*again->snapshot()).empty());
    });
    std::uint64_t firstEvents = 0, gpuEvents = 0;
    RepReadOptions options;
    options.published = [&] {
        if (firstEvents) return;
        const auto s = again->snapshot();
        firstEvents = s->eventCount();
        for (const Track& t : s->tree().tracks)
            for (const LaneId l : t.lanes)
                if (t.kind == TrackKind::StreamKernels || t.kind == TrackKind::StreamMemory)
                    gpuEvents += s->lane(l).rows;
    };
    CHECK(readRep(folder / "a.rep", *again, options).has_value());
    done = true;
    reader.join();
    CHECK(firstEvents > 0 && gpuEvents > 0);
    CHECK(gpuEvents <= firstEvents && firstEvents < store->snapshot()->eventCount());
    CHECK_EQ(firstDifference(dumpStore(*store->snapshot()), dumpStore(*again->snapshot())), "");
}

TEST("Ten thousand lanes of three rows share frames") {
    const Folder folder;
    const auto store = EventStore::create();
    for (int i = 0; i < 10000; ++i) {
        const TrackId t = store->track(i % 2 ? TrackKind::Nvtx : TrackKind::CudaApi, {0, 1, i / 2, 0, 0, 0, 0});
        for (int k = 0; k < 3; ++k)
            store->lane(t, 0).append({i + k * 10, i + k * 10 + 5, store->strings().intern("x"), 0, 0, 0});
    }
    store->publish(true);
    CHECK(writeRep(*store->snapshot(), folder / "a.rep").has_value());
    CHECK(framesOf(load(folder / "a.rep")).size() < 20);
    CHECK(fs::file_size(folder / "a.rep") < 300000);
    CHECK_EQ(store_compare::hashStore(*opened(folder / "a.rep")->snapshot()),
             store_compare::hashStore(*store->snapshot()));
}

TEST("A file that is opened into a store with content adds to it") {
    const Folder folder;
    const auto a = randomContent(1, 300);
    auto b = randomContent(2, 300);
    for (Content& c : b) c.key.pid += 1000, c.key.device += 8, c.key.host = 1;
    CHECK(writeRep(*storeOf(b)->snapshot(), folder / "b.rep").has_value());
    const auto store = storeOf(a);
    CHECK(readRep(folder / "b.rep", *store).has_value());
    auto both = a;
    both.insert(both.end(), b.begin(), b.end());
    const auto expected = storeOf(both);
    CHECK_EQ(store->snapshot()->eventCount(), expected->snapshot()->eventCount());
    std::string x = dumpStore(*store->snapshot()), y = dumpStore(*expected->snapshot());
    x = x.substr(x.find("\nhost "));
    y = y.substr(y.find("\nhost "));
    CHECK_EQ(firstDifference(x, y), "");
}
