// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/roofline/baseline.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace model::roofline {
namespace {

/// Points of a report by the name of their kernel.
using ByName = std::map<std::string_view, std::vector<std::size_t>>;

ByName byName(const Result& r) {
    ByName out;
    for (std::size_t i = 0; i < r.points.size(); ++i)
        if (r.points[i].hasWork()) out[r.points[i].name].push_back(i);
    return out;
}

std::vector<std::string_view> namesOf(const ByName& points) {
    std::vector<std::string_view> out;
    for (const auto& [name, list] : points) out.push_back(name);
    return out;
}

class Matcher {
public:
    Matcher(const Result& now, const Result& before)
        : m_now(now), m_before(before), m_there(byName(before)), m_here(byName(now)),
          m_names(namesOf(m_here), namesOf(m_there)) {}

    std::vector<std::optional<std::size_t>> take() {
        m_out.resize(m_now.points.size());
        for (const auto& [name, points] : m_here)
            if (const auto there = m_names.find(name)) match(points, m_there.at(*there));
        return std::move(m_out);
    }

private:
    /// Launches of one kernel with those sizes on one kind of chip.
    using Launches = std::map<std::tuple<Precision, std::string_view, std::string_view>, LaunchesThere>;

    void match(const std::vector<std::size_t>& here, const std::vector<std::size_t>& there) {
        std::set<Precision> used;
        std::map<Precision, double> left;  // of which `now` has none, by their time
        Launches launches;
        for (const std::size_t p : here) used.insert(m_now.points[p].precision);
        for (const std::size_t q : there) {
            const Point& then = m_before.points[q];
            launches[{then.precision, then.shape, m_before.chips[then.chip].name}].add(then.launch, q);
            if (!used.contains(then.precision)) left[then.precision] += then.seconds;
        }
        const auto longest = std::max_element(left.begin(), left.end(),
                                              [](const auto& a, const auto& b) { return a.second < b.second; });
        for (const std::size_t p : here) {
            m_out[p] = find(m_now.points[p], m_now.points[p].precision, launches);
            if (!m_out[p] && longest != left.end()) m_out[p] = find(m_now.points[p], longest->first, launches);
        }
    }

    /// On the same chip where it ran there, else on any other.
    std::optional<std::size_t> find(const Point& now, Precision precision, const Launches& launches) const {
        auto at = launches.find({precision, now.shape, m_now.chips[now.chip].name});
        if (at == launches.end()) at = launches.lower_bound({precision, now.shape, {}});
        if (at == launches.end() || std::get<0>(at->first) != precision || std::get<1>(at->first) != now.shape)
            return {};
        return at->second.find(now.launch);
    }

    const Result& m_now;
    const Result& m_before;
    const ByName m_there, m_here;
    const KernelNames m_names;
    std::vector<std::optional<std::size_t>> m_out;
};

}  // namespace

std::vector<std::optional<std::size_t>> matchPoints(const Result& now, const Result& before) {
    return Matcher(now, before).take();
}

std::vector<std::string> matchedChips(const Result& before, std::span<const std::optional<std::size_t>> matches) {
    std::set<std::string> out;
    for (const auto& match : matches)
        if (match) out.insert(before.chips[before.points[*match].chip].name);
    return {out.begin(), out.end()};
}

}  // namespace model::roofline
