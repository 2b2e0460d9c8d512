// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "model/rules/rule.h"

namespace model::rules {

/// What is wrong with the measurement itself: asked before all other rules.
extern const Rule kMeasurement;

/// Which of the doubts that kMeasurement found a rule or a question of the checklist depends on, by its key: as
/// the table has them.
std::vector<Message> doubtsAbout(const reports::Table& found, std::string_view key);

/// What they make of it; nothing where there are none.
Message careOf(const std::vector<Message>& doubts);

}  // namespace model::rules
