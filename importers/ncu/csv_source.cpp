// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>
#include <algorithm>
#include <charconv>
#include <chrono>
#include <type_traits>
#include <utility>

#include "importers/common/finish.h"
#include "importers/ncu/csv_pages.h"
#include "importers/ncu/csv_reader.h"
#include "importers/ncu/ncu.h"
#include "model/base/messages.h"

namespace importers::ncu {

using model::ErrorCode;
using model::Note;
using model::Result;

namespace {

using Clock = std::chrono::steady_clock;
constexpr auto kPublishEvery = std::chrono::milliseconds(100);

bool has(std::span<const std::string> cells, std::string_view name) {
    return std::find(cells.begin(), cells.end(), name) != cells.end();
}

enum class Page { None, Raw, Details, Source };

/// What a line begins, if it is the header of a page.
Page pageOf(std::string_view line) {
    if (line.starts_with("\"Kernel Name\",\"")) return Page::Source;
    if (!line.starts_with("\"ID\",") && !line.starts_with("ID,")) return Page::None;
    const std::vector<std::string> cells = splitCsv(line);
    if (!has(cells, "Kernel Name")) return Page::None;
    return has(cells, "Metric Name") || has(cells, "Rule Name") ? Page::Details : Page::Raw;
}

/// Whether one of the whole lines in the beginning of a file is a header.
bool holdsHeader(std::string_view head) {
    for (std::size_t at = 0; at < head.size();) {
        const std::size_t end = std::min(head.find('\n', at), head.size());
        if (const std::string_view line = head.substr(at, end - at);
            pageOf(line) == Page::Raw || pageOf(line) == Page::Details)
            return true;
        at = end + 1;
    }
    return false;
}

class CsvSource {
public:
    CsvSource(CsvReader& reader, model::EventStore& store, const OpenOptions& options)
        : m_reader(reader), m_store(store), m_options(options), m_rows(store) {}

    /// Whether the file ends before the first record of its last table.
    bool endsInHeader() const { return m_endsInHeader; }

    /// Whether a page was found.
    bool read() {
        Page page = findHeader();
        if (page == Page::None) return false;
        learnDecimalMark();
        while (page != Page::None) page = table(page);
        m_rows.finish();
        note(Note::SkippedUnknown, model::MessageCode::ForeignLines, m_foreign, m_firstForeign);
        note(Note::DamagedPart, model::MessageCode::QuotesNotClosed, m_brokenLines, m_firstBroken);
        for (const ByteSource::Problem& p : m_reader.source().problems())
            m_store.diagnostics().add(p.note, p.subject, 1, p.example, p.offset);
        return true;
    }

private:
    /// Passes over what stands before the table: messages of the profiler, output of the program.
    Page findHeader() {
        std::string_view line;
        while (!m_options.stop.stop_requested() && m_reader.line(line))
            if (const Page page = pageOf(line); page != Page::None) {
                m_header = line;
                return page;
            }
        return Page::None;
    }

    /// Looks ahead for a number that can be read in one way only: it tells how to read the others.
    void learnDecimalMark() {
        constexpr std::size_t kAhead = 4 << 20;
        KernelColumns columns(splitCsv(m_header));  // what they hold is written alike everywhere
        std::string_view rest = m_reader.peek(kAhead);
        while (!m_decimal.mark && !rest.empty()) {
            const std::size_t end = std::min(rest.find('\n'), rest.size());
            const std::vector<std::string> cells = splitCsv(rest.substr(0, end));
            if (pageOf(rest.substr(0, end)) != Page::None) columns = KernelColumns(cells);
            for (std::size_t i = 0; i < cells.size(); ++i)
                if (!columns.isOne(i)) m_decimal.learn(cells[i]);
            rest.remove_prefix(std::min(end + 1, rest.size()));
        }
    }

    /// Reads a table up to the header of the next one: outputs of several runs can follow each other in one file.
    Page table(Page page) {
        m_quoted = m_header.starts_with('"');
        std::vector<std::string> header = splitCsv(m_header);
        m_profilesBefore = m_store.kernelProfiles().count();
        if (page == Page::Raw) return records(RawPage(m_store, m_rows, std::move(header), m_decimal));
        if (page == Page::Details) return records(DetailsPage(m_store, m_rows, std::move(header), m_decimal));
        return records(SourcePage(m_store, m_rows, std::move(header), m_decimal));
    }

    /// Whether the next line may be the header of another table. The page "source" begins the tables of its kernels
    /// itself.
    template <class P>
    bool mayBeHeader() {
        constexpr std::string_view kSource = "\"Kernel Name\",";
        const std::string_view begin = m_reader.peek(kSource.size());
        return begin.starts_with("\"ID\",") || begin.starts_with("ID,") ||
               (begin == kSource && !std::is_same_v<P, SourcePage>);
    }

    /// Lines between the records of a table belong to it if they begin like one.
    bool isForeign() {
        const std::string_view begin = m_reader.peek(2);
        return begin.starts_with("==") ||
               (m_quoted && !begin.starts_with('"') && begin != "\r\n" && !begin.starts_with('\n'));
    }

    template <class P>
    Page records(P page) {
        Page next = Page::None;
        auto published = Clock::now();
        std::vector<std::string> cells;
        std::string_view line;
        bool endsEmpty = false;  // the last record's last cell
        std::size_t before = 0,
                    last = std::is_same_v<P, DetailsPage> ? splitCsv(m_header).size() : 0;  // cells of a record
        while (!m_options.stop.stop_requested()) {
            const bool headed = mayBeHeader<P>();
            if (headed || isForeign()) {
                if (!m_reader.line(line)) break;
                if (headed && (next = pageOf(line)) != Page::None) {
                    m_header = line;
                    break;
                }
                if (m_foreign++ == 0) m_firstForeign = m_reader.lineNumber();
                continue;
            }
            if (!m_reader.record(cells)) break;
            if (m_reader.broken()) {
                if (m_brokenLines++ == 0) m_firstBroken = m_reader.lineNumber();
                continue;
            }
            if (cells.size() == 1 && cells[0].empty()) continue;
            before = std::exchange(last, cells.size());
            endsEmpty = cells.back().empty();
            page.record(cells, m_reader.lineNumber());
            if (Clock::now() - published < kPublishEvery) continue;
            published = Clock::now();
            if (m_options.progress) m_options.progress({m_reader.source().fileBytesDone(), m_store.info().fileBytes});
            m_store.publish();
            if (m_options.published) m_options.published();
        }
        page.finish();
        const bool isShort = last < before && !std::is_same_v<P, RawPage>;  // that one counts itself
        const bool isCut = m_reader.endsWithinLine() && (isShort || endsEmpty);
        if (next == Page::None && isCut)
            note(Note::Incomplete, model::MessageCode::CutWithinLine, 1, m_reader.lineNumber());
        if (next == Page::None) m_endsInHeader = m_store.kernelProfiles().count() == m_profilesBefore;
        return next;
    }

    void note(Note note, model::MessageCode subject, std::uint64_t count, std::uint64_t line) {
        if (count)
            m_store.diagnostics().add(note, subject, count, {model::MessageCode::AtLine, {line}},
                                      static_cast<std::int64_t>(line));
    }

    CsvReader& m_reader;
    model::EventStore& m_store;
    const OpenOptions& m_options;
    KernelRows m_rows;
    std::string m_header;
    DecimalMark m_decimal;
    bool m_quoted = true, m_endsInHeader = false;
    std::size_t m_profilesBefore = 0;
    std::uint64_t m_foreign = 0, m_firstForeign = 0, m_brokenLines = 0, m_firstBroken = 0;
};

}  // namespace

int sniffCsv(const Sniff& s) {
    if (holdsHeader(s.text)) return 95;
    if (s.text.starts_with("\"Kernel Name\",\"") && s.text.find("\n\"Address\",\"Source\"") != std::string_view::npos)
        return 95;
    return s.text.starts_with("==PROF== ") || s.text.find("\n==PROF== ") != std::string_view::npos ? 50 : 0;
}

Result<void> openCsv(const std::filesystem::path& path, model::EventStore& store, const OpenOptions& options) {
    auto text = TextSource::open(path, streamBounds(options));
    if (!text) return tl::unexpected<model::Error>(text.error());
    model::ReportInfo& info = store.info();
    info.format = "Nsight Compute CSV";
    info.formatKey = "ncu-csv";
    info.product = "Nsight Compute";
    CsvReader reader(std::move(*text));
    CsvSource source(reader, store, options);
    const bool found = source.read();
    const bool cancelled = options.stop.stop_requested();
    if (!found && !cancelled)
        return model::fail(ErrorCode::UnknownFormat, path.string(), model::MessageCode::OutputWithoutTable);
    if (source.endsInHeader() && !cancelled) {
        if (store.kernelProfiles().count() == 0)
            return model::fail(ErrorCode::Truncated, path.string(), model::MessageCode::InTableHeader);
        store.diagnostics().add(Note::Incomplete, model::MessageCode::CutBehindHeader);
    }
    noteProblems(reader.source().problems(), store);
    return finishReport(path, store, options, cancelled);
}

}  // namespace importers::ncu
