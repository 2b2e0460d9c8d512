// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/merge.h"

#include <fmt/format.h>
#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>
#include <numeric>
#include <set>

#include "importers/common/finish.h"
#include "importers/common/parallel.h"
#include "importers/common/store_append.h"
#include "importers/open.h"
#include "importers/torch/linked_operators.h"
#include "model/base/ascii.h"
#include "model/base/messages.h"
#include "model/store/file_facts.h"
#include "model/store/rank.h"

namespace importers {

using model::ErrorCode;
using model::fail;
using model::isDigit;
using model::isLetter;
using model::lower;
using model::Note;
using model::Result;
using model::TimeNs;
using model::TrackKind;

namespace {

constexpr std::int64_t kHostStride = 1 << 20;
constexpr std::string_view kAttachmentMark = "file:";
/// Larger files are read one after another, each by all threads.
constexpr std::uint64_t kLarge = 64 << 20;

std::string nameOf(const std::filesystem::path& path) { return path.filename().string(); }

/// What an error about all files of a report is about.
std::string severalNamed(const std::filesystem::path& first) { return first.string() + " …"; }

/// `measure`: the clock of this file is the one that the others were brought to.
model::Facts factsOf(const MergedFile& f, bool measure) {
    namespace key = model::file_fact;
    model::Facts facts{{std::string(key::kFile), nameOf(f.path)}};
    const auto number = [&](std::string_view what, auto value) { facts.emplace_back(what, std::to_string(value)); };
    if (f.rank) number(key::kRank, *f.rank);
    if (!f.host.empty()) facts.emplace_back(key::kHost, f.host);
    if (measure) {
        facts.emplace_back(key::kClock, key::kMeasure);
    } else {
        number(key::kAhead, f.alignment.offset);
        facts.emplace_back(key::kAlignedBy, alignKey(f.alignment.method));
        number(key::kShift, f.alignment.shift);
    }
    if (!measure && f.alignment.matches) {
        number(key::kMatches, f.alignment.matches);
        number(key::kResidual, f.alignment.residual);
    }
    facts.insert(facts.end(), f.facts.begin(), f.facts.end());
    return facts;
}

class Merger {
public:
    Merger(std::span<const MergeFile> files, model::EventStore& store, const MergeOptions& options)
        : m_options(options), m_store(store), m_files(files.size()), m_stores(files.size()), m_offsets(files.size()),
          m_done(files.size()) {
        for (std::size_t i = 0; i < files.size(); ++i) {
            m_files[i].path = files[i].path;
            m_offsets[i] = files[i].offset;
            std::error_code error;
            const auto bytes = std::filesystem::file_size(files[i].path, error);
            m_files[i].bytes = error ? 0 : bytes;
            m_bytes += m_files[i].bytes;
        }
    }

    Result<std::vector<MergedFile>> run() {
        loadAll();
        if (stopped()) return cancelled();
        linkExecutionTraces();
        sortByRank();
        const auto opened = [](const MergedFile& f) { return !f.error; };
        if (std::none_of(m_files.begin(), m_files.end(), opened))
            return tl::unexpected<model::Error>(*m_files.front().error);
        nameFiles();
        alignAll();
        beginInfo();
        for (std::size_t i = 0; i < m_files.size(); ++i) {
            if (m_files[i].error) {
                noteFailure(m_files[i]);
                continue;
            }
            if (stopped()) return cancelled();
            append(i);
        }
        finishInfo();
        m_store.setFlows(std::move(m_flows));
        m_store.publish(true);
        published();
        return std::move(m_files);
    }

private:
    bool stopped() const { return m_options.stop.stop_requested(); }
    void published() const {
        if (m_options.published) m_options.published();
    }

    Result<std::vector<MergedFile>> cancelled() {
        m_store.setFlows(std::move(m_flows));
        const std::string several = severalNamed(m_files.front().path);
        return tl::unexpected<model::Error>(finishReport(several, m_store, m_options, true).error());
    }

    // --- reading

    void loadAll() {
        std::vector<std::size_t> small, large;
        for (std::size_t i = 0; i < m_files.size(); ++i) (m_files[i].bytes < kLarge ? small : large).push_back(i);
        const unsigned threads = m_options.threads;
        // One thread a file; few files share the cores.
        const std::size_t cores = threads ? threads : std::max(1u, std::thread::hardware_concurrency());
        const auto each =
            static_cast<unsigned>(std::max<std::size_t>(1, cores / std::max<std::size_t>(1, small.size())));
        parallelFor(small.size(), threads, [&](std::size_t i) { load(small[i], each); });
        for (const std::size_t i : large) load(i, threads);
    }

    void load(std::size_t i, unsigned threads) {
        if (stopped()) return;
        MergedFile& file = m_files[i];
        OpenOptions options;
        options.stop = m_options.stop;
        options.threads = threads;
        options.progress = [this, i](const Progress& p) { progress(i, p.bytesDone); };
        auto store = model::EventStore::create();
        const Result<void> opened = openReport(file.path, *store, options);
        if (!opened) {
            file.error = opened.error();
            file.rank = rankFromName(nameOf(file.path));
        } else {
            const model::SnapshotPtr s = store->snapshot();
            file.clock = clockFacts(*s);
            file.format = s->info().format;
            file.events = s->eventCount();
            file.rank = model::rankOf(s->info());
            if (!file.rank) file.rank = rankFromName(nameOf(file.path), s.get());
            file.host = hostNameOf(*s);
            m_stores[i] = std::move(store);
        }
        progress(i, file.bytes);
    }

    /// Reading is counted as three quarters of the work.
    void progress(std::size_t i, std::uint64_t bytes) {
        m_done[i] = std::min(bytes, m_files[i].bytes);
        std::lock_guard lock(m_mutex);
        std::uint64_t done = 0;
        for (const auto& d : m_done) done += d;
        report(done / 4 * 3);
    }
    void report(std::uint64_t done) const {
        if (m_options.progress) m_options.progress({done, m_bytes});
    }

    // --- execution traces

    /// They are no reports. Each explains the operators of the report of its run, and is no file of its own then.
    void linkExecutionTraces() {
        std::vector<bool> linked(m_files.size(), false);
        for (std::size_t i = 0; i < m_files.size(); ++i) {
            if (!m_files[i].error || m_files[i].error->code != ErrorCode::ExecutionTrace || stopped()) continue;
            auto trace = torch::ExecutionTrace::read(m_files[i].path, m_options);
            if (!trace) continue;
            torch::Agreement best;
            const model::EventStore* of = nullptr;
            for (const auto& store : m_stores) {
                if (!store || m_executionTraces.contains(store.get())) continue;
                const auto agreement = torch::agreementOf(*trace, *store->snapshot());
                if (agreement.isSameRun() && agreement.names > best.names) best = agreement, of = store.get();
            }
            if (!of) continue;
            m_executionTraces.try_emplace(of, ExecutionTrace{nameOf(m_files[i].path), std::move(*trace)});
            linked[i] = true;
        }
        const auto withoutLinked = [&](auto& list) {
            std::size_t i = 0;
            std::erase_if(list, [&](const auto&) { return linked[i++]; });
        };
        withoutLinked(m_files), withoutLinked(m_stores), withoutLinked(m_offsets);
    }

    // --- what they are called and when they are

    /// As people count: rank 2 before rank 10, in whatever order they were named. Files whose rank is not known stay
    /// behind, in that order.
    void sortByRank() {
        std::vector<std::size_t> order(m_files.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
            return m_files[a].rank.value_or(INT64_MAX) < m_files[b].rank.value_or(INT64_MAX);
        });
        const auto sorted = [&](auto& list) {
            auto out = std::remove_reference_t<decltype(list)>(list.size());
            for (std::size_t i = 0; i < order.size(); ++i) out[i] = std::move(list[order[i]]);
            list = std::move(out);
        };
        sorted(m_files), sorted(m_stores), sorted(m_offsets);
    }

    void nameFiles() {
        std::map<std::string, int> used;
        for (MergedFile& f : m_files) {
            const std::string name = nameOf(f.path);
            f.label = f.rank ? fmt::format("rank {}", *f.rank) : name;
            if (!f.host.empty()) f.label += fmt::format(" ({})", f.host);
            ++used[f.label];
        }
        // Two files of one rank, or of one name in two folders.
        for (MergedFile& f : m_files)
            if (used[f.label] > 1)
                f.label = f.rank ? fmt::format("{}, {}", f.label, nameOf(f.path))
                                 : (f.path.parent_path().filename() / f.path.filename()).string();
        std::set<std::string> labels;
        for (std::size_t i = 0; i < m_files.size(); ++i)
            if (!labels.insert(m_files[i].label).second) labels.insert(m_files[i].label += fmt::format(" #{}", i + 1));
    }

    void alignAll() {
        std::vector<ClockFacts> facts;
        std::vector<std::optional<TimeNs>> given;
        std::vector<std::size_t> of;
        for (std::size_t i = 0; i < m_files.size(); ++i) {
            if (m_files[i].error) continue;
            facts.push_back(std::move(m_files[i].clock));
            given.push_back(m_offsets[i]);
            of.push_back(i);
        }
        m_first = of.front();
        const auto aligned = align(facts, m_options.align, given);
        for (std::size_t i = 0; i < of.size(); ++i) {
            m_files[of[i]].alignment = m_files[of[i]].computed = aligned[i];
            facts[i].ends = {};
            m_files[of[i]].clock = std::move(facts[i]);
        }
    }

    // --- one report

    void append(std::size_t i) {
        MergedFile& file = m_files[i];
        const model::SnapshotPtr source = m_stores[i]->snapshot();
        std::map<std::int64_t, std::int64_t> hosts;  // by its id in the file
        const auto hostOf = [&](std::int64_t host) {
            return hosts.try_emplace(host, mergedHost(i, hosts.size())).first->second;
        };
        // Hosts that have rows come first.
        for (const model::Track& t : source->tree().tracks) hostOf(t.key.host);
        AppendOptions append;
        append.threads = m_options.threads;
        append.target = [&](std::int64_t host) { return HostTarget{hostOf(host), file.alignment.shift}; };
        appendOperators(i, *source, append);
        nameHosts(file, i, *source, hosts);
        addInfo(i, *source, hostOf);
        for (const model::Diagnostic& d : source->store().diagnostics().list())
            m_store.diagnostics().add(d.note, ofFile(file, d.subject), d.count, d.example, d.offset);
        if (source->profileCount() > 0)
            m_store.diagnostics().add(Note::NotShown, ofFile(file, model::MessageCode::MetricsWhenAlone),
                                      source->profileCount());
        m_stores[i].reset();
        m_appended += file.bytes;
        report(m_bytes / 4 * 3 + m_appended / 4);
        m_store.publish();
        published();
    }

    void appendOperators(std::size_t i, const model::Snapshot& source, AppendOptions& append) {
        const auto explained = m_executionTraces.find(m_stores[i].get());
        if (explained == m_executionTraces.end()) return appendStore(m_store, source, append, m_flows);
        torch::LinkedOperators operators(explained->second.trace, source, m_store);
        append.operatorArgs = [&](const model::Event& event, model::ArgsId args) {
            return operators.args(event, args);
        };
        appendStore(m_store, source, append, m_flows);
        m_files[i].facts.emplace_back("execution_trace", explained->second.name);
        m_files[i].facts.emplace_back("execution_trace.operators", std::to_string(operators.count()));
    }

    void nameHosts(const MergedFile& file, std::size_t i, const model::Snapshot& source,
                   const std::map<std::int64_t, std::int64_t>& hosts) {
        for (const auto& [host, target] : hosts) {
            model::TrackKey key;
            key.host = target;
            const model::TrackId track = m_store.track(TrackKind::Host, key);
            std::string name = file.label;
            if (hosts.size() > 1 && file.host.empty())
                for (const model::Track& t : source.tree().tracks)
                    if (t.kind == TrackKind::Host && t.key.host == host && t.name)
                        name += fmt::format(", {}", source.text(t.name));
            m_store.setTrackName(track, m_store.strings().intern(name));
            m_store.setTrackOrder(track, static_cast<std::int64_t>(i));
            if (target != mergedHost(i)) continue;
            model::Entity entity;
            entity.type = model::Entity::Type::Host;
            entity.key.host = target;
            entity.name = name;
            entity.facts = factsOf(file, i == m_first);
            m_store.info().entities.push_back(std::move(entity));
        }
    }

    template <class F>
    void addInfo(std::size_t i, const model::Snapshot& source, F&& hostOf) {
        const model::ReportInfo& from = source.info();
        model::ReportInfo& to = m_store.info();
        for (model::Entity e : from.entities) {
            if (e.type == model::Entity::Type::Host) continue;  // a merged report has its own, see nameHosts()
            e.key.host = hostOf(e.key.host);
            to.entities.push_back(std::move(e));
        }
        for (const model::ReportInfo::Category& c : from.categories) to.categories.push_back(c);
        for (std::size_t k = 0; k < to.eventsInFile.size(); ++k) to.eventsInFile[k] += from.eventsInFile[k];
        for (const auto& [reason, n] : from.skipped) to.skipped[reason] += n;
        for (model::ReportInfo::Attachment a : from.attachments) {
            a.name = fmt::format("{}: {}", m_files[i].label, a.name);
            a.locator = fmt::format("{}{}:{}", kAttachmentMark, i, a.locator);
            to.attachments.push_back(std::move(a));
        }
        to.partial |= from.partial;
        const TimeNs shift = m_files[i].alignment.shift;
        const auto moved = [shift](model::TimeRange times) {
            return model::TimeRange{model::saturatingAdd(times.begin, shift), model::saturatingAdd(times.end, shift)};
        };
        if (!from.session.isEmpty())
            to.session = to.session.isEmpty() ? moved(from.session) : to.session.united(moved(from.session));
        if (from.cut.times.isEmpty()) return;
        ++m_cuts;
        m_cut.times = m_cut.times.isEmpty() ? moved(from.cut.times) : m_cut.times.united(moved(from.cut.times));
        if (m_cutOf.insert(from.cut.of).second) m_cut.of += (m_cut.of.empty() ? "" : ", ") + from.cut.of;
    }

    /// What all files say is said once; what differs is a fact of the file.
    void beginInfo() {
        model::ReportInfo& info = m_store.info();
        info.formatKey = "merged";
        std::map<std::pair<std::string, std::string>, std::size_t> said;
        std::size_t opened = 0;
        std::string names;
        std::set<std::string> products;
        const model::ReportInfo* first = nullptr;
        std::vector<model::SnapshotPtr> sources(m_files.size());
        for (std::size_t i = 0; i < m_files.size(); ++i) {
            names += (names.empty() ? "" : ", ") + nameOf(m_files[i].path);
            if (m_files[i].error) continue;
            ++opened;
            info.fileBytes += m_files[i].bytes;
            sources[i] = m_stores[i]->snapshot();
            if (!first) first = &sources[i]->info();
            products.insert(sources[i]->info().product);
            const std::set<std::pair<std::string, std::string>> own(sources[i]->info().session_facts.begin(),
                                                                    sources[i]->info().session_facts.end());
            for (const auto& fact : own) ++said[fact];
        }
        info.format = fmt::format("{} merged {}", opened, opened == 1 ? "report" : "reports");
        info.path = names;
        info.utcEpochNs = first->utcEpochNs;
        if (products.size() == 1) {
            info.product = first->product;
            info.productVersion = first->productVersion;
            info.schemaVersion = first->schemaVersion;
        }
        for (const auto& fact : first->session_facts)
            if (said[fact] == opened) info.session_facts.push_back(fact);
        for (std::size_t i = 0; i < m_files.size(); ++i) {
            if (!sources[i]) continue;
            if (const model::ReportInfo::Cut& cut = sources[i]->info().cut; !cut.times.isEmpty()) {
                m_files[i].facts.emplace_back(model::file_fact::kCutOf, cut.of);
                m_files[i].facts.emplace_back(model::file_fact::kCutBegin, std::to_string(cut.times.begin));
                m_files[i].facts.emplace_back(model::file_fact::kCutEnd, std::to_string(cut.times.end));
            }
            for (const auto& fact : sources[i]->info().session_facts)
                if (said[fact] != opened) m_files[i].facts.push_back(fact);
        }
    }

    /// Of parts alone it says nothing beyond their times; where some are whole reports, the parts say it as facts of
    /// their own.
    void finishInfo() {
        const auto opened = std::count_if(m_files.begin(), m_files.end(), [](const MergedFile& f) { return !f.error; });
        if (m_cuts == opened) m_store.info().cut = m_cut;
        auto& categories = m_store.info().categories;
        const auto tie = [](const model::ReportInfo::Category& c) { return std::tie(c.pid, c.domain, c.id, c.name); };
        std::stable_sort(categories.begin(), categories.end(),
                         [&](const auto& a, const auto& b) { return tie(a) < tie(b); });
        categories.erase(std::unique(categories.begin(), categories.end(),
                                     [&](const auto& a, const auto& b) { return tie(a) == tie(b); }),
                         categories.end());
    }

    static model::Message ofFile(const MergedFile& file, const model::Message& what) {
        if (what.empty()) return file.label;
        return {model::MessageCode::OfFile, {model::Argument::file(file.label), what}};
    }

    void noteFailure(const MergedFile& file) {
        m_store.info().partial = true;
        m_store.diagnostics().add(Note::FileLeftOut, nameOf(file.path), 1, file.error->detail, file.error->offset);
    }

    struct ExecutionTrace {
        std::string name;  ///< of its file
        torch::ExecutionTrace trace;
    };

    const MergeOptions& m_options;
    model::EventStore& m_store;
    std::map<const model::EventStore*, ExecutionTrace> m_executionTraces;  ///< by the report that each explains
    std::vector<MergedFile> m_files;
    std::vector<std::shared_ptr<model::EventStore>> m_stores;
    std::vector<std::optional<TimeNs>> m_offsets;
    std::vector<std::atomic<std::uint64_t>> m_done;
    model::ReportInfo::Cut m_cut{};  // of the files that are parts of others
    std::set<std::string> m_cutOf;
    std::ptrdiff_t m_cuts = 0;
    std::mutex m_mutex;
    std::size_t m_first = 0;  // that opened
    std::uint64_t m_bytes = 0;
    std::uint64_t m_appended = 0;
    std::vector<model::Flow> m_flows;
};

}  // namespace

std::int64_t mergedHost(std::size_t file, std::size_t inner) {
    return static_cast<std::int64_t>(file) + 1 + static_cast<std::int64_t>(inner) * kHostStride;
}

std::size_t fileOfHost(std::int64_t host) { return static_cast<std::size_t>((host - 1) % kHostStride); }

Result<std::vector<MergedFile>> openMerged(std::span<const MergeFile> files, model::EventStore& store,
                                           const MergeOptions& options) {
    if (files.empty()) return fail(ErrorCode::CannotOpen, {}, model::MessageCode::NoFiles);
    if (files.size() > kMaxMergedFiles)
        return fail(ErrorCode::TooLarge, severalNamed(files.front().path),
                    {model::MessageCode::AtMostFiles, {kMaxMergedFiles}});
    try {
        return Merger(files, store, options).run();
    } catch (const std::bad_alloc&) {
        return fail(ErrorCode::OutOfMemory, severalNamed(files.front().path));
    }
}

Result<void> moveMerged(const model::Snapshot& merged, std::vector<MergedFile>& files, std::span<const TimeNs> offsets,
                        model::EventStore& store, const OpenOptions& options) {
    const auto first = std::find_if(files.begin(), files.end(), [](const MergedFile& f) { return !f.error; });
    std::vector<TimeNs> moves(files.size(), 0);
    for (std::size_t i = 0; i < files.size() && i < offsets.size(); ++i) {
        if (files[i].error || offsets[i] == files[i].alignment.offset) continue;
        const Alignment next = offsets[i] == files[i].computed.offset
                                   ? files[i].computed
                                   : alignmentOf(first->clock, files[i].clock, offsets[i]);
        moves[i] = model::saturatingSub(next.shift, files[i].alignment.shift);
        files[i].alignment = next;
    }
    try {
        std::vector<model::Flow> flows;
        AppendOptions append;
        append.threads = options.threads;
        append.stop = options.stop;
        append.target = [&](std::int64_t host) {
            const std::size_t file = fileOfHost(host);
            return HostTarget{host, file < moves.size() ? moves[file] : 0};
        };
        appendStore(store, merged, append, flows);
        if (options.stop.stop_requested()) return fail(ErrorCode::Cancelled, merged.info().path);
        store.setFlows(std::move(flows));
    } catch (const std::bad_alloc&) {
        return fail(ErrorCode::OutOfMemory, merged.info().path);
    }
    store.info() = merged.info();
    if (model::TimeRange& cut = store.info().cut.times;
        !cut.isEmpty()) {  // of which file its ends are is not known any more
        const auto [least, most] = std::minmax_element(moves.begin(), moves.end());
        cut = {model::saturatingAdd(cut.begin, *least), model::saturatingAdd(cut.end, *most)};
    }
    for (model::Entity& e : store.info().entities) {
        const std::size_t file = fileOfHost(e.key.host);
        if (e.type == model::Entity::Type::Host && file < files.size())
            e.facts = factsOf(files[file], &files[file] == &*first);
    }
    for (const model::Diagnostic& d : merged.store().diagnostics().list())
        store.diagnostics().add(d.note, d.subject, d.count, d.example, d.offset);
    store.publish(true);
    if (options.published) options.published();
    return {};
}

std::optional<MergedAttachment> mergedAttachment(const model::ReportInfo::Attachment& attachment) {
    std::string_view rest = attachment.locator;
    if (!rest.starts_with(kAttachmentMark)) return {};
    rest.remove_prefix(kAttachmentMark.size());
    const auto colon = rest.find(':');
    if (colon == std::string_view::npos) return {};
    const auto file = model::rankNumber(rest.substr(0, colon));
    if (!file) return {};
    MergedAttachment out{static_cast<std::size_t>(*file), attachment};
    out.attachment.locator = rest.substr(colon + 1);
    return out;
}

namespace {

/// Whether threads of that process are in the report. In a container every rank may be process 1, which says nothing.
bool hasProcess(const model::Snapshot& report, std::int64_t pid) {
    return pid > 1 && std::any_of(report.tree().tracks.begin(), report.tree().tracks.end(), [&](const model::Track& t) {
               return t.kind == TrackKind::Thread && t.key.pid == pid;
           });
}

}  // namespace

std::optional<std::int64_t> rankFromName(std::string_view fileName, const model::Snapshot* report) {
    constexpr std::string_view kNamedByProcess = "libkineto_activities_";
    const std::string name = lower(fileName);
    // "rank3", "rank_3", "rank-03", "Rank[3]", but not "ranking3".
    for (std::size_t at = name.find("rank"); at != std::string::npos; at = name.find("rank", at + 1)) {
        if (at > 0 && isLetter(name[at - 1])) continue;
        std::size_t from = at + 4;
        if (from < name.size() && std::string_view("_-.[=").find(name[from]) != std::string_view::npos) ++from;
        std::size_t to = from;
        while (to < name.size() && isDigit(name[to])) ++to;
        if (const auto rank = model::rankNumber(std::string_view(name).substr(from, to - from))) return rank;
    }
    // "trace_3.pt.trace.json", "3.json": the last number before the endings.
    const std::size_t dot = name.find('.');
    std::size_t from = dot == std::string::npos ? name.size() : dot;
    const std::size_t to = from;
    while (from > 0 && isDigit(name[from - 1])) --from;
    if (from == to || (from > 0 && name[from - 1] != '_' && name[from - 1] != '-')) return {};
    if (name.find(".pt.trace", to) != to && name.find(".json", to) != to) return {};
    const auto rank = model::rankNumber(std::string_view(name).substr(from, to - from));
    const bool isProcess = name.starts_with(kNamedByProcess) || (rank && report && hasProcess(*report, *rank));
    return isProcess ? std::nullopt : rank;
}

std::string hostNameOf(const model::Snapshot& report) {
    std::set<std::string> names;
    for (const model::Track& t : report.tree().tracks)
        if (t.kind == TrackKind::Host && t.name) names.emplace(report.text(t.name));
    for (const model::Entity& e : report.info().entities)
        if (e.type == model::Entity::Type::Host && !e.name.empty()) names.insert(e.name);
    return names.size() == 1 ? *names.begin() : std::string();
}

}  // namespace importers
