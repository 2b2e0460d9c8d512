// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/rep/rep_writer.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <new>

#include "model/base/messages.h"
#include "model/rep/rep_dictionary.h"
#include "model/rep/rep_output.h"
#include "model/rep/rep_profiles.h"
#include "model/rep/rep_records.h"

namespace model::rep {
namespace {

static_assert(int{kRowArgs} == int{kArgsColumn} && int{kRowCorrelation} == int{kCorrelationColumn} &&
              int{kRowPayload} == int{kPayloadColumn});

constexpr std::size_t kRowsPerFrame = 65536;
/// Lanes with at most so many rows share frames.
constexpr std::size_t kSmallLane = 4096;
constexpr std::size_t kLanesPerFrame = 16384;
constexpr std::size_t kRecordsPerFrame = 65536;
/// Frames of rows that may wait for the strings that they use.
constexpr std::size_t kMaxHeld = 24;

/// A lane or a counter with its id in the file.
struct Source {
    std::uint32_t number = 0;
    LaneView lane;
    CounterView counter;
    int rank = 0;  ///< when its rows are written
    std::size_t rows() const { return counter.series ? counter.rows : lane.rows; }
};

/// What the first picture shows comes first: GPU work, then the outermost events of the threads.
int rankOf(const Track& track, LaneRole role, std::size_t index) {
    switch (track.kind) {
    case TrackKind::StreamKernels:
    case TrackKind::StreamMemory:
    case TrackKind::StreamGraphs: return 0;
    default: break;
    }
    if (role == LaneRole::Lane && index == 0) return 1;
    return role == LaneRole::Counter ? 2 : 3;
}

bool isInteger(double v) {
    if (!(std::abs(v) < 9007199254740992.0)) return false;
    return std::bit_cast<std::uint64_t>(static_cast<double>(static_cast<std::int64_t>(v))) ==
           std::bit_cast<std::uint64_t>(v);
}

class Writer {
public:
    Writer(const Snapshot& snapshot, OutputFile& file, const RepWriteOptions& options)
        : m_snapshot(snapshot), m_file(file), m_options(options), m_dictionary(snapshot.store()),
          m_packer(options.threads) {}

    Result<void> run();

private:
    Result<void> head();
    Result<void> structure();
    Result<void> contents();
    Result<void> profiles();
    Result<void> rows(const Source& source, std::size_t first, std::size_t n);
    Result<void> end();

    void visit(TrackId id, std::vector<TrackId>& order) const;
    std::vector<std::uint8_t> packFlows(std::span<const std::uint32_t> laneNumbers);
    void openDraft(FrameType type);
    void addRows(const Source& source, std::size_t first, std::size_t n);
    void addValues(const Source& source, std::size_t first, std::size_t n);
    Result<void> closeDraft();
    Result<void> flush();
    Result<void> put(const Sealed& frame);
    Result<void> putRaw(FrameType type, std::uint32_t subject, std::uint32_t rows, std::vector<std::uint8_t> payload,
                        std::uint16_t flags = 0);
    Result<void> putRecords(FrameType type, std::size_t recordBytes, std::span<const std::uint8_t> all);

    const Snapshot& m_snapshot;
    OutputFile& m_file;
    const RepWriteOptions& m_options;
    Dictionary m_dictionary;
    FramePacker m_packer;
    PayloadPacker m_own;
    std::vector<Source> m_sources;
    int m_firstRank = 0;

    Draft m_draft;  // of rows or values
    std::vector<FramePacker::JobPtr> m_held;
    ByteWriter m_directory;
    std::uint32_t m_frames = 0;
    std::uint64_t m_done = 0, m_total = 0;
};

Result<void> Writer::put(const Sealed& frame) {
    if (frame.bytes.empty()) return fail(ErrorCode::OutOfMemory, {});
    m_directory.u64(m_file.position());
    m_directory.bytes({reinterpret_cast<const char*>(frame.bytes.data()), kFrameHeaderBytes});
    ++m_frames;
    return m_file.write(frame.bytes);
}

Result<void> Writer::putRaw(FrameType type, std::uint32_t subject, std::uint32_t rows,
                            std::vector<std::uint8_t> payload, std::uint16_t flags) {
    Draft d;
    d.header.type = type;
    d.header.flags = flags;
    d.header.subject = subject;
    d.header.rows = rows;
    d.raw = std::move(payload);
    return put(FramePacker::seal(std::move(d), m_own));
}

Result<void> Writer::head() {
    unsigned char header[kFileHeaderBytes];
    FileHeader{}.write(header);
    if (auto ok = m_file.write(header); !ok) return ok;
    if (auto ok = putRaw(FrameType::Info, 0, 1, packInfo(m_snapshot.info())); !ok) return ok;
    const auto notes = m_snapshot.store().diagnostics().list();
    const auto count = static_cast<std::uint32_t>(notes.size());
    // Texts are for readers that know no messages.
    if (auto ok = putRaw(FrameType::Diagnostics, 0, count, packDiagnostics(notes), kRetold); !ok) return ok;
    return putRaw(FrameType::Messages, 0, count, packMessages(notes));
}

void Writer::visit(TrackId id, std::vector<TrackId>& order) const {
    order.push_back(id);
    for (const TrackId child : m_snapshot.track(id).children) visit(child, order);
}

Result<void> Writer::structure() {
    std::vector<TrackId> order;
    for (const TrackId root : m_snapshot.tree().roots) visit(root, order);
    std::vector<std::uint32_t> numbers(m_snapshot.trackCount(), 0xffffffff);
    ByteWriter tracks, lanes, orders;
    std::vector<std::uint32_t> laneNumbers(m_snapshot.laneCount(), 0xffffffff);
    for (std::uint32_t number = 0; number < order.size(); ++number) {
        const Track& t = m_snapshot.track(order[number]);
        numbers[t.id] = number;
        tracks.u32(t.parent == kNoTrack ? 0xffffffff : numbers[t.parent]);
        tracks.u32(m_dictionary.string(t.name));
        const TrackKey& k = t.key;
        for (const std::int64_t v : {k.host, k.pid, k.tid, k.device, k.context, k.stream, k.domain}) tracks.i64(v);
        std::string kind(trackKindInfo(t.kind).key);
        kind.resize(kKindBytes, '\0');
        tracks.bytes(kind);
        if (t.order != 0) {
            orders.u32(number);
            orders.i64(t.order);
        }
        const auto add = [&](LaneRole role, std::size_t index, LaneView lane, CounterView counter) {
            std::uint8_t columns = 0;
            if (lane.lane) {
                columns = lane.lane->columns();
                if (columns & kPayloadColumn && payloadIsChain(lane.lane->kind())) columns |= kRowPayloadIsChain;
            }
            lanes.u32(number);
            lanes.u32(static_cast<std::uint32_t>(index));
            lanes.u8(static_cast<std::uint8_t>(role));
            lanes.u8(columns);
            lanes.u16(0);
            m_sources.push_back({static_cast<std::uint32_t>(m_sources.size()), lane, counter, rankOf(t, role, index)});
        };
        for (const auto& [role, ids] :
             {std::pair(LaneRole::Lane, &t.lanes), std::pair(LaneRole::Overflow, &t.overflow)})
            for (std::size_t i = 0; i < ids->size(); ++i) {
                laneNumbers[(*ids)[i]] = static_cast<std::uint32_t>(m_sources.size());
                add(role, i, m_snapshot.lane((*ids)[i]), {});
            }
        if (t.counter != kNoCounter) add(LaneRole::Counter, 0, {}, m_snapshot.counter(t.counter));
    }
    const std::vector<std::uint8_t> flows = packFlows(laneNumbers);
    if (auto ok = flush(); !ok) return ok;
    if (auto ok = putRecords(FrameType::Tracks, kTrackBytes, tracks.view()); !ok) return ok;
    if (auto ok = putRecords(FrameType::Lanes, kLaneBytes, lanes.view()); !ok) return ok;
    if (auto ok = putRecords(FrameType::TrackOrder, kTrackOrderBytes, orders.view()); !ok) return ok;
    return putRecords(FrameType::Flows, kFlowBytes, flows);
}

std::vector<std::uint8_t> Writer::packFlows(std::span<const std::uint32_t> laneNumbers) {
    ByteWriter out;
    for (const Flow& f : m_snapshot.flows().all()) {
        out.u32(laneNumbers[f.fromLane]);
        out.u32(f.fromRow);
        out.u32(laneNumbers[f.toLane]);
        out.u32(f.toRow);
        out.u32(m_dictionary.string(f.name));
    }
    return out.take();
}

/// Records of one size, many a frame; the subject is the number of the first.
Result<void> Writer::putRecords(FrameType type, std::size_t recordBytes, std::span<const std::uint8_t> all) {
    const std::size_t most = kRecordsPerFrame * recordBytes;
    for (std::size_t at = 0; at < all.size(); at += most) {
        const auto some = all.subspan(at, std::min(most, all.size() - at));
        if (auto ok = putRaw(type, static_cast<std::uint32_t>(at / recordBytes),
                             static_cast<std::uint32_t>(some.size() / recordBytes), {some.begin(), some.end()});
            !ok)
            return ok;
    }
    return {};
}

void Writer::openDraft(FrameType type) {
    m_draft = {};
    m_draft.header.type = type;
    m_draft.columns.resize(type == FrameType::Rows ? std::size_t{kRowsColumns} : std::size_t{kValuesColumns});
    auto& c = m_draft.columns;
    c[kPartLane].hint = c[kPartRows].hint = c[kPartFirst].hint = ColumnHint::Signal;
    if (type == FrameType::Values) {
        c[kValuesGap].hint = ColumnHint::Plain;
        c[kValuesInteger].hint = c[kValuesBits].hint = ColumnHint::Signal;
        return;
    }
    c[kName].hint = c[kArgs].hint = c[kPayload].hint = ColumnHint::Ids;
    c[kName].fresh = m_dictionary.nextString();
    c[kArgs].fresh = m_dictionary.nextArgs();
    c[kPayload].fresh = m_dictionary.nextChain();
    c[kCorrelation].hint = ColumnHint::Signal;
}

void Writer::addRows(const Source& source, std::size_t first, std::size_t n) {
    const Lane& lane = *source.lane.lane;
    auto& c = m_draft.columns;
    const std::uint8_t has = lane.columns();
    const bool chains = has & kPayloadColumn && payloadIsChain(lane.kind());
    c[kPartLane].values.push_back(source.number);
    c[kPartRows].values.push_back(n);
    c[kPartColumns].values.push_back(static_cast<std::uint8_t>(has | (chains ? kRowPayloadIsChain : 0)));
    TimeNs t = lane.start()[first];
    c[kPartFirst].values.push_back(static_cast<std::uint64_t>(t));
    const std::size_t end = first + n;
    for (std::size_t i = first; i < end;) {
        const auto start = lane.start().run(i, end);
        const auto stop = lane.end().run(i, end);
        for (std::size_t k = 0; k < start.size(); ++k, ++i) {
            c[kGap].values.push_back(static_cast<std::uint64_t>(start[k] - t));
            c[kDuration].values.push_back(static_cast<std::uint64_t>(stop[k] - start[k]));
            t = stop[k];
        }
    }
    const auto add = [&](RowsColumn column, const Column<std::uint32_t>& from, auto&& number) {
        for (std::size_t i = first; i < end;)
            for (const std::uint32_t v : from.run(i, end)) {
                c[column].values.push_back(number(v));
                ++i;
            }
    };
    const auto asIs = [](std::uint32_t v) { return v; };
    add(kName, lane.name(), [&](StringId v) { return m_dictionary.string(v); });
    if (has & kArgsColumn) add(kArgs, lane.argsColumn(), [&](ArgsId v) { return m_dictionary.args(v); });
    if (has & kCorrelationColumn) add(kCorrelation, lane.correlationColumn(), asIs);
    if (chains) add(kPayload, lane.payloadColumn(), [&](ChainId v) { return m_dictionary.chain(v); });
    else if (has & kPayloadColumn) add(kPayload, lane.payloadColumn(), asIs);
}

void Writer::addValues(const Source& source, std::size_t first, std::size_t n) {
    const CounterSeries& series = *source.counter.series;
    auto& c = m_draft.columns;
    bool integers = true;
    for (std::size_t i = first; integers && i < first + n; ++i) integers = isInteger(series.value()[i]);
    c[kPartLane].values.push_back(source.number);
    c[kPartRows].values.push_back(n);
    c[kValuesPartForm].values.push_back(integers);
    TimeNs t = series.time()[first];
    c[kPartFirst].values.push_back(static_cast<std::uint64_t>(t));
    for (std::size_t i = first; i < first + n; ++i) {
        const double v = series.value()[i];
        c[kValuesGap].values.push_back(static_cast<std::uint64_t>(series.time()[i] - t));
        t = series.time()[i];
        if (integers) c[kValuesInteger].values.push_back(static_cast<std::uint64_t>(static_cast<std::int64_t>(v)));
        else c[kValuesBits].values.push_back(std::bit_cast<std::uint64_t>(v));
    }
}

Result<void> Writer::rows(const Source& source, std::size_t first, std::size_t n) {
    const FrameType type = source.counter.series ? FrameType::Values : FrameType::Rows;
    if (m_draft.columns.empty()) openDraft(type);
    if (type == FrameType::Values) addValues(source, first, n);
    else addRows(source, first, n);
    m_draft.header.rows += static_cast<std::uint32_t>(n);
    if (source.rank == m_firstRank) m_draft.header.flags |= kFirstPicture;
    return {};
}

Result<void> Writer::closeDraft() {
    if (m_draft.columns.empty()) return {};
    const auto& lanes = m_draft.columns[kPartLane].values;
    const bool one = lanes.size() == 1;
    m_draft.header.subject = one ? static_cast<std::uint32_t>(lanes[0]) : kManyLanes;
    if (!one) m_draft.header.flags |= kWholeLanes;
    m_done += m_draft.header.rows;
    m_held.push_back(m_packer.start(std::move(m_draft)));
    m_draft = {};
    if (m_dictionary.isLarge() || m_held.size() >= kMaxHeld) {
        if (auto ok = flush(); !ok) return ok;
    }
    if (m_options.stop.stop_requested()) return fail(ErrorCode::Cancelled, {});
    if (m_options.progress) m_options.progress(m_done, m_total);
    return {};
}

Result<void> Writer::flush() {
    std::vector<FramePacker::JobPtr> jobs;
    for (Draft& d : m_dictionary.take()) jobs.push_back(m_packer.start(std::move(d)));
    jobs.insert(jobs.end(), m_held.begin(), m_held.end());
    m_held.clear();
    for (auto& job : jobs) {
        if (auto ok = put(m_packer.take(job)); !ok) return ok;
        job.reset();
    }
    return {};
}

Result<void> Writer::contents() {
    std::vector<const Source*> order;
    m_firstRank = std::numeric_limits<int>::max();
    for (const Source& s : m_sources) {
        if (s.rows() == 0) continue;
        order.push_back(&s);
        m_total += s.rows();
        m_firstRank = std::min(m_firstRank, s.rank);
    }
    // Within a rank: large lanes in the order of the tree, then the small ones, events and counters apart.
    const auto key = [](const Source* s) {
        const int shared = s->rows() > kSmallLane ? 0 : s->counter.series ? 2 : 1;
        return std::pair(s->rank, shared);
    };
    std::stable_sort(order.begin(), order.end(), [&](const Source* a, const Source* b) { return key(a) < key(b); });
    for (std::size_t i = 0; i < order.size(); ++i) {
        const Source& s = *order[i];
        if (s.rows() > kSmallLane) {
            for (std::size_t first = 0; first < s.rows(); first += kRowsPerFrame) {
                if (auto ok = rows(s, first, std::min(kRowsPerFrame, s.rows() - first)); !ok) return ok;
                if (auto ok = closeDraft(); !ok) return ok;
            }
            continue;
        }
        if (auto ok = rows(s, 0, s.rows()); !ok) return ok;
        const bool last = i + 1 == order.size() || key(order[i + 1]) != key(&s);
        if (!last && m_draft.header.rows + order[i + 1]->rows() <= kRowsPerFrame &&
            m_draft.columns[kPartLane].values.size() < kLanesPerFrame)
            continue;
        if (auto ok = closeDraft(); !ok) return ok;
    }
    return flush();
}

Result<void> Writer::profiles() {
    ProfilePacker packer(m_snapshot, [this](StringId id) { return m_dictionary.string(id); });
    for (ProfilePacker::Payload p = packer.next(); !p.bytes.empty(); p = packer.next()) {
        if (m_options.stop.stop_requested()) return fail(ErrorCode::Cancelled, {});
        if (auto ok = flush(); !ok) return ok;
        if (p.bytes.size() > kMaxPayload) return fail(ErrorCode::TooLarge, {}, MessageCode::ProfileOfKernel);
        if (auto ok = putRaw(FrameType::KernelProfiles, p.first, p.entries, std::move(p.bytes)); !ok) return ok;
    }
    return {};
}

Result<void> Writer::end() {
    const std::uint64_t at = m_file.position();
    const std::uint32_t frames = m_frames;
    if (auto ok = putRaw(FrameType::Directory, 0, frames, m_directory.take()); !ok) return ok;
    unsigned char trailer[kTrailerBytes];
    Trailer{at}.write(trailer);
    return m_file.write(trailer);
}

Result<void> Writer::run() {
    if (auto ok = head(); !ok) return ok;
    if (auto ok = structure(); !ok) return ok;
    if (auto ok = contents(); !ok) return ok;
    if (auto ok = profiles(); !ok) return ok;
    return end();
}

}  // namespace
}  // namespace model::rep

namespace model {

Result<void> writeRep(const Snapshot& snapshot, const std::filesystem::path& target,
                      const RepWriteOptions& options) try {
    if (auto ok = checkTarget(target, options.sources); !ok) return ok;
    auto file = OutputFile::create(target);
    if (!file) return tl::unexpected(file.error());
    auto done = rep::Writer(snapshot, *file, options).run();
    if (!done) {
        if (done.error().subject.empty()) done.error().subject = Argument::file(target.string());
        return done;
    }
    return file->commit();
} catch (const std::bad_alloc&) {
    return fail(ErrorCode::OutOfMemory, target.string());
}

}  // namespace model
