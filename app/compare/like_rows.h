// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "timeline/rows/row_list.h"

namespace app {

/// The rows of a timeline by what they stand for, without the numbers that differ from one run to another: a process by
/// its GPUs or its name, GPUs and streams by their numbers, threads by their names; of equal ones the n-th. Rows of two
/// reports with one text belong together.
struct LikeRows {
    timeline::RowListPtr list;
    std::vector<std::string> texts;                       ///< by row
    std::unordered_map<std::string, std::uint32_t> rows;  ///< by text

    /// Linear in rows and tracks.
    static LikeRows of(const model::Snapshot& s, timeline::RowListPtr list);
};

}  // namespace app
