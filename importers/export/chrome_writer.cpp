// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/export/chrome_writer.h"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <set>

#include "importers/export/chrome_rows.h"
#include "importers/export/output.h"
#include "importers/export/ticker.h"
#include "model/base/json_writer.h"
#include "model/query/drawn.h"
#include "model/workload/launches.h"

namespace importers::exporting {

using model::Arg;
using model::ErrorCode;
using model::EventRef;
using model::JsonWriter;
using model::LaneId;
using model::Result;
using model::StringId;
using model::TimeNs;
using model::Track;
using model::TrackKey;
using model::TrackKind;

namespace {

/// An event on its way to a row of the trace.
struct Item {
    TimeNs start = 0, end = 0;
    const Track* track = nullptr;
    EventRef ref;
};

class Writer {
public:
    Writer(const model::Snapshot& report, TextFile& file, const ExportOptions& options)
        : m_s(report), m_rows(report), m_file(file), m_ticker(options, report.eventCount()) {}

    Result<void> write() {
        head();
        for (const RowGroup& g : m_rows.groups())
            if (auto done = group(g); !done) return done;
        if (auto done = counters(); !done) return done;
        if (auto done = launches(); !done) return done;
        arrows();
        names();
        m_json.lineBreak().endArray().endObject().moveTo(m_file.text());
        m_file.text() += '\n';
        return m_file.commit();
    }

private:
    /// Whether to go on, after each event.
    Result<void> next() {
        m_json.moveTo(m_file.text());
        m_file.flushIfLarge();
        if (!m_file.state()) return m_file.state();
        return m_ticker.goesOn() ? Result<void>() : model::fail(ErrorCode::Cancelled, {});
    }

    void head() {
        m_json.beginObject().key("displayTimeUnit").value("ns");
        if (m_s.info().utcEpochNs) m_json.key("baseTimeNanoseconds").value(m_s.info().utcEpochNs);
        m_json.key("deviceProperties").beginArray();
        for (const model::Entity& e : m_s.info().entities)
            if (e.type == model::Entity::Type::Device && e.key.device != TrackKey::kNone) device(e);
        m_json.endArray().key("traceEvents").beginArray();
    }
    void device(const model::Entity& e) {
        m_json.beginObject().key("id").value(e.key.device).key("name").value(e.name);
        for (const auto& [key, value] : e.facts) {
            if (key == "id" || key == "name") continue;
            const bool isNumber = !value.empty() && value.size() < 19 &&
                                  value.find_first_not_of("0123456789") == value.npos &&
                                  (value[0] != '0' || value.size() == 1);
            m_json.key(key);
            if (isNumber) m_json.literal(value);
            else m_json.value(value);
        }
        m_json.endObject();
    }

    void time(std::string_view key, TimeNs ns) {
        std::string text;
        appendMicroseconds(text, ns);
        m_json.key(key).literal(text);
    }
    /// Begins an event: {"ph":"X","cat":"c","name":"n","pid":1,"tid":2,"ts":0
    JsonWriter& begin(std::string_view phase, std::string_view category, std::string_view name, TraceRow row,
                      TimeNs ts) {
        m_json.lineBreak().beginObject().key("ph").value(phase);
        if (!category.empty()) m_json.key("cat").value(category);
        m_json.key("name").value(name).key("pid").value(row.pid).key("tid").value(row.tid);
        time("ts", ts);
        return m_json;
    }
    std::string_view nameOf(EventRef e) const {
        const StringId id = m_s.lane(e.lane).name(e.row);
        return id ? m_s.text(id) : std::string_view("(unnamed)");
    }

    void args(const Track& t, EventRef ref) {
        const model::Event e = model::eventAt(m_s, ref);
        bool any = false;
        const auto member = [&](std::string_view key) -> JsonWriter& {
            if (!std::exchange(any, true)) m_json.key("args").beginObject();
            return m_json.key(key);
        };
        const std::uint8_t identity = model::trackKindInfo(t.kind).identity;
        const bool work = identity & model::kStream;
        if (work) {
            for (const auto& [key, value] : {std::pair("device", t.key.device), std::pair("context", t.key.context),
                                             std::pair("stream", t.key.stream)})
                if (value != TrackKey::kNone && !model::isTextId(value)) member(key).value(value);
        }
        if (e.correlation && t.kind != TrackKind::Operators) member("correlation").value(std::uint64_t{e.correlation});
        const bool nvtx = t.kind == TrackKind::Nvtx || t.kind == TrackKind::Nccl || t.kind == TrackKind::ProcessNvtx;
        if (nvtx && t.name) member("domain").value(m_s.text(t.name));
        for (const Arg& a : m_s.store().args().at(e.args)) {
            const std::string_view key = m_s.text(a.key);
            if ((work && (key == "device" || key == "context" || key == "stream")) || key == "correlation" ||
                (nvtx && key == "domain" && t.name))
                continue;
            member(key);
            if (a.type == Arg::Type::Int) m_json.value(a.value);
            else if (a.type == Arg::Type::Real) m_json.real(a.real());
            else m_json.value(m_s.text(static_cast<StringId>(a.value)));
        }
        if (any) m_json.endObject();
    }

    std::string_view categoryOf(const Track& t, EventRef e) const {
        if (t.kind == TrackKind::StreamMemory && model::isMemset(nameOf(e))) return "gpu_memset";
        const std::string_view name = nameOf(e);
        if (t.kind == TrackKind::CudaApi && name.size() > 2 && name.starts_with("cu") && name[2] >= 'A' &&
            name[2] <= 'Z')
            return "cuda_driver";
        return formOf(t.kind).category;
    }

    std::vector<Item> itemsOf(const RowGroup& g) const {
        std::vector<Item> items;
        for (const Track* t : g.tracks)
            for (const auto* lanes : {&t->lanes, &t->overflow})
                for (const LaneId id : *lanes) {
                    const model::LaneView lane = m_s.lane(id);
                    for (std::size_t i = 0; i < lane.rows; ++i)
                        items.push_back({lane.start(i), lane.end(i), t, {id, static_cast<std::uint32_t>(i)}});
                }
        std::stable_sort(items.begin(), items.end(), [](const Item& a, const Item& b) {
            return a.start != b.start ? a.start < b.start : a.end > b.end;
        });
        return items;
    }

    Result<void> group(const RowGroup& g) {
        const Form form = formOf(g.tracks.front()->kind).form;
        for (const Track* t : g.tracks)
            for (const auto* lanes : {&t->lanes, &t->overflow})
                for (const LaneId id : *lanes) m_rowOfLane[id] = g.row;
        if (form != Form::Async) m_named.push_back({g.row, g.name, g.order});
        if (form == Form::Instants || form == Form::Async) {
            for (const Item& i : itemsOf(g)) {
                if (form == Form::Async) async(i, g.row);
                else instant(i, g.row);
                if (auto on = next(); !on) return on;
            }
            return {};
        }
        return slices(g);
    }

    Result<void> slices(const RowGroup& g) {
        // Ends of the events that are open, a list for each row; the first row is that of the group.
        std::vector<std::pair<TraceRow, std::vector<TimeNs>>> rows{{g.row, {}}};
        for (const Item& item : itemsOf(g)) {
            std::size_t r = 0;
            for (;; ++r) {
                if (r == rows.size()) {
                    rows.push_back({{g.row.pid, m_rows.freshTid()}, {}});
                    m_named.push_back(
                        {rows.back().first, g.name.empty() ? "(overlapping)" : g.name + " (overlapping)", g.order});
                }
                auto& open = rows[r].second;
                while (!open.empty() && open.back() <= item.start) open.pop_back();
                if (open.empty() || item.end <= open.back()) break;
            }
            rows[r].second.push_back(item.end);
            if (r) m_rowOfEvent[key(item.ref)] = rows[r].first;
            begin("X", categoryOf(*item.track, item.ref), nameOf(item.ref), rows[r].first, item.start);
            time("dur", item.end - item.start);
            args(*item.track, item.ref);
            m_json.endObject();
            if (auto on = next(); !on) return on;
        }
        return {};
    }

    void async(const Item& i, TraceRow row) {
        const std::int64_t id = m_nextId++;
        const std::string_view category = formOf(i.track->kind).category;
        begin("b", category, nameOf(i.ref), row, i.start).key("id").value(id);
        args(*i.track, i.ref);
        m_json.endObject();
        begin("e", category, nameOf(i.ref), row, i.end).key("id").value(id).endObject();
    }

    void instant(const Item& i, TraceRow row) {
        const std::uint8_t identity = model::trackKindInfo(i.track->kind).identity;
        const char* scope = identity & model::kTid ? "t" : identity & model::kPid ? "p" : "g";
        begin("i", formOf(i.track->kind).category, nameOf(i.ref), row, i.start).key("s").value(scope);
        args(*i.track, i.ref);
        m_json.endObject();
    }

    Result<void> counters() {
        std::set<std::pair<std::int64_t, std::string>> taken;
        for (const Track& t : m_s.tree().tracks) {
            if (t.counter == model::kNoCounter) continue;
            const std::int64_t pid = t.kind == TrackKind::GpuMetric ? m_rows.pidOfGpu(t.key) : m_rows.pidOf(t.key);
            const model::TrackKindInfo& info = model::trackKindInfo(t.kind);
            std::string name(t.name ? m_s.text(t.name) : info.label);
            if (t.kind == TrackKind::MemoryUsage)
                name = fmt::format("{}, {} (GPU {})", info.label, name,
                                   t.key.device == TrackKey::kNone ? 0 : t.key.device);
            const std::string plain = name;
            for (int n = 2; !taken.insert({pid, name}).second; ++n) name = fmt::format("{} #{}", plain, n);
            const model::CounterView c = m_s.counter(t.counter);
            for (std::size_t i = 0; i < c.rows; ++i) {
                const double value = c.series->value()[i];
                if (!std::isfinite(value)) continue;  // JSON has no word for it
                begin("C", {}, name, {pid, 0}, c.series->time()[i]).key("args").beginObject();
                m_json.key(name).value(value).endObject().endObject();
                if (auto on = next(); !on) return on;
            }
        }
        return {};
    }

    static std::uint64_t key(EventRef e) { return std::uint64_t{e.lane} << 32 | e.row; }
    TraceRow rowOf(EventRef e) const {
        const auto own = m_rowOfEvent.find(key(e));
        if (own != m_rowOfEvent.end()) return own->second;
        const auto lane = m_rowOfLane.find(e.lane);
        return lane == m_rowOfLane.end() ? TraceRow{} : lane->second;
    }
    void arrow(std::string_view category, std::string_view name, EventRef from, EventRef to) {
        const std::int64_t id = m_nextId++;
        begin("s", category, name, rowOf(from), m_s.lane(from.lane).start(from.row)).key("id").value(id).endObject();
        begin("f", category, name, rowOf(to), m_s.lane(to.lane).start(to.row)).key("id").value(id);
        m_json.key("bp").value("e").endObject();
    }

    Result<void> launches() {
        const model::reports::CallIndex calls(m_s);
        for (const Track& t : m_s.tree().tracks) {
            if (t.kind != TrackKind::StreamKernels && t.kind != TrackKind::StreamMemory &&
                t.kind != TrackKind::StreamGraphs)
                continue;
            for (const auto* lanes : {&t.lanes, &t.overflow})
                for (const LaneId id : *lanes) {
                    const model::LaneView lane = m_s.lane(id);
                    for (std::uint32_t i = 0; i < lane.rows; ++i) {
                        const std::uint32_t correlation = lane.lane->correlation(i);
                        const EventRef call = correlation ? calls.find(t.key, correlation) : EventRef{};
                        if (call.isValid()) arrow("ac2g", "ac2g", call, {id, i});
                        if (auto on = next(); !on) return on;
                    }
                }
        }
        return {};
    }

    void arrows() {
        for (const model::Flow& f : m_s.flows().all())
            arrow("flow", f.name ? m_s.text(f.name) : "flow", {f.fromLane, f.fromRow}, {f.toLane, f.toRow});
    }

    template <class Value>
    void metadata(std::string_view what, TraceRow row, std::string_view key, const Value& value) {
        begin("M", {}, what, row, 0).key("args").beginObject().key(key).value(value).endObject().endObject();
    }
    void names() {
        std::int64_t order = 0;
        for (const TraceRows::Process& p : m_rows.processes()) {
            if (!p.name.empty()) metadata("process_name", {p.pid, 0}, "name", p.name);
            if (!p.labels.empty()) metadata("process_labels", {p.pid, 0}, "labels", p.labels);
            metadata("process_sort_index", {p.pid, 0}, "sort_index", order++);
        }
        for (const Named& n : m_named) {
            if (!n.name.empty()) metadata("thread_name", n.row, "name", n.name);
            metadata("thread_sort_index", n.row, "sort_index", n.order);
        }
    }

    struct Named {
        TraceRow row;
        std::string name;
        std::int64_t order;
    };

    const model::Snapshot& m_s;
    TraceRows m_rows;
    TextFile& m_file;
    JsonWriter m_json{JsonWriter::Layout::Compact};
    Ticker m_ticker;
    std::int64_t m_nextId = 1;  // of arrows and async events
    std::vector<Named> m_named;
    std::unordered_map<LaneId, TraceRow> m_rowOfLane;
    std::unordered_map<std::uint64_t, TraceRow> m_rowOfEvent;  // where it is not that of its lane
};

}  // namespace

Result<void> writeChrome(const model::Snapshot& report, const std::filesystem::path& target,
                         const ExportOptions& options) {
    auto file = TextFile::create(target);
    if (!file) return tl::unexpected(file.error());
    return Writer(report, *file, options).write();
}

}  // namespace importers::exporting
