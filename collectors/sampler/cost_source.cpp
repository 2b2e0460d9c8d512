// SPDX-License-Identifier: Apache-2.0
#include "collectors/sampler/cost_source.h"

#include <sys/resource.h>

#include <string>

#include "collectors/process/spool_writer.h"

namespace collectors {
namespace {

std::uint64_t g_before = 0;

std::uint64_t processorTime(const rusage& use) {
    const auto ns = [](const timeval& t) {
        return static_cast<std::uint64_t>(t.tv_sec) * 1'000'000'000u + static_cast<std::uint64_t>(t.tv_usec) * 1000u;
    };
    return ns(use.ru_utime) + ns(use.ru_stime);
}

rusage use() {
    rusage out{};
    ::getrusage(RUSAGE_SELF, &out);
    return out;
}

void begin() { g_before = processorTime(use()); }

void end() {
    const rusage now = use();
    spoolWriter().facts({"sampler.cpu", std::to_string(processorTime(now) - g_before), "sampler.memory",
                         std::to_string(static_cast<std::uint64_t>(now.ru_maxrss) * 1024)});
}

}  // namespace

constinit const Source kCostSource{"cost", begin, end, nullptr, nullptr};

}  // namespace collectors
