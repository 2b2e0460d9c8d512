// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QModelIndexList>
#include <QString>
#include <functional>

class QHeaderView;
class QMenu;

namespace app {

/// Role under which a model gives the text to copy where it differs from the one shown: raw nanoseconds, bytes.
inline constexpr int kCopyRole = Qt::UserRole + 100;

/// Adds what can be done with a row to its context menu.
using FillRowMenu = std::function<void(QMenu&, const QModelIndex&)>;

enum class RowFormat { Tsv, Markdown };

/// Rows of a table or tree with a header line: the columns that the header shows, in their order. Of each row one index
/// is enough.
QString rowsAsText(const QHeaderView& header, const QModelIndexList& rows, RowFormat format);

/// What a cell gives to copy.
QString cellText(const QModelIndex& index);

/// Puts a text on the clipboard, where it is kept.
void copyText(const QString& text);

}  // namespace app
