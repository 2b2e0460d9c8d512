// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "importers/common/importer.h"

namespace importers::chrome {

/// Trace events as JSON: the format of Chrome, which PyTorch's profiler and many others write, plain or compressed.
int sniff(const Sniff& sniff);
/// Errors: those of TextSource::open. A truncated or damaged file opens with its readable contents.
model::Result<void> open(const std::filesystem::path& path, model::EventStore& store, const OpenOptions& options);

}  // namespace importers::chrome
