// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <stop_token>
#include <vector>

namespace importers {

/// Ends what cannot go on after a stop, from however deep inside. openReport() turns it into ErrorCode::Cancelled; what is
/// in the store by then stays.
struct Stopped {};

/// Asked in every loop over rows: throws Stopped some calls after the stop was requested. For one thread.
class StopCheck {
public:
    explicit StopCheck(std::stop_token stop) : m_stop(std::move(stop)) {}

    void operator()() {
        if (++m_calls % kCallsBetweenLooks == 0) now();
    }
    /// The same at once, for rows that take long.
    void now() const {
        if (m_stop.stop_requested()) throw Stopped{};
    }

private:
    static constexpr unsigned kCallsBetweenLooks = 256;
    std::stop_token m_stop;
    unsigned m_calls = 0;
};

/// Sorts unless that is done already, keeping the order of equals. After a stop the rows are in no order, and some may be
/// there twice.
template <class Row, class Earlier>
void stableSort(std::vector<Row>& rows, Earlier earlier, StopCheck& check) {
    const auto checked = [&](const Row& a, const Row& b) {
        check();
        return earlier(a, b);
    };
    if (!std::is_sorted(rows.begin(), rows.end(), checked)) std::stable_sort(rows.begin(), rows.end(), checked);
}

}  // namespace importers
