// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "importers/nsys/strings.h"

namespace importers::nsys {

/// Strings of an export. They are read completely, because ids come in any order, and enter the store one by one as
/// rows use them.
class ExportStrings final : public ReportStrings {
public:
    using ReportStrings::ReportStrings;
    void add(std::int64_t id, std::string_view value);
    /// All strings are there. Call it once before intern().
    void complete() { reserveIds(m_dense.size()); }
    std::optional<std::string_view> text(std::int64_t id) const override;

private:
    struct Span {
        const char* bytes = nullptr;
        std::uint32_t size = 0;
        bool known = false;
    };
    std::vector<Span> m_dense;
    std::unordered_map<std::int64_t, Span> m_sparse;
    std::vector<std::unique_ptr<char[]>> m_blocks;
    char* m_free = nullptr;
    std::size_t m_left = 0, m_count = 0;
};

}  // namespace importers::nsys
