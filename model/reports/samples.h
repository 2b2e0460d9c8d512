// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "model/base/translate_noop.h"
#include "model/reports/report.h"
#include "model/workload/call_tree.h"

namespace model::reports {

extern const Report kCpuSampleSum, kPythonSampleSum, kPythonSum;

/// By chain, and one for none: whether that function is in it.
std::vector<std::uint8_t> chainsWith(const Snapshot& s, const Function& function);

/// Samples with that function anywhere in their chain, for Evidence.
std::vector<EventRef> samplesOf(const Request& r, CallSource source, const Function& function);

/// Of flatTimes().
inline constexpr ColumnInfo kNameTimes[] = {
    {QT_TRANSLATE_NOOP("Reports", "Self (%)"), Unit::Percent,
     QT_TRANSLATE_NOOP("Reports", "Self time as a share of all"), Role::Self},
    {QT_TRANSLATE_NOOP("Reports", "Self (ns)"), Unit::Ns,
     QT_TRANSLATE_NOOP("Reports", "Time in this function itself, within the selected time"), Role::Self},
    {QT_TRANSLATE_NOOP("Reports", "Total (%)"), Unit::Percent,
     QT_TRANSLATE_NOOP("Reports", "Total time as a share of all")},
    {QT_TRANSLATE_NOOP("Reports", "Total (ns)"), Unit::Ns,
     QT_TRANSLATE_NOOP("Reports", "Time in this function and in what it called; a function below itself counts once"),
     Role::Each},
    {QT_TRANSLATE_NOOP("Reports", "Calls"), Unit::Count, QT_TRANSLATE_NOOP("Reports", "How many there are")},
    {QT_TRANSLATE_NOOP("Reports", "Function"), Unit::Text, QT_TRANSLATE_NOOP("Reports", "Its name"), Role::Name},
};
/// All names of events that nest, those with most time of their own first. As the request wants them: whole, or by
/// their base.
Table flatTimes(const Request& r, CallSource source, MessageCode why);
/// Null where a request wants whole names.
std::shared_ptr<BaseNames> baseNamesFor(const Request& r);

}  // namespace model::reports
