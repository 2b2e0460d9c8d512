// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QJsonObject>
#include <QPointer>
#include <QTimer>
#include <QWidget>

#include "app/report/document.h"
#include "app/report/save_job.h"
#include "timeline/rows/derived_provider.h"
#include "timeline/view/timeline_view.h"

class QStackedLayout;

namespace app {

class ErrorPage;
class FindBar;
class HeadlineBar;
class InfoBar;
class LiveBar;
class LiveView;
class LoadBar;
class PaneHost;
class TimeBar;

/// One tab: a report with its timeline, or why it could not be read. Keeps the view in the side-car file.
class ReportPage : public QWidget {
    Q_OBJECT

public:
    enum class View {
        Kept,       ///< restored from the side-car file and written to it
        Throwaway,  ///< for pictures: starts afresh, nothing is written
        Beside,     ///< the same beside another report, whose times it shows, too
    };

    /// A file, or the folder of a capture session; while that runs, the page follows it.
    ReportPage(const QString& path, View view, QWidget* parent = nullptr);
    /// Several files as one report. Its view is not kept.
    ReportPage(const QStringList& paths, importers::Align align, QWidget* parent = nullptr);
    ~ReportPage() override;

    Document* document() const { return m_document; }
    timeline::TimelineView* view() const { return m_view; }
    ErrorPage* errorPage() const { return m_errorPage; }
    FindBar* findBar() const { return m_findBar; }
    HeadlineBar* headlineBar() const { return m_headlineBar; }
    TimeBar* timeBar() const { return m_timeBar; }
    /// What panes see of it.
    PaneHost* host() const { return m_host; }

    /// While it follows a session that runs; null otherwise.
    LiveView* live() const { return m_live; }
    LiveBar* liveBar() const { return m_liveBar; }

    /// Name of the file, with a mark when not all of it is shown.
    QString title() const;
    /// Moves a file of a merged report in time, as a step of the view's undo stack.
    void moveFile(std::size_t file, model::TimeNs offset);
    /// Reads the file again and keeps the view.
    void reload();
    /// Writes a Sightline report beside the work going on here; a bar shows how far it is.
    void saveAs(const QString& path);
    /// Writes any file about it in that way. `more` returns what is told beside its name once it is written.
    void write(const QString& path, SaveJob::Work work, std::function<QString()> more = {});
    bool isSaving() const { return m_saveJob; }
    /// Writes the view to its side-car file now, if it changed.
    void flushView();
    /// Says in a line what the report is and what stands out in it; of one that was read.
    void tellHeadline();
    /// A small picture of the whole report.
    QImage thumbnail(timeline::Theme theme) const;
    /// Events of the rows that are on screen now: lanes, from top to bottom.
    std::vector<model::LaneId> visibleLanes() const;
    int visibleRowCount() const;

signals:
    void titleChanged();
    void openRequested();
    /// That file is to be opened as a report.
    void fileRequested(const QString& path);
    /// The report is complete, or was cancelled, and the view is restored.
    void ready();
    void saved(const QString& path);
    void savingChanged();
    /// A pane is to be shown, as in --pane.
    void paneRequested(const QString& name);
    /// What a session writes was read again.
    void liveChanged();

protected:
    void changeEvent(QEvent* event) override;

private:
    ReportPage(Document* document, View view, QWidget* parent);
    void layOut();
    void setUpView();
    void connectParts();
    /// Reads the file, or follows the session that runs.
    void begin();
    void applyPreference(const QString& key);
    void startLive();
    void endLive(bool asReport);
    void onState();
    void startDerivedRows();
    void onSnapshot();
    void keepPlaceOfPreview();
    void restoreView();
    void onViewChanged();
    void updateBars();
    void offerSaved(const QString& path);
    void openSaved();
    void showFinding();
    void retranslate() { updateBars(); }

    Document* m_document;
    View m_keep;
    View m_keepReport;  ///< … once a session that is shown has become a report
    LiveView* m_live = nullptr;
    QStackedLayout* m_stack;
    timeline::TimelineView* m_view;
    timeline::DerivedProvider* m_derived = nullptr;
    ErrorPage* m_errorPage;
    FindBar* m_findBar;
    TimeBar* m_timeBar;
    PaneHost* m_host;
    LiveBar* m_liveBar;
    LoadBar* m_loadBar;
    LoadBar* m_saveBar;
    InfoBar* m_changedBar;
    InfoBar* m_partialBar;
    InfoBar* m_resultBar;
    QPointer<SaveJob> m_saveJob;
    QElapsedTimer m_saveClock;
    QString m_savedPath;  ///< of what the result bar speaks

    QJsonObject m_pendingView;  ///< to be restored once the report is read
    bool m_showsPreview = false;
    QJsonObject m_writtenView;  ///< as it is in the file, or as the report opened
    bool m_restored = false;
    bool m_partialDismissed = false;
    bool m_leftSession = false;  ///< the folder of a session that has ended without becoming a report
    QTimer m_writeTimer;
    QTimer m_reloadTimer;
    QTimer m_loadBarTimer;
    HeadlineBar* m_headlineBar;
};

}  // namespace app
