// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "app/html/html_text.h"

namespace app {

/// The roofline of DRAM as SVG inside of a page: kernels by name, their area as their time, under the roofs of the chip
/// that most of them ran on. Empty where no kernel has both work and bytes. At most as many marks as can be told apart;
/// the page says below how many are left out.
std::string htmlRoofline(const model::reports::Request& request, const HtmlWords& words);

}  // namespace app
