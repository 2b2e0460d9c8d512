// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/store/lane.h"

#include <algorithm>
#include <bit>

namespace model {
namespace {

/// Below this, scanning the rows is as quick as looking at bins.
constexpr std::size_t kMipRows = 512;
/// Rows that should share a bin of the finest level.
constexpr std::size_t kRowsPerBin = 4;
constexpr int kMaxShift = 53;  // 2^53 ns · 255 fits into 64 bits
/// Bins that events may fill beyond the one they start in, on average.
constexpr double kMaxBinsPerRow = 0.04;

/// A segment's totals are kept only if they are much shorter than the segment.
constexpr std::size_t kMinRowsPerName = 16;

class NameTotals {
public:
    bool add(StringId name, TimeNs duration) {
        NameTotal* t = slot(name);
        if (!t) return false;
        if (t->count == 0) *t = {name, 0, 0, duration, duration};
        ++t->count;
        t->sum = saturatingAdd(t->sum, duration);
        t->min = std::min(t->min, duration);
        t->max = std::max(t->max, duration);
        return true;
    }
    std::vector<NameTotal> take() {
        std::vector<NameTotal> out;
        for (const NameTotal& t : m_slots)
            if (t.count) out.push_back(t);
        std::sort(out.begin(), out.end(), [](const NameTotal& a, const NameTotal& b) { return a.name < b.name; });
        return out;
    }
    explicit NameTotals(std::size_t maxNames) : m_max(maxNames), m_slots(std::bit_ceil(maxNames * 2 + 2)) {}

private:
    NameTotal* slot(StringId name) {
        const std::size_t mask = m_slots.size() - 1;
        for (std::size_t s = (name * 0x9e3779b1u) & mask;; s = (s + 1) & mask) {
            NameTotal& t = m_slots[s];
            if (t.count && t.name == name) return &t;
            if (t.count == 0) return m_used++ < m_max ? &t : nullptr;
        }
    }
    std::size_t m_max;
    std::size_t m_used = 0;
    std::vector<NameTotal> m_slots;
};

}  // namespace

void Lane::append(const Event& e) {
    const std::size_t row = m_start.size();
    m_start.push(e.start);
    m_end.push(e.end);
    m_name.push(e.name);
    if (m_columns & kArgsColumn) m_args.push(e.args);
    if (m_columns & kCorrelationColumn) m_correlation.push(e.correlation);
    if (m_columns & kPayloadColumn) m_payload.push(e.payload);
    index(row, e.start, e.end, e.name);
}

void Lane::index(std::size_t row, TimeNs start, TimeNs end, StringId name) {
    const TimeNs duration = end - start;
    m_lastEnd = end;
    m_rows = row + 1;
    if (!m_summaries) return;
    m_block.see(duration, static_cast<std::uint32_t>(row));
    m_block.weigh(name, static_cast<float>(duration));
    m_blockBusy += duration;
    if ((row + 1) % BlockPyramid::kBlock == 0) finishBlock(row);
}

void Lane::finishBlock(std::size_t row) {
    m_pyramid.append(m_block, m_blockBusy);
    m_block = {};
    m_blockBusy = 0;
    if (m_columns & kCorrelationColumn && (row + 1) % kZoneRows == 0) {
        Zone z;
        for (std::size_t i = row + 1 - kZoneRows; i <= row;) {
            for (const std::uint32_t c : m_correlation.run(i, row + 1)) {
                z.min = std::min(z.min, c);
                z.max = std::max(z.max, c);
                ++i;
            }
        }
        m_zones.push(z);
    }
    const auto here = Column<TimeNs>::place(row);
    if (here.offset + 1 == Column<TimeNs>::capacity(here.segment)) finishSegment(here.segment);
}

void Lane::finishSegment(std::size_t segment) {
    const std::size_t first = Column<TimeNs>::firstRow(segment);
    const std::size_t n = Column<TimeNs>::capacity(segment);
    const auto start = m_start.run(first, first + n);
    const auto end = m_end.run(first, first + n);
    const auto name = m_name.run(first, first + n);
    NameTotals totals(n / kMinRowsPerName);
    bool few = true;
    for (std::size_t i = 0; few && i < n; ++i) few = totals.add(name[i], end[i] - start[i]);
    if (few) {
        m_totalsOwner.push_back(std::make_unique<std::vector<NameTotal>>(totals.take()));
        m_totals.push(m_totalsOwner.back().get());
    } else {
        m_totals.push(nullptr);
    }
}

const std::vector<NameTotal>* Lane::totals(std::size_t segment) const {
    return m_summaries ? m_totals[segment] : nullptr;
}

Event Lane::row(std::size_t i) const {
    return {m_start[i],
            m_end[i],
            m_name[i],
            m_columns & kArgsColumn ? m_args[i] : 0,
            m_columns & kCorrelationColumn ? m_correlation[i] : 0,
            m_columns & kPayloadColumn ? m_payload[i] : 0};
}

void Lane::finishBatch() {
    if (!m_summaries || rows() < kMipRows || (!m_mips.empty() && m_mipRows == rows())) return;
    if (mipNeedsRebuild()) rebuildMip();
    TimeMip& mip = *m_mips.back();
    while (m_mipRows < rows()) {
        const auto start = m_start.run(m_mipRows, rows());
        const auto end = m_end.run(m_mipRows, rows());
        const auto name = m_name.run(m_mipRows, rows());
        for (std::size_t i = 0; i < start.size(); ++i) mip.append(start[i], end[i], name[i]);
        m_mipRows += start.size();
    }
    mip.finishBatch();
}

bool Lane::mipNeedsRebuild() {
    if (m_mips.empty()) return true;
    if (rows() < 4 * m_mipBuiltAt) {
        // A long pause must not be paid with millions of empty chunks.
        const TimeNs chunks =
            saturatingSub(m_lastEnd, m_start[0]) >> std::min(62, m_mips.back()->baseShift() + TimeMip::kChunkShift);
        return chunks > static_cast<TimeNs>(std::max<std::size_t>(65536, rows()));
    }
    if (std::abs(idealShift() - m_mips.back()->baseShift()) >= 2) return true;
    m_mipBuiltAt = rows();  // still fits; the question is asked again when the lane has grown as much once more
    return false;
}

int Lane::idealShift() const {
    // Typical distance between starts, by the median of samples spread over the lane.
    std::vector<TimeNs> gaps, durations;
    const std::size_t n = rows() - kRowsPerBin, step = std::max<std::size_t>(1, n / 1023);
    for (std::size_t i = 0; i < n; i += step) {
        gaps.push_back(m_start[i + kRowsPerBin] - m_start[i]);
        durations.push_back(m_end[i] - m_start[i]);
    }
    std::nth_element(gaps.begin(), gaps.begin() + static_cast<std::ptrdiff_t>(gaps.size() / 2), gaps.end());
    const TimeNs median = std::max<TimeNs>(1, gaps[gaps.size() / 2]);
    int shift = std::bit_width(static_cast<std::uint64_t>(median)) - 1;
    // Long events among short ones fill many bins each (whole chunks of them are free), and the directory of chunks
    // covers pauses, too: both must stay small beside the rows.
    const auto binsPerRow = [&](int s) {
        double bins = 0;
        for (const TimeNs d : durations) bins += static_cast<double>(std::min<TimeNs>(d >> s, 2 * TimeMip::kChunk));
        return bins / static_cast<double>(durations.size());
    };
    const TimeNs span = std::max<TimeNs>(1, saturatingSub(m_lastEnd, m_start[0]));
    const auto chunks = static_cast<TimeNs>(std::max<std::size_t>(1024, rows() / 8));
    while (shift < kMaxShift &&
           ((span >> (shift + TimeMip::kChunkShift)) > chunks || binsPerRow(shift) > kMaxBinsPerRow))
        ++shift;
    return std::min(shift, kMaxShift);
}

void Lane::rebuildMip() {
    m_mips.push_back(std::make_unique<TimeMip>(idealShift(), m_start[0]));
    m_mipRows = 0;
    m_mipBuiltAt = rows();
}

bool Lane::indexLoaded() {
    const std::size_t n = m_start.size();
    const auto fits = [&](const auto& column, LaneColumn bit) { return !(m_columns & bit) || column.size() == n; };
    if (m_end.size() != n || m_name.size() != n || !fits(m_args, kArgsColumn) ||
        !fits(m_correlation, kCorrelationColumn) || !fits(m_payload, kPayloadColumn))
        return false;
    for (std::size_t row = m_rows; row < n;) {
        const auto start = m_start.run(row, n);
        const auto end = m_end.run(row, n);
        const auto name = m_name.run(row, n);
        for (std::size_t i = 0; i < start.size(); ++i, ++row) {
            if (start[i] < std::max(m_lastEnd, -kTimeLimit) || end[i] < start[i] || end[i] > kTimeLimit) return false;
            index(row, start[i], end[i], name[i]);
        }
    }
    finishBatch();
    return true;
}

std::size_t Lane::memoryBytes() const {
    std::size_t n = m_start.memoryBytes() + m_end.memoryBytes() + m_name.memoryBytes() + m_args.memoryBytes() +
                    m_correlation.memoryBytes() + m_payload.memoryBytes() + m_pyramid.memoryBytes() +
                    m_zones.memoryBytes();
    for (const auto& m : m_mips) n += m->memoryBytes();
    for (const auto& t : m_totalsOwner) n += t->size() * sizeof(NameTotal);
    return n;
}

}  // namespace model
