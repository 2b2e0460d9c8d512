// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/kit/filter_edit.h"

#include <QAction>
#include <QSignalBlocker>

#include "app/kit/filter_text.h"
#include "app/kit/icons.h"

namespace app {
namespace {
constexpr int kTypingDelayMs = 150;
}

FilterEdit::FilterEdit(QWidget* parent) : QLineEdit(parent), m_case(new QAction(this)), m_regex(new QAction(this)) {
    setClearButtonEnabled(true);
    setMinimumWidth(90);
    m_typing.setSingleShot(true);
    m_typing.setInterval(kTypingDelayMs);
    connect(&m_typing, &QTimer::timeout, this, &FilterEdit::apply);
    connect(this, &QLineEdit::textChanged, &m_typing, qOverload<>(&QTimer::start));
    const auto add = [this](QAction* action, const QString& name) {
        action->setCheckable(true);
        // A line edit paints its buttons without their state.
        const auto paint = [action, name](bool on) {
            action->setIcon(icon(name, on ? QPalette::Link : QPalette::PlaceholderText));
        };
        paint(false);
        addAction(action, TrailingPosition);
        connect(action, &QAction::toggled, this, paint);
        connect(action, &QAction::toggled, this, &FilterEdit::apply);
    };
    add(m_regex, QStringLiteral("regex"));
    add(m_case, QStringLiteral("match-case"));
}

FilterRequest FilterEdit::request() const { return {text(), {m_case->isChecked(), m_regex->isChecked()}}; }

void FilterEdit::setRequest(const FilterRequest& request) {
    {
        const QSignalBlocker quietCase(m_case), quietRegex(m_regex);
        m_case->setChecked(request.options.matchCase);
        m_regex->setChecked(request.options.regex);
    }
    m_case->setIcon(
        icon(QStringLiteral("match-case"), m_case->isChecked() ? QPalette::Link : QPalette::PlaceholderText));
    m_regex->setIcon(icon(QStringLiteral("regex"), m_regex->isChecked() ? QPalette::Link : QPalette::PlaceholderText));
    setText(request.text);
    apply();
}

void FilterEdit::apply() {
    m_typing.stop();
    const FilterRequest now = request();
    auto filter = model::EventFilter::parse(now.text.toStdString(), now.options);
    m_mistake = filter ? QString() : filterMistake(filter.error());
    if (filter) m_filter = std::move(*filter);
    emit requestChanged();
}

void FilterEdit::retranslate(const QString& placeholder) {
    setPlaceholderText(placeholder);
    setAccessibleName(placeholder);
    setToolTip(filterHelp());
    m_case->setText(tr("Tell capitals from small letters"));
    m_regex->setText(tr("The words are regular expressions"));
    for (QAction* action : {m_case, m_regex}) action->setToolTip(action->text());
}

}  // namespace app
