// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the source tree and holds it to its own rules: which folder may include what, licences, sizes, tables.
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <re2/re2.h>

#include "model/base/kinds.h"
#include "model/rules/checklist.h"
#include "model/rules/rule.h"
#include "model/store/diagnostics.h"
#include "model/store/track.h"
#include "tests/kit/check.h"

namespace fs = std::filesystem;

namespace {

/// What may stand in the top folder, beside dot-files and what .gitignore names.
constexpr std::string_view kTopLevel[] = {
    "CMakeLists.txt", "CMakePresets.json", "LICENSE",    "README.md", "app",   "timeline",
    "model",          "importers",         "collectors", "resources", "tests", "translations"};

constexpr std::size_t kMaxLines = 700;

/// Who may include what, besides itself, the C and C++ libraries and the system. The first row that fits a file counts.
/// An entry that ends in '/' names a folder with all below it, one that ends in '*' is a beginning. "Qt" = headers of
/// Qt, which are never named one by one. Arrows point downward only: see the test about circles.
struct Room {
    std::string_view folder;
    std::vector<std::string_view> may;
};

// Libraries by what they are for.
#define TEXTS "fmt/", "tl/expected.hpp", "re2/re2.h"
#define WIDGETS "Qt", "qcustomplot.h", "fmt/", "tl/expected.hpp"
#define PACKING "zlib.h", "zstd.h", "zstd_errors.h", "lz4.h", "lz4frame.h", "lz4hc.h", "xxhash.h"

const std::vector<Room>& rooms() {
    static const std::vector<Room> all{
        // What a report is, and what is known of it.
        {"model/pch.h", {"fmt/"}},
        {"model/rep/rep_format.h", {}},  // enters other people's processes
        {"model/base/messages/", {}},
        {"model/base/", {"model/base/messages/", "xxhash.h", TEXTS}},
        {"model/store/", {"model/base/", "xxhash.h", TEXTS}},
        {"model/rep/", {"model/base/", "model/store/", PACKING, TEXTS}},
        {"model/query/", {"model/base/", "model/store/", TEXTS}},
        {"model/workload/", {"model/base/", "model/store/", "model/query/", TEXTS}},
        {"model/kernels/", {"model/base/", "model/store/", "model/query/", TEXTS}},
        {"model/selection/", {"model/base/", "model/store/", "model/query/", "model/workload/", TEXTS}},
        {"model/roofline/",
         {"model/base/", "model/store/", "model/query/", "model/workload/", "model/kernels/", TEXTS}},
        {"model/reports/",
         {"model/base/", "model/store/", "model/query/", "model/workload/", "model/kernels/", "model/roofline/",
          TEXTS}},
        {"model/look/", {"model/base/", "model/store/", "model/query/", "model/workload/", "model/reports/", TEXTS}},
        {"model/rules/",
         {"model/base/", "model/store/", "model/query/", "model/workload/", "model/kernels/", "model/roofline/",
          "model/reports/", TEXTS}},
        {"model/diff/",
         {"model/base/", "model/store/", "model/query/", "model/workload/", "model/kernels/", "model/roofline/",
          "model/reports/", "model/rules/", TEXTS}},

        // Files of others.
        {"importers/common/", {"model/", "sqlite3.h", "simdjson.h", "emmintrin.h", "re2/set.h", PACKING, TEXTS}},
        {"importers/capture/",
         {"importers/common/", "model/", "collectors/protocol/", "gelf.h", "libelf.h", "elfutils/", "dwarf.h",
          "simdjson.h", "re2/set.h", PACKING, TEXTS}},
        {"importers/chrome/", {"importers/common/", "model/", "simdjson.h", "emmintrin.h", PACKING, TEXTS}},
        {"importers/export/",
         {"importers/common/", "importers/nsys/", "importers/sql/", "model/", "sqlite3.h", "re2/set.h", "arpa/inet.h",
          PACKING, TEXTS}},
        {"importers/html/", {"importers/common/", "model/", PACKING, TEXTS}},
        {"importers/ncu/", {"importers/common/", "model/", "gelf.h", "libelf.h", PACKING, TEXTS}},
        {"importers/nsys/", {"importers/common/", "model/", "sqlite3.h", "simdjson.h", PACKING, TEXTS}},
        {"importers/perfetto/", {"importers/common/", "model/", "simdjson.h", PACKING, TEXTS}},
        {"importers/rep/", {"importers/common/", "model/", TEXTS}},
        {"importers/rocm/", {"importers/common/", "model/", "sqlite3.h", "simdjson.h", TEXTS}},
        {"importers/xplane/", {"importers/common/", "model/", TEXTS}},
        {"importers/profiles/",
         {"importers/common/", "model/", "fcntl.h", "poll.h", "spawn.h", "sys/wait.h", "unistd.h", TEXTS}},
        {"importers/nvprof/", {"importers/common/", "model/", TEXTS}},
        {"importers/torch/", {"importers/common/", "model/", TEXTS}},
        {"importers/sql/", {"importers/common/", "importers/nsys/", "model/", "sqlite3.h", TEXTS}},
        {"importers/", {"importers/", "model/", "simdjson.h", "re2/set.h", PACKING, TEXTS}},

        // What enters the programs that are captured, and what looks at them from outside.
        {"collectors/protocol/", {"model/rep/rep_format.h"}},
        {"collectors/process/", {"collectors/protocol/"}},
        {"collectors/cupti/", {"collectors/protocol/", "collectors/process/", "cupti*", "cuda*"}},
        {"collectors/calls/", {"collectors/protocol/", "collectors/process/", "unwind.h"}},
        {"collectors/inject/calls/",
         {"collectors/protocol/", "collectors/process/", "collectors/cupti/", "unwind.h", "cupti*", "cuda*"}},
        {"collectors/inject/python/",
         {"collectors/protocol/", "collectors/process/", "collectors/inject/calls/", "collectors/cupti/", "nvtx3/"}},
        {"collectors/inject/nvtx/",
         {"collectors/protocol/", "collectors/process/", "collectors/cupti/", "nvtx3/", "nvToolsExt*", "cuda*"}},
        {"collectors/inject/cuda/",
         {"collectors/protocol/", "collectors/process/", "collectors/inject/calls/", "collectors/cupti/",
          "collectors/inject/python/", "cupti*", "cuda*"}},
        {"collectors/inject/",
         {"collectors/inject/", "collectors/cupti/", "collectors/protocol/", "collectors/process/",
          "collectors/calls/guard.h", "cupti*", "cuda*", "nvtx3/"}},
        {"collectors/sampler/",
         {"collectors/protocol/", "collectors/process/", "collectors/cupti/", "cupti*", "cuda*"}},

        // The timeline as a widget.
        {"timeline/look/", {"model/", "Qt", TEXTS}},
        {"timeline/rows/", {"timeline/look/", "model/", "Qt", TEXTS}},
        {"timeline/text/", {"timeline/look/", "timeline/rows/", "model/", "Qt", TEXTS}},
        {"timeline/state/", {"timeline/look/", "timeline/rows/", "model/", "Qt", TEXTS}},
        {"timeline/paint/",
         {"timeline/look/", "timeline/rows/", "timeline/text/", "timeline/state/", "model/", "Qt", TEXTS}},
        {"timeline/view/",
         {"timeline/look/", "timeline/rows/", "timeline/text/", "timeline/state/", "timeline/paint/", "model/", "Qt",
          TEXTS}},

        // What people see: without Qt, then with it.
        {"app/text/", {"importers/", "model/", "simdjson.h", TEXTS}},
        {"app/html/", {"app/text/", "importers/", "model/", TEXTS}},
        {"app/cli/recorder/", {"importers/", "model/", "collectors/protocol/", TEXTS}},
        {"app/cli/capture/",
         {"app/cli/recorder/", "app/text/", "importers/", "model/", "collectors/process/", "collectors/protocol/",
          TEXTS}},
        {"app/cli/remote/",
         {"app/cli/capture/", "app/text/", "importers/", "model/", "xxhash.h", "zlib.h", "zstd.h", TEXTS}},
        {"app/cli/",
         {"app/cli/remote/", "app/cli/capture/", "app/html/", "app/text/", "importers/", "model/", "CLI/", TEXTS}},
        {"app/pch.h", {"Qt", "fmt/", "qcustomplot.h"}},
        {"app/kit/access/", {"timeline/", "model/", WIDGETS}},
        {"app/kit/commands/", {"app/kit/", "timeline/", "model/", WIDGETS}},
        {"app/kit/manual/", {"app/kit/", "timeline/", "model/", WIDGETS}},
        {"app/kit/tables/", {"app/kit/", "app/text/", "timeline/", "importers/", "model/", WIDGETS}},
        {"app/kit/", {"app/kit/access/", "app/text/", "timeline/", "importers/", "model/", WIDGETS}},
        {"app/preferences/", {"app/kit/", "timeline/", "importers/", "model/", WIDGETS}},
        {"app/report/bars/", {"app/kit/", "app/cli/capture/", "timeline/", "importers/", "model/", WIDGETS}},
        {"app/report/",
         {"app/report/bars/", "app/kit/", "app/text/", "app/cli/capture/", "timeline/", "importers/", "model/",
          WIDGETS}},
        {"app/pictures/", {"app/report/", "app/kit/", "timeline/", "model/", WIDGETS}},
        {"app/share/", {"app/report/", "app/kit/", "app/html/", "timeline/", "importers/", "model/", WIDGETS}},
        {"app/panes/roofline/",
         {"app/panes/kernel/", "app/pictures/", "app/report/", "app/kit/", "timeline/", "importers/", "model/",
          WIDGETS}},
        {"app/panes/",
         {"app/pictures/", "app/report/", "app/kit/", "app/text/", "timeline/", "importers/", "model/", WIDGETS}},
        {"app/compare/",
         {"app/panes/details/", "app/panes/functions/", "app/share/", "app/pictures/", "app/report/", "app/kit/",
          "timeline/", "importers/", "model/", WIDGETS}},
        {"app/capture/",
         {"app/report/", "app/kit/", "app/text/", "app/cli/capture/", "timeline/", "importers/", "model/", WIDGETS}},
        {"app/window/",
         {"app/text/help_page.h", "app/panes/", "app/compare/", "app/capture/", "app/share/", "app/pictures/",
          "app/preferences/", "app/report/", "app/kit/", "timeline/", "importers/", "model/", WIDGETS}},

        // Tests, and the programs that they capture.
        {"tests/programs/",
         {"cuda.h", "cupti*", "nvtx3/", "GL/", "X11/", "mpi.h", "omp.h", "aio.h", "mqueue.h", "netinet/in.h", "netdb.h",
          "grp.h", "collectors/inject/python/", "collectors/process/", "collectors/protocol/", "tests/kit/"}},
        {"tests/bench/",
         {"tests/", "app/", "timeline/", "importers/", "model/", "sqlite3.h", "X11/", "xcb/", PACKING, TEXTS, WIDGETS}},
        {"tests/gpu/",
         {"nvtx3/", "cuda.h", "cuda_runtime.h", "cuda_profiler_api.h", "cooperative_groups.h", "cublas_v2.h",
          "cusolverDn.h", "cusparse.h", "cuda_bf16.h", "cuda_fp16.h", "mma.h"}},
        {"tests/", {"tests/",     "app/",     "timeline/", "importers/", "model/",       "collectors/", "aio.h",
                    "grp.h",      "mqueue.h", "pty.h",     "netdb.h",    "netinet/in.h", "arpa/inet.h", "sqlite3.h",
                    "simdjson.h", "nvtx3/",   "CLI/",      PACKING,      TEXTS,          WIDGETS}},
    };
    return all;
}
// What no file of a folder includes, though it could.
constexpr std::pair<std::string_view, std::string_view> kNever[] = {
    {"timeline/", "QSettings"},
    {"timeline/", "qcustomplot.h"},
    // Panes know a tab as a PaneHost.
    {"app/panes/", "app/report/report_page.h"},
    {"app/panes/", "app/report/page_host.h"},
    {"app/panes/", "app/report/document.h"},
    {"app/panes/", "timeline/view/"},
};

/// At most so many sources in one folder: a reader takes them in at a glance. Tests lie in theirs by kind.
constexpr std::size_t kMostSources = 44;
/// A class that is larger is several.
constexpr std::size_t kMostSourcesOfClass = 3;

bool isQt(std::string_view include) {
    // <QWidget>, <QtTest>, <QtGui/private/…>
    return include.size() > 1 && include[0] == 'Q' && ((include[1] >= 'A' && include[1] <= 'Z') || include[1] == 't');
}

bool isSystem(std::string_view include) {
    static const std::set<std::string_view> posix{
        "assert.h",   "cpuid.h",   "cxxabi.h", "ctype.h",     "dirent.h",   "dlfcn.h",  "elf.h",       "errno.h",
        "execinfo.h", "fcntl.h",   "float.h",  "immintrin.h", "inttypes.h", "limits.h", "link.h",      "locale.h",
        "malloc.h",   "math.h",    "poll.h",   "pthread.h",   "pwd.h",      "sched.h",  "semaphore.h", "signal.h",
        "spawn.h",    "stdarg.h",  "stddef.h", "stdint.h",    "stdio.h",    "stdlib.h", "string.h",    "strings.h",
        "syscall.h",  "termios.h", "time.h",   "ucontext.h",  "unistd.h",   "wchar.h",  "x86intrin.h"};
    if (include.starts_with("sys/") || include.starts_with("linux/") || posix.contains(include)) return true;
    return include.find_first_not_of("abcdefghijklmnopqrstuvwxyz_0123456789") == std::string_view::npos;  // <vector>
}

bool fits(std::string_view include, std::string_view pattern) {
    if (pattern == "Qt") return isQt(include);
    if (pattern.back() == '*') return include.starts_with(pattern.substr(0, pattern.size() - 1));
    if (pattern.back() == '/') return include.starts_with(pattern);
    return include == pattern;
}

/// The folder of a file: "model/store/".
std::string_view folderOf(std::string_view path) { return path.substr(0, path.rfind('/') + 1); }

bool mayInclude(std::string_view file, std::string_view include) {
    if (isSystem(include)) return true;
    if (include.find('/') == std::string_view::npos && include.ends_with(".moc"))
        return true;  // made from the file itself
    // Made from model/base/version.h.in, and by app/build_version.cmake.
    if (include == "sightline_version.h" || include == "sightline_build.h") return true;
    for (const auto& [folder, never] : kNever)
        if (fits(file, folder) && fits(include, never)) return false;
    for (const Room& room : rooms()) {
        if (!fits(file, room.folder)) continue;
        if (room.folder.ends_with('/') && !folderOf(include).empty() && folderOf(include) == folderOf(file))
            return true;
        for (const std::string_view p : room.may)
            if (fits(include, p)) return true;
        return false;
    }
    return false;  // a folder that nobody has a row for
}

struct Source {
    std::string path;  ///< from the top folder
    std::vector<std::string> lines;
};

std::vector<std::string> linesOf(const fs::path& file) {
    std::vector<std::string> out;
    std::ifstream in(file);
    for (std::string line; std::getline(in, line);) out.push_back(std::move(line));
    return out;
}

/// Entries of the top folder that are not part of the project: what .gitignore names without a pattern, and builds.
std::set<std::string> ignoredNames(const fs::path& root) {
    std::set<std::string> out;
    for (const auto& entry : fs::directory_iterator(root))
        if (fs::exists(entry.path() / "CMakeCache.txt")) out.insert(entry.path().filename().string());
    for (std::string line : linesOf(root / ".gitignore")) {
        while (!line.empty() && line.front() == '/') line.erase(0, 1);
        while (!line.empty() && line.back() == '/') line.pop_back();
        if (!line.empty() && line.find_first_of("*#/") == std::string::npos) out.insert(line);
    }
    return out;
}

bool isSource(const fs::path& file) {
    static const std::set<std::string> extensions{".cpp", ".h", ".hpp", ".c", ".cc", ".cu", ".cmake", ".py", ".sh"};
    if (extensions.contains(file.extension().string()) || file.filename() == "CMakeLists.txt") return true;
    if (file.has_extension()) return false;
    const auto lines = linesOf(file);  // scripts have no extension
    return !lines.empty() && lines[0].starts_with("#!");
}

const std::vector<Source>& sources() {
    static const std::vector<Source> all = [] {
        std::vector<Source> out;
        const fs::path root = SIGHTLINE_SOURCE_DIR;
        const auto ignored = ignoredNames(root);
        for (fs::recursive_directory_iterator it(root), end; it != end; ++it) {
            const std::string name = it->path().filename().string();
            const bool dot = name.starts_with('.') && name != ".ci";
            if (it->is_directory()) {
                if (dot || (it.depth() == 0 && ignored.contains(name)) || name == "__pycache__")
                    it.disable_recursion_pending();
            } else if (!dot && it->is_regular_file() && isSource(it->path())) {
                out.push_back({it->path().lexically_relative(root).generic_string(), linesOf(it->path())});
            }
        }
        return out;
    }();
    return all;
}

/// The file that an #include line names, or "".
std::string includeOf(std::string_view line) {
    const auto skip = [&] { line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size())); };
    skip();
    if (!line.starts_with('#')) return {};
    line.remove_prefix(1);
    skip();
    if (!line.starts_with("include")) return {};
    line.remove_prefix(7);
    skip();
    if (line.empty() || (line[0] != '<' && line[0] != '"')) return {};
    const std::size_t end = line.find(line[0] == '<' ? '>' : '"', 1);
    return std::string(line.substr(1, end == std::string_view::npos ? end : end - 1));
}

std::string licenceOf(std::string_view path) {
    return path.starts_with("collectors/") || path == "model/rep/rep_format.h" ? "Apache-2.0" : "GPL-3.0-or-later";
}

void complain(const std::string& what) { check::fail("source tree", 0, what); }

bool isKey(std::string_view key) {
    return !key.empty() && key.find_first_not_of("abcdefghijklmnopqrstuvwxyz_0123456789") == std::string_view::npos;
}

}  // namespace

TEST("the source tree is there to be read") {
    CHECK(sources().size() > 50);
    const auto has = [](std::string_view path) {
        for (const Source& s : sources())
            if (s.path == path) return !s.lines.empty();
        return false;
    };
    CHECK(has("model/store/lane.cpp"));
    CHECK(has("CMakeLists.txt"));
    CHECK(has("tests/tree/structure_test.cpp"));
}

TEST("the rules tell good includes from bad ones") {
    CHECK(mayInclude("model/store/lane.cpp", "vector") && mayInclude("model/store/lane.cpp", "model/store/lane.h") &&
          mayInclude("model/rep/rep_reader.cpp", "sys/mman.h"));
    CHECK(!mayInclude("model/store/lane.cpp", "QString") && !mayInclude("model/store/lane.cpp", "sqlite3.h") &&
          !mayInclude("model/base/a.h", "simdjson.h"));
    CHECK(!mayInclude("model/store/lane.cpp", "importers/common/cell.h") &&
          !mayInclude("model/rep/rep_format.h", "model/store/lane.h") &&
          !mayInclude("model/store/lane.h", "model/reports/report.h"));
    CHECK(mayInclude("importers/nsys/a.cpp", "importers/common/cell.h") &&
          mayInclude("importers/nsys/a.cpp", "importers/nsys/b.h"));
    CHECK(!mayInclude("importers/nsys/a.cpp", "importers/perfetto/b.h") &&
          !mayInclude("importers/nsys/a.cpp", "importers/open.h") && !mayInclude("importers/a.cpp", "QtCore/QString"));
    CHECK(mayInclude("importers/open.cpp", "importers/nsys/nsys.h"));
    CHECK(mayInclude("timeline/view/a.cpp", "QWidget") && !mayInclude("timeline/view/a.cpp", "QSettings") &&
          !mayInclude("timeline/view/a.cpp", "importers/a.h"));
    CHECK(!mayInclude("timeline/view/a.cpp", "qcustomplot.h") && mayInclude("app/kit/a.cpp", "qcustomplot.h") &&
          mayInclude("app/kit/a.cpp", "QSettings"));
    CHECK(!mayInclude("app/kit/a.cpp", "app/report/pane.h") &&
          mayInclude("app/panes/advice_pane.cpp", "app/report/pane.h"));
    CHECK(!mayInclude("app/panes/sql/a.cpp", "app/report/report_page.h") &&
          !mayInclude("app/panes/a.h", "timeline/view/timeline_view.h") &&
          mayInclude("app/panes/a.cpp", "timeline/look/format.h") &&
          mayInclude("app/window/a.cpp", "app/report/report_page.h"));
    CHECK(!mayInclude("app/cli/a.cpp", "QString") && !mayInclude("app/cli/a.cpp", "timeline/look/a.h") &&
          mayInclude("app/cli/a.cpp", "CLI/CLI.hpp"));
    CHECK(mayInclude("collectors/protocol/a.h", "model/rep/rep_format.h") &&
          !mayInclude("collectors/process/a.cpp", "model/store/lane.h") &&
          mayInclude("collectors/inject/cuda/a.cpp", "cupti.h"));
    CHECK(!mayInclude("app/kit/a.cpp", "cupti.h") && !mayInclude("elsewhere/a.cpp", "model/store/lane.h") &&
          !mayInclude("model/store/a.cpp", "lane.h"));
    CHECK_EQ(includeOf("#include <a/b.h>"), std::string("a/b.h"));
    CHECK_EQ(includeOf("  #  include \"a.h\"  // why"), std::string("a.h"));
    CHECK_EQ(includeOf("// #include <a>"), std::string());
}

TEST("every folder includes only what it may") {
    std::size_t seen = 0;
    for (const Source& s : sources()) {
        for (const std::string& line : s.lines) {
            const std::string include = includeOf(line);
            if (include.empty()) continue;
            ++seen;
            if (!mayInclude(s.path, include)) complain(s.path + " must not include " + include);
        }
    }
    CHECK(seen > 300);
}

TEST("no folder includes one that includes it, by whatever way") {
    std::map<std::string, std::set<std::string>> arrows;
    for (const Source& s : sources()) {
        if (s.path.starts_with("tests/")) continue;
        for (const std::string& line : s.lines) {
            const std::string include = includeOf(line);
            const std::string from(folderOf(s.path)), to(folderOf(include));
            if (!to.empty() && to != from && fs::is_directory(fs::path(SIGHTLINE_SOURCE_DIR) / to))
                arrows[from].insert(to);
        }
    }
    CHECK(arrows.size() > 30);
    for (const auto& [from, direct] : arrows) {
        std::set<std::string> seen;
        std::vector<std::string> next(direct.begin(), direct.end());
        while (!next.empty()) {
            const std::string folder = next.back();
            next.pop_back();
            if (!seen.insert(folder).second) continue;
            if (folder == from) complain(from + " is included by a folder that it includes");
            for (const std::string& further : arrows[folder]) next.push_back(further);
        }
    }
}

TEST("no folder has more sources than a reader takes in") {
    std::map<std::string, std::size_t> counts;
    for (const Source& s : sources())
        if (s.path.ends_with(".cpp") || s.path.ends_with(".h")) ++counts[std::string(folderOf(s.path))];
    for (const auto& [folder, count] : counts)
        if (count > kMostSources)
            complain(folder + " has " + std::to_string(count) + " sources, more than " + std::to_string(kMostSources));
}

TEST("no class is spread over many sources") {
    // "Type Class::method(" at the beginning of a line defines a member.
    const RE2 member(R"re(^(?:[\w:<>,&*\[\] ]+[ &*])?((?:\w+::)*[A-Z]\w*(?:::\w+)*?)::(?:~?\w+|operator[^(]*)\()re");
    std::map<std::string, std::set<std::string>> files;
    for (const Source& s : sources()) {
        if (!s.path.ends_with(".cpp") || s.path.starts_with("tests/")) continue;
        for (const std::string& line : s.lines) {
            std::string name;
            if (!line.empty() && (std::isalpha(static_cast<unsigned char>(line[0])) || line[0] == '_') &&
                RE2::PartialMatch(line, member, &name))
                files[std::string(folderOf(s.path)) + ' ' + name].insert(s.path);
        }
    }
    CHECK(files.size() > 200);
    for (const auto& [name, in] : files)
        if (in.size() > kMostSourcesOfClass)
            complain("the class " + name + " is in " + std::to_string(in.size()) + " sources");
}

TEST("what a source includes from this tree exists") {
    const fs::path root = SIGHTLINE_SOURCE_DIR;
    for (const Source& s : sources()) {
        for (const std::string& line : s.lines) {
            const std::string include = includeOf(line);
            const std::size_t slash = include.find('/');
            if (slash == std::string::npos || !fs::is_directory(root / include.substr(0, slash))) continue;
            if (!fs::exists(root / include)) complain(s.path + " includes " + include + ", which is not there");
        }
    }
}

TEST("every source names its licence in its first lines") {
    for (const Source& s : sources()) {
        const std::string wanted = "SPDX-License-Identifier: " + licenceOf(s.path);
        const bool script = !s.lines.empty() && s.lines[0].starts_with("#!");
        const std::size_t at = script ? 1 : 0;
        if (s.lines.size() <= at || s.lines[at].find(wanted) == std::string::npos)
            complain(s.path + " lacks \"" + wanted + "\" in line " + std::to_string(at + 1));
    }
}

TEST("no source is longer than a reader can take") {
    for (const Source& s : sources())
        if (s.lines.size() > kMaxLines)
            complain(s.path + " has " + std::to_string(s.lines.size()) + " lines, more than " +
                     std::to_string(kMaxLines));
}

TEST("constant tables are made by the compiler, not when a program begins") {
    // "const Type kName" at the beginning of a line, without constexpr or constinit. Nothing can be copied from a table
    // of another file that may not be made yet. Texts of Qt cannot be made by a compiler.
    const RE2 constant(R"re(^(?:static |inline )*const (\w.*\W)k[A-Z]\w*(?:\[\w*\])*\s*[={])re");
    const auto isMadeLate = [&](const std::string& line) {
        std::string type;
        return RE2::PartialMatch(line, constant, &type) && !type.starts_with("QString ");
    };
    CHECK(isMadeLate("const std::array kRules{kMeasurement}") && isMadeLate("const char* const kLabels[] = {"));
    CHECK(!isMadeLate("constexpr int kMost[] = {1};") && !isMadeLate("constinit const Rule kGpuGaps{"));
    CHECK(!isMadeLate("const QString kDot = QStringLiteral(\"·\");") && !isMadeLate("    const int kMost = 1;"));
    for (const Source& s : sources())
        for (const std::string& line : s.lines)
            if (!s.path.starts_with("tests/") && isMadeLate(line))
                complain(s.path + " has a constant without constexpr or constinit: " + line);
}

TEST("headers are included once") {
    for (const Source& s : sources()) {
        if (!s.path.ends_with(".h")) continue;
        bool once = false;
        for (const std::string& line : s.lines) once |= line == "#pragma once" || line.starts_with("#ifndef ");
        if (!once) complain(s.path + " lacks #pragma once");
    }
}

TEST("the top folder holds what the design names and nothing else") {
    const fs::path root = SIGHTLINE_SOURCE_DIR;
    const auto ignored = ignoredNames(root);
    const std::set<std::string_view> allowed(std::begin(kTopLevel), std::end(kTopLevel));
    for (const auto& entry : fs::directory_iterator(root)) {
        const std::string name = entry.path().filename().string();
        if (!name.starts_with('.') && !allowed.contains(name) && !ignored.contains(name))
            complain(name + " does not belong into the top folder");
    }
}

TEST("every row of the table of track kinds is whole") {
    using namespace model;
    std::set<std::string_view> keys;
    CHECK_EQ(trackKinds().size(), kTrackKindCount);
    for (std::size_t i = 0; i < kTrackKindCount; ++i) {
        const TrackKindInfo& k = trackKinds()[i];
        const std::string key(k.key);
        if (static_cast<std::size_t>(k.kind) != i) complain(key + " is not at its place");
        if (!isKey(k.key) || !keys.insert(k.key).second)
            complain("track kind " + std::to_string(i) + " lacks a key of its own");
        if (k.label.empty()) complain(key + " lacks a label");
        if (k.identity == 0) complain(key + " lacks an identity");
        if (static_cast<std::size_t>(k.parent) > i) complain(key + " comes before its parent");
        // Rows of queries belong to no host.
        if (k.parent == k.kind && i != 0 && k.kind != TrackKind::Queries) complain(key + " lacks a parent");
        if ((trackKindInfo(k.parent).identity & ~k.identity) != 0)
            complain(key + " does not say which parent it belongs to");
        if (k.event >= EventKind::Count) complain(key + " lacks a kind of event");
        if ((k.shape == Shape::Group || k.shape == Shape::Counter) && k.columns != 0)
            complain(key + " has columns but no lanes");
        if (k.summary && k.shape != Shape::Group) complain(key + " sums up others but has events of its own");
    }
}

TEST("every row of the tables of event kinds and notes is whole") {
    using namespace model;
    std::set<std::string_view> keys;
    CHECK_EQ(kinds().size(), kEventKindCount);
    for (std::size_t i = 0; i < kEventKindCount; ++i) {
        const KindInfo& k = kinds()[i];
        if (static_cast<std::size_t>(k.kind) != i) complain(std::string(k.key) + " is not at its place");
        if (!isKey(k.key) || !keys.insert(k.key).second)
            complain("event kind " + std::to_string(i) + " lacks a key of its own");
        if (k.label.empty()) complain(std::string(k.key) + " lacks a label");
    }
    std::set<std::string_view> notes;
    for (std::size_t i = 0; i < static_cast<std::size_t>(Note::Count); ++i) {
        const NoteInfo& n = noteInfo(static_cast<Note>(i));
        if (static_cast<std::size_t>(n.note) != i) complain(std::string(n.key) + " is not at its place");
        if (!isKey(n.key) || !notes.insert(n.key).second)
            complain("note " + std::to_string(i) + " lacks a key of its own");
        if (messageText(n.sentence).text[0] == '\0') complain(std::string(n.key) + " lacks a sentence");
    }
}

TEST("the page about numbers names every table, rule and question") {
    for (const char* path : {"resources/manual/numbers.md", "resources/manual/zh_CN/numbers.md"}) {
        std::ifstream file(fs::path(SIGHTLINE_SOURCE_DIR) / path);
        const std::string page((std::istreambuf_iterator<char>(file)), {});
        const auto named = [&](std::string_view key) {
            if (page.find('`' + std::string(key) + '`') == std::string::npos)
                check::fail(__FILE__, __LINE__, path + std::string(" does not mention ") + std::string(key));
        };
        for (const auto* r : model::reports::all()) named(r->key);
        for (const auto* r : model::rules::all()) named(r->table.key);
        for (const auto& c : model::checklist::all()) named(c.key);
    }
}
