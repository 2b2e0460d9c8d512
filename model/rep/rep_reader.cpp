// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/rep/rep_reader.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <deque>
#include <mutex>
#include <new>
#include <thread>
#include <unordered_map>

#include "model/base/memory_bound.h"
#include "model/base/messages.h"
#include "model/rep/rep_profiles.h"
#include "model/rep/rep_records.h"
#include "model/rep/rep_rows_reader.h"

namespace model::rep {
namespace {

using Clock = std::chrono::steady_clock;
constexpr auto kPublishEvery = std::chrono::milliseconds(100);
constexpr auto kProgressEvery = std::chrono::milliseconds(50);
/// Packed bytes that take as long as starting a thread and filling its buffers for the first time.
constexpr std::uint64_t kBytesForThread = 4 << 20;

bool isRows(FrameType t) { return t == FrameType::Rows || t == FrameType::Values; }
bool isText(FrameType t) { return t == FrameType::Strings || t == FrameType::Colours; }
bool isTuples(FrameType t) { return t == FrameType::Shapes || t == FrameType::Args; }
bool isChains(FrameType t) { return t == FrameType::ChainFrames || t == FrameType::ChainNodes; }

/// Whether frames may be read in another order than that of the file, by several threads.
bool canReadDirectly(const EventStore& store, const std::vector<PlannedFrame>& frames) {
    if (store.strings().count() || store.args().count() || store.args().shapeCount() ||
        store.callchains().nodeCount() || store.trackCount())
        return false;
    bool rows = false;
    for (const PlannedFrame& f : frames) {
        const FrameHeader& h = f.header;
        if ((h.type == FrameType::Strings || h.type == FrameType::Args || isChains(h.type)) && !(h.flags & kUnique))
            return false;
        if (isRows(h.type) && h.subject == kManyLanes && !(h.flags & kWholeLanes)) return false;
        if (rows && (h.type == FrameType::Tracks || h.type == FrameType::Lanes)) return false;
        rows |= isRows(h.type);
    }
    return true;
}

/// Applies frames to a store.
class Loader {
public:
    Loader(const ReadFile& file, EventStore& store, bool direct, const Wanted& wanted = {})
        : m_file(file), m_store(store), m_dictionary(store, direct), m_rows(store, m_dictionary, wanted),
          m_profiles(store.kernelProfiles(), [this](std::uint32_t number) -> StringId {
              if (number > m_lastString) return 0;
              return m_dictionary.isDirect() ? number : m_dictionary.string(number);
          }) {}

    DictionaryReader& dictionary() { return m_dictionary; }
    /// Sets what frames may use; once for each frame, in the order of the file.
    void limit(std::span<PlannedFrame> frames) { m_dictionary.limit(frames); }
    /// Whether a frame of rows or values is of one lane that nobody wants.
    bool isUnwanted(const PlannedFrame& frame) const { return m_rows.isUnwanted(frame.header); }
    /// Greatest number of a string that rows name.
    std::uint32_t mostString() const { return m_rows.mostString(); }
    /// Reads one frame; what is wrong with it is counted.
    void apply(const PlannedFrame& frame, Scratch& scratch, std::uint32_t unit = 1);
    /// Says in the diagnostics what was lost or passed over since the last call.
    void report();

private:
    bool dispatch(const PlannedFrame& frame, std::span<const std::uint8_t> payload, Scratch& scratch,
                  std::uint32_t unit);
    bool info(const PlannedFrame& frame, std::span<const std::uint8_t> payload, Scratch& scratch);
    bool diagnostics(const PlannedFrame& frame, std::span<const std::uint8_t> payload, Scratch& scratch,
                     int (*unpack)(std::span<const std::uint8_t>, Diagnostics&));
    bool profiles(const PlannedFrame& frame, std::span<const std::uint8_t> payload, Scratch& scratch);
    void reportOnce(std::uint64_t& said, std::uint64_t now, Note note, MessageCode subject);

    const ReadFile& m_file;
    EventStore& m_store;
    DictionaryReader m_dictionary;
    RowsReader m_rows;
    ProfileUnpacker m_profiles;
    std::uint32_t m_lastString = 0;  // that the frame of profiles may use
    std::atomic<std::uint64_t> m_unknownFrames{0}, m_unknownNotes{0};
    std::uint64_t m_said[5] = {};
};

void Loader::apply(const PlannedFrame& frame, Scratch& scratch, std::uint32_t unit) {
    if (isRows(frame.header.type) && isUnwanted(frame)) return;
    std::span<const std::uint8_t> payload;
    if (readPayload(m_file, frame, scratch, payload) && dispatch(frame, payload, scratch, unit)) return;
    m_store.diagnostics().add(Note::DamagedPart, nameOf(frame.header.type), 1, "",
                              static_cast<std::int64_t>(frame.offset));
}

bool Loader::dispatch(const PlannedFrame& frame, std::span<const std::uint8_t> payload, Scratch& s,
                      std::uint32_t unit) {
    if (frame.header.codec > Codec::Zstd) {
        ++m_unknownFrames;
        return true;
    }
    switch (frame.header.type) {
    case FrameType::Info: return info(frame, payload, s);
    case FrameType::Diagnostics:
        return frame.header.flags & kRetold || diagnostics(frame, payload, s, unpackDiagnostics);
    case FrameType::Messages: return diagnostics(frame, payload, s, unpackMessages);
    case FrameType::Strings: return m_dictionary.strings(frame, payload, s);
    case FrameType::Colours: return m_dictionary.colours(frame, payload, s);
    case FrameType::Shapes: return m_dictionary.shapes(frame, payload, s);
    case FrameType::Args: return m_dictionary.args(frame, payload, s);
    case FrameType::ChainFrames: return m_dictionary.chainFrames(frame, payload, s);
    case FrameType::ChainNodes: return m_dictionary.chainNodes(frame, payload, s);
    case FrameType::Tracks: m_dictionary.completeStrings(frame.strings); return m_rows.tracks(frame, payload, s);
    case FrameType::Lanes: return m_rows.lanes(frame, payload, s);
    case FrameType::TrackOrder: return m_rows.trackOrder(frame, payload, s);
    case FrameType::Flows: m_dictionary.completeStrings(frame.strings); return m_rows.flows(frame, payload, s);
    case FrameType::KernelProfiles: return profiles(frame, payload, s);
    case FrameType::Rows:
    case FrameType::Values: return m_rows.rows(frame, payload, s, unit);
    case FrameType::Directory: return true;
    }
    ++m_unknownFrames;
    return true;
}

bool Loader::info(const PlannedFrame& frame, std::span<const std::uint8_t> payload, Scratch& scratch) {
    std::span<const std::uint8_t> raw;
    return rawPayload(frame, payload, scratch, raw) && unpackInfo(raw, m_store.info());
}

bool Loader::diagnostics(const PlannedFrame& frame, std::span<const std::uint8_t> payload, Scratch& scratch,
                         int (*unpack)(std::span<const std::uint8_t>, Diagnostics&)) {
    std::span<const std::uint8_t> raw;
    if (!rawPayload(frame, payload, scratch, raw)) return false;
    const int unknown = unpack(raw, m_store.diagnostics());
    m_unknownNotes += static_cast<std::uint64_t>(std::max(0, unknown));
    return unknown >= 0;
}

bool Loader::profiles(const PlannedFrame& frame, std::span<const std::uint8_t> payload, Scratch& scratch) {
    std::span<const std::uint8_t> raw;
    m_dictionary.completeStrings(frame.strings);
    m_lastString = frame.strings;
    return rawPayload(frame, payload, scratch, raw) && m_profiles.read(frame.header.subject, raw);
}

void Loader::reportOnce(std::uint64_t& said, std::uint64_t now, Note note, MessageCode subject) {
    if (now > said) m_store.diagnostics().add(note, subject, now - said);
    said = now;
}

void Loader::report() {
    m_rows.showFlows();
    reportOnce(m_said[0], m_unknownFrames, Note::NewerMinorVersion, MessageCode::Frames);
    reportOnce(m_said[1], m_rows.unknown(), Note::NewerMinorVersion, MessageCode::RowsOfUnknownKinds);
    reportOnce(m_said[2], m_unknownNotes, Note::NewerMinorVersion, MessageCode::Diagnostics);
    reportOnce(m_said[3], m_dictionary.lostStrings(), Note::MissingString, MessageCode::DamagedPartOfFile);
    reportOnce(m_said[4], m_rows.dangling() + m_dictionary.lostOthers(), Note::DanglingReference,
               MessageCode::DamagedPartOfFile);
}

/// Frames that one thread at a time reads, in this order.
struct Unit {
    std::vector<const PlannedFrame*> frames;
    std::size_t next = 0;
    bool needed = false;  ///< rows may not be shown before it is done; goes on even when stopped
};

/// Reads a whole file with several threads.
class WholeReader {
public:
    WholeReader(const ReadFile& file, EventStore& store, const RepReadOptions& options, Plan& plan)
        : m_store(store), m_options(options), m_plan(plan), m_direct(canReadDirectly(store, plan.frames)),
          m_loader(file, store, m_direct, options.wanted), m_memory(options.mostMemory, MemoryBound::kInPlace) {
        m_loader.limit(plan.frames);
        for (const PlannedFrame& f : plan.frames) m_bytes += f.header.frameBytes();
        const unsigned threads = options.threads ? options.threads : std::max(1u, std::thread::hardware_concurrency());
        for (unsigned t = 0; t < threads; ++t) m_scratch.push_back(std::make_unique<Scratch>());
    }

    void run() {
        if (m_direct) runDirect();
        else runInOrder();
        m_loader.report();
    }
    bool stopped() const { return m_options.stop.stop_requested(); }
    bool outOfMemory() const { return m_outOfMemory; }
    bool leftRestOut() const { return m_full; }

private:
    void runInOrder();
    void runDirect();
    template <class F>
    void runUnits(std::vector<Unit>& units, F&& atRest);
    std::size_t threadsFor(const std::deque<Unit*>& waiting);
    void round(std::deque<Unit*>& waiting, Clock::time_point until);
    void work(std::deque<Unit*>& waiting, Clock::time_point until, Scratch& scratch, bool mine);
    std::vector<Unit> rowUnits(bool firstPicture) const;
    /// Whether texts are needed for nothing but the names of rows.
    bool readsNamesLast() const {
        const Wanted& w = m_options.wanted;
        return !w.isEverything() && !(w.columns() & (kArgsColumn | kPayloadColumn));
    }
    void readNames(const Unit& texts);
    void apply(const PlannedFrame& frame, Scratch& scratch, std::uint32_t unit);
    void showProgress();
    void publish();

    EventStore& m_store;
    const RepReadOptions& m_options;
    Plan& m_plan;
    const bool m_direct;
    Loader m_loader;
    std::vector<std::unique_ptr<Scratch>> m_scratch;
    std::mutex m_mutex;  // guards the list of waiting units in a round
    std::atomic<std::uint64_t> m_done{0};
    std::uint64_t m_bytes = 0;
    std::uint32_t m_firstUnit = 1;  // numbers of units never come twice
    const Unit* m_units = nullptr;
    Clock::time_point m_lastProgress{};
    std::atomic<bool> m_outOfMemory{false};
    MemoryBound m_memory;
    std::atomic<bool> m_full{false};  // there is no memory for more
};

void WholeReader::apply(const PlannedFrame& frame, Scratch& scratch, std::uint32_t unit) {
    try {
        m_loader.apply(frame, scratch, unit);
    } catch (const std::bad_alloc&) {
        m_outOfMemory = true;
    }
    m_done += frame.header.frameBytes();
    if (m_memory.isReached()) m_full = true;
}

void WholeReader::showProgress() {
    const auto now = Clock::now();
    if (!m_options.progress || now - m_lastProgress < kProgressEvery) return;
    m_lastProgress = now;
    m_options.progress(m_done, m_bytes);
}

/// Of a part nothing is shown before it is complete: names may come last.
void WholeReader::publish() {
    if (!m_options.wanted.isEverything()) return;
    m_store.publish();
    if (m_options.published) m_options.published();
}

void WholeReader::runInOrder() {
    auto last = Clock::now();
    for (const PlannedFrame& f : m_plan.frames) {
        if (stopped() || m_outOfMemory || m_full) return;
        apply(f, *m_scratch[0], 1);
        showProgress();
        if (Clock::now() - last < kPublishEvery) continue;
        publish();
        last = Clock::now();
    }
}

void WholeReader::work(std::deque<Unit*>& waiting, Clock::time_point until, Scratch& scratch, bool mine) {
    for (;;) {
        Unit* unit = nullptr;
        {
            std::lock_guard lock(m_mutex);
            if (waiting.empty()) return;
            unit = waiting.front();
            waiting.pop_front();
        }
        while (unit->next < unit->frames.size()) {
            if (m_outOfMemory || m_full || (!unit->needed && (stopped() || Clock::now() > until))) {
                std::lock_guard lock(m_mutex);
                waiting.push_front(unit);
                return;
            }
            apply(*unit->frames[unit->next++], scratch, m_firstUnit + static_cast<std::uint32_t>(unit - m_units));
            if (mine) showProgress();
        }
    }
}

/// How many threads read so many units. Of a part most time may go to memory that is touched for the first time:
/// buffers are taken once, and a thread less is sooner done with few bytes.
std::size_t WholeReader::threadsFor(const std::deque<Unit*>& waiting) {
    const std::size_t most = std::min(m_scratch.size(), waiting.size());
    if (m_options.wanted.isEverything()) return most;
    std::uint64_t bytes = 0, stored = 0, raw = 0;
    for (const Unit* u : waiting)
        for (std::size_t i = u->next; i < u->frames.size(); ++i) {
            const FrameHeader& h = u->frames[i]->header;
            bytes += h.storedBytes;
            stored = std::max(stored, h.frameBytes());
            if (h.codec == Codec::Columns) raw = std::max<std::uint64_t>(raw, h.rawBytes);
        }
    const std::size_t threads = std::min<std::size_t>(most, 1 + bytes / kBytesForThread);
    for (std::size_t t = 0; t < threads; ++t) {
        m_scratch[t]->frame.reserve(stored);
        m_scratch[t]->table.reserve(raw);
    }
    return threads;
}

/// Lets all threads work until the time is up or nothing is left; then the store is at rest and may be published.
void WholeReader::round(std::deque<Unit*>& waiting, Clock::time_point until) {
    std::vector<std::jthread> others;
    const std::size_t threads = threadsFor(waiting);  // the list shrinks at once
    for (std::size_t t = 1; t < threads; ++t)
        others.emplace_back([&, t] { work(waiting, until, *m_scratch[t], false); });
    work(waiting, until, *m_scratch[0], true);
}

/// Runs all units; `atRest` is called when no thread works on the store and it may be shown.
template <class F>
void WholeReader::runUnits(std::vector<Unit>& units, F&& atRest) {
    std::deque<Unit*> waiting;
    for (Unit& u : units)
        if (!u.frames.empty()) waiting.push_back(&u);
    m_units = units.data();
    while (!waiting.empty() && !m_outOfMemory) {
        round(waiting, Clock::now() + kPublishEvery);
        if (m_outOfMemory) return;
        atRest();
        if (stopped() || m_full) return;
        publish();
    }
    m_firstUnit += static_cast<std::uint32_t>(units.size());
}

/// One unit for each lane that has frames of its own, and one for each frame of several lanes.
std::vector<Unit> WholeReader::rowUnits(bool firstPicture) const {
    std::vector<Unit> units;
    std::unordered_map<std::uint32_t, std::size_t> unitOf;
    for (const PlannedFrame& f : m_plan.frames) {
        if (!isRows(f.header.type) || m_loader.isUnwanted(f)) continue;
        if (static_cast<bool>(f.header.flags & kFirstPicture) != firstPicture) continue;
        std::size_t at = units.size();
        if (f.header.subject != kManyLanes) at = unitOf.try_emplace(f.header.subject, at).first->second;
        if (at == units.size()) units.emplace_back();
        units[at].frames.push_back(&f);
    }
    return units;
}

void WholeReader::runDirect() {
    DictionaryReader& dictionary = m_loader.dictionary();
    const auto last = std::find_if(m_plan.frames.rbegin(), m_plan.frames.rend(), [](const PlannedFrame& f) {
        return isRows(f.header.type) && f.header.flags & kFirstPicture;
    });
    const bool hasPicture = last != m_plan.frames.rend();
    std::uint64_t pictureEnd = hasPicture && !readsNamesLast() ? last->offset : 0;
    for (const PlannedFrame& f : m_plan.frames)
        if (f.header.type == FrameType::Tracks) pictureEnd = std::max(pictureEnd, f.offset);  // names of tracks
    // Tuples and chains of the first picture may come later than it: rows read as having none until then.
    enum { kText, kTuples, kChains };
    std::vector<Unit> rest(3);
    rest[kText].needed = true;
    Unit names;
    for (const PlannedFrame& f : m_plan.frames) {
        const FrameType t = f.header.type;
        if (isTuples(t)) rest[kTuples].frames.push_back(&f);
        else if (isChains(t)) rest[kChains].frames.push_back(&f);
        else if (isText(t) && f.offset > pictureEnd) (readsNamesLast() ? names : rest[kText]).frames.push_back(&f);
        else if (t == FrameType::KernelProfiles) continue;  // at the end, when all texts are there
        else if (!isRows(t)) apply(f, *m_scratch[0], 0);
    }
    dictionary.show(false);
    if (hasPicture) {
        if (!readsNamesLast()) dictionary.completeStrings(last->strings);
        std::vector<Unit> picture = rowUnits(true);
        runUnits(picture, [] {});
    }
    std::vector<Unit> rows = rowUnits(false);
    std::move(rows.begin(), rows.end(), std::back_inserter(rest));
    // The unit of texts comes first and does not stop: after the first round all of them are there.
    runUnits(rest, [&] {
        if (!readsNamesLast()) dictionary.completeStrings();
        dictionary.show(false);
    });
    if (readsNamesLast()) readNames(names);
    if (stopped() || m_outOfMemory) return;
    if (!readsNamesLast()) dictionary.completeStrings();
    dictionary.completeArgs();
    dictionary.completeChains();
    dictionary.show(true);
    for (const PlannedFrame& f : m_plan.frames)
        if (f.header.type == FrameType::KernelProfiles) apply(f, *m_scratch[0], 0);
}

/// Texts of a part, once it is known which names its rows have: those that were defined later belong to others.
void WholeReader::readNames(const Unit& texts) {
    for (const PlannedFrame* f : texts.frames)
        if (f->header.subject <= m_loader.mostString()) apply(*f, *m_scratch[0], 0);
    m_loader.dictionary().completeStrings(m_loader.mostString());
}

void noteGaps(const Plan& plan, EventStore& store) {
    for (const Plan::Gap& g : plan.gaps)
        store.diagnostics().add(Note::DamagedPart, MessageCode::UnreadableBytes, 1,
                                {MessageCode::NumberOfBytes, {Argument::count(g.bytes)}},
                                static_cast<std::int64_t>(g.offset));
}

void noteCutOff(const Plan& plan, std::uint64_t size, EventStore& store) {
    const Message example(MessageCode::BytesBehindFrame, {Argument::count(size - std::min(size, plan.end))});
    store.diagnostics().add(Note::Incomplete, MessageCode::NoRepEnd, 1, example, static_cast<std::int64_t>(plan.end));
    store.info().partial = true;
}

}  // namespace
}  // namespace model::rep

namespace model {

Result<void> readRep(const std::filesystem::path& path, EventStore& store, const RepReadOptions& options) try {
    auto file = rep::ReadFile::open(path);
    if (!file) return tl::unexpected(file.error());
    if (auto header = rep::readFileHeader(*file, path.string()); !header) return tl::unexpected(header.error());
    rep::Plan plan;
    if (!rep::planFromDirectory(*file, plan)) {
        plan = {};
        rep::planByScanning(*file, rep::kFileHeaderBytes, plan);
    }
    const std::uint64_t size = file->size();
    if (plan.frames.empty() && !plan.closed)
        return fail(ErrorCode::Truncated, path.string(), MessageCode::NoCompleteFrame,
                    static_cast<std::int64_t>(plan.end));
    store.info().path = path.string();
    store.info().fileBytes = size;
    if (!options.wanted.isEverything()) {
        rep::leaveOut(plan, options.wanted);
        store.limitLanes(options.wanted.columns());
    }
    rep::WholeReader reader(*file, store, options, plan);
    reader.run();
    if (reader.outOfMemory()) return fail(ErrorCode::OutOfMemory, path.string());
    rep::noteGaps(plan, store);
    if (!plan.closed) rep::noteCutOff(plan, size, store);
    if (reader.leftRestOut()) {
        store.diagnostics().add(Note::Incomplete, MessageCode::NoMemoryForTheRest);
        store.info().partial = true;
    }
    store.info().partial |= !options.wanted.isEverything();
    const bool stopped = reader.stopped();
    if (stopped) {
        store.diagnostics().add(Note::Cancelled, "");
        store.info().partial = true;
    }
    store.publish(true);
    if (options.published) options.published();
    if (stopped) return fail(ErrorCode::Cancelled, path.string());
    return {};
} catch (const std::bad_alloc&) {
    return fail(ErrorCode::OutOfMemory, path.string());
}

struct RepFollower::State {
    State(rep::ReadFile&& f, const std::filesystem::path& p, EventStore& s)
        : file(std::move(f)), name(p.string()), store(s), loader(file, s, false) {}
    rep::ReadFile file;
    std::string name;
    EventStore& store;
    rep::Loader loader;
    rep::Scratch scratch;
    bool begun = false;
    RepFollower::Progress progress;
};

RepFollower::RepFollower(std::unique_ptr<State> state) : m_state(std::move(state)) {}
RepFollower::RepFollower(RepFollower&&) noexcept = default;
RepFollower::~RepFollower() = default;

Result<RepFollower> RepFollower::open(const std::filesystem::path& path, EventStore& store) {
    auto file = rep::ReadFile::open(path);
    if (!file) return tl::unexpected(file.error());
    store.info().path = path.string();
    return RepFollower(std::make_unique<State>(std::move(*file), path, store));
}

Result<RepFollower::Progress> RepFollower::poll() try {
    State& s = *m_state;
    s.progress.frames = 0;
    if (s.progress.closed) return s.progress;
    if (!s.begun) {
        auto header = rep::readFileHeader(s.file, s.name);
        if (!header && (header.error().code == ErrorCode::EmptyFile || header.error().code == ErrorCode::Truncated))
            return s.progress;
        if (!header) return tl::unexpected(header.error());
        s.begun = true;
        s.progress.offset = rep::kFileHeaderBytes;
    }
    rep::Plan plan;
    rep::planByScanning(s.file, s.progress.offset, plan);
    s.loader.limit(plan.frames);
    for (const rep::PlannedFrame& f : plan.frames) s.loader.apply(f, s.scratch);
    rep::noteGaps(plan, s.store);
    s.loader.report();
    s.progress.frames = plan.frames.size();
    s.progress.offset = plan.end;
    s.progress.closed = plan.closed;
    s.store.info().fileBytes = s.file.size();
    if (s.progress.frames || s.progress.closed) s.store.publish(s.progress.closed);
    return s.progress;
} catch (const std::bad_alloc&) {
    return fail(ErrorCode::OutOfMemory, m_state->name);
}

void RepFollower::finish() {
    State& s = *m_state;
    if (s.progress.closed) return;
    rep::Plan plan;
    plan.end = s.progress.offset;
    rep::noteCutOff(plan, s.file.size(), s.store);
    s.store.publish(true);
}

}  // namespace model
