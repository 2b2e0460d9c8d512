// SPDX-License-Identifier: GPL-3.0-or-later
// Kernels whose work follows from their source (tests/gpu/kernels.cu), as Nsight Compute measured them on an H200: its
// report, and the page that it printed of that report.
#include <cmath>
#include <cstdio>
#include <memory>

#include "importers/peaks_file.h"
#include "model/roofline/roofline.h"
#include "tests/kit/ncu_samples.h"

namespace {

using namespace model::roofline;
namespace fs = std::filesystem;

const fs::path kCaptures = fs::path(SIGHTLINE_SOURCE_DIR) / "tests" / "data" / "captures";

std::string unpacked(const fs::path& path) {
    const std::unique_ptr<FILE, int (*)(FILE*)> pipe(::popen(("gzip -dc '" + path.string() + "'").c_str(), "r"),
                                                     ::pclose);
    std::string out;
    char part[1 << 16];
    while (const std::size_t n = pipe ? std::fread(part, 1, sizeof part, pipe.get()) : 0) out.append(part, n);
    return out;
}

Result measured(const model::SnapshotPtr& s) {
    return measure({*s, {-model::kTimeLimit, model::kTimeLimit}, {}, 0, {}, false, false, &importers::builtInPeaks()});
}

const Point& pointOf(const Result& r, std::string_view name) {
    for (const Point& p : r.points)
        if (p.name.find(name) != std::string::npos) return p;
    check::fail(__FILE__, __LINE__, "no point of " + std::string(name));
    static const Point none{};
    return none;
}

struct Known {
    const char* name;
    Precision precision;
    double flop;
    double perSmAndCycle;  ///< operations of an H200's multiprocessor, by its data sheet
};
constexpr double kProduct = 2.0 * 1024 * 1024 * 1024, kScalar = 2.0 * (1 << 20) * 256;
constexpr Known kKnown[] = {{"nvjet_sm90", Precision::TensorBf16, kProduct, 4096},
                            {"fp16_mma_sync", Precision::TensorFp16, kProduct, 4096},
                            {"fp64_fma", Precision::Fp64, kScalar, 128},
                            {"fp32_fma", Precision::Fp32, kScalar, 256}};
constexpr double kMultiprocessors = 132;

}  // namespace

TEST("operations of tensor, double and single precision are those of the source, to the last one") {
    const ncu_samples::TemporaryFile report(unpacked(kCaptures / "kernels-h200.ncu-rep.gz"), ".ncu-rep");
    const Result r = measured(ncu_samples::open(report.path()));
    CHECK_EQ(r.points.size(), std::size(kKnown));
    for (const Known& k : kKnown) {
        const Point& p = pointOf(r, k.name);
        CHECK_EQ(static_cast<int>(p.precision), static_cast<int>(k.precision));
        CHECK_EQ(p.flop, k.flop);
        CHECK(!p.isIncomplete && p.rate() < p.peakFlop / p.seconds);
        // At the clock that the kernel ran with: 1.0 to 2.0 GHz.
        const double clock = p.peakFlop / p.seconds / k.perSmAndCycle / kMultiprocessors;
        CHECK(clock > 0.9e9 && clock < 2.1e9);
    }
}

TEST("our own counters give the same operations, and times near those of Nsight Compute, of another run") {
    const ncu_samples::TemporaryFile report(unpacked(kCaptures / "kernels-h200.ncu-rep.gz"), ".ncu-rep");
    const Result own = measured(ncu_samples::open(kCaptures / "kernels-own-h200.rep")),
                 theirs = measured(ncu_samples::open(report.path()));
    CHECK_EQ(own.points.size(), std::size(kKnown));
    CHECK(own.caches == Caches::Warm && theirs.caches == Caches::Cleared);  // bytes of DRAM cannot be compared
    for (const Known& k : kKnown) {
        const Point &a = pointOf(own, k.name), &b = pointOf(theirs, k.name);
        CHECK_EQ(static_cast<int>(a.precision), static_cast<int>(k.precision));
        CHECK_EQ(a.flop, k.flop);
        const bool isLong = b.seconds > 10e-6;  // shorter ones differ by what surrounds them
        CHECK(std::abs(a.seconds / b.seconds - 1) < (isLong ? 0.03 : 0.2));
        const double clock = a.peakFlop / a.seconds / k.perSmAndCycle / kMultiprocessors;  // each run's own
        CHECK(clock > 0.9e9 && clock < 2.1e9);
    }
}

TEST("the page that Nsight Compute prints gives the same points as its report") {
    const ncu_samples::TemporaryFile report(unpacked(kCaptures / "kernels-h200.ncu-rep.gz"), ".ncu-rep");
    const Result a = measured(ncu_samples::open(report.path())),
                 b = measured(ncu_samples::open(kCaptures / "kernels-h200.raw.csv.gz"));
    CHECK_EQ(a.points.size(), b.points.size());
    const auto near = [](double x, double y) {
        return std::abs(x - y) <= 1e-4 * std::abs(y);
    };  // as many digits as it prints
    for (const Known& k : kKnown) {
        const Point &x = pointOf(a, k.name), &y = pointOf(b, k.name);
        CHECK(near(x.flop, y.flop) && near(x.seconds, y.seconds) && near(x.peakFlop, y.peakFlop));
        for (std::size_t l = 0; l < kLevels; ++l)
            CHECK(near(x.bandwidth(static_cast<Level>(l)), y.bandwidth(static_cast<Level>(l))) &&
                  near(x.peakBytes[l], y.peakBytes[l]));
    }
}
