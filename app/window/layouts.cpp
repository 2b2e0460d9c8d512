// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/layouts.h"

#include <algorithm>

#include "app/report/report_page.h"

namespace app {
namespace {

/// Tracks that tell about memory in use, and those that come with any report.
bool isBesideWork(model::TrackKind kind) {
    switch (kind) {
    case model::TrackKind::MemoryUsage:
    case model::TrackKind::MemoryEvents:
    case model::TrackKind::MemoryPool:
    case model::TrackKind::ProcessCounter:
    case model::TrackKind::Diagnostics: return true;
    default: return false;
    }
}

bool isOfMemoryOnly(const model::Snapshot& report) {
    bool any = false;
    for (model::LaneId lane = 0; lane < report.laneCount(); ++lane) {
        const model::LaneView rows = report.lane(lane);
        if (rows.rows == 0) continue;
        const model::TrackKind kind = report.track(rows.lane->track()).kind;
        if (!isBesideWork(kind)) return false;
        any = any || kind == model::TrackKind::MemoryEvents || kind == model::TrackKind::MemoryUsage;
    }
    return any;
}

}  // namespace

std::optional<ReportKind> kindOf(const ReportPage& page) {
    if (page.live()) return ReportKind::Live;
    if (page.document()->state() != Document::State::Ready) return std::nullopt;
    const model::SnapshotPtr& report = page.document()->snapshot();
    if (!report) return std::nullopt;
    if (report->profileCount() > 0) return ReportKind::Kernels;
    return isOfMemoryOnly(*report) ? ReportKind::Memory : ReportKind::Trace;
}

const Preference<QByteArray>& layoutPreference(ReportKind kind) {
    switch (kind) {
    case ReportKind::Trace: break;
    case ReportKind::Kernels: return preferences::kKernelLayout;
    case ReportKind::Memory: return preferences::kMemoryLayout;
    case ReportKind::Live: return preferences::kLiveLayout;
    }
    return preferences::kLayout;
}

const Preference<QString>& panePreference(ReportKind kind) {
    switch (kind) {
    case ReportKind::Trace: break;
    case ReportKind::Kernels: return preferences::kKernelPane;
    case ReportKind::Memory: return preferences::kMemoryPane;
    case ReportKind::Live: return preferences::kLivePane;
    }
    return preferences::kTimelinePane;
}

namespace layouts {
namespace {

/// Both lists are of one length, whatever somebody wrote into the settings.
struct Kept {
    QStringList names = preferences::kLayoutNames.value();
    QByteArrayList states = preferences::kLayoutStates.value();

    Kept() {
        const qsizetype both = std::min(names.size(), states.size());
        names = names.first(both);
        states = states.first(both);
    }
    void write() const {
        preferences::kLayoutStates.set(states);
        preferences::kLayoutNames.set(names);
    }
};

}  // namespace

QStringList names() { return Kept().names; }

QByteArray state(const QString& name) {
    const Kept kept;
    return kept.states.value(kept.names.indexOf(name));
}

void keep(const QString& name, const QByteArray& state) {
    const QString wanted = name.simplified();
    if (wanted.isEmpty()) return;
    Kept kept;
    if (const qsizetype at = kept.names.indexOf(wanted); at >= 0) {
        kept.states[at] = state;
    } else {
        kept.names.append(wanted);
        kept.states.append(state);
    }
    kept.write();
}

bool rename(const QString& name, const QString& to) {
    const QString wanted = to.simplified();
    Kept kept;
    const qsizetype at = kept.names.indexOf(name);
    if (at < 0 || wanted.isEmpty() || (wanted != name && kept.names.contains(wanted))) return false;
    kept.names[at] = wanted;
    kept.write();
    return true;
}

void remove(const QString& name) {
    Kept kept;
    const qsizetype at = kept.names.indexOf(name);
    if (at < 0) return;
    kept.names.removeAt(at);
    kept.states.removeAt(at);
    kept.write();
}

}  // namespace layouts
}  // namespace app
