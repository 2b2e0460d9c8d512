// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/preferences/shortcut_list.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeySequenceEdit>
#include <QLabel>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>
#include <algorithm>

#include "app/kit/commands/own_shortcuts.h"
#include "app/kit/preferences.h"

namespace app {
namespace {

constexpr int kIdRole = Qt::UserRole;

QList<QKeySequence> keysOf(const KeyedCommand& command) { return ownKeys(command.id).value_or(command.usual); }

QString textOf(const QList<QKeySequence>& keys) {
    QStringList out;
    for (const QKeySequence& key : keys) out.append(key.toString(QKeySequence::NativeText));
    return out.join(QStringLiteral("   "));
}

}  // namespace

ShortcutList::ShortcutList(std::function<QList<KeyedCommand>()> commands, QWidget* parent)
    : QWidget(parent), m_source(std::move(commands)), m_list(new QTreeWidget), m_keysLabel(new QLabel),
      m_clash(new QLabel), m_edit(new QKeySequenceEdit), m_assign(new QPushButton), m_takeOver(new QPushButton),
      m_reset(new QPushButton), m_resetAll(new QPushButton) {
    setObjectName(QStringLiteral("shortcuts"));
    m_list->setColumnCount(2);
    m_list->setUniformRowHeights(true);
    m_list->setRootIsDecorated(true);
    m_list->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    m_list->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    m_list->header()->setStretchLastSection(false);
    m_clash->setWordWrap(true);
    m_clash->setTextFormat(Qt::PlainText);
    m_keysLabel->setBuddy(m_edit);
    m_edit->setClearButtonEnabled(true);
    m_takeOver->hide();
    for (QPushButton* button : {m_assign, m_takeOver, m_reset, m_resetAll}) button->setAutoDefault(false);
    auto* change = new QHBoxLayout;
    for (QWidget* w : std::initializer_list<QWidget*>{m_keysLabel, m_edit, m_assign}) change->addWidget(w);
    auto* clash = new QHBoxLayout;
    clash->addWidget(m_clash, 1);
    clash->addWidget(m_takeOver);
    auto* resets = new QHBoxLayout;
    resets->addStretch();
    resets->addWidget(m_reset);
    resets->addWidget(m_resetAll);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_list, 1);
    for (QLayout* row : {change, clash, resets}) column->addLayout(row);
    connect(m_list, &QTreeWidget::currentItemChanged, this, &ShortcutList::showCurrent);
    connect(m_edit, &QKeySequenceEdit::keySequenceChanged, this, [this] {
        m_clash->clear();
        m_takeOver->hide();
    });
    connect(m_assign, &QPushButton::clicked, this, &ShortcutList::assign);
    connect(m_takeOver, &QPushButton::clicked, this, &ShortcutList::takeOver);
    connect(m_reset, &QPushButton::clicked, this, &ShortcutList::resetCurrent);
    connect(m_resetAll, &QPushButton::clicked, this, &ShortcutList::resetAll);
    connect(preferenceChanges(), &PreferenceChanges::changed, this, [this](const QString& key) {
        if (preferences::kKeys.is(key)) fill();
        if (preferences::kShortcuts.is(key)) showKeys();
    });
    retranslate();
}

void ShortcutList::fill() {
    const QString chosen = current() ? current()->id : QString();
    m_commands = m_source();
    m_list->clear();
    QTreeWidgetItem* group = nullptr;
    for (const KeyedCommand& command : std::as_const(m_commands)) {
        if (!group || group->text(0) != command.group) {
            group = new QTreeWidgetItem(m_list, {command.group});
            group->setFlags(Qt::ItemIsEnabled);
            group->setExpanded(true);
        }
        auto* item = new QTreeWidgetItem(group, {command.text});
        item->setData(0, kIdRole, command.id);
    }
    showKeys();
    if (!choose(chosen) && !m_commands.isEmpty()) choose(m_commands.first().id);
}

void ShortcutList::showKeys() {
    for (QTreeWidgetItemIterator it(m_list); *it; ++it) {
        const QString id = (*it)->data(0, kIdRole).toString();
        const auto at = std::find_if(m_commands.begin(), m_commands.end(),
                                     [&id](const KeyedCommand& command) { return command.id == id; });
        if (id.isEmpty() || at == m_commands.end()) continue;
        QFont font = m_list->font();
        font.setBold(ownKeys(id).has_value());  // what is not as usual
        (*it)->setText(1, textOf(keysOf(*at)));
        (*it)->setFont(1, font);
    }
    showCurrent();
}

const KeyedCommand* ShortcutList::current() const {
    const QTreeWidgetItem* item = m_list->currentItem();
    if (!item) return nullptr;
    const QString id = item->data(0, kIdRole).toString();
    for (const KeyedCommand& command : m_commands)
        if (command.id == id) return &command;
    return nullptr;
}

void ShortcutList::showCurrent() {
    const KeyedCommand* command = current();
    for (QWidget* w : std::initializer_list<QWidget*>{m_edit, m_assign}) w->setEnabled(command);
    m_reset->setEnabled(command && ownKeys(command->id));
    m_resetAll->setEnabled(!preferences::kShortcuts.value().isEmpty());
    m_edit->setKeySequence(command ? keysOf(*command).value(0) : QKeySequence());
}

bool ShortcutList::choose(const QString& id) {
    for (QTreeWidgetItemIterator it(m_list); *it; ++it)
        if (!id.isEmpty() && (*it)->data(0, kIdRole).toString() == id) {
            m_list->setCurrentItem(*it);
            return true;
        }
    return false;
}

const KeyedCommand* ShortcutList::holderOf(const QKeySequence& keys, const KeyedCommand& besides) const {
    for (const KeyedCommand& command : m_commands)
        if (command.id != besides.id && keysOf(command).contains(keys)) return &command;
    return nullptr;
}

bool ShortcutList::assign() {
    const KeyedCommand* command = current();
    if (!command) return false;
    const QKeySequence keys = m_edit->keySequence();
    if (const KeyedCommand* other = keys.isEmpty() ? nullptr : holderOf(keys, *command)) {
        m_clash->setText(
            tr("%1 belongs to “%2”.", "keys and a command").arg(keys.toString(QKeySequence::NativeText), other->text));
        m_takeOver->show();
        return false;
    }
    setOwnKeys(command->id, keys.isEmpty() ? QList<QKeySequence>() : QList{keys});
    return true;
}

void ShortcutList::takeOver() {
    const KeyedCommand* command = current();
    const QKeySequence keys = m_edit->keySequence();
    if (!command || keys.isEmpty()) return;
    while (const KeyedCommand* other = holderOf(keys, *command)) {
        QList<QKeySequence> left = keysOf(*other);
        left.removeAll(keys);
        setOwnKeys(other->id, left);
    }
    m_edit->setKeySequence(keys);
    assign();
}

void ShortcutList::resetCurrent() {
    const KeyedCommand* command = current();
    if (!command) return;
    // Another command may have been given its usual keys.
    for (const QKeySequence& keys : command->usual)
        if (const KeyedCommand* other = holderOf(keys, *command)) {
            m_edit->setKeySequence(keys);
            m_clash->setText(tr("%1 belongs to “%2”.", "keys and a command")
                                 .arg(keys.toString(QKeySequence::NativeText), other->text));
            m_takeOver->show();
            return;
        }
    clearOwnKeys(command->id);
}

void ShortcutList::resetAll() { clearAllOwnKeys(); }

QString ShortcutList::clash() const { return m_clash->text(); }

void ShortcutList::search(const QStringList& words) {
    for (int i = 0; i < m_list->topLevelItemCount(); ++i) {
        QTreeWidgetItem* group = m_list->topLevelItem(i);
        bool any = false;
        for (int k = 0; k < group->childCount(); ++k) {
            QTreeWidgetItem* item = group->child(k);
            const QString all = group->text(0) + u' ' + item->text(0) + u' ' + item->text(1);
            const bool fits = std::all_of(words.begin(), words.end(), [&all](const QString& word) {
                return all.contains(word, Qt::CaseInsensitive);
            });
            item->setHidden(!fits);
            any |= fits;
        }
        group->setHidden(!any);
    }
}

int ShortcutList::shown() const {
    int count = 0;
    for (int i = 0; i < m_list->topLevelItemCount(); ++i)
        for (int k = 0; k < m_list->topLevelItem(i)->childCount(); ++k)
            count += !m_list->topLevelItem(i)->child(k)->isHidden();
    return count;
}

void ShortcutList::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    QWidget::changeEvent(event);
}

void ShortcutList::retranslate() {
    m_list->setHeaderLabels({tr("Command"), tr("Keys")});
    m_list->setAccessibleName(tr("Keys of commands"));
    m_keysLabel->setText(tr("&New keys:"));
    m_assign->setText(tr("&Use"));
    m_takeOver->setText(tr("Take &Over"));
    m_reset->setText(tr("&Reset"));
    m_resetAll->setText(tr("Reset &All"));
    fill();
}

}  // namespace app
