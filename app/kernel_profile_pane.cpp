// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/kernel_profile_pane.h"

#include <QApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QStackedWidget>
#include <QStyledItemDelegate>
#include <QThreadPool>
#include <QToolButton>
#include <QTreeWidget>
#include <QVBoxLayout>
#include <algorithm>

#include "app/elided_label.h"
#include "app/icons.h"
#include "app/kernel_metrics_model.h"
#include "app/kernel_rules_view.h"
#include "app/kernel_source_view.h"
#include "app/metric_text.h"
#include "app/table.h"
#include "timeline/format.h"

namespace app {
namespace {

constexpr int kRawRole = Qt::UserRole;
constexpr int kIdRole = Qt::UserRole + 1;

QString utf8(std::string_view s) { return QString::fromUtf8(s.data(), static_cast<qsizetype>(s.size())); }

class RoomyDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        return QStyledItemDelegate::sizeHint(option, index) + QSize(8, 4);
    }
};

QString extent(const std::array<std::uint32_t, 3>& e) { return QStringLiteral("(%1, %2, %3)").arg(e[0]).arg(e[1]).arg(e[2]); }

}  // namespace

/// Matches between the page in front and another one, whichever of them holds the profiles.
struct KernelProfilePane::Matches {
    QPointer<ReportPage> other;
    bool profilesHere = false;
    std::vector<model::KernelMatch> list;
};

KernelProfilePane::KernelProfilePane(QWidget* parent)
    : Pane(parent), m_name(new ElidedLabel), m_facts(new QLabel), m_origin(new QLabel), m_count(new QLabel),
      m_previous(new QToolButton), m_next(new QToolButton), m_jump(new QToolButton), m_views(new QListWidget),
      m_stack(new QStackedWidget), m_sections(new QTreeWidget), m_filter(new QLineEdit), m_filterCount(new QLabel),
      m_metrics(new KernelMetricsModel(this)), m_metricsTable(new Table(QStringLiteral("kernelMetrics"))),
      m_rules(new KernelRulesView), m_source(new KernelSourceView) {
    setObjectName(QStringLiteral("kernelProfilePane"));
    m_sections->setColumnCount(3);
    m_sections->setHeaderHidden(true);
    m_sections->setItemDelegate(new RoomyDelegate(m_sections));
    m_sections->setIndentation(14);
    m_sections->setUniformRowHeights(true);
    m_sections->setFrameShape(QFrame::NoFrame);
    m_sections->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_sections->setTextElideMode(Qt::ElideMiddle);
    m_sections->header()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
    m_sections->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    m_sections->header()->setStretchLastSection(true);
    m_sections->installEventFilter(this);

    m_views->setFrameShape(QFrame::NoFrame);
    m_views->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    for (int i = 0; i < ViewCount; ++i) {
        m_views->addItem(QString());
        m_views->item(i)->setSizeHint(QSize(0, m_views->fontMetrics().height() + 10));
    }
    for (QWidget* w : std::initializer_list<QWidget*>{m_sections, makeMetrics(), m_rules, m_source}) m_stack->addWidget(w);
    auto* content = new QWidget;
    auto* across = new QHBoxLayout;
    across->setSpacing(1);
    across->addWidget(m_views);
    across->addWidget(m_stack, 1);
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(makeTop());
    column->addLayout(across, 1);
    setContent(content);

    connect(m_views, &QListWidget::currentRowChanged, m_stack, &QStackedWidget::setCurrentIndex);
    connect(m_previous, &QToolButton::clicked, this, [this] { step(-1); });
    connect(m_next, &QToolButton::clicked, this, [this] { step(1); });
    connect(m_jump, &QToolButton::clicked, this, [this] {
        ReportPage* other = nullptr;
        const model::KernelMatch* match = matchHere(other);
        if (!match) return;
        const bool profilesThere = m_shown != page();
        emit eventRequested(other, profilesThere ? model::eventOfProfile(*other->document()->snapshot(), match->profile) : match->event);
    });
    connect(m_rules, &KernelRulesView::sectionRequested, this, &KernelProfilePane::requestSection);
    connect(m_rules, &KernelRulesView::sourceRequested, this, [this](const QString& file, int line) {
        showView(Source);
        m_source->showLine(file, line);
    });
    m_views->setCurrentRow(Sections);
    m_soon.setSingleShot(true);
    m_soon.setInterval(50);
    connect(&m_soon, &QTimer::timeout, this, &KernelProfilePane::refresh);
    retranslate();
}

KernelProfilePane::~KernelProfilePane() = default;

QWidget* KernelProfilePane::makeTop() {
    auto* top = new QWidget;
    QFont bold = m_name->font();
    bold.setWeight(QFont::DemiBold);
    m_name->setFont(bold);
    for (QLabel* label : {m_facts, m_origin, m_count}) label->setForegroundRole(QPalette::PlaceholderText);
    m_previous->setArrowType(Qt::LeftArrow);
    m_next->setArrowType(Qt::RightArrow);
    m_jump->setIcon(icon(QStringLiteral("jump")));
    m_jump->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    for (QToolButton* button : {m_previous, m_next, m_jump}) button->setAutoRaise(true);
    auto* line = new QHBoxLayout(top);
    line->setContentsMargins(10, 4, 6, 4);
    line->setSpacing(10);
    line->addWidget(m_name, 1);
    line->addWidget(m_facts);
    line->addWidget(m_origin);
    line->addWidget(m_jump);
    line->addWidget(m_previous);
    line->addWidget(m_count);
    line->addWidget(m_next);
    return top;
}

QWidget* KernelProfilePane::makeMetrics() {
    m_filter->setClearButtonEnabled(true);
    m_filter->setMaximumWidth(360);
    m_filterCount->setForegroundRole(QPalette::PlaceholderText);
    m_metricsTable->setModel(m_metrics);
    m_metricsTable->setSortingEnabled(true);
    m_metricsTable->sortByColumn(KernelMetricsModel::Name, Qt::AscendingOrder);
    m_metricsTable->horizontalHeader()->setStretchLastSection(false);
    m_metricsTable->setColumnWidth(KernelMetricsModel::Name, 620);
    m_metricsTable->setColumnWidth(KernelMetricsModel::Value, 220);
    m_metricsTable->restoreColumns();
    auto* content = new QWidget;
    auto* top = new QHBoxLayout;
    top->setContentsMargins(8, 4, 8, 4);
    top->addWidget(m_filter, 1);
    top->addStretch();
    top->addWidget(m_filterCount);
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(top);
    column->addWidget(m_metricsTable, 1);
    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString& words) {
        m_metrics->setFilter(words);
        updateCount();
    });
    return content;
}

void KernelProfilePane::showView(View view) { m_views->setCurrentRow(view); }

void KernelProfilePane::pageChanged() {
    m_event = {};
    m_matches.clear();
    ++m_matchRequest;
    if (page()) {
        connect(page()->view(), &timeline::TimelineView::eventSelected, pageContext(), [this](model::EventRef event) {
            m_event = event;
            refresh();
        });
        connect(page()->document(), &Document::snapshotChanged, pageContext(), [this] { m_soon.start(); });
        connect(page()->document(), &Document::stateChanged, pageContext(), [this] {
            findMatches();
            refresh();
        });
        m_event = page()->view()->viewState().selected;
        findMatches();
    }
    refresh();
}

// Matching looks at every kernel of a timeline: it is done in the pool, when a report comes to the front.
void KernelProfilePane::findMatches() {
    m_matches.clear();
    const std::uint64_t request = ++m_matchRequest;
    if (!page() || !m_pages || page()->document()->state() != Document::State::Ready) return;
    const model::SnapshotPtr here = page()->document()->snapshot();
    for (ReportPage* other : m_pages()) {
        if (other == page() || other->document()->state() != Document::State::Ready) continue;
        const model::SnapshotPtr there = other->document()->snapshot();
        const bool profilesHere = here->profileCount() > 0;
        if (profilesHere == (there->profileCount() > 0)) continue;
        QPointer<KernelProfilePane> self(this);
        auto found = std::make_shared<Matches>();
        found->other = other;
        found->profilesHere = profilesHere;
        QThreadPool::globalInstance()->start([self, request, here, there, found] {
            found->list = found->profilesHere ? model::matchKernels(*here, *there) : model::matchKernels(*there, *here);
            QMetaObject::invokeMethod(
                QCoreApplication::instance(),
                [self, request, found] {
                    if (!self || self->m_matchRequest != request) return;
                    if (!found->list.empty()) self->m_matches.push_back(found);
                    self->refresh();
                    emit self->matched();
                },
                Qt::QueuedConnection);
        });
    }
}

const model::KernelMatch* KernelProfilePane::matchHere(ReportPage*& other) const {
    for (const auto& m : m_matches) {
        if (!m->other) continue;
        const model::KernelMatch* match = m->profilesHere ? model::matchOf(m->list, m_profile) : model::matchOf(m->list, m_event);
        if (!match) continue;
        other = m->other;
        return match;
    }
    return nullptr;
}

void KernelProfilePane::refresh() {
    if (!page()) {
        showNothing();
        return setEmptyText(tr("Open a report to see what was measured of its kernels."));
    }
    const model::SnapshotPtr here = page()->document()->snapshot();
    if (here->profileCount() > 0) {
        // With nothing selected the first kernel is as good as an invitation to click.
        const auto profile = model::profileOf(*here, m_event);
        const bool keeps = m_shown == page() && m_profile < here->profileCount() && !m_event.isValid();
        return show(page(), profile ? *profile : keeps ? m_profile : 0);
    }
    ReportPage* other = nullptr;
    if (const model::KernelMatch* match = matchHere(other)) return show(other, match->profile);
    showNothing();
    const QString how = tr("Profile its kernels with “ncu --set full -o NAME PROGRAM” and open the .ncu-rep, too: kernels of the two reports are matched by name.");
    if (m_matches.empty()) return setEmptyText(tr("This report holds no metrics of kernels; Nsight Compute measures them.") + u' ' + how);
    setEmptyText(tr("Click a kernel that was profiled, to see what was measured of it. Another tab holds profiles that match kernels of this report."));
}

void KernelProfilePane::showNothing() {
    m_shown = nullptr;
    m_snapshot = nullptr;
    m_metrics->setProfile(nullptr, 0);
    m_rules->setProfile(nullptr, 0);
    m_source->setProfile(nullptr, 0);
    m_sections->clear();
}

void KernelProfilePane::show(ReportPage* from, model::ProfileId profile) {
    const model::SnapshotPtr snapshot = from->document()->snapshot();
    const bool same = m_shown == from && m_profile == profile && m_snapshot && &m_snapshot->store() == &snapshot->store();
    m_shown = from;
    m_profile = profile;
    m_snapshot = snapshot;
    const model::KernelProfile& p = snapshot->kernelProfiles().at(profile);
    fillTop(*snapshot, p);
    updateJump();
    if (!same) {
        fillSections(*snapshot, p);
        m_metrics->setProfile(snapshot, profile);
        m_rules->setProfile(snapshot, profile);
        m_source->setProfile(snapshot, profile);
        updateCount();
    }
    setEmptyText({});
}

void KernelProfilePane::fillTop(const model::Snapshot& s, const model::KernelProfile& p) {
    m_name->setText(utf8(s.text(p.name)));
    m_name->setToolTip(m_name->text());
    QStringList facts;
    for (const char* metric : {"gpu__time_duration.sum", "gpu__time_duration.avg", "Duration"}) {
        const model::MetricValue v = p.find(s.store().strings().find(metric));
        if (!v.isNumber()) continue;
        facts << metricText(s, v, "ns");
        break;
    }
    if (p.grid[0]) facts << tr("grid %1").arg(extent(p.grid));
    if (p.block[0]) facts << tr("block %1").arg(extent(p.block));
    m_facts->setText(facts.join(QStringLiteral("  ·  ")));
    m_count->setText(tr("%1 of %2", "the third of seven kernels").arg(m_profile + 1).arg(s.profileCount()));
    const bool here = m_shown == page();
    for (QWidget* w : std::initializer_list<QWidget*>{m_previous, m_next, m_count}) w->setVisible(here && s.profileCount() > 1);
    m_previous->setEnabled(m_profile > 0);
    m_next->setEnabled(m_profile + 1 < s.profileCount());
}

void KernelProfilePane::updateJump() {
    ReportPage* other = nullptr;
    const model::KernelMatch* match = matchHere(other);
    m_jump->setVisible(match);
    m_origin->setVisible(match);
    if (!match) return;
    const QString launch = tr("launch %1 of %2").arg(match->occurrence + 1).arg(match->launches);
    m_origin->setText(m_shown == page() ? launch : tr("measured in another run (%1)").arg(launch));
    m_origin->setToolTip(match->sameShape ? tr("Matched by the name of the kernel, its grid and block, and the order of its launches. The two runs were different ones.")
                                          : tr("Matched by the name of the kernel and the order of its launches only; grid or block differ or are unknown."));
    m_jump->setText(tr("Show in %1").arg(other->document()->name()));
    m_jump->setToolTip(m_shown == page() ? tr("Go to the kernel of that report which this profile matches") : tr("Go to the profile in its own report"));
}

void KernelProfilePane::updateCount() {
    const int shown = m_metrics->rowCount(), all = m_metrics->total();
    m_filterCount->setText(shown == all ? tr("%Ln metric(s), %1 not measured", nullptr, all).arg(timeline::formatCount(static_cast<std::uint64_t>(m_metrics->notMeasured())))
                                        : tr("%1 of %Ln metric(s)", nullptr, all).arg(timeline::formatCount(static_cast<std::uint64_t>(shown))));
}

void KernelProfilePane::step(int direction) {
    if (!page() || m_shown != page()) return;
    const model::ProfileId next = m_profile + static_cast<model::ProfileId>(direction);
    if (next >= m_snapshot->profileCount()) return;
    const model::EventRef event = model::eventOfProfile(*m_snapshot, next);
    if (event.isValid()) page()->view()->selectEvent(event, true);
}

void KernelProfilePane::fillSections(const model::Snapshot& s, const model::KernelProfile& p) {
    m_sections->clear();
    std::vector<const model::ProfileSection*> order(p.sections.begin(), p.sections.end());
    std::stable_sort(order.begin(), order.end(), [](const auto* a, const auto* b) { return a->order < b->order; });
    QFont bold = m_sections->font();
    bold.setWeight(QFont::DemiBold);
    const QColor secondary = palette().color(QPalette::PlaceholderText);
    for (const model::ProfileSection* section : order) {
        QTreeWidgetItem* group = nullptr;
        const auto add = [&](const model::SectionMetric& m) {
            const auto at = p.list->find(m.metric);
            if (!at) return;
            const model::MetricValue v = p.value(*at);
            if (v.type == model::MetricValue::Type::None) return;
            if (!group) {
                group = new QTreeWidgetItem(m_sections, {utf8(s.text(section->title))});
                group->setFont(0, bold);
                group->setFirstColumnSpanned(true);
                group->setToolTip(0, utf8(s.text(section->description)));
                group->setData(0, kIdRole, utf8(s.text(section->id)));
                group->setExpanded(true);
            }
            const QString metric = utf8(s.text(m.metric)), label = m.label ? utf8(s.text(m.label)) : metric;
            auto* item = new QTreeWidgetItem(group, {label, metricText(s, v, metricUnitOf(s, p.list->entries[*at])), metric == label ? QString() : metric});
            item->setTextAlignment(1, Qt::AlignRight | Qt::AlignVCenter);
            item->setForeground(2, secondary);
            item->setData(1, kRawRole, metricRaw(s, v));
        };
        for (const model::SectionMetric& m : section->header) add(m);
        for (const model::SectionChart& chart : section->charts)
            for (const model::SectionMetric& m : chart.bars) add(m);
    }
    if (m_sections->topLevelItemCount() == 0)
        new QTreeWidgetItem(m_sections, {tr("The report has no sections for this kernel; its numbers are under “All metrics”.")});
}

void KernelProfilePane::requestSection(const QString& id) {
    for (int i = 0; i < m_sections->topLevelItemCount(); ++i) {
        QTreeWidgetItem* group = m_sections->topLevelItem(i);
        if (group->data(0, kIdRole).toString() != id) continue;
        showView(Sections);
        m_sections->scrollToItem(group, QAbstractItemView::PositionAtTop);
        m_sections->setCurrentItem(group);
        return;
    }
    // Tables by instruction are a section of their own.
    if (id == QLatin1String("SourceCounters")) showView(Source);
}

QString KernelProfilePane::sectionsAsTsv() const {
    const bool all = m_sections->selectedItems().isEmpty();
    QString out;
    for (QTreeWidgetItemIterator it(m_sections); *it; ++it) {
        const QTreeWidgetItem* item = *it;
        if ((!all && !item->isSelected()) || !item->data(1, kRawRole).isValid()) continue;
        out += item->text(0) + u'\t' + item->data(1, kRawRole).toString() + u'\t' + item->text(2) + u'\n';
    }
    return out;
}

bool KernelProfilePane::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_sections && event->type() == QEvent::KeyPress && static_cast<QKeyEvent*>(event)->matches(QKeySequence::Copy)) {
        copyText(sectionsAsTsv());
        return true;
    }
    return Pane::eventFilter(watched, event);
}

void KernelProfilePane::retranslate() {
    m_views->item(Sections)->setText(tr("Sections"));
    m_views->item(Metrics)->setText(tr("All metrics"));
    m_views->item(Rules)->setText(tr("Advice", "of the profiler about a kernel"));
    m_views->item(Source)->setText(tr("Source"));
    int width = 0;
    for (int i = 0; i < ViewCount; ++i) width = std::max(width, m_views->fontMetrics().horizontalAdvance(m_views->item(i)->text()));
    m_views->setFixedWidth(width + 28);
    m_views->setAccessibleName(title());
    m_filter->setPlaceholderText(tr("Filter metrics"));
    m_previous->setToolTip(tr("Kernel before this one"));
    m_next->setToolTip(tr("Kernel after this one"));
    m_metrics->retranslate();
    m_shown = nullptr;  // so that everything is written anew
    refresh();
}

}  // namespace app
