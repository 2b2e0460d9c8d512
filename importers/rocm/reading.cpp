// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/rocm/reading.h"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>

#include "model/base/messages.h"

namespace importers::rocm {

using model::ErrorCode;
using model::Note;

int Columns::operator()(std::string_view name) {
    m_indices.push_back(m_table.column(name));
    return static_cast<int>(m_indices.size()) - 1;
}

std::vector<Columns::Extra> Columns::others(std::initializer_list<std::string_view> except) {
    std::vector<Extra> out;
    const std::vector<int> asked = m_indices;
    for (std::size_t i = 0; i < m_table.columns.size() && out.size() < 64; ++i) {
        const std::string& name = m_table.columns[i];
        const bool known = std::find(asked.begin(), asked.end(), static_cast<int>(i)) != asked.end() ||
                           std::find(except.begin(), except.end(), name) != except.end();
        if (!known) out.push_back({(*this)(name), name});
    }
    return out;
}

const SqliteTable* Reading::baseTable(std::string_view name) const {
    const SqliteTable* t = db.table(name);
    return t && !t->isView ? t : nullptr;
}

void Reading::damaged(const model::Error& error) {
    store.diagnostics().add(Note::DamagedPart,
                            error.subject.empty() ? model::MessageCode::Database : model::Message(error.subject.text),
                            1, error.detail, error.offset);
    store.info().partial = true;
}

bool Reading::hasTime(model::TimeNs start, std::string_view table, std::int64_t row) {
    if (start > 0) return true;
    store.diagnostics().add(Note::NoTime, table, 1, {model::MessageCode::IdAndStart, {row, start}}, row);
    return false;
}

void Reading::progress(std::uint64_t bytes) {
    done = std::min(done + bytes, db.fileBytes());
    if (options.progress) options.progress({done, db.fileBytes()});
}

void Reading::addIntervals(model::TrackKind kind, const model::TrackKey& key, std::vector<Interval>& intervals) {
    std::stable_sort(intervals.begin(), intervals.end(),
                     [](const Interval& a, const Interval& b) { return a.start < b.start; });
    for (std::size_t i = 0; i < intervals.size(); ++i) {
        const Interval& now = intervals[i];
        groups.addValue(kind, key, now.start, now.value);
        const bool followed = i + 1 < intervals.size() && intervals[i + 1].start <= now.end;
        if (now.end > now.start && !followed) groups.addValue(kind, key, now.end, NAN);
    }
}

void Reading::build() {
    const model::TimeNs zero = groups.build(options.threads, options.stopBuilding);
    store.info().session_facts.emplace_back("ClockAtZeroNs", std::to_string(zero));
}

model::Result<void> finish(Reading& reading, const std::filesystem::path& path) {
    const bool cancelled = reading.options.stop.stop_requested();
    if (cancelled) reading.store.diagnostics().add(Note::Cancelled, {});
    reading.store.info().partial |= cancelled;
    reading.store.publish(true);
    if (reading.options.published) reading.options.published();
    if (cancelled) return model::fail(ErrorCode::Cancelled, path.string());
    return {};
}

model::Error foreign(const SqliteReader& db, const std::filesystem::path& path) {
    if (db.tables().empty()) return {ErrorCode::EmptyDatabase, model::Argument::file(path.string()), {}};
    std::string names;
    for (const SqliteTable& t : db.tables())
        if (names.size() < 60) names += (names.empty() ? "" : ", ") + t.name;
    return {ErrorCode::ForeignDatabase, model::Argument::file(path.string()), names};
}

std::int64_t copyKindOf(std::string_view name) {
    std::string plain;  // CopyHostToDevice, MEMORY_COPY_HOST_TO_DEVICE and HostToDevice are one
    for (const char c : name)
        if (c != '_' && c != ' ') plain += c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
    const auto has = [&](std::string_view part) { return plain.find(part) != std::string::npos; };
    return has("hosttodevice") ? 1 : has("devicetohost") ? 2 : has("devicetodevice") ? 8 : has("hosttohost") ? 9 : 0;
}

}  // namespace importers::rocm
