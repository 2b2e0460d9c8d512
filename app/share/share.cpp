// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/share/share.h"

#include <QCoreApplication>
#include <QFile>

#include "app/html/html_report.h"
#include "app/kit/error_text.h"
#include "app/kit/language.h"
#include "app/report/report_page.h"
#include "importers/export/export.h"
#include "timeline/rows/derived_rows.h"

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
                          const QStringList& sources, std::shared_ptr<ScrubCounts> counts, HtmlView view) {
    HtmlOptions html;
    html.view = std::move(view);
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
            auto given = htmlPart(*report, report == &a ? html.view : HtmlView(), part);
            if (!given) return model::fail(model::ErrorCode::Cancelled, target);
            *report = std::move(given->report);
            if (report == &a) html.view = std::move(given->view);
            for (std::size_t i = 0; i < taken.size(); ++i) (*counts)[i] += taken[i];
        }
        return writeHtml(a, b, target, html);
    };
}

namespace {

model::TrackId trackOf(const model::Snapshot& s, model::TrackKind kind, const model::TrackKey& key) {
    for (model::TrackId id = 0; id < s.trackCount(); ++id)
        if (s.track(id).kind == kind && s.track(id).key == key) return id;
    return model::kNoTrack;
}

model::look::Note noteOf(const timeline::Note& note, const model::Snapshot& s) {
    using Of = timeline::Note::Of;
    model::look::Note out;
    out.time = timeline::timeOf(s, note);
    out.text = note.text.toStdString();
    if (note.of == Of::Event && timeline::has(s, note.event)) {
        out.of = model::look::Note::Of::Event;
        out.event = note.event;
    }
    if (note.of != Of::Row) return out;
    // A row that is computed from a track has its note at that track.
    out.track = trackOf(s, note.row.kind, note.row.key);
    if (out.track == model::kNoTrack) return out;
    out.of = model::look::Note::Of::Row;
    if (note.row.role == timeline::RowRole::Folded)
        for (const model::TrackKindInfo& info : model::trackKinds())
            if (info.key == note.row.name) out.folded = info.kind;
    return out;
}

}  // namespace

HtmlView htmlViewOf(const timeline::ViewState& state, const model::SnapshotPtr& shown, const model::SnapshotPtr& report,
                    bool withNotes) {
    HtmlView out{state.colours};
    if (shown != report) out.shown = shown;
    if (withNotes)
        for (const timeline::Note& note : state.notes) out.notes.push_back(noteOf(note, *shown));
    return out;
}

ShareDialog* shareCopy(ReportPage* page, bool selectionFirst, QWidget* parent) {
    auto* dialog = new ShareDialog(ShareDialog::Format::Rep, page->document()->paths(),
                                   page->view()->viewState().selection, selectionFirst, 0, parent);
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
    auto* dialog = new ShareDialog(format, sources, a ? std::nullopt : page->view()->viewState().selection, false,
                                   a ? 0 : page->view()->viewState().notes.size(), parent);
    QObject::connect(
        dialog, &ShareDialog::saveRequested, page,
        [page, sources, before = a ? a->document()->report() : nullptr](const ShareDialog::Request& request) {
            const auto counts = std::make_shared<ScrubCounts>();
            const model::SnapshotPtr report = page->document()->report();
            page->write(request.path,
                        before ? writingHtml(before, report, request, sources, counts)
                               : writingHtml(report, nullptr, request, sources, counts,
                                             htmlViewOf(page->view()->viewState(), page->document()->snapshot(), report,
                                                        request.notes)),
                        [counts] { return scrubbedText(*counts); });
        });
    dialog->open();
    return dialog;
}

}  // namespace app
