// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace app {

/// Which of the names somebody may have meant who typed this: those that hold it, whatever the case of letters, the
/// shortest first; then those that few letters tell from it. Three at most. Linear in the names' letters times those of
/// the text.
std::vector<std::string_view> nearNames(std::string_view typed, const std::vector<std::string_view>& names);
/// " Did you mean “gemm” or “sgemm”?", or nothing.
std::string nearText(std::string_view typed, const std::vector<std::string_view>& names);

}  // namespace app
