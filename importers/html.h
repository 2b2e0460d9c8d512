// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "importers/common/importer.h"

namespace importers::html {

/// A web page that carries a trace, as catapult's trace2html and systrace make them: JSON, plain or packed and written
/// in base64, or text of the Linux kernel's tracer, of which the marks that programs set are shown. A page of which the
/// beginning shows no trace is not recognised, unless the end is out of sight and it looks like a viewer of traces.
int sniff(const Sniff& sniff);
/// Errors: HtmlPage and FtraceText when there is nothing to show in the page, and those of the format inside. Offsets
/// in notes count in the trace, not in the page. What was extracted lies in a nameless temporary file while it is read.
model::Result<void> open(const std::filesystem::path& path, model::EventStore& store, const OpenOptions& options);

}  // namespace importers::html
