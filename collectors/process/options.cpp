// SPDX-License-Identifier: Apache-2.0
#include "collectors/process/options.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

namespace collectors {
namespace {

constexpr std::size_t kMostStatus = 16 << 10, kMostOptions = 1 << 20;  // bytes of these files

struct Flag {
    std::string_view key;
    bool Options::*value;
};
constexpr Flag kFlags[] = {
    {"cuda", &Options::cuda},
    {"nvtx", &Options::nvtx},
    {"all-calls", &Options::allCalls},
    {"graph-nodes", &Options::graphNodes},
    {"memory", &Options::memory},
    {"unified-memory", &Options::unifiedMemory},
    {"device-events", &Options::deviceEvents},
    {"start-paused", &Options::startPaused},
    {"profiler-api", &Options::profilerApi},
    {"osrt", &Options::osRuntime},
    {"osrt-files", &Options::osrtFiles},
    {"python-sampling", &Options::pythonSampling},
    {"gpu-state", &Options::gpuState},
    {"cpu-use", &Options::cpuUse},
    {"network", &Options::network},
    {"storage", &Options::storage},
    {"range-ends", &Options::rangeEnds},
};
struct Number {
    std::string_view key;
    unsigned Options::*value;
    unsigned least, most;
};
constexpr Number kNumbers[] = {
    {"flush-ms", &Options::flushMs, 10, 60'000},
    {"osrt-threshold", &Options::osrtThreshold, 0, 1'000'000'000},
    {"osrt-stack-threshold", &Options::osrtStackThreshold, 0, 4'000'000'000},
    {"osrt-stack-depth", &Options::osrtStackDepth, 1, 128},
    {"python-sampling-hz", &Options::pythonSamplingHz, 1, 2000},
    {"cpu-sampling-hz", &Options::cpuSamplingHz, 1, 20'000},
    {"cuda-stack-kernel", &Options::cudaStackKernel, 0, kNoStack},
    {"cuda-stack-memory", &Options::cudaStackMemory, 0, kNoStack},
    {"cuda-stack-sync", &Options::cudaStackSync, 0, kNoStack},
    {"cuda-stack-other", &Options::cudaStackOther, 0, kNoStack},
    {"kernel-metrics-per-name", &Options::kernelMetricsPerName, 0, 1'000'000},
    {"gpu-metrics-hz", &Options::gpuMetricsHz, 10, 10'000},
    {"seccomp-filters", &Options::seccompFilters, 0, kAnyFilters},
};
struct Text {
    std::string_view key;
    std::string Options::*value;
};
constexpr Text kTexts[] = {
    {"nvtx-capture", &Options::nvtxCapture},      {"nvtx-include", &Options::include},
    {"nvtx-exclude", &Options::exclude},          {"libraries", &Options::libraries},
    {"kernel-metrics", &Options::kernelMetrics},  {"python-stacks", &Options::pythonStacks},
    {"cpu-sampling", &Options::cpuSampling},      {"cpu-switches", &Options::cpuSwitches},
    {"cpu-stacks", &Options::cpuStacks},          {"gpu-metrics", &Options::gpuMetrics},
    {"gpu-metrics-set", &Options::gpuMetricsSet},
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

// Of what a dynamic linker calls to read a file; buffered files of the C library call more, which a filter may forbid.
std::string contentOf(int file, std::size_t most) {
    std::string out;
    char part[1024];
    for (ssize_t n; out.size() < most && (n = ::read(file, part, sizeof part)) > 0;)
        out.append(part, static_cast<std::size_t>(n));
    ::close(file);
    return out;
}

}  // namespace

Options& options() {
    static auto* one = new Options;
    return *one;
}

unsigned seccompFilters() {
    const int file = ::open("/proc/self/status", O_RDONLY | O_CLOEXEC);
    const std::string text = file >= 0 ? contentOf(file, kMostStatus) : std::string();
    for (const std::string_view key : {"\nSeccomp_filters:", "\nSeccomp:"})  // the second one for Linux before 5.9
        if (const std::size_t at = text.find(key); at != text.npos)
            return static_cast<unsigned>(std::strtoul(text.c_str() + at + key.size(), nullptr, 10));
    return 0;
}

bool Options::read() {
    const char* where = std::getenv("SIGHTLINE_SESSION");
    if (!where || !*where) return false;
    folder = where;
    // A pipe would hold the program up, and a link lead anywhere.
    const int file = ::open((folder + "/options").c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW);
    if (file < 0) return false;
    struct stat status {};
    if (::fstat(file, &status) != 0 || !S_ISREG(status.st_mode)) return ::close(file), false;
    const std::string text = contentOf(file, kMostOptions);
    for (std::size_t at = 0, end; at < text.size(); at = end + 1) {
        end = std::min(text.find_first_of("\r\n", at), text.size());
        const std::string_view line = std::string_view(text).substr(at, end - at);
        if (const std::size_t blank = line.find(' '); blank != line.npos)
            take(*this, line.substr(0, blank), line.substr(blank + 1));
    }
    return seccompFilters == kAnyFilters || collectors::seccompFilters() <= seccompFilters;
}

std::string asText(const Options& o) {
    std::string out;
    for (const Flag& f : kFlags) out += std::string(f.key) + (o.*f.value ? " 1\n" : " 0\n");
    for (const Text& t : kTexts)
        if (!(o.*t.value).empty()) out += std::string(t.key) + ' ' + o.*t.value + '\n';
    for (const Number& n : kNumbers) out += std::string(n.key) + ' ' + std::to_string(o.*n.value) + '\n';
    return out;
}

bool Options::wantsLibrary(std::string_view key) const {
    return key == "osrt" ? osRuntime : (',' + libraries + ',').find(',' + std::string(key) + ',') != std::string::npos;
}

bool Options::wantsStacksOfCalls() const {
    return !pythonStacks.empty() || cudaStackKernel != kNoStack || cudaStackMemory != kNoStack ||
           cudaStackSync != kNoStack || cudaStackOther != kNoStack;
}

bool Sampling::needsSampler() const {
    return !cpuSampling.empty() || !cpuSwitches.empty() || !gpuMetrics.empty() || gpuState || cpuUse || network ||
           storage;
}

}  // namespace collectors
