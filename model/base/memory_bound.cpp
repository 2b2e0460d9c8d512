// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/base/memory_bound.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <limits>
#include <string>

namespace model {
namespace {

constexpr std::uint64_t kUnknown = std::numeric_limits<std::uint64_t>::max();

/// What this process has: addresses and memory, in bytes.
struct Own {
    std::uint64_t addresses = 0, resident = 0;
};
Own own() {
    Own out;
    std::uint64_t pages[2] = {};
    if (std::ifstream in("/proc/self/statm"); in >> pages[0] >> pages[1]) {
        const auto page = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
        out = {pages[0] * page, pages[1] * page};
    }
    return out;
}

/// The number behind a word of /proc/meminfo, in bytes.
std::uint64_t available() {
    std::ifstream in("/proc/meminfo");
    std::string word;
    std::uint64_t kib = 0;
    while (in >> word)
        if (word == "MemAvailable:" && in >> kib) return kib << 10;
    return kUnknown;
}

std::uint64_t numberIn(const std::string& path) {
    std::uint64_t n = kUnknown;
    std::ifstream in(path);
    return in >> n ? n : kUnknown;  // "max" is no number
}

/// What the control groups around this process leave it (version 2).
std::uint64_t leftByGroups() {
    std::ifstream in("/proc/self/cgroup");
    std::string line, group;
    while (std::getline(in, line))
        if (line.starts_with("0::/")) group = line.substr(3);
    std::uint64_t left = kUnknown;
    for (; group.size() > 1; group.resize(std::min(group.size() - 1, group.rfind('/')))) {
        const std::uint64_t most = numberIn("/sys/fs/cgroup" + group + "/memory.max"),
                            used = numberIn("/sys/fs/cgroup" + group + "/memory.current");
        if (most != kUnknown && used != kUnknown) left = std::min(left, most - std::min(most, used));
    }
    return left;
}

}  // namespace

std::uint64_t freeMemory() {
    std::uint64_t least = std::min(available(), leftByGroups());
    rlimit limit{};
    if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY) {
        const std::uint64_t most = limit.rlim_cur;
        least = std::min(least, most - std::min(most, own().addresses));
    }
    return least;
}

MemoryBound::MemoryBound(std::uint64_t most, double part)
    : m_most(most ? most : static_cast<std::uint64_t>(static_cast<double>(freeMemory()) * part)),
      m_before(own().resident) {}

bool MemoryBound::isReached() const {
    const std::uint64_t now = own().resident;
    return now > m_before && now - m_before > m_most;
}

}  // namespace model
