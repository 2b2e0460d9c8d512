// SPDX-License-Identifier: GPL-3.0-or-later
#include <charconv>
#include <map>
#include <optional>

#include "importers/html/trace_text.h"
#include "model/base/json_writer.h"

namespace importers::html {
namespace {

/// A line of the kernel's tracer:  "  name-17   [000] d..3 50260.929925: print: C|124|VSYNC|1".
struct Line {
    std::string_view thread, what;
    std::int64_t tid = 0;
    std::string micros;  ///< decimal
};

std::optional<std::int64_t> number(std::string_view digits) {
    std::int64_t n = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), n);
    if (error != std::errc() || end != digits.data() + digits.size()) return {};
    return n;
}

/// "50260.929925" s as µs, exactly; empty when it is no time.
std::string asMicros(std::string_view seconds) {
    const auto point = seconds.find('.');
    if (point == std::string_view::npos || point == 0 || point > 12 || seconds.size() - point < 7) return {};
    for (const char c : seconds)
        if ((c < '0' || c > '9') && c != '.') return {};
    std::string out(seconds.substr(0, point));
    out += seconds.substr(point + 1, 6);
    if (const auto rest = seconds.substr(point + 7); !rest.empty() && rest.find('.') == std::string_view::npos)
        (out += '.') += rest;
    const auto first = out.find_first_not_of('0');
    return first == std::string::npos || out[first] == '.' ? "0" : out.substr(first);
}

std::optional<Line> parse(std::string_view text) {
    const auto cpu = text.find(" [");
    if (cpu == std::string_view::npos || text.starts_with('#')) return {};
    std::string_view task = text.substr(0, cpu);
    task = task.substr(0, task.find(" ("));  // the process may stand behind it
    while (task.ends_with(' ')) task.remove_suffix(1);
    while (task.starts_with(' ')) task.remove_prefix(1);
    const auto dash = task.rfind('-');
    const auto tid = dash == std::string_view::npos ? std::nullopt : number(task.substr(dash + 1));
    if (!tid) return {};
    Line line{task.substr(0, dash), {}, *tid, {}};
    const auto time = text.find(": ", cpu);
    if (time == std::string_view::npos) return {};
    line.micros = asMicros(text.substr(text.rfind(' ', time) + 1, time - text.rfind(' ', time) - 1));
    const auto function = text.find(": ", time + 2);
    if (line.micros.empty() || function == std::string_view::npos) return {};
    const std::string_view name = text.substr(time + 2, function - time - 2);
    if (name == "tracing_mark_write" || name == "print" || name == "0") line.what = text.substr(function + 2);
    return line;
}

/// Builds the list of events.
class Writer {
public:
    Writer() { m_json.beginArray(); }

    void add(const Line& line) {
        const char phase = line.what.empty() ? 0 : line.what.front();
        if (line.what.size() > 1 && line.what[1] != '|') return void(++m_out.kernelLines);
        std::string_view rest = line.what.size() > 2 ? line.what.substr(2) : std::string_view();
        const auto pid = number(rest.substr(0, rest.find('|')));
        if (pid) m_process[line.tid] = *pid;
        rest = rest.find('|') == std::string_view::npos ? std::string_view() : rest.substr(rest.find('|') + 1);
        switch (phase) {
        case 'B': event(line, "B", rest); break;
        case 'E': event(line, "E", {}); break;
        case 'I': event(line, "i", rest); break;
        case 'C':
        case 'S':
        case 'F': {
            const auto bar = rest.rfind('|');
            const auto value = bar == std::string_view::npos ? std::nullopt : number(rest.substr(bar + 1));
            if (!value) return void(++m_out.kernelLines);
            event(line, phase == 'C' ? "C" : phase == 'S' ? "b" : "e", rest.substr(0, bar), value);
            break;
        }
        default: ++m_out.kernelLines; break;
        }
    }
    FtraceMarks take() {
        for (const auto& [thread, name] : m_names) {
            m_json.lineBreak().beginObject().key("ph").value("M").key("name").value("thread_name");
            m_json.key("pid").value(thread.first).key("tid").value(thread.second);
            m_json.key("args").beginObject().key("name").value(name).endObject().endObject();
        }
        m_json.endArray();
        m_out.json = m_json.take() + '\n';
        return std::move(m_out);
    }

private:
    /// `value` of a counter, or the number of what goes on beside others.
    void event(const Line& line, std::string_view phase, std::string_view name,
               std::optional<std::int64_t> value = {}) {
        const auto known = m_process.find(line.tid);
        const std::int64_t pid = known == m_process.end() ? line.tid : known->second;
        m_json.lineBreak().beginObject().key("ph").value(phase).key("ts").literal(line.micros);
        m_json.key("pid").value(pid).key("tid").value(line.tid);
        if (phase != "E") m_json.key("name").value(name);
        if (phase == "C") m_json.key("args").beginObject().key("value").value(*value).endObject();
        else if (value) m_json.key("cat").value("async").key("id").value(*value);
        m_json.endObject();
        ++m_out.marks;
        if (phase != "C") m_names.try_emplace({pid, line.tid}, line.thread);  // counters belong to the process
    }

    FtraceMarks m_out;
    model::JsonWriter m_json{model::JsonWriter::Layout::Compact};
    std::map<std::int64_t, std::int64_t> m_process;
    std::map<std::pair<std::int64_t, std::int64_t>, std::string> m_names;
};

}  // namespace

FtraceMarks marksOf(std::string_view ftrace) {
    Writer out;
    while (!ftrace.empty()) {
        const auto end = std::min(ftrace.find('\n'), ftrace.size());
        std::string_view text = ftrace.substr(0, end);
        if (text.ends_with('\r')) text.remove_suffix(1);
        if (const auto line = parse(text)) out.add(*line);
        ftrace.remove_prefix(std::min(end + 1, ftrace.size()));
    }
    return out.take();
}

}  // namespace importers::html
