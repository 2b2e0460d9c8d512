// SPDX-License-Identifier: GPL-3.0-or-later
// What a capture lacks: each finding where it is due, and nothing where all is well.
#include <cstdlib>
#include <filesystem>

#include "importers/open.h"
#include "model/query/health.h"
#include "model/rep/written_texts.h"
#include "tests/kit/check.h"

namespace {

using model::Health;
using model::HealthCode;
using model::HealthFinding;
using model::Note;
using model::Severity;
using model::TimeNs;
using model::TrackKind;

constexpr TimeNs kUs = 1000;

/// A process whose launches and kernels are given by correlation id, 10 us apart; kernels run 8 us, 1 us after their
/// launch.
class Capture {
public:
    Capture& launches(std::uint32_t from, std::uint32_t to, const char* name = "cudaLaunchKernel_v7000") {
        for (std::uint32_t id = from; id < to; ++id)
            lane(TrackKind::CudaApi).append({at(id), at(id) + kUs, string(name), 0, id, 0});
        return *this;
    }
    Capture& kernels(std::uint32_t from, std::uint32_t to, TimeNs late = kUs) {
        for (std::uint32_t id = from; id < to; ++id)
            lane(TrackKind::StreamKernels).append({at(id) + late, at(id) + late + 8 * kUs, string("gemm"), 0, id, 0});
        return *this;
    }
    Capture& graph(std::uint32_t id) {
        lane(TrackKind::StreamGraphs).append({at(id), at(id) + 9 * kUs, string("CUDA graph 1"), 0, id, 0});
        return *this;
    }
    Capture& call(std::uint32_t id, const char* name) { return launches(id, id + 1, name); }
    Capture& thread(std::int64_t id) {
        m_thread = id;
        return *this;
    }
    Capture& host(std::int64_t id) {
        m_host = id;
        return *this;
    }
    Capture& state(TimeNs from, TimeNs to) {
        lane(TrackKind::ThreadState).append({from, to, string("running"), 0, 0, 0});
        return *this;
    }
    Capture& counter(TimeNs from, TimeNs to) {
        model::TrackKey key;
        key.pid = 1;
        for (const TimeNs t : {from, to}) m_store->counter(m_store->track(TrackKind::ProcessCounter, key)).append(t, 1);
        return *this;
    }
    Capture& say(Note note, const char* subject, std::uint64_t n = 1) {
        m_store->diagnostics().add(note, model::rep::messageOf(subject), n);
        return *this;
    }
    Health health() { return model::captureHealth(*m_store->publish(true)); }

private:
    static TimeNs at(std::uint32_t id) { return id * 10 * kUs; }
    model::StringId string(const char* s) { return m_store->strings().intern(s); }
    model::Lane& lane(TrackKind kind) {
        model::TrackKey key;
        key.host = m_host;
        key.pid = 1, key.tid = m_thread;
        key.device = 0;
        key.context = 1;
        key.stream = 7;
        return m_store->lane(m_store->track(kind, key), 0);
    }
    std::shared_ptr<model::EventStore> m_store = model::EventStore::create();
    std::int64_t m_host = 0, m_thread = 1;
};

const HealthFinding* find(const Health& health, HealthCode code) {
    for (const HealthFinding& f : health.findings)
        if (f.code == code) return &f;
    return nullptr;
}

}  // namespace

TEST("A capture in which everything fits has no findings") {
    const Health health = Capture().launches(1, 50).kernels(1, 50).health();
    CHECK(health.findings.empty());
    CHECK(health.idleReliable);
    CHECK(health.coverage > 0.9);
}

TEST("Launches without their kernels are counted, and idle time is not trusted when they are many") {
    const Health many = Capture().launches(1, 101).kernels(1, 61).health();
    const HealthFinding* f = find(many, HealthCode::LaunchesWithoutWork);
    CHECK(f != nullptr);
    if (!f) return;
    CHECK_EQ(f->count, 40u);
    CHECK_EQ(f->total, 100u);
    CHECK_EQ(f->subject, "cudaLaunchKernel_v7000");
    CHECK(f->severity == Severity::DataLoss);
    CHECK(!many.idleReliable);
    CHECK(find(many, HealthCode::IdleUnreliable) != nullptr);
    // One that was still to run when the capture ended is no loss.
    const Health one = Capture().launches(1, 101).kernels(1, 100).health();
    CHECK(find(one, HealthCode::LaunchesWithoutWork)->severity == Severity::Info);
    CHECK(one.idleReliable);
}

TEST("A graph that is traced as a whole is the work of its launch") {
    CHECK(!find(Capture().launches(1, 2, "cudaGraphLaunch_v10000").graph(1).health(), HealthCode::LaunchesWithoutWork));
    CHECK(find(Capture().launches(1, 3, "cudaGraphLaunch_v10000").graph(1).health(), HealthCode::LaunchesWithoutWork));
}

TEST("Launches between the begin and the end of a stream's capture are nodes of a graph, and not missing") {
    // The calls are 1 to 59, a graph is launched by the 60th: 2 to 50 were captured, whoever launched them.
    const auto captured = [](const char* begin, const char* end) {
        return Capture()
            .call(1, begin)
            .launches(2, 26)
            .thread(2)
            .launches(26, 51)
            .thread(1)
            .call(51, end)
            .launches(52, 60)
            .kernels(52, 60)
            .launches(60, 61, "cudaGraphLaunch_v10000")
            .graph(60)
            .health();
    };
    for (const auto& [begin, end] : {std::pair("cudaStreamBeginCapture_v10000", "cudaStreamEndCapture_v10000"),
                                     std::pair("cuStreamBeginCapture_v2_ptsz", "cuStreamEndCapture_ptsz"),
                                     std::pair("cudaStreamBeginCaptureToGraph_v12030", "cudaStreamEndCapture"),
                                     std::pair("hipStreamBeginCapture", "hipStreamEndCapture")}) {
        const Health health = captured(begin, end);
        CHECK(!find(health, HealthCode::LaunchesWithoutWork));
        const HealthFinding* f = find(health, HealthCode::CapturedLaunches);
        CHECK(f && f->count == 49 && f->total == 58 && f->severity == Severity::Info);
    }
    // A capture that is older than the report, and one that could not begin and hides nothing.
    CHECK_EQ(
        find(
            Capture().launches(1, 11).call(11, "cudaStreamEndCapture_v10000").launches(12, 60).kernels(12, 60).health(),
            HealthCode::CapturedLaunches)
            ->count,
        10u);
    const Health failed = Capture().call(1, "cudaStreamBeginCapture_v10000").launches(2, 60).kernels(32, 60).health();
    CHECK(!find(failed, HealthCode::CapturedLaunches) && find(failed, HealthCode::LaunchesWithoutWork)->count == 30);
    // Work of another stream runs meanwhile; a launch after the capture is missed as ever.
    const Health mixed = Capture()
                             .call(1, "cudaStreamBeginCapture_v10000")
                             .launches(2, 20)
                             .kernels(10, 20)
                             .call(20, "cudaStreamEndCapture_v10000")
                             .launches(21, 60)
                             .kernels(21, 50)
                             .health();
    CHECK_EQ(find(mixed, HealthCode::CapturedLaunches)->count, 8u);
    CHECK(find(mixed, HealthCode::LaunchesWithoutWork)->count == 10 &&
          find(mixed, HealthCode::LaunchesWithoutWork)->total == 49);
}

TEST("Where one side was not traced nothing is said about the other") {
    CHECK(!find(Capture().launches(1, 50).health(), HealthCode::LaunchesWithoutWork));
    CHECK(!find(Capture().kernels(1, 50).health(), HealthCode::WorkWithoutLaunch));
    // Another process, and the same one on another machine, are other sides.
    const Health apart = Capture().host(1).launches(1, 50).host(2).kernels(1, 50).health();
    CHECK(apart.findings.empty());
}

TEST("Kernels without their launch are counted") {
    const Health health = Capture().launches(11, 50).kernels(1, 50).health();
    const HealthFinding* f = find(health, HealthCode::WorkWithoutLaunch);
    CHECK(f != nullptr);
    if (!f) return;
    CHECK_EQ(f->count, 10u);
    CHECK_EQ(f->total, 49u);
    CHECK_EQ(f->subject, "gemm");
    CHECK(!find(Capture().launches(1, 50).kernels(1, 50).health(), HealthCode::WorkWithoutLaunch));
    // Launched by a call that is no launch by name: its id is in the report.
    CHECK(!find(Capture().launches(1, 5).launches(5, 9, "cudnnSomething").kernels(1, 9).health(),
                HealthCode::WorkWithoutLaunch));
}

TEST("Kernels that begin before their launch show that clocks disagree, and by how much") {
    const Health health = Capture().launches(1, 9).kernels(1, 9, -2 * kUs).health();
    const HealthFinding* f = find(health, HealthCode::WorkBeforeLaunch);
    CHECK(f != nullptr);
    if (!f) return;
    CHECK_EQ(f->count, 8u);
    CHECK_EQ(f->nanoseconds, 2 * kUs);
    CHECK(!find(Capture().launches(1, 9).kernels(1, 9, 0).health(), HealthCode::WorkBeforeLaunch));
}

TEST("Ranges that were never closed and parts that could not be read are findings") {
    const Health health = Capture()
                              .launches(1, 9)
                              .kernels(1, 9)
                              .say(Note::NeverClosed, "NVTX", 4)
                              .say(Note::DamagedPart, "frames", 2)
                              .say(Note::ChecksumMismatch, "gzip")
                              .health();
    CHECK_EQ(find(health, HealthCode::UnfinishedRanges)->count, 4u);
    CHECK_EQ(find(health, HealthCode::UnreadParts)->count, 3u);
    CHECK(health.findings.front().severity == Severity::DataLoss);  // the worst first
    CHECK(Capture().launches(1, 9).kernels(1, 9).say(Note::MissingColumn, "x").health().findings.empty());
}

TEST("Only damage is answered with another copy of the file") {
    const Health health = Capture()
                              .launches(1, 9)
                              .kernels(1, 9)
                              .say(Note::SkippedUnknown, "type 9", 5)
                              .say(Note::DepthLimit, "Slices", 6)
                              .health();
    CHECK(!find(health, HealthCode::UnreadParts));
    CHECK_EQ(find(health, HealthCode::UnknownParts)->count, 5u);
    CHECK_EQ(find(health, HealthCode::TooDeep)->count, 6u);
    for (const HealthFinding& f : health.findings)
        CHECK(model::english(adviceOn(f)).find("Copy the file") == std::string::npos);
}

TEST("Coverage is told only where events have times of their own") {
    CHECK(!Capture().kernels(1, 9).say(Note::OrderOnly, "", 8).health().coverage);
    CHECK(!Capture().counter(0, 9 * kUs).health().coverage);
    CHECK(Capture().counter(0, 9 * kUs).health().findings.empty());
    CHECK(Capture().kernels(1, 9).health().coverage.has_value());
}

TEST("What the profiler says about losses, permissions and failures is understood") {
    const auto codes = [](const char* message) {
        const Health h = Capture().launches(1, 9).kernels(1, 9).say(Note::ReportMessage, message).health();
        return h.findings.empty() ? HealthCode::Count : h.findings.front().code;
    };
    CHECK(codes("Collection of CPU IP/backtrace samples disabled. perf event paranoid level is 3.") ==
          HealthCode::MissingPermission);
    CHECK(codes("1234 CUPTI events dropped") == HealthCode::DroppedRecords);
    CHECK(codes("Not all CUDA events might have been collected.") == HealthCode::DroppedRecords);
    CHECK(codes("CUDA profiling might have not been started correctly.") == HealthCode::CollectorFailed);
    CHECK(codes("No NVTX events collected. Does the process use NVTX?") == HealthCode::NothingCollected);
    CHECK(codes("Profiling has started.") == HealthCode::Count);
    CHECK(codes("Process 1: 1 record was dropped (CUPTI had no room)") == HealthCode::DroppedRecords);
    CHECK(codes("There were 0 events dropped") == HealthCode::Count);
}

TEST("Other profilers and drivers are the advice only where CUPTI or the driver is the reason") {
    const auto advises = [](const char* message) {
        const Health h = Capture().launches(1, 9).kernels(1, 9).say(Note::ReportMessage, message).health();
        return !h.findings.empty() &&
               model::english(adviceOn(h.findings.front())).find("no other profiler") != std::string::npos;
    };
    CHECK(advises("Process 1: cuda could not be traced: CUPTI_ERROR_NOT_COMPATIBLE"));
    CHECK(advises("CUDA profiling might have not been started correctly."));
    CHECK(!advises("the rest could not be traced: only 3.0 MiB of the disk were free, and 50.0 MiB stay so"));
    CHECK(!advises(
        "Process 1: python-functions-trace could not be traced: functions of __main__ cannot have ranges: they are made while it runs"));
    CHECK(!advises("GPU metrics could not be traced: libcuda.so.1, which comes with the NVIDIA driver, was not found"));
}

TEST("Lost records make idle time unreliable, a warning that some may be missing does not") {
    CHECK(!Capture()
               .launches(1, 9)
               .kernels(1, 9)
               .say(Note::ReportMessage, "500 CUPTI events dropped")
               .health()
               .idleReliable);
    CHECK(Capture()
              .launches(1, 9)
              .kernels(1, 9)
              .say(Note::ReportMessage, "Not all CUDA events might have been collected.")
              .health()
              .idleReliable);
}

TEST("A report that is mostly empty says how much of it has data") {
    // 8 kernels at the start and 2 long after: the state of the thread, which goes on, does not count.
    const Health health =
        Capture().launches(1, 9).kernels(1, 9).launches(100, 102).kernels(100, 102).state(0, 1020 * kUs).health();
    const HealthFinding* f = find(health, HealthCode::LowCoverage);
    CHECK(f != nullptr);
    if (!f) return;
    CHECK_EQ(static_cast<int>(f->percent), 8);  // 9 us of 10 us in each of 10 rounds, of 1020 us
    CHECK(!health.idleReliable);
    CHECK(!find(Capture().launches(1, 9).kernels(1, 9).health(), HealthCode::LowCoverage));
}

TEST("Launch calls are known with their suffixes, other calls are not taken for them") {
    for (const char* call : {"cudaLaunchKernel", "cudaLaunchKernel_v7000", "cudaLaunchKernelExC_v11060",
                             "cuLaunchKernel", "cuLaunchKernelEx", "cudaGraphLaunch_v10000", "hipLaunchKernel",
                             "hipModuleLaunchKernel", "cudaLaunchCooperativeKernel_ptsz"})
        CHECK(model::isLaunchCall(call));
    for (const char* call :
         {"cudaMemcpyAsync", "cudaLaunchHostFunc_v10000", "cudaGraphInstantiate", "cudaDeviceSynchronize"})
        CHECK(!model::isLaunchCall(call));
}

TEST("Every finding has a sentence of fact and one of advice, with all places filled") {
    for (int i = 0; i < static_cast<int>(HealthCode::Count); ++i) {
        HealthFinding f;
        f.code = static_cast<HealthCode>(i);
        f.count = 3;
        f.total = 5;
        f.percent = 40;
        f.subject = "first line \nsecond line";
        const model::Message fact = factOf(f);
        const std::string text = model::english(fact), advice = model::english(adviceOn(f));
        CHECK(text.find_first_of("%\n") == std::string::npos || f.code == HealthCode::LowCoverage);
        CHECK(text.size() > 20 && advice.ends_with('.'));
        const bool quotes = std::any_of(fact.arguments.begin(), fact.arguments.end(),
                                        [](const model::Argument& a) { return !a.text.empty(); });
        CHECK(!quotes || text.find("first line…") != std::string::npos);
    }
}

TEST("A finding is told with its numbers as a person reads them, and one full stop") {
    const auto told = [](HealthFinding f) { return model::english(factOf(f), {model::NumberText::groupedCount}); };
    HealthFinding late, empty, lost;
    late.code = HealthCode::WorkBeforeLaunch;
    late.count = 12'480, late.total = 20'000, late.nanoseconds = 31'402;
    CHECK_EQ(
        told(late),
        "Kernels that begin before their launch: 12 480 of 20 000, by up to 31.402 us. The clocks of CPU and GPU disagree.");
    empty.percent = 87.4;
    CHECK_EQ(told(empty), "Events cover only 87.4 % of the time of the report.");
    lost.code = HealthCode::DroppedRecords;
    lost.subject = "500 events dropped";
    CHECK_EQ(told(lost), "The profiler lost records, or may have: 500 events dropped.");
    for (const char* ended : {"Some were lost.", "Were some lost?", "Some were lost…"}) {
        lost.subject = ended;
        CHECK_EQ(told(lost), "The profiler lost records, or may have: " + std::string(ended));
    }
}

TEST("Real captures: what they lack is found, and what they have is not called missing") {
    const char* samples = std::getenv("SIGHTLINE_SAMPLES");
    if (!samples) SKIP("no samples");
    namespace fs = std::filesystem;
    std::vector<fs::path> files;
    for (const char* folder : {"nsys_pairs", "h100/nsys"})
        if (fs::exists(fs::path(samples) / folder))
            for (const auto& entry : fs::directory_iterator(fs::path(samples) / folder))
                if (entry.path().extension() == ".nsys-rep") files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    if (files.empty()) SKIP("no samples");
    bool permission = false;
    for (const fs::path& path : files) {
        const auto store = model::EventStore::create();
        CHECK(importers::openReport(path, *store).has_value());
        const Health h = model::captureHealth(*store->snapshot());
        CHECK(h.coverage >= 0 && h.coverage <= 1);
        std::printf("   %s: %.1f %%%s", path.filename().c_str(), h.coverage.value_or(0) * 100,
                    h.idleReliable ? "" : ", idle unreliable");
        for (const HealthFinding& f : h.findings) {
            std::printf(", %s %llu/%llu", std::string(model::healthKey(f.code)).c_str(),
                        static_cast<unsigned long long>(f.count), static_cast<unsigned long long>(f.total));
            CHECK(f.total == 0 || f.count <= f.total);
            permission |= f.code == HealthCode::MissingPermission && path.filename().string().starts_with("pair08");
        }
        std::printf("\n");
        if (path.filename() == "streams_graphs_metrics.nsys-rep" || path.filename() == "ddp_2gpu.nsys-rep")
            CHECK(!find(h, HealthCode::WorkBeforeLaunch));
    }
    CHECK(permission);  // its profiler was not allowed to sample the CPU
}
