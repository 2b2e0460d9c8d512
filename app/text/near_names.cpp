// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/text/near_names.h"

#include <algorithm>
#include <tuple>

#include "model/base/ascii.h"
#include "model/base/edit_distance.h"
#include "model/base/messages.h"

namespace app {
namespace {

constexpr std::size_t kMost = 3, kLongest = 120;  // names; letters that are looked at

std::string small(std::string_view text) { return model::lower(text.substr(0, kLongest)); }

}  // namespace

std::vector<std::string_view> nearNames(std::string_view typed, const std::vector<std::string_view>& names) {
    const std::string text = small(typed);
    if (text.empty()) return {};
    const std::size_t few = std::max<std::size_t>(1, text.size() / 3);
    std::vector<std::tuple<bool, std::size_t, std::string_view>> found;  // does not hold it; how far away; name
    for (const std::string_view name : names) {
        const std::string other = small(name);
        if (text.size() > 1 && other.find(text) != other.npos) found.emplace_back(false, name.size(), name);
        else if (const std::size_t far = std::max(other.size(), text.size()) - std::min(other.size(), text.size()) > few
                                             ? few + 1
                                             : model::editDistance(text, other);
                 far <= few)
            found.emplace_back(true, far, name);
    }
    std::sort(found.begin(), found.end());
    std::vector<std::string_view> out;
    for (std::size_t i = 0; i < std::min(kMost, found.size()); ++i) out.push_back(std::get<2>(found[i]));
    return out;
}

namespace {

model::Message nearMessage(std::string_view typed, const std::vector<std::string_view>& names) {
    using enum model::MessageCode;
    const std::vector<std::string_view> near = nearNames(typed, names);
    if (near.empty()) return {};
    return {near.size() == 1   ? DidYouMean
            : near.size() == 2 ? DidYouMeanTwo
                               : DidYouMeanThree,
            {near.begin(), near.end()}};
}

}  // namespace

model::Message withNear(model::Message wrong, std::string_view typed, const std::vector<std::string_view>& names) {
    return model::sentences(std::move(wrong), nearMessage(typed, names));
}

std::string nearText(std::string_view typed, const std::vector<std::string_view>& names) {
    const std::string text = model::english(nearMessage(typed, names));
    return text.empty() ? text : ' ' + text;
}

}  // namespace app
