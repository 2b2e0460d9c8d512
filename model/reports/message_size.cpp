// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/reports/message_size.h"

#include "model/collective.h"
#include "model/string_table.h"

namespace model::reports {
namespace {

/// Bytes of an element of the types that PyTorch's profiler names; 0 = unknown.
std::int64_t bytesOfType(std::string_view type) {
    struct Size {
        std::string_view word;
        std::int64_t bytes;
    };
    constexpr Size kSizes[] = {{"ComplexDouble", 16}, {"ComplexFloat", 8}, {"Float8", 1}, {"BFloat16", 2}, {"Half", 2}, {"Double", 8}, {"Float", 4},
                               {"Long", 8}, {"Int", 4}, {"Short", 2}, {"Byte", 1}, {"Char", 1}, {"Bool", 1}};
    for (const Size& s : kSizes)
        if (type.starts_with(s.word)) return s.bytes;
    return 0;
}

}  // namespace

MessageSize::MessageSize(const Snapshot& s)
    : m_s(s), m_bytes(s, "bytes"), m_said(s, "Message size [bytes]"), m_in(s, "In msg nelems"), m_out(s, "Out msg nelems"), m_type(s, "dtype"), m_group(s, "Group size"), m_name(s, "Collective name") {}

std::optional<std::int64_t> MessageSize::ofCollective(ArgsId args) const {
    if (const auto said = m_said.number(args)) {
        // As NCCL's ranges say it: what one rank gives to an allgather, or gets from a reducescatter.
        const std::string_view what = collectiveOf(m_s.text(m_name.text(args)));
        std::int64_t bytes = 0;
        const bool part = what == "allgather" || what == "reducescatter";
        if (__builtin_mul_overflow(*said, part ? std::max<std::int64_t>(1, ranks(args)) : 1, &bytes)) return {};
        return bytes;
    }
    const auto in = m_in.number(args), out = m_out.number(args);
    if (!in && !out) return {};
    const std::int64_t each = bytesOfType(m_s.text(m_type.text(args)));
    std::int64_t bytes = 0;
    if (each == 0 || __builtin_mul_overflow(std::max(in.value_or(0), out.value_or(0)), each, &bytes)) return {};
    return bytes;
}

std::string_view MessageSize::collective(ArgsId args, StringId kernel) const {
    const std::string_view said = collectiveOf(m_s.text(m_name.text(args)));
    return said.empty() ? collectiveOf(m_s.text(kernel)) : said;
}

}  // namespace model::reports
