// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/capture/capture.h"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <fstream>
#include <set>

#include "importers/capture/process_reader.h"
#include "importers/cuda_names.h"
#include "model/subjects.h"

namespace importers::capture {

using model::ErrorCode;
using model::fail;
using model::Note;
using model::Result;
using model::TrackKey;
using model::TrackKind;
namespace fs = std::filesystem;
namespace spool = collectors::spool;

namespace {

constexpr std::size_t kMostSessionBytes = 1 << 20;

/// What a session wrote about itself: texts that end with a zero, key and value in turn.
model::Facts sessionFacts(const fs::path& folder) {
    std::error_code ignored;
    if (!fs::is_regular_file(folder / "session", ignored)) return {};
    std::ifstream in(folder / "session", std::ios::binary);
    std::string text(kMostSessionBytes, '\0');
    in.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(in.gcount()));
    model::Facts out;
    std::vector<std::string> words;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\0', at), text.size());
        words.push_back(text.substr(at, end - at));
        at = end + 1;
    }
    for (std::size_t i = 0; i + 1 < words.size(); i += 2) out.emplace_back(words[i], words[i + 1]);
    return out;
}

void describeDevices(Session& session) {
    for (const auto& [number, d] : session.devices) {
        model::Entity e{model::Entity::Type::Device, {}, session.deviceNames[number], {}};
        e.key.device = number;
        const auto add = [&](std::string_view key, std::uint64_t value) {
            if (value) e.facts.emplace_back(std::string(key), std::to_string(value));
        };
        std::string uuid = "GPU-";
        for (std::size_t i = 0; i < sizeof d.uuid; ++i) uuid += fmt::format("{}{:02x}", i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "", d.uuid[i]);
        e.facts.emplace_back("uuid", uuid);
        // As Nsight Systems names these facts, which details and rooflines look for.
        add("computeMajor", d.major), add("computeMinor", d.minor), add("smMajor", d.major), add("smMinor", d.minor), add("smCount", d.multiprocessors);
        add("clockRate", std::uint64_t{d.clock} * 1000), add("totalMemory", d.memory), add("memoryBandwidth", d.bandwidth * 1000), add("l2CacheSize", d.l2);
        add("sharedMemPerMultiprocessor", d.sharedPerSm), add("registersPerMultiprocessor", d.registersPerSm), add("maxWarpsPerSm", d.warpsPerSm);
        session.store.info().entities.push_back(std::move(e));
    }
}

void nameTracks(Session& session) {
    model::EventStore& store = session.store;
    const auto name = [&](model::TrackId id, std::string_view text) {
        if (!text.empty()) store.setTrackName(id, store.strings().intern(text));
    };
    const auto find = [](const auto& map, const auto& key) {
        const auto at = map.find(key);
        return at == map.end() ? std::string() : at->second;
    };
    const model::SnapshotPtr s = store.publish();
    for (const model::Track& t : s->tree().tracks) {
        switch (t.kind) {
        case TrackKind::Host: name(t.id, session.host); break;
        case TrackKind::Gpu: case TrackKind::CudaHw: name(t.id, find(session.deviceNames, t.key.device)); break;
        case TrackKind::Process: {
            const std::string text = find(session.processNames, t.key.pid);
            name(t.id, text);
            store.info().entities.push_back({model::Entity::Type::Process, t.key, text, {}});
            break;
        }
        case TrackKind::Stream: name(t.id, find(session.streamNames, t.key)); break;
        case TrackKind::Thread: name(t.id, find(session.threadNames, t.key)); break;
        case TrackKind::MemoryUsage: name(t.id, t.key.domain >= 0 && t.key.domain < static_cast<std::int64_t>(kMemoryKinds.size()) ? kMemoryKinds[static_cast<std::size_t>(t.key.domain)] : "Unknown kind"); break;
        case TrackKind::Nvtx: case TrackKind::Nccl: case TrackKind::ProcessNvtx: name(t.id, find(session.domainNames, std::pair(t.key.pid, t.key.domain))); break;
        case TrackKind::ProcessCounter: name(t.id, store.strings().at(static_cast<model::StringId>(t.key.domain))); break;
        default: break;
        }
    }
}

Result<void> readOne(Session& session, const fs::path& path, const OpenOptions& options, std::uint64_t& done, std::uint64_t all) {
    const auto header = spoolHeader(path);
    if (!header) return tl::unexpected(header.error());
    ProcessReader process(session, header->pid);
    const std::uint64_t before = done;
    const auto end = readSpool(path, [&](const SpoolBlock& block) {
        process.take(block);
        done = before + block.offset;
        if (options.progress) options.progress({done, all});
        return !options.stop.stop_requested();
    });
    if (!end) return tl::unexpected(end.error());
    process.finish();
    done = before + end->bytes;
    if (end->good < end->bytes && !options.stop.stop_requested())
        session.store.diagnostics().add(Note::Incomplete, path.filename().string(), 1, fmt::format("{} of {} bytes are whole", end->good, end->bytes), static_cast<std::int64_t>(end->good));
    return {};
}

Result<void> readAll(const std::vector<fs::path>& spools, model::EventStore& store, const OpenOptions& options, const model::Facts& facts) {
    Session session(store);
    std::uint64_t done = 0, all = 0;
    for (const fs::path& path : spools) {
        std::error_code ignored;
        all += fs::file_size(path, ignored);
    }
    model::ReportInfo& info = store.info();
    const auto has = [&](std::string_view key) { return std::any_of(facts.begin(), facts.end(), [key](const auto& f) { return f.first == key; }); };
    session.isRunning = !facts.empty() && !has("ended.monotonic");
    for (const fs::path& path : spools) {
        const auto read = readOne(session, path, options, done, all);
        if (read) continue;
        if (spools.size() == 1) return read;
        store.diagnostics().add(Note::FileLeftOut, path.filename().string(), 1, read.error().detail);  // the others are worth having
    }
    info.product = "Sightline";
    info.productVersion = session.collector;
    info.session_facts.insert(info.session_facts.end(), facts.begin(), facts.end());
    info.session_facts.insert(info.session_facts.end(), session.facts.begin(), session.facts.end());
    for (const auto& [key, value] : facts)
        if (key.starts_with("untraced.")) session.say(model::withValues(model::kNotTraced, {std::string_view(key).substr(9), value}));
    describeDevices(session);
    store.setNameColours(session.colours);
    const model::TimeNs zero = session.groups.build(options.threads, options.stop);
    if (session.realtimeOffset && zero) info.utcEpochNs = zero + session.realtimeOffset;
    nameTracks(session);
    if (options.stop.stop_requested()) {
        info.partial = true;
        store.publish(true);
        return fail(ErrorCode::Cancelled, info.path);
    }
    store.publish(true);
    if (options.published) options.published();
    return {};
}

}  // namespace

int sniff(const Sniff& s) {
    const std::string_view magic(reinterpret_cast<const char*>(spool::kMagic), sizeof spool::kMagic);
    return s.head.starts_with(magic) ? 100 : 0;
}

Result<void> open(const fs::path& path, model::EventStore& store, const OpenOptions& options) {
    store.info().format = "Sightline spool";
    return readAll({path}, store, options, sessionFacts(path.parent_path()));
}

Result<void> openSession(const fs::path& folder, model::EventStore& store, const OpenOptions& options) {
    store.info().format = "Sightline session";
    store.info().formatKey = "capture";
    store.info().path = folder.string();
    return readAll(spoolsIn(folder), store, options, sessionFacts(folder));
}

bool isSession(const fs::path& folder) {
    std::error_code ignored;
    return fs::is_regular_file(folder / "options", ignored) && (fs::is_regular_file(folder / "session", ignored) || !spoolsIn(folder).empty());
}

std::vector<fs::path> spoolsIn(const fs::path& folder) {
    std::vector<fs::path> out;
    std::error_code error;
    for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error))
        if (it->path().extension() == ".spool" && it->is_regular_file(error)) out.push_back(it->path());
    std::sort(out.begin(), out.end());
    return out;
}

}  // namespace importers::capture
