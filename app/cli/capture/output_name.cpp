// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/capture/output_name.h"

#include <fmt/format.h>
#include <unistd.h>
#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "app/cli/capture/session_folder.h"
#include "model/base/messages.h"
#include "model/rep/rep_output.h"

namespace app::capture {
namespace fs = std::filesystem;

namespace {

std::string hostName() {
    char host[256] = {};
    ::gethostname(host, sizeof host - 1);
    return host;
}

/// The ending of another tool's reports, or nothing.
std::string_view endingOfOther(std::string_view name) {
    for (const std::string_view other : {".nsys-rep", ".qdrep", ".qdstrm"})
        if (name.size() > other.size() && name.ends_with(other)) return other;
    return {};
}

/// "name.rep", from a name with the ending of another tool, or none.
std::string withEnding(std::string name) {
    name.resize(name.size() - endingOfOther(name).size());
    return name.ends_with(".rep") && name != ".rep" ? name : name + ".rep";
}

/// Whether reports lie in the folder of --output-dir.
bool isInOutputFolder(const CaptureOptions& o) {
    return !o.outputFolder.empty() && !fs::path(o.output).has_parent_path();
}

/// The pattern as a path with an ending, its places not replaced.
fs::path patternOf(const CaptureOptions& o) {
    std::error_code ignored;
    fs::path path(o.output);
    if (isInOutputFolder(o)) path = fs::path(o.outputFolder) / path;
    if (!path.has_filename() || fs::is_directory(path, ignored)) path /= "report%n";
    return path.parent_path() / withEnding(path.filename().string());
}

}  // namespace

std::string expandPlaces(std::string_view text, const Places& places) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char next = text[i] == '%' && i + 1 < text.size() ? text[i + 1] : '\0';
        const std::size_t close = next == 'q' && text.substr(i).starts_with("%q{") ? text.find('}', i) : text.npos;
        if (close != text.npos) {
            const char* value = std::getenv(std::string(text.substr(i + 3, close - i - 3)).c_str());
            out += value ? value : "";
            i = close;
        } else if (next == 'h') out += hostName(), ++i;
        else if (next == '%') out += '%', ++i;
        else if (next == 'p' && !places.process.empty()) out += places.process, ++i;
        else if (next == 'n' && !places.number.empty()) out += places.number, ++i;
        else if (next == 'p' || next == 'n' || next == 'q') out += text[i], out += next, ++i;
        else out += text[i];
    }
    return out;
}

std::string asSessionName(std::string name) {
    const auto fits = [](unsigned char c) { return std::isalnum(c) != 0 || c == '-' || c == '_' || c == '.'; };
    std::replace_if(
        name.begin(), name.end(), [&](unsigned char c) { return !fits(c); }, '_');  // it becomes part of a path
    return name;
}

std::string newSessionName(const CaptureOptions& o) { return asSessionName(expandPlaces(o.sessionName, {})); }

std::vector<model::Message> remarksOnNames(const CaptureOptions& o, bool writes) {
    std::vector<model::Message> out;
    const std::string pattern = writes ? patternOf(o).string() : std::string();
    const auto addRemark = [&](const std::string& text, model::MessageCode nothingFor, const std::string& becomes) {
        for (std::size_t at = 0; (at = text.find("%q{", at)) != text.npos; at += 3) {
            const std::size_t close = text.find('}', at);
            const std::string variable = close == text.npos ? std::string() : text.substr(at + 3, close - at - 3);
            if (!variable.empty() && !std::getenv(variable.c_str()))
                out.push_back({nothingFor, {model::Argument::name(variable), becomes}});
        }
    };
    if (writes) addRemark(pattern, model::MessageCode::NothingForReportName, expandPlaces(pattern, {}));
    addRemark(o.sessionName, model::MessageCode::NothingForSessionName, newSessionName(o));
    const std::string_view other = writes ? endingOfOther(o.output) : std::string_view();
    if (!other.empty()) out.push_back({model::MessageCode::ReportEnding, {other, expandPlaces(pattern, {})}});
    return out;
}

fs::path outputFile(const CaptureOptions& o, std::string_view process, unsigned n, bool several) {
    const std::string pattern = patternOf(o).string();
    const auto named = [&](unsigned number) {
        return fs::path(expandPlaces(pattern, {std::string(process), std::to_string(number)}));
    };
    std::error_code ignored;
    if (named(1) != named(2)) {
        unsigned number = 1;
        while (number < 1'000'000 && fs::exists(named(number), ignored)) ++number;
        return named(number);
    }
    fs::path file = named(n);
    if (several) file.replace_extension(fmt::format("{}.rep", n));
    return file;
}

std::string claimedFile(const CaptureOptions& o) {
    const std::string pattern = patternOf(o).string();
    const Places one{"1", "1"}, other{"2", "2"};
    if (expandPlaces(pattern, one) != expandPlaces(pattern, other)) return {};
    std::error_code ignored;
    return fs::absolute(outputFile(o, {}, 1, manyReports(o)), ignored).lexically_normal().string();
}

model::Message complaintAboutOthers(const CaptureOptions& o, bool writes, const fs::path& itself) {
    const std::string file = writes ? claimedFile(o) : std::string(), name = newSessionName(o);
    for (const FoundSession& s : findSessions()) {
        if (!s.running || s.folder == itself) continue;
        if (!name.empty() && s.name == name) return {model::MessageCode::SessionRunsAlready, {name}};
        if (!file.empty() && factOf(readFacts(s.folder), "output") == file)
            return {model::MessageCode::SessionWritesThatFile, {s.name, file}};
    }
    return {};
}

bool manyReports(const CaptureOptions& o) {
    if (o.keepNs > 0) return true;
    return o.rangeBy != RangeBy::None && (o.rangeEnd == RangeEnd::Repeat || o.rangeEnd == RangeEnd::RepeatShutdown);
}

namespace {

/// Of the folder of a report. That of --output-dir may be missing: it is made in the nearest one that is there.
model::Message complaintAboutFolder(const CaptureOptions& o, fs::path folder) {
    std::error_code ignored;
    const fs::path wanted = folder;
    const auto isMissing = [&](const fs::path& p) {
        return fs::symlink_status(p, ignored).type() == fs::file_type::not_found;
    };
    while (isInOutputFolder(o) && isMissing(folder))
        folder = folder.has_parent_path() ? folder.parent_path() : fs::path(".");
    const fs::file_status status = fs::status(folder, ignored);
    if (status.type() == fs::file_type::not_found) return {model::MessageCode::NoFolderForReport, {folder.string()}};
    if (fs::exists(status) && !fs::is_directory(status))
        return {model::MessageCode::ReportFolderNotWritable,
                {model::Argument::file(wanted.string()),
                 model::Message(model::MessageCode::NotAFolder, {model::Argument::file(folder.string())})}};
    if (::access(folder.c_str(), W_OK | X_OK) != 0)
        return {model::MessageCode::ReportFolderNotWritable, {wanted.string(), std::strerror(errno)}};
    return {};
}

/// Of a name that is wanted for a report. The folder is there.
model::Message complaintAboutFile(const CaptureOptions& o, const fs::path& file) {
    constexpr std::size_t kLongestName = 255,
                          kBeside = 24;  // bytes; of the name under which it is written until it is whole
    std::error_code ignored;
    if (file.filename().native().size() + kBeside > kLongestName)
        return {model::MessageCode::ReportNameTooLong, {file.filename().string()}};
    const fs::file_status link = fs::symlink_status(file, ignored), status = fs::status(file, ignored);
    if (!fs::exists(link)) return {};
    if (!fs::exists(status)) return {model::MessageCode::ReportIsDeadLink, {file.string()}};
    if (fs::is_directory(status)) return {model::MessageCode::ReportIsFolder, {file.string()}};
    if (!o.overwrite) return {model::MessageCode::ReportIsThere, {file.string()}};
    if (const auto may = model::checkTarget(file, {}); !may) {
        const model::Error& e = may.error();
        if (e.code != model::ErrorCode::CannotWrite) return sentenceOf(e);
        return {model::MessageCode::CannotBeWritten, {e.subject, e.detail}};
    }
    return {};
}

}  // namespace

model::Message complaintAboutOutput(const CaptureOptions& o) {
    std::error_code ignored;
    const fs::path name(o.output);
    if (const fs::file_status typed =
            fs::status(name.has_parent_path() ? name : fs::path(o.outputFolder) / name, ignored);
        fs::exists(typed) && !fs::is_regular_file(typed) && !fs::is_directory(typed))
        return {model::MessageCode::ReportIsSpecial, {o.output}};
    const fs::path file = outputFile(o, {}, 1, manyReports(o));
    const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
    const unsigned last = manyReports(o) ? std::max(1u, o.repeats) : 1;
    model::Message wrong = complaintAboutFolder(o, folder);
    for (unsigned n = 1; n <= last && wrong.empty(); ++n)
        wrong = complaintAboutFile(o, outputFile(o, {}, n, manyReports(o)));
    return wrong;
}

void makeOutputFolder(const CaptureOptions& o, const fs::path& report) {
    std::error_code said;  // by whoever writes the report
    if (isInOutputFolder(o) && report.has_parent_path()) fs::create_directories(report.parent_path(), said);
}

}  // namespace app::capture
