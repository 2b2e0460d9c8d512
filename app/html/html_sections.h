// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <stop_token>

#include "app/html/html_page.h"
#include "app/text/compare.h"
#include "model/store/event_store.h"

// What pages about one report and about two have in common.
namespace app {

std::string htmlName(const model::Snapshot& report);  ///< plain text: of the file
std::string htmlSubtitle(const model::Snapshot& report);
std::string htmlHealth(const model::Snapshot& report, const HtmlWords& words, const std::stop_token& stop);
std::string htmlMachine(const model::Snapshot& report, const HtmlWords& words);
std::string htmlLegend(const HtmlWords& words);
/// Columns of a table of a comparison in the order of a page, which is narrower than a terminal can scroll: the name
/// comes before the numbers, and what other columns say already is left out.
std::vector<std::size_t> htmlColumns(const CompareTable& table);

}  // namespace app
