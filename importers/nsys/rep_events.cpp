// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/nsys/rep_events.h"

#include <algorithm>
#include <cassert>
#include <optional>
#include <utility>

#include "importers/common/protobuf_wire.h"
#include "importers/nsys/rep_layouts.h"

namespace importers::nsys {
namespace {

using Code = RepWarning::Code;

static_assert(static_cast<std::size_t>(NotShown::Count) == std::size(kNotShown));

int columnOf(TableId id, std::string_view name) { return columnIndex(table(id), name); }

class Decoder {
public:
    Decoder(const RepContainer& report, std::string_view chunk, RowSink& sink)
        : m_report(report), m_chunk(chunk), m_readableEnd(chunk.data() + chunk.size()), m_sink(sink),
          m_newOverhead(report.facts().version() >= std::pair(2025, 6)) {}

    EventCounts run() {
        WireReader reader(m_chunk);
        for (WireField f; reader.next(f);) {
            if (!f.isBytes() || (f.number != kEvent && f.number != kGenericEvent)) continue;
            m_offset = static_cast<std::size_t>(f.bytes.data() - m_chunk.data());
            if (!event(f.bytes, f.number == kGenericEvent)) ++m_counts.damaged;
        }
        if (reader.failed()) ++m_counts.damaged;
        for (std::size_t i = 0; i < std::size(kNotShown); ++i)
            if (m_notShown[i] > 0) m_counts.notShown.emplace(kNotShown[i], m_notShown[i]);
        return std::move(m_counts);
    }

private:
    static constexpr std::uint32_t kEvent = 1, kGenericEvent = 2;

    bool event(std::string_view message, bool isGeneric) {
        std::uint64_t type = 0;
        std::int64_t time = 0;
        WireField body;
        WireReader reader(message, m_readableEnd);
        for (WireField f; reader.next(f);) {
            if (f.isBytes()) body = f;
            else if (f.number == 1) type = f.value;
            else if (f.number == 2) time = f.asInt();
        }
        if (isGeneric) {
            ++m_counts.genericEvents;
            return !reader.failed() && generic(type, time, body.bytes);
        }
        ++m_counts.events;
        return !reader.failed() && dispatch(type, body);
    }

    bool dispatch(std::uint64_t type, const WireField& body) {
        m_detail = {};
        switch (body.number) {
        case 102: return nvtx(type, body.bytes);
        case 104: return type == 31 ? cpuSample(body.bytes) : notShown(type);
        case 106: return type == 41 ? plain(m_layouts.sched, body.bytes) : notShown(type);
        case 107: return deviceActivity(type, body.bytes);
        case 108: return call(type, body.bytes);
        case 110: return type == 49 ? diagnostic(body.bytes) : notShown(type);
        case 113: return type == 27 ? process(body.bytes) : notShown(type);
        case 123: return type == 117 ? memoryUsage(body.bytes) : notShown(type);
        case 129: return type == 129 ? memoryPool(body.bytes) : notShown(type);
        default: return notShown(type);
        }
    }

    template <class Nested>
    bool read(std::string_view message, Fields& fields, Nested&& nested) const {
        return readFields(message, m_readableEnd, fields, nested);
    }
    bool read(std::string_view message, Fields& fields) const {
        return readFields(message, m_readableEnd, fields, [](const WireField&) {});
    }

    bool count(NotShown what) {
        ++m_notShown[static_cast<std::size_t>(what)];
        return true;
    }

    bool notShown(std::uint64_t type) {
        if (const auto what = typeNotShown(type)) return count(*what);
        ++m_counts.unknownTypes[type];
        return true;
    }

    void emit(TableId id, std::size_t size) {
        ++m_counts.rows[static_cast<std::size_t>(id)];
        m_sink.row(id, {m_cells.data(), size}, m_offset);
    }

    /// Makes the row of m_message and m_detail.
    bool fill(const Layout& layout) {
        layout.fill(m_message, m_cells.data());
        return m_detail.empty() || layout.fillDetail(m_detail, m_readableEnd, m_cells.data());
    }

    bool emitRow(const Layout& layout) {
        if (!fill(layout)) return false;
        emit(layout.id(), layout.size());
        return true;
    }

    bool plain(const Layout& layout, std::string_view message) { return read(message, m_message) && emitRow(layout); }

    // ---- device ----

    bool deviceActivity(std::uint64_t type, std::string_view message) {
        std::uint32_t kind = 0;
        const auto nested = [&](const WireField& f) {
            kind = f.number;
            m_detail = f.bytes;
        };
        if (!read(message, m_message, nested)) return false;
        switch (kind) {
        case 101: return type == 79 ? emitRow(m_layouts.kernel) : notShown(type);
        case 102: return type == 80 ? emitRow(m_layouts.memcpy) : notShown(type);
        case 103: return type == 80 ? emitRow(m_layouts.memset) : notShown(type);
        case 105: return type == 106 ? emitRow(m_layouts.sync) : notShown(type);
        case 106:
            if (m_message.get(1) == 0) m_message.remove(1);  // no time was taken
            return type == 127 ? emitRow(m_layouts.cudaEvent) : notShown(type);
        case 107: return type == 130 ? emitRow(m_layouts.graphTrace) : notShown(type);
        default: return type == 80 ? count(NotShown::OddMemory) : notShown(type);
        }
    }

    bool memoryUsage(std::string_view message) {
        std::string_view name;
        const auto nested = [&](const WireField& f) {
            if (f.number == 13) m_detail = f.bytes;
            if (f.number == 11) name = f.bytes;
        };
        if (!read(message, m_message, nested)) return false;
        const Layout& layout = m_layouts.memoryUsage;
        if (!fill(layout)) return false;
        static const int kName = columnOf(TableId::MemoryUsage, "name");
        if (!name.empty()) m_cells[static_cast<std::size_t>(kName)] = Cell::ofText(name);
        emit(layout.id(), layout.size());
        return true;
    }

    bool memoryPool(std::string_view message) {
        const auto nested = [&](const WireField& f) {
            if (f.number == 9) m_detail = f.bytes;
        };
        return read(message, m_message, nested) && emitRow(m_layouts.memoryPool);
    }

    // ---- calls ----

    bool call(std::uint64_t type, std::string_view message) {
        m_frames.clear();
        bool ok = true;
        const auto nested = [&](const WireField& f) {
            switch (f.number) {
            case 15: ok = frame(f.bytes) && ok; break;
            case 33:
            case 37:
            case 38:
            case 40: m_detail = f.bytes; break;
            default: break;
            }
        };
        if (!read(message, m_message, nested) || !ok) return false;
        const auto eventClass = static_cast<std::uint64_t>(m_message.get(6));
        const Layout* layout = callLayout(eventClass);
        if (layout) {
            if (!m_frames.empty()) m_sink.frames(m_frames);
            return emitRow(*layout);
        }
        if (const auto what = classNotShown(eventClass)) return count(*what);
        return typeNotShown(type) ? notShown(type) : count(NotShown::OtherCall);
    }

    const Layout* callLayout(std::uint64_t eventClass) const {
        switch (eventClass) {
        case 0:
        case 1:
        case 13: return &m_layouts.runtime;
        case 3: return m_newOverhead ? &m_layouts.overheadNew : &m_layouts.overheadOld;
        case 27:
        case 31:
        case 32: return &m_layouts.osrt;
        case 28: return &m_layouts.cudnn;
        case 29: return &m_layouts.cublas;
        case 77: return &m_layouts.graphNode;
        case 94:
        case 95:
        case 96: return &m_layouts.graph;
        case 102: return &m_layouts.jit;
        case 103: return &m_layouts.cuptiOverhead;
        default: return nullptr;
        }
    }

    bool frame(std::string_view message) {
        Fields fields;
        if (!read(message, fields)) return false;
        RepFrame& to = m_frames.emplace_back();
        to.symbolId = fields.get(1);
        to.moduleId = fields.get(2);
        to.ip = fields.get(8);
        to.unwindMethod = static_cast<std::uint8_t>(fields.get(9));
        const auto flag = [&](std::uint32_t number, RepFrame::Flag bit) {
            if (fields.get(number) != 0) to.flags = static_cast<std::uint8_t>(to.flags | bit);
        };
        flag(4, RepFrame::KernelMode);
        flag(5, RepFrame::ThumbCode);
        flag(6, RepFrame::Unresolved);
        flag(7, RepFrame::SpecialEntry);
        return true;
    }

    bool cpuSample(std::string_view message) {
        m_frames.clear();
        bool ok = true;
        const auto nested = [&](const WireField& f) {
            if (f.number == 4) ok = frame(f.bytes) && ok;
        };
        if (!read(message, m_message, nested) || !ok) return false;
        if (!m_frames.empty()) m_sink.frames(m_frames);
        return emitRow(m_layouts.cpuSample);
    }

    // ---- NVTX ----

    bool nvtx(std::uint64_t type, std::string_view message) {
        switch (type) {
        case 33:
        case 34:
        case 39:
        case 59:
        case 60:
        case 75:
        case 76: break;
        default: return notShown(type);
        }
        std::string_view text, payload;
        bool hasText = false;
        const auto nested = [&](const WireField& f) {
            if (f.number == 7) text = f.bytes, hasText = true;
            if (f.number == 8) payload = f.bytes;
        };
        if (!read(message, m_message, nested)) return false;
        const Layout& layout = m_layouts.nvtx;
        if (!fill(layout)) return false;
        static const int kText = columnOf(TableId::Nvtx, "text");
        if (hasText) m_cells[static_cast<std::size_t>(kText)] = Cell::ofText(text);
        if (!payload.empty() && !nvtxPayload(payload)) return false;
        emit(layout.id(), layout.size());
        return true;
    }

    /// One member of a union; its numbers follow the order of the columns (1, 7 and 9 occur in samples).
    bool nvtxPayload(std::string_view message) {
        static const int kFirst = columnOf(TableId::Nvtx, "uint64Value");
        constexpr std::uint32_t kDouble = 3, kFloat = 6, kJsonText = 8, kStructure = 9;
        m_json.clear();
        WireReader reader(message, m_readableEnd);
        for (WireField f; reader.next(f);) {
            if (f.number > kStructure) continue;
            Cell& cell = m_cells[static_cast<std::size_t>(kFirst) + f.number - 1];
            if (f.number == kStructure && f.isBytes()) nvtxStructure(f.bytes);
            else if (f.number == kJsonText && f.isBytes()) cell = Cell::ofText(f.bytes);
            else if (f.number == kDouble && f.type == WireType::Fixed64) cell = Cell::ofReal(f.asDouble());
            else if (f.number == kFloat && f.type == WireType::Fixed32) cell = Cell::ofReal(f.asFloat());
            else if (f.type == WireType::Varint && f.number < kJsonText && f.number != kDouble && f.number != kFloat)
                cell = Cell::ofInt(f.asInt());
        }
        if (!m_json.empty()) m_cells[static_cast<std::size_t>(kFirst) + kJsonText - 1] = Cell::ofText(m_json);
        return !reader.failed();
    }

    /// A payload whose layout the process registered. Should there be several, they follow each other, one a line.
    void nvtxStructure(std::string_view message) {
        std::string_view data;
        Fields fields;
        read(message, fields, [&](const WireField& f) {
            if (f.number == 2) data = f.bytes;
        });
        constexpr std::uint64_t kThreadBits = 0xffffff;
        const auto globalPid = static_cast<std::int64_t>(static_cast<std::uint64_t>(m_message.get(9)) & ~kThreadBits);
        if (!m_json.empty()) m_json += '\n';
        payloadToJson(m_report.facts().payloads, globalPid, m_message.get(13),
                      static_cast<std::uint64_t>(fields.get(1)), data, m_json);
    }

    // ---- others ----

    bool diagnostic(std::string_view message) {
        std::string_view text;
        const auto nested = [&](const WireField& f) {
            if (f.number == 1) m_detail = f.bytes;
            if (f.number == 4) text = f.bytes;
        };
        if (!read(message, m_message, nested)) return false;
        const Layout& layout = m_layouts.diagnostic;
        if (!fill(layout)) return false;
        static const int kText = columnOf(TableId::Diagnostic, "text");
        m_cells[static_cast<std::size_t>(kText)] = Cell::ofText(text);
        emit(layout.id(), layout.size());
        return true;
    }

    /// Only the names are taken: the same record leads to the command line and to the environment.
    bool process(std::string_view message) {
        std::string_view path, command;
        const auto nested = [&](const WireField& f) {
            if (f.number == 5) path = f.bytes;
            if (f.number == 6) command = f.bytes;
        };
        if (!read(message, m_message, nested)) return false;
        // Reports of 2020 and 2021 call a program by what started it; the path is the program's own.
        const bool launcher =
            command == "nsys-launcher" && !path.empty() && path.substr(path.rfind('/') + 1) != command;
        const std::string_view name = command.empty() || launcher ? path : command;
        if (name.empty()) return count(NotShown::NamelessProcess);
        m_sink.process(m_message.get(2), name);
        return true;
    }

    bool generic(std::uint64_t type, std::int64_t time, std::string_view data) {
        if (!m_genericType || m_genericType->typeId != type) {
            m_genericType = m_report.facts().genericType(type);
            m_isMetric = m_genericType && m_genericType->isGpuMetric();
        }
        if (!m_genericType) return count(NotShown::GenericEvent);
        if (m_genericType->fields.empty()) return count(NotShown::MetricLayout);
        if (!m_isMetric) return count(NotShown::GenericEvent);
        metrics(type, time, data);
        return true;
    }

    void metrics(std::uint64_t type, std::int64_t time, std::string_view data) {
        enum Column : std::size_t { Timestamp, TypeId, MetricId, Value, RawTimestamp, Size };
        assert(table(TableId::GpuMetric).columns.size() == Size);
        m_cells[Timestamp] = m_cells[RawTimestamp] = Cell::ofInt(time);
        m_cells[TypeId] = Cell::ofInt(static_cast<std::int64_t>(type));
        const auto& fields = m_genericType->fields;
        // Every field takes a byte at least; a damaged description must not make a million rows of each event.
        for (std::size_t i = 0; i < std::min(fields.size(), data.size()); ++i) {
            const std::size_t offset = fields[i].offset, size = fields[i].size;
            if (size == 0 || size > 8 || offset > data.size() || size > data.size() - offset) continue;
            std::uint64_t value = 0;
            for (std::size_t b = 0; b < size; ++b)
                value |= static_cast<std::uint64_t>(static_cast<std::uint8_t>(data[offset + b])) << (8 * b);
            const auto shift = static_cast<int>(64 - 8 * size);  // values are signed, even percentages
            m_cells[MetricId] = Cell::ofInt(static_cast<std::int64_t>(i));
            m_cells[Value] = Cell::ofInt(static_cast<std::int64_t>(value << shift) >> shift);
            emit(TableId::GpuMetric, Size);
        }
    }

    const RepContainer& m_report;
    std::string_view m_chunk;
    const char* m_readableEnd;
    RowSink& m_sink;
    const Layouts& m_layouts = Layouts::get();
    bool m_newOverhead;
    EventCounts m_counts;
    std::array<std::uint64_t, std::size(kNotShown)> m_notShown{};
    std::size_t m_offset = 0;
    Fields m_message;           ///< numbers of the event's message
    std::string_view m_detail;  ///< the message inside it, if there is one
    std::array<Cell, 48> m_cells;
    std::vector<RepFrame> m_frames;
    std::string m_json;
    const RepGenericType* m_genericType = nullptr;
    bool m_isMetric = false;
};

}  // namespace

void EventCounts::add(const EventCounts& other) {
    events += other.events;
    genericEvents += other.genericEvents;
    damaged += other.damaged;
    for (std::size_t i = 0; i < kTableCount; ++i) rows[i] += other.rows[i];
    for (const auto& [name, count] : other.notShown) notShown[name] += count;
    for (const auto& [type, count] : other.unknownTypes) unknownTypes[type] += count;
}

EventCounts decodeEvents(const RepContainer& report, std::string_view rawChunk, RowSink& sink) {
    return Decoder(report, rawChunk, sink).run();
}

std::vector<RepWarning> countWarnings(const RepContainer& report, const EventCounts& total) {
    const SessionFacts& facts = report.facts();
    std::vector<RepWarning> warnings;
    if (total.damaged > 0) warnings.push_back({Code::DamagedEvents, -1, total.damaged, 0});
    if (total.events != facts.promisedEvents)
        warnings.push_back({Code::EventCount, -1, total.events, facts.promisedEvents});
    if (total.genericEvents != facts.promisedGenericEvents)
        warnings.push_back({Code::GenericEventCount, -1, total.genericEvents, facts.promisedGenericEvents});
    return warnings;
}

}  // namespace importers::nsys
