// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/diff/short_names.h"

#include <algorithm>
#include <map>

namespace model::diff {
namespace {

constexpr std::size_t kMost = 80;    // bytes of a name in a sentence
constexpr std::size_t kLeast = 12;   // of what tells two names apart
constexpr std::string_view kCut = "…";

bool isInside(std::string_view text, std::size_t at) { return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xc0) == 0x80; }

std::string_view firstBytes(std::string_view text, std::size_t most) {
    most = std::min(most, text.size());
    while (most > 0 && isInside(text, most)) --most;
    return text.substr(0, most);
}
std::string_view lastBytes(std::string_view text, std::size_t most) {
    std::size_t at = text.size() - std::min(most, text.size());
    while (isInside(text, at)) ++at;
    return text.substr(at);
}

/// A piece of a name: letters of it, or what stands between brackets.
struct Piece {
    std::size_t begin = 0, end = 0;  // with the brackets
    bool isGroup = false;
};

bool isBehindParameters(std::string_view name, const std::vector<Piece>& pieces) { return !pieces.empty() && pieces.back().isGroup && name[pieces.back().begin] == '('; }

/// The outermost groups and what is between them, without a return type in front.
std::vector<Piece> piecesOf(std::string_view name) {
    std::vector<Piece> out;
    std::string open;  // the brackets that are open
    std::size_t begin = name.starts_with("void ") ? 5 : 0;
    const auto close = [&](std::size_t end, bool group) {
        if (end > begin) out.push_back({begin, end, group});
        begin = end;
    };
    for (std::size_t i = begin; i < name.size(); ++i) {
        const char c = name[i];
        if (c == '<' || c == '(') {
            if (open.empty()) close(i, false);
            open += c;
        } else if ((c == '>' && open.ends_with('<')) || (c == ')' && open.ends_with('('))) {
            open.pop_back();
            // "(anonymous namespace)::f" is part of the name.
            if (open.empty()) close(i + 1, c == '>' || name.substr(i + 1, 2) != "::");
        } else if (c == ' ' && open.empty() && i + 1 < name.size() && name[i + 1] != '(' && name[i + 1] != '<' && !isBehindParameters(name, out)) {
            out.clear();
            begin = i + 1;
        }
    }
    close(name.size(), !open.empty());
    return out;
}

/// What is between the brackets of a group, in `room` bytes, from byte `from` of the name if that is in it.
std::string shortGroup(std::string_view name, const Piece& p, std::size_t room, std::size_t from) {
    const std::string_view all = name.substr(p.begin + 1, p.end - p.begin - 2);
    const std::size_t skip = from > p.begin + 1 && from < p.end ? from - p.begin - 1 : 0;
    std::string out(1, name[p.begin]);
    if (all.size() <= room && all.size() <= kMost) {
        out += all;
    } else {
        // The begin, and what is wished: half of the room is for either.
        const std::string_view rest = all.substr(std::min(skip, all.size())), wished = skip ? firstBytes(rest, std::max(kLeast, room / 2)) : std::string_view();
        const std::string_view head = firstBytes(all, std::min(skip ? skip : all.size(), room - std::min(room, wished.size())));
        out.append(head).append(skip && head.size() == skip ? std::string_view() : kCut).append(wished).append(wished.size() < rest.size() && skip ? kCut : std::string_view());
    }
    return out + name[p.end - 1];
}

/// Letters that are too many by themselves: of a path its end, else the begin and the end.
std::string shortLetters(std::string_view text) {
    if (text.size() <= kMost) return std::string(text);
    if (const std::size_t at = text.find("::", text.size() - kMost); at != text.npos) return std::string(kCut).append(text.substr(at));
    return std::string(firstBytes(text, kMost / 2)).append(kCut).append(lastBytes(text, kMost / 2));
}

std::size_t commonPrefix(std::string_view a, std::string_view b) { return static_cast<std::size_t>(std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first - a.begin()); }

/// Where a word begins that holds the byte.
std::size_t wordAround(std::string_view name, std::size_t at) {
    const std::size_t before = name.substr(0, at).find_last_of(" ,<(:");
    return before == name.npos ? 0 : before + 1;
}

}  // namespace

std::string shortName(std::string_view name, std::size_t from) {
    if (name.size() <= kMost) return std::string(name);
    const std::vector<Piece> pieces = piecesOf(name);
    std::size_t letters = 0;
    for (const Piece& p : pieces) letters += p.isGroup ? 0 : p.end - p.begin;
    std::size_t room = kMost - std::min(kMost, letters);
    std::string out;
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        const Piece& p = pieces[i];
        const std::string_view text = name.substr(p.begin, p.end - p.begin);
        if (!p.isGroup || text.size() < 2 || (text.back() != '>' && text.back() != ')')) {
            out += shortLetters(text);
            continue;
        }
        // Parameters repeat what template arguments say.
        const bool wanted = from > p.begin && from < p.end, isLast = text.front() == '(' && i > 0;
        const std::size_t own = wanted ? std::max(kLeast, room) : isLast ? 0 : room;
        out += shortGroup(name, p, own, from);
        room -= std::min(room, text.size());
    }
    return out;
}

ShortNames::ShortNames(const std::vector<std::string_view>& names) {
    std::map<std::string, std::vector<std::string_view>> alike;
    for (const std::string_view name : names)
        if (name.size() > kMost) {
            auto& group = alike[shortName(name)];
            if (std::find(group.begin(), group.end(), name) == group.end()) group.push_back(name);
        }
    for (auto& [text, group] : alike) {
        if (group.size() < 2) continue;
        std::sort(group.begin(), group.end());
        std::map<std::string, int> times;
        for (std::size_t i = 0; i < group.size(); ++i) {
            // Of sorted names, one of both neighbours has the most in common.
            const std::size_t same = std::max(i > 0 ? commonPrefix(group[i], group[i - 1]) : 0, i + 1 < group.size() ? commonPrefix(group[i], group[i + 1]) : 0);
            ++times[m_short[group[i]] = shortName(group[i], wordAround(group[i], same))];
        }
        for (const std::string_view name : group)
            if (std::string& own = m_short[name]; times[own] > 1) own = name;
    }
}

std::string ShortNames::operator()(std::string_view name) const {
    const auto at = m_short.find(name);
    return at == m_short.end() ? shortName(name) : at->second;
}

}  // namespace model::diff
