// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>
#include <QWidget>

class QLabel;
class QLineEdit;
class QTreeWidget;
class QTreeWidgetItem;

namespace app {

/// One of the things that a pane can show.
struct Choice {
    QString key;  ///< stable; also found by the box
    QString title;
    QString group;    ///< choices of one group follow each other; empty: in no group
    QString meaning;  ///< one or two sentences, for the tool tip; also found by the box
    QString why;      ///< the reason where it is empty for the report in front: it is grey then
    bool operator==(const Choice&) const = default;
};

/// Choices as a list by groups, with a box that looks for words in them. Arrows choose at once, in the box, too; Enter
/// in the box chooses the first that was found. Groups in which all is empty are closed.
class ChoiceList : public QWidget {
    Q_OBJECT

public:
    explicit ChoiceList(QWidget* parent = nullptr);

    /// What is chosen stays chosen, what was typed stays typed. Short lists have no box.
    void setChoices(const QList<Choice>& choices);
    const QList<Choice>& choices() const { return m_choices; }
    /// Key of what is chosen; chosen() is not emitted.
    void setCurrent(const QString& key);
    QString current() const { return m_current; }
    QString currentTitle() const;

    QLineEdit* box() const { return m_box; }
    QTreeWidget* tree() const { return m_tree; }
    /// Of the choices that are shown now, in their order.
    QStringList shownKeys() const;
    void retranslate(const QString& name, const QString& placeholder);

signals:
    /// By a person.
    void chosen(const QString& key);
    /// The choice is made: by a click or Enter.
    void accepted();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void fill();
    void filter();
    void step(bool down);
    void choose(QTreeWidgetItem* item);
    void showCurrent();
    QTreeWidgetItem* itemOf(const QString& key) const;

    QLineEdit* m_box;
    QTreeWidget* m_tree;
    QLabel* m_nothing;
    QList<Choice> m_choices;
    QString m_current;
};

}  // namespace app
