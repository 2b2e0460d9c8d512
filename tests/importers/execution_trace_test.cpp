// SPDX-License-Identifier: GPL-3.0-or-later
// Execution traces of PyTorch explain the operators of the trace of their run, when both are opened as one.
#include <string>
#include <vector>

#include "importers/merge.h"
#include "tests/kit/opened.h"

using model::TrackKind;

namespace {

/// Two operators of process 7 and one that was never numbered.
constexpr std::string_view kTrace = R"({"schemaVersion": 1, "traceEvents": [
    {"ph":"X","cat":"cpu_op","name":"aten::mm","pid":7,"tid":7,"ts":10,"dur":40,
     "args":{"External id":1,"Record function id":3}},
    {"ph":"X","cat":"cpu_op","name":"aten::relu","pid":7,"tid":7,"ts":60,"dur":20,
     "args":{"External id":2,"Record function id":5,"Input Dims":[[9, 9]],"Input type":["float"]}},
    {"ph":"X","cat":"cpu_op","name":"aten::add","pid":7,"tid":7,"ts":90,"dur":5,"args":{"External id":4}}]})";

/// As of schema 1.1: what an operator was given stands in `inputs`, its numbers in `attrs`.
std::string executionTrace(int pid, const std::string& firstName = "aten::mm") {
    std::string text = R"json({"schema": "1.1.1-chakra.0.0.4", "pid": PID, "nodes": [
        {"id": 1, "name": "[pytorch|profiler|execution_trace|thread]", "attrs": []},
        {"id": 21, "name": "FIRST", "ctrl_deps": 1,
         "inputs": {"values": [[1, 2, 0, 6, 4, "cuda:0"], [3, 4, 0, 12, 4, "cuda:0"], 1, "<None>"],
                    "shapes": [[2, 3], [3, 4], [], []],
                    "types": ["Tensor(float)", "Tensor(c10::BFloat16)", "Int", "None"]},
         "outputs": {"values": [[5, 6, 0, 8, 4, "cuda:0"]], "shapes": [[2, 4]], "types": ["Tensor(float)"]},
         "attrs": [{"name": "rf_id", "type": "uint64", "value": 3},
                   {"name": "op_schema", "type": "string", "value": "mm"}]},
        {"id": 22, "name": "aten::relu", "ctrl_deps": 1,
         "inputs": {"values": [], "shapes": [[1, 1]], "types": ["Tensor(double)"]},
         "outputs": {"values": [], "shapes": [], "types": []},
         "attrs": [{"name": "rf_id", "type": "uint64", "value": 5}]}]})json";
    text.replace(text.find("PID"), 3, std::to_string(pid));
    return text.replace(text.find("FIRST"), 5, firstName);
}

std::string varint(std::uint64_t v) {
    std::string out;
    for (; v > 127; v >>= 7) out += static_cast<char>(v | 128);
    return out + static_cast<char>(v);
}
std::string number(int field, std::uint64_t v) { return varint(static_cast<std::uint64_t>(field) << 3) + varint(v); }
std::string bytes(int field, const std::string& v) {
    return varint(static_cast<std::uint64_t>(field) << 3 | 2) + varint(v.size()) + v;
}
std::string message(const std::string& content) { return varint(content.size()) + content; }

struct Merged {
    std::shared_ptr<model::EventStore> store = model::EventStore::create();
    model::Result<std::vector<importers::MergedFile>> files;

    explicit Merged(const std::vector<const ScratchFile*>& all) {
        std::vector<importers::MergeFile> paths;
        for (const ScratchFile* f : all) paths.push_back({f->path(), {}});
        files = importers::openMerged(paths, *store);
    }
    std::size_t failed() const {
        return static_cast<std::size_t>(
            std::count_if(files->begin(), files->end(), [](const auto& f) { return f.error; }));
    }
    /// "name: key=value key=value" of the operators, a line each.
    std::string operators() const {
        const model::SnapshotPtr s = store->snapshot();
        std::string out;
        for (const model::Track& t : s->tree().tracks) {
            if (t.kind != TrackKind::Operators) continue;
            for (const model::LaneId l : t.lanes)
                for (std::size_t i = 0; i < s->lane(l).rows; ++i) {
                    const model::Event e = s->lane(l).lane->row(i);
                    out += std::string(s->text(e.name)) + ":";
                    for (const model::Arg& a : store->args().at(e.args)) {
                        if (s->text(a.key) == "External id") continue;
                        const bool isText = a.type == model::Arg::Type::String;
                        out += fmt::format(" {}={}", s->text(a.key),
                                           isText ? s->text(static_cast<model::StringId>(a.value))
                                                  : std::string_view(std::to_string(a.value)));
                    }
                    out += '\n';
                }
        }
        return out;
    }
    std::string fact(std::string_view key) const {
        for (const model::Entity& e : store->info().entities)
            for (const auto& [k, value] : e.facts)
                if (k == key) return value;
        return {};
    }
};

constexpr std::string_view kExplained =
    R"(aten::mm: Record function id=3 Input Dims=[[2, 3], [3, 4], [], []] Input type=["float", "c10::BFloat16", "Scalar", ""])"
    R"( Output Dims=[[2, 4]] Output type=["float"] Execution trace node=21
aten::relu: Input Dims=[[9, 9]] Input type=["float"] Record function id=5 Execution trace node=22
aten::add:
)";
constexpr std::string_view kAsItWas =
    R"(aten::mm: Record function id=3
aten::relu: Input Dims=[[9, 9]] Input type=["float"] Record function id=5
aten::add:
)";

/// Arguments in another order say the same.
std::string sorted(std::string_view text) {
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = text.find('\n', at);
        std::string line(text.substr(at, end - at));
        std::sort(line.begin(), line.end());
        out += line + '\n';
        at = end + 1;
    }
    return out;
}

}  // namespace

TEST("opened as one with the trace of its run, an execution trace tells what operators were given") {
    const ScratchFile trace(kTrace, ".json"), nodes(executionTrace(7), ".json");
    const Merged both({&nodes, &trace});
    CHECK(both.files.has_value());
    CHECK_EQ(both.files->size(), 1u);
    CHECK_EQ(both.failed(), 0u);
    CHECK_EQ(sorted(both.operators()), sorted(kExplained));
    CHECK_EQ(both.fact("execution_trace"), nodes.path().filename().string());
    CHECK_EQ(both.fact("execution_trace.operators"), std::string("2"));
    CHECK(!both.store->info().partial);
}

TEST("the first versions have the number and the shapes in the node itself") {
    const ScratchFile trace(kTrace, ".json"),
        nodes(
            R"json({"schema": "1.0.1", "pid": 7, "nodes": [{"name": "aten::mm", "id": 21, "rf_id": 3, "inputs": [1, 2],
                  "input_shapes": [[2, 3], [3, 4]], "input_types": ["Tensor(float)", "Tensor(float)"],
                  "outputs": [], "output_shapes": [[2, 4]], "output_types": ["Tensor(float)"]}]})json",
            ".json");
    const Merged both({&trace, &nodes});
    CHECK_EQ(both.fact("execution_trace.operators"), std::string("1"));
    CHECK(both.operators().find(R"(Input Dims=[[2, 3], [3, 4]] Input type=["float", "float"] Output Dims=[[2, 4]])") !=
          std::string::npos);
}

TEST("so does the form of Chakra, which names no process") {
    const std::string attribute = bytes(1, "rf_id") + number(9, 3);
    const std::string node = number(1, 21) + bytes(2, "aten::mm") + number(3, 4) +
                             bytes(8, bytes(1, "[]") + bytes(2, "[[2, 3], [3, 4]]") +
                                          bytes(3, "['Tensor(float)', 'GenericList[Int,Int]']")) +
                             bytes(10, attribute);
    const ScratchFile trace(kTrace, ".json"), nodes(message(bytes(1, "0.0.4")) + message(node), ".et");
    const Merged both({&trace, &nodes});
    CHECK_EQ(both.files->size(), 1u);
    CHECK(both.operators().find(
              R"(Input Dims=[[2, 3], [3, 4]] Input type=["float", "ScalarList"] Execution trace node=21)") !=
          std::string::npos);
}

TEST("an execution trace of another process or of another program explains nothing and is named") {
    const ScratchFile trace(kTrace, ".json"), process(executionTrace(8), ".json"),
        program(executionTrace(7, "aten::conv2d"), ".json");
    for (const ScratchFile* other : {&process, &program}) {
        const Merged both({&trace, other});
        CHECK_EQ(both.files->size(), 2u);
        CHECK_EQ(both.failed(), 1u);
        CHECK_EQ(sorted(both.operators()), sorted(kAsItWas));
    }
}

TEST("of several ranks, each is explained by its own execution trace") {
    std::string otherTrace(kTrace);
    for (std::size_t at; (at = otherTrace.find("\"pid\":7")) != std::string::npos;)
        otherTrace.replace(at, 7, "\"pid\":8");
    const ScratchFile first(kTrace, ".json"), second(otherTrace, ".json"), ofSecond(executionTrace(8), ".json"),
        ofFirst(executionTrace(7), ".json");
    const Merged all({&first, &second, &ofSecond, &ofFirst});
    CHECK_EQ(all.files->size(), 2u);
    for (const importers::MergedFile& file : *all.files) {
        const auto named = std::find_if(file.facts.begin(), file.facts.end(),
                                        [](const auto& fact) { return fact.first == "execution_trace"; });
        CHECK(named != file.facts.end());
        const ScratchFile& expected = file.path == first.path() ? ofFirst : ofSecond;
        CHECK_EQ(named->second, expected.path().filename().string());
    }
}

TEST("of one that is cut or damaged, what comes before counts, and nothing crashes") {
    const ScratchFile trace(kTrace, ".json");
    const std::string whole = executionTrace(7);
    const ScratchFile cut(whole.substr(0, whole.find("\"id\": 22") + 4), ".json");
    CHECK_EQ(Merged({&trace, &cut}).fact("execution_trace.operators"), std::string("1"));
    const std::string chakra = message(bytes(1, "0.0.4")) + message(number(1, 21) + bytes(2, "aten::mm") +
                                                                    bytes(10, bytes(1, "rf_id") + number(9, 3)));
    for (std::size_t n = 8; n < chakra.size(); ++n) {
        const ScratchFile damaged(chakra.substr(0, n) + "\xff\xff\xff\xff\xff", ".et");
        CHECK(Merged({&trace, &damaged}).files.has_value());
    }
}
