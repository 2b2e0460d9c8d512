// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of statistics against the naive computation on random reports.
#include <fmt/format.h>
#include <array>
#include <cmath>
#include <map>
#include <random>
#include <set>

#include "model/base/messages.h"
#include "model/reports/report.h"
#include "model/store/packer.h"
#include "model/workload/summary.h"
#include "tests/kit/cells.h"
#include "tests/kit/check.h"

namespace {

using model::Event;
using model::TimeNs;
using model::TimeRange;
using model::TrackKind;
using model::reports::Table;
using namespace cells;

struct Call {
    Event call;
    std::int64_t tid;
};
struct Work {
    Event work;
    std::int64_t device, stream;
    bool kernel;
};
struct Range {
    Event range;
    std::int64_t tid;  // 0: of the process
};

constexpr const char* kCollective = "ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevKernelArgsStorage<4096ul>)";

/// A random program of two threads, two GPUs and nested ranges, as lists and as a store.
struct Program {
    std::vector<Call> calls;
    std::vector<Work> work;
    std::vector<Range> ranges;
    std::shared_ptr<model::EventStore> store = model::EventStore::create();
    model::SnapshotPtr s;

    explicit Program(std::uint64_t seed) {
        std::mt19937_64 r(seed);
        const auto name = [&](const char* stem, unsigned n) {
            return store->strings().intern(fmt::format("{}{}", stem, r() % n));
        };
        std::uint32_t correlation = 1;
        std::map<std::pair<std::int64_t, std::int64_t>, TimeNs> free;  // when a stream is free again
        for (const std::int64_t tid : {100, 101}) {
            TimeNs t = static_cast<TimeNs>(r() % 1000);
            std::vector<Event> open;
            for (int i = 0; i < 300; ++i) {
                t += static_cast<TimeNs>(r() % 50);
                if (r() % 4 == 0) open.push_back({t, 0, name("range", 5), 0, 0, 0});
                if (r() % 4 == 0 && !open.empty() && open.back().start < t) {
                    open.back().end = t;
                    ranges.push_back({open.back(), tid});
                    open.pop_back();
                }
                const TimeNs end = t + 1 + static_cast<TimeNs>(r() % 30);
                calls.push_back(
                    {{t, end, name(r() % 2 ? "cudaLaunchKernel_v700" : "cuLaunchKernel", 2), 0, correlation, 0}, tid});
                if (r() % 5) {
                    const std::int64_t device = static_cast<std::int64_t>(r() % 2),
                                       stream = 7 + static_cast<std::int64_t>(r() % 2);
                    TimeNs& at = free[{device, stream}];
                    at = std::max(at, t + static_cast<TimeNs>(r() % 200));
                    const TimeNs length = 1 + static_cast<TimeNs>(r() % 100);
                    const bool kernel = r() % 4 != 0;
                    const model::StringId what = !kernel   ? store->strings().intern("Memcpy HtoD")
                                                 : r() % 4 ? name("void gemm<", 3)
                                                           : store->strings().intern(kCollective);
                    work.push_back({{at, at + length, what, 0, correlation, 0}, device, stream, kernel});
                    at += length;
                }
                ++correlation;
                t = end;
            }
            for (; !open.empty(); open.pop_back()) {
                open.back().end = ++t;
                ranges.push_back({open.back(), tid});
            }
        }
        for (int i = 0; i < 20; ++i) {
            const TimeNs t = static_cast<TimeNs>(r() % 10'000);
            ranges.push_back({{t, t + 1 + static_cast<TimeNs>(r() % 3000), name("phase", 3), 0, 0, 0}, 0});
        }
        fill();
    }

    void put(TrackKind kind, model::TrackKey key, std::vector<Event> events) {
        key.pid = 1000;
        key.domain = 0;
        model::sortForLanes(events);
        model::Packer packer(*store, store->track(kind, key), model::trackKindInfo(kind).shape);
        for (const Event& e : events) packer.add(e);
    }

    void fill() {
        for (const std::int64_t tid : {100, 101}) {
            model::TrackKey key;
            key.tid = tid;
            std::vector<Event> api, nvtx;
            for (const Call& c : calls)
                if (c.tid == tid) api.push_back(c.call);
            for (const Range& n : ranges)
                if (n.tid == tid) nvtx.push_back(n.range);
            put(TrackKind::CudaApi, key, api);
            put(TrackKind::Nvtx, key, nvtx);
        }
        std::vector<Event> phases;
        for (const Range& n : ranges)
            if (n.tid == 0) phases.push_back(n.range);
        put(TrackKind::ProcessNvtx, {}, phases);
        for (const std::int64_t device : {0, 1})
            for (const std::int64_t stream : {7, 8})
                for (const bool kernel : {true, false}) {
                    model::TrackKey key;
                    key.device = device;
                    key.context = 1;
                    key.stream = stream;
                    std::vector<Event> events;
                    for (const Work& w : work)
                        if (w.device == device && w.stream == stream && w.kernel == kernel) events.push_back(w.work);
                    put(kernel ? TrackKind::StreamKernels : TrackKind::StreamMemory, key, events);
                }
        s = store->publish(true);
    }
    TimeRange all() const { return {s->range().begin, s->range().end + 1}; }
    Table make(const char* report, TimeRange range) const { return model::reports::find(report)->make({*s, range}); }
    std::string nameOf(const Event& e) const { return std::string(s->text(e.name)); }
};

bool overlaps(const Event& e, TimeRange r) {
    return e.start < r.end && (e.end > r.begin || (e.end == e.start && e.start >= r.begin));
}

struct Naive {
    std::vector<std::int64_t> values;
    double mean() const {
        double sum = 0;
        for (const std::int64_t v : values) sum += static_cast<double>(v);
        return sum / static_cast<double>(values.size());
    }
    double median() {
        std::sort(values.begin(), values.end());
        const std::size_t n = values.size();
        return (static_cast<double>(values[(n - 1) / 2]) + static_cast<double>(values[n / 2])) / 2;
    }
    double stddev() const {
        double sum = 0;
        for (const std::int64_t v : values)
            sum += (static_cast<double>(v) - mean()) * (static_cast<double>(v) - mean());
        return values.size() > 1 ? std::sqrt(sum / static_cast<double>(values.size() - 1)) : 0;
    }
};

/// Compares the eight columns of a summary with naive groups; labels are those of the last column.
void compare(const Table& t, std::map<std::string, Naive> naive, std::size_t label) {
    CHECK_EQ(t.rows, naive.size());
    double total = 0, share = 0;
    for (auto& [name, n] : naive)
        for (const std::int64_t v : n.values) total += static_cast<double>(v);
    for (std::size_t r = 0; r < t.rows; ++r) {
        const auto found = naive.find(text(t.cell(r, label)));
        CHECK(found != naive.end());
        if (found == naive.end()) continue;
        Naive& n = found->second;
        const double sum = n.mean() * static_cast<double>(n.values.size());
        CHECK(near(real(t.cell(r, 1)), sum));
        CHECK_EQ(whole(t.cell(r, 2)), static_cast<std::int64_t>(n.values.size()));
        CHECK(near(real(t.cell(r, 3)), n.mean()));
        CHECK(near(real(t.cell(r, 4)), n.median()));
        CHECK_EQ(whole(t.cell(r, 5)), *std::min_element(n.values.begin(), n.values.end()));
        CHECK_EQ(whole(t.cell(r, 6)), *std::max_element(n.values.begin(), n.values.end()));
        CHECK(near(real(t.cell(r, 7)), n.stddev()));
        CHECK(near(real(t.cell(r, 0)), 100 * sum / total));
        CHECK_EQ(t.evidence(r).events.size(), n.values.size());
        share += real(t.cell(r, 0));
    }
    CHECK(t.rows == 0 || near(share, 100));
}

}  // namespace

TEST("Summaries of kernels and calls equal the naive computation, in any range of time") {
    std::mt19937_64 r(1);
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
        const Program p(seed);
        const TimeNs length = p.all().length();
        for (const TimeRange range : {p.all(), TimeRange{static_cast<TimeNs>(r()) % length, length},
                                      TimeRange{length / 3, length / 3 + 1 + static_cast<TimeNs>(r() % 500)}}) {
            std::map<std::string, Naive> kernels, calls;
            for (const Work& w : p.work)
                if (w.kernel && overlaps(w.work, range)) kernels[p.nameOf(w.work)].values.push_back(w.work.duration());
            for (const Call& c : p.calls) {
                std::string name = p.nameOf(c.call);
                if (name.starts_with("cudaLaunchKernel")) name = "cudaLaunchKernel";  // without its version
                if (overlaps(c.call, range)) calls[name].values.push_back(c.call.duration());
            }
            compare(p.make("cuda_gpu_kern_sum", range), kernels, 8);
            compare(p.make("cuda_api_sum", range), calls, 8);
        }
    }
}

TEST("Launch, queue and execution times equal the naive computation") {
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
        const Program p(seed);
        const Table trace = p.make("cuda_kern_exec_trace", p.all());
        std::multiset<std::array<TimeNs, 4>> ours, naive;
        for (std::size_t r = 0; r < trace.rows; ++r) {
            const Cell queue = trace.cell(r, 3);
            ours.insert({whole(trace.cell(r, 1)), std::holds_alternative<std::monostate>(queue) ? 0 : whole(queue),
                         whole(trace.cell(r, 5)), whole(trace.cell(r, 6))});
        }
        TimeNs total = 0;
        for (const Work& w : p.work) {
            if (!w.kernel) continue;
            for (const Call& c : p.calls)
                if (c.call.correlation == w.work.correlation) {
                    const TimeNs all = std::max(c.call.end, w.work.end) - c.call.start;
                    naive.insert(
                        {c.call.duration(), std::max<TimeNs>(0, w.work.start - c.call.end), w.work.duration(), all});
                    total += all;
                }
        }
        CHECK(ours == naive);
        const Table sum = p.make("cuda_kern_exec_sum", p.all());
        double summed = 0;
        std::int64_t count = 0;
        for (std::size_t r = 0; r < sum.rows; ++r) {
            count += whole(sum.cell(r, 3));
            summed += real(sum.cell(r, 5)) * static_cast<double>(whole(sum.cell(r, 3)));
        }
        CHECK_EQ(count, static_cast<std::int64_t>(naive.size()));
        CHECK(near(summed, static_cast<double>(total)));
    }
}

TEST("Ranges on the GPU equal the naive computation: work belongs to every range around its call") {
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
        const Program p(seed);
        std::multiset<std::array<TimeNs, 4>> naive, ours;
        std::map<std::string, std::int64_t> kernels, oursKernels;
        for (const Range& n : p.ranges) {
            TimeNs begin = model::kTimeMax, end = model::kTimeMin, ops = 0;
            for (const Call& c : p.calls) {
                if ((n.tid && c.tid != n.tid) || c.call.start < n.range.start || c.call.end > n.range.end) continue;
                for (const Work& w : p.work)
                    if (w.work.correlation == c.call.correlation) {
                        begin = std::min(begin, w.work.start);
                        end = std::max(end, w.work.end);
                        ++ops;
                        if (w.kernel) kernels[":" + p.nameOf(n.range) + "|" + p.nameOf(w.work)] += w.work.duration();
                    }
            }
            if (ops) naive.insert({begin, end - begin, n.range.start, ops});
        }
        const Table trace = p.make("nvtx_gpu_proj_trace", p.all());
        for (std::size_t r = 0; r < trace.rows; ++r)
            ours.insert(
                {whole(trace.cell(r, 1)), whole(trace.cell(r, 2)), whole(trace.cell(r, 3)), whole(trace.cell(r, 8))});
        CHECK(ours == naive);
        const Table sum = p.make("nvtx_kern_sum", p.all());
        for (std::size_t r = 0; r < sum.rows; ++r)
            oursKernels[text(sum.cell(r, 0)) + "|" + text(sum.cell(r, 12))] += whole(sum.cell(r, 6));
        CHECK(oursKernels == kernels);
    }
}

TEST("Ranges know what is around and in them") {
    const Program p(3);
    const Table t = p.make("nvtx_pushpop_trace", p.all());
    std::size_t threads = 0;
    for (const Range& n : p.ranges) threads += n.tid != 0;
    CHECK_EQ(t.rows, threads);
    for (std::size_t r = 0; r < t.rows; ++r) {
        const TimeNs start = whole(t.cell(r, 0)), end = whole(t.cell(r, 1));
        const std::int64_t tid = whole(t.cell(r, 7));
        std::int64_t around = 0;
        for (const Range& n : p.ranges)
            around += n.tid == tid && n.range.start <= start && n.range.end >= end &&
                      (n.range.start < start || n.range.end > end);
        CHECK_EQ(whole(t.cell(r, 8)), around);
        CHECK_EQ(whole(t.cell(r, 3)) + whole(t.cell(r, 4)), end - start);
    }
}

TEST("The time of a GPU divides as counting every nanosecond does") {
    std::mt19937_64 r(5);
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
        const Program p(seed);
        const TimeNs length = p.all().length();
        for (const TimeRange range :
             {p.all(), TimeRange{length / 4,
                                 length / 4 + 1 + static_cast<TimeNs>(r() % static_cast<std::uint64_t>(length / 2))}}) {
            const Table t = p.make("gpu_breakdown", range);
            std::size_t row = 0;
            for (const std::int64_t device : {0, 1}) {
                TimeNs first = model::kTimeMax, last = model::kTimeMin;
                std::vector<int> what(static_cast<std::size_t>(p.all().end) + 1, 0);
                for (const Work& w : p.work) {
                    if (w.device != device || !overlaps(w.work, range)) continue;
                    first = std::min(first, w.work.start);
                    last = std::max(last, w.work.end);
                    const int bit = !w.kernel ? 4 : p.nameOf(w.work) == kCollective ? 2 : 1;
                    for (TimeNs ns = w.work.start; ns < w.work.end; ++ns) what[static_cast<std::size_t>(ns)] |= bit;
                }
                first = std::max(first, range.begin);
                last = std::min(last, range.end);
                if (first >= last) continue;
                std::array<TimeNs, 8> counted{};
                for (TimeNs ns = first; ns < last; ++ns)
                    ++counted[static_cast<std::size_t>(what[static_cast<std::size_t>(ns)])];
                CHECK_EQ(whole(t.cell(row, 2)), last - first);
                CHECK_EQ(whole(t.cell(row, 3)), counted[1] + counted[5]);
                CHECK_EQ(whole(t.cell(row, 5)), counted[2] + counted[6]);
                CHECK_EQ(whole(t.cell(row, 7)), counted[3] + counted[7]);
                CHECK_EQ(whole(t.cell(row, 9)), counted[4]);
                CHECK_EQ(whole(t.cell(row, 11)), counted[0]);
                ++row;
            }
            CHECK_EQ(t.rows, row);
        }
    }
}

TEST("Gaps of a stream, latencies and queues equal the naive computation") {
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
        const Program p(seed);
        const Table gaps = p.make("idle_breakdown", p.all()), latency = p.make("launch_latency", p.all());
        std::size_t row = 0;
        for (const std::int64_t device : {0, 1})
            for (const std::int64_t stream : {7, 8}) {
                std::vector<Work> work;
                for (const Work& w : p.work)
                    if (w.device == device && w.stream == stream) work.push_back(w);
                std::sort(work.begin(), work.end(),
                          [](const Work& a, const Work& b) { return a.work.start < b.work.start; });
                std::array<TimeNs, 3> time{};  // late host, kernel wait, other
                TimeNs sum = 0, deepest = 0;
                for (std::size_t i = 0; i < work.size(); ++i) {
                    const auto call = std::find_if(p.calls.begin(), p.calls.end(), [&](const Call& c) {
                        return c.call.correlation == work[i].work.correlation;
                    });
                    sum += work[i].work.start - call->call.start;
                    TimeNs depth = 0;  // when this call had just begun
                    for (const Work& w : work) {
                        const auto other = std::find_if(p.calls.begin(), p.calls.end(), [&](const Call& c) {
                            return c.call.correlation == w.work.correlation;
                        });
                        depth += other->call.start <= call->call.start && w.work.start > call->call.start;
                    }
                    deepest = std::max(deepest, depth);
                    if (i == 0 || work[i].work.start == work[i - 1].work.end) continue;
                    const TimeNs gap = work[i].work.start - work[i - 1].work.end;
                    time[call->call.start > work[i - 1].work.end ? 0 : gap < 30 ? 1 : 2] += gap;
                }
                CHECK_EQ(whole(gaps.cell(row, 3)), time[0] + time[1] + time[2]);
                CHECK_EQ(whole(gaps.cell(row, 4)), time[0]);
                CHECK_EQ(whole(gaps.cell(row, 6)), time[1]);
                CHECK_EQ(whole(gaps.cell(row, 10)), time[2]);
                CHECK_EQ(whole(latency.cell(row, 4)), static_cast<std::int64_t>(work.size()));
                CHECK(near(real(latency.cell(row, 5)), static_cast<double>(sum) / static_cast<double>(work.size())));
                CHECK(whole(latency.cell(row, 11)) >= deepest);  // work that begins with its call never waits
                CHECK(whole(latency.cell(row, 11)) <= deepest + 1);
                ++row;
            }
        CHECK_EQ(gaps.rows, row);
        CHECK_EQ(latency.rows, row);
    }
}

TEST("Every report has a key, a meaning, columns with meanings, and says why it is empty") {
    const auto store = model::EventStore::create();
    const auto s = store->publish(true);
    std::set<std::string_view> keys;
    for (const model::reports::Report* const each : model::reports::all()) {
        const model::reports::Report& r = *each;
        CHECK(keys.insert(r.key).second);
        CHECK(!r.title.empty() && r.meaning.ends_with("."));
        for (const auto& c : r.columns) CHECK(!c.title.empty() && !c.meaning.empty());
        const Table t = r.make({*s, {0, 1}});
        CHECK_EQ(t.rows, 0u);
        CHECK(english(t.why).ends_with("."));
    }
    CHECK(model::reports::find("gpukernsum") == model::reports::find("cuda_gpu_kern_sum"));
    CHECK(model::reports::find("no_such") == nullptr);
    const model::reports::Request all{*s, {0, 1}};
    using enum model::MessageCode;
    using model::reports::whyOf;
    CHECK(whyOf(all, NoKernelsInTime) == NoKernels && whyOf(all, NoStartTimes) == NoStartTimes);
    const Program p(1);
    for (const TimeRange part :
         {TimeRange{p.s->range().begin + 1, p.all().end}, TimeRange{p.all().begin, p.s->range().end - 1}})
        CHECK(whyOf({*p.s, part}, NoKernelsInTime) == NoKernelsInTime);
    CHECK(whyOf({*p.s, p.all()}, NoKernelsInTime) == NoKernels);
}

TEST("A reason about a part of a report has one about the whole, which tells of no time") {
    const auto s = model::EventStore::create()->publish(true);
    const model::reports::Request all{*s, {0, 1}};
    std::size_t reasons = 0;
    for (std::size_t i = 0; i < model::messageCodeCount(); ++i) {
        const auto code = static_cast<model::MessageCode>(i);
        const std::string key(model::messageKey(code)), ofPart = english(code);
        const std::size_t time = ofPart.find(" in that time");
        if (time == ofPart.npos || !key.ends_with("InTime")) continue;
        ++reasons;
        const model::Message whole = model::reports::whyOf(all, code);
        CHECK_EQ(std::string(model::messageKey(whole.code)), key.substr(0, key.size() - 6));
        CHECK_EQ(english(whole), std::string(ofPart).erase(time, 13));
    }
    CHECK(reasons > 20);
}

TEST("Of kernels the base name, of calls no version") {
    const auto store = model::EventStore::create();
    model::TrackKey key;
    key.pid = key.tid = 1;
    key.device = 0;
    key.context = key.stream = 1;
    model::Lane& lane = store->lane(store->track(TrackKind::StreamKernels, key), 0);
    lane.append({0, 10, store->strings().intern("void ns::gemm<float>(float*)"), 0, 0, 0});
    lane.append({10, 30, store->strings().intern("void ns::gemm<double>(double*)"), 0, 0, 0});
    const auto s = store->publish(true);
    const auto* report = model::reports::find("cuda_gpu_kern_sum");
    CHECK_EQ(report->make({*s, {0, 100}}).rows, 2u);
    const Table base = report->make({*s, {0, 100}, model::reports::KernelNames::Base});
    CHECK_EQ(base.rows, 1u);
    CHECK_EQ(text(base.cell(0, 8)), "gemm");
    CHECK_EQ(whole(base.cell(0, 1)), 30);
}

TEST(
    "Where it is asked for, a kernel goes by the innermost range around its launch in every table that names kernels") {
    using model::reports::KernelNames;
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
        const Program p(seed);
        std::map<std::string, Naive> kernels, work;
        std::map<std::string, std::int64_t> launches;
        std::multiset<std::string> names;
        for (const Work& w : p.work) {
            const Call& call = p.calls[w.work.correlation - 1];
            const Range* innermost = nullptr;
            for (const Range& n : p.ranges) {
                if ((n.tid && n.tid != call.tid) || n.range.start > call.call.start || n.range.end < call.call.end ||
                    n.range.duration() == 0)
                    continue;
                if (!innermost || n.range.start > innermost->range.start ||
                    (n.range.start == innermost->range.start && n.range.end <= innermost->range.end))
                    innermost = &n;
            }
            const std::string name = !w.kernel   ? "[CUDA memcpy Host-to-Device]"
                                     : innermost ? p.nameOf(innermost->range) + "/" + p.nameOf(w.work)
                                                 : p.nameOf(w.work);
            work[name].values.push_back(w.work.duration());
            names.insert(name);
            if (!w.kernel) continue;
            kernels[name].values.push_back(w.work.duration());
            ++launches[name];
        }
        const auto make = [&](const char* report) {
            return model::reports::find(report)->make({*p.s, p.all(), KernelNames::Demangled, 0, {}, true});
        };
        compare(make("cuda_gpu_kern_sum"), kernels, 8);
        compare(make("cuda_gpu_kern_gb_sum"), kernels, 10);
        compare(make("cuda_gpu_sum"), work, 9);
        std::multiset<std::string> traced;
        const Table trace = make("cuda_gpu_trace"), sum = make("cuda_kern_exec_sum"),
                    each = make("cuda_kern_exec_trace");
        for (std::size_t r = 0; r < trace.rows; ++r) traced.insert(text(trace.cell(r, 19 + 1)));
        CHECK(traced == names);
        std::map<std::string, std::int64_t> summed, listed;
        for (std::size_t r = 0; r < sum.rows; ++r) summed[text(sum.cell(r, 26))] += whole(sum.cell(r, 3));
        for (std::size_t r = 0; r < each.rows; ++r) ++listed[text(each.cell(r, 13))];
        CHECK(summed == launches && listed == launches);
    }
}

TEST("The tree of ranges: self, total and place; it adds up to the sum of the outermost ranges") {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        const Program p(seed);
        const Table t = p.make("nvtx_tree", p.all());
        CHECK(t.rows > 5);
        std::int64_t self = 0, outermost = 0, count = 0;
        for (std::size_t r = 0; r < t.rows; ++r) {
            self += whole(t.cell(r, 2));
            count += whole(t.cell(r, 3));
            if (whole(t.cell(r, 5)) == 0) outermost += whole(t.cell(r, 1));
            CHECK_EQ(text(t.cell(r, 6)).find_first_not_of(' '), static_cast<std::size_t>(2 * whole(t.cell(r, 5))));
            if (r > 0)
                CHECK(whole(t.cell(r, 5)) <= whole(t.cell(r - 1, 5)) + 1);  // a range stands below the one around it
        }
        std::int64_t ranges = 0;
        for (const Range& n : p.ranges) ranges += n.tid != 0;
        CHECK_EQ(count, ranges);
        CHECK_EQ(self, outermost);
    }
}
