// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "model/store/event_store.h"

namespace app {

/// A kernel that the one shown is compared with. Keeps its report alive, so that it stays when the tab is closed.
struct KernelBaseline {
    model::SnapshotPtr snapshot;
    model::ProfileId profile = 0;
    QString report;       ///< name of its report
    bool isEach = false;  ///< a report is the baseline: each kernel is compared with its namesake, `profile` is that of
                          ///< the one shown

    explicit operator bool() const { return snapshot != nullptr; }
    const model::KernelProfile& kernel() const { return snapshot->kernelProfiles().at(profile); }
    /// A metric of it by name; None where that was not measured or there is no baseline.
    model::MetricValue value(std::string_view metric) const;
};

/// The same kernel in another report that is open, where that has the text of its instructions.
struct KernelText {
    model::SnapshotPtr snapshot;
    model::ProfileId profile = 0;
    QString report;
};

/// What the views of the kernel pane show.
struct ShownKernel {
    model::SnapshotPtr snapshot;  ///< null = nothing
    model::ProfileId profile = 0;
    QString file;             ///< of the report; empty = it is made of several
    KernelText text;          ///< none where the report has it itself, or no other one
    KernelBaseline baseline;  ///< none where the kernel itself is it

    const model::KernelProfile* kernel() const {
        return snapshot && profile < snapshot->profileCount() ? &snapshot->kernelProfiles().at(profile) : nullptr;
    }
};

/// A view of the kernel pane. To add one: a class of this and of QWidget, and a line in KernelProfilePane::makeViews().
class KernelView {
public:
    virtual ~KernelView() = default;
    virtual void setKernel(const ShownKernel& shown) = 0;
    /// Why it shows nothing of the kernel, and what to do; empty where it shows something.
    virtual QString whyEmpty() const { return {}; }
    /// What it says above of what it shows, like how much of it the baseline has; a picture's foot has it, too.
    virtual QString note() const { return {}; }
};

/// How much more `now` is than `base`: "+12.3 %", "×20"; "" where they are equal but for less than can be written, or
/// where it means nothing.
QString deltaPercent(double now, double base);
/// With the difference itself: "+7.8 µs (+10.8 %)"; of per cents in percentage points.
QString deltaText(double now, double base, std::string_view unit);
/// In the room that is beside a number: "+12.3 %", of per cents in points, beside 0 the difference itself; "=", and "≈"
/// where less differs than can be written. "" where one of them was not measured.
QString deltaBeside(double now, double base, std::string_view unit);
/// A number with it: "54.4 MiB  (+12.3 %)".
QString withDelta(const QString& text, const QString& delta);

}  // namespace app
