// SPDX-License-Identifier: GPL-3.0-or-later
// rocprof-compute measures a kernel in several runs and analyses all launches of a name together: a profile is of a
// name, and each of its dispatches is an event that refers to it.
#include "importers/rocm/rocprof_compute.h"

#include <fmt/format.h>
#include <simdjson.h>
#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "importers/common/arguments.h"
#include "importers/rocm/reading.h"
#include "model/store/kernel_profiles.h"

namespace importers::rocm {
namespace {

using model::KernelProfile;
using model::MetricList;
using model::MetricValue;
using model::StringId;
using model::TrackKey;
using model::TrackKind;

/// Units of the tool in base units, and what one of it is in them. It writes giga as "G" and bytes as "b".
struct ComputeUnit {
    std::string_view name, base;
    double factor;
};
constexpr ComputeUnit kUnits[]{
    {"Percent", "%", 1},     {"Nanoseconds", "ns", 1},   {"Bytes", "byte", 1},      {"Gb/s", "byte/s", 1e9},
    {"Gbps", "byte/s", 1e9}, {"Gflop/s", "FLOP/s", 1e9}, {"Gflops", "FLOP/s", 1e9}, {"Giop/s", "op/s", 1e9},
    {"Giops", "op/s", 1e9},  {"Cycles", "cycle", 1},
};

/// Facts of the machine that are kept, under the names by which they are looked up.
constexpr std::array<std::array<std::string_view, 2>, 6> kGpuFacts{{
    {"gpu_arch", "arch"},
    {"cu_per_gpu", "multiprocessor_count"},
    {"max_sclk", "max_sclk_mhz"},
    {"wave_size", "wave_size"},
    {"num_xcd", "num_xcd"},
    {"compute_partition", "compute_partition"},
}};

struct Definition {
    std::string section, title, name;  ///< "4.1", "Roofline Performance Rates", "HBM Bandwidth"
    StringId description = 0, unit = 0;
    double factor = 1;
    std::int64_t workload = 0;
};

struct Kernel {
    std::int64_t workload = 0;
    StringId name = 0;
    std::vector<MetricList::Entry> entries;
    std::vector<std::uint64_t> values;
    std::optional<model::ProfileId> profile;
};

class ComputeReader {
public:
    explicit ComputeReader(Reading& reading) : m_r(reading) {}

    void read() {
        readVersions();
        readWorkloads();
        readDefinitions();
        readKernels();
        readValues();
        addProfiles();
        readDispatches();
        m_r.nameUnknownTables([](std::string_view name) {
            constexpr std::array<std::string_view, 6> kRead{"compute_metadata",          "compute_workload",
                                                            "compute_metric_definition", "compute_kernel",
                                                            "compute_dispatch",          "compute_kernel_metric_value"};
            return std::find(kRead.begin(), kRead.end(), name) != kRead.end();
        });
    }

private:
    StringId word(std::string_view text) { return m_r.store.strings().intern(text); }
    static std::string_view textOf(const Cell& cell) {
        return cell.type == Cell::Type::Text ? cell.text() : std::string_view();
    }
    /// Calls use(cells) for each row of a table; nothing if the file has none.
    template <class F>
    void forRows(std::string_view name, std::initializer_list<std::string_view> columns, F&& use) {
        const SqliteTable* table = m_r.baseTable(name);
        if (!table) return;
        Columns wanted(*table);
        for (const std::string_view column : columns) wanted(column);
        m_r.rows(wanted, [&](Cells cells, std::int64_t row) { use(cells, row); });
    }

    void readVersions() {
        forRows("compute_metadata", {"compute_version", "schema_version"}, [&](Cells r, std::int64_t) {
            m_r.store.info().productVersion = textOf(r[0]);
            m_r.store.info().schemaVersion = textOf(r[1]);
        });
    }

    void readWorkloads() {
        forRows("compute_workload", {"workload_id", "name", "sys_info_extdata"}, [&](Cells r, std::int64_t row) {
            m_r.store.info().session_facts.emplace_back("workload", std::string(textOf(r[1])));
            readMachine(r[0].intOr(row), textOf(r[2]));
        });
    }

    /// The machine as the tool describes it, in JSON. Damaged JSON leaves the GPU without a name.
    void readMachine(std::int64_t workload, std::string_view json) {
        constexpr std::size_t kMost = 1 << 20;
        simdjson::dom::parser parser;
        simdjson::dom::object facts;
        if (json.size() < 2 || json.size() > kMost || parser.parse(simdjson::padded_string(json)).get(facts)) return;
        const auto textAt = [&](std::string_view key) {
            simdjson::dom::element value;
            if (facts.at_key(key).get(value)) return std::string();
            std::string_view text;
            std::int64_t number = 0;
            if (!value.get(text)) return std::string(text);
            return value.get(number) ? std::string() : std::to_string(number);
        };
        const std::string model = textAt("gpu_model");
        m_gpuNames[workload] = model.empty() ? "AMD" : "AMD Instinct " + model;
        for (const auto& [key, fact] : kGpuFacts)
            if (std::string text = textAt(key); !text.empty())
                m_gpuFacts[workload].emplace_back(std::string(fact), std::move(text));
        if (std::string rocm = textAt("rocm_version"); !rocm.empty())
            m_r.store.info().session_facts.emplace_back("rocm_version", std::move(rocm));
    }

    void readDefinitions() {
        forRows(
            "compute_metric_definition",
            {"metric_uuid", "workload_id", "name", "metric_id", "description", "table_name", "sub_table_name", "unit"},
            [&](Cells r, std::int64_t row) {
                Definition d;
                d.workload = r[1].intOr(0);
                d.name = textOf(r[2]);
                const std::string_view id = textOf(r[3]);
                d.section = id.substr(0, std::min(id.rfind('.'), id.size()));
                d.description = textOf(r[4]).empty() ? 0 : word(textOf(r[4]));
                d.title = textOf(r[6]).empty() ? textOf(r[5]) : textOf(r[6]);
                const std::string_view unit = textOf(r[7]);
                const auto known = std::find_if(std::begin(kUnits), std::end(kUnits),
                                                [&](const ComputeUnit& u) { return u.name == unit; });
                if (known != std::end(kUnits)) d.unit = word(known->base), d.factor = known->factor;
                else if (!unit.empty()) d.unit = word(unit);
                m_definitions.insert_or_assign(r[0].intOr(row), std::move(d));
            });
        m_r.store.info().session_facts.emplace_back("metric_definitions", std::to_string(m_definitions.size()));
    }

    void readKernels() {
        forRows("compute_kernel", {"kernel_uuid", "workload_id", "kernel_name"}, [&](Cells r, std::int64_t row) {
            Kernel& k = m_kernels[r[0].intOr(row)];
            k.workload = r[1].intOr(0);
            k.name = word(textOf(r[2]).empty() ? "(no name)" : textOf(r[2]));
        });
    }

    /// A definition has several values: its mean, its peak …; each is a metric, and a line of the section.
    void readValues() {
        std::uint64_t lost = 0, kept = 0;  // those without a value count, too
        forRows("compute_kernel_metric_value", {"metric_uuid", "kernel_uuid", "value_name", "value"},
                [&](Cells r, std::int64_t) {
                    const auto kernel = m_kernels.find(r[1].intOr(-1));
                    const auto definition = m_definitions.find(r[0].intOr(-1));
                    if (kernel == m_kernels.end() || definition == m_definitions.end()) return void(++lost);
                    ++kept;
                    const Definition& d = definition->second;
                    const Cell value = r[3].asNumber();
                    const bool measured = value.type == Cell::Type::Int || value.type == Cell::Type::Real;
                    const bool isShare = textOf(r[2]) == "Pct of Peak";  // a percentage, whatever its definition counts
                    const StringId name = metricOf(definition->first, d, textOf(r[2])),
                                   unit = isShare ? word("%") : d.unit;
                    const double inBaseUnits = value.realOr(0) * (isShare ? 1 : d.factor);
                    kernel->second.entries.push_back(
                        {name, unit, measured ? MetricValue::Type::Real : MetricValue::Type::None});
                    kernel->second.values.push_back(measured ? MetricValue::ofReal(inBaseUnits).bits : 0);
                });
        m_r.store.info().session_facts.emplace_back("metric_values", std::to_string(kept));
        if (lost) m_r.store.diagnostics().add(model::Note::DanglingReference, "compute_kernel_metric_value", lost);
    }

    /// "Roofline Performance Rates: HBM Bandwidth, Value". New ones become lines of their section.
    StringId metricOf(std::int64_t id, const Definition& d, std::string_view valueName) {
        const StringId value = word(valueName);
        const auto [at, fresh] = m_metrics.try_emplace({id, value});
        if (!fresh) return at->second;
        at->second = word(fmt::format("{}: {}, {}", d.title, d.name, valueName));
        model::ProfileSection& section = m_sections[{d.workload, d.section}];
        if (!section.id) {
            section.id = word(d.section);
            section.title = word(d.title);
            section.order = id;  // the tool numbers its definitions in the order of its pages
        }
        section.header.push_back({at->second, word(fmt::format("{}, {}", d.name, valueName))});
        return at->second;
    }

    void addProfiles() {
        model::KernelProfiles& profiles = m_r.store.kernelProfiles();
        std::map<std::int64_t, std::vector<const model::ProfileSection*>> sections;
        for (auto& [key, section] : m_sections) sections[key.first].push_back(profiles.addSection(std::move(section)));
        for (auto& [id, kernel] : m_kernels) {
            KernelProfile p;
            p.name = kernel.name;
            p.function = word(model::kernelBaseName(m_r.store.strings().at(kernel.name)));
            p.list = profiles.list(kernel.entries);
            p.values = std::move(kernel.values);
            p.sections = sections[kernel.workload];
            kernel.entries = {};
            kernel.profile = profiles.add(std::move(p));
        }
    }

    void readDispatches() {
        Arguments args(m_r.store);
        std::uint64_t lost = 0;
        forRows("compute_dispatch", {"kernel_uuid", "gpu_id", "start_timestamp", "end_timestamp"},
                [&](Cells r, std::int64_t row) {
                    const auto kernel = m_kernels.find(r[0].intOr(-1));
                    if (kernel == m_kernels.end()) return void(++lost);
                    const model::TimeNs start = r[2].intOr(0);
                    if (!m_r.hasTime(start, "compute_dispatch", row)) return;
                    TrackKey track;
                    track.device = r[1].intOr(0);
                    track.stream = 0;
                    args.addInt(model::kProfileArg, *kernel->second.profile);
                    m_r.groups.add(TrackKind::StreamKernels, track,
                                   {start, r[3].intOr(start), kernel->second.name, args.intern(), 0, 0});
                    m_r.count(model::EventKind::Kernel);
                    addDevice(track.device, kernel->second.workload);
                });
        if (lost) m_r.store.diagnostics().add(model::Note::DanglingReference, "compute_dispatch.kernel_uuid", lost);
    }

    void addDevice(std::int64_t device, std::int64_t workload) {
        if (!m_devices.insert(device).second) return;
        model::Entity e{model::Entity::Type::Device, {}, m_gpuNames[workload], m_gpuFacts[workload]};
        e.key.device = device;
        m_r.store.info().entities.push_back(std::move(e));
    }

    Reading& m_r;
    std::map<std::int64_t, std::string> m_gpuNames;  ///< by workload
    std::map<std::int64_t, std::vector<std::pair<std::string, std::string>>> m_gpuFacts;
    std::map<std::int64_t, Definition> m_definitions;
    std::map<std::int64_t, Kernel> m_kernels;
    std::map<std::pair<std::int64_t, StringId>, StringId> m_metrics;  ///< by definition and name of the value
    std::map<std::pair<std::int64_t, std::string>, model::ProfileSection> m_sections;  ///< by workload and number
    std::set<std::int64_t> m_devices;
};

}  // namespace

int sniffCompute(const Sniff& s) {
    if (!s.head.starts_with(std::string_view("SQLite format 3\0", 16))) return 0;
    for (const std::string_view mark : {"compute_kernel_metric_value", "compute_metric_definition"})
        if (s.head.find(mark) != std::string_view::npos) return 80;
    return 0;
}

model::Result<void> openCompute(const std::filesystem::path& path, model::EventStore& store,
                                const OpenOptions& options) {
    const auto db = SqliteReader::open(path);
    if (!db) return tl::unexpected<model::Error>(db.error());
    Reading reading(*db, store, options);
    if (!reading.baseTable("compute_kernel") || !reading.baseTable("compute_metric_definition"))
        return tl::unexpected<model::Error>(foreign(*db, path));
    model::ReportInfo& info = store.info();
    info.format = "ROCm Compute Profiler analysis database";
    info.formatKey = "rocprof-compute";
    info.product = "rocprof-compute";
    for (const model::Message& problem : db->logProblems()) store.diagnostics().add(model::Note::Incomplete, problem);
    if (db->damage()) reading.damaged({model::ErrorCode::Damaged, "", db->damage()->detail, db->damage()->offset});
    ComputeReader(reading).read();
    reading.build();
    return reading.finish(path);
}

}  // namespace importers::rocm
