// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>
#include <algorithm>
#include <charconv>
#include <cmath>

#include "importers/common/csv_text.h"
#include "importers/rocm/rocm.h"
#include "importers/rocm/run_process.h"
#include "model/base/ascii.h"
#include "model/base/memory_bound.h"
#include "model/base/messages.h"

namespace importers::rocm {

using model::ErrorCode;
using model::Note;
using model::Result;

namespace {

namespace fs = std::filesystem;

enum class Table : std::uint8_t { Agents, Calls, Counters, Dispatches, Copies, Allocations };

/// How names of the files of a run end, in the order in which they are read: processes and GPUs are described before
/// they are used, and counters wait for their dispatches.
struct Ending {
    std::string_view text;
    Table table;
};
constexpr Ending kEndings[] = {
    {"agent_info", Table::Agents},
    {"hip_api_trace", Table::Calls},
    {"hip_runtime_api_trace", Table::Calls},
    {"hip_compiler_api_trace", Table::Calls},
    {"hsa_api_trace", Table::Calls},
    {"marker_api_trace", Table::Calls},
    {"marker_trace", Table::Calls},
    {"rccl_api_trace", Table::Calls},
    {"rocdecode_api_trace", Table::Calls},
    {"rocjpeg_api_trace", Table::Calls},
    {"counter_collection", Table::Counters},
    {"memory_copy_trace", Table::Copies},
    {"memory_allocation_trace", Table::Allocations},
    {"scratch_memory_trace", Table::Allocations},
    {"kernel_trace", Table::Dispatches},
};

/// The columns of a table by their names: writers differ in small and capital letters.
class Header {
public:
    explicit Header(const std::vector<std::string>& cells) {
        for (std::size_t i = 0; i < cells.size(); ++i) m_columns.emplace(model::lower(cells[i]), i);
    }
    bool has(std::initializer_list<std::string_view> names) const {
        return std::all_of(names.begin(), names.end(), [&](std::string_view n) { return m_columns.contains(n); });
    }
    /// "" if the table has no such column.
    std::string_view cell(const std::vector<std::string>& cells, std::string_view name) const {
        const auto found = m_columns.find(name);
        return found == m_columns.end() ? std::string_view() : std::string_view(cells[found->second]);
    }

private:
    std::map<std::string, std::size_t, std::less<>> m_columns;
};

std::optional<Table> tableOf(const Header& h) {
    if (h.has({"node_id", "agent_type", "logical_node_id"})) return Table::Agents;
    if (h.has({"counter_name", "counter_value", "dispatch_id"})) return Table::Counters;
    if (!h.has({"start_timestamp", "end_timestamp"})) return {};
    if (h.has({"kernel_name", "dispatch_id"})) return Table::Dispatches;
    if (h.has({"direction"})) return Table::Copies;
    if (h.has({"operation", "agent_id"})) return Table::Allocations;
    if (h.has({"domain", "function"})) return Table::Calls;
    return {};
}

std::int64_t number(std::string_view text) {
    std::int64_t n = 0;
    std::uint64_t hex = 0;
    const char* const end = text.data() + text.size();
    if (text.starts_with("0x")) {
        const auto [at, error] = std::from_chars(text.data() + 2, end, hex, 16);
        return error == std::errc() && at == end ? static_cast<std::int64_t>(hex) : kNone;
    }
    const auto [at, error] = std::from_chars(text.data(), end, n);
    return error == std::errc() && at == end ? n : kNone;
}

/// Reads the files of one run.
class CsvRun {
public:
    /// `run`: how the names of its files begin, which may be the process.
    CsvRun(Building& building, Shared& shared, std::string run)
        : m_b(building), m_shared(shared), m_rows(building, shared), m_run(std::move(run)),
          m_memory(building.options.mostMemory, model::MemoryBound::kGathered) {
        const std::int64_t pid = number(m_run);
        m_rows.setKey(0, pid > 0 ? pid : model::textId(0));
    }

    /// Fails if it is no table of rocprofv3.
    Result<void> read(const fs::path& path) {
        auto source = TextSource::open(path, streamBounds(m_b.options));
        if (!source) return tl::unexpected<model::Error>(source.error());
        CsvReader reader(std::move(*source));
        std::vector<std::string> cells;
        if (!reader.record(cells)) return model::fail(ErrorCode::EmptyFile, path.string());
        const Header header(cells);
        const auto table = tableOf(header);
        if (!table) return model::fail(ErrorCode::CsvTable, path.string());
        std::uint64_t n = 0, odd = 0;
        const std::size_t width = cells.size();
        while (goesOn(n, reader) && reader.record(cells)) {
            if (cells.size() == 1 && cells.front().empty()) continue;
            ++n;
            if (cells.size() != width || reader.broken()) ++odd;
            else row(*table, header, cells);
        }
        if (odd) m_b.store.diagnostics().add(Note::DamagedPart, path.filename().string(), odd);
        noteProblems(reader.source().problems(), m_b.store);
        return {};
    }
    void finish() {
        m_rows.finish();
        m_shared.process(m_rows.key(), m_run);
        if (m_isLarge) m_b.store.diagnostics().add(Note::Incomplete, model::MessageCode::NoMemoryForTheRest);
        m_b.store.info().partial |= m_isLarge;
    }

private:
    bool goesOn(std::uint64_t n, const CsvReader& reader) {
        if ((n & 0xfff) != 0xfff) return !m_isLarge;
        m_isLarge = m_memory.isReached();
        if (m_b.options.progress) m_b.options.progress({reader.source().fileBytesDone(), m_b.store.info().fileBytes});
        return !m_isLarge && !m_b.options.stop.stop_requested();
    }

    void row(Table table, const Header& h, const std::vector<std::string>& cells) {
        const auto text = [&](std::string_view name) { return h.cell(cells, name); };
        if (table == Table::Agents) {
            agent(text);
            return;
        }
        // Tables of work do not name the process, but those of calls and counters do.
        if (const std::int64_t pid = number(text("process_id")); pid > 0 && !m_hasPid) {
            m_hasPid = true;
            m_rows.setKey(0, pid);
        }
        const Record r = record(text);
        switch (table) {
        case Table::Calls: m_rows.addCall(r); break;
        case Table::Dispatches: m_rows.addDispatch(r); break;
        case Table::Copies: m_rows.addCopy(r); break;
        case Table::Allocations: m_rows.addAllocation(r); break;
        default: {
            double value = NAN;
            const std::string_view v = text("counter_value");
            std::from_chars(v.data(), v.data() + v.size(), value);
            m_rows.addCounter(r, text("counter_name"), value);
        }
        }
    }

    template <class F>
    Record record(F& text) {
        Record r;
        struct Field {
            std::string_view column;
            std::int64_t Record::*into;
        };
        static constexpr Field kFields[] = {
            {"start_timestamp", &Record::start}, {"end_timestamp", &Record::end},
            {"thread_id", &Record::thread},      {"correlation_id", &Record::correlation},
            {"stream_id", &Record::stream},      {"queue_id", &Record::queue},
            {"allocation_size", &Record::bytes}, {"address", &Record::address},
            {"dispatch_id", &Record::dispatch},  {"lds_block_size", &Record::shared},
            {"scratch_size", &Record::scratch},
        };
        for (const Field& f : kFields) r.*f.into = number(text(f.column));
        r.agent = agentOf(text("agent_id"));
        r.from = agentOf(text("source_agent_id"));
        r.to = agentOf(text("destination_agent_id"));
        constexpr std::string_view kGrid[] = {"grid_size_x", "grid_size_y", "grid_size_z"};
        constexpr std::string_view kBlock[] = {"workgroup_size_x", "workgroup_size_y", "workgroup_size_z"};
        for (std::size_t i = 0; i < 3; ++i) r.grid[i] = number(text(kGrid[i])), r.block[i] = number(text(kBlock[i]));
        // Where counters are collected, sizes are products.
        if (r.grid[0] == kNone) r.grid[0] = number(text("grid_size"));
        if (r.block[0] == kNone) r.block[0] = number(text("workgroup_size"));
        r.kind = text("domain").empty() ? text("kind") : text("domain");
        r.operation = text("direction").empty() ? text("operation") : text("direction");
        if (!text("function").empty()) r.operation = text("function");
        if (const std::string_view name = text("kernel_name"); !name.empty()) {
            r.kernel.name = m_b.store.strings().intern(name);
            const auto amount = [&](std::string_view column) {
                return std::max<std::int64_t>(number(text(column)), 0);
            };
            r.kernel.registers = amount("vgpr_count");
            r.kernel.accumulators = amount("accum_vgpr_count");
            r.kernel.scalars = amount("sgpr_count");
        } else if (number(text("kernel_id")) != kNone) {
            r.kernel.name = m_b.store.strings().intern(fmt::format("Kernel {}", text("kernel_id")));
        }
        return r;
    }

    template <class F>
    void agent(F& text) {
        const std::int64_t node = number(text("node_id"));
        const bool isGpu = text("agent_type") == "GPU";
        model::Facts facts;
        for (const std::string_view column : {"product_name", "model_name", "name", "vendor_name"})
            if (!text(column).empty()) facts.emplace_back(column, text(column));
        m_rows.addAgent(node, {isGpu, isGpu ? m_gpus : m_cpus}, facts);
        m_nodes[{isGpu ? 'G' : 'C', isGpu ? m_gpus++ : m_cpus++}] = node;
        m_nodes[{'L', number(text("logical_node_id"))}] = node;
        m_nodes[{'N', node}] = node;
    }

    /// The node of "Agent 4", which counts all agents that the run saw, or else all of the machine; of "GPU 0" and
    /// "CPU 0"; and of a mere number.
    std::int64_t agentOf(std::string_view text) const {
        char kind = 'L';
        for (const auto& [word, k] : {std::pair{std::string_view("Agent"), 'L'}, {"GPU", 'G'}, {"CPU", 'C'}})
            if (text.starts_with(word)) kind = k, text.remove_prefix(word.size());
        while (text.starts_with(' ') || text.starts_with('-')) text.remove_prefix(1);
        const std::int64_t n = number(text);
        for (const char k : {kind, 'N'})
            if (const auto found = m_nodes.find({k, n}); found != m_nodes.end()) return found->second;
        return n;
    }

    Building& m_b;
    Shared& m_shared;
    RunProcess m_rows;
    std::string m_run;
    model::MemoryBound m_memory;
    std::map<std::pair<char, std::int64_t>, std::int64_t> m_nodes;
    std::int64_t m_gpus = 0, m_cpus = 0;
    bool m_hasPid = false, m_isLarge = false;
};

}  // namespace

std::optional<CsvOfRun> csvOfRun(const fs::path& file) {
    std::string name = file.filename().string();
    const std::string low = model::lower(name);
    constexpr std::string_view kCsv = ".csv";
    if (!low.ends_with(kCsv)) return {};
    name.resize(name.size() - kCsv.size());
    for (std::size_t i = 0; i < std::size(kEndings); ++i) {
        const std::string_view ending = kEndings[i].text;
        if (!name.ends_with(ending)) continue;
        name.resize(name.size() - ending.size());
        if (!name.empty() && name.back() != '_') continue;
        if (!name.empty()) name.pop_back();
        return CsvOfRun{name, i};
    }
    return {};
}

int sniffCsv(const Sniff& s) {
    const std::string_view line = s.text.substr(0, s.text.find_first_of("\r\n"));
    return line.size() < s.text.size() && line.size() < 4096 && tableOf(Header(splitCsv(line))) ? 80 : 0;
}

Result<void> openCsv(const fs::path& path, model::EventStore& store, const OpenOptions& options) {
    model::ReportInfo& info = store.info();
    info.format = "CSV of rocprofv3";
    info.formatKey = "rocprofv3-csv";
    info.product = "ROCm";
    Building building(store, options);
    Shared shared(store);
    const auto own = csvOfRun(path);
    CsvRun run(building, shared, own ? own->run : path.stem().string());
    // What lies beside it belongs to it by its name alone, so links that lead elsewhere do not.
    std::map<std::size_t, fs::path> files;
    if (own) {
        std::error_code error;
        for (fs::directory_iterator it(path.has_parent_path() ? path.parent_path() : fs::path("."), error), end;
             !error && it != end; it.increment(error)) {
            std::error_code ignored;
            const auto other = csvOfRun(it->path());
            if (other && other->run == own->run && fs::is_regular_file(it->symlink_status(ignored)))
                files.emplace(other->place, it->path());
        }
    }
    files[own ? own->place : std::size(kEndings)] = path;
    for (const auto& [place, file] : files) {
        if (options.stop.stop_requested()) break;
        const auto read = run.read(file);
        if (read) continue;
        if (file == path) return read;
        store.diagnostics().add(Note::FileLeftOut, file.filename().string(), 1, read.error().detail);
    }
    run.finish();
    building.build();
    shared.nameTracks();
    return building.finish(path);
}

}  // namespace importers::rocm
