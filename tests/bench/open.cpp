// SPDX-License-Identifier: GPL-3.0-or-later
// open FILE [THREADS]: opens a report as the window does, and prints when the first picture could be drawn, when
// everything was loaded and indexed, and how much memory that took at most.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>

#include "importers/open.h"

namespace {

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

long statusKb(const char* field) {
    std::ifstream in("/proc/self/status");
    for (std::string line; std::getline(in, line);)
        if (line.starts_with(field)) return std::atol(line.c_str() + std::strlen(field) + 1);
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 2) return std::fprintf(stderr, "usage: open FILE [THREADS]\n"), 2;
    const long before = statusKb("VmHWM");
    const double t0 = now();
    double first = 0;
    const auto store = model::EventStore::create();
    importers::OpenOptions options;
    options.threads = argc > 2 ? static_cast<unsigned>(std::atoi(argv[2])) : 0;
    options.previewed = [&](const std::shared_ptr<const model::EventStore>&) { first = now() - t0; };
    options.published = [&] {
        if (first == 0 && store->snapshot()->eventCount() > 0) first = now() - t0;
        if (std::getenv("SIGHTLINE_STAGES"))
            std::printf("  %.3f s: %llu events, %ld MB\n", now() - t0,
                        static_cast<unsigned long long>(store->snapshot()->eventCount()), statusKb("VmRSS") / 1024);
    };
    const auto opened = importers::openReport(argv[1], *store, options);
    const double loaded = now() - t0;
    if (!opened)
        return std::fprintf(stderr, "%s: %s\n", opened.error().subject.text.c_str(),
                            model::english(opened.error().detail).c_str()),
               3;
    const model::SnapshotPtr s = store->snapshot();
    std::uint64_t inFile = 0;
    for (const std::uint64_t n : s->info().eventsInFile) inFile += n;
    std::printf(
        "first %.4f s loaded %.4f s peak %ld KiB above start, events in file %llu drawn %llu, store %.1f B/event\n",
        first, loaded, statusKb("VmHWM") - before, static_cast<unsigned long long>(inFile),
        static_cast<unsigned long long>(s->eventCount()),
        static_cast<double>(store->memoryBytes()) / static_cast<double>(inFile ? inFile : 1));
    std::fflush(stdout);
    _Exit(0);  // taking the store apart is not part of opening it
}
