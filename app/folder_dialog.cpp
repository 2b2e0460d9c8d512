// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/folder_dialog.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QDialogButtonBox>
#include <QDir>
#include <QDirIterator>
#include <QEvent>
#include <QFile>
#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QPointer>
#include <QPushButton>
#include <QThreadPool>
#include <QTreeWidget>
#include <QVBoxLayout>
#include <algorithm>

#include "importers/importer.h"
#include "timeline/format.h"

namespace app {
namespace {
constexpr int kPathRole = Qt::UserRole;

// Content decides; the suffix only keeps a folder with a million other files from being read.
bool mayBeReport(const QString& name) {
    for (const char* suffix : {".rep", ".nsys-rep", ".qdrep", ".sqlite", ".sqlite3", ".db"})
        if (name.endsWith(QLatin1String(suffix), Qt::CaseInsensitive)) return true;
    return false;
}
}  // namespace

QString reportFormat(const QString& path) {
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) return {};
    const QByteArray head = file.read(64 * 1024);
    file.seek(std::max<qint64>(0, file.size() - 64));
    const QByteArray tail = file.read(64);
    const importers::Sniff sniff{{head.constData(), static_cast<std::size_t>(head.size())},
                                 {tail.constData(), static_cast<std::size_t>(tail.size())},
                                 static_cast<std::uint64_t>(file.size())};
    const importers::Importer* best = nullptr;
    int sure = 0;
    for (const importers::Importer& importer : importers::importers())
        if (const int s = importer.sniff(sniff); s > sure) {
            sure = s;
            best = &importer;
        }
    return best ? QString::fromUtf8(best->name.data(), static_cast<qsizetype>(best->name.size())) : QString();
}

FolderDialog::FolderDialog(const QStringList& folders, QWidget* parent)
    : QDialog(parent), m_folders(folders), m_text(new QLabel(this)), m_list(new QTreeWidget(this)),
      m_buttons(new QDialogButtonBox(QDialogButtonBox::Cancel, this)),
      m_open(m_buttons->addButton(QString(), QDialogButtonBox::AcceptRole)) {
    setAttribute(Qt::WA_DeleteOnClose);
    setObjectName(QStringLiteral("folderDialog"));
    m_text->setWordWrap(true);
    m_text->setTextFormat(Qt::PlainText);
    m_list->setColumnCount(4);
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    m_list->setAlternatingRowColors(true);
    m_list->setSortingEnabled(true);
    m_list->sortByColumn(0, Qt::AscendingOrder);
    m_list->setColumnWidth(0, 360);
    m_list->setColumnWidth(1, 190);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(m_text);
    layout->addWidget(m_list, 1);
    layout->addWidget(m_buttons);
    resize(860, 420);
    connect(m_buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_buttons, &QDialogButtonBox::accepted, this, [this] {
        emit openRequested(chosen());
        accept();
    });
    connect(m_list, &QTreeWidget::itemChanged, this, &FolderDialog::updateState);
    retranslate();
    scan();
}

FolderDialog::~FolderDialog() { m_stop.request_stop(); }

void FolderDialog::scan() {
    QPointer<FolderDialog> self(this);
    QThreadPool::globalInstance()->start([self, folders = m_folders, stop = m_stop.get_token()] {
        const auto post = [&](auto what) {
            QMetaObject::invokeMethod(
                QCoreApplication::instance(),
                [self, what] {
                    if (self) what(*self);
                },
                Qt::QueuedConnection);
        };
        int files = 0, reports = 0;
        for (const QString& folder : folders) {
            QDirIterator it(folder, QDir::Files | QDir::NoDotAndDotDot, QDirIterator::Subdirectories);
            while (it.hasNext() && !stop.stop_requested() && files < kMaxFiles && reports < kMaxReports) {
                const QFileInfo info = it.nextFileInfo();
                ++files;
                if (!mayBeReport(info.fileName())) continue;
                const QString format = reportFormat(info.absoluteFilePath());
                if (format.isEmpty()) continue;
                ++reports;
                post([found = Found{info.absoluteFilePath(), format, info.size(), info.lastModified()}](
                         FolderDialog& d) { d.add(found); });
            }
        }
        const bool complete = files < kMaxFiles && reports < kMaxReports;
        post([complete](FolderDialog& d) { d.finish(complete); });
    });
}

void FolderDialog::add(const Found& found) {
    QString name = found.path;
    for (const QString& folder : std::as_const(m_folders))
        if (name.startsWith(folder + u'/')) name = QDir(folder).relativeFilePath(name);
    auto* item =
        new QTreeWidgetItem({name, found.format, timeline::formatBytes(static_cast<std::uint64_t>(found.bytes)),
                             QLocale().toString(found.modified, QLocale::ShortFormat)});
    item->setData(0, kPathRole, found.path);
    item->setTextAlignment(2, Qt::AlignRight | Qt::AlignVCenter);
    item->setToolTip(0, QDir::toNativeSeparators(found.path));
    // A handful is opened whole; of many, the person chooses.
    item->setCheckState(0, m_list->topLevelItemCount() < 8 ? Qt::Checked : Qt::Unchecked);
    m_list->addTopLevelItem(item);
    updateState();
}

void FolderDialog::finish(bool complete) {
    m_scanning = false;
    m_complete = complete;
    retranslate();
    emit scanFinished();
}

QStringList FolderDialog::chosen() const {
    QStringList out;
    for (int i = 0; i < m_list->topLevelItemCount(); ++i)
        if (const QTreeWidgetItem* item = m_list->topLevelItem(i); item->checkState(0) == Qt::Checked)
            out.append(item->data(0, kPathRole).toString());
    return out;
}

void FolderDialog::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    QDialog::changeEvent(event);
}

void FolderDialog::retranslate() {
    setWindowTitle(tr("Reports in a Folder"));
    m_list->setHeaderLabels({tr("Report"), tr("Format"), tr("Size"), tr("Date")});
    updateState();
}

void FolderDialog::updateState() {
    const int n = static_cast<int>(chosen().size());
    m_open->setText(n > 0 ? tr("Open %Ln Report(s)", nullptr, n) : tr("Open"));
    m_open->setEnabled(n > 0);
    const int found = m_list->topLevelItemCount();
    QString text = m_scanning ? tr("Looking for reports in %1 …")
                   : found
                       ? tr("Reports found in %1:")
                       : tr("There is no report in %1. Sightline looks for .nsys-rep, .qdrep, .rep and SQLite files.");
    text = text.arg(QDir::toNativeSeparators(m_folders.join(QStringLiteral(", "))));
    if (!m_complete) text += u' ' + tr("The folder is large; only a part of it was searched.");
    m_text->setText(text);
}

}  // namespace app
