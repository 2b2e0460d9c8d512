// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/reports/report.h"

namespace model::checklist {

enum class Verdict : std::uint8_t { Yes, No, Unknown };  ///< Yes is good

/// What a report says to a question.
struct Answer {
    Verdict verdict = Verdict::Unknown;
    reports::Cell number;        ///< in Check::unit; empty where the answer is unknown
    Message about;               ///< what the number is of, in the report's words: a GPU, a step, a call
    reports::Evidence evidence;  ///< where that is; empty range: nowhere
    Message why = {};            ///< what is missing, where the answer is unknown
};

/// A question that is asked before a run is measured, compared or shown to others.
struct Check {
    std::string_view key;  ///< stable: "gpu_busy"
    MessageCode question;  ///< "yes" is good
    reports::Unit unit;    ///< of the number
    MessageCode number;    ///< what the number is, and from where on the answer is yes
    MessageCode advice;    ///< what to do where the answer is no
    Answer (*ask)(const reports::Request&);
    bool needsTimes = true;  ///< durations alone do not answer it
};

/// Unknown where the times of the report mean nothing (Note::OrderOnly).
Answer answer(const Check& check, const reports::Request& request);

/// All questions, in the order in which they are asked. To add one: a function and its line in checklist.cpp. Each
/// answer is computed anew, linear in the events it is about (n log n for work of GPUs).
std::span<const Check> all();

/// "yes", "no", "unknown".
std::string_view verdictKey(Verdict verdict);

}  // namespace model::checklist
