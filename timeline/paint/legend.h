// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <vector>

#include <QString>

#include "timeline/look/draw_list.h"
#include "timeline/rows/colouring.h"

namespace timeline {

/// What a legend lists.
enum class LegendBy : std::uint8_t { Nothing, Kinds, Names };

struct LegendEntry {
    QString text;
    std::vector<QRgb> colours;  ///< its colours, the one with the largest area first; at most three
    QRgb edge = 0;
    Pattern pattern = Pattern::None;
    bool operator==(const LegendEntry&) const = default;
};

/// Translated name of a family ("Kernels").
QString familyText(Family family);

/// A legend of what is drawn: kinds in their usual order, names by the area that they cover. Faint bars do not count.
/// O(bars).
class LegendMaker {
public:
    explicit LegendMaker(const model::EventStore& store) : m_store(store) {}
    /// `colouring`: how the bars are coloured; where that is by groups, the legend lists these.
    void add(const DrawList& list, const Colouring& colouring = {});
    std::vector<LegendEntry> legend(LegendBy by, std::size_t most) const;

private:
    struct Colour {
        QRgb fill = 0, edge = 0;
        double area = 0;
    };
    struct Part {
        double area = 0;
        Pattern pattern = Pattern::None;
        std::vector<Colour> colours;
    };
    /// A group and what it is called; of others, where several pictures share a legend, those of one text are one.
    void addGroup(const Colouring& colouring, Colouring::Group group, QRgb fill, QRgb edge, double area);
    std::vector<LegendEntry> byGroup() const;
    void add(Family family, StringId name, Pattern pattern, QRgb fill, QRgb edge, double area);
    LegendEntry entry(const QString& text, const Part& part, std::size_t colours) const;
    std::vector<LegendEntry> byKind() const;
    std::vector<LegendEntry> byName(std::size_t most) const;

    const model::EventStore& m_store;
    std::map<std::pair<Family, StringId>, Part> m_parts;
    std::map<std::pair<Colouring::Group, QString>, Part> m_groups;
};

}  // namespace timeline
