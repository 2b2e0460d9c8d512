// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/kit/manual/manual_window.h"

#include <QAction>
#include <QDesktopServices>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QScrollBar>
#include <QSplitter>
#include <QTextBlock>
#include <QToolButton>
#include <QTreeWidget>
#include <QVBoxLayout>
#include <algorithm>

#include "app/kit/icons.h"
#include "app/kit/language.h"
#include "app/kit/manual/manual_look.h"
#include "app/kit/preferences.h"
#include "app/kit/theme.h"
#include "timeline/look/contrast.h"

namespace app {
namespace {

constexpr QSize kWindow(1120, 800);  // logical px, at first
constexpr int kContentsWidth = 270;
constexpr int kTypingDelayMs = 120;
constexpr int kSmallestZoom = -5, kLargestZoom = 15;
constexpr int kPageRole = Qt::UserRole, kPositionRole = Qt::UserRole + 1;

double factorOf(int step) { return 1 + step * 0.1; }

}  // namespace

ManualWindow::ManualWindow()
    : m_book(std::make_unique<ManualBook>(currentLanguage())), m_search(new QLineEdit(this)), m_found(new QLabel(this)),
      m_contents(new QTreeWidget(this)), m_text(new QTextBrowser(this)), m_zoom(preferences::kManualZoom.value()) {
    setObjectName(QStringLiteral("manualWindow"));
    setWindowIcon(applicationIcon());
    m_contents->setHeaderHidden(true);
    m_contents->setFrameShape(QFrame::NoFrame);
    m_contents->setUniformRowHeights(true);
    m_contents->setIndentation(14);
    m_text->setObjectName(QStringLiteral("manualText"));
    m_text->setFrameShape(QFrame::NoFrame);
    m_text->setOpenLinks(false);
    m_text->setLineWrapMode(QTextEdit::FixedPixelWidth);
    m_search->setClearButtonEnabled(true);
    m_found->setForegroundRole(QPalette::PlaceholderText);
    m_typing.setSingleShot(true);
    m_typing.setInterval(kTypingDelayMs);

    auto* splitter = new QSplitter(this);
    splitter->addWidget(m_contents);
    splitter->addWidget(m_text);
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({kContentsWidth, kWindow.width() - kContentsWidth});
    splitter->setChildrenCollapsible(false);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(makeBar());
    column->addWidget(splitter, 1);

    m_text->viewport()->installEventFilter(this);
    connect(&m_typing, &QTimer::timeout, this, &ManualWindow::runSearch);
    connect(m_search, &QLineEdit::textChanged, &m_typing, qOverload<>(&QTimer::start));
    connect(m_search, &QLineEdit::returnPressed, this, &ManualWindow::nextHit);
    connect(m_text, &QTextBrowser::anchorClicked, this, &ManualWindow::followLink);
    connect(m_text, &QTextBrowser::highlighted, this, [this](const QUrl& url) {
        m_text->viewport()->setToolTip(url.scheme().isEmpty() ? QString() : url.toDisplayString());
    });
    connect(m_contents, &QTreeWidget::currentItemChanged, this, [this](const QTreeWidgetItem* item) {
        if (item) visit({item->data(0, kPageRole).toInt(), item->data(0, kPositionRole).toInt()});
    });
    connect(themeManager(), &ThemeManager::themeChanged, this, [this] { render(m_page); });
    if (!restoreGeometry(preferences::kManualGeometry.value())) resize(kWindow);
    retranslate();
    visit({});
    m_text->setFocus();
}

ManualWindow::~ManualWindow() { preferences::kManualGeometry.set(saveGeometry()); }

QAction* ManualWindow::addCommand(const char* name, QList<QKeySequence> keys, void (ManualWindow::*run)()) {
    auto* action = new QAction(this);
    if (*name) action->setIcon(icon(QLatin1String(name)));
    action->setShortcuts(keys);
    if (run) connect(action, &QAction::triggered, this, run);
    addAction(action);
    return action;
}

QWidget* ManualWindow::makeBar() {
    m_back = addCommand("back", QKeySequence::keyBindings(QKeySequence::Back), &ManualWindow::goBack);
    m_forward = addCommand("forward", QKeySequence::keyBindings(QKeySequence::Forward), &ManualWindow::goForward);
    m_out = addCommand("zoom-out", QKeySequence::keyBindings(QKeySequence::ZoomOut), &ManualWindow::zoomOut);
    m_in =
        addCommand("zoom-in", QKeySequence::keyBindings(QKeySequence::ZoomIn) << QKeySequence(Qt::CTRL | Qt::Key_Equal),
                   &ManualWindow::zoomIn);
    m_previous = addCommand("", {QKeySequence(Qt::SHIFT | Qt::Key_F3)}, &ManualWindow::previousHit);
    m_next = addCommand("", {QKeySequence(Qt::Key_F3)}, &ManualWindow::nextHit);
    addCommand("", {QKeySequence(Qt::CTRL | Qt::Key_0)}, &ManualWindow::resetZoom);
    addCommand("", QKeySequence::keyBindings(QKeySequence::Find), &ManualWindow::focusSearch);
    connect(addCommand("", {QKeySequence(Qt::CTRL | Qt::Key_W)}, nullptr), &QAction::triggered, this, &QWidget::close);
    auto* bar = new QWidget(this);
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(8, 6, 8, 6);
    row->setSpacing(4);
    for (QAction* action : {m_back, m_forward, m_out, m_in}) {
        auto* button = new QToolButton(bar);
        button->setDefaultAction(action);
        button->setAutoRaise(true);
        row->addWidget(button);
    }
    row->addSpacing(12);
    row->addWidget(m_search, 1);
    row->addWidget(m_found);
    return bar;
}

QString ManualWindow::file() const { return m_book->pages()[static_cast<std::size_t>(m_page)].file; }

QString ManualWindow::anchor() const {
    return m_book->pages()[static_cast<std::size_t>(m_page)].headingAt(topPosition()).anchor;
}

QString ManualWindow::markedText() const {
    const ManualSpot& spot = m_visits[m_at].spot;
    return spot.isPart ? m_text->document()->findBlock(spot.position).text() : QString();
}

QString ManualWindow::hitText() const {
    if (m_hit < 0) return {};
    const ManualHit& hit = m_hits[static_cast<std::size_t>(m_hit)];
    QTextCursor cursor(m_text->document());
    cursor.setPosition(hit.position);
    cursor.setPosition(hit.position + hit.length, QTextCursor::KeepAnchor);
    return cursor.selectedText();
}

void ManualWindow::open(const ManualPlace& place, const QString& word) {
    ManualPlace first = place;
    if (!word.isEmpty()) first.word = word;
    std::optional<ManualSpot> spot = m_book->find(first);
    // A column that is not defined beside its table may be defined for all of them; else its table is.
    const int numbers = m_book->indexOf(QStringLiteral("numbers.md"));
    if (spot && !spot->isPart && !word.isEmpty() && numbers >= 0) {
        const std::optional<ManualSpot> general = m_book->definition(word, numbers);
        spot = general ? general : m_book->find(place);
    }
    if (spot) visit(*spot);
}

// Pages with their sections; while one searches those with hits, and how many.
void ManualWindow::fillContents() {
    const QSignalBlocker quiet(m_contents);
    m_contents->clear();
    const bool all = m_search->text().trimmed().isEmpty();
    const auto& pages = m_book->pages();
    for (std::size_t p = 0; p < pages.size(); ++p) {
        QTreeWidgetItem *top = nullptr, *section = nullptr;
        const auto& headings = pages[p].headings;
        for (std::size_t h = 0; h < headings.size(); ++h) {
            const int end = h + 1 < headings.size() ? headings[h + 1].position : INT_MAX;
            const auto hits = std::count_if(m_hits.begin(), m_hits.end(), [&](const ManualHit& hit) {
                return hit.page == static_cast<int>(p) && hit.position >= headings[h].position && hit.position < end;
            });
            const bool below = std::any_of(m_hits.begin(), m_hits.end(),
                                           [&](const ManualHit& hit) { return hit.page == static_cast<int>(p); });
            if (!all && (h == 0 ? !below : hits == 0)) continue;
            auto* item = h == 0 ? new QTreeWidgetItem(m_contents)
                                : new QTreeWidgetItem(headings[h].level > 2 && section ? section : top);
            if (h == 0) top = item;
            else if (headings[h].level == 2) section = item;
            item->setText(0, hits ? tr("%1 (%2)", "heading and how often the search found something below it")
                                        .arg(headings[h].text)
                                        .arg(hits)
                                  : headings[h].text);
            item->setData(0, kPageRole, static_cast<int>(p));
            item->setData(0, kPositionRole, headings[h].position);
        }
    }
    if (!all) m_contents->expandAll();
    markContents();
}

// Where one is: whoever comes to the contents by Tab stays on the page that he reads.
void ManualWindow::markContents() {
    if (m_visits.empty()) return;
    const ManualSpot& spot = m_visits[m_at].spot;
    QTreeWidgetItem* current = nullptr;
    for (QTreeWidgetItemIterator it(m_contents); *it; ++it)
        if ((*it)->data(0, kPageRole).toInt() == spot.page && (*it)->data(0, kPositionRole).toInt() <= spot.position)
            current = *it;
    const QSignalBlocker quiet(m_contents);
    m_contents->setCurrentItem(current);
}

// Of the place that is left one keeps what was at the top.
void ManualWindow::leave() {
    if (!m_visits.empty() && m_page >= 0) m_visits[m_at].top = topPosition();
}

void ManualWindow::visit(ManualSpot spot) {
    leave();
    if (!m_visits.empty()) m_visits.resize(m_at + 1);
    m_visits.push_back({spot});
    m_at = m_visits.size() - 1;
    showVisit(m_visits.back());
}

void ManualWindow::goBack() {
    if (m_at == 0) return;
    leave();
    showVisit(m_visits[--m_at]);
}

void ManualWindow::goForward() {
    if (m_at + 1 >= m_visits.size()) return;
    leave();
    showVisit(m_visits[++m_at]);
}

void ManualWindow::showVisit(const Visit& visit) {
    if (visit.spot.page != m_page) render(visit.spot.page);
    scrollTo(visit.top >= 0 ? visit.top : visit.spot.position);
    updateMarks();
    markContents();
    updateCommands();
}

void ManualWindow::render(int page) {
    const int top = page == m_page ? topPosition() : -1;
    m_page = page;
    const ManualPage& shown = m_book->pages()[static_cast<std::size_t>(page)];
    // The text deletes the document that it has made itself, and only that one.
    QTextDocument* before = m_text->document()->parent() == m_text ? m_text->document() : nullptr;
    QTextDocument* document = shown.document->clone(m_text);
    styleManual(*document, factorOf(m_zoom), devicePixelRatioF());
    m_text->setExtraSelections({});  // they are of the document that goes
    m_text->setDocument(document);
    delete before;
    placeText();
    setWindowTitle(tr("%1 — Manual", "page").arg(shown.title));
    if (top >= 0) scrollTo(top);
    updateMarks();
}

// Lines break anew where the column has another width; what was at the top stays there.
void ManualWindow::placeText() {
    const int widest = static_cast<int>(kManualColumn * factorOf(m_zoom));
    const int width = std::min(widest, std::max(200, m_text->viewport()->width()));
    if (width == m_text->lineWrapColumnOrWidth()) return;
    const int top = topPosition();
    const int above = m_text->verticalScrollBar()->value() - heightAbove(top);
    m_text->setLineWrapColumnOrWidth(width);
    m_text->verticalScrollBar()->setValue(heightAbove(top) + above);
}

/// Logical px from the begin of the page to a line of it.
int ManualWindow::heightAbove(int position) const {
    QTextCursor cursor(m_text->document());
    cursor.setPosition(position);
    return m_text->cursorRect(cursor).top() + m_text->verticalScrollBar()->value();
}

// A heading comes to the top, with the distance that it has to the text above.
void ManualWindow::scrollTo(int position) {
    QTextCursor cursor(m_text->document());
    cursor.setPosition(position);
    m_text->setTextCursor(cursor);
    const int y = heightAbove(position);
    const bool isHeading = cursor.blockFormat().headingLevel() > 0;
    const int above = position == 0 ? y : isHeading ? 12 : m_text->viewport()->height() / 4;
    m_text->verticalScrollBar()->setValue(y - above);
}

int ManualWindow::topPosition() const { return m_text->cursorForPosition(QPoint(4, 24)).position(); }

void ManualWindow::followLink(const QUrl& url) {
    if (!url.scheme().isEmpty()) {
        QDesktopServices::openUrl(url);
        return;
    }
    if (const auto spot = m_book->follow(url.toString(), m_page)) visit(*spot);
}

void ManualWindow::focusSearch() {
    m_search->setFocus(Qt::ShortcutFocusReason);
    m_search->selectAll();
}

void ManualWindow::runSearch() {
    m_hits = m_book->search(m_search->text());
    m_hit = -1;
    fillContents();
    updateMarks();
    updateCommands();
}

void ManualWindow::nextHit() { stepHit(1); }
void ManualWindow::previousHit() { stepHit(-1); }

// From the last hit on, or from the page in front; after the last page comes the first.
void ManualWindow::stepHit(int direction) {
    if (m_typing.isActive()) {
        m_typing.stop();
        runSearch();
    }
    if (m_hits.empty()) return;
    const int count = static_cast<int>(m_hits.size());
    if (m_hit >= 0) m_hit = (m_hit + direction + count) % count;
    else {
        const auto from =
            std::find_if(m_hits.begin(), m_hits.end(), [this](const ManualHit& hit) { return hit.page >= m_page; });
        m_hit = static_cast<int>(from - m_hits.begin()) % count;
        if (direction < 0) m_hit = (m_hit - 1 + count) % count;
    }
    const ManualHit& hit = m_hits[static_cast<std::size_t>(m_hit)];
    if (hit.page != m_page) visit({hit.page, hit.position});
    scrollTo(hit.position);
    updateMarks();
    updateCommands();
}

void ManualWindow::updateMarks() {
    if (m_visits.empty()) return;
    const timeline::Tokens& t = timeline::tokens(themeManager()->theme());
    QList<QTextEdit::ExtraSelection> marks;
    const auto mark = [&](int position, int length, const QColor& colour) {
        QTextEdit::ExtraSelection selection;
        selection.cursor = QTextCursor(m_text->document());
        selection.cursor.setPosition(position);
        selection.cursor.setPosition(position + length, QTextCursor::KeepAnchor);
        selection.format.setBackground(colour);
        marks.append(selection);
    };
    const ManualSpot& spot = m_visits[m_at].spot;
    if (spot.isPart && spot.page == m_page) {
        const QTextBlock block = m_text->document()->findBlock(spot.position);
        mark(block.position(), block.length() - 1, QColor(timeline::mixed(t.canvas, t.accent, 0.22)));
    }
    for (std::size_t i = 0; i < m_hits.size(); ++i)
        if (m_hits[i].page == m_page) {
            const QRgb ground = timeline::mixed(t.canvas, t.warn, static_cast<int>(i) == m_hit ? 0.75 : 0.35);
            mark(m_hits[i].position, m_hits[i].length, QColor(ground));
            marks.last().format.setForeground(QColor(timeline::labelOn(ground, themeManager()->theme())));
        }
    m_text->setExtraSelections(marks);
}

void ManualWindow::updateCommands() {
    m_back->setEnabled(m_at > 0);
    m_forward->setEnabled(m_at + 1 < m_visits.size());
    m_in->setEnabled(m_zoom < kLargestZoom);
    m_out->setEnabled(m_zoom > kSmallestZoom);
    if (m_search->text().trimmed().isEmpty()) m_found->clear();
    else if (m_hits.empty()) m_found->setText(tr("Nothing found"));
    else if (m_hit < 0) m_found->setText(tr("%Ln hit(s)", nullptr, static_cast<int>(m_hits.size())));
    else m_found->setText(tr("%1 of %2", "hit").arg(m_hit + 1).arg(m_hits.size()));
}

void ManualWindow::setZoom(int step) {
    m_zoom = std::clamp(step, kSmallestZoom, kLargestZoom);
    preferences::kManualZoom.set(m_zoom);
    render(m_page);
    updateCommands();
}

bool ManualWindow::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_text->viewport() && event->type() == QEvent::Resize) placeText();
    return QWidget::eventFilter(watched, event);
}

void ManualWindow::keyPressEvent(QKeyEvent* event) {
    if (event->key() != Qt::Key_Escape) return QWidget::keyPressEvent(event);
    if (m_search->text().isEmpty()) close();
    else m_search->clear();
}

void ManualWindow::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    QWidget::changeEvent(event);
}

// The same page and section in the other language.
void ManualWindow::retranslate() {
    m_back->setText(tr("Back"));
    m_forward->setText(tr("Forward"));
    m_in->setText(tr("Larger Text"));
    m_out->setText(tr("Smaller Text"));
    m_search->setPlaceholderText(tr("Search all pages (Ctrl+F, F3)"));
    m_search->setAccessibleName(tr("Search the manual"));
    m_contents->setAccessibleName(tr("Contents"));
    m_text->setAccessibleName(tr("Page"));
    const QString there = m_page >= 0 ? file() + u'#' + anchor() : QString();
    m_book = std::make_unique<ManualBook>(currentLanguage());
    m_hits = m_book->search(m_search->text());
    m_hit = -1;
    fillContents();
    if (there.isEmpty()) return;
    m_visits.clear();
    m_at = 0;
    m_page = -1;
    visit(m_book->follow(there).value_or(ManualSpot()));
}

}  // namespace app
