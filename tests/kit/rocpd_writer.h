// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <fmt/format.h>
#include <cstdint>
#include <map>
#include <string>
#include <utility>

/// Databases of rocprofv3 (rocpd) as SQL. No public one is at hand: these are made of the tables that its documentation
/// lists.
namespace rocpd {

/// Rows of one profile as SQL, in either layout. Ids start at 1 in each table, as a database gives them.
class Profile {
public:
    Profile(std::string suffix, std::string guid, bool normalised)
        : m_suffix(std::move(suffix)), m_guid(std::move(guid)), m_normalised(normalised) {}

    void createTables() {
        table("metadata", "tag text, value text");
        table("string", "string text");
        table("info_node", "hash bigint, machine_id text, system_name text, hostname text, release text, version text");
        table(
            "info_process",
            "nid integer, ppid integer, pid integer, init bigint, fini bigint, start bigint, \"end\" bigint, command text, environment jsonb, extdata jsonb");
        table(
            "info_thread",
            "nid integer, ppid integer, pid integer, tid integer, name text, start bigint, \"end\" bigint, extdata jsonb");
        table(
            "info_agent",
            "nid integer, pid integer, type text, absolute_index integer, logical_index integer, type_index integer, uuid integer, name text,"
            " model_name text, vendor_name text, product_name text, extdata jsonb");
        table("info_queue", "nid integer, pid integer, name text, extdata jsonb");
        table("info_stream", "nid integer, pid integer, name text, extdata jsonb");
        table(
            "info_pmc",
            "nid integer, pid integer, agent_id integer, target_arch text, name text, symbol text, description text, units text");
        table("info_code_object", "nid integer, pid integer, agent_id integer, uri text");
        table(
            "info_kernel_symbol",
            "nid integer, pid integer, code_object_id integer, kernel_name text, display_name text, sgpr_count integer,"
            " arch_vgpr_count integer, accum_vgpr_count integer");
        table(
            "track",
            m_normalised
                ? "nid integer, ppid integer, pid integer, tid integer, agent_id integer, queue_id integer, stream_id integer, name_id integer"
                : "nid integer, pid integer, tid integer, name_id integer");
        table(
            "event",
            "category_id integer, stack_id integer, parent_stack_id integer, correlation_id integer, call_stack jsonb default '{}', line_info jsonb,"
            " extdata jsonb default '{}'");
        table("arg", "event_id integer, position integer, type text, name text, value text");
        table("pmc_event", "event_id integer, pmc_id integer, value real");
        if (m_normalised) table("timestamp", "value bigint, phase integer, track_id integer");
        const std::string where = m_normalised
                                      ? "track_id integer, start_id integer, end_id integer, "
                                      : "nid integer, pid integer, tid integer, start bigint, \"end\" bigint, ";
        const std::string gpu = m_normalised ? "" : "queue_id integer, stream_id integer, ";
        const std::string agent = m_normalised ? "" : "agent_id integer, ";
        table("region", where + "name_id integer, event_id integer, extdata jsonb");
        table("sample", m_normalised ? "track_id integer, name_id integer, timestamp_id integer, event_id integer"
                                     : "track_id integer, timestamp bigint, event_id integer");
        table(
            "kernel_dispatch",
            where + gpu + agent +
                "kernel_id integer, dispatch_id integer, private_segment_size integer, group_segment_size integer,"
                " workgroup_size_x integer, workgroup_size_y integer, workgroup_size_z integer, grid_size_x integer, grid_size_y integer, grid_size_z integer,"
                " region_name_id integer, event_id integer");
        table(
            "memory_copy",
            where + gpu +
                "name_id integer, dst_agent_id integer, dst_address integer, src_agent_id integer, src_address integer, size integer, event_id integer");
        table("memory_allocate",
              where + gpu + agent + "type text, level text, address integer, size integer, event_id integer");
    }

    std::int64_t string(const std::string& s) {
        const auto found = m_strings.find(s);
        if (found != m_strings.end()) return found->second;
        return m_strings[s] = insert("string", "string", quoted(s));
    }
    std::int64_t event(const std::string& category, std::int64_t stack, std::int64_t parent,
                       const std::string& extdata = "{}") {
        return insert("event", "category_id, stack_id, parent_stack_id, correlation_id, extdata",
                      fmt::format("{}, {}, {}, 0, {}", string(category), stack, parent, quoted(extdata)));
    }
    void arg(std::int64_t event, int position, const std::string& name, const std::string& value) {
        insert("arg", "event_id, position, type, name, value",
               fmt::format("{}, {}, 'int', {}, {}", event, position, quoted(name), quoted(value)));
    }

    struct Where {
        std::int64_t process = 1, thread = 1, agent = 0, queue = 0, stream = 0;
        auto operator<=>(const Where&) const = default;
    };
    /// Columns and values that say where and when, in the layout of this profile.
    std::pair<std::string, std::string> place(const Where& w, std::int64_t start, std::int64_t end, bool gpu,
                                              bool agent) {
        if (m_normalised) {
            const std::int64_t t = track(w, gpu, agent);
            return {"track_id, start_id, end_id", fmt::format("{}, {}, {}", t, time(start, 1, t), time(end, 2, t))};
        }
        std::string columns = "nid, pid, tid, start, \"end\"",
                    values = fmt::format("1, {}, {}, {}, {}", w.process, orNull(w.thread), start, end);
        if (gpu)
            columns += ", queue_id, stream_id", values += fmt::format(", {}, {}", orNull(w.queue), orNull(w.stream));
        if (agent) columns += ", agent_id", values += fmt::format(", {}", orNull(w.agent));
        return {columns, values};
    }

    void region(const Where& w, std::int64_t start, std::int64_t end, const std::string& name, std::int64_t event) {
        const auto [columns, values] = place(w, start, end, false, false);
        insert("region", columns + ", name_id, event_id", fmt::format("{}, {}, {}", values, string(name), event));
    }
    void kernel(const Where& w, std::int64_t start, std::int64_t end, std::int64_t symbol, std::int64_t dispatch,
                std::int64_t gridX, std::int64_t event, const std::string& region = "") {
        const auto [columns, values] = place(w, start, end, true, true);
        insert(
            "kernel_dispatch",
            columns +
                ", kernel_id, dispatch_id, private_segment_size, group_segment_size, workgroup_size_x, workgroup_size_y, workgroup_size_z, grid_size_x,"
                " grid_size_y, grid_size_z, region_name_id, event_id",
            fmt::format("{}, {}, {}, 32, 2048, 256, 2, 1, {}, 6, 1, {}, {}", values, symbol, dispatch, gridX,
                        string(region), event));
    }
    void copy(const Where& w, std::int64_t start, std::int64_t end, const std::string& name, std::int64_t from,
              std::int64_t to, std::int64_t bytes, std::int64_t event) {
        const auto [columns, values] = place(w, start, end, true, false);
        insert("memory_copy",
               columns + ", name_id, dst_agent_id, dst_address, src_agent_id, src_address, size, event_id",
               fmt::format("{}, {}, {}, 7, {}, 9, {}, {}", values, string(name), to, from, bytes, event));
    }
    void allocate(const Where& w, std::int64_t start, const std::string& type, std::int64_t address, std::int64_t bytes,
                  std::int64_t event) {
        const auto [columns, values] = place(w, start, start + 5, true, true);
        insert("memory_allocate", columns + ", type, level, address, size, event_id",
               fmt::format("{}, {}, 'REAL', {}, {}, {}", values, quoted(type), address, bytes, event));
    }
    void sample(const Where& w, const std::string& trackName, std::int64_t at, std::int64_t event) {
        const std::int64_t t = insert(
            "track", m_normalised ? "nid, pid, tid, agent_id, name_id" : "nid, pid, tid, name_id",
            m_normalised
                ? fmt::format("1, {}, {}, {}, {}", w.process, orNull(w.thread), orNull(w.agent), string(trackName))
                : fmt::format("1, {}, {}, {}", w.process, orNull(w.thread), string(trackName)));
        if (m_normalised)
            insert("sample", "track_id, name_id, timestamp_id, event_id",
                   fmt::format("{}, {}, {}, {}", t, string(trackName), time(at, 0, t), event));
        else insert("sample", "track_id, timestamp, event_id", fmt::format("{}, {}, {}", t, at, event));
    }

    std::int64_t insert(const std::string& name, const std::string& columns, const std::string& values) {
        const std::string guid = m_guid.empty() ? "" : ", guid", value = m_guid.empty() ? "" : ", " + quoted(m_guid);
        m_sql += fmt::format("INSERT INTO `rocpd_{}{}` (id, {}{}) VALUES ({}, {}{});", name, m_suffix, columns, guid,
                             ++m_ids[name], values, value);
        return m_ids[name];
    }
    /// Further statements; {} stands for the suffix.
    void also(std::string sql) {
        for (std::size_t at; (at = sql.find("{}")) != std::string::npos;) sql.replace(at, 2, m_suffix);
        m_sql += sql;
    }
    const std::string& sql() const { return m_sql; }
    /// Ids go on from those of another profile in the same tables.
    void continueAfter(const Profile& other) { m_ids = other.m_ids; }

private:
    static std::string quoted(const std::string& s) { return "'" + s + "'"; }
    static std::string orNull(std::int64_t id) { return id ? std::to_string(id) : "NULL"; }
    void table(const std::string& name, const std::string& columns) {
        m_sql += fmt::format(
            "CREATE TABLE IF NOT EXISTS `rocpd_{}{}` (id integer primary key autoincrement, guid text, {});", name,
            m_suffix, columns);
    }
    std::int64_t time(std::int64_t value, int phase, std::int64_t t) {
        return insert("timestamp", "value, phase, track_id", fmt::format("{}, {}, {}", value, phase, t));
    }
    std::int64_t track(const Where& w, bool gpu, bool agent) {
        const Where used{w.process, w.thread, agent ? w.agent : 0, gpu ? w.queue : 0, gpu ? w.stream : 0};
        std::int64_t& id = m_tracks[used];
        if (!id)
            id = insert("track", "nid, pid, tid, agent_id, queue_id, stream_id",
                        fmt::format("1, {}, {}, {}, {}, {}", used.process, orNull(used.thread), orNull(used.agent),
                                    orNull(used.queue), orNull(used.stream)));
        return id;
    }

    std::string m_suffix, m_guid;
    bool m_normalised;
    std::string m_sql;
    std::map<std::string, std::int64_t> m_ids;
    std::map<std::string, std::int64_t> m_strings;
    std::map<Where, std::int64_t> m_tracks;
};

/// A run with everything in it. Times start at 5000.
inline void fill(Profile& p, int pid, const std::string& machine) {
    const auto node = p.insert("info_node", "hash, machine_id, system_name, hostname, release",
                               fmt::format("1, '{}', 'Linux', '{}', '6.8'", machine, "host-" + machine));
    const auto process =
        p.insert("info_process", "nid, ppid, pid, command, environment",
                 fmt::format("{}, 1, {}, '/opt/app/train --token hush', '{{\"KEY\":\"veiled\"}}'", node, pid));
    p.insert("info_thread", "nid, ppid, pid, tid, name", fmt::format("{}, 1, {}, {}, 'main'", node, process, pid));
    p.insert("info_thread", "nid, ppid, pid, tid", fmt::format("{}, 1, {}, {}", node, process, pid + 1));
    const auto cpu = p.insert("info_agent", "nid, pid, type, absolute_index, logical_index, type_index, name",
                              fmt::format("{}, {}, 'CPU', 0, 0, 0, 'EPYC'", node, process));
    const auto gpu0 =
        p.insert("info_agent", "nid, pid, type, absolute_index, logical_index, type_index, name, product_name",
                 fmt::format("{}, {}, 'GPU', 1, 1, 0, 'gfx942', 'MI300X'", node, process));
    const auto gpu1 =
        p.insert("info_agent", "nid, pid, type, absolute_index, logical_index, type_index, name, product_name",
                 fmt::format("{}, {}, 'GPU', 2, 2, 1, 'gfx942', 'MI300X'", node, process));
    const auto queue = p.insert("info_queue", "nid, pid, name", fmt::format("{}, {}, 'Queue A'", node, process));
    const auto stream =
        p.insert("info_stream", "nid, pid, name", fmt::format("{}, {}, 'Default Stream'", node, process));
    const auto code = p.insert("info_code_object", "nid, pid, agent_id, uri",
                               fmt::format("{}, {}, {}, 'file://x'", node, process, gpu0));
    const auto axpy =
        p.insert("info_kernel_symbol",
                 "nid, pid, code_object_id, kernel_name, display_name, sgpr_count, arch_vgpr_count, accum_vgpr_count",
                 fmt::format("{}, {}, {}, '_Z4axpyPfi.kd', 'axpy(float*, int)', 32, 20, 4", node, process, code));
    const auto busy = p.insert("info_pmc", "nid, pid, agent_id, target_arch, name, symbol, units",
                               fmt::format("{}, {}, {}, 'GPU', 'GPU_BUSY', 'busy', '%'", node, process, gpu0));
    const auto waves = p.insert("info_pmc", "nid, pid, agent_id, target_arch, name, symbol",
                                fmt::format("{}, {}, {}, 'GPU', 'SQ_WAVES', 'waves'", node, process, gpu0));

    const Profile::Where main{process, process == 1 ? 1 : 3}, second{process, process == 1 ? 2 : 4};
    Profile::Where gpu = main;
    gpu.agent = gpu0, gpu.queue = queue, gpu.stream = stream;

    const auto launch = p.event("HIP_RUNTIME_API_EXT", 10, 0);
    p.arg(launch, 0, "numBlocks", "4");
    p.arg(launch, 1, "stream", "0x0");
    p.region(main, 5000, 5100, "hipLaunchKernel", launch);
    p.region(main, 5010, 5050, "hsa_signal_store", p.event("HSA_CORE_API", 11, 10));
    p.region(main, 5110, 5150, "hipMemcpyAsync", p.event("HIP_RUNTIME_API_EXT", 12, 0));
    p.region(main, 4990, 5500, "roctxThreadRangeA",
             p.event("MARKER_CORE_RANGE_API", 13, 0, "{\"message\": \"step 7\"}"));
    p.region(second, 5200, 5400, "roctxProcessRangeA",
             p.event("MARKER_CORE_RANGE_API", 14, 0, "{\"message\": \"epoch\"}"));
    p.region(second, 5200, 5300, "ncclAllReduce", p.event("RCCL_API", 15, 0));
    p.region(second, 5310, 5320, "MPI_Barrier", p.event("mpi", 16, 0));

    const auto kernel = p.event("KERNEL_DISPATCH", 10, 0);
    p.kernel(gpu, 5120, 5200, axpy, 1, 1000, kernel);
    p.insert("pmc_event", "event_id, pmc_id, value", fmt::format("{}, {}, 16.5", kernel, waves));
    p.insert("pmc_event", "event_id, pmc_id, value", fmt::format("{}, {}, 17.5", kernel, waves));
    p.kernel(gpu, 5150, 5250, axpy, 2, 1024, p.event("KERNEL_DISPATCH", 99, 10), "renamed");
    p.copy(gpu, 5260, 5300, "MEMORY_COPY_HOST_TO_DEVICE", cpu, gpu1, 4096, p.event("MEMORY_COPY", 12, 0));
    p.copy(gpu, 5310, 5330, "MEMORY_COPY_DEVICE_TO_HOST", gpu0, cpu, 512, p.event("MEMORY_COPY", 12, 0));

    p.allocate(gpu, 5001, "ALLOC", 100, 1000, p.event("MEMORY_ALLOCATION", 0, 0));
    p.allocate(gpu, 5002, "ALLOC", 200, 500, p.event("MEMORY_ALLOCATION", 0, 0));
    p.allocate(gpu, 5400, "FREE", 100, 0, p.event("MEMORY_ALLOCATION", 0, 0));

    for (const auto& [at, value] : {std::pair{5300, 30.5}, std::pair{5100, 10.5}, std::pair{5200, 20.5}}) {
        const auto e = p.event("counter", 0, 0);
        p.sample({process, 0, gpu0}, "busy", at, e);
        p.insert("pmc_event", "event_id, pmc_id, value", fmt::format("{}, {}, {}", e, busy, value));
    }
    p.sample(second, "tick", 5222, p.event("timer_sampling", 0, 0));
}

inline std::string onePart(bool normalised, std::string version = "3") {
    Profile p("_00ab", "", normalised);
    p.createTables();
    p.insert("metadata", "tag, value", "'schema_version', '" + version + "'");
    fill(p, 4242, "m1");
    return p.sql();
}

}  // namespace rocpd
