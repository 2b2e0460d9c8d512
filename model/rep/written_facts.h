// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

#include "model/store/report_info.h"

namespace model::rep {

/// Facts about the files of a merged report were English titles and texts before they had keys ("Aligned by": "wall
/// clock"). Gives those of a host the keys and values of file_fact; facts of others, and what is not understood, stay
/// as they are.
void readWrittenFacts(Facts& facts);

/// The key of a fact of the session, which may have been an English title, too. Others stay as they are.
std::string_view keyOfWritten(std::string_view title);

}  // namespace model::rep
