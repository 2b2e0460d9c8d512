// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/sql/text_functions.h"

#include <sqlite3.h>
#include <array>
#include <cstring>
#include <optional>
#include <string>
#include <unordered_set>

#include "model/base/ascii.h"
#include "model/base/utf8.h"

namespace importers::sql {

using model::lower;

namespace {

constexpr std::size_t kCharactersBetweenLooks = 1 << 16;

std::string_view textOf(sqlite3_value* v) {
    const auto* text = reinterpret_cast<const char*>(sqlite3_value_text(v));
    return {text ? text : "", static_cast<std::size_t>(sqlite3_value_bytes(v))};
}
std::string_view blobOf(sqlite3_value* v) {
    const auto* bytes = static_cast<const char*>(sqlite3_value_blob(v));
    return {bytes ? bytes : "", static_cast<std::size_t>(sqlite3_value_bytes(v))};
}
bool isNull(sqlite3_value* v) { return sqlite3_value_type(v) == SQLITE_NULL; }
bool isBlob(sqlite3_value* v) { return sqlite3_value_type(v) == SQLITE_BLOB; }

using model::isUtf8Continuation;

/// Bytes of the character that begins there.
std::size_t characterAt(std::string_view text, std::size_t at) {
    std::size_t n = 1;
    if ((text[at] & 0xc0) == 0xc0)
        while (at + n < text.size() && isUtf8Continuation(text[at + n])) ++n;
    return n;
}

/// Linear, unlike string_view::find.
std::size_t find(std::string_view text, std::string_view part, std::size_t from = 0) {
    const void* at = memmem(text.data() + from, text.size() - from, part.data(), part.size());
    return at ? static_cast<std::size_t>(static_cast<const char*>(at) - text.data()) : std::string_view::npos;
}

void instr(sqlite3_context* c, int, sqlite3_value** v) {
    if (isNull(v[0]) || isNull(v[1])) return;
    const bool bytes = isBlob(v[0]) && isBlob(v[1]);
    const std::string_view text = bytes ? blobOf(v[0]) : textOf(v[0]), part = bytes ? blobOf(v[1]) : textOf(v[1]);
    const std::size_t at = find(text, part);
    if (at == std::string_view::npos) return sqlite3_result_int64(c, 0);
    std::int64_t place = 1;
    for (const char x : text.substr(0, at)) place += bytes || !isUtf8Continuation(x);
    sqlite3_result_int64(c, place);
}

void replace(sqlite3_context* c, int, sqlite3_value** v) {
    if (isNull(v[0]) || isNull(v[1])) return;
    const std::string_view text = textOf(v[0]), part = textOf(v[1]), with = textOf(v[2]);
    if (part.empty()) return sqlite3_result_value(c, v[0]);
    if (isNull(v[2])) return;
    const auto most = static_cast<std::size_t>(sqlite3_limit(sqlite3_context_db_handle(c), SQLITE_LIMIT_LENGTH, -1));
    std::string out;
    std::size_t from = 0;
    for (std::size_t at; (at = find(text, part, from)) != std::string_view::npos; from = at + part.size()) {
        out.append(text, from, at - from).append(with);
        if (out.size() > most) return sqlite3_result_error_toobig(c);
    }
    out.append(text, from);
    sqlite3_result_text64(c, out.data(), out.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
}

/// Characters of a text, to ask whether one is among them.
class Characters {
public:
    explicit Characters(std::string_view text) {
        for (std::size_t i = 0; i < text.size();) {
            const std::size_t n = characterAt(text, i);
            if (n == 1) m_single[static_cast<unsigned char>(text[i])] = true;
            else m_long.insert(text.substr(i, n));
            i += n;
        }
    }
    bool has(std::string_view character) const {
        return character.size() == 1 ? m_single[static_cast<unsigned char>(character[0])] : m_long.contains(character);
    }

private:
    std::array<bool, 256> m_single{};
    std::unordered_set<std::string_view> m_long;
};

enum Side { kLeft = 1, kRight = 2 };

template <int kSides>
void trim(sqlite3_context* c, int n, sqlite3_value** v) {
    if (isNull(v[0]) || (n == 2 && isNull(v[1]))) return;
    std::string_view text = textOf(v[0]);
    const Characters away(n == 2 ? textOf(v[1]) : " ");
    while (kSides & kLeft && !text.empty()) {
        const std::size_t bytes = characterAt(text, 0);
        if (!away.has(text.substr(0, bytes))) break;
        text.remove_prefix(bytes);
    }
    while (kSides & kRight && !text.empty()) {
        std::size_t at = text.size() - 1;
        while (at > 0 && isUtf8Continuation(text[at])) --at;
        if (!away.has(text.substr(at))) break;
        text = text.substr(0, at);
    }
    sqlite3_result_text64(c, text.data(), text.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
}

/// A LIKE or GLOB pattern against a text. Goes back to the last wildcard only, so the time is at most their lengths
/// multiplied.
class Match {
public:
    Match(bool glob, std::string_view pattern, std::string_view text, std::string_view escape,
          const std::stop_token& stop)
        : m_glob(glob), m_pattern(pattern), m_text(text), m_escape(escape), m_stop(stop) {}

    bool wasStopped() const { return m_stopped; }

    bool find() {
        std::size_t p = 0, t = 0, wildcard = std::string_view::npos, begun = 0;
        for (std::size_t steps = 1;; ++steps) {
            if (steps % kCharactersBetweenLooks == 0 && (m_stopped = m_stop.stop_requested())) return false;
            if (isWildcard(p)) {
                wildcard = ++p;
                begun = t;
            } else if (t == m_text.size()) {
                return p == m_pattern.size();
            } else if (const auto taken = p < m_pattern.size() ? one(p, t) : std::nullopt) {
                p += taken->pattern;
                t += taken->text;
            } else if (wildcard != std::string_view::npos) {
                begun += characterAt(m_text, begun);
                p = wildcard;
                t = begun;
            } else {
                return false;
            }
        }
    }

private:
    struct Taken {
        std::size_t pattern, text;  ///< bytes
    };
    bool isEscape(std::size_t p) const { return !m_escape.empty() && m_pattern.substr(p).starts_with(m_escape); }
    bool isWildcard(std::size_t p) const {
        return p < m_pattern.size() && m_pattern[p] == (m_glob ? '*' : '%') && !isEscape(p);
    }

    /// One character, if the pattern says so.
    std::optional<Taken> one(std::size_t p, std::size_t t) const {
        std::size_t skipped = 0;
        if (isEscape(p)) {
            skipped = m_escape.size();
            if (p + skipped == m_pattern.size()) return {};
        } else if (m_pattern[p] == (m_glob ? '?' : '_')) {
            return Taken{1, characterAt(m_text, t)};
        } else if (m_glob && m_pattern[p] == '[') {
            return set(p, t);
        }
        const char a = m_pattern[p + skipped], b = m_text[t];
        if (m_glob ? a != b : lower(a) != lower(b)) return {};
        return Taken{skipped + 1, 1};
    }

    /// [abc], [^abc], [a-z]; a bracket that closes may stand first. UTF-8 is in the order of its code points.
    std::optional<Taken> set(std::size_t p, std::size_t t) const {
        const std::string_view character = m_text.substr(t, characterAt(m_text, t));
        std::size_t i = p + 1;
        const bool inverted = i < m_pattern.size() && m_pattern[i] == '^';
        i += inverted;
        bool found = false;
        std::string_view before;  // that a range may begin with
        for (bool first = true; i < m_pattern.size() && (first || m_pattern[i] != ']'); first = false) {
            const bool range =
                m_pattern[i] == '-' && !before.empty() && i + 1 < m_pattern.size() && m_pattern[i + 1] != ']';
            i += range;
            const std::string_view here = m_pattern.substr(i, characterAt(m_pattern, i));
            found |= range ? character >= before && character <= here : character == here;
            before = range ? std::string_view() : here;
            i += here.size();
        }
        if (i >= m_pattern.size() || found == inverted) return {};
        return Taken{i + 1 - p, character.size()};
    }

    bool m_glob;
    std::string_view m_pattern, m_text, m_escape;
    const std::stop_token& m_stop;
    bool m_stopped = false;
};

template <bool kGlob>
void match(sqlite3_context* c, int n, sqlite3_value** v) {
    if (isNull(v[0]) || isNull(v[1]) || (n == 3 && isNull(v[2]))) return;
    const std::string_view pattern = textOf(v[0]), text = textOf(v[1]),
                           escape = n == 3 ? textOf(v[2]) : std::string_view();
    if (pattern.size() >
        static_cast<std::size_t>(sqlite3_limit(sqlite3_context_db_handle(c), SQLITE_LIMIT_LIKE_PATTERN_LENGTH, -1)))
        return sqlite3_result_error(c, "LIKE or GLOB pattern too complex", -1);
    if (n == 3 && (escape.empty() || characterAt(escape, 0) != escape.size()))
        return sqlite3_result_error(c, "ESCAPE expression must be a single character", -1);
    Match m(kGlob, pattern, text, escape, static_cast<Watch*>(sqlite3_user_data(c))->stop);
    const bool found = m.find();
    if (m.wasStopped()) return sqlite3_result_error_code(c, SQLITE_INTERRUPT);
    sqlite3_result_int(c, found);
}

}  // namespace

int registerTextFunctions(sqlite3* db, Watch& watch) {
    using Function = void (*)(sqlite3_context*, int, sqlite3_value**);
    struct Entry {
        const char* name;
        int arguments;
        Function function;
    };
    static constexpr Entry kFunctions[] = {
        {"instr", 2, instr},
        {"replace", 3, replace},
        {"trim", 1, trim<kLeft | kRight>},
        {"trim", 2, trim<kLeft | kRight>},
        {"ltrim", 1, trim<kLeft>},
        {"ltrim", 2, trim<kLeft>},
        {"rtrim", 1, trim<kRight>},
        {"rtrim", 2, trim<kRight>},
        {"like", 2, match<false>},
        {"like", 3, match<false>},
        {"glob", 2, match<true>},
    };
    for (const Entry& e : kFunctions) {
        const int code =
            sqlite3_create_function_v2(db, e.name, e.arguments, SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS,
                                       &watch, e.function, nullptr, nullptr, nullptr);
        if (code != SQLITE_OK) return code;
    }
    return SQLITE_OK;
}

}  // namespace importers::sql
