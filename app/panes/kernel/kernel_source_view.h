// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <array>
#include <memory>
#include <vector>

#include "app/kit/background.h"
#include "app/panes/kernel/kernel_view.h"
#include "importers/ncu/cubin.h"
#include "importers/ncu/sass.h"
#include "model/kernels/source_metrics.h"

class QComboBox;
class QLabel;
class QToolButton;

namespace app {

class Disassembler;
class KernelSourceTable;

/// What was measured of a kernel by line of its source, by line of PTX (which is in the kernel's binary) or by
/// instruction. Reports lack the text of instructions: it comes from another report that is open (a page "source" of
/// ncu), or from nvdisasm. Instructions stand beside the lines that they come from; what is chosen on one side is
/// marked on the other. With a baseline, numbers of lines and instructions that both have show how they differ.
class KernelSourceView : public QWidget, public KernelView {
    Q_OBJECT

public:
    explicit KernelSourceView(QWidget* parent = nullptr);
    void setKernel(const ShownKernel& shown) override;
    QString whyEmpty() const override { return rowCount() == 0 ? hint() : QString(); }
    /// Shows a line of a file, given by its path or the end of it.
    void showLine(const QString& file, int line);
    int rowCount() const;
    KernelSourceTable* table() const { return m_table; }
    /// Instructions beside the table; hidden where they are not.
    KernelSourceTable* sass() const { return m_sass; }
    QComboBox* places() const { return m_places; }
    QComboBox* heat() const { return m_heat; }
    /// Instructions beside lines, or one table alone.
    void setBeside(bool on);
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
    void resizeEvent(QResizeEvent* event) override;

private:
    enum Place { Ptx = -2, Instructions = -1 };  ///< in the box; others are indexes of m_files

    void fillPlaces();
    void loadPtx();
    void showPtx(std::shared_ptr<const importers::ncu::CubinPtx> ptx);
    int currentPlace() const;
    void showPlace(int index);
    void setTable(model::SourceTable table, bool lines);
    QString compare(KernelSourceTable& table, int place) const;
    void fillHeat();
    void setHeat();
    void stepByHeat(int direction);
    void showBeside();
    void findLines(const model::SourceTable& instructions);
    void link(KernelSourceTable& from, int row);
    void retranslate();
    /// Of the baseline, what is at that place of the box; no rows where it has none or there is no baseline.
    model::SourceTable tableBefore(int place) const;
    std::shared_ptr<const importers::ncu::SassListing> textOfInstructions(QString& hint);
    std::shared_ptr<const importers::ncu::SassListing> textFromBeside() const;

    ShownKernel m_shown;
    Disassembler* m_disassembler;
    std::shared_ptr<const importers::ncu::CubinPtx> m_ptx;  ///< null = none, or not read yet
    QString m_ptxFile, m_ptxKernel;                         ///< of which it was asked for
    std::vector<model::StringId> m_files;
    QComboBox *m_places, *m_heat;
    std::array<QToolButton*, 2> m_hottest;  ///< up and down
    QToolButton* m_beside;
    QLabel* m_hint;
    QString m_note, m_placeHint;
    KernelSourceTable *m_table, *m_sass;
    std::vector<int> m_lineOf;  ///< by row of m_sass: the row of m_table that it belongs to; -1 = none
    bool m_wantsBeside = true, m_besideChosen = false;
    Newest m_work;  // last: it waits for what uses the others
};

}  // namespace app
