// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/shared_options.h"

#include <filesystem>

#include "app/cli/usage.h"
#include "importers/export/scrub.h"

namespace app {

void OutputOptions::add(CLI::App& to) {
    to.add_option("-f,--format", typed,
                  "How to print: table, csv, tsv, json, markdown; as the ending of the file of -o says if not given")
        ->check(oneOf({"table", "column", "csv", "tsv", "json", "markdown"}))
        ->type_name("FORMAT");
    CLI::Option* asJson = to.add_flag("--json", json, "The same as -f json");
    to.add_flag(
          "--spreadsheet", forSpreadsheet,
          "As -f csv, with an apostrophe before texts that a spreadsheet would take for a formula (= + - @); numbers stay")
        ->excludes(asJson);
    to.add_option("-o,--output", file, "Write to this file instead of standard output")->type_name("FILE");
    to.add_flag("--force-overwrite", replace, "What is there may be replaced");
}

TableFormat OutputOptions::format() const {
    if (json) return TableFormat::Json;
    if (forSpreadsheet) return TableFormat::Spreadsheet;
    const std::string ending = std::filesystem::path(file).extension().string();
    const std::string_view byName = ending == ".md"  ? "markdown"
                                    : ending.empty() ? "table"
                                                     : std::string_view(ending).substr(1);
    return tableFormat(typed.empty() ? byName : typed).value_or(TableFormat::Table);
}

void ReportOptions::add(CLI::App& to, TableOptions& options, const std::string& rowsMeaning) {
    to.add_option("report", files, "Report files")->type_name("FILE");
    addTimeOption(to, "--filter-time", options.filterTime);
    to.add_option("--filter-nvtx", options.filterNvtx,
                  "Only what overlaps an NVTX range: range[@domain][/n], n counts from 0")
        ->type_name("RANGE");
    to.add_option("--rows", options.view.rows, rowsMeaning)->check(wholeNumber(0))->type_name("N");
    to.add_option("--timeunit", options.view.timeUnit, "Times in ns, us, ms or s")->type_name("ns|us|ms|s");
}

void addOrderOptions(CLI::App& to, TableView& view) {
    to.add_option(
          "--sort", view.sort,
          "By this column, or a part of its title: max, \"Avg (ns)\", name:desc. Numbers from the greatest, texts from A; :asc and :desc say otherwise")
        ->type_name("COLUMN");
    to.add_flag("--totals", view.totals, "A last row with the sums of what adds up, over all rows");
}

void MergeOptions::add(CLI::App& to) {
    CLI::Option* flag = to.add_flag("--merge", merge, "Several reports as one, with their clocks aligned");
    to.add_option(
          "--align", typed,
          "By what: collectives (they end together), wall (clocks), start, or auto: the first of these that is there")
        ->check(oneOf({"auto", "collectives", "wall", "start"}))
        ->type_name("BY")
        ->needs(flag);
}

importers::Align MergeOptions::align() const { return importers::alignFromKey(typed).value_or(importers::Align::Auto); }

void addTimeOption(CLI::App& to, const std::string& name, std::string& time) {
    to.add_option(name, time, "Only what overlaps this time: 1.5s/2s, 300ms/ …")->type_name("TIME");
}

std::vector<std::string> scrubWords() {
    std::vector<std::string> out{"usual", "all"};
    for (std::size_t part = 0; part < importers::kScrubParts; ++part)
        out.emplace_back(importers::scrubKey(static_cast<importers::ScrubPart>(part)));
    return out;
}

void addOverwriteOption(CLI::App& to, bool& overwrite) {
    to.add_flag("-f,--force-overwrite", overwrite, "Replace what is there");
}

}  // namespace app
