// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "importers/common/importer.h"

namespace importers::xplane {

// Profiles of JAX, XLA and TensorFlow: an XSpace in protobuf, plain or packed as a whole.
int sniff(const Sniff& s);
model::Result<void> open(const std::filesystem::path& path, model::EventStore& store, const OpenOptions& options);

}  // namespace importers::xplane
