// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProcess>
#include <QStandardPaths>
#include <memory>

#include "app/pictures/picture.h"
#include "tests/ui/picture_kit.h"

/// What tests of pictures share: a window with a report, and what its pictures hold.
class PictureTest : public QObject {
protected:
    QTemporaryDir m_folder;
    std::unique_ptr<app::MainWindow> m_window;

    timeline::TimelineView* view() const { return m_window->currentPage()->view(); }
    bool open(const TextReport& report, const QString& name = QStringLiteral("small.rep")) {
        m_window = std::make_unique<app::MainWindow>(app::MainWindow::Mode::Picture);
        m_window->resize(1200, 800);
        m_window->show();
        m_window->openPaths({writeReport(report, m_folder.filePath(name))});
        view()->setAnimated(false);
        return waitReady(m_window->currentPage()) && QTest::qWaitFor([this] { return view()->isSettled(); }, 10000);
    }
    app::PictureRequest request(app::PictureFormat format, app::PictureWhat what = app::PictureWhat::View) const {
        app::PictureRequest w;
        w.format = format;
        w.what = what;
        return w;
    }
    QByteArray fileOf(const app::PictureRequest& w) const {
        return app::Picture(m_window->pictureSource(), w).toFile();
    }
    Svg svgOf(const app::PictureRequest& w) const { return Svg(app::Picture(m_window->pictureSource(), w).toSvg()); }

    /// The page of a PDF as pixels, three for each one on screen; how large it is where no program for that is
    /// installed.
    QByteArray drawn(const QByteArray& pdf) const {
        const QString tool = QStandardPaths::findExecutable(QStringLiteral("pdftoppm")),
                      path = m_folder.filePath("drawn.pdf");
        QProcess process;
        if (tool.isEmpty() || app::writePicture(pdf, path)) return "%PDF-" + QByteArray::number(pdf.size() / 1000);
        process.start(tool, {"-r", "288", "-singlefile", path});
        return process.waitForFinished() ? process.readAllStandardOutput() : QByteArray();
    }
};
