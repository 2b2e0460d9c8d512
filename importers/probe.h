// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>

#include "importers/common/importer.h"

namespace importers {

/// Facts about a file that are known without opening it completely.
struct ReportProbe {
    std::filesystem::path path;
    const Importer* importer = nullptr;  ///< null: see error
    std::uint64_t bytes = 0;
    std::optional<std::int64_t> rank;
    bool rankIsNamed = false;           ///< the name of the file alone says it: the whole report may know better
    std::string host;                   ///< name of the machine, "" = not known (yet)
    std::string device;                 ///< "NVIDIA H100 80GB HBM3", "2 × …"
    std::optional<model::TimeNs> span;  ///< length of its time, in ns
    std::optional<model::Error> error;  ///< why it cannot be opened
};

/// Examines its ends, its name and, for a text, its first 256 KiB: quick for a file of any size.
ReportProbe probeReport(const std::filesystem::path& path);

/// Files up to that size are worth reading completely, to complete a probe.
inline constexpr std::uint64_t kProbedWhole = 8 << 20;
/// Reads the file and fills in missing facts. Takes as long as opening it.
void probeWhole(ReportProbe& probe, std::stop_token stop = {});

}  // namespace importers
