// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "model/store/event_store.h"

namespace model {

inline constexpr std::uint32_t kWarp = 32;  ///< threads
inline constexpr std::uint32_t kMaxBlockThreads = 1024;
inline constexpr std::uint32_t kMaxThreadRegisters = 255;

/// The resources of a multiprocessor, by compute capability. From "Technical Specifications per Compute Capability" in
/// NVIDIA's CUDA programming guide; bytes, and 32-bit registers.
struct ChipLimits {
    std::uint32_t chip;  ///< compute capability as major × 10 + minor
    std::uint32_t blocks;
    std::uint32_t warps;
    std::uint32_t registers;
    std::uint32_t blockRegisters;  ///< maximum in one block
    std::uint32_t shared;
    std::uint32_t blockShared;     ///< maximum of one block's own
    std::uint32_t reservedShared;  ///< used by the system in each block
    std::uint32_t sharedUnit;      ///< granularity of shared memory
    std::uint32_t barriers;        ///< 0 = unknown, not published; those of 9.0 follow from Nsight Compute's curves
    std::array<std::uint16_t, 10> carveOuts;  ///< possible sizes of shared memory, KiB, rising; ends with 0s
};

/// Every known chip, the oldest first.
std::span<const ChipLimits> knownChips();
/// nullptr if it is unknown.
const ChipLimits* chipLimits(std::uint32_t chip);

/// A launch, as far as occupancy depends on it.
struct LaunchShape {
    std::uint32_t threads = 0;    ///< in a block
    std::uint32_t registers = 0;  ///< of a thread
    std::uint32_t shared = 0;     ///< bytes of a block, static and dynamic, without the system's part
    std::uint32_t carveOut = 0;   ///< configured bytes of shared memory of the multiprocessor; 0 = the maximum
    std::uint32_t barriers = 0;   ///< of a block
    bool operator==(const LaunchShape&) const = default;
};

enum class Limiter : std::uint8_t { Blocks, Warps, Registers, SharedMemory, Barriers, Count };
inline constexpr std::size_t kLimiters = static_cast<std::size_t>(Limiter::Count);

/// How many blocks a multiprocessor holds at a time.
struct Occupancy {
    std::array<std::uint32_t, kLimiters> limits{};  ///< blocks that each resource allows, by Limiter
    std::uint32_t blocks = 0;                       ///< the minimum of them
    std::uint32_t warps = 0;
    double share = 0;  ///< of the warps that the chip can hold, 0–1

    std::uint32_t limit(Limiter l) const { return limits[static_cast<std::size_t>(l)]; }
    /// Whether no other resource allows fewer blocks.
    bool isLimiter(Limiter l) const { return limit(l) == blocks; }
};

Occupancy occupancyOf(const ChipLimits& chip, const LaunchShape& launch);

/// The x axis of an occupancy curve; everything else stays unchanged.
enum class OccupancyAxis : std::uint8_t { Threads, Registers, SharedMemory };
struct OccupancyPoint {
    std::uint32_t x = 0;  ///< threads, registers, or bytes
    double share = 0;
};
/// Occupancy by block size (each warp), registers (each) or shared memory of a block (each 512 bytes).
std::vector<OccupancyPoint> occupancyCurve(const ChipLimits& chip, const LaunchShape& launch, OccupancyAxis axis);

/// How a profiled kernel was launched; none if the profile does not give the size of its blocks.
std::optional<LaunchShape> launchOf(const Snapshot& snapshot, const KernelProfile& profile);

}  // namespace model
