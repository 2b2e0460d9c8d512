// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/start_page.h"

#include <QCoreApplication>
#include <QDesktopServices>
#include <QDir>
#include <QEvent>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QListView>
#include <QMenu>
#include <QShortcut>
#include <QToolButton>
#include <QUrl>
#include <QVBoxLayout>

#include "app/compare/comparison_list.h"
#include "app/compare/recent_comparisons.h"
#include "app/kit/heading.h"
#include "app/kit/icons.h"
#include "app/kit/info_bar.h"
#include "app/kit/manual/manual_place.h"
#include "app/kit/tables/table.h"
#include "app/window/recent_delegate.h"
#include "app/window/recent_files.h"
#include "app/window/start_card.h"

namespace app {
namespace {
constexpr int kColumnWidth = 900, kComparisonsWidth = 270;  // logical px
constexpr int kBeside = 700;                                // from that width on, comparisons are beside the reports
}  // namespace

QString samplePath() {
    const QString here = QCoreApplication::applicationDirPath();
    for (const QString& folder :
         {here + QStringLiteral("/../share/sightline/samples"), QStringLiteral(SIGHTLINE_SAMPLE_DIR)}) {
        const QFileInfoList found = QDir(folder).entryInfoList({QStringLiteral("*.rep")}, QDir::Files, QDir::Name);
        if (!found.isEmpty()) return found.first().canonicalFilePath();
    }
    return {};
}

StartPage::StartPage(RecentFiles* recent, QWidget* parent)
    : QWidget(parent), m_recent(recent), m_restoreBar(new InfoBar(QStringLiteral("reload"), this)),
      m_title(new QLabel(this)), m_subtitle(new QLabel(this)), m_sample(new StartCard(QStringLiteral("sample"), this)),
      m_open(new StartCard(QStringLiteral("open"), this)), m_capture(new StartCard(QStringLiteral("capture"), this)),
      m_recentTitle(new QLabel(this)), m_clear(new QToolButton(this)), m_nothing(new QLabel(this)),
      m_list(new QListView(this)), m_comparedTitle(new QLabel(this)), m_clearCompared(new QToolButton(this)),
      m_comparisons(new ComparisonList(this)) {
    setObjectName(QStringLiteral("startPage"));
    setManualPlace(this, QStringLiteral("start"));
    m_title->setObjectName(QStringLiteral("startTitle"));
    setHeading(m_title, 1.9, QFont::DemiBold);
    m_subtitle->setForegroundRole(QPalette::PlaceholderText);
    m_subtitle->setWordWrap(true);
    for (QLabel* title : {m_recentTitle, m_comparedTitle}) setHeading(title, 1, QFont::DemiBold);
    for (QToolButton* clear : {m_clear, m_clearCompared}) clear->setAutoRaise(true);
    m_clearCompared->setObjectName(QStringLiteral("clearComparisons"));
    m_nothing->setForegroundRole(QPalette::PlaceholderText);

    m_list->setObjectName(QStringLiteral("recentFiles"));
    m_list->setModel(recent);
    auto* delegate = new RecentDelegate(m_list);
    m_list->setItemDelegate(delegate);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setMouseTracking(true);
    m_list->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_list->setContextMenuPolicy(Qt::CustomContextMenu);
    m_list->viewport()->setAutoFillBackground(false);
    layOut();
    connectSignals(*delegate);
    m_recent->refresh();
    updateRecent();
    retranslate();
}

void StartPage::layOut() {
    auto* title = new QHBoxLayout;
    title->setSpacing(16);
    title->addWidget(new IconLabel(applicationIcon(), 56, this));
    auto* words = new QVBoxLayout;
    words->setSpacing(2);
    words->addWidget(m_title);
    words->addWidget(m_subtitle);
    title->addLayout(words, 1);
    auto* cards = new QHBoxLayout;
    cards->setSpacing(16);
    cards->addWidget(m_open);
    cards->addWidget(m_capture);
    cards->addWidget(m_sample);
    m_sample->setVisible(!samplePath().isEmpty());
    auto* column = new QWidget(this);
    column->setMaximumWidth(kColumnWidth);
    auto* down = new QVBoxLayout(column);
    down->setContentsMargins(24, 40, 24, 16);
    down->setSpacing(12);
    down->addLayout(title);
    down->addSpacing(12);
    down->addLayout(cards);
    down->addSpacing(12);
    m_before = new QHBoxLayout;
    m_before->setSpacing(16);
    m_before->addWidget(makePart(m_recentTitle, m_clear, {m_nothing, m_list}), 1);
    m_before->addWidget(m_compared = makePart(m_comparedTitle, m_clearCompared, {m_comparisons}));
    down->addLayout(m_before, 1);
    auto* across = new QHBoxLayout;
    across->setContentsMargins(0, 0, 0, 0);
    across->addStretch(1);
    across->addWidget(column, 1000);
    across->addStretch(1);
    auto* whole = new QVBoxLayout(this);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->setSpacing(0);
    whole->addWidget(m_restoreBar);
    whole->addLayout(across, 1);
}

QWidget* StartPage::makePart(QLabel* title, QToolButton* clear, const QList<QWidget*>& below) {
    auto* heading = new QHBoxLayout;
    heading->addWidget(title);
    heading->addStretch();
    heading->addWidget(clear);
    auto* part = new QWidget(this);
    auto* down = new QVBoxLayout(part);
    down->setContentsMargins(0, 0, 0, 0);
    down->setSpacing(12);
    down->addLayout(heading);
    for (QWidget* widget : below) down->addWidget(widget, widget == below.last() ? 1 : 0);
    return part;
}

void StartPage::connectSignals(const RecentDelegate& delegate) {
    connect(m_open, &StartCard::clicked, this, &StartPage::openRequested);
    connect(m_capture, &StartCard::clicked, this, &StartPage::captureRequested);
    connect(m_sample, &StartCard::clicked, this, [this] { emit fileRequested(samplePath()); });
    const auto openIndex = [this](const QModelIndex& index) {
        if (!index.data(RecentFiles::MissingRole).toBool())
            emit fileRequested(index.data(RecentFiles::PathRole).toString());
    };
    connect(&delegate, &RecentDelegate::openClicked, this, openIndex);
    connect(new QShortcut(QKeySequence(Qt::Key_Return), m_list, nullptr, nullptr, Qt::WidgetShortcut),
            &QShortcut::activated, this, [this, openIndex] { openIndex(m_list->currentIndex()); });
    connect(new QShortcut(QKeySequence::Delete, m_list, nullptr, nullptr, Qt::WidgetShortcut), &QShortcut::activated,
            this, [this] { m_recent->remove(m_list->currentIndex().data(RecentFiles::PathRole).toString()); });
    connect(&delegate, &RecentDelegate::pinClicked, this,
            [this](const QString& path) { m_recent->setPinned(path, !m_recent->isPinned(path)); });
    connect(&delegate, &RecentDelegate::removeClicked, m_recent, &RecentFiles::remove);
    connect(m_list, &QWidget::customContextMenuRequested, this, &StartPage::showMenu);
    connect(m_clear, &QToolButton::clicked, m_recent, &RecentFiles::clear);
    connect(m_recent, &RecentFiles::changed, this, &StartPage::updateRecent);
    connect(m_comparisons, &ComparisonList::openRequested, this, &StartPage::comparisonRequested);
    connect(m_comparisons, &ComparisonList::refreshed, this, &StartPage::updateRecent);
    connect(m_clearCompared, &QToolButton::clicked, this, [this] {
        RecentComparisons::clear();
        m_comparisons->refresh();
    });
    connect(m_restoreBar, &InfoBar::triggered, this, [this] {
        m_restoreBar->hide();
        for (const QString& path : std::as_const(m_restore)) emit fileRequested(path);
    });
}

void StartPage::offerRestore(const QStringList& paths) {
    m_restore = paths;
    retranslate();
    m_restoreBar->setVisible(!paths.isEmpty());
}

void StartPage::updateRecent() {
    const bool any = m_recent->rowCount() > 0;
    m_clear->setVisible(any);
    m_nothing->setVisible(!any);
    // The list keeps its place when it is empty, so that the cards do not wander.
    m_list->setEnabled(any);
    m_compared->setVisible(m_comparisons->count() > 0);
}

void StartPage::resizeEvent(QResizeEvent* event) {
    const bool beside = width() >= kBeside;
    m_before->setDirection(beside ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    m_before->setStretchFactor(m_compared, beside ? 0 : 1);
    m_compared->setMinimumWidth(beside ? kComparisonsWidth : 0);
    m_compared->setMaximumWidth(beside ? kComparisonsWidth : QWIDGETSIZE_MAX);
    QWidget::resizeEvent(event);
}

void StartPage::showMenu(const QPoint& where) {
    const QModelIndex index = m_list->indexAt(where);
    if (!index.isValid()) return;
    const QString path = index.data(RecentFiles::PathRole).toString();
    const bool missing = index.data(RecentFiles::MissingRole).toBool();
    const bool pinned = index.data(RecentFiles::PinnedRole).toBool();
    QMenu menu(this);
    menu.addAction(tr("Open"), this, [this, path] { emit fileRequested(path); })->setEnabled(!missing);
    menu.addAction(tr("Show in Folder"), this,
                   [path] { QDesktopServices::openUrl(QUrl::fromLocalFile(QFileInfo(path).path())); })
        ->setEnabled(QFileInfo(path).dir().exists());
    menu.addAction(tr("Copy Path"), this, [path] { copyText(path); });
    menu.addSeparator();
    menu.addAction(pinned ? tr("Unpin") : tr("Pin"), this,
                   [this, path, pinned] { m_recent->setPinned(path, !pinned); });
    menu.addAction(tr("Remove from List"), this, [this, path] { m_recent->remove(path); });
    menu.exec(m_list->viewport()->mapToGlobal(where));
}

// Other windows compare, too.
bool StartPage::event(QEvent* event) {
    if (event->type() == QEvent::Show || event->type() == QEvent::WindowActivate) m_comparisons->refresh();
    return QWidget::event(event);
}

void StartPage::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    QWidget::changeEvent(event);
}

void StartPage::retranslate() {
    m_title->setText(QStringLiteral("Sightline"));
    m_subtitle->setText(
        tr("See what every CPU thread, CUDA call and GPU stream of a run did, and where the time went."));
    m_open->setTexts(tr("Open a report"),
                     tr("Drop files or a folder here, or click to choose: Nsight Systems and Nsight "
                        "Compute, PyTorch and Chrome, JAX, Perfetto, ROCm, Sightline."));
    m_capture->setTexts(tr("Capture a program"),
                        tr("Run a program and watch its CUDA calls, kernels and NVTX ranges while it works."));
    m_sample->setTexts(tr("Look at the sample"), tr("A small recorded training run on two GPUs, to try things out."));
    m_recentTitle->setText(tr("Recent reports"));
    m_nothing->setText(tr("Reports that you open are listed here."));
    m_clear->setText(tr("Clear List"));
    m_clear->setToolTip(tr("Forget all reports that are not pinned"));
    m_restoreBar->setText(tr("Sightline ended unexpectedly the last time. %Ln report(s) were open.", nullptr,
                             static_cast<int>(m_restore.size())));
    m_restoreBar->setActionText(tr("Open Again"));
    m_list->setAccessibleName(tr("Recent reports"));
    m_comparedTitle->setText(tr("Recent comparisons"));
    m_clearCompared->setText(m_clear->text());
    m_clearCompared->setToolTip(tr("Forget all comparisons"));
    m_comparisons->setAccessibleName(m_comparedTitle->text());
}

}  // namespace app
