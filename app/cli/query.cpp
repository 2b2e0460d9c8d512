// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/query.h"

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <filesystem>
#include <map>

#include "app/text/near_names.h"
#include "app/text/progress_line.h"
#include "model/base/messages.h"
#include "model/base/utf8.h"

namespace app {

using importers::SqlSession;
using model::reports::ColumnInfo;
using model::reports::Unit;

namespace {

/// For people: more of them nobody reads, and each needs a width.
constexpr std::uint64_t kRowsForPeople = 1000;
constexpr std::size_t kFlushBytes = 1 << 16;
constexpr std::uint64_t kRowsBetweenCounts = 100'000;

std::string realText(double v) {
    std::string text = fmt::format("{}", v);
    return text.find_first_of(".einf") == text.npos ? text + ".0" : text;
}

std::string blobText(std::string_view bytes) {
    std::string out = "X'";
    for (const char c : bytes) out += fmt::format("{:02X}", static_cast<unsigned char>(c));
    return out + "'";
}

std::string textOf(const importers::Cell& c) {
    switch (c.type) {
    case importers::Cell::Type::Int: return std::to_string(c.i);
    case importers::Cell::Type::Real: return realText(c.real);
    case importers::Cell::Type::Text: return std::string(c.text());
    case importers::Cell::Type::Blob: return blobText(c.text());
    default: return {};
    }
}

void jsonCell(const importers::Cell& c, JsonWriter& json) {
    switch (c.type) {
    case importers::Cell::Type::Int: json.value(c.i); break;
    case importers::Cell::Type::Real: json.value(c.real); break;
    case importers::Cell::Type::Null: json.null(); break;
    default: json.value(std::string_view(textOf(c)));
    }
}

/// Receives an answer and prints it in one of the formats.
class Printer {
public:
    Printer(TableFormat format, const QueryOutput::Sink& sink, JsonWriter& json)
        : m_format(format), m_sink(sink), m_json(json) {}

    void columns(std::span<const std::string> names) {
        m_names.assign(names.begin(), names.end());
        // Keys of an object must differ: "start", "start_2".
        std::map<std::string, int> seen;
        for (std::string& name : m_names)
            if (const int n = ++seen[name]; m_format == TableFormat::Json && n > 1) name += fmt::format("_{}", n);
        m_numbers.assign(names.size(), true);
        if (m_format == TableFormat::Json) m_json.key("rows").beginArray();
        else if (!isForPeople(m_format)) line([&](std::size_t c) { return m_names[c]; });
    }
    void row(std::span<const importers::Cell> cells) {
        if (m_format == TableFormat::Json) {
            m_json.beginObject();
            for (std::size_t c = 0; c < cells.size(); ++c) jsonCell(cells[c], m_json.key(m_names[c]));
            m_json.endObject();
            if (++m_sinceFlush % 1024 == 0) m_sink(m_json.take());
            return;
        }
        if (!isForPeople(m_format)) return line([&](std::size_t c) { return textOf(cells[c]); });
        for (std::size_t c = 0; c < cells.size(); ++c) {
            using Type = importers::Cell::Type;
            m_numbers[c] =
                m_numbers[c] && (cells[c].type == Type::Int || cells[c].type == Type::Real || cells[c].isNull());
            m_cells.push_back(textOf(cells[c]));
        }
    }
    void end() {
        if (m_format == TableFormat::Json) m_json.endArray();
        if (isForPeople(m_format) && !m_names.empty()) table();
        m_sink(m_line);
        m_line.clear();
    }

private:
    template <class F>
    void line(F&& text) {
        for (std::size_t c = 0; c < m_names.size(); ++c) {
            if (c) m_line += m_format == TableFormat::Tsv ? '\t' : ',';
            m_line += separatedField(text(c), m_format);
        }
        m_line += '\n';
        if (m_line.size() < kFlushBytes) return;
        m_sink(m_line);
        m_line.clear();
    }
    void table() {
        std::vector<ColumnInfo> columns;
        for (std::size_t c = 0; c < m_names.size(); ++c)
            columns.push_back({m_names[c], m_numbers[c] ? Unit::Number : Unit::Text, {}});
        model::reports::Table t;
        t.rows = m_cells.size() / m_names.size();
        t.cell = [&](std::size_t r, std::size_t c) -> model::reports::Cell { return m_cells[r * m_names.size() + c]; };
        m_sink(tableText({{}, {}, {}, columns, nullptr}, t, m_format));
    }

    TableFormat m_format;
    const QueryOutput::Sink& m_sink;
    JsonWriter& m_json;
    std::vector<std::string> m_names;
    std::vector<bool> m_numbers;
    std::vector<std::string> m_cells;
    std::string m_line;
    std::size_t m_sinceFlush = 0;
};

/// Which table or column somebody may have meant: SQLite says which name it does not know.
std::string nearSqlName(std::string_view sql, std::string_view message, const SqlSession& session) {
    constexpr std::string_view kTable = "no such table: ", kColumn = "no such column: ";
    const bool isTable = message.starts_with(kTable), isColumn = message.starts_with(kColumn);
    if (!isTable && !isColumn) return {};
    std::string_view typed = message.substr(isTable ? kTable.size() : kColumn.size());
    if (const std::size_t dot = typed.rfind('.'); dot != typed.npos) typed.remove_prefix(dot + 1);
    const auto tables = session.tables(true);
    std::vector<std::string_view> names;
    for (const importers::SqlTableInfo& t : tables) {
        if (isTable) names.push_back(t.name);
        if (isTable || sql.find(t.name) == sql.npos) continue;
        for (const auto& c : t.columns)
            if (std::find(names.begin(), names.end(), c.name) == names.end()) names.push_back(c.name);
    }
    return nearText(typed, names);
}

}  // namespace

model::Message sqlComplaint(std::string_view sql, const importers::SqlError& error) {
    std::string message = error.message;
    if (!message.ends_with('.') && !message.ends_with('?')) message += '.';
    if (error.offset < 0 || static_cast<std::size_t>(error.offset) > sql.size()) return message;
    const auto at = static_cast<std::size_t>(error.offset);
    const std::size_t begin = at == 0 ? 0 : sql.rfind('\n', at - 1) + 1, end = std::min(sql.find('\n', at), sql.size());
    std::string before(sql.substr(begin, at - begin));
    // Characters of several bytes take one place; a tab keeps its own.
    std::erase_if(before, model::isUtf8Continuation);
    for (char& c : before) c = c == '\t' ? '\t' : ' ';
    return fmt::format("{}\n  {}\n  {}^", message, sql.substr(begin, end - begin), before);
}

std::string parseStatement(std::vector<std::string>& words) {
    std::error_code ignored;
    const bool last = words.size() > 1 && std::filesystem::exists(words.front(), ignored) &&
                      !std::filesystem::exists(words.back(), ignored);
    const auto at = last ? words.end() - 1 : words.begin();
    std::string statement = std::move(*at);
    words.erase(at);
    return statement;
}

QueryOutput::QueryOutput(const QueryOptions& options, std::size_t reports, Sink sink)
    : m_options(options), m_sink(std::move(sink)), m_several(reports > 1) {
    if (m_options.format == TableFormat::Json) m_json.beginArray();
}

void QueryOutput::beginReport(const model::Snapshot& report) {
    const std::string_view path = report.info().path;
    if (m_options.format == TableFormat::Json) m_json.beginObject().key("file").value(path);
    else if (m_several && isForPeople(m_options.format))
        m_sink(fmt::format(
            "{}{} {}\n\n", m_begun ? "\n" : "", m_options.format == TableFormat::Markdown ? "##" : "**",
            m_options.format == TableFormat::Markdown ? markdownText(std::string(path)) : std::string(path)));
    else if (m_begun) m_sink("\n");
    m_begun = true;
}

model::Message QueryOutput::add(const model::SnapshotPtr& report) {
    SqlSession session(report);
    beginReport(*report);
    model::Message note;
    if (m_options.schema) schema(session);
    else note = ask(session);
    if (!m_failed && m_options.format == TableFormat::Json) {
        m_json.endObject();
        m_sink(m_json.take());
    }
    return note;
}

model::Message QueryOutput::ask(SqlSession& session) {
    const std::uint64_t most = m_options.limit.value_or(isForPeople(m_options.format) ? kRowsForPeople : 0);
    std::uint64_t rows = 0;
    bool more = false;
    ProgressLine progress;
    progress.show("Running the query …");
    const bool toTerminal = ::isatty(STDOUT_FILENO);  // rows tell by themselves how far it is
    Printer printer(m_options.format, m_sink, m_json);
    const auto done = session.query(
        m_options.sql, {}, [&](std::span<const std::string> names) { printer.columns(names); },
        [&](std::span<const importers::Cell> cells) {
            more = most && rows == most;
            if (more) return false;
            if (rows == 0 && toTerminal) progress.clear();
            printer.row(cells);
            if (++rows % kRowsBetweenCounts == 0 && !toTerminal) progress.show(fmt::format("{} rows …", rows));
            return true;
        });
    progress.clear();
    if (!done) {
        m_failed = true;
        m_failedAtRun = done.error().atRun;
        importers::SqlError error = done.error();
        if (const std::string near = nearSqlName(m_options.sql, error.message, session); !near.empty())
            error.message += '.' + near;
        return sqlComplaint(m_options.sql, error);
    }
    printer.end();
    if (!more || m_options.limit) return {};
    return {model::MessageCode::FirstRowsOnly, {most}};
}

void QueryOutput::schema(const SqlSession& session) {
    Printer printer(m_options.format, m_sink, m_json);
    const auto tables = session.tables();
    if (isForPeople(m_options.format)) {
        for (const importers::SqlTableInfo& t : tables) {
            std::string columns;
            for (const auto& c : t.columns)
                columns +=
                    fmt::format("{}{}{}{}", columns.empty() ? "" : ", ", c.name, c.type.empty() ? "" : " ", c.type);
            m_sink(fmt::format("{}{}: {} row{}\n    {}\n", m_options.format == TableFormat::Markdown ? "- " : "",
                               t.name, t.rows, t.rows == 1 ? "" : "s", columns));
        }
        return;
    }
    const std::array<std::string, 4> names{"table", "rows", "column", "type"};
    printer.columns(names);
    for (const importers::SqlTableInfo& t : tables)
        for (const auto& c : t.columns)
            printer.row(std::array{importers::Cell::ofText(t.name),
                                   importers::Cell::ofInt(static_cast<std::int64_t>(t.rows)),
                                   importers::Cell::ofText(c.name), importers::Cell::ofText(c.type)});
    printer.end();
}

void QueryOutput::finish() {
    if (m_options.format != TableFormat::Json) return;
    m_json.endArray();
    m_sink(m_json.take() + '\n');
}

}  // namespace app
