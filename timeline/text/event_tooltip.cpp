// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/text/event_tooltip.h"

#include <QGuiApplication>
#include <QScreen>
#include <QVBoxLayout>

namespace timeline {
namespace {

constexpr int kDistance = 6;    // from the item
constexpr int kMaxWidth = 460;  // logical px
constexpr int kMostNameChars = 600;
constexpr int kMostValueChars = 160;

QString clipped(const QString& text, int most) {
    return text.size() <= most ? text : text.left(most * 2 / 3) + QStringLiteral(" … ") + text.right(most / 3);
}

// Long names without spaces would make the box as wide as the screen.
QString breakable(const QString& text) {
    QString out = text.toHtmlEscaped();
    for (const QString& sign : {QStringLiteral(","), QStringLiteral("::"), QStringLiteral("_"), QStringLiteral("/")})
        out.replace(sign, sign + QChar(0x200b));
    return out;
}

}  // namespace

QString tooltipHtml(const std::vector<DetailRow>& rows, Theme theme, int maxRows) {
    if (rows.empty()) return {};
    const QString secondary = QColor::fromRgb(tokens(theme).secondaryText).name();
    const QString accent = QColor::fromRgb(tokens(theme).accent).name();
    QString html =
        QStringLiteral(
            "<div style='font-weight:600; margin-bottom:4px'>%1</div><table cellspacing='0' cellpadding='0'>")
            .arg(breakable(clipped(rows.front().value, kMostNameChars)));
    QString group;
    int shown = 0;
    for (std::size_t i = 1; i < rows.size() && shown < maxRows; ++i) {
        const DetailRow& r = rows[i];
        // The name in other spellings helps nobody while hovering.
        if (r.label.isEmpty() || r.value.isEmpty() || r.value == rows.front().value) continue;
        if (r.group != group && !r.group.isEmpty())
            html += QStringLiteral("<tr><td colspan='2' style='color:%1; padding-top:5px'>%2</td></tr>")
                        .arg(accent, r.group.toHtmlEscaped());
        group = r.group;
        html +=
            QStringLiteral("<tr><td style='color:%1; padding-right:12px; white-space:nowrap'>%2</td><td>%3</td></tr>")
                .arg(secondary, r.label.toHtmlEscaped(), breakable(clipped(r.value, kMostValueChars)));
        ++shown;
    }
    return html + QStringLiteral("</table>");
}

EventTooltip::EventTooltip(QWidget* owner)
    : QFrame(owner,
             Qt::ToolTip | Qt::FramelessWindowHint | Qt::WindowTransparentForInput | Qt::WindowDoesNotAcceptFocus),
      m_label(new QLabel(this)) {
    setAttribute(Qt::WA_ShowWithoutActivating);
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setObjectName(QStringLiteral("eventTooltip"));
    m_label->setTextFormat(Qt::RichText);
    m_label->setWordWrap(true);
    m_label->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(10, 8, 10, 8);
    layout->addWidget(m_label, 0, Qt::AlignTop);
    layout->setSizeConstraint(QLayout::SetNoConstraint);
    m_delay.setSingleShot(true);
    m_delay.setInterval(kDelayMs);
    connect(&m_delay, &QTimer::timeout, this, &EventTooltip::showNow);
}

void EventTooltip::schedule(const QString& html, const QRect& item, QPoint pointer, Theme theme) {
    if (html.isEmpty()) return hideNow();
    if (html == m_next && item == m_item && (isVisible() || m_delay.isActive())) return;
    m_next = html;
    m_item = item;
    m_pointer = pointer;
    m_theme = theme;
    if (isVisible()) showNow();
    else m_delay.start();
}

void EventTooltip::hideNow() {
    m_delay.stop();
    m_next.clear();
    hide();
}

void EventTooltip::showNow() {
    const Tokens& t = tokens(m_theme);
    setStyleSheet(
        QStringLiteral("#eventTooltip { background: %1; border: 1px solid %2; } QLabel { color: %3; font-size: 12px; }")
            .arg(QColor::fromRgb(mixed(t.canvas, t.text, m_theme == Theme::Dark ? 0.05 : 0)).name(),
                 QColor::fromRgb(mixed(t.headerBorder, t.text, 0.15)).name(), QColor::fromRgb(t.text).name()));
    m_label->setText(m_next);
    // A fixed size is a least size, too: the text before must not say how large this one is.
    m_label->setMinimumSize(0, 0);
    m_label->setMaximumSize(QWIDGETSIZE_MAX, QWIDGETSIZE_MAX);
    // A label that wraps has no width of its own: the narrowest that keeps the height is looked for.
    m_label->setWordWrap(false);
    const int width = std::min(kMaxWidth, m_label->sizeHint().width());
    m_label->setWordWrap(true);
    m_label->setFixedWidth(width);
    m_label->setFixedHeight(std::max(1, m_label->heightForWidth(width)));
    const QSize size = layout()->sizeHint();
    QWidget* owner = parentWidget();
    const QRect item(owner->mapToGlobal(m_item.topLeft()), m_item.size());
    const QPoint pointer = owner->mapToGlobal(m_pointer);
    const QScreen* screen = QGuiApplication::screenAt(pointer);
    if (!screen) screen = owner->screen();
    setGeometry(placed(size, item, pointer, screen->availableGeometry()));
    show();
}

QRect EventTooltip::placed(QSize size, const QRect& item, QPoint pointer, const QRect& screen) {
    QRect r(QPoint(pointer.x() + 12, item.bottom() + 1 + kDistance), size);
    r.moveLeft(std::max(screen.left(), std::min(r.left(), screen.right() + 1 - size.width())));
    const int below = screen.bottom() - r.top(), above = item.top() - kDistance - screen.top();
    if (size.height() <= below) return r;
    if (size.height() <= above) {
        r.moveBottom(item.top() - 1 - kDistance);
        return r;
    }
    // Neither below nor above: beside a short item.
    QRect side(QPoint(), size);
    side.moveTop(std::clamp(pointer.y() - size.height() / 2, screen.top(),
                            std::max(screen.top(), screen.bottom() + 1 - size.height())));
    side.moveLeft(item.right() + 1 + kDistance);
    if (side.right() <= screen.right()) return side;
    side.moveRight(item.left() - 1 - kDistance);
    if (side.left() >= screen.left()) return side;
    // No room anywhere: what stands first is what matters, so the end is cut off.
    r.setHeight(std::max(below, above));
    if (above > below) r.moveBottom(item.top() - 1 - kDistance);
    return r;
}

}  // namespace timeline
