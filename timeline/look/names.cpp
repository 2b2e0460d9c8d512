// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/look/names.h"

#include <algorithm>
#include <cmath>

namespace timeline {
namespace {

using model::TrackKind;

bool isDigit(char c) { return c >= '0' && c <= '9'; }

constexpr std::string_view kOperator = "operator";

/// Position after the bracket that closes the one at `at`, or npos. The signs of operators ("operator<<", "->") do not
/// count.
std::size_t afterBracket(std::string_view s, std::size_t at, char open, char close) {
    int depth = 0;
    for (std::size_t i = at; i < s.size(); ++i) {
        if (s[i] == 'o' && s.substr(i, kOperator.size()) == kOperator) {
            const std::size_t after = s.find_first_not_of("<>=-", i + kOperator.size());
            if (after == std::string_view::npos) return after;
            i = after - 1;
        } else if (s[i] == open) {
            ++depth;
        } else if (s[i] == close && !(close == '>' && i > 0 && s[i - 1] == '-') && --depth == 0) {
            return i + 1;
        }
    }
    return std::string_view::npos;
}

bool endsWithOperator(std::string_view s, std::size_t at) {
    return at >= kOperator.size() && s.substr(at - kOperator.size(), kOperator.size()) == kOperator;
}

/// Functions whose template arguments alone say what they do.
bool saysNothing(std::string_view base) {
    return base == "Kernel" || base == "Kernel2" || base == "kernel" || base == "device_kernel" || base == "operator()";
}

}  // namespace

std::string_view shortKernelName(std::string_view s) {
    std::size_t begin = 0;                     // of the last component of the qualified name
    std::size_t end = std::string_view::npos;  // of that component, where template arguments follow
    std::size_t afterArguments = std::string_view::npos;
    bool spaces = false, scopes = false;
    std::size_t i = 0;
    const auto restart = [&](std::size_t at) {
        begin = at;
        end = afterArguments = std::string_view::npos;
    };
    for (; i < s.size();) {
        const char c = s[i];
        if (c == '<' && !endsWithOperator(s, i)) {
            const std::size_t next = afterBracket(s, i, '<', '>');
            if (next == std::string_view::npos) return s;
            if (end == std::string_view::npos) end = i;
            afterArguments = i = next;
        } else if (c == '(') {
            if (endsWithOperator(s, i)) {
                i += 2;
                continue;
            }
            const std::size_t next = afterBracket(s, i, '(', ')');
            if (next == std::string_view::npos) return s;
            if (s.substr(i, 21) != "(anonymous namespace)") break;  // parameters
            i = next;
        } else if (c == '{') {
            const std::size_t next = afterBracket(s, i, '{', '}');
            if (next == std::string_view::npos) return s;
            i = next;
        } else if (c == ':' && i + 1 < s.size() && s[i + 1] == ':') {
            scopes = true;
            restart(i += 2);
        } else if (c == ' ') {
            spaces = true;
            restart(++i);
        } else {
            ++i;
        }
    }
    const bool parameters = i < s.size();
    if (!parameters && (spaces || (end == std::string_view::npos && !scopes))) return s;
    std::string_view base = s.substr(begin, std::min(end, i) - begin);
    if (saysNothing(base) && afterArguments != std::string_view::npos) base = s.substr(begin, afterArguments - begin);
    return base.empty() ? s : base;
}

std::string_view displayName(TrackKind track, std::string_view name) {
    switch (track) {
    case TrackKind::Kernels:
    case TrackKind::KernelsByName:
    case TrackKind::StreamKernels: return shortKernelName(name);
    case TrackKind::CudaApi:
    case TrackKind::CudaGraphs: return withoutApiVersion(name);
    default: return name;
    }
}

std::string_view colourKey(TrackKind track, std::string_view name) {
    const std::string_view shown = displayName(track, name);
    switch (track) {
    case TrackKind::Nvtx:
    case TrackKind::NvtxProjection:
    case TrackKind::ProcessNvtx:
    case TrackKind::Nccl:
    case TrackKind::Generic:
    case TrackKind::Annotations:
    case TrackKind::StreamAnnotations:
    case TrackKind::Slices:
    case TrackKind::Async: break;
    default: return shown;
    }
    constexpr std::string_view kSeparators = " _#:=.-,/()[]";
    std::size_t n = shown.size();
    bool digits = false;
    for (; n > 0 && (isDigit(shown[n - 1]) || kSeparators.find(shown[n - 1]) != kSeparators.npos); --n)
        digits |= isDigit(shown[n - 1]);
    return n == 0 || !digits ? shown : shown.substr(0, n);
}

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
