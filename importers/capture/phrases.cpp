// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/capture/phrases.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>

#include "collectors/protocol/phrase.h"
#include "model/base/messages.h"
#include "model/rep/written_texts.h"

namespace importers::capture {
namespace {

using collectors::Phrase;
using model::Argument;
using model::Message;
using model::MessageCode;

/// A line for each key; one that is the key of no message does not compile.
struct Entry {
    std::string_view key;
    MessageCode code;
    std::string_view places;
};
constexpr Entry kEntries[] = {
#define PHRASE(key, places) {#key, MessageCode::key, places},
#include "collectors/protocol/phrases.inc"
#undef PHRASE
};

constexpr int kMostNested = 8;  // phrases in phrases

std::optional<std::int64_t> numberIn(std::string_view text) {
    std::int64_t n = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(n) : std::nullopt;
}

Argument valueOf(char place, std::string_view text) {
    const auto number = place == '#' || place == 'p' ? numberIn(text) : std::nullopt;
    if (number) return place == 'p' ? Argument::process(*number) : Argument(*number);
    return place == 'f' ? Argument::file(text) : Argument(text);
}

/// What stands behind the mark at its begin, up to the next one, which it then begins with.
std::string_view takeField(std::string_view& rest) {
    const std::size_t end = std::min(rest.find(Phrase::kMark, 1), rest.size());
    const std::string_view field = rest.substr(1, end - 1);
    rest.remove_prefix(end);
    return field;
}

/// Of a newer collector, or damaged: as it is.
Message unknown(std::string_view phrase) {
    std::string text(phrase.substr(1));
    std::replace(text.begin(), text.end(), Phrase::kMark, ' ');
    return text;
}

Message read(std::string_view phrase, int depth) {
    std::string_view rest = phrase;
    const std::string_view key = takeField(rest);
    const auto* entry =
        std::find_if(std::begin(kEntries), std::end(kEntries), [key](const Entry& e) { return e.key == key; });
    if (entry == std::end(kEntries) || depth > kMostNested) return unknown(phrase);
    Message out(entry->code);
    for (const char place : entry->places) {
        if (rest.empty()) return unknown(phrase);
        out.arguments.push_back(place == 'm' ? Argument(read(rest, depth + 1)) : valueOf(place, takeField(rest)));
    }
    return out;
}

}  // namespace

Message messageOfPhrase(std::string_view written) {
    return written.starts_with(Phrase::kMark) ? read(written, 0) : model::rep::messageOf(written);
}

}  // namespace importers::capture
