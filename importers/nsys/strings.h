// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string_view>
#include <unordered_map>

#include "model/store/event_store.h"

namespace importers::nsys {

/// Strings of a report by their id. A string enters the store only if a row uses it: the list also holds whole
/// environments of processes, to which nothing refers. Thread safe.
class ReportStrings {
public:
    explicit ReportStrings(model::EventStore& store) : m_store(store) {}
    virtual ~ReportStrings() = default;

    /// Text of a string id, or nothing if the report has no such string.
    virtual std::optional<std::string_view> text(std::int64_t id) const = 0;

    /// The store's string for a string id; a placeholder, which is counted, for a missing one.
    model::StringId intern(std::int64_t id);

protected:
    /// Ids below this are looked up in a table; call it once before intern().
    void reserveIds(std::size_t count);

private:
    model::StringId internNew(std::int64_t id);

    model::EventStore& m_store;
    std::unique_ptr<std::atomic<model::StringId>[]> m_dense;
    std::size_t m_denseCount = 0;
    std::mutex m_mutex;
    std::unordered_map<std::int64_t, model::StringId> m_sparse;
};

}  // namespace importers::nsys
