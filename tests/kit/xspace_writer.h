// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "tests/kit/perfetto_writer.h"

/// Profiles of XLA (XSpace), written as its profiler writes them: planes of lines of events, and behind them the names
/// that events and statistics have by numbers.
namespace xspace {

/// A value that is the name of another statistic.
struct Ref {
    std::string text;
};
using Value = std::variant<std::int64_t, std::uint64_t, double, std::string, Ref>;
using Stats = std::vector<std::pair<std::string, Value>>;

struct Event {
    std::string name;
    std::int64_t offsetPs = 0, durationPs = 0;
    Stats stats = {};
};

struct Line {
    std::uint64_t id = 0;
    std::string name;
    std::int64_t timestampNs = 0;
    std::vector<Event> events = {};
    std::string shownName = {};
};

/// What all events of a name have.
struct NameFacts {
    std::string shownName = {};
    Stats stats = {};
};

class Plane {
public:
    explicit Plane(std::string name, std::uint64_t id = 0) : m_name(std::move(name)), m_id(id) {}

    Plane& line(const Line& line) {
        Proto l;
        if (line.id) l.number(1, line.id);
        if (!line.name.empty()) l.bytes(2, line.name);
        if (line.timestampNs) l.number(3, static_cast<std::uint64_t>(line.timestampNs));
        for (const Event& e : line.events) l.message(4, event(e));
        if (!line.shownName.empty()) l.bytes(11, line.shownName);
        m_lines.push_back(l);
        return *this;
    }
    /// A line that was written elsewhere.
    Plane& line(const Proto& line) {
        m_lines.push_back(line);
        return *this;
    }
    Plane& stat(const std::string& name, const Value& value) {
        m_stats.push_back(stat(std::pair(name, value)));
        return *this;
    }
    Plane& facts(const std::string& name, NameFacts facts) {
        eventId(name);
        m_facts[name] = std::move(facts);
        return *this;
    }
    /// An entry of the names of events (4) or of statistics (5) that was written elsewhere.
    Plane& entry(std::uint32_t field, const Proto& entry) {
        m_entries.emplace_back(field, entry);
        return *this;
    }
    Proto event(const Event& e) {
        Proto out;
        out.number(1, eventId(e.name));
        if (e.offsetPs) out.number(2, static_cast<std::uint64_t>(e.offsetPs));
        if (e.durationPs) out.number(3, static_cast<std::uint64_t>(e.durationPs));
        for (const auto& s : e.stats) out.message(4, stat(s));
        return out;
    }
    Proto stat(const std::pair<std::string, Value>& s) {
        Proto out;
        out.number(1, statId(s.first));
        if (const auto* i = std::get_if<std::int64_t>(&s.second)) out.number(4, static_cast<std::uint64_t>(*i));
        if (const auto* u = std::get_if<std::uint64_t>(&s.second)) out.number(3, *u);
        if (const auto* d = std::get_if<double>(&s.second)) out.real(2, *d);
        if (const auto* t = std::get_if<std::string>(&s.second)) out.bytes(5, *t);
        if (const auto* r = std::get_if<Ref>(&s.second)) out.number(7, statId(r->text));
        return out;
    }
    Proto proto() {
        Proto out;
        if (m_id) out.number(1, m_id);
        out.bytes(2, m_name);
        for (const Proto& l : m_lines) out.message(3, l);
        for (const auto& [name, id] : m_events) {
            Proto names;
            names.number(1, id).bytes(2, name);
            if (const auto facts = m_facts.find(name); facts != m_facts.end()) {
                if (!facts->second.shownName.empty()) names.bytes(4, facts->second.shownName);
                for (const auto& s : facts->second.stats) names.message(5, stat(s));
            }
            out.message(4, Proto().number(1, id).message(2, names));
        }
        for (const auto& [name, id] : m_statNames)
            out.message(5, Proto().number(1, id).message(2, Proto().number(1, id).bytes(2, name)));
        for (const auto& [field, entry] : m_entries) out.message(field, entry);
        for (const Proto& s : m_stats) out.message(6, s);
        return out;
    }

private:
    std::uint64_t eventId(const std::string& name) {
        return m_events.try_emplace(name, m_events.size() + 1).first->second;
    }
    std::uint64_t statId(const std::string& name) {
        return m_statNames.try_emplace(name, m_statNames.size() + 1).first->second;
    }

    std::string m_name;
    std::uint64_t m_id;
    std::vector<Proto> m_lines, m_stats;
    std::vector<std::pair<std::uint32_t, Proto>> m_entries;
    std::map<std::string, std::uint64_t> m_events, m_statNames;
    std::map<std::string, NameFacts> m_facts;
};

inline std::string space(std::vector<Plane> planes, std::string_view host = "node1") {
    Proto out;
    for (Plane& p : planes) out.message(1, p.proto());
    if (!host.empty()) out.bytes(4, host);
    return out.str();
}

/// A program of XLA with one instruction per name, each with its path and the stack of functions that it comes from.
struct Instruction {
    std::string name, path;
    std::uint64_t frame = 0;
};
inline Plane programs(std::uint64_t id, const std::string& name, const std::vector<Instruction>& instructions) {
    Proto computation;
    computation.bytes(1, "main");
    for (const Instruction& i : instructions) {
        Proto origin;
        origin.bytes(2, i.path).bytes(3, "/src/model.py").number(4, 7);
        if (i.frame) origin.number(15, i.frame);
        computation.message(2, Proto().bytes(1, i.name).bytes(2, "fusion").message(7, origin));
    }
    const auto place = [](std::uint64_t function, std::uint64_t line) {
        return Proto().number(1, 1).number(2, function).number(3, line);
    };
    Proto stacks;
    stacks.bytes(1, "/src/model.py")
        .bytes(2, "main")
        .bytes(2, "layer")
        .message(3, place(1, 90))
        .message(3, place(2, 42));
    stacks.message(4, Proto().number(1, 1)).message(4, Proto().number(1, 2).number(2, 1));
    const Proto hlo =
        Proto().message(1, Proto().bytes(1, name).message(3, computation).number(5, id).message(17, stacks));
    Proto names = Proto().number(1, id).bytes(2, name + "(" + std::to_string(id) + ")");
    names.message(5, Proto().number(1, 1).bytes(6, hlo.str()));
    return Plane("/host:metadata").entry(4, Proto().number(1, id).message(2, names));
}

/// A step of two instructions on a GPU: a kernel and a collective of CUDA, their calls, a copy, and a step's
/// annotation. Times are in ns from 100 000 on.
inline std::vector<Plane> training() {
    constexpr std::int64_t kNs = 1000, kBegin = 100'000;
    const auto work = [](std::uint64_t correlation, const std::string& op) {
        return Stats{{"correlation_id", correlation},
                     {"context_id", std::string("$$1")},
                     {"hlo_op", Ref{op}},
                     {"hlo_module", Ref{"jit_step"}},
                     {"program_id", std::int64_t{7}}};
    };
    Stats fusion = work(10, "fusion.12"), gather = work(11, "all-gather.3");
    fusion.push_back(
        {"kernel_details", Ref{"regs:32 static_shared:16 dynamic_shared:0 grid:96,2,1 block:128,1,1 occ_pct:62.5"}});
    gather.push_back(
        {"kernel_details", Ref{"regs:96 static_shared:0 dynamic_shared:0 grid:8,1,1 block:512,1,1 occ_pct:100"}});
    const Stats copy{{"correlation_id", std::uint64_t{12}},
                     {"memcpy_details", Ref{"kind_src:device kind_dst:pinned size:4096 dest:0 async:1"}}};
    Plane gpu("/device:GPU:0");
    gpu.line({118,
              "Stream #118(MemcpyD2H,Compute)",
              kBegin,
              {{"loop_fusion", 100 * kNs, 400 * kNs, fusion}, {"MemcpyD2H", 650 * kNs, 50 * kNs, copy}}});
    gpu.line(
        {122, "Stream #122(Compute)", kBegin, {{"ncclDevKernel_AllGather_RING_LL", 300 * kNs, 300 * kNs, gather}}});
    gpu.line({5, "Steps", kBegin, {{"3", 0, 900 * kNs}}});
    gpu.line({6, "XLA Ops", kBegin, {{"fusion.12", 100 * kNs, 400 * kNs}}});
    gpu.stat("gpu_device_name", std::string("NVIDIA H100")).stat("core_count", std::int64_t{132});
    const auto call = [](std::uint64_t correlation) { return Stats{{"correlation_id", correlation}}; };
    Plane host("/host:CPU");
    host.line({4242,
               "Host Threads/4242",
               kBegin,
               {{"cuLaunchKernelEx", 10 * kNs, 20 * kNs, call(10)},
                {"cuLaunchKernel", 40 * kNs, 10 * kNs, call(11)},
                {"cuMemcpyDtoHAsync_v2", 60 * kNs, 5 * kNs, call(12)}}});
    host.line({4242, "python", kBegin, {{"train", 0, 200 * kNs, {{"step_num", std::int64_t{3}}}}}});
    Plane environment("Task Environment");
    environment.stat("profile_start_time", std::uint64_t{1'700'000'000'000'000'000});
    return {programs(7, "jit_step",
                     {{"fusion.12", "jit(step)/layer0/mlp/dot_general", 2}, {"all-gather.3", "jit(step)/all_gather"}}),
            gpu, host, environment};
}

}  // namespace xspace
