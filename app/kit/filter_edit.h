// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineEdit>
#include <QTimer>

#include "model/query/event_filter.h"

namespace app {

/// A filter as typed, with its switches.
struct FilterRequest {
    QString text;
    model::EventFilter::Options options;
    bool operator==(const FilterRequest&) const = default;
};

/// A line to type a model::EventFilter into, with switches for case and regular expressions in it.
class FilterEdit : public QLineEdit {
    Q_OBJECT

public:
    explicit FilterEdit(QWidget* parent = nullptr);

    FilterRequest request() const;
    /// As if typed, without the pause for typing.
    void setRequest(const FilterRequest& request);
    /// What is typed, or the last that could be read.
    const model::EventFilter& filter() const { return m_filter; }
    /// What is wrong with what is typed, in one sentence; empty = nothing.
    QString mistake() const { return m_mistake; }
    bool isActive() const { return !m_filter.isEmpty(); }
    /// The text is still being typed.
    bool isTyping() const { return m_typing.isActive(); }
    /// Ends the pause for typing.
    void apply();
    void retranslate(const QString& placeholder);

signals:
    /// request() is another one, after a pause in typing.
    void requestChanged();

private:
    QAction *m_case, *m_regex;
    QTimer m_typing;
    model::EventFilter m_filter;
    QString m_mistake;
};

}  // namespace app
