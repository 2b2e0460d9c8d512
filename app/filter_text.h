// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "model/event_filter.h"

namespace app {

/// What is wrong with a filter that somebody typed, in one sentence.
QString filterMistake(const model::EventFilter::Error& error);
/// How filters are written; for tool tips of search boxes.
QString filterHelp();

}  // namespace app
