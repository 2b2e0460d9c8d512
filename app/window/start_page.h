// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QBoxLayout;
class QLabel;
class QListView;
class QToolButton;

namespace app {

class ComparisonList;
class InfoBar;
class RecentDelegate;
class RecentFiles;
class StartCard;

/// What the window shows when no report is open: ways to begin, the reports opened before, and beside them, or below
/// where the window is narrow, what was compared.
class StartPage : public QWidget {
    Q_OBJECT

public:
    StartPage(RecentFiles* recent, QWidget* parent = nullptr);

    /// Offers to open again what was open when the program ended without being asked to.
    void offerRestore(const QStringList& paths);
    QSize minimumSizeHint() const override { return {200, 100}; }

signals:
    void openRequested();
    void captureRequested();
    void fileRequested(const QString& path);
    void comparisonRequested(const QString& a, const QString& b);

protected:
    bool event(QEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void layOut();
    /// A title with what clears the part at the end of its line, and what is below; the last of it has the room.
    QWidget* makePart(QLabel* title, QToolButton* clear, const QList<QWidget*>& below);
    void connectSignals(const RecentDelegate& delegate);
    void retranslate();
    void updateRecent();
    void showMenu(const QPoint& where);

    RecentFiles* m_recent;
    QStringList m_restore;
    InfoBar* m_restoreBar;
    QLabel* m_title;
    QLabel* m_subtitle;
    StartCard* m_sample;
    StartCard* m_open;
    StartCard* m_capture;
    QLabel* m_recentTitle;
    QToolButton* m_clear;
    QLabel* m_nothing;
    QListView* m_list;
    QBoxLayout* m_before = nullptr;  ///< what was opened and compared before
    QWidget* m_compared = nullptr;
    QLabel* m_comparedTitle;
    QToolButton* m_clearCompared;
    ComparisonList* m_comparisons;
};

/// The sample report that comes with the program; empty when it was not installed.
QString samplePath();

}  // namespace app
