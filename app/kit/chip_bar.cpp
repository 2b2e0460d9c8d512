// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/kit/chip_bar.h"

#include <QMenu>
#include <QResizeEvent>
#include <QToolButton>

#include "app/kit/icons.h"

namespace app {
namespace {
constexpr int kSpacing = 4;
constexpr int kWidest = 220;
}  // namespace

ChipBar::ChipBar(QWidget* parent) : QWidget(parent), m_more(new QToolButton(this)) {
    setObjectName(QStringLiteral("chips"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    m_more->setPopupMode(QToolButton::InstantPopup);
    m_more->setMenu(new QMenu(m_more));
    m_more->hide();
}

void ChipBar::setChips(QList<Chip> chips) {
    const bool same =
        std::equal(chips.begin(), chips.end(), m_chips.begin(), m_chips.end(),
                   [](const Chip& a, const Chip& b) { return a.text == b.text && a.toolTip == b.toolTip; });
    m_chips = std::move(chips);
    if (!same) makeButtons();
}

void ChipBar::makeButtons() {
    // A chip may be removed by its own button, which then ends here.
    for (QToolButton* b : std::as_const(m_buttons)) {
        b->hide();
        b->deleteLater();
    }
    m_buttons.clear();
    for (qsizetype i = 0; i < m_chips.size(); ++i) {
        auto* b = new QToolButton(this);
        b->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        b->setIcon(icon(QStringLiteral("close")));
        b->setIconSize({12, 12});
        b->setText(b->fontMetrics().elidedText(m_chips[i].text, Qt::ElideRight, kWidest));
        const QString remove = tr("Click to remove this filter");
        // One that is HTML must be so from its start.
        b->setToolTip(m_chips[i].toolTip.startsWith(u'<')
                          ? QStringLiteral("<div>%1</div>%2<div>%3</div>")
                                .arg(m_chips[i].text.toHtmlEscaped(), m_chips[i].toolTip, remove.toHtmlEscaped())
                          : m_chips[i].text + u'\n' + m_chips[i].toolTip + u'\n' + remove);
        b->setAccessibleName(tr("Remove the filter “%1”").arg(m_chips[i].text));
        connect(b, &QToolButton::clicked, this, [this, i] {
            if (i < m_chips.size()) m_chips[i].remove();
        });
        m_buttons.append(b);
    }
    updateGeometry();
    place();
}

// From left to right while there is room; the others go into the menu.
void ChipBar::place() {
    int x = 0;
    QMenu* menu = m_more->menu();
    menu->clear();
    const int moreWidth = fontMetrics().horizontalAdvance(QStringLiteral("+99 ▾")) + 24;
    for (qsizetype i = 0; i < m_buttons.size(); ++i) {
        QToolButton* b = m_buttons[i];
        const QSize size = b->sizeHint();
        const bool last = i + 1 == m_buttons.size();
        const bool fits = menu->isEmpty() && x + size.width() + (last ? 0 : moreWidth) <= width();
        b->setVisible(fits);
        if (fits) {
            b->setGeometry(x, (height() - size.height()) / 2, size.width(), size.height());
            x += size.width() + kSpacing;
        } else {
            menu->addAction(icon(QStringLiteral("close")), m_chips[i].text, this, [this, i] {
                if (i < m_chips.size()) m_chips[i].remove();
            });
        }
    }
    m_more->setVisible(!menu->isEmpty());
    m_more->setText(QStringLiteral("+%1").arg(menu->actions().size()));
    m_more->setToolTip(tr("More filters"));
    m_more->setAccessibleName(m_more->toolTip());
    m_more->setGeometry(x, (height() - m_more->sizeHint().height()) / 2, m_more->sizeHint().width(),
                        m_more->sizeHint().height());
}

QSize ChipBar::sizeHint() const {
    int width = 0;
    for (const QToolButton* b : m_buttons) width += b->sizeHint().width() + kSpacing;
    return {width, m_more->sizeHint().height()};
}

QSize ChipBar::minimumSizeHint() const { return {0, m_more->sizeHint().height()}; }

void ChipBar::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    place();
}

void ChipBar::changeEvent(QEvent* event) {
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) place();
    QWidget::changeEvent(event);
}

}  // namespace app
