// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "importers/common/importer.h"

namespace importers::rocm {

// The analysis database of rocprof-compute (ROCm Compute Profiler): metrics of kernels, by section.
int sniffCompute(const Sniff& s);
model::Result<void> openCompute(const std::filesystem::path& path, model::EventStore& store,
                                const OpenOptions& options);

}  // namespace importers::rocm
