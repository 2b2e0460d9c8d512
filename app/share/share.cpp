// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/share/share.h"

#include <QCoreApplication>
#include <QFile>

#include "app/html/html_report.h"
#include "app/kit/error_text.h"
#include "app/kit/language.h"
#include "app/report/report_page.h"
#include "importers/export/export.h"

namespace app {

using importers::ExportOptions;
using importers::ScrubCounts;

namespace {

ExportOptions optionsOf(const ShareDialog::Request& request, const QStringList& sources) {
    ExportOptions options;
    options.times = request.times;
    options.scrub = request.scrub;
    options.overwrite = true;  // the dialog has asked
    for (const QString& source : sources) options.sources.emplace_back(QFile::encodeName(source).toStdString());
    return options;
}

}  // namespace

SaveJob::Work savingCopy(model::SnapshotPtr report, const ShareDialog::Request& request, const QStringList& sources,
                         std::shared_ptr<ScrubCounts> counts) {
    return [report = std::move(report), target = QFile::encodeName(request.path).toStdString(),
            options = optionsOf(request, sources),
            counts = std::move(counts)](const std::stop_token& stop, const SaveJob::Progress& progress) mutable {
        options.stop = stop;
        options.progress = progress;
        options.scrubbed = counts.get();
        return importers::exportReport(report, importers::ExportFormat::Rep, target, options);
    };
}

SaveJob::Work writingHtml(model::SnapshotPtr a, model::SnapshotPtr b, const ShareDialog::Request& request,
                          const QStringList& sources, std::shared_ptr<ScrubCounts> counts) {
    HtmlOptions html;
    html.language = currentLanguage().replace(u'_', u'-').toStdString();
    // In the thread of the job: looking up a translation locks what it needs.
    html.words.translate = [](const char* context, std::string_view english, std::int64_t count) {
        const QByteArray text(english.data(), static_cast<qsizetype>(english.size()));
        return QCoreApplication::translate(context, text.constData(), nullptr, pluralCount(count)).toStdString();
    };
    return [a = std::move(a), b = std::move(b), target = QFile::encodeName(request.path).toStdString(), html,
            part = optionsOf(request, sources), counts = std::move(counts)](
               const std::stop_token& stop, const SaveJob::Progress& progress) mutable -> model::Result<void> {
        html.sources = part.sources;
        html.stop = part.stop = stop;
        html.progress = progress;
        part.standIns = std::make_shared<importers::exporting::StandIns>();
        for (model::SnapshotPtr* report : {&a, &b}) {
            if (!*report) continue;
            ScrubCounts taken{};
            part.scrubbed = &taken;
            *report = importers::partOf(*report, part);
            if (!*report) return model::fail(model::ErrorCode::Cancelled, target);
            for (std::size_t i = 0; i < taken.size(); ++i) (*counts)[i] += taken[i];
        }
        return writeHtml(a, b, target, html);
    };
}

ShareDialog* shareCopy(ReportPage* page, bool selectionFirst, QWidget* parent) {
    auto* dialog = new ShareDialog(ShareDialog::Format::Rep, page->document()->paths(),
                                   page->view()->viewState().selection, selectionFirst, parent);
    QObject::connect(dialog, &ShareDialog::saveRequested, page, [page](const ShareDialog::Request& request) {
        const auto counts = std::make_shared<ScrubCounts>();
        page->write(request.path, savingCopy(page->document()->report(), request, page->document()->paths(), counts),
                    [counts] { return scrubbedText(*counts); });
    });
    dialog->open();
    return dialog;
}

ShareDialog* shareHtml(ReportPage* page, ReportPage* a, QWidget* parent) {
    const QStringList sources = a ? a->document()->paths() + page->document()->paths() : page->document()->paths();
    const auto format = a ? ShareDialog::Format::Comparison : ShareDialog::Format::Html;
    auto* dialog =
        new ShareDialog(format, sources, a ? std::nullopt : page->view()->viewState().selection, false, parent);
    QObject::connect(
        dialog, &ShareDialog::saveRequested, page,
        [page, sources, before = a ? a->document()->report() : nullptr](const ShareDialog::Request& request) {
            const auto counts = std::make_shared<ScrubCounts>();
            const model::SnapshotPtr report = page->document()->report();
            page->write(request.path,
                        before ? writingHtml(before, report, request, sources, counts)
                               : writingHtml(report, nullptr, request, sources, counts),
                        [counts] { return scrubbedText(*counts); });
        });
    dialog->open();
    return dialog;
}

}  // namespace app
