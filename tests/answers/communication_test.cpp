// SPDX-License-Identifier: GPL-3.0-or-later
// Which GPU work is communication, and what it is: by arguments, by the call that launched it, by name.
#include <fmt/format.h>
#include <cstdlib>
#include <filesystem>

#include "model/base/messages.h"
#include "model/reports/report.h"
#include "model/rules/rule.h"
#include "model/workload/collective.h"
#include "model/workload/collectives.h"
#include "tests/kit/cells.h"
#include "tests/kit/check.h"
#include "tests/kit/opened.h"

namespace {

using namespace cells;
using model::TimeNs;
using model::TimeRange;
using model::TrackKind;
using model::reports::Table;

/// Reports of processes with a GPU each, written event by event.
class Run {
public:
    Run() : m_store(model::EventStore::create()) {}
    model::Arg word(const char* key, const std::string& value) {
        return {id(key), model::Arg::Type::String, static_cast<std::int64_t>(id(value))};
    }
    model::Arg number(const char* key, std::int64_t value) { return {id(key), model::Arg::Type::Int, value}; }

    void range(std::int64_t pid, TrackKind kind, std::size_t depth, TimeRange when, const std::string& name,
               const std::vector<model::Arg>& args = {}) {
        m_store->lane(m_store->track(kind, thread(pid)), depth)
            .append({when.begin, when.end, id(name), args.empty() ? 0 : m_store->args().intern(args), 0, 0});
    }
    /// On GPU and stream; `launch`: when it was launched, -1 = by no call of the report.
    void kernel(std::int64_t pid, std::int64_t stream, TimeRange when, const std::string& name, TimeNs launch = -1,
                const std::vector<model::Arg>& args = {}) {
        model::TrackKey key;
        key.pid = pid, key.device = pid, key.context = 1, key.stream = stream;
        std::uint32_t correlation = 0;
        if (launch >= 0) {
            correlation = ++m_correlation;
            m_store->lane(m_store->track(TrackKind::CudaApi, thread(pid)), 0)
                .append({launch, launch + 1, id("cudaLaunchKernel"), 0, correlation, 0});
        }
        m_store->lane(m_store->track(TrackKind::StreamKernels, key), 0)
            .append({when.begin, when.end, id(name), args.empty() ? 0 : m_store->args().intern(args), correlation, 0});
    }
    void rank(std::int64_t pid, int number) {
        model::Entity process;
        process.type = model::Entity::Type::Process;
        process.key.pid = pid;
        process.facts = {{"Rank", std::to_string(number)}};
        m_store->info().entities.push_back(process);
    }
    model::SnapshotPtr snapshot() { return m_store->publish(true); }

private:
    static model::TrackKey thread(std::int64_t pid) {
        model::TrackKey key;
        key.pid = key.tid = pid;
        return key;
    }
    model::StringId id(std::string_view text) { return m_store->strings().intern(text); }
    std::shared_ptr<model::EventStore> m_store;
    std::uint32_t m_correlation = 0;
};

Table table(const char* report, const model::Snapshot& s) {
    return model::reports::find(report)->make({s, {model::kTimeMin, model::kTimeMax}});
}

/// Communication and computing of the only GPU, in ns.
std::pair<TimeNs, TimeNs> divided(const model::Snapshot& s) {
    const Table t = table("gpu_breakdown", s);
    return {whole(t.cell(0, 5)), whole(t.cell(0, 3))};
}

}  // namespace

TEST(
    "Kernels of communication are known by their libraries and families, and by the collective they are called after") {
    for (const char* name :
         {"ncclAllReduceRingLLKernel_sum_f32(ncclColl)", "ncclDevKernel_Generic_1(ncclDevKernelArgs)", "rcclKernel",
          "mscclKernel_Sum_half_Simple(x)", "nvshmemi_transfer_kernel(x)",
          "void vllm::cross_device_reduce_1stage<__nv_bfloat16, 8>(vllm::RankData*)",
          "void aiter::cross_device_reduce_2stage<__hip_bfloat16, 8>(aiter::RankData*)",
          "void flashinfer::trtllm_allreduce_fusion::allreduce_fusion_kernel_oneshot_lamport<1>(x)",
          "void deep_ep::internode_ll::dispatch<true, 3, 7168>(void*)",
          "void tensorrt_llm::kernels::oneShotAllReduceKernel<float>(x)",
          "void one_shot_all_reduce_kernel<c10::BFloat16, 16, 8>(x)",
          "void multimem_all_reduce_kernel<c10::BFloat16>(x)",
          "void (anonymous namespace)::two_shot_all_reduce<float>(x)", "moeAllToAllKernel(x)",
          "reduce_scatter_cross_device_store"})
        CHECK(model::isCommunicationKernel(name));
    for (const char* name :
         {"void reduce_kernel<512, 1>(float*)", "small_reduce_kernel", "void blockAllReduce<float>(x)",
          "warp_all_reduce", "void at::native::elementwise<AllReduce>(x)",
          "void at::native::(anonymous namespace)::gather<AllReduceOp>(x)", "scatter_add", "index_gather", "gemm",
          "void f(ncclDevKernelArgs)"})
        CHECK(!model::isCommunicationKernel(name));
    CHECK_EQ(model::collectiveOf("void vllm::cross_device_reduce_1stage<float, 8>(x)"), "allreduce");
    CHECK(model::isCommunicationCall("ncclAllReduce") && !model::isCommunicationCall("ncclDevKernel_AllReduce(x)"));
    for (const model::CommunicationFamily& f : model::communicationFamilies())
        CHECK(f.match == model::CommunicationFamily::Match::Calls ? model::isCommunicationCall(f.text)
                                                                  : model::isCommunicationKernel(f.text));
}

TEST("Work whose arguments name a collective is communication, whatever it is called") {
    Run run;
    run.kernel(0, 7, {0, 100}, "gemm");
    run.kernel(0, 7, {100, 250}, "kernel_17", -1, {run.word("Collective name", "allreduce")});
    CHECK(divided(*run.snapshot()) == std::pair(TimeNs{150}, TimeNs{100}));
}

TEST("Work that a call of a library launches is communication, what an operator inside of the call launches is not") {
    Run run;
    run.range(0, TrackKind::Annotations, 0, {0, 100}, "nccl:all_reduce");
    run.range(0, TrackKind::Operators, 0, {10, 30}, "aten::copy_");
    run.kernel(0, 7, {20, 60}, "elementwise", 15);
    run.kernel(0, 7, {60, 90}, "kernel_17", 50);
    run.kernel(0, 7, {90, 100}, "kernel_17", 150);  // launched behind the call
    CHECK(divided(*run.snapshot()) == std::pair(TimeNs{30}, TimeNs{50}));
}

TEST("What is drawn in the colour of communication is what the breakdown counts, event by event") {
    using model::reports::CommunicationWork;
    const auto drawn = [](const model::Snapshot& s) {
        const auto work = CommunicationWork::of(s);
        TimeNs out = 0;
        model::reports::forEvents({s, {model::kTimeMin, model::kTimeMax}}, {TrackKind::StreamKernels},
                                  [&](const model::Track&, model::EventRef e, const model::LaneView& lane) {
                                      const model::StringId name = lane.name(e.row);
                                      const bool is = work->isMixed(name) ? (*work)(name, e) : *work->mostOf(name);
                                      if (is) out += lane.end(e.row) - lane.start(e.row);
                                  });
        return out;
    };
    Run run;
    run.range(0, TrackKind::Annotations, 0, {0, 100}, "nccl:all_reduce");
    run.kernel(0, 7, {20, 60}, "gemm", 150);
    run.kernel(0, 7, {60, 90}, "kernel_17", 50);
    run.kernel(0, 7, {90, 100}, "kernel_17", 160);  // launched behind the call
    run.kernel(0, 7, {100, 130}, "kernel_17", -1, {run.word("Collective name", "allreduce")});
    run.kernel(0, 7, {130, 135}, "ncclDevKernel_AllReduce(x)", 170);
    const auto s = run.snapshot();
    CHECK_EQ(divided(*s).first, TimeNs{65});
    CHECK_EQ(drawn(*s), TimeNs{65});
    const auto work = CommunicationWork::of(*s);
    const auto id = [&](const char* name) { return s->store().strings().find(name); };
    CHECK(work->isMixed(id("kernel_17")) && *work->mostOf(id("kernel_17")));
    CHECK(work->isToldByName(id("ncclDevKernel_AllReduce(x)")) && !work->isToldByName(id("kernel_17")));
    CHECK(!work->isMixed(id("gemm")) && !*work->mostOf(id("gemm")));
    CHECK(!work->mostOf(id("nccl:all_reduce")) && !work->mostOf(1'000'000));
    Run plain;
    plain.kernel(0, 7, {0, 10}, "ncclDevKernel_AllReduce(x)", 0);
    CHECK(!CommunicationWork::of(*plain.snapshot()));  // names alone tell it
}

TEST(
    "Sizes, ranks and bandwidth of NCCL come from the ranges around the launches, as Nsight Systems keeps their payload") {
    Run run;
    const auto payload = [&](std::int64_t bytes) {
        return std::vector{run.word(
            "jsonText",
            fmt::format(
                "{{\"NCCL communicator ID\":15410576195536623227,\"Message size [bytes]\":{},\"Reduction operation\":\"Sum\"}}",
                bytes))};
    };
    for (const std::int64_t pid : {0, 1}) {
        run.range(pid, TrackKind::Nccl, 0, {0, 10}, "ncclAllReduce", payload(1000));
        run.range(pid, TrackKind::Nccl, 0, {20, 30}, "ncclReduceScatter", payload(500));
        run.kernel(pid, 7, {100, 200}, "ncclDevKernel_AllReduce_Sum_f32_RING_LL(x)", 5);
        run.kernel(pid, 7, {200, 300}, "ncclDevKernel_Generic_4(x)", 25);
    }
    const auto s = run.snapshot();
    const Table t = table("nccl_sum", *s);
    CHECK_EQ(t.rows, 4u);
    for (std::size_t row = 0; row < t.rows; ++row) {
        const bool reduce = text(t.cell(row, 1)) == "allreduce";
        CHECK(reduce || text(t.cell(row, 1)) == "reducescatter");
        CHECK_EQ(whole(t.cell(row, 2)), 2);
        CHECK_EQ(whole(t.cell(row, 10)), 1000);  // what each rank gets of a reducescatter times the ranks
        CHECK(near(real(t.cell(row, 11)), 1e10));
        CHECK(near(real(t.cell(row, 12)), reduce ? 1e10 : 5e9));
    }
}

TEST("No bandwidth of the bus is told where the number of ranks is not known") {
    Run run;
    run.kernel(0, 7, {0, 100}, "ncclDevKernel_AllReduce(x)", -1,
               {run.number("Message size [bytes]", 1000), run.word("Collective name", "ncclAllReduce")});
    const auto s = run.snapshot();
    const Table t = table("nccl_sum", *s);
    CHECK_EQ(t.rows, 1u);
    CHECK(near(real(t.cell(0, 11)), 1e10));
    CHECK(std::holds_alternative<std::monostate>(t.cell(0, 12)));
}

TEST(
    "A late rank is found where only arguments tell which collectives generic kernels are; where nothing does, that is said") {
    for (const bool told : {true, false}) {
        Run run;
        for (int step = 0; step < 6; ++step)
            for (const std::int64_t rank : {0, 1, 2, 3}) {
                const TimeNs at = step * 1'000'000, begin = at + (rank == 2 ? 520'000 : 320'000);
                std::vector<model::Arg> args;
                if (told) args = {run.word("Collective name", "allreduce"), run.word("Process Group Name", "0")};
                run.kernel(rank, 20, {begin, at + 820'000}, "ncclDevKernel_Generic_1(x)", -1, args);
            }
        run.rank(2, 42);
        const auto s = run.snapshot();
        const Table t = model::rules::find("slow_rank")->table.make({*s, {model::kTimeMin, model::kTimeMax}});
        CHECK_EQ(t.rows, told ? 1u : 0u);
        if (told)
            CHECK(whole(t.cell(0, 0)) == 1'200'000 && whole(t.cell(0, 2)) == 6 && whole(t.cell(0, 7)) == 2 &&
                  text(t.cell(0, 6)) == "42");  // by its number
        else CHECK(t.why == model::MessageCode::NoKnownCollectives);
    }
}

TEST("A training on two GPUs has the sizes that plain joining finds: all 147 kernels") {
    const char* samples = std::getenv("SIGHTLINE_SAMPLES");
    for (const char* name : {"h100/nsys/ddp_2gpu.nsys-rep", "h100/nsys/ddp_2gpu.sqlite"}) {
        const std::filesystem::path path = samples ? std::filesystem::path(samples) / name : std::filesystem::path();
        if (!samples || !std::filesystem::exists(path)) SKIP("no sample reports");
        const Opened report(path);
        const Table t = table("nccl_sum", *report.s);
        std::int64_t kernels = 0;
        for (std::size_t row = 0; row < t.rows; ++row) {
            kernels += whole(t.cell(row, 3));
            CHECK_EQ(whole(t.cell(row, 2)), 2);
            CHECK(whole(t.cell(row, 10)) > 0);
            if (text(t.cell(row, 1)) == "allreduce" && text(t.cell(row, 0)).ends_with("(0)"))
                CHECK(whole(t.cell(row, 4)) == 27'191'822 && whole(t.cell(row, 10)) == 1'208'991'752);
        }
        CHECK_EQ(kernels, 147);
    }
}
