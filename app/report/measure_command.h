// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <cstddef>
#include <string_view>

#include "model/store/event_store.h"

namespace app {

enum class MeasureWith : std::uint8_t { Sightline, NsightCompute, Rocprofv3, RocprofCompute };

/// A line for a shell that runs the program of a report again and measures one launch of a kernel in it; ROCm Compute
/// Profiler, which has no such choice, measures each launch of kernels of that name. `before`:
/// launches of that kernel before it. Texts of the report are quoted, so that none of them is a command; a program that
/// the report does not name is a placeholder.
QString measureCommand(const model::Snapshot& report, std::string_view kernel, std::size_t before, MeasureWith tool);

}  // namespace app
