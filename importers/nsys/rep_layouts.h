// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How events of a report become rows. Only rep_events.cpp uses it.

#include <algorithm>
#include <array>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "importers/common/cell.h"
#include "importers/common/protobuf_wire.h"
#include "importers/nsys/schema.h"

namespace importers::nsys {

/// Indices into kNotShown.
enum class NotShown : std::uint8_t {
    MemoryMap,
    Marker,
    NamelessProcess,
    MetricLayout,
    GenericEvent,
    UmCpuFault,
    UmGpuFault,
    GraphNodeParameters,
    OpenGl,
    OpenAcc,
    OpenMp,
    Vulkan,
    Direct3d,
    OpenXr,
    OpenCl,
    Codec,
    CudaStack,
    SystemCall,
    OtherCall,
    NvtxText,
    OddNvtx,
    GpuContextSwitch,
    Network,
    CpuCounter,
    Bandwidth,
    Graphics,
    System,
    VideoEngine,
    KeyRotation,
    OddMemory,
    Old,
    Count
};

/// Why an event of that type, or a call of that class, has no row; nothing if the number is unknown.
std::optional<NotShown> typeNotShown(std::uint64_t type);
std::optional<NotShown> classNotShown(std::uint64_t eventClass);

/// The numbers of one message by field number; drops bytes fields, and fields from 64 on.
struct Fields {
    std::uint64_t present = 0;
    std::array<std::int64_t, 64> value;  // NOLINT: only those in `present` are ever read

    bool has(std::uint32_t number) const { return (present >> number & 1) != 0; }
    void remove(std::uint32_t number) { present &= ~(std::uint64_t{1} << number); }
    std::int64_t get(std::uint32_t number) const { return has(number) ? value[number] : 0; }
};

/// Reads the numbers of a message into `fields`, replacing the old ones, and passes on its bytes fields. `readableEnd`:
/// see WireReader.
template <class Nested>
bool readFields(std::string_view message, const char* readableEnd, Fields& fields, Nested&& nested) {
    WireReader reader(message, readableEnd);
    std::uint64_t present = 0;
    for (WireField f; reader.next(f);) {
        if (f.isBytes()) [[unlikely]] {
            nested(f);
        } else if (f.number < 64) {
            fields.value[f.number] = f.asInt();
            present |= std::uint64_t{1} << f.number;
        }
    }
    fields.present = present;
    return !reader.failed();
}

/// The sources of the cells of a row.
class Layout {
public:
    struct Source {
        std::uint8_t message;  ///< 0 = the event's message, 1 = the message inside it
        std::uint8_t field;
        std::string_view column;
    };

    Layout(TableId id, std::initializer_list<Source> sources);

    TableId id() const { return m_id; }
    std::size_t size() const { return m_blank.size(); }

    /// Writes size() cells; a field that the event lacks becomes 0 or NULL, by its column.
    void fill(const Fields& message, Cell* cells) const {
        std::copy(m_blank.begin(), m_blank.end(), cells);
        for (const auto& [field, column] : m_steps)
            if (message.has(field)) cells[column] = Cell::ofInt(message.value[field]);
    }

    /// Adds the fields of the message inside the event. Kernels have most of their fields there, so these go directly
    /// into the cells. There must be one cell more than size().
    bool fillDetail(std::string_view message, const char* readableEnd, Cell* cells) const {
        WireReader reader(message, readableEnd);
        for (WireField f; reader.next(f);)
            if (!f.isBytes() && f.number < m_detailColumns.size())
                cells[m_detailColumns[f.number]] = Cell::ofInt(f.asInt());
        return !reader.failed();
    }

private:
    TableId m_id;
    std::vector<Cell> m_blank;
    std::vector<std::pair<std::uint8_t, std::uint8_t>> m_steps;  ///< field and column
    std::array<std::uint8_t, 48> m_detailColumns;  ///< by field; unknown fields go to the cell after the last one
};

/// All layouts.
struct Layouts {
    Layout kernel, memcpy, memset, sync, cudaEvent, graphTrace, nvtx, runtime, osrt, cudnn, cublas, graphNode, graph,
        overheadOld, overheadNew, cuptiOverhead, jit, memoryUsage, memoryPool, sched, cpuSample, diagnostic;

    static const Layouts& get();

private:
    Layouts();
};

}  // namespace importers::nsys
