// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/capture/frame_rules.h"

#include <dwarf.h>
#include <cstring>

namespace importers::capture {

std::optional<std::uint64_t> StackBytes::at(std::uint64_t where) const {
    constexpr std::uint64_t kLongest = std::uint64_t{64}
                                       << 20;  // of a stack, mostly: what is further away is no part of it
    const std::uint64_t offset = where - address;
    if (where >= address && offset + sizeof offset > bytes.size() && offset < kLongest) isTooShort = true;
    if (where < address || bytes.size() < sizeof offset || offset > bytes.size() - sizeof offset) return {};
    std::uint64_t out;
    std::memcpy(&out, bytes.data() + offset, sizeof out);
    return out;
}

FrameRules::FrameRules(Dwarf_Frame* frame, std::size_t registers) {
    Dwarf_Op* ops = nullptr;
    std::size_t n = 0;
    if (!frame || dwarf_frame_cfa(frame, &ops, &n) != 0 || n == 0) return;
    m_return = dwarf_frame_info(frame, nullptr, nullptr, &m_signal);
    if (m_return < 0) return;
    m_frame = ruleOf(ops, n);
    m_rules.resize(registers);
    for (std::size_t r = 0; r < registers; ++r) {
        Dwarf_Op memory[3];
        if (dwarf_frame_register(frame, static_cast<int>(r), memory, &ops, &n) != 0) continue;
        if (n == 0) m_rules[r].kind = ops ? Rule::Undefined : Rule::Same;
        else m_rules[r] = ruleOf(ops, n);
    }
    m_known = true;
}

FrameRules::Rule FrameRules::ruleOf(const Dwarf_Op* ops, std::size_t n) {
    Rule rule;
    const bool fromFrame = ops[0].atom == DW_OP_call_frame_cfa;
    if (fromFrame && (n == 1 || (n == 2 && ops[1].atom == DW_OP_plus_uconst))) {
        rule.kind = Rule::AtOffset;
        rule.offset = n == 2 ? static_cast<std::int64_t>(ops[1].number) : 0;
        return rule;
    }
    rule.kind = Rule::Expression;
    rule.first = static_cast<std::uint32_t>(m_operations.size());
    rule.n = static_cast<std::uint32_t>(n);
    m_operations.insert(m_operations.end(), ops, ops + n);
    return rule;
}

namespace {

/// The machine of DWARF's expressions, as far as call frames use it; others make nothing of it.
class RuleMachine {
public:
    RuleMachine(const Registers& r, const StackBytes& s, std::uint64_t frame)
        : m_registers(r), m_stack(s), m_frame(frame) {}

    bool run(const Dwarf_Op& op) {
        if (op.atom >= DW_OP_lit0 && op.atom <= DW_OP_lit31) return push(op.atom - DW_OP_lit0);
        if (op.atom >= DW_OP_breg0 && op.atom <= DW_OP_breg31) return pushRegister(op.atom - DW_OP_breg0, op.number);
        if (op.atom >= DW_OP_reg0 && op.atom <= DW_OP_reg31)
            return m_isValue = true, pushRegister(op.atom - DW_OP_reg0, 0);
        switch (op.atom) {
        case DW_OP_bregx: return pushRegister(op.number, op.number2);
        case DW_OP_regx: return m_isValue = true, pushRegister(op.number, 0);
        case DW_OP_call_frame_cfa: return push(m_frame);
        case DW_OP_const1u:
        case DW_OP_const1s:
        case DW_OP_const2u:
        case DW_OP_const2s:
        case DW_OP_const4u:
        case DW_OP_const4s:
        case DW_OP_const8u:
        case DW_OP_const8s:
        case DW_OP_constu:
        case DW_OP_consts: return push(op.number);
        case DW_OP_plus_uconst: return m_depth >= 1 && (top() += op.number, true);
        case DW_OP_deref: return dereference();
        case DW_OP_stack_value: return m_isValue = true;
        case DW_OP_dup: return m_depth >= 1 && push(top());
        case DW_OP_drop: return m_depth >= 1 && (--m_depth, true);
        case DW_OP_nop: return true;
        default: return combine(op.atom);
        }
    }
    bool isValue() const { return m_isValue; }
    std::optional<std::uint64_t> result() const {
        return m_depth ? std::optional(m_values[m_depth - 1]) : std::nullopt;
    }

private:
    std::uint64_t& top() { return m_values[m_depth - 1]; }
    bool push(std::uint64_t v) { return m_depth < m_values.size() && (m_values[m_depth++] = v, true); }
    bool pushRegister(std::uint64_t r, std::uint64_t offset) {
        return m_registers.has(r) && push(m_registers.value[r] + offset);
    }
    bool dereference() {
        const auto v = m_depth ? m_stack.at(top()) : std::nullopt;
        return v && (top() = *v, true);
    }
    bool combine(unsigned atom) {
        if (m_depth < 2) return false;
        const std::uint64_t b = m_values[--m_depth];
        std::uint64_t& a = top();
        const auto x = static_cast<std::int64_t>(a), y = static_cast<std::int64_t>(b);
        switch (atom) {
        case DW_OP_plus: a += b; return true;
        case DW_OP_minus: a -= b; return true;
        case DW_OP_mul: a *= b; return true;
        case DW_OP_and: a &= b; return true;
        case DW_OP_or: a |= b; return true;
        case DW_OP_shl: a = b < 64 ? a << b : 0; return true;
        case DW_OP_shr: a = b < 64 ? a >> b : 0; return true;
        case DW_OP_ge: a = x >= y; return true;
        case DW_OP_gt: a = x > y; return true;
        case DW_OP_le: a = x <= y; return true;
        case DW_OP_lt: a = x < y; return true;
        case DW_OP_eq: a = x == y; return true;
        case DW_OP_ne: a = x != y; return true;
        default: return false;
        }
    }

    const Registers& m_registers;
    const StackBytes& m_stack;
    std::uint64_t m_frame;
    std::array<std::uint64_t, 32> m_values{};
    std::size_t m_depth = 0;
    bool m_isValue = false;
};

}  // namespace

/// `isFrame`: the result is the frame's address itself; of registers it is where the value lies, unless the expression
/// says else.
std::optional<std::uint64_t> FrameRules::run(const Rule& rule, const Registers& now, const StackBytes& stack,
                                             std::uint64_t frame, bool isFrame) const {
    if (rule.kind == Rule::AtOffset) return stack.at(frame + static_cast<std::uint64_t>(rule.offset));
    RuleMachine machine(now, stack, frame);
    for (std::uint32_t i = 0; i < rule.n; ++i)
        if (!machine.run(m_operations[rule.first + i])) return {};
    const auto result = machine.result();
    return !result || isFrame || machine.isValue() ? result : stack.at(*result);
}

std::optional<Registers> FrameRules::caller(const Registers& now, const StackBytes& stack, std::size_t count,
                                            std::size_t stackPointer) const {
    const auto frame = run(m_frame, now, stack, 0, true);
    if (!frame) return {};
    Registers out;
    out.set(stackPointer, *frame);
    for (std::size_t r = 0; r < m_rules.size() && r < count; ++r) {
        const Rule& rule = m_rules[r];
        if (rule.kind == Rule::Undefined || (r == stackPointer && rule.kind == Rule::Same)) continue;
        if (rule.kind == Rule::Same) {
            if (now.has(r)) out.set(r, now.value[r]);
        } else if (const auto v = run(rule, now, stack, *frame, false)) {
            out.set(r, *v);
        }
    }
    const auto from = static_cast<std::size_t>(m_return);
    if (!out.has(from)) return {};
    out.set(count - 1, out.value[from]);
    return out;
}

}  // namespace importers::capture
