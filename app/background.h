// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMetaObject>
#include <QObject>
#include <QThreadPool>
#include <memory>
#include <utility>

namespace app {

/// Work beside the window's thread that ends before its owner does. The owner asks what runs to stop, by tokens of its own, and has this as
/// its last member: the destructor waits.
class Background {
public:
    explicit Background(int threads) { m_pool.setMaxThreadCount(threads); }
    ~Background() { m_pool.waitForDone(); }
    Background(const Background&) = delete;
    Background& operator=(const Background&) = delete;

    /// Calls work() in a thread and then, in the thread of `owner`, take(result); not if the owner is gone by then.
    template <class Work, class Take>
    void run(QObject* owner, Work work, Take take) {
        m_pool.start([owner, work = std::move(work), take = std::move(take)]() mutable {
            // Shared, because what is posted must be copyable.
            auto result = std::make_shared<decltype(work())>(work());
            QMetaObject::invokeMethod(owner, [take = std::move(take), result]() mutable { take(std::move(*result)); }, Qt::QueuedConnection);
        });
    }
    /// Lets go of something large where it does not hold up the window.
    template <class Large>
    void release(Large large) {
        m_pool.start([large = std::move(large)]() mutable { large = {}; });
    }

private:
    QThreadPool m_pool;
};

}  // namespace app
