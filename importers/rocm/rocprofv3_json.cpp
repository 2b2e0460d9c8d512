// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>
#include <charconv>
#include <cmath>
#include <unordered_map>

#include "importers/common/blits.h"
#include "importers/common/json_stream.h"
#include "importers/common/json_text.h"
#include "importers/common/text_kind.h"
#include "importers/rocm/rocm.h"
#include "importers/rocm/run_process.h"
#include "model/base/memory_bound.h"
#include "model/base/messages.h"

namespace importers::rocm {

using json::Scanner;
using json::Status;
using json::Stream;
using json::Value;
using model::ErrorCode;
using model::Note;
using model::Result;

namespace {

constexpr std::string_view kTool = "rocprofiler-sdk-tool";

std::int64_t numberOf(const Value& v) {
    const std::string_view text = v.raw();
    if (!text.starts_with("0x")) return json::integer(text).value_or(kNone);
    std::uint64_t number = 0;  // addresses are written so
    const char* const end = text.data() + text.size();
    const auto [at, error] = std::from_chars(text.data() + 2, end, number, 16);
    return error == std::errc() && at == end ? static_cast<std::int64_t>(number) : kNone;
}

/// Calls use(parent, key, value) for the values in an object and in the objects inside it; parent is the key of the
/// innermost one.
template <class F>
Status leaves(Scanner& scan, std::string_view parent, int depth, F& use) {
    return scan.object([&](const Value& key) {
        if (scan.peek() == '{' && depth > 0) return leaves(scan, key.raw(), depth - 1, use);
        Value v;
        const Status status = scan.value(v);
        if (status == Status::Ok) use(parent, key.raw(), v);
        return status;
    });
}
template <class F>
Status leavesOf(const Value& object, F&& use) {
    if (!object.is(Value::Type::Object)) return Status::Error;
    Scanner scan(object.begin, object.begin + object.size + 1);  // a byte behind it can be read
    return leaves(scan, {}, 4, use);
}

/// What the records of one process refer to.
struct Tables {
    struct Kind {
        std::string name;
        std::vector<std::string> operations;
    };
    std::vector<Kind> kinds;
    std::unordered_map<std::int64_t, KernelSymbol> kernels;
    std::unordered_map<std::int64_t, std::string> counters, markers, regions;
    std::string command, machine, hostName;
    std::int64_t pid = 0;
    model::Facts host;
};

/// Reads the document of one or several processes.
class JsonRun {
public:
    JsonRun(Stream& json, const TextSource& source, Building& building, Shared& shared)
        : m_json(json), m_source(source), m_b(building), m_shared(shared),
          m_memory(building.options.mostMemory, model::MemoryBound::kGathered) {}

    bool read() {
        return m_json.object([&](std::string_view key) {
            if (key != kTool) return m_json.skip();
            if (m_json.peek() == '{') return process();
            return m_json.array([&] { return process(); });
        });
    }
    bool isLarge() const { return m_isLarge; }
    std::uint64_t recordCount() const { return m_records; }

    void note() const {
        auto& notes = m_b.store.diagnostics();
        if (m_lostKernels) notes.add(Note::DanglingReference, "rocprofv3.kernel_id", m_lostKernels);
        if (m_odd) notes.add(Note::DamagedPart, "rocprofv3", m_odd);
        for (const auto& [name, n] : m_notShown) {
            notes.add(Note::NotShown, name, n);
            m_b.store.info().skipped[name] += n;
        }
    }

private:
    bool process() {
        m_tables = {};
        m_names.clear();
        RunProcess rows(m_b, m_shared);
        m_rows = &rows;
        m_isPlaced = false;
        const bool whole = m_json.object([&](std::string_view key) {
            if (key == "metadata") return metadata();
            if (key == "agents") return each([&](const Value& v) { agent(v); });
            if (key == "counters") return each([&](const Value& v) { counter(v); });
            if (key == "strings") return strings();
            if (key == "kernel_symbols") return each([&](const Value& v) { kernel(v); });
            if (key == "callback_records" || key == "buffer_records") return records();
            return m_json.skip();
        });
        place();
        rows.finish();
        return whole;
    }

    /// Calls use(value) for each element of an array, as long as there is memory and nobody stops; skips what is no
    /// array.
    template <class F>
    bool each(F&& use) {
        if (m_json.peek() != '[') return m_json.skip();
        return m_json.array([&] {
            Value v;
            return m_json.value(v) && (use(v), goesOn());
        });
    }
    bool goesOn() {
        if ((++m_values & 0xfff) != 0) return true;
        m_isLarge = m_memory.isReached();
        if (m_b.options.progress) m_b.options.progress({m_source.fileBytesDone(), m_b.store.info().fileBytes});
        return !m_isLarge && !m_b.options.stop.stop_requested();
    }

    bool metadata() {
        if (m_json.peek() != '{') return m_json.skip();
        return m_json.object([&](std::string_view key) {
            // Configuration and arguments of the program stay out.
            if (key == "command" && m_json.peek() == '[')
                return each([&](const Value& v) {
                    if (m_tables.command.empty()) m_tables.command = json::text(v);
                });
            if (key == "config" || key == "environment") return m_json.skip();
            Value v;
            if (!m_json.value(v)) return false;
            if (key == "pid") m_tables.pid = std::max<std::int64_t>(numberOf(v), 0);
            if (key == "node" && v.is(Value::Type::Object))
                leavesOf(v, [&](std::string_view, std::string_view k, const Value& fact) {
                    if (k == "machine_id") m_tables.machine = json::text(fact);
                    if (k == "hostname") m_tables.hostName = json::text(fact);
                    if (k == "system_name" || k == "release") m_tables.host.emplace_back(k, json::text(fact));
                });
            return true;
        });
    }

    /// Gives the process its rows, once the metadata were read.
    void place() {
        if (m_isPlaced) return;
        m_isPlaced = true;
        const Tables& t = m_tables;
        const std::int64_t host = m_shared.host(t.machine + '/' + t.hostName, t.hostName, t.host);
        m_rows->setKey(host, t.pid);
        m_shared.process(m_rows->key(), std::string_view(t.command).substr(t.command.find_last_of('/') + 1));
    }

    void agent(const Value& v) {
        place();
        std::int64_t id = kNone, type = 0, device = kNone, index = kNone;
        std::array<std::pair<std::string, std::string>, 4> names{
            {{"product_name", ""}, {"model_name", ""}, {"name", ""}, {"vendor_name", ""}}};
        leavesOf(v, [&](std::string_view parent, std::string_view key, const Value& value) {
            if (parent == "id" && key == "handle") id = numberOf(value);
            if (!parent.empty()) return;
            if (key == "type") type = numberOf(value);
            if (key == "logical_node_type_id") device = numberOf(value);
            if (key == "gpu_index") index = numberOf(value);
            for (auto& [name, text] : names)
                if (key == name) text = json::text(value);
        });
        constexpr std::int64_t kGpu = 2;
        if (device == kNone) device = index;
        if (device == kNone || device < 0) device = m_gpus;
        m_gpus += type == kGpu;
        model::Facts facts;
        for (const auto& fact : names)
            if (!fact.second.empty()) facts.push_back(fact);
        m_rows->addAgent(id, {type == kGpu, device}, facts);
    }

    void counter(const Value& v) {
        std::int64_t id = kNone;
        std::string name;
        leavesOf(v, [&](std::string_view parent, std::string_view key, const Value& value) {
            if (parent == "id" && key == "handle") id = numberOf(value);
            if (parent.empty() && key == "name") name = json::text(value);
        });
        m_tables.counters[id] = std::move(name);
    }

    void kernel(const Value& v) {
        std::int64_t id = kNone;
        KernelSymbol symbol;
        std::string formatted, plain;
        leavesOf(v, [&](std::string_view parent, std::string_view key, const Value& value) {
            if (!parent.empty()) return;
            if (key == "kernel_id") id = numberOf(value);
            if (key == "formatted_kernel_name") formatted = json::text(value);
            if (key == "kernel_name") plain = json::text(value);
            const auto amount = [&] { return std::max<std::int64_t>(numberOf(value), 0); };
            if (key == "arch_vgpr_count") symbol.registers = amount();
            if (key == "accum_vgpr_count") symbol.accumulators = amount();
            if (key == "sgpr_count") symbol.scalars = amount();
        });
        m_names[id] = withoutDescriptor(formatted.empty() ? plain : formatted);
        m_tables.kernels[id] = symbol;
    }

    bool strings() {
        if (m_json.peek() != '{') return m_json.skip();
        return m_json.object([&](std::string_view key) {
            if (key == "buffer_records") return each([&](const Value& v) { kind(v); });
            if (key == "marker_api") return each([&](const Value& v) { entry(v, m_tables.markers); });
            if (key == "correlation_id" && m_json.peek() == '{')
                return m_json.object([&](std::string_view of) {
                    if (of != "external") return m_json.skip();
                    return each([&](const Value& v) { entry(v, m_tables.regions); });
                });
            return m_json.skip();
        });
    }
    void kind(const Value& v) {
        Tables::Kind& into = m_tables.kinds.emplace_back();
        leavesOf(v, [&](std::string_view, std::string_view key, const Value& value) {
            if (key == "kind") into.name = json::text(value);
            if (key != "operations" || !value.is(Value::Type::Array)) return;
            Scanner scan(value.begin, value.begin + value.size + 1);
            scan.array([&] {
                Value name;
                const Status status = scan.value(name);
                if (status == Status::Ok) into.operations.push_back(json::text(name));
                return status;
            });
        });
    }
    static void entry(const Value& v, std::unordered_map<std::int64_t, std::string>& into) {
        std::int64_t id = kNone;
        std::string text;
        leavesOf(v, [&](std::string_view, std::string_view key, const Value& value) {
            if (key == "key") id = numberOf(value);
            if (key == "value") text = json::text(value);
        });
        into[id] = std::move(text);
    }

    bool records() {
        place();
        if (m_json.peek() != '{') return m_json.skip();
        return m_json.object([&](std::string_view key) {
            const std::string name(key);
            return each([&](const Value& v) { record(name, v); });
        });
    }

    void record(std::string_view list, const Value& v) {
        Record r;
        m_operation = m_kind = m_kernel = m_external = kNone;
        Arguments args(m_b.store);
        std::vector<std::pair<std::int64_t, double>> values;
        const Status status = leavesOf(v, [&](std::string_view parent, std::string_view key, const Value& value) {
            if (parent == "args") args.addText(key, json::text(value));
            else if (key == "records" && list == "counter_collection") readValues(value, values);
            else field(r, parent, key, value);
        });
        ++m_records;
        if (status != Status::Ok) {
            ++m_odd;
            return;
        }
        r.more = args.intern();
        resolve(r);
        if (list == "kernel_dispatch") m_rows->addDispatch(r);
        else if (list == "memory_copy") m_rows->addCopy(r);
        else if (list == "memory_allocation" || list == "scratch_memory") m_rows->addAllocation(r);
        else if (list == "counter_collection") addCounters(r, values);
        else if (list.ends_with("_api")) m_rows->addCall(r);
        else ++m_notShown[std::string(list)];
    }

    static void readValues(const Value& list, std::vector<std::pair<std::int64_t, double>>& values) {
        if (!list.is(Value::Type::Array)) return;
        Scanner scan(list.begin, list.begin + list.size + 1);
        scan.array([&] {
            Value one;
            const Status status = scan.value(one);
            if (status != Status::Ok) return status;
            auto& into = values.emplace_back(kNone, NAN);
            leavesOf(one, [&](std::string_view parent, std::string_view key, const Value& value) {
                if (parent == "counter_id" && key == "handle") into.first = numberOf(value);
                if (key == "value") into.second = json::real(value).value_or(NAN);
            });
            return status;
        });
    }
    void addCounters(const Record& r, const std::vector<std::pair<std::int64_t, double>>& values) {
        for (const auto& [id, value] : values) {
            const auto found = m_tables.counters.find(id);
            m_rows->addCounter(r, found == m_tables.counters.end() ? fmt::format("Counter {}", id) : found->second,
                               value);
        }
    }

    void field(Record& r, std::string_view parent, std::string_view key, const Value& value) {
        struct Field {
            std::string_view parent, key;
            std::int64_t Record::*into;
        };
        static constexpr Field kFields[] = {{"", "start_timestamp", &Record::start},
                                            {"", "end_timestamp", &Record::end},
                                            {"dispatch_data", "start_timestamp", &Record::start},
                                            {"dispatch_data", "end_timestamp", &Record::end},
                                            {"", "thread_id", &Record::thread},
                                            {"correlation_id", "internal", &Record::correlation},
                                            {"stream_id", "handle", &Record::stream},
                                            {"queue_id", "handle", &Record::queue},
                                            {"agent_id", "handle", &Record::agent},
                                            {"src_agent_id", "handle", &Record::from},
                                            {"dst_agent_id", "handle", &Record::to},
                                            {"", "bytes", &Record::bytes},
                                            {"", "allocation_size", &Record::bytes},
                                            {"", "address", &Record::address},
                                            {"address", "handle", &Record::address},
                                            {"", "src_address", &Record::source},
                                            {"src_address", "handle", &Record::source},
                                            {"", "dst_address", &Record::target},
                                            {"dst_address", "handle", &Record::target},
                                            {"dispatch_info", "dispatch_id", &Record::dispatch},
                                            {"dispatch_info", "group_segment_size", &Record::shared},
                                            {"dispatch_info", "private_segment_size", &Record::scratch}};
        for (const Field& f : kFields)
            if (f.key == key && f.parent == parent) {
                r.*f.into = numberOf(value);
                return;
            }
        if (parent == "workgroup_size" || parent == "grid_size") {
            const std::size_t axis = key == "x" ? 0 : key == "y" ? 1 : 2;
            (parent == "grid_size" ? r.grid : r.block)[axis] = numberOf(value);
        }
        if (parent.empty() && key == "kind") m_kind = numberOf(value);
        if (parent.empty() && key == "operation") m_operation = numberOf(value);
        if (parent == "dispatch_info" && key == "kernel_id") m_kernel = numberOf(value);
        if (parent == "correlation_id" && key == "external") m_external = numberOf(value);
    }

    /// Replaces numbers by what they stand for.
    void resolve(Record& r) {
        if (m_kind >= 0 && m_kind < std::ssize(m_tables.kinds)) {
            const Tables::Kind& kind = m_tables.kinds[static_cast<std::size_t>(m_kind)];
            r.kind = kind.name;
            if (m_operation >= 0 && m_operation < std::ssize(kind.operations))
                r.operation = kind.operations[static_cast<std::size_t>(m_operation)];
        }
        const auto textAt = [](const auto& map, std::int64_t id) -> std::string_view {
            const auto found = map.find(id);
            return found == map.end() ? std::string_view() : std::string_view(found->second);
        };
        if (r.kind.starts_with("MARKER")) r.message = textAt(m_tables.markers, r.correlation);
        r.region = textAt(m_tables.regions, m_external);
        if (m_kernel == kNone) return;
        KernelSymbol& symbol = m_tables.kernels[m_kernel];
        if (!symbol.name) {  // names enter the store when a row uses them
            const std::string_view name = textAt(m_names, m_kernel);
            m_lostKernels += name.empty();
            symbol.name = m_b.store.strings().intern(name.empty() ? fmt::format("Kernel {}", m_kernel) : name);
        }
        r.kernel = symbol;
    }

    Stream& m_json;
    const TextSource& m_source;
    Building& m_b;
    Shared& m_shared;
    RunProcess* m_rows = nullptr;
    Tables m_tables;
    std::unordered_map<std::int64_t, std::string> m_names;  ///< of kernels
    model::MemoryBound m_memory;
    std::int64_t m_kind = kNone, m_operation = kNone, m_kernel = kNone, m_external = kNone;
    std::int64_t m_gpus = 0;
    std::map<std::string, std::uint64_t> m_notShown;
    std::uint64_t m_values = 0, m_records = 0, m_lostKernels = 0, m_odd = 0;
    bool m_isPlaced = false, m_isLarge = false;
};

}  // namespace

int sniffJson(const Sniff& s) {
    std::string_view text = withoutSpace(s.text);
    if (!text.starts_with('{')) return 0;
    text = withoutSpace(text.substr(1));
    return text.starts_with('"') && text.substr(1).starts_with(kTool) ? 90 : 0;
}

Result<void> openJson(const std::filesystem::path& path, model::EventStore& store, const OpenOptions& options) {
    auto source = TextSource::open(path, streamBounds(options));
    if (!source) return tl::unexpected<model::Error>(source.error());
    model::ReportInfo& info = store.info();
    info.format = "JSON of rocprofv3";
    info.formatKey = "rocprofv3-json";
    info.product = "ROCm";
    Building building(store, options);
    Shared shared(store);
    Stream stream(*source);
    JsonRun run(stream, *source, building, shared);
    const bool isWhole = run.read();
    run.note();
    noteProblems(source->problems(), store);
    const auto at = static_cast<std::int64_t>(stream.offset());
    if (run.isLarge()) store.diagnostics().add(Note::Incomplete, model::MessageCode::NoMemoryForTheRest);
    else if (stream.status() == Status::Error) store.diagnostics().add(Note::DamagedPart, "JSON", 1, {}, at);
    else if (stream.status() == Status::End && source->problems().empty())
        store.diagnostics().add(Note::Incomplete, model::MessageCode::JsonObjectNotClosed);
    info.partial |= !isWhole;
    building.build();
    shared.nameTracks();
    auto finished = building.finish(path);
    if (finished && !isWhole && run.recordCount() == 0 && !run.isLarge())
        return model::fail(stream.status() == Status::Error ? ErrorCode::Damaged : ErrorCode::Truncated, path.string());
    return finished;
}

}  // namespace importers::rocm
