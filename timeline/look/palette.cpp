// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/look/palette.h"

#include <QCoreApplication>

#include <array>

namespace timeline {
namespace {

struct SightTexts {
    Q_DECLARE_TR_FUNCTIONS(timeline::Sight)
public:
    struct Name {
        const char *id, *text;
    };
    static constexpr std::array<Name, model::look::kSightCount> kNames{{
        {"usual", QT_TR_NOOP("Usual")},
        {"redGreen", QT_TR_NOOP("Without red or green vision")},
        {"blueYellow", QT_TR_NOOP("Without blue vision")},
    }};
};

}  // namespace

QString sightId(Sight sight) { return QLatin1String(SightTexts::kNames[static_cast<std::size_t>(sight)].id); }

Sight sightFromId(const QString& id) {
    for (std::size_t i = 0; i < SightTexts::kNames.size(); ++i)
        if (id == QLatin1String(SightTexts::kNames[i].id)) return static_cast<Sight>(i);
    return Sight::Usual;
}

QString sightText(Sight sight) { return SightTexts::tr(SightTexts::kNames[static_cast<std::size_t>(sight)].text); }

}  // namespace timeline
