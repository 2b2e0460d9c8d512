// SPDX-License-Identifier: GPL-3.0-or-later
// One training with and without tensor cores (tests/gpu/train.py --width 1024 [--tf32], twelve steps): half the work
// for the GPU, and no step is faster, because the CPU launches too slowly.
#include <cmath>

#include "model/diff/findings.h"
#include "tests/kit/opened.h"

namespace {

using model::TrackKind;
using model::diff::Finding;

const std::filesystem::path kCaptures = std::filesystem::path(SIGHTLINE_SOURCE_DIR) / "tests" / "data" / "captures";
constexpr double kSteps = 12;

/// ns a step; on one stream, where kernels do not overlap.
double kernelTime(const Opened& o) {
    double out = 0;
    for (const Opened::Found& f : o.events(TrackKind::StreamKernels)) out += static_cast<double>(f.event.duration());
    return out / kSteps;
}
std::size_t kernelsWith(const Opened& o, std::string_view part) {
    std::size_t out = 0;
    for (const Opened::Found& f : o.events(TrackKind::StreamKernels)) out += f.name.find(part) != f.name.npos;
    return out;
}

}  // namespace

TEST("faster kernels that make no step faster: that is what stands first, then where the time went") {
    const Opened a(kCaptures / "compare-before.rep"), b(kCaptures / "compare-after.rep");
    CHECK(a.result.has_value() && b.result.has_value());
    const auto c = model::diff::compare(a.s, b.s);
    const std::vector<Finding> all = model::diff::findingsOf(*c);
    CHECK(!all.empty() && all.front().kind == Finding::Kind::Same && all.front().key == "step_time_same");
    const auto find = [&](std::string_view key) {
        return std::find_if(all.begin(), all.end(), [key](const Finding& f) { return f.key == key; });
    };
    CHECK(find("compute") != all.end() && find("idle") != all.end() && find("step_time") == all.end());
    const model::diff::Change compute = c->ofAllRanks(model::diff::Part::Compute);
    CHECK(compute.verdict == model::diff::Verdict::Faster);
    CHECK(std::abs(compute.a - kernelTime(a)) < 0.03 * compute.a &&
          std::abs(compute.b - kernelTime(b)) < 0.03 * compute.b);
    // Products by tensor cores came for those without.
    CHECK(kernelsWith(a, "tf32") + kernelsWith(a, "tensorop") == 0 &&
          kernelsWith(b, "tf32") + kernelsWith(b, "tensorop") > 0);
    CHECK(std::any_of(all.begin(), all.end(), [](const Finding& f) {
        return f.key == "replaced" && valueText(f.message.arguments[2]).find("tf32") != std::string::npos;
    }));
}
