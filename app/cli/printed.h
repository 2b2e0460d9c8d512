// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/base/error.h"
#include "model/rep/rep_output.h"

namespace app {

/// Where what a command prints goes: to standard output, or to a file that appears as a whole or not at all.
class Printed {
public:
    explicit Printed(std::string file = {}) : m_file(std::move(file)) {}

    /// Whether the file may be written. Errors: it is one of `sources`, or is there and may not be replaced.
    model::Result<void> check(const std::vector<std::string>& sources, bool replace) const;
    /// As print() to a terminal: nothing of it is obeyed when it is shown.
    void text(std::string_view text);
    /// Whether all of it is where it belongs. Errors: CannotWrite with the system's reason.
    model::Result<void> finish();

private:
    std::string m_file;
    std::optional<model::OutputFile> m_output;  // from the first text on
    std::optional<model::Error> m_error;        // the first one
};

}  // namespace app
