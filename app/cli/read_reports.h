// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "app/cli/printed.h"
#include "app/cli/shared_options.h"
#include "app/text/json.h"
#include "importers/merge.h"
#include "model/store/event_store.h"

/// Reports as commands read them. What cannot be read is named on standard error.
namespace app {

/// Folders stand for the reports in them, but for the one that is to be written: also for those that cannot be opened,
/// which are named then. A folder without any is named, and how many files were passed over as no reports.
std::vector<std::string> withFolders(const std::vector<std::string>& paths, const std::string& target = {});

/// Several reports as one. Null where none can be opened.
std::shared_ptr<model::EventStore> openMerged(const std::vector<std::string>& paths, importers::Align align);

/// Saying how far it is.
model::Result<void> openWithProgress(const std::string& path, model::EventStore& store);

/// What a command says of one report: text, or JSON. Errors: its options do not fit the report.
using SayOfReport = std::function<model::Result<std::string>(const model::Snapshot& report, JsonWriter& json)>;

/// Prints what `say` makes of the wanted part of each report; JSON as one array. Returns the exit code.
int printEach(const std::vector<std::string>& paths, const OutputOptions& output, const model::Wanted& wanted,
              const SayOfReport& make);

/// Ends what is printed: `code`, or that of what kept it from its place.
int finish(Printed& to, int code);

}  // namespace app
