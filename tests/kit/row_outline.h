// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>

#include "timeline/rows/row_list.h"

namespace timeline {

/// Rows as an indented list: "+" closed, "-" open.
inline std::string outline(const RowList& list) {
    std::string out;
    for (const Row& r : list.rows()) {
        out += std::string(static_cast<std::size_t>(r.depth) * 2, ' ');
        if (r.expandable) out += r.expanded ? "- " : "+ ";
        out += r.title.toStdString() + '\n';
    }
    return out;
}

/// The first row of that title; nullptr where there is none.
inline const Row* find(std::span<const Row> rows, const QString& title) {
    for (const Row& r : rows)
        if (r.title == title) return &r;
    return nullptr;
}
inline const Row* find(const RowList& list, const QString& title) { return find(list.rows(), title); }

}  // namespace timeline
