// SPDX-License-Identifier: GPL-3.0-or-later
// What is told to people is data: a code with arguments. Its texts are in one table, and nowhere else.
#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>
#include <type_traits>

#include <re2/re2.h>

#include "collectors/process/process.h"
#include "collectors/process/spool_writer.h"
#include "importers/capture/phrases.h"
#include "model/base/messages.h"
#include "model/base/places.h"
#include "model/rep/written_texts.h"
#include "tests/kit/check.h"

namespace fs = std::filesystem;

namespace {

using importers::capture::messageOfPhrase;
using model::Argument;
using model::english;
using model::Message;
using model::MessageCode;
using model::rep::messageOf;

std::string contentOf(const fs::path& file) {
    std::ifstream in(file);
    return {std::istreambuf_iterator<char>(in), {}};
}

std::set<std::string> placesIn(const std::string& text) {
    static const RE2 kPlace("(%(?:Ln|[1-9]))");
    std::set<std::string> out;
    re2::StringPiece rest(text);
    for (std::string place; RE2::FindAndConsume(&rest, kPlace, &place);) out.insert(place);
    return out;
}

std::size_t wordsOf(std::string_view text) {
    std::size_t out = 0;
    for (std::size_t i = 0; i < text.size(); ++i) out += text[i] != ' ' && (i == 0 || text[i - 1] == ' ');
    return out;
}

/// Statements of a collector or of a session that say something, with a literal of several words: a sentence in the
/// place of a key, or a part of one. The types keep texts out of cannotTrace() and lost(); what is left are facts,
/// words of others that are none, and what Python says.
std::vector<std::string> sentencesSaidIn(std::string code, char endOfStatement = ';') {
    static const RE2 kComment("(?m)//[^\\n]*|^\\s*#[^\\n]*"),
        kSaying(R"(\b(?:facts|words|cannotTrace|lost|endForGood|out\.emplace_back|_say|_phrase|_refused)\()"),
        kLiteral(R"re("((?:[^"\\]|\\.)*)")re"), kWords("[A-Za-z]{2}[^ ]* (?:.* )?[^ ]*[A-Za-z]{2}");
    std::vector<std::string> out;
    RE2::GlobalReplace(&code, kComment, "");
    for (std::istringstream statements(code); statements;) {
        std::string statement;
        std::getline(statements, statement, endOfStatement);
        re2::StringPiece part(statement);
        if (!RE2::FindAndConsume(&part, kSaying)) continue;
        for (std::string text; RE2::FindAndConsume(&part, kLiteral, &text);)
            if (RE2::PartialMatch(text, kWords)) out.push_back(text);
    }
    return out;
}

/// The text of a message that is made where nobody reads it: neither printed nor put beside its code.
std::vector<std::string> textsMadeEarlyIn(std::string code) {
    static const RE2 kComment("//[^\\n]*"), kMade(R"(\benglish\()"), kShown(R"(\bprint\(|\bjson\b|\\n")");
    std::vector<std::string> out;
    RE2::GlobalReplace(&code, kComment, "");
    for (std::istringstream statements(code); statements;) {
        std::string statement;
        std::getline(statements, statement, ';');
        if (RE2::PartialMatch(statement, kMade) && !RE2::PartialMatch(statement, kShown)) out.push_back(statement);
    }
    return out;
}

/// The places of a source in a table: within the braces of a list, and not its first word.
class Tables {
public:
    explicit Tables(std::string_view code) : m_inTable(code.size()) {
        std::string open;
        char before = ' ';
        for (std::size_t i = 0; i < code.size(); ++i) {
            m_inTable[i] = before == ',' && open.ends_with('{');
            const char c = code[i];
            if (std::isspace(static_cast<unsigned char>(c))) continue;
            before = c;
            if (c == '(' || c == '[' || c == '{') open += c;
            if ((c == ')' || c == ']' || c == '}') && !open.empty()) open.pop_back();
            if (c == '"' || (c == '\'' && !std::isalnum(static_cast<unsigned char>(code[i ? i - 1 : 0]))))
                for (++i; i < code.size() && code[i] != c; ++i) i += code[i] == '\\';
        }
    }
    bool holds(std::size_t at) const { return m_inTable[at]; }

private:
    std::vector<bool> m_inTable;
};

/// Statements of a source that make a sentence, or a part of one, where the table should have it. Titles and meanings
/// of columns and names of verdicts are marked for the window, and may stand where they are.
std::vector<std::string> unlistedIn(std::string code) {
    static const RE2 kComment("//[^\\n]*|#include[^\\n]*"),
        kMark(R"re((QT_TRANSLATE_NOOP\(\s*"\w+",((?:\s*"(?:[^"\\]|\\.)*")+)\s*\)))re"), kSentence(R"re(\."$|%[1-9])re"),
        kTelling(R"(\b(?:why|add|told|unknown|listTable|format|Message)\b)"), kLiteral(R"re("((?:[^"\\]|\\.)*)")re"),
        kTwoWords("[A-Za-z]{2}[^ ]* (?:.* )?[^ ]*[A-Za-z]{2}");
    std::vector<std::string> out;
    RE2::GlobalReplace(&code, kComment, "");
    const Tables tables(code);
    re2::StringPiece rest(code);
    for (std::string mark, text; RE2::FindAndConsume(&rest, kMark, &mark, &text);) {
        const auto at = static_cast<std::size_t>(rest.data() - code.data()) - mark.size();
        if (RE2::PartialMatch(text, kSentence) && !tables.holds(at)) out.push_back(text);
    }
    RE2::GlobalReplace(&code, kMark, "");
    std::istringstream statements(code);
    for (std::string statement; std::getline(statements, statement, ';');) {
        if (!RE2::PartialMatch(statement, kTelling)) continue;
        re2::StringPiece part(statement);
        for (std::string text; RE2::FindAndConsume(&part, kLiteral, &text);)
            if (RE2::PartialMatch(text, kTwoWords)) out.push_back(statement);
    }
    return out;
}

/// The calls that take what is told to a person, up to the end of their statement.
std::vector<std::string> tellingsIn(const std::string& source) {
    static const RE2 kCall(
        R"re((?:\badd\(\s*(?:model::)?Note::|\bfail\(\s*(?:model::)?ErrorCode::|\bodd\(\s*Note::|)re"
        R"re(\bError\{\s*(?:model::)?ErrorCode::|\bnotShown\(|\bendWith\(\s*Note::|\b[dD]amaged\(|)re"
        R"re(\bsession\.addNote\(|\bnoteLost\(|\bprintMessage\(|\brefused\()([^;]*);)re"),
        kDeclared("^(?:const |Message )");
    std::vector<std::string> out;
    re2::StringPiece rest(source);
    for (re2::StringPiece given; RE2::FindAndConsume(&rest, kCall, &given);)
        if (!RE2::PartialMatch(given, kDeclared)) out.emplace_back(given.data(), given.size());
    return out;
}

bool isSentence(std::string_view text) {
    static const RE2 kWords("[a-z]{2,} [a-z]{2,} [a-z]{2,}"), kEnd(R"([.?!](\\n)?$)");
    const re2::StringPiece piece(text.data(), text.size());
    return RE2::PartialMatch(piece, kWords) && RE2::PartialMatch(piece, kEnd);
}

/// Whole sentences that are returned, put together or assigned: three small words in a row, and a mark at the end.
std::vector<std::string> sentencesIn(std::string_view source) {
    std::vector<std::string> out;
    for (std::size_t open = source.find('"'); open != source.npos; open = source.find('"', open)) {
        std::size_t close = open + 1;
        while (close < source.size() && source[close] != '"' && source[close] != '\n')
            close += source[close] == '\\' ? 2 : 1;
        if (close >= source.size()) break;
        std::string_view before = source.substr(0, open);
        while (!before.empty() && std::isspace(static_cast<unsigned char>(before.back()))) before.remove_suffix(1);
        for (const std::string_view context : {"return", "format(", "print(", "=", "?", ":"})
            if (const std::string_view text = source.substr(open + 1, close - open - 1);
                before.ends_with(context) && isSentence(text))
                out.emplace_back(text);
        open = close + 1;
    }
    return out;
}

}  // namespace

TEST("A message is written with the values of its places, and by its count") {
    using enum MessageCode;
    const Message lost(RecordsDropped, {Argument::process(42), Argument::count(7), CuptiHadNoRoom});
    CHECK_EQ(english(lost), "Process 42: 7 records were dropped (CUPTI had no room)");
    CHECK_EQ(english({RecordsDropped, {Argument::process(42), Argument::count(1), "a %1 of others"}}),
             "Process 42: 1 record was dropped (a %1 of others)");
    CHECK_EQ(english({SecondsFrom, {Argument::time(1'500'000'000), Argument::time(250'000'000)}}),
             "1.500 s from 0.250 s on");
    CHECK_EQ(english(lost, {[](std::uint64_t) { return std::string("many"); }}),
             "Process 42: many records were dropped (CUPTI had no room)");
    CHECK_EQ(english("a text of others"), "a text of others");
    CHECK(Message("").empty() && Message().empty() && english(Message()).empty());
    CHECK_EQ(countOf(lost), 7);
    CHECK(lastOf(lost) == Message(CuptiHadNoRoom));
    CHECK_EQ(model::withValues("%2, %1, %3, 100 %", {"%2", "b"}), "b, %2, , 100 %");
}

TEST("Every code has its key and its text") {
    for (std::size_t i = 1; i < model::messageCodeCount(); ++i) {
        const auto code = static_cast<MessageCode>(i);
        const std::string key(model::messageKey(code));
        CHECK(model::messageCode(key) == code);
        const model::MessageText text = model::messageText(code);
        const std::string many = text.text, one = text.one;
        if (many.empty()) check::fail("message.cpp", 0, key + " has no text");
        if (!one.empty() && placesIn(many) != placesIn(one)) check::fail("message.cpp", 0, key + " differs in places");
        if (one.empty() == (many.find("%Ln") != many.npos)) check::fail("message.cpp", 0, key + " lacks a plural");
    }
    CHECK(model::messageCode("what nobody says") == MessageCode::Nothing);
}

TEST("The window has the same plurals of English as the table") {
    const std::string file = contentOf(fs::path(SIGHTLINE_SOURCE_DIR) / "translations/sightline_en.ts");
    std::size_t plurals = 0;
    for (std::size_t i = 1; i < model::messageCodeCount(); ++i) {
        const model::MessageText text = model::messageText(static_cast<MessageCode>(i));
        if (!*text.one) continue;
        ++plurals;
        for (const char* form : {text.one, text.text})
            if (file.find("<numerusform>" + std::string(form) + "</numerusform>") == file.npos)
                check::fail("sightline_en.ts", 0, std::string("lacks ") + form);
    }
    CHECK(plurals > 20);
}

TEST("A written text is its message again, with what was put into its places") {
    CHECK(
        messageOf("Process 42: 7 records were dropped (CUPTI had no room)") ==
        Message(MessageCode::RecordsDropped, {Argument::process(42), Argument::count(7), MessageCode::CuptiHadNoRoom}));
    CHECK_EQ(english(messageOf("Process 1: cuda could not be traced: a: b (c)")),
             "Process 1: cuda could not be traced: a: b (c)");
    for (const char* other :
         {"", "it ends in the middle of", "Process : 7 records were dropped (x)", "CUPTI_ACTIVITY_KIND_KERNEL.gridX",
          "Process 4: 7 records were dropped (x", "Process 4: 07 records were dropped (x)"})
        CHECK_EQ(std::string(messageOf(other).othersText()), other);
}

TEST("Every written text is found by itself, whatever stands before it, and reads as it did") {
    CHECK(model::rep::writtenTexts().size() > 300);
    for (const model::rep::WrittenText& t : model::rep::writtenTexts()) {
        const std::string text = model::withValues(t.text, {"4", "5", "6"});
        const Message found = messageOf(text);
        if (found.code != t.code) check::fail("written_texts.cpp", 0, "found as another: " + text);
        CHECK_EQ(english(found), text);
    }
}

// What says that something is missing takes no text.
static_assert(!std::is_constructible_v<collectors::Phrase, const char*>);
static_assert(!std::is_constructible_v<collectors::Phrase, std::string>);
static_assert(!std::is_invocable_v<decltype(collectors::cannotTrace), const char*, const char*>);
static_assert(
    !std::is_invocable_v<decltype(&collectors::SpoolWriter::lost), collectors::SpoolWriter&, const char*, int>);
static_assert(!std::is_invocable_v<decltype(collectors::endForGood), const char*>);

TEST("Collectors and sessions write keys and values, and no sentence") {
    const fs::path root = SIGHTLINE_SOURCE_DIR;
    std::size_t files = 0;
    for (const char* folder : {"collectors", "app/cli/capture", "importers/capture"})
        for (const auto& file : fs::recursive_directory_iterator(root / folder)) {
            const std::string path = file.path().lexically_relative(root).generic_string();
            if (!path.ends_with(".cpp") && !path.ends_with(".h") && !path.ends_with(".py")) continue;
            ++files;
            const std::string code = contentOf(file.path());
            for (const std::string& text : sentencesSaidIn(code, path.ends_with(".py") ? '\n' : ';'))
                check::fail(path.c_str(), 0, "a sentence: " + text);
            for (const std::string& text : textsMadeEarlyIn(code)) check::fail(path.c_str(), 0, "a text: " + text);
            const bool readsOld = path == "importers/capture/phrases.cpp";
            if ((code.find("written_texts") != code.npos) != readsOld)
                check::fail(path.c_str(), 0, "only phrases.cpp looks for texts of older captures");
        }
    CHECK(files > 150);
    for (const char* said : {"spoolWriter().facts({\"untraced.cuda\", \"CUPTI had no room\"});",
                             "words(\"there is none\");", "out.emplace_back(\"untraced.the rest\", why);",
                             "_say(module, \"it is no function\");", "raise _Unable(_phrase(\"it is no function\"))"})
        CHECK_EQ(sentencesSaidIn(said).size(), 1u);
    CHECK(sentencesSaidIn("cannotTrace(Phrase::Clock, Phrase::words(\"Python\"));  // words of a person").empty());
    CHECK_EQ(textsMadeEarlyIn("facts.emplace_back(key, model::english(why));").size(), 1u);
    CHECK(textsMadeEarlyIn("print(model::english(why), stdout);").empty());
}

TEST("What Python says has its key in the list of phrases") {
    const fs::path root = SIGHTLINE_SOURCE_DIR;
    const std::string code = contentOf(root / "collectors/python/sightline_ranges.py");
    static const RE2 kPhrase(R"re(_phrase\("(\w+)")re");
    std::size_t keys = 0;
    re2::StringPiece rest(code);
    for (std::string key; RE2::FindAndConsume(&rest, kPhrase, &key); ++keys)
        if (model::messageKey(messageOfPhrase('\t' + key + "\ta value").code) != key)
            check::fail("sightline_ranges.py", 0, "no line in phrases.inc for " + key);
    CHECK(keys > 6);
}

TEST("Nothing is told in a sentence that is not in the table") {
    static const RE2 kLiteral(R"re("((?:[^"\\]|\\.)*)")re"), kComposed(R"(fmt::format\(|std::to_string\()");
    std::size_t tellings = 0;
    const auto look = [&](const std::string& path, const std::string& source) {
        for (const std::string& call : tellingsIn(source)) {
            ++tellings;
            if (RE2::PartialMatch(call, kComposed)) check::fail(path.c_str(), 0, "a composed text: " + call);
            re2::StringPiece rest(call);
            for (std::string text; RE2::FindAndConsume(&rest, kLiteral, &text);)
                if (wordsOf(text) > 1 && text != "standard output") check::fail(path.c_str(), 0, "a text: " + call);
        }
    };
    const fs::path root = SIGHTLINE_SOURCE_DIR;
    for (const char* folder : {"app", "importers", "model", "timeline"})
        for (const auto& file : fs::recursive_directory_iterator(root / folder))
            if (file.path().extension() == ".cpp" || file.path().extension() == ".h")
                look(file.path().lexically_relative(root).generic_string(), contentOf(file.path()));
    CHECK(tellings > 200);
    CHECK_EQ(tellingsIn("notes.add(Note::NotShown, \"two words\", 1);").size(), 1u);
    CHECK_EQ(tellingsIn("return printMessage(\"two words\", kUsage);").size(), 1u);
}

TEST("No sentence is composed outside of the table, by the command line, importers or the model") {
    const fs::path root = SIGHTLINE_SOURCE_DIR;
    std::size_t files = 0;
    for (const char* folder : {"app/cli", "app/text", "importers", "model"})
        for (const auto& file : fs::recursive_directory_iterator(root / folder)) {
            const std::string path = file.path().lexically_relative(root).generic_string();
            if (!path.ends_with(".cpp") && !path.ends_with(".h")) continue;
            ++files;
            for (const std::string& text : sentencesIn(contentOf(file.path())))
                check::fail(path.c_str(), 0, "a sentence: " + text);
        }
    CHECK(files > 300);
    CHECK_EQ(sentencesIn("return \"There is no such file.\";").size(), 1u);
    CHECK_EQ(sentencesIn("out += fmt::format(\"{} is no such file.\\n\", f);").size(), 1u);
    CHECK_EQ(sentencesIn("wrong = \"is there no such file?\";").size(), 1u);
    CHECK(sentencesIn("add(\"--rows\", rows, \"What there is of it.\");").empty());
}

TEST("What is empty leaves its part out, and a sentence ends once") {
    CHECK_EQ(model::withValues("%1 is damaged[ (at %3)][: %2].", {"a", "b", ""}), "a is damaged: b.");
    CHECK_EQ(model::withValues("%1 is damaged[ (at %3)][: %2].", {"a[%2]", "", "7"}), "a[%2] is damaged (at 7).");
    CHECK_EQ(model::withValues("below “[outer frames left out]”, %1", {"b"}), "below “[outer frames left out]”, b");
    CHECK_EQ(model::withValues("%1.", {"It ended."}), "It ended.");
    CHECK_EQ(model::withValues("%1。", {"结束了。"}), "结束了。");
    CHECK_EQ(model::withValues("%1 of %2.", {"a.", "b"}), "a. of b.");
}

TEST("Rules, comparisons and tables compose no sentence") {
    const fs::path root = SIGHTLINE_SOURCE_DIR;
    std::size_t files = 0;
    for (const char* folder : {"model/diff", "model/reports", "model/rules"})
        for (const auto& file : fs::directory_iterator(root / folder)) {
            ++files;
            const std::string path = file.path().lexically_relative(root).generic_string();
            for (const std::string& text : unlistedIn(contentOf(file.path())))
                check::fail(path.c_str(), 0, "a sentence that is not in the table: " + text);
        }
    CHECK(files > 90);
    for (const char* composed :
         {"t.why = \"no kernels\";", "out = fmt::format(\"{} is slower\", name);",
          "add(Kind::Note, \"few\", \"too few steps\");", "t.why = QT_TRANSLATE_NOOP(\"Reports\", \"There is none.\");",
          "f(QT_TRANSLATE_NOOP(\"Compare\", \"%1 is new\"));", "f(a, QT_TRANSLATE_NOOP(\"Compare\", \"%1 is new\"));",
          "return {QT_TRANSLATE_NOOP(\"Compare\", \"%1 is new\"), name};"})
        CHECK_EQ(unlistedIn(composed).size(), 1u);
    for (const char* fine :
         {"return QT_TRANSLATE_NOOP(\"Compare\", \"within the spread\");", "out = fmt::format(\"{} × {}\", n, name);",
          "{QT_TRANSLATE_NOOP(\"Reports\", \"PID\"), Unit::Number, QT_TRANSLATE_NOOP(\"Reports\", \"A process.\")},"})
        CHECK(unlistedIn(fine).empty());
}
