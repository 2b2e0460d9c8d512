// SPDX-License-Identifier: GPL-3.0-or-later
// What is looked at from outside of the program while it runs.
#include <sys/syscall.h>

#include <fstream>

#include "model/query.h"
#include "tests/capture_run.h"

namespace {

using namespace capture_run;

/// The sampler of a session that runs; 0 = there is none.
pid_t samplerOf(pid_t session) {
    std::error_code ignored;
    for (fs::directory_iterator it("/proc", ignored), end; it != end; it.increment(ignored)) {
        const pid_t pid = std::atoi(it->path().filename().c_str());
        std::string stat;
        if (pid > 0) std::getline(std::ifstream(it->path() / "stat"), stat);
        const std::size_t name = stat.rfind(") ");
        if (stat.find("(sightline-sampl)") != stat.npos && name != stat.npos && std::atoi(stat.c_str() + name + 4) == session) return pid;
    }
    return 0;
}

/// Waits for the end of a process. Closes the handle.
bool hasEnded(int handle) {
    pollfd p{handle, POLLIN, 0};
    const bool ended = ::poll(&p, 1, 10'000) == 1;
    ::close(handle);
    return ended;
}

struct Opened {
    std::shared_ptr<model::EventStore> store = model::EventStore::create();
    model::SnapshotPtr s;
    explicit Opened(const fs::path& path) {
        CHECK(importers::openReport(path, *store).has_value());
        s = store->snapshot();
    }
    const model::Track* counter(std::string_view name) const {
        for (const model::Track& t : s->tree().tracks)
            if (t.counter != model::kNoCounter && s->text(t.name) == name) return &t;
        return nullptr;
    }
};

}  // namespace

TEST("a session looks at the machine while its program runs, and at nothing before and after") {
    const Place place;
    needsCapture(place);
    Running r(place, profile({"-t", "none", "-o", "run", "--cpu-metrics", "-d", "0.8"}, {"ready", "forever"}));
    r.ready();
    r.wait();
    CHECK(r.errs("is written"));
    const Opened report(place / "run.rep");
    const model::Track* cpu = report.counter("CPU utilization [%]");
    CHECK(cpu && cpu->kind == model::TrackKind::HostCounter);
    const model::CounterView view = report.s->counter(cpu->counter);
    CHECK(view.rows >= 4 && view.rows <= 12);  // ten times a second
    const model::MinMax values = view.series->minMax(0, view.rows, view.rows);
    CHECK(values.min >= 0 && values.max <= 100 && values.max > 0);
    CHECK(!report.counter("Network"));
    CHECK(place.sessions().empty());
}

TEST("where the sampler is killed the capture goes on, and the report says so") {
    const Place place;
    needsCapture(place);
    Running r(place, profile({"-o", "run", "--cpu-metrics"}, {"mark", "a", "ready", "read"}));
    r.ready();
    const pid_t sampler = samplerOf(r.pid());
    const int handle = static_cast<int>(::syscall(SYS_pidfd_open, sampler, 0));
    CHECK(sampler > 0 && handle >= 0 && ::kill(sampler, SIGKILL) == 0);
    CHECK(hasEnded(handle));
    r.writeLine();
    r.wait();
    CHECK_EQ(r.code(), 0);
    const Opened report(place / "run.rep");
    bool said = false;
    for (const auto& [key, value] : report.s->info().session_facts) said |= key.starts_with("untraced.") && value.find("its process ended") != std::string::npos;
    CHECK(said);
}

TEST("a session that is killed leaves no sampler behind") {
    const Place place;
    needsCapture(place);
    Running r(place, profile({"-o", "run", "--cpu-metrics"}, {"ready", "read"}));
    r.ready();
    const pid_t sampler = samplerOf(r.pid());
    const int handle = static_cast<int>(::syscall(SYS_pidfd_open, sampler, 0));
    CHECK(sampler > 0 && handle >= 0);
    ::kill(r.pid(), SIGKILL);
    CHECK(hasEnded(handle));
}
