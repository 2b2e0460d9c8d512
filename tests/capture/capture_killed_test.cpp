// SPDX-License-Identifier: GPL-3.0-or-later
// kill -9 of the program, of its session, of the sampler, at any moment: what is lost of each kind, and what goes on.
// SIGHTLINE_KILLS says how often; 12 if it does not.
#include <algorithm>
#include <cstdlib>
#include <map>
#include <random>

#include <linux/perf_event.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#include "app/cli/capture/session_folder.h"
#include "importers/capture/capture.h"
#include "tests/kit/capture_run.h"
#include "tests/kit/opened.h"

namespace {

using namespace capture_run;
using model::TimeNs;

constexpr std::size_t kBeats = 1500;            // as capture_program has it
constexpr TimeNs kFlush = 250'000'000;          // what was noted is in the file by then (flush-ms)
constexpr TimeNs kSlack = 250'000'000;          // for a machine on which a thread waits for its turn
constexpr TimeNs kBetweenCurves = 100'000'000;  // values of curves

/// What the program says of itself: {how many beats, when each was over}.
class Truth {
public:
    explicit Truth(const fs::path& file) {
        const int handle = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
        constexpr std::size_t kBytes = (kBeats + 1) * sizeof(std::int64_t);
        CHECK(::ftruncate(handle, kBytes) == 0);
        void* const at = ::mmap(nullptr, kBytes, PROT_READ, MAP_SHARED, handle, 0);
        ::close(handle);
        if (at == MAP_FAILED) SKIP("no memory");
        m_memory = static_cast<volatile std::int64_t*>(at);
    }
    std::size_t beats() const { return static_cast<std::size_t>(m_memory[0]); }
    TimeNs at(std::size_t beat) const { return m_memory[beat]; }

private:
    volatile std::int64_t* m_memory = nullptr;
};

bool canSample() {
    perf_event_attr a{};
    a.size = sizeof a;
    a.type = PERF_TYPE_SOFTWARE;
    a.config = PERF_COUNT_SW_CPU_CLOCK;
    a.exclude_kernel = a.exclude_hv = 1;
    const auto file = static_cast<int>(::syscall(SYS_perf_event_open, &a, 0, -1, -1, PERF_FLAG_FD_CLOEXEC));
    if (file >= 0) ::close(file);
    return file >= 0;
}

/// Until when each kind is in a report, as ns of the program's own clock; the begin of the program's first beat where
/// there is nothing of it.
struct Until {
    std::size_t marks = 0;  ///< the last one's number; all before it are there
    TimeNs marked = 0, called = 0, sampled = 0, curved = 0;
};

Until untilOf(const fs::path& report, const Truth& truth) {
    const Opened o(report);
    CHECK_EQ(o.error(), "opened");
    Until out;
    TimeNs lastMark = 0;
    for (const auto& found : o.events(model::TrackKind::Nvtx)) {
        CHECK_EQ(found.name, "beat " + std::to_string(++out.marks));
        lastMark = found.event.start;
    }
    CHECK(out.marks <= truth.beats() + 1);
    const TimeNs begin = truth.at(1) - 1'000'000;
    if (out.marks == 0) {  // killed before anything was written, and nothing tells one clock from the other
        out.marked = out.called = out.sampled = out.curved = begin;
        return out;
    }
    // A mark stands at the begin of its beat, which is where the one before it was over.
    const TimeNs offset = (out.marks > 1 ? truth.at(out.marks - 1) : begin) - lastMark;
    out.marked = lastMark + offset;
    const auto lastOf = [&](model::TrackKind kind) {
        TimeNs last = begin;
        for (const auto& found : o.events(kind)) last = std::max(last, found.event.end + offset);
        return last;
    };
    out.called = lastOf(model::TrackKind::OsRuntime);
    out.sampled = lastOf(model::TrackKind::CpuSamples);
    out.curved = begin;
    for (const model::Track& t : o.s->tree().tracks)
        if (t.counter != model::kNoCounter && o.s->text(t.name) == "CPU utilization [%]")
            out.curved =
                std::max(begin, o.s->counter(t.counter).series->time()[o.s->counter(t.counter).rows - 1] + offset);
    return out;
}

/// Processes that belong to what was started in a place: the place is in their environment.
std::string processesOf(const Place& place) {
    std::string out;
    std::error_code ignored;
    for (fs::directory_iterator it("/proc", ignored), end; it != end; it.increment(ignored)) {
        const pid_t pid = std::atoi(it->path().filename().c_str());
        const std::string environment = pid > 0 ? bytesOfFile(it->path() / "environ") : std::string();
        if (environment.find(place.tmp().string()) != environment.npos) out += std::to_string(pid) + ' ';
    }
    return out;
}

enum class Victim { Program, Session, Sampler };
const char* nameOf(Victim v) { return v == Victim::Program ? "program" : v == Victim::Session ? "session" : "sampler"; }

/// The most that was lost, by victim and kind; ns.
std::map<std::pair<Victim, std::string>, TimeNs> g_most;

void noteLoss(Victim victim, const std::string& kind, TimeNs from, TimeNs until, TimeNs allowed) {
    const TimeNs lost = std::max<TimeNs>(0, from - until);
    TimeNs& most = g_most[{victim, kind}];
    most = std::max(most, lost);
    const double ms = static_cast<double>(lost) / 1e6;
    if (lost > allowed) std::printf("    %s killed: %.0f ms of %s are missing\n", nameOf(victim), ms, kind.c_str());
    CHECK(lost <= allowed);
}

/// What a report lacks of what there was until `until`.
void checkLosses(Victim victim, const fs::path& report, const Truth& truth, TimeNs callsUntil, TimeNs samplesUntil) {
    const Until there = untilOf(report, truth);
    noteLoss(victim, "ranges", callsUntil, there.marked, kFlush + kSlack);
    noteLoss(victim, "calls", callsUntil, there.called, kFlush + kSlack);
    if (canSample()) noteLoss(victim, "samples", samplesUntil, there.sampled, kFlush + kSlack);
    noteLoss(victim, "curves", samplesUntil, there.curved, kFlush + kSlack + kBetweenCurves);
}

void killOne(Victim victim, std::size_t beat) {
    const Place place;
    const Truth truth(place / "truth");
    Words options{"-t", "nvtx,osrt", "--cpu-metrics", "-o", "run"};
    if (canSample()) options.push_back("--sample=process-tree");
    Running r(place, profile(options, {"ready", "beat", (place / "truth").string(), "out", "exit", "7"}));
    const pid_t program = r.ready();
    const fs::path session = place.sessions().at(0);
    const pid_t sampler = samplerOf(r.pid());
    CHECK(sampler > 0);
    CHECK(comes([&] { return truth.beats() >= beat; }));
    const pid_t killed = victim == Victim::Program ? program : victim == Victim::Session ? r.pid() : sampler;
    ::kill(killed, SIGKILL);
    const TimeNs at = truth.at(truth.beats());
    fs::path report = place / "run.rep";
    if (victim != Victim::Program) CHECK_EQ(r.line(), std::string("to standard output"));
    r.wait();
    CHECK(comes([&] { return processesOf(place).empty(); }));
    if (victim == Victim::Program) CHECK_EQ(r.signal(), SIGKILL);
    else CHECK_EQ(truth.beats(), kBeats);
    if (victim == Victim::Sampler) CHECK_EQ(r.code(), 7);
    if (victim == Victim::Session) {
        report = place / "again.rep";
        const Ran again = run(place, {"recover", session.string(), "-o", "again", "--remove"}, "recover");
        CHECK(again.code == 0 && !fs::exists(session));
    }
    const TimeNs end = truth.at(truth.beats());
    checkLosses(victim, report, truth, end, victim == Victim::Sampler ? at : end);
    const std::string notes = Opened(report).allNotes();
    if (victim == Victim::Session) CHECK(notes.find("What programs did is noted for") != std::string::npos);
    CHECK(place.sessions().empty());
}

}  // namespace

TEST("whoever is killed, and whenever: no kind loses more than it promises, and nothing of ours stays behind") {
    {
        const Place place;
        needsCapture(place);
        needsReader();
    }
    const char* const wanted = std::getenv("SIGHTLINE_KILLS");
    const int rounds = wanted ? std::max(1, std::atoi(wanted)) : 12;
    std::mt19937 random(wanted ? std::random_device()() : 11);
    for (int round = 0; round < rounds; ++round) killOne(static_cast<Victim>(round % 3), 1 + random() % (kBeats - 100));
    for (const auto& [what, lost] : g_most)
        std::printf("    %d kills, %s: at most %.0f ms of %s are missing\n", rounds, nameOf(what.first),
                    static_cast<double>(lost) / 1e6, what.second.c_str());
}
