// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/kit/commands/command_palette.h"

#include <QApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QVBoxLayout>
#include <algorithm>

#include "app/kit/commands/key_sheet.h"

namespace app {
namespace {

constexpr QSize kSize(560, 380);
constexpr int kPlaceRole = Qt::UserRole + 1, kKeysRole = Qt::UserRole + 2;

/// Name on the left, its menu behind it, its keys on the right.
class EntryDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const override {
        return {0, option.fontMetrics.height() + 10};
    }
    void paint(QPainter* p, const QStyleOptionViewItem& given, const QModelIndex& index) const override {
        QStyleOptionViewItem option = given;
        initStyleOption(&option, index);
        const QString name = std::exchange(option.text, QString());
        QApplication::style()->drawControl(QStyle::CE_ItemViewItem, &option, p, option.widget);
        const bool chosen = option.state & QStyle::State_Selected, on = option.state & QStyle::State_Enabled;
        const auto group = on ? QPalette::Normal : QPalette::Disabled;
        const QColor text = option.palette.color(group, chosen ? QPalette::HighlightedText : QPalette::Text);
        QColor faint = chosen ? text : option.palette.color(QPalette::PlaceholderText);
        QRect room = option.rect.adjusted(10, 0, -10, 0);
        if (option.features & QStyleOptionViewItem::HasCheckIndicator)
            room.setLeft(QApplication::style()
                             ->subElementRect(QStyle::SE_ItemViewItemCheckIndicator, &option, option.widget)
                             .right() +
                         8);
        p->setPen(faint);
        const QString keys = index.data(kKeysRole).toString();
        p->drawText(room, Qt::AlignRight | Qt::AlignVCenter, keys);
        if (!keys.isEmpty()) room.setRight(room.right() - option.fontMetrics.horizontalAdvance(keys) - 16);
        p->setPen(text);
        const QString shown = option.fontMetrics.elidedText(name, Qt::ElideMiddle, room.width());
        p->drawText(room, Qt::AlignLeft | Qt::AlignVCenter, shown);
        room.setLeft(room.left() + option.fontMetrics.horizontalAdvance(shown) + 12);
        p->setPen(faint);
        p->drawText(room, Qt::AlignLeft | Qt::AlignVCenter,
                    option.fontMetrics.elidedText(index.data(kPlaceRole).toString(), Qt::ElideRight,
                                                  std::max(0, room.width())));
    }
};

void collect(const QMenu* menu, const QString& place, QList<CommandPalette::Entry>& out) {
    for (QAction* action : menu->actions()) {
        if (action->isSeparator() || !action->isVisible() || action->text().isEmpty()) continue;
        if (const QMenu* below = action->menu())
            collect(below, place + QStringLiteral(" › ") + withoutMnemonic(below->title()), out);
        else out.append({action, place});
    }
}

}  // namespace

QList<CommandPalette::Entry> CommandPalette::entriesOf(const QList<QAction*>& menuBarActions) {
    QList<Entry> out;
    for (const QAction* action : menuBarActions)
        if (QMenu* menu = action->menu()) {
            emit menu->aboutToShow();  // menus are filled when they are opened
            collect(menu, withoutMnemonic(menu->title()), out);
        }
    return out;
}

CommandPalette::CommandPalette(QList<Entry> entries, QWidget* parent)
    : QDialog(parent, Qt::Popup), m_text(new QLineEdit), m_list(new QListWidget), m_entries(std::move(entries)) {
    setObjectName(QStringLiteral("commandPalette"));
    setAttribute(Qt::WA_DeleteOnClose);
    m_text->setPlaceholderText(tr("What do you want to do?"));
    m_text->setAccessibleName(m_text->placeholderText());
    m_text->installEventFilter(this);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setFocusPolicy(Qt::NoFocus);
    m_list->setUniformItemSizes(true);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setItemDelegate(new EntryDelegate(m_list));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(8, 8, 8, 8);
    column->addWidget(m_text);
    column->addWidget(m_list, 1);
    resize(kSize.boundedTo(parent->size() - QSize(40, 40)));
    move(parent->mapToGlobal(QPoint((parent->width() - width()) / 2, 60)));
    connect(m_text, &QLineEdit::textChanged, this, &CommandPalette::fill);
    connect(m_text, &QLineEdit::returnPressed, this, &CommandPalette::run);
    connect(m_list, &QListWidget::itemClicked, this, &CommandPalette::run);
    // The line keeps the focus: what the arrows choose is told as its description.
    connect(m_list, &QListWidget::currentItemChanged, this, [this](const QListWidgetItem* item) {
        if (!item) return;
        const QStringList said{item->text(), item->data(kPlaceRole).toString(), item->data(kKeysRole).toString()};
        m_text->setAccessibleDescription(said.join(QStringLiteral(", ")));
    });
    fill();
    m_text->setFocus();
}

// Those that hold all words; where a name begins with them first, what cannot be done now last.
void CommandPalette::fill() {
    m_list->clear();
    const QStringList words = m_text->text().split(u' ', Qt::SkipEmptyParts);
    struct Match {
        int rank;
        qsizetype entry;
    };
    std::vector<Match> found;
    for (qsizetype i = 0; i < m_entries.size(); ++i) {
        const QAction* a = m_entries[i].action;
        if (!a) continue;
        const QString name = withoutMnemonic(a->text()), all = name + u' ' + m_entries[i].place;
        if (!std::all_of(words.begin(), words.end(),
                         [&](const QString& w) { return all.contains(w, Qt::CaseInsensitive); }))
            continue;
        const bool begins = !words.isEmpty() && name.startsWith(words.first(), Qt::CaseInsensitive);
        const bool named = std::all_of(words.begin(), words.end(),
                                       [&](const QString& w) { return name.contains(w, Qt::CaseInsensitive); });
        found.push_back({(a->isEnabled() ? 0 : 4) + (begins ? 0 : named ? 1 : 2), i});
    }
    std::stable_sort(found.begin(), found.end(), [](const Match& a, const Match& b) { return a.rank < b.rank; });
    for (const Match& m : found) {
        const QAction* a = m_entries[m.entry].action;
        auto* item = new QListWidgetItem(withoutMnemonic(a->text()), m_list);
        item->setData(Qt::UserRole, static_cast<int>(m.entry));
        item->setData(kPlaceRole, m_entries[m.entry].place);
        item->setData(kKeysRole, a->shortcut().toString(QKeySequence::NativeText));
        if (a->isCheckable()) item->setCheckState(a->isChecked() ? Qt::Checked : Qt::Unchecked);
        if (!a->isEnabled()) item->setFlags(item->flags() & ~Qt::ItemIsEnabled);
    }
    m_list->setCurrentRow(0);
}

void CommandPalette::run() {
    const QListWidgetItem* item = m_list->currentItem();
    if (!item || !(item->flags() & Qt::ItemIsEnabled)) return;
    const QPointer<QAction> action = m_entries[item->data(Qt::UserRole).toInt()].action;
    close();
    if (action) action->trigger();
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_text && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Down || key == Qt::Key_Up || key == Qt::Key_PageDown || key == Qt::Key_PageUp) {
            QCoreApplication::sendEvent(m_list, event);
            return true;
        }
    }
    return QDialog::eventFilter(watched, event);
}

void CommandPalette::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) m_text->setPlaceholderText(tr("What do you want to do?"));
    QDialog::changeEvent(event);
}

}  // namespace app
