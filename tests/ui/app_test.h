// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QApplication>
#include <QDir>
#include <QFile>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>
#include <vector>

#include "app/kit/language.h"
#include "app/kit/theme.h"
#include "app/window/application.h"
#include "app/window/main_window.h"
#include "model/rep/rep_writer.h"
#include "tests/kit/qt_tests.h"
#include "tests/kit/text_report.h"

/// A small report with a launch, its kernels, ranges and a copy.
inline TextReport smallReport() {
    return TextReport(
        "gpu0/s7: |....kkkkk..kkkkkkk....|\n"
        "gpu0/s7/mem: |.HH......DD...........|\n"
        "t4242/api: |LLL.....L....SSSSSSSS.|\n"
        "t4242/nvtx: |ffffffffffbbbbbbbbbbbb|\n"
        "            |.aa...c....dddd.......|\n",
        {{'k', "gemm_kernel"},
         {'L', "cudaLaunchKernel"},
         {'S', "cudaDeviceSynchronize"},
         {'f', "forward"},
         {'b', "backward"}});
}

/// Writes it and returns the path.
inline QString writeReport(const TextReport& report, const QString& path) {
    const auto result = model::writeRep(*report.snapshot(), path.toStdString());
    return result ? path : QString();
}

/// A report with so many kernels that reading it takes a while.
inline QString writeLargeReport(const QString& path, int events) {
    auto store = model::EventStore::create();
    model::TrackKey key;
    key.pid = 1;
    key.device = 0;
    key.context = 1;
    key.stream = 7;
    model::Lane& lane = store->lane(store->track(model::TrackKind::StreamKernels, key), 0);
    const model::StringId name = store->strings().intern("kernel");
    for (int i = 0; i < events; ++i) {
        model::Event e;
        e.start = i * 1000ll;
        e.end = e.start + 700;
        e.name = name;
        lane.append(e);
    }
    return model::writeRep(*store->publish(true), path.toStdString()) ? path : QString();
}

inline bool waitReady(app::ReportPage* page) {
    if (page->document()->state() != app::Document::State::Loading) return true;
    QSignalSpy ready(page, &app::ReportPage::ready);
    return ready.wait(30000);
}
