// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/perfetto/perfetto.h"

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <optional>

#include "importers/common/finish.h"
#include "importers/perfetto/assembly.h"
#include "importers/perfetto/packets.h"
#include "importers/perfetto/track_events.h"
#include "model/base/messages.h"

namespace importers::perfetto {

using model::ErrorCode;
using model::Note;

namespace {

/// Fields of a packet that are understood as far as that they are not drawn.
struct KnownField {
    std::uint32_t number;
    model::MessageCode name;
};
constexpr KnownField kNotShown[] = {{4, model::MessageCode::InodeMaps},
                                    {5, model::MessageCode::OldChromeEvents},
                                    {7, model::MessageCode::SystemStatistics},
                                    {9, model::MessageCode::ProcessStatistics},
                                    {34, model::MessageCode::FtraceStatistics},
                                    {37, model::MessageCode::HeapProfiles},
                                    {38, model::MessageCode::BatteryCounters},
                                    {39, model::MessageCode::AndroidLogs},
                                    {40, model::MessageCode::PowerRails},
                                    {46, model::MessageCode::Triggers},
                                    {47, model::MessageCode::PackageLists},
                                    {48, model::MessageCode::ChromeMetadata},
                                    {49, model::MessageCode::Metatrace},
                                    {51, model::MessageCode::ChromeMetadata},
                                    {54, model::MessageCode::StreamedSamples},
                                    {56, model::MessageCode::HeapGraphs},
                                    {57, model::MessageCode::GraphicsFrames},
                                    {61, model::MessageCode::Symbols},
                                    {62, model::MessageCode::VulkanMemory},
                                    {63, model::MessageCode::GpuLogs},
                                    {65, model::MessageCode::VulkanCalls},
                                    {66, model::MessageCode::PerfSamples},
                                    {67, model::MessageCode::CpuFacts},
                                    {68, model::MessageCode::MemoryMaps},
                                    {70, model::MessageCode::DisplayState},
                                    {71, model::MessageCode::GpuMemory},
                                    {72, model::MessageCode::ExtensionDescriptors},
                                    {73, model::MessageCode::MemorySnapshots},
                                    {74, model::MessageCode::StreamedAllocations},
                                    {75, model::MessageCode::StreamedFrees},
                                    {76, model::MessageCode::FrameTimelines},
                                    {77, model::MessageCode::EnergyEstimates},
                                    {78, model::MessageCode::ViewerState},
                                    {82, model::MessageCode::TranslationTables},
                                    {83, model::MessageCode::GameInterventions},
                                    {84, model::MessageCode::StatisticsAtoms},
                                    {86, model::MessageCode::SystemProperties},
                                    {88, model::MessageCode::NetworkPackets},
                                    {91, model::MessageCode::StateResidency},
                                    {92, model::MessageCode::NetworkPackets},
                                    {95, model::MessageCode::WindowsEvents},
                                    {99, model::MessageCode::JavaScriptCode},
                                    {100, model::MessageCode::JavaScriptCode},
                                    {101, model::MessageCode::JavaScriptCode},
                                    {102, model::MessageCode::JavaScriptCode},
                                    {103, model::MessageCode::JavaScriptCode},
                                    {109, model::MessageCode::Triggers},
                                    {113, model::MessageCode::Triggers},
                                    {117, model::MessageCode::KernelTaskStates},
                                    {118, model::MessageCode::CpuFrequencies},
                                    {128, model::MessageCode::GpuFacts},
                                    {129, model::MessageCode::GpuFrequencies},
                                    {132, model::MessageCode::JournalEntries},
                                    {135, model::MessageCode::StackSamples}};
/// What packets carry for those who handle the trace; nothing of it could be drawn.
constexpr std::uint32_t kSilent[] = {3, 33, 35, 36, 69, 79, 87, 98, 124, 125, 126, 127, 134, 138};

/// Reads the packets of a trace one after the other.
class TraceReader {
public:
    TraceReader(PacketReader& packets, model::EventStore& store, const OpenOptions& options)
        : m_packets(packets), m_data(store), m_events(m_data), m_gpu(m_data), m_system(m_data, m_gpu),
          m_options(options) {}

    void read(std::uint64_t fileBytes) {
        std::string_view packet;
        for (std::uint64_t n = 0; m_packets.next(packet); ++n) {
            this->packet(packet);
            if ((n & 0x3ff) == 0 && m_options.stop.stop_requested()) return;
            if ((n & 0x3fff) == 0 && m_options.progress)
                m_options.progress({std::min(m_packets.bytesDone(), fileBytes), fileBytes});
        }
    }
    void finish() { Assembly(m_data, m_gpu, m_system, m_options).run(); }
    bool isEmpty() const { return m_count == 0; }

private:
    void packet(std::string_view bytes) {
        ++m_count;
        std::vector<WireField>& fields = m_fields;
        fields.clear();
        std::uint32_t sequenceId = 0;
        WireReader in(bytes);
        for (WireField f; in.next(f);) {
            if (f.number == 10) sequenceId = static_cast<std::uint32_t>(f.value);
            fields.push_back(f);
        }
        if (in.failed()) {
            m_data.store.diagnostics().add(Note::DamagedPart, model::MessageCode::Packets, 1, {}, m_packets.offset());
            m_data.store.info().partial = true;
        }
        const auto [known, first] = m_sequences.try_emplace(sequenceId);
        if (!known->second && std::any_of(fields.begin(), fields.end(), relies))
            known->second = std::make_unique<Sequence>(sequenceId);
        m_nothing.id = sequenceId;
        Sequence& sequence = known->second ? *known->second : m_nothing;
        Packet p;
        p.offset = m_packets.offset();
        if (!prepare(fields, p, sequence, first)) return;
        for (const WireField& f : fields) payload(f, p, sequence);
    }

    /// Whether a field says something that later packets rely on, or relies on it itself. A trace can have as many
    /// writers as packets; most fields need no more than the number of theirs.
    static bool relies(const WireField& f) {
        switch (f.number) {
        case 6:
        case 11:
        case 12:
        case 41:
        case 44:
        case 52:
        case 53:
        case 59:
        case 60: return true;
        case 13: return (f.value & 1) != 0;
        default: return false;
        }
    }

    const WireField* find(const std::vector<WireField>& fields, std::uint32_t number) const {
        const auto found =
            std::find_if(fields.begin(), fields.end(), [&](const WireField& f) { return f.number == number; });
        return found == fields.end() ? nullptr : &*found;
    }

    /// What holds for the whole packet: losses, resets, defaults, interned data, its time. False if it must be passed
    /// over.
    bool prepare(const std::vector<WireField>& fields, Packet& p, Sequence& s, bool first) {
        const auto value = [&](std::uint32_t number, std::uint64_t fallback) {
            const WireField* f = find(fields, number);
            return f && !f->isBytes() ? f->value : fallback;
        };
        const std::uint64_t flags = value(13, 0);
        if (value(42, 0)) {
            s.valid = false;
            // The first packet of a writer says so, too.
            if (!first && !value(87, 0))
                m_data.store.diagnostics().add(Note::DamagedPart, model::MessageCode::PacketsLost, 1, {}, p.offset);
        }
        if ((flags & 1) || value(41, 0)) {
            s.reset();
            s.valid = true;
            s.run = ++m_runs;
        }
        if (const WireField* defaults = find(fields, 59); defaults && defaults->isBytes())
            readDefaults(defaults->bytes, s);
        if ((flags & 2) && !s.valid) {
            m_data.store.diagnostics().add(Note::DamagedPart, model::MessageCode::PacketsOrphaned, 1, {}, p.offset);
            return false;
        }
        for (const WireField& f : fields)
            if (f.number == 12 && f.isBytes()) s.intern(f.bytes);
        p.host = static_cast<std::int64_t>(value(98, 0) & 0xffffffff);
        if (const WireField* time = find(fields, 8); time && !time->isBytes())
            setTime(p, s, time->value, static_cast<std::uint32_t>(value(58, s.clockId)));
        else p.stamp = {m_data.clocks.traceClock(), 0};
        return true;
    }

    void setTime(Packet& p, Sequence& s, std::uint64_t time, std::uint32_t clockId) {
        p.hasTime = true;
        if (clockId == 0) {
            p.stamp = {p.host ? m_data.clocks.index(p.host, 0, m_primaryClock) : m_data.clocks.traceClock(),
                       static_cast<std::int64_t>(std::min<std::uint64_t>(time, INT64_MAX))};
            return;
        }
        std::uint64_t unit = 1;
        if (const auto clock = s.clocks.find(clockId); clock != s.clocks.end()) {
            unit = clock->second.unit;
            if (clock->second.incremental) time = clock->second.last += time;
        }
        std::uint64_t ns = 0;
        if (__builtin_mul_overflow(time, unit, &ns) || ns > INT64_MAX) ns = INT64_MAX;
        p.stamp = {m_data.clocks.index(p.host, s.id, clockId), static_cast<std::int64_t>(ns)};
    }

    void readDefaults(std::string_view message, Sequence& s) {
        WireReader in(message);
        for (WireField f; in.next(f);) {
            if (f.number == 58) s.clockId = static_cast<std::uint32_t>(f.value);
            if (f.number != 11 || !f.isBytes()) continue;
            s.counterTracks.clear();
            s.doubleCounterTracks.clear();
            WireReader track(f.bytes);
            for (WireField d; track.next(d);) {
                if (d.number == 11) {
                    s.track = d.value;
                    s.hasTrack = true;
                }
                if (d.number == 31) forEachNumber(d, [&](std::uint64_t id) { s.counterTracks.push_back(id); });
                if (d.number == 45) forEachNumber(d, [&](std::uint64_t id) { s.doubleCounterTracks.push_back(id); });
            }
        }
    }

    void clockSnapshot(std::string_view message, std::int64_t host, Sequence& s) {
        std::vector<Stamp> readings;
        WireReader in(message);
        for (WireField f; in.next(f);) {
            if (f.number == 2 && !f.isBytes() && host == 0) {
                m_primaryClock = static_cast<std::uint32_t>(f.value);
                m_data.clocks.setTraceClock(m_data.clocks.index(0, s.id, m_primaryClock));
            }
            if (f.number != 1 || !f.isBytes()) continue;
            std::uint32_t id = 0;
            Sequence::Clock form;
            WireReader clock(f.bytes);
            for (WireField c; clock.next(c);) {
                if (c.number == 1) id = static_cast<std::uint32_t>(c.value);
                if (c.number == 2) form.last = c.value;
                if (c.number == 3) form.incremental = c.value != 0;
                if (c.number == 4) form.unit = std::max<std::uint64_t>(c.value, 1);
            }
            s.clocks[id] = form;
            std::uint64_t ns = 0;
            if (__builtin_mul_overflow(form.last, form.unit, &ns) || ns > INT64_MAX) continue;
            readings.push_back({m_data.clocks.index(host, s.id, id), static_cast<std::int64_t>(ns)});
        }
        m_data.clocks.addSnapshot(readings);
    }

    /// What the clock that counts from the boot showed in a snapshot.
    static std::optional<model::TimeNs> bootTimeOf(std::string_view snapshot) {
        std::optional<model::TimeNs> out;
        WireReader in(snapshot);
        for (WireField f; in.next(f);) {
            if (f.number != 1 || !f.isBytes()) continue;
            std::uint64_t id = 0, time = 0;
            WireReader clock(f.bytes);
            for (WireField c; clock.next(c);) {
                if (c.number == 1) id = c.value;
                if (c.number == 2) time = c.value;
            }
            if (id == kBoottime) out = static_cast<model::TimeNs>(std::min<std::uint64_t>(time, INT64_MAX));
        }
        return out;
    }

    /// Pairs of snapshots of another machine and of this one.
    void remoteClocks(std::string_view message, std::int64_t host) {
        WireReader in(message);
        for (WireField f; in.next(f);) {
            if (f.number != 1 || !f.isBytes()) continue;
            std::optional<model::TimeNs> there, here;
            WireReader sides(f.bytes);
            for (WireField side; sides.next(side);) {
                if (side.number == 2 && side.isBytes()) there = bootTimeOf(side.bytes);
                if (side.number == 3 && side.isBytes()) here = bootTimeOf(side.bytes);
            }
            if (there && here) m_data.clocks.addRemote(host, kBoottime, *there, *here);
        }
    }

    void trackDescriptor(std::string_view message, const Packet& p, Sequence& s) {
        m_data.tracks.describe(message, p.host, m_data.names);
        WireReader in(message);
        for (WireField f; in.next(f);)  // events of this writer are the thread's when they name no track
            if (f.number == 4 && f.isBytes() && s.valid) m_system.threadDescriptor(f.bytes, p.host, s);
    }

    void payload(const WireField& f, const Packet& p, Sequence& s) {
        switch (f.number) {
        case 8:
        case 10:
        case 12:
        case 13:
        case 41:
        case 42:
        case 58:
        case 59: return;  // see prepare()
        default: break;
        }
        if (std::find(std::begin(kSilent), std::end(kSilent), f.number) != std::end(kSilent)) return;
        if (!f.isBytes()) return unknown(f.number);
        switch (f.number) {
        case 1: return m_system.ftrace(f.bytes, p.host, p.offset);
        case 2: return m_system.processTree(f.bytes, p.host);
        case 6: return clockSnapshot(f.bytes, p.host, s);
        case 11: return trackEvent(f.bytes, p, s);
        case 43: return m_system.processDescriptor(f.bytes, p.host);
        case 44: return m_system.threadDescriptor(f.bytes, p.host, s);
        case 45: return m_system.systemInfo(f.bytes);
        case 50: return m_packets.unpack(f.bytes, false);
        case 52: return m_gpu.counters(f.bytes, p, s);
        case 53: return m_gpu.renderStage(f.bytes, p, s);
        case 60: return trackDescriptor(f.bytes, p, s);
        case 89: return traceUuid(f.bytes);
        case 90: return rangeOfInterest(f.bytes);
        case 107: return remoteClocks(f.bytes, p.host);
        case 133: return m_packets.unpack(f.bytes, true);
        default: return unknown(f.number);
        }
    }

    void trackEvent(std::string_view message, const Packet& p, Sequence& s) {
        // Times of old events stand in the event.
        const bool timed = p.hasTime || s.hasThread;
        if (!timed)
            return m_data.store.diagnostics().add(Note::NoTime, model::MessageCode::TrackEvents, 1, {}, p.offset);
        m_events.read(message, p, s);
    }

    void traceUuid(std::string_view message) {
        std::uint64_t halves[2] = {};
        WireReader in(message);
        for (WireField f; in.next(f);)
            if (f.number == 1 || f.number == 2) halves[f.number == 1 ? 1 : 0] = f.value;
        m_data.fact("TraceUuid", fmt::format("{:016x}{:016x}", halves[0], halves[1]));
    }

    void rangeOfInterest(std::string_view message) {
        WireReader in(message);
        for (WireField f; in.next(f);)
            if (f.number == 1) m_data.fact("RangeOfInterestStartUs", std::to_string(f.asInt()));
    }

    void unknown(std::uint32_t field) {
        for (const KnownField& k : kNotShown)
            if (k.number == field) return m_data.notShown(k.name);
        const model::Message name = m_data.numbered(model::MessageCode::TracePacketField, field);
        m_data.store.diagnostics().add(Note::SkippedUnknown, name, 1, {}, m_packets.offset());
        m_data.store.info().skipped[name] += 1;
    }

    PacketReader& m_packets;
    TraceData m_data;
    TrackEventReader m_events;
    GpuReader m_gpu;
    SystemReader m_system;
    const OpenOptions& m_options;
    std::unordered_map<std::uint32_t, std::unique_ptr<Sequence>>
        m_sequences;  ///< nullptr where nothing must be remembered
    Sequence m_nothing{0};
    std::vector<WireField> m_fields;
    std::uint32_t m_runs = 0;
    std::uint32_t m_primaryClock = kBoottime;  ///< of packets that name none
    std::uint64_t m_count = 0;
};

}  // namespace

int sniff(const Sniff& s) {
    const std::string_view head = s.unpacked.empty() ? s.head : s.unpacked;
    return looksLikeTrace(head, s.fileBytes);
}

model::Result<void> open(const std::filesystem::path& path, model::EventStore& store, const OpenOptions& options) {
    auto source = ByteSource::open(path, streamBounds(options));
    if (!source) return tl::unexpected<model::Error>(source.error());
    const ByteSource& bytes = **source;
    model::ReportInfo& info = store.info();
    info.format = "Perfetto trace";
    info.formatKey = "perfetto";
    info.product = "Perfetto";
    PacketReader packets(std::move(*source), store);
    TraceReader trace(packets, store, options);
    trace.read(info.fileBytes);
    noteProblems(bytes.problems(), store);
    info.partial |= packets.isDamaged();
    if (trace.isEmpty()) return model::fail(ErrorCode::Damaged, path.string(), model::MessageCode::NoPacketRead);
    trace.finish();
    return finishReport(path, store, options, options.stop.stop_requested());
}

}  // namespace importers::perfetto
