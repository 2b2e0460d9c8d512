// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/nsys/strings.h"

#include <fmt/format.h>

#include "model/base/messages.h"

namespace importers::nsys {

void ReportStrings::reserveIds(std::size_t count) {
    m_dense = std::make_unique<std::atomic<model::StringId>[]>(count);
    m_denseCount = count;
}

model::StringId ReportStrings::intern(std::int64_t id) {
    if (id >= 0 && static_cast<std::size_t>(id) < m_denseCount) {
        std::atomic<model::StringId>& slot = m_dense[static_cast<std::size_t>(id)];
        model::StringId known = slot.load(std::memory_order_acquire);
        if (known == 0) {
            known = internNew(id);
            slot.store(known, std::memory_order_release);
        }
        return known;
    }
    std::lock_guard lock(m_mutex);
    model::StringId& known = m_sparse[id];
    if (known == 0) known = internNew(id);
    return known;
}

model::StringId ReportStrings::internNew(std::int64_t id) {
    if (const auto known = text(id)) return m_store.strings().intern(*known);
    m_store.diagnostics().add(model::Note::MissingString, "StringIds", 1, {model::MessageCode::IdOfRow, {id}});
    return m_store.strings().intern(fmt::format("(string {} missing)", id));
}

}  // namespace importers::nsys
