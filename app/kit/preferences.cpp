// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/kit/preferences.h"

namespace app {

PreferenceChanges* preferenceChanges() {
    static PreferenceChanges changes;
    return &changes;
}

}  // namespace app
