// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/nsys/nsys.h"

#include <fmt/format.h>
#include <atomic>
#include <mutex>

#include "importers/common/finish.h"
#include "importers/common/parallel.h"
#include "importers/nsys/ingest.h"
#include "importers/nsys/rep_container.h"
#include "importers/nsys/rep_events.h"
#include "model/base/messages.h"

namespace importers::nsys {

using model::ErrorCode;
using model::Note;
using model::Result;

namespace {

class RepStrings final : public ReportStrings {
public:
    RepStrings(model::EventStore& store, const RepContainer& report) : ReportStrings(store), m_report(report) {
        reserveIds(report.stringCount());
    }
    std::optional<std::string_view> text(std::int64_t id) const override { return m_report.string(id); }

private:
    const RepContainer& m_report;
};

Note noteOf(RepWarning::Code code) {
    using enum RepWarning::Code;
    switch (code) {
    case NoEndMark:
    case ChunksEndEarly: return Note::Incomplete;
    case StringCount:
    case ThreadNameCount:
    case EventCount:
    case GenericEventCount: return Note::CountMismatch;
    default: return Note::DamagedPart;
    }
}

model::Message warningText(RepWarning::Code code) {
    using enum RepWarning::Code;
    switch (code) {
    case NoEndMark: return model::MessageCode::NoEndMark;
    case BadDirectory: return model::MessageCode::TableOfContents;
    case BadHeader: return model::MessageCode::Header;
    case ChunksEndEarly: return model::MessageCode::ChunkChainBreaks;
    case NoStrings: return model::MessageCode::StringList;
    case StringCount: return model::MessageCode::Strings;
    case ThreadNameCount: return model::MessageCode::ThreadNames;
    case BadTrailer: return model::MessageCode::ThreadNamesAndDevices;
    case EventCount: return model::MessageCode::Events;
    case GenericEventCount: return model::MessageCode::Samples;
    case DamagedEvents: return model::MessageCode::Events;
    }
    return warningId(code);
}

void reportWarnings(model::EventStore& store, std::span<const RepWarning> warnings) {
    for (const RepWarning& w : warnings) {
        const model::Message facts = w.promised || w.found
                                         ? model::Message(model::MessageCode::FoundAnnounced, {w.found, w.promised})
                                         : model::Message();
        store.diagnostics().add(noteOf(w.code), warningText(w.code), 1, facts, w.offset);
    }
}

/// Chunks are decoded in runs, one collector a run, so that rows keep their order however many threads there are.
class ChunkReader {
public:
    ChunkReader(const RepContainer& report, model::EventStore& store, Ingest& ingest, const OpenOptions& options)
        : m_report(report), m_store(store), m_ingest(ingest), m_options(options),
          m_memory(options.mostMemory, model::MemoryBound::kGathered) {}

    void readAll() {
        const std::size_t n = m_report.chunks().size();
        const std::size_t perRun = std::clamp<std::size_t>(n / 64, 1, 64);
        const std::size_t runs = (n + perRun - 1) / perRun;
        std::vector<RowCollector*> rows(runs);
        for (RowCollector*& r : rows) r = &m_ingest.collector();
        for (const RepChunk& c : m_report.chunks()) m_bytes += c.compressedSize;
        parallelFor(runs, m_options.threads,
                    [&](std::size_t i) { readRun(i * perRun, std::min(n, (i + 1) * perRun), *rows[i]); });
    }

    const EventCounts& counts() const { return m_counts; }

private:
    void readRun(std::size_t first, std::size_t last, RowCollector& rows) {
        ChunkBuffer buffer;
        EventCounts counts;
        for (std::size_t i = first; i < last && !m_options.stop.stop_requested() && !isFull(); ++i) {
            const auto raw = m_report.readChunk(i, buffer);
            if (raw) counts.add(decodeEvents(m_report, *raw, rows));
            else m_store.diagnostics().add(Note::DamagedPart, raw.error().detail, 1, {}, raw.error().offset);
            progress(m_report.chunks()[i].compressedSize);
        }
        std::lock_guard lock(m_mutex);
        m_counts.add(counts);
    }

    /// Whether there is no memory for more chunks; says so once.
    bool isFull() {
        if (m_memory.isReached() && !m_full.exchange(true))
            m_store.diagnostics().add(Note::Incomplete, model::MessageCode::NoMemoryForTheRest);
        return m_full;
    }

    void progress(std::uint64_t bytes) {
        const std::uint64_t done = m_done.fetch_add(bytes) + bytes;
        if (!m_options.progress) return;
        std::lock_guard lock(m_mutex);
        const std::uint64_t step = std::max<std::uint64_t>(1, m_bytes / 200);
        if (done < m_reported + step && done != m_bytes) return;
        m_reported = done;
        m_options.progress({done, m_bytes});
    }

    const RepContainer& m_report;
    model::EventStore& m_store;
    Ingest& m_ingest;
    const OpenOptions& m_options;
    model::MemoryBound m_memory;
    std::atomic<bool> m_full{false};
    std::uint64_t m_bytes = 0;
    std::atomic<std::uint64_t> m_done{0};
    std::uint64_t m_reported = 0;
    std::mutex m_mutex;
    EventCounts m_counts;
};

void countWhatIsNotShown(model::EventStore& store, const EventCounts& counts) {
    for (const auto& [name, n] : counts.notShown) {
        store.diagnostics().add(Note::NotShown, name, n);
        store.info().skipped[name] += n;
    }
    for (const auto& [type, n] : counts.unknownTypes) {
        const model::Message name(model::MessageCode::EventOfType, {type});
        store.diagnostics().add(Note::SkippedUnknown, name, n);
        store.info().skipped[name] += n;
    }
    if (counts.damaged) store.info().skipped[model::MessageCode::DamagedEvent] += counts.damaged;
}

}  // namespace

int sniffRep(const Sniff& s) {
    if (s.head.starts_with("NVIDIA Tegra Profiler Report ")) return 100;
    return s.head.starts_with("U3w[END]") && s.head.substr(8).starts_with("NVIDIA Nsight Systems Stream") ? 100 : 0;
}

Result<void> openRep(const std::filesystem::path& path, model::EventStore& store, const OpenOptions& options) {
    const auto report = RepContainer::open(path.string());
    if (!report) return tl::unexpected<model::Error>(report.error());
    model::ReportInfo& info = store.info();
    info.format = "Nsight Systems report";
    info.formatKey = "nsys-rep";
    info.product = "Nsight Systems";
    info.productVersion = report->facts().productVersion;
    reportWarnings(store, report->warnings());

    RepStrings strings(store, *report);
    Ingest ingest(store, strings, options.threads, options.wanted, options.stopBuilding);
    for (const RepGenericType& type : report->facts().genericTypes)
        for (std::size_t i = 0; i < type.fields.size(); ++i)
            if (type.isGpuMetric())
                ingest.setMetricName(type.typeId, static_cast<std::int64_t>(i), strings.intern(type.fields[i].nameId));

    ChunkReader reader(*report, store, ingest, options);
    reader.readAll();
    const bool cancelled = options.stop.stop_requested();
    const bool whole = options.wanted.isEverything();
    if (ingest.needsTheRest()) ChunkReader(*report, store, ingest, options).readAll();
    if (whole) countWhatIsNotShown(store, reader.counts());
    if (whole && !cancelled) reportWarnings(store, countWarnings(*report, reader.counts()));
    for (const RepOutput& o : report->facts().outputs)
        if (const auto name = report->string(o.nameId))
            info.attachments.push_back(
                {std::string(*name), pidOf(static_cast<std::uint64_t>(o.globalPid)), std::to_string(o.contentId)});

    ingest.finish(report->facts());
    info.partial = !whole || store.diagnostics().total(Note::Incomplete) > 0;
    return finishReport(path, store, options, cancelled);
}

Result<std::string> readRepAttachment(const std::filesystem::path& path, const std::string& locator) {
    const auto report = RepContainer::open(path.string());
    if (!report) return tl::unexpected<model::Error>(report.error());
    const auto text = report->string(std::atoll(locator.c_str()));
    if (!text) return model::fail(ErrorCode::Damaged, path.string(), model::MessageCode::OutputGone);
    return std::string(*text);
}

}  // namespace importers::nsys
