// SPDX-License-Identifier: GPL-3.0-or-later
// Profiles of other tools: what is odd about them. What they hold when nothing is, is in tests/oracle/rows.
#include <sys/stat.h>
#include <cstdlib>

#include "tests/kit/mutate.h"
#include "tests/kit/opened.h"

namespace {

using namespace std::string_literals;
using model::ErrorCode;
using model::Note;
using model::TrackKind;

Opened openText(const std::string& text) { return Opened(ScratchFile(text, ".txt").path()); }

std::string textOfCase(const std::string& name) {
    std::ifstream in(std::string(SIGHTLINE_SOURCE_DIR) + "/tests/oracle/cases/" + name, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

std::string speedscope(const std::string& profiles, const std::string& frames = R"({"name":"f"},{"name":"g"})") {
    return R"({"$schema":"https://www.speedscope.app/file-format-schema.json","profiles":[)" + profiles +
           R"(],"shared":{"frames":[)" + frames + "]}}";
}
std::string evented(const std::string& events, const std::string& unit = "nanoseconds") {
    return R"({"type":"evented","name":"t","unit":")" + unit + R"(","startValue":0,"endValue":100,"events":[)" +
           events + "]}";
}

/// A program called perf in a folder of its own, and where programs are looked for meanwhile.
class FakePerf {
public:
    explicit FakePerf(const std::string& script)
        : m_folder(std::filesystem::temp_directory_path() / fmt::format("perf-{}", ::getpid())) {
        const char* path = std::getenv("PATH");
        m_path = path ? path : "";
        std::filesystem::create_directories(m_folder);
        if (!script.empty()) {
            const std::string file = (m_folder / "perf").string();
            std::ofstream(file) << "#!/bin/sh\n" << script;
            ::chmod(file.c_str(), 0700);
        }
        ::setenv("PATH", script.empty() ? m_folder.c_str() : (m_folder.string() + ":/usr/bin:/bin").c_str(), 1);
    }
    ~FakePerf() {
        ::setenv("PATH", m_path.c_str(), 1);
        std::filesystem::remove_all(m_folder);
    }

private:
    std::filesystem::path m_folder;
    std::string m_path;
};

const std::string kPerfData = "PERFILE2\x68\0\0\0\0\0\0\0"s;

}  // namespace

TEST("calls that never end last to the end of their profile, and a number without a function is noted") {
    const Opened o = openText(speedscope(
        evented(R"({"type":"O","frame":0,"at":10},{"type":"O","frame":7,"at":20},{"type":"C","frame":7,"at":30})")));
    CHECK_EQ(o.error(), std::string("opened"));
    CHECK_EQ(o.spans(TrackKind::Slices), std::string("f 0+90; [unnamed] 10+10"));
    CHECK_EQ(o.notes(Note::DanglingReference), 1);
}

TEST("a profile of bytes or counts is drawn, and a note tells how much of it is a microsecond") {
    const Opened o =
        openText(speedscope(evented(R"({"type":"O","frame":0,"at":0},{"type":"C","frame":0,"at":50})", "bytes")));
    CHECK_EQ(o.spans(TrackKind::Slices), std::string("f 0+50000"));
    CHECK(o.allNotes().find("each of its units (bytes) is drawn as 1.0 µs") != std::string::npos);
}

TEST("a speedscope profile without calls says so") {
    CHECK(openText(speedscope("")).refused(ErrorCode::SpeedscopeFile));
    CHECK(openText(speedscope(evented(""))).refused(ErrorCode::SpeedscopeFile));
}

TEST("a speedscope profile that is cut off anywhere shows what was complete") {
    const std::string whole = textOfCase("functions.speedscope.json");
    std::size_t shown = 0;
    for (std::size_t n = whole.find("profiles"); n < whole.size() - 2; n += 7) {
        const Opened o = openText(whole.substr(0, n));
        if (!o.result) continue;
        CHECK(o.s->info().partial);
        CHECK_EQ(o.notes(Note::Incomplete), 1);
        shown = std::max(shown, o.events(TrackKind::Slices).size());
    }
    CHECK_EQ(shown, 8);
}

TEST("damaged copies of profiles neither crash nor hang") {
    CHECK(openedOfMutants(textOfCase("functions.speedscope.json"), 3, 1500) > 0);
    CHECK(openedOfMutants(textOfCase("stacks.folded"), 4, 500) > 0);
    CHECK(openedOfMutants(textOfCase("samples.txt"), 5, 1500) > 0);
}

TEST("collapsed stacks are told from other texts by every line") {
    CHECK_EQ(openText("a;b 1\na;c 2\n").s->info().formatKey, std::string("collapsed"));
    CHECK_EQ(openText("a;b 1\r\na 2\r\n").s->info().formatKey, std::string("collapsed"));
    for (const std::string text :
         {"a b 1\n", "a;b\n", "one; two 3\n", "a;b 1\nand more\n", ";b 1\n", "a;b -1\n", "a;b 1.5\n"})
        CHECK(!openText(text).result);
}

TEST("a stack of a million functions is shown as far as rows go, and the rest is counted") {
    std::string deep = "a";
    for (int i = 0; i < 400'000; ++i) deep += ";f";
    const Opened o = openText("a;b 1\n" + deep + " 5\n");
    CHECK_EQ(o.error(), std::string("opened"));
    CHECK(o.notes(Note::DepthLimit) > 0);
}

TEST("texts of profiles that programs may obey are shown harmlessly") {
    const Opened o = openText("a\x1b[31m;b\u202e 1\n");
    for (const auto& e : o.events(TrackKind::Slices))
        CHECK(o.s->text(e.event.name).find('\x1b') == std::string::npos &&
              o.s->text(e.event.name).find("\u202e") == std::string::npos);
}

TEST("perf prints samples in several forms") {
    const Opened o = openText(
        "  cafe 1234 [001]   5.000001:  10 cycles:  ffffffff81000000 do_idle+0x1 ([kernel.kallsyms])\n"
        "  cafe 1234   5.000002:  cycles:pp:  401000 main (/bin/cafe)\n"
        "  cafe 1234 [001]   5.000003: sched:sched_switch: prev_comm=cafe prev_pid=1234\n");
    CHECK_EQ(o.s->info().formatKey, std::string("perf-script"));
    CHECK_EQ(o.spans(TrackKind::CpuSamples), std::string("do_idle 0+0; main 1000+0; [unknown] 2000+0"));
    CHECK_EQ(o.notes(Note::DamagedPart), 0);
}

TEST("perf.data is read through perf, which gets the name of the file and nothing else of it") {
    const FakePerf perf(
        "for word; do last=$word; done\n"
        "[ \"$1 $2 $PERF_CONFIG $DEBUGINFOD_URLS\" = '--no-pager script /dev/null ' ] && [ -s \"$last\" ] || exit 3\n"
        "[ -z \"$SIGHTLINE_SAMPLES\" ] || exit 4\n"
        "printf 'a 7/7 [000] 1.000000001: 1 cycles: \\n\\t401000 main (/bin/a)\\n\\n'\n");
    const Opened o = openText(kPerfData);
    CHECK_EQ(o.error(), std::string("opened"));
    CHECK_EQ(o.s->info().formatKey, std::string("perf-data"));
    CHECK_EQ(o.spans(TrackKind::CpuSamples), std::string("main 0+0"));
}

TEST("where perf is missing or fails, its own words or the next step are told") {
    {
        const FakePerf missing("");
        const Opened o = openText(kPerfData);
        CHECK(o.refused(ErrorCode::PerfData));
        CHECK(o.error().find("not installed") != std::string::npos);
    }
    const FakePerf failing("echo 'incompatible file format' >&2\necho more >&2\nexit 1\n");
    const Opened o = openText(kPerfData);
    CHECK(o.refused(ErrorCode::PerfData));
    CHECK(o.error().find("incompatible file format") != std::string::npos);
}

TEST("a perf that fails later leaves what it printed, with a note") {
    const FakePerf perf("printf 'a 7 1.5: cycles: \\n\\t401000 main (/bin/a)\\n\\n'\necho broken >&2\nexit 1\n");
    const Opened o = openText(kPerfData);
    CHECK_EQ(o.error(), std::string("opened"));
    CHECK(o.s->info().partial);
    CHECK_EQ(o.notes(Note::Incomplete), 1);
}

TEST("a stop ends perf") {
    const FakePerf perf("while :; do printf 'a 7 1.5: cycles: \\n\\t401000 main (/bin/a)\\n\\n'; done\n");
    const ScratchFile file(kPerfData, ".data");
    std::stop_source stop;
    importers::OpenOptions options;
    options.stop = stop.get_token();
    options.progress = [&](const importers::Progress&) { stop.request_stop(); };
    const auto store = model::EventStore::create();
    const auto result = importers::openReport(file.path(), *store, options);
    CHECK(!result && result.error().code == ErrorCode::Cancelled);
}
