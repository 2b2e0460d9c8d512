// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <concepts>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace model {

/// What is told to a person is a code with arguments. Texts are made of it where somebody reads them: on the command
/// line, in JSON, in the window. The codes, each with its English text, are listed in messages.h.
enum class MessageCode : std::uint16_t;

struct Argument;

struct Message {
    MessageCode code{};  ///< MessageCode::Nothing where nothing is said
    std::vector<Argument> arguments;

    Message() = default;
    Message(MessageCode c);
    Message(MessageCode c, std::vector<Argument> values);
    /// A text of others, as it is: a name in a file, the words of a system or of a profiler.
    Message(std::string_view text);
    Message(const std::string& text);
    Message(const char* text);

    bool empty() const { return code == MessageCode{}; }
    /// The text of others that this is; "" for a message of our own.
    std::string_view othersText() const;
    friend bool operator==(const Message& a, const Message& b);
    friend bool operator<(const Message& a, const Message& b);
};

/// What stands in a place of a message.
struct Argument {
    enum class Kind : std::uint8_t {
        Text,    ///< words of a system, a profiler, a program
        Name,    ///< of a table, a function, an option …
        File,    ///< a path
        Place,   ///< where in a file
        Number,  ///< `number`, in `unit`
        Phrase,  ///< a message of its own
    };
    /// What a number counts or numbers, where it is more than a number.
    enum class Unit : std::uint8_t {
        None,
        Count,
        Bytes,
        Nanoseconds,  ///< written in seconds
        Process,
        Duration,  ///< ns, written in the unit in which they read well
        Moment,    ///< ns, a time of the report
        Percent,   ///< millionths
        Tenths,    ///< 125 is 12.5
        Change,    ///< tenths of a percent that something grew by
        Factor,    ///< how many times as much, written with three digits
    };
    Kind kind = Kind::Text;
    Unit unit = Unit::None;
    std::int64_t number = 0;
    std::string text;
    std::vector<Message> phrase;  ///< one

    Argument(std::string words) : text(std::move(words)) {}
    Argument(std::string_view words) : text(words) {}
    Argument(const char* words) : text(words) {}
    Argument(std::integral auto n) : kind(Kind::Number), number(static_cast<std::int64_t>(n)) {}
    Argument(MessageCode code) : Argument(Message(code)) {}
    /// A text of others stands in its place without a code of its own.
    Argument(Message message);

    static Argument name(std::string_view text) { return of(Kind::Name, text); }
    static Argument file(std::string_view path) { return of(Kind::File, path); }
    static Argument place(std::string_view where) { return of(Kind::Place, where); }
    static Argument count(std::uint64_t n) { return inUnit(n, Unit::Count); }
    static Argument bytes(std::uint64_t n) { return inUnit(n, Unit::Bytes); }
    static Argument time(std::int64_t ns) { return inUnit(ns, Unit::Nanoseconds); }
    static Argument process(std::int64_t pid) { return inUnit(pid, Unit::Process); }
    static Argument duration(double ns) { return rounded(ns, Unit::Duration); }
    static Argument moment(std::int64_t ns) { return inUnit(ns, Unit::Moment); }
    static Argument percent(double percent) { return rounded(percent * 1e4, Unit::Percent); }
    static Argument tenths(double n) { return rounded(n * 10, Unit::Tenths); }
    static Argument change(double percent) { return rounded(percent * 10, Unit::Change); }
    static Argument factor(double n) { return rounded(n, Unit::Factor); }
    bool empty() const { return kind != Kind::Number && text.empty() && phrase.empty(); }
    /// The message that it is, or nullptr.
    const Message* message() const { return phrase.empty() ? nullptr : phrase.data(); }
    friend bool operator==(const Argument& a, const Argument& b);
    friend bool operator<(const Argument& a, const Argument& b);

private:
    static Argument of(Kind kind, std::string_view text) {
        Argument a(text);
        a.kind = kind;
        return a;
    }
    static Argument rounded(double n, Unit unit);
    static Argument inUnit(std::integral auto n, Unit unit) {
        Argument a(n);
        a.unit = unit;
        return a;
    }
};

// Here, because they need to know what an argument is.
inline Message::Message(MessageCode c) : code(c) {}
inline Message::Message(const std::string& text) : Message(std::string_view(text)) {}
inline Message::Message(const char* text) : Message(std::string_view(text)) {}

/// How a message is written in English: {"arrows", ""} or, where its count decides, {"%Ln arrows", "%Ln arrow"}. Places
/// are %1 … %9, and %Ln for the first argument that is a count; see places.h. The window translates the first one in
/// the context "Messages".
struct MessageText {
    const char* text;
    const char* one;
};
MessageText messageText(MessageCode code);
/// Stable name of a code, for files and programs.
std::string_view messageKey(MessageCode code);
/// MessageCode::Nothing for a key that is not known.
MessageCode messageCode(std::string_view key);
std::size_t messageCodeCount();

/// Several in one place, with commas between them; an empty text where there is none.
Argument listOf(std::vector<Argument> items);
/// Two sentences, one after the other; either may be nothing.
Message sentences(Message first, Message second);

/// Its last argument as a message: the reason that it gives.
Message lastOf(const Message& message);

/// Its count, by which a language chooses its plural form; -1 where it has none.
std::int64_t countOf(const Message& message);

/// How numbers are written: "12480", "31.4 µs", "1.204000 s", "87.4 %".
struct NumberText {
    std::string (*count)(std::uint64_t) = plainCount;
    std::string (*duration)(std::int64_t ns) = plainDuration;
    std::string (*moment)(std::int64_t ns) = plainMoment;
    std::string (*percent)(double) = plainPercent;

    static std::string plainCount(std::uint64_t n);
    static std::string plainDuration(std::int64_t ns);
    static std::string plainMoment(std::int64_t ns);
    static std::string plainPercent(double percent);
    /// "12 480"
    static std::string groupedCount(std::uint64_t n);
};

std::string english(const Message& message, const NumberText& numbers = {});
/// In another language: `translate` gives a text of the table in it, in the plural form for a count; -1 where it has
/// none.
using Translate = std::function<std::string(const char* text, std::int64_t count)>;
std::string translated(const Message& message, const Translate& translate, const NumberText& numbers = {});
/// An argument that is no message: "1.250 s", "20 MB", "train.py".
std::string argumentText(const Argument& argument, const NumberText& numbers);
/// Any argument in English.
std::string valueText(const Argument& argument, const NumberText& numbers = {});

/// Calls rewrite(std::string&) for every text in it.
template <class F>
void rewriteTexts(Message& message, F&& rewrite) {
    for (Argument& a : message.arguments) {
        if (!a.text.empty()) rewrite(a.text);
        for (Message& inner : a.phrase) rewriteTexts(inner, rewrite);
    }
}

/// With its texts made harmless (safe_text.h).
Message safeMessage(Message message);

}  // namespace model
