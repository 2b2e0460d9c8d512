// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

#include "app/text/print_message.h"
#include "model/base/messages.h"
#include "model/store/event_store.h"

namespace app {

/// Names what a report that was read from the folder of a session lacks. False where it lacks something.
inline bool reportLeftOut(const model::Snapshot& report) {
    std::error_code ignored;
    const std::filesystem::path folder = report.info().path;
    if (!std::filesystem::is_directory(folder, ignored)) return true;
    bool whole = true;
    for (const model::Diagnostic& d : report.store().diagnostics().list()) {
        if (d.note != model::Note::FileLeftOut) continue;
        whole = false;
        printMessage({model::MessageCode::FileOfSessionLeftOut,
                      {model::Argument::file((folder / model::english(d.subject)).string()), d.example}},
                     0);
    }
    return whole;
}

}  // namespace app
