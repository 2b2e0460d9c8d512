// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/report_tabs.h"

#include <QEvent>
#include <QTabBar>
#include <algorithm>

namespace app {
namespace {

constexpr int kNarrowest = 160, kWidest = 280;  // logical px of a tab with its button

class Bar : public QTabBar {
public:
    using QTabBar::QTabBar;

protected:
    // The base class translates the tool tip of its button once.
    void changeEvent(QEvent* event) override {
        QTabBar::changeEvent(event);
        for (int i = 0; event->type() == QEvent::LanguageChange && i < count(); ++i) tabInserted(i);
    }
    void tabInserted(int index) override {
        for (const ButtonPosition side : {LeftSide, RightSide})
            if (QWidget* close = tabButton(index, side)) close->setToolTip(ReportTabs::tr("Close Tab"));
    }
    QSize tabSizeHint(int index) const override {
        const QSize hint = QTabBar::tabSizeHint(index);
        return {std::min(hint.width(), kWidest), hint.height()};
    }
    // What the base class asks for has room for "…" alone.
    QSize minimumTabSizeHint(int index) const override {
        const QSize hint = tabSizeHint(index);
        return {std::min(hint.width(), kNarrowest), hint.height()};
    }
};

}  // namespace

ReportTabs::ReportTabs(QWidget* parent) : QTabWidget(parent) {
    setTabBar(new Bar(this));
    setDocumentMode(true);
    setTabsClosable(true);
    setMovable(true);
    setElideMode(Qt::ElideMiddle);
    setUsesScrollButtons(true);
    // The bar has the focus itself. Through this widget Tab would end at a bar that is hidden while nothing is open.
    setFocusProxy(nullptr);
    setFocusPolicy(Qt::NoFocus);
}

}  // namespace app
