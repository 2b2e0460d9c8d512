// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/store/event_store.h"

namespace model {

/// Measurements of a kernel by place in the code.
struct SourceTable {
    struct Row {
        std::uint32_t line = 0;    ///< in the file; 0 = an instruction
        std::uint64_t offset = 0;  ///< of an instruction, in `function`
        const ProfileFunction* function = nullptr;
        std::string_view text;       ///< of the line or the instruction, if known; lives as long as the store
        std::vector<double> values;  ///< one a column; NaN = nothing measured here
        std::vector<const SourceMarker*> markers;
    };
    std::vector<StringId>
        columns;  ///< metrics: samples first, then executed instructions, then the rest by their totals
    std::vector<Row> rows;
    bool hasText = false;

    double total(std::size_t column) const;
};

/// Files with lines of the kernel, the one with the most values first.
std::vector<StringId> sourceFiles(const Snapshot& snapshot, ProfileId profile);
/// Metrics by line of a file: every line if the report holds the text, else the lines with values. Values of
/// instructions are added up. Metrics for which sums make no sense (averages, kinds of access) are left out.
SourceTable sourceLines(const Snapshot& snapshot, ProfileId profile, StringId file);
/// Metrics by instruction, in the order of the code.
SourceTable instructions(const Snapshot& snapshot, ProfileId profile);

/// The line of a text that an instruction comes from; 0 = none.
using LineOf = std::function<std::uint32_t(const ProfileFunction& function, std::uint64_t offset)>;
/// Metrics by line of a text that is not one of the report's files: every line, with the values of its instructions
/// added up as in sourceLines(). Keeps views of `text`.
SourceTable textLines(const Snapshot& snapshot, ProfileId profile, std::span<const std::string> text,
                      const LineOf& lineOf);
/// The texts of the kernel's own instructions by their offset, if the report has them; the views live as long as the
/// store.
std::map<std::uint64_t, std::string_view> instructionTexts(const Snapshot& snapshot, ProfileId profile);

/// Whether the values of a metric may be added over instructions.
bool addsUp(std::string_view metric);

}  // namespace model
