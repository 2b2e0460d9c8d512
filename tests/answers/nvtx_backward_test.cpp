// SPDX-License-Identifier: GPL-3.0-or-later
// Backward operators and their forward ones, and whose GPU work is whose: by hand, against a look at every pair, and
// against the arrows that PyTorch's profiler draws itself.
#include <cstdlib>
#include <filesystem>

#include "model/base/messages.h"
#include "model/query/autograd.h"
#include "model/reports/report.h"
#include "model/store/packer.h"
#include "tests/kit/naive.h"
#include "tests/kit/opened.h"

using namespace model;
using model::reports::Table;
using naive::Random;

namespace {

std::int64_t whole(const Table& t, std::size_t row, std::size_t column) {
    return std::get<std::int64_t>(t.cell(row, column));
}
std::string text(const Table& t, std::size_t row, std::size_t column) {
    return std::get<std::string>(t.cell(row, column));
}
Table make(const SnapshotPtr& s, TimeRange range = {kTimeMin, kTimeMax}) {
    return reports::find("nvtx_backward_sum")->make({*s, range});
}

/// "label style: instances forward/backward ns, forward/backward operations; …", by label.
std::string described(const Table& t) {
    std::set<std::string> rows;
    for (std::size_t r = 0; r < t.rows; ++r) {
        rows.insert(fmt::format("{} {}: {} {}/{} {}/{}", text(t, r, 0), text(t, r, 1), whole(t, r, 2), whole(t, r, 4),
                                whole(t, r, 5), whole(t, r, 7), whole(t, r, 8)));
        CHECK_EQ(whole(t, r, 3), whole(t, r, 4) + whole(t, r, 5));
        if (r > 0) CHECK(whole(t, r - 1, 3) >= whole(t, r, 3));
    }
    return fmt::format("{}", fmt::join(rows, "; "));
}

/// One event of a thread; what it is called says what it is.
struct Made {
    TrackKind kind;
    std::int64_t pid, tid;
    TimeRange when;
    std::string name;
    std::int64_t number = -1;  // sequence number
    bool backward = false;
    std::string label = {};
    std::uint32_t correlation = 0;  // of a call
    bool holds(const Made& m) const {
        return pid == m.pid && tid == m.tid && when.begin <= m.when.begin && m.when.end <= when.end && this != &m;
    }
    bool isRange() const { return kind != TrackKind::CudaApi; }
};

/// Threads in which ranges, operators and calls lie in each other at random, with numbers that hardly ever fit.
struct Run {
    std::shared_ptr<EventStore> store = EventStore::create();
    SnapshotPtr s;
    std::vector<Made> all;
    std::vector<std::pair<std::uint32_t, TimeNs>> work;  // correlation and duration, of process 1 and 2 alike
    Random& random;
    std::uint32_t correlation = 0;

    explicit Run(Random& r) : random(r) {
        for (std::int64_t pid : {1, 2})
            for (std::int64_t tid : {0, 1, 2}) {
                TimeNs t = 10;
                while (t < 400) nest(pid, tid, t, 0);
            }
        fill();
    }

    /// Times of each thread are of their own, so that no two events begin at once.
    static TimeNs timeOf(std::int64_t tid, TimeNs t) { return t * 3 + tid; }

    void nest(std::int64_t pid, std::int64_t tid, TimeNs& t, int depth) {
        const std::size_t at = all.size();
        all.push_back(one(pid, tid));
        all[at].when.begin = timeOf(tid, t);
        t += random.between(1, 3);
        if (all[at].kind != TrackKind::CudaApi)
            while (depth < 6 && random.chance(70)) nest(pid, tid, t, depth + 1);
        all[at].when.end = timeOf(tid, t);
        t += random.between(1, 3);
    }
    Made one(std::int64_t pid, std::int64_t tid) {
        Made m{TrackKind::Nvtx, pid, tid, {}, ""};
        const std::int64_t number = random.between(0, 9), what = random.between(0, 9);
        if (what < 3) {
            m.kind = TrackKind::CudaApi;
            m.name = "cudaLaunchKernel";
            m.correlation = ++correlation;
        } else if (what == 3) {
            m.label = ":" + (m.name = random.chance(50) ? "step" : "module, size = 3");
        } else if (what == 4) {
            m.kind = TrackKind::Annotations;
            m.name = fmt::format("ProfilerStep#{}", number);
            m.label = "ProfilerStep*";
        } else if (what < 7) {
            m.number = number;
            m.backward = random.chance(50);
            const std::string_view name = !m.backward         ? "aten::mm"
                                          : random.chance(50) ? "MmBackward0"
                                                              : "autograd::engine::evaluate_function: MmBackward0";
            m.name = fmt::format("{}, seq = {}{}", name, number,
                                 random.chance(50) ? fmt::format(", op_id = {}", all.size()) : "");
            m.label = fmt::format(":{}", name);
        } else {
            m.kind = TrackKind::Operators;
            m.label = m.name = random.chance(50) ? "aten::relu" : "aten::conv2d";
            if (random.chance(70)) m.number = number, m.backward = random.chance(50);
        }
        return m;
    }

    void fill() {
        const StringId number = store->strings().intern("Sequence number"),
                       thread = store->strings().intern("Fwd thread id");
        std::map<std::tuple<TrackKind, std::int64_t, std::int64_t>, std::vector<Event>> events;
        for (const Made& m : all) {
            Event e{m.when.begin, m.when.end, store->strings().intern(m.name), 0, m.correlation, 0};
            if (m.kind == TrackKind::Operators) {
                const std::array args{Arg{number, Arg::Type::Int, m.number},
                                      Arg{thread, Arg::Type::Int, m.backward ? 7 : 0}};
                e.args = store->args().intern(args);
            }
            events[{m.kind, m.pid, m.tid}].push_back(e);
        }
        for (auto& [key, list] : events)
            put(std::get<0>(key),
                {0, std::get<1>(key), std::get<2>(key), TrackKey::kNone, TrackKey::kNone, TrackKey::kNone, 0},
                std::move(list));
        for (const std::int64_t pid : {1, 2}) {
            std::vector<Event> kernels;
            for (std::uint32_t i = 0; i < correlation; ++i)
                if (const TimeNs start = random.between(0, 2000); random.chance(80))
                    kernels.push_back({start, start + random.between(1, 100), 1, 0,
                                       static_cast<std::uint32_t>(random.between(1, correlation)), 0});
            for (const Event& e : kernels)
                if (pid == 1) work.emplace_back(e.correlation, e.duration());
            if (pid == 1) put(TrackKind::StreamKernels, {0, pid, TrackKey::kNone, 0, 1, 7}, std::move(kernels));
        }
        s = store->publish(true);
    }
    void put(TrackKind kind, const TrackKey& key, std::vector<Event> list) {
        sortForLanes(list);
        Packer packer(*store, store->track(kind, key), trackKindInfo(kind).shape);
        for (const Event& e : list) packer.add(e);
    }

    const Made* forwardOf(const Made& backward) const {
        const Made* found = nullptr;
        for (const Made& m : all)
            if (m.pid == backward.pid && m.number >= 0 && m.number == backward.number && !m.backward &&
                m.when.begin < backward.when.begin && (!found || m.when.begin > found->when.begin))
                found = &m;
        return found;
    }
    /// NVTX tells a backward operator by its name alone; an operator without a forward one counts as any other.
    bool isBackward(const Made& m) const { return m.backward && (m.kind == TrackKind::Nvtx || forwardOf(m)); }
    bool inBackward(const Made& m) const {
        return isBackward(m) ||
               std::any_of(all.begin(), all.end(), [&](const Made& o) { return o.holds(m) && isBackward(o); });
    }
    std::string expected(TimeRange range) const;
};

std::string Run::expected(TimeRange range) const {
    std::map<const Made*, std::array<std::int64_t, 4>> shares;
    for (const Made& call : all) {
        if (call.kind != TrackKind::CudaApi || call.pid != 1) continue;
        std::set<const Made*> backward;
        for (const Made& b : all)
            if (const Made* f = b.backward && b.holds(call) ? forwardOf(b) : nullptr)
                for (const Made& m : all)
                    if (m.isRange() && (&m == f || m.holds(*f))) backward.insert(&m);
        for (const auto& [id, duration] : work) {
            if (id != call.correlation) continue;
            for (const Made& m : all) {
                const bool back = backward.contains(&m);
                if (!back && !(m.isRange() && m.holds(call))) continue;
                shares[&m][back] += duration;
                ++shares[&m][2 + back];
            }
        }
    }
    const auto counts = [&](const Made& m) {
        return shares.contains(&m) && !inBackward(m) && range.overlaps(m.when.begin, m.when.end);
    };
    std::map<std::string, std::array<std::int64_t, 5>> rows;
    for (const Made& m : all) {
        if (!counts(m)) continue;
        const auto key = [](const Made& x) {
            return x.label + (x.kind == TrackKind::Nvtx          ? " NVTX"
                              : x.kind == TrackKind::Annotations ? " Annotation"
                                                                 : " Operator");
        };
        auto& row = rows[key(m)];
        ++row[0];
        if (std::any_of(all.begin(), all.end(),
                        [&](const Made& o) { return o.isRange() && o.holds(m) && counts(o) && key(o) == key(m); }))
            continue;
        for (std::size_t i = 0; i < 4; ++i) row[i + 1] += shares.at(&m)[i];
    }
    std::set<std::string> out;
    for (const auto& [key, r] : rows) out.insert(fmt::format("{}: {} {}/{} {}/{}", key, r[0], r[1], r[2], r[3], r[4]));
    return fmt::format("{}", fmt::join(out, "; "));
}

}  // namespace

TEST("Sequence numbers and names are read out of the names of NVTX ranges") {
    const auto number = [](std::string_view name) { return sequenceNumberIn(name).value_or(-1); };
    CHECK_EQ(number("aten::mm, seq = 42, op_id = 3"), 42);
    CHECK_EQ(number("aten::mm, op_id = 3, seq = 9223372036854775807, sizes = [[2, 3]]"), INT64_MAX);
    CHECK_EQ(number("AddmmBackward, stashed seq=8, seq = 12"), 8);
    for (const char* none : {"", "seq", "seq =", "seq = ", "seq = x", "aten::mm, op_id = 3", "subseq = 3", "seq: 3",
                             "seq = -1", "seq = 99999999999999999999", "sequence = 4"})
        CHECK_EQ(number(none), -1);
    CHECK_EQ(number("subseq = 3, seq = 4"), 4);
    CHECK_EQ(operatorNameIn("aten::mm, seq = 42, op_id = 3"), "aten::mm");
    CHECK_EQ(operatorNameIn("aten::mm, op_id = 7, sizes = [[1]]"), "aten::mm");
    CHECK_EQ(operatorNameIn("load, then seq"), "load, then seq");
    for (const char* name :
         {"MmBackward0", "MmBackward0, seq = 4", "autograd::engine::evaluate_function: torch::autograd::AccumulateGrad",
          "MyBackward12, op_id = 7", "Mul, stashed seq = 4"})
        CHECK(isBackwardName(name));
    for (const char* name : {"", "aten::mm, seq = 4", "Backward pass", "aten::convolution_backward, seq = 7"})
        CHECK(!isBackwardName(name));
}

TEST("Backward kernels of a step with two modules are found from the autograd thread") {
    const auto store = EventStore::create();
    const auto key = [](std::int64_t tid) {
        return TrackKey{0, 1, tid, TrackKey::kNone, TrackKey::kNone, TrackKey::kNone, 0};
    };
    std::uint32_t correlation = 0;
    const auto range = [&](std::int64_t tid, std::size_t depth, TimeNs from, TimeNs to, const char* name) {
        store->lane(store->track(TrackKind::Nvtx, key(tid)), depth)
            .append({from, to, store->strings().intern(name), 0, 0, 0});
    };
    const auto launch = [&](std::int64_t tid, TimeNs at, TimeNs duration) {
        store->lane(store->track(TrackKind::CudaApi, key(tid)), 0).append({at, at + 1, 1, 0, ++correlation, 0});
        store->lane(store->track(TrackKind::StreamKernels, {0, 1, TrackKey::kNone, 0, 1, 7}), 0)
            .append({1000 * correlation, 1000 * correlation + duration, 1, 0, correlation, 0});
    };
    range(1, 0, 0, 100, "step");
    range(1, 1, 10, 40, "linear");
    range(1, 2, 12, 30, "aten::linear, seq = 5");  // read the number before the next one used it
    range(1, 3, 14, 28, "aten::addmm, seq = 5, op_id = 2");
    launch(1, 15, 300);
    range(1, 1, 50, 80, "relu");
    range(1, 2, 51, 70, "aten::relu, seq = 6");
    launch(1, 52, 20);
    range(2, 0, 110, 130, "autograd::engine::evaluate_function: ReluBackward0, seq = 6");
    range(2, 1, 111, 129, "ReluBackward0, seq = 6");
    launch(2, 112, 30);
    range(2, 0, 140, 190, "autograd::engine::evaluate_function: AddmmBackward0, seq = 5");
    range(2, 1, 141, 170, "AddmmBackward0, seq = 5");
    range(2, 2, 142, 169, "aten::mm");
    launch(2, 145, 400);
    launch(2, 150, 500);
    range(2, 0, 200, 220, "autograd::engine::evaluate_function: torch::autograd::AccumulateGrad");
    launch(2, 210, 7);  // no one's
    const SnapshotPtr s = store->publish(true);
    CHECK_EQ(backwardLinks(*s).size(), 4u);
    CHECK_EQ(
        described(make(s)),
        ":aten::addmm NVTX: 1 300/900 1/2; :aten::linear NVTX: 1 300/900 1/2; :aten::relu NVTX: 1 20/30 1/1; :linear NVTX: 1 300/900 1/2; "
        ":relu NVTX: 1 20/30 1/1; :step NVTX: 1 320/930 2/3");
    // Of a part of the time: ranges that overlap it, with all of their work.
    CHECK_EQ(described(make(s, {60, 61})),
             ":aten::relu NVTX: 1 20/30 1/1; :relu NVTX: 1 20/30 1/1; :step NVTX: 1 320/930 2/3");
}

TEST("Forward and backward work of random threads is what a look at every pair finds") {
    Random random(4);
    std::size_t backward = 0;
    for (int round = 0; round < 15; ++round) {
        const Run run(random);
        for (const TimeRange range : {TimeRange{kTimeMin, kTimeMax}, TimeRange{300, 600}}) {
            CHECK_EQ(described(make(run.s, range)), run.expected(range));
            const Table t = make(run.s, range);
            for (std::size_t r = 0; r < t.rows; ++r) backward += whole(t, r, 8) > 0;
        }
        std::size_t links = 0;
        for (const Made& m : run.all) links += m.backward && run.forwardOf(m);
        CHECK_EQ(backwardLinks(*run.s).size(), links);
    }
    CHECK(backward > 50);
}

TEST("A report without backward operators says so") {
    const auto store = EventStore::create();
    const Table t = make(store->publish(true));
    CHECK_EQ(t.rows, 0u);
    CHECK(t.why == model::MessageCode::NoBackwardLinks);
}

TEST("In traces of PyTorch numbers lead to the forward operators to which the profiler's own arrows lead") {
    std::size_t arrows = 0, compared = 0;
    const char* shared = std::getenv("SIGHTLINE_SHARED");
    const char* samples = std::getenv("SIGHTLINE_SAMPLES");
    for (const auto& folder : {std::filesystem::path(shared ? shared : "") / "samples" / "kineto",
                               std::filesystem::path(samples ? samples : "") / "h100" / "kineto"}) {
        if (!std::filesystem::exists(folder)) continue;
        for (const auto& file : std::filesystem::directory_iterator(folder)) {
            const Opened o(file.path());
            if (!o.result) continue;
            const auto links = backwardLinks(*o.s);
            for (const Flow& f : o.s->flows().all()) {
                if (o.s->text(f.name) != "fwdbwd") continue;
                ++arrows;
                const EventRef from{f.fromLane, f.fromRow}, to{f.toLane, f.toRow};
                const auto found =
                    std::find_if(links.begin(), links.end(), [&](const BackwardLink& l) { return l.backward == to; });
                if (found == links.end()) continue;
                ++compared;
                if (found->forward != from)
                    check::fail(__FILE__, __LINE__,
                                fmt::format("{}: {} is of {}, not of {}", file.path().filename().string(),
                                            o.s->text(eventAt(*o.s, to).name), o.s->text(eventAt(*o.s, from).name),
                                            o.s->text(eventAt(*o.s, found->forward).name)));
            }
        }
    }
    if (arrows == 0) SKIP("the sample traces are not here");
    CHECK_EQ(compared, arrows);
}
