// SPDX-License-Identifier: GPL-3.0-or-later
// What a program under capture is promised (collectors/README.md, "Promises"): the same program runs without a capture
// and with each kind of trace that works without a GPU, and nobody who looks at it from outside can tell one from the
// other.
#include <algorithm>
#include <cstdio>
#include <set>

#include "tests/capture_run.h"

namespace {

using namespace capture_run;

std::string promisesProgram() {
    const char* path = std::getenv("SIGHTLINE_PROMISES_PROGRAM");
    if (!path) SKIP("no program to capture");
    return path;
}

/// As whoever started the program sees it.
struct Seen {
    std::string out;
    int code = -1, signal = 0;
    bool operator==(const Seen&) const = default;
};

Seen plain(const std::string& way) {
    Seen seen;
    std::FILE* const program = ::popen(("exec '" + promisesProgram() + "' " + way).c_str(), "re");
    CHECK(program != nullptr);
    char buffer[4096];
    for (std::size_t n; (n = std::fread(buffer, 1, sizeof buffer, program)) > 0;) seen.out.append(buffer, n);
    const int status = ::pclose(program);
    seen.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    seen.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    return seen;
}

struct Kinds {
    const char* name;
    Words options;
};
// Each with NVTX, by which the library enters where nothing stands before the program.
const Kinds kDefault{"default", {}};
const Kinds kBefore[] = {
    {"osrt", {"-t", "nvtx,osrt", "--osrt-threshold=0"}},
    {"libraries", {"-t", "nvtx,cublas,cudnn,cusolver,cusparse,mpi,opengl"}},
    {"openmp", {"-t", "nvtx,openmp"}},
    {"python", {"-t", "nvtx", "--python-sampling"}},
    {"all", {"-t", "cuda,nvtx,osrt,cublas,mpi,openmp", "--python-sampling"}},
};

Ran captured(const Place& place, const Kinds& kinds, const std::string& way) {
    Words words{"profile", "-o", std::string(kinds.name) + "-" + way};
    words.insert(words.end(), kinds.options.begin(), kinds.options.end());
    words.insert(words.end(), {promisesProgram(), way});
    return run(place, words, std::string(kinds.name) + "-" + way);
}

void isAsPlain(const Place& place, const Kinds& kinds, const std::string& way, const Seen& want) {
    const Ran r = captured(place, kinds, way);
    const Seen seen{r.out, r.code, r.signal};
    if (seen != want)
        std::printf("    %s with %s: code %d, signal %d, printed: %s\n", way.c_str(), kinds.name, seen.code, seen.signal,
                    seen.out.c_str());
    CHECK(seen == want);
    CHECK(place.sessions().empty());
}

void isAsPlainWithAll(const char* way, bool byDefault = true) {
    const Place place;
    needsCapture(place);
    const Seen want = plain(way);
    if (byDefault) isAsPlain(place, kDefault, way, want);
    for (const Kinds& kinds : kBefore) isAsPlain(place, kinds, way, want);
}

constexpr std::string_view kForbade = "the program forbade itself calls of the system (seccomp)";

/// The processes of which the report of a run says that they forbade themselves calls of the system.
std::set<std::string> forbidding(const Place& place, const Kinds& kinds, const std::string& way) {
    const std::string text = run(place, {"info", std::string(kinds.name) + "-" + way + ".rep"}, "info").out;
    std::set<std::string> out;
    for (std::size_t at = 0; (at = text.find(kForbade, at)) != text.npos; at += kForbade.size()) {
        const std::size_t process = text.rfind("Process ", at);
        out.insert(process == text.npos ? std::string() : text.substr(process, text.find(':', process) - process));
    }
    return out;
}

/// Microseconds that the program says; 0 where it does not.
long elapsedOf(const std::string& err) {
    const std::size_t at = err.find("took ");
    return at == err.npos ? 0 : std::atol(err.c_str() + at + 5);
}

/TEST("three hundred forks of children that note nothing take at most twice their time with calls of the OS runtime") {
    takesAtMost("forks-_exit", 2);
}

// Each has a file of its own then, and a thread that writes it.
TEST("three hundred forks of children that note something take at most three times their time") {
    for (const char* way : {"forks-noted", "forks-noted-exit"}) takesAtMost(way, 3);
}
