// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <memory>
#include <optional>
#include <vector>

#include "app/kit/background.h"
#include "importers/peaks_file.h"
#include "model/base/time_units.h"
#include "model/reports/report.h"
#include "model/store/vendor_words.h"
#include "timeline/look/time_format.h"

namespace app {

/// A text of model/reports in the language of the window.
QString reportText(std::string_view english);

/// Texts of ours about one report: in the language of the window, and in the words of HIP where the report is of it.
class ReportWords {
public:
    ReportWords() = default;
    /// Null: of no report.
    explicit ReportWords(const model::SnapshotPtr& report)
        : m_vendor(report ? model::vendorOf(*report) : model::Vendor::Nvidia) {}

    QString operator()(std::string_view english) const { return in(reportText(english)); }
    QString operator()(const model::Message& message) const;
    /// Of a text that has its language.
    QString in(const QString& text) const;
    bool operator==(const ReportWords&) const = default;

private:
    model::Vendor m_vendor = model::Vendor::Nvidia;
};

/// A table of statistics of a report: made, filtered and sorted in a pool thread; the newest request wins. At most
/// kMaxRows rows are shown.
class ReportTableModel : public QAbstractTableModel {
    Q_OBJECT

public:
    static constexpr std::size_t kMaxRows = 1'000'000;

    struct Request {
        model::SnapshotPtr snapshot;
        const model::reports::Report* report = nullptr;
        std::optional<model::TimeRange> range;  ///< nothing: the whole report
        model::reports::KernelNames names = model::reports::KernelNames::Demangled;
        bool eachLaunch = false;                                      ///< a row a launch, where a report can do that
        std::shared_ptr<const model::reports::Table> made = nullptr;  ///< where it exists already
        const importers::Peaks* peaks = &importers::devicePeaks();    ///< of chips, for rooflines
        bool operator==(const Request&) const = default;
    };

    explicit ReportTableModel(QObject* parent = nullptr);

    void show(Request request);
    /// How moments are written and copied; true where that is another way than before.
    bool setTimes(const timeline::TimeFormat& times);
    /// Only rows of whose texts one holds these words.
    void setFilter(const QString& words);

    bool isWorking() const { return m_work.isWorking(); }
    const model::reports::Report* report() const { return m_shown ? m_shown->request.report : nullptr; }
    /// Rows before the filter.
    std::size_t total() const { return m_shown ? m_shown->table.rows : 0; }
    /// What is shown, before filter and order; without rows where that is nothing.
    const model::reports::Table& table() const {
        static const model::reports::Table kNothing;
        return m_shown ? m_shown->table : kNothing;
    }
    /// Why there are no rows.
    model::Message why() const { return m_shown ? m_shown->table.why : model::Message(); }
    model::reports::Evidence evidence(const QModelIndex& index) const;
    /// Row of the table, before filter and order, that an index shows; and the index that shows a row: invalid if none
    /// does.
    std::size_t tableRow(const QModelIndex& index) const;
    QModelIndex indexOf(std::size_t tableRow) const;
    /// The whole table as text for files, in its own order.
    std::string csv() const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    void sort(int column, Qt::SortOrder order) override;
    void retranslate();

signals:
    /// Something else is shown, or work began or ended.
    void changed();

private:
    struct Made {
        Request request;
        model::reports::Table table;
        std::vector<const model::TimeUnit*> units;  // of time columns; null: not a time
        ReportWords words;
    };
    struct Job;
    void start();
    void setResult(std::shared_ptr<const Made> made, std::vector<std::uint32_t> order);
    model::reports::Cell cell(const QModelIndex& index) const;

    Request m_request;
    timeline::TimeFormat m_times;
    QString m_filter;
    int m_column = -1;
    Qt::SortOrder m_direction = Qt::DescendingOrder;
    std::shared_ptr<const Made> m_shown;
    std::vector<std::uint32_t> m_order;
    Newest m_work{this};  // last
};

}  // namespace app
