// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "model/base/column.h"
#include "model/base/string_table.h"

namespace model {

/// Number of a profile in its store, from 0 in the order of the report.
using ProfileId = std::uint32_t;
/// Key of the argument by which a kernel's event names its profile.
inline constexpr std::string_view kProfileArg = "kernelProfile";

/// A value as the profiler reported it, in base units (byte, ns, Hz). None = not measured, which is not 0.
struct MetricValue {
    enum class Type : std::uint8_t { None, Int, Real, Text };
    Type type = Type::None;
    std::uint64_t bits = 0;  ///< an unsigned integer, the bits of a double, or a StringId

    static MetricValue ofInt(std::uint64_t v) { return {Type::Int, v}; }
    static MetricValue ofReal(double v);
    static MetricValue ofText(StringId id) { return {Type::Text, id}; }
    bool isNumber() const { return type == Type::Int || type == Type::Real; }
    /// As a double; NaN for text and if it was not measured.
    double number() const;
    StringId text() const { return type == Type::Text ? static_cast<StringId>(bits) : 0; }
    bool operator==(const MetricValue&) const = default;
};

/// Names and types of the metrics of a profile, in the order of the report. Kernels of one run share it.
struct MetricList {
    struct Entry {
        StringId name = 0;
        StringId unit = 0;  ///< only if a report states a unit that metricUnit() does not know
        MetricValue::Type type = MetricValue::Type::None;
        bool operator==(const Entry&) const = default;
    };
    std::vector<Entry> entries;

    /// The first metric of that name.
    std::optional<std::size_t> find(StringId name) const;

private:
    friend class KernelProfiles;
    std::vector<std::uint32_t> m_byName;  // indexes, ordered by name, then by position
};

/// A metric with its label in a section.
struct SectionMetric {
    StringId metric = 0;  ///< 0 = the section has none for this chip
    StringId label = 0;
};

/// A roofline chart as the report defines it, with the metrics for the profile's chip. Work per second = the sum of
/// `work` times `workRate`; bytes per second = `traffic`, times `trafficRate` if that is given.
struct RooflineChart {
    struct Line {
        StringId label = 0;
        std::vector<SectionMetric> work;
        SectionMetric workRate;
        SectionMetric traffic;
        SectionMetric trafficRate;
    };
    StringId title = 0, xLabel = 0, yLabel = 0;
    std::vector<Line> roofs;
    std::vector<Line> points;
};

/// Metrics that a section draws as bars.
struct SectionChart {
    StringId title = 0;
    std::vector<SectionMetric> bars;
};

struct ProfileSection {
    StringId id = 0;
    StringId title = 0;
    StringId description = 0;
    StringId extends = 0;  ///< id of the section that it extends; 0 = none
    std::int64_t order = 0;
    std::vector<SectionMetric> header;
    std::vector<SectionChart> charts;
    std::vector<RooflineChart> rooflines;
    std::vector<StringId> metrics;  ///< other metrics that it requested
};

/// The result of one analysis rule of the profiler for a kernel.
struct ProfileRule {
    enum class Kind : std::uint8_t { None, Information, Warning, Error, Optimization };
    enum class Speedup : std::uint8_t { None, Local, Global };
    struct Focus {
        StringId metric = 0;
        double value = 0;
        StringId why = 0;
    };
    struct Table {
        StringId title = 0;
        std::vector<StringId> headers;
        std::vector<std::vector<StringId>> columns;  ///< cells as text; columns may differ in length
    };
    struct Item {
        Kind kind = Kind::None;
        StringId title = 0;
        StringId text = 0;  ///< with marks; see ruleTextParts()
        Speedup speedup = Speedup::None;
        double percent = 0;
        std::vector<Focus> focus;
        std::vector<Table> tables;
    };
    StringId id = 0, title = 0;
    StringId section = 0;  ///< id of the section
    std::vector<Item> items;
};

/// A function of the program that kernels ran.
struct ProfileFunction {
    struct Line {
        std::uint32_t offset = 0;  ///< of the first instruction, in bytes from the start of the function
        std::uint32_t line = 0;    ///< 0 = belongs to no line
        StringId file = 0;
    };
    StringId name = 0;        ///< mangled
    std::vector<Line> lines;  ///< by offset; an entry is valid up to the next one. Empty = no line table
    struct Instruction {
        std::uint32_t offset = 0;
        StringId text = 0;
    };
    std::vector<Instruction> sass;  ///< by offset; only if the report has the text

    /// The line that an instruction belongs to, or nullptr.
    const Line* lineAt(std::uint64_t offset) const;
};

struct ProfileSourceFile {
    StringId path = 0;
    StringId text = 0;
};

/// A remark of a rule at a place in the code.
struct SourceMarker {
    const ProfileFunction* function = nullptr;  ///< with `offset`; or
    StringId file = 0;                          ///< with `line`
    std::uint64_t offset = 0;
    std::uint32_t line = 0;
    ProfileRule::Kind kind = ProfileRule::Kind::None;
    StringId text = 0;
};

/// Values of one metric by place, opcode or time.
struct MetricInstances {
    enum class Key : std::uint8_t {
        Plain,   ///< a number that the metric defines, e.g. registers per thread
        Offset,  ///< bytes from the start of `function`
        Time,    ///< ns, of samples
        Text,    ///< a StringId, e.g. an opcode
    };
    using Numbers = std::shared_ptr<const std::vector<std::uint64_t>>;
    StringId metric = 0;
    Key key = Key::Plain;
    MetricValue::Type type = MetricValue::Type::None;
    const ProfileFunction* function = nullptr;
    Numbers keys;    ///< often shared with other metrics
    Numbers values;  ///< as MetricValue::bits, as many as keys

    std::size_t size() const { return keys ? keys->size() : 0; }
    MetricValue value(std::size_t i) const { return {type, (*values)[i]}; }
};

/// Everything that was measured of one kernel.
struct KernelProfile {
    StringId name = 0;      ///< as the event's: demangled
    StringId function = 0;  ///< short name
    StringId mangled = 0;
    std::int64_t pid = 0, device = 0, context = 0, stream = 0;
    std::array<std::uint32_t, 3> grid{}, block{};
    std::uint32_t chip = 0;        ///< compute capability as major × 10 + minor; 0 = unknown
    std::int64_t createdUnix = 0;  ///< s; 0 = unknown
    const MetricList* list = nullptr;
    std::vector<std::uint64_t> values;  ///< MetricValue::bits, one for each entry of `list`
    std::vector<MetricInstances> instances;
    std::vector<const ProfileSection*> sections;
    std::vector<ProfileRule> rules;  ///< those that found something
    std::uint32_t quietRules = 0;    ///< those that found nothing
    std::vector<SourceMarker> markers;

    std::size_t metricCount() const { return values.size(); }
    MetricValue value(std::size_t i) const { return {list->entries[i].type, values[i]}; }
    /// The value of the first metric of that name; None if there is none.
    MetricValue find(StringId metric) const;
    const ProfileSection* section(StringId id) const;
};

/// The profiles of kernels in a report (Nsight Compute). One thread adds; readers use none above the count of their
/// Snapshot. Added profiles never move or change.
class KernelProfiles {
public:
    KernelProfiles() = default;
    KernelProfiles(const KernelProfiles&) = delete;
    KernelProfiles& operator=(const KernelProfiles&) = delete;

    std::size_t count() const { return m_profiles.size(); }
    const KernelProfile& at(ProfileId id) const { return *m_profiles[id]; }
    std::size_t fileCount() const { return m_files.size(); }
    const ProfileSourceFile& file(std::size_t i) const { return m_files[i]; }
    std::size_t memoryBytes() const { return m_bytes; }

    /// Adds a profile; `list` and `sections` must belong to this object and fit the profile.
    ProfileId add(KernelProfile&& profile);
    /// Returns the same list for equal entries.
    const MetricList* list(std::span<const MetricList::Entry> entries);
    const ProfileSection* addSection(ProfileSection&& section);
    const ProfileFunction* addFunction(ProfileFunction&& function);
    void addFile(ProfileSourceFile file);
    /// Shares equal numbers: stores them once if the previous ones were equal.
    MetricInstances::Numbers share(std::vector<std::uint64_t>&& numbers);

private:
    Column<const KernelProfile*> m_profiles;
    Column<ProfileSourceFile> m_files;
    std::vector<std::unique_ptr<const KernelProfile>> m_profileOwner;
    std::vector<std::unique_ptr<const ProfileSection>> m_sections;
    std::vector<std::unique_ptr<const ProfileFunction>> m_functions;
    std::vector<std::unique_ptr<const MetricList>> m_lists;
    std::unordered_multimap<std::size_t, const MetricList*> m_listIndex;  // by hash
    std::array<MetricInstances::Numbers, 8> m_recent;
    std::size_t m_nextRecent = 0;
    std::size_t m_bytes = 0;
};

/// Base unit of a metric by its name, e.g. "byte/s", "%", "ns"; "" = a bare number or unknown. Static text.
std::string_view metricUnit(std::string_view name);

/// A piece of a rule's text. Rules mark links: "@section:Id:Title@", "@url:Title:address@", "@source:file:line:Title@".
struct RuleTextPart {
    enum class Kind : std::uint8_t { Plain, Section, Url, Source };
    Kind kind = Kind::Plain;
    std::string_view text;    ///< to show
    std::string_view target;  ///< id of a section, address, or "file:line"
};
std::vector<RuleTextPart> ruleTextParts(std::string_view text);
/// The text, with its links replaced by their visible texts.
std::string plainRuleText(std::string_view text);

/// The name of a kernel's function alone: without return type, namespaces, template arguments and parameters. Profilers
/// write those in different ways. "void ns::gemm<float>(int)" → "gemm".
std::string_view kernelBaseName(std::string_view name);

}  // namespace model
