// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <stop_token>

#include "importers/align.h"
#include "importers/probe.h"

class QComboBox;
class QDialogButtonBox;
class QLabel;
class QPushButton;
class QRadioButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace app {

/// Lists several files, and the reports in folders and their subfolders, with what can be told about each, and asks how
/// to open them. Files are looked at in a pool thread; the list can be used meanwhile. Not modal.
class OpenSeveralDialog : public QDialog {
    Q_OBJECT

public:
    static constexpr int kMaxReports = 500;
    static constexpr int kMaxFiles = 50'000;        ///< looked at in folders before the search gives up
    static constexpr quint64 kMaxRead = 256 << 20;  ///< bytes of small files that are read whole for what is in them
    enum Column { Name, Format, Size, Rank, Host, Device, Span, ColumnCount };

    OpenSeveralDialog(const QStringList& paths, QWidget* parent);
    ~OpenSeveralDialog() override;
    /// The chosen files as they are listed.
    QStringList chosen() const;
    QTreeWidget* list() const { return m_list; }
    QRadioButton* tabsChoice() const { return m_tabs; }
    QRadioButton* mergeChoice() const { return m_merge; }
    QRadioButton* compareChoice() const { return m_compare; }

signals:
    void tabsRequested(const QStringList& paths);
    /// In the order of their ranks, then of their names.
    void mergeRequested(const QStringList& paths, importers::Align align);
    /// What to compare with, and what is compared.
    void compareRequested(const QString& a, const QString& b);
    void scanFinished();

protected:
    void changeEvent(QEvent* event) override;

private:
    void build();
    void scan();
    void add(const importers::ReportProbe& probe);
    void update(const importers::ReportProbe& probe);
    void fill(QTreeWidgetItem* item, const importers::ReportProbe& probe);
    void finish(bool complete, int others);
    void suggest();
    void submit();
    void retranslate();
    void updateState();
    QStringList chosenByRank() const;

    QStringList m_paths;
    QStringList m_folders;
    std::stop_source m_stop;
    bool m_scanning = true;
    bool m_complete = true;
    int m_others = 0;             ///< files in the folders that are no reports
    bool m_chosenByHand = false;  ///< how to open is no longer suggested
    QLabel* m_text;
    QTreeWidget* m_list;
    QLabel* m_openAs;
    QRadioButton* m_tabs;
    QRadioButton* m_merge;
    QRadioButton* m_compare;
    QLabel* m_alignLabel;
    QComboBox* m_align;
    QLabel* m_hint;
    QDialogButtonBox* m_buttons;
    QPushButton* m_open;
};

}  // namespace app
