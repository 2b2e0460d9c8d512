// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "importers/ncu/csv_reader.h"
#include "importers/ncu/kernel_rows.h"

namespace importers::ncu {

/// Columns that identify the kernel of a record; found by name, -1 if there is none.
struct KernelColumns {
    explicit KernelColumns(std::span<const std::string> header);
    int id, pid, process, kernel, context, stream, block, grid, device, chip;
    bool isOne(std::size_t column) const;
    int host;  ///< a network address, which is discarded
};

/// The page "raw": a column for each metric, a record for each kernel, units in the first record.
class RawPage {
public:
    RawPage(model::EventStore& store, KernelRows& rows, std::vector<std::string> header, DecimalMark decimal);
    void record(std::span<const std::string> cells, std::uint64_t line);
    void finish();

private:
    struct Metric {
        std::size_t column = 0;
        model::StringId name = 0;
        model::StringId unit = 0;
        double scale = 1;
    };
    void readUnits(std::span<const std::string> cells);

    model::EventStore& m_store;
    KernelRows& m_rows;
    DecimalMark m_decimal;
    KernelColumns m_columns;
    std::vector<Metric> m_metrics;
    std::size_t m_width;
    std::uint64_t m_nvtxColumns = 0;
    std::uint64_t m_shortRecords = 0, m_firstShort = 0;
};

/// The page "details": a record for each metric or rule of a kernel.
class DetailsPage {
public:
    DetailsPage(model::EventStore& store, KernelRows& rows, std::vector<std::string> header, DecimalMark decimal);
    void record(std::span<const std::string> cells, std::uint64_t line);
    void finish();

private:
    struct Section {
        std::string title;
        std::vector<model::SectionMetric> header;
    };
    void begin(std::span<const std::string> cells);
    void end();
    void addMetric(std::span<const std::string> cells);
    void addRule(std::span<const std::string> cells);
    const model::ProfileSection* shared(const Section& section, std::size_t order);

    model::EventStore& m_store;
    KernelRows& m_rows;
    DecimalMark m_decimal;
    KernelColumns m_columns;
    int m_section, m_name, m_unit, m_value, m_rule, m_ruleType, m_ruleText, m_speedupType, m_speedup;
    std::string m_id;  // of the current kernel
    bool m_open = false;
    model::KernelProfile m_profile;
    std::vector<model::MetricList::Entry> m_entries;
    std::map<std::string, std::size_t, std::less<>> m_labels;  // label → section in which it was used
    std::vector<Section> m_sections;
    std::map<std::string, const model::ProfileSection*> m_known;
};

/// The page "source": for each kernel, a table with a record for each instruction.
class SourcePage {
public:
    /// `header` is the line with the name of the first kernel.
    SourcePage(model::EventStore& store, KernelRows& rows, std::vector<std::string> header, DecimalMark decimal);
    void record(std::span<const std::string> cells, std::uint64_t line);
    void finish();

private:
    struct Column {
        model::StringId name = 0;
        std::vector<model::MetricValue> values;
        bool operator==(const Column&) const = default;
    };
    void begin(std::string_view kernel);
    void end();

    model::EventStore& m_store;
    KernelRows& m_rows;
    DecimalMark m_decimal;
    std::string m_kernel;
    std::vector<Column> m_columns;
    std::vector<std::uint64_t> m_addresses;
    std::vector<model::StringId> m_text;
    int m_address = -1, m_source = -1;
    std::uint64_t m_unread = 0, m_firstUnread = 0;
    std::uint64_t m_repeated = 0;
    std::string m_lastKernel;  // of the previous table, with its columns
    std::vector<Column> m_lastColumns;
};

}  // namespace importers::ncu
