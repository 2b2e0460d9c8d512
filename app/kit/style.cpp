// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/kit/style.h"

#include <QAbstractItemView>
#include <QPainter>
#include <QPlainTextEdit>
#include <QStyleOption>
#include <QTextEdit>
#include <utility>

#include "app/kit/icons.h"
#include "app/kit/preferences.h"
#include "model/look/palette.h"

namespace app {
namespace {

constexpr int kCellSide = 3;     // logical px beside a text of a list or a table, which has one more of its own
constexpr int kHeadingSide = 2;  // beside a heading, whose style has as much

bool isVertical(QTabBar::Shape shape) {
    return shape == QTabBar::RoundedEast || shape == QTabBar::RoundedWest || shape == QTabBar::TriangularEast ||
           shape == QTabBar::TriangularWest;
}

QColor tinted(const QPalette& palette, float alpha) {
    QColor colour = palette.color(QPalette::Highlight);
    colour.setAlphaF(alpha);
    return colour;
}

/// A rectangle of so many logical px within that one.
void drawRing(const QRect& r, const QColor& colour, int width, QPainter* painter) {
    painter->fillRect(QRect(r.left(), r.top(), r.width(), width), colour);
    painter->fillRect(QRect(r.left(), r.bottom() + 1 - width, r.width(), width), colour);
    painter->fillRect(QRect(r.left(), r.top() + width, width, r.height() - 2 * width), colour);
    painter->fillRect(QRect(r.right() + 1 - width, r.top() + width, width, r.height() - 2 * width), colour);
}

void drawTab(const QStyleOptionTab& tab, QPainter* painter) {
    const QPalette& p = tab.palette;
    const QRect r = tab.rect;
    const bool selected = tab.state & QStyle::State_Selected;
    if (selected) painter->fillRect(r, p.color(QPalette::Base));
    else if (tab.state & QStyle::State_MouseOver) painter->fillRect(r, tinted(p, 0.08F));
    painter->fillRect(QRect(r.right(), r.top(), 1, r.height()), p.color(QPalette::Mid));
    if (!selected) return;
    const bool south = tab.shape == QTabBar::RoundedSouth || tab.shape == QTabBar::TriangularSouth;
    painter->fillRect(QRect(r.left(), south ? r.bottom() - 1 : r.top(), r.width() - 1, 2),
                      p.color(QPalette::Highlight));
}

/// Where the keys go. On a selected cell the colour of the selection would be lost.
void drawFocus(const QStyleOptionFocusRect& option, QPainter* painter) {
    const QPalette& p = option.palette;
    const QColor ground = option.backgroundColor.isValid() ? option.backgroundColor : p.color(QPalette::Window);
    const bool isLost = model::look::contrast(ground.rgb(), p.color(QPalette::Highlight).rgb()) < 3;
    drawRing(option.rect, p.color(isLost ? QPalette::HighlightedText : QPalette::Highlight),
             option.state & QStyle::State_Item ? 1 : 2, painter);
}

/// What can be written in has an edge that is seen, and a stronger one while it has the focus.
void drawEditFrame(const QStyleOption& option, QPainter* painter) {
    const QPalette& p = option.palette;
    const bool enabled = option.state & QStyle::State_Enabled, focused = option.state & QStyle::State_HasFocus;
    QColor edge = p.color(focused ? QPalette::Highlight : enabled ? QPalette::PlaceholderText : QPalette::Dark);
    if (!focused && enabled) edge.setAlphaF(0.75F);
    drawRing(option.rect, edge, focused ? 2 : 1, painter);
}

/// Whether it is a box for several lines of text.
bool isWrittenIn(const QWidget* widget) {
    const auto* plain = qobject_cast<const QPlainTextEdit*>(widget);
    const auto* rich = qobject_cast<const QTextEdit*>(widget);
    return (plain && !plain->isReadOnly()) || (rich && !rich->isReadOnly());
}

/// The same of boxes that offer something, whose corners are round.
void drawBoxEdge(const QStyleOptionComplex& option, QPainter* painter) {
    const QPalette& p = option.palette;
    const bool enabled = option.state & QStyle::State_Enabled, focused = option.state & QStyle::State_HasFocus;
    const QColor edge = p.color(focused ? QPalette::Highlight : enabled ? QPalette::PlaceholderText : QPalette::Dark);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(edge, focused ? 2 : 1));
    painter->setBrush(Qt::NoBrush);
    const double inset = focused ? 1 : 0.5;
    painter->drawRoundedRect(QRectF(option.rect).adjusted(inset, inset, -inset, -inset), 2, 2);
    painter->restore();
}

/// The frame of the base style cannot be seen on a dark window.
void drawRadioButton(const QStyleOption& option, QPainter* painter) {
    const QPalette& p = option.palette;
    const QRectF r = QRectF(option.rect).adjusted(1.5, 1.5, -1.5, -1.5);
    const bool enabled = option.state & QStyle::State_Enabled;
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(p.color(option.state & QStyle::State_HasFocus ? QPalette::Highlight
                                 : enabled                             ? QPalette::PlaceholderText
                                                                       : QPalette::Dark),
                         1));
    painter->setBrush(p.color(QPalette::Base));
    painter->drawEllipse(r);
    painter->setPen(Qt::NoPen);
    painter->setBrush(p.color(enabled ? QPalette::Highlight : QPalette::Dark));
    const double inset = r.width() * 0.26;
    if (option.state & QStyle::State_On) painter->drawEllipse(r.adjusted(inset, inset, -inset, -inset));
    painter->restore();
}

/// The frame lies above its widget, and is nothing but its edge: what is inside is the widget's.
int maskOfRing(const QStyleOption& option, QStyleHintReturn* data) {
    auto* mask = qstyleoption_cast<QStyleHintReturnMask*>(data);
    if (mask) mask->region = QRegion(option.rect) - QRegion(option.rect.adjusted(2, 2, -2, -2));
    return 1;
}

}  // namespace

namespace {
bool g_systemMotion = true;
}

void setSystemMotion(bool wanted) {
    if (std::exchange(g_systemMotion, wanted) != wanted)
        emit preferenceChanges()->changed(QLatin1String(preferences::kMotion.key));
}

bool motionIsWanted() {
    // Asked in each frame of what moves: kept, not read.
    static bool wanted = [] {
        QObject::connect(preferenceChanges(), &PreferenceChanges::changed, preferenceChanges(), [](const QString& key) {
            if (preferences::kMotion.is(key)) wanted = preferences::kMotion.value();
        });
        return preferences::kMotion.value();
    }();
    return wanted && g_systemMotion;
}

Style::Style() : QProxyStyle(QStringLiteral("Fusion")) {}

void Style::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                          const QWidget* widget) const {
    const QPalette& p = option->palette;
    switch (element) {
    case PE_IndicatorTabClose: {
        const QRect r(option->rect.center() - QPoint(7, 7), QSize(16, 16));
        if (option->state & State_MouseOver) painter->fillRect(r, tinted(p, 0.22F));
        icon(QStringLiteral("close"), QPalette::PlaceholderText).paint(painter, r.adjusted(2, 2, -2, -2));
        return;
    }
    case PE_FrameTabBarBase:
        painter->fillRect(QRect(option->rect.left(), option->rect.bottom(), option->rect.width(), 1),
                          p.color(QPalette::Mid));
        return;
    case PE_PanelStatusBar:
        painter->fillRect(QRect(option->rect.left(), option->rect.top(), option->rect.width(), 1),
                          p.color(QPalette::Mid));
        return;
    case PE_IndicatorDockWidgetResizeHandle: {
        const bool flat = option->rect.width() > option->rect.height();
        const QPoint c = option->rect.center();
        const QRect line = flat ? QRect(option->rect.left(), c.y(), option->rect.width(), 1)
                                : QRect(c.x(), option->rect.top(), 1, option->rect.height());
        painter->fillRect(line, p.color(option->state & State_MouseOver ? QPalette::Highlight : QPalette::Mid));
        return;
    }
    case PE_IndicatorRadioButton: drawRadioButton(*option, painter); return;
    case PE_IndicatorCheckBox:
    case PE_IndicatorItemViewItemCheck:
        QProxyStyle::drawPrimitive(element, option, painter, widget);
        painter->save();
        painter->setPen(p.color(option->state & State_Enabled ? QPalette::PlaceholderText : QPalette::Dark));
        painter->setBrush(Qt::NoBrush);
        painter->drawRect(option->rect.adjusted(0, 0, -1, -1));
        painter->restore();
        return;
    case PE_FrameFocusRect:
        if (const auto* focus = qstyleoption_cast<const QStyleOptionFocusRect*>(option);
            focus && option->state & State_KeyboardFocusChange)
            drawFocus(*focus, painter);
        return;
    case PE_FrameMenu: {
        // That of the base style is darker than the window: nothing to be seen on a dark one.
        QColor edge = p.color(QPalette::PlaceholderText);
        edge.setAlphaF(0.6F);
        drawRing(option->rect, edge, 1, painter);
        return;
    }
    case PE_FrameLineEdit: drawEditFrame(*option, painter); return;
    case PE_Frame:
        if (isWrittenIn(widget)) return drawEditFrame(*option, painter);
        QProxyStyle::drawPrimitive(element, option, painter, widget);
        // The frame of the base style is darker than the window: nothing to be seen on a dark one.
        if (p.color(QPalette::Window).lightness() > 127 || (option->state & State_HasFocus)) return;
        if (const auto* frame = qstyleoption_cast<const QStyleOptionFrame*>(option); frame && frame->lineWidth > 0) {
            painter->save();
            painter->setPen(p.color(QPalette::Mid));
            painter->setBrush(Qt::NoBrush);
            painter->drawRect(option->rect.adjusted(0, 0, -1, -1));
            painter->restore();
        }
        return;
    default: QProxyStyle::drawPrimitive(element, option, painter, widget);
    }
}

void Style::drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                               const QWidget* widget) const {
    const auto* bar = control == CC_ScrollBar ? qstyleoption_cast<const QStyleOptionSlider*>(option) : nullptr;
    if (bar) return drawScrollBar(*bar, painter, widget);
    QProxyStyle::drawComplexControl(control, option, painter, widget);
    const auto* combo = qstyleoption_cast<const QStyleOptionComboBox*>(option);
    const auto* spin = qstyleoption_cast<const QStyleOptionSpinBox*>(option);
    if ((combo && combo->frame) || (spin && spin->frame)) drawBoxEdge(*option, painter);
}

// A handle that stands out on a quiet groove, in both themes; that of the base style is lighter than a light groove.
void Style::drawScrollBar(const QStyleOptionSlider& bar, QPainter* painter, const QWidget* widget) const {
    const QPalette& p = bar.palette;
    const bool flat = bar.orientation == Qt::Horizontal, scrolls = bar.maximum > bar.minimum;
    painter->fillRect(bar.rect, p.color(QPalette::Window));
    painter->fillRect(flat ? QRect(bar.rect.left(), bar.rect.top(), bar.rect.width(), 1)
                           : QRect(bar.rect.left(), bar.rect.top(), 1, bar.rect.height()),
                      p.color(QPalette::Mid));
    if (!scrolls) return;
    const bool held = bar.state & State_MouseOver && bar.activeSubControls & SC_ScrollBarSlider;
    QColor ink = p.color(QPalette::PlaceholderText);
    ink.setAlphaF(held ? 0.85F : 0.55F);
    painter->fillRect(subControlRect(CC_ScrollBar, &bar, SC_ScrollBarSlider, widget)
                          .adjusted(flat ? 0 : 4, flat ? 4 : 0, flat ? 0 : -3, flat ? -3 : 0),
                      ink);
    for (const auto& [part, arrow] :
         {std::pair(SC_ScrollBarSubLine, flat ? PE_IndicatorArrowLeft : PE_IndicatorArrowUp),
          std::pair(SC_ScrollBarAddLine, flat ? PE_IndicatorArrowRight : PE_IndicatorArrowDown)}) {
        QStyleOption button = bar;
        button.rect = subControlRect(CC_ScrollBar, &bar, part, widget).adjusted(4, 4, -3, -3);
        proxy()->drawPrimitive(arrow, &button, painter, widget);
    }
}

void Style::drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                        const QWidget* widget) const {
    if (element == CE_TabBarTabShape) {
        if (const auto* tab = qstyleoption_cast<const QStyleOptionTab*>(option); tab && !isVertical(tab->shape))
            return drawTab(*tab, painter);
    } else if (element == CE_FocusFrame) {
        return drawRing(option->rect, option->palette.color(QPalette::Highlight), 2, painter);
    } else if (element == CE_ToolBar) {
        painter->fillRect(option->rect, option->palette.color(QPalette::Window));
        painter->fillRect(QRect(option->rect.left(), option->rect.bottom(), option->rect.width(), 1),
                          option->palette.color(QPalette::Mid));
        return;
    }
    QProxyStyle::drawControl(element, option, painter, widget);
    if (element == CE_PushButtonBevel && (option->state & State_On)) {
        // A button that stays down, in both themes.
        painter->fillRect(option->rect.adjusted(1, 1, -1, -1), tinted(option->palette, 0.22F));
        painter->setPen(option->palette.color(QPalette::Highlight));
        painter->setBrush(Qt::NoBrush);
        painter->drawRect(option->rect.adjusted(0, 0, -1, -1));
    }
}

int Style::pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const {
    if (metric == PM_TabBarTabShiftVertical || metric == PM_TabBarTabShiftHorizontal) return 0;
    if (metric == PM_TabBarTabOverlap) return 0;
    if (metric == PM_DockWidgetSeparatorExtent) return 5;
    // Of lists and tables this is also what lies beside their texts; a ring lies on the edge of its widget.
    if (metric == PM_FocusFrameHMargin && qobject_cast<const QAbstractItemView*>(widget)) return kCellSide;
    if (metric == PM_FocusFrameHMargin || metric == PM_FocusFrameVMargin) return 0;
    return QProxyStyle::pixelMetric(metric, option, widget);
}

QRect Style::subElementRect(SubElement element, const QStyleOption* option, const QWidget* widget) const {
    const QRect r = QProxyStyle::subElementRect(element, option, widget);
    return element == SE_HeaderLabel ? r.adjusted(kHeadingSide, 0, -kHeadingSide, 0) : r;
}

QSize Style::sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& size,
                              const QWidget* widget) const {
    const QSize s = QProxyStyle::sizeFromContents(type, option, size, widget);
    return type == CT_HeaderSection ? s + QSize(2 * kHeadingSide, 0) : s;
}

// Whoever animates something asks this.
int Style::styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget, QStyleHintReturn* data) const {
    if (hint == SH_Widget_Animation_Duration && !motionIsWanted()) return 0;
    if (hint == SH_FocusFrame_AboveWidget) return 1;
    if (hint == SH_FocusFrame_Mask) return maskOfRing(*option, data);
    return QProxyStyle::styleHint(hint, option, widget, data);
}

QIcon Style::standardIcon(StandardPixmap which, const QStyleOption* option, const QWidget* widget) const {
    if (which == SP_TitleBarCloseButton) return icon(QStringLiteral("close"), QPalette::PlaceholderText);
    if (which == SP_TitleBarNormalButton) return icon(QStringLiteral("float"), QPalette::PlaceholderText);
    return QProxyStyle::standardIcon(which, option, widget);
}

}  // namespace app
