// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "app/text/stats.h"
#include "importers/merge.h"

/// Options that several commands have.
namespace app {

/// How and where a command prints its tables.
struct OutputOptions {
    std::string file;      ///< empty = standard output
    bool replace = false;  ///< what is there may be replaced
    std::string typed;     ///< the format; empty = by the ending of the file, else a table
    bool json = false, forSpreadsheet = false;

    void add(CLI::App& to);
    TableFormat format() const;
};

/// Which reports, which part of them, and how their tables are shown.
struct ReportOptions {
    std::vector<std::string> files;

    /// `rowsMeaning`: what --rows says of itself.
    void add(CLI::App& to, TableOptions& options, const std::string& rowsMeaning);
};
/// How rows are ordered and added up.
void addOrderOptions(CLI::App& to, TableView& view);

/// Several reports as one.
struct MergeOptions {
    bool merge = false;
    std::string typed = "auto";

    void add(CLI::App& to);
    importers::Align align() const;
};

/// Only what overlaps a time.
void addTimeOption(CLI::App& to, const std::string& name, std::string& time);
/// What --scrub takes, for shells.
std::vector<std::string> scrubWords();
void addOverwriteOption(CLI::App& to, bool& overwrite);

}  // namespace app
