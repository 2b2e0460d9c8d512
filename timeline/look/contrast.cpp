// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/look/contrast.h"

namespace timeline {

QRgb standingOut(QRgb colour, QRgb ground, Theme theme, double least) {
    constexpr int kSteps = 20;
    const QRgb text = tokens(theme).text;
    for (int i = 0; i < kSteps; ++i)
        if (const QRgb out = mixed(colour, text, i / static_cast<double>(kSteps)); contrast(out, ground) >= least)
            return out;
    return text;
}

QRgb labelOn(QRgb ground, Theme theme) {
    const Tokens& t = tokens(theme);
    return contrast(ground, t.onDark) > contrast(ground, t.onLight) ? t.onDark : t.onLight;
}

}  // namespace timeline
