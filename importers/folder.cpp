// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/folder.h"

#include <algorithm>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "importers/capture/capture.h"
#include "importers/open.h"
#include "importers/rocm/rocm.h"
#include "model/base/ascii.h"

namespace importers {

using model::isDigit;
using model::lower;

namespace fs = std::filesystem;

namespace {

/// Takes the number at the beginning of a text off it, as digits without leading zeros.
std::string_view readNumber(std::string_view& text) {
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
            const std::string_view x = readNumber(a), y = readNumber(b);
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

/// Endings that reports share with other files, in small letters; importers() has those of their own.
constexpr std::string_view kSharedEndings[] = {".sqlite",    ".sqlite3", ".db",     ".json",  ".gz",
                                               ".zst",       ".zip",     ".csv",    ".trace", ".jsonl",
                                               ".jsonlines", ".html",    ".pickle", ".pkl"};
/// Endings that only a person chooses a report by: a folder holds many files that are named so.
constexpr std::string_view kChosenEndings[] = {".pb", ".htm", ".txt", ".yaml", ".yml"};
constexpr std::string_view kPages[] = {".html"};
constexpr std::string_view kBeside[] = {".view.json", "-wal", "-shm",
                                        "-journal"};  // what belongs to a report of that name
// What the profiler of XLA makes of a profile, HOST.xplane.pb, and puts beside it.
constexpr std::string_view kProfile = ".xplane.pb";
constexpr std::string_view kMadeOfProfile[] = {".trace.json.gz", ".trace.json"};
constexpr std::string_view kMadeOfRun = "perfetto_trace.json.gz";

bool hasEnding(const fs::path& file, std::span<const std::string_view> endings) {
    std::string name = file.filename().string();
    name = lower(name);
    return std::any_of(endings.begin(), endings.end(), [&](std::string_view ending) { return name.ends_with(ending); });
}

/// Endings that only reports have, in small letters.
const std::vector<std::string_view>& ownEndings() {
    static const std::vector<std::string_view> all = [] {
        std::vector<std::string_view> found;
        for (const Importer& importer : importers())
            for (std::string_view rest = importer.endings; !rest.empty();) {
                const std::size_t end = std::min(rest.find(' '), rest.size());
                found.push_back(rest.substr(0, end));
                rest.remove_prefix(std::min(end + 1, rest.size()));
            }
        return found;
    }();
    return all;
}

/// The profiles of XLA in a folder, and which other files show the same runs.
class Profiles {
public:
    explicit Profiles(std::span<const fs::path> entries) {
        for (const fs::path& entry : entries)
            if (std::string name = entry.filename().string(); name.ends_with(kProfile))
                m_names.insert(name.substr(0, name.size() - kProfile.size()));
    }
    /// Whether a file was made of one of them.
    bool made(const fs::path& file) const {
        if (m_names.empty()) return false;
        const std::string name = file.filename().string();
        if (name == kMadeOfRun) return true;
        return std::any_of(std::begin(kMadeOfProfile), std::end(kMadeOfProfile), [&](std::string_view ending) {
            return name.ends_with(ending) && m_names.contains(name.substr(0, name.size() - ending.size()));
        });
    }

private:
    std::set<std::string> m_names;
};

/// The runs of rocprofv3 in a folder, each of several tables in CSV. Opening one opens the run.
class Runs {
public:
    explicit Runs(std::span<const fs::path> entries) {
        for (const fs::path& entry : entries)
            if (const auto of = rocm::csvOfRun(entry)) {
                std::size_t& last = m_runs.try_emplace(of->run, of->place).first->second;
                last = std::max(last, of->place);
            }
    }
    /// Whether another file stands for the run of this one.
    bool hasOther(const fs::path& file) const {
        if (m_runs.empty()) return false;
        const auto of = rocm::csvOfRun(file);
        return of && m_runs.at(of->run) != of->place;
    }

private:
    std::map<std::string, std::size_t> m_runs;
};

}  // namespace

std::vector<std::string_view> reportEndings() {
    std::vector<std::string_view> all = ownEndings();
    all.insert(all.end(), std::begin(kSharedEndings), std::end(kSharedEndings));
    all.insert(all.end(), std::begin(kChosenEndings), std::end(kChosenEndings));
    return all;
}

bool mayBeReport(const fs::path& file) {
    std::error_code ignored;
    return hasEnding(file, ownEndings()) || hasEnding(file, kSharedEndings) || fs::is_directory(file, ignored);
}

bool isNoReport(const fs::path& file, const model::Error& error) {
    using enum model::ErrorCode;
    if (hasEnding(file, ownEndings())) return false;
    switch (error.code) {
    case UnknownFormat:
    case ForeignDatabase:
    case FtraceText:
    case SpeedscopeFile:
    case ExecutionTrace:
    case NcclInspectorLog:
    case CpuProfile:
    case RecipeResult:
    case JsonWithoutEvents:
    case PerfData:
    case PprofProfile:
    case TracyCapture:
    case ProgramFile:
    case PickleFile:
    case MemoryPicture:
    case TableFile:
    case CsvTable:
    case OtherArchive: return true;
    case HtmlPage: return hasEnding(file, kPages);  // in the place of a trace it is what a server said instead of it
    default: return false;
    }
}

namespace {

/// False when `each` wants no more.
bool visit(const fs::path& folder, const std::function<bool(const fs::path&)>& each) {
    std::error_code error, ignored;
    std::vector<fs::path> entries;
    for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error))
        entries.push_back(it->path());
    const Profiles profiles(entries);
    const Runs runs(entries);
    for (const fs::path& path : entries) {
        const bool isLink = fs::is_symlink(path, ignored), isFolder = fs::is_directory(path, ignored);
        if (path.filename().native().starts_with('.') || (isLink && isFolder) || hasEnding(path, kBeside)) continue;
        if (!isFolder && (profiles.made(path) || runs.hasOther(path))) continue;
        if (!(isFolder && !capture::isSession(path) ? visit(path, each) : each(path))) return false;
    }
    return !error || each(folder);
}

}  // namespace

void visitFolder(const fs::path& folder, const std::function<bool(const fs::path&)>& each) {
    if (capture::isSession(folder)) each(folder);
    else visit(folder, each);
}

FolderContent contentOf(const fs::path& folder) {
    FolderContent out;
    visitFolder(folder, [&](const fs::path& file) {
        const auto found = mayBeReport(file) ? identify(file) : model::fail(model::ErrorCode::UnknownFormat, {});
        if (found || (mayBeReport(file) && !isNoReport(file, found.error()))) out.reports.push_back(file);
        else ++out.others;
        return true;
    });
    std::sort(out.reports.begin(), out.reports.end(),
              [](const fs::path& a, const fs::path& b) { return comesBefore(a.native(), b.native()); });
    return out;
}

}  // namespace importers
