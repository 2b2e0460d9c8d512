// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/open.h"

#include <fmt/format.h>
#include <malloc.h>
#include <algorithm>
#include <array>
#include <chrono>
#include <functional>
#include <map>

#include "importers/capture/capture.h"
#include "importers/chrome/chrome.h"
#include "importers/common/finish.h"
#include "importers/common/late_stop.h"
#include "importers/common/stop_check.h"
#include "importers/common/text_source.h"
#include "importers/explain.h"
#include "importers/html.h"
#include "importers/ncu/ncu.h"
#include "importers/nsys/nsys.h"
#include "importers/nvprof/nvprof.h"
#include "importers/perfetto/perfetto.h"
#include "importers/profiles/profiles.h"
#include "importers/rep/rep_importer.h"
#include "importers/rocm/rocm.h"
#include "importers/rocm/rocprof_compute.h"
#include "importers/rocpd_index.h"
#include "importers/torch/torch.h"
#include "importers/xplane/xplane.h"
#include "model/base/messages.h"
#include "model/base/safe_text.h"
#include "model/query/query.h"
#include "model/rep/beside.h"

namespace importers {

using model::ErrorCode;
using model::fail;
using model::Result;

namespace {

// One line a format. To add one: write its file and add its line.
constexpr std::array kImporters{
    Importer{"rep", "Sightline report", sniffRep, openRep, ".rep"},
    Importer{"capture", "Sightline spool", capture::sniff, capture::open, ".spool"},
    Importer{"nsys-rep", "Nsight Systems report", nsys::sniffRep, nsys::openRep, ".nsys-rep .qdrep"},
    Importer{"nsys-sqlite", "Nsight Systems SQLite export", nsys::sniffSqlite, nsys::openSqlite},
    Importer{"nsys-jsonlines", "Nsight Systems JSON Lines export", nsys::sniffJsonlines, nsys::openJsonlines},
    Importer{"chrome", "Chrome trace (JSON)", chrome::sniff, chrome::open},
    Importer{"ncu-rep", "Nsight Compute report", ncu::sniffReport, ncu::openReport, ".ncu-rep"},
    Importer{"ncu-csv", "Nsight Compute CSV", ncu::sniffCsv, ncu::openCsv},
    Importer{"rpd", "rocmProfileData database", rocm::sniffRpd, rocm::openRpd, ".rpd"},
    Importer{"rocpd", "ROCm profile database", rocm::sniffRocpd, rocm::openRocpd},
    Importer{"rocprof-compute", "ROCm Compute Profiler database", rocm::sniffCompute, rocm::openCompute},
    Importer{"rocpd-index", "Index of ROCm profile databases", rocpd_index::sniff, rocpd_index::open},
    Importer{"rocprofv3-json", "JSON of rocprofv3", rocm::sniffJson, rocm::openJson},
    Importer{"rocprofv3-csv", "CSV of rocprofv3", rocm::sniffCsv, rocm::openCsv},
    Importer{"perfetto", "Perfetto trace", perfetto::sniff, perfetto::open, ".pftrace .perfetto-trace"},
    Importer{"xplane", "XSpace profile", xplane::sniff, xplane::open, ".xplane.pb"},
    Importer{"torch-memory", "PyTorch memory snapshot", torch::sniffSnapshot, torch::openSnapshot},
    Importer{"torch-memory-timeline", "PyTorch memory timeline", torch::sniffTimeline, torch::openTimeline},
    Importer{"nvprof", "nvprof database", nvprof::sniff, nvprof::open, ".nvprof .nvvp"},
    Importer{"speedscope", "speedscope profile", profiles::sniffSpeedscope, profiles::openSpeedscope, ".speedscope"},
    Importer{"collapsed", "Collapsed stacks", profiles::sniffCollapsed, profiles::openCollapsed, ".folded .collapsed"},
    Importer{"perf-script", "Samples of perf script", profiles::sniffPerfScript, profiles::openPerfScript},
    Importer{"perf-data", "Recording of perf", profiles::sniffPerfData, profiles::openPerfData, "perf.data"},
    Importer{"html", "Web page with a trace", html::sniff, html::open},
};

struct Ends {
    std::string head, tail, unpacked, text;
    std::uint64_t fileBytes = 0;
    Sniff sniff() const { return {head, tail, fileBytes, unpacked, text}; }
};

Result<Ends> readEnds(const std::filesystem::path& path) {
    const auto file = model::openNamed(path);
    if (!file) return tl::unexpected(file.error());
    Ends ends;
    ends.fileBytes = file->bytes;
    if (ends.fileBytes == 0) return fail(ErrorCode::EmptyFile, path.string());
    ends.head.resize(std::min<std::uint64_t>(kHeadBytes, ends.fileBytes));
    ends.tail.resize(std::min<std::uint64_t>(64, ends.fileBytes));
    if (!file->read(ends.head.data(), ends.head.size(), 0) ||
        !file->read(ends.tail.data(), ends.tail.size(), ends.fileBytes - ends.tail.size()))
        return fail(ErrorCode::CannotOpen, path.string(), model::MessageCode::ReadingFailed);
    ends.unpacked = packingOf(ends.head) == Packing::None ? ends.head : unpackedHead(path, kHeadBytes);
    ends.text = asText(ends.unpacked);
    return ends;
}

const Importer* importerNamed(std::string_view key) {
    return std::find_if(kImporters.begin(), kImporters.end(), [key](const Importer& i) { return i.key == key; });
}

/// Says so when a report begins with a few events and then nothing for most of its length: the view starts there.
void noteGapAtStart(model::EventStore& store) {
    if (store.diagnostics().total(model::Note::TimeGap)) return;  // a saved report says so already
    constexpr std::size_t kRows = 64;
    const model::SnapshotPtr s = store.snapshot();
    const model::TimeNs length = s->range().length();
    std::vector<model::TimeRange> first;
    for (model::LaneId l = 0; l < s->laneCount(); ++l) {
        const model::LaneView lane = s->lane(l);
        if (s->track(lane.lane->track()).kind == model::TrackKind::Diagnostics) continue;
        for (std::size_t i = 0; i < std::min(kRows, lane.rows); ++i) first.push_back({lane.start(i), lane.end(i)});
    }
    for (std::uint32_t c = 0; c < s->counterCount(); ++c)
        if (s->counter(c).rows) first.push_back({s->counter(c).series->time()[0], s->counter(c).series->lastTime()});
    std::sort(first.begin(), first.end(), [](model::TimeRange a, model::TimeRange b) { return a.begin < b.begin; });
    model::TimeNs covered = first.empty() ? 0 : first.front().end;
    const auto isLong = [&](model::TimeNs begin) {
        const model::TimeNs gap = model::saturatingSub(begin, covered);
        return gap > 1'000'000'000 && gap > length / 2;
    };
    // What comes before that and was not among the first.
    const auto coverUntil = [&](model::TimeNs begin) {
        for (model::LaneId l = 0; l < s->laneCount(); ++l) {
            const model::LaneView lane = s->lane(l);
            if (lane.rows <= kRows || s->track(lane.lane->track()).kind == model::TrackKind::Diagnostics) continue;
            const model::RowRange rows = rowsOverlapping(lane, {covered, begin});
            if (rows.first < rows.last) covered = std::max(covered, lane.end(rows.last - 1));
        }
    };
    for (const model::TimeRange& r : first) {
        if (isLong(r.begin)) coverUntil(r.begin);
        const model::TimeNs gap = model::saturatingSub(r.begin, covered);
        if (isLong(r.begin)) {
            store.diagnostics().add(
                model::Note::TimeGap,
                {model::MessageCode::SecondsFrom, {model::Argument::time(gap), model::Argument::time(covered)}});
            return;
        }
        covered = std::max(covered, r.end);
    }
}

/// What the notes say was left out, for ReportInfo::skipped; nothing for notes that leave nothing out.
model::Message leftOut(const model::Diagnostic& d) {
    switch (d.note) {
    case model::Note::SkippedUnknown:
    case model::Note::NotShown: return d.subject;
    case model::Note::NoTime: return {model::MessageCode::NoStartTime, {d.subject}};
    case model::Note::DepthLimit: return {model::MessageCode::TooDeepToDraw, {d.subject}};
    case model::Note::UnmatchedEnd: return {model::MessageCode::EndWithoutBegin, {d.subject}};
    case model::Note::UnmatchedFlow: return d.subject;
    default: return {};
    }
}

/// Importers note what they leave out. Those that also list it say more than the note does.
void listLeftOut(model::EventStore& store) {
    auto& skipped = store.info().skipped;
    std::map<model::Message, std::uint64_t> noted;
    for (const model::Diagnostic& d : store.diagnostics().list())
        if (const model::Message what = leftOut(d); !what.empty() && !skipped.contains(d.subject))
            noted[what] += d.count;
    for (const auto& [what, n] : noted) skipped.emplace(what, n);
    if (!noted.empty()) store.publish(true);
}

}  // namespace

std::span<const Importer> importers() { return kImporters; }

const Importer* importerFor(const Sniff& sniff) {
    const Importer* best = nullptr;
    int sure = 0;
    for (const Importer& i : kImporters)
        if (const int s = i.sniff(sniff); s > sure) {
            best = &i;
            sure = s;
        }
    return best;
}

Result<const Importer*> identify(const std::filesystem::path& path) {
    if (capture::isSession(path)) return importerNamed("capture");
    const auto ends = readEnds(path);
    if (!ends) return tl::unexpected<model::Error>(ends.error());
    const Sniff sniff = ends->sniff();
    if (const Importer* best = importerFor(sniff)) return best;
    return tl::unexpected<model::Error>(explain(path, sniff));
}

namespace {

/// What was read when it was stopped is worth a moment.
constexpr std::chrono::milliseconds kBuildingAfterStop{25};

Result<void> readWith(
    const std::function<Result<void>(const std::filesystem::path&, model::EventStore&, const OpenOptions&)>& open,
    const std::filesystem::path& path, model::EventStore& store, const OpenOptions& options) {
    store.info().path = path.string();
    // The store's segments are large and grow into their last pages slowly: mapped one by one, the pages that are not
    // yet used cost nothing, and what staging gives back does not stay between them.
    mallopt(M_MMAP_THRESHOLD, 128 * 1024);
    const LateStop late(options.stop, kBuildingAfterStop);
    OpenOptions bounded = options;
    bounded.stopBuilding = late.token();
    try {
        auto opened = open(path, store, bounded);
        if (opened && options.wanted.isEverything()) {
            noteGapAtStart(store);
            listLeftOut(store);
        }
        return opened;
    } catch (const Stopped&) {
        return finishReport(path, store, options, true);
    } catch (const std::bad_alloc&) {
        return fail(ErrorCode::OutOfMemory, path.string());
    }
}

}  // namespace

Result<void> openReport(const std::filesystem::path& path, model::EventStore& store, const OpenOptions& options) {
    if (capture::isSession(path)) return readWith(capture::open, path, store, options);
    const auto ends = readEnds(path);
    if (!ends) return tl::unexpected<model::Error>(ends.error());
    const Sniff sniff = ends->sniff();
    const Importer* best = importerFor(sniff);
    if (!best) return tl::unexpected<model::Error>(explain(path, sniff));
    store.info().fileBytes = ends->fileBytes;
    return readWith(best->open, path, store, options);
}

Result<void> followSession(const std::filesystem::path& folder, model::EventStore& store, const OpenOptions& options,
                           capture::KnownStacks& known) {
    if (!capture::isSession(folder)) return openReport(folder, store, options);
    return readWith([&known](const auto& path, model::EventStore& to,
                             const OpenOptions& how) { return capture::openSession(path, to, how, known); },
                    folder, store, options);
}

namespace {
Result<std::string> attachmentIn(const std::filesystem::path& path, const Sniff& sniff, const std::string& locator) {
    if (nsys::sniffRep(sniff)) return nsys::readRepAttachment(path, locator);
    if (nsys::sniffSqlite(sniff)) return nsys::readSqliteAttachment(path, locator);
    if (nsys::sniffJsonlines(sniff)) return nsys::readJsonlinesAttachment(path, locator);
    if (ncu::sniffReport(sniff)) return ncu::readReportAttachment(path, locator);
    return fail(ErrorCode::UnsupportedFeature, path.string(), model::MessageCode::OutputOnlyInOriginal);
}
}  // namespace

Result<std::string> readAttachment(const std::filesystem::path& path, const model::ReportInfo::Attachment& attachment) {
    const auto ends = readEnds(path);
    if (!ends) return tl::unexpected<model::Error>(ends.error());
    auto text = attachmentIn(path, ends->sniff(), attachment.locator);
    if (text) text = model::safeText(*text);
    return text;
}

}  // namespace importers
