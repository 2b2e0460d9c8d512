// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/error_page.h"

#include <QDir>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include "app/kit/error_text.h"
#include "app/kit/file_text.h"
#include "app/kit/heading.h"
#include "app/kit/icons.h"
#include "app/kit/manual/manual_place.h"
#include "app/kit/tables/table.h"

namespace app {
namespace {
constexpr int kColumnWidth = 620;  // logical px; longer lines are hard to read

QLabel* paragraph(QWidget* parent) {
    auto* label = new QLabel(parent);
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    return label;
}
}  // namespace

ErrorPage::ErrorPage(QWidget* parent)
    : QWidget(parent),
      m_picture(new IconLabel(icon(QStringLiteral("error-page"), QPalette::PlaceholderText), 48, this)),
      m_fact(paragraph(this)), m_next(paragraph(this)), m_where(paragraph(this)), m_retry(new QPushButton(this)),
      m_open(new QPushButton(this)), m_copy(new QPushButton(this)) {
    setObjectName(QStringLiteral("errorPage"));
    setManualPlace(this, QStringLiteral("error"));
    setHeading(m_fact, 1.3);
    m_where->setForegroundRole(QPalette::PlaceholderText);
    m_retry->setIcon(icon(QStringLiteral("reload")));
    m_open->setIcon(icon(QStringLiteral("open")));
    m_copy->setIcon(icon(QStringLiteral("copy")));

    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    for (QPushButton* button : {m_retry, m_open, m_copy}) buttons->addWidget(button);
    buttons->addStretch();

    auto* column = new QWidget(this);
    column->setMaximumWidth(kColumnWidth);
    auto* text = new QVBoxLayout(column);
    text->setSpacing(10);
    text->addWidget(m_picture);
    text->addWidget(m_fact);
    text->addWidget(m_next);
    text->addSpacing(8);
    text->addLayout(buttons);
    text->addSpacing(8);
    text->addWidget(m_where);

    auto* across = new QHBoxLayout;
    across->addStretch(1);
    across->addWidget(column, 100);
    across->addStretch(1);
    auto* down = new QVBoxLayout(this);
    down->addStretch(2);
    down->addLayout(across);
    down->addStretch(3);

    connect(m_retry, &QPushButton::clicked, this, &ErrorPage::retryRequested);
    connect(m_open, &QPushButton::clicked, this, &ErrorPage::openRequested);
    connect(m_copy, &QPushButton::clicked, this, [this] { copyText(errorMessage(m_error).details + m_path + u'\n'); });
    retranslate();
}

void ErrorPage::setError(const model::Error& error, const QString& path) {
    m_error = error;
    m_path = path;
    retranslate();
}

QString ErrorPage::factText() const { return m_fact->text(); }
QString ErrorPage::nextText() const { return m_next->text(); }

void ErrorPage::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    QWidget::changeEvent(event);
}

void ErrorPage::retranslate() {
    const ErrorMessage message = errorMessage(m_error);
    m_fact->setText(message.fact);
    m_next->setText(message.next);
    m_where->setText(shownPath(m_path));
    m_retry->setText(tr("Try Again"));
    m_open->setText(tr("Open Another…"));
    m_copy->setText(tr("Copy Details"));
}

}  // namespace app
