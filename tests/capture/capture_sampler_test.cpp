// SPDX-License-Identifier: GPL-3.0-or-later
// What is looked at from outside of the program while it runs.
#include <sys/syscall.h>

#include <fstream>
#include <map>
#include <set>

#include "model/base/messages.h"
#include "model/query/query.h"
#include "tests/kit/capture_run.h"

namespace {

using namespace capture_run;

struct Opened {
    std::shared_ptr<model::EventStore> store = model::EventStore::create();
    model::SnapshotPtr s;
    explicit Opened(const fs::path& path) {
        CHECK(importers::openReport(path, *store).has_value());
        s = store->snapshot();
    }
    /// Whether a fact or a diagnostic holds the text.
    bool says(std::string_view text) const {
        for (const model::Diagnostic& d : store->diagnostics().list())
            if (model::english(d.subject).find(text) != std::string::npos) return true;
        return false;
    }
    const model::Track* counter(std::string_view name, std::int64_t device = -1) const {
        for (const model::Track& t : s->tree().tracks)
            if (t.counter != model::kNoCounter && s->text(t.name) == name && (device < 0 || t.key.device == device))
                return &t;
        return nullptr;
    }
    /// Its first value; 0: there is no such counter.
    double first(const model::Track* counter) const {
        return counter ? s->counter(counter->counter).series->minMax(0, 1, s->counter(counter->counter).rows).max : 0;
    }
};

/// A session on a machine with the GPU of fake_gpu.cpp.
Opened onFakeGpu(const Place& place, const Words& options, const char* wrong = "") {
    const char* fake = std::getenv("SIGHTLINE_FAKE_GPU");
    if (!fake) SKIP("no fake GPU");
    ::setenv("LD_LIBRARY_PATH", fake, 1);
    ::setenv("FAKE_GPU", wrong, 1);
    Words all{"-t", "none", "-f", "true", "-o", "run", "-d", "0.9"};
    all.insert(all.end(), options.begin(), options.end());
    const Ran r = run(place, profile(all, {"forever"}));
    ::unsetenv("LD_LIBRARY_PATH");
    CHECK(r.errs("is written"));
    return Opened(place / "run.rep");
}

}  // namespace

TEST("counters of a GPU become curves by the names that people know; what it refuses is named") {
    const Place place;
    needsCapture(place);
    const Opened report =
        onFakeGpu(place, {"--gpu-metrics-devices=all", "--gpu-metrics-frequency=1000", "--gpu-metrics-set=full"});
    const model::Track* active = report.counter("SMs Active [Throughput %]");
    CHECK(active && active->kind == model::TrackKind::GpuMetric &&
          report.s->text(report.s->track(active->parent).name) == "Fake H100");
    const model::CounterView view = report.s->counter(active->counter);
    const model::TimeNs lasted = view.series->time()[view.rows - 1] - view.series->time()[0];
    CHECK(lasted > 850'000'000);  // of 0.9 s, or more where the machine has much to do
    const auto rows = static_cast<model::TimeNs>(view.rows);
    CHECK(rows >= lasted / 1'000'000 && rows <= lasted / 1'000'000 + 2);  // one a millisecond, and a gap at the end
    CHECK_EQ(view.series->minMax(0, view.rows - 1, view.rows).min, 1.1);  // the second of the set
    CHECK(!report.counter("NVLink RX Throughput [B/s]") && !report.counter("Compute Warps in Flight [Throughput %]") &&
          report.counter("PCIe RX Throughput [B/s]"));
    CHECK(report.says(
        "they are left out: NVLink RX Throughput [B/s], NVLink TX Throughput [B/s], Compute Warps in Flight [Throughput %]"));
    CHECK(!report.says("dropped"));
}

TEST("metrics may be chosen by CUPTI's names") {
    const Place place;
    needsCapture(place);
    const Opened report = onFakeGpu(place, {"--gpu-metrics-devices=0", "--gpu-metrics-set=sm__a.avg,lts__b.sum"});
    CHECK(report.counter("sm__a.avg") && report.counter("lts__b.sum") && !report.counter("SMs Active [Throughput %]"));
}

TEST("the light set has all but what is counted in each SM") {
    const Place place;
    needsCapture(place);
    const Opened report = onFakeGpu(place, {"--gpu-metrics-devices=0", "--gpu-metrics-set=light"});
    CHECK(report.counter("GR Active [Throughput %]") && report.counter("DRAM Read Bandwidth [Throughput %]") &&
          !report.counter("SMs Active [Throughput %]") && !report.counter("Tensor Active [Throughput %]"));
}

TEST("samples that are missing leave a gap and are counted") {
    const Place place;
    needsCapture(place);
    const Opened report = onFakeGpu(place, {"--gpu-metrics-devices=all"}, "gap");
    CHECK(report.says("20 records were dropped (samples of GPU 0"));
    CHECK(report.says("they are left out: NVLink RX Throughput [B/s], NVLink TX Throughput [B/s]") &&
          !report.says("Compute Warps in Flight"));  // the usual set
    const model::CounterView view = report.s->counter(report.counter("SMs Active [Throughput %]")->counter);
    CHECK_EQ(view.gaps, std::uint64_t{2});  // and the end
}

TEST("samples that a look has no room for are counted as lost, those of the last look, too") {
    const Place place;
    needsCapture(place);
    const Opened report = onFakeGpu(place, {"--gpu-metrics-devices=all"}, "full");
    std::uint64_t lost = 0;
    for (const model::Diagnostic& d : report.store->diagnostics().list())
        if (d.subject.code == model::MessageCode::RecordsDropped &&
            model::lastOf(d.subject).code == model::MessageCode::GpuSamplesTooFast)
            lost = static_cast<std::uint64_t>(model::countOf(d.subject));
    const std::uint64_t read = report.s->counter(report.counter("SMs Active [Throughput %]")->counter).rows;
    CHECK(read > 0 && read < 100 && lost + read > 850);  // 20 a look of the 0.9 s at 1 kHz
}

TEST("whatever fails in the driver is named, and the capture goes on") {
    const Place place;
    needsCapture(place);
    CHECK(onFakeGpu(place, {"--gpu-metrics-devices=all"}, "privileges")
              .says("GPU counters are for administrators only on this machine"));
    CHECK(onFakeGpu(place, {"--gpu-metrics-devices=3"}).says("there is no GPU of that number"));
    CHECK(onFakeGpu(place, {"--gpu-metrics-devices=all", "--gpu-state"}, "no-cuda no-nvml")
              .says("NVML did not start (error 999)"));
    const Opened report = onFakeGpu(place, {"--gpu-metrics-devices=all"}, "memory");
    CHECK(report.says("the rest of the metrics of GPU 0") && report.counter("SMs Active [Throughput %]"));
}

TEST("the state of a GPU is read, and what lowered its clocks is marked") {
    const Place place;
    needsCapture(place);
    const Opened report = onFakeGpu(place, {"--gpu-state", "--gpu-metrics-devices=all"});
    const model::Track* power = report.counter("Power [W]");
    CHECK(power && report.counter("Temperature [°C]") && !report.counter("Device busy [%]"));  // it has none
    CHECK_EQ(power->key.device, report.counter("SMs Active [Throughput %]")->key.device);      // one GPU
    const model::CounterView view = report.s->counter(power->counter);
    CHECK(view.rows >= 6 && view.rows <= 12 && view.series->minMax(0, 2, view.rows).max == 312.5);
    std::set<std::string> marks;
    for (const model::Track& t : report.s->tree().tracks)
        for (const model::LaneId lane : t.lanes)
            if (t.kind == model::TrackKind::GlobalInstants)
                for (std::uint64_t i = 0; i < report.s->lane(lane).rows; ++i)
                    marks.emplace(report.s->text(report.s->lane(lane).name(i)));
    CHECK(marks == std::set<std::string>({"Clocks are reduced: power limit", "SM clock fell"}));
}

TEST(
    "what CUDA and what NVML count as GPU 0 are two GPUs where their UUIDs say so; a number that there is not is named beside those that there are") {
    const Place place;
    needsCapture(place);
    ::setenv("CUDA_VISIBLE_DEVICES", "1", 1);
    const Opened report = onFakeGpu(place, {"--gpu-state", "--gpu-metrics-devices=0,5"}, "two");
    ::unsetenv("CUDA_VISIBLE_DEVICES");
    const model::Track* active = report.counter("SMs Active [Throughput %]");
    CHECK(active);
    const std::int64_t second = active ? active->key.device : 0;
    CHECK_EQ(report.first(report.counter("Power [W]", second)), 100);
    CHECK_EQ(report.first(report.counter("Power [W]", 1 - second)), 312.5);
    std::map<std::int64_t, std::string> uuids;
    for (const model::Entity& e : report.s->info().entities)
        for (const auto& [key, value] : e.facts)
            if (key == "uuid") uuids[e.key.device] = value;
    CHECK(uuids.size() == 2 && uuids[second].starts_with("GPU-2021") && uuids[1 - second].starts_with("GPU-1011"));
    CHECK(report.says(
        "the metrics of GPU 5 could not be traced: there is no GPU of that number among those that CUDA_VISIBLE_DEVICES names"));
    CHECK(!report.says("the metrics of GPU 0"));
    const Opened both = onFakeGpu(place, {"--gpu-state", "--gpu-metrics-devices=1,2"}, "two");
    CHECK_EQ(both.first(both.counter("Power [W]", 1)), 100);
    CHECK(both.counter("SMs Active [Throughput %]", 1) && !both.counter("SMs Active [Throughput %]", 0) &&
          both.says("the metrics of GPU 2 could not be traced: there is no GPU of that number"));
}

TEST("a session looks at the machine while its program runs, and at nothing before and after") {
    const Place place;
    needsCapture(place);
    Running r(place, profile({"-t", "none", "-o", "run", "--cpu-metrics", "-d", "0.8"}, {"ready", "forever"}));
    r.ready();
    r.wait();
    CHECK(r.errs("is written"));
    const Opened report(place / "run.rep");
    const model::Track* cpu = report.counter("CPU utilization [%]");
    CHECK(cpu && cpu->kind == model::TrackKind::HostCounter);
    const model::CounterView view = report.s->counter(cpu->counter);
    CHECK(view.rows >= 4 && view.rows <= 12);  // ten times a second
    const model::MinMax values = view.series->minMax(0, view.rows, view.rows);
    CHECK(values.min >= 0 && values.max <= 100 && values.max > 0);
    CHECK(!report.counter("Network"));
    CHECK(place.sessions().empty());
}

TEST("where the sampler is killed the capture goes on, and the report says so") {
    const Place place;
    needsCapture(place);
    Running r(place, profile({"-o", "run", "--cpu-metrics"}, {"mark", "a", "ready", "read"}));
    r.ready();
    const pid_t sampler = samplerOf(r.pid());
    const int handle = static_cast<int>(::syscall(SYS_pidfd_open, sampler, 0));
    CHECK(sampler > 0 && handle >= 0 && ::kill(sampler, SIGKILL) == 0);
    CHECK(hasEnded(handle));
    r.writeLine();
    r.wait();
    CHECK_EQ(r.code(), 0);
    const Opened report(place / "run.rep");
    CHECK(report.says("what is looked at from outside of the program could not be traced: its process ended"));
}

TEST("a session that is killed leaves no sampler behind that outlives the program") {
    const Place place;
    needsCapture(place);
    Running r(place, profile({"-o", "run", "--cpu-metrics"}, {"ready", "read"}));
    r.ready();
    const pid_t sampler = samplerOf(r.pid());
    const int handle = static_cast<int>(::syscall(SYS_pidfd_open, sampler, 0));
    CHECK(sampler > 0 && handle >= 0);
    ::kill(r.pid(), SIGKILL);
    r.writeLine();
    CHECK(hasEnded(handle));
}
