// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <functional>
#include <map>
#include <mutex>
#include <string>

#include "importers/common/importer.h"
#include "importers/nsys/export_facts.h"
#include "importers/nsys/export_strings.h"
#include "importers/nsys/ingest.h"
#include "importers/nsys/jsonlines_reader.h"

namespace importers::nsys {

/// Reads the output of `nsys export --type jsonlines`.
///
/// Certain, from NVIDIA's documentation and from other programs that read such files: one JSON object a line; the key
/// "table" names the table, the other keys are the columns of the SQLite export of the same version; numbers are JSON
/// numbers; a column that is NULL is left out. Uncertain, so nothing here relies on it: the order of keys (seen:
/// alphabetical) and of lines (strings may come after the rows that use them), whether 64-bit numbers may be text, and
/// whether addresses have a sign. No real file was available when this was written.
///
/// The text is read twice, and a third time if there are call chains: strings and descriptions first, rows last.
class JsonlinesSource {
public:
    JsonlinesSource(const std::filesystem::path& path, model::EventStore& store, const OpenOptions& options);

    /// Errors: those of TextSource::open; ForeignDatabase if no table is one of Nsight Systems.
    model::Result<void> read();

private:
    /// Descriptions, kept as text, because they are few.
    class Tables final : public ExportTables {
    public:
        bool has(std::string_view table) const override { return m_rows.contains(table); }
        bool hasColumn(std::string_view table, std::string_view column) const override;
        void forEachRow(std::string_view table, std::span<const std::string_view> columns,
                        const Row& use) const override;
        /// False if there are too many of them.
        bool add(JsonRow& row);

    private:
        struct Value {
            std::string key, text;
            Cell cell;  // its text is in `text`
        };
        std::map<std::string, std::vector<std::vector<Value>>, std::less<>> m_rows;
    };
    /// The counts of one thread.
    struct Counts {
        std::uint64_t broken = 0, nameless = 0, generic = 0, columnsLeftOut = 0;
        std::uint64_t firstBroken = 0;
        std::map<std::string, std::uint64_t, std::less<>> unknown;
        void add(const Counts& other);
    };
    class BlockRows;

    using Use = std::function<void(LineBlock&)>;
    model::Result<void> pass(const Use& use);
    void describe(LineBlock& block);
    void chains(LineBlock& block);
    model::Result<void> readRows();
    void report();

    const std::filesystem::path& m_path;
    model::EventStore& m_store;
    const OpenOptions& m_options;
    ExportStrings m_strings;
    Ingest m_ingest;
    Tables m_tables;
    std::map<std::string, ChainMap, std::less<>> m_chains;  // by the table of chains
    std::map<std::string, ChainRows, std::less<>> m_chainRows;
    JsonRow m_row;
    Counts m_counts;
    std::uint64_t m_tooLong = 0, m_factsLeftOut = 0, m_known = 0, m_bytes = 0;
    unsigned m_pass = 0, m_passes = 3;
    bool m_cutOff = false;
    std::mutex m_mutex;
};

}  // namespace importers::nsys
