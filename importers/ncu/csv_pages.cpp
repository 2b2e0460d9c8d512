// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/ncu/csv_pages.h"

#include <fmt/format.h>
#include <algorithm>
#include <charconv>
#include <cmath>

#include "model/base/messages.h"

namespace importers::ncu {

using model::MetricValue;
using model::Note;
using model::ProfileRule;

namespace {

int find(std::span<const std::string> header, std::string_view name) {
    const auto at = std::find(header.begin(), header.end(), name);
    return at == header.end() ? -1 : static_cast<int>(at - header.begin());
}

/// "" where a record is shorter than the header.
std::string_view cell(std::span<const std::string> cells, int column) {
    const auto i = static_cast<std::size_t>(column);
    return column < 0 || i >= cells.size() ? std::string_view() : std::string_view(cells[i]);
}

template <class T>
T whole(std::string_view text) {
    T v = 0;
    std::from_chars(text.data(), text.data() + text.size(), v);
    return v;
}

/// "(1024, 1, 1)"
std::array<std::uint32_t, 3> extent(std::string_view text) {
    std::array<std::uint32_t, 3> out{};
    std::size_t i = 0;
    const char* end = text.data() + text.size();
    for (const char* at = text.data(); at < end && i < 3;) {
        if (*at < '0' || *at > '9') {
            ++at;
            continue;
        }
        at = std::from_chars(at, end, out[i++]).ptr;
    }
    return out;
}

/// "9.0" → 90
std::uint32_t chip(std::string_view text) {
    const auto dot = text.find('.');
    if (dot == std::string_view::npos) return 0;
    return whole<std::uint32_t>(text.substr(0, dot)) * 10 + whole<std::uint32_t>(text.substr(dot + 1));
}

/// What a record says about its kernel. Also names the process.
model::KernelProfile kernelOf(const KernelColumns& c, std::span<const std::string> cells, model::EventStore& store,
                              KernelRows& rows) {
    model::KernelProfile p;
    const std::string_view name = cell(cells, c.kernel);
    p.name = name.empty() ? 0 : store.strings().intern(name);
    p.function = name.empty() ? 0 : store.strings().intern(model::kernelBaseName(name));
    p.pid = whole<std::int64_t>(cell(cells, c.pid));
    p.context = whole<std::int64_t>(cell(cells, c.context));
    p.stream = whole<std::int64_t>(cell(cells, c.stream));
    p.device = whole<std::int64_t>(cell(cells, c.device));
    p.grid = extent(cell(cells, c.grid));
    p.block = extent(cell(cells, c.block));
    p.chip = chip(cell(cells, c.chip));
    rows.nameProcess(p.pid, cell(cells, c.process));
    return p;
}

/// A unit that the metric's name does not tell. The details page prints "%" after ratios, too: 0.10 branches an
/// instruction is no 0.10 %.
model::StringId statedUnit(std::string_view metric, const CsvUnit& unit, model::StringTable& strings) {
    const bool isRatio = unit.base == "%" && metric.ends_with(" Ratio");
    return unit.base.empty() || isRatio || !model::metricUnit(metric).empty() ? 0 : strings.intern(unit.base);
}

}  // namespace

KernelColumns::KernelColumns(std::span<const std::string> header)
    : id(find(header, "ID")), pid(find(header, "Process ID")), process(find(header, "Process Name")),
      kernel(find(header, "Kernel Name")), context(find(header, "Context")), stream(find(header, "Stream")),
      block(find(header, "Block Size")), grid(find(header, "Grid Size")), device(find(header, "Device")),
      chip(find(header, "CC")), host(find(header, "Host Name")) {}

bool KernelColumns::isOne(std::size_t column) const {
    for (const int c : {id, pid, process, kernel, context, stream, block, grid, device, chip, host})
        if (static_cast<std::size_t>(c) == column) return true;
    return false;
}

RawPage::RawPage(model::EventStore& store, KernelRows& rows, std::vector<std::string> header, DecimalMark decimal)
    : m_store(store), m_rows(rows), m_decimal(decimal), m_columns(header), m_width(header.size()) {
    for (std::size_t i = 0; i < header.size(); ++i) {
        if (m_columns.isOne(i) || header[i].empty()) continue;
        // Metrics have no spaces; "thread Domain:Push/Pop_Range:…" is the state of NVTX.
        if (header[i].find("Domain:") != std::string::npos || header[i] == "Kernel Time") ++m_nvtxColumns;
        else m_metrics.push_back({i, store.strings().intern(header[i]), 0, 1});
    }
}

void RawPage::readUnits(std::span<const std::string> cells) {
    for (Metric& m : m_metrics) {
        const CsvUnit unit = csvUnit(cell(cells, static_cast<int>(m.column)));
        m.scale = unit.scale;
        m.unit = statedUnit(m_store.strings().at(m.name), unit, m_store.strings());
    }
}

void RawPage::record(std::span<const std::string> cells, std::uint64_t line) {
    if (cell(cells, m_columns.id).empty()) return readUnits(cells);
    if (cells.size() < m_width && m_shortRecords++ == 0) m_firstShort = line;
    model::KernelProfile p = kernelOf(m_columns, cells, m_store, m_rows);
    std::vector<model::MetricList::Entry> entries;
    entries.reserve(m_metrics.size());
    p.values.reserve(m_metrics.size());
    for (const Metric& m : m_metrics) {
        const MetricValue v = csvValue(cell(cells, static_cast<int>(m.column)), m.scale, m_store.strings(), m_decimal);
        entries.push_back({m.name, m.unit, v.type});
        p.values.push_back(v.bits);
    }
    p.list = m_store.kernelProfiles().list(entries);
    m_rows.add(std::move(p));
}

void RawPage::finish() {
    if (m_nvtxColumns) m_store.diagnostics().add(Note::NotShown, model::MessageCode::NvtxStateColumns, m_nvtxColumns);
    if (m_shortRecords)
        m_store.diagnostics().add(Note::Incomplete, model::MessageCode::ShortRecords, m_shortRecords,
                                  {model::MessageCode::AtLine, {m_firstShort}},
                                  static_cast<std::int64_t>(m_firstShort));
}

DetailsPage::DetailsPage(model::EventStore& store, KernelRows& rows, std::vector<std::string> header,
                         DecimalMark decimal)
    : m_store(store), m_rows(rows), m_decimal(decimal), m_columns(header), m_section(find(header, "Section Name")),
      m_name(find(header, "Metric Name")), m_unit(find(header, "Metric Unit")), m_value(find(header, "Metric Value")),
      m_rule(find(header, "Rule Name")), m_ruleType(find(header, "Rule Type")),
      m_ruleText(find(header, "Rule Description")), m_speedupType(find(header, "Estimated Speedup Type")),
      m_speedup(find(header, "Estimated Speedup")) {}

void DetailsPage::begin(std::span<const std::string> cells) {
    m_profile = kernelOf(m_columns, cells, m_store, m_rows);
    m_id = cell(cells, m_columns.id);
    m_open = true;
}

const model::ProfileSection* DetailsPage::shared(const Section& section, std::size_t order) {
    std::string key = section.title;
    for (const model::SectionMetric& m : section.header) key += fmt::format("\n{}", m.metric);
    const auto [known, isNew] = m_known.try_emplace(std::move(key), nullptr);
    if (isNew) {
        model::ProfileSection s;
        s.title = m_store.strings().intern(section.title);
        s.order = static_cast<std::int64_t>(order);
        s.header = section.header;
        known->second = m_store.kernelProfiles().addSection(std::move(s));
    }
    return known->second;
}

void DetailsPage::end() {
    if (!m_open) return;
    m_profile.list = m_store.kernelProfiles().list(m_entries);
    for (std::size_t i = 0; i < m_sections.size(); ++i) m_profile.sections.push_back(shared(m_sections[i], i));
    m_rows.add(std::move(m_profile));
    m_profile = {};
    m_entries.clear();
    m_sections.clear();
    m_labels.clear();
    m_open = false;
}

void DetailsPage::addMetric(std::span<const std::string> cells) {
    const std::string title(cell(cells, m_section)), label(cell(cells, m_name));
    auto section =
        std::find_if(m_sections.begin(), m_sections.end(), [&](const Section& s) { return s.title == title; });
    if (section == m_sections.end()) section = m_sections.insert(m_sections.end(), {title, {}});
    const auto index = static_cast<std::size_t>(section - m_sections.begin());
    // Metrics have labels here and no names; where two sections use one label, the second one tells its section.
    const auto [used, isNew] = m_labels.try_emplace(label, index);
    const std::string name = isNew || used->second == index ? label : title + " / " + label;
    model::StringTable& strings = m_store.strings();
    const CsvUnit unit = csvUnit(cell(cells, m_unit));
    const MetricValue v = csvValue(cell(cells, m_value), unit.scale, strings, m_decimal);
    const model::StringId id = strings.intern(name);
    section->header.push_back({id, strings.intern(label)});
    m_entries.push_back({id, statedUnit(name, unit, strings), v.type});
    m_profile.values.push_back(v.bits);
}

void DetailsPage::addRule(std::span<const std::string> cells) {
    ProfileRule rule;
    ProfileRule::Item item;
    model::StringTable& strings = m_store.strings();
    rule.id = strings.intern(cell(cells, m_rule));
    rule.section = strings.intern(cell(cells, m_section));
    item.text = strings.intern(cell(cells, m_ruleText));
    const std::string_view type = cell(cells, m_ruleType), speedup = cell(cells, m_speedupType);
    item.kind = type == "OPT"   ? ProfileRule::Kind::Optimization
                : type == "WRN" ? ProfileRule::Kind::Warning
                : type == "ERR" ? ProfileRule::Kind::Error
                : type == "INF" ? ProfileRule::Kind::Information
                                : ProfileRule::Kind::None;
    const double percent = csvValue(cell(cells, m_speedup), 1, strings, m_decimal).number();
    if (!std::isnan(percent)) {
        item.percent = percent;
        item.speedup = speedup == "local"    ? ProfileRule::Speedup::Local
                       : speedup == "global" ? ProfileRule::Speedup::Global
                                             : ProfileRule::Speedup::None;
    }
    rule.items.push_back(std::move(item));
    m_profile.rules.push_back(std::move(rule));
}

void DetailsPage::record(std::span<const std::string> cells, std::uint64_t) {
    if (cell(cells, m_columns.id).empty()) return;
    if (!m_open || cell(cells, m_columns.id) != m_id) {
        end();
        begin(cells);
    }
    if (!cell(cells, m_rule).empty()) addRule(cells);
    else if (!cell(cells, m_name).empty()) addMetric(cells);
}

void DetailsPage::finish() { end(); }

SourcePage::SourcePage(model::EventStore& store, KernelRows& rows, std::vector<std::string> header, DecimalMark decimal)
    : m_store(store), m_rows(rows), m_decimal(decimal) {
    begin(header.size() > 1 ? header[1] : std::string_view());
}

void SourcePage::begin(std::string_view kernel) {
    m_kernel = kernel;
    m_columns.clear();
    m_addresses.clear();
    m_text.clear();
    m_address = m_source = -1;
}

void SourcePage::record(std::span<const std::string> cells, std::uint64_t line) {
    if (cells[0] == "Kernel Name") {
        end();
        return begin(cell(cells, 1));
    }
    if (m_columns.empty()) {
        m_address = find(cells, "Address");
        m_source = find(cells, "Source");
        for (const std::string& name : cells) m_columns.push_back({m_store.strings().intern(name), {}});
        return;
    }
    std::string_view text = cell(cells, m_address);
    if (text.starts_with("0x")) text.remove_prefix(2);
    std::uint64_t address = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), address, 16);
    if (text.empty() || read.ec != std::errc() || read.ptr != text.data() + text.size()) {
        if (m_unread++ == 0) m_firstUnread = line;
        return;
    }
    m_addresses.push_back(address);
    std::string_view sass = cell(cells, m_source);
    while (sass.starts_with(' ')) sass.remove_prefix(1);
    m_text.push_back(m_store.strings().intern(sass));
    for (std::size_t i = 0; i < m_columns.size(); ++i) {
        const std::string_view value = cell(cells, static_cast<int>(i));
        m_columns[i].values.push_back(value == "-" ? MetricValue{} : csvValue(value, 1, m_store.strings(), m_decimal));
    }
}

void SourcePage::end() {
    if (m_kernel.empty() && m_addresses.empty()) return;
    // Some versions print each table twice.
    if (!m_addresses.empty() && m_kernel == m_lastKernel && m_columns == m_lastColumns) {
        ++m_repeated;
        m_lastKernel.clear();
        return;
    }
    m_lastKernel = m_kernel;
    model::KernelProfiles& table = m_store.kernelProfiles();
    model::KernelProfile p;
    p.name = m_store.strings().intern(m_kernel);
    p.function = m_store.strings().intern(model::kernelBaseName(m_kernel));
    p.list = table.list({});
    const std::uint64_t base = m_addresses.empty() ? 0 : *std::min_element(m_addresses.begin(), m_addresses.end());
    model::ProfileFunction function;
    function.name = p.function;
    for (std::size_t i = 0; i < m_addresses.size(); ++i)
        if (m_addresses[i] - base <= UINT32_MAX)
            function.sass.push_back({static_cast<std::uint32_t>(m_addresses[i] - base), m_text[i]});
    std::stable_sort(function.sass.begin(), function.sass.end(),
                     [](const auto& a, const auto& b) { return a.offset < b.offset; });
    const model::ProfileFunction* owner = table.addFunction(std::move(function));
    for (std::size_t c = 0; c < m_columns.size(); ++c) {
        if (static_cast<int>(c) == m_address || static_cast<int>(c) == m_source) continue;
        for (const auto type : {MetricValue::Type::Int, MetricValue::Type::Real, MetricValue::Type::Text}) {
            std::vector<std::uint64_t> keys, values;
            for (std::size_t i = 0; i < m_columns[c].values.size(); ++i)
                if (m_columns[c].values[i].type == type)
                    keys.push_back(m_addresses[i] - base), values.push_back(m_columns[c].values[i].bits);
            if (!keys.empty())
                p.instances.push_back({m_columns[c].name, model::MetricInstances::Key::Offset, type, owner,
                                       table.share(std::move(keys)), table.share(std::move(values))});
        }
    }
    m_rows.add(std::move(p));
    m_lastColumns = std::move(m_columns);
}

void SourcePage::finish() {
    end();
    if (m_repeated) m_store.diagnostics().add(Note::NotShown, model::MessageCode::RepeatedTables, m_repeated);
    if (m_unread)
        m_store.diagnostics().add(Note::NotANumber, model::MessageCode::InstructionAddresses, m_unread,
                                  {model::MessageCode::AtLine, {m_firstUnread}},
                                  static_cast<std::int64_t>(m_firstUnread));
}

}  // namespace importers::ncu
