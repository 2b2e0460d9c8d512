// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "importers/chrome/names.h"
#include "importers/chrome/rows.h"
#include "importers/common/stop_check.h"
#include "model/store/event_store.h"

namespace importers::chrome {

/// GPUs in the traces that XLA's and TensorFlow's tools make of a profile: processes with the name of a device
/// ("/device:GPU:0") whose threads are its streams ("Stream #118(Compute)"). Their events are slices until the names
/// are known, and become work of the GPU then; calls with the same numbers become calls.
class XlaRows {
public:
    XlaRows(Rows& rows, const Names& names, model::EventStore& store, StopCheck& check)
        : m_rows(rows), m_names(names), m_store(store), m_check(check) {}

    /// Places the work. Does nothing to a trace that has no such process.
    void place();
    /// The devices that processes are, by their numbers in the file.
    const std::map<std::int64_t, std::int64_t>& devices() const { return m_devices; }
    bool isHip() const { return m_isHip; }
    /// Names the rows of devices that are no streams, such as "XLA Ops", once all rows are built.
    void nameRows() const;

private:
    struct Converted {
        model::ArgsId args = 0;
        std::uint32_t correlation = 0;
        std::int64_t context = model::TrackKey::kNone;
        bool launch = false, copy = false, fill = false, allocation = false, graph = false;
    };
    void placeRow(const RowId& id, std::int64_t device);
    void placeCalls(const RowId& id);
    Converted convert(model::ArgsId args);
    bool convertArg(const model::Arg& arg, Converted& to);
    void addWork(const model::TrackKey& stream, model::Event event);
    void recount(model::EventKind to);
    bool isApi(model::StringId name);

    Rows& m_rows;
    const Names& m_names;
    model::EventStore& m_store;
    StopCheck& m_check;
    std::map<std::int64_t, std::int64_t> m_devices;
    std::unordered_map<model::StringId, bool> m_apiNames;
    std::vector<model::Arg> m_args;
    bool m_isHip = false;
};

}  // namespace importers::chrome
