// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "importers/common/importer.h"

namespace importers::ncu {

// The report of Nsight Compute itself.
int sniffReport(const Sniff& sniff);
model::Result<void> openReport(const std::filesystem::path& path, model::EventStore& store, const OpenOptions& options);
/// A private fact of the report that is not in the store: the command line of the session.
model::Result<std::string> readReportAttachment(const std::filesystem::path& path, const std::string& locator);

// The output of `ncu --csv`: the pages raw, details and source.
int sniffCsv(const Sniff& sniff);
model::Result<void> openCsv(const std::filesystem::path& path, model::EventStore& store, const OpenOptions& options);

}  // namespace importers::ncu
