// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <elfutils/libdw.h>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace importers::capture {

inline constexpr std::size_t kMostRegisters = 33;  // x0 … x30, sp and pc of ARM; x86-64 has 17

/// Registers, some of which are known.
struct Registers {
    std::array<std::uint64_t, kMostRegisters> value{};
    std::uint64_t known = 0;  // bits
    bool has(std::size_t r) const { return r < kMostRegisters && (known >> r & 1); }
    void set(std::size_t r, std::uint64_t v) { value[r] = v, known |= std::uint64_t{1} << r; }
};

/// The copied piece of a stack.
struct StackBytes {
    std::uint64_t address = 0;
    std::span<const unsigned char> bytes;
    mutable bool isTooShort = false;  ///< a caller needed bytes after its end, where the stack may continue
    std::optional<std::uint64_t> at(std::uint64_t where) const;
};

/// How to find the caller's registers at one place of a program: one row of DWARF's call frame information.
class FrameRules {
public:
    FrameRules() = default;
    /// Null `frame`: nothing is known at that place.
    FrameRules(Dwarf_Frame* frame, std::size_t registers);

    bool isKnown() const { return m_known; }
    /// Whether this is the frame of a signal: the caller was interrupted, and did not call.
    bool isSignal() const { return m_signal; }
    /// The caller's registers, with the program counter as the last of `count`. Nothing if there is no caller, or if
    /// its frame lies beyond the copy. `stackPointer` = its register number.
    std::optional<Registers> caller(const Registers& now, const StackBytes& stack, std::size_t count,
                                    std::size_t stackPointer) const;

private:
    struct Rule {
        enum Kind : std::uint8_t { Undefined, Same, AtOffset, Expression } kind = Undefined;
        std::int64_t offset = 0;         // from the frame's address
        std::uint32_t first = 0, n = 0;  // operations
    };
    Rule ruleOf(const Dwarf_Op* ops, std::size_t n);
    std::optional<std::uint64_t> run(const Rule& rule, const Registers& now, const StackBytes& stack,
                                     std::uint64_t frame, bool isFrame) const;

    bool m_known = false, m_signal = false;
    int m_return = 0;  // the register with the return address
    Rule m_frame;
    std::vector<Rule> m_rules;
    std::vector<Dwarf_Op> m_operations;
};

}  // namespace importers::capture
