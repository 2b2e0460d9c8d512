// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMainWindow>
#include <QPointer>
#include <array>
#include <functional>

#include "app/compare/compare_align.h"
#include "app/compare/linked_views.h"
#include "app/pictures/picture.h"

class QAction;
class QComboBox;
class QLabel;
class QLineEdit;
class QMenu;
class QSplitter;
class QToolBar;

namespace app {

class DetailsPane;
class DifferencePane;
class ElidedLabel;
class KeySheet;
class ReportPage;
class TimelineChoices;
class UndoOrder;

/// Two reports in one window, their timelines linked: A, what one compares with, and B.
class CompareWindow : public QMainWindow {
    Q_OBJECT

public:
    enum class Side : std::uint8_t { A, B };

    /// Begins to read both. `kept`: how the window lies comes from the settings and is kept there.
    CompareWindow(const QString& a, const QString& b, bool kept, QWidget* parent = nullptr);
    ~CompareWindow() override;

    ReportPage* page(Side side) const { return m_pages[static_cast<std::size_t>(side)]; }
    LinkedViews* links() const { return m_links; }
    DifferencePane* differences() const { return m_differences; }
    QComboBox* alignChoice() const { return m_align; }
    QLineEdit* offsetEdit() const { return m_offset; }
    QAction* linkAction() const { return m_link; }
    QAction* layoutAction() const { return m_sideBySide; }
    /// Makes A what was B; a step that can be undone.
    QAction* swapAction() const { return m_swap; }
    QAction* undoAction() const { return m_undo; }
    /// What is known about the selected event of that side.
    DetailsPane* details(Side side) const { return m_details[static_cast<std::size_t>(side)]; }
    /// What there is to make pictures of.
    PictureSource pictureSource() const;
    /// Writes what changed as a page.
    QAction* shareAction() const { return m_share; }
    /// What opens the preferences, here and in windows that are opened from here; nothing: there are none.
    void setPreferences(std::function<void()> show);
    /// Both are read, or cannot be.
    bool isReady() const;
    /// Nothing is being computed that would still change the picture.
    bool isSettled() const;

signals:
    void ready();
    void settled();

protected:
    void changeEvent(QEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    enum Menu : std::uint8_t;
    struct Row;
    static const Row kRows[];

    QWidget* makeSide(Side side, const QString& path);
    void makeDetails();
    void makeToolBar();
    void connectPages();
    void onSwapped();
    void showSides();
    void updateUndo();
    void onReady();
    void onCompared();
    void fillAlign();
    void align();
    void alignEvents();
    void showProof(const model::diff::Proof& proof);
    void updateActions();
    QString textOf(const AlignChoice& choice) const;
    model::TimeNs offset() const;
    void showOffset();
    void applyOffset();
    void retranslate();
    void exportPicture();

    // compare_menus.cpp
    void makeActions();
    void makeMenus();
    void fillMenu(Menu which);
    void openOther(const QString& a, const QString& b);
    void retranslateMenus();
    void showKeys();
    /// The side that had the keyboard last; at first B.
    ReportPage* front() const { return m_front; }

    std::array<ReportPage*, 2> m_pages{};
    std::array<QLabel*, 2> m_badges{};
    std::array<ElidedLabel*, 2> m_titles{};
    std::array<DetailsPane*, 2> m_details{};
    ReportPage* m_front = nullptr;
    QSplitter* m_bothDetails = nullptr;  ///< the tab with them
    QSplitter *m_splitter, *m_whole;     ///< the timelines; they and what differs
    DifferencePane* m_differences;
    LinkedViews* m_links = nullptr;
    QToolBar* m_bar;
    QLabel *m_alignLabel, *m_offsetLabel, *m_stretched;
    QComboBox* m_align;
    QLineEdit* m_offset;
    QAction *m_link, *m_stretch, *m_alignEvents, *m_sideBySide, *m_undo, *m_redo, *m_swap;
    QAction *m_exportPicture = nullptr, *m_share = nullptr;
    QList<QAction*> m_actions;  ///< of the commands among kRows, in their order
    std::array<QMenu*, 11> m_menus{};
    TimelineChoices* m_timelineChoices = nullptr;
    UndoOrder* m_order;
    QPointer<KeySheet> m_keySheet;
    std::function<void()> m_showPreferences;
    QAction* m_stretchedAction;  ///< puts the note into the tool bar
    std::vector<AlignChoice> m_choices;
    bool m_kept;
    bool m_keepAlignment = false;  ///< the comparison is made anew, and the reports lie where they are to lie
};

}  // namespace app
