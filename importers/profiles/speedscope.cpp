// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "importers/common/text_kind.h"
#include "importers/profiles/function_rows.h"
#include "importers/profiles/json_stream.h"
#include "importers/profiles/profiles.h"
#include "model/base/messages.h"

namespace importers::profiles {

using model::ErrorCode;
using model::Note;
using model::Result;
using model::TimeNs;

namespace {

/// How many ns a unit of a profile is; 0 for units that are no time.
TimeNs nsOf(std::string_view unit) {
    if (unit == "nanoseconds") return 1;
    if (unit == "microseconds") return 1'000;
    if (unit == "milliseconds") return 1'000'000;
    return unit == "seconds" ? 1'000'000'000 : 0;
}
constexpr TimeNs kDrawnUnit = 1000;  // what is no time

std::uint32_t functionIn(double number) {
    return number >= 0 && number < 4e9 ? static_cast<std::uint32_t>(number) : UINT32_MAX;
}

/// Stacks that share their outer functions; 0 is the empty one.
class SharedStacks {
public:
    std::uint32_t with(std::uint32_t outer, std::uint32_t function) {
        const auto [at, isNew] =
            m_index.try_emplace(std::uint64_t{outer} << 32 | function, static_cast<std::uint32_t>(m_nodes.size() + 1));
        if (isNew) m_nodes.push_back({outer, function});
        return at->second;
    }
    /// Outermost first.
    void functions(std::uint32_t stack, std::vector<std::uint32_t>& out) const {
        out.clear();
        for (; stack; stack = m_nodes[stack - 1].outer) out.push_back(m_nodes[stack - 1].function);
        std::reverse(out.begin(), out.end());
    }

private:
    struct Node {
        std::uint32_t outer, function;
    };
    std::vector<Node> m_nodes;
    std::unordered_map<std::uint64_t, std::uint32_t> m_index;
};

/// Reads the file, and makes the rows of each of its profiles when that is complete: only then its unit is known.
class Speedscope {
public:
    Speedscope(model::EventStore& store, ReadBytes read, const OpenOptions& options)
        : m_store(store), m_json(std::move(read)), m_check(options.stopBuilding), m_rows(store, options) {}

    /// False if the file ended early, or is damaged.
    bool read() {
        return m_json.members([&](const std::string& key) {
            if (key == "shared") return readShared();
            if (key == "profiles") return m_json.elements([&] { return readProfile(); });
            if (key == "name") return m_json.text(m_name);
            return key == "exporter" ? m_json.text(m_store.info().product) : m_json.skip();
        });
    }
    void finish() {
        if (m_unmatched) m_store.diagnostics().add(Note::UnmatchedEnd, "C", m_unmatched);
        if (m_odd) m_store.diagnostics().add(Note::DamagedPart, model::MessageCode::PickleOddValue, m_odd);
        if (m_deep) m_store.diagnostics().add(Note::DepthLimit, model::MessageCode::InnerFramesOfStack, m_deep);
        m_rows.finish(m_name.empty() ? "speedscope" : m_name);
    }
    const JsonStream& json() const { return m_json; }
    bool isEmpty() const { return m_rows.isEmpty(); }

private:
    struct Mark {
        double at = NAN;
        std::uint32_t function = UINT32_MAX;
        bool isOpen = false;
    };
    struct Profile {
        std::string name, unit;
        double start = 0, end = 0;
        std::vector<Mark> marks;
        std::vector<std::uint32_t> samples;
        std::vector<double> weights;
    };

    bool readShared() {
        return m_json.members([&](const std::string& key) {
            return key == "frames" ? m_json.elements([&] { return readFrame(); }) : m_json.skip();
        });
    }
    bool readFrame() {
        std::string name, file;
        double line = 0;
        const bool whole = m_json.members([&](const std::string& key) {
            if (key == "name") return m_json.text(name);
            if (key == "file") return m_json.text(file);
            return key == "line" ? m_json.number(line) : m_json.skip();
        });
        m_rows.addName(name, file, line > 0 && line < 1e9 ? static_cast<std::int64_t>(line) : 0);
        return whole;
    }

    bool readProfile() {
        Profile p;
        const bool whole = m_json.members([&](const std::string& key) {
            if (key == "name") return m_json.text(p.name);
            if (key == "unit") return m_json.text(p.unit);
            if (key == "startValue") return m_json.number(p.start);
            if (key == "endValue") return m_json.number(p.end);
            if (key == "events") return m_json.elements([&] { return readMark(p); });
            if (key == "samples") return m_json.elements([&] { return readSample(p); });
            if (key == "weights") return m_json.elements([&] { return m_json.number(p.weights.emplace_back()); });
            return m_json.skip();
        });
        addRows(p);
        return whole;
    }
    bool readMark(Profile& p) {
        m_check();
        Mark mark;
        std::string type;
        double function = NAN;
        const bool whole = m_json.members([&](const std::string& key) {
            if (key == "type") return m_json.text(type);
            if (key == "at") return m_json.number(mark.at);
            return key == "frame" ? m_json.number(function) : m_json.skip();
        });
        mark.function = functionIn(function);
        mark.isOpen = type == "O";
        if (whole && std::isfinite(mark.at) && (mark.isOpen || type == "C")) p.marks.push_back(mark);
        else m_odd += whole;
        return whole;
    }
    bool readSample(Profile& p) {
        m_check();
        std::uint32_t stack = 0;
        std::size_t depth = 0;
        const bool whole = m_json.elements([&] {
            double function = 0;
            const bool read = m_json.number(function);
            if (++depth <= kMostFrames) stack = m_stacks.with(stack, functionIn(function));
            else ++m_deep;
            return read;
        });
        if (whole) p.samples.push_back(stack);
        return whole;
    }

    void addRows(const Profile& p) {
        if (!m_rows.beginThread(p.name)) return;
        m_unit = nsOf(p.unit);
        if (m_unit == 0) {
            m_unit = kDrawnUnit;
            noteDrawnUnit(m_store, m_unit, p.unit == "none" ? std::string() : p.unit);
        }
        if (p.samples.empty()) addMarks(p);
        else addSamples(p);
    }
    TimeNs ns(double value) const {
        constexpr double kMost = 4e18;
        const double time = value * static_cast<double>(m_unit);
        return std::isfinite(time) ? static_cast<TimeNs>(std::llround(std::clamp(time, -kMost, kMost))) : 0;
    }
    void addMarks(const Profile& p) {
        double last = p.start;
        for (const Mark& mark : p.marks) {
            m_check();
            last = std::max(last, mark.at);
            if (mark.isOpen) m_rows.begin(mark.function, ns(mark.at));
            else m_unmatched += !m_rows.end(mark.function, ns(mark.at));
        }
        m_rows.stack({}, ns(std::isfinite(p.end) ? std::max(last, p.end) : last));
    }
    void addSamples(const Profile& p) {
        double at = std::isfinite(p.start) ? p.start : 0;
        std::vector<std::uint32_t> functions;
        for (std::size_t i = 0; i < p.samples.size(); ++i) {
            m_check();
            m_stacks.functions(p.samples[i], functions);
            m_rows.stack(functions, ns(at));
            const double weight = i < p.weights.size() ? p.weights[i] : p.weights.empty() ? 1 : 0;
            if (weight > 0) at += weight;
            else m_odd += !(weight == 0);
        }
        m_rows.stack({}, ns(at));
        if (!p.weights.empty() && p.weights.size() != p.samples.size()) ++m_odd;
    }

    model::EventStore& m_store;
    JsonStream m_json;
    StopCheck m_check;
    FunctionRows m_rows;
    SharedStacks m_stacks;
    std::string m_name;
    TimeNs m_unit = 1;
    std::uint64_t m_unmatched = 0, m_odd = 0, m_deep = 0;
};

}  // namespace

int sniffSpeedscope(const Sniff& s) {
    const std::string_view text = withoutSpace(s.text);
    if (!text.starts_with('{')) return 0;
    const auto says = [&](std::string_view word) { return text.find(word) != text.npos; };
    if (says("speedscope.app/file-format-schema.json")) return 90;
    return says("\"shared\"") && says("\"frames\"") && says("\"profiles\"") && !says("\"traceEvents\"") ? 60 : 0;
}

Result<void> openSpeedscope(const std::filesystem::path& path, model::EventStore& store, const OpenOptions& options) {
    auto source = TextSource::open(path, streamBounds(options));
    if (!source) return tl::unexpected<model::Error>(source.error());
    const auto read = [&](char* to, std::size_t n) {
        if (options.progress) options.progress({source->fileBytesDone(), store.info().fileBytes});
        return source->read(to, n);
    };
    Speedscope speedscope(store, read, options);
    const bool whole = speedscope.read();
    store.info().format = "speedscope profile";
    store.info().formatKey = "speedscope";
    noteProblems(source->problems(), store);
    store.info().partial |= !whole;
    const auto at = static_cast<std::int64_t>(speedscope.json().offset());
    if (!whole && !speedscope.json().isCut())
        store.diagnostics().add(Note::DamagedPart, model::MessageCode::PickleOddValue, 1, {}, at);
    else if (!whole && source->problems().empty())
        store.diagnostics().add(Note::Incomplete, model::MessageCode::JsonObjectNotClosed, 1, {}, at);
    speedscope.finish();
    store.publish(true);
    if (options.published) options.published();
    if (options.stop.stop_requested()) throw Stopped{};
    if (speedscope.isEmpty()) return model::fail(ErrorCode::SpeedscopeFile, path.string());
    return {};
}

}  // namespace importers::profiles
