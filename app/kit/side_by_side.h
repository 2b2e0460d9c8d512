// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScrollArea>

class QBoxLayout;

namespace app {

/// Two widgets beside each other; where that is too narrow, or cuts the second while both have room above each other,
/// the second below the first. The first scrolls by itself while they are beside each other, both together else:
/// nothing is ever lower than it needs.
class SideBySide : public QScrollArea {
public:
    struct Sizes {
        int wide;           ///< px from which on they are beside each other
        int first;          ///< px of the first then
        int secondHeight;   ///< px of the second at least, below the first
        bool half = false;  ///< the first gets half of the room where that is more
    };
    SideBySide(QWidget* first, QWidget* second, const Sizes& sizes);

    bool isStacked() const;
    /// What the second needs to show all of its width, px; 0 = any will do.
    void setSecondWidth(int width);
    QSize minimumSizeHint() const override { return {kLeast, kLeast}; }

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    static constexpr int kLeast = 80, kLeastSecond = 260;  // px
    void arrange();
    int leastFirst() const;
    int firstWidth() const;

    const Sizes m_sizes;
    int m_secondWidth = 0;
    QScrollArea* m_first;
    QWidget* m_second;
    QBoxLayout* m_line;
};

}  // namespace app
