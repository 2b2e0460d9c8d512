// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/rocm/reading.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <simdjson.h>

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

void Arguments::addInt(std::string_view key, std::int64_t value) {
    m_args.push_back({m_store.strings().intern(key), model::Arg::Type::Int, value});
}

void Arguments::addReal(std::string_view key, double value) { m_args.push_back(model::Arg::ofReal(m_store.strings().intern(key), value)); }

void Arguments::addText(std::string_view key, std::string_view value) {
    m_args.push_back({m_store.strings().intern(key), model::Arg::Type::String, m_store.strings().intern(value)});
}

void Arguments::add(std::string_view key, const Cell& cell) {
    switch (cell.type) {
    case Cell::Type::Int: return addInt(key, cell.i);
    case Cell::Type::Real: return addReal(key, cell.real);
    case Cell::Type::Text:
        if (cell.size) addText(key, cell.text());
        return;
    default: return;
    }
}

void Arguments::addPrinted(std::string_view text) {
    if (text.empty()) return;
    if (text.front() == '{') return addPrintedJson(text);
    constexpr std::string_view kBetween = " | ";
    std::vector<std::pair<std::string_view, std::string_view>> pairs;
    for (std::string_view rest = text; !rest.empty() && pairs.size() < 200;) {
        const std::size_t end = std::min(rest.find(kBetween), rest.size());
        const std::string_view piece = rest.substr(0, end);
        const std::size_t equals = piece.find('=');
        if (equals == std::string_view::npos || equals == 0) return addText("args", text);
        pairs.emplace_back(piece.substr(0, equals), piece.substr(equals + 1));
        rest.remove_prefix(std::min(end + kBetween.size(), rest.size()));
    }
    for (const auto& [key, value] : pairs) {
        std::int64_t number = 0;
        const bool hex = value.starts_with("0x");
        const std::string_view digits = hex ? value.substr(2) : value;
        const auto [at, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number, hex ? 16 : 10);
        const bool isNumber = error == std::errc() && at == digits.data() + digits.size();
        // Sizes are written like addresses here; an address says more in the form that it has.
        if (isNumber && key == "size") addInt("bytes", number);
        else if (isNumber && !hex) addInt(key, number);
        else addText(key, value);
    }
}

void Arguments::addPrintedJson(std::string_view text) {
    simdjson::dom::parser parser;
    simdjson::dom::object object;
    if (parser.parse(simdjson::padded_string(text)).get(object)) return addText("args", text);
    for (const auto field : object) {
        std::int64_t number = 0;
        double real = 0;
        std::string_view string;
        if (!field.value.get(number)) addInt(field.key, number);
        else if (!field.value.get(real)) addReal(field.key, real);
        else if (!field.value.get(string)) addText(field.key, string);
        else addText(field.key, simdjson::minify(field.value));
    }
}

model::ArgsId Arguments::intern() {
    const model::ArgsId id = m_args.empty() ? 0 : m_store.args().intern(m_args);
    m_args.clear();
    return id;
}

const SqliteTable* Reading::baseTable(std::string_view name) const {
    const SqliteTable* t = db.table(name);
    return t && !t->isView ? t : nullptr;
}

void Reading::damaged(const model::Error& error) {
    store.diagnostics().add(Note::DamagedPart, error.subject.empty() ? error.detail : error.subject, 1, error.detail, error.offset);
    store.info().partial = true;
}

bool Reading::hasTime(model::TimeNs start, std::string_view table, std::int64_t row) {
    if (start > 0) return true;
    store.diagnostics().add(Note::NoTime, table, 1, fmt::format("id {}, start {}", row, start), row);
    return false;
}

void Reading::progress(std::uint64_t bytes) {
    done = std::min(done + bytes, db.fileBytes());
    if (options.progress) options.progress({done, db.fileBytes()});
}

void Reading::addIntervals(model::TrackKind kind, const model::TrackKey& key, std::vector<Interval>& intervals) {
    std::stable_sort(intervals.begin(), intervals.end(), [](const Interval& a, const Interval& b) { return a.start < b.start; });
    for (std::size_t i = 0; i < intervals.size(); ++i) {
        const Interval& now = intervals[i];
        groups.addValue(kind, key, now.start, now.value);
        const bool followed = i + 1 < intervals.size() && intervals[i + 1].start <= now.end;
        if (now.end > now.start && !followed) groups.addValue(kind, key, now.end, NAN);
    }
}

void Reading::build() {
    const model::TimeNs zero = groups.build(options.threads, options.stop);
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
    if (db.tables().empty()) return {ErrorCode::EmptyDatabase, path.string(), {}};
    std::string names;
    for (const SqliteTable& t : db.tables())
        if (names.size() < 60) names += (names.empty() ? "" : ", ") + t.name;
    return {ErrorCode::ForeignDatabase, path.string(), names};
}

std::int64_t copyKindOf(std::string_view name) {
    std::string plain;  // CopyHostToDevice, MEMORY_COPY_HOST_TO_DEVICE and HostToDevice are one
    for (const char c : name)
        if (c != '_' && c != ' ') plain += c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
    const auto has = [&](std::string_view part) { return plain.find(part) != std::string::npos; };
    return has("hosttodevice") ? 1 : has("devicetohost") ? 2 : has("devicetodevice") ? 8 : has("hosttohost") ? 9 : 0;
}

}  // namespace importers::rocm
