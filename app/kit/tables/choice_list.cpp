// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/kit/tables/choice_list.h"

#include <QCoreApplication>
#include <QEvent>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QTreeWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <vector>

namespace app {
namespace {

constexpr int kKey = Qt::UserRole;
constexpr int kFewChoices = 12;  // so many are seen at once
constexpr int kIndent = 12;

bool isGroup(const QTreeWidgetItem& item) { return item.data(0, kKey).isNull(); }

QString toolTipOf(const Choice& choice) {
    QStringList lines{choice.title};
    if (!choice.why.isEmpty()) lines << choice.why;
    if (!choice.meaning.isEmpty()) lines << choice.meaning;
    if (choice.key != choice.title) lines << choice.key;
    return lines.join(u'\n');
}

bool holdsAll(const Choice& choice, const QStringList& words) {
    return std::all_of(words.begin(), words.end(), [&](const QString& word) {
        for (const QString* text : {&choice.key, &choice.title, &choice.group, &choice.meaning})
            if (text->contains(word, Qt::CaseInsensitive)) return true;
        return false;
    });
}

/// Items that can be chosen, from top to bottom.
template <class F>
void forItems(const QTreeWidget& tree, F&& use) {
    for (int i = 0; i < tree.topLevelItemCount(); ++i) {
        QTreeWidgetItem* top = tree.topLevelItem(i);
        if (!isGroup(*top)) use(top);
        for (int j = 0; j < top->childCount(); ++j) use(top->child(j));
    }
}

}  // namespace

ChoiceList::ChoiceList(QWidget* parent)
    : QWidget(parent), m_box(new QLineEdit), m_tree(new QTreeWidget), m_nothing(new QLabel) {
    m_box->setClearButtonEnabled(true);
    m_tree->setHeaderHidden(true);
    m_tree->setFrameShape(QFrame::NoFrame);
    m_tree->setUniformRowHeights(true);
    m_tree->setIndentation(kIndent);
    m_tree->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_tree->setTextElideMode(Qt::ElideRight);
    m_nothing->setForegroundRole(QPalette::PlaceholderText);
    m_nothing->setMargin(8);
    m_nothing->setWordWrap(true);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    auto* top = new QVBoxLayout;
    top->setContentsMargins(8, 4, 4, 2);
    top->addWidget(m_box);
    column->addLayout(top);
    column->addWidget(m_nothing);
    column->addWidget(m_tree, 1);
    setFocusProxy(m_tree);
    m_nothing->hide();
    m_box->installEventFilter(this);
    m_tree->installEventFilter(this);
    connect(m_box, &QLineEdit::textChanged, this, &ChoiceList::filter);
    connect(m_tree, &QTreeWidget::currentItemChanged, this, &ChoiceList::choose);
    connect(m_tree, &QTreeWidget::itemClicked, this, [this](QTreeWidgetItem* item) {
        if (isGroup(*item)) return item->setExpanded(!item->isExpanded());
        choose(item);
        emit accepted();
    });
}

void ChoiceList::setChoices(const QList<Choice>& choices) {
    if (choices == m_choices) return;
    m_choices = choices;
    m_box->setVisible(choices.size() > kFewChoices);
    fill();
}

void ChoiceList::fill() {
    const QSignalBlocker quiet(m_tree);
    m_tree->clear();
    const QBrush grey = palette().brush(QPalette::PlaceholderText);
    QTreeWidgetItem* group = nullptr;
    for (const Choice& choice : std::as_const(m_choices)) {
        if (choice.group.isEmpty()) group = nullptr;
        else if (!group || group->text(0) != choice.group) {
            group = new QTreeWidgetItem(m_tree, {choice.group});
            group->setFlags(Qt::ItemIsEnabled);
            QFont bold = m_tree->font();
            bold.setWeight(QFont::DemiBold);
            group->setFont(0, bold);
            group->setForeground(0, grey);  // until something of it is there
        }
        auto* item = group ? new QTreeWidgetItem(group, {choice.title}) : new QTreeWidgetItem(m_tree, {choice.title});
        item->setData(0, kKey, choice.key);
        item->setToolTip(0, toolTipOf(choice));
        item->setData(0, Qt::AccessibleDescriptionRole, choice.why);
        if (!choice.why.isEmpty()) item->setForeground(0, grey);
        else if (group) group->setForeground(0, QBrush());
    }
    m_tree->setRootIsDecorated(group);
    filter();
}

void ChoiceList::filter() {
    const QSignalBlocker quiet(m_tree);
    const QStringList words = m_box->text().split(u' ', Qt::SkipEmptyParts);
    QTreeWidgetItem* first = nullptr;
    qsizetype at = 0;
    std::vector<QTreeWidgetItem*> open;
    forItems(*m_tree, [&](QTreeWidgetItem* item) {
        const Choice& choice = m_choices[at++];
        item->setHidden(!holdsAll(choice, words));
        if (item->isHidden()) return;
        // What is called so comes before what only tells of it.
        const bool better = !first || (first->text(0).indexOf(words.value(0), 0, Qt::CaseInsensitive) < 0 &&
                                       item->text(0).contains(words.value(0), Qt::CaseInsensitive));
        if (better) first = item;
        if (item->parent() && (!words.isEmpty() || choice.why.isEmpty())) open.push_back(item->parent());
    });
    for (int i = 0; i < m_tree->topLevelItemCount(); ++i) {
        QTreeWidgetItem* top = m_tree->topLevelItem(i);
        if (!isGroup(*top)) continue;
        bool any = false;
        for (int j = 0; j < top->childCount(); ++j) any |= !top->child(j)->isHidden();
        top->setHidden(!any);
        top->setExpanded(std::find(open.begin(), open.end(), top) != open.end());
    }
    m_nothing->setVisible(!first && !m_choices.isEmpty());
    if (words.isEmpty()) showCurrent();
    else m_tree->setCurrentItem(first);
}

void ChoiceList::showCurrent() {
    QTreeWidgetItem* item = itemOf(m_current);
    const QSignalBlocker quiet(m_tree);
    m_tree->setCurrentItem(item);
    if (!item) return;
    if (item->parent()) item->parent()->setExpanded(true);
    m_tree->scrollToItem(item);
}

void ChoiceList::setCurrent(const QString& key) {
    if (key == m_current && m_tree->currentItem()) return;
    m_current = key;
    showCurrent();
}

QString ChoiceList::currentTitle() const {
    const auto at =
        std::find_if(m_choices.begin(), m_choices.end(), [&](const Choice& c) { return c.key == m_current; });
    return at == m_choices.end() ? QString() : at->title;
}

QTreeWidgetItem* ChoiceList::itemOf(const QString& key) const {
    QTreeWidgetItem* out = nullptr;
    forItems(*m_tree, [&](QTreeWidgetItem* item) {
        if (item->data(0, kKey).toString() == key) out = item;
    });
    return out;
}

QStringList ChoiceList::shownKeys() const {
    QStringList out;
    forItems(*m_tree, [&](QTreeWidgetItem* item) {
        if (!item->isHidden()) out << item->data(0, kKey).toString();
    });
    return out;
}

void ChoiceList::choose(QTreeWidgetItem* item) {
    if (!item || isGroup(*item) || item->data(0, kKey).toString() == m_current) return;
    m_current = item->data(0, kKey).toString();
    emit chosen(m_current);
}

// Headings are passed over: each key leads to another choice.
void ChoiceList::step(bool down) {
    std::vector<QTreeWidgetItem*> shown;
    forItems(*m_tree, [&](QTreeWidgetItem* item) {
        if (!item->isHidden() && (!item->parent() || item->parent()->isExpanded())) shown.push_back(item);
    });
    const auto at = std::find(shown.begin(), shown.end(), m_tree->currentItem());
    if (shown.empty()) return;
    if (at == shown.end()) return m_tree->setCurrentItem(down ? shown.front() : shown.back());
    if (down ? at + 1 != shown.end() : at != shown.begin()) m_tree->setCurrentItem(down ? *(at + 1) : *(at - 1));
}

bool ChoiceList::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::KeyPress) return QWidget::eventFilter(watched, event);
    auto* key = static_cast<QKeyEvent*>(event);
    const int code = key->key();
    if (code == Qt::Key_Return || code == Qt::Key_Enter) {
        QTreeWidgetItem* item = m_tree->currentItem();
        if (!item) return true;
        if (isGroup(*item)) item->setExpanded(!item->isExpanded());
        else choose(item), emit accepted();
        return true;
    }
    if (code == Qt::Key_Up || code == Qt::Key_Down) {
        step(code == Qt::Key_Down);
        return true;
    }
    if (watched != m_box) return QWidget::eventFilter(watched, event);
    if (code == Qt::Key_PageUp || code == Qt::Key_PageDown) return QCoreApplication::sendEvent(m_tree, event);
    if (code == Qt::Key_Escape && !m_box->text().isEmpty()) {
        m_box->clear();
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

void ChoiceList::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange) fill();
    QWidget::changeEvent(event);
}

void ChoiceList::retranslate(const QString& name, const QString& placeholder) {
    m_box->setPlaceholderText(placeholder);
    m_box->setAccessibleName(placeholder);
    m_tree->setAccessibleName(name);
    m_nothing->setText(tr("Nothing is called that."));
}

}  // namespace app
