// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "model/base/message.h"
#include "model/reports/report.h"
#include "model/store/vendor_words.h"

namespace app {

/// The language of a page. Without a translation everything is in English.
struct HtmlWords {
    /// A text by its context; in the plural form for a count, -1 where it has none.
    std::function<std::string(const char* context, std::string_view english, std::int64_t count)> translate;
    model::Vendor vendor = model::Vendor::Nvidia;  ///< whose words the texts use

    std::string operator()(const char* context, std::string_view english) const;
    std::string operator()(const model::Message& message, const model::NumberText& numbers = {}) const;
    std::string value(const model::Argument& argument) const;
};

/// The same in the words of HIP where the report is of it.
HtmlWords wordsAbout(const model::Snapshot& report, HtmlWords words);

/// Any text as HTML and XML write it: markup is escaped, and the rest is as model::safeText() writes it. Longer texts
/// are cut after kMostText bytes.
inline constexpr std::size_t kMostText = 300;
std::string htmlText(std::string_view text, std::size_t most = kMostText);

/// "12 480 331", with narrow spaces that do not break.
std::string htmlCount(std::uint64_t n);
/// "31.402 ms", "812 ns".
std::string htmlDuration(double ns);

/// A table that can be sorted: cells have their number, as `sightline stats -f csv` prints it, in data-v. Columns of
/// times have the unit in which the longest of them reads well. At most `most` rows; the page says how many were left
/// out.
std::string htmlTable(const model::reports::Report& report, const model::reports::Table& table, std::size_t most,
                      const HtmlWords& words);

/// Pairs of a fact and its value.
std::string htmlFacts(const std::vector<std::pair<std::string, std::string>>& facts);

}  // namespace app
