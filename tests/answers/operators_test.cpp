// SPDX-License-Identifier: GPL-3.0-or-later
// Operators, modules and memory: by hand, and real traces against another way to compute the same.
#include <fmt/format.h>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <set>

#include "model/base/messages.h"
#include "model/reports/report.h"
#include "tests/kit/opened.h"

namespace {

namespace fs = std::filesystem;
using model::TimeNs;
using model::TimeRange;
using model::TrackKind;
using model::reports::Cell;
using model::reports::Table;

std::int64_t whole(const Cell& c) { return std::holds_alternative<std::int64_t>(c) ? std::get<std::int64_t>(c) : -1; }
std::string text(const Cell& c) { return std::holds_alternative<std::string>(c) ? std::get<std::string>(c) : ""; }
bool isEmpty(const Cell& c) { return std::holds_alternative<std::monostate>(c); }

Table make(const model::SnapshotPtr& s, const char* report, TimeRange range = {model::kTimeMin, model::kTimeMax},
           std::int64_t limit = 0) {
    return model::reports::find(report)->make({*s, range, {}, limit, {}});
}

// Columns: those of op_sum; the others have one more text behind the name.
constexpr std::size_t kName = 0, kMore = 1, kSelfCpu = 2, kCpu = 4, kSelfDevice = 7, kDevice = 8, kAvgCpu = 5,
                      kAvgDevice = 9, kCalls = 10, kSelfHostMem = 11, kSelfDeviceMem = 13, kDeviceMem = 14, kKind = 15;

std::size_t rowNamed(const Table& t, const std::string& name, const std::string& more = {}) {
    for (std::size_t r = 0; r < t.rows; ++r)
        if (text(t.cell(r, kName)) == name && (more.empty() || text(t.cell(r, kMore)) == more)) return r;
    check::fail(__FILE__, __LINE__, "no row " + name + " " + more);
    return 0;
}

/// A step of PyTorch in which an operator calls itself and a kernel is launched three deep, and what it allocates. µs.
constexpr std::string_view kRun = R"json({"traceEvents":[
    {"ph":"X","cat":"user_annotation","name":"ProfilerStep#3","pid":1,"tid":1,"ts":0,"dur":100},
    {"ph":"X","cat":"user_annotation","name":"ProfilerStep#4","pid":1,"tid":1,"ts":100,"dur":50},
    {"ph":"X","cat":"python_function","name":"train.py(3): step","pid":1,"tid":1,"ts":2,"dur":96,"args":{"Python id":1}},
    {"ph":"X","cat":"python_function","name":"nn.Module: Net_0","pid":1,"tid":1,"ts":5,"dur":80,"args":{"Python id":2}},
    {"ph":"X","cat":"python_function","name":"nn.Module: Linear_0","pid":1,"tid":1,"ts":8,"dur":60,"args":{"Python id":3}},
    {"ph":"X","cat":"cpu_op","name":"aten::linear","pid":1,"tid":1,"ts":10,"dur":50,"args":{"External id":1,"Input Dims":[[2, 3], [3, 4]]}},
    {"ph":"X","cat":"cpu_op","name":"aten::linear","pid":1,"tid":1,"ts":20,"dur":30,"args":{"External id":2,"Input Dims":[[5]]}},
    {"ph":"X","cat":"cpu_op","name":"aten::mm","pid":1,"tid":1,"ts":25,"dur":20,"args":{"External id":3,"Input Dims":[[2, 3], [3, 4]]}},
    {"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":30,"dur":5,"args":{"correlation":7,"External id":3}},
    {"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":40,"dur":200,"args":{"device":0,"stream":7,"correlation":7,"External id":3}},
    {"ph":"X","cat":"cuda_runtime","name":"cudaMemsetAsync","pid":1,"tid":1,"ts":55,"dur":3,"args":{"correlation":8}},
    {"ph":"X","cat":"gpu_memset","name":"Memset","pid":0,"tid":7,"ts":300,"dur":10,"args":{"device":0,"stream":7,"correlation":8}},
    {"ph":"X","cat":"kernel","name":"orphan","pid":0,"tid":7,"ts":400,"dur":1,"args":{"device":0,"stream":7,"correlation":99,"External id":1}},
    {"ph":"X","cat":"cpu_op","name":"aten::mm","pid":1,"tid":1,"ts":110,"dur":10,"args":{"External id":4,"Input Dims":[[9]]}},
    {"ph":"i","s":"t","name":"[memory]","pid":1,"tid":1,"ts":5,"args":{"Device Type":1,"Device Id":0,"Addr":16,"Bytes":-100,"Total Allocated":900,"Total Reserved":2000}},
    {"ph":"i","s":"t","name":"[memory]","pid":1,"tid":1,"ts":26,"args":{"Device Type":1,"Device Id":0,"Addr":32,"Bytes":512,"Total Allocated":1412,"Total Reserved":2000}},
    {"ph":"i","s":"t","name":"[memory]","pid":1,"tid":1,"ts":52,"args":{"Device Type":1,"Device Id":0,"Addr":64,"Bytes":256,"Total Allocated":1668,"Total Reserved":2000}},
    {"ph":"i","s":"t","name":"[memory]","pid":1,"tid":1,"ts":53,"args":{"Device Type":0,"Device Id":-1,"Addr":64,"Bytes":8,"Total Allocated":0,"Total Reserved":0}},
    {"ph":"i","s":"t","name":"[memory]","pid":1,"tid":1,"ts":115,"args":{"Device Type":1,"Device Id":0,"Addr":32,"Bytes":-512,"Total Allocated":1156,"Total Reserved":2000}}]})json";

struct File {
    ScratchFile file;
    Opened o;
    File() : file(kRun, ".json"), o(file.path()) {}
};

}  // namespace

TEST("Operators have their own and total times, and one that calls itself counts once in total, calls and mean") {
    const File f;
    const Table t = make(f.o.s, "op_sum");
    const auto is = [&](const char* name, const char* kind, std::array<std::int64_t, 5> us) {
        const std::size_t r = rowNamed(t, name);
        CHECK_EQ(text(t.cell(r, kKind)), kind);
        const std::array<std::int64_t, 5> found{whole(t.cell(r, kCalls)), whole(t.cell(r, kSelfCpu)) / 1000,
                                                whole(t.cell(r, kCpu)) / 1000, whole(t.cell(r, kSelfDevice)) / 1000,
                                                whole(t.cell(r, kDevice)) / 1000};
        for (std::size_t i = 0; i < 5; ++i)
            if (found[i] != us[i])
                check::fail(__FILE__, __LINE__, fmt::format("{} {}: {} != {}", name, i, found[i], us[i]));
    };
    CHECK_EQ(t.rows, 5u);
    //                                        calls self total self device, total device
    is("ProfilerStep*", "Annotation", {2, 100 - 50 + 50 - 10, 150, 0, 211});
    is("aten::linear", "Operator",
       {1, (50 - 30 - 3) + (30 - 20), 50, 11, 211});  // the memset, and the orphan by its External id
    is("aten::mm", "Operator", {2, 15 + 10, 30, 200, 200});
    is("cudaLaunchKernel", "CUDA API", {1, 5, 5, 0, 0});
    is("cudaMemsetAsync", "CUDA API", {1, 3, 3, 0, 0});
    const std::size_t linear = rowNamed(t, "aten::linear"), mm = rowNamed(t, "aten::mm");
    CHECK_EQ(std::get<double>(t.cell(linear, kAvgCpu)), 50e3);
    CHECK_EQ(std::get<double>(t.cell(linear, kAvgDevice)), 211e3);
    CHECK_EQ(whole(t.cell(linear, kSelfDeviceMem)), 256);
    CHECK_EQ(whole(t.cell(linear, kDeviceMem)), 256 + 512);
    CHECK_EQ(whole(t.cell(linear, kSelfHostMem)), 8);
    CHECK_EQ(whole(t.cell(mm, kSelfDeviceMem)), 0);  // 512 taken, 512 given back
    CHECK_EQ(t.evidence(mm).events.size(), 2u);
    // Of a part of the time: what overlaps it counts whole.
    const Table part = make(f.o.s, "op_sum", {58'500, 59'000});
    CHECK_EQ(part.rows, 2u);
    CHECK_EQ(whole(part.cell(rowNamed(part, "aten::linear"), kSelfCpu)), 17'000);
    CHECK_EQ(whole(part.cell(rowNamed(part, "aten::linear"), kDevice)), 211'000);
}

TEST("Operators are told apart by shape and by stack, modules by their place") {
    const File f;
    const Table shapes = make(f.o.s, "op_shape_sum");
    CHECK_EQ(shapes.rows, 5u);
    CHECK_EQ(whole(shapes.cell(rowNamed(shapes, "aten::linear", "[[2, 3], [3, 4]]"), kCpu + 1)), 50'000);
    CHECK_EQ(whole(shapes.cell(rowNamed(shapes, "aten::linear", "[[5]]"), kCpu + 1)), 30'000);
    CHECK_EQ(whole(shapes.cell(rowNamed(shapes, "aten::mm", "[[9]]"), kCalls + 1)), 1);
    const Table stacks = make(f.o.s, "op_stack_sum", {model::kTimeMin, model::kTimeMax}, 2);
    // Shares are of what calls did, too: with them the rows add up to less than everything, and the outermost to no
    // more.
    double self = 0;
    for (std::size_t r = 0; r < stacks.rows; ++r) {
        self += std::get<double>(stacks.cell(r, kSelfCpu));
        CHECK(std::get<double>(stacks.cell(r, kCpu)) <= 100.0);
    }
    CHECK(self > 90 && self < 100);
    CHECK_EQ(whole(stacks.cell(rowNamed(stacks, "aten::linear", "nn.Module: Linear_0; nn.Module: Net_0"), kCalls + 1)),
             1);
    const Table modules = make(f.o.s, "op_module_sum");
    CHECK_EQ(modules.rows, 2u);
    const std::size_t net = rowNamed(modules, "nn.Module: Net_0", "Net_0"),
                      linear = rowNamed(modules, "nn.Module: Linear_0", "Net_0 / Linear_0");
    CHECK_EQ(whole(modules.cell(net, kSelfCpu + 1)), 20'000);
    CHECK_EQ(whole(modules.cell(net, kCpu + 1)), 80'000);
    CHECK_EQ(whole(modules.cell(net, kDevice + 1)), 210'000);
    CHECK_EQ(whole(modules.cell(linear, kSelfDevice + 1)), 210'000);
    CHECK_EQ(whole(modules.cell(linear, kSelfDeviceMem + 1)), 768);
}

TEST("At its peak memory is held by what was taken and not given back; the rest was there before") {
    const File f;
    const Table t = make(f.o.s, "memory_peak");
    CHECK_EQ(t.rows, 3u);  // the CPU's, and of the GPU's what the module holds and what was there before
    std::map<std::string, std::size_t> gpu;
    for (std::size_t r = 0; r < t.rows; ++r)
        if (text(t.cell(r, 0)) != "CPU") gpu[text(t.cell(r, 7))] = r;
    CHECK_EQ(gpu.size(), 2u);
    const std::size_t held = gpu.at("Linear_0 / aten::linear"), before = gpu.at("(allocated before)");
    CHECK_EQ(whole(t.cell(held, 2)), 1668);
    CHECK_EQ(whole(t.cell(held, 3)), 52'000);
    CHECK_EQ(whole(t.cell(held, 4)), 768);
    CHECK_EQ(whole(t.cell(held, 6)), 2);
    CHECK_EQ(whole(t.cell(before, 4)), 900);
    CHECK_EQ(t.evidence(held).events.size(), 2u);

    const Table events = make(f.o.s, "memory_events");
    CHECK_EQ(events.rows, 5u);
    CHECK_EQ(whole(events.cell(0, 1)), -100);
    CHECK(isEmpty(events.cell(0, 2)));
    CHECK_EQ(text(events.cell(0, 8)), "Net_0");
    CHECK_EQ(whole(events.cell(1, 2)), 115'000 - 26'000);
    CHECK_EQ(whole(events.cell(1, 3)), 1412);
    CHECK_EQ(text(events.cell(1, 5)), "0x20");
    CHECK_EQ(text(events.cell(1, 8)), "Linear_0 / aten::linear");
    CHECK(isEmpty(events.cell(2, 2)));  // of the GPU; the CPU's memory has the same address
    CHECK_EQ(text(events.cell(4, 8)), "aten::mm");
}

TEST("Reports without operators, stacks, modules or allocations say so") {
    const auto s = model::EventStore::create()->publish(true);
    for (const char* report :
         {"op_sum", "op_shape_sum", "op_stack_sum", "op_module_sum", "memory_peak", "memory_events"}) {
        const Table t = make(s, report);
        CHECK_EQ(t.rows, 0u);
        CHECK(english(t.why).ends_with("."));
    }
    const ScratchFile file(R"json([{"ph":"X","cat":"cpu_op","name":"aten::mm","pid":1,"tid":1,"ts":0,"dur":1}])json",
                           ".json");
    const Opened o(file.path());
    CHECK_EQ(make(o.s, "op_sum").rows, 1u);
    CHECK(isEmpty(make(o.s, "op_sum").cell(0, kSelfDevice)) && isEmpty(make(o.s, "op_sum").cell(0, kSelfHostMem)));
    CHECK(make(o.s, "op_stack_sum").why == model::MessageCode::NoStacks);
    CHECK(make(o.s, "op_module_sum").why == model::MessageCode::NoModules);
}

namespace {

struct Sums {
    std::int64_t calls = 0, self = 0, total = 0;
};

std::string keyOf(const Opened::Found& f) {
    return f.name.starts_with("ProfilerStep#") ? "ProfilerStep*" : std::string(f.name);
}

/// The same by going through the borders of all events of a thread: between two of them the time is that of the event
/// that began last, and of every name that is open. False where events overlap partially: then there is no right
/// answer.
bool byBorders(const Opened& o, std::map<std::string, Sums>& out) {
    std::map<std::pair<std::int64_t, std::int64_t>, std::vector<Opened::Found>> threads;
    for (const TrackKind kind : {TrackKind::Annotations, TrackKind::Operators, TrackKind::CudaApi})
        for (const Opened::Found& f : o.events(kind)) threads[{f.track->key.pid, f.track->key.tid}].push_back(f);
    for (auto& [thread, list] : threads) {
        std::vector<std::pair<TimeNs, std::pair<bool, std::size_t>>> borders;  // ends before begins
        for (std::size_t i = 0; i < list.size(); ++i) {
            if (list[i].event.duration() == 0) continue;
            borders.push_back({list[i].event.start, {true, i}});
            borders.push_back({list[i].event.end, {false, i}});
        }
        std::sort(borders.begin(), borders.end(), [&list = list](const auto& a, const auto& b) {
            if (a.first != b.first) return a.first < b.first;
            if (a.second.first != b.second.first) return !a.second.first;
            const TimeNs x = list[a.second.second].event.end, y = list[b.second.second].event.end;
            if (x != y) return x > y;  // of those that begin together the longest is outside
            return a.second.first ? a.second.second < b.second.second : a.second.second > b.second.second;
        });
        std::vector<std::size_t> open;
        std::map<std::string, int> names;
        std::map<std::string, std::vector<model::TimeRange>> outermost;
        TimeNs until = 0;
        for (const auto& [t, border] : borders) {
            if (!open.empty()) out[keyOf(list[open.back()])].self += t - until;
            for (const auto& [name, n] : names)
                if (n > 0) out[name].total += t - until;
            until = t;
            if (border.first) {
                open.push_back(border.second);
                const Opened::Found& f = list[border.second];
                if (names[keyOf(f)]++ == 0) outermost[keyOf(f)].push_back({f.event.start, f.event.end});
            } else {
                if (open.back() != border.second && list[open.back()].event.end != t) return false;
                std::erase(open, border.second);
                --names[keyOf(list[border.second])];
            }
        }
        for (const auto& [name, ranges] : outermost) out[name].calls += static_cast<std::int64_t>(ranges.size());
        for (const Opened::Found& f : list) {
            if (f.event.duration() > 0) continue;
            const auto& around = outermost[keyOf(f)];
            const TimeNs t = f.event.start;
            out[keyOf(f)].calls += std::none_of(around.begin(), around.end(),
                                                [&](model::TimeRange r) { return r.begin <= t && t < r.end; });
        }
    }
    return true;
}

/// Device time of operators with what is inside, by the profiler's own word: the External id of the work names an
/// operator, and whatever holds that one has the time, too. False where an id is that of an operator which does not
/// hold the call: some old exports write the correlation there.
bool deviceTimes(const Opened& o, std::map<std::string, std::int64_t>& out) {
    const auto ops = o.events(TrackKind::Operators);
    std::map<std::int64_t, const Opened::Found*> byId;
    std::map<std::int64_t, Opened::Found> calls;
    for (const Opened::Found& f : ops)
        if (f.event.correlation) byId[f.event.correlation] = &f;
    for (const Opened::Found& f : o.events(TrackKind::CudaApi)) calls.emplace(f.event.correlation, f);
    for (const TrackKind kind : {TrackKind::StreamKernels, TrackKind::StreamMemory})
        for (const Opened::Found& work : o.events(kind)) {
            const auto call = calls.find(work.event.correlation);
            const auto op = byId.find(o.arg(work.event, "External id"));
            if (op == byId.end()) return false;
            const Opened::Found& inner = *op->second;
            if (call == calls.end() || call->second.track->key.tid != inner.track->key.tid ||
                call->second.event.start < inner.event.start || call->second.event.start >= inner.event.end)
                return false;
            std::set<std::string_view> names;
            for (const Opened::Found& f : ops) {
                if (f.event.start > inner.event.start) break;
                if (f.track->key.tid == inner.track->key.tid && f.event.end >= inner.event.end) names.insert(f.name);
            }
            for (const std::string_view name : names) out[std::string(name)] += work.event.duration();
        }
    return true;
}

std::vector<fs::path> traces() {
    std::vector<fs::path> out;
    const char* shared = std::getenv("SIGHTLINE_SHARED");
    const char* samples = std::getenv("SIGHTLINE_SAMPLES");
    std::vector<fs::path> folders;
    if (shared) folders.push_back(fs::path(shared) / "samples" / "kineto");
    if (samples) folders.push_back(fs::path(samples) / "h100" / "kineto");
    for (const fs::path& folder : folders)
        if (fs::exists(folder))
            for (const auto& entry : fs::directory_iterator(folder))
                if (entry.path().filename().string().find(".json") != std::string::npos) out.push_back(entry.path());
    return out;
}

}  // namespace

TEST("Operators of real traces have the times that another way gives") {
    const auto files = traces();
    if (files.empty()) SKIP("the sample traces are not here");
    int nested = 0, device = 0;
    for (const fs::path& file : files) {
        const Opened o(file);
        std::map<std::string, Sums> theirs;
        if (o.events(TrackKind::Operators).empty() || !byBorders(o, theirs)) continue;
        ++nested;
        const Table t = make(o.s, "op_sum");
        std::map<std::string, Sums> ours;
        std::map<std::string, std::int64_t> devices, theirDevices;
        for (std::size_t r = 0; r < t.rows; ++r) {
            Sums& s = ours[text(t.cell(r, kName))];
            s.calls += whole(t.cell(r, kCalls));
            s.self += whole(t.cell(r, kSelfCpu));
            s.total += whole(t.cell(r, kCpu));
            if (text(t.cell(r, kKind)) == "Operator" && whole(t.cell(r, kDevice)) > 0)
                devices[text(t.cell(r, kName))] = whole(t.cell(r, kDevice));
        }
        for (const auto& [name, s] : theirs) {
            const Sums& mine = ours[name];
            if (mine.calls != s.calls || mine.self != s.self || mine.total != s.total)
                check::fail(__FILE__, __LINE__,
                            fmt::format("{} {}: calls {} {}, self {} {}, total {} {}", file.filename().string(), name,
                                        mine.calls, s.calls, mine.self, s.self, mine.total, s.total));
        }
        if (!deviceTimes(o, theirDevices) || theirDevices.empty()) continue;
        ++device;
        for (const auto& [name, time] : theirDevices)
            if (devices[name] != time)
                check::fail(__FILE__, __LINE__,
                            fmt::format("{} {}: device {} {}", file.filename().string(), name, devices[name], time));
    }
    CHECK(nested >= 1);
    if (traces().size() > 10) CHECK(nested >= 5 && device >= 3);  // with those of other people
}
