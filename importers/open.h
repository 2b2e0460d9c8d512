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

/// All formats, in the order in which they are asked.
std::span<const Importer> importers();
/// The one that is most certain; null when none knows the file.
const Importer* importerFor(const Sniff& sniff);

/// The format of a file by its content; reads its ends only. Errors: CannotOpen, NotAFile, EmptyFile, UnknownFormat …
model::Result<const Importer*> identify(const std::filesystem::path& path);

/// Opens any report: by content, never by name; the folder of a capture session is one report, too. Fills the store,
/// publishing as it goes. On ErrorCode::Cancelled the store keeps what was read and its info says `partial`. The file
/// and its folder are never written to.
model::Result<void> openReport(const std::filesystem::path& path, model::EventStore& store,
                               const OpenOptions& options = {});

/// openReport() of the folder of a session that is read again and again while it grows: see capture::openSession().
model::Result<void> followSession(const std::filesystem::path& folder, model::EventStore& store,
                                  const OpenOptions& options, capture::KnownStacks& known);

/// Text of a captured output (ReportInfo::attachments), read again from the original file: it is not in the store.
model::Result<std::string> readAttachment(const std::filesystem::path& path,
                                          const model::ReportInfo::Attachment& attachment);

}  // namespace importers
