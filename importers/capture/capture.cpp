// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/capture/capture.h"

#include <fmt/format.h>
#include <algorithm>
#include <cstdlib>
#include <functional>
#include <map>
#include <optional>

#include "importers/capture/nothing_seen.h"
#include "importers/capture/process_reader.h"
#include "importers/common/cuda_names.h"
#include "importers/common/finish.h"
#include "importers/common/stop_check.h"
#include "model/base/messages.h"

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

constexpr std::string_view kDropped = "records.dropped";

/// What is read of one session.
struct Reading {
    Session& session;
    const OpenOptions& options;
    std::uint64_t done = 0, all = 0;  // bytes
};
using Blocks = std::map<std::uint64_t, model::TimeRange>;

void describeDevices(Session& session) {
    for (const auto& [number, d] : session.devices) {
        model::Entity e{model::Entity::Type::Device, {}, session.deviceNames[number], {}};
        e.key.device = number;
        const auto add = [&](std::string_view key, std::uint64_t value) {
            if (value) e.facts.emplace_back(std::string(key), std::to_string(value));
        };
        std::string uuid = "GPU-";
        for (std::size_t i = 0; i < sizeof d.uuid; ++i)
            uuid += fmt::format("{}{:02x}", i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "", d.uuid[i]);
        e.facts.emplace_back("uuid", uuid);
        // As Nsight Systems names these facts, which details and rooflines look for.
        add("computeMajor", d.major), add("computeMinor", d.minor), add("smMajor", d.major), add("smMinor", d.minor),
            add("smCount", d.multiprocessors);
        add("clockRate", std::uint64_t{d.clock} * 1000), add("totalMemory", d.memory),
            add("memoryBandwidth", d.bandwidth * 1000), add("l2CacheSize", d.l2);
        add("sharedMemPerMultiprocessor", d.sharedPerSm), add("registersPerMultiprocessor", d.registersPerSm),
            add("maxWarpsPerSm", d.warpsPerSm);
        session.store.info().entities.push_back(std::move(e));
    }
}

std::string find(const auto& map, const auto& key) {
    const auto at = map.find(key);
    return at == map.end() ? std::string() : at->second;
}

std::string deviceName(const Session& session, std::int64_t device) {
    const std::string given = find(session.givenDeviceNames, device), name = find(session.deviceNames, device);
    return given.empty() || name.empty() ? given + name : fmt::format("{} ({})", given, name);
}

/// What the program calls it, or that it is a default one; and its priority, where it has one.
void nameStream(Session& session, const model::Track& t) {
    model::EventStore& store = session.store;
    std::string text = find(session.givenStreamNames, std::pair(t.key.pid, t.key.stream));
    if (text.empty()) text = find(session.streamNames, t.key);
    const auto facts = session.streams.find({t.key.pid, t.key.context, t.key.stream});
    if (facts != session.streams.end()) {
        const std::int32_t priority = facts->second.priority;
        if (priority != 0) text += fmt::format("{}priority {}", text.empty() ? "" : ", ", priority);
        store.info().entities.push_back(
            {model::Entity::Type::Stream, t.key, text, {{"priority", std::to_string(priority)}}});
    }
    if (!text.empty()) store.setTrackName(t.id, store.strings().intern(text));
}

void nameTracks(Session& session) {
    model::EventStore& store = session.store;
    const auto name = [&](model::TrackId id, std::string_view text) {
        if (!text.empty()) store.setTrackName(id, store.strings().intern(text));
    };
    const model::SnapshotPtr s = store.publish();
    for (const model::Track& t : s->tree().tracks) {
        switch (t.kind) {
        case TrackKind::Host: name(t.id, session.host); break;
        case TrackKind::Gpu:
        case TrackKind::CudaHw: name(t.id, deviceName(session, t.key.device)); break;
        case TrackKind::Process: {
            const std::string text = find(session.processNames, t.key.pid);
            name(t.id, text);
            const auto number = session.numbers.find(t.key.pid);
            model::Facts facts;
            if (number != session.numbers.end()) facts.emplace_back("pid", std::to_string(number->second));
            if (const auto parent = session.parents.find(t.key.pid); parent != session.parents.end())
                facts.emplace_back("parent", std::to_string(parent->second));
            store.info().entities.push_back({model::Entity::Type::Process, t.key, text, facts});
            break;
        }
        case TrackKind::Stream: nameStream(session, t); break;
        case TrackKind::Thread: name(t.id, find(session.threadNames, t.key)); break;
        case TrackKind::MemoryUsage:
            name(t.id, t.key.domain >= 0 && t.key.domain < static_cast<std::int64_t>(kMemoryKinds.size())
                           ? kMemoryKinds[static_cast<std::size_t>(t.key.domain)]
                           : "Unknown kind");
            break;
        case TrackKind::Nvtx:
        case TrackKind::Nccl:
        case TrackKind::ProcessNvtx: name(t.id, find(session.domainNames, std::pair(t.key.pid, t.key.domain))); break;
        case TrackKind::GpuMetric:
        case TrackKind::HostCounter: {
            if (const auto at = session.meterNames.find({t.kind, t.key}); at != session.meterNames.end())
                store.setTrackName(t.id, at->second);
            break;
        }
        case TrackKind::Library:
            for (const auto& [library, number] : session.libraries)
                if (number == t.key.domain) store.setTrackName(t.id, library);
            break;
        case TrackKind::ProcessCounter:
            name(t.id, store.strings().at(static_cast<model::StringId>(t.key.domain)));
            break;
        default: break;
        }
    }
}

model::TimeRange timesOf(const SpoolBlock& block) {
    model::TimeRange out{model::kTimeMax, model::kTimeMin};
    for (std::size_t at = 0; block.recordBytes >= sizeof(std::uint64_t) && at + block.recordBytes <= block.bytes.size();
         at += block.recordBytes) {
        const auto time = static_cast<model::TimeNs>(std::min<std::uint64_t>(
            spool::read<std::uint64_t>(block.bytes.data() + at, sizeof(std::uint64_t)), model::kTimeLimit));
        out = {std::min(out.begin, time), std::max(out.end, time + 1)};
    }
    return out;
}

/// Spools by their names, and how each is opened.
struct Spools {
    std::vector<std::string> names;
    std::function<Result<model::InputFile>(const std::string&)> open;
};

/// `blocks` is filled where it is empty, and else tells what lies in the session's window.
Result<void> readOne(Reading& r, const Spools& spools, const std::string& name, Blocks* blocks) {
    const auto file = spools.open(name);
    if (!file) return tl::unexpected(file.error());
    const auto header = spoolHeader(*file, name);
    if (!header) return tl::unexpected(header.error());
    r.session.spool = name;
    StackTable& stacks = r.session.known.spools[r.session.spool];
    ProcessReader process(r.session, header->pid);
    (void)readSpool(
        *file, name,
        [&](const SpoolBlock& block) { return process.readFirst(block), !r.options.stop.stop_requested(); },
        [](spool::Block type, std::uint64_t) { return ProcessReader::isFirst(type); });
    process.finishFirst();
    const std::uint64_t before = r.done;
    const bool notes = blocks && blocks->empty();
    const auto use = [&](const SpoolBlock& block) {
        if (notes && ProcessReader::isTimed(block.type)) blocks->emplace(block.offset, timesOf(block));
        process.read(block);
        r.done = before + block.offset;
        if (r.options.progress) r.options.progress({r.done, r.all});
        return !r.options.stop.stop_requested();
    };
    const auto wanted = [&](spool::Block type, std::uint64_t offset) {
        if ((type == spool::Block::Stacks || type == spool::Block::RawStacks) && offset < stacks.read) return false;
        const auto at = blocks && !notes && ProcessReader::isTimed(type) ? blocks->find(offset) : Blocks::iterator();
        return !blocks || notes || !ProcessReader::isTimed(type) || at == blocks->end() ||
               (at->second.begin < r.session.window.end && at->second.end > r.session.window.begin);
    };
    const auto end = readSpool(*file, name, use, wanted);
    if (!end) return tl::unexpected(end.error());
    if (!end->damaged)
        stacks.read = std::max(stacks.read, end->good);  // a damaged one may be one that is still being written
    process.finish();
    r.done = before + end->bytes;
    if (end->damaged) r.session.store.diagnostics().add(Note::ChecksumMismatch, name, end->damaged);
    if (end->good < end->bytes && !r.options.stop.stop_requested())
        r.session.store.diagnostics().add(Note::Incomplete, name, 1,
                                          model::Message(model::MessageCode::BytesAreWhole, {end->good, end->bytes}),
                                          static_cast<std::int64_t>(end->good));
    return {};
}

/// One of several captures.
struct Part {
    const std::vector<CaptureTime>& captures;
    std::size_t which;
    std::map<std::string, Blocks>& blocks;
};

/// When the only capture, or one of several, ended; where that is not known: never.
model::TimeNs endOf(const std::vector<CaptureTime>& captures, std::size_t which) {
    return which < captures.size() && captures[which].end ? captures[which].end : model::kTimeMax;
}

/// Where somebody wanted one capture alone.
std::optional<std::size_t> theOnlyOne(const std::vector<CaptureTime>& captures) {
    const auto isWanted = [](const CaptureTime& c) { return !c.dropped; };
    if (captures.size() == 1) return 0;
    if (std::count_if(captures.begin(), captures.end(), isWanted) != 1) return std::nullopt;
    return static_cast<std::size_t>(std::find_if(captures.begin(), captures.end(), isWanted) - captures.begin());
}

bool hasFact(const model::Facts& facts, std::string_view key) {
    return std::any_of(facts.begin(), facts.end(), [key](const auto& f) { return f.first == key; });
}

/// What the facts of a session tell about its processes.
void readProcessFacts(const model::Facts& facts, Session& session) {
    session.isRunning = !facts.empty() && !hasFact(facts, "ended.monotonic") && !hasFact(facts, "recovered");
    for (const auto& [key, value] : facts) {
        const std::int64_t pid = std::strtoll(key.substr(key.find('.') + 1).c_str(), nullptr, 10);
        if (key.starts_with("flushed.")) session.flushed.insert(pid);
        if (key.starts_with("lost.")) {
            const std::uint64_t lost = std::strtoull(value.c_str(), nullptr, 10);
            session.noteLost(pid, lost, model::MessageCode::DiskFull);
        }
    }
}

/// Fails where the only spool cannot be read; of several, the others are worth having.
Result<void> readSpools(Reading& r, const Spools& spools, const model::Facts& facts, const Part* part) {
    for (const std::string& name : spools.names)
        if (const auto file = spools.open(name)) r.all += file->bytes;
    const std::vector<CaptureTime> captures = part ? part->captures : capturesIn(facts);
    const std::optional<std::size_t> which = part ? std::optional(part->which) : theOnlyOne(captures);
    if (which) r.session.end = endOf(captures, *which);
    for (const std::string& name : spools.names) {
        if (which) r.session.window = windowOf(captures, *which, name);
        const auto read = readOne(r, spools, name, part ? &part->blocks[name] : nullptr);
        if (read) continue;
        if (spools.names.size() == 1) return read;
        r.session.store.diagnostics().add(Note::FileLeftOut, name, 1, read.error().detail, read.error().offset);
    }
    return {};
}

void describe(Session& session, const Spools& spools, const model::Facts& facts) {
    model::ReportInfo& info = session.store.info();
    info.product = "Sightline";
    info.productVersion = spools.names.empty() ? factOf(facts, "collector") : session.collector;
    if (spools.names.empty()) session.host = factOf(facts, "host");
    for (const auto& fact : facts)
        // Whose folders those are is nobody's business who gets the report, and messages are its notes.
        if (fact.first != "output" && !isMessage(fact.first)) info.session_facts.push_back(fact);
    info.session_facts.insert(info.session_facts.end(), session.facts.begin(), session.facts.end());
    if (session.dropped) info.session_facts.emplace_back(kDropped, std::to_string(session.dropped));
    if (session.overheadAfter)
        info.session_facts.emplace_back("overhead.after [ns]", std::to_string(session.overheadAfter));
}

/// What the report lacks, and why.
void noteWhatIsMissing(Session& session, const model::Facts& facts) {
    for (const model::Message& m : messagesIn(facts)) session.reportMessage(m);
    reportNothingSeen(session, facts);
    session.reportLost();
    session.reportReplaced();
    session.reportKilled();
    if (hasFact(facts, "recovered")) session.reportSessionKilled();
}

void buildRows(Session& session, const OpenOptions& options) {
    model::TimeNs zero = 0;
    try {
        // A session that is being finished is not opened as a report.
        zero = session.groups.build(options.threads,
                                    options.stopBuilding.stop_possible() ? options.stopBuilding : options.stop);
    } catch (const Stopped&) {}  // a note says so; the rows that are complete stay
    if (session.realtimeOffset && zero) session.store.info().utcEpochNs = zero + session.realtimeOffset;
}

Result<void> readAll(const Spools& spools, model::EventStore& store, const OpenOptions& options,
                     const model::Facts& facts, KnownStacks& known, const Part* part = nullptr) {
    Session session(store, known);
    Reading r{session, options};
    readProcessFacts(facts, session);
    if (auto read = readSpools(r, spools, facts, part); !read) return read;
    describe(session, spools, facts);
    noteWhatIsMissing(session, facts);
    describeDevices(session);
    store.setNameColours(session.colours);
    buildRows(session, options);
    nameTracks(session);
    return finishReport(store.info().path, store, options, options.stop.stop_requested());
}

void describeSession(const model::Folder& folder, model::EventStore& store) {
    store.info().format = "Sightline session";
    store.info().formatKey = "capture";
    store.info().path = folder.path().string();
}

Spools spoolsOf(const model::Folder& folder) {
    return {spoolsIn(folder), [&folder](const std::string& name) { return folder.file(name); }};
}

}  // namespace

int sniff(const Sniff& s) {
    const std::string_view magic(reinterpret_cast<const char*>(spool::kMagic), sizeof spool::kMagic);
    return s.head.starts_with(magic) ? 100 : 0;
}

Result<void> open(const fs::path& path, model::EventStore& store, const OpenOptions& options) {
    if (fs::is_directory(path)) return openSession(path, store, options);
    store.info().format = "Sightline spool";
    KnownStacks known;
    const Spools one{{path.filename().string()}, [&path](const std::string&) { return model::openNamed(path); }};
    return readAll(one, store, options, readFacts(path.parent_path()), known);
}

Result<void> openSession(const fs::path& folder, model::EventStore& store, const OpenOptions& options) {
    KnownStacks known;
    return openSession(folder, store, options, known);
}

std::shared_ptr<KnownStacks> newKnownStacks() {
    auto out = std::make_shared<KnownStacks>();
    out->isKept = true;
    return out;
}

Result<void> openSession(const fs::path& folder, model::EventStore& store, const OpenOptions& options,
                         KnownStacks& known) {
    const std::unique_lock lock(known.reading, std::try_to_lock);
    if (!lock) return openSession(folder, store, options);
    const auto opened = model::Folder::open(folder);
    if (!opened) return tl::unexpected(opened.error());
    describeSession(*opened, store);
    return readAll(spoolsOf(*opened), store, options, readFacts(*opened), known);
}

SessionReader::SessionReader(const model::Folder& folder)
    : m_folder(folder), m_facts(readFacts(folder)), m_captures(capturesIn(m_facts)) {}

Result<void> SessionReader::open(std::size_t i, model::EventStore& store, const OpenOptions& options) {
    describeSession(m_folder, store);
    KnownStacks known;
    const Spools spools = spoolsOf(m_folder);
    if (m_captures.size() < 2 || i >= m_captures.size())
        return readAll(spools, store, options, readFacts(m_folder), known);
    const Part part{m_captures, i, m_blocks};
    return readAll(spools, store, options, m_facts, known, &part);
}

std::uint64_t droppedRecords(const model::ReportInfo& info) {
    for (const auto& [key, value] : info.session_facts)
        if (key == kDropped) return std::strtoull(value.c_str(), nullptr, 10);
    return 0;
}

bool isSession(const fs::path& folder) {
    const auto opened = model::Folder::open(folder);
    return opened && opened->holds("options") && (opened->holds("session") || !spoolsIn(*opened).empty());
}

std::vector<std::string> spoolsIn(const model::Folder& folder) {
    std::vector<std::string> out = folder.names();
    std::erase_if(out, [](const std::string& name) { return !name.ends_with(".spool"); });
    std::sort(out.begin(), out.end());
    return out;
}

std::uint64_t bytesOf(const fs::path& folder) {
    std::uint64_t out = 0;
    const auto opened = model::Folder::open(folder);
    if (!opened) return 0;
    for (const std::string& name : spoolsIn(*opened))
        if (const auto spool = opened->file(name)) out += spool->bytes;
    return out;
}

}  // namespace importers::capture
