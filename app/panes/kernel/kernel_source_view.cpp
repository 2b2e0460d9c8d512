// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panes/kernel/kernel_source_view.h"

#include <QComboBox>
#include <QEvent>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QShortcut>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <unordered_map>

#include "app/kit/metric_text.h"
#include "app/kit/std_text.h"
#include "app/panes/kernel/disassembler.h"
#include "app/panes/kernel/kernel_source_table.h"
#include "model/kernels/source_compare.h"
#include "timeline/look/format.h"

namespace app {
namespace {
constexpr int kBesideWidth = 900;  // px from which on instructions stand beside their source at first

}  // namespace

KernelSourceView::KernelSourceView(QWidget* parent)
    : QWidget(parent), m_disassembler(new Disassembler(this)), m_places(new QComboBox),
      m_heat(new QComboBox), m_hottest{new QToolButton, new QToolButton}, m_beside(new QToolButton), m_hint(new QLabel),
      m_table(new KernelSourceTable), m_sass(new KernelSourceTable), m_work(this) {
    for (QComboBox* box : {m_places, m_heat}) {
        box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
        box->setMaximumWidth(280);
    }
    m_hottest[0]->setArrowType(Qt::UpArrow);
    m_hottest[1]->setArrowType(Qt::DownArrow);
    m_beside->setCheckable(true);
    for (QToolButton* button : {m_hottest[0], m_hottest[1], m_beside}) button->setAutoRaise(true);
    m_hint->setForegroundRole(QPalette::PlaceholderText);
    m_hint->setWordWrap(true);
    auto* top = new QHBoxLayout;
    top->setContentsMargins(8, 4, 8, 4);
    top->setSpacing(8);
    for (QWidget* w : std::initializer_list<QWidget*>{m_places, m_heat, m_hottest[0], m_hottest[1], m_beside})
        top->addWidget(w);
    top->addWidget(m_hint, 1);
    auto* both = new QSplitter;
    both->setChildrenCollapsible(false);
    both->addWidget(m_table);
    both->addWidget(m_sass);
    m_sass->hide();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(top);
    column->addWidget(both, 1);
    connect(m_places, &QComboBox::currentIndexChanged, this, &KernelSourceView::showPlace);
    connect(m_heat, &QComboBox::activated, this, &KernelSourceView::setHeat);
    connect(m_beside, &QToolButton::clicked, this, [this](bool on) { setBeside(on); });
    connect(m_table, &KernelSourceTable::rowChosen, this, [this](int row) { link(*m_table, row); });
    connect(m_sass, &KernelSourceTable::rowChosen, this, [this](int row) { link(*m_sass, row); });
    for (const int down : {0, 1}) {
        const auto step = [this, down] { stepByHeat(down ? 1 : -1); };
        connect(m_hottest[down], &QToolButton::clicked, this, step);
        auto* keys = new QShortcut(down ? QKeySequence(Qt::ALT | Qt::Key_Down) : QKeySequence(Qt::ALT | Qt::Key_Up),
                                   this, nullptr, nullptr, Qt::WidgetWithChildrenShortcut);
        connect(keys, &QShortcut::activated, this, step);
    }
    connect(m_disassembler, &Disassembler::changed, this, [this] {
        if (currentPlace() == Instructions) {
            showPlace(m_places->currentIndex());
        } else {
            showBeside();
        }
        emit settled();
    });
    retranslate();
}

void KernelSourceView::setKernel(const ShownKernel& shown) {
    const bool same = m_shown.snapshot == shown.snapshot && m_shown.profile == shown.profile &&
                      m_shown.text.snapshot == shown.text.snapshot && m_shown.text.profile == shown.text.profile;
    const bool sameBaseline =
        m_shown.baseline.snapshot == shown.baseline.snapshot && m_shown.baseline.profile == shown.baseline.profile;
    m_shown = shown;
    if (same && !sameBaseline && shown.kernel()) showPlace(m_places->currentIndex());
    if (same) return;  // the place that was chosen stays
    m_ptx.reset();
    m_ptxFile.clear();
    fillPlaces();
    if (isVisible()) loadPtx();
}

void KernelSourceView::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (!m_besideChosen) m_wantsBeside = width() >= kBesideWidth;
    loadPtx();
    showBeside();
}

void KernelSourceView::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    const bool wants = width() >= kBesideWidth;
    if (m_besideChosen || wants == m_wantsBeside) return;
    m_wantsBeside = wants;
    showBeside();
}

// The report's file is read once more for it, but only when somebody looks.
void KernelSourceView::loadPtx() {
    if (!m_shown.kernel() || m_shown.file.isEmpty()) return m_work.forget();
    const QString kernel = utf8(m_shown.snapshot->text(m_shown.kernel()->mangled));
    if (m_ptxFile == m_shown.file && m_ptxKernel == kernel) return;
    m_ptxFile = m_shown.file;
    m_ptxKernel = kernel;
    using Code = importers::ncu::CubinPtx;
    m_work.run(
        [file = QFile::encodeName(m_ptxFile).toStdString(),
         name = kernel.toStdString()](std::stop_token) -> std::shared_ptr<const Code> {
            const auto cubin = importers::ncu::readCubin(file, name);
            return cubin ? std::make_shared<const Code>(importers::ncu::readCubinPtx(*cubin)) : nullptr;
        },
        [this](std::shared_ptr<const Code> ptx) { showPtx(std::move(ptx)); });
}

void KernelSourceView::showPtx(std::shared_ptr<const importers::ncu::CubinPtx> ptx) {
    if (ptx && !ptx->text.empty() && m_shown.kernel()) {
        m_ptx = std::move(ptx);
        m_places->insertItem(m_places->count() - 1, tr("PTX"), static_cast<int>(Ptx));
    }
    emit settled();
}

int KernelSourceView::currentPlace() const {
    return m_places->currentIndex() < 0 ? Instructions : m_places->currentData().toInt();
}

QString KernelSourceView::hint() const { return m_hint->text(); }
bool KernelSourceView::isWorking() const {
    return m_work.isWorking() || m_disassembler->state() == Disassembler::State::Working;
}

void KernelSourceView::fillPlaces() {
    const QSignalBlocker quiet(m_places);
    m_places->clear();
    m_files.clear();
    if (m_shown.kernel()) {
        m_files = model::sourceFiles(*m_shown.snapshot, m_shown.profile);
        for (const model::StringId file : m_files) {
            const QString path = utf8(m_shown.snapshot->text(file));
            m_places->addItem(QFileInfo(path).fileName(), m_places->count());
            m_places->setItemData(m_places->count() - 1, path, Qt::ToolTipRole);
        }
        if (m_ptx) m_places->addItem(tr("PTX"), static_cast<int>(Ptx));
        m_places->addItem(tr("Instructions"), static_cast<int>(Instructions));
    }
    showPlace(m_places->currentIndex());
}

std::shared_ptr<const importers::ncu::SassListing> KernelSourceView::textFromBeside() const {
    const auto texts = model::instructionTexts(*m_shown.text.snapshot, m_shown.text.profile);
    auto out = std::make_shared<importers::ncu::SassListing>();
    auto& own = (*out)[std::string(m_shown.snapshot->text(m_shown.kernel()->mangled))];
    for (const auto& [offset, text] : texts) own.emplace(offset, text);
    return out;
}

/// Text that the report lacks, or what can be done to have it.
std::shared_ptr<const importers::ncu::SassListing> KernelSourceView::textOfInstructions(QString& hint) {
    if (m_shown.text.snapshot) {
        hint = tr("Text of instructions from %1.").arg(m_shown.text.report);
        return textFromBeside();
    }
    const QString page = tr("“ncu --import FILE --page source --csv” prints the text; open that beside this report.");
    if (m_shown.file.isEmpty()) {
        hint = tr("Reports do not hold the text of instructions.") + u' ' + page;
        return nullptr;
    }
    m_disassembler->request(m_shown.file, utf8(m_shown.snapshot->text(m_shown.kernel()->mangled)));
    switch (m_disassembler->state()) {
    case Disassembler::State::Done: hint = tr("Text of instructions by nvdisasm."); break;
    case Disassembler::State::Working: hint = tr("nvdisasm reads the kernel's code …"); break;
    case Disassembler::State::Failed: hint = m_disassembler->why() + u' ' + page; break;
    default:
        hint =
            tr("Reports do not hold the text of instructions. Install nvdisasm of NVIDIA's CUDA toolkit where PATH finds it; or: %1")
                .arg(page);
        break;
    }
    return m_disassembler->listing();
}

void KernelSourceView::showPlace(int index) {
    model::SourceTable table;
    const int place = currentPlace();
    if (index >= 0 && place == Ptx)
        table = model::textLines(*m_shown.snapshot, m_shown.profile, m_ptx->text,
                                 [&](const model::ProfileFunction& f, std::uint64_t offset) {
                                     return m_ptx->lineOf(m_shown.snapshot->text(f.name), offset);
                                 });
    else if (index >= 0 && place == Instructions) table = model::instructions(*m_shown.snapshot, m_shown.profile);
    else if (index >= 0)
        table = model::sourceLines(*m_shown.snapshot, m_shown.profile, m_files[static_cast<std::size_t>(place)]);
    setTable(std::move(table), place != Instructions);
}

model::SourceTable KernelSourceView::tableBefore(int place) const {
    const KernelBaseline& base = m_shown.baseline;
    if (!base || place == Ptx) return {};
    if (place == Instructions) return model::instructions(*base.snapshot, base.profile);
    const auto files = model::sourceFiles(*base.snapshot, base.profile);
    const model::StringId file =
        model::sameFile(*m_shown.snapshot, m_files[static_cast<std::size_t>(place)], *base.snapshot, files);
    return file ? model::sourceLines(*base.snapshot, base.profile, file) : model::SourceTable();
}

void KernelSourceView::setTable(model::SourceTable table, bool lines) {
    QString hint;
    std::shared_ptr<const importers::ncu::SassListing> texts;
    if (table.rows.empty())
        hint = tr(
            "The report holds nothing by line or instruction. Profile with “ncu --set full --import-source yes”, and build with -lineinfo.");
    else if (lines && !table.hasText)
        hint = tr("The text of the file is not in the report: profile with “--import-source yes” to have it.");
    else if (!lines && !table.hasText) texts = textOfInstructions(hint);
    m_table->setContent({m_shown.snapshot, std::move(table), std::move(texts), m_ptx});
    m_note.clear();
    if (m_shown.baseline && !m_table->content().rows.empty()) {
        m_note = compare(*m_table, currentPlace());
        hint += (hint.isEmpty() ? QString() : QStringLiteral(" ")) + m_note;
    }
    m_placeHint = hint;
    fillHeat();
    showBeside();
    // Where most was measured.
    m_table->scrollToHottest();
}

/// Values of the baseline beside those of a table of that place; returns how much of it the baseline has.
QString KernelSourceView::compare(KernelSourceTable& table, int place) const {
    const model::SourceTable before = tableBefore(place);
    table.setBefore(model::valuesBefore(*m_shown.snapshot, table.content(), *m_shown.baseline.snapshot, before));
    if (place == Ptx) return tr("Lines of PTX are not compared.");
    if (before.rows.empty())
        return tr("Nothing is compared: %1 holds nothing by line or instruction of this. Profile it with “ncu --set full --import-source yes”, too.")
            .arg(m_shown.baseline.report);
    if (table.matched() == 0) return tr("The baseline has none of these lines: nothing is compared.");
    QString note = tr("%1 of %2 lines are in the baseline, too.")
                       .arg(timeline::formatCount(table.matched()), timeline::formatCount(table.content().rows.size()));
    if (place == Instructions && !model::areMatchedByText(table.content(), before))
        note += u' ' + tr("Instructions are matched by their offsets, as their text is not known.");
    return note;
}

// The metrics of what is shown; the one that was chosen stays.
void KernelSourceView::fillHeat() {
    const QString chosen = m_heat->currentData().toString();
    m_heat->clear();
    for (const model::StringId metric : m_table->content().columns) {
        const std::string_view name = m_shown.snapshot->text(metric);
        m_heat->addItem(placeMetricTitle(name), utf8(name));
    }
    m_heat->setCurrentIndex(std::max(0, m_heat->findData(chosen)));
    m_heat->setVisible(m_heat->count() > 0);
    for (QToolButton* button : m_hottest) button->setVisible(m_heat->count() > 0);
    setHeat();
}

void KernelSourceView::setHeat() {
    for (KernelSourceTable* table : {m_table, m_sass}) table->setHeat(m_heat->currentData().toString().toStdString());
}

void KernelSourceView::stepByHeat(int direction) {
    KernelSourceTable* table = m_sass->isVisible() && m_sass->hasFocus() ? m_sass : m_table;
    table->stepByHeat(direction);
}

void KernelSourceView::setBeside(bool on) {
    m_besideChosen = true;
    m_wantsBeside = on;
    showBeside();
}

/// Instructions beside the lines that they come from. They are made when somebody looks.
void KernelSourceView::showBeside() {
    const bool can = currentPlace() != Instructions && m_shown.kernel() && !m_table->content().rows.empty();
    const bool shown = can && m_wantsBeside && isVisible();
    m_beside->setVisible(can);
    m_beside->setChecked(can && m_wantsBeside);
    QString hint = m_placeHint;
    m_lineOf.clear();
    if (shown) {
        model::SourceTable table = model::instructions(*m_shown.snapshot, m_shown.profile);
        std::shared_ptr<const importers::ncu::SassListing> texts;
        QString about;
        if (!table.hasText && !table.rows.empty()) texts = textOfInstructions(about);
        if (hint.isEmpty()) hint = about;
        findLines(table);
        m_sass->setContent({m_shown.snapshot, std::move(table), std::move(texts), nullptr});
        if (m_shown.baseline) compare(*m_sass, Instructions);
        setHeat();
        m_sass->scrollToHottest();
    } else {
        m_sass->setContent({m_shown.snapshot, {}, nullptr, nullptr});
    }
    m_sass->setVisible(shown && !m_sass->content().rows.empty());
    m_table->fitColumns(m_sass->isVisibleTo(this));
    m_sass->fitColumns(true);
    m_hint->setText(hint);
    link(*m_table, m_table->currentIndex().isValid() ? m_table->currentIndex().row() : -1);
}

/// Which row of the lines each instruction belongs to.
void KernelSourceView::findLines(const model::SourceTable& instructions) {
    const int place = currentPlace();
    std::unordered_map<std::uint32_t, int> rows;
    for (std::size_t row = 0; row < m_table->content().rows.size(); ++row)
        rows.emplace(m_table->content().rows[row].line, static_cast<int>(row));
    for (const model::SourceTable::Row& row : instructions.rows) {
        std::uint32_t line = 0;
        if (row.function && place == Ptx) line = m_ptx->lineOf(m_shown.snapshot->text(row.function->name), row.offset);
        else if (const auto* at = row.function ? row.function->lineAt(row.offset) : nullptr;
                 at && at->file == m_files[static_cast<std::size_t>(place)])
            line = at->line;
        const auto found = rows.find(line);
        m_lineOf.push_back(line && found != rows.end() ? found->second : -1);
    }
}

/// What was chosen in one table marks in the other what belongs to it.
void KernelSourceView::link(KernelSourceTable& from, int row) {
    std::vector<int> linked;
    if (&from == m_sass) {
        const auto at = static_cast<std::size_t>(std::max(0, row));
        if (row >= 0 && at < m_lineOf.size() && m_lineOf[at] >= 0) linked.push_back(m_lineOf[at]);
    } else {
        for (std::size_t i = 0; i < m_lineOf.size() && row >= 0; ++i)
            if (m_lineOf[i] == row) linked.push_back(static_cast<int>(i));
    }
    from.setLinked({});
    (&from == m_table ? m_sass : m_table)->setLinked(std::move(linked));
}

void KernelSourceView::showLine(const QString& file, int line) {
    for (std::size_t i = 0; i < m_files.size(); ++i) {
        if (!utf8(m_shown.snapshot->text(m_files[i])).endsWith(file)) continue;
        m_places->setCurrentIndex(static_cast<int>(i));
        const auto& rows = m_table->content().rows;
        for (std::size_t row = 0; row < rows.size(); ++row)
            if (rows[row].line == static_cast<std::uint32_t>(line)) {
                const QModelIndex index = m_table->model()->index(static_cast<int>(row), 0);
                m_table->selectRow(index.row());
                m_table->scrollTo(index, QAbstractItemView::PositionAtCenter);
            }
        return;
    }
}

int KernelSourceView::rowCount() const { return static_cast<int>(m_table->content().rows.size()); }

void KernelSourceView::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() != QEvent::LanguageChange) return;
    retranslate();
    fillPlaces();
}

void KernelSourceView::retranslate() {
    m_heat->setToolTip(tr("What the share of each line is of"));
    m_heat->setAccessibleName(m_heat->toolTip());
    m_hottest[0]->setToolTip(tr("Next hotter line (Alt+Up)"));
    m_hottest[1]->setToolTip(tr("Next cooler line, first the hottest (Alt+Down)"));
    for (QToolButton* button : m_hottest) button->setAccessibleName(button->toolTip());
    m_beside->setText(tr("SASS Beside"));
    m_beside->setToolTip(tr("Show instructions beside the lines that they come from"));
    m_table->setAccessibleName(tr("Source"));
    m_sass->setAccessibleName(tr("Instructions"));
}

}  // namespace app
