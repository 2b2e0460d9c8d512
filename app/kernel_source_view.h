// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <vector>

#include "app/kernel_view.h"
#include "model/source_metrics.h"

class QComboBox;
class QLabel;

namespace app {

class KernelSourceModel;
class Table;

/// What was measured of a kernel by source line or instruction.
class KernelSourceView : public QWidget, public KernelView {
    Q_OBJECT

public:
    explicit KernelSourceView(QWidget* parent = nullptr);
    void setKernel(const ShownKernel& shown) override;
    /// Shows a line of a file, given by its path or the end of it.
    void showLine(const QString& file, int line);
    int rowCount() const;
    Table* table() const { return m_table; }

protected:
    void changeEvent(QEvent* event) override;

private:
    void fillPlaces();
    void showPlace(int index);

    model::SnapshotPtr m_snapshot;
    model::ProfileId m_profile = 0;
    std::vector<model::StringId> m_files;  ///< in the order of the box; the instructions come after them
    QComboBox* m_places;
    QLabel* m_hint;
    KernelSourceModel* m_model;
    Table* m_table;
};

}  // namespace app
