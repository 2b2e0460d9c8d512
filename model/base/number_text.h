// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace model {

// How numbers are written in sentences, in every language.

/// "16.65 ms", "8.4 µs".
std::string durationText(double ns);
/// "12.5 MiB", "1.20 GiB".
std::string bytesText(double bytes);
/// "+17.0 %", "−5.0 %", "0.0 %".
std::string changeText(double percent);
/// Three digits of it, in thousands: "105 000".
std::string factorText(double factor);

}  // namespace model
