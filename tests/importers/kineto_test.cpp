// SPDX-License-Identifier: GPL-3.0-or-later
// Real traces of PyTorch's profiler: what is in the file is on the rows.
#include <fmt/format.h>
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include <simdjson.h>
#include "importers/common/text_source.h"
#include "importers/open.h"
#include "model/query/correlation.h"
#include "model/reports/report.h"
#include "tests/kit/check.h"
#include "tests/kit/samples.h"

namespace fs = std::filesystem;

namespace {

using model::EventKind;
using model::Note;
using model::TrackKind;

fs::path folder() { return sample("kineto"); }

struct Opened {
    std::shared_ptr<model::EventStore> store = model::EventStore::create();
    model::SnapshotPtr s;

    explicit Opened(const fs::path& path) {
        const auto ok = importers::openReport(path, *store);
        CHECK(ok.has_value());
        s = store->snapshot();
    }
    std::uint64_t inFile(EventKind k) const { return s->info().eventsInFile[static_cast<std::size_t>(k)]; }
    std::size_t drawn(TrackKind kind) const {
        std::size_t n = 0;
        for (const model::Track& t : s->tree().tracks)
            if (t.kind == kind)
                for (const auto* lanes : {&t.lanes, &t.overflow})
                    for (const model::LaneId l : *lanes) n += s->lane(l).rows;
        return n;
    }
    template <class F>
    void forEach(TrackKind kind, F&& use) const {
        for (const model::Track& t : s->tree().tracks)
            if (t.kind == kind)
                for (const auto* lanes : {&t.lanes, &t.overflow})
                    for (const model::LaneId l : *lanes)
                        for (std::size_t i = 0; i < s->lane(l).rows; ++i)
                            use(model::EventRef{l, static_cast<std::uint32_t>(i)}, s->lane(l).lane->row(i));
    }
    std::string fact(std::string_view key) const {
        for (const auto& [k, v] : s->info().session_facts)
            if (k == key) return v;
        return {};
    }
    std::optional<model::Arg> arg(const model::Event& e, std::string_view key) const {
        return store->args().find(e.args, store->strings().find(key));
    }
};

/// "a:1 b:2" as a map.
std::map<std::string, std::uint64_t> counts(const std::string& text) {
    std::map<std::string, std::uint64_t> out;
    std::istringstream in(text);
    for (std::string word; in >> word;)
        out[word.substr(0, word.rfind(':'))] = std::stoull(word.substr(word.rfind(':') + 1));
    return out;
}

std::vector<std::vector<std::string>> expectations() {
    std::ifstream in(folder() / "expected.tsv");
    std::vector<std::vector<std::string>> rows;
    for (std::string line; std::getline(in, line);) {
        std::vector<std::string> cells;
        std::istringstream fields(line);
        for (std::string cell; std::getline(fields, cell, '\t');) cells.push_back(cell);
        cells.resize(6);
        if (cells[0] != "file") rows.push_back(cells);
    }
    return rows;
}

std::string unpacked(const fs::path& path) {
    auto source = importers::TextSource::open(path);
    std::string text;
    char block[1 << 16];
    while (const std::size_t n = source->read(block, sizeof block)) text.append(block, n);
    return text;
}

}  // namespace

TEST("every trace: counts by category and phase are those of the file, and all of it is drawn") {
    for (const auto& row : expectations()) {
        const Opened o(folder() / row[0]);
        auto categories = counts(row[4]), phases = counts(row[3]);
        const auto take = [&](const char* name) {
            const std::uint64_t n = categories[name];
            categories.erase(name);
            return n;
        };
        const std::uint64_t kernels = take("kernel"), copies = take("gpu_memcpy"), sets = take("gpu_memset"),
                            calls = take("cuda_runtime") + take("cuda_driver");
        const std::uint64_t ops = take("cpu_op"), notes = take("user_annotation"),
                            gpuNotes = take("gpu_user_annotation"), python = take("python_function");
        const std::uint64_t overhead = take("overhead"), sync = take("cuda_sync");
        std::uint64_t rest = 0;
        for (const auto& [name, n] : categories) rest += n;
        CHECK_EQ(std::pair(row[0], o.inFile(EventKind::Kernel)), std::pair(row[0], kernels));
        CHECK_EQ(o.inFile(EventKind::Memcpy), copies);
        CHECK_EQ(o.inFile(EventKind::Memset), sets);
        CHECK_EQ(o.inFile(EventKind::CudaApi), calls);
        CHECK_EQ(o.inFile(EventKind::Operator), ops);
        CHECK_EQ(o.inFile(EventKind::Annotation), notes + gpuNotes);
        CHECK_EQ(o.inFile(EventKind::PythonFunction), python);
        CHECK_EQ(o.inFile(EventKind::ProfilerOverhead), overhead);
        CHECK_EQ(o.inFile(EventKind::Synchronization), sync);
        CHECK_EQ(o.inFile(EventKind::Slice), rest);
        CHECK_EQ(o.inFile(EventKind::Instant), phases["i"]);
        CHECK_EQ(o.inFile(EventKind::Flow), phases["s"] + phases["f"]);
        CHECK_EQ(o.drawn(TrackKind::StreamKernels), kernels);
        CHECK_EQ(o.drawn(TrackKind::StreamMemory), copies + sets);
        CHECK_EQ(o.drawn(TrackKind::CudaApi), calls);
        CHECK_EQ(o.drawn(TrackKind::Operators), ops);
        CHECK_EQ(o.drawn(TrackKind::Annotations), notes);
        CHECK_EQ(o.drawn(TrackKind::StreamAnnotations), gpuNotes);
        CHECK_EQ(o.drawn(TrackKind::PythonFunctions), python);
        CHECK_EQ(o.drawn(TrackKind::Slices), rest);
        CHECK_EQ(o.drawn(TrackKind::StreamSync), sync);
        if (!row[5].empty()) CHECK_EQ(o.fact("rank"), row[5]);
        for (const Note n : {Note::SkippedUnknown, Note::DamagedPart, Note::Incomplete, Note::NoTime, Note::DepthLimit})
            CHECK_EQ(o.store->diagnostics().total(n), 0u);
    }
}

TEST("every slice of a trace has the time, length and name of the file, read by another parser") {
    for (const auto& row : expectations()) {
        const std::string text = unpacked(folder() / row[0]);
        simdjson::dom::parser parser;
        const simdjson::padded_string padded(text);
        auto parsed = parser.parse(padded);
        if (parsed.error()) continue;  // the file is sloppy; the counts are compared above
        std::multiset<std::string> expected, found;
        const Opened o(folder() / row[0]);
        std::int64_t origin = 0;
        if (const std::string first = o.fact("time of the first event in the file (ns)"); !first.empty())
            origin = std::stoll(first);
        // A double holds an epoch in µs to a quarter of one only: the text is read, in thousandths.
        const auto ns = [](simdjson::dom::element v) {
            return v.is_double() ? static_cast<std::int64_t>(std::llround(static_cast<double>(v) * 1000))
                                 : static_cast<std::int64_t>(v) * 1000;
        };
        bool doubles = false;
        for (simdjson::dom::element e : simdjson::dom::array(parsed["traceEvents"])) {
            std::string_view ph, name;
            if (e["ph"].get(ph) || ph != "X" || e["name"].get(name)) continue;
            const simdjson::dom::element ts = e["ts"], dur = e["dur"];
            doubles |= ts.is_double() && std::abs(static_cast<double>(ts)) > 1e12;
            expected.insert(fmt::format("{} {} {}", ns(ts) - origin, ns(dur), name));
        }
        for (model::LaneId l = 0; l < o.s->laneCount(); ++l) {
            const auto kind = o.s->track(o.s->lane(l).lane->track()).kind;
            if (kind == TrackKind::ThreadInstants || kind == TrackKind::ProcessInstants ||
                kind == TrackKind::GlobalInstants)
                continue;
            for (std::size_t i = 0; i < o.s->lane(l).rows; ++i) {
                const model::Event e = o.s->lane(l).lane->row(i);
                found.insert(fmt::format("{} {} {}", e.start, e.duration(), o.s->text(e.name)));
            }
        }
        CHECK_EQ(found.size(), expected.size());
        if (doubles) continue;
        std::vector<std::string> missing;
        std::set_difference(expected.begin(), expected.end(), found.begin(), found.end(), std::back_inserter(missing));
        if (!missing.empty()) CHECK_EQ(row[0] + ": " + missing.front(), "");
    }
}

TEST("launches lead to their kernels, kernels to their operators") {
    const Opened o(folder() / "tl_h100_gaunernst_bert_small_uncased_1016001.json.gz");
    std::size_t linked = 0, kernels = 0, owned = 0;
    std::map<std::int64_t, std::string> operators;
    o.forEach(TrackKind::Operators,
              [&](model::EventRef, const model::Event& e) { operators[e.correlation] = o.s->text(e.name); });
    o.forEach(TrackKind::StreamKernels, [&](model::EventRef ref, const model::Event& e) {
        ++kernels;
        const auto c = model::correlated(*o.s, ref);
        linked += c.launches.size() == 1;
        const auto id = o.arg(e, "External id");
        owned += id && operators.contains(id->value);
    });
    CHECK_EQ(kernels, 60u);
    CHECK_EQ(linked, kernels);
    CHECK_EQ(owned, kernels);
}

TEST("arguments: launch configuration by the names that all importers use, shapes as one text, all else as it is") {
    const Opened o(folder() / "tl_h100_gaunernst_bert_small_uncased_1016001.json.gz");
    bool kernel = false, shapes = false;
    o.forEach(TrackKind::StreamKernels, [&](model::EventRef, const model::Event& e) {
        kernel |= o.arg(e, "gridX") && o.arg(e, "blockX") && o.arg(e, "registersPerThread") &&
                  o.arg(e, "warps per SM") && !o.arg(e, "correlation");
    });
    o.forEach(TrackKind::Operators, [&](model::EventRef, const model::Event& e) {
        if (const auto a = o.arg(e, "Input Dims"))
            shapes |= o.s->text(static_cast<model::StringId>(a->value)).starts_with("[[");
    });
    CHECK(kernel);
    CHECK(shapes);
}

TEST("allocations draw the curve of the allocator") {
    const Opened o(folder() / "tl_h100_gaunernst_bert_small_uncased_1016001.json.gz");
    std::set<std::string> names;
    std::size_t values = 0;
    for (const model::Track& t : o.s->tree().tracks)
        if (t.kind == TrackKind::MemoryUsage) {
            names.emplace(o.s->text(t.name));
            values += o.s->counter(t.counter).rows;
        }
    CHECK((names == std::set<std::string>{"allocated", "reserved"}));
    CHECK(values > 100);
}

TEST("forward and backward operators are joined by arrows where the file draws them") {
    const Opened o(folder() / "hta_ns_resolution_trace_rank_0.Apr_03_18_51_38.1102.pt.trace.json.gz");
    std::size_t arrows = 0, operators = 0;
    for (const model::Flow& f : o.s->flows().all()) {
        if (o.s->text(f.name) != "fwdbwd") continue;
        ++arrows;
        const auto kind = [&](model::LaneId l) { return o.s->track(o.s->lane(l).lane->track()).kind; };
        operators += kind(f.fromLane) == TrackKind::Operators && kind(f.toLane) == TrackKind::Operators;
    }
    CHECK_EQ(arrows, 905u);
    CHECK_EQ(operators, arrows);
}

TEST("AMD: launches are linked, and streams with the number 0 are streams") {
    const Opened o(folder() / "tl_mi300_gaunernst_bert_small_uncased_1016001.json.gz");
    std::size_t linked = 0, kernels = 0;
    o.forEach(TrackKind::StreamKernels, [&](model::EventRef ref, const model::Event&) {
        ++kernels;
        linked += !model::correlated(*o.s, ref).launches.empty();
    });
    CHECK_EQ(kernels, 60u);
    CHECK_EQ(linked, 60u);
}

TEST("nodes of a CUDA graph share the correlation of its launch") {
    const Opened o(folder() / "tl_inference_vllm_decode_full_graph_execution.json.gz");
    std::size_t most = 0;
    o.forEach(TrackKind::CudaApi, [&](model::EventRef ref, const model::Event& e) {
        if (o.s->text(e.name).find("GraphLaunch") != std::string_view::npos)
            most = std::max(most, model::correlated(*o.s, ref).work.size());
    });
    CHECK(most > 100);
}

TEST("collectives keep their size, group and type") {
    std::size_t seen = 0;
    for (int rank = 0; rank < 2; ++rank) {
        fs::path path;
        for (const auto& e : fs::recursive_directory_iterator(sample("h100/kineto")))
            if (e.path().filename().string().find(fmt::format("ddp_rank{}", rank)) != std::string::npos)
                path = e.path();
        if (path.empty()) SKIP("the traces are not here");
        const Opened o(path);
        CHECK_EQ(o.fact("rank"), std::to_string(rank));
        o.forEach(TrackKind::StreamKernels, [&](model::EventRef, const model::Event& e) {
            if (!o.arg(e, "Collective name")) return;
            ++seen;
            CHECK(o.arg(e, "In msg nelems") && o.arg(e, "dtype") && o.arg(e, "Process Group Name") &&
                  o.arg(e, "Group size"));
        });
    }
    CHECK(seen > 10);
}

TEST("copies and memsets say which memory they read and write, as their names do, and count by direction") {
    const Opened o(folder() / "hta_trace_filter_sampled_rank_0.json.gz");
    static const std::map<std::string, std::int64_t> kKinds{{"Pageable", 0}, {"Pinned", 1}, {"Device", 2}};
    std::map<std::string, std::int64_t> byDirection;
    std::size_t copies = 0;
    o.forEach(TrackKind::StreamMemory, [&](model::EventRef, const model::Event& e) {
        const std::string name(o.s->text(e.name));
        const std::size_t open = name.find('('), arrow = name.find(" -> ");
        const auto kind = [&](const char* key) { return o.arg(e, key) ? o.arg(e, key)->value : -1; };
        if (name.starts_with("Memset")) {
            CHECK(kind("memKind") == kKinds.at(name.substr(open + 1, name.size() - open - 2)) &&
                  kind("srcKind") == -1 && kind("dstKind") == -1);
            ++byDirection["[CUDA memset]"];
            return;
        }
        CHECK_EQ(kind("srcKind"), kKinds.at(name.substr(open + 1, arrow - open - 1)));
        CHECK_EQ(kind("dstKind"), kKinds.at(name.substr(arrow + 4, name.size() - arrow - 5)));
        ++copies;
        ++byDirection[name.starts_with("Memcpy HtoD")   ? "[CUDA memcpy Host-to-Device]"
                      : name.starts_with("Memcpy DtoH") ? "[CUDA memcpy Device-to-Host]"
                                                        : "[CUDA memcpy Device-to-Device]"];
    });
    CHECK_EQ(copies, 40u);
    const model::TimeRange all{o.s->range().begin, o.s->range().end + 1};
    for (const char* key : {"cuda_gpu_mem_time_sum", "cuda_gpu_mem_size_sum"}) {
        const model::reports::Table t = model::reports::find(key)->make({*o.s, all});
        std::map<std::string, std::int64_t> told;
        const std::size_t count = std::string_view(key) == "cuda_gpu_mem_time_sum" ? 2 : 1, label = count == 2 ? 8 : 7;
        for (std::size_t r = 0; r < t.rows; ++r)
            CHECK(
                told.emplace(std::get<std::string>(t.cell(r, label)), std::get<std::int64_t>(t.cell(r, count))).second);
        CHECK(told == byDirection);
    }
    const model::reports::Table trace = model::reports::find("cuda_gpu_trace")->make({*o.s, all});
    std::map<std::string, int> pairs;
    for (std::size_t r = 0; r < trace.rows; ++r)
        if (const auto cell = trace.cell(r, 14); std::holds_alternative<std::string>(cell))
            ++pairs[std::get<std::string>(cell) + ">" + std::get<std::string>(trace.cell(r, 15))];
    CHECK((pairs == std::map<std::string, int>{
                        {"Device>Device", 8}, {"Device>Pageable", 8}, {"Pageable>Device", 16}, {"Pinned>Device", 8}}));
}
