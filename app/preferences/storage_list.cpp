// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/preferences/storage_list.h"

#include <QDateTime>
#include <QDesktopServices>
#include <QDir>
#include <QDirIterator>
#include <QEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QStandardPaths>
#include <QUrl>
#include <QVBoxLayout>

#include "app/kit/elided_label.h"
#include "app/kit/error_text.h"
#include "app/kit/file_text.h"
#include "app/kit/preferences.h"
#include "app/kit/std_text.h"
#include "importers/peaks_file.h"
#include "timeline/look/format.h"

namespace app {
namespace {

constexpr int kYoungHours = 24;

QFileInfoList entriesOf(const StoragePlace& place) {
    const QStringList names = place.pattern.isEmpty() ? QStringList() : QStringList{place.pattern};
    return QDir(place.folder).entryInfoList(names, QDir::Files | QDir::Dirs | QDir::NoDotAndDotDot | QDir::NoSymLinks);
}

std::uint64_t bytesOf(const QFileInfo& entry) {
    if (!entry.isDir()) return static_cast<std::uint64_t>(entry.size());
    std::uint64_t sum = 0;
    for (QDirIterator it(entry.filePath(), QDir::Files | QDir::NoSymLinks, QDirIterator::Subdirectories); it.hasNext();)
        sum += static_cast<std::uint64_t>(it.nextFileInfo().size());
    return sum;
}

QString pathText(const std::filesystem::path& file) { return QFile::decodeName(file.string().c_str()); }

}  // namespace

std::vector<StoragePlace> storagePlaces() {
    const auto in = [](QStandardPaths::StandardLocation where, const char* name) {
        return QStandardPaths::writableLocation(where) + QLatin1String(name);
    };
    return {{StoragePlace::What::Thumbnails, in(QStandardPaths::CacheLocation, "/thumbnails"), {}},
            {StoragePlace::What::Views, in(QStandardPaths::AppDataLocation, "/views"), {}},
            {StoragePlace::What::Temporary, QDir::tempPath(), QStringLiteral("sightline-*")}};
}

std::uint64_t bytesIn(const StoragePlace& place) {
    std::uint64_t sum = 0;
    for (const QFileInfo& entry : entriesOf(place)) sum += bytesOf(entry);
    return sum;
}

void clearPlace(const StoragePlace& place) {
    const QDateTime old = QDateTime::currentDateTimeUtc().addSecs(-kYoungHours * 3600);
    for (const QFileInfo& entry : entriesOf(place)) {
        if (place.what == StoragePlace::What::Temporary && entry.lastModified() > old) continue;
        if (entry.isDir()) QDir(entry.filePath()).removeRecursively();
        else QFile::remove(entry.filePath());
    }
}

StorageList::StorageList(QWidget* parent)
    : QWidget(parent), m_peaksName(new QLabel), m_peaks(new ElidedLabel), m_choosePeaks(new QPushButton),
      m_openPeaks(new QPushButton), m_usualPeaks(new QPushButton) {
    auto* grid = new QGridLayout;
    grid->setColumnStretch(0, 1);
    grid->setHorizontalSpacing(12);
    makePeaks(grid, makePlaces(grid));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addLayout(grid);
    column->addStretch(1);
    retranslate();
}

/// Returns the row below them.
int StorageList::makePlaces(QGridLayout* grid) {
    int at = 0;
    for (const StoragePlace& place : storagePlaces()) {
        Line line{place, new QLabel, new ElidedLabel, new QLabel, new QPushButton, new QPushButton};
        line.folder->setForegroundRole(QPalette::PlaceholderText);
        line.folder->setText(shownPath(place.folder));
        line.folder->setToolTip(line.folder->text());
        grid->addWidget(line.name, at, 0);
        grid->addWidget(line.size, at, 1, Qt::AlignRight);
        grid->addWidget(line.open, at, 2);
        grid->addWidget(line.clear, at, 3);
        grid->addWidget(line.folder, at + 1, 0, 1, 4);
        grid->setRowMinimumHeight(at + 2, 10);
        at += 3;
        for (QPushButton* button : {line.open, line.clear}) button->setAutoDefault(false);
        connect(line.open, &QPushButton::clicked, this,
                [folder = place.folder] { QDesktopServices::openUrl(QUrl::fromLocalFile(folder)); });
        connect(line.clear, &QPushButton::clicked, this, [this, place] {
            clearPlace(place);
            count();
        });
        m_lines.push_back(line);
    }
    return at;
}

void StorageList::makePeaks(QGridLayout* grid, int at) {
    m_choosePeaks->setObjectName(QStringLiteral("choosePeaks"));
    m_usualPeaks->setObjectName(QStringLiteral("usualPeaks"));
    m_peaks->setObjectName(QStringLiteral("peaks"));
    for (QPushButton* button : {m_choosePeaks, m_openPeaks, m_usualPeaks}) button->setAutoDefault(false);
    m_peaksName->setWordWrap(true);
    m_peaks->setForegroundRole(QPalette::PlaceholderText);
    connect(m_choosePeaks, &QPushButton::clicked, this, &StorageList::browseForPeaks);
    connect(m_usualPeaks, &QPushButton::clicked, this, [this] { choosePeaks({}); });
    connect(m_openPeaks, &QPushButton::clicked, this, [] {
        const QFileInfo file(pathText(importers::ownPeaksFile()));
        QDesktopServices::openUrl(QUrl::fromLocalFile(file.exists() ? file.filePath() : file.path()));
    });
    grid->addWidget(m_peaksName, at, 0);
    grid->addWidget(m_choosePeaks, at, 1);
    grid->addWidget(m_openPeaks, at, 2);
    grid->addWidget(m_usualPeaks, at, 3);
    grid->addWidget(m_peaks, at + 1, 0, 1, 4);
}

void StorageList::browseForPeaks() {
    auto* dialog = new QFileDialog(this, tr("Peaks of GPUs"), QFileInfo(pathText(importers::ownPeaksFile())).path());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setNameFilters({tr("Peaks of chips (*.json)"), tr("All files (*)")});
    connect(dialog, &QFileDialog::fileSelected, this, &StorageList::choosePeaks);
    dialog->open();
}

void StorageList::choosePeaks(const QString& path) {
    importers::choosePeaksFile(nativePath(path));
    preferences::kPeaksFile.set(path);  // whoever hears it measures anew
    showPeaks();
}

void StorageList::count() {
    std::vector<StoragePlace> places;
    for (const Line& line : m_lines) places.push_back(line.place);
    m_counting.run(
        [places = std::move(places)](const std::stop_token& stop) {
            std::vector<std::uint64_t> sizes;
            for (const StoragePlace& place : places) sizes.push_back(stop.stop_requested() ? 0 : bytesIn(place));
            return sizes;
        },
        [this](const std::vector<std::uint64_t>& sizes) {
            for (std::size_t i = 0; i < m_lines.size(); ++i) {
                m_lines[i].size->setText(timeline::formatBytes(sizes[i]));
                m_lines[i].clear->setEnabled(sizes[i] > 0);
            }
            emit counted();
        });
}

QPushButton* StorageList::clearButton(StoragePlace::What what) const {
    for (const Line& line : m_lines)
        if (line.place.what == what) return line.clear;
    return nullptr;
}

QString StorageList::sizeText(StoragePlace::What what) const {
    for (const Line& line : m_lines)
        if (line.place.what == what) return line.size->text();
    return {};
}

QString StorageList::words() const {
    QStringList out{m_peaksName->text(), m_peaks->text()};
    for (const Line& line : m_lines) out << line.name->text() << line.folder->text();
    return out.join(u' ');
}

void StorageList::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    count();
}

void StorageList::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    QWidget::changeEvent(event);
}

void StorageList::retranslate() {
    const auto nameOf = [](StoragePlace::What what) {
        switch (what) {
        case StoragePlace::What::Thumbnails: return tr("Thumbnails of recent reports");
        case StoragePlace::What::Views: return tr("Views of reports in folders that cannot be written to");
        case StoragePlace::What::Temporary: return tr("Temporary files; those of the last day are kept");
        }
        return QString();
    };
    for (const Line& line : m_lines) {
        line.name->setText(nameOf(line.place.what));
        line.open->setText(tr("Show Folder"));
        line.clear->setText(tr("Clear"));
        for (QPushButton* button : {line.open, line.clear})
            button->setAccessibleName(button->text() + u' ' + line.name->text());
    }
    m_peaksName->setText(tr("Peaks of GPUs that the program does not know, for rooflines"));
    m_choosePeaks->setText(tr("Choose…"));
    m_openPeaks->setText(tr("Show"));
    m_usualPeaks->setText(tr("Reset"));
    m_usualPeaks->setToolTip(tr("Use %1 again").arg(shownPath(pathText(importers::usualPeaksFile()))));
    for (QPushButton* button : {m_choosePeaks, m_openPeaks, m_usualPeaks})
        button->setAccessibleName(button->text() + u' ' + m_peaksName->text());
    showPeaks();
}

void StorageList::showPeaks() {
    const QString file = pathText(importers::ownPeaksFile());
    const importers::Peaks& peaks = importers::devicePeaks();
    const QString state = !QFileInfo::exists(file) ? tr("no such file")
                          : peaks.notUsed.empty()  ? tr("in use")
                                                   : messageText(peaks.notUsed);
    m_peaks->setText(tr("%1 (%2)", "a file and its state").arg(shownPath(file), state));
    m_peaks->setToolTip(m_peaks->text());
    m_usualPeaks->setEnabled(!preferences::kPeaksFile.value().isEmpty());
}

}  // namespace app
