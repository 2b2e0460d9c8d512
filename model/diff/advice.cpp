// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/diff/advice.h"

#include <algorithm>
#include <cmath>

namespace model::diff {
namespace {

struct Found {
    std::size_t rows = 0;
    double gain = 0;  // share
};

Found find(const rules::Rule& rule, const Snapshot& report, const std::stop_token& stop) {
    const TimeRange whole = report.whole();
    const reports::Table table = rule.table.make({report, whole, {}, 0, stop});
    return {table.rows, rules::gainOf(rule, table) / static_cast<double>(std::max<TimeNs>(1, whole.length()))};
}

}  // namespace

std::vector<AdviceChange> adviceChanges(const Snapshot& a, const Snapshot& b, std::stop_token stop) {
    std::vector<AdviceChange> out;
    for (const rules::Rule* rule : rules::all()) {
        if (stop.stop_requested()) return {};
        const Found inA = find(*rule, a, stop), inB = find(*rule, b, stop);
        if (inA.rows + inB.rows > 0) out.push_back({rule, inA.rows, inB.rows, inA.gain, inB.gain});
    }
    std::stable_sort(out.begin(), out.end(), [](const AdviceChange& x, const AdviceChange& y) {
        return std::abs(x.delta()) > std::abs(y.delta());
    });
    return out;
}

}  // namespace model::diff
