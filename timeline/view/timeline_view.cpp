// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/view/timeline_view.h"

#include <QAction>
#include <QEvent>
#include <QKeyEvent>
#include <QNativeGestureEvent>
#include <QPainter>
#include <QStyle>
#include <QTimer>

#include "timeline/look/names.h"
#include "timeline/paint/note_flags.h"
#include "timeline/paint/overview_density.h"
#include "timeline/paint/timeline_painter.h"
#include "timeline/rows/dense_part.h"
#include "timeline/text/event_tooltip.h"
#include "timeline/view/command_actions.h"
#include "timeline/view/hover_tip.h"
#include "timeline/view/timeline_accessible.h"
#include "timeline/view/timeline_input.h"
#include "timeline/view/timeline_menu.h"
#include "timeline/view/timeline_picture.h"
#include "timeline/view/view_controls.h"

namespace timeline {

using model::EventRef;

namespace {

constexpr int kSettleMs = 60;
constexpr int kMostMarkLetters = 256;
constexpr int kSliceMs = 6;  // of computing busy shares at a time

}  // namespace

/// Joins the parts: what one of them changes, the others show.
class TimelineView::Private final : public CommandHost, public InputHost {
public:
    explicit Private(TimelineView* view);

    void relayout();
    void updateTheme();
    void updateKeys();
    void updateActions() { actions.update(commands, model.undoStack()); }
    void updateAnimated() { model.setAnimated(animated && q->isVisible()); }
    void modelChanged();
    void modelMoved();
    void storeChanged();
    void redraw();
    void requestDensity();
    void computeShares();
    void reportSettled();
    void openMenuFor(QPoint pos, bool fromKeyboard);

    // What commands and gestures ask for.
    ViewGeometry geometry() const override;
    const Pointing& pointing() const override { return input.pointing(); }
    void editMark(std::size_t mark) override;
    void editNote(const Note& note, std::size_t index) override;
    void editRowFilter() override { controls.editRowFilter(); }
    void showKeys() override { Q_EMIT q->keySheetRequested(); }
    void showStatus(const QString& text) override { Q_EMIT q->statusText(text); }
    Frame frame() const override;
    EventRef chipAt(QPointF pos) const override { return painter.chipAt(model.links(), pos); }
    void openMenu(QPoint pos) override { openMenuFor(pos, false); }
    void setHeaderWidth(int width) override;
    void setShape(Qt::CursorShape shape) override {
        if (q->cursor().shape() != shape) q->setCursor(shape);
    }
    void hideTip() override { tooltip->hideNow(); }
    void hoverChanged() override;
    void cursorChanged() override { Q_EMIT q->hoveredTimeChanged(input.pointing().cursor); }
    void repaint() override { q->update(); }
    void spanDrawn() override { Q_EMIT q->spanDrawn(); }
    void eventClicked() override { Q_EMIT q->eventClicked(); }

    TimelineView* q;
    ViewModel model;
    RowEdits rows{model};
    Navigation navigation{model, rows};
    TimelineCommands commands{model, rows, navigation, *this};
    TimelineInput input{{model, rows, navigation, commands, *this, *this}};
    TimelineMenu menu;
    CommandActions actions;
    ViewControls controls;
    EventTooltip* tooltip;

    TimelinePainter painter;
    RowShares shares;
    OverviewDensity density;
    CommunicationPtr colours;  // … that was painted
    QTimer settle;             // computes what can wait until the view has come to rest

    ViewLayout layout;
    int headerWidth = ViewLayout::kDefaultHeaderWidth;
    ThemeChoice themeChoice = ThemeChoice::System;
    Theme theme = Theme::Light;
    KeyBindings keys;
    bool animated = true;
    int keyRepeats = 0;
    std::optional<TimeNs> guide;
};

TimelineView::Private::Private(TimelineView* view)
    : q(view), menu(*view, model, rows, navigation, commands, *this), actions(view,
                                                                              [this](Command c) {
                                                                                  keyRepeats = 0;
                                                                                  commands.run(c);
                                                                              }),
      controls(view), tooltip(new EventTooltip(view)) {
    connect(&model, &ViewModel::storeChanged, q, [this] { storeChanged(); });
    connect(&model, &ViewModel::snapshotChanged, q, [this] { requestDensity(); });
    connect(&model, &ViewModel::rowsChanged, q, [this] {
        input.forgetHover();
        announce(*q, Heard::Rows);
    });
    connect(&model, &ViewModel::stateChanged, q, &TimelineView::viewStateChanged);
    connect(&model, &ViewModel::visibleRangeChanged, q, &TimelineView::visibleRangeChanged);
    connect(&model, &ViewModel::selectionChanged, q, [this](const std::optional<TimeRange>& span) {
        Q_EMIT q->selectionChanged(span);
        announce(*q, Heard::Span);
    });
    connect(&model, &ViewModel::eventSelected, q, [this](EventRef event) {
        Q_EMIT q->eventSelected(event);
        announce(*q, Heard::Event);
    });
    connect(&model, &ViewModel::filtersChanged, q, &TimelineView::filtersChanged);
    connect(&model, &ViewModel::timeFormatChanged, q, &TimelineView::timeFormatChanged);
    connect(&model, &ViewModel::changed, q, [this] { modelChanged(); });
    connect(&model, &ViewModel::moved, q, [this] { modelMoved(); });
    connect(&model, &ViewModel::overlaysChanged, q, [this] {
        updateActions();
        q->update();
    });
    connect(&model, &ViewModel::rowFocused, q, [this] { announce(*q, Heard::Row); });
    connect(&model.undoStack(), &QUndoStack::indexChanged, q, [this] { updateActions(); });

    connect(&controls, &ViewControls::rowFilterTyped, q, [this](const QString& text) { rows.filterRows(text); });
    connect(&controls, &ViewControls::hiddenClicked, q, [this] { commands.run(Command::ShowAllRows); });
    connect(&controls, &ViewControls::scrolled, q, [this](int y) { model.scrollTo(y); });
    connect(&density, &OverviewDensity::changed, q, [this] {
        if (std::exchange(colours, density.communication()) != density.communication()) q->update();
        q->update(layout.overview);
        reportSettled();
    });
    settle.setSingleShot(true);
    settle.setInterval(kSettleMs);
    connect(&settle, &QTimer::timeout, q, [this] { computeShares(); });
}

// --- what follows what

void TimelineView::Private::modelChanged() {
    controls.update(layout, model);
    updateActions();
    redraw();
}

void TimelineView::Private::modelMoved() {
    controls.showScroll(model.state().scrollY);
    redraw();
}

void TimelineView::Private::redraw() {
    input.refreshHover();
    settle.start();
    q->update();
}

void TimelineView::Private::storeChanged() {
    shares.clear();
    density.clear();
    painter.clear();
    input.forgetHover();
}

void TimelineView::Private::relayout() {
    layout = ViewLayout::of(q->size(), headerWidth, ViewLayout::kOverviewHeight,
                            ViewLayout::rulerHeight(model.state().layout.textScale), controls.scrollBarWidth(),
                            q->devicePixelRatioF());
    model.setViewport(layout.deviceWidth(), layout.rows.height());
    requestDensity();
}

void TimelineView::Private::updateTheme() {
    const Theme before = theme;
    switch (themeChoice) {
    case ThemeChoice::Light: theme = Theme::Light; break;
    case ThemeChoice::Dark: theme = Theme::Dark; break;
    case ThemeChoice::System:
        theme = q->palette().color(QPalette::Window).lightness() < 128 ? Theme::Dark : Theme::Light;
        break;
    }
    controls.setTheme(theme);
    if (theme != before) requestDensity();
    q->update();
}

void TimelineView::Private::updateKeys() {
    actions.setKeys(keys);
    updateActions();
    input.setKeyScheme(keys.scheme());
}

// --- what is computed beside

void TimelineView::Private::requestDensity() {
    if (!model.hasData()) return;
    density.request(model.snapshot(), static_cast<int>(std::lround(layout.overview.width() * layout.dpr)), theme);
}

void TimelineView::Private::computeShares() {
    settle.setInterval(kSettleMs);  // a slice that was not enough begins the next one at once
    if (!model.hasData()) return;
    if (model.isGliding() || model.isInGesture()) return settle.start();
    const RowShares::Slice slice = shares.compute(geometry(), kSliceMs);
    if (slice.changed) q->update(layout.header);
    if (slice.done) reportSettled();
    else settle.start(0);
}

void TimelineView::Private::reportSettled() {
    if (q->isSettled()) Q_EMIT q->settled();
}

// --- what commands and gestures ask for

ViewGeometry TimelineView::Private::geometry() const {
    return {layout,
            model.scale(),
            model.source(),
            model.rows(),
            model.state().scrollY,
            model.pinnedScroll(),
            model.pinnedHeight()};
}

Frame TimelineView::Private::frame() const {
    Frame f;
    f.model = &model;
    f.geometry = geometry();
    f.shares = &shares;
    f.density = &density.value();
    f.communication = density.communication();
    f.pointing = &input.pointing();
    f.guide = guide;
    f.active = q->hasFocus();
    f.theme = theme;
    f.font = q->font();
    f.barFont = barFont(f.font, model.state().layout);
    return f;
}

void TimelineView::Private::editMark(std::size_t mark) {
    const RulerView v = frame().ruler();
    const TimeMark& m = model.state().marks[mark];
    const int width = 150, x = std::clamp(static_cast<int>(v.x(m.time)), v.area.left(),
                                          std::max(v.area.left(), v.area.right() - width));
    controls.editText("markName", TimelineView::tr("Name of the mark"), m.name,
                      QRect(x, v.area.top() + 3, width, v.area.height() - 4), kMostMarkLetters,
                      [this, mark](const QString& name) { commands.nameMark(mark, name); });
}

void TimelineView::Private::editNote(const Note& note, std::size_t index) {
    constexpr QSize kBox(280, 24);
    const QRect area = layout.rows;
    const QRectF flag = noteFlag(frame(), note).value_or(QRectF(area.center(), QSizeF()));
    const QPoint at(
        std::clamp(static_cast<int>(flag.left()), area.left(), std::max(area.left(), area.right() - kBox.width())),
        std::clamp(static_cast<int>(flag.top()), area.top(), std::max(area.top(), area.bottom() - kBox.height())));
    controls.editText("noteText", TimelineView::tr("Text of the note"), note.text, QRect(at, kBox), Note::kMostLetters,
                      [this, note, index](const QString& text) { commands.setNote(index, note, text); });
}

void TimelineView::Private::openMenuFor(QPoint pos, bool fromKeyboard) {
    if (!model.hasData()) return;
    hideTip();
    menu.open(frame(), pos, fromKeyboard);
}

void TimelineView::Private::setHeaderWidth(int width) {
    headerWidth = std::max(ViewLayout::kMinHeaderWidth, width);
    relayout();
}

void TimelineView::Private::hoverChanged() {
    q->update();
    const auto tip = q->window()->isActiveWindow() ? hoverTip(frame()) : std::nullopt;
    if (!tip) return hideTip();
    const auto& pointer = input.pointing().pointer;
    tooltip->schedule(tip->html, tip->item, pointer ? pointer->toPoint() : QPoint(), theme);
}

// --- the widget

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
    // People who ask their system for less motion get a style without animations.
    d->animated = style()->styleHint(QStyle::SH_Widget_Animation_Duration, nullptr, this) > 0;
    d->updateKeys();
    d->updateTheme();
    d->relayout();
    setFocus(Qt::OtherFocusReason);  // the rows come first, not the filter box
}

TimelineView::~TimelineView() {
    // Parts of `d` go one after the other: what one of them says meanwhile must not reach the next.
    d->model.disconnect(this);
    d->model.undoStack().disconnect(this);
}

void TimelineView::setSnapshot(model::SnapshotPtr snapshot) { d->model.setSnapshot(std::move(snapshot)); }
void TimelineView::moveSnapshot(model::SnapshotPtr snapshot) { d->model.setSnapshot(std::move(snapshot), true); }
const model::SnapshotPtr& TimelineView::snapshot() const { return d->model.snapshot(); }

void TimelineView::setDerivedRows(DerivedRows* rows) {
    d->painter.clear();
    d->model.setDerivedRows(rows);
}

void TimelineView::derivedRowsChanged() {
    d->painter.clear();
    d->model.derivedRowsChanged();
}

bool TimelineView::isSettled() const {
    return !d->model.hasData() || (!d->settle.isActive() && !d->density.isRunning());
}

const ViewState& TimelineView::viewState() const { return d->model.state(); }

void TimelineView::setViewState(const ViewState& state, bool undoable) {
    if (undoable) d->model.change(ViewChange::Everything, state);
    else d->model.show(state);
}

QUndoStack* TimelineView::undoStack() const { return &d->model.undoStack(); }

void TimelineView::setTheme(ThemeChoice choice) {
    d->themeChoice = choice;
    d->updateTheme();
}
Theme TimelineView::theme() const { return d->theme; }

void TimelineView::setDensity(Density density) { d->model.setDensity(density); }
void TimelineView::setTimeStyle(TimeStyle style) { d->model.setTimeStyle(style); }
void TimelineView::refreshColours() {
    d->painter.clear();
    d->density.clear();
    d->requestDensity();
    update();
}
void TimelineView::setTextScale(double scale) {
    d->model.setTextScale(scale);
    d->relayout();
}
const TimeFormat& TimelineView::timeFormat() const { return d->model.timeFormat(); }
void TimelineView::setTimeZero(std::optional<TimeNs> time) { d->commands.setZero(time); }

void TimelineView::setKeys(const KeyBindings& keys) {
    d->keys = keys;
    d->updateKeys();
}
const KeyBindings& TimelineView::keys() const { return d->keys; }
void TimelineView::setAnimated(bool animated) {
    d->animated = animated;
    d->updateAnimated();
}
int TimelineView::headerWidth() const { return d->layout.header.width(); }
void TimelineView::setHeaderWidth(int width) { d->setHeaderWidth(width); }

QAction* TimelineView::action(Command command) const { return d->actions.of(command); }
QAction* TimelineView::actionEverywhere(Command command) const { return d->actions.everywhere(command); }
QList<QAction*> TimelineView::commandActions() const { return d->actions.all(); }
void TimelineView::run(Command command) { d->commands.run(command, d->keyRepeats); }

void TimelineView::zoomTo(TimeRange range, bool exact) { d->navigation.zoomTo(range, exact); }

void TimelineView::setReach(std::optional<TimeRange> range) { d->model.setReach(range); }

TimeRange TimelineView::reach() const { return d->model.hasData() ? d->model.reach() : TimeRange{}; }

bool TimelineView::isFitted() const { return d->model.isFitted(); }

void TimelineView::fit() { d->model.fit(); }

void TimelineView::showDensePart() {
    if (!d->model.hasData() || !isFitted() || d->model.reach() != snapshot()->range()) return;
    if (const auto part = densePart(snapshot())) d->navigation.zoomTo(*part, false);
}

void TimelineView::setGuide(std::optional<TimeNs> time) {
    if (time == d->guide) return;
    d->guide = time;
    update();
}

void TimelineView::setSelection(std::optional<TimeRange> range) { d->model.setSelection(range); }

void TimelineView::selectEvent(EventRef event, bool reveal) { d->navigation.select(event, reveal); }

void TimelineView::goToEvent(EventRef event) { d->navigation.showEvent(event); }
void TimelineView::setNameFilter(const std::string& name) { d->rows.filterName(name); }

void TimelineView::setHits(std::vector<TimeNs> times) { d->model.setHits(std::move(times)); }

QList<ActiveFilter> TimelineView::filters() const {
    QList<ActiveFilter> out;
    const model::SnapshotPtr& s = snapshot();
    const RowLayout& l = viewState().layout;
    if (l.onlyThread) {
        QString title = QString::number(l.onlyThread->key.tid);
        if (s)
            for (const model::Track& t : s->tree().tracks)
                if (t.kind == TrackKind::Thread && rowKey(t) == *l.onlyThread) title = trackTitle(*s, t);
        out.append({ActiveFilter::Kind::Thread, tr("Thread: %1").arg(title)});
    }
    if (const std::string& only = viewState().onlyName; !only.empty()) {
        const std::string_view name = shortKernelName(withoutApiVersion(only));
        out.append({ActiveFilter::Kind::Name,
                    tr("Name: %1").arg(QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())))});
    }
    if (!l.nameFilter.isEmpty()) out.append({ActiveFilter::Kind::RowName, tr("Rows: %1").arg(l.nameFilter)});
    return out;
}

void TimelineView::removeFilter(ActiveFilter::Kind kind) {
    switch (kind) {
    case ActiveFilter::Kind::Thread: return d->rows.filterThread(std::nullopt);
    case ActiveFilter::Kind::Name: return d->rows.filterName({});
    case ActiveFilter::Kind::RowName: return d->rows.filterRows({});
    }
}

void TimelineView::setRowFilter(const QString& text) { d->rows.filterRows(text); }

const model::Correlated& TimelineView::correlatedWithSelected() const { return d->model.links().correlated(); }
RowListPtr TimelineView::rowList() const { return d->model.rows(); }
RowSource TimelineView::rowSource() const { return d->model.source(); }
const std::optional<RowKey>& TimelineView::focusedRow() const { return d->model.focusedRow(); }
void TimelineView::focusRow(std::optional<RowKey> row) { d->model.focusRow(std::move(row)); }

QRect TimelineView::eventGeometry(EventRef event) const {
    const EventPlace p = d->geometry().placeOf(event);
    return p.side == EventPlace::kOnScreen ? p.bar.toAlignedRect() : QRect();
}

QRect TimelineView::rowsGeometry() const { return d->layout.rows; }
QRect TimelineView::rulerGeometry() const { return d->layout.ruler; }
QRect TimelineView::overviewGeometry() const { return d->layout.overview; }

QRect TimelineView::headerGeometry(const RowKey& key) const {
    const RowPlace p = d->geometry().placeOf(key);
    return p.isValid() ? p.rect.intersected(d->layout.header) : QRect();
}

double TimelineView::xOf(TimeNs time) const { return d->geometry().x(time); }
TimeNs TimelineView::timeAt(double x) const { return d->geometry().timeAt(x); }

std::unique_ptr<TimelinePicture> TimelineView::picture(const PictureOptions& wanted) const {
    PictureOptions options = wanted;
    if (options.size.width() <= 0) options.size = size();
    if (options.headerWidth == 0) options.headerWidth = d->headerWidth;
    return std::make_unique<TimelinePicture>(d->frame(), options);
}

QImage TimelineView::renderImage(const PictureOptions& options) const {
    const auto content = picture(options);
    const double dpr = std::clamp(options.dpr, 1.0, 4.0);
    QImage image(content->size() * dpr, QImage::Format_RGB32);
    image.setDevicePixelRatio(dpr);
    QPainter p(&image);
    content->paint(p, false);
    return image;
}

QSize TimelineView::sizeHint() const { return {1100, 640}; }
QSize TimelineView::minimumSizeHint() const { return {400, 200}; }

// --- events

bool TimelineView::event(QEvent* event) {
    switch (event->type()) {
    case QEvent::ShortcutOverride:
        // Keys of the canvas come by their place on the keyboard; see keyPressEvent().
        if (const auto c = commandFor(*static_cast<QKeyEvent*>(event), d->keys); c && d->commands.isPossible(*c)) {
            event->accept();
            return true;
        }
        break;
    case QEvent::NativeGesture:
        if (d->input.nativeGesture(*static_cast<QNativeGestureEvent*>(event))) return true;
        break;
    case QEvent::ToolTip: return true;  // has its own
    case QEvent::Show: d->updateAnimated(); break;
    case QEvent::Hide: d->updateAnimated(); [[fallthrough]];
    case QEvent::WindowDeactivate: d->hideTip(); break;
    default: break;
    }
    return QWidget::event(event);
}

void TimelineView::paintEvent(QPaintEvent*) {
    if (d->layout.dpr != devicePixelRatioF()) d->relayout();
    QPainter p(this);
    d->painter.paint(p, d->frame());
}

void TimelineView::resizeEvent(QResizeEvent*) { d->relayout(); }

void TimelineView::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange) d->updateTheme();
    if (event->type() == QEvent::FontChange) d->relayout();
    if (event->type() == QEvent::LanguageChange) {
        d->controls.retranslate();
        d->updateKeys();
        d->model.rebuildTitles();
    }
    QWidget::changeEvent(event);
}

void TimelineView::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape && d->input.cancel()) return;
    const auto command = commandFor(*event, d->keys);
    if (!command || !d->commands.isPossible(*command)) {
        if (event->key() == Qt::Key_Menu) return d->openMenuFor({}, true);
        return QWidget::keyPressEvent(event);
    }
    if (event->isAutoRepeat() && !commandInfo(*command).repeats) return;
    d->keyRepeats = event->isAutoRepeat() ? d->keyRepeats + 1 : 0;
    d->hideTip();
    d->commands.run(*command, d->keyRepeats);
}

void TimelineView::mousePressEvent(QMouseEvent* event) { d->input.press(*event); }
void TimelineView::mouseMoveEvent(QMouseEvent* event) { d->input.move(*event); }
void TimelineView::mouseReleaseEvent(QMouseEvent* event) { d->input.release(*event); }
void TimelineView::mouseDoubleClickEvent(QMouseEvent* event) { d->input.doubleClick(*event); }
void TimelineView::wheelEvent(QWheelEvent* event) { d->input.wheel(*event); }
void TimelineView::leaveEvent(QEvent*) { d->input.leave(); }

void TimelineView::contextMenuEvent(QContextMenuEvent* event) {
    event->accept();
    if (event->reason() != QContextMenuEvent::Mouse) return d->openMenuFor({}, true);
    if (d->input.isBusy() || d->input.suppressesMenu()) return;
    d->openMenuFor(event->pos(), false);
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
