// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointer>
#include <QTextBrowser>
#include <QTimer>
#include <QWidget>
#include <memory>
#include <vector>

#include "app/kit/manual/manual_book.h"

class QAction;
class QLabel;
class QLineEdit;
class QTreeWidget;
class QTreeWidgetItem;

namespace app {

/// The manual: contents on the left, a page on the right, one search over all pages. Not modal.
class ManualWindow : public QWidget {
    Q_OBJECT

public:
    ManualWindow();
    ~ManualWindow() override;

    /// Shows that place, or the paragraph that defines the word in the section of the place or elsewhere in the page.
    void open(const ManualPlace& place, const QString& word = {});

    const ManualBook& book() const { return *m_book; }
    /// File of the page in front: "numbers.md".
    QString file() const;
    /// Anchor of the heading above the line at the top.
    QString anchor() const;
    /// The paragraph that was asked for; empty where it is a page or a section.
    QString markedText() const;
    QTextBrowser* text() const { return m_text; }
    QTreeWidget* contents() const { return m_contents; }
    QLineEdit* searchLine() const { return m_search; }
    /// The hit at which F3 has arrived; empty before.
    QString hitText() const;
    std::size_t hitCount() const { return m_hits.size(); }

public slots:
    void goBack();
    void goForward();
    void nextHit();
    void previousHit();

protected:
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    /// A place that was read: where one comes back to.
    struct Visit {
        ManualSpot spot;
        int top = -1;  ///< position in the text at the top of the window when one left; −1: the spot's
    };

    QAction* addCommand(const char* icon, QList<QKeySequence> keys, void (ManualWindow::*run)());
    QWidget* makeBar();
    void fillContents();
    void markContents();
    void visit(ManualSpot spot);
    void showVisit(const Visit& visit);
    void render(int page);
    void scrollTo(int position);
    int heightAbove(int position) const;
    int topPosition() const;
    void leave();
    void followLink(const QUrl& url);
    void runSearch();
    void stepHit(int direction);
    void updateMarks();
    void updateCommands();
    void placeText();
    void zoomIn() { setZoom(m_zoom + 1); }
    void zoomOut() { setZoom(m_zoom - 1); }
    void resetZoom() { setZoom(0); }
    void setZoom(int step);
    void focusSearch();
    void retranslate();

    std::unique_ptr<ManualBook> m_book;
    QLineEdit* m_search;
    QLabel* m_found;
    QTreeWidget* m_contents;
    QTextBrowser* m_text;
    QAction *m_back, *m_forward, *m_in, *m_out, *m_next, *m_previous;
    QTimer m_typing;
    std::vector<Visit> m_visits;
    std::size_t m_at = 0;  ///< in m_visits
    int m_page = -1;
    int m_zoom = 0;  ///< steps of a tenth
    std::vector<ManualHit> m_hits;
    int m_hit = -1;
};

}  // namespace app
