// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "model/query/event_filter.h"

namespace app {

/// What is wrong with a filter as typed, in one sentence.
QString filterMistake(const model::EventFilter::Error& error);
/// Why a filter may find nothing: it has a word that nothing in the report knows. Empty = it has none.
QString filterHint(const model::EventFilter& filter, const model::Snapshot& s);
/// The filter, as typed, that events of exactly that name match.
QString filterOfName(const QString& name);
/// How filters are written; for tool tips of search boxes.
QString filterHelp();

}  // namespace app
