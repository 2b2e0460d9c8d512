// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMap>
#include <QTabWidget>
#include <functional>
#include <vector>

#include "app/cli/capture/options.h"

class QCheckBox;
class QGridLayout;
class QLabel;
class QPlainTextEdit;

namespace app {

/// A control for each option of the command line's table, with what it costs, on a page for each group. What the table
/// gains appears here.
class CaptureOptionsView : public QTabWidget {
    Q_OBJECT

public:
    explicit CaptureOptionsView(QWidget* parent = nullptr);

    /// By long name, those that are not as usual.
    QMap<QString, QString> values() const;
    /// Options without a control come back.
    QMap<QString, QString> setValues(const QMap<QString, QString>& values);
    /// Options that have no control, as typed.
    QString raw() const;
    void setRaw(const QString& text);

signals:
    void changed();

protected:
    void changeEvent(QEvent* event) override;

private:
    struct Control {
        QString name, standard;
        std::function<QString()> get;
        std::function<void(const QString&)> set;
        std::function<void()> retranslate;
    };
    void addTraceKinds(QGridLayout* grid);
    void addControl(QGridLayout* grid, const capture::OptionInfo& info);
    void addRow(QGridLayout* grid, QWidget* first, QWidget* second, QLabel* cost);
    QString traceValue() const;
    void retranslate();

    std::vector<Control> m_controls;
    std::vector<std::pair<QString, QCheckBox*>> m_kinds;
    QPlainTextEdit* m_raw;
    QLabel* m_rawHint;
    bool m_quiet = false;  ///< values are being set
};

}  // namespace app
