// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/report/pane.h"

class QListWidget;
class QPlainTextEdit;
class QStandardItemModel;
class QTreeWidget;

namespace app {

class HealthView;
class MergedFilesView;
class Table;

/// What was read and how: notes on what is missing or odd, the health of the capture, the files of a merged report and
/// their clocks, counts by kind, facts of the session, devices and processes, and the output that the profiler captured
/// (read from the file on demand, never kept).
class ImportLogPane : public Pane {
    Q_OBJECT

public:
    enum Section { Notes, Health, Files, Kinds, Session, Devices, Output, SectionCount };

    explicit ImportLogPane(QWidget* parent = nullptr);
    void refreshNow() override;
    void showSection(Section section);
    QStandardItemModel* notes() const { return m_notes; }
    QStandardItemModel* kinds() const { return m_kinds; }
    HealthView* health() const { return m_health; }
    MergedFilesView* files() const { return m_files; }

protected:
    void hostChanged() override;
    void refresh() override;
    void retranslate() override;

private:
    void fillNotes(const model::Snapshot& s);
    void fillKinds(const model::Snapshot& s);
    void fillSession(const model::Snapshot& s);
    void fillDevices(const model::Snapshot& s);
    void fillOutput(const model::Snapshot& s);
    void readOutput(int row);

    QListWidget* m_sections;
    QStandardItemModel* m_notes;
    QStandardItemModel* m_kinds;
    QStandardItemModel* m_session;
    Table* m_notesTable;
    Table* m_kindsTable;
    Table* m_sessionTable;
    HealthView* m_health;
    MergedFilesView* m_files;
    QTreeWidget* m_devices;
    QListWidget* m_outputs;
    QPlainTextEdit* m_outputText;
    std::uint64_t m_outputRequest = 0;
};

}  // namespace app
