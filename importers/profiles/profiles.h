// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "importers/common/importer.h"

namespace importers::profiles {

// A profile in the form of speedscope (JSON): functions of each of its profiles, by begin and end or by samples.
int sniffSpeedscope(const Sniff& s);
model::Result<void> openSpeedscope(const std::filesystem::path& path, model::EventStore& store,
                                   const OpenOptions& options);

// Collapsed stacks, as flame graphs are made of: "main;train;step 12" a line.
int sniffCollapsed(const Sniff& s);
model::Result<void> openCollapsed(const std::filesystem::path& path, model::EventStore& store,
                                  const OpenOptions& options);

// What "perf script" prints: samples of threads with their stacks.
int sniffPerfScript(const Sniff& s);
model::Result<void> openPerfScript(const std::filesystem::path& path, model::EventStore& store,
                                   const OpenOptions& options);

// A recording of perf itself (perf.data), through "perf script". Errors: PerfData where perf is not installed, or
// cannot read the file; its own words are the detail.
int sniffPerfData(const Sniff& s);
model::Result<void> openPerfData(const std::filesystem::path& path, model::EventStore& store,
                                 const OpenOptions& options);

}  // namespace importers::profiles
