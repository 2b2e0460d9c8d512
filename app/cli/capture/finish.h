// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <functional>
#include <span>
#include <stop_token>
#include <vector>

#include "app/cli/capture/session.h"
#include "model/base/error.h"
#include "model/base/message.h"

namespace app::capture {

/// How the captures of a session become reports.
struct FinishOptions {
    std::span<const CaptureTime> captures;  ///< all of the session; none = one from beginning to end
    std::size_t first = 0;                  ///< those before it have reports already
    /// The file of the n-th one, from 1.
    std::function<std::filesystem::path(unsigned n)> target;
    /// Told of each report as soon as it is there: a later one may fail.
    std::function<void(const std::filesystem::path&)> written;
    bool overwrite = false;
    std::stop_token stop;
    std::vector<model::Message> told;  ///< messages of reports that people know already
};

/// Merges the spools of a session into a report for each capture, of which the facts in its folder tell when it was;
/// each appears as a whole or not at all. What was asked for and is not in a report is said on standard error, once. A
/// session without spools has a report, too, which says why. The spools stay. Errors: those of importers::openReport()
/// and model::writeRep(); WouldReplaceOther where something is there.
model::Result<void> finishCapture(const model::Folder& session, const FinishOptions& options);

}  // namespace app::capture
