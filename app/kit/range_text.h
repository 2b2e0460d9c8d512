// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringView>
#include <optional>

#include "model/base/time.h"
#include "timeline/look/time_format.h"

namespace app {

/// A part of a report as written on the command line; an end that is left open is the report's own.
struct RangeText {
    std::optional<model::TimeNs> begin;
    std::optional<model::TimeNs> end;
    model::TimeRange within(model::TimeRange report) const;
};

/// "1.2s", "500ms", "3us", "17" (ns), "2min", "1h"; exact, decimals below the nanosecond are cut. Nothing for anything
/// else.
std::optional<model::TimeNs> parseTime(QStringView text);
/// A time in any notation in which the window writes times of the report: by that format, or as above but counted from
/// its zero.
std::optional<model::TimeNs> parseTimeAs(const timeline::TimeFormat& times, QStringView text);
/// "1.2s..1.3s", "500ms..", "..2s", ".."; nothing for anything else or when the end is not after the beginning.
std::optional<RangeText> parseRange(QStringView text);

}  // namespace app
