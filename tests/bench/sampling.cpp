// SPDX-License-Identifier: GPL-3.0-or-later
// sampling [SECONDS [ROUNDS]]: what sampling all CPUs at 1 kHz costs, with each kind of stacks, while each of them is
// busy.
#include <fmt/format.h>
#include <unistd.h>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "importers/capture/capture.h"
#include "importers/open.h"

namespace {

namespace fs = std::filesystem;

struct Done {
    double turns = 0, cpu = 0;  // of all programs
};

/// Runs a command line and adds up what the programs print: "turns N cpu S".
Done run(const std::string& command) {
    Done out;
    std::FILE* lines = ::popen(command.c_str(), "r");
    if (!lines) return out;
    char line[256];
    while (std::fgets(line, sizeof line, lines)) {
        double turns = 0, cpu = 0;
        if (std::sscanf(line, "turns %lf cpu %lf", &turns, &cpu) == 2) out.turns += turns, out.cpu += cpu;
    }
    ::pclose(lines);
    return out;
}

struct Round {
    double core = 0, samples = 0, slower = 0,
           lost = 0;  // of a CPU that is sampled; of those that were due; of the program's speed; records
};

Round measure(const std::string& stacks, const std::string& busy, const fs::path& folder) {
    const Done plain = run(busy);
    const fs::path report = folder / "sampled.rep";
    const Done sampled = run(fmt::format("'{}' profile -t none -s process-tree -b {} -f true -o '{}' {} 2>/dev/null",
                                         BENCH_SIGHTLINE, stacks, report.string(), busy));
    const auto store = model::EventStore::create();
    Round out;
    if (!importers::openReport(report, *store) || plain.turns == 0 || sampled.turns == 0) return out;
    const model::SnapshotPtr s = store->snapshot();
    double samples = 0, spent = 0;
    for (const model::Track& t : s->tree().tracks)
        if (t.kind == model::TrackKind::CpuSamples)
            for (const model::LaneId id : t.lanes) samples += static_cast<double>(s->lane(id).rows);
    for (const auto& [key, value] : s->info().session_facts)
        if (key.starts_with("sampler processor time")) spent += std::atof(value.c_str());
    out.core = spent / (sampled.cpu * 1e9);  // whatever else the machine does meanwhile
    out.samples = samples / (sampled.cpu * 1000);
    out.slower = 1 - (sampled.turns / sampled.cpu) / (plain.turns / plain.cpu);
    out.lost = static_cast<double>(importers::capture::droppedRecords(s->info()));
    return out;
}

std::string spread(std::vector<Round>& rounds, double Round::*what) {
    std::sort(rounds.begin(), rounds.end(), [what](const Round& a, const Round& b) { return a.*what < b.*what; });
    return fmt::format("{:6.2f} % ({:.2f} … {:.2f})", 100 * rounds[rounds.size() / 2].*what, 100 * rounds.front().*what,
                       100 * rounds.back().*what);
}

}  // namespace

int main(int argc, char** argv) {
    const int seconds = argc > 1 ? std::atoi(argv[1]) : 5, rounds = argc > 2 ? std::atoi(argv[2]) : 5;
    const long cpus = ::sysconf(_SC_NPROCESSORS_ONLN);
    std::string each;
    for (long i = 0; i < cpus; ++i) each += fmt::format("\"{}\" work {} & ", BENCH_PROGRAM, seconds);
    const std::string busy = "sh -c '" + each + "wait'";
    const fs::path folder = fs::temp_directory_path() / fmt::format("sightline-bench-{}", ::getpid());
    fs::create_directories(folder);
    double load = 0;
    (void)::getloadavg(&load, 1);
    std::printf("%ld CPUs, 1 kHz, %d rounds of %d s, load %.1f\n", cpus, rounds, seconds, load);
    const std::vector<std::string> kinds{"none", "fp", "dwarf"};
    std::vector<std::vector<Round>> all(kinds.size());
    for (int r = 0; r < rounds; ++r)
        for (std::size_t k = 0; k < kinds.size(); ++k) all[k].push_back(measure(kinds[k], busy, folder));
    for (std::size_t k = 0; k < kinds.size(); ++k) {
        double lost = 0;
        for (const Round& r : all[k]) lost += r.lost;
        std::printf(
            "%-6s sampler %s of a core for each that is busy, samples %s of those due, lost %.0f, program slower by %s\n",
            kinds[k].c_str(), spread(all[k], &Round::core).c_str(), spread(all[k], &Round::samples).c_str(), lost,
            spread(all[k], &Round::slower).c_str());
    }
    std::error_code ignored;
    fs::remove_all(folder, ignored);
}
