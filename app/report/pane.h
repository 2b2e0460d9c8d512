// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QModelIndex>
#include <QPointer>
#include <QTimer>
#include <functional>

#include "app/kit/chip_bar.h"
#include "app/kit/pictured.h"
#include "app/report/pane_host.h"

class QLabel;
class QStackedLayout;

namespace app {

class FilterEdit;
class RowMenu;
class SpanChoice;
class Table;
class TreeTable;
struct RowSubject;

/// What a dock shows about the report in front. While there is nothing to show it says why and what to do.
///
/// When it refreshes is decided here, for all panes alike: at once when another report is in front, when that one is
/// read or when the pane is shown; after a short pause when its content, the selection or the view goes on changing.
class Pane : public Pictured {
    Q_OBJECT

public:
    explicit Pane(QWidget* parent = nullptr);
    /// Its name in the command line and in layouts, and its English title, which is marked for translators in the
    /// context "Panes".
    void setIdentity(const QString& id, const char* title);
    const QString& id() const { return m_id; }
    /// Translated title of the dock.
    QString title() const;
    /// All tabs with a report, in their order.
    void setHosts(std::function<QList<PaneHost*>()> hosts) { m_hosts = std::move(hosts); }
    /// The report in front; null = none.
    void setHost(PaneHost* host);
    /// Shows at once what would be shown after the pause in which changes are collected.
    virtual void refreshNow();
    /// Brings a part of it to the front by its name; false if there is none.
    virtual bool showPart(const QString&) { return false; }
    /// Why that is false, in a sentence that says what there is.
    virtual QString whyNoPart(const QString& part) const;

    /// What it shows now, for a picture of it; the title where nothing says more.
    virtual QString pictureTitle() const { return title(); }
    /// What that is of, like a kernel, where a picture cannot be understood without; empty: all of the report.
    virtual QString pictureAbout() const { return {}; }
    /// Why it has nothing to show, and what to do; empty where it shows something. Of what is settled.
    virtual QString whyEmpty() const;
    /// Whether nothing is being computed that would still change what is shown; settled() follows otherwise.
    virtual bool isSettled() const { return !m_soon.isActive(); }

    /// The choice of the time that it is about, where it has one.
    SpanChoice* span() const { return m_span; }
    /// What leaves events out here, each with a way to end it.
    virtual QList<Chip> chips() const { return chipsOf(nullptr); }

signals:
    void settled();
    /// chips() are others now.
    void chipsChanged();

protected:
    PaneHost* host() const { return m_host; }
    /// Whether there is a report that could be read, as far as it is read by now.
    bool hasReport() const { return m_host && m_host->state() != ReportState::Failed; }
    bool isLoading() const { return m_host && m_host->state() == ReportState::Loading; }
    /// Tabs with other reports that are read.
    QList<PaneHost*> otherHosts() const;
    /// For connections that end with the report in front.
    QObject* hostContext() const { return m_context; }

    /// What is shown while there is something to show. Once, in the constructor.
    void setContent(QWidget* content);
    /// Shows `why` instead of the content; empty = shows the content.
    void setEmptyText(const QString& why);
    /// Makes the choice of the time that the pane is about. Once, in the constructor.
    SpanChoice* makeSpan();
    /// The chips of span() and of a box to type a filter into, for chips(); null: there is none.
    QList<Chip> chipsOf(FilterEdit* filter) const;
    /// What rows of a table stand for: the context menu acts on that.
    using SubjectOf = std::function<RowSubject(const QModelIndex&)>;
    void offerRowMenu(Table* table, SubjectOf subjectOf);
    void offerRowMenu(TreeTable* table, SubjectOf subjectOf);
    /// … and a double click or Enter shows it in the timeline.
    void setSubjects(Table* table, const SubjectOf& subjectOf);
    void setSubjects(TreeTable* table, const SubjectOf& subjectOf);
    void showSubject(const RowSubject& subject);
    /// The pause in which changes are collected.
    void setRefreshDelay(int ms) { m_soon.setInterval(ms); }

    /// Another report is in front, or none: what is of the one before is discarded, and further signals of host() may
    /// be connected; refresh() follows.
    virtual void hostChanged() {}
    /// Shows what there is to be shown now. May be called at any time, and does nothing where nothing changed.
    virtual void refresh() = 0;
    /// The same after the last of several changes.
    void refreshSoon() { m_soon.start(); }
    virtual void retranslate() = 0;
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    /// Of charts and other content without a menu of its own.
    void contextMenuEvent(QContextMenuEvent* event) override;
    QSize minimumSizeHint() const override { return {120, 60}; }

private:
    QString m_id;
    const char* m_title = "";
    std::function<QList<PaneHost*>()> m_hosts;
    QPointer<PaneHost> m_host;
    QObject* m_context;
    SpanChoice* m_span = nullptr;
    RowMenu* m_rowMenu;
    QStackedLayout* m_stack;
    QLabel* m_empty;
    QTimer m_soon;
};

}  // namespace app
