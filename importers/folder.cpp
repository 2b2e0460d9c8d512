// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/folder.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "importers/importer.h"

namespace importers {
namespace fs = std::filesystem;

namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
bool isDigit(char c) { return c >= '0' && c <= '9'; }

/// Takes the number at the beginning of a text off it, as digits without leading zeros.
std::string_view takeNumber(std::string_view& text) {
    const auto isNoDigit = [](char c) { return !isDigit(c); };
    const auto end = static_cast<std::size_t>(std::find_if(text.begin(), text.end(), isNoDigit) - text.begin());
    std::string_view digits = text.substr(0, end);
    text.remove_prefix(end);
    digits.remove_prefix(std::min(digits.find_first_not_of('0'), digits.size()));
    return digits;
}

/// Numbers in names count as numbers.
bool comesBefore(std::string_view a, std::string_view b) {
    while (!a.empty() && !b.empty()) {
        if (isDigit(a.front()) && isDigit(b.front())) {
            const std::string_view x = takeNumber(a), y = takeNumber(b);
            if (x.size() != y.size()) return x.size() < y.size();
            if (x != y) return x < y;
            continue;
        }
        if (a.front() != b.front()) return a.front() < b.front();
        a.remove_prefix(1);
        b.remove_prefix(1);
    }
    return a.size() < b.size();
}

}  // namespace

bool mayBeReport(const fs::path& file) {
    std::string name = file.filename().string();
    std::transform(name.begin(), name.end(), name.begin(), lower);
    for (const std::string_view ending : {".rep", ".nsys-rep", ".qdrep", ".sqlite", ".sqlite3", ".db", ".json", ".gz", ".zst", ".zip", ".ncu-rep", ".csv", ".rpd",
                                          ".pftrace", ".perfetto-trace", ".trace", ".jsonl", ".jsonlines", ".html", ".spool"})
        if (name.ends_with(ending)) return true;
    return false;
}

void visitFolder(const fs::path& folder, const std::function<bool(const fs::path&)>& each) {
    std::error_code error;
    fs::recursive_directory_iterator it(folder, fs::directory_options::skip_permission_denied, error);
    for (; !error && it != fs::end(it); it.increment(error)) {
        std::error_code ignored;
        if (it->path().filename().native().starts_with('.')) it.disable_recursion_pending();
        else if (it->is_regular_file(ignored) && !each(it->path())) return;
    }
}

std::vector<fs::path> reportsIn(const fs::path& folder) {
    std::vector<fs::path> found;
    visitFolder(folder, [&](const fs::path& file) {
        if (mayBeReport(file) && identify(file)) found.push_back(file);
        return true;
    });
    std::sort(found.begin(), found.end(), [](const fs::path& a, const fs::path& b) { return comesBefore(a.native(), b.native()); });
    return found;
}

}  // namespace importers
