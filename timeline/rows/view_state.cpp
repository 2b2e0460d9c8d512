// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/rows/view_state.h"

#include <algorithm>
#include <cmath>

#include <QJsonArray>

#include "timeline/rows/derived_rows.h"

namespace timeline {

using model::TrackKey;

RowKey rowKey(const model::Track& track) { return {track.kind, RowRole::Track, track.key, {}}; }

RowKey foldedKey(const model::Track& parent, model::TrackKind kind) {
    return {parent.kind, RowRole::Folded, parent.key, std::string(model::trackKindInfo(kind).key)};
}

namespace {

struct KeyName {
    const char* name;
    std::int64_t TrackKey::*field;
};
constexpr KeyName kKeyNames[] = {{"host", &TrackKey::host},       {"pid", &TrackKey::pid},
                                 {"tid", &TrackKey::tid},         {"device", &TrackKey::device},
                                 {"context", &TrackKey::context}, {"stream", &TrackKey::stream},
                                 {"domain", &TrackKey::domain}};
constexpr const char* kRoles[] = {"track", "folded", "derived"};
constexpr const char* kIdleThreads = "idle_threads";  // the only rows that were folded before there was a role for it
constexpr const char* kOpenRows[] = {"usual", "all", "none"};
constexpr const char* kDensities[] = {"compact", "normal", "tall"};
constexpr const char* kNotesOf[] = {"moment", "event", "row"};
constexpr qsizetype kMaxEntries = 100000;  // of a list in the side-car, which anyone can write

// 64-bit integers are strings: a JSON number is a double, and a time of hours in ns needs more digits.
QJsonValue json(std::int64_t v) { return QString::number(v); }

std::optional<std::int64_t> integer(const QJsonValue& v) {
    if (v.isString()) {
        bool ok = false;
        const qlonglong n = v.toString().toLongLong(&ok);
        return ok ? std::optional<std::int64_t>(n) : std::nullopt;
    }
    const double d = v.toDouble(0.5);
    if (v.isDouble() && d == std::floor(d) && std::fabs(d) < 9e15) return static_cast<std::int64_t>(d);
    return std::nullopt;
}

std::optional<model::TimeNs> time(const QJsonValue& v) {
    const auto t = integer(v);
    return t && *t >= -model::kTimeLimit && *t <= model::kTimeLimit ? t : std::nullopt;
}

QJsonObject json(const RowKey& k) {
    QJsonObject o;
    const std::string_view kind = model::trackKindInfo(k.kind).key;
    o[QLatin1String("kind")] = QString::fromUtf8(kind.data(), static_cast<qsizetype>(kind.size()));
    if (k.role != RowRole::Track) o[QLatin1String("role")] = QLatin1String(kRoles[static_cast<int>(k.role)]);
    for (const KeyName& n : kKeyNames)
        if (k.key.*n.field != TrackKey{}.*n.field) o[QLatin1String(n.name)] = json(k.key.*n.field);
    if (!k.name.empty()) o[QLatin1String("name")] = QString::fromStdString(k.name);
    return o;
}

std::optional<RowKey> rowKeyFrom(const QJsonValue& v) {
    const QJsonObject o = v.toObject();
    RowKey k;
    const std::string kind = o[QLatin1String("kind")].toString().toStdString();
    bool known = false;
    for (const model::TrackKindInfo& info : model::trackKinds()) {
        if (info.key != kind) continue;
        k.kind = info.kind;
        known = true;
    }
    if (!known) return std::nullopt;
    const QString role = o[QLatin1String("role")].toString(QLatin1String(kRoles[0]));
    const bool idle = role == QLatin1String(kIdleThreads);
    known = idle;
    if (idle) k.role = RowRole::Folded;
    for (int i = 0; i < 3; ++i) {
        if (role != QLatin1String(kRoles[i])) continue;
        k.role = static_cast<RowRole>(i);
        known = true;
    }
    if (!known) return std::nullopt;
    for (const KeyName& n : kKeyNames)
        if (const auto value = integer(o[QLatin1String(n.name)])) k.key.*n.field = *value;
    k.name = o[QLatin1String("name")].toString().toStdString();
    if (idle) k.name = model::trackKindInfo(model::TrackKind::Thread).key;
    return k;
}

template <class Keys>
QJsonArray jsonKeys(const Keys& keys) {
    QJsonArray a;
    for (const RowKey& k : keys) a.append(json(k));
    return a;
}

/// Calls use(key, object) for each entry of an array of rows that can be read.
template <class Use>
void eachRow(const QJsonValue& list, Use use) {
    qsizetype n = 0;
    for (const QJsonValue& v : list.toArray()) {
        if (++n > kMaxEntries) return;
        if (const auto k = rowKeyFrom(v)) use(*k, v.toObject());
    }
}

/// Rows of queries end with the session: in another, the same key is another row.
bool isOfSession(const RowKey& key) { return key.kind == model::TrackKind::Query; }

RowLayout lasting(RowLayout layout) {
    const auto first = [](const auto& entry) { return isOfSession(entry.first); };
    std::erase_if(layout.expanded, first);
    std::erase_if(layout.heights, first);
    std::erase_if(layout.order, [](const auto& entry) { return entry.first.kind == model::TrackKind::Queries; });
    std::erase_if(layout.pinned, isOfSession);
    std::erase_if(layout.hidden, isOfSession);
    return layout;
}

QJsonObject json(const RowLayout& layout) {
    QJsonObject o;
    QJsonArray expanded, heights, order;
    for (const auto& [key, open] : layout.expanded) {
        QJsonObject e = json(key);
        e[QLatin1String("open")] = open;
        expanded.append(e);
    }
    for (const auto& [key, factor] : layout.heights) {
        QJsonObject e = json(key);
        e[QLatin1String("factor")] = factor;
        heights.append(e);
    }
    for (const auto& [key, children] : layout.order) {
        QJsonObject e = json(key);
        e[QLatin1String("children")] = jsonKeys(children);
        order.append(e);
    }
    if (layout.open != OpenRows::Usual)
        o[QLatin1String("open")] = QLatin1String(kOpenRows[static_cast<int>(layout.open)]);
    o[QLatin1String("expanded")] = expanded;
    o[QLatin1String("heights")] = heights;
    o[QLatin1String("order")] = order;
    o[QLatin1String("pinned")] = jsonKeys(layout.pinned);
    o[QLatin1String("hidden")] = jsonKeys(layout.hidden);
    o[QLatin1String("density")] = QLatin1String(kDensities[static_cast<int>(layout.density)]);
    if (!layout.nameFilter.isEmpty()) o[QLatin1String("filter")] = layout.nameFilter;
    if (layout.onlyThread) o[QLatin1String("thread")] = json(*layout.onlyThread);
    return o;
}

RowLayout layoutFrom(const QJsonObject& o, const RowLayout& fallback) {
    RowLayout r = fallback;
    const auto list = [&](const char* name) { return o[QLatin1String(name)]; };
    if (list("expanded").isArray()) {
        r.open = OpenRows::Usual;
        for (int i = 0; i < 3; ++i)
            if (list("open").toString() == QLatin1String(kOpenRows[i])) r.open = static_cast<OpenRows>(i);
        r.expanded.clear();
        eachRow(list("expanded"), [&](const RowKey& k, const QJsonObject& e) {
            if (e[QLatin1String("open")].isBool()) r.expanded[k] = e[QLatin1String("open")].toBool();
        });
    }
    if (list("heights").isArray()) {
        r.heights.clear();
        eachRow(list("heights"), [&](const RowKey& k, const QJsonObject& e) {
            const double factor = e[QLatin1String("factor")].toDouble(0);
            if (factor >= 0.5 && factor <= 8) r.heights[k] = factor;
        });
    }
    if (list("order").isArray()) {
        r.order.clear();
        eachRow(list("order"), [&](const RowKey& k, const QJsonObject& e) {
            auto& children = r.order[k];
            eachRow(e[QLatin1String("children")], [&](const RowKey& c, const QJsonObject&) { children.push_back(c); });
        });
    }
    if (list("pinned").isArray()) {
        r.pinned.clear();
        eachRow(list("pinned"), [&](const RowKey& k, const QJsonObject&) {
            if (std::find(r.pinned.begin(), r.pinned.end(), k) == r.pinned.end()) r.pinned.push_back(k);
        });
    }
    if (list("hidden").isArray()) {
        r.hidden.clear();
        eachRow(list("hidden"), [&](const RowKey& k, const QJsonObject&) { r.hidden.insert(k); });
    }
    for (int i = 0; i < 3; ++i)
        if (list("density").toString() == QLatin1String(kDensities[i])) r.density = static_cast<Density>(i);
    if (list("filter").isString()) r.nameFilter = list("filter").toString().left(1024);
    if (const auto k = rowKeyFrom(list("thread"))) r.onlyThread = k;
    return r;
}

/// Row of the report's own track, the lane on it and the start: ids of lanes differ between two loads.
QJsonObject json(const model::Snapshot& s, model::EventRef ref) {
    const model::LaneView lane = s.lane(ref.lane);
    const model::Track& t = s.track(lane.lane->track());
    QJsonObject o = json(rowKey(t));
    for (const auto* lanes : {&t.lanes, &t.overflow}) {
        const auto at = std::find(lanes->begin(), lanes->end(), ref.lane);
        if (at == lanes->end()) continue;
        o[QLatin1String(lanes == &t.lanes ? "lane" : "overflow")] = json(at - lanes->begin());
    }
    o[QLatin1String("start")] = json(lane.start(ref.row));
    return o;
}

model::EventRef eventFrom(const QJsonObject& o, const model::Snapshot& s) {
    const auto key = rowKeyFrom(o);
    const auto start = time(o[QLatin1String("start")]);
    const bool over = o.contains(QLatin1String("overflow"));
    const auto index = integer(o[QLatin1String(over ? "overflow" : "lane")]);
    if (!key || !start || !index) return {};
    for (model::TrackId i = 0; i < s.trackCount(); ++i) {
        const model::Track& t = s.track(i);
        if (!(rowKey(t) == *key)) continue;
        const auto& lanes = over ? t.overflow : t.lanes;
        if (*index < 0 || static_cast<std::size_t>(*index) >= lanes.size()) return {};
        const model::LaneId id = lanes[static_cast<std::size_t>(*index)];
        const auto row = model::rowAt(s.lane(id), *start);
        if (row && s.lane(id).start(*row) == *start) return {id, static_cast<std::uint32_t>(*row)};
        return {};
    }
    return {};
}

QJsonObject json(const model::Snapshot& s, const Note& n) {
    QJsonObject o;
    o[QLatin1String("text")] = n.text;
    Note::Of of = n.of;
    // Without its event, or its row, in the next session it is about the time.
    const auto isOfTrackThatStays = [&] { return !isOfSession(rowKey(s.track(model::trackOf(s, n.event)))); };
    if (of == Note::Of::Event && !(has(s, n.event) && isOfTrackThatStays())) of = Note::Of::Moment;
    if (of == Note::Of::Row && isOfSession(n.row)) of = Note::Of::Moment;
    o[QLatin1String("of")] = QLatin1String(kNotesOf[static_cast<int>(of)]);
    o[QLatin1String("time")] = json(n.time);
    if (of == Note::Of::Event) o[QLatin1String("event")] = json(s, n.event);
    if (of == Note::Of::Row) o[QLatin1String("row")] = json(n.row);
    return o;
}

std::optional<Note> noteFrom(const QJsonObject& o, const model::Snapshot& s) {
    Note n;
    n.text = o[QLatin1String("text")].toString().simplified().left(Note::kMostLetters);
    const auto at = time(o[QLatin1String("time")]);
    if (n.text.isEmpty() || !at) return std::nullopt;
    n.time = *at;
    const QString of = o[QLatin1String("of")].toString();
    if (of == QLatin1String(kNotesOf[static_cast<int>(Note::Of::Event)])) {
        n.event = eventFrom(o[QLatin1String("event")].toObject(), s);
        if (n.event.isValid()) n.of = Note::Of::Event;
    }
    if (of == QLatin1String(kNotesOf[static_cast<int>(Note::Of::Row)]))
        if (const auto row = rowKeyFrom(o[QLatin1String("row")])) {
            n.row = *row;
            n.of = Note::Of::Row;
        }
    return n;
}

}  // namespace

model::TimeNs timeOf(const model::Snapshot& s, const Note& note) {
    return note.of == Note::Of::Event && has(s, note.event) ? s.lane(note.event.lane).start(note.event.row) : note.time;
}

QJsonObject toJson(const ViewState& state, const model::Snapshot& snapshot) {
    QJsonObject o;
    o[QLatin1String("version")] = kViewStateVersion;
    o[QLatin1String("begin")] = json(state.range.begin);
    o[QLatin1String("fraction")] = state.range.fraction;
    o[QLatin1String("length")] = state.range.length;
    o[QLatin1String("scroll")] = state.scrollY;
    if (state.selection) {
        o[QLatin1String("selection")] = QJsonArray{json(state.selection->begin), json(state.selection->end)};
    }
    const model::EventRef e = state.selected;
    if (has(snapshot, e) && !isOfSession(rowKey(snapshot.track(model::trackOf(snapshot, e)))))
        o[QLatin1String("event")] = json(snapshot, e);
    o[QLatin1String("rows")] = json(lasting(state.layout));
    if (!state.onlyName.empty()) o[QLatin1String("name")] = QString::fromStdString(state.onlyName);
    QJsonArray marks;
    for (const TimeMark& m : state.marks)
        marks.append(QJsonObject{{QLatin1String("time"), json(m.time)}, {QLatin1String("name"), m.name}});
    o[QLatin1String("marks")] = marks;
    QJsonArray notes;
    for (const Note& n : state.notes) notes.append(json(snapshot, n));
    o[QLatin1String("notes")] = notes;
    o[QLatin1String("colours")] = QString::fromStdString(std::string(model::look::colourById(state.colours)));
    if (state.zero) o[QLatin1String("zero")] = json(*state.zero);
    o[QLatin1String("follow")] = state.follow;
    return o;
}

ViewState viewStateFromJson(const QJsonObject& o, const model::Snapshot& snapshot, const ViewState& fallback) {
    const auto version = integer(o[QLatin1String("version")]);
    if (!version || *version < 1 || *version > kViewStateVersion) return fallback;
    ViewState r = fallback;
    const auto begin = time(o[QLatin1String("begin")]);
    const double fraction = o[QLatin1String("fraction")].toDouble(0), length = o[QLatin1String("length")].toDouble(0);
    if (begin && length > 0 && length <= static_cast<double>(model::kTimeLimit) && fraction >= 0 && fraction < 1)
        r.range = {*begin, fraction, length};
    const double scroll = o[QLatin1String("scroll")].toDouble(-1);
    if (scroll >= 0 && scroll < 1e9) r.scrollY = scroll;
    const QJsonArray span = o[QLatin1String("selection")].toArray();
    if (span.size() == 2) {
        const auto a = time(span[0]), b = time(span[1]);
        if (a && b && *a < *b) r.selection = model::TimeRange{*a, *b};
    }
    if (o[QLatin1String("event")].isObject()) r.selected = eventFrom(o[QLatin1String("event")].toObject(), snapshot);
    if (o[QLatin1String("rows")].isObject())
        r.layout = layoutFrom(o[QLatin1String("rows")].toObject(), fallback.layout);
    if (o[QLatin1String("name")].isString()) r.onlyName = o[QLatin1String("name")].toString().toStdString();
    if (o[QLatin1String("marks")].isArray()) {
        r.marks.clear();
        for (const QJsonValue& v : o[QLatin1String("marks")].toArray()) {
            if (static_cast<qsizetype>(r.marks.size()) >= kMaxEntries) break;
            if (const auto t = time(v.toObject()[QLatin1String("time")]))
                r.marks.push_back({*t, v.toObject()[QLatin1String("name")].toString().left(256)});
        }
        std::stable_sort(r.marks.begin(), r.marks.end(),
                         [](const TimeMark& a, const TimeMark& b) { return a.time < b.time; });
    }
    if (o[QLatin1String("notes")].isArray()) {
        r.notes.clear();
        for (const QJsonValue& v : o[QLatin1String("notes")].toArray()) {
            if (r.notes.size() >= Note::kMost) break;
            if (auto note = noteFrom(v.toObject(), snapshot)) r.notes.push_back(std::move(*note));
        }
    }
    if (const auto by = model::look::colourByFromId(o[QLatin1String("colours")].toString().toStdString()))
        r.colours = *by;
    if (o.contains(QLatin1String("zero"))) r.zero = time(o[QLatin1String("zero")]);
    if (o[QLatin1String("follow")].isBool()) r.follow = o[QLatin1String("follow")].toBool();
    return r;
}

}  // namespace timeline
