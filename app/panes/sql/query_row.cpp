// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panes/sql/query_row.h"

#include <algorithm>
#include <climits>

#include "app/panes/sql/sql_result.h"
#include "timeline/look/format.h"

namespace app {
namespace {

constexpr qsizetype kTitleLetters = 80;
constexpr std::size_t kRowsBetweenLooks = 0x4000;
constexpr const char* kNameColumns[] = {"name", "shortName", "demangledName", "text", "nameId", "textId"};

const qint64* integerAt(const SqlRows& rows, std::size_t row, int column) {
    return column < 0 ? nullptr : std::get_if<qint64>(&rows.at(row, column));
}

/// When that was; nothing if the row does not say.
std::optional<model::TimeRange> timeAt(const SqlRows& rows, std::size_t row, const EventColumns& columns) {
    const auto bounded = [](qint64 t) { return t > -model::kTimeLimit && t < model::kTimeLimit; };
    const qint64* start = integerAt(rows, row, columns.start);
    if (!start || !bounded(*start)) return {};
    const int last = columns.end >= 0 ? columns.end : columns.duration;
    if (last < 0 || std::holds_alternative<std::monostate>(rows.at(row, last))) return model::TimeRange{*start, *start};
    const qint64* value = integerAt(rows, row, last);
    if (!value || !bounded(*value)) return {};
    const qint64 end = columns.end >= 0 ? *value : *start + *value;
    if (end < *start) return {};
    return model::TimeRange{*start, end};
}

model::StringId nameAt(const SqlRows& rows, std::size_t row, const EventColumns& columns, std::uint32_t known,
                       model::StringTable& strings) {
    for (const int column : columns.names) {
        const SqlRows::Value& v = rows.at(row, column);
        if (const auto* id = std::get_if<qint64>(&v); id && *id > 0 && *id <= known)
            return static_cast<model::StringId>(*id);
        if (const auto* text = std::get_if<QByteArray>(&v))
            return strings.intern({text->constData(), static_cast<std::size_t>(text->size())});
    }
    return 0;
}

}  // namespace

EventColumns::EventColumns(const SqlRows& rows)
    : start(rows.column(QStringLiteral("start"))), end(rows.column(QStringLiteral("end"))),
      duration(rows.column(QStringLiteral("duration"))) {
    if (duration < 0) duration = rows.column(QStringLiteral("dur"));
    for (const char* name : kNameColumns)
        if (const int column = rows.column(QString::fromLatin1(name)); column >= 0) names.push_back(column);
}

QueryRow makeQueryRow(const SqlRows& rows, const model::Snapshot& report, model::StringTable& strings,
                      model::TrackId track, const QString& title, std::stop_token stop) {
    QueryRow out;
    const EventColumns columns(rows);
    if (!columns.areEnough()) return out;
    const model::TimeRange times = report.range();
    const std::uint32_t known = strings.count();
    const model::StringId own = strings.intern(title.toStdString());
    std::vector<model::Event> events;
    for (std::size_t row = 0; row < rows.rows(); ++row) {
        if (row % kRowsBetweenLooks == 0 && stop.stop_requested()) return out;
        const auto time = timeAt(rows, row, columns);
        if (!time) ++out.withoutTime;
        else if (time->end < times.begin || time->begin > times.end) ++out.outside;
        else {
            const model::StringId name = nameAt(rows, row, columns, known, strings);
            events.push_back(
                {std::max(time->begin, times.begin), std::min(time->end, times.end), name ? name : own, 0, 0, 0});
            out.cut += time->begin < times.begin || time->end > times.end;
        }
    }
    out.events = events.size();
    if (events.empty()) return out;
    auto made = model::AddedRow::of(track, own, std::move(events), stop);
    out.done = made.has_value();
    out.crowded = !made && !stop.stop_requested();
    if (made) out.row = std::move(*made);
    return out;
}

std::optional<model::TimeRange> timeOfRow(const SqlRows& rows, std::size_t row) {
    auto time = timeAt(rows, row, EventColumns(rows));
    if (time) time->end = std::max(time->end, time->begin + 1);
    return time;
}

std::string nameOfRow(const SqlRows& rows, std::size_t row, const model::Snapshot& report) {
    const model::StringTable& strings = report.store().strings();
    for (const int column : EventColumns(rows).names) {
        const SqlRows::Value& v = rows.at(row, column);
        if (const auto* id = std::get_if<qint64>(&v); id && *id > 0 && *id <= strings.count())
            return std::string(strings.at(static_cast<model::StringId>(*id)));
        if (const auto* text = std::get_if<QByteArray>(&v); text && strings.find(text->toStdString()) != 0)
            return text->toStdString();
    }
    return {};
}

model::EventRef eventOfRow(const SqlRows& rows, std::size_t row, const model::Snapshot& report) {
    constexpr std::size_t kMostAtOnce = 64;  // events of a lane that begin together
    const EventColumns columns(rows);
    const auto time = timeAt(rows, row, columns);
    if (!time) return {};
    const bool hasEnd = columns.end >= 0 || columns.duration >= 0;
    const std::string name = nameOfRow(rows, row, report);
    model::EventRef other;  // of another name
    for (model::LaneId id = 0; id < report.laneCount(); ++id) {
        const model::LaneView lane = report.lane(id);
        const std::size_t first = lane.lane->start().lowerBound(0, lane.rows, time->begin);
        for (std::size_t r = first; r < std::min(lane.rows, first + kMostAtOnce) && lane.start(r) == time->begin; ++r) {
            if (hasEnd && lane.end(r) != time->end) continue;
            const model::EventRef found{id, static_cast<std::uint32_t>(r)};
            if (!name.empty() && report.text(lane.name(r)) == name) return found;
            if (!other.isValid() && hasEnd) other = found;
        }
    }
    return other;
}

QString QueryRow::sentence() const {
    if (crowded)
        return tr("More than %1 of these events happen at the same time; a row cannot show that. Ask for fewer.")
            .arg(model::AddedRow::kMostLanes);
    if (!done && events > 0) return tr("Adding the row was cancelled.");
    const auto number = [](std::size_t n) { return static_cast<int>(std::min<std::size_t>(n, INT_MAX)); };
    QStringList said;
    if (done)
        said += tr("%1 event(s) were added as a row.", nullptr, number(events)).arg(timeline::formatCount(events));
    else said += tr("There is nothing to add: times must be whole nanoseconds within the report.");
    if (cut)
        said += tr("%1 event(s) were cut off at the ends of the report.", nullptr, number(cut))
                    .arg(timeline::formatCount(cut));
    if (outside)
        said += tr("%1 event(s) outside the report were left out.", nullptr, number(outside))
                    .arg(timeline::formatCount(outside));
    if (withoutTime)
        said += tr("%1 row(s) without usable times were left out.", nullptr, number(withoutTime))
                    .arg(timeline::formatCount(withoutTime));
    return said.join(u' ');
}

QString titleOfQuery(const QString& sql) {
    for (const QString& line : sql.split(u'\n')) {
        const QString text = line.simplified();
        if (!text.isEmpty() && !text.startsWith(QLatin1String("--"))) return text.left(kTitleLetters);
    }
    return {};
}

}  // namespace app
