// SPDX-License-Identifier: GPL-3.0-or-later
// Every importer and every table has an oracle that a plain clone has: the list in tests/oracle/README.md names it.
#include <fmt/format.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>
#include <string_view>
#include <vector>

#include "importers/open.h"
#include "model/reports/report.h"
#include "tests/kit/check.h"

namespace {

namespace fs = std::filesystem;

const fs::path kTests = fs::path(SIGHTLINE_SOURCE_DIR) / "tests";

std::string textOf(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

/// Words between backticks.
std::vector<std::string> quoted(const std::string& text) {
    std::vector<std::string> out;
    for (std::size_t from = text.find('`'); from != text.npos;) {
        const std::size_t to = text.find('`', from + 1);
        if (to == text.npos) break;
        out.push_back(text.substr(from + 1, to - from - 1));
        from = text.find('`', to + 1);
    }
    return out;
}

/// Of each key in the first column of a table below a heading the files of the second one.
std::map<std::string, std::vector<std::string>> listed(const std::string& heading) {
    std::map<std::string, std::vector<std::string>> out;
    const std::string text = textOf(kTests / "oracle" / "README.md");
    const std::size_t at = text.find("\n### " + heading + "\n");
    CHECK(at != text.npos);
    std::istringstream lines(text.substr(std::min(at + 1, text.size())));
    std::string line;
    std::getline(lines, line);
    while (std::getline(lines, line) && !line.starts_with("#")) {
        if (!line.starts_with("| `")) continue;
        const std::size_t second = line.find('|', 1), third = line.find('|', second + 1);
        const auto files = quoted(line.substr(second, third - second));
        for (const std::string& key : quoted(line.substr(0, second)))
            if (!out.emplace(key, files).second) check::fail(__FILE__, __LINE__, key + " is listed twice");
    }
    return out;
}

/// What is registered must be listed, and nothing else; the files must be there, and name what they are the oracle of.
void checkList(const std::string& heading, const std::vector<std::string_view>& registered) {
    auto list = listed(heading);
    for (const std::string_view key : registered) {
        const auto found = list.find(std::string(key));
        if (found == list.end() || found->second.empty()) {
            check::fail(__FILE__, __LINE__, fmt::format("{} has no oracle in tests/oracle/README.md", key));
            continue;
        }
        bool isNamed = false;
        for (const std::string& file : found->second) {
            const std::string text = textOf(kTests / file);
            if (text.empty()) check::fail(__FILE__, __LINE__, fmt::format("{}: there is no tests/{}", key, file));
            isNamed |= text.find(key) != text.npos;
        }
        if (!isNamed) check::fail(__FILE__, __LINE__, fmt::format("{} is in none of its oracles", key));
        list.erase(found);
    }
    for (const auto& [listedKey, files] : list)
        check::fail(__FILE__, __LINE__, listedKey + " is listed and not registered");
}

}  // namespace

TEST("every importer has an oracle in a plain clone") {
    std::vector<std::string_view> keys;
    for (const importers::Importer& i : importers::importers()) keys.push_back(i.key);
    checkList("Importers", keys);
}

TEST("every table of statistics has an oracle in a plain clone") {
    std::vector<std::string_view> keys;
    for (const model::reports::Report* report : model::reports::all()) keys.push_back(report->key);
    checkList("Tables", keys);
}
