// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <stop_token>

#include "timeline/look/communication.h"
#include "timeline/paint/overview_strip.h"

namespace timeline {

/// The density of the overview strip, and which work is communication: computed beside the UI thread.
class OverviewDensity : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;
    ~OverviewDensity() override { m_stop.request_stop(); }

    /// Of that snapshot, in that width (device px) and theme; changed() follows when it is there. The same again does
    /// nothing. While a report grows each result is a little late.
    void request(model::SnapshotPtr snapshot, int deviceWidth, Theme theme);
    bool isRunning() const { return m_running; }
    /// What was computed last.
    const ReportDensity& value() const { return m_value; }
    /// Of the snapshot of value(); null until it is there.
    const CommunicationPtr& communication() const { return m_communication; }
    /// Of another store: forgets what it has.
    void clear();

Q_SIGNALS:
    /// Something was computed; isRunning() says whether more is to come.
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
    std::uint64_t m_communicationVersion = 0;  // of the snapshot that it was asked of
    Key m_wanted, m_computed;                  // … the last one begun
    bool m_running = false;
    std::stop_source m_stop;
};

}  // namespace timeline
