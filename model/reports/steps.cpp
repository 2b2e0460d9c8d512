// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/reports/steps.h"

#include <array>
#include <cctype>

namespace model::reports {

bool isStep(std::string_view name) {
    while (!name.empty() && std::isdigit(static_cast<unsigned char>(name.back()))) name.remove_suffix(1);
    while (!name.empty() && std::string_view(" _#:=-").find(name.back()) != std::string_view::npos) name.remove_suffix(1);
    std::string word(name);
    std::transform(word.begin(), word.end(), word.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    constexpr std::array kWords{"profilerstep", "step", "iteration", "iter", "batch", "train_step", "training_step", "training step", "train step", "global_step", "global step", "epoch step"};
    return std::find(kWords.begin(), kWords.end(), word) != kWords.end();
}

std::vector<Step> stepsOf(const Request& r) {
    std::vector<Step> out;
    forEvents(r, {TrackKind::Annotations, TrackKind::Nvtx, TrackKind::ProcessNvtx}, [&](const Track& t, EventRef e, const LaneView& lane) {
        const std::string_view name = r.report.text(lane.name(e.row));
        if (lane.end(e.row) > lane.start(e.row) && isStep(name)) out.push_back({e, {lane.start(e.row), lane.end(e.row)}, name, t.key.host, t.key.pid});
    });
    std::stable_sort(out.begin(), out.end(), [](const Step& a, const Step& b) { return a.range.begin < b.range.begin; });
    return out;
}

}  // namespace model::reports
