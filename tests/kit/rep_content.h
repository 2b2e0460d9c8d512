// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <numeric>
#include <random>
#include <string>
#include <variant>
#include <vector>

#include "model/rep/rep_format.h"
#include "model/rep/rep_reader.h"
#include "model/rep/rep_writer.h"
#include "tests/kit/check.h"
#include "tests/kit/store_compare.h"

/// What the tests of `.rep` have in common: stores with random content, and files as bytes.
namespace rep_content {

namespace fs = std::filesystem;
using namespace model;
using Bytes = std::vector<std::uint8_t>;
using Random = std::mt19937_64;

/// A folder of its own for each test.
class Folder {
public:
    Folder() {
        std::string pattern = (fs::temp_directory_path() / "sightline-rep-XXXXXX").string();
        m_path = ::mkdtemp(pattern.data());
    }
    ~Folder() { fs::remove_all(m_path); }
    fs::path operator/(std::string_view name) const { return m_path / name; }
    std::size_t files() const { return static_cast<std::size_t>(std::distance(fs::directory_iterator(m_path), {})); }

private:
    fs::path m_path;
};

inline Bytes load(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}
inline void save(const fs::path& path, std::span<const std::uint8_t> bytes) {
    std::ofstream(path, std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
}

inline std::int64_t below(Random& random, std::int64_t n) {
    return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(n));
}

/// One track with its content, without any ids.
struct Content {
    struct Row {
        TimeNs start, end;
        std::string name;
        std::vector<std::pair<std::string, std::variant<std::int64_t, double, std::string>>> args;
        std::uint32_t correlation;
        std::uint32_t gridId;
        std::vector<std::string> chain;  // leaf first
    };
    TrackKind kind;
    TrackKey key;
    std::string name;
    std::vector<std::vector<Row>> lanes, overflow;
    std::vector<std::pair<TimeNs, double>> values;
};

inline std::vector<Content::Row> randomRows(Random& random, std::size_t n, TrackKind kind) {
    std::vector<Content::Row> rows;
    TimeNs t = below(random, 2000) - 1000;
    if (random() % 16 == 0) t = -kTimeLimit;
    const bool instants = trackKindInfo(kind).shape == Shape::Instant;
    for (std::size_t i = 0; i < n; ++i) {
        Content::Row r;
        if (i == n - 1 && random() % 16 == 0) t = kTimeLimit / 2;
        t += random() % 3 ? below(random, 1000) : 0;
        r.start = t;
        if (!instants && random() % 4) t += below(random, random() % 50 ? 5000 : 5'000'000'000);
        r.end = t;
        r.name = random() % 20 ? "name " + std::to_string(below(random, 40)) : "ж " + std::to_string(random());
        if (random() % 30 == 0) r.name.clear();
        for (auto k = below(random, 4); k-- > 0;) {
            const std::string key = "key " + std::to_string(k);
            switch (random() % 3) {
            case 0:
                r.args.emplace_back(key, random() % 2 ? below(random, 100) - 50 : static_cast<std::int64_t>(random()));
                break;
            case 1: r.args.emplace_back(key, static_cast<double>(below(random, 1000)) / 7); break;
            default: r.args.emplace_back(key, "text " + std::to_string(below(random, 200)));
            }
        }
        r.correlation = static_cast<std::uint32_t>(i * 3 + random() % 3);
        r.gridId = static_cast<std::uint32_t>(random() % 5 ? i : random());
        for (auto k = random() % 3 ? 0 : below(random, 6); k-- > 0;)
            r.chain.push_back("function " + std::to_string(below(random, 30)));
        rows.push_back(std::move(r));
    }
    return rows;
}

inline std::vector<Content> randomContent(std::uint64_t seed, std::size_t mostRows) {
    Random random(seed);
    const auto count = [&]() -> std::size_t {
        if (random() % 8 == 0) return 0;
        const std::size_t some = random();  // before the other one, an order which an expression would leave open
        return some % ((mostRows >> random() % 6) + 1);
    };
    std::vector<Content> all;
    for (int i = 0; i < 12; ++i) {
        Content c;
        constexpr TrackKind kKinds[] = {TrackKind::StreamKernels,  TrackKind::StreamMemory, TrackKind::StreamEvents,
                                        TrackKind::CudaApi,        TrackKind::Nvtx,         TrackKind::OsRuntime,
                                        TrackKind::CpuSamples,     TrackKind::ThreadState,  TrackKind::GpuMetric,
                                        TrackKind::GenericCounter, TrackKind::Process,      TrackKind::Thread};
        c.kind = kKinds[i];
        c.key = {0, 100 + below(random, 3), 200 + below(random, 3), below(random, 2),
                 1, 7 + below(random, 2),   below(random, 3)};
        if (random() % 2) c.name = "track " + std::to_string(random() % 5);
        const Shape shape = trackKindInfo(c.kind).shape;
        if (shape == Shape::Counter) {
            TimeNs t = below(random, 100);
            const bool whole = random() % 2;
            for (std::size_t n = count(); n-- > 0; t += below(random, 100)) {
                const auto v = static_cast<double>(below(random, 1000) - 500);
                c.values.emplace_back(t, whole                ? v
                                         : random() % 20 == 0 ? std::nan("")
                                         : random() % 20 == 0 ? -0.0
                                                              : v / 3);
            }
        } else if (shape != Shape::Group) {
            for (auto n = 1 + random() % 3; n-- > 0;) c.lanes.push_back(randomRows(random, count(), c.kind));
            if (random() % 2) c.overflow.push_back(randomRows(random, count(), c.kind));
        }
        all.push_back(std::move(c));
    }
    return all;
}

inline void fillLane(EventStore& store, Lane& lane, const std::vector<Content::Row>& rows) {
    for (const auto& r : rows) {
        Event e{r.start, r.end, r.name.empty() ? 0 : store.strings().intern(r.name), 0, 0, 0};
        std::vector<Arg> args;
        for (const auto& [key, value] : r.args) {
            const StringId k = store.strings().intern(key);
            if (const auto* i = std::get_if<std::int64_t>(&value)) args.push_back({k, Arg::Type::Int, *i});
            else if (const auto* d = std::get_if<double>(&value)) args.push_back(Arg::ofReal(k, *d));
            else args.push_back({k, Arg::Type::String, store.strings().intern(std::get<std::string>(value))});
        }
        e.args = store.args().intern(args);
        e.correlation = r.correlation;
        std::vector<Frame> frames;
        for (const std::string& f : r.chain)
            frames.push_back({store.strings().intern(f), store.strings().intern("library.so"), f.size() * 4096, 2, 1});
        e.payload = payloadIsChain(lane.kind()) ? store.callchains().intern(frames) : r.gridId;
        lane.append(e);
    }
}

inline std::shared_ptr<EventStore> storeOf(const std::vector<Content>& content, std::uint64_t orderSeed = 0) {
    auto store = EventStore::create();
    std::vector<std::size_t> order(content.size());
    std::iota(order.begin(), order.end(), 0);
    if (orderSeed) {  // other ids for everything
        std::shuffle(order.begin(), order.end(), Random(orderSeed));
        for (int i = 0; i < 50; ++i) store->strings().intern("name " + std::to_string(50 - i));
        store->strings().intern("never used");
    }
    for (const std::size_t i : order) {
        const Content& c = content[i];
        const TrackId t = store->track(c.kind, c.key);
        if (!c.name.empty()) store->setTrackName(t, store->strings().intern(c.name));
        for (std::size_t l = 0; l < c.lanes.size(); ++l) fillLane(*store, store->lane(t, l), c.lanes[l]);
        for (std::size_t l = 0; l < c.overflow.size(); ++l) fillLane(*store, store->overflowLane(t, l), c.overflow[l]);
        for (const auto& [time, value] : c.values) store->counter(t).append(time, value);
    }
    for (int i = 0; i < 60; i += 3)
        if (const StringId id = store->strings().find("name " + std::to_string(i)))
            store->setNameColour(id, 0xff000000u + static_cast<std::uint32_t>(i));
    ReportInfo& info = store->info();
    info.format = "A test";
    info.formatKey = "test";
    info.product = "Product";
    info.productVersion = "1.2.3";
    info.path = "/secret/path";
    info.session = {-5, 100000};
    info.utcEpochNs = 1'700'000'000'000'000'000;
    info.session_facts = {{"Hostname", "node"}, {"OS", ""}};
    info.entities.push_back(
        {Entity::Type::Device, {0, TrackKey::kNone, TrackKey::kNone, 1}, "GPU 1", {{"SM count", "132"}}});
    info.entities.push_back({Entity::Type::Process, {0, 100}, "python", {}});
    info.eventsInFile[0] = 17;
    info.eventsInFile[kEventKindCount - 1] = 3;
    info.skipped["reason"] = 4;
    info.attachments.push_back({"stdout", 100, "somewhere"});
    store->diagnostics().add(Note::MissingColumn, "T.c", 2, "an example", 77);
    store->diagnostics().add(Note::Overlapping, "NVTX");
    store->publish(true);
    return store;
}

inline std::shared_ptr<EventStore> opened(const fs::path& path, unsigned threads = 0) {
    auto store = EventStore::create();
    RepReadOptions options;
    options.threads = threads;
    if (const auto ok = readRep(path, *store, options); !ok)
        check::fail(__FILE__, __LINE__, "cannot read: " + model::english(ok.error().detail));
    return store;
}

inline std::uint64_t notes(const EventStore& store, Note note) { return store.diagnostics().total(note); }

/// Frames of a file: offset and size.
struct FrameAt {
    std::size_t offset, bytes;
    rep::FrameHeader header;
};
inline std::vector<FrameAt> framesOf(const Bytes& file) {
    std::vector<FrameAt> out;
    rep::FrameHeader h;
    for (std::size_t at = rep::kFileHeaderBytes; at + rep::kFrameHeaderBytes <= file.size() && h.read(file.data() + at);
         at += h.frameBytes())
        out.push_back({at, h.frameBytes(), h});
    return out;
}
/// Makes the checksums right again after a change.
inline void reseal(Bytes& file, std::size_t offset, rep::FrameHeader header) {
    unsigned char head[rep::kFrameHeaderBytes];
    if (offset + rep::kFrameHeaderBytes + header.storedBytes <= file.size())
        header.payloadChecksum = rep::checksum(file.data() + offset + rep::kFrameHeaderBytes, header.storedBytes);
    header.write(head);
    std::copy(std::begin(head), std::end(head), file.begin() + static_cast<std::ptrdiff_t>(offset));
}
/// The file without directory and end mark, as a writer leaves it that was killed.
inline Bytes unclosed(const Bytes& file) {
    const auto frames = framesOf(file);
    return {file.begin(), file.begin() + static_cast<std::ptrdiff_t>(frames.back().offset)};
}

/// All about a file that was cut off, but what the reader says about that.
inline std::string dumpWithoutNotes(const Snapshot& s) {
    std::string dump = store_compare::dumpStore(s), out;
    for (std::size_t at = 0; at < dump.size();) {
        const std::size_t end = dump.find('\n', at) + 1;
        const std::string_view line(dump.data() + at, end - at);
        if (!line.starts_with("note ") && !line.starts_with("info ")) out += line;
        at = end;
    }
    return out;
}

}  // namespace rep_content
