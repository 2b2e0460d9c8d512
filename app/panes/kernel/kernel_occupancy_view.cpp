// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panes/kernel/kernel_occupancy_view.h"

#include <qcustomplot.h>

#include <QComboBox>
#include <QEvent>
#include <QGridLayout>
#include <QHeaderView>
#include <QLabel>
#include <QSpinBox>
#include <QToolButton>
#include <QTreeWidget>
#include <array>
#include <cmath>

#include "app/kit/plot_style.h"
#include "app/kit/side_by_side.h"
#include "app/kit/tables/bar_delegate.h"
#include "app/kit/theme.h"
#include "model/kernels/kernel_summary.h"
#include "timeline/look/format.h"

namespace app {
namespace {

using model::Limiter;
using model::OccupancyAxis;

constexpr int kFieldWidth = 130;  // px
constexpr int kFieldsWidth = 420, kPlotHeight = 220,
              kOccupancyWide = 640;  // of the left side, of the curve, of both beside each other
constexpr std::uint32_t kKiB = 1024;

/// Sizes as fields and texts write them: "1 024".
class SizeTicker : public QCPAxisTickerFixed {
protected:
    QString getTickLabel(double tick, const QLocale&, QChar, int) override {
        return timeline::formatCount(static_cast<std::uint64_t>(std::max(0LL, std::llround(tick))));
    }
};

QString percent(double share) { return QLocale().toString(share * 100, 'f', 1) + QChar::Nbsp + u'%'; }
QString chipName(std::uint32_t chip) { return QStringLiteral("%1.%2").arg(chip / 10).arg(chip % 10); }
QString kib(std::uint32_t bytes) { return QLocale().toString(bytes / kKiB) + QChar::Nbsp + QStringLiteral("KiB"); }

}  // namespace

KernelOccupancyView::KernelOccupancyView()
    : m_chip(new QComboBox), m_threads(new QSpinBox), m_registers(new QSpinBox), m_shared(new QSpinBox),
      m_carveOut(new QComboBox), m_reset(new QToolButton), m_result(new QLabel), m_measured(new QLabel),
      m_limits(new QTreeWidget), m_axis(new QComboBox), m_axisLabel(new QLabel), m_plot(new QCustomPlot) {
    for (QLabel*& label : m_labels) label = new QLabel;
    for (QLabel*& label : m_differences) label = new QLabel;
    auto* across = new QHBoxLayout(this);
    across->setContentsMargins(0, 0, 0, 0);
    QWidget* fields = makeFields();
    across->addWidget(new SideBySide(fields, makePlot(), {kOccupancyWide, kFieldsWidth, kPlotHeight}));
    fillChips();
    connect(m_chip, &QComboBox::currentIndexChanged, this, [this] {
        fillCarveOuts();
        compute();
    });
    for (QSpinBox* box : {m_threads, m_registers, m_shared})
        connect(box, &QSpinBox::valueChanged, this, &KernelOccupancyView::compute);
    for (QComboBox* box : {m_carveOut, m_axis})
        connect(box, &QComboBox::currentIndexChanged, this, &KernelOccupancyView::compute);
    connect(m_reset, &QToolButton::clicked, this, &KernelOccupancyView::reset);
    retranslate();
}

QWidget* KernelOccupancyView::makeFields() {
    m_threads->setRange(1, model::kMaxBlockThreads);
    m_threads->setSingleStep(model::kWarp);
    m_threads->setGroupSeparatorShown(true);
    m_registers->setRange(1, model::kMaxThreadRegisters);
    m_registers->setSingleStep(8);
    m_shared->setRange(0, 256 * kKiB);
    m_shared->setSingleStep(kKiB);
    m_shared->setGroupSeparatorShown(true);
    auto* side = new QWidget;
    auto* grid = new QGridLayout;
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(10);
    grid->setVerticalSpacing(4);
    const std::array<QWidget*, 5> fields{m_chip, m_threads, m_registers, m_shared, m_carveOut};
    for (std::size_t i = 0; i < fields.size(); ++i) {
        fields[i]->setFixedWidth(kFieldWidth);
        m_labels[i]->setBuddy(fields[i]);
        grid->addWidget(m_labels[i], static_cast<int>(i), 0);
        grid->addWidget(fields[i], static_cast<int>(i), 1);
        m_differences[i]->setForegroundRole(QPalette::PlaceholderText);
        grid->addWidget(m_differences[i], static_cast<int>(i), 2);
    }
    grid->addWidget(m_reset, static_cast<int>(fields.size()), 1);
    grid->setColumnStretch(3, 1);
    QFont large = m_result->font();
    large.setWeight(QFont::DemiBold);
    m_result->setFont(large);
    m_measured->setForegroundRole(QPalette::PlaceholderText);
    for (QLabel* label : {m_result, m_measured}) label->setWordWrap(true);
    m_limits->setColumnCount(3);
    m_limits->setRootIsDecorated(false);
    m_limits->setFrameShape(QFrame::NoFrame);
    m_limits->setItemDelegate(new BarDelegate(m_limits, QSize(12, 4)));
    m_limits->setSelectionMode(QAbstractItemView::NoSelection);
    m_limits->setFocusPolicy(Qt::NoFocus);
    m_limits->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);  // all of it is shown; the side scrolls
    m_limits->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_limits->header()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
    m_limits->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    auto* column = new QVBoxLayout(side);
    column->setContentsMargins(12, 8, 8, 4);
    column->setSpacing(6);
    column->addLayout(grid);
    column->addWidget(m_result);
    column->addWidget(m_measured);
    column->addWidget(m_limits);
    column->addStretch();
    return side;
}

QWidget* KernelOccupancyView::makePlot() {
    m_axis->addItems({QString(), QString(), QString()});
    m_axisLabel->setBuddy(m_axis);
    auto* side = new QWidget;
    auto* top = new QHBoxLayout;
    top->setSpacing(4);  // a blank
    top->addWidget(m_axisLabel);
    top->addWidget(m_axis);
    top->addStretch();
    auto* column = new QVBoxLayout(side);
    column->setContentsMargins(12, 8, 8, 4);
    column->setSpacing(4);
    column->addLayout(top);
    column->addWidget(m_plot, 1);
    m_curve = m_plot->addGraph();
    m_curve->setLineStyle(QCPGraph::lsStepCenter);
    m_point = new QCPItemTracer(m_plot);
    m_point->setStyle(QCPItemTracer::tsCircle);
    m_point->setSize(9);
    m_plot->yAxis->setRange(0, 105);
    QSharedPointer<QCPAxisTickerFixed> ticks(new SizeTicker);  // sizes are multiples of these
    ticks->setScaleStrategy(QCPAxisTickerFixed::ssMultiples);
    m_plot->xAxis->setTicker(ticks);
    style();
    return side;
}

void KernelOccupancyView::fillChips() {
    for (const model::ChipLimits& chip : model::knownChips()) m_chip->addItem(chipName(chip.chip), chip.chip);
}

void KernelOccupancyView::fillCarveOuts() {
    const QSignalBlocker quiet(m_carveOut);
    m_carveOut->clear();
    const model::ChipLimits* chip = model::chipLimits(m_chip->currentData().toUInt());
    if (!chip) return;
    m_carveOut->addItem(tr("largest"), 0u);
    for (const std::uint16_t size : chip->carveOuts)
        if (size) m_carveOut->addItem(kib(size * kKiB), size * kKiB);
    if (m_carveOut->findData(m_launch.carveOut) < 0) m_carveOut->addItem(kib(m_launch.carveOut), m_launch.carveOut);
    m_carveOut->setCurrentIndex(m_carveOut->findData(m_launch.carveOut));
}

void KernelOccupancyView::setKernel(const ShownKernel& shown) {
    const bool same = m_shown.snapshot && m_shown.snapshot == shown.snapshot && m_shown.profile == shown.profile;
    m_shown = shown;
    if (same) return compute();  // another baseline; what was typed stays
    m_launch = {};
    if (const model::KernelProfile* p = shown.kernel())
        if (const auto launch = model::launchOf(*shown.snapshot, *p)) m_launch = *launch;
    reset();
}

void KernelOccupancyView::reset() {
    m_filling = true;
    const model::KernelProfile* p = m_shown.kernel();
    const int chip = p ? m_chip->findData(p->chip) : -1;
    m_chip->setCurrentIndex(chip >= 0 ? chip : m_chip->findData(90u));
    fillCarveOuts();
    m_threads->setValue(static_cast<int>(m_launch.threads ? m_launch.threads : 256));
    m_registers->setValue(static_cast<int>(m_launch.registers ? m_launch.registers : 32));
    m_shared->setValue(static_cast<int>(m_launch.shared));
    m_filling = false;
    compute();
}

model::LaunchShape KernelOccupancyView::shape() const {
    const auto typed = [](const QSpinBox* box) { return static_cast<std::uint32_t>(box->value()); };
    return {typed(m_threads), typed(m_registers), typed(m_shared), m_carveOut->currentData().toUInt(),
            m_launch.barriers};
}

void KernelOccupancyView::compute() {
    const model::ChipLimits* chip = model::chipLimits(m_chip->currentData().toUInt());
    if (m_filling || !chip) return;
    m_before = baselineLaunch();
    const model::Occupancy now = model::occupancyOf(*chip, shape());
    const QString share = withDelta(
        percent(now.share), m_before ? deltaBeside(now.share * 100, m_before->occupancy.share * 100, "%") : QString());
    m_result->setText(now.blocks == 0 ? tr("Such a block cannot run: it needs more than a multiprocessor has.")
                                      : tr("Theoretical occupancy %1: %2 of %3 warps, %Ln block(s)", nullptr,
                                           static_cast<int>(now.blocks))
                                            .arg(share)
                                            .arg(now.warps)
                                            .arg(chip->warps));
    const model::KernelProfile* p = m_shown.kernel();
    const bool asLaunched = p && shape() == m_launch && p->chip == chip->chip;
    reportMeasured(asLaunched);
    m_reset->setEnabled(m_launch.threads && !asLaunched);
    reportDifferences(*chip);
    fillLimits(*chip, now);
    fillCurve(*chip, now);
}

std::optional<KernelOccupancyView::Before> KernelOccupancyView::baselineLaunch() const {
    if (!m_shown.baseline) return {};
    const model::KernelProfile& p = m_shown.baseline.kernel();
    const auto launch = model::launchOf(*m_shown.baseline.snapshot, p);
    const model::ChipLimits* chip = model::chipLimits(p.chip);
    if (!launch || !chip) return {};
    return Before{chip, *launch, model::occupancyOf(*chip, *launch)};
}

/// Beside the fields: how each size differs from the baseline's.
void KernelOccupancyView::reportDifferences(const model::ChipLimits& chip) {
    std::array<QString, 5> texts;
    if (m_before) {
        const model::LaunchShape now = shape(), &before = m_before->launch;
        const auto delta = [](double a, double b) { return deltaBeside(a, b, {}); };
        const auto named = [](bool isSame, const QString& other) { return isSame ? QStringLiteral("=") : other; };
        texts = {named(chip.chip == m_before->chip->chip, tr("baseline %1").arg(chipName(m_before->chip->chip))),
                 delta(now.threads, before.threads), delta(now.registers, before.registers),
                 delta(now.shared, before.shared),
                 named(now.carveOut == before.carveOut,
                       before.carveOut ? tr("baseline %1").arg(kib(before.carveOut)) : tr("baseline: largest"))};
    }
    for (std::size_t i = 0; i < texts.size(); ++i)
        m_differences[i]->setText(texts[i].isEmpty() ? QString() : QStringLiteral("(%1)").arg(texts[i]));
}

void KernelOccupancyView::reportMeasured(bool asLaunched) {
    const auto achievedOf = [](const model::Snapshot& s, const model::KernelProfile& p) {
        return model::ProfileValues(s, p).number(
            {"sm__warps_active.avg.pct_of_peak_sustained_active", "Achieved Occupancy"});
    };
    const model::KernelProfile* p = m_shown.kernel();
    const double achieved = p ? achievedOf(*m_shown.snapshot, *p) : model::KernelSummary::kNone;
    const double before = m_shown.baseline ? achievedOf(*m_shown.baseline.snapshot, m_shown.baseline.kernel())
                                           : model::KernelSummary::kNone;
    const bool isKnownChip = !p || p->chip == 0 || model::chipLimits(p->chip);
    QString text =
        !isKnownChip
            ? tr("The limits of compute capability %1 are not known here: choose the one that is most like it.")
                  .arg(chipName(p->chip))
        : !p || m_launch.threads == 0 ? tr("The report does not say how this kernel was launched: sizes are examples.")
        : !asLaunched                 ? tr("Other sizes than the kernel was launched with.")
        : std::isnan(achieved) ? tr("As launched. What was achieved was not measured; “ncu --section Occupancy” does.")
                               : tr("As launched. Achieved: %1")
                                     .arg(withDelta(percent(achieved / 100), deltaBeside(achieved, before, "%")));
    if (m_before) {
        const QString theoretical = percent(m_before->occupancy.share);
        text += u'\n' + (std::isnan(before)
                             ? tr("Baseline: theoretical %1").arg(theoretical)
                             : tr("Baseline: theoretical %1, achieved %2").arg(theoretical, percent(before / 100)));
    }
    m_measured->setText(text);
}

void KernelOccupancyView::fillLimits(const model::ChipLimits& chip, const model::Occupancy& now) {
    m_limits->clear();
    const std::array<QString, model::kLimiters> names{tr("Blocks"), tr("Warps"), tr("Registers"), tr("Shared memory"),
                                                      tr("Barriers")};
    const double scale = chip.blocks;
    for (std::size_t i = 0; i < model::kLimiters; ++i) {
        const auto limiter = static_cast<Limiter>(i);
        if (limiter == Limiter::Barriers && chip.barriers == 0) {
            (new QTreeWidgetItem(m_limits, {names[i], QStringLiteral("–")}))
                ->setTextAlignment(1, Qt::AlignRight | Qt::AlignVCenter);
            const QString why = tr(
                "How many barriers a multiprocessor of this chip has is not published: they are not counted. They are known of compute capability 9.0.");
            for (const int column : {0, 1})
                m_limits->topLevelItem(m_limits->topLevelItemCount() - 1)->setToolTip(column, why);
            continue;
        }
        const std::uint32_t blocks = now.limit(limiter);
        const bool isCompared = m_before && (limiter != Limiter::Barriers || m_before->chip->barriers > 0);
        const QString delta = isCompared ? deltaBeside(blocks, m_before->occupancy.limit(limiter), {}) : QString();
        auto* item = new QTreeWidgetItem(m_limits, {names[i], withDelta(QLocale().toString(blocks), delta)});
        item->setTextAlignment(1, Qt::AlignRight | Qt::AlignVCenter);
        item->setData(2, BarDelegate::kShare, std::min(blocks / scale, 1.0));
        if (isCompared) item->setData(2, BarDelegate::kMark, std::min(m_before->occupancy.limit(limiter) / scale, 1.0));
        if (!now.isLimiter(limiter)) continue;
        QFont bold = font();
        bold.setWeight(QFont::DemiBold);
        for (const int column : {0, 1}) item->setFont(column, bold);
        item->setText(0, tr("%1 — the limit", "of occupancy").arg(names[i]));
    }
    int rows = 0;  // they differ where a name is in another script, or bold
    for (int row = 0; row < m_limits->topLevelItemCount(); ++row) {
        int height = 0;
        for (int column = 0; column < m_limits->columnCount(); ++column)
            height = std::max(height, m_limits->sizeHintForIndex(m_limits->model()->index(row, column)).height());
        rows += height;
    }
    m_limits->setFixedHeight(m_limits->header()->sizeHint().height() + rows + 2 * m_limits->frameWidth());
}

void KernelOccupancyView::fillCurve(const model::ChipLimits& chip, const model::Occupancy& now) {
    const auto axis = static_cast<OccupancyAxis>(std::max(m_axis->currentIndex(), 0));
    const model::LaunchShape l = shape();
    QVector<double> x, y;
    const double unit = axis == OccupancyAxis::SharedMemory ? kKiB : 1;
    for (const model::OccupancyPoint& p : model::occupancyCurve(chip, l, axis)) {
        x.append(p.x / unit);
        y.append(p.share * 100);
    }
    m_curve->setData(x, y, true);
    const double step = axis == OccupancyAxis::Registers ? 32 : axis == OccupancyAxis::Threads ? 128 : 16;
    static_cast<QCPAxisTickerFixed*>(m_plot->xAxis->ticker().data())->setTickStep(step);
    m_plot->xAxis->setRange(0, x.isEmpty() ? 1 : x.last() * 1.02);
    m_plot->xAxis->setLabel(axis == OccupancyAxis::Threads     ? tr("Threads of a block")
                            : axis == OccupancyAxis::Registers ? tr("Registers of a thread")
                                                               : tr("Shared memory of a block (KiB)"));
    const std::uint32_t here = axis == OccupancyAxis::Threads     ? l.threads
                               : axis == OccupancyAxis::Registers ? l.registers
                                                                  : l.shared;
    m_point->position->setCoords(here / unit, now.share * 100);
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void KernelOccupancyView::style() {
    const PlotColours colours = plotColours();
    m_curve->setPen(QPen(colours.accent, 1.5));
    m_curve->setBrush(colours.area);
    m_point->setPen(QPen(colours.canvas, 1.5));
    m_point->setBrush(colours.accent);
    stylePlot(*m_plot, font());
}

void KernelOccupancyView::retranslate() {
    const std::array<QString, 5> labels{tr("Compute capability"), tr("Threads of a block"), tr("Registers of a thread"),
                                        tr("Shared memory of a block"), tr("Shared memory is set to")};
    for (std::size_t i = 0; i < labels.size(); ++i) m_labels[i]->setText(labels[i]);
    m_labels[3]->setToolTip(tr("Static and dynamic, in bytes; what the system reserves for each block is added"));
    m_labels[4]->setToolTip(tr(
        "How much of a multiprocessor's memory is shared memory; the rest is L1. The driver chooses it for each launch"));
    m_shared->setSuffix(QChar::Nbsp + tr("B", "bytes"));
    m_reset->setText(tr("As launched"));
    m_reset->setToolTip(tr("Back to the sizes of the kernel"));
    m_limits->setHeaderLabels({tr("Resource"), tr("Blocks it allows"), QString()});
    m_limits->headerItem()->setTextAlignment(1, Qt::AlignRight | Qt::AlignVCenter);
    m_axisLabel->setText(tr("Occupancy over"));
    const std::array<QString, 3> axes{tr("block size"), tr("registers"), tr("shared memory")};
    for (int i = 0; i < 3; ++i) m_axis->setItemText(i, axes[static_cast<std::size_t>(i)]);
    m_plot->yAxis->setLabel(tr("Occupancy (%)"));
    if (m_carveOut->count()) m_carveOut->setItemText(0, tr("largest"));
    compute();
}

void KernelOccupancyView::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) retranslate();
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) style();
}

}  // namespace app
