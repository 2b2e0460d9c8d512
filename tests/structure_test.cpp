// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the source tree and holds it to its own rules: which folder may include what, licences, sizes, tables.
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "model/checklist.h"
#include "model/diagnostics.h"
#include "model/kinds.h"
#include "model/rules/rule.h"
#include "model/track.h"
#include "tests/check.h"

namespace fs = std::filesystem;

namespace {

/// What may stand in the top folder, beside dot-files and what .gitignore names.
constexpr std::string_view kTopLevel[] = {
    "CMakeLists.txt", "CMakePresets.json", "LICENSE",    "README.md", "app",   "timeline",
    "model",          "importers",         "collectors", "resources", "tests", "translations"};

constexpr std::size_t kMaxLines = 700;

/// Who may include what, besides the C and C++ libraries and the system. The first row that fits a file counts.
/// An entry that ends in '/' or '*' is a beginning. "Qt" = headers of Qt, which are never named one by one.
struct Rule {
    std::string_view folder;
    std::vector<std::string_view> may;
    std::vector<std::string_view> never;
};
const std::vector<Rule>& rules() {
    static const std::vector<Rule> all{
        {"model/rep_format.h", {}, {}},  // enters other people's processes
        {"model/", {"model/", "zstd.h", "xxhash.h", "re2/re2.h", "tl/expected.hpp", "fmt/"}, {}},
        {"importers/",
         {"importers/", "model/", "collectors/spool.h", "collectors/stack_numbers.h", "collectors/file_identity.h", "sqlite3.h", "simdjson.h", "lz4.h", "lz4frame.h", "lz4hc.h", "zlib.h", "zstd.h", "zstd_errors.h", "emmintrin.h",
          "xxhash.h", "re2/re2.h", "re2/set.h", "arpa/inet.h", "gelf.h", "libelf.h", "elfutils/", "dwarf.h", "tl/expected.hpp", "fmt/"},
         {}},
        {"collectors/",
         {"collectors/", "model/rep_format.h", "cupti*", "cuda*", "nvtx3/", "nvToolsExt*", "unwind.h"},
         {}},
        {"timeline/", {"timeline/", "model/", "tl/expected.hpp", "fmt/", "Qt"}, {"QSettings", "qcustomplot.h"}},
        {"app/cli/", {"app/cli/", "importers/", "model/", "collectors/", "CLI/", "tl/expected.hpp", "fmt/"}, {}},
        {"app/",
         {"app/", "timeline/", "importers/", "model/", "collectors/", "qcustomplot.h", "CLI/", "tl/expected.hpp",
          "fmt/", "Qt"},
         {}},
        {"tests/calls/", {"GL/", "X11/", "mpi.h", "omp.h"}, {}},  // programs to be captured
        {"tests/fake_gpu.cpp", {"cuda.h", "cupti*"}, {}},
        {"tests/fake_launches.cpp", {"cupti.h"}, {}},
        {"tests/gpu/", {"nvtx3/", "cuda.h", "cuda_runtime.h", "cuda_profiler_api.h", "cooperative_groups.h", "cublas_v2.h", "cusolverDn.h", "cusparse.h", "cuda_bf16.h", "cuda_fp16.h", "mma.h"}, {}},  // programs to be captured
        {"tests/",
         {"tests/", "app/", "timeline/", "importers/", "model/", "collectors/", "aio.h", "grp.h", "mqueue.h", "pty.h", "netdb.h", "netinet/in.h", "sqlite3.h", "simdjson.h", "lz4.h",
          "lz4frame.h", "lz4hc.h", "zlib.h", "zstd.h", "zstd_errors.h", "xxhash.h", "nvtx3/", "qcustomplot.h", "CLI/", "tl/expected.hpp", "fmt/",
          "Qt"},
         {}},
    };
    return all;
}

bool isQt(std::string_view include) {
    // <QWidget>, <QtTest>, <QtGui/private/…>
    return include.size() > 1 && include[0] == 'Q' && ((include[1] >= 'A' && include[1] <= 'Z') || include[1] == 't');
}

bool isSystem(std::string_view include) {
    static const std::set<std::string_view> posix{
        "assert.h",  "cpuid.h",  "cxxabi.h",  "ctype.h",     "dirent.h",   "dlfcn.h",    "elf.h",       "errno.h",   "execinfo.h",
        "fcntl.h",   "float.h",  "immintrin.h", "inttypes.h", "limits.h",   "link.h",      "locale.h",  "malloc.h",
        "math.h",    "poll.h",   "pthread.h",   "pwd.h",      "sched.h",    "semaphore.h", "signal.h",  "spawn.h",
        "stdarg.h",  "stddef.h", "stdint.h",    "stdio.h",    "stdlib.h",   "string.h",    "strings.h", "syscall.h",
        "termios.h", "time.h",   "ucontext.h",  "unistd.h",   "wchar.h",    "x86intrin.h"};
    if (include.starts_with("sys/") || include.starts_with("linux/") || posix.contains(include)) return true;
    return include.find_first_not_of("abcdefghijklmnopqrstuvwxyz_0123456789") == std::string_view::npos;  // <vector>
}

bool fits(std::string_view include, std::string_view pattern) {
    if (pattern == "Qt") return isQt(include);
    if (pattern.back() == '*') return include.starts_with(pattern.substr(0, pattern.size() - 1));
    if (pattern.back() == '/') return include.starts_with(pattern);
    return include == pattern;
}

/// Importers that live in a folder of their own leave each other alone. The SQL face and what is written out are no importers:
/// they know the schema of the export whose tables they show, and each other.
bool isOtherImporter(std::string_view file, std::string_view include) {
    if (file.starts_with("importers/sql/") || file.starts_with("importers/export/")) return false;
    const auto folderOf = [](std::string_view path) {
        constexpr std::string_view root = "importers/";
        if (!path.starts_with(root)) return std::string_view();
        const std::size_t slash = path.find('/', root.size());
        return slash == std::string_view::npos ? std::string_view() : path.substr(0, slash);
    };
    const std::string_view mine = folderOf(file), other = folderOf(include);
    return !mine.empty() && !other.empty() && mine != other;
}

bool mayInclude(std::string_view file, std::string_view include) {
    if (isSystem(include)) return true;
    if (include.find('/') == std::string_view::npos && include.ends_with(".moc"))
        return true;  // made from the file itself
    if (isOtherImporter(file, include)) return false;
    for (const Rule& rule : rules()) {
        if (!fits(file, rule.folder)) continue;
        for (const std::string_view p : rule.never)
            if (fits(include, p)) return false;
        for (const std::string_view p : rule.may)
            if (fits(include, p)) return true;
        return false;
    }
    return false;  // a folder that nobody has a rule for
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
    return path.starts_with("collectors/") || path == "model/rep_format.h" ? "Apache-2.0" : "GPL-3.0-or-later";
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
    CHECK(has("model/lane.cpp"));
    CHECK(has("CMakeLists.txt"));
    CHECK(has("tests/structure_test.cpp"));
}

TEST("the rules tell good includes from bad ones") {
    CHECK(mayInclude("model/lane.cpp", "vector") && mayInclude("model/lane.cpp", "model/lane.h") &&
          mayInclude("model/rep_reader.cpp", "sys/mman.h"));
    CHECK(!mayInclude("model/lane.cpp", "QString") && !mayInclude("model/lane.cpp", "sqlite3.h") &&
          !mayInclude("model/a.h", "simdjson.h"));
    CHECK(!mayInclude("model/lane.cpp", "importers/cell.h") && !mayInclude("model/rep_format.h", "model/lane.h"));
    CHECK(mayInclude("importers/nsys/a.cpp", "importers/cell.h") &&
          mayInclude("importers/nsys/a.cpp", "importers/nsys/b.h"));
    CHECK(!mayInclude("importers/nsys/a.cpp", "importers/perfetto/b.h") &&
          !mayInclude("importers/a.cpp", "QtCore/QString"));
    CHECK(mayInclude("importers/importers.cpp", "importers/nsys/nsys.h"));
    CHECK(mayInclude("timeline/a.cpp", "QWidget") && !mayInclude("timeline/a.cpp", "QSettings") &&
          !mayInclude("timeline/a.cpp", "importers/a.h"));
    CHECK(!mayInclude("timeline/a.cpp", "qcustomplot.h") && mayInclude("app/a.cpp", "qcustomplot.h") &&
          mayInclude("app/a.cpp", "QSettings"));
    CHECK(!mayInclude("app/cli/a.cpp", "QString") && !mayInclude("app/cli/a.cpp", "timeline/a.h") &&
          mayInclude("app/cli/a.cpp", "CLI/CLI.hpp"));
    CHECK(mayInclude("collectors/a.cpp", "model/rep_format.h") && !mayInclude("collectors/a.cpp", "model/lane.h") &&
          mayInclude("collectors/a.cpp", "cupti.h"));
    CHECK(!mayInclude("app/a.cpp", "cupti.h") && !mayInclude("elsewhere/a.cpp", "model/lane.h") &&
          !mayInclude("model/a.cpp", "lane.h"));
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
        if (n.text.size() < 3) complain(std::string(n.key) + " lacks a text");
        for (std::size_t at = n.text.find('{'); at != std::string_view::npos; at = n.text.find('{', at + 1))
            if (!n.text.substr(at).starts_with("{n}") && !n.text.substr(at).starts_with("{subject}"))
                complain(std::string(n.key) + " has an unknown placeholder");
    }
}

TEST("the page about numbers names every table, rule and question") {
    std::ifstream file(fs::path(SIGHTLINE_SOURCE_DIR) / "app/NUMBERS.md");
    const std::string page((std::istreambuf_iterator<char>(file)), {});
    const auto named = [&](std::string_view key) {
        if (page.find('`' + std::string(key) + '`') == std::string::npos) check::fail(__FILE__, __LINE__, "app/NUMBERS.md does not mention " + std::string(key));
    };
    for (const auto& r : model::reports::all()) named(r.key);
    for (const auto& r : model::rules::all()) named(r.table.key);
    for (const auto& c : model::checklist::all()) named(c.key);
}
