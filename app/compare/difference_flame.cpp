// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/compare/difference_flame.h"

#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QScrollArea>
#include <QVBoxLayout>
#include <cmath>

#include "app/compare/difference_model.h"
#include "app/kit/elided_label.h"
#include "app/kit/error_text.h"
#include "app/kit/signed_text.h"
#include "app/kit/theme.h"
#include "app/panes/functions/flame_view.h"
#include "model/diff/findings.h"
#include "timeline/look/contrast.h"
#include "timeline/look/format.h"
#include "timeline/look/palette.h"

namespace app {

using model::CallSource;
using model::CallTree;
using model::diff::TreeDifference;

namespace {

// Orange and blue are told apart by everybody; and the sign stands in each label.
constexpr QRgb kLonger = 0xffd9762b, kShorter = 0xff3b7fd1;
constexpr double kNone = 0.02;  // of a frame: less is no difference

QString percent(const TreeDifference& d, std::uint32_t node) {
    if (d.a[node] <= 0) return DifferenceFlame::tr("only in B");
    if (d.b[node] <= 0) return DifferenceFlame::tr("only in A");
    return changeText({d.a[node], d.b[node]});
}

}  // namespace

DifferenceFlame::DifferenceFlame(QWidget* parent)
    : QWidget(parent), m_tree(std::make_shared<TreeDifference>()), m_choice(new QComboBox(this)),
      m_label(new QLabel(this)), m_legend(new QLabel(this)), m_hovered(new ElidedLabel(this)), m_view(new FlameView) {
    setObjectName(QStringLiteral("differenceFlame"));
    m_choice->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_label->setBuddy(m_choice);
    m_legend->setTextFormat(Qt::RichText);
    m_legend->setWordWrap(true);  // a narrow window is none the wider for it
    auto* top = new QHBoxLayout;
    top->setContentsMargins(8, 4, 8, 4);
    top->addWidget(m_label);
    top->addWidget(m_choice);
    top->addSpacing(12);
    top->addWidget(m_legend, 1);
    auto* scroll = new QScrollArea(this);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidget(m_view);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(top);
    column->addWidget(scroll, 1);
    m_hovered->setContentsMargins(8, 2, 8, 3);
    column->addWidget(m_hovered);
    m_view->setPaint({[this](std::uint32_t node) { return colourOf(m_tree->share(node), themeManager()->theme()); },
                      [this](std::uint32_t node) { return sentence(node); },
                      [this](std::uint32_t node) { return percent(*m_tree, node); }});
    connect(m_view, &FlameView::hovered, m_hovered, &QLabel::setText);
    connect(m_choice, &QComboBox::activated, this, &DifferenceFlame::choose);
    connect(themeManager(), &ThemeManager::themeChanged, this, &DifferenceFlame::retranslate);
    retranslate();
}

DifferenceFlame::Made DifferenceFlame::make(const model::diff::Comparison& comparison, const std::stop_token& stop) {
    Made out{model::diff::treeSources(*comparison.a, *comparison.b), {}};
    if (!out.sources.empty()) out.tree = treeDifference(comparison, out.sources.front(), stop);
    return out;
}

void DifferenceFlame::show(std::shared_ptr<const model::diff::Comparison> comparison, Made made) {
    m_comparison = std::move(comparison);
    m_sources = std::move(made.sources);
    retranslate();
    m_choice->setCurrentIndex(0);
    if (!m_sources.empty()) setResult(std::move(made.tree));
}

void DifferenceFlame::choose() {
    const auto at = static_cast<std::size_t>(m_choice->currentIndex());
    if (at >= m_sources.size()) return;
    m_work.run(
        [comparison = m_comparison, source = m_sources[at]](const std::stop_token& stop) {
            return std::make_shared<TreeDifference>(treeDifference(*comparison, source, stop));
        },
        [this](const std::shared_ptr<TreeDifference>& tree) { setResult(std::move(*tree)); });
}

void DifferenceFlame::setResult(TreeDifference tree) {
    m_tree = std::make_shared<const TreeDifference>(std::move(tree));
    const auto at = static_cast<std::size_t>(std::max(0, m_choice->currentIndex()));
    m_view->setTree(m_tree->names, m_tree->tree, infoOf(m_sources[std::min(at, m_sources.size() - 1)]).look);
    emit settled();
}

void DifferenceFlame::setSearch(const QString& text) { m_view->setSearch(text); }

QString DifferenceFlame::statistic() const {
    return m_comparison && !isWhole(*m_comparison) ? tr("means of the repetitions, other tabs have medians")
                                                   : QString();
}

QString DifferenceFlame::sentence(std::uint32_t node) const {
    const TreeDifference& d = *m_tree;
    const QString name = labelText(d.tree->text(*d.names, d.tree->nodes()[node]));
    const auto value = [&](double v) {
        return d.tree->unit() == CallTree::Unit::Ns ? timeline::formatDuration(std::llround(v))
                                                    : tr("%1 samples").arg(QLocale().toString(v, 'f', 1));
    };
    const double delta = d.delta(node);
    const QString form = m_comparison && isWhole(*m_comparison)
                             ? tr("%1: %2 in the whole of A, %3 in the whole of B: %4 (%5)")
                             : tr("%1: %2 in A, %3 in B, mean of the repetitions: %4 (%5)");
    return form.arg(name, value(d.a[node]), value(d.b[node]), withSign(delta, value(std::abs(delta))),
                    percent(d, node));
}

// Grey where nothing changed, the stronger the more.
QRgb DifferenceFlame::colourOf(double share, timeline::Theme theme) {
    const timeline::Tokens& t = timeline::tokens(theme);
    const QRgb none = timeline::mixed(t.secondaryText, t.canvas, 0.72);
    if (std::abs(share) < kNone) return none;
    return timeline::mixed(none, share > 0 ? kLonger : kShorter, std::min(1.0, 0.25 + std::abs(share) * 1.5));
}

void DifferenceFlame::retranslate() {
    m_label->setText(tr("&Of"));
    const int chosen = m_choice->currentIndex();
    m_choice->clear();
    for (const CallSource source : m_sources)
        m_choice->addItem(source == CallSource::Samples         ? tr("CPU samples")
                          : source == CallSource::PythonSamples ? tr("Python samples")
                          : source == CallSource::Python        ? tr("Python")
                          : source == CallSource::Operators     ? tr("Operators")
                          : source == CallSource::Slices        ? tr("Slices")
                          : source == CallSource::Launches      ? tr("GPU work by stack of launch")
                                                                : tr("NVTX ranges"));
    m_choice->setCurrentIndex(chosen);
    const auto square = [this](QRgb colour) {
        const QRgb seen =
            timeline::standingOut(colour, palette().color(QPalette::Window).rgb(), themeManager()->theme());
        return QStringLiteral("<span style=\"color:%1\">■</span> ").arg(QColor(seen).name());
    };
    m_legend->setText(
        square(kLonger) + tr("B takes longer").toHtmlEscaped() + QStringLiteral("&nbsp;&nbsp; ") + square(kShorter) +
        tr("B takes shorter").toHtmlEscaped() +
        (statistic().isEmpty() ? QString() : QStringLiteral("&nbsp;&nbsp; (%1)").arg(statistic().toHtmlEscaped())));
    m_view->update();
}

void DifferenceFlame::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    QWidget::changeEvent(event);
}

}  // namespace app
