// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panes/kernel/kernel_source_view.h"

#include <QAbstractTableModel>
#include <QApplication>
#include <QComboBox>
#include <QEvent>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <limits>

#include "app/kit/icons.h"
#include "app/kit/metric_text.h"
#include "app/kit/std_text.h"
#include "app/kit/tables/table.h"
#include "app/kit/theme.h"
#include "app/panes/kernel/disassembler.h"
#include "app/pictures/picture_fonts.h"
#include "model/kernels/source_compare.h"
#include "timeline/look/format.h"

namespace app {
namespace {
constexpr int kColumnsAtFirst = 6;  // of metrics; the others are in the menu of the header

}  // namespace

/// Rows of a SourceTable. Cells are tinted by their share of the column.
class KernelSourceModel : public QAbstractTableModel {
public:
    static QString numberText(double v) {
        return v >= 0 && v < 1e15 && v == std::floor(v) ? timeline::formatCount(static_cast<std::uint64_t>(v))
                                                        : timeline::formatValue(v);
    }
    double greatest(std::size_t column) const { return m_greatest[column]; }

    enum Column { Place, Code, FirstMetric };

    explicit KernelSourceModel(QObject* parent) : QAbstractTableModel(parent), m_fixed(fixedFont()) {}

    /// `texts` of instructions that the table lacks; null = none. `ptx` is what the table has its text from.
    void set(model::SnapshotPtr snapshot, model::SourceTable table,
             std::shared_ptr<const importers::ncu::SassListing> texts,
             std::shared_ptr<const importers::ncu::CubinPtx> ptx) {
        beginResetModel();
        m_snapshot = std::move(snapshot);
        m_table = std::move(table);
        m_texts = std::move(texts);
        m_ptx = std::move(ptx);
        addTexts();
        m_before.clear();
        m_totals.clear();
        m_greatest.clear();
        for (std::size_t c = 0; c < m_table.columns.size(); ++c) {
            double greatest = 0;
            for (const auto& row : m_table.rows)
                if (row.values[c] > greatest) greatest = row.values[c];
            m_greatest.push_back(greatest);
            m_totals.push_back(m_table.total(c));
        }
        endResetModel();
    }
    const model::SourceTable& table() const { return m_table; }
    /// Values of the baseline by row, as valuesBefore() has them; of the table that was set.
    void setBefore(std::vector<std::vector<double>> before) {
        beginResetModel();
        m_before = std::move(before);
        endResetModel();
    }
    bool hasBefore() const { return !m_before.empty(); }
    /// Rows that the baseline has, too.
    std::size_t matched() const {
        return static_cast<std::size_t>(
            std::count_if(m_before.begin(), m_before.end(), [](const auto& values) { return !values.empty(); }));
    }

    int rowCount(const QModelIndex& parent = {}) const override {
        return parent.isValid() ? 0 : static_cast<int>(m_table.rows.size());
    }
    int columnCount(const QModelIndex& parent = {}) const override {
        return parent.isValid() ? 0 : FirstMetric + static_cast<int>(m_table.columns.size());
    }

    QVariant data(const QModelIndex& index, int role) const override {
        if (!index.isValid()) return {};
        const auto& row = m_table.rows[static_cast<std::size_t>(index.row())];
        if (role == Qt::ToolTipRole) return toolTip(row, static_cast<std::size_t>(index.row()), index.column());
        if (index.column() == Place) return place(row, role);
        if (index.column() == Code) return code(row, role);
        return metric(row, static_cast<std::size_t>(index.row()),
                      static_cast<std::size_t>(index.column() - FirstMetric), role);
    }

    QVariant headerData(int section, Qt::Orientation orientation, int role) const override {
        if (orientation != Qt::Horizontal) return {};
        const bool isMetric = section >= FirstMetric;
        if (role == Qt::TextAlignmentRole)
            return static_cast<int>((section == Code ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
        const std::string_view name =
            isMetric ? m_snapshot->text(m_table.columns[static_cast<std::size_t>(section - FirstMetric)])
                     : std::string_view();
        if (role == Qt::ToolTipRole) return utf8(name);
        if (role != Qt::DisplayRole) return {};
        if (isMetric) return placeMetricTitle(name);
        const bool lines = !m_table.rows.empty() && m_table.rows.front().line > 0;
        if (section == Place) return lines ? KernelSourceView::tr("Line") : KernelSourceView::tr("Offset");
        return lines ? KernelSourceView::tr("Source") : KernelSourceView::tr("Instruction");
    }

private:
    using Row = model::SourceTable::Row;

    void addTexts() {
        if (!m_texts) return;
        for (Row& row : m_table.rows) {
            if (!row.function || !row.text.empty()) continue;
            const auto function = m_texts->find(m_snapshot->text(row.function->name));
            if (function == m_texts->end()) continue;
            if (const auto text = function->second.find(row.offset); text != function->second.end())
                row.text = text->second;
        }
    }

    QVariant place(const Row& row, int role) const {
        if (role == Qt::TextAlignmentRole) return static_cast<int>(Qt::AlignRight | Qt::AlignVCenter);
        if (role == Qt::DecorationRole && !row.markers.empty()) return icon(QStringLiteral("warning"));
        if (role == Qt::ForegroundRole) return QApplication::palette().color(QPalette::PlaceholderText);
        if (role != Qt::DisplayRole && role != kCopyRole) return {};
        return row.line ? QString::number(row.line) : QStringLiteral("0x%1").arg(row.offset, 4, 16, QLatin1Char('0'));
    }

    QVariant code(const Row& row, int role) const {
        if (role == Qt::FontRole) return m_fixed;
        if (role == Qt::DisplayRole || role == kCopyRole) {
            if (!row.text.empty()) return utf8(row.text).replace(u'\t', QStringLiteral("    "));
            // The text of instructions is not in reports: which line they belong to is.
            const auto* line = row.function ? row.function->lineAt(row.offset) : nullptr;
            return line ? QStringLiteral("%1:%2")
                              .arg(QFileInfo(utf8(m_snapshot->text(line->file))).fileName())
                              .arg(line->line)
                        : QString();
        }
        if (role == Qt::ForegroundRole && row.text.empty())
            return QApplication::palette().color(QPalette::PlaceholderText);
        return {};
    }

    /// NaN where the baseline has nothing there.
    double before(std::size_t row, std::size_t column) const {
        return row < m_before.size() && column < m_before[row].size() ? m_before[row][column]
                                                                      : std::numeric_limits<double>::quiet_NaN();
    }

    QVariant metric(const Row& row, std::size_t at, std::size_t column, int role) const {
        const double v = row.values[column];
        if (role == Qt::TextAlignmentRole) return static_cast<int>(Qt::AlignRight | Qt::AlignVCenter);
        if (std::isnan(v)) return {};
        if (role == Qt::DisplayRole) return withDelta(numberText(v), deltaBeside(v, before(at, column), {}));
        if (role == kCopyRole) return rawReal(v);
        if (role == Qt::ForegroundRole && v == 0) return QApplication::palette().color(QPalette::PlaceholderText);
        if (role == Qt::BackgroundRole && v > 0 && m_greatest[column] > 0) {
            QColor tint(timeline::tokens(themeManager()->theme()).accent);
            tint.setAlphaF(static_cast<float>(0.32 * v / m_greatest[column]));
            return tint;
        }
        return {};
    }

    QVariant toolTip(const Row& row, std::size_t at, int column) const {
        QStringList lines;
        if (column >= FirstMetric) {
            const auto c = static_cast<std::size_t>(column - FirstMetric);
            if (const double v = row.values[c]; !std::isnan(v) && m_totals[c] > 0)
                lines << KernelSourceView::tr("%1 of all").arg(timeline::formatPercent(v / m_totals[c]));
            if (const double b = before(at, c); !std::isnan(b))
                lines << KernelSourceView::tr("Baseline: %1").arg(numberText(b));
        }
        if (column == Code && !row.text.empty()) lines << utf8(row.text).trimmed();
        for (const model::SourceMarker* m : row.markers) lines << utf8(m_snapshot->text(m->text));
        return lines.isEmpty() ? QVariant() : QVariant(lines.join(u'\n'));
    }

    model::SnapshotPtr m_snapshot;
    model::SourceTable m_table;
    std::shared_ptr<const importers::ncu::SassListing> m_texts;
    std::shared_ptr<const importers::ncu::CubinPtx> m_ptx;
    std::vector<double> m_totals, m_greatest;   // by column
    std::vector<std::vector<double>> m_before;  // of the baseline, by row and column
    QFont m_fixed;
};

KernelSourceView::KernelSourceView(QWidget* parent)
    : QWidget(parent), m_disassembler(new Disassembler(this)), m_places(new QComboBox), m_hint(new QLabel),
      m_model(new KernelSourceModel(this)), m_table(new Table(QString())), m_work(this) {
    m_places->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_places->setMaximumWidth(360);
    m_hint->setForegroundRole(QPalette::PlaceholderText);
    m_hint->setWordWrap(true);
    m_table->setModel(m_model);
    m_table->horizontalHeader()->setMinimumSectionSize(48);
    m_table->setTextElideMode(Qt::ElideRight);  // code is read from its beginning
    auto* top = new QHBoxLayout;
    top->setContentsMargins(8, 4, 8, 4);
    top->setSpacing(10);
    top->addWidget(m_places);
    top->addWidget(m_hint, 1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(top);
    column->addWidget(m_table, 1);
    connect(m_places, &QComboBox::currentIndexChanged, this, &KernelSourceView::showPlace);
    connect(m_disassembler, &Disassembler::changed, this, [this] {
        if (currentPlace() == Instructions) showPlace(m_places->currentIndex());
        emit settled();
    });
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
    loadPtx();
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
    const bool hasCode = lines || table.hasText || texts;
    const std::size_t metrics = table.columns.size();
    m_model->set(m_shown.snapshot, std::move(table), std::move(texts), m_ptx);
    m_note.clear();
    if (const model::SourceTable before = tableBefore(currentPlace());
        m_shown.baseline && !m_model->table().rows.empty()) {
        m_model->setBefore(
            model::valuesBefore(*m_shown.snapshot, m_model->table(), *m_shown.baseline.snapshot, before));
        const bool byOffset = currentPlace() == Instructions && !model::areMatchedByText(m_model->table(), before);
        m_note =
            currentPlace() == Ptx ? tr("Lines of PTX are not compared.")
            : before.rows.empty()
                ? tr("Nothing is compared: %1 holds nothing by line or instruction of this. Profile it with “ncu --set full --import-source yes”, too.")
                      .arg(m_shown.baseline.report)
            : m_model->matched() == 0 ? tr("The baseline has none of these lines: nothing is compared.")
                                      : tr("%1 of %2 lines are in the baseline, too.")
                                            .arg(timeline::formatCount(m_model->matched()),
                                                 timeline::formatCount(m_model->table().rows.size()));
        if (byOffset && m_model->matched() > 0)
            m_note += u' ' + tr("Instructions are matched by their offsets, as their text is not known.");
        hint += (hint.isEmpty() ? QString() : QStringLiteral(" ")) + m_note;
    }
    m_hint->setText(hint);
    m_table->setColumnWidth(KernelSourceModel::Place, 100);  // with the mark of a remark
    m_table->setColumnWidth(KernelSourceModel::Code, hasCode ? 620 : 280);
    for (std::size_t c = 0; c < metrics; ++c) {
        const int column = KernelSourceModel::FirstMetric + static_cast<int>(c);
        m_table->setColumnHidden(column, static_cast<int>(c) >= kColumnsAtFirst);
        const int title = m_table->fontMetrics().horizontalAdvance(
            m_model->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString());
        const int number =
            m_table->fontMetrics().horizontalAdvance(KernelSourceModel::numberText(m_model->greatest(c)));
        const int delta =
            m_model->matched() ? m_table->fontMetrics().horizontalAdvance(QStringLiteral("  (+100.0 %)")) : 0;
        m_table->setColumnWidth(column, std::max(number + delta + 20, std::clamp(title + 20, 80, 220)));
    }
    // Where most was measured.
    const auto& rows = m_model->table().rows;
    const auto first = [](const model::SourceTable::Row& r) {
        return std::isnan(r.values.front()) ? -1.0 : r.values.front();
    };
    if (metrics == 0 || rows.empty()) return;
    const auto most =
        std::max_element(rows.begin(), rows.end(), [&](const auto& a, const auto& b) { return first(a) < first(b); });
    m_table->scrollTo(m_model->index(static_cast<int>(most - rows.begin()), 0), QAbstractItemView::PositionAtCenter);
}

void KernelSourceView::showLine(const QString& file, int line) {
    for (std::size_t i = 0; i < m_files.size(); ++i) {
        if (!utf8(m_shown.snapshot->text(m_files[i])).endsWith(file)) continue;
        m_places->setCurrentIndex(static_cast<int>(i));
        const auto& rows = m_model->table().rows;
        for (std::size_t row = 0; row < rows.size(); ++row)
            if (rows[row].line == static_cast<std::uint32_t>(line)) {
                const QModelIndex index = m_model->index(static_cast<int>(row), 0);
                m_table->selectRow(index.row());
                m_table->scrollTo(index, QAbstractItemView::PositionAtCenter);
            }
        return;
    }
}

int KernelSourceView::rowCount() const { return m_model->rowCount(); }

void KernelSourceView::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) fillPlaces();
}

}  // namespace app
