// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/open_several_dialog.h"

#include <QCollator>
#include <QComboBox>
#include <QCoreApplication>
#include <QDialogButtonBox>
#include <QDir>
#include <QEvent>
#include <QFile>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPointer>
#include <QPushButton>
#include <QRadioButton>
#include <QSet>
#include <QThreadPool>
#include <QTreeWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <filesystem>

#include "app/kit/error_text.h"
#include "app/kit/file_text.h"
#include "app/kit/language.h"
#include "app/kit/manual/manual_place.h"
#include "importers/folder.h"
#include "timeline/look/format.h"

namespace app {
namespace {

constexpr int kPathRole = Qt::UserRole;
constexpr int kSortRole = Qt::UserRole + 1;
constexpr int kCheckedAtFirst = 128;  // of the files in a folder; of more, the person chooses

/// Numbers by value, names as people count: rank2 before rank10.
class Item : public QTreeWidgetItem {
public:
    bool operator<(const QTreeWidgetItem& other) const override {
        const int column = treeWidget() ? treeWidget()->sortColumn() : 0;
        const QVariant a = data(column, kSortRole), b = other.data(column, kSortRole);
        if (a.isValid() || b.isValid()) return a.toLongLong() < b.toLongLong();
        QCollator collator;
        collator.setNumericMode(true);
        collator.setCaseSensitivity(Qt::CaseInsensitive);
        return collator.compare(text(column), other.text(column)) < 0;
    }
};

QString shown(const std::string& text) { return QString::fromStdString(text); }

struct Choice {
    importers::Align align;
    const char* text;
};
constexpr Choice kAligns[] = {
    {importers::Align::Auto, QT_TRANSLATE_NOOP("app::OpenSeveralDialog", "Automatic")},
    {importers::Align::Collectives, QT_TRANSLATE_NOOP("app::OpenSeveralDialog", "Ends of matching collectives")},
    {importers::Align::WallClock, QT_TRANSLATE_NOOP("app::OpenSeveralDialog", "Wall clock")},
    {importers::Align::Start, QT_TRANSLATE_NOOP("app::OpenSeveralDialog", "Start of each file")},
};

}  // namespace

OpenSeveralDialog::OpenSeveralDialog(const QStringList& paths, QWidget* parent)
    : QDialog(parent), m_text(new QLabel(this)), m_list(new QTreeWidget(this)), m_openAs(new QLabel(this)),
      m_tabs(new QRadioButton(this)), m_merge(new QRadioButton(this)), m_compare(new QRadioButton(this)),
      m_alignLabel(new QLabel(this)), m_align(new QComboBox(this)), m_hint(new QLabel(this)),
      m_buttons(new QDialogButtonBox(QDialogButtonBox::Cancel, this)),
      m_open(m_buttons->addButton(QString(), QDialogButtonBox::AcceptRole)) {
    setAttribute(Qt::WA_DeleteOnClose);
    setObjectName(QStringLiteral("openSeveralDialog"));
    addManualKey(this, QStringLiteral("dialog.openSeveral"));
    for (const QString& path : paths) (QFileInfo(path).isDir() ? m_folders : m_paths).append(path);
    build();
    retranslate();
    scan();
}

OpenSeveralDialog::~OpenSeveralDialog() { m_stop.request_stop(); }

void OpenSeveralDialog::build() {
    m_text->setWordWrap(true);
    m_text->setTextFormat(Qt::PlainText);
    m_hint->setWordWrap(true);
    m_hint->setForegroundRole(QPalette::PlaceholderText);
    m_list->setColumnCount(ColumnCount);
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    m_list->setAlternatingRowColors(true);
    m_list->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_list->setSortingEnabled(true);
    m_list->sortByColumn(Name, Qt::AscendingOrder);
    constexpr int kWidths[ColumnCount] = {290, 170, 84, 58, 120, 190, 100};  // logical px
    for (int i = 0; i < ColumnCount; ++i) m_list->setColumnWidth(i, kWidths[i]);
    for (const Choice& c : kAligns) m_align->addItem(QString(), static_cast<int>(c.align));
    m_alignLabel->setBuddy(m_align);
    m_tabs->setChecked(true);
    m_open->setDefault(true);

    auto* ways = new QHBoxLayout;
    ways->setSpacing(18);
    for (QWidget* w : std::initializer_list<QWidget*>{m_openAs, m_tabs, m_merge, m_compare}) ways->addWidget(w);
    ways->addStretch(1);
    ways->addWidget(m_alignLabel);
    ways->addWidget(m_align);
    auto* layout = new QVBoxLayout(this);
    layout->setSpacing(10);
    layout->addWidget(m_text);
    layout->addWidget(m_list, 1);
    layout->addLayout(ways);
    layout->addWidget(m_hint);
    layout->addWidget(m_buttons);
    resize(1080, 480);
    connect(m_buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_buttons, &QDialogButtonBox::accepted, this, &OpenSeveralDialog::submit);
    connect(m_list, &QTreeWidget::itemChanged, this, [this](const QTreeWidgetItem*, int column) {
        if (column != Name) return;
        suggest();
        updateState();
    });
    for (QRadioButton* button : {m_tabs, m_merge, m_compare}) {
        connect(button, &QRadioButton::clicked, this, [this] { m_chosenByHand = true; });
        connect(button, &QRadioButton::toggled, this, &OpenSeveralDialog::updateState);
    }
}

void OpenSeveralDialog::scan() {
    QPointer<OpenSeveralDialog> self(this);
    QThreadPool::globalInstance()->start([self, paths = m_paths, folders = m_folders, stop = m_stop.get_token()] {
        const auto post = [&](auto what) {
            QMetaObject::invokeMethod(
                QCoreApplication::instance(),
                [self, what] {
                    if (self) what(*self);
                },
                Qt::QueuedConnection);
        };
        std::vector<importers::ReportProbe> found;
        int others = 0;
        const auto encoded = [](const QString& path) {
            return std::filesystem::path(QFile::encodeName(path).toStdString());
        };
        const auto look = [&](const std::filesystem::path& path, bool namedByPerson) {
            importers::ReportProbe probe = importers::probeReport(path);
            // What was dropped is listed even if it is no report; in a folder that would only be noise. A report that
            // cannot be opened is none.
            // An execution trace explains one of the reports, and may be chosen with it.
            const bool isExplanation = !probe.importer && probe.error->code == model::ErrorCode::ExecutionTrace;
            if (!probe.importer && !namedByPerson && !isExplanation && importers::isNoReport(path, *probe.error))
                return void(++others);
            post([probe](OpenSeveralDialog& d) { d.add(probe); });
            found.push_back(std::move(probe));
        };
        const auto room = [&] {
            return !stop.stop_requested() && found.size() < static_cast<std::size_t>(kMaxReports);
        };
        for (const QString& path : paths)
            if (room()) look(encoded(path), true);
        int files = 0;
        for (const QString& folder : folders)
            importers::visitFolder(encoded(folder), [&](const std::filesystem::path& path) {
                if (!room() || files >= kMaxFiles) return false;
                ++files;
                if (importers::mayBeReport(path)) look(path, false);
                else ++others;
                return true;
            });
        const bool complete = files < kMaxFiles && found.size() < static_cast<std::size_t>(kMaxReports);
        post([complete, others](OpenSeveralDialog& d) { d.finish(complete, others); });
        quint64 read = 0;
        for (importers::ReportProbe& probe : found) {
            if (stop.stop_requested()) return;
            if (!probe.importer || probe.bytes > importers::kProbedWhole || (read += probe.bytes) > kMaxRead) continue;
            importers::probeWhole(probe, stop);
            post([probe](OpenSeveralDialog& d) { d.update(probe); });
        }
    });
}

void OpenSeveralDialog::add(const importers::ReportProbe& probe) {
    const QString path = QFile::decodeName(probe.path.string().c_str());
    QString name = QFileInfo(path).fileName();
    for (const QString& folder : std::as_const(m_folders))
        if (path.startsWith(folder + u'/')) name = QDir(folder).relativeFilePath(path);
    auto* item = new Item;
    item->setText(Name, safeText(name));
    item->setData(Name, kPathRole, path);
    item->setToolTip(Name, shownPath(path));
    for (const int column : {Size, Span}) item->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
    item->setTextAlignment(Rank, Qt::AlignCenter);
    item->setCheckState(Name,
                        probe.importer && m_list->topLevelItemCount() < kCheckedAtFirst ? Qt::Checked : Qt::Unchecked);
    fill(item, probe);
    m_list->addTopLevelItem(item);
    suggest();
    updateState();
}

void OpenSeveralDialog::update(const importers::ReportProbe& probe) {
    const QString path = QFile::decodeName(probe.path.string().c_str());
    for (int i = 0; i < m_list->topLevelItemCount(); ++i)
        if (QTreeWidgetItem* item = m_list->topLevelItem(i); item->data(Name, kPathRole).toString() == path) {
            fill(item, probe);
            break;
        }
    suggest();
    updateState();
}

void OpenSeveralDialog::fill(QTreeWidgetItem* item, const importers::ReportProbe& probe) {
    const QString unknown = QStringLiteral("–");
    const auto put = [&](int column, const QString& text) { item->setText(column, text.isEmpty() ? unknown : text); };
    put(Format, probe.importer                                    ? QString::fromUtf8(probe.importer->name.data(),
                                                                                      static_cast<qsizetype>(probe.importer->name.size()))
                : importers::isNoReport(probe.path, *probe.error) ? tr("no report")
                                                                  : tr("cannot be opened"));
    put(Size, timeline::formatBytes(probe.bytes));
    item->setData(Size, kSortRole, QVariant::fromValue<qlonglong>(static_cast<qlonglong>(probe.bytes)));
    put(Rank, probe.rank ? QString::number(*probe.rank) : QString());
    item->setData(Rank, kSortRole, QVariant::fromValue<qlonglong>(probe.rank.value_or(-1)));
    put(Host, shown(probe.host));
    put(Device, shown(probe.device));
    put(Span, probe.span ? timeline::formatDuration(*probe.span) : QString());
    item->setData(Span, kSortRole, QVariant::fromValue<qlonglong>(probe.span.value_or(-1)));
    if (!probe.span && probe.importer) item->setToolTip(Span, tr("Known once the file is read."));
    if (!probe.error) return;
    const ErrorMessage message = errorMessage(*probe.error);
    item->setToolTip(Format, message.fact + u' ' + message.next);
    item->setForeground(Format, palette().color(QPalette::BrightText));
    item->setCheckState(Name, Qt::Unchecked);
}

void OpenSeveralDialog::finish(bool complete, int others) {
    m_scanning = false;
    m_others = others;
    m_complete = complete;
    if (m_list->topLevelItemCount() > 0 && !m_list->currentItem()) m_list->setCurrentItem(m_list->topLevelItem(0));
    suggest();
    updateState();
    emit scanFinished();
}

/// Files of one format, each of another rank, belong together. Others that lie beside them are of other runs.
void OpenSeveralDialog::suggest() {
    if (m_chosenByHand) return;
    QSet<qlonglong> ranks;
    QSet<QString> formats;
    int files = 0;
    for (int i = 0; i < m_list->topLevelItemCount(); ++i) {
        const QTreeWidgetItem* item = m_list->topLevelItem(i);
        if (item->checkState(Name) != Qt::Checked) continue;
        ++files;
        formats.insert(item->text(Format));
        if (const qlonglong rank = item->data(Rank, kSortRole).toLongLong(); rank >= 0) ranks.insert(rank);
    }
    const bool oneRun = files > 1 && ranks.size() == files && formats.size() == 1;
    (oneRun ? m_merge : m_tabs)->setChecked(true);
}

QStringList OpenSeveralDialog::chosen() const {
    QStringList out;
    for (int i = 0; i < m_list->topLevelItemCount(); ++i)
        if (const QTreeWidgetItem* item = m_list->topLevelItem(i); item->checkState(Name) == Qt::Checked)
            out.append(item->data(Name, kPathRole).toString());
    return out;
}

QStringList OpenSeveralDialog::chosenByRank() const {
    QList<const QTreeWidgetItem*> items;
    for (int i = 0; i < m_list->topLevelItemCount(); ++i)
        if (const QTreeWidgetItem* item = m_list->topLevelItem(i); item->checkState(Name) == Qt::Checked)
            items.append(item);
    std::stable_sort(items.begin(), items.end(), [](const QTreeWidgetItem* a, const QTreeWidgetItem* b) {
        return a->data(Rank, kSortRole).toLongLong() < b->data(Rank, kSortRole).toLongLong();
    });
    QStringList out;
    for (const QTreeWidgetItem* item : items) out.append(item->data(Name, kPathRole).toString());
    return out;
}

void OpenSeveralDialog::submit() {
    const QStringList paths = chosen();
    if (m_compare->isChecked() && paths.size() == 2) emit compareRequested(paths[0], paths[1]);
    else if (m_merge->isChecked() && paths.size() > 1)
        emit mergeRequested(chosenByRank(), static_cast<importers::Align>(m_align->currentData().toInt()));
    else emit tabsRequested(paths);
    accept();
}

void OpenSeveralDialog::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    QDialog::changeEvent(event);
}

void OpenSeveralDialog::retranslate() {
    setWindowTitle(m_folders.isEmpty() ? tr("Open Several Reports") : tr("Reports in a Folder"));
    m_list->setHeaderLabels(
        {tr("Report"), tr("Format"), tr("Size"), tr("Rank"), tr("Host"), tr("Device"), tr("Time span")});
    m_list->setAccessibleName(tr("Reports"));
    m_openAs->setText(tr("Open as:"));
    m_tabs->setText(tr("Separate &tabs"));
    m_merge->setText(tr("One &merged view"));
    m_compare->setText(tr("&Compare"));
    m_compare->setToolTip(tr("Two reports in one window: the first one of the list is the one to compare with."));
    m_alignLabel->setText(tr("&Align clocks by:"));
    for (int i = 0; i < m_align->count(); ++i) m_align->setItemText(i, tr(kAligns[i].text));
    updateState();
}

void OpenSeveralDialog::updateState() {
    const int n = static_cast<int>(chosen().size());
    if (n != 2 && m_compare->isChecked()) m_tabs->setChecked(true);  // comes back here
    m_compare->setEnabled(n == 2);
    const bool merge = m_merge->isChecked(), compare = m_compare->isChecked();
    m_open->setText(n == 0           ? tr("Open")
                    : compare        ? tr("Compare")
                    : merge && n > 1 ? tr("Merge %Ln Report(s)", nullptr, n)
                                     : tr("Open %Ln Report(s)", nullptr, n));
    m_open->setMinimumWidth(m_open->sizeHint().width() + 12);  // it grows with its text, and the box does not follow
    m_open->setEnabled(n > 0);
    m_align->setEnabled(merge);
    m_alignLabel->setEnabled(merge);
    m_hint->setText(
        merge
            ? tr("Each file becomes a group of rows of its own on one timeline. Offsets between their clocks are shown in the import log and can be changed there.")
        : compare ? tr("Both timelines show the same time, with what differs below them.")
                  : tr("Each file opens in a tab of its own."));
    const int found = m_list->topLevelItemCount();
    QString text =
        m_folders.isEmpty() ? tr("%Ln file(s). How should they be opened?", nullptr, found)
        : m_scanning        ? tr("Looking for reports in %1 …")
        : found             ? tr("Reports found in %1:")
                : tr("There is no report in %1. Sightline looks for the files that it can open, by their content.");
    if (!m_folders.isEmpty()) text = text.arg(shownPath(listOf(m_folders)));
    if (!m_complete) text += u' ' + tr("The folder is large; only a part of it was searched.");
    if (m_others) text += u' ' + tr("%Ln other file(s) are no reports.", nullptr, m_others);
    m_text->setText(text);
}

}  // namespace app
