// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/base/work_names.h"

#include <algorithm>

#include "model/base/ascii.h"

namespace model {
namespace {

bool isWord(char c) {
    return isDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           (static_cast<unsigned char>(c) & 0x80) != 0;
}

void replaceAll(std::string& text, std::string_view from, std::string_view to) {
    for (std::size_t at = text.find(from); at != text.npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
}

/// Without those that stand between no words.
std::string withoutIdleBlanks(std::string_view name) {
    std::string out;
    for (std::size_t i = 0; i < name.size();) {
        if (name[i] != ' ') {
            out += name[i++];
            continue;
        }
        const std::size_t end = std::min(name.find_first_not_of(' ', i), name.size());
        if (!out.empty() && end < name.size() && isWord(out.back()) && isWord(name[end])) out += ' ';
        i = end;
    }
    return out;
}

/// Behind the bracket that closes the one at `open`.
std::size_t closed(std::string_view text, std::size_t open) {
    int depth = 0;
    for (std::size_t i = open; i < text.size(); ++i) {
        depth += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
        if (depth == 0) return i + 1;
    }
    return text.size();
}

/// Reads a name without idle blanks from its begin to its end.
class Speller {
public:
    explicit Speller(std::string_view text) : m_text(text) {}

    std::string take() {
        while (m_at < m_text.size()) {
            const char last = m_out.empty() ? ' ' : m_out.back();
            if (m_text[m_at] == '(' && (isParameters(last) || isCast(last))) m_at = closed(m_text, m_at);
            else if (isWord(m_text[m_at])) word(last == '<' || last == ',' || last == '-');
            else if (m_text[m_at] == '[' && rest().starts_with("[lambda(")) lambda();
            else m_out += m_text[m_at++];
        }
        return std::move(m_out);
    }

private:
    std::string_view rest() const { return m_text.substr(m_at); }
    /// Those of a template, behind its arguments.
    static bool isParameters(char last) { return last == '>'; }
    /// "(unsigned long)4" as an argument of a template.
    bool isCast(char last) const {
        if (last != '<' && last != ',') return false;
        const std::size_t end = closed(m_text, m_at);
        return end < m_text.size() && (isDigit(m_text[end]) || m_text[end] == '-');
    }
    void word(bool isArgument) {
        std::size_t end = m_at;
        while (end < m_text.size() && isWord(m_text[end])) ++end;
        std::string_view word = m_text.substr(m_at, end - m_at);
        const bool isBlank = end < m_text.size() && m_text[end] == ' ';
        m_at = end;
        if (word == "const" || (word == "void" && isBlank)) {  // a return type, as "void *" has no blank any more
            if (isBlank) ++m_at;
            else if (!m_out.empty() && m_out.back() == ' ') m_out.pop_back();
            return;
        }
        if (isArgument && isDigit(word.front()))
            word = word.substr(0, std::min(word.find_first_of("uUlL"), word.size()));
        if (isArgument && (word == "true" || word == "false")) word = word == "true" ? "1" : "0";
        m_out += word;
    }
    /// "[lambda(int)(instance 1)]" as "{lambda(int)#1}".
    void lambda() {
        constexpr std::string_view kInstance = "(instance ";
        const std::size_t parameters = closed(rest(), rest().find('('));
        m_out += '{';
        m_out += Speller(rest().substr(1, parameters - 1)).take();
        m_at += parameters;
        if (rest().starts_with(kInstance)) {
            const std::size_t end = closed(rest(), 0);
            m_out += '#';
            m_out += rest().substr(kInstance.size(), end - kInstance.size() - 1);
            m_at += end;
        }
        if (rest().starts_with(']')) ++m_at;
        m_out += '}';
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    std::string m_out;
};

}  // namespace

std::string canonicalKernelName(std::string_view name) {
    std::string plain = withoutIdleBlanks(name);
    replaceAll(plain, "(anonymous namespace)", "<unnamed>");
    return Speller(plain).take();
}

std::string_view canonicalCopyName(std::string_view name) {
    for (const std::string_view begin : {"Memcpy", "Memset", "Unified memcpy"})
        if (name.starts_with(begin)) return name.substr(0, name.find(" ("));
    return name;
}

}  // namespace model
