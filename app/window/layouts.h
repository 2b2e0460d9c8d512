// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QList>
#include <QString>
#include <QStringList>
#include <array>
#include <optional>

#include "app/kit/preferences.h"

namespace app {

class ReportPage;

/// What a report is about, as far as people arrange panes for it.
enum class ReportKind {
    Trace,
    Kernels,  ///< with metrics of kernels
    Memory,   ///< memory in use and nothing that ran
    Live,     ///< a capture that still runs
};
inline constexpr std::size_t kReportKindCount = 4;

/// Nothing while it is still being read, or where it could not be.
std::optional<ReportKind> kindOf(const ReportPage& page);
/// Where the arrangement of such reports is kept.
const Preference<QByteArray>& layoutPreference(ReportKind kind);
/// The pane in front once such a report is open, by its id.
const Preference<QString>& panePreference(ReportKind kind);

/// Arrangements that a person gave names, in the settings.
namespace layouts {
/// In the order in which they were saved.
QStringList names();
/// Empty where there is none of that name.
QByteArray state(const QString& name);
/// In the place of the one that has the name, if any. A name without letters is none: nothing is kept.
void keep(const QString& name, const QByteArray& state);
/// False where another one has the new name, it is empty, or there is nothing to rename.
bool rename(const QString& name, const QString& to);
void remove(const QString& name);
}  // namespace layouts

}  // namespace app
