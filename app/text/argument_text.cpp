// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/text/argument_text.h"

#include <algorithm>
#include <array>
#include <utility>

namespace app {
namespace {

constexpr std::array kTexts{
    std::pair{"allocator_churn", "A number as argument: from how many calls on that counts, 10 if not given."},
    std::pair{"clock_throttling", "A number as argument replaces the 95."},
    std::pair{"data_loading", "A number as argument replaces the 100."},
    std::pair{"exposed_communication", "A number as argument replaces the 5."},
    std::pair{"fp32_products", "A number as argument replaces the 5."},
    std::pair{"gpu_gaps", "A number as argument replaces the 500."},
    std::pair{"gpu_time_util", "A number as argument replaces the 50 percent."},
    std::pair{"host_bound", "A number as argument replaces the 5."},
    std::pair{"idle_breakdown",
              "A number as argument: from how many ns on a gap before a kernel counts, 30 if not given."},
    std::pair{"kernel_overlap", "A number as argument: above which percentage that counts, 105 if not given."},
    std::pair{"needless_sync", "A number as argument replaces the 10."},
    std::pair{"op_stack_sum", "A number as argument: how many functions, 5 if not given."},
    std::pair{"roofline", "As argument: name, or launch for a row a launch."},
    std::pair{"slow_rank", "A number as argument replaces the 1."},
    std::pair{"small_kernels", "A number as argument replaces the 10."},
    std::pair{"um_sum", "A number as argument: how many rows, 10 if not given."},
};

}  // namespace

std::string_view argumentText(std::string_view key) {
    const auto found = std::find_if(kTexts.begin(), kTexts.end(), [&](const auto& text) { return text.first == key; });
    return found == kTexts.end() ? std::string_view() : found->second;
}

std::vector<std::string_view> argumentKeys() {
    std::vector<std::string_view> out;
    for (const auto& [key, text] : kTexts) out.emplace_back(key);
    return out;
}

std::string withArgument(std::string_view meaning, std::string_view key) {
    const std::string_view argument = argumentText(key);
    return std::string(meaning) + (argument.empty() ? "" : " ") + std::string(argument);
}

}  // namespace app
