// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <cstdint>
#include <vector>

#include "app/kit/background.h"

class QGridLayout;
class QLabel;
class QPushButton;

namespace app {

/// A folder in which the program keeps something outside of reports.
struct StoragePlace {
    enum class What : std::uint8_t { Thumbnails, Views, Temporary };
    What what;
    QString folder;
    QString pattern;  ///< of the names there that are ours; empty = all
};
/// Those of this program and person.
std::vector<StoragePlace> storagePlaces();
/// Bytes of what is ours there.
std::uint64_t bytesIn(const StoragePlace& place);
/// Removes what is ours there; of temporary files those of a day ago and earlier, because a program may still use
/// younger ones.
void clearPlace(const StoragePlace& place);

/// Where the program keeps something, how much that is, and a button that removes it. Sizes are counted in a thread.
class StorageList : public QWidget {
    Q_OBJECT

public:
    explicit StorageList(QWidget* parent = nullptr);
    bool isWorking() const { return m_counting.isWorking(); }
    /// For the search.
    QString words() const;
    QPushButton* clearButton(StoragePlace::What what) const;
    QString sizeText(StoragePlace::What what) const;
    /// Rooflines and all that is measured by them use that table of chips' peaks at once, and from now on; empty: the
    /// usual one.
    void choosePeaks(const QString& path);

signals:
    /// Sizes are there.
    void counted();

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    struct Line {
        StoragePlace place;
        QLabel *name, *folder, *size;
        QPushButton *open, *clear;
    };
    void count();
    int makePlaces(QGridLayout* grid);
    void makePeaks(QGridLayout* grid, int at);
    void browseForPeaks();
    void showPeaks();
    void retranslate();
    std::vector<Line> m_lines;
    QLabel *m_peaksName, *m_peaks;
    QPushButton *m_choosePeaks, *m_openPeaks, *m_usualPeaks;
    Newest m_counting{this};  // last
};

}  // namespace app
