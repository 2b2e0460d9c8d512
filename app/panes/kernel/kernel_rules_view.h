// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTextBrowser>

#include "app/panes/kernel/kernel_view.h"

namespace app {

/// What the rules of the profiler say about a kernel, the greatest estimated speed-up first; with a baseline how
/// numbers differ, and what is said of one of both only.
class KernelRulesView : public QTextBrowser, public KernelView {
    Q_OBJECT

public:
    explicit KernelRulesView(QWidget* parent = nullptr);
    void setKernel(const ShownKernel& shown) override;
    QString whyEmpty() const override { return m_why; }
    /// Remarks that are shown.
    int count() const { return m_count; }

signals:
    /// A rule refers to a section, by its id, or to a line of a source file.
    void sectionRequested(const QString& id);
    void sourceRequested(const QString& file, int line);

protected:
    void changeEvent(QEvent* event) override;

private:
    void rebuild();
    void follow(const QUrl& link);

    ShownKernel m_shown;
    QString m_why;  ///< it is empty
    int m_count = 0;
};

}  // namespace app
