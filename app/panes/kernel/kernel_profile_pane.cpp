// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panes/kernel/kernel_profile_pane.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QPainter>
#include <QStackedWidget>
#include <QStyledItemDelegate>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "app/kit/elided_label.h"
#include "app/kit/icons.h"
#include "app/kit/metric_text.h"
#include "app/kit/std_text.h"
#include "app/panes/kernel/kernel_memory_view.h"
#include "app/panes/kernel/kernel_metrics_view.h"
#include "app/panes/kernel/kernel_occupancy_view.h"
#include "app/panes/kernel/kernel_rules_view.h"
#include "app/panes/kernel/kernel_sections_view.h"
#include "app/panes/kernel/kernel_source_view.h"
#include "app/panes/kernel/kernel_summary_view.h"
#include "app/pictures/widget_painter.h"
#include "model/kernels/kernel_pages.h"
#include "model/kernels/kernel_summary.h"
#include "model/kernels/source_metrics.h"
#include "timeline/look/format.h"

namespace app {
namespace {

constexpr int kNarrow = 560;          // px, of the pane
constexpr QSize kLeastView(200, 80);  // px; each view scrolls

QString extent(const std::array<std::uint32_t, 3>& e) {
    return QStringLiteral("(%1, %2, %3)").arg(e[0]).arg(e[1]).arg(e[2]);
}

/// Names of views with room at their left.
class IndentedDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        if (option.state & QStyle::State_Selected) painter->fillRect(option.rect, option.palette.highlight());
        QStyleOptionViewItem inner(option);
        inner.rect.adjust(kIndent, 0, 0, 0);
        QStyledItemDelegate::paint(painter, inner, index);
    }

    static constexpr int kIndent = 8;
};

}  // namespace

/// A view, its name on the command line and in the list at the left.
struct KernelProfilePane::Entry {
    QString name;
    QString (*title)();
    KernelView* view;
    QWidget* widget;
};

/// Matches between the report in front and another one, whichever of them holds the profiles.
struct KernelProfilePane::Matches {
    QPointer<PaneHost> other;
    bool profilesHere = false;
    std::vector<model::KernelMatch> list;
};

KernelProfilePane::KernelProfilePane(QWidget* parent)
    : Pane(parent), m_name(new ElidedLabel), m_facts(new QLabel), m_origin(new QLabel), m_count(new QLabel),
      m_previous(new QToolButton), m_next(new QToolButton), m_jump(new QToolButton), m_pin(new QToolButton),
      m_baselineText(new ElidedLabel), m_unpin(new QToolButton), m_views(new QListWidget), m_viewBox(new QComboBox),
      m_stack(new QStackedWidget) {
    m_views->setFrameShape(QFrame::NoFrame);
    m_views->setProperty(kLeadsToContent, true);
    m_views->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_views->setItemDelegate(new IndentedDelegate(m_views));
    makeViews();
    layOut();
    connectParts();
    m_views->setCurrentRow(Summary);
    retranslate();
}

void KernelProfilePane::layOut() {
    for (const Entry& entry : m_entries) {
        auto* item = new QListWidgetItem(m_views);
        item->setSizeHint(QSize(0, m_views->fontMetrics().height() + 10));
        m_viewBox->addItem(QString());
        m_stack->addWidget(entry.widget);
    }
    m_stack->setMinimumSize(kLeastView);
    auto* content = new QWidget;
    auto* across = new QHBoxLayout;
    across->setSpacing(1);
    across->addWidget(m_views);
    across->addWidget(m_stack, 1);
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(makeTop());
    column->addWidget(makeBaselineRow());
    column->addWidget(m_viewBox);
    column->addLayout(across, 1);
    setContent(content);
}

void KernelProfilePane::connectParts() {
    connect(m_views, &QListWidget::currentRowChanged, m_stack, &QStackedWidget::setCurrentIndex);
    connect(m_views, &QListWidget::currentRowChanged, m_viewBox, &QComboBox::setCurrentIndex);
    connect(m_views, &QListWidget::currentRowChanged, this, &KernelProfilePane::updateBaseline);
    connect(m_views, &QListWidget::itemClicked, this, [this] { m_viewChosen = true; });
    connect(m_viewBox, &QComboBox::activated, this, [this] { m_viewChosen = true; });
    connect(m_viewBox, &QComboBox::activated, m_views, qOverload<int>(&QListWidget::setCurrentRow));
    connect(m_previous, &QToolButton::clicked, this, [this] { step(-1); });
    connect(m_next, &QToolButton::clicked, this, [this] { step(1); });
    connect(m_jump, &QToolButton::clicked, this, [this] {
        PaneHost* other = nullptr;
        const model::KernelMatch* match = matchHere(other);
        if (!match) return;
        const model::EventRef event =
            m_shown != host() ? model::eventOfProfile(*other->snapshot(), match->profile) : match->event;
        other->bringToFront();
        other->selectEvent(event);
    });
    connect(m_rules, &KernelRulesView::sectionRequested, this, &KernelProfilePane::requestSection);
    connect(m_rules, &KernelRulesView::sourceRequested, this, [this](const QString& file, int line) {
        showView(Source);
        m_source->showLine(file, line);
    });
    connect(m_source, &KernelSourceView::settled, this, &Pane::settled);
    connect(m_summary, &KernelSummaryView::kernelRequested, this, &KernelProfilePane::openKernel);
    connect(m_summary, &KernelSummaryView::baselineRequested, this,
            qOverload<model::ProfileId>(&KernelProfilePane::pinBaseline));
    connect(m_pin, &QToolButton::clicked, this, [this](bool on) { on ? pinBaseline() : clearBaseline(); });
    connect(m_unpin, &QToolButton::clicked, this, &KernelProfilePane::clearBaseline);
}

KernelProfilePane::~KernelProfilePane() = default;

// The one place to add a view: in the order of View.
void KernelProfilePane::makeViews() {
    const auto add = [this](const char* name, QString (*text)(), auto* view) {
        m_entries.push_back({QString::fromLatin1(name), text, view, view});
        return view;
    };
    m_summary = add(
        "summary", [] { return tr("Summary"); }, new KernelSummaryView);
    m_sections = add(
        "sections", [] { return tr("Sections"); }, new KernelSectionsView);
    m_memory = add(
        "memory", [] { return tr("Memory"); }, new KernelMemoryView);
    m_occupancy = add(
        "occupancy", [] { return tr("Occupancy"); }, new KernelOccupancyView);
    m_occupancy->setProperty(kSettingsAreContent, true);
    m_rules = add(
        "rules", [] { return tr("Advice", "of the profiler about a kernel"); }, new KernelRulesView);
    m_source = add(
        "source", [] { return tr("Source"); }, new KernelSourceView);
    m_metrics = add(
        "metrics", [] { return tr("All metrics"); }, new KernelMetricsView);
}

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
    m_pin->setIcon(icon(QStringLiteral("pin")));
    m_pin->setCheckable(true);
    for (QToolButton* button : {m_previous, m_next, m_jump, m_pin}) button->setAutoRaise(true);
    auto* line = new QHBoxLayout(top);
    line->setContentsMargins(10, 4, 6, 4);
    line->setSpacing(10);
    line->addWidget(m_name, 1);
    line->addWidget(m_facts);
    line->addWidget(m_origin);
    line->addWidget(m_jump);
    line->addWidget(m_pin);
    line->addWidget(m_previous);
    line->addWidget(m_count);
    line->addWidget(m_next);
    return top;
}

QWidget* KernelProfilePane::makeBaselineRow() {
    m_baselineRow = new QWidget;
    m_unpin->setIcon(icon(QStringLiteral("close")));
    m_unpin->setAutoRaise(true);
    m_baselineText->setForegroundRole(QPalette::PlaceholderText);
    auto* line = new QHBoxLayout(m_baselineRow);
    line->setContentsMargins(10, 0, 6, 4);
    line->addWidget(m_baselineText, 1);
    line->addWidget(m_unpin);
    m_baselineRow->hide();
    return m_baselineRow;
}

// A narrow pane has no room for a list beside the view, nor a low line for all facts.
void KernelProfilePane::resizeEvent(QResizeEvent* event) {
    Pane::resizeEvent(event);
    const bool narrow = width() < kNarrow;
    m_views->setVisible(!narrow);
    m_viewBox->setVisible(narrow);
    m_facts->setVisible(!narrow);
    if (m_snapshot) updateJump();
    m_jump->setToolButtonStyle(narrow ? Qt::ToolButtonIconOnly : Qt::ToolButtonTextBesideIcon);
}

void KernelProfilePane::showView(View view) {
    m_viewChosen = true;
    m_views->setCurrentRow(view);
}

KernelProfilePane::View KernelProfilePane::view() const {
    return static_cast<View>(std::max(0, m_views->currentRow()));
}

bool KernelProfilePane::showPart(const QString& name) {
    const QString view = name.section(u':', 0, 0);
    const auto at = std::find_if(m_entries.begin(), m_entries.end(), [&](const Entry& e) { return e.name == view; });
    if (at == m_entries.end()) return false;
    if (name.contains(u':')) {
        bool isNumber = false;
        const qulonglong kernel = name.section(u':', 1).toULongLong(&isNumber);
        if (!isNumber || !host() || kernel < 1 || kernel > host()->snapshot()->profileCount()) return false;
        select(static_cast<model::ProfileId>(kernel - 1));
    }
    showView(static_cast<View>(at - m_entries.begin()));
    return true;
}

QString KernelProfilePane::whyNoPart(const QString& name) const {
    QStringList names;
    for (const Entry& entry : m_entries) names.append(entry.name);
    const QString view = name.section(u':', 0, 0);
    if (!names.contains(view))
        return tr("The kernel metrics have no page “%1”. There are %2.").arg(view, names.join(QStringLiteral(", ")));
    const auto kernels = host() ? host()->snapshot()->profileCount() : 0;
    if (kernels == 0) return tr("This report holds no metrics of kernels; Nsight Compute measures them.");
    return tr("There is no kernel “%1”: they are counted from 1 to %2.").arg(name.section(u':', 1)).arg(kernels);
}

QString KernelProfilePane::pictureAbout() const {
    QStringList out;
    if (m_snapshot && m_views->currentRow() != Summary) {
        out.append(m_name->text());
        if (m_snapshot->profileCount() > 1)
            out.append(
                tr("kernel %1 of %2")
                    .arg(timeline::formatCount(m_profile + 1), timeline::formatCount(m_snapshot->profileCount())));
        out.append(m_facts->text().split(QStringLiteral("  ·  "), Qt::SkipEmptyParts));
    }
    if (m_baseline) out.append(m_baselineText->text());
    if (const QString note = m_entries[static_cast<std::size_t>(std::max(0, m_views->currentRow()))].view->note();
        !note.isEmpty())
        out.append(note);
    return out.join(QStringLiteral(" · "));
}

bool KernelProfilePane::pinBaselineOf(const PaneHost& other) {
    if (!m_snapshot && host() && host()->snapshot()->profileCount() > 0) select(0);  // nothing has been shown yet
    if (!m_snapshot) return false;
    const auto found = model::namesakes(*m_snapshot, *other.snapshot());
    const bool any = std::any_of(found.begin(), found.end(), [](const auto& namesake) { return namesake.has_value(); });
    if (m_views->currentRow() == Summary ? !any : !found[m_profile]) return false;
    m_baseline = {other.snapshot(), 0, other.name(), true};
    m_namesakesOf = nullptr;
    fillViews();
    return true;
}

void KernelProfilePane::pinBaseline(model::ProfileId profile) {
    if (!m_snapshot || !m_shown) return;
    m_baseline = {m_snapshot, profile, m_shown->name()};
    fillViews();
}

void KernelProfilePane::clearBaseline() {
    m_baseline = {};
    fillViews();
}

bool KernelProfilePane::showsBaseline() const {
    return m_baseline && !m_baseline.isEach && m_snapshot && &m_baseline.snapshot->store() == &m_snapshot->store() &&
           m_baseline.profile == m_profile;
}

void KernelProfilePane::updateBaseline() {
    const bool isShown = showsBaseline();
    m_pin->setChecked(isShown);
    m_pin->setToolTip(isShown
                          ? tr("This kernel is the baseline: others show how they differ from it. Click to end that")
                          : tr("Compare with this kernel: every other one then shows how it differs"));
    m_baselineRow->setVisible(static_cast<bool>(m_baseline));
    if (m_baseline) m_baselineText->setText(baselineText());
}

QString KernelProfilePane::baselineText() const {
    if (showsBaseline()) return tr("This kernel is the baseline");
    if (m_baseline.isEach && m_views->currentRow() == Summary) {
        const auto matched = std::count_if(m_namesakes.begin(), m_namesakes.end(),
                                           [](const auto& namesake) { return namesake.has_value(); });
        return tr("Each kernel is compared with its namesake in %1, which holds %2 of %3")
            .arg(m_baseline.report, timeline::formatCount(static_cast<std::uint64_t>(matched)),
                 timeline::formatCount(m_namesakes.size()));
    }
    if (m_baseline.isEach && m_profile < m_namesakes.size() && !m_namesakes[m_profile])
        return tr("%1 holds no kernel of this name: there is nothing to compare with.").arg(m_baseline.report);
    const model::KernelProfile& k = m_baseline.kernel();
    const QString name = utf8(m_baseline.snapshot->text(k.function ? k.function : k.name));
    return tr("Compared with %1, kernel %2 of %3").arg(name).arg(m_baseline.profile + 1).arg(m_baseline.report);
}

/// Of a report that is the baseline, the kernel that the one shown is compared with.
void KernelProfilePane::followNamesake() {
    if (!m_baseline.isEach || !m_snapshot) return m_namesakes.clear();
    if (m_namesakesOf != m_snapshot) m_namesakes = model::namesakes(*m_snapshot, *m_baseline.snapshot);
    m_namesakesOf = m_snapshot;
    m_baseline.profile = m_namesakes[m_profile].value_or(0);
}

bool KernelProfilePane::isSettled() const { return Pane::isSettled() && !m_source->isWorking(); }

QString KernelProfilePane::whyEmpty() const {
    const QString why = Pane::whyEmpty();
    return why.isEmpty() ? m_entries[static_cast<std::size_t>(std::max(0, m_views->currentRow()))].view->whyEmpty()
                         : why;
}

/// A kernel of that name in another tab, with the text of its instructions.
KernelText KernelProfilePane::findText() const {
    if (!m_snapshot || !model::instructionTexts(*m_snapshot, m_profile).empty()) return {};
    const std::string_view name = m_snapshot->text(m_snapshot->kernelProfiles().at(m_profile).name);
    for (PaneHost* other : otherHosts()) {
        if (other == m_shown) continue;
        const model::SnapshotPtr there = other->snapshot();
        for (model::ProfileId id = 0; id < there->profileCount(); ++id)
            if (there->text(there->kernelProfiles().at(id).name) == name &&
                !model::instructionTexts(*there, id).empty())
                return {there, id, other->name()};
    }
    return {};
}

void KernelProfilePane::fillViews() {
    followNamesake();
    const bool isAlone = m_baseline.isEach && m_profile < m_namesakes.size() && !m_namesakes[m_profile];
    ShownKernel shown{m_snapshot, m_profile, {}, findText(), {}};
    if (m_shown && !m_shown->isMerged()) shown.file = m_shown->path();
    for (const Entry& entry : m_entries) {
        // The list compares all kernels; a kernel is not compared with itself.
        shown.baseline = (showsBaseline() || isAlone) && entry.view != m_summary ? KernelBaseline() : m_baseline;
        entry.view->setKernel(shown);
    }
    updateBaseline();
}

// A kernel of another report than the one in front is shown as it is; else it is selected in the timeline, too.
void KernelProfilePane::openKernel(model::ProfileId profile) {
    if (!m_shown) return;
    const model::EventRef event = m_shown == host() ? model::eventOfProfile(*m_snapshot, profile) : model::EventRef();
    if (event.isValid()) host()->selectEvent(event);
    else show(m_shown, profile);
    if (!openAdvisedPage()) showView(Sections);
}

void KernelProfilePane::hostChanged() {
    m_event = {};
    m_matches.clear();
    m_matching.forget();
    if (!host()) return;
    connect(host(), &PaneHost::eventSelected, hostContext(), [this](model::EventRef event) {
        m_event = event;
        refresh();
    });
    connect(host(), &PaneHost::stateChanged, hostContext(), [this] {
        findMatches();
        refresh();
    });
    m_event = host()->selectedEvent();
    findMatches();
}

// Matching looks at every kernel of a timeline: it is done in the pool, when a report comes to the front.
void KernelProfilePane::findMatches() {
    m_matches.clear();
    m_matching.forget();
    if (!hasReport() || isLoading()) return;
    struct Pair {
        QPointer<PaneHost> other;
        model::SnapshotPtr there;
    };
    const model::SnapshotPtr here = host()->snapshot();
    const bool profilesHere = here->profileCount() > 0;
    std::vector<Pair> pairs;
    for (PaneHost* other : otherHosts())
        if (profilesHere != (other->snapshot()->profileCount() > 0)) pairs.push_back({other, other->snapshot()});
    if (pairs.empty()) return;
    m_matching.run(
        [this, here, profilesHere, pairs = std::move(pairs)](const std::stop_token& stop, const auto& show) {
            for (const Pair& pair : pairs) {
                if (stop.stop_requested()) break;
                auto found = std::make_shared<Matches>(Matches{pair.other, profilesHere, {}});
                found->list =
                    profilesHere ? model::matchKernels(*here, *pair.there) : model::matchKernels(*pair.there, *here);
                show([this, found] { addMatches(found); });
            }
            return pairs.size();
        },
        [](std::size_t) {});
}

void KernelProfilePane::addMatches(std::shared_ptr<Matches> found) {
    if (!found->list.empty()) m_matches.push_back(std::move(found));
    refresh();
    emit matched();
}

const model::KernelMatch* KernelProfilePane::matchHere(PaneHost*& other) const {
    for (const auto& m : m_matches) {
        if (!m->other) continue;
        const model::KernelMatch* match =
            m->profilesHere ? model::matchOf(m->list, m_profile) : model::matchOf(m->list, m_event);
        if (!match) continue;
        other = m->other;
        return match;
    }
    return nullptr;
}

void KernelProfilePane::refresh() {
    if (!host()) {
        showNothing();
        return setEmptyText(tr("Open a report to see what was measured of its kernels."));
    }
    const model::SnapshotPtr here = host()->snapshot();
    if (here->profileCount() > 0) {
        // With nothing selected the first kernel is as good as an invitation to click.
        const auto profile = model::profileOf(*here, m_event);
        const bool keeps = m_shown == host() && m_profile < here->profileCount() && !m_event.isValid();
        return show(host(), profile ? *profile : keeps ? m_profile : 0);
    }
    PaneHost* other = nullptr;
    if (const model::KernelMatch* match = matchHere(other)) return show(other, match->profile);
    showNothing();
    const QString how = tr(
        "Profile its kernels with “ncu --set full -o NAME PROGRAM” and open the .ncu-rep, too: kernels of the two reports are matched by name.");
    if (m_matches.empty())
        return setEmptyText(tr("This report holds no metrics of kernels; Nsight Compute measures them.") + u' ' + how);
    setEmptyText(tr(
        "Click a kernel that was profiled, to see what was measured of it. Another tab holds profiles that match kernels of this report."));
}

void KernelProfilePane::showNothing() {
    m_shown = nullptr;
    m_snapshot = nullptr;
    fillViews();
}

void KernelProfilePane::show(PaneHost* from, model::ProfileId profile) {
    const model::SnapshotPtr snapshot = from->snapshot();
    const bool same =
        m_shown == from && m_profile == profile && m_snapshot && &m_snapshot->store() == &snapshot->store();
    const bool isOther = !m_snapshot || &m_snapshot->store() != &snapshot->store();
    m_shown = from;
    m_profile = profile;
    m_snapshot = snapshot;
    const model::KernelProfile& p = snapshot->kernelProfiles().at(profile);
    fillTop(*snapshot, p);
    updateJump();
    if (!same) fillViews();
    setEmptyText({});
    // The only kernel opens at once; of several the summary says which one is worth it.
    if (isOther && !m_viewChosen && snapshot->profileCount() == 1) {
        openAdvisedPage();
        m_viewChosen = false;
    }
}

/// Shows the page of the rule that promises most for the kernel; false where none promises anything.
bool KernelProfilePane::openAdvisedPage() {
    const auto remarks = model::remarksByGain(m_snapshot->kernelProfiles().at(m_profile));
    if (remarks.empty() || !remarks.front().promises()) return false;
    const QString id = utf8(m_snapshot->text(remarks.front().rule->section));
    if (id.startsWith(QLatin1String("MemoryWorkloadAnalysis"))) showView(Memory);
    else if (id == QLatin1String("Occupancy")) showView(Occupancy);
    else if (id == QLatin1String("SourceCounters")) showView(Source);
    else if (m_sections->showSection(id)) showView(Sections);
    else return false;
    return true;
}

void KernelProfilePane::fillTop(const model::Snapshot& s, const model::KernelProfile& p) {
    m_name->setText(utf8(s.text(p.name)));
    QStringList facts;
    if (const double ns = model::summaryOf(s, m_profile).ns; ns >= 0)
        facts << metricText(s, model::MetricValue::ofReal(ns), "ns");
    if (p.grid[0]) facts << tr("grid %1").arg(extent(p.grid));
    if (p.block[0]) facts << tr("block %1").arg(extent(p.block));
    m_facts->setText(facts.join(QStringLiteral("  ·  ")));
    m_name->setToolTip(m_name->text() + u'\n' + m_facts->text());
    m_count->setText(tr("%1 of %2", "the third of seven kernels")
                         .arg(timeline::formatCount(m_profile + 1), timeline::formatCount(s.profileCount())));
    const bool here = m_shown == host();
    for (QWidget* w : std::initializer_list<QWidget*>{m_previous, m_next, m_count})
        w->setVisible(here && s.profileCount() > 1);
    m_previous->setEnabled(m_profile > 0);
    m_next->setEnabled(m_profile + 1 < s.profileCount());
}

void KernelProfilePane::updateJump() {
    PaneHost* other = nullptr;
    const model::KernelMatch* match = matchHere(other);
    m_jump->setVisible(match);
    m_origin->setVisible(match && width() >= kNarrow);
    if (!match) return;
    const QString launch =
        tr("launch %1 of %2").arg(timeline::formatCount(match->occurrence + 1), timeline::formatCount(match->launches));
    m_origin->setText(m_shown == host() ? launch : tr("measured in another run (%1)").arg(launch));
    m_origin->setToolTip(
        match->sameShape
            ? tr("Matched by the name of the kernel, its grid and block, and the order of its launches. The two runs were different ones.")
            : tr("Matched by the name of the kernel and the order of its launches only; grid or block differ or are unknown."));
    m_jump->setText(tr("Show in %1").arg(other->name()));
    m_jump->setToolTip(m_shown == host() ? tr("Go to the kernel of that report which this profile matches")
                                         : tr("Go to the profile in its own report"));
}

void KernelProfilePane::step(int direction) {
    if (!host() || m_shown != host()) return;
    const model::ProfileId next = m_profile + static_cast<model::ProfileId>(direction);
    if (next < m_snapshot->profileCount()) select(next);
}

/// In the timeline, too, where it is there.
void KernelProfilePane::select(model::ProfileId profile) {
    const model::EventRef event = model::eventOfProfile(*host()->snapshot(), profile);
    if (event.isValid()) host()->selectEvent(event);
    else show(host(), profile);
}

void KernelProfilePane::requestSection(const QString& id) {
    if (m_sections->showSection(id)) return showView(Sections);
    // Tables by instruction are a section of their own.
    if (id == QLatin1String("SourceCounters")) showView(Source);
}

void KernelProfilePane::retranslate() {
    int width = 0;
    for (int i = 0; i < ViewCount; ++i) {
        m_views->item(i)->setText(m_entries[static_cast<std::size_t>(i)].title());
        m_viewBox->setItemText(i, m_views->item(i)->text());
        width = std::max(width, m_views->fontMetrics().horizontalAdvance(m_views->item(i)->text()));
    }
    m_views->setFixedWidth(width + 32);
    for (QWidget* w : std::initializer_list<QWidget*>{m_views, m_viewBox}) w->setAccessibleName(title());
    m_unpin->setToolTip(tr("Compare no more"));
    m_previous->setToolTip(tr("Kernel before this one"));
    m_next->setToolTip(tr("Kernel after this one"));
    m_shown = nullptr;  // so that everything is written anew
    refresh();
}

}  // namespace app
