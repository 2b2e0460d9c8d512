// SPDX-License-Identifier: GPL-3.0-or-later
// xspace FILE [ROUNDS]: opens a profile of XLA, and walks through all its fields without keeping anything, in turns.
// Prints the medians and their ratios, of wall time and of processor time: what rows cost beside reading.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "importers/common/protobuf_wire.h"
#include "importers/open.h"

namespace {

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

/// Of all threads.
double processor() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

/// The sum of all numbers in a message and in those within it that hold messages. `depth` counts from the XSpace.
std::uint64_t walk(std::string_view message, const char* end, int depth) {
    std::uint64_t sum = 0;
    importers::WireReader in(message, end);
    for (importers::WireField f; in.next(f);) {
        sum += f.value;
        // Planes; lines and entries of names; events and names; statistics.
        const bool holds = depth == 0   ? f.number == 1
                           : depth == 1 ? f.number >= 3 && f.number <= 6
                           : depth == 2 ? f.number == 4 || f.number == 2
                                        : depth == 3 && f.number == 4;
        if (holds && f.isBytes()) sum += walk(f.bytes, end, depth + 1);
    }
    return sum;
}

double median(std::vector<double>& times) {
    std::sort(times.begin(), times.end());
    return times[times.size() / 2];
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 2) return std::fprintf(stderr, "usage: xspace FILE [ROUNDS]\n"), 2;
    const int rounds = argc > 2 ? std::max(1, std::atoi(argv[2])) : 5;
    std::vector<double> walks, opens, walkProcessor, openProcessor;
    std::uint64_t sum = 0, events = 0;
    for (int i = 0; i < rounds; ++i) {
        const double begin = now(), beginProcessor = processor();
        std::ifstream in(argv[1], std::ios::binary | std::ios::ate);
        std::string bytes(static_cast<std::size_t>(in.tellg()), '\0');
        in.seekg(0).read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
        sum += walk(bytes, bytes.data() + bytes.size(), 0);
        const double walked = now(), walkedProcessor = processor();
        bytes = std::string();
        const double open = now(), openedProcessor = processor();
        const auto store = model::EventStore::create();
        if (!importers::openReport(argv[1], *store)) return std::fprintf(stderr, "cannot be opened\n"), 3;
        walks.push_back(walked - begin);
        opens.push_back(now() - open);
        walkProcessor.push_back(walkedProcessor - beginProcessor);
        openProcessor.push_back(processor() - openedProcessor);
        events = store->snapshot()->eventCount();
    }
    const double walked = median(walks), opened = median(opens);
    const double walkedProcessor = median(walkProcessor), openedProcessor = median(openProcessor);
    std::printf("walk %.3f s opened %.3f s ratio %.2f, processor %.3f s and %.3f s ratio %.2f, %llu events, sum %llx\n",
                walked, opened, opened / walked, walkedProcessor, openedProcessor, openedProcessor / walkedProcessor,
                static_cast<unsigned long long>(events), static_cast<unsigned long long>(sum));
    return 0;
}
