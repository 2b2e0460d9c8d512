// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/paint/legend.h"

#include <QCoreApplication>

#include <algorithm>

#include "timeline/look/names.h"

namespace timeline {
namespace {

constexpr std::size_t kMostStripes = 3;
constexpr qsizetype kLongestName = 48;

// Names of kernels and calls are shown without what only the linker needs.
TrackKind kindOf(Family family) {
    switch (family) {
    case Family::Kernel:
    case Family::Communication: return TrackKind::StreamKernels;
    case Family::Api:
    case Family::Synchronization: return TrackKind::CudaApi;
    default: return TrackKind::Generic;
    }
}

}  // namespace

namespace {

/// Samples have one colour whatever they are called, and no names in legends.
bool isStackSample(TrackKind kind) { return kind == TrackKind::CpuSamples || kind == TrackKind::PythonSamples; }
QString textOf(Family family, bool nameless) {
    return family == Family::Python && nameless
               ? QCoreApplication::translate("timeline", QT_TRANSLATE_NOOP("timeline", "Python samples"))
               : familyText(family);
}

}  // namespace

QString familyText(Family family) { return QCoreApplication::translate("timeline", model::look::familyText(family)); }

void LegendMaker::add(const DrawList& list, const Colouring& colouring) {
    for (const Ink& k : list.inks) {
        const double area = (k.x1 - k.x0) * k.busy / 255.0 * list.strips[k.strip].height;
        if (k.group) addGroup(colouring, k.group, k.fill, k.fill, area);
        else add(k.family, k.name, k.pattern, k.fill, k.fill, area);
    }
    for (const Rect& r : list.rects) {
        const double area = (r.x1 - r.x0) * list.strips[r.strip].height;
        if (r.flags & Rect::kFaint) continue;
        if (r.group) addGroup(colouring, r.group, r.fill, r.edge, area);
        else add(r.family, r.name, r.pattern, r.fill, r.edge, area);
    }
    for (const Tick& t : list.ticks) {
        const Family family = familyOf(t.kind, m_store.strings().at(t.name));
        add(family, isStackSample(t.kind) ? 0 : t.name, patternOf(family), t.colour, t.colour,
            list.strips[t.strip].height);
    }
}

void LegendMaker::addGroup(const Colouring& colouring, Colouring::Group group, QRgb fill, QRgb edge, double area) {
    Part& part = m_groups[{group, colouring.text(group)}];
    part.area += area;
    if (part.colours.empty()) part.colours.push_back({fill, edge, area});
}

void LegendMaker::add(Family family, StringId name, Pattern pattern, QRgb fill, QRgb edge, double area) {
    Part& part = m_parts[{family, name}];
    part.area += area;
    part.pattern = pattern;
    auto colour =
        std::find_if(part.colours.begin(), part.colours.end(), [fill](const Colour& c) { return c.fill == fill; });
    if (colour == part.colours.end()) {
        if (part.colours.size() >= 4 * kMostStripes) return;  // a name has one colour, unless the report gives others
        colour = part.colours.insert(part.colours.end(), {fill, edge, 0});
    }
    colour->area += area;
}

LegendEntry LegendMaker::entry(const QString& text, const Part& part, std::size_t colours) const {
    std::vector<Colour> sorted = part.colours;
    std::stable_sort(sorted.begin(), sorted.end(), [](const Colour& a, const Colour& b) { return a.area > b.area; });
    LegendEntry out{text, {}, sorted.front().edge, part.pattern};
    for (std::size_t i = 0; i < std::min(colours, sorted.size()); ++i) out.colours.push_back(sorted[i].fill);
    return out;
}

std::vector<LegendEntry> LegendMaker::byKind() const {
    std::map<std::pair<Family, bool>, Part> kinds;
    for (const auto& [key, part] : m_parts) {
        Part& kind = kinds[{key.first, key.first == Family::Python && !key.second}];
        kind.area += part.area;
        kind.pattern = part.pattern;
        for (const Colour& c : part.colours) {
            const auto same = std::find_if(kind.colours.begin(), kind.colours.end(),
                                           [&c](const Colour& o) { return o.fill == c.fill; });
            if (same == kind.colours.end()) kind.colours.push_back(c);
            else same->area += c.area;
        }
    }
    std::vector<LegendEntry> out;
    for (const auto& [kind, part] : kinds) out.push_back(entry(textOf(kind.first, kind.second), part, kMostStripes));
    return out;
}

std::vector<LegendEntry> LegendMaker::byName(std::size_t most) const {
    // What differs by a number at its end alone ("step 17", "step 18") looks alike and is one entry.
    struct Named {
        Part part;
        QString text;
        bool several = false;
    };
    const auto readable = [](std::string_view text) {
        return QString::fromUtf8(text.data(), static_cast<qsizetype>(std::min<std::size_t>(text.size(), 1024)))
            .simplified();
    };
    std::map<std::pair<std::string, QRgb>, Named> names;
    for (const auto& [key, part] : m_parts) {
        if (!key.second) continue;
        const std::string_view name = m_store.strings().at(key.second);
        const QString text = readable(displayName(kindOf(key.first), name));
        if (text.isEmpty()) continue;
        for (const Colour& c : part.colours) {
            Named& one = names[{std::string(colourKey(kindOf(key.first), name)), c.fill}];
            one.several = one.several || (!one.text.isEmpty() && one.text != text);
            one.text = text;
            one.part.area += c.area;
            one.part.pattern = part.pattern;
            if (one.part.colours.empty()) one.part.colours.push_back(c);
        }
    }
    std::vector<std::pair<QString, const Part*>> sorted;
    for (const auto& [key, part] : m_parts)
        if (!key.second && (key.first == Family::Sample || key.first == Family::Python))
            sorted.emplace_back(textOf(key.first, true), &part);
    for (const auto& [key, one] : names) {
        QString text = one.several ? readable(key.first) + QStringLiteral(" ") + QChar(0x2026) : one.text;
        if (text.size() > kLongestName)
            text = text.left(kLongestName / 2) + QChar(0x2026) + text.right(kLongestName / 2 - 1);
        sorted.emplace_back(text, &one.part);
    }
    std::stable_sort(sorted.begin(), sorted.end(),
                     [](const auto& a, const auto& b) { return a.second->area > b.second->area; });
    std::vector<LegendEntry> out;
    for (const auto& [text, part] : sorted) {
        if (out.size() == most) break;
        out.push_back(entry(text, *part, 1));
    }
    return out;
}

/// In the order of the groups: streams by number, durations from short to long.
std::vector<LegendEntry> LegendMaker::byGroup() const {
    std::vector<LegendEntry> out;
    for (const auto& [key, part] : m_groups) out.push_back(entry(key.second, part, 1));
    // What is in no group, such as states of threads, has the colours of its kind.
    for (LegendEntry& kind : byKind()) out.push_back(std::move(kind));
    return out;
}

std::vector<LegendEntry> LegendMaker::legend(LegendBy by, std::size_t most) const {
    std::vector<LegendEntry> out;
    if (by != LegendBy::Nothing && !m_groups.empty()) out = byGroup();
    else if (by == LegendBy::Kinds) out = byKind();
    else if (by == LegendBy::Names) out = byName(most);
    if (out.size() > most) out.resize(most);
    return out;
}

}  // namespace timeline
