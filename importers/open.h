// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "importers/common/importer.h"

namespace importers {

namespace capture {
struct KnownStacks;
}

/// All formats, in the order in which they are tried.
std::span<const Importer> importers();
/// The most certain importer; null if none recognises the file.
const Importer* importerFor(const Sniff& sniff);

/// The format of a file by its content; reads only its ends. Errors: CannotOpen, NotAFile, EmptyFile, UnknownFormat …
model::Result<const Importer*> identify(const std::filesystem::path& path);

/// Opens any report, by content and never by name; the folder of a capture session also is one report. Fills the store,
/// publishing as it goes. On ErrorCode::Cancelled the store keeps what was read, and its info has `partial` set. The
/// file and its folder are never written to.
model::Result<void> openReport(const std::filesystem::path& path, model::EventStore& store,
                               const OpenOptions& options = {});

/// openReport() for the folder of a session that is read repeatedly while it grows: see capture::openSession().
model::Result<void> followSession(const std::filesystem::path& folder, model::EventStore& store,
                                  const OpenOptions& options, capture::KnownStacks& known);

/// Text of a captured output (ReportInfo::attachments), read again from the original file, because it is not in the
/// store.
model::Result<std::string> readAttachment(const std::filesystem::path& path,
                                          const model::ReportInfo::Attachment& attachment);

}  // namespace importers
