// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "tests/kit/ncu_report_writer.h"

namespace kernel_report {

using namespace ncu_writer;

using Kernels = std::vector<std::pair<std::string_view, double>>;  // names and ns
inline Kernels usual() { return {{"gemm", 72192}, {"reduce", 3000}, {"gemm", 80000}}; }

/// A report of Nsight Compute with those kernels: two metrics with numbers, one of each other sort, three rules, a
/// source with two instructions.
inline std::string reportBytes(const Kernels& kernels) {
    const std::vector<std::string> names{"gpu__time_duration.sum",
                                         "sm__throughput.avg.pct_of_peak_sustained_elapsed",
                                         "dram__bytes.sum",
                                         "launch__registers_per_thread",
                                         "some__text",
                                         "not__measured",
                                         "inst_executed"};
    const auto one = [](std::string_view name, double ns) {
        const Message header = Message()
                                   .message(2, Message().bytes(1, "gpu__time_duration.sum").bytes(2, "Duration"))
                                   .message(2, Message()
                                                   .bytes(1, "sm__throughput.avg.pct_of_peak_sustained_elapsed")
                                                   .bytes(2, "Compute Throughput"))
                                   .message(2, Message().bytes(1, "not__measured").bytes(2, "Never"));
        const auto rule = [](const char* id, const char* text, int kind, double percent) {
            Message item =
                Message().message(1, Message().bytes(1, text).number(2, static_cast<std::uint64_t>(kind)).bytes(4, id));
            if (percent > 0) item.message(10, Message().number(1, 2).real(2, percent));
            return Message().bytes(1, id).bytes(2, id).bytes(4, "Speed").message(3, Message().message(1, item));
        };
        Message places = metric(6, intValue(30));
        const bool isSlow = ns > 75000;  // the third kernel
        places.message(3, instance(intValue(0x7000), intValue(isSlow ? 15 : 10)))
            .message(3, instance(intValue(0x7010), intValue(20)));
        Message k = kernel(name);
        k.message(13, metric(0, realValue(ns)))
            .message(13, metric(1, realValue(79.05)))
            .message(13, metric(2, realValue(5.5e9)))
            .message(13, metric(3, intValue(40)));
        k.message(13, metric(4, textValue("a word"))).message(13, metric(5)).message(13, places);
        k.message(17, Message().bytes(1, "Speed").bytes(2, "Speed of light").message(4, header));
        k.message(19, rule("Small", "A little <b>faster</b>", 4, 3))
            .message(19, rule(isSlow ? "Other" : "Info", "Just so", 1, 0))
            .message(19, rule("Large", "See @section:Speed:the section@", 4, isSlow ? 50 : 42));
        return k.str();
    };
    const Message source = Message()
                               .number(1, 5)
                               .bytes(4, std::string("a binary with .text._Z4gemmv\0 in it", 36))
                               .message(9, Message().message(1, Message().bytes(1, "_Z4gemmv").number(2, 0x7000)));
    std::vector<std::string> all;
    for (const auto& [name, ns] : kernels) all.push_back(one(name, ns));
    return Report().block(names, {source.str()}, all).bytes();
}

}  // namespace kernel_report
