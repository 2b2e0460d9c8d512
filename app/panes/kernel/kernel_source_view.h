// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <memory>
#include <vector>

#include "app/kit/background.h"
#include "app/panes/kernel/kernel_view.h"
#include "importers/ncu/cubin.h"
#include "importers/ncu/sass.h"
#include "model/kernels/source_metrics.h"

class QComboBox;
class QLabel;

namespace app {

class Disassembler;
class KernelSourceModel;
class Table;

/// What was measured of a kernel by line of its source, by line of PTX (which is in the kernel's binary) or by
/// instruction. Reports lack the text of instructions: it comes from another report that is open (a page "source" of
/// ncu), or from nvdisasm. With a baseline, numbers of lines and instructions that both have show how they differ.
class KernelSourceView : public QWidget, public KernelView {
    Q_OBJECT

public:
    explicit KernelSourceView(QWidget* parent = nullptr);
    void setKernel(const ShownKernel& shown) override;
    QString whyEmpty() const override { return rowCount() == 0 ? hint() : QString(); }
    /// Shows a line of a file, given by its path or the end of it.
    void showLine(const QString& file, int line);
    int rowCount() const;
    Table* table() const { return m_table; }
    QComboBox* places() const { return m_places; }
    QString hint() const;
    /// How much of what is shown is in the baseline.
    QString note() const override { return m_note; }
    /// Whether text of instructions is on its way; settled() follows.
    bool isWorking() const;

signals:
    void settled();

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    enum Place { Ptx = -2, Instructions = -1 };  ///< in the box; others are indexes of m_files

    void fillPlaces();
    void loadPtx();
    void showPtx(std::shared_ptr<const importers::ncu::CubinPtx> ptx);
    int currentPlace() const;
    void showPlace(int index);
    void setTable(model::SourceTable table, bool lines);
    /// Of the baseline, what is at that place of the box; no rows where it has none or there is no baseline.
    model::SourceTable tableBefore(int place) const;
    std::shared_ptr<const importers::ncu::SassListing> textOfInstructions(QString& hint);
    std::shared_ptr<const importers::ncu::SassListing> textFromBeside() const;

    ShownKernel m_shown;
    Disassembler* m_disassembler;
    std::shared_ptr<const importers::ncu::CubinPtx> m_ptx;  ///< null = none, or not read yet
    QString m_ptxFile, m_ptxKernel;                         ///< of which it was asked for
    std::vector<model::StringId> m_files;
    QComboBox* m_places;
    QLabel* m_hint;
    QString m_note;
    KernelSourceModel* m_model;
    Table* m_table;
    Newest m_work;  // last: it waits for what uses the others
};

}  // namespace app
