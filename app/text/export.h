// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace app {

/// What is exported, as it was typed.
struct ExportRequest {
    std::string report, type, output, times, kinds, scrub;
    bool overwrite = false;
    bool spreadsheet = false;
    bool json = false;
};

/// Exports, saying on standard error how far it is. The exit code: 0; 2 where the words do not fit or something is in
/// the way; 3 where the report cannot be read or the file not written, or it was interrupted, and then nothing is left
/// of it.
int runExport(const ExportRequest& request);

}  // namespace app
