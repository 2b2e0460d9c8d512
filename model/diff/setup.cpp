// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/diff/setup.h"

#include <algorithm>
#include <array>
#include <map>

#include "model/base/ascii.h"
#include "model/base/messages.h"
#include "model/store/file_facts.h"

namespace model::diff {
namespace {

/// Whether a fact of that name has to do with how fast a program runs, or with what a capture holds.
bool matters(std::string_view key) {
    constexpr std::array<std::string_view, 25> kWords{
        "driver", "cuda",          "hip",           "rocm",           "cupti",      "roctracer", "nccl",
        "cpu",    "osdescription", "kernelversion", "command",        "argument",   "option",    "clock",
        "image",  "with_",         "record_shapes", "profile_memory", "world size", "backend",   "python",
        "torch",  "precision",     "mig",           "multiprocessor"};
    // When a run began is not how it was set up.
    if (key == kClockAtZero || key.starts_with(file_fact::kPrefix)) return false;
    const std::string text = lower(key);
    return std::any_of(kWords.begin(), kWords.end(),
                       [&](std::string_view word) { return text.find(word) != text.npos; });
}

/// "2 × NVIDIA H100, Tesla V100"; GPUs that processes used are enough for a report to name them.
std::string devicesOf(const ReportInfo& info) {
    std::map<std::string, int> count;
    for (const Entity& e : info.entities)
        if (e.type == Entity::Type::Device && !e.name.empty()) ++count[e.name];
    std::string out;
    for (const auto& [name, n] : count)
        out += (out.empty() ? "" : ", ") + (n > 1 ? std::to_string(n) + " × " : std::string()) + name;
    return out;
}

const Entity* firstDevice(const ReportInfo& info) {
    const auto at = std::find_if(info.entities.begin(), info.entities.end(),
                                 [](const Entity& e) { return e.type == Entity::Type::Device; });
    return at == info.entities.end() ? nullptr : &*at;
}

Message recorded(const std::string& value) {
    return value.empty() ? Message(MessageCode::NotRecorded) : Message(value);
}

std::string profilerOf(const ReportInfo& info) {
    return info.product.empty() || info.productVersion.empty() ? info.product + info.productVersion
                                                               : info.product + ' ' + info.productVersion;
}

void compareFacts(const Facts& a, const Facts& b, std::vector<SetupDifference>& out) {
    for (const auto& [key, value] : a) {
        if (!matters(key)) continue;
        const auto other = std::find_if(b.begin(), b.end(), [&k = key](const auto& fact) { return fact.first == k; });
        if (other != b.end() && other->second != value) out.push_back({key, recorded(value), recorded(other->second)});
    }
}

}  // namespace

std::vector<SetupDifference> setupDifferences(const ReportInfo& a, const ReportInfo& b) {
    std::vector<SetupDifference> out;
    const auto compareTexts = [&](std::string_view fact, const std::string& inA, const std::string& inB) {
        if (inA != inB) out.push_back({std::string(fact), recorded(inA), recorded(inB)});
    };
    const std::string devicesA = devicesOf(a), devicesB = devicesOf(b);
    compareTexts("GPU", devicesA, devicesB);
    if (const Entity* inA = firstDevice(a), *inB = firstDevice(b); inA && inB && devicesA == devicesB)
        compareFacts(inA->facts, inB->facts, out);
    compareFacts(a.session_facts, b.session_facts, out);
    compareTexts("Profiler", profilerOf(a), profilerOf(b));
    return out;
}

}  // namespace model::diff
