// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/kit/kernel_report.h"
#include "tests/ui/app_test.h"

/// What tests of the pane of kernels share: reports in a folder of their own, and what is open and selected.
class KernelProfileTest : public QObject {
protected:
    QTemporaryDir m_folder;
    QString file(const QString& name) const { return m_folder.filePath(name); }

    QString report(const QString& name = "kernels.ncu-rep",
                   const kernel_report::Kernels& kernels = kernel_report::usual()) {
        QFile out(file(name));
        const std::string bytes = kernel_report::reportBytes(kernels);
        return out.open(QIODevice::WriteOnly) && out.write(bytes.data(), static_cast<qint64>(bytes.size())) > 0
                   ? out.fileName()
                   : QString();
    }

    /// A timeline in which the kernels of report() run.
    QString timeline() {
        auto store = model::EventStore::create();
        model::TrackKey key;
        key.pid = 9, key.device = 0, key.context = 1, key.stream = 7;
        model::Lane& lane = store->lane(store->track(model::TrackKind::StreamKernels, key), 0);
        for (int i = 0; i < 4; ++i)
            lane.append({i * 1000, i * 1000 + 500,
                         store->strings().intern(i % 2 ? "void ns::reduce(int)" : "void gemm<int>(int)"), 0, 0, 0});
        const QString path = file("timeline.rep");
        return model::writeRep(*store->publish(true), path.toStdString()) ? path : QString();
    }

    app::ReportPage* open(app::MainWindow& window, const QString& path) {
        window.openPaths({path});
        app::ReportPage* page = window.currentPage();
        return page && waitReady(page) ? page : nullptr;
    }

    static void select(app::ReportPage* page, std::uint32_t row) {
        const model::SnapshotPtr s = page->document()->snapshot();
        for (const model::Track& t : s->tree().tracks)
            if (t.kind == model::TrackKind::StreamKernels) page->view()->selectEvent({t.lanes.at(0), row}, true);
    }

    /// A copy of a report of an H100 (or of a page that ncu printed of it), where that is: the view is written beside
    /// it.
    QString realReport(const QString& name = "kern_full.ncu-rep") {
        const QString sample = qEnvironmentVariable("SIGHTLINE_SAMPLES") + QStringLiteral("/h100/ncu/") + name;
        return QFile::exists(file(name)) || QFile::copy(sample, file(name)) ? file(name) : QString();
    }
};
