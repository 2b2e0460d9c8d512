// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QListWidget>

namespace app {

/// The comparisons of this person, the newest first, as cards that open them: by a click, by Enter, or from a menu that
/// also removes one.
class ComparisonList : public QListWidget {
    Q_OBJECT

public:
    explicit ComparisonList(QWidget* parent = nullptr);
    /// Lists them as they are kept now.
    void refresh();

signals:
    void openRequested(const QString& a, const QString& b);
    /// There are others now, or none.
    void refreshed();

protected:
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    void open(const QListWidgetItem* item);
    void remove(const QListWidgetItem* item);
};

}  // namespace app
