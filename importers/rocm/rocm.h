// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "importers/common/importer.h"

namespace importers::rocm {

// `.rpd`, the database of rocmProfileData.
int sniffRpd(const Sniff& s);
model::Result<void> openRpd(const std::filesystem::path& path, model::EventStore& store, const OpenOptions& options);

// `rocpd`, the database of rocprofv3 and the ROCm Systems Profiler, in both of its layouts.
int sniffRocpd(const Sniff& s);
model::Result<void> openRocpd(const std::filesystem::path& path, model::EventStore& store, const OpenOptions& options);

}  // namespace importers::rocm
