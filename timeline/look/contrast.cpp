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
    const auto better = [ground](QRgb a, QRgb b) { return contrast(ground, a) > contrast(ground, b) ? a : b; };
    const QRgb label = better(t.onDark, t.onLight);
    // On grounds of middle brightness only white or black itself is read.
    return contrast(ground, label) >= kTextContrast ? label : better(0xffffffff, 0xff000000);
}

}  // namespace timeline
