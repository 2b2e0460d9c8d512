// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "model/store/event_store.h"

namespace model::look {

/// A colour as 0xAARRGGBB.
using Rgb = std::uint32_t;

enum class Theme : std::uint8_t { Light, Dark };

/// For whose eyes events are coloured. The usual colours can be told apart without red or green vision, too; the others
/// lie further apart for those whom they are for.
enum class Sight : std::uint8_t {
    Usual,
    RedGreen,    ///< protanopia, deuteranopia
    BlueYellow,  ///< tritanopia
    Count
};
inline constexpr std::size_t kSightCount = static_cast<std::size_t>(Sight::Count);
/// That of the person before this screen: one for the whole program, like its palette. Any thread. Who has drawn with
/// another one draws again.
Sight sight();
void setSight(Sight sight);

/// Colours of everything that is not data. One set for each theme.
struct Tokens {
    Rgb canvas, alternateRow, grid;
    Rgb text, secondaryText;
    Rgb accent, good, warn, bad;
    Rgb onDark, onLight;       ///< label colours for dark and light bars
    Rgb header, headerBorder;  ///< row header column and ruler
};
const Tokens& tokens(Theme theme);

/// Colour never stands alone: families that hue does not separate have a texture.
enum class Pattern : std::uint8_t { None, Hatch, Dots };
Pattern patternOf(Family family);

/// WCAG contrast ratio of two opaque colours, 1 … 21.
double contrast(Rgb a, Rgb b);
/// `a` moved towards `b` by 0 … 1, in sRGB.
Rgb mixed(Rgb a, Rgb b, double amount);

/// Family of an event, by the kind of its track and its name: collectives among kernels, directions of copies, waiting
/// calls among API calls.
Family familyOf(TrackKind track, std::string_view name);

/// The appearance of bars with one name.
struct Look {
    Rgb fill = 0;
    Rgb faint = 0;  ///< full-height background behind ink, opaque, on the canvas
    Rgb edge = 0;   ///< 1 px border between touching bars
    Rgb text = 0;   ///< label colour with contrast >= 4.5 to fill
    Family family = Family::Other;
    Pattern pattern = Pattern::None;
};

/// Base colour of a family (legend, counters, summary chips).
Rgb familyColour(Family family, Theme theme);
Rgb familyColour(Family family, Theme theme, Sight sight);
/// Look of a name within a family: hue of the family, with lightness and a little hue by the hash of `baseName`
/// (display_name.h: colourKey). The same in every run and report. Python, NVTX and Other use the whole colour wheel.
Look lookOf(Family family, std::string_view baseName, Theme theme);
/// Look for a colour from the report: kept as far as labels stay readable on it.
Look lookOfReportColour(Rgb colour, Family family, Theme theme);
/// Look of a thread's state by its name (running, blocked …).
Look lookOfState(std::string_view state, Theme theme);

/// Colour number n of a row of colours whose neighbours differ much; the same in every run.
Look lookOfNumber(std::size_t n, Theme theme);
/// Step n of a scale from little to much. It differs by lightness, so that it is read without hues, too.
Look lookOfStep(std::size_t n, std::size_t steps, Theme theme);
/// Of what belongs to nothing.
Look lookOfNone(Theme theme);

/// Looks of the names in one store, computed on first use; after that, a lookup is one array access. For one thread.
/// Another theme or store needs another table.
class LookTable {
public:
    LookTable() = default;
    /// `byName`: names of all kinds share the whole colour wheel.
    LookTable(Theme theme, const EventStore* store, bool byName = false)
        : m_theme(theme), m_sight(look::sight()), m_store(store), m_byName(byName) {}

    Theme theme() const { return m_theme; }
    const EventStore* store() const { return m_store; }
    /// Whether it would be the same if it were made now.
    bool isFor(Theme theme, const EventStore* store, bool byName = false) const {
        return m_theme == theme && m_store == store && m_byName == byName && m_sight == look::sight();
    }

    const Look& look(TrackKind track, StringId name) {
        auto& table = m_tables[static_cast<std::size_t>(track)];
        if (name < table.size() && table[name].fill) return table[name];
        return compute(track, name);
    }

private:
    const Look& compute(TrackKind track, StringId name);

    Theme m_theme = Theme::Light;
    Sight m_sight = Sight::Usual;
    const EventStore* m_store = nullptr;
    bool m_byName = false;
    std::array<std::vector<Look>, kTrackKindCount> m_tables;
};

}  // namespace model::look
