// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/store/diagnostics.h"

#include <algorithm>

#include "model/base/safe_text.h"

namespace model {
namespace {
using enum Severity;
constexpr std::array<NoteInfo, static_cast<std::size_t>(Note::Count)> kNotes{{
    {Note::SkippedUnknown, "skipped_unknown", DataLoss, "{n} events of an unknown type were skipped: {subject}"},
    {Note::NotShown, "not_shown", Info, "{n} events are understood but not drawn: {subject}"},
    {Note::MissingColumn, "missing_column", Info, "The report has no column {subject}"},
    {Note::MissingString, "missing_string", Warning,
     "{n} names are missing in the report ({subject}); a placeholder is shown"},
    {Note::EndBeforeStart, "end_before_start", Warning,
     "{n} events end before they start and are drawn with zero length: {subject}"},
    {Note::NeverClosed, "never_closed", Info,
     "{n} ranges were never closed and are drawn to the end of the report, or of what encloses them: {subject}"},
    {Note::Overlapping, "overlapping", Info,
     "{n} events partially overlap others of their row and are kept on an extra lane: {subject}"},
    {Note::NoTime, "no_time", Warning, "{n} rows have no usable time and cannot be drawn: {subject}"},
    {Note::TimeOutOfRange, "time_out_of_range", Warning, "{n} times are out of range and were clamped: {subject}"},
    {Note::DanglingReference, "dangling_reference", Warning, "{n} references lead nowhere: {subject}"},
    {Note::TimeGap, "time_gap", Info, "Nothing happened for a long stretch: {subject}"},
    {Note::Incomplete, "incomplete", DataLoss, "The file is incomplete: {subject}. What could be read is shown"},
    {Note::CountMismatch, "count_mismatch", Warning,
     "The file announces another number of entries than it holds: {subject}"},
    {Note::DamagedPart, "damaged_part", DataLoss, "{n} parts of the file are damaged and were left out: {subject}"},
    {Note::UnknownTable, "unknown_table", Info, "A table with {n} rows is not shown: {subject}"},
    {Note::Cancelled, "cancelled", DataLoss, "Loading was cancelled; the report is partial"},
    {Note::ReportMessage, "report_message", Info, "{subject}"},
    {Note::NewerMinorVersion, "newer_minor_version", Info,
     "{n} parts were written by a newer version and passed over: {subject}"},
    {Note::SchedUnpaired, "sched_unpaired", Info, "{n} scheduling events have no partner: {subject}"},
    {Note::UnmatchedEnd, "unmatched_end", Warning, "{n} ends have no begin and were ignored: {subject}"},
    {Note::UnmatchedFlow, "unmatched_flow", Info,
     "{n} arrows lack an end, or an event at an end, and are not drawn: {subject}"},
    {Note::NotANumber, "not_a_number", Warning, "{n} values are not numbers: {subject}"},
    {Note::NoDuration, "no_duration", Warning,
     "{n} events have no readable duration and are drawn with zero length: {subject}"},
    {Note::ChecksumMismatch, "checksum_mismatch", DataLoss,
     "The checksum of the compressed data does not match: {subject}"},
    {Note::ClockSkew, "clock_skew", Warning, "{n} pieces of work begin before the call that launched them: {subject}"},
    {Note::DepthLimit, "depth_limit", DataLoss,
     "{n} events are nested or overlap more deeply than rows are kept for, and are not drawn: {subject}"},
    {Note::FileLeftOut, "file_left_out", DataLoss, "A file is left out of this report: {subject}"},
    {Note::OrderOnly, "order_only", Info,
     "The report has no start times: {n} kernels stand in their order, one after another; their durations are real, the times between them are not"},
    {Note::AssumedDuration, "assumed_duration", Warning,
     "{n} kernels have no duration and are drawn 1 µs long: {subject}"},
}};

constexpr bool inOrder() {
    for (std::size_t i = 0; i < kNotes.size(); ++i)
        if (static_cast<std::size_t>(kNotes[i].note) != i) return false;
    return true;
}
static_assert(inOrder(), "kNotes is indexed by Note");
}  // namespace

const NoteInfo& noteInfo(Note note) { return kNotes[static_cast<std::size_t>(note)]; }

void Diagnostics::add(Note note, std::string_view subject, std::uint64_t count, std::string_view example,
                      std::int64_t offset) {
    if (!isSafeText(subject)) return add(note, safeText(subject), count, example, offset);
    std::lock_guard lock(m_mutex);
    // A report can hold a million different messages: what is beyond the first few hundred is counted together.
    constexpr std::size_t kMaxSubjects = 400;
    std::size_t same = 0;
    for (Diagnostic& d : m_list) {
        if (d.note != note) continue;
        if (d.subject == subject || (++same > kMaxSubjects && d.subject == "…")) {
            d.count += count;
            return;
        }
    }
    if (same >= kMaxSubjects) subject = "…";
    m_list.push_back({note, std::string(subject), count, safeText(example), offset});
}

std::vector<Diagnostic> Diagnostics::list() const {
    std::lock_guard lock(m_mutex);
    auto out = m_list;
    std::stable_sort(out.begin(), out.end(), [](const Diagnostic& a, const Diagnostic& b) {
        return static_cast<int>(noteInfo(a.note).severity) > static_cast<int>(noteInfo(b.note).severity);
    });
    return out;
}

std::uint64_t Diagnostics::total(Note note) const {
    std::lock_guard lock(m_mutex);
    std::uint64_t n = 0;
    for (const Diagnostic& d : m_list)
        if (d.note == note) n += d.count;
    return n;
}

}  // namespace model
