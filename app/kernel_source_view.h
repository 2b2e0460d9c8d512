// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <memory>
#include <vector>

#include "app/kernel_view.h"
#include "importers/ncu/sass.h"
#include "model/source_metrics.h"

class QComboBox;
class QLabel;

namespace app {

class Disassembler;
class KernelSourceModel;
class Table;

/// What was measured of a kernel by source line or instruction. Reports lack the text of instructions: it comes from another report that is
/// open (a page "source" of ncu), or from nvdisasm.
class KernelSourceView : public QWidget, public KernelView {
    Q_OBJECT

public:
    explicit KernelSourceView(QWidget* parent = nullptr);
    void setKernel(const ShownKernel& shown) override;
    /// Shows a line of a file, given by its path or the end of it.
    void showLine(const QString& file, int line);
    int rowCount() const;
    Table* table() const { return m_table; }
    QComboBox* places() const { return m_places; }
    QString hint() const;
    /// Whether text of instructions is on its way; settled() follows.
    bool isWorking() const;

signals:
    void settled();

protected:
    void changeEvent(QEvent* event) override;

private:
    void fillPlaces();
    void showPlace(int index);
    void setTable(model::SourceTable table, bool lines);
    std::shared_ptr<const importers::ncu::SassListing> textOfInstructions(QString& hint);
    std::shared_ptr<const importers::ncu::SassListing> textFromBeside() const;

    ShownKernel m_shown;
    Disassembler* m_disassembler;
    std::vector<model::StringId> m_files;  ///< in the order of the box; the instructions come after them
    QComboBox* m_places;
    QLabel* m_hint;
    KernelSourceModel* m_model;
    Table* m_table;
};

}  // namespace app
