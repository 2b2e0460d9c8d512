// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/kit/tables/row_text.h"

#include <QApplication>
#include <QClipboard>
#include <QHeaderView>

#include "importers/export/output.h"

namespace app {
namespace {

/// A tab, bar or line break inside a cell would shift the columns of the reader.
QString cell(QString text, RowFormat format) {
    text.replace(u'\n', u' ').replace(u'\t', u' ');
    if (format == RowFormat::Tsv && importers::exporting::isFormula(text.toStdString()))
        return u'\'' + text;  // it is pasted into spreadsheets
    return format == RowFormat::Markdown ? text.replace(u'|', QStringLiteral("\\|")) : text;
}

QString line(const QStringList& cells, RowFormat format) {
    if (format == RowFormat::Tsv) return cells.join(u'\t') + u'\n';
    return QStringLiteral("| %1 |\n").arg(cells.join(QStringLiteral(" | ")));
}

}  // namespace

QString cellText(const QModelIndex& index) {
    const QVariant raw = index.data(kCopyRole);
    return (raw.isValid() ? raw : index.data()).toString();
}

QString rowsAsText(const QHeaderView& header, const QModelIndexList& rows, RowFormat format) {
    const QAbstractItemModel* model = header.model();
    if (!model) return {};
    QList<int> columns;
    for (int visual = 0; visual < header.count(); ++visual)
        if (const int column = header.logicalIndex(visual); !header.isSectionHidden(column)) columns.append(column);
    QStringList titles, rule;
    for (const int column : std::as_const(columns)) {
        titles.append(cell(model->headerData(column, Qt::Horizontal).toString(), format));
        const auto alignment = model->headerData(column, Qt::Horizontal, Qt::TextAlignmentRole).toInt();
        rule.append(alignment & Qt::AlignRight ? QStringLiteral("---:") : QStringLiteral("---"));
    }
    QString out = line(titles, format);
    if (format == RowFormat::Markdown) out += line(rule, format);
    for (const QModelIndex& row : rows) {
        QStringList cells;
        for (const int column : std::as_const(columns)) {
            cells.append(cell(cellText(row.siblingAtColumn(column)), format));
        }
        out += line(cells, format);
    }
    return out;
}

void copyText(const QString& text) { QApplication::clipboard()->setText(text); }

}  // namespace app
