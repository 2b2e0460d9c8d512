// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointer>
#include <QWidget>

#include "app/report/pane_host.h"

class QLabel;
class QStandardItem;
class QStandardItemModel;

namespace app {

class Table;

/// The files of a merged report with the offsets of their clocks, which can be edited: each edit is a step that can be
/// undone.
class MergedFilesView : public QWidget {
    Q_OBJECT

public:
    enum Column { File, Rank, Host, Format, AlignedBy, Offset, Matches, Residual, Events, ColumnCount };

    explicit MergedFilesView(QWidget* parent = nullptr);
    void setHost(PaneHost* host);
    void refresh();
    QStandardItemModel* files() const { return m_files; }

private:
    void onEdited(const QStandardItem* item);

    QPointer<PaneHost> m_host;
    QLabel* m_hint;
    QStandardItemModel* m_files;
    Table* m_table;
    bool m_filling = false;
};

/// "+5.010 ms", "-3600.000 s", "0": an offset as people read and write it. Exact: nothing is rounded.
QString offsetText(model::TimeNs offset);
/// Such a text; "+" and the unit may be left out (ms then). Nothing if it is no time.
std::optional<model::TimeNs> offsetFromText(const QString& text);

}  // namespace app
