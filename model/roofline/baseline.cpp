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

std::string_view baseOf(std::string_view name) { return kernelBaseName(name); }

class Matcher {
public:
    Matcher(const Result& now, const Result& before) : m_now(now), m_before(before), m_there(byName(before)), m_here(byName(now)) {
        for (const auto& [name, points] : m_there)
            if (!m_here.contains(name)) m_alike[baseOf(name)].push_back(name);
    }

    std::vector<std::optional<std::size_t>> take() {
        m_out.resize(m_now.points.size());
        for (const auto& [name, points] : m_here)
            if (const auto* there = pointsThere(name)) match(points, *there);
        return std::move(m_out);
    }

private:
    const std::vector<std::size_t>* pointsThere(std::string_view name) const {
        if (const auto same = m_there.find(name); same != m_there.end()) return &same->second;
        const auto alike = m_alike.find(baseOf(name));
        return alike == m_alike.end() || alike->second.size() != 1 ? nullptr : &m_there.at(alike->second.front());
    }

    /// Launches of one kernel with those sizes on one kind of chip, in their order.
    using Launches = std::map<std::tuple<Precision, std::string_view, std::string_view>, std::vector<std::size_t>>;

    void match(const std::vector<std::size_t>& here, const std::vector<std::size_t>& there) {
        std::set<Precision> used;
        std::map<Precision, double> left;  // of which `now` has none, by their time
        Launches launches;
        for (const std::size_t p : here) used.insert(m_now.points[p].precision);
        for (const std::size_t q : there) {
            const Point& then = m_before.points[q];
            launches[{then.precision, then.shape, m_before.chips[then.chip].name}].push_back(q);
            if (!used.contains(then.precision)) left[then.precision] += then.seconds;
        }
        for (auto& [key, list] : launches)
            std::sort(list.begin(), list.end(), [&](std::size_t a, std::size_t b) { return m_before.points[a].occurrence < m_before.points[b].occurrence; });
        const auto longest = std::max_element(left.begin(), left.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
        for (const std::size_t p : here) {
            m_out[p] = find(m_now.points[p], m_now.points[p].precision, launches);
            if (!m_out[p] && longest != left.end()) m_out[p] = find(m_now.points[p], longest->first, launches);
        }
    }

    /// On the same chip where it ran there, else on any other; the launch itself, else the last one before it.
    std::optional<std::size_t> find(const Point& now, Precision precision, const Launches& launches) const {
        auto at = launches.find({precision, now.shape, m_now.chips[now.chip].name});
        if (at == launches.end()) at = launches.lower_bound({precision, now.shape, {}});
        if (at == launches.end() || std::get<0>(at->first) != precision || std::get<1>(at->first) != now.shape) return {};
        const auto after = std::upper_bound(at->second.begin(), at->second.end(), now.occurrence, [&](std::uint32_t n, std::size_t q) { return n < m_before.points[q].occurrence; });
        return after == at->second.begin() ? at->second.front() : *(after - 1);
    }

    const Result& m_now;
    const Result& m_before;
    const ByName m_there, m_here;
    std::map<std::string_view, std::vector<std::string_view>> m_alike;  // names that only `before` has, by their base
    std::vector<std::optional<std::size_t>> m_out;
};

}  // namespace

std::vector<std::optional<std::size_t>> matchPoints(const Result& now, const Result& before) { return Matcher(now, before).take(); }

std::vector<std::string> matchedChips(const Result& before, std::span<const std::optional<std::size_t>> matches) {
    std::set<std::string> out;
    for (const auto& match : matches)
        if (match) out.insert(before.chips[before.points[*match].chip].name);
    return {out.begin(), out.end()};
}

}  // namespace model::roofline
