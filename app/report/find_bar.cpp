// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/find_bar.h"

#include <QComboBox>
#include <QEvent>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QMetaMethod>
#include <QToolButton>
#include <algorithm>
#include <numeric>

#include "app/kit/filter_edit.h"
#include "app/kit/filter_text.h"
#include "app/kit/icons.h"
#include "app/kit/manual/manual_place.h"
#include "app/report/report_page.h"
#include "timeline/look/format.h"

namespace app {
namespace {
constexpr int kRefreshDelayMs = 150;          // after the last change of the report or the selection
constexpr std::size_t kMostHits = 2'000'000;  // that are kept; all are counted
}  // namespace

FindBar::FindBar(ReportPage* page)
    : QWidget(page), m_page(page), m_text(new FilterEdit), m_previous(new QToolButton), m_next(new QToolButton),
      m_list(new QToolButton), m_statistics(new QToolButton), m_close(new QToolButton), m_scope(new QComboBox),
      m_status(new QLabel) {
    setObjectName(QStringLiteral("findBar"));
    setManualPlace(this, QStringLiteral("find"));
    m_text->setMinimumWidth(120);
    m_text->setMaximumWidth(420);
    m_previous->setArrowType(Qt::UpArrow);
    m_next->setArrowType(Qt::DownArrow);
    m_close->setIcon(icon(QStringLiteral("close")));
    for (QToolButton* b : {m_previous, m_next, m_list, m_statistics, m_close}) b->setAutoRaise(true);
    m_scope->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_status->setForegroundRole(QPalette::PlaceholderText);
    m_status->setTextFormat(Qt::PlainText);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(8, 3, 8, 3);
    row->setSpacing(4);
    row->addWidget(m_text, 1);
    for (QWidget* w : std::initializer_list<QWidget*>{m_scope, m_previous, m_next, m_status}) row->addWidget(w);
    row->addStretch();
    for (QWidget* w : {m_list, m_statistics, m_close}) row->addWidget(w);

    m_soon.setSingleShot(true);
    m_soon.setInterval(kRefreshDelayMs);
    connect(&m_soon, &QTimer::timeout, this, &FindBar::start);
    connect(m_text, &FilterEdit::requestChanged, this, &FindBar::start);
    connect(m_text, &QLineEdit::returnPressed, this,
            [this] { step(QGuiApplication::keyboardModifiers() & Qt::ShiftModifier ? -1 : 1); });
    connect(m_scope, &QComboBox::activated, this, &FindBar::start);
    connect(m_next, &QToolButton::clicked, this, &FindBar::next);
    connect(m_previous, &QToolButton::clicked, this, &FindBar::previous);
    connect(m_close, &QToolButton::clicked, this, &FindBar::close_);
    connect(m_list, &QToolButton::clicked, this,
            [this] { emit showRequested(Show::Table, m_text->request(), scope()); });
    connect(m_statistics, &QToolButton::clicked, this,
            [this] { emit showRequested(Show::Statistics, m_text->request(), scope()); });
    connect(page->document(), &Document::snapshotChanged, this, [this] {
        if (isVisible()) m_soon.start();
    });
    connect(page->view(), &timeline::TimelineView::selectionChanged, this, [this] {
        if (isVisible() && scope() == Scope::Selection) m_soon.start();
    });
    retranslate();
    hide();
}

void FindBar::open() {
    show();
    // Where there are no panes nobody shows all hits.
    const bool hasPanes = isSignalConnected(QMetaMethod::fromSignal(&FindBar::showRequested));
    for (QToolButton* button : {m_list, m_statistics}) button->setVisible(hasPanes);
    m_text->setFocus(Qt::ShortcutFocusReason);
    m_text->selectAll();
    if (!m_text->text().isEmpty()) start();
}

void FindBar::find(const FilterRequest& request) {
    show();
    m_text->setRequest(request);
}

FindBar::Scope FindBar::scope() const { return static_cast<Scope>(std::max(0, m_scope->currentIndex())); }

void FindBar::setScope(Scope scope) {
    m_scope->setCurrentIndex(static_cast<int>(scope));
    start();
}

void FindBar::close_() {
    clear();
    m_page->view()->setHits({});
    hide();
    m_page->view()->setFocus();
}

void FindBar::clear() {
    m_soon.stop();
    m_search.forget();
    m_stepWhenDone = false;
    m_hits = {};
    m_current = -1;
    m_searched = nullptr;
    m_hint.clear();
}

void FindBar::start() {
    const bool step = m_stepWhenDone;
    clear();
    m_stepWhenDone = step;
    const model::SnapshotPtr snapshot = m_page->document()->snapshot();
    if (!m_text->mistake().isEmpty() || !m_text->isActive() || !snapshot) {
        m_page->view()->setHits({});
        return updateTexts();
    }
    std::vector<model::LaneId> lanes(snapshot->laneCount());
    std::iota(lanes.begin(), lanes.end(), 0u);
    model::TimeRange range{model::kTimeMin, model::kTimeMax};
    const auto selection = m_page->view()->viewState().selection;
    if (scope() == Scope::Screen) lanes = m_page->visibleLanes();
    if (scope() == Scope::Selection && selection) range = *selection;
    m_search.run(
        [snapshot, filter = m_text->filter(), lanes, range](const std::stop_token& stop) {
            model::Hits hits = model::findEvents(*snapshot, filter, lanes, range, kMostHits, stop);
            const auto when = [&](const model::EventRef& e) { return snapshot->lane(e.lane).start(e.row); };
            std::stable_sort(hits.events.begin(), hits.events.end(),
                             [&](const auto& a, const auto& b) { return when(a) < when(b); });
            std::vector<model::TimeNs> times;
            for (const model::EventRef& e : hits.events) times.push_back(when(e));
            return std::make_pair(std::move(hits), std::move(times));
        },
        [this, snapshot](auto found) { setResult(snapshot, std::move(found.first), std::move(found.second)); });
    updateTexts();
}

void FindBar::setResult(model::SnapshotPtr searched, model::Hits hits, std::vector<model::TimeNs> times) {
    m_hits = std::move(hits);
    m_searched = std::move(searched);
    if (m_hits.total == 0) m_hint = filterHint(m_text->filter(), *m_searched);
    m_page->view()->setHits(std::move(times));
    updateTexts();
    if (std::exchange(m_stepWhenDone, false)) step(1);
    emit finished();
}

// The first step goes to the first hit on screen, or after it.
void FindBar::step(int direction) {
    if (m_text->isTyping() || m_soon.isActive() || m_search.isWorking()) {
        m_stepWhenDone = true;
        if (m_text->isTyping()) m_text->apply();
        else if (m_soon.isActive()) start();
        return;
    }
    const auto n = static_cast<std::ptrdiff_t>(m_hits.events.size());
    if (n == 0) return;
    if (m_current < 0) {
        const model::Snapshot& s = *m_searched;
        const model::TimeNs from = m_page->view()->timeAt(m_page->view()->rowsGeometry().left());
        const auto at = std::partition_point(m_hits.events.begin(), m_hits.events.end(), [&](const model::EventRef& e) {
            return s.lane(e.lane).start(e.row) < from;
        });
        m_current = at - m_hits.events.begin() - (direction > 0);
    }
    m_current = (m_current + direction + n) % n;
    m_page->view()->selectEvent(m_hits.events[static_cast<std::size_t>(m_current)], true);
    updateTexts();
}

QString FindBar::status() const {
    if (!m_text->mistake().isEmpty()) return m_text->mistake();
    if (m_text->text().trimmed().isEmpty()) return {};
    if (m_search.isWorking()) return tr("Searching…");
    if (m_hits.total == 0) return m_hint.isEmpty() ? tr("Nothing found") : tr("Nothing found: %1").arg(m_hint);
    QString total = timeline::formatCount(m_hits.total);
    if (m_hits.events.size() < m_hits.total)
        total = tr("%1 (%2 of them can be walked through)").arg(total, timeline::formatCount(m_hits.events.size()));
    if (m_current < 0) return tr("%1 found").arg(total);
    return tr("%1 of %2", "which hit of how many")
        .arg(timeline::formatCount(static_cast<std::uint64_t>(m_current) + 1), total);
}

void FindBar::updateTexts() {
    m_status->setText(status());
    const bool any = !m_hits.events.empty();
    for (QToolButton* b : {m_previous, m_next, m_list, m_statistics}) b->setEnabled(any);
}

void FindBar::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape) return close_();
    QWidget::keyPressEvent(event);
}

void FindBar::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    QWidget::changeEvent(event);
}

void FindBar::retranslate() {
    m_text->retranslate(tr("Find events: gemm   kernel:~gemm dur>100us   stream:7"));
    m_text->setAccessibleName(tr("Find events"));
    m_previous->setToolTip(tr("The hit before (Shift+F3)"));
    m_next->setToolTip(tr("The next hit (F3)"));
    m_close->setToolTip(tr("Close (Esc)"));
    m_list->setText(tr("List"));
    m_list->setToolTip(tr("All hits as a table"));
    m_statistics->setText(tr("Statistics"));
    m_statistics->setToolTip(tr("Statistics of all hits"));
    for (QToolButton* b : {m_previous, m_next, m_close}) b->setAccessibleName(b->toolTip());
    const int scope = std::max(0, m_scope->currentIndex());
    m_scope->clear();
    m_scope->addItems({tr("Whole report"), tr("Rows on screen"), tr("Selected span")});
    m_scope->setCurrentIndex(scope);
    m_scope->setToolTip(tr("Where to look"));
    m_scope->setAccessibleName(m_scope->toolTip());
    updateTexts();
}

}  // namespace app
