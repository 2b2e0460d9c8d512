// SPDX-License-Identifier: GPL-3.0-or-later
// Traces of PyTorch against the definitions that HolisticTraceAnalysis published, computed here from the text of the
// files alone: temporal breakdown (the union of all work, of computation, of communication), idle intervals of a stream
// by their reason, queue length.
#include <fmt/format.h>
#include <simdjson.h>
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <optional>
#include <set>

#include "importers/common/text_source.h"
#include "model/reports/report.h"
#include "tests/kit/opened.h"
#include "tests/kit/samples.h"

namespace {

namespace fs = std::filesystem;
using model::TimeNs;
using model::reports::Cell;
using model::reports::Table;

struct Gpu {
    TimeNs begin, end;
    std::int64_t device, stream, correlation;
    std::string name;
    /// HTA goes by the names of NCCL; one trace has all-reduces of PyTorch's symmetric memory, which it takes for
    /// computation.
    bool isComm() const {
        return name.starts_with("nccl") || name.starts_with("rccl") ||
               name.find("::multimem_all_reduce_kernel<") != name.npos;
    }
    bool isMemory() const {
        return name.starts_with("Mem") || name.starts_with("Copy") || name.starts_with("FillBuffer") ||
               name.starts_with("hipMem");
    }
};
struct Call {
    TimeNs begin;
    std::int64_t pid;
};

struct Trace {
    std::vector<Gpu> work;
    std::map<std::int64_t, Call> calls;  // by correlation
    std::size_t repeated = 0;            // correlations with several calls: no definition says which counts
};

/// µs as they are written → ns, exactly.
TimeNs ns(std::string_view text) {
    TimeNs out = 0;
    int decimals = -1;
    for (const char c : text) {
        if (c == '.') decimals = 0;
        else if (c >= '0' && c <= '9' && decimals < 3) out = out * 10 + (c - '0'), decimals += decimals >= 0;
        else if (c < '0' || c > '9') break;
    }
    for (decimals = std::max(decimals, 0); decimals < 3; ++decimals) out *= 10;
    return out;
}

std::optional<Trace> read(const fs::path& path) {
    auto source = importers::TextSource::open(path);
    if (!source) return {};
    std::string text, block(1 << 20, '\0');
    while (const std::size_t n = source->read(block.data(), block.size())) text.append(block, 0, n);
    simdjson::ondemand::parser parser;
    const simdjson::padded_string padded(text);
    Trace out;
    auto document = parser.iterate(padded);
    for (auto value : document["traceEvents"].get_array()) {
        auto event = value.get_object();
        std::string ph, cat, name, ts, dur;
        std::int64_t pid = 0, device = -1, stream = -1, correlation = 0;
        for (auto field : event) {
            const std::string key(std::string_view(field.unescaped_key()));
            auto v = field.value();
            const auto word = [&] { return std::string(std::string_view(v.get_string())); };
            if (key == "ph") ph = word();
            else if (key == "cat") cat = word();
            else if (key == "name") name = word();
            else if (key == "ts") ts = std::string_view(v.raw_json_token());
            else if (key == "dur") dur = std::string_view(v.raw_json_token());
            else if (key == "pid" && v.type() == simdjson::ondemand::json_type::number) pid = v.get_int64().value();
            else if (key == "args" && v.type() == simdjson::ondemand::json_type::object) {
                for (auto arg : v.get_object()) {
                    const std::string k(std::string_view(arg.unescaped_key()));
                    auto a = arg.value();
                    if (a.type() != simdjson::ondemand::json_type::number) continue;
                    if (k == "device") device = a.get_int64().value();
                    else if (k == "stream") stream = a.get_int64().value();
                    else if (k == "correlation") correlation = a.get_int64().value();
                }
            }
        }
        if (ph != "X") continue;
        if (cat == "kernel" || cat == "gpu_memcpy" || cat == "gpu_memset")
            out.work.push_back({ns(ts), ns(ts) + ns(dur), device, stream, correlation, name});
        if ((cat == "cuda_runtime" || cat == "cuda_driver") && correlation > 0)
            out.repeated += !out.calls.emplace(correlation, Call{ns(ts), pid}).second;
    }
    return out;
}

TimeNs unionOf(std::vector<std::pair<TimeNs, TimeNs>> list) {
    std::sort(list.begin(), list.end());
    TimeNs sum = 0, until = INT64_MIN;
    for (const auto& [begin, end] : list) {
        if (end > std::max(begin, until)) sum += end - std::max(begin, until);
        until = std::max(until, end);
    }
    return sum;
}

std::int64_t whole(const Cell& c) { return std::holds_alternative<std::int64_t>(c) ? std::get<std::int64_t>(c) : -1; }

/// Our traces, and those of other people where they are.
std::vector<fs::path> traces() {
    std::vector<fs::path> out;
    const char* shared = std::getenv("SIGHTLINE_SHARED");
    for (const fs::path& folder : {sample("h100/kineto"), fs::path(shared ? shared : "") / "samples" / "kineto"}) {
        if (!fs::exists(folder)) continue;
        for (const auto& entry : fs::directory_iterator(folder))
            if (entry.path().filename().string().find(".json") != std::string::npos) out.push_back(entry.path());
    }
    return out;
}

/// How many of them must have been compared.
int least() { return traces().size() > 5 ? 15 : 5; }

/// Calls use(name, file's content, report) for each sample that has GPU work on numbered devices.
template <class F>
int forSamples(F&& use) {
    int used = 0;
    for (const fs::path& path : traces()) {
        const std::string name = path.filename().string();
        std::optional<Trace> trace;
        try {
            trace = read(path);
        } catch (const simdjson::simdjson_error&) {
            continue;  // a file that only a forgiving reader reads
        }
        if (!trace || trace->work.empty() || trace->repeated) continue;
        if (std::any_of(trace->work.begin(), trace->work.end(),
                        [](const Gpu& g) { return g.device < 0 || g.stream < 0; }))
            continue;
        const Opened o(path);
        CHECK(o.result.has_value());
        use(name, *trace, o);
        ++used;
    }
    return used;
}

Table make(const Opened& o, const char* report) {
    model::TimeRange all = o.s->range();
    ++all.end;
    return model::reports::find(report)->make({*o.s, all});
}

}  // namespace

TEST("The time of a GPU divides into idle, computation and the rest as HolisticTraceAnalysis defines it") {
    const int used = forSamples([](const std::string& name, const Trace& trace, const Opened& o) {
        std::map<std::int64_t, std::array<std::vector<std::pair<TimeNs, TimeNs>>, 3>>
            byDevice;  // all, computation, communication
        for (const Gpu& g : trace.work) {
            auto& lists = byDevice[g.device];
            lists[0].emplace_back(g.begin, g.end);
            if (!g.isComm() && !g.isMemory()) lists[1].emplace_back(g.begin, g.end);
            if (g.isComm()) lists[2].emplace_back(g.begin, g.end);
        }
        const Table t = make(o, "gpu_breakdown");
        CHECK_EQ(t.rows, byDevice.size());
        std::size_t row = 0;
        for (auto& [device, lists] : byDevice) {
            TimeNs first = INT64_MAX, last = INT64_MIN;
            for (const auto& [begin, end] : lists[0]) first = std::min(first, begin), last = std::max(last, end);
            const TimeNs busy = unionOf(lists[0]), compute = unionOf(lists[1]), communication = unionOf(lists[2]);
            auto both = lists[1];
            both.insert(both.end(), lists[2].begin(), lists[2].end());
            const TimeNs overlap = compute + communication - unionOf(both);
            const auto c = [&](std::size_t column) { return whole(t.cell(row, column)); };
            const bool same = c(2) == last - first && c(3) + c(7) == compute && c(5) + c(7) == communication &&
                              c(7) == overlap && c(11) == last - first - busy && c(5) + c(9) == busy - compute;
            if (!same)
                check::fail(
                    __FILE__, __LINE__,
                    fmt::format(
                        "{} device {}: time {} {}, compute {} {}, communication {} {}, overlap {} {}, idle {} {}", name,
                        device, c(2), last - first, c(3) + c(7), compute, c(5) + c(7), communication, c(7), overlap,
                        c(11), last - first - busy)
                        .c_str());
            ++row;
        }
    });
    CHECK(used >= least());
}

TEST("Idle intervals of a stream have the reasons that HolisticTraceAnalysis gives them") {
    const int used = forSamples([](const std::string& name, const Trace& trace, const Opened& o) {
        std::map<std::pair<std::int64_t, std::int64_t>, std::vector<Gpu>> streams;
        for (const Gpu& g : trace.work) streams[{g.device, g.stream}].push_back(g);
        std::array<TimeNs, 3> theirs{}, ours{};  // host wait, kernel wait, other
        for (auto& [id, work] : streams) {
            std::stable_sort(work.begin(), work.end(), [](const Gpu& a, const Gpu& b) { return a.begin < b.begin; });
            TimeNs until = work.front().end;
            for (std::size_t i = 1; i < work.size(); ++i) {
                if (const TimeNs gap = work[i].begin - until; gap > 0) {
                    const auto call = trace.calls.find(work[i].correlation);
                    theirs[call != trace.calls.end() && call->second.begin > until ? 0 : gap < 30 ? 1 : 2] += gap;
                }
                until = std::max(until, work[i].end);
            }
        }
        const Table t = make(o, "idle_breakdown");
        for (std::size_t r = 0; r < t.rows; ++r) {
            ours[0] += whole(t.cell(r, 4)) +
                       whole(t.cell(r, 8));  // Sightline tells late hosts from those that wait for the GPU
            ours[1] += whole(t.cell(r, 6));
            ours[2] += whole(t.cell(r, 10));
        }
        if (ours != theirs)
            check::fail(__FILE__, __LINE__,
                        fmt::format("{}: {} {} {} != {} {} {}", name, ours[0], ours[1], ours[2], theirs[0], theirs[1],
                                    theirs[2])
                            .c_str());
    });
    CHECK(used >= least());
}

TEST("Queues are as long as work was launched and had not begun") {
    const int used = forSamples([](const std::string& name, const Trace& trace, const Opened& o) {
        std::map<std::pair<std::int64_t, std::int64_t>, std::vector<std::pair<TimeNs, int>>> steps;
        std::int64_t launches = 0, latency = 0;
        for (const Gpu& g : trace.work) {
            const auto call = trace.calls.find(g.correlation);
            if (call == trace.calls.end()) continue;
            steps[{g.device, g.stream}].emplace_back(call->second.begin, 1);
            steps[{g.device, g.stream}].emplace_back(g.begin, -1);
            ++launches;
            latency += g.begin - call->second.begin;
        }
        std::multiset<std::int64_t> theirs, ours;
        for (auto& [id, list] : steps) {
            std::sort(list.begin(), list.end());
            std::int64_t depth = 0, most = 0;
            for (const auto& [at, step] : list) most = std::max(most, depth += step);
            theirs.insert(most);
        }
        const Table t = make(o, "launch_latency");
        std::int64_t count = 0;
        double sum = 0;
        for (std::size_t r = 0; r < t.rows; ++r) {
            ours.insert(whole(t.cell(r, 11)));
            count += whole(t.cell(r, 4));
            sum += std::get<double>(t.cell(r, 5)) * static_cast<double>(whole(t.cell(r, 4)));
        }
        if (ours != theirs || count != launches ||
            std::abs(sum - static_cast<double>(latency)) > 1e-9 * std::abs(sum) + 1)
            check::fail(
                __FILE__, __LINE__,
                fmt::format("{}: {} launches of {}, latencies {} of {}", name, count, launches, sum, latency).c_str());
    });
    CHECK(used >= least());
}
