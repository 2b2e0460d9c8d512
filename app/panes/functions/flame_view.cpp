// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panes/functions/flame_view.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>

#include "app/kit/access/spoken_points.h"
#include "app/kit/error_text.h"
#include "app/kit/theme.h"
#include "app/panes/functions/call_tree_model.h"
#include "app/pictures/widget_painter.h"
#include "timeline/look/contrast.h"
#include "timeline/look/format.h"
#include "timeline/look/names.h"
#include "timeline/look/palette.h"

namespace app {
namespace {

constexpr double kNarrowest = 0.7;  // logical px; narrower bars are not drawn
constexpr int kLeastLabel = 24;     // narrower bars have no text
constexpr int kMargin = 24;         // beside a sentence
constexpr std::size_t kMostBars = 200'000;
constexpr int kMostDepth = 2000;  // lines that are drawn

QString textOf(const model::Snapshot& report, const model::CallTree& tree, std::uint32_t node) {
    return labelText(tree.text(report, tree.nodes()[node]));
}

}  // namespace

using model::CallTree;

FlameView::FlameView(QWidget* parent) : QWidget(parent) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setProperty(kHangsFromTop, true);
    makeSpoken();
    connect(themeManager(), &ThemeManager::themeChanged, this, qOverload<>(&QWidget::update));
}

void FlameView::makeSpoken() {
    const auto node = [this](int i) { return m_bars[static_cast<std::size_t>(i)].node; };
    m_spoken = new SpokenPoints(this, {.count = [this] { return static_cast<int>(m_bars.size()); },
                                       .text = [this, node](int i) { return sentence(node(i)); },
                                       .area = [this, node](int i) { return rectOf(node(i)); },
                                       .choose =
                                           [this, node](int i) {
                                               const std::uint32_t at = node(i);
                                               clickOn(at);
                                               for (std::size_t bar = 0; bar < m_bars.size(); ++bar)
                                                   if (m_bars[bar].node == at)
                                                       return m_spoken->setCurrent(static_cast<int>(bar));
                                           },
                                       .beside = [this](int i, int key) { return barBeside(i, key); }});
}

/// Up leads to the caller, down to the first callee, left and right to what is beside it, at the same depth.
int FlameView::barBeside(int bar, int key) const {
    const auto i = static_cast<std::size_t>(bar);
    const Bar& from = m_bars[i];
    const auto depth = static_cast<std::size_t>(from.depth);
    const auto endOf = [&](std::size_t line) {
        return line + 1 < m_firstOf.size() ? m_firstOf[line + 1] : m_bars.size();
    };
    switch (key) {
    case Qt::Key_Left: return i > m_firstOf[depth] ? bar - 1 : -1;
    case Qt::Key_Right: return i + 1 < endOf(depth) ? bar + 1 : -1;
    case Qt::Key_Up:
        for (std::size_t n = depth > 0 ? m_firstOf[depth - 1] : 0; depth > 0 && n < m_firstOf[depth]; ++n)
            if (m_bars[n].node == m_tree->nodes()[from.node].parent) return static_cast<int>(n);
        return -1;
    case Qt::Key_Down:
        for (std::size_t n = endOf(depth); depth + 1 < m_firstOf.size() && n < endOf(depth + 1); ++n)
            if (m_tree->nodes()[m_bars[n].node].parent == from.node) return static_cast<int>(n);
        return -1;
    default: return -1;
    }
}

void FlameView::setTree(model::SnapshotPtr report, std::shared_ptr<const CallTree> tree, model::TrackKind look,
                        timeline::CommunicationPtr communication) {
    m_report = std::move(report);
    m_tree = std::move(tree);
    m_look = look;
    m_communication = std::move(communication);
    m_zoomed = m_hovered = CallTree::kNone;
    search();
    layOut();
}

void FlameView::setSearch(const QString& text) {
    m_text = text;
    search();
    update();
}

// Time below two bars that stand out, one inside the other, counts once.
void FlameView::search() {
    m_matches.assign(m_tree ? m_tree->nodes().size() : 0, 0);
    m_found = 0;
    if (!m_tree || m_text.isEmpty()) return;
    std::vector<std::uint8_t> below(m_matches.size(), 0);
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < m_matches.size(); ++i) {
        const CallTree::Node& n = m_tree->nodes()[i];
        m_matches[i] = textOf(*m_report, *m_tree, static_cast<std::uint32_t>(i)).contains(m_text, Qt::CaseInsensitive);
        const bool inside = n.parent != CallTree::kNone && below[n.parent];
        below[i] = inside || m_matches[i];
        if (m_matches[i] && !inside) sum += n.total;
    }
    m_found = m_tree->total() > 0 ? static_cast<double>(sum) / static_cast<double>(m_tree->total()) : 0;
}

void FlameView::zoomTo(std::uint32_t node) {
    m_zoomed = node;
    layOut();
    emit zoomedTo(node);
}

void FlameView::addBars(std::uint32_t node, int depth, double x, double perUnit) {
    // Not recursive: stacks of hostile reports may be as deep as they like.
    struct Open {
        std::uint32_t node;
        int depth;
        double x;
    };
    std::vector<Open> open{{node, depth, x}};
    while (!open.empty() && m_bars.size() < kMostBars) {
        const Open at = open.back();
        open.pop_back();
        double left = at.x;
        for (const std::uint32_t child : m_tree->children(at.node)) {
            const double w = static_cast<double>(m_tree->nodes()[child].total) * perUnit;
            if (w >= kNarrowest && at.depth < kMostDepth) {
                m_bars.push_back({child, at.depth, left, w});
                open.push_back({child, at.depth + 1, left});
            }
            left += w;
        }
    }
}

void FlameView::layOut() {
    m_bars.clear();
    m_firstOf.clear();
    if (m_tree && m_tree->total() > 0 && width() > 0) {
        std::vector<std::uint32_t> above;
        for (std::uint32_t n = m_zoomed; n != CallTree::kNone; n = m_tree->nodes()[n].parent) above.push_back(n);
        if (above.size() > kMostDepth / 2) above.resize(kMostDepth / 2);
        int depth = 0;
        for (auto n = above.rbegin(); n != above.rend(); ++n)
            m_bars.push_back({*n, depth++, 0, static_cast<double>(width())});
        const std::int64_t whole = m_zoomed == CallTree::kNone ? m_tree->total() : m_tree->nodes()[m_zoomed].total;
        if (whole > 0) addBars(m_zoomed, depth, 0, static_cast<double>(width()) / static_cast<double>(whole));
        std::stable_sort(m_bars.begin(), m_bars.end(),
                         [](const Bar& a, const Bar& b) { return std::pair(a.depth, a.x) < std::pair(b.depth, b.x); });
        for (std::size_t i = 0; i < m_bars.size(); ++i)
            while (m_firstOf.size() <= static_cast<std::size_t>(m_bars[i].depth)) m_firstOf.push_back(i);
    }
    m_spoken->reset();
    setMinimumHeight(static_cast<int>(m_firstOf.size()) * kLine + 4);
    update();
}

std::uint32_t FlameView::nodeAt(const QPoint& point) const {
    const auto depth = static_cast<std::size_t>(point.y() / kLine);
    if (point.y() < 0 || depth >= m_firstOf.size()) return CallTree::kNone;
    const std::size_t last = depth + 1 < m_firstOf.size() ? m_firstOf[depth + 1] : m_bars.size();
    for (std::size_t i = m_firstOf[depth]; i < last; ++i)
        if (point.x() >= m_bars[i].x && point.x() < m_bars[i].x + m_bars[i].width) return m_bars[i].node;
    return CallTree::kNone;
}

QRect FlameView::rectOf(std::uint32_t node) const {
    for (const Bar& b : m_bars)
        if (b.node == node)
            return {static_cast<int>(b.x), b.depth * kLine, std::max(1, static_cast<int>(b.width)), kLine - 1};
    return {};
}

QString FlameView::whyBlank() const {
    if (!m_tree || m_tree->total() <= 0 || !m_bars.empty()) return {};
    return tr("There are %Ln stack(s), each narrower than a pixel. Choose a table instead, or select a shorter span.",
              nullptr, static_cast<int>(m_tree->children(CallTree::kNone).size()));
}

QString FlameView::sentence(std::uint32_t node) const {
    if (m_paint.sentence) return m_paint.sentence(node);
    const CallTree::Node& n = m_tree->nodes()[node];
    const double share = m_tree->total() > 0 ? static_cast<double>(n.total) / static_cast<double>(m_tree->total()) : 0;
    return tr("%1: %2 (%3), self %4, count %5")
        .arg(textOf(*m_report, *m_tree, node), callTreeValue(*m_tree, n.total), timeline::formatPercent(share),
             callTreeValue(*m_tree, n.self),
             timeline::formatCount(static_cast<std::uint64_t>(std::max<std::int64_t>(0, n.count))));
}

// What is marked matters more than the rest of the name.
QString FlameView::label(std::uint32_t node, double width, const QFontMetricsF& metrics) const {
    const QString name = textOf(*m_report, *m_tree, node), mark = m_paint.mark ? m_paint.mark(node) + u' ' : QString();
    const double rest = width - metrics.horizontalAdvance(mark);
    return rest < 0 ? timeline::shortenedLabel(mark.isEmpty() ? name : mark.trimmed(), width, metrics)
                    : mark + timeline::shortenedLabel(name, rest, metrics);
}

void FlameView::paintEvent(QPaintEvent* event) {
    const timeline::Theme theme = themeManager()->theme();
    const timeline::Tokens& t = timeline::tokens(theme);
    QPainter p(this);
    p.fillRect(event->rect(), QColor(t.canvas));
    if (!m_tree) return;
    if (const QString why = whyBlank(); !why.isEmpty()) {
        p.setPen(QColor(t.secondaryText));
        p.drawText(rect().adjusted(kMargin, 0, -kMargin, 0), Qt::AlignCenter | Qt::TextWordWrap, why);
        return;
    }
    const QFontMetricsF metrics(font());
    const int zoomDepth = m_zoomed == CallTree::kNone ? 0 : rectOf(m_zoomed).top() / kLine;
    for (const Bar& b : m_bars) {
        const QRectF r(b.x, b.depth * kLine, std::max(1.0, b.width - 1), kLine - 1);
        if (!r.intersects(event->rect())) continue;
        const CallTree::Node& node = m_tree->nodes()[b.node];
        const timeline::Family family =
            timeline::familyOf(timeline::colourKind(m_communication, m_look, node.name), m_report->text(node.name));
        timeline::Look look = timeline::lookOf(
            family == timeline::Family::Sample || m_look == model::TrackKind::PythonSamples ? timeline::Family::Other
                                                                                            : family,
            timeline::colourKey(m_look, m_tree->text(*m_report, node)), theme);
        if (m_paint.fill) {
            look.fill = m_paint.fill(b.node);
            look.text = timeline::labelOn(look.fill, theme);
        }
        const bool faded = b.depth < zoomDepth || (!m_text.isEmpty() && !m_matches[b.node]);
        if (faded) {
            look.fill = timeline::mixed(look.fill, t.canvas, 0.65);
            look.text = timeline::standingOut(t.secondaryText, look.fill, theme, timeline::kTextContrast);
        }
        p.fillRect(r, QColor(look.fill));
        if (b.node == m_hovered || (!m_text.isEmpty() && m_matches[b.node])) {
            p.setPen(QColor(t.text));
            p.drawRect(r.adjusted(0.5, 0.5, -0.5, -0.5));
        }
        if (b.width < kLeastLabel) continue;
        p.setPen(QColor(look.text));
        p.drawText(r.adjusted(4, 0, -3, 0), Qt::AlignLeft | Qt::AlignVCenter, label(b.node, b.width - 8, metrics));
    }
}

void FlameView::resizeEvent(QResizeEvent*) { layOut(); }

void FlameView::mouseMoveEvent(QMouseEvent* event) {
    const std::uint32_t node = nodeAt(event->position().toPoint());
    if (node == m_hovered) return;
    m_hovered = node;
    setToolTip(node == CallTree::kNone ? QString() : sentence(node));
    emit hovered(toolTip());
    update();
}

void FlameView::leaveEvent(QEvent*) {
    m_hovered = CallTree::kNone;
    emit hovered({});
    update();
}

void FlameView::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || !m_tree) return;
    const std::uint32_t node = nodeAt(event->position().toPoint());
    clickOn(node);
}

void FlameView::clickOn(std::uint32_t node) {
    // The bar that is as wide as the view already: one further out.
    if (node != CallTree::kNone) zoomTo(node == m_zoomed ? m_tree->nodes()[node].parent : node);
    else zoomTo(CallTree::kNone);
}

void FlameView::keyPressEvent(QKeyEvent* event) {
    const bool back = event->key() == Qt::Key_Escape || event->key() == Qt::Key_Backspace;
    if (!back || m_zoomed == CallTree::kNone) return QWidget::keyPressEvent(event);
    zoomTo(m_tree->nodes()[m_zoomed].parent);
}

}  // namespace app
