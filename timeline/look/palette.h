// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRgb>
#include <QString>

#include "model/look/colouring.h"
#include "model/look/palette.h"

// Colours are those of the model, so that pages have them, too; the form of one is that of Qt.
namespace timeline {

using model::Family;
using model::StringId;
using model::TrackKind;
using model::look::ColourBy;
using model::look::contrast;
using model::look::familyColour;
using model::look::familyOf;
using model::look::Look;
using model::look::lookOf;
using model::look::lookOfNone;
using model::look::lookOfNumber;
using model::look::lookOfReportColour;
using model::look::lookOfState;
using model::look::lookOfStep;
using model::look::LookTable;
using model::look::mixed;
using model::look::Pattern;
using model::look::patternOf;
using model::look::setSight;
using model::look::Sight;
using model::look::sight;
using model::look::Theme;
using model::look::Tokens;
using model::look::tokens;

/// Stable name for settings, and back; an unknown name is Usual.
QString sightId(Sight sight);
Sight sightFromId(const QString& id);
QString sightText(Sight sight);  ///< translated

static_assert(std::is_same_v<model::look::Rgb, QRgb>);

}  // namespace timeline
