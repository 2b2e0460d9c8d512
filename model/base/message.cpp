// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/base/message.h"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <tuple>
#include <unordered_map>

#include "model/base/messages.h"
#include "model/base/number_text.h"
#include "model/base/places.h"
#include "model/base/safe_text.h"
#include "model/base/time_units.h"
#include "model/base/translate_noop.h"

namespace model {
namespace {

struct Entry {
    std::string_view key;
    MessageText text;
};

constexpr Entry kEntries[] = {
    {"Nothing", {"", ""}},
    {"Text", {"%1", ""}},
#define MESSAGE(code, text) {#code, {text, ""}},
#define MESSAGES(code, text, one) {#code, {text, one}},
#include "model/base/messages/all.h"
};
static_assert(std::size(kEntries) == static_cast<std::size_t>(MessageCode::Count));

const Entry& entry(MessageCode code) {
    return kEntries[std::min(static_cast<std::size_t>(code), std::size(kEntries) - 1)];
}

}  // namespace

Message::Message(MessageCode c, std::vector<Argument> values) : code(c), arguments(std::move(values)) {}

Message::Message(std::string_view text) {
    if (text.empty()) return;
    code = MessageCode::Text;
    arguments.emplace_back(text);
}

std::string_view Message::othersText() const {
    return code == MessageCode::Text && !arguments.empty() ? std::string_view(arguments.front().text)
                                                           : std::string_view();
}

bool operator==(const Message& a, const Message& b) { return a.code == b.code && a.arguments == b.arguments; }

bool operator<(const Message& a, const Message& b) {
    return std::tie(a.code, a.arguments) < std::tie(b.code, b.arguments);
}

Argument::Argument(Message message) {
    if (message.code == MessageCode::Text && message.arguments.size() == 1) {
        *this = std::move(message.arguments.front());
    } else if (!message.empty()) {
        kind = Kind::Phrase;
        phrase.push_back(std::move(message));
    }
}

Argument Argument::rounded(double n, Unit unit) {
    constexpr double kMost = 9e18;  // what is infinite is the largest number
    return inUnit(std::isnan(n) ? 0 : std::llrint(std::clamp(n, -kMost, kMost)), unit);
}

bool operator==(const Argument& a, const Argument& b) {
    return a.kind == b.kind && a.unit == b.unit && a.number == b.number && a.text == b.text && a.phrase == b.phrase;
}

bool operator<(const Argument& a, const Argument& b) {
    return std::tie(a.kind, a.unit, a.number, a.text, a.phrase) < std::tie(b.kind, b.unit, b.number, b.text, b.phrase);
}

MessageText messageText(MessageCode code) { return entry(code).text; }
std::string_view messageKey(MessageCode code) { return entry(code).key; }
std::size_t messageCodeCount() { return std::size(kEntries); }

MessageCode messageCode(std::string_view key) {
    static const auto byKey = [] {
        std::unordered_map<std::string_view, MessageCode> out;
        for (std::size_t i = 0; i < std::size(kEntries); ++i) out.emplace(kEntries[i].key, static_cast<MessageCode>(i));
        return out;
    }();
    const auto found = byKey.find(key);
    return found == byKey.end() ? MessageCode::Nothing : found->second;
}

std::int64_t countOf(const Message& message) {
    const auto count = std::find_if(message.arguments.begin(), message.arguments.end(),
                                    [](const Argument& a) { return a.unit == Argument::Unit::Count; });
    return count == message.arguments.end() ? -1 : count->number;
}

Argument listOf(std::vector<Argument> items) {
    if (items.empty()) return "";
    Argument out = std::move(items.back());
    for (auto item = items.rbegin() + 1; item != items.rend(); ++item)
        out = Message(MessageCode::ItemAndNext, {std::move(*item), std::move(out)});
    return out;
}

Message sentences(Message first, Message second) {
    if (first.empty() || second.empty()) return first.empty() ? second : first;
    return {MessageCode::Sentences, {std::move(first), std::move(second)}};
}

Message lastOf(const Message& message) {
    if (message.arguments.empty()) return {};
    const Argument& last = message.arguments.back();
    return last.message() ? *last.message() : Message(last.text);
}

std::string NumberText::plainCount(std::uint64_t n) { return std::to_string(n); }
std::string NumberText::plainDuration(std::int64_t ns) { return durationText(static_cast<double>(ns)); }
std::string NumberText::plainMoment(std::int64_t ns) { return fmt::format("{:.6f} s", kSeconds.of(ns)); }
std::string NumberText::plainPercent(double percent) { return fmt::format("{:.1f} %", percent); }

std::string NumberText::groupedCount(std::uint64_t n) {
    std::string digits = std::to_string(n);
    for (std::ptrdiff_t i = static_cast<std::ptrdiff_t>(digits.size()) - 3; i > 0; i -= 3)
        digits.insert(static_cast<std::size_t>(i), 1, ' ');
    return digits;
}

std::string english(const Message& message, const NumberText& numbers) { return translated(message, {}, numbers); }

std::string translated(const Message& message, const Translate& translate, const NumberText& numbers) {
    const MessageText text = messageText(message.code);
    const std::int64_t count = countOf(message);
    std::vector<std::string> values;
    for (const Argument& a : message.arguments)
        values.push_back(a.message() ? translated(*a.message(), translate, numbers) : argumentText(a, numbers));
    const bool counts = *text.one;
    const std::string pattern = translate && *text.text ? translate(text.text, counts ? count : -1)
                                : counts && count == 1  ? text.one
                                                        : text.text;
    return withCount(pattern, count < 0 ? std::string() : numbers.count(static_cast<std::uint64_t>(count)), values);
}

std::string argumentText(const Argument& a, const NumberText& numbers) {
    if (a.kind != Argument::Kind::Number) return a.text;
    const auto n = static_cast<double>(a.number);
    switch (a.unit) {
    case Argument::Unit::None:
    case Argument::Unit::Process: break;
    case Argument::Unit::Count: return numbers.count(static_cast<std::uint64_t>(a.number));
    case Argument::Unit::Bytes: return bytesText(n);
    case Argument::Unit::Nanoseconds: return fmt::format("{:.3f} s", kSeconds.of(n));
    case Argument::Unit::Duration: return numbers.duration(a.number);
    case Argument::Unit::Moment: return numbers.moment(a.number);
    case Argument::Unit::Percent: return numbers.percent(n / 1e4);
    case Argument::Unit::Tenths: return fmt::format("{}", n / 10);
    case Argument::Unit::Change: return changeText(n / 10);
    case Argument::Unit::Factor: return factorText(n);
    }
    return std::to_string(a.number);
}

std::string valueText(const Argument& argument, const NumberText& numbers) {
    return argument.message() ? english(*argument.message(), numbers) : argumentText(argument, numbers);
}

Message safeMessage(Message message) {
    rewriteTexts(message, [](std::string& text) {
        if (!isSafeText(text)) text = safeText(text);
    });
    return message;
}

}  // namespace model
