// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointer>

#include "app/kit/chip_bar.h"
#include "app/kit/pictured.h"
#include "app/report/report_page.h"

class QLabel;
class QStackedLayout;

namespace app {

/// What a dock shows about the report in front. While there is nothing to show it says why and what to do.
class Pane : public Pictured {
    Q_OBJECT

public:
    explicit Pane(QWidget* parent = nullptr);
    /// The report in front; null = none.
    void setPage(ReportPage* page);
    /// Translated title of the dock.
    virtual QString title() const = 0;
    /// What it shows now, for a picture of it; the title where nothing says more.
    virtual QString pictureTitle() const { return title(); }
    /// What that is of, like a kernel, where a picture cannot be understood without; empty: all of the report.
    virtual QString pictureAbout() const { return {}; }
    /// Shows at once what would be shown after the pause in which changes are collected.
    virtual void refreshNow() = 0;
    /// Why it has nothing to show, and what to do; empty where it shows something. Of what is settled.
    virtual QString whyEmpty() const;
    /// Whether nothing is being computed that would still change what is shown; settled() follows otherwise.
    virtual bool isSettled() const { return true; }

    /// What leaves events out here, each with a way to end it.
    virtual QList<Chip> chips() const { return {}; }

signals:
    void settled();
    /// chips() are others now.
    void chipsChanged();

protected:
    ReportPage* page() const { return m_page; }
    /// What is shown while there is something to show. Once, in the constructor.
    void setContent(QWidget* content);
    /// Shows `why` instead of the content; empty = shows the content.
    void setEmptyText(const QString& why);

    /// The chips of a box to type a filter into and of the choice of a span, for chips(); either may be null.
    QList<Chip> chipsOf(class FilterEdit* filter, class SpanChoice* span) const;

    /// Another report is in front, or none: signals of page() may be connected here; older ones are gone.
    virtual void pageChanged() = 0;
    virtual void retranslate() = 0;
    void changeEvent(QEvent* event) override;
    /// Of charts and other content without a menu of its own.
    void contextMenuEvent(QContextMenuEvent* event) override;
    QSize minimumSizeHint() const override { return {120, 60}; }

    /// For connections that end with the page in front.
    QObject* pageContext() const { return m_context; }

private:
    QPointer<ReportPage> m_page;
    QObject* m_context;
    QStackedLayout* m_stack;
    QLabel* m_empty;
};

}  // namespace app
