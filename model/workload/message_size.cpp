// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/workload/message_size.h"

#include <charconv>

#include "model/base/string_table.h"
#include "model/workload/collective.h"

namespace model::reports {
namespace {

/// Bytes of an element of the types that PyTorch's profiler names; 0 = unknown.
std::int64_t bytesOfType(std::string_view type) {
    struct Size {
        std::string_view word;
        std::int64_t bytes;
    };
    constexpr Size kSizes[] = {{"ComplexDouble", 16}, {"ComplexFloat", 8}, {"Float8", 1}, {"BFloat16", 2}, {"Half", 2},
                               {"Double", 8},         {"Float", 4},        {"Long", 8},   {"Int", 4},      {"Short", 2},
                               {"Byte", 1},           {"Char", 1},         {"Bool", 1}};
    for (const Size& s : kSizes)
        if (type.starts_with(s.word)) return s.bytes;
    return 0;
}

constexpr std::string_view kSize = "Message size [bytes]", kCommunicator = "NCCL communicator ID",
                           kRanks = "No. of ranks";

/// The whole number behind a key of a flat object of JSON.
std::optional<std::uint64_t> numberInJson(std::string_view json, std::string_view key) {
    for (std::size_t at = json.find(key); at != json.npos; at = json.find(key, at + 1)) {
        if (at == 0 || json[at - 1] != '"' || !json.substr(at + key.size()).starts_with('"')) continue;
        std::string_view rest = json.substr(at + key.size() + 1);
        rest.remove_prefix(std::min(rest.find_first_not_of(" :\t\n"), rest.size()));
        std::uint64_t out = 0;
        if (std::from_chars(rest.data(), rest.data() + rest.size(), out).ec == std::errc()) return out;
    }
    return {};
}

}  // namespace

MessageSize::MessageSize(const Snapshot& s)
    : m_s(s), m_bytes(s, "bytes"), m_said(s, kSize), m_in(s, "In msg nelems"), m_out(s, "Out msg nelems"),
      m_type(s, "dtype"), m_group(s, "Group size"), m_name(s, "Collective name"),
      m_processGroup(s, "Process Group Name"), m_communicator(s, kCommunicator), m_made(s, kRanks),
      m_json(s, "jsonText") {}

std::optional<std::uint64_t> MessageSize::payload(ArgsId args, const ArgReader& argument, std::string_view key) const {
    if (const auto number = argument.number(args)) return static_cast<std::uint64_t>(*number);
    const StringId json = m_json.text(args);
    return json ? numberInJson(m_s.text(json), key) : std::nullopt;
}

std::optional<std::int64_t> MessageSize::ofCollective(ArgsId args, StringId call, std::int64_t ranks) const {
    if (const auto said = payload(args, m_said, kSize)) {
        // As NCCL's ranges say it: what one rank gives to an allgather, or gets from a reducescatter.
        const std::string_view what = collective(args, call);
        std::int64_t bytes = 0;
        const bool part = what == "allgather" || what == "reducescatter";
        if (*said > INT64_MAX || __builtin_mul_overflow(static_cast<std::int64_t>(*said),
                                                        part ? std::max<std::int64_t>(1, ranks) : 1, &bytes))
            return {};
        return bytes;
    }
    const auto in = m_in.number(args), out = m_out.number(args);
    if (!in && !out) return {};
    const std::int64_t each = bytesOfType(m_s.text(m_type.text(args)));
    std::int64_t bytes = 0;
    if (each == 0 || __builtin_mul_overflow(std::max(in.value_or(0), out.value_or(0)), each, &bytes)) return {};
    return bytes;
}

std::int64_t MessageSize::ranks(ArgsId args) const {
    if (const auto size = m_group.number(args)) return *size;
    const auto made = payload(args, m_made, kRanks);
    return made && *made <= INT32_MAX ? static_cast<std::int64_t>(*made) : 0;
}

std::string MessageSize::group(ArgsId args) const {
    if (const StringId name = m_processGroup.text(args)) return std::string(m_s.text(name));
    if (const auto number = m_processGroup.number(args)) return std::to_string(*number);
    const auto communicator = payload(args, m_communicator, kCommunicator);
    return communicator ? std::to_string(*communicator) : std::string();
}

std::string_view MessageSize::collective(ArgsId args, StringId kernel) const {
    const std::string_view said = collectiveOf(m_s.text(m_name.text(args)));
    return said.empty() ? collectiveOf(m_s.text(kernel)) : said;
}

}  // namespace model::reports
