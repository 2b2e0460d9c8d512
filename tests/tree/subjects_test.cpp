// SPDX-License-Identifier: GPL-3.0-or-later
// What notes are about: texts that the window can translate, found again by their form.
#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>

#include "importers/nsys/rep_events.h"
#include "model/query/subjects.h"
#include "tests/kit/check.h"

namespace fs = std::filesystem;

namespace {

std::string shown(std::string_view text) {
    const auto found = model::subjectOf(text);
    if (!found) return "unknown";
    std::string out = found->pattern;
    for (const std::string_view v : found->values) out.append("|").append(v);
    return out;
}

/// What importers write into notes as a literal: phrases, not names of tables.
std::set<std::string> phrasesOfImporters() {
    std::set<std::string> out;
    static const std::regex kLiteral("(?:Note::[A-Za-z]+,\\s*|otShown\\(|numbered\\()\"([^\"]+)\"");
    static const std::regex kListed("\\{[0-9]+, \"([^\"]+)\"\\}");
    for (const auto& file : fs::recursive_directory_iterator(fs::path(SIGHTLINE_SOURCE_DIR) / "importers")) {
        if (file.path().extension() != ".cpp") continue;
        std::ifstream in(file.path());
        const std::string text{std::istreambuf_iterator<char>(in), {}};
        for (std::sregex_iterator at(text.begin(), text.end(), kLiteral), end; at != end; ++at)
            if ((*at)[1].str().find(' ') != std::string::npos) out.insert((*at)[1]);
        if (file.path().filename() == "perfetto.cpp")  // its list of packets that are not shown
            for (std::sregex_iterator at(text.begin(), text.end(), kListed), end; at != end; ++at) out.insert((*at)[1]);
    }
    for (const std::string_view name : importers::nsys::kNotShown) out.emplace(name);
    return out;
}

std::size_t wordsOf(std::string_view text) {
    std::size_t out = 0;
    for (std::size_t i = 0; i < text.size(); ++i) out += text[i] != ' ' && (i == 0 || text[i - 1] == ' ');
    return out;
}

/// What a capture says in English of what it lacks: in files that say such things literals of three words and more, and
/// names of what could not be traced. Places of fmt and Python are %1.
std::set<std::string> phrasesOfCaptures() {
    std::set<std::string> out;
    static const std::regex kComment("(^|[^:])//.*|\"\"\".*|#include.*"),
        kLiteral("(cannotTrace\\()?\"((?:[^\"\\\\]|\\\\[^0])*)(?:\\\\0([^\"]*))?\""), kPlace("\\{[^}]*\\}|%s");
    const auto add = [&](const fs::path& path) {
        std::ifstream in(path);
        for (std::string line; std::getline(in, line);) {
            line = std::regex_replace(line, kComment, "$1");
            for (std::sregex_iterator at(line.begin(), line.end(), kLiteral), end; at != end; ++at) {
                for (std::string text : {(*at)[2].str(), (*at)[3].str()}) {
                    const bool isName = (*at)[1].matched || text.starts_with("untraced.");
                    if (text.starts_with("untraced.")) text.erase(0, 9);
                    text = std::regex_replace(text, kPlace, "%1");
                    const std::size_t first = text.find_first_not_of(" ,%1");
                    const bool isSentence = wordsOf(text) > 2 && first != text.npos &&
                                            std::islower(static_cast<unsigned char>(text[first])) &&
                                            text.find("%l") == text.npos;
                    if (isSentence || (isName && wordsOf(text) > 1)) out.insert(text);
                }
            }
        }
    };
    const fs::path source = SIGHTLINE_SOURCE_DIR;
    for (const char* folder : {"collectors/inject", "collectors/process", "collectors/sampler", "collectors/python"})
        for (const auto& file : fs::recursive_directory_iterator(source / folder))
            if ((file.path().extension() == ".cpp" && file.path().filename() != "main.cpp") ||
                file.path().filename() == "sightline_ranges.py")
                add(file.path());
    for (const char* file : {"kept_out.cpp", "preload.cpp", "session_sampler.cpp"})
        add(source / "app/cli/capture" / file);
    add(source / "importers/capture/nothing_seen.cpp");
    return out;
}

/// Whether it is the beginning or the end of a text, up to a place.
bool isPartOfForm(std::string_view phrase) {
    return std::any_of(model::subjects().begin(), model::subjects().end(), [&](std::string_view form) {
        const std::size_t place = form.find('%');
        return place != form.npos &&
               ((phrase.ends_with(' ') && form.starts_with(phrase)) || form.substr(0, place) == phrase ||
                (form.size() > place + 2 && form.substr(place + 2) == phrase));
    });
}

}  // namespace

TEST("A text is found by its form, with the values that were put into it") {
    using model::withValues;
    const std::string lost = withValues(model::kRecordsDropped, {"42", "7", "CUPTI had no room"});
    CHECK_EQ(lost, "Process 42: 7 records were dropped (CUPTI had no room)");
    CHECK_EQ(shown(lost), std::string(model::kRecordsDropped) + "|42|7|CUPTI had no room");
    CHECK_EQ(shown(withValues(model::kNotTracedInProcess, {"1", "cuda", "a: b (c)"})),
             std::string(model::kNotTracedInProcess) + "|1|cuda|a: b (c)");
    CHECK_EQ(shown(withValues(model::kNotTraced, {"osrt", "it is not captured by this version"})),
             std::string(model::kNotTraced) + "|osrt|it is not captured by this version");
    CHECK_EQ(shown("1.500 s from 0.250 s on"), "%1 s from %2 s on|1.500|0.250");
    CHECK_EQ(shown("it ends in the middle"), "it ends in the middle");
    for (const char* other : {"", "it ends in the middle of", "Process : 7 records were dropped (x)",
                              "CUPTI_ACTIVITY_KIND_KERNEL.gridX", "Process 4: 7 records were dropped (x"})
        CHECK_EQ(shown(other), "unknown");
    CHECK_EQ(withValues("%2, %1, %3, 100 %", {"%2", "b"}), "b, %2, , 100 %");
}

TEST("Every form is found by itself, whatever stands before it in the list") {
    for (const char* pattern : model::subjects()) {
        const auto found = model::subjectOf(model::withValues(pattern, {"1", "2", "3"}));
        CHECK(found && std::string_view(found->pattern) == pattern);
    }
}

TEST("Whatever importers say in English is among the texts that are translated") {
    const auto phrases = phrasesOfImporters();
    CHECK(phrases.size() > 150);
    for (std::string phrase : phrases) {
        if (phrase.ends_with(' ')) phrase += '1';                                    // something is appended
        if (!model::subjectOf(phrase) && model::subjectOf(phrase + " 1")) continue;  // a number
        if (!model::subjectOf(phrase))
            check::fail(__FILE__, __LINE__, ("no line in model/query/subjects.cpp: " + phrase).c_str());
    }
}

TEST("Whatever a capture says in English of what it lacks is among the texts that are translated") {
    const auto phrases = phrasesOfCaptures();
    CHECK(phrases.size() > 80);
    for (const std::string& phrase : phrases)
        if (!model::subjectOf(phrase) && !isPartOfForm(phrase))
            check::fail(__FILE__, __LINE__, ("no line in model/query/subjects.cpp: " + phrase).c_str());
}
