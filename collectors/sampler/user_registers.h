// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "collectors/protocol/spool.h"

namespace collectors {

// The registers that we request from the kernel, and the DWARF number of each in its list. The kernel numbers them as
// arch/*/include/uapi/asm/ perf_regs.h; DWARF as the psABI of the machine.
#if defined(__x86_64__)
inline constexpr spool::RawStack::Machine kMachine = spool::RawStack::X86_64;
inline constexpr std::uint64_t kPerfRegisters = 0xff01ff;  // ax bx cx dx si di bp sp ip, r8 … r15
inline constexpr std::array<std::uint8_t, 17> kDwarfOfPerf{0, 3, 2, 1, 4, 5, 6, 7, 16, 8, 9, 10, 11, 12, 13, 14, 15};
inline constexpr bool kHasRegisters = true;
#elif defined(__aarch64__)
inline constexpr spool::RawStack::Machine kMachine = spool::RawStack::Aarch64;
inline constexpr std::uint64_t kPerfRegisters = 0x1ffffffff;  // x0 … x29, lr, sp, pc
inline constexpr std::array<std::uint8_t, 33> kDwarfOfPerf{0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10,
                                                           11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21,
                                                           22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32};
inline constexpr bool kHasRegisters = true;
#else
inline constexpr spool::RawStack::Machine kMachine{};
inline constexpr std::uint64_t kPerfRegisters = 0;
inline constexpr std::array<std::uint8_t, 1> kDwarfOfPerf{0};
inline constexpr bool kHasRegisters = false;
#endif

}  // namespace collectors
