// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panes/merged_files_view.h"

#include <QHeaderView>
#include <QLabel>
#include <QStandardItemModel>
#include <QVBoxLayout>
#include <cmath>

#include "app/kit/error_text.h"
#include "app/kit/range_text.h"
#include "app/kit/tables/table.h"
#include "model/base/time_units.h"
#include "timeline/look/format.h"

namespace app {
namespace {

QString methodText(importers::Align method) {
    switch (method) {
    case importers::Align::Collectives: return MergedFilesView::tr("ends of collectives");
    case importers::Align::WallClock: return MergedFilesView::tr("wall clock");
    case importers::Align::Clock: return MergedFilesView::tr("clock of the machine");
    case importers::Align::Given: return MergedFilesView::tr("by hand");
    case importers::Align::Start:
    case importers::Align::Auto: break;
    }
    return MergedFilesView::tr("start of the file");
}

}  // namespace

QString offsetText(model::TimeNs offset) {
    if (offset == 0) return QStringLiteral("0");
    const auto magnitude = static_cast<std::uint64_t>(offset < 0 ? -(offset + 1) : offset) + (offset < 0 ? 1 : 0);
    const model::TimeUnit& unit =
        magnitude >= static_cast<std::uint64_t>(model::kSeconds.ns) ? model::kSeconds : model::kMilliseconds;
    const auto ns = static_cast<std::uint64_t>(unit.ns);
    QString part = QString::number(magnitude % ns).rightJustified(unit.decimals, u'0');
    while (part.size() > 3 && part.endsWith(u'0')) part.chop(1);
    const QString sign = offset < 0 ? QStringLiteral("-") : QStringLiteral("+");
    return QStringLiteral("%1%2.%3 %4").arg(sign, QString::number(magnitude / ns), part, QString::fromUtf8(unit.key));
}

std::optional<model::TimeNs> offsetFromText(const QString& text) {
    QString plain = text.trimmed();
    if (plain.startsWith(u'+')) plain.remove(0, 1);
    plain.replace(u'−', u'-');
    if (plain.isEmpty()) return {};
    if (plain.back().isDigit()) plain += QStringLiteral("ms");
    return parseTime(plain);
}

MergedFilesView::MergedFilesView(QWidget* parent)
    : QWidget(parent), m_hint(new QLabel(this)), m_files(new QStandardItemModel(this)),
      m_table(new Table(QStringLiteral("mergedFiles"))) {
    m_hint->setMargin(6);
    m_hint->setTextFormat(Qt::PlainText);
    m_table->setModel(m_files);
    m_table->setSortingEnabled(false);  // in the order of the rows
    m_table->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed |
                             QAbstractItemView::AnyKeyPressed);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_hint);
    column->addWidget(m_table, 1);
    connect(m_files, &QStandardItemModel::itemChanged, this, &MergedFilesView::onEdited);
    refresh();
}

void MergedFilesView::setHost(PaneHost* host) {
    if (m_host) m_host->disconnect(this);
    m_host = host;
    if (host) connect(host, &PaneHost::filesChanged, this, &MergedFilesView::refresh);
    refresh();
}

void MergedFilesView::refresh() {
    m_filling = true;
    m_files->setHorizontalHeaderLabels({tr("File"), tr("Rank"), tr("Host"), tr("Format"), tr("Aligned by"),
                                        tr("Clock is ahead by"), tr("Collectives"), tr("Residual"), tr("Events")});
    const std::vector<importers::MergedFile> none;
    const auto& files = m_host ? m_host->files() : none;
    m_hint->setText(m_host && m_host->isMoving()
                        ? tr("Moving…")
                        : tr("Double-click an offset to change it, for example to “5.01 ms”. Ctrl+Z takes it back."));
    const bool known = static_cast<int>(files.size()) == m_files->rowCount();
    if (!known) m_files->setRowCount(0);
    bool first = true;  // that opened: its clock is the measure
    for (std::size_t i = 0; i < files.size(); ++i) {
        const importers::MergedFile& f = files[i];
        QStringList texts;
        texts.resize(ColumnCount);
        texts[File] = QString::fromStdString(f.path.filename().string());
        texts[Rank] = f.rank ? QString::number(*f.rank) : QString();
        texts[Host] = QString::fromStdString(f.host);
        texts[Format] = QString::fromStdString(f.format);
        if (f.error) {
            texts[Format] = errorMessage(*f.error).fact;
        } else {
            texts[Offset] = offsetText(m_host->clockOffset(i));
            texts[AlignedBy] = first ? tr("the measure for the others") : methodText(f.alignment.method);
            texts[Events] = timeline::formatCount(f.events);
        }
        if (!f.error && !first && f.alignment.matches > 0) {
            texts[Matches] = timeline::formatCount(f.alignment.matches);
            texts[Residual] = timeline::formatDuration(f.alignment.residual);
        }
        const bool editable = !f.error && !first;
        QList<QStandardItem*> row;
        for (int c = 0; c < ColumnCount; ++c) {
            QStandardItem* item = known ? m_files->item(static_cast<int>(i), c) : new QStandardItem;
            item->setText(texts[c]);
            item->setEditable(c == Offset && editable);
            if (c == Rank || c >= Offset)
                item->setTextAlignment((c == Rank ? Qt::AlignHCenter : Qt::AlignRight) | Qt::AlignVCenter);
            row.append(item);
        }
        row[File]->setToolTip(QString::fromStdString(f.path.string()));
        row[Format]->setToolTip(texts[Format]);
        row[Offset]->setData(QString::number(f.error ? 0 : m_host->clockOffset(i)), kCopyRole);
        row[Residual]->setToolTip(tr("Half of the collectives fit the offset to within this time."));
        if (!known) m_files->appendRow(row);
        first = first && f.error.has_value();
    }
    if (!known && !files.empty()) {
        constexpr int kWidths[ColumnCount] = {240, 50, 110, 190, 170, 130, 90, 90, 90};  // logical px
        for (int c = 0; c < ColumnCount; ++c) m_table->setColumnWidth(c, kWidths[c]);
        m_table->restoreColumns();
    }
    m_filling = false;
}

void MergedFilesView::onEdited(const QStandardItem* item) {
    if (m_filling || !m_host || item->column() != Offset) return;
    if (const auto offset = offsetFromText(item->text()))
        m_host->moveFile(static_cast<std::size_t>(item->row()), *offset);
    refresh();
}

}  // namespace app
