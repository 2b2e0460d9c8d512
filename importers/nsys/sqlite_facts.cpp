// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/nsys/sqlite_facts.h"

#include <fmt/format.h>
#include <simdjson.h>
#include <algorithm>
#include <array>
#include <map>

#include "model/base/messages.h"

namespace importers::nsys {

using model::ErrorCode;

namespace {

/// Calls use(cells) for each row of a table; a column that is missing gives Null. Quietly nothing without the table.
template <class F>
void forEachRow(const SqliteReader& db, std::string_view name, std::span<const std::string_view> columns, F&& use) {
    const SqliteTable* t = findTable(db, name);
    if (!t) return;
    std::vector<int> indices;
    for (const std::string_view c : columns) indices.push_back(t->column(c));
    std::size_t rows = 0;
    for (const auto& part : db.parts(*t, SIZE_MAX))
        (void)db.scan(part, indices, [&](std::span<const Cell> cells, std::int64_t) {
            use(cells);
            return !t->isView || ++rows < kMaxViewRows;
        });
}

}  // namespace

const SqliteTable* findTable(const SqliteReader& db, std::string_view name) {
    const SqliteTable* found = db.table(name);
    if (found) return found;
    for (const SqliteTable& t : db.tables()) {
        const bool longer =
            found && (t.name.size() != found->name.size() ? t.name.size() > found->name.size() : t.name > found->name);
        if (t.name != name && withoutVersion(t.name) == name && (!found || longer)) found = &t;
    }
    return found;
}

bool SqliteTables::has(std::string_view table) const { return findTable(m_db, table) != nullptr; }

bool SqliteTables::hasColumn(std::string_view table, std::string_view column) const {
    const SqliteTable* t = findTable(m_db, table);
    return t && t->column(column) >= 0;
}

void SqliteTables::forEachRow(std::string_view table, std::span<const std::string_view> columns, const Row& use) const {
    nsys::forEachRow(m_db, table, columns, use);
}

void readGenericEvents(const SqliteReader& db, model::EventStore& store, const std::stop_token& stop) {
    const SqliteTable* t = findTable(db, "GENERIC_EVENTS");
    if (!t) return;
    // The export repeats GPU metrics as generic events where it has a table for them, too.
    const bool metricsElsewhere = findTable(db, "GPU_METRICS") != nullptr;
    using Key = std::pair<std::int64_t, std::string>;
    std::map<Key, std::vector<std::pair<model::TimeNs, double>>> values;
    std::uint64_t rows = 0, unreadable = 0, notShown = 0;
    simdjson::dom::parser parser;
    static constexpr std::string_view kColumns[] = {"timestamp", "rawTimestamp", "typeId", "data"};
    forEachRow(db, "GENERIC_EVENTS", kColumns, [&](std::span<const Cell> c) {
        ++rows;
        if (metricsElsewhere || c[3].type != Cell::Type::Text || stop.stop_requested()) {
            ++notShown;
            return;
        }
        simdjson::dom::object object;
        if (parser.parse(simdjson::padded_string(c[3].text())).get(object)) {
            ++unreadable;
            return;
        }
        const model::TimeNs time =
            std::clamp(c[0].isNull() ? c[1].intOr(0) : c[0].intOr(0), -model::kTimeLimit, model::kTimeLimit);
        bool any = false;
        for (const auto field : object) {
            double number = 0;
            std::string_view text;
            if (field.value.get(number)) {  // values are often numbers written as text
                if (field.value.get(text)) continue;
                char* end = nullptr;
                const std::string digits(text);
                number = std::strtod(digits.c_str(), &end);
                if (digits.empty() || *end) continue;
            }
            values[{c[2].intOr(0), std::string(field.key)}].emplace_back(time, number);
            any = true;
        }
        if (!any) ++notShown;
    });
    store.info().eventsInFile[static_cast<std::size_t>(model::EventKind::Generic)] += rows;
    if (notShown) {
        store.diagnostics().add(model::Note::NotShown, model::MessageCode::GenericEvent, notShown);
        store.info().skipped[model::MessageCode::GenericEvent] += notShown;
    }
    if (unreadable) store.diagnostics().add(model::Note::DamagedPart, "GENERIC_EVENTS.data", unreadable);
    std::map<std::int64_t, std::int64_t> fieldsOfType;
    for (auto& [key, series] : values) {
        model::TrackKey track =
            RowCollector::metricKey(static_cast<std::uint64_t>(key.first), fieldsOfType[key.first]++);
        const model::TrackId id = store.track(model::TrackKind::GpuMetric, track);
        store.setTrackName(id, store.strings().intern(key.second));
        std::stable_sort(series.begin(), series.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
        for (const auto& [time, number] : series) store.counter(id).append(time, number);
    }
}

std::optional<model::Error> refuseForeign(const SqliteReader& db, const std::string& path) {
    if (db.tables().empty()) return model::Error{ErrorCode::EmptyDatabase, model::Argument::file(path), {}};
    // Its tables are called like those of an export, and hold other columns.
    if (db.table("StringTable") && !findTable(db, "StringIds"))
        return model::Error{ErrorCode::UnsupportedFeature, model::Argument::file(path),
                            model::MessageCode::NvprofDatabase};
    std::string names;
    for (const SqliteTable& t : db.tables()) {
        const std::string_view name = withoutVersion(t.name);
        const bool ours = t.name == "StringIds" || t.name == "ANALYSIS_DETAILS" ||
                          t.name == "TARGET_INFO_SESSION_START_TIME" ||
                          std::any_of(tables().begin(), tables().end(), [&](const Table& k) { return name == k.name; });
        if (ours) return std::nullopt;
        if (names.size() < 60) names += (names.empty() ? "" : ", ") + t.name;
    }
    return model::Error{ErrorCode::ForeignDatabase, model::Argument::file(path), names};
}

}  // namespace importers::nsys
