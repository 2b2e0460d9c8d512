// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace importers {

/// Calls work(i) for i in [0, n) from up to `threads` threads, including this one; indices are handed out in order.
/// Returns when all are done. If a call throws, the rest is skipped, and the first exception is rethrown.
template <class F>
void parallelFor(std::size_t n, unsigned threads, F&& work) {
    if (threads == 0) threads = std::max(1u, std::thread::hardware_concurrency());
    std::atomic<std::size_t> next{0};
    std::exception_ptr thrown;
    std::mutex mutex;
    const auto run = [&] {
        try {
            for (std::size_t i; (i = next.fetch_add(1)) < n;) work(i);
        } catch (...) {
            next = n;
            std::lock_guard lock(mutex);
            if (!thrown) thrown = std::current_exception();
        }
    };
    {
        std::vector<std::jthread> others;
        for (unsigned t = 1; t < std::min<std::size_t>(threads, n); ++t) others.emplace_back(run);
        run();
    }
    if (thrown) std::rethrow_exception(thrown);
}

}  // namespace importers
