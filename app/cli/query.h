// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/text/table_text.h"
#include "importers/sql/sql_session.h"
#include "model/store/event_store.h"

namespace app {

struct QueryOptions {
    std::string sql;
    TableFormat format = TableFormat::Table;
    std::optional<std::uint64_t> limit;  ///< rows of one report at most; 0 = all
    bool schema = false;                 ///< list the tables instead
};

/// Prints the answers of several reports one after the other. Csv, Tsv and Json go out row by row.
class QueryOutput {
public:
    using Sink = std::function<void(std::string_view)>;
    /// `reports` = how many will follow: each of several has its name above it.
    QueryOutput(const QueryOptions& options, std::size_t reports, Sink sink);

    /// Asks one report. Returns what people should know: that there are more rows, or, if
    /// failed(), what is wrong with the statement and where.
    model::Message add(const model::SnapshotPtr& report);
    bool failed() const { return m_failed; }
    /// The statement can be understood, but failed while it ran.
    bool failedAtRun() const { return m_failedAtRun; }
    /// What ends the output.
    void finish();

private:
    void beginReport(const model::Snapshot& report);
    model::Message ask(importers::SqlSession& session);
    void schema(const importers::SqlSession& session);

    const QueryOptions& m_options;
    Sink m_sink;
    JsonWriter m_json;
    bool m_several, m_begun = false, m_failed = false, m_failedAtRun = false;
};

/// Which of the words is the statement: the first, or, where that is a file and the last is none, the last. It is taken
/// out of them.
std::string parseStatement(std::vector<std::string>& words);

/// What is wrong in the words of SQLite, with the line of the statement and a mark under the place.
model::Message sqlComplaint(std::string_view sql, const importers::SqlError& error);

}  // namespace app
