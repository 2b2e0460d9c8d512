// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <unordered_map>
#include <vector>

#include "importers/chrome/document.h"
#include "importers/chrome/launch_arrows.h"
#include "importers/chrome/names.h"
#include "importers/chrome/pairing.h"
#include "importers/chrome/records.h"
#include "importers/chrome/rows.h"
#include "importers/common/importer.h"
#include "importers/common/stop_check.h"

namespace importers::chrome {

/// Collects the records of a trace, and makes tracks, lanes and arrows when all of them are there. Events of a row come
/// in any order, names and labels often at the end.
class Assembly {
public:
    Assembly(model::EventStore& store, const OpenOptions& options);

    void take(Records& records);
    /// Whether it has nothing that could be shown.
    bool isEmpty() const;
    /// Builds everything and publishes as it goes, except for the last time. Throws Stopped after a stop; rows that are
    /// complete by then stay.
    void finish(DocumentFacts& facts);
    const Oddities& oddities() const { return m_oddities; }

private:
    // Pairing and placing, before anything is built (assembly.cpp).
    Pairing newPairing();
    void noteEnclosed(const Pairing& pairing);
    void pairSlices();
    void pairAsyncRows();
    void placeSamples(const DocumentFacts& facts);
    void chooseProcesses();
    void chooseOrigin();
    void chooseDevices(DocumentFacts& facts);
    std::int64_t processOf(const RowId& row) const;
    RowId placeOf(const RowId& row) const;

    // Building (assembly_build.cpp).
    void buildRows(const DocumentFacts& facts);
    void buildRow(const RowId& id, model::TrackId track, std::span<Row* const> parts);
    std::vector<model::ChainId> stackChains(const DocumentFacts& facts);
    void buildCounters();
    void buildMemory();
    void sortedSeries(model::TrackId track, std::vector<std::pair<model::TimeNs, double>>& values);

    void describe(const DocumentFacts& facts);

    model::TimeNs shifted(model::TimeNs t) const { return model::saturatingSub(t, m_origin); }

    model::EventStore& m_store;
    const OpenOptions& m_options;
    StopCheck m_check;
    Rows m_rows;
    std::unordered_map<std::uint64_t, std::vector<std::pair<RowId, Row*>>> m_rowIndex;
    std::map<ThreadId, std::vector<BeginEnd>> m_beginEnds;
    std::vector<Async> m_asyncs;
    std::vector<ObjectEvent> m_objects;
    std::vector<FlowPoint> m_flows;
    std::vector<CounterValue> m_counters;
    std::vector<Metadata> m_metadata;
    std::vector<MemoryPoint> m_memory;
    Oddities m_oddities;
    bool m_correlates = false, m_isKineto = false;
    std::string_view m_platform;  // model/base/platforms.h; empty = CUDA, or unknown
    LaunchArrows m_launches;
    bool m_hasOwners = false;  // stream rows belong to the process that they name

    std::int64_t m_mainPid = model::TrackKey::kNone;
    std::map<std::int64_t, std::uint64_t> m_hostPids;                          // processes with host events
    std::map<std::int64_t, std::int64_t> m_deviceOfPid;                        // processes that represent a GPU
    std::map<std::pair<std::int64_t, std::int64_t>, std::int64_t> m_contexts;  // by device and stream, as in the file
    model::TimeNs m_origin = 0;
    model::TimeNs m_end = model::kTimeMin;

    Names m_names;
    std::vector<std::pair<RowId, model::StringId>> m_rowNames;  // of async rows, by the row
};

}  // namespace importers::chrome
