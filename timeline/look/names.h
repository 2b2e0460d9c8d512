// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

#include <QFont>
#include <QFontMetricsF>
#include <QHash>
#include <QString>

#include "model/base/api_name.h"
#include "model/look/display_name.h"
#include "model/store/event_store.h"

namespace timeline {

using model::withoutApiVersion;

using model::look::colourKey;
using model::look::displayName;
using model::look::shortKernelName;

/// `text` with the middle replaced by "…", so that it is at most `width` wide (same unit as the metrics). "" if not
/// even five characters of it fit. The start gets the larger half.
QString shortenedMiddle(const QString& text, double width, const QFontMetricsF& metrics, qsizetype kept = 0);
/// The same for titles of rows. If there is room, it keeps the beginning up to the first number, because that is where
/// rows differ ("Thread 4242…ker"), and of a name in brackets behind that its start ("CUDA HW (GPU 3, NVID…").
QString shortenedTitle(const QString& title, double width, const QFontMetricsF& metrics);

/// The same for bars. A narrow one shows the start, and a number at the end.
QString shortenedLabel(const QString& text, double width, const QFontMetricsF& metrics);

/// Shortened names by (name, width), so that a frame with hundreds of labels does not measure text. For one thread.
class LabelCache {
public:
    /// Widths are in logical px of `font`.
    explicit LabelCache(const QFont& font = QFont());
    const QFont& font() const { return m_font; }
    const QFontMetricsF& metrics() const { return m_metrics; }

    /// The display name of `name` that fits into `width` logical px; "" if none does.
    const QString& label(const model::EventStore& store, model::TrackKind track, model::StringId name, double width);
    /// Width of the whole display name in logical px.
    double fullWidth(const model::EventStore& store, model::TrackKind track, model::StringId name);

    void clear();

private:
    struct Whole {
        QString text;
        double width = -1;
    };
    const Whole& whole(const model::EventStore& store, model::TrackKind track, model::StringId name);

    static constexpr int kMaxEntries = 16384;
    QFont m_font;
    QFontMetricsF m_metrics;
    const model::EventStore* m_store = nullptr;
    QHash<quint64, Whole> m_whole;    // (track class, name)
    QHash<quint64, QString> m_short;  // (track class, name, width in steps)
};

}  // namespace timeline
