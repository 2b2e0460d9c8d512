// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/kernels/occupancy.h"

#include <algorithm>
#include <cmath>

#include "model/kernels/kernel_summary.h"

namespace model {
namespace {

constexpr std::uint32_t kKiB = 1024;
constexpr std::uint32_t kPartitions = 4;      // of a multiprocessor; a warp lives in one, with its registers
constexpr std::uint32_t kRegisterUnit = 256;  // registers are given to a warp in multiples of this

using CarveOuts = std::array<std::uint16_t, 10>;
constexpr CarveOuts kFixed64{64}, kFixed96{96}, kVolta{0, 8, 16, 32, 64, 96}, kTuring{32, 64},
    kLarge{0, 8, 16, 32, 64, 100, 132, 164}, kSmall{0, 8, 16, 32, 64, 100},
    kHopper{0, 8, 16, 32, 64, 100, 132, 164, 196, 228};

constexpr ChipLimits chip(std::uint32_t cc, std::uint32_t blocks, std::uint32_t warps, std::uint32_t sharedKiB,
                          std::uint32_t blockKiB, const CarveOuts& carveOuts, std::uint32_t barriers = 0,
                          std::uint32_t blockRegisters = 64 * kKiB) {
    const bool isAmpere = cc >= 80;
    return {cc,
            blocks,
            warps,
            64 * kKiB,
            blockRegisters,
            sharedKiB * kKiB,
            blockKiB * kKiB,
            isAmpere ? kKiB : 0,
            isAmpere ? 128u : 256u,
            barriers,
            carveOuts};
}

constexpr std::array kChips{
    chip(50, 32, 64, 64, 48, kFixed64),
    chip(52, 32, 64, 96, 48, kFixed96),
    chip(53, 32, 64, 64, 48, kFixed64, 0, 32 * kKiB),
    chip(60, 32, 64, 64, 48, kFixed64),
    chip(61, 32, 64, 96, 48, kFixed96),
    chip(62, 32, 64, 64, 48, kFixed64, 0, 32 * kKiB),
    chip(70, 32, 64, 96, 96, kVolta),
    chip(72, 32, 64, 96, 96, kVolta),
    chip(75, 16, 32, 64, 64, kTuring),
    chip(80, 32, 64, 164, 163, kLarge),
    chip(86, 16, 48, 100, 99, kSmall),
    chip(87, 16, 48, 164, 163, kLarge),
    chip(89, 24, 48, 100, 99, kSmall),
    chip(90, 32, 64, 228, 227, kHopper, 64),
    chip(100, 32, 64, 228, 227, kHopper),
    chip(103, 32, 64, 228, 227, kHopper),
    chip(110, 24, 48, 228, 227, kHopper),
    chip(120, 24, 48, 100, 99, kSmall),
    chip(121, 24, 48, 100, 99, kSmall),
};

constexpr std::uint32_t roundUp(std::uint32_t v, std::uint32_t unit) { return (v + unit - 1) / unit * unit; }

std::uint32_t byRegisters(const ChipLimits& c, std::uint32_t registers, std::uint32_t warps) {
    if (registers == 0) return c.blocks;
    const std::uint32_t ofWarp = roundUp(registers * kWarp, kRegisterUnit);
    if (ofWarp * warps > c.blockRegisters) return 0;
    return c.registers / kPartitions / ofWarp * kPartitions / warps;
}

std::uint32_t byShared(const ChipLimits& c, const LaunchShape& l) {
    if (l.shared > c.blockShared) return 0;
    const std::uint32_t ofBlock = roundUp(l.shared + c.reservedShared, c.sharedUnit);
    if (ofBlock == 0) return c.blocks;
    // A launch gets as much as one of its blocks needs, whatever was asked for.
    const std::uint32_t all = l.carveOut ? std::max(std::min(l.carveOut, c.shared), ofBlock) : c.shared;
    return all / ofBlock;
}

}  // namespace

std::span<const ChipLimits> knownChips() { return kChips; }

const ChipLimits* chipLimits(std::uint32_t chip) {
    const auto at = std::find_if(kChips.begin(), kChips.end(), [&](const ChipLimits& c) { return c.chip == chip; });
    return at == kChips.end() ? nullptr : &*at;
}

Occupancy occupancyOf(const ChipLimits& c, const LaunchShape& l) {
    Occupancy out;
    const std::uint32_t warps = (l.threads + kWarp - 1) / kWarp;
    if (warps == 0 || l.threads > kMaxBlockThreads || l.registers > kMaxThreadRegisters + 1) return out;
    const auto set = [&](Limiter limiter, std::uint32_t blocks) {
        out.limits[static_cast<std::size_t>(limiter)] = blocks;
    };
    set(Limiter::Blocks, c.blocks);
    set(Limiter::Warps, c.warps / warps);
    set(Limiter::Registers, byRegisters(c, l.registers, warps));
    set(Limiter::SharedMemory, byShared(c, l));
    set(Limiter::Barriers, c.barriers && l.barriers ? std::min(c.blocks, c.barriers / l.barriers) : c.blocks);
    out.blocks = *std::min_element(out.limits.begin(), out.limits.end());
    out.warps = out.blocks * warps;
    out.share = static_cast<double>(out.warps) / c.warps;
    return out;
}

std::vector<OccupancyPoint> occupancyCurve(const ChipLimits& c, const LaunchShape& launch, OccupancyAxis axis) {
    struct Steps {
        std::uint32_t LaunchShape::*what;
        std::uint32_t first, last, step;
    };
    const Steps steps = axis == OccupancyAxis::Threads ? Steps{&LaunchShape::threads, kWarp, kMaxBlockThreads, kWarp}
                        : axis == OccupancyAxis::Registers ? Steps{&LaunchShape::registers, 1, kMaxThreadRegisters, 1}
                                                           : Steps{&LaunchShape::shared, 0, c.blockShared, 512};
    std::vector<OccupancyPoint> out;
    LaunchShape l = launch;
    for (std::uint32_t x = steps.first; x <= steps.last; x += steps.step) {
        l.*steps.what = x;
        out.push_back({x, occupancyOf(c, l).share});
    }
    return out;
}

std::optional<LaunchShape> launchOf(const Snapshot& s, const KernelProfile& p) {
    const ProfileValues values(s, p);
    // By metric, or by the label that pages of CSV have instead.
    const auto whole = [&](std::string_view metric, std::string_view label = {}) -> std::uint32_t {
        const double v = values.number({metric, label});
        return v >= 0 && v < 1e9 ? static_cast<std::uint32_t>(std::llround(v)) : 0;
    };
    LaunchShape out;
    out.threads = p.block[0] ? static_cast<std::uint32_t>(std::min<std::uint64_t>(volumeOf(p.block), 1'000'000))
                             : whole("launch__block_size", "Block Size");
    if (out.threads == 0) return {};
    out.registers = whole("launch__registers_per_thread", "Registers Per Thread");
    out.shared = whole("launch__shared_mem_per_block_static", "Static Shared Memory Per Block") +
                 whole("launch__shared_mem_per_block_dynamic", "Dynamic Shared Memory Per Block");
    out.carveOut = whole("launch__shared_mem_config_size", "Shared Memory Configuration Size");
    out.barriers = whole("launch__barrier_count");
    return out;
}

}  // namespace model
