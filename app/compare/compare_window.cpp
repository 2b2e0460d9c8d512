// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/compare/compare_window.h"

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QEvent>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QSplitter>
#include <QTabWidget>
#include <QToolBar>
#include <QUndoStack>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "app/compare/difference_pane.h"
#include "app/compare/recent_comparisons.h"
#include "app/compare/undo_order.h"
#include "app/kit/commands/choice_menus.h"
#include "app/kit/elided_label.h"
#include "app/kit/file_text.h"
#include "app/kit/icons.h"
#include "app/kit/manual/manual_place.h"
#include "app/kit/preferences.h"
#include "app/kit/range_text.h"
#include "app/panes/details/details_pane.h"
#include "app/pictures/picture_dialog.h"
#include "app/report/evidence.h"
#include "app/report/pane_host.h"
#include "app/report/report_page.h"
#include "model/base/time_units.h"
#include "timeline/look/format.h"

namespace app {

using model::TimeNs;

namespace {

constexpr QSize kFirstSize(1400, 900);
constexpr int kOffsetWidth = 150, kLeastAlign = 160, kMostAlign = 420;  // logical px

/// "+12.345 ms": exact, so that what is typed comes back as it was.
QString offsetText(TimeNs ns) {
    const TimeNs size = ns < 0 ? -ns : ns;
    const model::TimeUnit& unit = model::unitFor(static_cast<double>(size));
    QString text = QString::number(size / unit.ns);
    if (TimeNs rest = size % unit.ns) {
        QString digits = QString::number(rest + unit.ns).mid(1);
        while (digits.endsWith(u'0')) digits.chop(1);
        text += u'.' + digits;
    }
    return (ns < 0 ? QStringLiteral("−") : QStringLiteral("+")) + text + u' ' + QString::fromUtf8(unit.key);
}

std::optional<TimeNs> parseOffset(QString text) {
    text = text.trimmed().replace(QChar(0x2212), u'-');
    if (text.startsWith(u'+')) text.remove(0, 1);
    return parseTime(text);
}

bool isDone(const ReportPage* page) { return page->document()->state() != Document::State::Loading; }

}  // namespace

CompareWindow::CompareWindow(const QString& a, const QString& b, bool kept, QWidget* parent)
    : QMainWindow(parent), m_splitter(new QSplitter(Qt::Vertical)), m_whole(new QSplitter(Qt::Vertical, this)),
      m_differences(new DifferencePane), m_bar(new QToolBar(this)), m_alignLabel(new QLabel(this)),
      m_offsetLabel(new QLabel(this)), m_stretched(new QLabel(this)), m_align(new QComboBox(this)),
      m_offset(new QLineEdit(this)), m_link(new QAction(this)), m_stretch(new QAction(this)),
      m_alignEvents(new QAction(this)), m_sideBySide(new QAction(this)), m_undo(new QAction(this)),
      m_redo(new QAction(this)), m_swap(new QAction(this)), m_order(new UndoOrder(this)), m_kept(kept) {
    setAttribute(Qt::WA_DeleteOnClose);
    setObjectName(QStringLiteral("compareWindow"));
    setManualPlace(this, QStringLiteral("compare"));
    m_splitter->addWidget(makeSide(Side::A, a));
    m_splitter->addWidget(makeSide(Side::B, b));
    m_splitter->setChildrenCollapsible(false);
    m_whole->addWidget(m_splitter);
    m_whole->addWidget(m_differences);
    m_whole->setStretchFactor(0, 3);
    m_whole->setStretchFactor(1, 1);
    m_whole->setCollapsible(0, false);
    m_whole->setSizes({kFirstSize.height() * 2 / 3, kFirstSize.height() / 3});
    setCentralWidget(m_whole);
    m_front = page(Side::B);
    m_links = new LinkedViews(page(Side::A)->view(), page(Side::B)->view(), this);
    makeDetails();
    makeActions();
    makeToolBar();
    makeMenus();
    connectPages();
    showSides();
    resize(kFirstSize);
    if (m_kept) {
        restoreGeometry(preferences::kCompareGeometry.value());
        m_sideBySide->setChecked(preferences::kSideBySide.value());
    }
    retranslate();
    showOffset();
    updateActions();
    updateUndo();
    m_front->view()->setFocus();
}

void CompareWindow::connectPages() {
    for (ReportPage* p : m_pages) {
        connect(p->view(), &timeline::TimelineView::eventSelected, this, &CompareWindow::updateActions);
        connect(p->view(), &timeline::TimelineView::eventClicked, this,
                [this] { m_differences->tabs()->setCurrentWidget(m_bothDetails); });
        connect(p->view(), &timeline::TimelineView::settled, this, &CompareWindow::settled);
        connect(p->view(), &timeline::TimelineView::keySheetRequested, this, &CompareWindow::showKeys);
        connect(p->document(), &Document::snapshotChanged, m_links, &LinkedViews::reportsChanged);
        connect(p, &ReportPage::ready, this, &CompareWindow::onReady);
        connect(p, &ReportPage::savingChanged, this, &CompareWindow::updateActions);
        connect(p->document(), &Document::stateChanged, this, &CompareWindow::onReady);
        m_order->add(p->view()->undoStack());
        p->view()->installEventFilter(this);
    }
    m_order->add(m_links->undoStack());
    connect(m_order, &UndoOrder::changed, this, &CompareWindow::updateUndo);
    connect(preferenceChanges(), &PreferenceChanges::changed, this, [](const QString& key) {
        if (preferences::kLanguage.is(key)) followLanguage();
    });
    connect(m_links, &LinkedViews::alignmentChanged, this, &CompareWindow::showOffset);
    connect(m_links, &LinkedViews::swapped, this, &CompareWindow::onSwapped);
    connect(m_links, &LinkedViews::linkedChanged, m_link, &QAction::setChecked);
    connect(m_differences, &DifferencePane::settled, this, &CompareWindow::onCompared);
    connect(m_differences, &DifferencePane::eventsListed, this, &CompareWindow::settled);
    connect(m_differences, &DifferencePane::proofRequested, this, &CompareWindow::showProof);
}

// A beside B, as everything here.
void CompareWindow::makeDetails() {
    m_bothDetails = new QSplitter;
    m_bothDetails->setObjectName(QStringLiteral("details"));
    m_bothDetails->setChildrenCollapsible(false);
    for (DetailsPane*& details : m_details) {
        details = new DetailsPane;
        details->setIdentity(QStringLiteral("details"), QT_TRANSLATE_NOOP("Panes", "Details"));
        m_bothDetails->addWidget(details);
    }
    m_differences->tabs()->addTab(m_bothDetails, QString());
}

// What ends after this tells of it: a field that has the focus, the focus itself, and steps that can be undone.
CompareWindow::~CompareWindow() {
    m_offset->disconnect(this);
    qApp->disconnect(this);
    m_order->disconnect(this);
}

QWidget* CompareWindow::makeSide(Side side, const QString& path) {
    const auto i = static_cast<std::size_t>(side);
    auto* box = new QWidget(this);
    m_badges[i] = new QLabel(box);
    m_badges[i]->setObjectName(QStringLiteral("sideBadge"));
    m_badges[i]->setAlignment(Qt::AlignCenter);
    m_badges[i]->setAutoFillBackground(true);
    m_badges[i]->setBackgroundRole(QPalette::Highlight);
    m_badges[i]->setForegroundRole(QPalette::HighlightedText);
    m_badges[i]->setFixedWidth(22);
    m_titles[i] = new ElidedLabel(box);
    m_titles[i]->setText(shownFile(path));
    m_titles[i]->setToolTip(path);
    m_pages[i] = new ReportPage(path, ReportPage::View::Beside, box);
    auto* title = new QHBoxLayout;
    title->setContentsMargins(6, 3, 6, 3);
    title->setSpacing(8);
    title->addWidget(m_badges[i]);
    title->addWidget(m_titles[i], 1);
    auto* column = new QVBoxLayout(box);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(title);
    column->addWidget(m_pages[i], 1);
    return box;
}

void CompareWindow::makeToolBar() {
    m_undo->setIcon(icon(QStringLiteral("undo")));
    m_redo->setIcon(icon(QStringLiteral("redo")));
    m_undo->setShortcut(QKeySequence::Undo);
    m_redo->setShortcut(QKeySequence::Redo);
    m_swap->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_X));
    m_swap->setObjectName(QStringLiteral("swapSides"));
    m_link->setCheckable(true);
    m_link->setChecked(true);
    m_link->setShortcut(QKeySequence(Qt::Key_L));
    m_stretch->setCheckable(true);
    m_sideBySide->setCheckable(true);
    m_stretched->setObjectName(QStringLiteral("stretched"));
    m_offset->setFixedWidth(kOffsetWidth);
    m_align->setSizeAdjustPolicy(QComboBox::AdjustToContents);  // names of steps are long
    m_align->setMinimumWidth(kLeastAlign);
    m_align->setMaximumWidth(kMostAlign);
    for (QLabel* label : {m_alignLabel, m_offsetLabel, m_stretched}) label->setContentsMargins(6, 0, 6, 0);
    m_offset->setObjectName(QStringLiteral("offset"));
    m_alignLabel->setBuddy(m_align);
    m_offsetLabel->setBuddy(m_offset);
    m_bar->setObjectName(QStringLiteral("compareBar"));
    m_bar->setMovable(false);
    m_bar->setToolButtonStyle(Qt::ToolButtonTextOnly);
    m_bar->addWidget(m_alignLabel);
    m_bar->addWidget(m_align);
    m_bar->addAction(m_stretch);
    m_bar->addAction(m_alignEvents);
    m_bar->addAction(m_swap);
    m_bar->addSeparator();
    m_bar->addWidget(m_offsetLabel);
    m_bar->addWidget(m_offset);
    m_stretchedAction = m_bar->addWidget(m_stretched);
    m_bar->addAction(m_link);
    m_bar->addAction(m_undo);
    m_bar->addAction(m_redo);
    m_bar->addSeparator();
    m_bar->addAction(m_sideBySide);
    m_bar->addAction(m_exportPicture);
    m_bar->addAction(m_share);
    addToolBar(m_bar);
    connect(m_link, &QAction::toggled, m_links, &LinkedViews::setLinked);
    connect(m_sideBySide, &QAction::toggled, this,
            [this](bool on) { m_splitter->setOrientation(on ? Qt::Horizontal : Qt::Vertical); });
    connect(m_undo, &QAction::triggered, m_order, &UndoOrder::undo);
    connect(m_redo, &QAction::triggered, m_order, &UndoOrder::redo);
    connect(m_swap, &QAction::triggered, this, [this] { m_links->swap(tr("Swap A and B")); });
    connect(m_stretch, &QAction::toggled, this, &CompareWindow::align);
    connect(m_alignEvents, &QAction::triggered, this, &CompareWindow::alignEvents);
    connect(m_align, &QComboBox::activated, this, &CompareWindow::align);
    connect(m_offset, &QLineEdit::editingFinished, this, &CompareWindow::applyOffset);
}

// The pages change places with all that belongs to them; what was compared is compared the other way round.
void CompareWindow::onSwapped() {
    m_splitter->insertWidget(0, m_splitter->widget(1));
    std::swap(m_pages[0], m_pages[1]);
    std::swap(m_badges[0], m_badges[1]);
    std::swap(m_titles[0], m_titles[1]);
    for (AlignChoice& choice : m_choices) {
        choice.alignment = {choice.alignment.anchorB, choice.alignment.anchorA, 1};
        choice.stretch = 1 / choice.stretch;
    }
    showSides();
    retranslate();
    m_keepAlignment = true;
    onReady();
}

void CompareWindow::showSides() {
    const QString letters[] = {QStringLiteral("A"), QStringLiteral("B")};  // in every language
    for (std::size_t i = 0; i < m_pages.size(); ++i) {
        m_badges[i]->setText(letters[i]);
        m_details[i]->setHost(m_pages[i]->host());
    }
    m_differences->setHosts(m_pages[0]->host(), m_pages[1]->host());
}

// What was done last is undone first, in whichever timeline that was.
void CompareWindow::updateUndo() {
    const auto show = [this](QAction* action, timeline::Command command, QUndoStack* stack, bool back) {
        action->setEnabled(stack);
        QString text = timeline::commandText(command);
        for (const ReportPage* p : m_pages)
            if (stack == p->view()->undoStack()) text = p->view()->action(command)->text();
        if (stack == m_links->undoStack())
            text = timeline::TimelineView::tr("%1: %2", "Undo or Redo: what")
                       .arg(text, back ? stack->undoText() : stack->redoText());
        action->setText(text);
    };
    show(m_undo, timeline::Command::Undo, m_order->nextUndo(), true);
    show(m_redo, timeline::Command::Redo, m_order->nextRedo(), false);
}

// A timeline by itself would undo only what was done in it.
bool CompareWindow::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::KeyPress || event->type() == QEvent::ShortcutOverride) {
        const auto* view = qobject_cast<timeline::TimelineView*>(watched);
        const auto command = view ? timeline::commandFor(*static_cast<QKeyEvent*>(event), view->keys()) : std::nullopt;
        if (command == timeline::Command::Undo || command == timeline::Command::Redo) {
            event->accept();
            if (event->type() == QEvent::KeyPress) (command == timeline::Command::Undo ? m_undo : m_redo)->trigger();
            return true;
        }
    }
    return QMainWindow::eventFilter(watched, event);
}

void CompareWindow::exportPicture() {
    (new PictureDialog([this] { return pictureSource(); }, m_kept, this))->show();
}

PictureSource CompareWindow::pictureSource() const {
    PictureSource source;
    source.window = const_cast<CompareWindow*>(this);
    for (ReportPage* p : m_pages) source.pages.push_back(p);
    if (m_differences->isVisible()) source.panes.push_back({m_differences, tr("What Changed"), m_differences->about()});
    return source;
}

bool CompareWindow::isReady() const { return std::all_of(m_pages.begin(), m_pages.end(), isDone); }

bool CompareWindow::isSettled() const {
    return isReady() && m_differences->comparison() && !m_differences->isWorking() &&
           std::all_of(m_pages.begin(), m_pages.end(), [](const ReportPage* p) { return p->view()->isSettled(); });
}

void CompareWindow::onReady() {
    if (!isReady()) return;
    m_links->reportsChanged();
    m_differences->show(page(Side::A)->document()->report(), page(Side::B)->document()->report());
    if (m_kept && std::all_of(m_pages.begin(), m_pages.end(),
                              [](const ReportPage* p) { return p->document()->state() == Document::State::Ready; }))
        RecentComparisons::add(page(Side::A)->document()->path(), page(Side::B)->document()->path());
    emit ready();
}

// Where a run begins says least: what repeats in both is the better place to begin with.
void CompareWindow::onCompared() {
    const int before = m_align->currentIndex();
    const AlignChoice chosen = before >= 0 && static_cast<std::size_t>(before) < m_choices.size()
                                   ? m_choices[static_cast<std::size_t>(before)]
                                   : AlignChoice();
    m_choices = m_differences->choices();
    fillAlign();
    if (std::exchange(m_keepAlignment, false)) {
        const auto same = std::find_if(m_choices.begin(), m_choices.end(),
                                       [&](const AlignChoice& c) { return c.by == chosen.by && c.nth == chosen.nth; });
        m_align->setCurrentIndex(same == m_choices.end() ? -1 : static_cast<int>(same - m_choices.begin()));
        updateActions();
        emit settled();
        return;
    }
    m_align->setCurrentIndex(static_cast<int>(firstChoice(m_choices)));
    align();
    m_links->undoStack()->clear();  // nobody asked for this yet
    emit settled();
}

QString CompareWindow::textOf(const AlignChoice& choice) const {
    switch (choice.by) {
    case model::diff::AlignBy::Start: return tr("Start of the reports");
    case model::diff::AlignBy::Kernel: return tr("First kernel");
    case model::diff::AlignBy::Wall: return tr("Wall clock");
    default: return tr("Repetition %1: %2").arg(choice.nth + 1).arg(QString::fromStdString(choice.repetition));
    }
}

void CompareWindow::fillAlign() {
    const int chosen = m_align->currentIndex();
    m_align->clear();
    for (const AlignChoice& one : m_choices) {
        m_align->addItem(textOf(one));
        m_align->setItemData(m_align->count() - 1, textOf(one), Qt::ToolTipRole);
    }
    m_align->setCurrentIndex(chosen);
    updateActions();
}

void CompareWindow::align() {
    const auto at = static_cast<std::size_t>(m_align->currentIndex());
    if (at >= m_choices.size()) return;
    model::diff::Alignment wanted = m_choices[at].alignment;
    if (m_stretch->isChecked()) wanted.stretch = m_choices[at].stretch;
    m_links->setAlignment(wanted, tr("Align on %1").arg(textOf(m_choices[at])));
    updateActions();
}

void CompareWindow::alignEvents() {
    const model::EventRef a = page(Side::A)->view()->viewState().selected,
                          b = page(Side::B)->view()->viewState().selected;
    if (const auto found =
            model::diff::alignOn(*page(Side::A)->view()->snapshot(), a, *page(Side::B)->view()->snapshot(), b))
        m_links->setAlignment(*found, tr("Align Selected Events"));
}

// Each side shows its own events; the times of the first one lead.
void CompareWindow::showProof(const model::diff::Proof& proof) {
    showEvidence(*page(Side::B)->host(), proof.b);
    showEvidence(*page(Side::A)->host(), proof.a);
}

void CompareWindow::updateActions() {
    const auto choice = static_cast<std::size_t>(m_align->currentIndex());
    m_stretch->setEnabled(choice < m_choices.size() && !m_choices[choice].repetition.empty());
    m_alignEvents->setEnabled(std::all_of(
        m_pages.begin(), m_pages.end(), [](const ReportPage* p) { return p->view()->viewState().selected.isValid(); }));
    m_align->setEnabled(!m_choices.empty());
    m_share->setEnabled(m_differences->comparison() && !page(Side::B)->isSaving());
}

// As people say it: how much later B's time is.
TimeNs CompareWindow::offset() const { return -m_links->alignment().offset(); }

void CompareWindow::showOffset() {
    m_offset->setText(offsetText(offset()));
    const double stretch = m_links->alignment().stretch;
    m_stretched->setText(tr("B drawn × %1").arg(QLocale().toString(stretch, 'g', 4)));
    m_stretchedAction->setVisible(stretch != 1);
    m_offset->setCursorPosition(0);
}

void CompareWindow::applyOffset() {
    const std::optional<TimeNs> wanted = parseOffset(m_offset->text());
    if (wanted && *wanted != offset()) {
        model::diff::Alignment next = m_links->alignment();
        next.anchorB = model::saturatingAdd(next.anchorA, *wanted);
        m_links->setAlignment(next, tr("Shift the Second Report"));
    }
    showOffset();  // what cannot be understood changes nothing
}

void CompareWindow::closeEvent(QCloseEvent* event) {
    if (m_kept) {
        preferences::kCompareGeometry.set(saveGeometry());
        preferences::kSideBySide.set(m_sideBySide->isChecked());
    }
    QMainWindow::closeEvent(event);
}

void CompareWindow::retranslate() {
    setWindowTitle(tr("%1 compared with %2").arg(page(Side::B)->title(), page(Side::A)->title()));
    m_bar->setWindowTitle(tr("Comparison"));
    m_alignLabel->setText(tr("&Align on"));
    m_offsetLabel->setText(tr("B is &later by"));
    m_offset->setToolTip(
        tr("How much later a time of B is than the time of A above it. A time with its unit, like 2.5 ms or -3us."));
    m_stretch->setText(tr("Equal Length"));
    m_stretch->setToolTip(tr("Draws B slower or faster, so that the pace of the chosen step is as long as in A."));
    m_alignEvents->setText(tr("Align Selected Events"));
    m_alignEvents->setToolTip(tr("The events that are selected in A and in B begin at the same place."));
    m_link->setText(tr("Linked"));
    m_link->setToolTip(tr(
        "Zoom, scroll and select in both. Unlink to shift one by hand; it stays there when both are linked again. (L)"));
    m_sideBySide->setText(tr("Side by Side"));
    m_share->setToolTip(
        tr("What changed, with both timelines and the tables, as one page that opens without Sightline."));
    m_swap->setText(tr("Swap A and B"));
    m_swap->setToolTip(tr("Compares the other way round: A becomes B. Each keeps its view, marks and selection."));
    m_differences->tabs()->setTabText(m_differences->tabs()->indexOf(m_bothDetails), tr("Details"));
    updateUndo();
    retranslateMenus();
    fillAlign();
    showOffset();
}

void CompareWindow::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    QMainWindow::changeEvent(event);
}

}  // namespace app
