// SPDX-License-Identifier: GPL-3.0-or-later
// Tables as lines: JSON, where each row names its table, and CSV, a file for each.
#include <fmt/format.h>
#include <cerrno>
#include <cstring>

#include "importers/export/output.h"
#include "importers/export/table_sink.h"
#include "model/base/json_writer.h"
#include "model/base/messages.h"

namespace importers::exporting {

using model::ErrorCode;
using model::JsonWriter;
using model::Result;
namespace fs = std::filesystem;

namespace {

class JsonSink : public TableSink {
public:
    explicit JsonSink(TextFile&& file) : m_file(std::move(file)) {}

    Result<void> begin(const sql::Source& table) override {
        m_table = table.name();
        m_columns.clear();
        for (const sql::Column& c : table.columns()) m_columns.emplace_back(c.name);
        return {};
    }
    Result<void> row(std::int64_t, std::span<const Cell> cells) override {
        m_json.beginObject().key("table").value(m_table);
        for (std::size_t c = 0; c < cells.size(); ++c) {
            if (cells[c].isNull()) continue;
            m_json.key(m_columns[c]);
            if (cells[c].type == Cell::Type::Int) m_json.value(cells[c].i);
            else if (cells[c].type == Cell::Type::Real) m_json.real(cells[c].real);
            else m_json.value(cells[c].text());
        }
        m_json.endObject().moveTo(m_file.text());
        m_file.text() += '\n';
        m_file.flushIfLarge();
        return m_file.state();
    }
    Result<void> end() override { return {}; }
    Result<void> finish() override { return m_file.commit(); }

private:
    TextFile m_file;
    JsonWriter m_json{JsonWriter::Layout::Compact};
    std::string m_table;
    std::vector<std::string> m_columns;
};

/// Lines of CSV of one table.
class CsvLines {
public:
    CsvLines(const model::Snapshot& report, bool forSpreadsheet) : m_report(report), m_forSpreadsheet(forSpreadsheet) {}

    void begin(const sql::Source& table, std::string& out) {
        m_columns.assign(table.columns().begin(), table.columns().end());
        for (std::size_t c = 0; c < m_columns.size(); ++c) {
            if (c) out += ',';
            field(m_columns[c].name, out);
        }
        out += '\n';
    }
    void row(std::span<const Cell> cells, std::string& out) {
        for (std::size_t c = 0; c < cells.size(); ++c) {
            if (c) out += ',';
            const Cell& cell = cells[c];
            if (m_columns[c].isName && cell.type == Cell::Type::Int)
                field(m_report.text(static_cast<model::StringId>(cell.i)), out);
            else if (cell.type == Cell::Type::Int) fmt::format_to(std::back_inserter(out), "{}", cell.i);
            else if (cell.type == Cell::Type::Real) fmt::format_to(std::back_inserter(out), "{}", cell.real);
            else if (!cell.isNull()) field(cell.text(), out);
        }
        out += '\n';
    }

private:
    void field(std::string_view text, std::string& out) const { appendCsv(out, text, m_forSpreadsheet); }

    const model::Snapshot& m_report;
    const bool m_forSpreadsheet;
    std::vector<sql::Column> m_columns;
};

/// Files come to be in a folder beside the target, which then takes its name or hands them over.
class CsvSink : public TableSink {
public:
    CsvSink(const fs::path& target, const fs::path& work, CsvLines lines)
        : m_target(target), m_work(work), m_lines(std::move(lines)) {}
    ~CsvSink() override {
        m_file.reset();
        std::error_code ignored;
        if (!m_work.empty()) fs::remove_all(m_work, ignored);
    }

    Result<void> begin(const sql::Source& table) override {
        auto file = TextFile::create(m_work / (std::string(table.name()) + ".csv"));
        if (!file) return tl::unexpected(file.error());
        m_file = std::make_unique<TextFile>(std::move(*file));
        m_lines.begin(table, m_file->text());
        return {};
    }
    Result<void> row(std::int64_t, std::span<const Cell> cells) override {
        m_lines.row(cells, m_file->text());
        m_file->flushIfLarge();
        return named(m_file->state());
    }
    Result<void> end() override { return named(m_file->commit()); }

    Result<void> finish() override {
        std::error_code error;
        if (!fs::exists(m_target, error)) {
            fs::rename(m_work, m_target, error);
        } else {
            for (const auto& entry : fs::directory_iterator(m_work))
                if (!error) fs::rename(entry.path(), m_target / entry.path().filename(), error);
        }
        if (error) return model::fail(ErrorCode::CannotWrite, m_target.string(), error.message());
        fs::remove_all(m_work, error);
        m_work.clear();
        return {};
    }

private:
    /// The folder that people named, not the one that is worked in.
    Result<void> named(const Result<void>& result) const {
        return result ? result : model::fail(result.error().code, m_target.string(), result.error().detail);
    }

    fs::path m_target, m_work;
    CsvLines m_lines;
    std::unique_ptr<TextFile> m_file;
};

class CsvStream : public TableSink {
public:
    CsvStream(CsvLines lines, const std::function<bool(std::string_view)>& write)
        : m_lines(std::move(lines)), m_write(write) {}

    Result<void> begin(const sql::Source& table) override {
        m_lines.begin(table, m_text);
        return {};
    }
    Result<void> row(std::int64_t, std::span<const Cell> cells) override {
        m_lines.row(cells, m_text);
        return m_text.size() < 65536 ? Result<void>() : flush();
    }
    Result<void> end() override { return {}; }
    Result<void> finish() override { return flush(); }

private:
    Result<void> flush() {
        const bool taken = m_write(m_text);
        m_text.clear();
        return taken ? Result<void>()
                     : model::fail(ErrorCode::CannotWrite, model::MessageCode::StandardOutput, std::strerror(errno));
    }

    CsvLines m_lines;
    std::function<bool(std::string_view)> m_write;
    std::string m_text;
};

}  // namespace

Result<TableSinkPtr> jsonSink(const fs::path& target) {
    auto file = TextFile::create(target);
    if (!file) return tl::unexpected(file.error());
    return std::make_unique<JsonSink>(std::move(*file));
}

Result<TableSinkPtr> csvSink(const fs::path& folder, const model::Snapshot& report, bool forSpreadsheet) {
    std::error_code error;
    fs::path target = folder;
    while (target.filename().empty() && target.has_parent_path() && target != target.root_path())
        target = target.parent_path();  // "out/"
    if (fs::exists(target, error) && !fs::is_directory(target, error))
        return model::fail(ErrorCode::CannotWrite, folder.string(), std::strerror(ENOTDIR));
    for (int attempt = 0; attempt < 100; ++attempt) {
        const fs::path work = target.parent_path() / model::PartName::of(target.filename().string(), attempt);
        if (fs::create_directory(work, error))
            return std::make_unique<CsvSink>(target, work, CsvLines(report, forSpreadsheet));
        if (error) break;
    }
    return model::fail(ErrorCode::CannotWrite, folder.string(), error ? error.message() : std::strerror(EEXIST));
}

TableSinkPtr csvStream(const model::Snapshot& report, const std::function<bool(std::string_view)>& write,
                       bool forSpreadsheet) {
    return std::make_unique<CsvStream>(CsvLines(report, forSpreadsheet), write);
}

}  // namespace importers::exporting
