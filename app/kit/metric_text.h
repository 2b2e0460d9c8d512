// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <string_view>

#include "model/store/event_store.h"

namespace app {

/// A value of a metric with its unit, for reading: "72.192 µs", "1.97 GHz", "79.05 %", "65 536 block". "" = not
/// measured.
QString metricText(const model::Snapshot& snapshot, model::MetricValue value, std::string_view unit);
/// The same in base units without the unit, for copies: every digit that the report has.
QString metricRaw(const model::Snapshot& snapshot, model::MetricValue value);
/// Every digit of a number; whole ones without an exponent.
QString rawReal(double v);
/// Unit of an entry: from its name, or as the report states it.
std::string_view metricUnitOf(const model::Snapshot& snapshot, const model::MetricList::Entry& entry);
/// What people call a metric that has values by instruction: "Samples", "Stalled: long scoreboard". Others keep their
/// name.
QString placeMetricTitle(std::string_view metric);

}  // namespace app
