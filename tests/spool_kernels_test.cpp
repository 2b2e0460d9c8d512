// SPDX-License-Identifier: GPL-3.0-or-later
// Counters of single kernels in a spool: profiles as those of Nsight Compute, and points of the roofline.
#include <cmath>

#include "model/roofline/roofline.h"
#include "tests/mutate.h"
#include "tests/spool_maker.h"

namespace {

using collectors::spool::Device;
using collectors::spool::KernelMetrics;
using Block = SpoolMaker::Block;

void list(SpoolMaker& s, std::uint32_t number, std::initializer_list<std::string_view> names) {
    std::vector<std::uint32_t> words{number, static_cast<std::uint32_t>(names.size())};
    for (const std::string_view name : names) words.push_back(s.text(name));
    if (words.size() % 2) words.push_back(0);
    s.block(Block::MetricLists, 0, 1, {reinterpret_cast<const char*>(words.data()), words.size() * sizeof(std::uint32_t)});
}

void launch(SpoolMaker& s, std::uint64_t time, std::string_view name, std::uint32_t ofList, std::initializer_list<double> values) {
    KernelMetrics m{};
    m.time = time, m.name = s.text(name), m.list = ofList, m.values = static_cast<std::uint32_t>(values.size());
    m.grid[0] = 8, m.grid[1] = m.grid[2] = 1, m.block[0] = 256, m.block[1] = m.block[2] = 1;
    m.context = 1, m.stream = 7, m.thread = 42;
    std::string bytes(reinterpret_cast<const char*>(&m), sizeof m);
    bytes.append(reinterpret_cast<const char*>(values.begin()), values.size() * sizeof(double));
    s.block(Block::KernelMetrics, 0, 1, bytes);
}

/// Two kernels: 2 × 10⁶ FP32 operations and 4 × 10⁵ bytes of DRAM in 1000 ns, and nothing but bytes.
SpoolMaker measured() {
    SpoolMaker s(42);
    s.facts({"pid", "42", "name", "train", "kernel.passes", "2"});
    Device gpu{};
    gpu.name = s.text("NVIDIA H100"), gpu.major = 9, gpu.multiprocessors = 132;
    s.add<Device>(Block::Devices, {gpu});
    list(s, 1, {"gpu__time_duration.sum", "smsp__sass_thread_inst_executed_op_fadd_pred_on.sum", "smsp__sass_thread_inst_executed_op_fmul_pred_on.sum", "smsp__sass_thread_inst_executed_op_ffma_pred_on.sum", "dram__bytes.sum"});
    launch(s, 5000, "_Z4gemmIfEvPT_i", 1, {1000, 0, 0, 1e6, 4e5});
    launch(s, 9000, "copy", 1, {500, 0, 0, 0, 1e6});
    s.facts({"finished", "1"});
    return s;
}

}  // namespace

TEST("Measured launches are kernels with a profile each, and their numbers those of the roofline") {
    const ScratchFile file(measured().bytes(), ".spool");
    const Opened o(file.path());
    CHECK(o.result.has_value());
    CHECK_EQ(o.spans(model::TrackKind::StreamKernels), "void gemm<float>(float*, int) 0+1000; copy 4000+500");
    const model::KernelProfiles& profiles = o.store->kernelProfiles();
    CHECK_EQ(profiles.count(), std::size_t{2});
    CHECK(profiles.at(0).chip == 90 && profiles.at(0).grid[0] == 8 && profiles.at(0).block[0] == 256);
    const model::roofline::Result r = model::roofline::measure({*o.s, {model::kTimeMin, model::kTimeMax}});
    bool found = false;
    for (const model::roofline::Point& p : r.points)
        if (p.precision == model::roofline::Precision::Fp32) found |= p.flop == 2e6 && std::abs(p.seconds - 1e-6) < 1e-12 && p.bytes[model::roofline::indexOf(model::roofline::Level::Dram)] == 4e5;
    CHECK(found);
    bool said = false;
    for (const model::Diagnostic& d : o.store->diagnostics().list()) said |= d.subject.find("2 times each while they were measured") != std::string::npos;
    CHECK(said);
}

TEST("Values without a list, of another length or cut off are left out; nothing breaks") {
    SpoolMaker s = measured();
    launch(s, 10'000, "no list", 9, {1});
    launch(s, 11'000, "too short", 1, {1, 2});
    KernelMetrics lies{};
    lies.time = 12'000, lies.list = 1, lies.values = 0xffffffff;
    s.block(Block::KernelMetrics, 0, 1, {reinterpret_cast<const char*>(&lies), sizeof lies});
    const std::uint32_t longList[2] = {3, 0x7fffffff};
    s.block(Block::MetricLists, 0, 1, {reinterpret_cast<const char*>(longList), sizeof longList});
    const ScratchFile file(s.bytes(), ".spool");
    const Opened o(file.path());
    CHECK_EQ(o.store->kernelProfiles().count(), std::size_t{2});
    for (std::size_t n = 0; n < s.bytes().size(); n += 7) {
        const ScratchFile cut(s.bytes().substr(0, n), ".spool");
        const Opened any(cut.path());
        CHECK(!any.result || any.store->kernelProfiles().count() <= 2);
    }
    Mutations mutate(78);
    for (int i = 0; i < 200; ++i) {
        const ScratchFile damaged(SpoolMaker::resealed(mutate(s.bytes())), ".spool");
        const Opened any(damaged.path());
        (void)any;
    }
}
