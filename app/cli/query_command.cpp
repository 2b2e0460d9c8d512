// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <optional>

#include "app/cli/command.h"
#include "app/cli/query.h"
#include "app/cli/read_reports.h"
#include "app/cli/usage.h"
#include "app/text/left_out.h"
#include "app/text/print_message.h"
#include "app/text/terminal.h"
#include "model/base/messages.h"

namespace app {
namespace {

/// Longer ones are refused all the same.
constexpr std::size_t kLongestStatement = std::size_t{2} << 20;

/// The statement that `query` runs, from a file or, with "-", from standard input. Nothing, and said why, where it
/// cannot be read.
std::optional<std::string> statementFrom(const std::string& file) {
    std::string text;
    std::FILE* from = file == "-" ? stdin : std::fopen(file.c_str(), "r");
    char buffer[4096];
    while (const std::size_t n = from ? std::fread(buffer, 1, sizeof buffer, from) : 0) {
        text.append(buffer, n);
        if (text.size() > kLongestStatement) break;  // the session says that it is too long
    }
    const bool failed = !from || std::ferror(from);
    if (failed)
        printMessage(
            {model::MessageCode::StatementNotReadable,
             {file == "-" ? model::MessageCode::StandardInput : model::Argument::file(file), std::strerror(errno)}},
            kUsage);
    if (from && from != stdin) std::fclose(from);
    return failed ? std::nullopt : std::optional(std::move(text));
}

class QueryCommand : public Command {
public:
    void add(CLI::App& to) override {
        to.add_option(
              "query", m_words,
              "The SQL statement, then report files; the statement may come last. With - it is read from standard input")
            ->type_name("WORD");
        to.add_option("--file", m_file, "Read the statement from this file; all arguments are then report files")
            ->type_name("FILE");
        to.add_option("--limit", m_options.limit, "Rows at most; 0 = all. 1000 if not given, for table and markdown")
            ->check(wholeNumber(0))
            ->type_name("N");
        to.add_flag("--schema", m_options.schema,
                    "List the tables that have rows, with their columns, instead; needs no SQL");
        to.footer(
            "Examples:\n  sightline query --schema run.nsys-rep\n"
            "  sightline query \"SELECT name, count(*), sum(dur) FROM events WHERE kind = 'kernel' GROUP BY name\" trace.json.gz\n"
            "  sightline query -f csv \"SELECT s.value, sum(k.end - k.start) AS ns FROM CUPTI_ACTIVITY_KIND_KERNEL k\n"
            "                         JOIN StringIds s ON s.id = k.shortName GROUP BY 1 ORDER BY 2 DESC\" run.rep\n"
            "Exit codes: 0 fine; 2 the statement or the words of the command are wrong; 3 a report could not be read or the answer not be written;\n"
            "            4 the statement failed while it ran (overflow, broken JSON, too much to sort …)");
        m_output.add(to);
    }

    int run() override {
        if (!m_options.schema && m_file.empty() && !m_words.empty()) m_options.sql = parseStatement(m_words);
        const std::string from = !m_file.empty() ? m_file : m_options.sql == "-" ? "-" : "";
        if (m_words.empty()) return printMessage(model::MessageCode::QueryNeedsWords, kUsage);
        if (!from.empty() && !m_options.schema) {
            const auto statement = statementFrom(from);
            if (!statement) return kUsage;
            m_options.sql = *statement;
        }
        m_options.format = m_output.format();
        return ask(m_words);
    }

private:
    /// Each report in turn.
    int ask(const std::vector<std::string>& paths) const {
        int result = kFine;
        Printed to(m_output.file);
        if (const auto fine = to.check(paths, m_output.replace); !fine) return complain(fine.error());
        QueryOutput answers(m_options, paths.size(), [&](std::string_view text) { to.text(text); });
        for (const std::string& path : paths) {
            const auto store = model::EventStore::create();
            if (const auto opened = openWithProgress(path, *store); !opened) {
                result = complain(opened.error());
                continue;
            }
            if (!reportLeftOut(*store->snapshot())) result = kUnreadable;
            const model::Message note = answers.add(store->snapshot());
            if (!note.empty()) printMessage(note, kFine);
            if (answers.failed()) return answers.failedAtRun() ? kFailed : kUsage;  // it would fail on the others, too
        }
        answers.finish();
        return finish(to, result);
    }

    QueryOptions m_options;
    std::vector<std::string> m_words;  ///< the statement and reports, then reports only
    std::string m_file;                ///< of the statement
    OutputOptions m_output;
};

}  // namespace

std::unique_ptr<Command> makeQueryCommand() { return std::make_unique<QueryCommand>(); }

}  // namespace app
