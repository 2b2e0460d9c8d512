// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <stop_token>

#include "app/html/html_text.h"
#include "app/html/html_view.h"
#include "model/base/error.h"
#include "model/store/event_store.h"

namespace app {

struct HtmlOptions {
    HtmlWords words{};
    std::string language = "en";                   ///< of the words, as pages state it
    std::size_t rows = 50;                         ///< of each table
    std::vector<std::filesystem::path> sources{};  ///< files that the reports were read from: they are not written over
    HtmlView view{};                               ///< of the report; a page about two has none
    std::stop_token stop{};
    std::function<void(std::uint64_t, std::uint64_t)> progress{};  ///< sections done, and in all
};

/// A report as one page that needs nothing else: no network, no file beside it. What the report is, the figures that
/// matter, the timeline, which can be zoomed, with its notes, capture health, checklist, advice with its evidence,
/// tables. Whatever a report holds is shown as text. At most 5 MB with the usual number of rows. Empty when stopped.
std::string htmlReport(const model::Snapshot& report, const HtmlOptions& options = {});

/// What changed from `a` to `b`: as sentences, with the set-up, both timelines in one scale, and the tables of
/// `sightline compare` by repetition.
std::string htmlComparison(const model::SnapshotPtr& a, const model::SnapshotPtr& b, const HtmlOptions& options = {});

/// Writes the page of one report, or of two where `b` is not null. The file appears as a whole or stays as it was.
/// Errors: Cancelled, WouldReplaceSource, CannotWrite.
model::Result<void> writeHtml(const model::SnapshotPtr& a, const model::SnapshotPtr& b,
                              const std::filesystem::path& target, const HtmlOptions& options = {});

}  // namespace app
