// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <stop_token>

#include "timeline/look/communication.h"
#include "timeline/paint/overview_strip.h"

namespace timeline {

/// Computes, in the background, the density of the overview strip, and which work is communication.
class OverviewDensity : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;
    ~OverviewDensity() override { m_stop.request_stop(); }

    /// Requests both for a snapshot, a width (device px) and a theme; changed() follows when they are ready. Repeating
    /// a request does nothing. While a report grows, each result lags a little.
    void request(model::SnapshotPtr snapshot, int deviceWidth, Theme theme);
    bool isRunning() const { return m_running; }
    /// The last result.
    const ReportDensity& value() const { return m_value; }
    /// For the snapshot of value(); null until it is ready.
    const CommunicationPtr& communication() const { return m_communication; }
    /// For another store: discards all results.
    void clear();

Q_SIGNALS:
    /// There is a new result; isRunning() tells whether more are to come.
    void changed();

private:
    struct Key {
        model::SnapshotPtr snapshot;
        int width = 0;
        Theme theme = Theme::Light;
        bool operator==(const Key& o) const;
    };
    void start();

    ReportDensity m_value;
    CommunicationPtr m_communication;
    std::uint64_t m_communicationVersion = 0;  // version of the snapshot that it was computed for
    Key m_wanted, m_computed;                  // … the last one that was started
    bool m_running = false;
    std::stop_source m_stop;
};

}  // namespace timeline
