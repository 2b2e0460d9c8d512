// SPDX-License-Identifier: Apache-2.0
#include "collectors/inject/options.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

namespace collectors {
namespace {

struct Flag {
    std::string_view key;
    bool Options::*value;
};
constexpr Flag kFlags[] = {
    {"cuda", &Options::cuda}, {"nvtx", &Options::nvtx}, {"all-calls", &Options::allCalls}, {"graph-nodes", &Options::graphNodes}, {"memory", &Options::memory},
    {"unified-memory", &Options::unifiedMemory}, {"device-events", &Options::deviceEvents}, {"start-paused", &Options::startPaused}, {"profiler-api", &Options::profilerApi},
    {"osrt", &Options::osRuntime}, {"osrt-files", &Options::osrtFiles}, {"python-sampling", &Options::pythonSampling}, {"gpu-state", &Options::gpuState},
    {"cpu-use", &Options::cpuUse}, {"network", &Options::network}, {"storage", &Options::storage},
    {"range-ends", &Options::rangeEnds},
};
struct Number {
    std::string_view key;
    unsigned Options::*value;
    unsigned least, most;
};
constexpr Number kNumbers[] = {
    {"flush-ms", &Options::flushMs, 10, 60'000}, {"osrt-threshold", &Options::osrtThreshold, 0, 1'000'000'000}, {"osrt-stack-threshold", &Options::osrtStackThreshold, 0, 4'000'000'000},
    {"osrt-stack-depth", &Options::osrtStackDepth, 1, 128}, {"python-sampling-hz", &Options::pythonSamplingHz, 1, 2000}, {"cpu-sampling-hz", &Options::cpuSamplingHz, 1, 20'000},
    {"cuda-stack-kernel", &Options::cudaStackKernel, 0, kNoStack}, {"cuda-stack-memory", &Options::cudaStackMemory, 0, kNoStack}, {"cuda-stack-sync", &Options::cudaStackSync, 0, kNoStack},
    {"cuda-stack-other", &Options::cudaStackOther, 0, kNoStack}, {"kernel-metrics-per-name", &Options::kernelMetricsPerName, 0, 1'000'000}, {"gpu-metrics-hz", &Options::gpuMetricsHz, 10, 10'000},
};
struct Text {
    std::string_view key;
    std::string Options::*value;
};
constexpr Text kTexts[] = {
    {"nvtx-capture", &Options::nvtxCapture}, {"nvtx-include", &Options::include}, {"nvtx-exclude", &Options::exclude}, {"libraries", &Options::libraries}, {"kernel-metrics", &Options::kernelMetrics},
    {"python-stacks", &Options::pythonStacks}, {"cpu-sampling", &Options::cpuSampling}, {"cpu-switches", &Options::cpuSwitches}, {"cpu-stacks", &Options::cpuStacks},
    {"gpu-metrics", &Options::gpuMetrics}, {"gpu-metrics-set", &Options::gpuMetricsSet},
};

void take(Options& o, std::string_view key, std::string_view value) {
    for (const Flag& f : kFlags)
        if (f.key == key) o.*f.value = value == "1";
    for (const Text& t : kTexts)
        if (t.key == key) o.*t.value = value;
    for (const Number& n : kNumbers) {
        if (n.key != key) continue;
        const unsigned long number = std::strtoul(std::string(value).c_str(), nullptr, 10);
        if (number >= n.least && number <= n.most) o.*n.value = static_cast<unsigned>(number);
    }
}

}  // namespace

Options& options() {
    static auto* one = new Options;
    return *one;
}

bool Options::read() {
    const char* where = std::getenv("SIGHTLINE_SESSION");
    if (!where || !*where) return false;
    folder = where;
    // A pipe would hold the program up, and a link lead anywhere.
    const int fd = ::open((folder + "/options").c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW);
    struct stat status {};
    std::FILE* file = fd >= 0 && ::fstat(fd, &status) == 0 && S_ISREG(status.st_mode) ? ::fdopen(fd, "r") : nullptr;
    if (!file && fd >= 0) ::close(fd);
    if (!file) return false;
    char line[4096];
    while (std::fgets(line, sizeof line, file)) {
        std::string_view text(line);
        while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.remove_suffix(1);
        const std::size_t blank = text.find(' ');
        if (blank != text.npos) take(*this, text.substr(0, blank), text.substr(blank + 1));
    }
    std::fclose(file);
    return true;
}

std::string asText(const Options& o) {
    std::string out;
    for (const Flag& f : kFlags) out += std::string(f.key) + (o.*f.value ? " 1\n" : " 0\n");
    for (const Text& t : kTexts)
        if (!(o.*t.value).empty()) out += std::string(t.key) + ' ' + o.*t.value + '\n';
    for (const Number& n : kNumbers) out += std::string(n.key) + ' ' + std::to_string(o.*n.value) + '\n';
    return out;
}

bool Options::wantsLibrary(std::string_view key) const { return key == "osrt" ? osRuntime : (',' + libraries + ',').find(',' + std::string(key) + ',') != std::string::npos; }

bool Options::wantsStacksOfCalls() const {
    return !pythonStacks.empty() || cudaStackKernel != kNoStack || cudaStackMemory != kNoStack || cudaStackSync != kNoStack || cudaStackOther != kNoStack;
}

bool Sampling::needsSampler() const { return !cpuSampling.empty() || !cpuSwitches.empty() || !gpuMetrics.empty() || gpuState || cpuUse || network || storage; }

}  // namespace collectors
