// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/store/diagnostics.h"

#include <algorithm>

#include "model/base/messages.h"

namespace model {
namespace {
using enum Severity;
constexpr std::array<NoteInfo, static_cast<std::size_t>(Note::Count)> kNotes{{
    {Note::SkippedUnknown, "skipped_unknown", DataLoss, MessageCode::SkippedUnknown},
    {Note::NotShown, "not_shown", Info, MessageCode::NotShown},
    {Note::MissingColumn, "missing_column", Info, MessageCode::MissingColumn},
    {Note::MissingString, "missing_string", Warning, MessageCode::MissingString},
    {Note::EndBeforeStart, "end_before_start", Warning, MessageCode::EndBeforeStart},
    {Note::NeverClosed, "never_closed", Info, MessageCode::NeverClosed},
    {Note::Overlapping, "overlapping", Info, MessageCode::Overlapping},
    {Note::NoTime, "no_time", Warning, MessageCode::NoTime},
    {Note::TimeOutOfRange, "time_out_of_range", Warning, MessageCode::TimeOutOfRange},
    {Note::DanglingReference, "dangling_reference", Warning, MessageCode::DanglingReference},
    {Note::TimeGap, "time_gap", Info, MessageCode::TimeGap},
    {Note::Incomplete, "incomplete", DataLoss, MessageCode::Incomplete},
    {Note::CountMismatch, "count_mismatch", Warning, MessageCode::CountMismatch},
    {Note::DamagedPart, "damaged_part", DataLoss, MessageCode::DamagedPart},
    {Note::UnknownTable, "unknown_table", Info, MessageCode::UnknownTable},
    {Note::Cancelled, "cancelled", DataLoss, MessageCode::Cancelled},
    {Note::ReportMessage, "report_message", Info, MessageCode::ReportMessage},
    {Note::NewerMinorVersion, "newer_minor_version", Info, MessageCode::NewerMinorVersion},
    {Note::SchedUnpaired, "sched_unpaired", Info, MessageCode::SchedUnpaired},
    {Note::UnmatchedEnd, "unmatched_end", Warning, MessageCode::UnmatchedEnd},
    {Note::UnmatchedFlow, "unmatched_flow", Info, MessageCode::UnmatchedFlow},
    {Note::NotANumber, "not_a_number", Warning, MessageCode::NotANumber},
    {Note::NoDuration, "no_duration", Warning, MessageCode::NoDuration},
    {Note::ChecksumMismatch, "checksum_mismatch", DataLoss, MessageCode::ChecksumMismatch},
    {Note::ClockSkew, "clock_skew", Warning, MessageCode::ClockSkew},
    {Note::DepthLimit, "depth_limit", DataLoss, MessageCode::DepthLimit},
    {Note::FileLeftOut, "file_left_out", DataLoss, MessageCode::FileLeftOut},
    {Note::OrderOnly, "order_only", Info, MessageCode::OrderOnly},
    {Note::AssumedDuration, "assumed_duration", Warning, MessageCode::AssumedDuration},
    {Note::HeldBefore, "held_before", Info, MessageCode::HeldBefore},
    {Note::EntriesLost, "entries_lost", DataLoss, MessageCode::EntriesLost},
    {Note::RanOutOfMemory, "ran_out_of_memory", Warning, MessageCode::RanOutOfMemory},
}};

constexpr bool inOrder() {
    for (std::size_t i = 0; i < kNotes.size(); ++i)
        if (static_cast<std::size_t>(kNotes[i].note) != i) return false;
    return true;
}
static_assert(inOrder(), "kNotes is indexed by Note");
}  // namespace

const NoteInfo& noteInfo(Note note) { return kNotes[static_cast<std::size_t>(note)]; }

void Diagnostics::add(Note note, const Message& subject, std::uint64_t count, const Message& example,
                      std::int64_t offset) {
    const Message safe = safeMessage(subject);
    std::lock_guard lock(m_mutex);
    static const Message kOthers("…");
    // A report can hold a million different messages: what is beyond the first few hundred is counted together.
    constexpr std::size_t kMaxSubjects = 400;
    std::size_t same = 0;
    for (Diagnostic& d : m_list) {
        if (d.note != note) continue;
        if (d.subject == safe || (++same > kMaxSubjects && d.subject == kOthers)) {
            d.count += count;
            return;
        }
    }
    m_list.push_back({note, same >= kMaxSubjects ? kOthers : safe, count, safeMessage(example), offset});
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
