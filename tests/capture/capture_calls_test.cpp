// SPDX-License-Identifier: GPL-3.0-or-later
// Calls of the OS runtime and of libraries, as programs make them that know what they call.
#include <fmt/format.h>
#include <sys/stat.h>
#include <map>
#include <set>
#include <string>

#include "model/base/messages.h"
#include "model/store/callchains.h"
#include "tests/kit/capture_run.h"
#include "tests/kit/opened.h"

namespace {

using namespace capture_run;
using model::TrackKind;

constexpr model::TimeNs kMs = 1'000'000;

std::string beside(const char* variable) {
    const char* path = std::getenv(variable);
    if (!path || !*path) SKIP(std::string("there is no ") + variable);
    return path;
}
std::string callsProgram() { return beside("SIGHTLINE_CALLS_PROGRAM"); }

/// `sightline profile -t <kinds> [options] program words`, and its report.
struct Captured {
    Ran ran;
    std::optional<Opened> report;

    Captured(const Place& place, const std::string& kinds, const Words& options, const Words& program) {
        Words words{"profile", "-t", kinds, "-f", "true", "-o", "calls"};
        words.insert(words.end(), options.begin(), options.end());
        words.insert(words.end(), program.begin(), program.end());
        ran = run(place, words);
        if (ran.code != 0) std::printf("    standard error was: %s\n", ran.err.c_str());
        CHECK_EQ(ran.code, 0);
        if (fs::exists(place / "calls.rep")) report.emplace(place / "calls.rep");
    }
    std::vector<Opened::Found> calls(std::string_view name, TrackKind kind = TrackKind::OsRuntime) const {
        std::vector<Opened::Found> out;
        if (report)
            for (const auto& f : report->events(kind))
                if (f.name == name) out.push_back(f);
        return out;
    }
    std::size_t count(std::string_view name, TrackKind kind = TrackKind::OsRuntime) const {
        return calls(name, kind).size();
    }
    /// The longest one; 0 = none.
    model::TimeNs longest(std::string_view name) const {
        model::TimeNs out = 0;
        for (const auto& f : calls(name)) out = std::max(out, f.event.duration());
        return out;
    }
    /// "pread < files < main", as far as functions have names.
    std::string stack(const Opened::Found& f) const {
        std::string out;
        if (!f.event.payload) return out;
        for (const model::Frame& frame : report->store->callchains().at(static_cast<model::ChainId>(f.event.payload)))
            out += (out.empty() ? "" : " < ") + std::string(report->s->text(frame.symbol));
        return out;
    }
    std::uint64_t lost() const {
        std::uint64_t out = 0;
        for (const model::Diagnostic& d : report->store->diagnostics().list())
            if (d.subject.code == model::MessageCode::RecordsDropped &&
                model::english(model::lastOf(d.subject)).starts_with("calls of "))
                out += static_cast<std::uint64_t>(model::countOf(d.subject));
        return out;
    }
    bool says(std::string_view text) const {
        const auto& all = report->store->diagnostics().list();
        return std::any_of(all.begin(), all.end(), [text](const model::Diagnostic& d) {
            return model::english(d.subject).find(text) != std::string::npos;
        });
    }
    bool hasOverlaps() const {
        for (const model::Track& t : report->s->tree().tracks)
            if (!t.overflow.empty()) return true;
        return false;
    }
};

Words calls(const Words& words) {
    Words out{callsProgram()};
    out.insert(out.end(), words.begin(), words.end());
    return out;
}

bool lasts(model::TimeNs time, model::TimeNs least) { return time >= least - kMs && time < least + 3'000 * kMs; }

}  // namespace

TEST("waiting is noted as long as it was, by the function that waited and its callers") {
    const Place place;
    needsCapture(place);
    const Captured c(place, "osrt", {}, calls({"mutex", "condition", "pipe", "poll"}));
    CHECK_EQ(c.count("pthread_mutex_lock"), 1u);
    CHECK(lasts(c.longest("pthread_mutex_lock"), 60 * kMs));
    CHECK_EQ(c.count("pthread_cond_clockwait") + c.count("pthread_cond_timedwait"), 1u);
    CHECK(lasts(c.longest("pthread_cond_clockwait") + c.longest("pthread_cond_timedwait"), 30 * kMs));
    CHECK(lasts(c.longest("pthread_cond_wait"), 30 * kMs));
    CHECK(lasts(c.longest("read"), 50 * kMs));
    CHECK_EQ(c.count("poll"), 5u);
    for (const auto& f : c.calls("poll")) {
        CHECK(lasts(f.event.duration(), 20 * kMs));
        CHECK(c.stack(f).find("poll < (anonymous namespace)::polls() < ") != std::string::npos);
    }
    CHECK_EQ(c.count("usleep"), 3u);
    CHECK(!c.hasOverlaps());
    CHECK_EQ(c.lost(), 0u);
    const Ran stats = run(place, {"stats", "calls.rep", "-r", "osrt_sum"}, "stats");
    CHECK(stats.out.find("pthread_cond_wait") != std::string::npos);
}

TEST("stacks are as deep as asked, and only of calls that are long enough") {
    const Place place;
    needsCapture(place);
    const Captured two(place, "osrt", {"--osrt-backtrace-depth", "2"}, calls({"poll"}));
    for (const auto& f : two.calls("poll")) CHECK(two.stack(f).ends_with(" < (anonymous namespace)::polls()"));
    const Captured none(place, "osrt", {"--osrt-backtrace-threshold", "4000000000"}, calls({"poll"}));
    CHECK_EQ(none.count("poll"), 5u);
    for (const auto& f : none.calls("poll")) CHECK_EQ(none.stack(f), "");
}

TEST("files have their names where that is asked for, and errno is the program's") {
    const Place place;
    needsCapture(place);
    const std::string file = (place / "file").string();
    const Captured c(place, "osrt", {"--osrt-file-access=true"}, calls({"files", file}));
    CHECK_EQ(c.count("open"), 2u);
    CHECK_EQ(c.report->argText(c.calls("open")[0].event, "detail"), file);
    CHECK_EQ(c.report->argText(c.calls("open")[1].event, "detail"), "/nowhere/at all");
    CHECK_EQ(c.report->arg(c.calls("open")[1].event, "returnValue"), -1);
    for (const char* name : {"write", "fsync", "pread"}) {
        CHECK_EQ(c.count(name), 1u);
        CHECK_EQ(c.report->argText(c.calls(name)[0].event, "detail"), file);
    }
    CHECK_EQ(c.report->arg(c.calls("pread")[0].event, "returnValue"), 8 << 20);
    const Captured without(place, "osrt", {}, calls({"files", file}));
    CHECK_EQ(without.report->argText(without.calls("fsync")[0].event, "detail"), "");
}

TEST("files have their names and the program its own where the main thread is gone") {
    const Place place;
    needsCapture(place);
    const std::string file = (place / "file").string();
    const Captured c(place, "osrt", {"--osrt-file-access=true", "--osrt-threshold=0"}, calls({"lastfiles", file}));
    CHECK_EQ(c.count("fsync"), 1u);
    CHECK_EQ(c.report->argText(c.calls("fsync")[0].event, "detail"), file);
}

TEST("calls that are shorter than the threshold are not noted") {
    const Place place;
    needsCapture(place);
    const Captured c(place, "osrt", {"--osrt-threshold", "15000000"}, calls({"short", "poll"}));
    CHECK_EQ(c.count("poll"), 5u);
    CHECK(c.count("write") < 1000);  // of 100 000; the machine may do something else in between
}

TEST("every call is in the report, or counted as lost") {
    const Place place;
    needsCapture(place);
    const Captured c(place, "osrt", {"--osrt-threshold", "0"}, calls({"many"}));
    CHECK_EQ(c.count("sched_yield") + c.lost(), 200'000u);
    CHECK(c.count("sched_yield") > 10'000);
    CHECK(!c.hasOverlaps());
}

TEST("what a program did before another one took its place, or it left, is there, and nobody says that it was killed") {
    const Place place;
    needsCapture(place);
    for (const Words& words : {Words{"naps", "exec"}, Words{"naps", "leave"}, Words{"noexec", "naps", "exec"}}) {
        const Captured c(place, "osrt", {}, calls(words));
        CHECK_EQ(c.count("usleep"), 50u);
        CHECK(!c.says("ended without saying so"));
    }
    const Ran killed =
        run(place, {"profile", "-t", "osrt", "-f", "true", "-o", "killed", callsProgram(), "noexec", "killed"});
    CHECK_EQ(killed.signal, SIGKILL);
    CHECK(run(place, {"info", "killed.rep"}).out.find("ended without saying so") != std::string::npos);
}

TEST("threads are cancelled in calls that wait, and signals interrupt anything") {
    const Place place;
    needsCapture(place);
    const Captured c(place, "osrt", {"--osrt-threshold", "0", "--osrt-backtrace-threshold", "0"},
                     calls({"cancel", "handlers", "forkedhandlers"}));
    CHECK(c.count("nanosleep") > 5);
    CHECK(c.count("nanosleep") + c.lost() > 20);  // how many signals come depends on the load
    CHECK(!c.says("a handler of a signal made them"));
}

TEST("functions with arguments on the stack get them") {
    const Place place;
    needsCapture(place);
    const Captured c(place, "osrt", {"--osrt-threshold", "0"}, calls({"names"}));
    CHECK_EQ(c.count("getnameinfo") + c.lost(), std::size_t{100});
}

TEST("threads are cancelled at any moment, and children of a busy program load what they want") {
    const Place place;
    needsCapture(place);
    const Captured c(place, "osrt", {"--osrt-threshold", "0", "--osrt-backtrace-threshold", "0"},
                     calls({"cancels", "forkedloads"}));
    CHECK(c.count("sched_yield") + c.lost() > 1000);
    CHECK(c.count("fork") + c.lost() >= 100);
    CHECK(!c.says("a handler of a signal made them"));
}

TEST("forked children are processes of the report, with all they did before they left without a word") {
    const Place place;
    needsCapture(place);
    const Captured c(place, "osrt", {}, calls({"forks"}));
    std::map<std::int64_t, int> sleeps;
    for (const auto& f : c.calls("usleep"))
        if (f.event.duration() > 2 * kMs - 100'000) ++sleeps[f.track->key.pid];
    int children = 0;
    for (const auto& [pid, n] : sleeps) children += n == 3;
    CHECK(children >= 10);
    CHECK_EQ(c.count("fork"), 10u);
    CHECK_EQ(c.count("waitpid"), 10u);
    CHECK_EQ(c.count("system"), 1u);
}

TEST("calls of libraries that only one user sees are counted, and get what was passed") {
    const Place place;
    needsCapture(place);
    const std::string user = (fs::path(callsProgram()).parent_path() / "libcalls_user.so").string();
    const Captured c(place, "cublas,cudnn", {}, calls({"libraries", user}));
    CHECK_EQ(c.count("cublasSgemm_v2", TrackKind::Cublas), 3u);
    CHECK_EQ(c.count("cublasGemmStridedBatchedEx", TrackKind::Cublas), 1u);
    CHECK_EQ(c.count("cublasLtMatmul", TrackKind::Cublas), 0u);  // it did not return
    CHECK_EQ(c.count("cudnnBackendExecute", TrackKind::Cudnn), 59u);
    CHECK_EQ(c.count("cudnnBatchNormalizationForwardTraining", TrackKind::Cudnn), 1u);
    for (const auto& f : c.calls("cublasSgemm_v2", TrackKind::Cublas)) {
        CHECK(lasts(f.event.duration(), 2 * kMs));
        CHECK_EQ(c.report->argText(f.event, "detail"), "m 64, n 32, k 16");
    }
    const Captured one(place, "cudnn", {}, calls({"libraries", user}));
    CHECK_EQ(one.count("cudnnBackendExecute", TrackKind::Cudnn), 59u);
    CHECK_EQ(one.report->events(TrackKind::Cublas).size(), 0u);
}

TEST("both ranks of an MPI program are in the report, whoever starts them") {
    const Place place;
    needsCapture(place);
    const fs::path program = fs::path(callsProgram()).parent_path() / "calls_mpi_program";
    if (!fs::exists(program) || std::system("mpirun --version > /dev/null 2>&1") != 0) SKIP("there is no MPI");
    const Captured c(place, "mpi", {},
                     {"mpirun", "-n", "2", "--allow-run-as-root", "--oversubscribe", program.string()});
    std::map<std::string, std::map<std::int64_t, int>> counts;
    for (const auto& f : c.report->events(TrackKind::Library)) ++counts[std::string(f.name)][f.track->key.pid];
    CHECK_EQ(counts["MPI_Send"].size(), 1u);
    CHECK_EQ(c.count("MPI_Send", TrackKind::Library), 5u);
    CHECK_EQ(c.count("MPI_Recv", TrackKind::Library), 5u);
    CHECK_EQ(c.report->argText(c.calls("MPI_Send", TrackKind::Library)[2].event, "detail"),
             "count 1024, to 1, tag 42, comm world (2 ranks)");
    CHECK_EQ(c.report->argText(c.calls("MPI_Recv", TrackKind::Library)[2].event, "detail"),
             "count 1024, from 0, tag 42, comm world (2 ranks)");
    for (const auto& [name, each] :
         {std::pair("MPI_Allreduce", 3), {"MPI_Barrier", 3}, {"MPI_Init", 1}, {"MPI_Finalize", 1}}) {
        CHECK_EQ(counts[name].size(), 2u);
        for (const auto& [pid, n] : counts[name]) CHECK_EQ(n, each);
    }
    std::map<std::int64_t, std::string> about;  // by process, of calls with other communicators than the world
    for (const auto& f : c.report->events(TrackKind::Library)) {
        const std::string detail = c.report->argText(f.event, "detail");
        if (detail.find("comm") != detail.npos && !detail.ends_with("comm world (2 ranks)"))
            about[f.track->key.pid] += fmt::format("{}: {}\n", f.name, detail);
    }
    CHECK_EQ(about.size(), 2u);
    std::set<std::string> said;
    for (const auto& [pid, text] : about) said.insert(text);
    const auto expected = [](int rank) {
        return fmt::format(
            "MPI_Comm_dup: comm world (2 ranks), new 1 (2 ranks)\n"
            "MPI_Comm_split: color {}, comm 1 (2 ranks), new 2 (1 ranks)\n"
            "MPI_Comm_split: color -32766, comm 1 (2 ranks), new null\n"
            "MPI_Barrier: comm 2 (1 ranks)\n"
            "MPI_Reduce: count 8, root 1, comm 1 (2 ranks)\n"
            "MPI_Gather: count 4, root 0, comm 1 (2 ranks)\n"
            "MPI_Barrier: comm self\n"
            "MPI_Comm_dup: comm self, new 3 (1 ranks)\n"
            "MPI_Comm_dup: comm self, new 4 (1 ranks)\n"
            "MPI_Comm_dup: comm self, new 5 (1 ranks)\n",
            rank);
    };
    CHECK(said == (std::set{expected(0), expected(1)}));
    for (const model::Track* t : c.report->tracks(TrackKind::Library))
        CHECK_EQ(std::string(c.report->s->text(t->name)), "MPI");
}

TEST("MPI of programs in Fortran is in the report, of either module, with what their references say") {
    const Place place;
    needsCapture(place);
    const std::string body =
        "\n integer e, r, n, b(8), s(100)\n n = 5\n call MPI_Init(e)\n call MPI_Comm_rank(MPI_COMM_WORLD, r, e)\n call MPI_Barrier(MPI_COMM_WORLD, e)\n"
        " call MPI_Bcast(b, n, MPI_INTEGER, 0, MPI_COMM_WORLD, e)\n print *, 'ranks', r, e\n call MPI_Finalize(e)\nend\n";
    int tried = 0;
    for (const std::string module : {"mpi", "mpi_f08"}) {
        const std::string source = place.write(module + ".f90", "program p\n use " + module + body),
                          file = (place / module).string();
        if (std::system(
                ("mpif90 -o " + file + ' ' + source + " > /dev/null 2>&1 && " + file + " > /dev/null 2>&1").c_str()) !=
            0)
            continue;
        ++tried;
        const Captured c(place, "mpi", {}, {file});
        CHECK(c.ran.out.find("ranks") != std::string::npos);
        for (const char* name : {"MPI_Init", "MPI_Barrier", "MPI_Bcast", "MPI_Finalize"})
            CHECK_EQ(c.count(name, TrackKind::Library), 1u);
        for (const auto& f : c.calls("MPI_Bcast", TrackKind::Library))
            CHECK_EQ(c.report->argText(f.event, "detail"), "count 5, root 0");
        CHECK(!c.says("Nothing was traced"));
    }
    if (tried == 0) SKIP("nothing can be built with mpif90");
}

TEST("what was asked for and did not come is named, and not what is only traced by itself") {
    const Place place;
    needsCapture(place);
    const Captured c(place, "mpi,opengl,osrt,nvtx", {"--osrt-threshold", "1000000000"}, {"/bin/true"});
    for (const char* what : {"the OS runtime: no call took so long", "MPI: no call of it was seen",
                             "OpenGL: no call of it was seen", "NVTX: no process of the program used it"}) {
        CHECK(c.says("Nothing was traced of " + std::string(what)));
        CHECK(c.ran.errs("Nothing was traced of " + std::string(what)));
    }
    const Captured other(place, "mpi,osrt,nvtx", {}, calls({"mutex", "poll"}));
    CHECK(other.says("Nothing was traced of MPI") && !other.says("the OS runtime") && !other.says("NVTX"));
}

TEST("frames and drawing of OpenGL are counted, also what a program asks for by name") {
    const Place place;
    needsCapture(place);
    const fs::path program = fs::path(callsProgram()).parent_path() / "calls_gl_program";
    if (!fs::exists(program) || std::system("command -v xvfb-run > /dev/null") != 0 ||
        std::system(("xvfb-run -a " + program.string() + " > /dev/null 2>&1").c_str()) != 0)
        SKIP("there is no OpenGL");
    const Captured c(place, "opengl", {}, {"xvfb-run", "-a", program.string()});
    CHECK_EQ(c.count("glXSwapBuffers", TrackKind::Library), 10u);
    CHECK_EQ(c.count("glClear", TrackKind::Library), 10u);
    CHECK_EQ(c.count("glDrawArrays", TrackKind::Library), 30u);
    CHECK_EQ(c.count("glReadPixels", TrackKind::Library), 1u);
}

TEST("what the user puts before libraries stays, and programs that nothing can stand before are named") {
    const Place place;
    needsCapture(place);
    ::setenv("LD_PRELOAD", "libm.so.6", 1);
    const Ran r = run(place, {"profile", "-t", "osrt,mpi", "-o", "env", "sh", "-c", "echo $LD_PRELOAD"});
    ::unsetenv("LD_PRELOAD");
    CHECK(r.out.find("libsightline-osrt.so:") != std::string::npos &&
          r.out.find("libsightline-calls.so:libm.so.6\n") != std::string::npos);
    const auto with = [&](Words words) {
        words.insert(words.begin(), {"profile", "-f", "true", "-o", "other"});
        words.insert(words.end(), {"sh", "-c", "echo \"<$LD_PRELOAD>\""});
        return run(place, words).out;
    };
    const std::string nvtx = with({"-t", "nvtx"});
    CHECK(nvtx.ends_with("/libsightline-guard.so>\n") && nvtx.find(':') == nvtx.npos);
    CHECK_EQ(with({"-t", "none", "--cpu-metrics"}), "<>\n");
}

TEST("a program that is linked statically is named as the reason for which nothing was seen") {
    const Place place;
    needsCapture(place);
    const std::string program = place.write("empty.c", "int main(void) { return 0; }\n");
    const std::string file = (place / "static").string();
    if (std::system(("cc -static -o " + file + ' ' + program + " > /dev/null 2>&1").c_str()) != 0)
        SKIP("nothing can be linked statically");
    const Ran r = run(place, {"profile", "-t", "osrt", "-o", "run", file});
    const std::string why = file + " is linked statically: no library can stand before its own";
    CHECK(r.code == 0 && r.errs("calls of the OS runtime and of libraries cannot be traced: " + why + '.'));
    CHECK_EQ(r.err.find("is linked statically"), r.err.rfind("is linked statically"));  // said once
    CHECK(run(place, {"info", "run.rep"})
              .out.find("calls of the OS runtime and of libraries could not be traced: " + why) != std::string::npos);
}

TEST("programs that are built with a sanitizer run as without, are seen, and what it finds it finds still") {
    const Place place;
    needsCapture(place);
    const std::string source = place.write("checked.cpp", R"(
#include <cstdio>
#include <thread>
#include <unistd.h>
int count = 0;
int main(int words, char**) {
    ::usleep(2000);
    std::puts("runs");
    if (words == 1) return 0;
    std::thread a([] { for (int i = 0; i < 1000; ++i) ++count; }), b([] { for (int i = 0; i < 1000; ++i) ++count; });
    a.join(), b.join();
    int* const gone = new int(count);
    delete gone;
    return *gone & 1;
}
)");
    int tried = 0;
    for (const auto& [kind, finds] : {std::pair("address", "heap-use-after-free"), std::pair("thread", "data race")}) {
        const std::string file = (place / kind).string();
        if (std::system(("g++ -g -fsanitize=" + std::string(kind) + " -o " + file + ' ' + source +
                         " > /dev/null 2>&1 && " + file + " > /dev/null 2>&1")
                            .c_str()) != 0)
            continue;
        ++tried;
        const Captured c(place, "osrt,mpi", {}, {file});
        CHECK_EQ(c.ran.out, std::string("runs\n"));
        CHECK_EQ(c.ran.err.find("WARNING"), std::string::npos);
        CHECK_EQ(c.count("usleep"), 1u);
        const Ran wrong = run(place, {"profile", "-t", "osrt", "-f", "true", "-o", "wrong", file, "wrong"});
        CHECK(wrong.code != 0 && wrong.errs(finds));
    }
    if (tried == 0) SKIP("nothing can be built with a sanitizer");
}

TEST("what a call costs that is not noted") {
    const Place place;
    needsCapture(place);
    const Captured c(place, "osrt", {"--osrt-threshold", "1000000"}, calls({"costs"}));
    std::printf("    own ns, ns as captured:\n%s", c.ran.out.c_str());
    double real = 0, captured = 0;
    CHECK(std::sscanf(c.ran.out.c_str(), "write %lf %lf", &real, &captured) == 2);
    const std::size_t second = c.ran.out.find("mutex");
    CHECK(second != std::string::npos &&
          std::sscanf(c.ran.out.c_str() + second, "mutex %lf %lf", &real, &captured) == 2);
    CHECK(captured - real < 50);
}
