// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include <QString>

#include "model/store/report_info.h"
#include "timeline/look/time_scale.h"

class QTimeZone;

namespace timeline {

/// What a person wants times of events to be written as.
enum class TimeStyle : std::uint8_t {
    Offset,    ///< from the start of the report
    Utc,       ///< wall clock in UTC
    Local,     ///< wall clock of this computer
    Captured,  ///< wall clock of the machine that was captured
    Count
};
inline constexpr std::size_t kTimeStyleCount = static_cast<std::size_t>(TimeStyle::Count);
/// Stable name for settings and the command line, and back; an unknown name is Offset.
QString timeStyleId(TimeStyle style);
TimeStyle timeStyleFromId(const QString& id);
/// Translated name for menus.
QString timeStyleText(TimeStyle style);
/// Why a report has no such times, as a translated sentence; empty = it has.
QString whyNoTimes(const model::ReportInfo& info, TimeStyle style);

/// How the times of a report are written: the one thing that decides it for the ruler, tables, tips and copies. A
/// plain value without access to the system: what a zone does during the report is looked up once, when it is made.
class TimeFormat {
public:
    /// Offsets from time 0.
    TimeFormat() = default;
    /// For a report whose events lie in `times`. What the report has no clock for is written as an offset. With `zero`,
    /// times count from there, whatever the style. `local`: the zone of this computer; null = as the system has it.
    TimeFormat(const model::ReportInfo& info, TimeRange times, TimeStyle style, std::optional<TimeNs> zero,
               const QTimeZone* local = nullptr);

    bool isClock() const { return !m_zone.empty(); }
    /// Exact to the nanosecond: "12.317 402 518 s", "0:02:03.000 000 001", "14:03:12.000 000 001". With its date in a
    /// report of more than one day, and with the distance from UTC in one during which that changes.
    QString exact(TimeNs t) const;
    /// With the digits that matter if a pixel is `nsPerPx` wide.
    QString at(TimeNs t, double nsPerPx) const;
    /// For copies and files: whole ns from the zero, or date and time in the notation of ISO 8601.
    QString raw(TimeNs t) const;
    /// The time that such a text means, in any notation in which times are shown, whatever the style: an offset like
    /// "0:02:03.5" or "1 d 02:00:00", and where the report has a wall clock "14:03:12", "2026-11-30 14:03" or
    /// "2026-11-30T14:03:12Z". Nothing for anything else; see app::parseTime() for numbers with units.
    std::optional<TimeNs> parse(QStringView text) const;

    // --- for the ruler
    /// Round times are multiples of a step from here; see rulerTicks().
    TimeNs origin() const { return m_origin; }
    /// The label of a round time if such times are `step` apart: with the date where another day begins.
    QString label(TimeNs t, TimeNs step) const;
    /// What times count from.
    TimeNs zero() const { return m_zero; }

    bool operator==(const TimeFormat&) const = default;

private:
    /// From this time on clocks are that far from UTC.
    struct Offset {
        TimeNs from, ns;
        bool operator==(const Offset&) const = default;
    };
    TimeNs offsetAt(TimeNs t) const;
    TimeNs clockOf(TimeNs t) const;  ///< ns since 1970 by that clock
    QString clockText(TimeNs t, int decimals, bool date, bool seconds = true) const;
    std::optional<TimeNs> parseClock(const QString& text) const;

    TimeNs m_zero = 0, m_origin = 0;
    TimeNs m_epoch = 0;          ///< UTC at time 0; 0 = unknown
    TimeNs m_begin = 0;          ///< of the report
    bool m_dates = false;        ///< more than one day
    std::vector<Offset> m_zone;  ///< by time; empty = times are offsets
};

}  // namespace timeline
