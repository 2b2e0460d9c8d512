// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/compare_with_dialog.h"

#include <QDialogButtonBox>
#include <QEvent>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QVBoxLayout>

#include "app/kit/file_text.h"
#include "app/kit/manual/manual_place.h"

namespace app {

CompareWithDialog::CompareWithDialog(const QString& name, const QStringList& open, QWidget* parent)
    : QDialog(parent), m_name(name), m_text(new QLabel(this)), m_list(new QListWidget(this)) {
    setAttribute(Qt::WA_DeleteOnClose);
    setObjectName(QStringLiteral("compareWithDialog"));
    addManualKey(this, QStringLiteral("dialog.compareWith"));
    m_text->setTextFormat(Qt::PlainText);
    for (const QString& path : open) {
        auto* item = new QListWidgetItem(shownFile(path), m_list);
        item->setData(Qt::UserRole, path);
        item->setToolTip(shownPath(path));
    }
    m_list->setCurrentRow(0);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    m_file = buttons->addButton(QString(), QDialogButtonBox::ActionRole);
    m_compare = buttons->addButton(QString(), QDialogButtonBox::AcceptRole);
    m_compare->setDefault(true);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(m_text);
    layout->addWidget(m_list, 1);
    layout->addWidget(buttons);
    resize(520, 300);
    connect(buttons, &QDialogButtonBox::accepted, this, &CompareWithDialog::submit);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_list, &QListWidget::itemDoubleClicked, this, &CompareWithDialog::submit);
    connect(m_file, &QPushButton::clicked, this, [this] {
        emit fileRequested();
        reject();
    });
    retranslate();
}

void CompareWithDialog::submit() {
    if (const QListWidgetItem* item = m_list->currentItem()) emit chosen(item->data(Qt::UserRole).toString());
    accept();
}

void CompareWithDialog::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    QDialog::changeEvent(event);
}

void CompareWithDialog::retranslate() {
    setWindowTitle(tr("Compare"));
    m_text->setText(tr("Compare %1 with").arg(m_name));
    m_list->setAccessibleName(m_text->text());
    m_file->setText(tr("Another &File…"));
    m_compare->setText(tr("&Compare"));
}

}  // namespace app
