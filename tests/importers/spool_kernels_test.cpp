// SPDX-License-Identifier: GPL-3.0-or-later
// Counters of single kernels in a spool: profiles as those of Nsight Compute, and points of the roofline.
#include <cmath>

#include "model/roofline/roofline.h"
#include "tests/kit/mutate.h"
#include "tests/kit/spool_examples.h"

namespace spools = spool_examples;
using Block = SpoolMaker::Block;

TEST("Measured launches are kernels with a profile each, and their numbers those of the roofline") {
    const ScratchFile file(spools::measured().bytes(), ".spool");
    const Opened o(file.path());
    CHECK(o.result.has_value());
    CHECK_EQ(o.spans(model::TrackKind::StreamKernels), "void gemm<float>(float*, int) 0+1000; copy 4000+500");
    const model::KernelProfiles& profiles = o.store->kernelProfiles();
    CHECK_EQ(profiles.count(), std::size_t{2});
    CHECK(profiles.at(0).chip == 90 && profiles.at(0).grid[0] == 8 && profiles.at(0).block[0] == 256);
    const model::roofline::Result r = model::roofline::measure({*o.s, {model::kTimeMin, model::kTimeMax}});
    bool found = false;
    for (const model::roofline::Point& p : r.points)
        if (p.precision == model::roofline::Precision::Fp32)
            found |= p.flop == 2e6 && std::abs(p.seconds - 1e-6) < 1e-12 &&
                     p.bytes[model::roofline::indexOf(model::roofline::Level::Dram)] == 4e5;
    CHECK(found);
    bool said = false;
    for (const model::Diagnostic& d : o.store->diagnostics().list())
        said |= model::english(d.subject).find("2 times each while they were measured") != std::string::npos;
    CHECK(said);
}

TEST("Values without a list, of another length or cut off are left out; nothing breaks") {
    SpoolMaker s = spools::measured();
    spools::launch(s, 10'000, "no list", 9, {1});
    spools::launch(s, 11'000, "too short", 1, {1, 2});
    collectors::spool::KernelMetrics lies{};
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
