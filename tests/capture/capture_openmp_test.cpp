// SPDX-License-Identifier: GPL-3.0-or-later
// OpenMP as its runtime tells it, of a program whose regions are known.
#include <map>
#include <set>

#include "model/base/messages.h"
#include "model/store/callchains.h"
#include "tests/kit/capture_run.h"
#include "tests/kit/opened.h"

namespace {

using namespace capture_run;
using model::TrackKind;

/// The program, built here: with LLVM's runtime, or GNU's.
std::string built(const Place& place, const std::string& compiler, const std::string& flags = {}) {
    const std::string file = (place / "openmp").string();
    const std::string command = compiler + " -O1 -fopenmp " + flags + " -o " + file +
                                " " SIGHTLINE_SOURCE_DIR "/tests/programs/calls/openmp_program.cpp > /dev/null 2>&1";
    if (std::system(command.c_str()) != 0) SKIP("nothing can be built by " + compiler + " -fopenmp");
    return file;
}

struct Captured {
    Ran ran;
    std::optional<Opened> report;
    Captured(const Place& place, const Words& program, const Words& options = {}) {
        Words words{"profile", "-t", "openmp", "-f", "true", "-o", "run"};
        words.insert(words.end(), options.begin(), options.end());
        words.insert(words.end(), program.begin(), program.end());
        ran = run(place, words);
        CHECK_EQ(ran.code, 0);
        if (fs::exists(place / "run.rep")) report.emplace(place / "run.rep");
        else std::printf("    standard error was: %s\n", ran.err.c_str());
        CHECK(report.has_value());
    }
    std::map<std::string, std::size_t> counts() const {
        std::map<std::string, std::size_t> out;
        for (const auto& f : report->events(TrackKind::Library)) ++out[std::string(f.name)];
        return out;
    }
    /// The function that an event stands in; "" = it is not said.
    std::string place(const Opened::Found& f) const {
        if (!f.event.payload) return {};
        return std::string(
            report->s->text(report->store->callchains().leaf(static_cast<model::ChainId>(f.event.payload)).symbol));
    }
    bool says(std::string_view text) const {
        for (const model::Diagnostic& d : report->store->diagnostics().list())
            if (model::english(d.subject).find(text) != std::string::npos) return true;
        return false;
    }
};

}  // namespace

TEST("regions, loops, sections, tasks and waiting of OpenMP are in the report, on their threads") {
    const Place place;
    needsCapture(place);
    const std::string program = built(place, "clang++");
    const Captured c(place, {program});
    CHECK_EQ(c.ran.out, std::string("tasks 63\n"));
    auto counts = c.counts();
    for (const auto& [name, n] : counts) std::printf("    %s: %zu\n", name.c_str(), n);
    CHECK_EQ(counts["parallel"], 9u);
    CHECK_EQ(counts["loop"], 12u);
    CHECK_EQ(counts["barrier"], 12u);
    CHECK_EQ(counts["sections"], 2u);
    CHECK_EQ(counts["single"], 6u);
    CHECK_EQ(counts["task"], 62u);
    CHECK_EQ(counts["taskwait"], 31u);
    CHECK_EQ(counts["waiting for critical"], 3u);
    CHECK(counts["implicit task"] > 20 && counts["implicit task"] <= 27);
    std::size_t waited = 0;
    std::map<std::string, std::size_t> places;
    std::set<std::int64_t> threads;
    for (const auto& f : c.report->events(TrackKind::Library)) {
        if (f.name == "waiting for critical") waited += f.event.duration() > 9'000'000;
        if (f.name == "parallel") ++places[c.place(f)];
        if (f.name == "loop") threads.insert(f.track->key.tid), CHECK(f.event.duration() > 1'900'000);
        if (f.name == "loop") CHECK_EQ(c.report->argText(f.event, "detail"), "8 iterations");
    }
    CHECK(waited == 1 || waited == 2);  // a busy machine may begin a thread so late that it waits no longer
    CHECK_EQ(threads.size(), 4u);
    CHECK_EQ(places["(anonymous namespace)::loops()"], 3u);
    CHECK_EQ(places["(anonymous namespace)::tasks()"], 1u);
    for (const model::Track* t : c.report->tracks(TrackKind::Library)) {
        CHECK_EQ(std::string(c.report->s->text(t->name)), "OpenMP");
        CHECK(t->overflow.empty());  // everything lies in what it belongs to
    }
}

TEST("a program that has a tool of its own for OpenMP keeps it, and it is said") {
    const Place place;
    needsCapture(place);
    const std::string program = built(place, "clang++", "-DOWN_TOOL -rdynamic");
    if (run(place, {"query", "SELECT 1"}, "probe").code == 127) SKIP("no command line");
    Words words{"profile", "-t", "openmp,nvtx,osrt", "-f", "true", "-o", "run", program};
    const Ran r = run(place, words);
    CHECK_EQ(r.out, std::string("own tool\ntasks 63\n"));
    CHECK(r.errs("is written"));
    const Opened report(place / "run.rep");
    CHECK_EQ(report.events(TrackKind::Library).size(), 0u);
    bool said = false;
    for (const model::Diagnostic& d : report.store->diagnostics().list())
        said |= model::lastOf(d.subject).code == model::MessageCode::OwnOpenMpTool;
    CHECK(said);
}

TEST("GNU's runtime, which tells nothing, is named as the reason; LLVM's does in its place") {
    const Place place;
    needsCapture(place);
    const std::string program = built(place, "g++");
    const Captured c(place, {program});
    CHECK_EQ(c.ran.out, std::string("tasks 63\n"));
    CHECK_EQ(c.report->events(TrackKind::Library).size(), 0u);
    CHECK(c.says("GNU's runtime tells tools nothing"));
    if (std::system(("LD_PRELOAD=libomp.so.5 " + program + " 2>&1 | grep -q ld.so").c_str()) == 0)
        SKIP("LLVM's runtime is not installed");
    const Captured other(place, {program}, {"-e", "LD_PRELOAD=libomp.so.5"});
    for (const model::Diagnostic& d : other.report->store->diagnostics().list())
        CHECK(model::english(d.subject).find("OpenMP of libgomp") == std::string::npos);
    CHECK_EQ(other.ran.out, std::string("tasks 63\n"));
    CHECK_EQ(other.counts()["parallel"], 9u);
}

TEST("tools that the environment forbids are the reason, before the program runs and in the report") {
    const Place place;
    needsCapture(place);
    const std::string program = built(place, "clang++");
    const std::string why = "OMP_TOOL=disabled in the environment of the program forbids tools; set it to enabled";
    const Ran r = run(place, {"profile", "-t", "openmp", "-o", "none", "-e", "OMP_TOOL=disabled", program});
    CHECK_EQ(r.out, std::string("tasks 63\n"));
    CHECK(r.errs("OpenMP cannot be traced: " + why));
    const Captured hidden(place, {"/bin/sh", "-c", "OMP_TOOL=disabled " + program});
    CHECK(hidden.says("OpenMP could not be traced: " + why) && !hidden.says("Nothing was traced of"));
}

TEST("what a region costs that is noted") {
    const Place place;
    needsCapture(place);
    const std::string program = built(place, "clang++");
    double plain = 0, noted = 0;
    std::FILE* pipe = ::popen((program + " costs").c_str(), "r");
    CHECK(pipe && std::fscanf(pipe, "region %lf", &plain) == 1);
    ::pclose(pipe);
    const Captured c(place, {program, "costs"});
    CHECK(std::sscanf(c.ran.out.c_str(), "region %lf", &noted) == 1);
    std::printf("    ns of a region with a loop on one thread: %.1f, noted: %.1f\n", plain, noted);
    CHECK(noted - plain < 5000);
}
