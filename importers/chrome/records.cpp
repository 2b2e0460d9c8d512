// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/chrome/records.h"

namespace importers::chrome {

void Records::clear() {
    for (Group& g : groups) g.events.clear();
    const auto empty = [](auto&... lists) { (lists.clear(), ...); };
    empty(beginEnds, asyncs, objects, flows, counters, metadata, memory, oddities);
    counts = {};
    correlates = isKineto = false;
    platform = {};
}

}  // namespace importers::chrome
