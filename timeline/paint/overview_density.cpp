// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/paint/overview_density.h"

#include <QCoreApplication>
#include <QPointer>
#include <QThreadPool>

namespace timeline {

bool OverviewDensity::Key::operator==(const Key& o) const {
    const auto isSame = [](const model::SnapshotPtr& a, const model::SnapshotPtr& b) {
        return a == b || (a && b && &a->store() == &b->store() && a->version() == b->version());
    };
    return isSame(snapshot, o.snapshot) && width == o.width && theme == o.theme;
}

void OverviewDensity::clear() {
    m_value = {};
    m_communication = {};
    m_communicationVersion = 0;
    m_wanted = m_computed = {};
}

void OverviewDensity::request(model::SnapshotPtr snapshot, int deviceWidth, Theme theme) {
    m_wanted = {std::move(snapshot), deviceWidth, theme};
    if (!m_running) return start();
    // Of another report, size or theme: what is being computed is useless.
    const bool useless = !m_computed.snapshot || &m_computed.snapshot->store() != &m_wanted.snapshot->store() ||
                         m_computed.width != m_wanted.width || m_computed.theme != m_wanted.theme;
    if (useless) m_stop.request_stop();
}

void OverviewDensity::start() {
    if (m_wanted == m_computed || m_wanted.width <= 0) return;
    m_computed = m_wanted;
    m_running = true;
    m_stop = std::stop_source();
    // Another theme or size asks nothing new of the events.
    const bool isKnown = m_communicationVersion == m_computed.snapshot->version();
    QThreadPool::globalInstance()->start([self = QPointer<OverviewDensity>(this), key = m_computed, isKnown,
                                          known = m_communication, stop = m_stop.get_token()] {
        const CommunicationPtr asked = isKnown ? known : model::reports::CommunicationWork::of(*key.snapshot, stop);
        auto result = std::make_shared<ReportDensity>(reportDensity(key.snapshot, key.theme, key.width, asked, stop));
        // QCoreApplication outlives the pool's work; whether the owner still lives is asked on its own thread.
        QMetaObject::invokeMethod(
            QCoreApplication::instance(),
            [self, key, result, asked] {
                if (!self) return;
                self->m_running = false;
                if (!result->gpu.empty() && self->m_computed == key) {
                    self->m_value = std::move(*result);
                    self->m_communication = asked;
                    self->m_communicationVersion = key.snapshot->version();
                }
                self->start();
                Q_EMIT self->changed();
            },
            Qt::QueuedConnection);
    });
}

}  // namespace timeline
