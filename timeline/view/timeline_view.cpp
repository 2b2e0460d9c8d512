// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/view/timeline_view.h"

#include <QAction>
#include <QEvent>
#include <QKeyEvent>
#include <QNativeGestureEvent>
#include <QPainter>
#include <QStyle>

#include "timeline/look/names.h"
#include "timeline/view/timeline_accessible.h"
#include "timeline/view/timeline_view_p.h"

namespace timeline {

using model::EventRef;

TimelineView::TimelineView(QWidget* parent) : QWidget(parent), d(std::make_unique<Private>(this)) {
    setObjectName(QStringLiteral("timeline"));
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAttribute(Qt::WA_OpaquePaintEvent);
    // Single keys are commands here: an input method must not swallow them.
    setAttribute(Qt::WA_InputMethodEnabled, false);
    installAccessibility();
    setAccessibleName(tr("Timeline"));
    setAccessibleDescription(tr("Rows of events over time. Arrow keys move between events and rows."));

    d->filterEdit = new QLineEdit(this);
    d->filterEdit->setObjectName(QStringLiteral("rowFilter"));
    d->filterEdit->setPlaceholderText(tr("Filter rows"));
    d->filterEdit->setClearButtonEnabled(true);
    d->filterEdit->setAccessibleName(tr("Filter the rows by name"));
    d->filterEdit->installEventFilter(this);
    connect(d->filterEdit, &QLineEdit::textChanged, this, &TimelineView::setRowFilter);
    d->hiddenButton = new QToolButton(this);
    d->hiddenButton->setObjectName(QStringLiteral("hiddenRows"));
    d->hiddenButton->setToolTip(tr("Show all rows"));
    d->hiddenButton->setFocusPolicy(Qt::TabFocus);
    d->hiddenButton->setCursor(Qt::PointingHandCursor);
    connect(d->hiddenButton, &QToolButton::clicked, this, [this] { run(Command::ShowAllRows); });
    d->scrollBar = new QScrollBar(Qt::Vertical, this);
    d->scrollBar->setFocusPolicy(Qt::NoFocus);
    connect(d->scrollBar, &QScrollBar::valueChanged, this, [this](int y) {
        d->setScroll(y);
        d->input.refreshHover();
        Q_EMIT viewStateChanged();
        update();
    });
    d->markEdit = new QLineEdit(this);
    d->markEdit->setObjectName(QStringLiteral("markName"));
    d->markEdit->setAccessibleName(tr("Name of the mark"));
    d->markEdit->hide();
    d->markEdit->installEventFilter(this);
    connect(d->markEdit, &QLineEdit::editingFinished, this, [this] {
        const int mark = std::exchange(d->editedMark, -1);
        d->markEdit->hide();
        if (mark < 0 || mark >= static_cast<int>(d->state.marks.size())) return;
        ViewState next = d->state;
        if (!d->markEdit->text().trimmed().isEmpty())
            next.marks[static_cast<std::size_t>(mark)].name = d->markEdit->text().trimmed();
        d->change(ViewChange::Mark, std::move(next));
    });
    d->tooltip = new EventTooltip(this);
    d->makeActions();
    connect(&d->undo, &QUndoStack::indexChanged, this, [this] { d->updateActions(); });
    // People who ask their system for less motion get a style without animations.
    d->animated = style()->styleHint(QStyle::SH_Widget_Animation_Duration, nullptr, this) > 0;
    d->updateTheme();
    d->relayout();
    setFocus(Qt::OtherFocusReason);  // the rows come first, not the filter box
}

TimelineView::~TimelineView() {
    d->densityStop.request_stop();
    // The children live a little longer than `d`: an open editor that loses its focus then must not reach it.
    for (QObject* child : children()) child->disconnect(this);
    d->undo.disconnect(this);
}

void TimelineView::setSnapshot(model::SnapshotPtr snapshot) { d->setSnapshot(std::move(snapshot)); }
void TimelineView::moveSnapshot(model::SnapshotPtr snapshot) { d->setSnapshot(std::move(snapshot), true); }
const model::SnapshotPtr& TimelineView::snapshot() const { return d->snapshot; }

void TimelineView::setDerivedRows(DerivedRows* rows) {
    d->derived = rows;
    d->rowCache = {};  // it knows providers by their revision only
    derivedRowsChanged();
}

void TimelineView::derivedRowsChanged() {
    if (!d->snapshot) return;
    d->laneArea.clear();
    d->lastPicture = nullptr;
    d->rebuildRows(true);
    d->refreshCorrelation();
    d->settle.start();
    update();
}

const ViewState& TimelineView::viewState() const { return d->state; }

void TimelineView::setViewState(const ViewState& state, bool undoable) {
    if (undoable) return d->change(ViewChange::Everything, state);
    ViewState next = state;
    next.range = d->clamped(next.range);
    if (!(next.range == d->state.range)) d->fitted = false;
    d->setState(std::move(next), false, false);
    if (d->hasData()) d->ranges.visit(d->state.range, false, d->clock.elapsed());
}

QUndoStack* TimelineView::undoStack() const { return &d->undo; }

void TimelineView::setTheme(ThemeChoice choice) {
    d->themeChoice = choice;
    d->updateTheme();
}
Theme TimelineView::theme() const { return d->theme; }

void TimelineView::setDensity(Density density) {
    ViewState next = d->state;
    next.layout.density = density;
    if (d->hasData()) d->change(ViewChange::Density, std::move(next));
    else d->state.layout.density = density;
}

void TimelineView::setKeyScheme(KeyScheme scheme) {
    d->scheme = scheme;
    d->updateKeys();
}
KeyScheme TimelineView::keyScheme() const { return d->scheme; }
void TimelineView::setAnimated(bool animated) { d->animated = animated; }
int TimelineView::headerWidth() const { return d->layout.header.width(); }
void TimelineView::setHeaderWidth(int width) {
    d->headerWidth = std::max(ViewLayout::kMinHeaderWidth, width);
    d->relayout();
}

QAction* TimelineView::action(Command command) const { return d->actions[static_cast<std::size_t>(command)]; }
QList<QAction*> TimelineView::commandActions() const { return {d->actions.begin(), d->actions.end()}; }
void TimelineView::run(Command command) { d->run(command); }

void TimelineView::zoomTo(TimeRange range, bool exact) {
    if (!d->hasData() || range.isEmpty()) return;
    VisibleRange r = VisibleRange::of(range);
    if (!exact) {
        const double room = r.length * 0.1;
        r = r.movedBy(-room);
        r.length += 2 * room;
    }
    d->changeRange(ViewChange::Zoom, r, false, true);
}

void TimelineView::setReach(std::optional<TimeRange> range) {
    if (range == d->reachRange) return;
    d->reachRange = range;
    d->relayout();
    update();
}

TimeRange TimelineView::reach() const { return d->hasData() ? d->reachable() : TimeRange{}; }

bool TimelineView::isFitted() const { return d->fitted; }

void TimelineView::fit() {
    d->fitted = true;
    d->relayout();
}

void TimelineView::setGuide(std::optional<TimeNs> time) {
    if (time == d->guide) return;
    d->guide = time;
    update();
}

void TimelineView::setSelection(std::optional<TimeRange> range) {
    if (range && range->isEmpty()) range.reset();
    ViewState next = d->state;
    next.selection = range;
    d->change(ViewChange::Selection, std::move(next));
}

void TimelineView::selectEvent(EventRef event, bool reveal) { d->selectEvent(event, reveal, false); }

void TimelineView::setHits(std::vector<TimeNs> times) {
    if (!std::is_sorted(times.begin(), times.end())) std::sort(times.begin(), times.end());
    d->hits = std::move(times);
    update();
}

QList<ActiveFilter> TimelineView::filters() const {
    QList<ActiveFilter> out;
    const RowLayout& l = d->state.layout;
    if (l.onlyThread) {
        QString title = QString::number(l.onlyThread->key.tid);
        if (d->snapshot)
            for (const model::Track& t : d->snapshot->tree().tracks)
                if (t.kind == TrackKind::Thread && rowKey(t) == *l.onlyThread) title = trackTitle(*d->snapshot, t);
        out.append({ActiveFilter::Kind::Thread, tr("Thread: %1").arg(title)});
    }
    if (!d->state.onlyName.empty()) {
        const std::string_view name = shortKernelName(withoutApiVersion(d->state.onlyName));
        out.append({ActiveFilter::Kind::Name,
                    tr("Name: %1").arg(QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())))});
    }
    if (!l.nameFilter.isEmpty()) out.append({ActiveFilter::Kind::RowName, tr("Rows: %1").arg(l.nameFilter)});
    return out;
}

void TimelineView::removeFilter(ActiveFilter::Kind kind) {
    switch (kind) {
    case ActiveFilter::Kind::Thread: return d->filterThread(std::nullopt);
    case ActiveFilter::Kind::Name: return d->filterName({});
    case ActiveFilter::Kind::RowName: return setRowFilter({});
    }
}

void TimelineView::setRowFilter(const QString& text) {
    ViewState next = d->state;
    next.layout.nameFilter = text.trimmed();
    // Typing is one step, not one a letter.
    d->change(ViewChange::RowFilter, std::move(next), true);
}

const model::Correlated& TimelineView::correlatedWithSelected() const { return d->overlay.correlated(); }
RowListPtr TimelineView::rowList() const { return d->rows; }

QRect TimelineView::eventGeometry(EventRef event) const {
    if (!d->rows) return {};
    const EventPlace p = d->eventPlace(event);
    return p.side == EventPlace::kOnScreen ? p.bar.toAlignedRect() : QRect();
}

QRect TimelineView::rowsGeometry() const { return d->layout.rows; }
QRect TimelineView::rulerGeometry() const { return d->layout.ruler; }
QRect TimelineView::overviewGeometry() const { return d->layout.overview; }

QRect TimelineView::headerGeometry(const RowKey& key) const {
    const RowPlace p = d->placeOfKey(key);
    if (!p.isValid()) return {};
    return p.rect.intersected(d->layout.header);
}

double TimelineView::xOf(TimeNs time) const { return d->layout.rows.left() + d->scale().x(time) / d->layout.dpr; }
TimeNs TimelineView::timeAt(double x) const { return d->timeAt(x); }

QSize TimelineView::sizeHint() const { return {1100, 640}; }
QSize TimelineView::minimumSizeHint() const { return {400, 200}; }

// --- events

bool TimelineView::event(QEvent* event) {
    switch (event->type()) {
    case QEvent::ShortcutOverride:
        // Keys of the canvas come by their place on the keyboard; see keyPressEvent().
        if (const auto c = commandFor(*static_cast<QKeyEvent*>(event), d->scheme); c && d->isPossible(*c)) {
            event->accept();
            return true;
        }
        break;
    case QEvent::NativeGesture:
        if (d->input.nativeGesture(*static_cast<QNativeGestureEvent*>(event))) return true;
        break;
    case QEvent::ToolTip: return true;  // has its own
    case QEvent::WindowDeactivate:
    case QEvent::Hide: d->tooltip->hideNow(); break;
    default: break;
    }
    return QWidget::event(event);
}

bool TimelineView::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::ShortcutOverride && event->type() != QEvent::KeyPress)
        return QWidget::eventFilter(watched, event);
    const int key = static_cast<QKeyEvent*>(event)->key();
    const bool leaves =
        key == Qt::Key_Escape ||
        ((key == Qt::Key_Return || key == Qt::Key_Enter || key == Qt::Key_Down) && watched == d->filterEdit);
    if (!leaves) return QWidget::eventFilter(watched, event);
    event->accept();
    if (event->type() == QEvent::ShortcutOverride) return true;
    if (watched == d->filterEdit && key == Qt::Key_Escape) d->filterEdit->clear();
    if (watched == d->markEdit) d->markEdit->setText({});  // keeps the old name
    setFocus(Qt::OtherFocusReason);
    return true;
}

void TimelineView::paintEvent(QPaintEvent*) {
    if (d->layout.dpr != devicePixelRatioF()) d->relayout();
    QPainter p(this);
    Frame f = d->frame();
    d->paint(p, f);
}

void TimelineView::resizeEvent(QResizeEvent*) { d->relayout(); }

void TimelineView::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange) d->updateTheme();
    if (event->type() == QEvent::FontChange) d->relayout();
    if (event->type() == QEvent::LanguageChange) {
        d->filterEdit->setPlaceholderText(tr("Filter rows"));
        d->updateKeys();
        d->rowCache = {};
        d->rebuildRows(true);
    }
    QWidget::changeEvent(event);
}

void TimelineView::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape && d->input.cancel()) return;
    const auto command = commandFor(*event, d->scheme);
    if (!command || !d->isPossible(*command)) {
        if (event->key() == Qt::Key_Menu) return d->showMenu({}, true);
        return QWidget::keyPressEvent(event);
    }
    if (event->isAutoRepeat() && !commandInfo(*command).repeats) return;
    d->keyRepeats = event->isAutoRepeat() ? d->keyRepeats + 1 : 0;
    d->tooltip->hideNow();
    d->run(*command);
}

void TimelineView::mousePressEvent(QMouseEvent* event) { d->input.press(*event); }
void TimelineView::mouseMoveEvent(QMouseEvent* event) { d->input.move(*event); }
void TimelineView::mouseReleaseEvent(QMouseEvent* event) { d->input.release(*event); }
void TimelineView::mouseDoubleClickEvent(QMouseEvent* event) { d->input.doubleClick(*event); }
void TimelineView::wheelEvent(QWheelEvent* event) { d->input.wheel(*event); }
void TimelineView::leaveEvent(QEvent*) { d->input.leave(); }

void TimelineView::contextMenuEvent(QContextMenuEvent* event) {
    event->accept();
    if (event->reason() != QContextMenuEvent::Mouse) return d->showMenu({}, true);
    if (d->input.isBusy() || d->input.suppressesMenu()) return;
    d->showMenu(event->pos(), false);
}

void TimelineView::focusInEvent(QFocusEvent* event) {
    update();
    QWidget::focusInEvent(event);
}
void TimelineView::focusOutEvent(QFocusEvent* event) {
    update();
    QWidget::focusOutEvent(event);
}

}  // namespace timeline
