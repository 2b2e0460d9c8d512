// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/look/names.h"

#include <algorithm>
#include <cmath>

namespace timeline {

using model::TrackKind;

namespace {

/// A text without its middle or end, and how many characters stay of it.
struct Cut {
    QString text;
    qsizetype stays = 0;
};

/// The longest that fits, of which the first `kept` characters stay if there is room for them.
Cut longestCut(const QString& text, double width, const QFontMetricsF& metrics, qsizetype kept) {
    const QChar dots(0x2026);
    const auto cut = [&](qsizetype keep) {
        qsizetype head = std::max((keep + 1) / 2, std::min(kept, keep)), tail = keep - head;
        if (head > 0 && text.at(head - 1).isHighSurrogate()) --head;
        if (tail > 0 && text.at(text.size() - tail).isLowSurrogate()) --tail;
        return QString(text.left(head) + dots + text.right(tail));
    };
    // Not more characters can fit than narrow ones would take; then the longest that does, by bisection.
    qsizetype lo = 0, hi = text.size() - 1;
    const double narrow = std::max(1.0, metrics.horizontalAdvance(QLatin1Char('i')));
    hi = std::min<qsizetype>(hi, static_cast<qsizetype>(width / narrow) + 1);
    while (lo < hi) {
        const qsizetype mid = (lo + hi + 1) / 2;
        if (metrics.horizontalAdvance(cut(mid)) <= width) lo = mid;
        else hi = mid - 1;
    }
    return {cut(lo), lo};
}

}  // namespace

QString shortenedMiddle(const QString& text, double width, const QFontMetricsF& metrics, qsizetype kept) {
    if (metrics.horizontalAdvance(text) <= width) return text;
    const Cut cut = longestCut(text, width, metrics, kept);
    constexpr qsizetype kFewest = 5;  // less than that is noise
    if (cut.stays < kept) return shortenedMiddle(text, width, metrics);
    return cut.stays >= kFewest ? cut.text : QString();
}

QString shortenedLabel(const QString& text, double width, const QFontMetricsF& metrics) {
    if (metrics.horizontalAdvance(text) <= width) return text;
    constexpr qsizetype kBothEnds = 24, kFewest = 3, kLongestNumber = 4;
    const Cut ends = longestCut(text, width, metrics, 0);
    if (ends.stays >= kBothEnds) return ends.text;
    // Steps and layers differ in the number at their end alone.
    const auto isDigit = [](QChar c) { return c.isDigit(); };
    const qsizetype digits = std::find_if_not(text.rbegin(), text.rend(), isDigit) - text.rbegin();
    const QString number = digits <= kLongestNumber ? text.right(digits) : QString();
    for (const QString& tail : {number, QString()}) {
        const QString head = text.chopped(tail.size());
        const Cut start = longestCut(head, width - metrics.horizontalAdvance(tail), metrics, head.size());
        if (start.stays >= kFewest) return start.text + tail;
    }
    return {};
}

QString shortenedTitle(const QString& title, double width, const QFontMetricsF& metrics) {
    const auto isDigit = [](QChar c) { return c.isDigit(); };
    const auto number = std::find_if(title.begin(), title.end(), isDigit);
    const auto behind = std::find_if_not(number, title.end(), isDigit);
    // A name in brackets at the end, like that of a device, says least at its own end.
    const auto bracket = std::find_if(title.begin(), title.end(), [](QChar c) { return c == u'(' || c == u'（'; });
    const bool isClosed = title.endsWith(u')') || title.endsWith(u'）');
    if (isClosed && bracket < number && behind < title.end() - 1 && metrics.horizontalAdvance(title) > width)
        if (const Cut start = longestCut(title, width, metrics, title.size()); start.stays >= behind - title.begin())
            return start.text;
    return shortenedMiddle(title, width, metrics, number == title.end() ? 0 : behind - title.begin());
}

LabelCache::LabelCache(const QFont& font) : m_font(font), m_metrics(font) {}

void LabelCache::clear() {
    m_whole.clear();
    m_short.clear();
}

const LabelCache::Whole& LabelCache::whole(const model::EventStore& store, TrackKind track, model::StringId name) {
    if (m_store != &store) {
        clear();
        m_store = &store;
    }
    if (m_whole.size() > kMaxEntries) m_whole.clear();
    Whole& w = m_whole[(static_cast<quint64>(track) << 32) | name];
    if (w.width < 0) {
        // A name of megabytes cannot be seen on a bar; its ends can.
        constexpr qsizetype kMost = 2048;
        const std::string_view shown = displayName(track, store.strings().at(name));
        QString text =
            QString::fromUtf8(shown.data(), static_cast<qsizetype>(std::min<std::size_t>(shown.size(), kMost)))
                .simplified();
        w.width = m_metrics.horizontalAdvance(text);
        w.text = std::move(text);
    }
    return w;
}

double LabelCache::fullWidth(const model::EventStore& store, TrackKind track, model::StringId name) {
    return whole(store, track, name).width;
}

const QString& LabelCache::label(const model::EventStore& store, TrackKind track, model::StringId name, double width) {
    const Whole& w = whole(store, track, name);
    if (w.width <= width) return w.text;
    // Widths in steps of 4 px: while a bar grows its label is shortened anew only now and then.
    const auto step = static_cast<quint64>(std::clamp(std::floor(width / 4), 0.0, 4095.0));
    if (m_short.size() > kMaxEntries) m_short.clear();
    const quint64 key = (step << 40) | (static_cast<quint64>(track) << 32) | name;
    const auto found = m_short.constFind(key);
    if (found != m_short.constEnd()) return *found;
    return *m_short.insert(key, shortenedLabel(w.text, static_cast<double>(step) * 4, m_metrics));
}

}  // namespace timeline
