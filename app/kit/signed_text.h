// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <algorithm>

namespace app {

/// "+7.8 µs", "−0.02 points": a difference, of which `size` is the amount in words. What that rounds to nothing has no
/// sign.
inline QString withSign(double difference, const QString& size) {
    const bool isSome = std::any_of(size.begin(), size.end(), [](QChar c) { return c.digitValue() > 0; });
    return !isSome || difference == 0 ? size : (difference < 0 ? QChar(0x2212) : QChar(u'+')) + size;
}

}  // namespace app
