// SPDX-License-Identifier: GPL-3.0-or-later
// Files are opened in one place, model/beside: what a person names, and what stands beside it. This test reads the
// sources for all others.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "tests/kit/check.h"

namespace {

namespace fs = std::filesystem;

/// How a file can be opened, made or copied.
constexpr std::string_view kOpenings[] = {
    "fopen(",          "ifstream ",    "ifstream(",  "ofstream",    "fstream ",   "::open(",
    "openat(",         "::creat(",     "mkstemp",    "mkdtemp",     "copy_file",  "fs::copy(",
    "QFile file(",     "QFile in(",    "QFile out(", "QFile list(", "QSaveFile ", "QTemporaryFile",
    "QTemporaryDir>(", "setFileName(", ".save(file", "QImageReader"};

/// Where that may be, and why. A new line wants a reason that is none of: a file beside a report, in the folder of a
/// session, or named by a report.
struct Allowed {
    std::string_view file, opening, why;
};
constexpr Allowed kAllowed[] = {
    {"model/rep/beside.cpp", "::open(", "the one place"},
    {"model/rep/beside.cpp", "openat(", "the one place"},
    {"model/rep/rep_output.cpp", "::open(", "the one place that writes: folders, and devices that a person names"},
    {"model/rep/rep_output.cpp", "openat(", "the one place that writes: new files"},
    {"model/base/memory_bound.cpp", "ifstream ", "files of the kernel"},
    {"importers/common/byte_source.cpp", "fdopen(", "what model::openNamed() opened"},
    {"importers/common/sqlite_reader.cpp", "::open(", "a new file in a folder that was made for it"},
    {"importers/common/sqlite_reader.cpp", "mkdtemp", "a folder for this account alone"},
    {"importers/export/sqlite_sink.cpp", "::open(", "the folder of a file that a person names, and the new file"},
    {"app/text/print_message.cpp", "::open(", "what is told, for a program that runs this one and names the file"},
    {"app/cli/query_command.cpp", "fopen(", "a statement that a person names, which a pipe may hold"},
    {"app/cli/capture/environment.cpp", "ifstream ", "files of the kernel"},
    {"app/cli/capture/target.cpp", "ifstream ", "files of the kernel"},
    {"app/cli/capture/session_folder.cpp", "ifstream ", "files of the kernel"},
    {"app/cli/capture/session_folder.cpp", "::open(",
     "the folder of all sessions, which is this account's alone, as a lock"},
    {"app/cli/capture/session_folder.cpp", "mkdtemp", "a folder for this account alone"},
    {"app/cli/capture/finish.cpp", "::open(", "a report that must be new"},
    {"app/cli/recorder/spool_frames.cpp", "openat(",
     "a spool that model::Folder has looked at, to discard parts of it; and a new file that tries that"},
    {"app/cli/remote/mirror.cpp", "::open(", "a new file in a folder of this account alone"},
    {"app/cli/remote/remote_capture.cpp", "::open(", "a report that must be new"},
    {"app/cli/remote/run_folder.cpp", "::open(",
     "a folder of this account alone: a lock, and what a program prints to"},
    {"app/capture/capture_run.cpp", "QTemporaryDir>(", "a folder for this account alone"},
    {"app/capture/capture_run.cpp", "setFileName(", "a new file in that folder"},
    {"app/panes/kernel/disassembler.cpp", "QTemporaryDir>(", "a folder for this account alone"},
    {"app/panes/kernel/disassembler.cpp", "QFile file(", "a new file in that folder"},
    {"app/pictures/picture_dialog.cpp", "QTemporaryDir>(", "a folder for this account alone"},
    {"app/kit/icons.cpp", "QFile file(", "a part of the program"},
    {"app/panes/sql/sql_pane.cpp", "QSaveFile ", "a file that a person chooses"},
    {"app/panes/events/events_pane.cpp", "QSaveFile ", "a file that a person chooses"},
    {"app/panes/functions/functions_pane.cpp", "QSaveFile ", "a file that a person chooses"},
    {"app/panes/reports_pane.cpp", "QSaveFile ", "a file that a person chooses"},
    {"app/panes/roofline/roofline_pane.cpp", "QSaveFile ", "a file that a person chooses"},
    {"app/pictures/picture.cpp", "QSaveFile ", "a file that a person chooses"},
};

/// What an opening is in a line that is no comment; empty where there is none. Files of the system that have fixed
/// names are nobody's.
std::string_view openingIn(std::string_view line) {
    const std::size_t begin = line.find_first_not_of(" \t");
    if (begin == line.npos || line.substr(begin).starts_with("//") || line.substr(begin).starts_with("#include"))
        return {};
    if (line.find("\"/proc/") != line.npos || line.find("\"/dev/null\"") != line.npos) return {};
    for (const std::string_view opening : kOpenings)
        for (std::size_t at = line.find(opening); at != line.npos; at = line.find(opening, at + 1)) {
            const char before = at ? line[at - 1] : ' ';
            // A method of a class: Result<ReadFile> ReadFile::open(
            const bool isMember = opening == "::open(" &&
                                  (std::isalnum(static_cast<unsigned char>(before)) || before == '_' || before == '>');
            const bool isPartOfWord = opening.front() != '.' && opening.front() != ':' &&
                                      (std::isalnum(static_cast<unsigned char>(before)) || before == '_');
            if (opening == "fopen(" && before == 'd') return "fdopen(";
            if (!isMember && !isPartOfWord) return opening;
        }
    return line.find("fdopen(") != line.npos && line.find("fdopendir(") == line.npos ? std::string_view("fdopen(")
                                                                                     : std::string_view();
}

bool isAllowed(std::string_view file, std::string_view opening) {
    return std::any_of(std::begin(kAllowed), std::end(kAllowed),
                       [&](const Allowed& a) { return a.file == file && a.opening == opening; });
}

}  // namespace

TEST("What opens a file is told from what does not") {
    CHECK_EQ(openingIn("    const int fd = ::open(path.c_str(), O_RDONLY);"), std::string_view("::open("));
    CHECK_EQ(openingIn("    std::ifstream in(path);"), std::string_view("ifstream "));
    CHECK_EQ(openingIn("    QFile file(path);"), std::string_view("QFile file("));
    CHECK_EQ(openingIn("    std::FILE* f = std::fopen(path, \"r\");"), std::string_view("fopen("));
    CHECK(openingIn("    auto db = SqliteReader::open(path);").empty() &&
          openingIn("Result<Folder> Folder::open(const fs::path& folder) {").empty());
    CHECK(openingIn("    // std::ifstream in(path);").empty() &&
          openingIn("    std::ifstream in(\"/proc/kallsyms\");").empty());
    CHECK(isAllowed("model/rep/beside.cpp", "openat(") && !isAllowed("app/report/view_file.cpp", "QFile file("));
}

TEST("No code but model/beside opens what stands beside a report or in the folder of a session") {
    const fs::path root = SIGHTLINE_SOURCE_DIR;
    std::size_t files = 0;
    std::vector<bool> used(std::size(kAllowed));
    for (const char* folder : {"model", "importers", "timeline", "app"}) {
        for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
            if (entry.path().extension() != ".cpp" && entry.path().extension() != ".h") continue;
            ++files;
            const std::string file = entry.path().lexically_relative(root).generic_string();
            std::ifstream in(entry.path());
            std::size_t number = 0;
            for (std::string line; std::getline(in, line);) {
                ++number;
                const std::string_view opening = openingIn(line);
                if (opening.empty()) continue;
                if (!isAllowed(file, opening))
                    check::fail(file.c_str(), static_cast<int>(number), "opens a file: " + line);
                for (std::size_t i = 0; i < used.size(); ++i)
                    used[i] = used[i] || (kAllowed[i].file == file && kAllowed[i].opening == opening);
            }
        }
    }
    CHECK(files > 300);
    for (std::size_t i = 0; i < used.size(); ++i)
        if (!used[i])
            check::fail("opening_test.cpp", 0,
                        std::string(kAllowed[i].file) + " needs no permission for " + std::string(kAllowed[i].opening) +
                            " any more");
}
