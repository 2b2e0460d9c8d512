// SPDX-License-Identifier: GPL-3.0-or-later
// What is told of versions is told once: the project, its AppStream file and the page about `.rep` agree.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <re2/re2.h>

#include "model/rep/rep_format.h"
#include "tests/kit/check.h"

#include "sightline_version.h"

namespace rep = model::rep;

namespace {

std::string content(const char* path) {
    std::ifstream file(std::filesystem::path(SIGHTLINE_SOURCE_DIR) / path);
    return {std::istreambuf_iterator<char>(file), {}};
}

struct Release {
    std::string version, date, rest;
};

std::vector<Release> releases() {
    const std::string file = content("resources/sightline.metainfo.xml");
    static const RE2 release(R"re((?s)<release version="([^"]*)" date="([^"]*)"(.*?)</release>)re");
    std::vector<Release> out;
    re2::StringPiece rest(file);
    for (Release r; RE2::FindAndConsume(&rest, release, &r.version, &r.date, &r.rest);) out.push_back(r);
    return out;
}

/// "1.1" as the code has it.
std::string formatVersion() { return std::to_string(rep::kMajor) + '.' + std::to_string(rep::kMinor); }

}  // namespace

TEST("the newest release of the AppStream file is the project's version") {
    const auto all = releases();
    CHECK(!all.empty());
    if (!all.empty()) CHECK_EQ(all.front().version, std::string(SIGHTLINE_VERSION));
}

TEST("every release has a day and says what it brought, the newest first") {
    const auto all = releases();
    for (const Release& r : all) {
        CHECK(RE2::FullMatch(r.date, R"re(20\d\d-[01]\d-[0-3]\d)re"));
        CHECK(r.rest.find("<p>") != std::string::npos);
    }
    // Days as ISO 8601 writes them are in the order of their texts.
    CHECK(std::is_sorted(all.begin(), all.end(), [](const Release& a, const Release& b) { return a.date > b.date; }));
}

TEST("every text of the AppStream file is followed by its Chinese") {
    const std::string file = content("resources/sightline.metainfo.xml");
    static const RE2 english(R"re(<(p|li|summary)>[^<]*</)re");
    static const RE2 both(
        R"re(<(p|li|summary)>[^<]*</(?:p|li|summary)>\s*<(?:p|li|summary) xml:lang="zh_CN">[^<]+</)re");
    const auto count = [&](const RE2& pattern) {
        std::size_t n = 0;
        std::string element;
        for (re2::StringPiece rest(file); RE2::FindAndConsume(&rest, pattern, &element);) ++n;
        return n;
    };
    CHECK(count(english) > 5);
    CHECK_EQ(count(both), count(english));
}

TEST("the page about .rep is about the version that is written") {
    const std::string page = content("model/REP_FORMAT.md");
    CHECK_EQ(page.substr(0, page.find('\n')), "# The Sightline report, `.rep`, version " + formatVersion());

    static const RE2 row(R"re(\n\| (\d+\.\d+) \|)re");
    std::string version, last;
    for (re2::StringPiece rest(page); RE2::FindAndConsume(&rest, row, &version);) last = version;
    CHECK_EQ(last, formatVersion());
}

TEST("the page about .rep describes every frame and every field of Info that the code has") {
    const std::string page = content("model/REP_FORMAT.md");
    const auto members = [](const char* path, const char* name) {
        const std::string file = content(path);
        std::string body;
        RE2::PartialMatch(file, std::string("(?s)enum (?:class )?") + name + R"re( : [\w:]+ \{(.*?)\};)re", &body);
        static const RE2 member(R"re((?m)^ *(\w+) = (\d+),)re");
        std::vector<std::pair<std::string, std::string>> out;
        re2::StringPiece rest(body);
        for (std::pair<std::string, std::string> m; RE2::FindAndConsume(&rest, member, &m.first, &m.second);)
            out.push_back(m);
        return out;
    };
    const auto frames = members("model/rep/rep_format.h", "FrameType");
    CHECK(frames.size() >= 16);
    for (const auto& [name, number] : frames)
        if (page.find("**" + number + ' ' + name + ".**") == std::string::npos)
            check::fail(__FILE__, __LINE__, "model/REP_FORMAT.md does not describe frame " + number + ", " + name);

    const std::size_t info = page.find("**1 Info.**");
    const std::string fields = page.substr(info, page.find("**2 ") - info);
    const auto tags = members("model/rep/rep_records.cpp", "Tag");
    CHECK(tags.size() >= 14);
    for (const auto& [name, number] : tags)
        if (fields.find("| " + number + " | ") == std::string::npos)
            check::fail(__FILE__, __LINE__,
                        "model/REP_FORMAT.md does not describe field " + number + " of Info, " + name);
}

TEST("the page about .rep has the sizes that the code has") {
    const std::string page = content("model/REP_FORMAT.md");
    const auto says = [&](const std::string& text) {
        if (page.find(text) == std::string::npos)
            check::fail(__FILE__, __LINE__, "model/REP_FORMAT.md does not say \"" + text + '"');
    };
    says("| header | " + std::to_string(rep::kFileHeaderBytes) + " |");
    says("| trailer | " + std::to_string(rep::kTrailerBytes) + " |");
    says("| " + std::to_string(rep::kFrameHeaderBytes) + " | payload |");
    CHECK_EQ(rep::kMaxRows, 1u << 20);
    says("entries; at most 2^20");
    says("of the payload in the file; at most " + std::to_string(rep::kMaxPayload >> 20) + " MiB");
}
