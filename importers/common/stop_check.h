// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <stop_token>
#include <vector>

namespace importers {

/// Thrown after a stop, at any depth of calls. openReport() converts it to ErrorCode::Cancelled; the store keeps its
/// contents.
struct Stopped {};

/// Call it in every loop over rows: it throws Stopped some calls after the stop was requested. For one thread.
class StopCheck {
public:
    explicit StopCheck(std::stop_token stop) : m_stop(std::move(stop)) {}

    void operator()() {
        if (++m_calls % kCallsBetweenLooks == 0) now();
    }
    /// The same at once, for slow rows.
    void now() const {
        if (m_stop.stop_requested()) throw Stopped{};
    }

private:
    static constexpr unsigned kCallsBetweenLooks = 256;
    std::stop_token m_stop;
    unsigned m_calls = 0;
};

/// Merges sorted rows [first, middle) and [middle, last), keeping the order of equals. Moves only those that change
/// places.
template <class At, class Row, class Earlier>
void mergeInPlace(At first, At middle, At last, std::vector<Row>& buffer, Earlier& earlier) {
    if (middle == last || !earlier(*middle, *(middle - 1))) return;
    At out = std::upper_bound(first, middle, *middle, earlier);
    last = std::lower_bound(middle, last, *(middle - 1), earlier);
    buffer.assign(out, middle);
    auto left = buffer.begin();
    At right = middle;
    while (left != buffer.end() && right != last) *out++ = earlier(*right, *left) ? *right++ : *left++;
    std::copy(left, buffer.end(), out);
}

/// Sorts unless the rows are sorted already, keeping the order of equals. (std::stable_sort() first fills a buffer for
/// all rows, and cannot be stopped.) After a stop the rows are in no order, and some may be there twice.
template <class Row, class Earlier>
void stableSort(std::vector<Row>& rows, Earlier earlier, StopCheck& check) {
    const auto checked = [&](const Row& a, const Row& b) {
        check();
        return earlier(a, b);
    };
    if (std::is_sorted(rows.begin(), rows.end(), checked)) return;
    constexpr std::size_t kAtOnce = 16 << 10;
    const auto at = [&](std::size_t i) { return rows.begin() + static_cast<std::ptrdiff_t>(std::min(i, rows.size())); };
    for (std::size_t i = 0; i < rows.size(); i += kAtOnce) std::stable_sort(at(i), at(i + kAtOnce), checked);
    std::vector<Row> buffer;
    for (std::size_t width = kAtOnce; width < rows.size(); width *= 2)
        for (std::size_t i = 0; i < rows.size(); i += 2 * width)
            mergeInPlace(at(i), at(i + width), at(i + 2 * width), buffer, checked);
}

}  // namespace importers
