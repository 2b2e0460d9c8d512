// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/base/message.h"

namespace app {

/// Which of the names may have been meant by what was typed: those that hold it, whatever the case of letters, the
/// shortest first; then those that differ from it in few letters. Three at most. Linear in the names' letters times
/// those of the text.
std::vector<std::string_view> nearNames(std::string_view typed, const std::vector<std::string_view>& names);
/// "… Did you mean “gemm” or “sgemm”?" behind what is wrong, where one may have been meant.
model::Message withNear(model::Message wrong, std::string_view typed, const std::vector<std::string_view>& names);
/// " Did you mean “gemm” or “sgemm”?", or nothing.
std::string nearText(std::string_view typed, const std::vector<std::string_view>& names);

}  // namespace app
