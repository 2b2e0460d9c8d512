// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>

#include "app/report/pane.h"
#include "timeline/text/event_text.h"

class QLabel;
class QToolButton;
class QTreeWidget;

namespace app {

class ChainView;

/// Everything that is known about the selected event, in groups, with its call chain.
class DetailsPane : public Pane {
    Q_OBJECT

public:
    explicit DetailsPane(QWidget* parent = nullptr);
    bool isSettled() const override;
    ChainView* chain() const { return m_chain; }
    const std::vector<timeline::DetailRow>& rows() const { return m_rows; }
    /// Chosen lines, or all when none is chosen, as tab-separated text with raw values.
    QString asTsv() const;

protected:
    void hostChanged() override;
    void refresh() override;
    void retranslate() override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void showNothing(const QString& why);
    QString whatToClick() const;
    void arrange();
    QTreeWidget* makeTree();
    void fill(QTreeWidget* tree, std::size_t first, std::size_t last);
    void showMenu(QTreeWidget* tree, const QPoint& where);

    model::EventRef m_event;
    model::SnapshotPtr m_shown;  ///< of which m_shownEvent is described
    model::EventRef m_shownEvent;
    timeline::TimeFormat m_shownTimes;
    std::vector<timeline::DetailRow> m_rows;
    QLabel* m_name;
    QToolButton* m_jump;
    QToolButton* m_copy;
    ChainView* m_chain;
    std::array<QTreeWidget*, 3> m_trees;  ///< side by side, as many as fit
    int m_columns = 0;
};

}  // namespace app
