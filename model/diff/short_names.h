// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace model::diff {

/// A kernel's name that fits into a sentence: of a long one the function without its return type, with an ellipsis
/// where template arguments and parameters were: "at::native::vectorized_elementwise_kernel<4,
/// at::native::CUDAFunctor_add<float>, …>(…)".
std::string shortName(std::string_view name);

/// Names of sentences that stand below each other: those that would look alike when shortened keep what tells them
/// apart.
class ShortNames {
public:
    /// Views of names that outlive this.
    explicit ShortNames(const std::vector<std::string_view>& names);
    /// One that was not given is shortened by itself.
    std::string operator()(std::string_view name) const;

private:
    std::unordered_map<std::string_view, std::string> m_short;  // of those that look alike
};

}  // namespace model::diff
