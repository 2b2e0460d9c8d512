// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <memory>

#include "app/kit/background.h"
#include "model/diff/tree.h"
#include "timeline/look/palette.h"

class QComboBox;
class QLabel;

namespace app {

class FlameView;

/// Where a repetition takes longer or shorter, as a flame graph of both reports: orange what B takes longer for, blue
/// what it takes shorter for.
class DifferenceFlame : public QWidget {
    Q_OBJECT

public:
    explicit DifferenceFlame(QWidget* parent = nullptr);

    /// What is computed for show(), beside the window's thread.
    struct Made {
        std::vector<model::CallSource> sources;
        model::diff::TreeDifference tree;  ///< of the first source
    };
    static Made make(const model::diff::Comparison& comparison, const std::stop_token& stop);
    void show(std::shared_ptr<const model::diff::Comparison> comparison, Made made);
    bool isEmpty() const { return m_sources.empty(); }
    void setSearch(const QString& text);

    QComboBox* sourceChoice() const { return m_choice; }
    FlameView* view() const { return m_view; }
    const model::diff::TreeDifference& difference() const { return *m_tree; }
    /// By which statistic times stand for the repetitions; empty where whole reports are compared. Medians would not
    /// add up to what is around them.
    QString statistic() const;
    /// Of a frame whose share of the difference is that, from -1: only in A, to 1: only in B.
    static QRgb colourOf(double share, timeline::Theme theme);
    /// The text about a frame.
    QString sentence(std::uint32_t node) const;

signals:
    void settled();

protected:
    void changeEvent(QEvent* event) override;

private:
    void choose();
    void setResult(model::diff::TreeDifference tree);
    void retranslate();

    std::shared_ptr<const model::diff::Comparison> m_comparison;
    std::vector<model::CallSource> m_sources;
    std::shared_ptr<const model::diff::TreeDifference> m_tree;
    QComboBox* m_choice;
    QLabel *m_label, *m_legend, *m_hovered;
    FlameView* m_view;
    Newest m_work{this};  // last
};

}  // namespace app
