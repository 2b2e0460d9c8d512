// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/store/report_info.h"

namespace model::rep {

/// Facts about the files of a merged report were English titles and texts before they had keys ("Aligned by": "wall
/// clock"). Gives those of a host the keys and values of file_fact; facts of others, and what is not understood, stay
/// as they are.
void readWrittenFacts(Facts& facts);

}  // namespace model::rep
