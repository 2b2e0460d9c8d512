// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <vector>

#include "model/query/correlation.h"
#include "timeline/look/time_format.h"

namespace timeline {

/// One line about an event.
struct DetailRow {
    QString label;  ///< translated
    QString value;  ///< for people: with unit, enumeration names
    QString raw;    ///< for copying: number in ns or bytes, full text
    QString group;  ///< translated heading; "" = the facts at the top
    bool operator==(const DetailRow&) const = default;
};

struct DescribeOptions {
    int maxFrames = 64;       ///< of a call chain
    bool where = true;        ///< process, thread, device, stream …
    bool correlation = true;  ///< look up launch or GPU work: O(log n) searches in the lanes of the process
    TimeFormat times;
};

/// Everything that is known about an event, in the order in which people want it. Nothing for an invalid reference.
std::vector<DetailRow> describeEvent(const model::Snapshot& s, model::EventRef ref,
                                     const DescribeOptions& options = {});

/// The full name for people: without API versions; the kind if an event has no name.
QString eventName(const model::Snapshot& s, model::EventRef ref);
/// Like eventName(), but short: for a kernel, the name of the function itself.
QString shortEventName(const model::Snapshot& s, model::EventRef ref);
/// Translated name of a kind of event, in the words of the report's vendor.
QString eventKindText(const model::Snapshot& s, model::EventKind kind);

/// One event on one line: "gemm, 12.3 µs, at 1.204 318 002 s": for status lines and screen readers.
QString eventSentence(const model::Snapshot& s, model::EventRef ref, const TimeFormat& times);

/// The rows as plain text, one a line, headings included.
QString detailText(const std::vector<DetailRow>& rows);

/// The translated name of an argument. Keys without an entry in a table are made readable: "tensorSize" → "tensor
/// size".
QString argLabel(std::string_view key, model::EventKind kind);
/// The value of an argument for people: with its unit, or the name of an enumeration value.
QString argText(const model::Snapshot& s, const model::Arg& arg, model::EventKind kind);
/// The same for copying: digits only, full text.
QString argRaw(const model::Snapshot& s, const model::Arg& arg);

}  // namespace timeline
