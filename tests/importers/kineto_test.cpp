// SPDX-License-Identifier: GPL-3.0-or-later
// Real traces of PyTorch's profiler: what is in the file is on the rows.
#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
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

/// Our own traces, and those of other people where they are.
std::vector<fs::path> traces() {
    std::vector<fs::path> out;
    const char* shared = std::getenv("SIGHTLINE_SHARED");
    for (const fs::path& from : {sample("h100/kineto"), fs::path(shared ? shared : "") / "samples" / "kineto"}) {
        if (!fs::exists(from)) continue;
        for (const auto& e : fs::directory_iterator(from))
            if (e.path().filename().string().find(".json") != std::string::npos) out.push_back(e.path());
    }
    std::sort(out.begin(), out.end());
    return out;
}

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

namespace {

using Counts = std::map<std::string, std::uint64_t>;

/// A report against the events of its file by category (those with a length) and by phase.
void checkCounts(const fs::path& path, Counts categories, Counts phases, const std::string& rank) {
    const Opened o(path);
    const auto is = [&](std::string_view what, std::uint64_t found, std::uint64_t right) {
        if (found != right)
            check::fail(__FILE__, __LINE__,
                        fmt::format("{} {}: {} != {}", path.filename().string(), what, found, right));
    };
    const auto take = [&](const char* name) {
        const std::uint64_t n = categories[name];
        categories.erase(name);
        return n;
    };
    const auto both = [&](EventKind kind, TrackKind track, std::uint64_t n) {
        is(model::kindInfo(kind).key, o.inFile(kind), n);
        is(model::trackKindInfo(track).key, o.drawn(track), n);
    };
    const std::uint64_t copies = take("gpu_memcpy"), sets = take("gpu_memset");
    const std::uint64_t notes = take("user_annotation"), gpuNotes = take("gpu_user_annotation");
    both(EventKind::Kernel, TrackKind::StreamKernels, take("kernel"));
    both(EventKind::CudaApi, TrackKind::CudaApi, take("cuda_runtime") + take("cuda_driver"));
    both(EventKind::Operator, TrackKind::Operators, take("cpu_op"));
    both(EventKind::PythonFunction, TrackKind::PythonFunctions, take("python_function"));
    both(EventKind::Synchronization, TrackKind::StreamSync, take("cuda_sync"));
    is("copies", o.inFile(EventKind::Memcpy), copies);
    is("memsets", o.inFile(EventKind::Memset), sets);
    is("copies and memsets", o.drawn(TrackKind::StreamMemory), copies + sets);
    is("annotations", o.inFile(EventKind::Annotation), notes + gpuNotes);
    is("annotations of threads", o.drawn(TrackKind::Annotations), notes);
    is("annotations of streams", o.drawn(TrackKind::StreamAnnotations), gpuNotes);
    is("overhead", o.inFile(EventKind::ProfilerOverhead), take("overhead"));
    is("instants", o.inFile(EventKind::Instant), phases["i"]);
    is("arrows", o.inFile(EventKind::Flow), phases["s"] + phases["f"]);
    std::uint64_t rest = 0;
    for (const auto& [name, n] : categories) rest += n;
    both(EventKind::Slice, TrackKind::Slices, rest);
    if (!rank.empty()) CHECK_EQ(o.fact("rank"), rank);
    for (const Note n : {Note::SkippedUnknown, Note::DamagedPart, Note::Incomplete, Note::NoTime, Note::DepthLimit})
        is(model::noteInfo(n).key, o.store->diagnostics().total(n), 0);
}

/// A time in µs as it is written, as ns: a double holds an epoch to a quarter of a µs only.
std::int64_t ns(std::string_view text) {
    std::int64_t out = 0;
    int decimals = -1;
    for (const char c : text) {
        if (c == '.') decimals = 0;
        else if (c < '0' || c > '9') return std::llround(std::stod(std::string(text)) * 1000);
        else if (decimals < 3) out = out * 10 + (c - '0'), decimals += decimals >= 0;
    }
    for (decimals = std::max(decimals, 0); decimals < 3; ++decimals) out *= 10;
    return out;
}

struct FileSlice {
    std::int64_t start, length;
    std::string name;
};

/// Events with a length, read by another parser; nothing where the file is sloppy.
std::optional<std::vector<FileSlice>> slicesOf(const fs::path& path) {
    const simdjson::padded_string text(unpacked(path));
    simdjson::ondemand::parser parser;
    std::vector<FileSlice> out;
    try {
        auto document = parser.iterate(text);
        for (auto event : document["traceEvents"].get_array()) {
            std::string phase, name, ts, dur;
            for (auto field : event.get_object()) {
                const std::string_view key = field.unescaped_key();
                auto value = field.value();
                const auto token = [&] {
                    std::string_view raw = value.raw_json_token();
                    while (!raw.empty() && std::strchr(" \r\n\t", raw.back())) raw.remove_suffix(1);
                    return std::string(raw);
                };
                if (key == "ph") phase = std::string_view(value.get_string());
                else if (key == "name") name = std::string_view(value.get_string());
                else if (key == "ts") ts = token();
                else if (key == "dur") dur = token();
            }
            if (phase == "X") out.push_back({ns(ts), ns(dur), name});
        }
    } catch (const simdjson::simdjson_error&) {
        return {};
    }
    return out;
}

}  // namespace

TEST("every trace of other people: counts by category and phase are those of the file, and all of it is drawn") {
    for (const auto& row : expectations()) checkCounts(folder() / row[0], counts(row[4]), counts(row[3]), row[5]);
}

TEST("our traces: counts by category and phase are those that counting in the JSON gives, and all of it is drawn") {
    for (const fs::path& path : traces()) {
        if (path.parent_path() != sample("h100/kineto")) continue;
        simdjson::dom::parser parser;
        const simdjson::padded_string text(unpacked(path));
        const simdjson::dom::element root = parser.parse(text);
        Counts categories, phases;
        for (const simdjson::dom::element e : root["traceEvents"].get_array()) {
            const std::string phase(e["ph"].get_string().value());
            ++phases[phase];
            if (phase == "X") ++categories[std::string(e["cat"].get_string().value())];
        }
        std::int64_t rank = -1;
        if (root["distributedInfo"]["rank"].get(rank)) rank = -1;  // not one of several
        checkCounts(path, categories, phases, rank < 0 ? "" : std::to_string(rank));
    }
}

TEST("every slice of a trace has the time, length and name of the file, read by another parser") {
    std::size_t compared = 0;
    for (const fs::path& path : traces()) {
        const auto slices = slicesOf(path);
        if (!slices) continue;  // the counts are compared above
        std::multiset<std::string> expected, found;
        const Opened o(path);
        std::int64_t origin = 0;
        if (const std::string first = o.fact("sightline.first_event_ns"); !first.empty()) origin = std::stoll(first);
        for (const FileSlice& e : *slices) expected.insert(fmt::format("{} {} {}", e.start - origin, e.length, e.name));
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
        std::vector<std::string> missing;
        std::set_difference(expected.begin(), expected.end(), found.begin(), found.end(), std::back_inserter(missing));
        if (!missing.empty()) CHECK_EQ(path.filename().string() + ": " + missing.front(), "");
        ++compared;
    }
    CHECK(compared >= 5);
}

namespace {

/// One of our traces, and another one of other people where it is.
std::vector<fs::path> alsoOf(std::string_view own, std::string_view others) {
    std::vector<fs::path> out{sample("h100/kineto") / own};
    for (const fs::path& path : traces())
        if (path.filename() == others) out.push_back(path);
    return out;
}

constexpr std::string_view kBert = "tl_h100_gaunernst_bert_small_uncased_1016001.json.gz";

}  // namespace

// Numbers of our traces were counted in their JSON.
TEST("launches lead to their kernels, kernels to their operators") {
    for (const fs::path& path : alsoOf("tiny_infer.json.gz", kBert)) {
        const Opened o(path);
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
        CHECK_EQ(kernels, path.filename() == kBert ? 60u : 2400u);
        CHECK_EQ(linked, kernels);
        CHECK_EQ(owned, kernels);
    }
}

TEST("arguments: launch configuration by the names that all importers use, shapes as one text, all else as it is") {
    for (const fs::path& path : alsoOf("resnet18_train.json.gz", kBert)) {
        const Opened o(path);
        std::size_t kernels = 0, shapes = 0;
        o.forEach(TrackKind::StreamKernels, [&](model::EventRef, const model::Event& e) {
            kernels += o.arg(e, "gridX") && o.arg(e, "blockX") && o.arg(e, "registersPerThread") &&
                       o.arg(e, "warps per SM") && !o.arg(e, "correlation");
        });
        o.forEach(TrackKind::Operators, [&](model::EventRef, const model::Event& e) {
            if (const auto a = o.arg(e, "Input Dims"))
                shapes += o.s->text(static_cast<model::StringId>(a->value)).starts_with("[[");
        });
        CHECK(path.filename() == kBert ? kernels > 0 : kernels == 1655);
        CHECK(shapes > 0);
    }
}

TEST("allocations draw the curve of the allocator") {
    for (const fs::path& path : alsoOf("resnet18_train.json.gz", kBert)) {
        const Opened o(path);
        std::multiset<std::string> names;
        std::size_t values = 0;
        for (const model::Track& t : o.s->tree().tracks)
            if (t.kind == TrackKind::MemoryUsage) {
                names.emplace(o.s->text(t.name));
                values += o.s->counter(t.counter).rows;
            }
        CHECK((names == std::multiset<std::string>{"allocated", "reserved"}));
        CHECK(values > 100);
    }
}

TEST("forward and backward operators are joined by arrows where the file draws them") {
    constexpr std::string_view kOther = "hta_ns_resolution_trace_rank_0.Apr_03_18_51_38.1102.pt.trace.json.gz";
    for (const fs::path& path : alsoOf("resnet18_train.json.gz", kOther)) {
        const Opened o(path);
        std::size_t arrows = 0, operators = 0;
        for (const model::Flow& f : o.s->flows().all()) {
            if (o.s->text(f.name) != "fwdbwd") continue;
            ++arrows;
            const auto kind = [&](model::LaneId l) { return o.s->track(o.s->lane(l).lane->track()).kind; };
            operators += kind(f.fromLane) == TrackKind::Operators && kind(f.toLane) == TrackKind::Operators;
        }
        CHECK_EQ(arrows, path.filename() == kOther ? 905u : 480u);
        CHECK_EQ(operators, arrows);
    }
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
    constexpr std::string_view kOther = "tl_inference_vllm_decode_full_graph_execution.json.gz";
    for (const fs::path& path : alsoOf("tform_cudagraph.json.gz", kOther)) {
        const Opened o(path);
        std::multiset<std::size_t> nodes;
        o.forEach(TrackKind::CudaApi, [&](model::EventRef ref, const model::Event& e) {
            if (o.s->text(e.name).find("GraphLaunch") != std::string_view::npos)
                nodes.insert(model::correlated(*o.s, ref).work.size());
        });
        if (path.filename() == kOther) CHECK(!nodes.empty() && *nodes.rbegin() > 100);
        else CHECK((nodes == std::multiset<std::size_t>{328, 328, 328, 328, 328}));
    }
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

namespace {

void checkMemoryKinds(const fs::path& path) {
    const Opened o(path);
    const bool isOurs = path.parent_path() == sample("h100/kineto");
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
    CHECK_EQ(copies, isOurs ? 16u : 40u);
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
    const std::map<std::string, int> ours{{"Device>Device", 5}, {"Device>Pinned", 1}, {"Pinned>Device", 10}};
    const std::map<std::string, int> theirs{
        {"Device>Device", 8}, {"Device>Pageable", 8}, {"Pageable>Device", 16}, {"Pinned>Device", 8}};
    CHECK(pairs == (isOurs ? ours : theirs));
}

}  // namespace

TEST("copies and memsets say which memory they read and write, as their names do, and count by direction") {
    for (const fs::path& path : alsoOf("resnet18_train.json.gz", "hta_trace_filter_sampled_rank_0.json.gz"))
        checkMemoryKinds(path);
}
