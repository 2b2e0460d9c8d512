// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/export/scrub_text.h"

#include <re2/re2.h>
#include <re2/set.h>
#include <algorithm>
#include <array>

#include "model/base/ascii.h"

namespace importers::exporting {

using model::isDigit;
using model::isLetter;
using model::isWord;

namespace {

bool isSlash(char c) { return c == '/' || c == '\\'; }
bool isOf(char c, std::string_view set) { return set.find(c) != set.npos; }

/// A character of a path that is not at its end.
bool isPathChar(char c) { return isWord(c) || isSlash(c) || isOf(c, "_.-+@~%#=$&!"); }
std::size_t pathEnd(std::string_view text, std::size_t at) {
    while (at < text.size() && isPathChar(text[at])) ++at;
    return at;
}

/// The bytes of a variable of a shell that stands for a folder: $HOME, ${HOME}, $env:HOME, %USERPROFILE%; 0 for others.
std::size_t variableBytes(std::string_view text, std::size_t at) {
    const bool isPercent = text[at] == '%';
    if (!isPercent && text[at] != '$') return 0;
    std::size_t name = at + 1;
    const bool braced = !isPercent && text.substr(name).starts_with('{');
    if (braced) ++name;
    else if (!isPercent && text.substr(name).starts_with("env:")) name += 4;
    std::size_t end = name;
    while (end < text.size() && (isLetter(text[end]) || text[end] == '_' || (end > name && isDigit(text[end])))) ++end;
    if (end == name) return 0;
    if (!isPercent && !braced) return end - at;
    return end < text.size() && text[end] == (braced ? '}' : '%') ? end + 1 - at : 0;
}

bool isRooted(std::string_view text, std::size_t at) {
    const auto is = [&](std::size_t i, auto&& what) { return i < text.size() && what(text[i]); };
    const auto part = [](char c) { return isWord(c) || isOf(c, "_.-+@~$/"); };
    if (text[at] == '/') return is(at + 1, part);
    if (const std::size_t n = variableBytes(text, at)) return is(at + n, isSlash) && is(at + n + 1, part);
    if (text[at] == '~')
        return is(at + 1, isSlash) ||
               (is(at + 1, isWord) && text.substr(at, pathEnd(text, at) - at).find('/') != text.npos);
    if (text[at] == '\\') return is(at + 1, [](char c) { return c == '\\'; }) && is(at + 2, isWord);
    return isLetter(text[at]) && is(at + 1, [](char c) { return c == ':'; }) && is(at + 2, isSlash) && is(at + 3, part);
}

/// The end of a path that begins with a root. A space in it is taken for one of its own where what follows goes on with
/// slashes.
std::size_t rootedEnd(std::string_view text, std::size_t at) {
    std::size_t end = pathEnd(text, isLetter(text[at]) ? at + 2 : at + variableBytes(text, at));
    while (end + 1 < text.size() && text[end] == ' ') {
        const std::size_t next = pathEnd(text, end + 1);
        const std::string_view more = text.substr(end + 1, next - end - 1);
        if (more.empty() || isSlash(more[0]) || more.find_first_of("/\\") == more.npos || isOf(more[0], "-~")) break;
        end = next;
    }
    return end;
}

/// a/b.c and ../a
bool isRelative(std::string_view run) {
    const std::size_t base = baseOf(run);
    return base > 0 && (run.starts_with("../") || run.starts_with("./") || !endingOf(run.substr(base)).empty());
}

}  // namespace

std::size_t baseOf(std::string_view path) {
    const std::size_t at = path.find_last_of("/\\");
    return at == path.npos ? 0 : at + 1;
}

std::string_view endingOf(std::string_view base) {
    const std::size_t dot = base.rfind('.');
    if (dot == base.npos || dot == 0 || base.size() - dot < 2 || base.size() - dot > 12 || !isLetter(base[dot + 1]))
        return {};
    const std::string_view ending = base.substr(dot);
    return std::all_of(ending.begin() + 1, ending.end(), [](char c) { return isWord(c) || c == '-' || c == '_'; })
               ? ending
               : std::string_view();
}

std::string replacePaths(std::string_view text, bool urlsStay, const Replace& replace) {
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        // Where no machine is named, a path is all there is: file:///a/b.
        const bool isUrl = at > 0 && isWord(text[at - 1]) && text.substr(at).starts_with("://") &&
                           !text.substr(at).starts_with(":///");
        if (urlsStay && isUrl) {
            const std::size_t end = std::min(text.find_first_of(" \t\r\n\"'<>()[]{}|,;", at), text.size());
            out += text.substr(at, end - at);
            at = end;
            continue;
        }
        const bool begins = at == 0 || !(isWord(text[at - 1]) || isOf(text[at - 1], "_.-"));
        std::size_t end = at;
        bool path = false;
        // What is put before a path may stand at it: kernel_/a/b, and also name/home/me.
        const std::string_view rest = text.substr(at);
        const bool isJoined = (rest[0] == '/' && at > 0 && isOf(text[at - 1], "_-")) || rest.starts_with("/home/") ||
                              rest.starts_with("/Users/");
        if ((begins || isJoined) && isRooted(text, at)) {
            end = rootedEnd(text, at);
            path = true;
        } else if (begins && isPathChar(text[at])) {
            end = pathEnd(text, at);
            // "--out=/a/b" is a path behind what is none.
            if (const std::size_t sign = text.substr(at, end - at).find('='); sign != text.npos) end = at + sign + 1;
            path = isRelative(text.substr(at, end - at));
            if (!path) end = std::min(end, text.find_first_of("/\\", at + 1));
        }
        // The full stop of a sentence.
        while (path && end > at + 1 && text[end - 1] == '.') --end;
        if (end <= at) end = at + 1;
        out += path ? replace(text.substr(at, end - at)) : std::string(text.substr(at, end - at));
        at = end;
    }
    return out;
}

std::string replaceWord(std::string_view text, std::string_view word, std::string_view by) {
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t found = word.empty() ? text.npos : text.find(word, at);
        if (found == text.npos) return out.append(text.substr(at));
        const std::size_t end = found + word.size();
        const bool whole = (found == 0 || !isWord(text[found - 1])) && (end == text.size() || !isWord(text[end]));
        out.append(text.substr(at, found - at)).append(whole ? by : word);
        at = end;
    }
    return out;
}

struct Forms::Compiled {
    Compiled() : all(options(), re2::RE2::UNANCHORED) {}
    static re2::RE2::Options options() {
        re2::RE2::Options out;
        out.set_max_mem(64 << 20);
        return out;
    }
    re2::RE2::Set all;
    std::vector<std::unique_ptr<re2::RE2>> each;
};

Forms::Forms(const std::vector<std::string>& expressions) {
    auto compiled = std::make_unique<Compiled>();
    for (const std::string& e : expressions) {
        compiled->all.Add(e, nullptr);
        compiled->each.push_back(std::make_unique<re2::RE2>(e, Compiled::options()));
    }
    compiled->all.Compile();
    m_compiled = std::move(compiled);
}
Forms::~Forms() = default;

std::string Forms::replace(std::string_view text,
                           const std::function<std::string(std::size_t, std::string_view)>& by) const {
    std::string now(text);
    std::vector<int> fit;
    m_compiled->all.Match(now, &fit);
    std::sort(fit.begin(), fit.end());
    for (const int which : fit) {
        const re2::RE2& form = *m_compiled->each[static_cast<std::size_t>(which)];
        std::string out;
        std::size_t at = 0;
        for (re2::StringPiece found[2];
             at <= now.size() && form.Match(now, at, now.size(), re2::RE2::UNANCHORED, found, 2);) {
            const auto begin = static_cast<std::size_t>(found[1].data() - now.data()), end = begin + found[1].size();
            out.append(now, at, begin - at)
                .append(by(static_cast<std::size_t>(which), {found[1].data(), found[1].size()}));
            if (end == at) break;  // nothing was found, and nothing would be again
            at = end;
        }
        out.append(now, at);
        now = std::move(out);
    }
    return now;
}

std::string replaceAssignments(std::string_view text, const Replace& replace) {
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t sign = text.find('=', at);
        if (sign == text.npos) return out.append(text.substr(at));
        std::size_t name = sign;
        while (name > at &&
               ((text[name - 1] >= 'A' && text[name - 1] <= 'Z') || isDigit(text[name - 1]) || text[name - 1] == '_'))
            --name;
        const bool isName = sign - name >= 3 && !isDigit(text[name]) &&
                            (name == 0 || (!isWord(text[name - 1]) && text[name - 1] != '-'));
        std::size_t end = sign + 1;
        const char quote = end < text.size() && isOf(text[end], "\"'") ? text[end] : '\0';
        if (quote) end = std::min(text.find(quote, end + 1), text.size() - 1) + 1;
        else
            while (end < text.size() && !isOf(text[end], std::string_view(" \t\r\n\0\"',;)", 9))) ++end;
        out.append(text.substr(at, sign + 1 - at));
        const std::string_view value = text.substr(sign + 1, end - sign - 1);
        if (!isName) end = sign + 1;
        else if (!value.empty()) out += isPlain(value) ? std::string(value) : replace(value);
        at = end;
    }
    return out;
}

bool isSql(std::string_view text) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 8> kForms{{{"SELECT ", ""},
                                                                                   {"INSERT ", " INTO "},
                                                                                   {"INSERT ", "VALUES"},
                                                                                   {"UPDATE ", " SET "},
                                                                                   {"DELETE ", "FROM "},
                                                                                   {"WITH ", " AS "},
                                                                                   {"CREATE TABLE", ""},
                                                                                   {"MERGE INTO", ""}}};
    while (!text.empty() && isOf(text[0], " \t\r\n(\"'")) text.remove_prefix(1);
    std::string head(text.substr(0, 65536));
    for (char& c : head)
        c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c == '\n' || c == '\t' || c == '\r' ? ' ' : c;
    return std::any_of(kForms.begin(), kForms.end(), [&](const auto& f) {
        return head.starts_with(f.first) && head.find(f.second, f.first.size() - 1) != head.npos;
    });
}

bool isPlain(std::string_view text) {
    return std::all_of(text.begin(), text.end(), [](char c) { return isDigit(c) || isOf(c, " .,:;+-*%()[]{}'\"\n"); });
}

}  // namespace importers::exporting
