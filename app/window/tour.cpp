// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/tour.h"

#include <QApplication>
#include <QDockWidget>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "app/kit/icons.h"
#include "app/kit/preferences.h"
#include "app/panes/advice_pane.h"
#include "app/panes/details/details_pane.h"
#include "app/window/main_window.h"
#include "app/window/start_page.h"

namespace app {
namespace {

constexpr int kTourWidth = 360, kTourMargin = 10;  // logical px

struct Step {
    const char* title;
    const char* text;
    QWidget* (*target)(MainWindow& window);
};

QWidget* paneTarget(MainWindow& window, const Pane* pane) {
    window.showPane(pane->id());
    return window.dockOf(pane)->widget();
}

// To add a step, add its line. From the second one on there is a report.
constexpr Step kSteps[] = {
    {QT_TRANSLATE_NOOP("Tour", "Open a report"),
     QT_TRANSLATE_NOOP("Tour",
                       "Drop files or a folder anywhere on the window, or press Ctrl+O. Reports of Nsight Systems, "
                       "Nsight Compute, PyTorch, JAX, ROCm and Perfetto open. The tour goes on with the sample if no "
                       "report is open."),
     [](MainWindow& w) { return w.buttonOf("open"); }},
    {QT_TRANSLATE_NOOP("Tour", "Move in the timeline"),
     QT_TRANSLATE_NOOP("Tour",
                       "Ctrl+wheel zooms at the pointer, Shift+wheel moves in time, the wheel scrolls the rows. A "
                       "drag selects a span of time; Z zooms to it, and Ctrl+0 shows everything again."),
     [](MainWindow& w) -> QWidget* { return w.currentPage() ? w.currentPage()->view() : nullptr; }},
    {QT_TRANSLATE_NOOP("Tour", "Look at an event"),
     QT_TRANSLATE_NOOP("Tour",
                       "Click a bar: Details shows everything that is known about it, with the call that launched it. "
                       "The panes beside it follow the selected span of time."),
     [](MainWindow& w) { return paneTarget(w, w.pane<DetailsPane>()); }},
    {QT_TRANSLATE_NOOP("Tour", "Find what costs time"),
     QT_TRANSLATE_NOOP("Tour",
                       "Advice lists what costs time, what it could gain at most, and what to do; a double click shows "
                       "where. Ctrl+F finds events by name, duration or argument."),
     [](MainWindow& w) { return paneTarget(w, w.pane<AdvicePane>()); }},
    {QT_TRANSLATE_NOOP("Tour", "Capture your own program"),
     QT_TRANSLATE_NOOP("Tour",
                       "Capture runs a program and opens what it recorded. F1 opens the manual at the thing that has "
                       "the keyboard; Help ▸ Tour shows this again."),
     [](MainWindow& w) { return w.buttonOf("capture"); }},
};

/// A frame around what is meant. The mouse goes through it.
class Outline : public QWidget {
public:
    explicit Outline(QWidget* parent) : QWidget(parent) { setAttribute(Qt::WA_TransparentForMouseEvents); }

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        painter.setPen(QPen(palette().color(QPalette::Highlight), 2));
        painter.drawRect(rect().adjusted(1, 1, -1, -1));
    }
};

QString tourText(const char* text) { return QCoreApplication::translate("Tour", text); }

}  // namespace

Tour::Tour(MainWindow& window)
    : QFrame(&window), m_window(window), m_outline(new Outline(&window)), m_title(new QLabel(this)),
      m_text(new QLabel(this)), m_count(new QLabel(this)), m_skip(new QPushButton(this)), m_back(new QPushButton(this)),
      m_next(new QPushButton(this)) {
    for (Tour* other : window.findChildren<Tour*>(QStringLiteral("tour"), Qt::FindDirectChildrenOnly)) other->end();
    setObjectName(QStringLiteral("tour"));
    setFrameShape(QFrame::Box);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    setFixedWidth(kTourWidth);
    QFont bold = m_title->font();
    bold.setWeight(QFont::DemiBold);
    m_title->setFont(bold);
    m_text->setWordWrap(true);
    m_count->setForegroundRole(QPalette::PlaceholderText);
    auto* close = new QToolButton(this);
    close->setObjectName(QStringLiteral("closeTour"));
    close->setIcon(icon(QStringLiteral("close")));
    close->setAutoRaise(true);
    close->setFocusPolicy(Qt::NoFocus);
    m_skip->setObjectName(QStringLiteral("skipTour"));
    m_next->setDefault(true);

    auto* top = new QHBoxLayout;
    top->addWidget(m_title, 1);
    top->addWidget(m_count);
    top->addWidget(close);
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(m_skip);
    buttons->addStretch();
    buttons->addWidget(m_back);
    buttons->addWidget(m_next);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(14, 8, 10, 12);
    column->addLayout(top);
    column->addWidget(m_text);
    column->addLayout(buttons);
    connect(close, &QToolButton::clicked, this, &Tour::end);
    connect(m_skip, &QPushButton::clicked, this, &Tour::end);
    connect(m_back, &QPushButton::clicked, this, &Tour::back);
    connect(m_next, &QPushButton::clicked, this, &Tour::next);
    qApp->installEventFilter(this);
    showStep(0);
}

int Tour::stepCount() { return static_cast<int>(std::size(kSteps)); }

void Tour::next() {
    if (m_step + 1 < stepCount()) showStep(m_step + 1);
    else end();
}

void Tour::back() {
    if (m_step > 0) showStep(m_step - 1);
}

void Tour::end() {
    qApp->removeEventFilter(this);
    setObjectName({});
    hide();
    m_outline->deleteLater();
    deleteLater();
}

void Tour::showStep(int step) {
    m_step = step;
    if (step > 0 && !m_window.currentPage() && !samplePath().isEmpty()) m_window.openPaths({samplePath()});
    point();
    retranslate();
    show();
    place();
    m_next->setFocus(Qt::OtherFocusReason);
}

// Buttons of the tool bar are made anew when another kind of report is in front.
void Tour::point() {
    m_target = kSteps[m_step].target(m_window);
    if (!m_target) return;
    connect(m_target, &QObject::destroyed, this, [this] {
        const auto again = [this] {
            point();
            place();
        };
        QMetaObject::invokeMethod(this, again, Qt::QueuedConnection);
    });
}

void Tour::retranslate() {
    m_title->setText(tourText(kSteps[m_step].title));
    m_text->setText(tourText(kSteps[m_step].text));
    m_count->setText(tr("%1 of %2", "step of the tour").arg(m_step + 1).arg(stepCount()));
    m_skip->setText(tr("Skip"));
    m_back->setText(tr("Back"));
    m_next->setText(m_step + 1 < stepCount() ? tr("Next") : tr("Done"));
    m_skip->setVisible(m_step + 1 < stepCount());
    m_back->setEnabled(m_step > 0);
    setAccessibleName(m_title->text());
    setAccessibleDescription(m_text->text());
}

// Below what is meant, else above it, else in its lower right corner, where least of it is hidden.
void Tour::place() {
    layout()->activate();
    setFixedHeight(layout()->hasHeightForWidth() ? layout()->totalHeightForWidth(kTourWidth) : sizeHint().height());
    const QRect all = m_window.rect();
    const bool isShown = m_target && m_target->isVisible();
    const QRect at = isShown ? QRect(m_target->mapTo(&m_window, QPoint()), m_target->size()) : QRect();
    m_outline->setVisible(isShown);
    QPoint corner = all.center() - rect().center();
    if (isShown) {
        m_outline->setGeometry(at.adjusted(-2, -2, 2, 2) & all);
        m_outline->raise();
        corner = {at.left(), at.bottom() + kTourMargin};
        if (corner.y() + height() > all.bottom()) corner.setY(at.top() - kTourMargin - height());
        if (corner.y() < 0) corner = at.bottomRight() - QPoint(width() + 2 * kTourMargin, height() + 2 * kTourMargin);
    }
    move(std::clamp(corner.x(), kTourMargin, std::max(kTourMargin, all.right() - width() - kTourMargin)),
         std::clamp(corner.y(), kTourMargin, std::max(kTourMargin, all.bottom() - height() - kTourMargin)));
    raise();
}

// Esc ends it wherever in the window the keyboard is; in a dialog it is the dialog's.
bool Tour::eventFilter(QObject* watched, QEvent* event) {
    const auto type = event->type();
    if (type == QEvent::KeyPress || type == QEvent::ShortcutOverride) {
        const auto* widget = qobject_cast<QWidget*>(watched);
        if (static_cast<QKeyEvent*>(event)->key() != Qt::Key_Escape || !widget || widget->window() != &m_window ||
            QApplication::activePopupWidget())
            return false;
        event->accept();
        if (type == QEvent::KeyPress) end();
        return true;
    }
    if ((type == QEvent::Resize || type == QEvent::Move || type == QEvent::Show) &&
        (watched == &m_window || watched == m_target))
        place();
    return false;
}

void Tour::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
        place();
    }
    QFrame::changeEvent(event);
}

void showTourOnce(MainWindow& window) {
    if (preferences::kTourSeen.value()) return;
    const auto begin = [&window] {
        if (preferences::kTourSeen.value()) return;
        preferences::kTourSeen.set(true);
        window.showTour();
    };
    ReportPage* page = window.currentPage();
    if (!page) return begin();
    QObject::connect(page, &ReportPage::ready, &window, [page, begin] {
        if (page->document()->state() == Document::State::Ready) begin();
    });
}

}  // namespace app
