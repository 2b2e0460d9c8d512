// SPDX-License-Identifier: GPL-3.0-or-later
// What a person reads who opens a file that is no report: what it is, and what to do.
#include <fmt/format.h>
#include <cstdlib>

#include "importers/open.h"
#include "tests/kit/check.h"
#include "tests/kit/packed.h"
#include "tests/kit/samples.h"
#include "tests/kit/scratch_file.h"

namespace {

using model::ErrorCode;
using namespace std::string_literals;

struct Refusal {
    bool refused = false;
    model::Error error;
    std::string sentence;  ///< with "FILE" in place of the path
};

Refusal refusalOf(const std::filesystem::path& path) {
    Refusal out;
    const auto store = model::EventStore::create();
    if (const auto opened = importers::openReport(path, *store); !opened) {
        out.refused = true;
        out.error = opened.error();
        // Every way to ask gives the same answer.
        const auto identified = importers::identify(path);
        if (!identified) CHECK_EQ(static_cast<int>(identified.error().code), static_cast<int>(out.error.code));
    }
    out.error.subject = "FILE";
    if (out.refused) out.sentence = model::english(sentenceOf(out.error));
    return out;
}

Refusal refusalOf(std::string_view bytes) { return refusalOf(ScratchFile(bytes).path()); }

/// The refusal has that code, and its message says `fact`.
void expect(std::string_view bytes, ErrorCode code, std::string_view fact) {
    const Refusal r = refusalOf(bytes);
    CHECK(r.refused);
    CHECK_EQ(static_cast<int>(r.error.code), static_cast<int>(code));
    if (r.sentence.find(fact) == std::string::npos)
        check::fail(__FILE__, __LINE__, fmt::format("\"{}\" does not say \"{}\"", r.sentence, fact));
}

using packed::gzip;

/// A zip archive of one file.
std::string zip(std::string_view bytes) { return packed::zip({{"x", std::string(bytes)}}); }

}  // namespace

TEST("a page that came in place of a file is named with its title") {
    expect("<!DOCTYPE html>\n<html><head><title>Sign in</title></head><body>Log in to go on.</body></html>",
           ErrorCode::HtmlPage, "FILE is an HTML page (“Sign in”), not a trace.");
    expect("\xef\xbb\xbf<!-- saved from url -->\n<HTML><BODY>404</BODY></HTML>", ErrorCode::HtmlPage,
           "FILE is an HTML page, not a trace. A server");
    expect("<?xml version=\"1.0\"?>\n<!doctype HTML><html><head><title>\n  a\x01 b \n</title>", ErrorCode::HtmlPage,
           "(“a\\x01 b”)");
    expect(gzip("<html><title>packed</title></html>"), ErrorCode::HtmlPage, "(“packed”)");
    const Refusal crafted = refusalOf(sample("crafted/html_saved_as.json"));
    CHECK_EQ(
        crafted.sentence,
        "FILE is an HTML page (“404”), not a trace. A server probably sent this page in place of the file, for example to ask "
        "for a login: download the file again."s);
}

TEST("text of the Linux kernel's tracer is named") {
    expect("# tracer: nop\n#\n  a-1 [000] 1.5: sched_switch: prev_comm=a\n", ErrorCode::FtraceText,
           "text trace of the Linux kernel");
    CHECK_EQ(static_cast<int>(refusalOf(sample("chrome/cat_android_systrace.txt")).error.code),
             static_cast<int>(ErrorCode::FtraceText));
}

TEST("JSON of other programs is told apart") {
    expect(R"({"$schema":"https://www.speedscope.app/file-format-schema.json","profiles":[]})",
           ErrorCode::SpeedscopeFile, "holds no calls");
    expect(R"({ "schema": "1.1.1-chakra.0.0.4", "pid": 7, "nodes": [ {"id": 2, "name": "x", "attrs": []} ] })",
           ErrorCode::ExecutionTrace, "without times");
    expect(
        R"({"header":{"id":"0x7f","rank":2},"metadata":{"inspector_output_format_version":"v4.0"},"coll_perf":{"coll":"AllReduce"}})"
        "\n",
        ErrorCode::NcclInspectorLog, "NCCL Inspector");
    expect(
        R"({"nodes":[{"id":1,"callFrame":{"functionName":"main"}}],"startTime":1,"endTime":2,"samples":[1],"timeDeltas":[0]})",
        ErrorCode::CpuProfile, ".cpuprofile");
    expect(R"({"EndTime":"2025","RecipeName":"cuda_gpu_kern_sum","Outputs":[]})", ErrorCode::RecipeResult,
           "recipe (cuda_gpu_kern_sum), not a report");
    expect(R"({"Type":79,"CudaEvent":{"startNs":"1","endNs":"2"}})"
           "\n{\"data\":[\"a\"]}\n",
           ErrorCode::OldJsonExport, "old JSON form");
    expect(R"({"name":"x","version":1,"scripts":{}})", ErrorCode::JsonWithoutEvents,
           "holds no trace events: its keys are name, version, scripts.");
    expect(R"([[1,2],[3,4]])", ErrorCode::JsonWithoutEvents, "a list of other values");
    expect(R"([{"epoch":1,"loss":0.5}])", ErrorCode::JsonWithoutEvents, "a list of objects with epoch, loss");
    expect(R"({})", ErrorCode::JsonWithoutEvents, "an empty object");
    CHECK(!refusalOf(sample("chrome/ss_incomplete-trace.json")).refused);
    CHECK_EQ(static_cast<int>(refusalOf(sample("chrome/cat_dashboard_test_points.json")).error.code),
             static_cast<int>(ErrorCode::JsonWithoutEvents));
}

TEST("files of other tools are told apart by their first bytes") {
    expect("PERFILE2\x68\0\0\0"s, ErrorCode::PerfData, "perf.data");
    expect(gzip("\x0a\x04\x08\x01\x10\x02\x0a\x04\x08\x03\x10\x04\x12\x02\x0a\x00"s), ErrorCode::PprofProfile, "pprof");
    expect("tr\xfdP\x01\x04rest of a capture"s, ErrorCode::TracyCapture, "Tracy");
    expect("tZst\0\0\0\0packed", ErrorCode::TracyCapture, "Tracy");
    expect(
        "\x7f"
        "ELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x02\0\xbe\0\x01\0\0\0"s,
        ErrorCode::ProgramFile, "(GPU code, cubin)");
    expect(
        "\x7f"
        "ELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x03\0\x3e\0\x01\0\0\0"s,
        ErrorCode::ProgramFile, "(ELF), not a report");
    expect("\x80\x04\x95\x10\0\0\0\0\0\0\0}\x94."s, ErrorCode::PickleFile, "memory snapshot");
    expect("PAR1\x15\x04"s, ErrorCode::TableFile, "in the form of Parquet");
    expect("\x89HDF\r\n\x1a\n"s, ErrorCode::TableFile, "HDF5");
    expect("7z\xbc\xaf\x27\x1c\0\x04"s, ErrorCode::OtherArchive, "an archive (7-Zip)");
    std::string tar("run/rank0.json");
    tar.resize(257);
    expect(gzip(tar + "ustar\00000" + std::string(300, '\0')), ErrorCode::OtherArchive, "an archive (tar)");
    expect("Time (%),Total Time (ns),Name\n99.0,123,kernel\n", ErrorCode::CsvTable,
           "its columns are Time (%),Total Time (ns),Name");
    expect("U3w[END]NVIDIA Nsight Systems Stream 2025.3.1.90-1v0!\n\x01x", ErrorCode::RawCapture, ".qdstrm");
}

TEST("a package with nothing in it, or nothing that can be unpacked, says so") {
    expect(gzip(""), ErrorCode::EmptyArchive, "nothing inside");
    expect("PK\5\6"s + std::string(18, '\0'), ErrorCode::EmptyArchive, "nothing inside");
    expect(gzip("some text that is long enough to be packed").substr(0, 11), ErrorCode::Truncated, "ends too early");
    expect("\x1f\x8b\x08\0\0\0\0\0\0\x03\xff\xff\xff\xff\xff\xff"s, ErrorCode::Damaged, "compressed data");
}

TEST("a report that is packed and only read as it is says what it is and to unpack it") {
    const std::string ncu = "NVR\0\x02\0\0\0\x08\x01 rest of a report"s;
    for (const std::string& packed : {gzip(ncu), zip(ncu)})
        expect(packed, ErrorCode::OtherArchive, "is of the kind “Nsight Compute report”");
    expect(gzip("SQLite format 3\0 … rocpd_api …"s), ErrorCode::OtherArchive,
           "(gzip; its content is of the kind “rocmProfileData database”). Unpack it");
    expect(gzip(gzip("[]")), ErrorCode::OtherArchive, "(gzip; its content is packed again with gzip). Unpack it");
    expect(zip(gzip("[]")), ErrorCode::OtherArchive,
           "(zip; the largest file in it is packed again with gzip). Unpack it");
    expect(zip("just some words"), ErrorCode::UnknownFormat,
           "it is packed with zip, and the largest file in it begins with “just some words”.");
}

TEST("JSON that ends where it begins is cut off, not empty") {
    expect("{", ErrorCode::Truncated, "a JSON object that is not closed");
    expect(" {\n", ErrorCode::Truncated, "Copy the file again");
    expect("[[1,2", ErrorCode::Truncated, "a JSON list that is not closed");
}

TEST("what nobody knows is shown by its first bytes") {
    expect("\x01\x02hello \"world\"", ErrorCode::UnknownFormat, "it begins with “\\x01\\x02hello");
    expect("just some words\n", ErrorCode::UnknownFormat, "just some words");
}

TEST("every sample file opens or is refused with a reason that fits") {
    for (const char* folder : {"crafted", "chrome", "kineto", "chrome_oracle"})
        for (const auto& entry : std::filesystem::directory_iterator(sample(folder))) {
            const std::string ending = entry.path().extension().string();
            if (ending == ".tsv" || entry.path().string().ends_with(".expect.txt") || ending == ".sqlite-wal") continue;
            const Refusal r = refusalOf(entry.path());
            if (r.refused && r.error.code == ErrorCode::UnknownFormat)
                check::fail(__FILE__, __LINE__, entry.path().string() + ": " + r.sentence);
        }
}
