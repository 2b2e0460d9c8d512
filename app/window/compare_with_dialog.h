// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QLabel;
class QListWidget;
class QPushButton;

namespace app {

/// Asks which of the open reports one is compared with, or for another file.
class CompareWithDialog : public QDialog {
    Q_OBJECT

public:
    /// `name` of the report that is compared; `open`: paths of the others that are open, at least one.
    CompareWithDialog(const QString& name, const QStringList& open, QWidget* parent = nullptr);
    QListWidget* list() const { return m_list; }
    QPushButton* compareButton() const { return m_compare; }

signals:
    void chosen(const QString& path);
    void fileRequested();

protected:
    void changeEvent(QEvent* event) override;

private:
    void submit();
    void retranslate();

    QString m_name;
    QLabel* m_text;
    QListWidget* m_list;
    QPushButton* m_file;
    QPushButton* m_compare;
};

}  // namespace app
