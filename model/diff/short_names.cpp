// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/diff/short_names.h"

#include <algorithm>
#include <map>
#include <unordered_map>

#include "model/base/utf8.h"
#include "model/diff/sequences.h"

namespace model::diff {
namespace {

constexpr std::size_t kMost = 80;   // bytes of a name in a sentence that is cut
constexpr std::size_t kWhole = 96;  // bytes of one that is not: a little longer than what would be left of it
constexpr std::string_view kCut = "…";

/// A piece of a name: letters of it, or what stands between brackets.
struct Piece {
    std::size_t begin = 0, end = 0;  // with the brackets
    bool isGroup = false;
};

bool isBehindParameters(std::string_view name, const std::vector<Piece>& pieces) {
    return !pieces.empty() && pieces.back().isGroup && name[pieces.back().begin] == '(';
}

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
        } else if (c == ' ' && open.empty() && i + 1 < name.size() && name[i + 1] != '(' && name[i + 1] != '<' &&
                   !isBehindParameters(name, out)) {
            out.clear();
            begin = i + 1;
        }
    }
    close(name.size(), !open.empty());
    return out;
}

/// What is between the brackets of a group, in `room` bytes.
std::string shortGroup(std::string_view name, const Piece& p, std::size_t room) {
    const std::string_view all = name.substr(p.begin + 1, p.end - p.begin - 2);
    const std::string_view head = all.size() <= room && all.size() <= kMost ? all : utf8Prefix(all, room);
    return std::string(1, name[p.begin]).append(head).append(head.size() < all.size() ? kCut : std::string_view()) +
           name[p.end - 1];
}

/// Letters that are too many by themselves: of a path its end, else the begin and the end.
std::string shortLetters(std::string_view text) {
    if (text.size() <= kMost) return std::string(text);
    if (const std::size_t at = text.find("::", text.size() - kMost); at != text.npos)
        return std::string(kCut).append(text.substr(at));
    return std::string(utf8Prefix(text, kMost / 2)).append(kCut).append(utf8Suffix(text, kMost / 2));
}

/// A word of a name: letters and digits with the underscores behind them, or one sign.
struct Word {
    std::size_t begin = 0, end = 0;
    bool isTold = false;  // it tells the name from another
};

bool isWordByte(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           (static_cast<unsigned char>(c) & 0x80) != 0;
}

std::vector<Word> wordsOf(std::string_view name) {
    std::vector<Word> out;
    for (std::size_t i = name.starts_with("void ") ? 5 : 0; i < name.size();) {
        std::size_t end = i;
        while (end < name.size() && isWordByte(name[end])) ++end;
        while (end < name.size() && name[end] == '_') ++end;
        out.push_back({i, std::max(end, i + 1)});
        i = out.back().end;
    }
    return out;
}

/// Cuts names around what tells them from each other.
class Cutter {
public:
    explicit Cutter(std::vector<std::string_view> names) : m_names(std::move(names)) {
        std::sort(m_names.begin(), m_names.end());
        std::unordered_map<std::string_view, NameId> ids;
        for (const std::string_view name : m_names) {
            m_words.push_back(wordsOf(name));
            auto& numbers = m_numbers.emplace_back();
            for (const Word& w : m_words.back())
                numbers.push_back(
                    ids.try_emplace(name.substr(w.begin, w.end - w.begin), static_cast<NameId>(ids.size() + 1))
                        .first->second);
        }
        // Of sorted names those near by have most in common: of many, only they are looked at.
        for (std::size_t i = 0; i < m_names.size(); ++i)
            for (std::size_t j = i + 1; j < std::min(m_names.size(), i + kNear); ++j) tell(i, j);
    }
    const std::vector<std::string_view>& names() const { return m_names; }
    /// In `room` bytes or a little more; nothing where no other name is like it.
    std::string cut(std::size_t index, std::size_t room) const {
        const std::string_view name = m_names[index];
        const std::vector<Word>& words = m_words[index];
        const std::vector<Piece> pieces = piecesOf(name);
        if (std::none_of(words.begin(), words.end(), [](const Word& w) { return w.isTold; })) return {};
        constexpr std::size_t kNoPiece = SIZE_MAX;
        std::vector<std::size_t> pieceOf(words.size(), kNoPiece);
        for (std::size_t i = 0, p = 0; i < words.size(); ++i) {
            while (p < pieces.size() && pieces[p].end <= words[i].begin) ++p;
            if (p < pieces.size() && pieces[p].begin <= words[i].begin) pieceOf[i] = p;
        }
        const auto isInGroup = [&](std::size_t i) { return pieceOf[i] != kNoPiece && pieces[pieceOf[i]].isGroup; };
        // Parameters repeat what template arguments say.
        const std::size_t last = pieces.size() > 1 && pieces.back().isGroup && name[pieces.back().begin] == '('
                                     ? pieces.size() - 1
                                     : kNoPiece;
        bool dropsLast = false, hasGroups = false;
        for (std::size_t i = 0; i < words.size(); ++i) {
            hasGroups |= isInGroup(i);
            dropsLast |= last != kNoPiece && words[i].isTold && isInGroup(i) && pieceOf[i] != last;
        }
        std::vector<bool> kept(words.size());
        std::size_t used = 0;
        const auto keep = [&](std::size_t i) { used += kept[i] ? 0 : words[i].end - words[i].begin, kept[i] = true; };
        for (std::size_t i = 0; i < words.size(); ++i)
            if (hasGroups ? used < room && pieceOf[i] != kNoPiece && !isInGroup(i) : words[i].end <= kHead) keep(i);
        for (std::size_t i = 0; i < words.size() && used < room; ++i)
            if (words[i].isTold && !kept[i] && !(dropsLast && pieceOf[i] == last)) keepWithOuter(name, words, i, keep);
        // What room is left is for the begin of what is in brackets; those come with what is in them.
        for (std::size_t i = 0;
             i < words.size() && used + (words[i].end - words[i].begin) <= kMost && !(dropsLast && pieceOf[i] == last);
             ++i)
            if (!kept[i] && std::string_view("<>()").find(name[words[i].begin]) == std::string_view::npos)
                keepWithOuter(name, words, i, keep);
        return withGaps(name, words, kept, pieces.empty() ? 0 : pieces[0].begin,
                        dropsLast ? pieces.back().begin : name.size());
    }

private:
    static constexpr std::size_t kNear = 12, kHead = 24;  // names; bytes of one without brackets

    void tell(std::size_t i, std::size_t j) {
        const std::vector<IndexPair> common = commonSequence(m_numbers[i], m_numbers[j]);
        if (2 * common.size() < std::max(m_words[i].size(), m_words[j].size())) return;  // other kernels altogether
        for (const Run& r : runsBetween(common, m_words[i].size(), m_words[j].size())) {
            mark(m_words[i], r.beginA, r.endA);
            mark(m_words[j], r.beginB, r.endB);
        }
    }
    /// Where only the other has something, what it stands behind.
    static void mark(std::vector<Word>& words, std::size_t begin, std::size_t end) {
        if (begin == end && begin > 0) --begin;
        for (std::size_t w = begin; w < end; ++w) words[w].isTold = true;
    }
    /// With the brackets around it, and what stands before them: "Metadata<2>" for a 2.
    static void keepWithOuter(std::string_view name, const std::vector<Word>& words, std::size_t at, const auto& keep) {
        const auto sign = [&](std::size_t i) {
            return words[i].end == words[i].begin + 1 ? name[words[i].begin] : 'x';
        };
        keep(at);
        int depth = 0;
        bool first = true;
        for (std::size_t i = at; i-- > 0;) {
            depth += sign(i) == '>' || sign(i) == ')' ? 1 : sign(i) == '<' || sign(i) == '(' ? -1 : 0;
            if (depth >= 0) continue;
            depth = 0;
            keep(i);
            for (std::size_t w = i;
                 first && w-- > 0 && name[words[w].end - 1] != ' ' && isWordByte(name[words[w].begin]);)
                keep(w);
            first = false;
        }
        depth = 0;
        for (std::size_t i = at + 1; i < words.size(); ++i) {
            depth += sign(i) == '<' || sign(i) == '(' ? 1 : sign(i) == '>' || sign(i) == ')' ? -1 : 0;
            if (depth < 0) keep(i), depth = 0;
        }
    }
    /// A gap that is no longer than its sign is none.
    static std::string withGaps(std::string_view name, const std::vector<Word>& words, const std::vector<bool>& kept,
                                std::size_t from, std::size_t to) {
        std::string out;
        std::size_t gap = from;  // where what is not there begins
        const auto close = [&](std::size_t end) {
            if (end > gap) out += end - gap <= kCut.size() ? name.substr(gap, end - gap) : kCut;
        };
        for (std::size_t i = 0; i < words.size() && words[i].end <= to; ++i) {
            if (!kept[i] || words[i].begin < from) continue;
            close(words[i].begin);
            out += name.substr(words[i].begin, words[i].end - words[i].begin);
            gap = words[i].end;
        }
        close(to);
        return to < name.size() ? out + "(…)" : out;
    }

    std::vector<std::string_view> m_names;
    std::vector<std::vector<Word>> m_words;
    std::vector<std::vector<NameId>> m_numbers;
};

}  // namespace

std::string shortName(std::string_view name) {
    if (name.size() <= kWhole) return std::string(name);
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
        const bool isLast = text.front() == '(' && i > 0;
        out += shortGroup(name, p, isLast ? 0 : room);
        room -= std::min(room, text.size());
    }
    return out;
}

ShortNames::ShortNames(const std::vector<std::string_view>& names) {
    std::map<std::string, std::vector<std::string_view>> alike;
    for (const std::string_view name : names)
        if (name.size() > kWhole) {
            // Of letters alone nobody knows which tell.
            auto& group = alike[name.find_first_of("<(") == name.npos ? std::string() : shortName(name)];
            if (std::find(group.begin(), group.end(), name) == group.end()) group.push_back(name);
        }
    for (const auto& [shown, group] : alike) {
        if (group.size() < 2) continue;
        const Cutter cutter(group);
        std::map<std::string, int> times;
        for (const std::size_t room : {kMost, 2 * kMost}) {
            // With more room where that is needed to tell one from another.
            std::vector<std::pair<std::string_view, std::string>> cut;
            for (std::size_t i = 0; i < cutter.names().size(); ++i) {
                std::string& own = m_short[cutter.names()[i]];
                if (!own.empty() && times[own] == 1) continue;
                std::string text = cutter.cut(i, room);
                if (text.empty()) text = shortName(cutter.names()[i]);
                else if (text.size() >= cutter.names()[i].size()) text = cutter.names()[i];
                cut.emplace_back(cutter.names()[i], std::move(text));
            }
            for (auto& [name, text] : cut) ++times[m_short[name] = std::move(text)];
        }
        for (const std::string_view name : cutter.names())
            if (std::string& own = m_short[name]; times[own] > 1) own = name;
    }
}

std::string ShortNames::operator()(std::string_view name) const {
    const auto at = m_short.find(name);
    return at == m_short.end() ? shortName(name) : at->second;
}

}  // namespace model::diff
