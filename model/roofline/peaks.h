// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace model::roofline {

/// Kinds of arithmetic for which chips have different rates, in the order of lists and legends.
enum class Precision : std::uint8_t {
    Fp64,
    Fp32,
    Fp16,
    TensorFp64,
    TensorFp32,
    TensorTf32,
    TensorFp16,
    TensorBf16,
    TensorFp8,
    TensorFp4,
    TensorInt8,
    TensorInt4,
    TensorInt1,
    Count
};
inline constexpr std::size_t kPrecisions = static_cast<std::size_t>(Precision::Count);

struct PrecisionInfo {
    Precision precision;
    std::string_view key;    ///< in files and tables: "tensor_bf16"
    std::string_view label;  ///< a name of the field, never translated: "BF16 tensor"
};
const PrecisionInfo& precisionInfo(Precision p);
std::span<const PrecisionInfo> precisions();
constexpr std::size_t indexOf(Precision p) { return static_cast<std::size_t>(p); }
constexpr bool isTensor(Precision p) { return p >= Precision::TensorFp64; }

/// Memories by their distance from the arithmetic.
enum class Level : std::uint8_t { Dram, L2, L1, Count };
inline constexpr std::size_t kLevels = static_cast<std::size_t>(Level::Count);
struct LevelInfo {
    Level level;
    std::string_view key, label;  ///< "dram", "DRAM"
};
const LevelInfo& levelInfo(Level l);
std::span<const LevelInfo> levels();
constexpr std::size_t indexOf(Level l) { return static_cast<std::size_t>(l); }

/// The maximum rates of a chip. 0 = unknown.
struct Rates {
    std::array<double, kPrecisions> work{};  ///< operations per second, without sparsity; a fused multiply-add is two
    std::array<double, kLevels> traffic{};   ///< bytes per second
    bool operator==(const Rates&) const = default;
};

/// The maker's data about a chip.
struct ChipPeaks {
    std::string name;                ///< "H100 SXM"
    std::vector<std::string> match;  ///< texts; a device's name must contain one of them, in any case
    std::int64_t sms = 0;            ///< multiprocessors or compute units; 0 = any
    double leastMemory = 0;          ///< minimum memory of the device in bytes …
    double mostMemory = 0;           ///< … and maximum: memories of one chip differ in their rates; 0 = any
    double clock = 0;                ///< Hz, the highest clock of its multiprocessors (boost); 0 = unknown
    Rates rates;
    std::array<bool, kPrecisions> unverifiedWork{};  ///< rates without a data sheet: derived, or found elsewhere …
    std::array<bool, kLevels> unverifiedTraffic{};   ///< … the same for memories
    double practical = 0;  ///< share of the tensor rate that large matrix products are known to reach; 0 = unknown
    std::string source;    ///< where the numbers are from
};

struct PeakTable {
    std::vector<ChipPeaks> chips;  ///< the first match counts

    /// nullptr = not in the table. `sms`, and `memory` in bytes: 0 = the report does not tell.
    const ChipPeaks* find(std::string_view device, std::int64_t sms, double memory) const;
};

}  // namespace model::roofline
