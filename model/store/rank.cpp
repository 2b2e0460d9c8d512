// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/store/rank.h"

#include <charconv>

#include "model/base/ascii.h"

namespace model {
namespace {

/// "Rank", "distributedInfo.rank", "world_rank", but not "prank" or "local_rank", which is one of a machine.
bool isRankKey(std::string_view key) {
    const std::string name = lower(key);
    if (!name.ends_with("rank") || name.ends_with("local_rank")) return false;
    return name.size() == 4 || !isLetter(name[name.size() - 5]);
}

std::optional<std::int64_t> rankIn(const Facts& facts) {
    for (const auto& [key, value] : facts)
        if (isRankKey(key))
            if (const auto rank = rankNumber(value)) return rank;
    return {};
}

}  // namespace

std::optional<std::int64_t> rankNumber(std::string_view digits) {
    if (digits.empty() || digits.size() > 5) return {};
    std::int64_t n = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), n);
    if (error != std::errc() || end != digits.data() + digits.size() || n < 0) return {};
    return n;
}

std::optional<std::int64_t> rankOf(const ReportInfo& info) { return rankIn(info.session_facts); }

std::optional<std::int64_t> rankOf(const ReportInfo& info, std::int64_t host, std::int64_t pid) {
    for (const auto type : {Entity::Type::Process, Entity::Type::Host})
        for (const Entity& e : info.entities)
            if (e.type == type && e.key.host == host && (type == Entity::Type::Host || e.key.pid == pid))
                if (const auto rank = rankIn(e.facts)) return rank;
    return rankOf(info);
}

}  // namespace model
