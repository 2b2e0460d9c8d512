// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "model/query/health.h"

namespace app {

/// The text of a finding: a sentence of fact, and one about what to do next time. English templates with
/// the places {count}, {total}, {time}, {from}, {to}, {percent} and {subject}.
struct HealthText {
    model::HealthCode code;
    const char* fact;
    const char* next;
};

/// All of them, by code. The window translates the templates in the context "Health".
std::span<const HealthText> healthTexts();
const HealthText& healthText(model::HealthCode code);
/// The template of the advice on a finding: of what could not be traced it depends on the reason.
const char* healthNext(const model::HealthFinding& finding);

/// How numbers are written.
struct HealthNumbers {
    std::function<std::string(std::uint64_t)> count;
    std::function<std::string(model::TimeNs)> time;
    std::function<std::string(double)> percent;
    std::function<std::string(model::TimeNs)> moment;  ///< a time of the report
};

/// As the command line writes them: "12 480", "31.402 us", "87.4 %", "1.204000 s".
HealthNumbers plainHealthNumbers();

/// Fills the places of a template. A long subject, such as a message of the profiler, is cut after its first line.
std::string expandHealth(std::string_view text, const model::HealthFinding& finding, const HealthNumbers& numbers);
/// The same with the text of its subject in another language.
std::string expandHealth(std::string_view text, const model::HealthFinding& finding, const HealthNumbers& numbers,
                         std::string_view subject);

}  // namespace app
