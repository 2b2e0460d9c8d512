// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>

namespace collectors {

/// Something that a collector says of a capture: a key of phrases.inc, and what stands in the places of its message.
/// Nothing here is a sentence. A reader makes a message of it (importers/capture/phrases.h), which becomes text where
/// somebody reads it.
///
/// Written, it is a mark and the key, then a mark and the value for each place. A phrase in a place is the last one,
/// written in the same way. The mark is a character that the texts of a report may hold (model/base/safe_text.h).
class Phrase {
public:
    enum Key : std::uint16_t {
#define PHRASE(key, places) key,
#include "collectors/protocol/phrases.inc"
#undef PHRASE
        KeyCount  ///< behind the last one
    };
    static constexpr char kMark = '\t';  ///< in values it becomes a blank
    static constexpr std::string_view keyText(Key key) {
        constexpr std::string_view kTexts[] = {
#define PHRASE(key, places) #key,
#include "collectors/protocol/phrases.inc"
#undef PHRASE
        };
        static_assert(std::size(kTexts) == KeyCount);
        return kTexts[key];
    }

    Phrase() = default;  ///< nothing is said
    /// `values`: texts, numbers, and as the last one another phrase.
    template <class... Values>
    Phrase(Key key, const Values&... values) {
        add(keyText(key));
        (add(values), ...);
    }
    /// Words of others, as they are: of the system, of CUPTI, of an option.
    static Phrase words(std::string_view text) { return {Text, text}; }

    bool empty() const { return m_written.empty(); }
    const std::string& written() const { return m_written; }
    friend bool operator==(const Phrase&, const Phrase&) = default;

private:
    void add(std::string_view value) {
        m_written += kMark;
        for (const char c : value) m_written += c == kMark || c == '\0' ? ' ' : c;  // facts end with a zero
    }
    void add(std::integral auto value) { add(std::to_string(value)); }
    void add(const Phrase& value) { m_written += value.m_written; }

    std::string m_written;
};

}  // namespace collectors
