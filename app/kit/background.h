// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMetaObject>
#include <QObject>
#include <QThreadPool>
#include <atomic>
#include <memory>
#include <stop_token>
#include <type_traits>
#include <utility>

namespace app {

/// Work beside the window's thread that ends before its owner does. The owner asks running work to stop, by tokens of
/// its own, and has this as its last member: the destructor waits.
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
            QMetaObject::invokeMethod(
                owner, [take = std::move(take), result]() mutable { take(std::move(*result)); }, Qt::QueuedConnection);
        });
    }
    template <class Work>
    void start(Work work) {
        m_pool.start(std::move(work));
    }
    /// Frees something large where that does not hold up the window.
    template <class Large>
    void release(Large large) {
        m_pool.start([large = std::move(large)]() mutable { large = {}; });
    }

private:
    QThreadPool m_pool;
};

/// Work of which only the newest request counts: a new request asks the running work to stop, and its result is
/// discarded in the thread that made it. Belongs to one object, as its last member (the destructor waits), and to that
/// object's thread.
class Newest {
public:
    explicit Newest(QObject* owner) : m_owner(owner), m_background(kThreads) {}
    ~Newest() { forget(); }
    Newest(const Newest&) = delete;
    Newest& operator=(const Newest&) = delete;

    /// Calls work(stop) in a thread and then take(result) in the owner's, unless there is a newer request by then. Work
    /// that has something to show before it is done is work(stop, show): show(f) calls f() in the owner's thread, under
    /// the same condition.
    template <class Work, class Take>
    void run(Work work, Take take) {
        forget();
        m_stop = std::stop_source();
        m_working = true;
        m_background.start([this, request = m_request.load(), stop = m_stop.get_token(), work = std::move(work),
                            take = std::move(take)]() mutable {
            if (request != m_request) return;
            const auto show = [this, request](auto f) { this->post(request, std::move(f)); };
            const auto done = [&](auto result) {
                // Shared, because what is posted must be copyable.
                show([this, take = std::move(take),
                      result = std::make_shared<decltype(result)>(std::move(result))]() mutable {
                    m_working = false;
                    take(std::move(*result));
                });
            };
            if constexpr (std::is_invocable_v<Work&, std::stop_token, decltype(show)>) done(work(stop, show));
            else done(work(stop));
        });
    }
    /// Asks the running work to end; its result so far is still handed over.
    void stop() { m_stop.request_stop(); }
    /// Withdraws the request.
    void forget() {
        stop();
        ++m_request;
        m_working = false;
    }
    bool isWorking() const { return m_working; }
    template <class Large>
    void release(Large large) {
        m_background.release(std::move(large));
    }

private:
    static constexpr int kThreads = 2;  // what was asked to stop may take its time

    template <class F>
    void post(std::uint64_t request, F f) {
        if (request != m_request) return;
        QMetaObject::invokeMethod(
            m_owner,
            [this, request, f = std::move(f)]() mutable {
                if (request == m_request) f();
            },
            Qt::QueuedConnection);
    }

    QObject* m_owner;
    std::atomic<std::uint64_t> m_request = 0;  // changed by the owner's thread alone
    std::stop_source m_stop;
    bool m_working = false;
    Background m_background;  // last: it waits for what uses the others
};

}  // namespace app
