// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "importers/common/importer.h"

namespace importers::torch {

// A memory snapshot of PyTorch: the pickle that torch.cuda.memory._dump_snapshot() writes. Errors: PickleFile for one
// that is no snapshot, or that would run code (its opcode is named; nothing of it was run).
int sniffSnapshot(const Sniff& s);
model::Result<void> openSnapshot(const std::filesystem::path& path, model::EventStore& store,
                                 const OpenOptions& options);

// What export_memory_timeline() of PyTorch's profiler writes as JSON: sizes by category over time, or each change.
int sniffTimeline(const Sniff& s);
model::Result<void> openTimeline(const std::filesystem::path& path, model::EventStore& store,
                                 const OpenOptions& options);

}  // namespace importers::torch
