// SPDX-License-Identifier: GPL-3.0-or-later
// The pages of the tree (*.md): what they name is there, and none is longer than its reader's patience.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <re2/re2.h>

#include "tests/kit/check.h"

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMostWordsOfFirstPage = 520;
constexpr std::size_t kMostLinesOfFolderPage = 60;
/// A page that is longer for a reason: a table of measurements.
const std::set<std::string> kLonger{"tests/bench/README.md"};

const fs::path& root() {
    static const fs::path path = SIGHTLINE_SOURCE_DIR;
    return path;
}

struct Page {
    fs::path path;  ///< from the top folder
    std::string text;
};

const std::vector<Page>& pages() {
    static const std::vector<Page> all = [] {
        std::vector<Page> out;
        for (fs::recursive_directory_iterator it(root()), end; it != end; ++it) {
            const std::string name = it->path().filename().string();
            const bool hidden = name.starts_with('.') && name != ".github";
            if (it->is_directory() && (hidden || name == "build" || fs::exists(it->path() / "CMakeCache.txt")))
                it.disable_recursion_pending();
            if (!it->is_regular_file() || it->path().extension() != ".md") continue;
            std::ifstream file(it->path());
            out.push_back({it->path().lexically_relative(root()), {std::istreambuf_iterator<char>(file), {}}});
        }
        return out;
    }();
    return all;
}

const Page& page(const fs::path& path) {
    const auto at = std::find_if(pages().begin(), pages().end(), [&](const Page& p) { return p.path == path; });
    static const Page none;
    return at == pages().end() ? none : *at;
}

void complain(const Page& page, const std::string& what) { check::fail("pages", 0, page.path.string() + ' ' + what); }

std::vector<std::string> matches(std::string_view text, const RE2& pattern) {
    std::vector<std::string> out;
    re2::StringPiece rest(text.data(), text.size());
    for (std::string found; RE2::FindAndConsume(&rest, pattern, &found);) out.push_back(found);
    return out;
}

std::size_t wordsOf(const std::string& text) {
    std::istringstream words(text);
    return static_cast<std::size_t>(
        std::distance(std::istream_iterator<std::string>(words), std::istream_iterator<std::string>()));
}
std::size_t linesOf(const std::string& text) {
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

/// "Two reports compared" → "two-reports-compared": how a heading is linked to.
std::string anchorOf(std::string_view heading) {
    std::string out;
    for (const char c : heading) {
        if (std::isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '_')
            out += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        else if (c == ' ') out += '-';
    }
    return out;
}

struct Heading {
    std::size_t level;
    std::string anchor;
    bool operator==(const Heading&) const = default;
};

/// A heading that is not English names its anchor: `## 步 <a id="steps"></a>`.
std::vector<Heading> headingsOf(const Page& page) {
    static const RE2 line(R"re((?m)^(```.*|#+ .*)$)re"), named(R"re(<a id="(.*)"></a>$)re");
    std::vector<Heading> out;
    bool isCode = false;  // where comments begin with #
    for (const std::string& h : matches(page.text, line)) {
        const bool isFence = h.starts_with("```");
        if (isFence) isCode = !isCode;
        if (isCode || isFence) continue;
        const std::size_t level = h.find(' ');
        std::string anchor;
        if (!RE2::PartialMatch(h, named, &anchor)) anchor = anchorOf(std::string_view(h).substr(level + 1));
        out.push_back({level, anchor});
    }
    return out;
}

bool hasHeading(const Page& page, const std::string& anchor) {
    const std::vector<Heading> all = headingsOf(page);
    return std::any_of(all.begin(), all.end(), [&](const Heading& h) { return h.anchor == anchor; });
}

/// From the top folder; without its ending where several files have one name.
bool isThere(const std::string& path) {
    return fs::exists(root() / path) || fs::exists(root() / (path + ".h")) || fs::exists(root() / (path + ".cpp"));
}

}  // namespace

TEST("what pages link to is there, down to the heading") {
    static const RE2 link(R"re(\]\(([^)\s]+)\))re");
    std::size_t seen = 0;
    for (const Page& p : pages()) {
        for (const std::string& target : matches(p.text, link)) {
            if (target.starts_with("http")) continue;
            ++seen;
            const std::string file = target.substr(0, target.find('#'));
            const fs::path to = file.empty() ? p.path : (p.path.parent_path() / file).lexically_normal();
            if (!fs::exists(root() / to)) complain(p, "links to " + target + ", which is not there");
            else if (const auto hash = target.find('#'); hash != target.npos) {
                if (!hasHeading(page(to), target.substr(hash + 1)))
                    complain(p, "links to " + target + ", which has no such heading");
            }
        }
    }
    CHECK(seen > 50);
}

TEST("files of this tree that pages name are there") {
    // `model/store/track.cpp`, `tests/sql`: from the top folder, or from the one around the page's.
    static const RE2 named(
        R"re(`((?:app|collectors|importers|model|resources|tests|timeline|translations)/[\w/.-]+)`)re");
    std::size_t seen = 0;
    for (const Page& p : pages()) {
        for (const std::string& path : matches(p.text, named)) {
            ++seen;
            if (!isThere(path) && !isThere((p.path.parent_path().parent_path() / path).string()))
                complain(p, "names " + path + ", which is not there");
        }
    }
    CHECK(seen > 50);
}

TEST("every page of the manual is in its contents and in the program, in both languages") {
    std::ifstream file(root() / "resources/sightline.qrc");
    const std::string resources{std::istreambuf_iterator<char>(file), {}};
    std::size_t seen = 0;
    for (const Page& p : pages()) {
        const fs::path folder = p.path.parent_path();
        if (folder != "resources/manual" && folder != "resources/manual/zh_CN") continue;
        ++seen;
        if (resources.find('>' + p.path.lexically_relative("resources").string() + '<') == std::string::npos)
            complain(p, "is not in resources/sightline.qrc");
        if (p.path.filename() != "README.md" &&
            page(folder / "README.md").text.find("](" + p.path.filename().string() + ')') == std::string::npos)
            complain(p, "is not in the contents of the manual");
    }
    CHECK(seen >= 20);
}

// Lines of code keep their words and their order; only what a comment says is translated.
TEST("the Chinese manual has the headings, code and tables of the English one") {
    static const RE2 code(R"re((?m)(`[^`\n]+`)[^`])re"), command(R"re((?m)^(sightline(?:-ui)? .*?)(?:\s+#.*)?$)re"),
        row(R"re((?m)^(\|.*)$)re");
    std::size_t seen = 0;
    for (const Page& english : pages()) {
        if (english.path.parent_path() != "resources/manual") continue;
        const Page& chinese = page(english.path.parent_path() / "zh_CN" / english.path.filename());
        ++seen;
        if (headingsOf(chinese) != headingsOf(english)) complain(english, "has other headings or anchors in Chinese");
        const auto same = [&](const RE2& what) {
            std::vector<std::string> a = matches(english.text, what), b = matches(chinese.text, what);
            std::sort(a.begin(), a.end());
            std::sort(b.begin(), b.end());
            return a == b;
        };
        if (!same(code)) complain(english, "names other things as code in Chinese");
        if (!same(command)) complain(english, "has other commands in Chinese");
        if (matches(english.text, row).size() != matches(chinese.text, row).size())
            complain(english, "has other rows of tables in Chinese");
    }
    CHECK(seen >= 10);
}

TEST("the first page is read in two minutes") {
    CHECK(wordsOf(page("README.md").text) <= kMostWordsOfFirstPage);
    CHECK(wordsOf(page("README.md").text) > 200);
}

TEST("a folder's page is one screen") {
    std::size_t seen = 0;
    for (const Page& p : pages()) {
        if (p.path.filename() != "README.md" || kLonger.contains(p.path.string())) continue;
        ++seen;
        if (linesOf(p.text) > (p.path == "README.md" ? 90 : kMostLinesOfFolderPage))
            complain(p, "has " + std::to_string(linesOf(p.text)) + " lines");
    }
    CHECK(seen > 20);
}

TEST("the eight finds are where the page of the tests says") {
    const std::string& text = page("tests/README.md").text;
    const std::size_t begin = text.find("## Eight finds"), end = text.find("\n## ", begin);
    static const RE2 row(R"re((?m)^(\| an? .*)$)re"), list(R"re(`([\w/]+\.cpp)`, `(\w+)(?:\(\))?`)re");
    const std::vector<std::string> finds = matches(text.substr(begin, end - begin), row);
    CHECK_EQ(finds.size(), std::size_t{8});
    std::size_t lists = 0;
    for (const std::string& line : finds) {
        // A list is named with what stands in it.
        std::string path, name;
        if (!RE2::PartialMatch(line, list, &path, &name)) continue;
        ++lists;
        std::ifstream source(root() / path);
        const std::string content{std::istreambuf_iterator<char>(source), {}};
        if (content.find(name) == std::string::npos) check::fail("pages", 0, path + " has no " + name);
    }
    CHECK(lists >= 5);
}
