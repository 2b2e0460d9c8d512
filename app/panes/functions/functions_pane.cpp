// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panes/functions/functions_pane.h"

#include <QComboBox>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QSaveFile>
#include <QScrollArea>
#include <QSettings>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "app/kit/icons.h"
#include "app/kit/tables/choice_list.h"
#include "app/kit/tables/choice_split.h"
#include "app/kit/tables/tree_table.h"
#include "app/panes/functions/flame_view.h"
#include "app/pictures/picture.h"
#include "app/pictures/widget_painter.h"
#include "app/report/row_menu.h"
#include "app/report/span_choice.h"
#include "timeline/look/format.h"

namespace app {
namespace {

using model::CallTree;
using model::TrackKind;
using Source = FunctionsPane::Source;

constexpr int kListWidth = 190;

QString keyOf(Source source) {
    const std::string_view key = model::infoOf(source).key;
    return QString::fromUtf8(key.data(), static_cast<qsizetype>(key.size()));
}

/// Where the choice is kept for reports of that kind: whichever of its files a profiler wrote.
QString sourceSetting(const model::Snapshot& report) {
    const QString kind = QString::fromStdString(report.info().formatKey).section(u'-', 0, 0);
    return QStringLiteral("functions/source/") + (kind.isEmpty() ? QStringLiteral("any") : kind);
}

QString titleOf(Source source) {
    switch (source) {
    case Source::Samples: return FunctionsPane::tr("CPU samples");
    case Source::PythonSamples: return FunctionsPane::tr("Python samples");
    case Source::Nvtx: return FunctionsPane::tr("NVTX ranges");
    case Source::Python: return FunctionsPane::tr("Python functions");
    case Source::Operators: return FunctionsPane::tr("Operators and CUDA calls");
    case Source::Slices: return FunctionsPane::tr("Slices");
    case Source::Launches: return FunctionsPane::tr("GPU work by stack of launch");
    }
    return {};
}

}  // namespace

FunctionsPane::FunctionsPane(QWidget* parent)
    : Pane(parent), m_sources(new ChoiceList), m_view(new QComboBox), m_export(new QToolButton),
      m_search(new QLineEdit), m_status(new QLabel), m_views(new QStackedWidget), m_scroll(new QScrollArea),
      m_flame(new FlameView), m_table(new TreeTable), m_model(new CallTreeModel(this)) {
    m_sources->setProperty(kLeadsToContent, true);
    m_view->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_search->setClearButtonEnabled(true);
    m_search->setMinimumWidth(60);
    m_search->setMaximumWidth(240);
    m_export->setAutoRaise(true);
    m_export->setIcon(icon(QStringLiteral("save")));
    m_status->setForegroundRole(QPalette::PlaceholderText);
    m_status->setTextFormat(Qt::PlainText);
    m_status->setMinimumWidth(40);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setWidgetResizable(true);
    m_scroll->setFocusPolicy(Qt::NoFocus);  // the graph has it, and scrolls to what is told
    m_scroll->setWidget(m_flame);
    m_table->setModel(m_model);
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(CallTreeModel::Total, Qt::DescendingOrder);
    m_table->header()->setStretchLastSection(false);
    m_table->setColumnWidth(CallTreeModel::Name, 560);
    m_views->addWidget(m_scroll);
    m_views->addWidget(m_table);

    auto* content = new QWidget;
    m_split = new ChoiceSplit(m_sources, content, kListWidth);
    auto* top = new QHBoxLayout;
    top->setContentsMargins(8, 4, 8, 4);
    for (QWidget* w : std::initializer_list<QWidget*>{m_split->button(), m_view, makeSpan(), m_search})
        top->addWidget(w);
    top->addSpacing(8);
    top->addWidget(m_status, 1);
    top->addWidget(m_export);
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(top);
    column->addWidget(m_views, 1);
    setContent(m_split);

    connect(m_sources, &ChoiceList::chosen, this, [this] {
        m_chosen = true;
        if (hasReport()) QSettings().setValue(sourceSetting(*host()->report()), m_sources->current());
        refresh();
    });
    connect(m_view, &QComboBox::activated, this, &FunctionsPane::showView);
    connect(m_search, &QLineEdit::textChanged, this, &FunctionsPane::setSearch);
    connect(m_export, &QToolButton::clicked, this, &FunctionsPane::chooseFile);
    connect(m_flame, &FlameView::hovered, this, [this](const QString& text) {
        m_hover = text;
        m_status->setText(status());
    });
    setSubjects(m_table, [this](const QModelIndex& index) {
        // Frames of stacks are no events.
        return subjectNamed(isSampled(m_made.request.source) ? std::string() : m_model->nameOf(index));
    });
    retranslate();
}

FunctionsPane::Source FunctionsPane::source() const {
    for (const model::CallSourceInfo& info : model::callSources())
        if (keyOf(info.source) == m_sources->current()) return info.source;
    return Source::Samples;
}
FunctionsPane::View FunctionsPane::view() const { return static_cast<View>(std::max(0, m_view->currentIndex())); }

void FunctionsPane::setSource(Source source) {
    m_chosen = true;
    m_sources->setCurrent(keyOf(source));
    refresh();
}

void FunctionsPane::setView(View view) {
    m_view->setCurrentIndex(static_cast<int>(view));
    showView();
}

void FunctionsPane::setSearch(const QString& text) {
    if (m_search->text() != text) return m_search->setText(text);  // comes back here
    m_flame->setSearch(text);
    m_status->setText(status());
}

void FunctionsPane::hostChanged() {
    m_chosen = false;
    m_looking.forget();
    m_contentsOf = nullptr;
    m_contents.reset();
    clear();
}

void FunctionsPane::look(const model::SnapshotPtr& report) {
    m_contentsOf = report;
    m_looking.run([report](const std::stop_token& stop) { return model::reports::Contents(*report, stop); },
                  [this](const model::reports::Contents& contents) {
                      m_contents = contents;
                      fillChoices();
                      refresh();
                      if (isSettled()) emit settled();
                  });
}

void FunctionsPane::refresh() {
    if (!hasReport()) {
        clear();
        return setEmptyText(tr("Open a report to see its functions."));
    }
    if (isLoading()) return setEmptyText(tr("Functions are counted when the report is loaded."));
    setEmptyText({});
    if (!isVisible()) return;
    if (const ReportWords words(host()->report()); words != m_words) {
        m_words = words;
        fillChoices();
    }
    if (m_contentsOf != host()->report()) look(host()->report());
    emit chipsChanged();
    if (!m_chosen && !m_contents) return m_status->setText(status());
    if (!m_chosen) m_sources->setCurrent(keyOf(firstSource()));
    m_split->updateButton();
    const Request request{host()->report(), source(), span()->range()};
    if (request == m_request) return;
    m_request = request;
    start();
}

// What a person chose last for a report of this kind, if this one has it.
FunctionsPane::Source FunctionsPane::firstSource() const {
    const QString kept = QSettings().value(sourceSetting(*host()->report())).toString();
    for (const model::CallSourceInfo& info : model::callSources())
        if (keyOf(info.source) == kept &&
            model::reports::lacks(info.source, *m_contents) == model::MessageCode::Nothing)
            return info.source;
    return model::reports::openingSource(*m_contents);
}

void FunctionsPane::start() {
    m_exported.clear();
    m_work.run(
        [request = m_request](const std::stop_token& stop) {
            const model::TimeRange whole = request.report->whole();
            CallTree tree = callTree(request.source, {*request.report, request.range.value_or(whole), {}, stop});
            Made made{request, std::make_shared<const CallTree>(std::move(tree)), nullptr, nullptr};
            if (request.source == Source::Launches)
                made.communication = model::reports::CommunicationWork::of(*request.report, stop);
            if (!stop.stop_requested()) made.bottomUp = std::make_shared<const CallTree>(model::bottomUp(*made.tree));
            return made;
        },
        [this](Made made) { setResult(std::move(made)); });
    m_status->setText(status());
}

// Nothing of a report stays behind when it is closed.
void FunctionsPane::clear() {
    m_work.forget();
    m_request = {};
    m_made = {};
    m_model->clear();
    m_flame->setTree(nullptr, nullptr, TrackKind::Generic);
}

void FunctionsPane::setResult(Made made) {
    m_made = std::move(made);
    m_flame->setTree(m_made.request.report, m_made.tree, infoOf(m_made.request.source).look, m_made.communication);
    showView();
    emit settled();
}

void FunctionsPane::showView() {
    m_views->setCurrentIndex(view() == View::Flame ? 0 : 1);
    if (m_made.tree && view() == View::TopDown) m_model->showTree(m_made.request.report, m_made.tree);
    if (m_made.tree && view() == View::BottomUp) m_model->showTree(m_made.request.report, m_made.bottomUp);
    if (m_made.tree && view() == View::Flat)
        m_model->showList(m_made.request.report, m_made.tree, model::flat(*m_made.tree));
    m_table->setRootIsDecorated(view() != View::Flat);
    m_status->setText(status());
}

QString FunctionsPane::status() const {
    if (!m_exported.isEmpty()) return m_exported;
    if (m_work.isWorking() || m_looking.isWorking()) return tr("Counting…");
    if (!m_made.tree) return {};
    if (m_made.tree->total() == 0) {
        switch (source()) {
        case Source::Samples: return tr("No CPU samples in this time. Capture with CPU sampling switched on.");
        case Source::PythonSamples:
            return tr("No samples of Python in this time. Capture with Python sampling switched on.");
        case Source::Nvtx: return tr("No NVTX ranges in this time.");
        case Source::Python: return tr("No Python functions in this time. Profile with with_stack=True.");
        case Source::Operators: return m_words.in(tr("No operators or CUDA calls in this time."));
        case Source::Launches: return tr("No GPU work in this time.");
        case Source::Slices: return tr("No slices of threads in this time.");
        }
    }
    if (!m_hover.isEmpty()) return m_hover;
    const QString total =
        m_made.tree->unit() == CallTree::Unit::Samples
            ? tr("%1 samples", nullptr, static_cast<int>(std::min<std::int64_t>(m_made.tree->total(), INT_MAX)))
                  .arg(callTreeValue(*m_made.tree, m_made.tree->total()))
            : tr("%1 in all threads").arg(callTreeValue(*m_made.tree, m_made.tree->total()));
    if (m_search->text().isEmpty() || view() != View::Flame) return total;
    return tr("%1; found in %2 of it").arg(total, timeline::formatPercent(m_flame->found()));
}

bool FunctionsPane::exportTo(const QString& path) {
    if (!m_made.tree) return false;
    if (pictureFormatOf(path)) return writePictureOf(*m_flame, title(), host(), path);
    QSaveFile file(path);
    const std::string folded = model::foldedStacks(*m_made.tree, *m_made.request.report);
    const QByteArray text = path.endsWith(QLatin1String(".csv")) && view() != View::Flame
                                ? m_model->csv()
                                : QByteArray::fromStdString(folded);
    return file.open(QIODevice::WriteOnly) && file.write(text) == text.size() && file.commit();
}

void FunctionsPane::chooseFile() {
    auto* dialog = new QFileDialog(this, tr("Export the Functions"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    QStringList filters{tr("Folded stacks (*.txt)"), tr("Picture of the flame graph (*.png)"),
                        tr("Picture of the flame graph (*.svg)"), tr("Picture of the flame graph (*.pdf)")};
    if (view() != View::Flame) filters.prepend(tr("Comma-separated values (*.csv)"));
    dialog->setNameFilters(filters);
    const QString suffix = view() == View::Flame ? QStringLiteral("txt") : QStringLiteral("csv");
    dialog->setDefaultSuffix(suffix);
    connect(dialog, &QFileDialog::filterSelected, dialog, [dialog](const QString& filter) {
        for (const char* ending : {"csv", "txt", "png", "svg", "pdf"})
            if (filter.contains(QLatin1String("*.") + QLatin1String(ending)))
                dialog->setDefaultSuffix(QLatin1String(ending));
    });
    dialog->selectFile(QStringLiteral("functions.") + suffix);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) {
        m_exported = exportTo(path) ? tr("Written to %1").arg(path)
                                    : tr("%1 could not be written. Choose another folder.").arg(path);
        m_status->setText(status());
    });
    dialog->open();
}

void FunctionsPane::fillChoices() {
    QList<Choice> choices;
    for (const model::CallSourceInfo& info : model::callSources())
        choices.append({keyOf(info.source),
                        m_words.in(titleOf(info.source)),
                        {},
                        {},
                        m_contents ? m_words(model::reports::lacks(info.source, *m_contents)) : QString()});
    m_sources->setChoices(choices);
    m_split->updateButton();
    const int view = std::max(0, m_view->currentIndex());
    m_view->clear();
    m_view->addItems({tr("Flame graph"), tr("Top-down"), tr("Bottom-up"), tr("Flat")});
    m_view->setCurrentIndex(view);
}

void FunctionsPane::retranslate() {
    fillChoices();
    m_sources->retranslate(tr("What is counted"), tr("Find a source"));
    m_split->button()->setToolTip(tr("What is counted"));
    m_view->setToolTip(tr("How it is shown"));
    m_view->setAccessibleName(m_view->toolTip());
    m_search->setPlaceholderText(tr("Highlight"));
    m_search->setAccessibleName(m_search->placeholderText());
    m_export->setToolTip(tr("Export as folded stacks, picture or table"));
    m_export->setAccessibleName(m_export->toolTip());
    m_flame->setAccessibleName(tr("Flame graph"));
    m_table->setAccessibleName(title());
    m_model->retranslate();
    m_status->setText(status());
    refresh();
}

}  // namespace app
