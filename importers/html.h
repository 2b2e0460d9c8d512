// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "importers/common/importer.h"

namespace importers::html {

/// A web page with a trace in it, as catapult's trace2html and systrace make them: JSON, plain or packed and in base64,
/// or text of the Linux kernel's tracer, of which the markers of programs are shown. A page without a trace at its
/// beginning is not recognised, unless its end is out of sight and it looks like a trace viewer.
int sniff(const Sniff& sniff);
/// Errors: HtmlPage and FtraceText if the page has nothing to show, and those of the format inside. Offsets in notes
/// count in the trace, not in the page. While it is read, the extracted trace is in a nameless temporary file.
model::Result<void> open(const std::filesystem::path& path, model::EventStore& store, const OpenOptions& options);

}  // namespace importers::html
