// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/export/chrome_writer.h"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <set>

#include "importers/export/chrome_rows.h"
#include "importers/export/output.h"
#include "importers/export/ticker.h"
#include "model/query/drawn.h"
#include "model/workload/launches.h"

namespace importers::exporting {

using model::Arg;
using model::ErrorCode;
using model::EventRef;
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
        m_file.text() += "\n]}\n";
        return m_file.commit();
    }

private:
    /// Whether to go on, after each event.
    Result<void> next() {
        m_file.flushIfLarge();
        if (!m_file.state()) return m_file.state();
        return m_ticker.goesOn() ? Result<void>() : model::fail(ErrorCode::Cancelled, {});
    }

    void head() {
        std::string& out = m_file.text();
        out += "{\"displayTimeUnit\":\"ns\",";
        if (m_s.info().utcEpochNs) out += fmt::format("\"baseTimeNanoseconds\":{},", m_s.info().utcEpochNs);
        out += "\"deviceProperties\":[";
        bool first = true;
        for (const model::Entity& e : m_s.info().entities) {
            if (e.type != model::Entity::Type::Device || e.key.device == TrackKey::kNone) continue;
            out += fmt::format("{}{{\"id\":{},\"name\":", std::exchange(first, false) ? "" : ",", e.key.device);
            appendJson(out, e.name);
            for (const auto& [key, value] : e.facts) {
                if (key == "id" || key == "name") continue;
                out += ',';
                appendJson(out, key);
                out += ':';
                const bool isNumber = !value.empty() && value.size() < 19 &&
                                      value.find_first_not_of("0123456789") == value.npos &&
                                      (value[0] != '0' || value.size() == 1);
                if (isNumber) out += value;
                else appendJson(out, value);
            }
            out += '}';
        }
        out += "],\"traceEvents\":[";
    }

    /// Begins an event: {"ph":"X","cat":"c","name":"n","pid":1,"tid":2,"ts":0
    void begin(char phase, std::string_view category, std::string_view name, TraceRow row, TimeNs ts) {
        std::string& out = m_file.text();
        out += m_first ? "\n{\"ph\":\"" : ",\n{\"ph\":\"";
        m_first = false;
        out += phase;
        out += '"';
        if (!category.empty()) {
            out += ",\"cat\":";
            appendJson(out, category);
        }
        out += ",\"name\":";
        appendJson(out, name);
        fmt::format_to(std::back_inserter(out), ",\"pid\":{},\"tid\":{},\"ts\":", row.pid, row.tid);
        appendMicroseconds(out, ts);
    }
    std::string_view nameOf(EventRef e) const {
        const StringId id = m_s.lane(e.lane).name(e.row);
        return id ? m_s.text(id) : std::string_view("(unnamed)");
    }

    void member(std::string_view key, bool& any) {
        m_file.text() += std::exchange(any, true) ? "," : ",\"args\":{";
        appendJson(m_file.text(), key);
        m_file.text() += ':';
    }
    void number(std::string_view key, std::int64_t value, bool& any) {
        member(key, any);
        fmt::format_to(std::back_inserter(m_file.text()), "{}", value);
    }
    void args(const Track& t, EventRef ref) {
        const model::Event e = model::eventAt(m_s, ref);
        bool any = false;
        const std::uint8_t identity = model::trackKindInfo(t.kind).identity;
        const bool work = identity & model::kStream;
        if (work) {
            for (const auto& [key, value] : {std::pair("device", t.key.device), std::pair("context", t.key.context),
                                             std::pair("stream", t.key.stream)})
                if (value != TrackKey::kNone && !model::isTextId(value)) number(key, value, any);
        }
        if (e.correlation && t.kind != TrackKind::Operators) number("correlation", e.correlation, any);
        const bool nvtx = t.kind == TrackKind::Nvtx || t.kind == TrackKind::Nccl || t.kind == TrackKind::ProcessNvtx;
        if (nvtx && t.name) {
            member("domain", any);
            appendJson(m_file.text(), m_s.text(t.name));
        }
        for (const Arg& a : m_s.store().args().at(e.args)) {
            const std::string_view key = m_s.text(a.key);
            if ((work && (key == "device" || key == "context" || key == "stream")) || key == "correlation" ||
                (nvtx && key == "domain" && t.name))
                continue;
            member(key, any);
            std::string& out = m_file.text();
            if (a.type == Arg::Type::Int) fmt::format_to(std::back_inserter(out), "{}", a.value);
            else if (a.type == Arg::Type::Real) appendJson(out, a.real());
            else appendJson(out, m_s.text(static_cast<StringId>(a.value)));
        }
        if (any) m_file.text() += '}';
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
            begin('X', categoryOf(*item.track, item.ref), nameOf(item.ref), rows[r].first, item.start);
            m_file.text() += ",\"dur\":";
            appendMicroseconds(m_file.text(), item.end - item.start);
            args(*item.track, item.ref);
            m_file.text() += '}';
            if (auto on = next(); !on) return on;
        }
        return {};
    }

    void async(const Item& i, TraceRow row) {
        const std::int64_t id = m_nextId++;
        const std::string_view category = formOf(i.track->kind).category;
        begin('b', category, nameOf(i.ref), row, i.start);
        m_file.text() += fmt::format(",\"id\":{}", id);
        args(*i.track, i.ref);
        m_file.text() += '}';
        begin('e', category, nameOf(i.ref), row, i.end);
        m_file.text() += fmt::format(",\"id\":{}}}", id);
    }

    void instant(const Item& i, TraceRow row) {
        const std::uint8_t identity = model::trackKindInfo(i.track->kind).identity;
        begin('i', formOf(i.track->kind).category, nameOf(i.ref), row, i.start);
        m_file.text() += identity & model::kTid   ? ",\"s\":\"t\""
                         : identity & model::kPid ? ",\"s\":\"p\""
                                                  : ",\"s\":\"g\"";
        args(*i.track, i.ref);
        m_file.text() += '}';
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
                begin('C', {}, name, {pid, 0}, c.series->time()[i]);
                m_file.text() += ",\"args\":{";
                appendJson(m_file.text(), name);
                fmt::format_to(std::back_inserter(m_file.text()), ":{}}}}}", value);
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
        begin('s', category, name, rowOf(from), m_s.lane(from.lane).start(from.row));
        m_file.text() += fmt::format(",\"id\":{}}}", id);
        begin('f', category, name, rowOf(to), m_s.lane(to.lane).start(to.row));
        m_file.text() += fmt::format(",\"id\":{},\"bp\":\"e\"}}", id);
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

    void metadata(std::string_view what, TraceRow row, std::string_view key, std::string_view text) {
        begin('M', {}, what, row, 0);
        m_file.text() += fmt::format(",\"args\":{{\"{}\":", key);
        appendJson(m_file.text(), text);
        m_file.text() += "}}";
    }
    void names() {
        std::int64_t order = 0;
        for (const TraceRows::Process& p : m_rows.processes()) {
            if (!p.name.empty()) metadata("process_name", {p.pid, 0}, "name", p.name);
            if (!p.labels.empty()) metadata("process_labels", {p.pid, 0}, "labels", p.labels);
            begin('M', {}, "process_sort_index", {p.pid, 0}, 0);
            m_file.text() += fmt::format(",\"args\":{{\"sort_index\":{}}}}}", order++);
        }
        for (const Named& n : m_named) {
            if (!n.name.empty()) metadata("thread_name", n.row, "name", n.name);
            begin('M', {}, "thread_sort_index", n.row, 0);
            m_file.text() += fmt::format(",\"args\":{{\"sort_index\":{}}}}}", n.order);
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
    Ticker m_ticker;
    bool m_first = true;
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
