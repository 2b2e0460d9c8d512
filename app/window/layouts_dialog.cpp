// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/layouts_dialog.h"

#include <QDialogButtonBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <algorithm>

#include "app/window/layouts.h"

namespace app {
namespace {

constexpr QSize kSize(420, 320);         // logical px
constexpr int kNameRole = Qt::UserRole;  // under which it is kept while another one is typed

}  // namespace

LayoutsDialog::LayoutsDialog(QWidget* parent)
    : QDialog(parent), m_list(new QListWidget), m_why(new QLabel), m_use(new QPushButton), m_rename(new QPushButton),
      m_remove(new QPushButton) {
    setAttribute(Qt::WA_DeleteOnClose);
    setObjectName(QStringLiteral("layouts"));
    resize(kSize);
    m_list->setEditTriggers(QAbstractItemView::EditKeyPressed | QAbstractItemView::SelectedClicked);
    m_why->setWordWrap(true);
    m_why->setTextFormat(Qt::PlainText);
    auto* column = new QVBoxLayout(this);
    auto* row = new QHBoxLayout;
    row->addWidget(m_list, 1);
    auto* buttons = new QVBoxLayout;
    for (QPushButton* button : {m_use, m_rename, m_remove}) {
        button->setAutoDefault(button == m_use);
        buttons->addWidget(button);
    }
    buttons->addStretch();
    row->addLayout(buttons);
    column->addLayout(row, 1);
    column->addWidget(m_why);
    auto* close = new QDialogButtonBox(QDialogButtonBox::Close);
    connect(close, &QDialogButtonBox::rejected, this, &QDialog::close);
    column->addWidget(close);
    connect(m_use, &QPushButton::clicked, this, [this] {
        if (m_list->currentItem()) emit chosen(m_list->currentItem()->text());
    });
    connect(m_rename, &QPushButton::clicked, this, [this] { m_list->editItem(m_list->currentItem()); });
    connect(m_remove, &QPushButton::clicked, this, [this] {
        if (m_list->currentItem()) layouts::remove(m_list->currentItem()->text());
    });
    connect(m_list, &QListWidget::itemChanged, this, &LayoutsDialog::onEdited);
    connect(m_list, &QListWidget::itemDoubleClicked, m_use, &QPushButton::click);
    // Later: the row whose name changed is still being edited.
    connect(
        preferenceChanges(), &PreferenceChanges::changed, this,
        [this](const QString& key) {
            if (preferences::kLayoutNames.is(key)) fill();
        },
        Qt::QueuedConnection);
    fill();
    retranslate();
}

void LayoutsDialog::fill() {
    const QSignalBlocker quiet(m_list);
    const int row = m_list->currentRow();
    m_list->clear();
    for (const QString& name : layouts::names()) {
        auto* item = new QListWidgetItem(name, m_list);
        item->setFlags(item->flags() | Qt::ItemIsEditable);
        item->setData(kNameRole, name);
    }
    m_list->setCurrentRow(std::clamp(row, 0, std::max(0, m_list->count() - 1)));
    const bool any = m_list->count() > 0;
    for (QPushButton* button : {m_use, m_rename, m_remove}) button->setEnabled(any);
    m_why->setText(any ? QString() : tr("No layout has a name yet. View ▸ Layouts ▸ Save Layout As gives it one."));
}

void LayoutsDialog::onEdited(QListWidgetItem* item) {
    const QString before = item->data(kNameRole).toString(), wanted = item->text();
    if (before == wanted || layouts::rename(before, wanted)) return;
    const QSignalBlocker quiet(m_list);
    item->setText(before);
    m_why->setText(wanted.simplified().isEmpty() ? tr("A layout needs a name.")
                                                 : tr("Another layout is called “%1”.").arg(wanted));
}

void LayoutsDialog::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    QDialog::changeEvent(event);
}

void LayoutsDialog::retranslate() {
    setWindowTitle(tr("Layouts"));
    m_list->setAccessibleName(tr("Layouts"));
    m_use->setText(tr("&Use"));
    m_rename->setText(tr("&Rename"));
    m_remove->setText(tr("&Delete"));
    fill();
}

}  // namespace app
