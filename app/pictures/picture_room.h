// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QItemSelection>
#include <QList>
#include <QPointer>
#include <QSize>
#include <QStringList>
#include <utility>
#include <vector>

class QAbstractScrollArea;
class QSplitter;
class QWidget;

namespace app {

/// Property of a table: true = a picture is not made wider for its columns, as what is drawn beside it would be
/// stretched; its texts give way.
inline constexpr char kKeepsWidth[] = "keepsWidth";

/// While it lives, a pane is as large as a picture of it needs: columns as wide as their texts and none beyond the
/// edge, texts and flame graphs down to their end, of tables all rows where that is requested, none of them as chosen.
/// Afterwards all is as it was, before anything is painted on screen.
class PictureRoom {
public:
    PictureRoom(QWidget& pane, bool allRows);
    ~PictureRoom();
    PictureRoom(const PictureRoom&) = delete;
    PictureRoom& operator=(const PictureRoom&) = delete;

    /// What the picture does not show all the same, like "37 of 1 204 rows".
    QStringList leftOut() const;

    static constexpr int kWidestColumn = 1200, kWidest = 2400, kHighest = 16'000,
                         kAlwaysWhole = 64;  ///< logical px; more is cut and reported; tables of so many rows are whole

private:
    struct Area {
        QPointer<QAbstractScrollArea> area;
        int x = 0, y = 0;         ///< of its scroll bars
        std::vector<int> widths;  ///< of its columns
        QItemSelection selected;  ///< rows, which are none of the picture
    };
    void grow(QAbstractScrollArea& area, Qt::Orientation along);
    void resizeFor(const QAbstractScrollArea& area, Qt::Orientation along, const QSize& wanted, int added);
    void widenColumns(QAbstractScrollArea& area) const;
    void narrowTexts(QAbstractScrollArea& area) const;
    int missing(const QAbstractScrollArea& area, Qt::Orientation along) const;

    QWidget& m_pane;
    const bool m_allRows;
    const QSize m_before;
    std::vector<Area> m_areas;
    std::vector<std::pair<QPointer<QSplitter>, QList<int>>> m_splitters;  ///< with the sizes of their parts
};

}  // namespace app
