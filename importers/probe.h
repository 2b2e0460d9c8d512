// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>

#include "importers/common/importer.h"

namespace importers {

/// What can be told about a file without opening it for good.
struct ReportProbe {
    std::filesystem::path path;
    const Importer* importer = nullptr;  ///< null: see error
    std::uint64_t bytes = 0;
    std::optional<std::int64_t> rank;
    std::string host;                   ///< name of the machine, "" = not known (yet)
    std::string device;                 ///< "NVIDIA H100 80GB HBM3", "2 × …"
    std::optional<model::TimeNs> span;  ///< length of the time in it
    std::optional<model::Error> error;  ///< why it cannot be opened
};

/// Its ends, its name and, of a text, its first 256 KiB: quick for a file of any size.
ReportProbe probeReport(const std::filesystem::path& path);

/// Files up to that size are worth reading whole to fill the rest of a probe in.
inline constexpr std::uint64_t kProbedWhole = 8 << 20;
/// Reads the file and fills in what is missing. Takes as long as opening it.
void probeWhole(ReportProbe& probe, std::stop_token stop = {});

}  // namespace importers
