// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

#include "importers/common/importer.h"

namespace importers::rocm {

// `.rpd`, the database of rocmProfileData.
int sniffRpd(const Sniff& s);
model::Result<void> openRpd(const std::filesystem::path& path, model::EventStore& store, const OpenOptions& options);

// `rocpd`, the database of rocprofv3 and the ROCm Systems Profiler, in both of its layouts.
int sniffRocpd(const Sniff& s);
model::Result<void> openRocpd(const std::filesystem::path& path, model::EventStore& store, const OpenOptions& options);

// JSON of rocprofv3: PREFIX_results.json.
int sniffJson(const Sniff& s);
model::Result<void> openJson(const std::filesystem::path& path, model::EventStore& store, const OpenOptions& options);

// CSV of rocprofv3: PREFIX_kernel_trace.csv, PREFIX_hip_api_trace.csv … Opening one of a run opens the run.
int sniffCsv(const Sniff& s);
model::Result<void> openCsv(const std::filesystem::path& path, model::EventStore& store, const OpenOptions& options);
/// Of which run a file is by its name, PREFIX, and its place among the files of a run; nothing for other names.
struct CsvOfRun {
    std::string run;
    std::size_t place = 0;
};
std::optional<CsvOfRun> csvOfRun(const std::filesystem::path& file);

}  // namespace importers::rocm
