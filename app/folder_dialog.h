// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>
#include <QDialog>
#include <stop_token>

class QDialogButtonBox;
class QLabel;
class QPushButton;
class QTreeWidget;

namespace app {

/// Lists the reports in a folder and its subfolders, found by content in a pool thread, with a box before each.
/// Not modal.
class FolderDialog : public QDialog {
    Q_OBJECT

public:
    static constexpr int kMaxReports = 500;
    static constexpr int kMaxFiles = 50'000;  ///< looked at before the search gives up

    FolderDialog(const QStringList& folders, QWidget* parent);
    ~FolderDialog() override;
    QStringList chosen() const;

signals:
    void openRequested(const QStringList& paths);
    void scanFinished();

protected:
    void changeEvent(QEvent* event) override;

private:
    struct Found {
        QString path;
        QString format;
        qint64 bytes;
        QDateTime modified;
    };
    void scan();
    void add(const Found& found);
    void finish(bool complete);
    void retranslate();
    void updateState();

    QStringList m_folders;
    std::stop_source m_stop;
    bool m_scanning = true;
    bool m_complete = true;
    QLabel* m_text;
    QTreeWidget* m_list;
    QDialogButtonBox* m_buttons;
    QPushButton* m_open;
};

/// English name of the format of a file by its content; empty when it is no report. Reads at most 64 KiB.
QString reportFormat(const QString& path);

}  // namespace app
