// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/common/finish.h"

namespace importers {

model::Result<void> finishReport(const std::filesystem::path& path, model::EventStore& store,
                                 const OpenOptions& options, bool isStopped) {
    if (isStopped) {
        model::Diagnostics& notes = store.diagnostics();
        if (notes.total(model::Note::Cancelled) == 0) notes.add(model::Note::Cancelled, {});
        store.info().partial = true;
    }
    store.publish(true);
    if (options.published) options.published();
    if (isStopped) return model::fail(model::ErrorCode::Cancelled, path.string());
    return {};
}

}  // namespace importers
