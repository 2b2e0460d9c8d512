// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "model/rep/rep_format.h"
#include "model/store/event_store.h"

/// The content of a store as text, so that two stores can be compared whatever ids they gave and in whatever order they
/// were filled: tracks in the order of the tree, rows with names, arguments and call chains by their text.
/// Left out: path and size of the opened file, which belong to the file.
namespace store_compare {

class Line {
public:
    Line& operator<<(std::string_view s) {
        m_text += s;
        return *this;
    }
    Line& operator<<(std::int64_t v) {
        char buffer[24];
        m_text.append(buffer, std::to_chars(buffer, buffer + sizeof buffer, v).ptr);
        return *this;
    }
    std::string& text() { return m_text; }

private:
    std::string m_text;
};

inline void writeKey(Line& out, const model::TrackKey& k) {
    for (const std::int64_t v : {k.host, k.pid, k.tid, k.device, k.context, k.stream, k.domain}) {
        if (v == model::TrackKey::kNone) out << " -";
        else out << " " << v;
    }
}

template <class Sink>
class Describer {
public:
    Describer(const model::Snapshot& snapshot, Sink& sink)
        : m_snapshot(snapshot), m_store(snapshot.store()), m_sink(sink) {}

    void all() {
        info();
        for (const model::Diagnostic& d : m_store.diagnostics().list()) {
            Line l;
            l << "note " << model::noteInfo(d.note).key << " '" << english(d.subject) << "' "
              << static_cast<std::int64_t>(d.count) << " '" << english(d.example) << "' " << d.offset;
            end(l);
        }
        for (const model::TrackId root : m_snapshot.tree().roots) track(root, 0);
        flows();
        std::map<std::string_view, std::uint32_t> colours;
        for (const auto& [name, argb] : m_store.nameColours())
            if (m_used.count(name)) colours.emplace(m_snapshot.text(name), argb);
        for (const auto& [name, argb] : colours) {
            Line l;
            l << "colour '" << name << "' " << std::int64_t{argb};
            end(l);
        }
    }

private:
    void end(Line& line) {
        line << "\n";
        m_sink(std::string_view(line.text()));
    }

    void info() {
        const model::ReportInfo& i = m_snapshot.info();
        Line l;
        l << "info '" << i.format << "' '" << i.formatKey << "' '" << i.product << "' '" << i.productVersion << "' '"
          << i.schemaVersion << "' " << i.session.begin << ".." << i.session.end << " epoch " << i.utcEpochNs
          << " partial " << std::int64_t{i.partial};
        for (const auto& [k, v] : i.session_facts) l << "\nfact '" << k << "' '" << v << "'";
        for (const model::Entity& e : i.entities) {
            l << "\nentity " << static_cast<std::int64_t>(e.type);
            writeKey(l, e.key);
            l << " '" << e.name << "'";
            for (const auto& [k, v] : e.facts) l << " '" << k << "'='" << v << "'";
        }
        for (const model::KindInfo& k : model::kinds())
            if (const auto n = static_cast<std::int64_t>(i.eventsInFile[static_cast<std::size_t>(k.kind)]))
                l << "\nkind " << k.key << " " << n;
        for (const auto& [k, v] : i.skipped) l << "\nskipped '" << english(k) << "' " << static_cast<std::int64_t>(v);
        for (const auto& a : i.attachments)
            l << "\nattachment '" << a.name << "' " << a.pid << " '" << a.locator << "'";
        end(l);
    }

    void track(model::TrackId id, int depth) {
        const model::Track& t = m_snapshot.track(id);
        Line l;
        l << std::string(static_cast<std::size_t>(depth), ' ') << model::trackKindInfo(t.kind).key;
        writeKey(l, t.key);
        l << " '" << text(t.name) << "'";
        if (t.order) l << " order " << t.order;
        end(l);
        for (std::size_t i = 0; i < t.lanes.size(); ++i) lane(t.lanes[i], "lane", i);
        for (std::size_t i = 0; i < t.overflow.size(); ++i) lane(t.overflow[i], "overflow", i);
        if (t.counter != model::kNoCounter) counter(m_snapshot.counter(t.counter));
        for (const model::TrackId child : t.children) track(child, depth + 1);
    }

    void lane(model::LaneId id, std::string_view what, std::size_t index) {
        const model::LaneView view = m_snapshot.lane(id);
        Line head;
        head << what << " " << static_cast<std::int64_t>(index) << " rows " << static_cast<std::int64_t>(view.rows);
        end(head);
        const bool chains = model::payloadIsChain(view.lane->kind());
        for (std::size_t i = 0; i < view.rows; ++i) {
            const model::Event e = view.lane->row(i);
            Line l;
            l << e.start << " " << e.end << " '" << text(e.name) << "' {";
            for (const model::Arg& a : m_store.args().at(e.args)) {
                l << " '" << text(a.key) << "'";
                if (a.type == model::Arg::Type::String) l << "='" << text(static_cast<model::StringId>(a.value)) << "'";
                else l << (a.type == model::Arg::Type::Real ? "~" : "=") << a.value;
            }
            l << " } " << std::int64_t{e.correlation};
            if (chains) chain(l, e.payload);
            else l << " " << std::int64_t{e.payload};
            end(l);
        }
    }

    void flows() {
        std::set<std::string> lines;  // in an order that does not depend on the numbers of lanes
        const auto event = [&](Line& l, model::LaneId lane, std::uint32_t row) {
            const model::LaneView view = m_snapshot.lane(lane);
            l << " " << model::trackKindInfo(m_snapshot.track(view.lane->track()).kind).key;
            writeKey(l, m_snapshot.track(view.lane->track()).key);
            l << " " << view.start(row) << " '" << text(view.name(row)) << "'";
        };
        for (const model::Flow& f : m_snapshot.flows().all()) {
            Line l;
            l << "flow '" << text(f.name) << "'";
            event(l, f.fromLane, f.fromRow);
            event(l, f.toLane, f.toRow);
            lines.insert(l.text());
        }
        for (const std::string& text : lines) {
            Line l;
            l << text;
            end(l);
        }
    }

    void chain(Line& l, model::ChainId id) {
        l << " [";
        for (const model::Frame& f : m_store.callchains().at(id))
            l << " '" << text(f.symbol) << "' '" << text(f.module) << "' " << static_cast<std::int64_t>(f.ip) << " "
              << std::int64_t{f.flags} << " " << std::int64_t{f.unwind} << ";";
        l << " ]";
    }

    void counter(model::CounterView c) {
        Line head;
        head << "counter " << static_cast<std::int64_t>(c.rows);
        end(head);
        for (std::size_t i = 0; i < c.rows; ++i) {
            Line l;
            l << c.series->time()[i] << " " << std::bit_cast<std::int64_t>(c.series->value()[i]);
            end(l);
        }
    }

    std::string_view text(model::StringId id) {
        if (id) m_used.insert(id);
        return m_snapshot.text(id);
    }

    const model::Snapshot& m_snapshot;
    const model::EventStore& m_store;
    Sink& m_sink;
    std::set<model::StringId> m_used;
};

/// For stores of a test's size.
inline std::string dumpStore(const model::Snapshot& snapshot) {
    std::string out;
    const auto sink = [&](std::string_view s) { out += s; };
    Describer(snapshot, sink).all();
    return out;
}

/// For large stores: equal hashes mean equal dumps.
inline std::uint64_t hashStore(const model::Snapshot& snapshot) {
    std::string block;
    std::uint64_t hash = 0;
    const auto fold = [&] {
        const std::uint64_t pair[2] = {hash, model::rep::checksum(block.data(), block.size())};
        hash = model::rep::checksum(pair, sizeof pair);
        block.clear();
    };
    const auto sink = [&](std::string_view s) {
        block += s;
        if (block.size() > 1 << 20) fold();
    };
    Describer(snapshot, sink).all();
    fold();
    return hash;
}

/// The first lines in which two dumps differ, for messages.
inline std::string firstDifference(std::string_view a, std::string_view b) {
    const auto line = [](std::string_view& s) {
        const std::size_t n = std::min(s.find('\n'), s.size());
        const std::string_view l = s.substr(0, n);
        s.remove_prefix(std::min(n + 1, s.size()));
        return l;
    };
    while (!a.empty() || !b.empty()) {
        const std::string_view x = line(a), y = line(b);
        if (x != y) return "\"" + std::string(x) + "\" / \"" + std::string(y) + "\"";
    }
    return {};
}

}  // namespace store_compare
