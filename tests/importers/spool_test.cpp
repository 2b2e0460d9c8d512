// SPDX-License-Identifier: GPL-3.0-or-later
// What a profiled program leaves behind: as a report, cut off anywhere, and made up by somebody hostile.
#include <chrono>
#include <fstream>

#include "importers/capture/capture.h"
#include "importers/capture/spool_file.h"
#include "model/query/health.h"
#include "tests/kit/mutate.h"
#include "tests/kit/spool_maker.h"

namespace {

using model::Note;
using model::TrackKind;
namespace fs = std::filesystem;

bool says(const Opened& o, std::string_view part) {
    for (const model::Diagnostic& d : o.store->diagnostics().list())
        if (d.note == Note::ReportMessage && model::english(d.subject).find(part) != std::string::npos) return true;
    return false;
}

/// A folder that is removed.
struct Folder {
    fs::path path = fs::temp_directory_path() / ("sightline-spools-" + std::to_string(::getpid()));
    Folder() { fs::create_directories(path); }
    ~Folder() {
        std::error_code ignored;
        fs::remove_all(path, ignored);
    }
    void write(const char* name, std::string_view bytes) const {
        std::ofstream(path / name, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    }
};

}  // namespace

TEST("Each record is where it belongs, in the time of the first one") {
    const ScratchFile file(SpoolMaker::example().bytes(), ".spool");
    const Opened o(file.path());
    CHECK(o.result.has_value());
    CHECK_EQ(
        o.spans(TrackKind::StreamKernels),
        "void gemm<float>(float*, int) 200+500; ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevKernelArgsStorage<4096ul>) 800+1000; void gemm<float>(float*, int) 2000+100");
    CHECK_EQ(o.spans(TrackKind::CudaApi),
             "cudaLaunchKernel_v7000 100+50; cudaLaunchKernel_v7000 300+50; cudaEventRecord_v3020 400+10");
    CHECK_EQ(o.spans(TrackKind::StreamMemory), "Unified memcpy HtoD 500+100; Memcpy HtoD 1000+400; Memset 1500+100");
    CHECK_EQ(o.spans(TrackKind::StreamSync), "Stream synchronize 1600+300");
    CHECK_EQ(o.spans(TrackKind::StreamGraphs), "CUDA graph 3 2000+200");
    CHECK_EQ(o.spans(TrackKind::StreamEvents), "CUDA event 400+0");  // the device does not say when; its call does
    CHECK_EQ(o.spans(TrackKind::Nvtx), "step 1 80+520; here 370+0; open 750+1550");
    CHECK_EQ(o.spans(TrackKind::Nccl), "ncclAllReduce 250+110");
    CHECK_EQ(o.spans(TrackKind::ProcessNvtx), "async 380+120");
    CHECK_EQ(o.spans(TrackKind::UnifiedMemory), "CPU page fault 650+0; GPU page fault 660+30");
    CHECK_EQ(o.spans(TrackKind::ProfilerOverhead), "CUPTI buffer flush 0+10");
    CHECK_EQ(o.spans(TrackKind::Jit), "JIT: compile 20+10");
    CHECK_EQ(o.spans(TrackKind::MemoryPool), "Memory pool operation 70+0");
    CHECK_EQ(o.values(*o.tracks(TrackKind::MemoryUsage).at(0)), "50=100 60=150 2300=50");
    CHECK_EQ(o.values(*o.tracks(TrackKind::ProcessCounter).at(0)), "900=0.5");
    CHECK_EQ(o.names(TrackKind::Process), "train");
    CHECK_EQ(o.names(TrackKind::Thread), "main");
    CHECK_EQ(o.names(TrackKind::CudaHw), "NVIDIA H100");
    CHECK_EQ(o.names(TrackKind::Stream), "Default stream (7)");
    CHECK_EQ(o.s->info().utcEpochNs, 1'700'000'000'000'001'000);
}

TEST("Kernels carry how they were launched, and collectives what their range says") {
    const ScratchFile file(SpoolMaker::example().bytes(), ".spool");
    const Opened o(file.path());
    const auto kernels = o.events(TrackKind::StreamKernels);
    CHECK_EQ(o.arg(kernels[0].event, "gridX"), 8);
    CHECK_EQ(o.arg(kernels[0].event, "blockX"), 256);
    CHECK_EQ(o.arg(kernels[0].event, "registersPerThread"), 64);
    CHECK_EQ(o.argText(kernels[0].event, "mangledName"), "_Z4gemmIfEvPT_i");
    CHECK_EQ(o.argText(kernels[0].event, "shortName"), "gemm");
    CHECK_EQ(kernels[0].event.correlation, 5u);
    CHECK_EQ(o.argText(kernels[1].event, "Collective name"), "ncclAllReduce");
    CHECK_EQ(o.arg(kernels[1].event, "Message size [bytes]"), 1 << 20);
    CHECK_EQ(o.argText(kernels[1].event, "Reduction operation"), "Prod");
    CHECK_EQ(o.arg(kernels[2].event, "graphNodeId"), 77);
    CHECK_EQ(o.arg(kernels[2].event, "gridX"), 8);
    const auto copies = o.events(TrackKind::StreamMemory);
    CHECK_EQ(o.arg(copies[1].event, "srcKind"), 1);  // pinned, as Nsight Systems counts
    CHECK_EQ(o.arg(copies[1].event, "dstKind"), 2);
    CHECK_EQ(o.arg(o.events(TrackKind::Nvtx)[0].event, "int64Value"), -5);
    CHECK_EQ(o.arg(o.events(TrackKind::UnifiedMemory)[0].event, "originalFaultPc"), 0xabc);
    CHECK_EQ(o.arg(o.events(TrackKind::UnifiedMemory)[1].event, "numberOfPageFaults"), 3);
}

TEST("What was lost, was not traced, or was never closed is said") {
    const ScratchFile file(SpoolMaker::example().bytes(), ".spool");
    const Opened o(file.path());
    CHECK(says(o, "12 records were dropped (CUPTI had no room)"));
    CHECK_EQ(importers::capture::droppedRecords(o.s->info()), 12u);
    CHECK(says(o, "JIT could not be traced: not compatible"));
    CHECK(says(o, "ended without saying so"));
    CHECK_EQ(o.store->diagnostics().total(Note::UnmatchedEnd), 1u);
    CHECK_EQ(o.store->diagnostics().total(Note::NeverClosed), 1u);
    bool dropped = false, failed = false;
    for (const model::HealthFinding& f : model::captureHealth(*o.s).findings) {
        dropped |= f.code == model::HealthCode::DroppedRecords && f.severity == model::Severity::DataLoss;
        failed |=
            f.code == model::HealthCode::CollectorFailed && model::english(f.subject).find("JIT") != std::string::npos;
    }
    CHECK(dropped && failed);
    SpoolMaker whole = SpoolMaker::example();
    whole.facts({"finished", "1"});
    const ScratchFile other(whole.bytes(), ".spool");
    CHECK(!says(Opened(other.path()), "ended without saying so"));
}

TEST("A spool that ends anywhere is a report of what is before") {
    const SpoolMaker whole = SpoolMaker::example();
    std::uint64_t before = 0;
    for (const std::size_t border : whole.borders()) {
        const ScratchFile file(std::string_view(whole.bytes()).substr(0, border), ".spool");
        const Opened o(file.path());
        CHECK(o.result.has_value());
        CHECK_EQ(o.store->diagnostics().total(Note::Incomplete), 0u);
        CHECK(o.s->eventCount() >= before);
        before = o.s->eventCount();
    }
    for (std::size_t cut = 33; cut < whole.bytes().size(); cut += 37) {
        const ScratchFile file(std::string_view(whole.bytes()).substr(0, cut), ".spool");
        const Opened o(file.path());
        CHECK(o.result.has_value());
        const bool atBorder = std::find(whole.borders().begin(), whole.borders().end(), cut) != whole.borders().end();
        CHECK_EQ(o.store->diagnostics().total(Note::Incomplete), atBorder ? 0u : 1u);
    }
}

TEST(
    "What of a spool that grows will never change is known at each of its bytes, also before room that is not filled") {
    using importers::capture::completeBytes;
    const SpoolMaker whole = SpoolMaker::example();
    std::vector<std::size_t> ends = whole.borders();
    ends.push_back(whole.bytes().size());
    const ScratchFile growing("", ".spool");
    std::uint64_t known = 0;
    for (std::size_t size = 0; size <= whole.bytes().size(); size += size < 200 ? 1 : 13) {
        std::uint64_t expected = 0;
        for (const std::size_t end : ends)
            if (end <= size) expected = end;
        const std::string there = whole.bytes().substr(0, size);
        for (const std::size_t room : {0, 4096}) {  // as memory that is written into, in front of its end
            std::ofstream(growing.path(), std::ios::binary) << there << std::string(room, '\0');
            const auto file = model::openNamed(growing.path());
            CHECK(file.has_value());
            // Zeros may be the last bytes of a block.
            const std::uint64_t fresh = completeBytes(*file, 0), later = completeBytes(*file, known);
            CHECK(fresh == later && fresh >= expected && (room > 0 || fresh == expected));
            const std::string seen = (there + std::string(room, '\0')).substr(0, fresh);
            CHECK(seen == whole.bytes().substr(0, fresh));
        }
        known = expected;
    }
    const ScratchFile other("no spool, but long enough to be one of those", ".spool");
    CHECK_EQ(completeBytes(*model::openNamed(other.path()), 0), 0u);
}

TEST("A newer version is refused, newer records and blocks are read as far as they are known") {
    SpoolMaker s(1);
    struct Longer {
        collectors::spool::Kernel kernel;
        std::uint64_t news = 7;
    };
    collectors::spool::KernelShape shape{};
    shape.number = 1, shape.name = s.text("k"), shape.context = 1;
    s.add<collectors::spool::KernelShape>(SpoolMaker::Block::KernelShapes, {shape});
    s.add<Longer>(SpoolMaker::Block::Kernels, {{{100, 200, 1, 1}}, {{300, 350, 2, 1}}});
    s.block(static_cast<SpoolMaker::Block>(200), 8, 1, "8 bytes.");
    const ScratchFile file(s.bytes(), ".spool");
    const Opened o(file.path());
    CHECK_EQ(o.spans(TrackKind::StreamKernels), "k 0+100; k 200+50");
    CHECK_EQ(o.store->diagnostics().total(Note::NewerMinorVersion), 1u);
    std::string newer = s.bytes();
    newer[8] = 2;
    const ScratchFile other(SpoolMaker::resealed(newer), ".spool");
    CHECK(Opened(other.path()).result.error().code == model::ErrorCode::NewerVersion);
}

TEST("Hostile spools cost themselves only") {
    const std::string original = SpoolMaker::example().bytes();
    Mutations mutate(77);
    int opened = 0;
    for (int i = 0; i < 1500; ++i) {
        const ScratchFile file(SpoolMaker::resealed(mutate(original)), ".spool");
        opened += Opened(file.path()).result.has_value();
    }
    CHECK(opened > 300);
}

TEST("A schema inside of itself, and records of no length, cost next to nothing") {
    using namespace collectors::spool;
    constexpr std::uint32_t kMarks = 200;  // unbounded, each would look at 400 entries, four deep: 10^10
    SpoolMaker s(1);
    s.add<Domain>(SpoolMaker::Block::Domains, {{1, s.text("default")}});
    const Schema head{900, 64, 1, s.text("itself"), 1, 400};
    std::string schema(reinterpret_cast<const char*>(&head), sizeof head);
    for (std::uint32_t i = 0; i < head.entries; ++i) {
        const SchemaEntry e{900, i ? 1u : 0u, 0, 0, s.text("again"), 0};
        schema.append(reinterpret_cast<const char*>(&e), sizeof e);
    }
    s.block(SpoolMaker::Block::Schemas, 0, 1, schema);
    const NvtxPayload payload{900, 7, 64};
    std::string bytes(reinterpret_cast<const char*>(&payload), sizeof payload);
    bytes.resize(bytes.size() + 64, 'x');
    NvtxEvent mark{};
    mark.op = NvtxOp::Mark, mark.domain = 1, mark.thread = 7, mark.payloads = 1, mark.name = s.text("m");
    for (std::uint32_t i = 0; i < kMarks; ++i) {
        s.block(SpoolMaker::Block::Payloads, 0, 1, bytes);
        mark.time = 100 + i;
        s.add<NvtxEvent>(SpoolMaker::Block::Nvtx, {mark});
    }
    s.block(SpoolMaker::Block::Calls, 1, 1u << 20, std::string(1 << 20, '\1'));
    const ScratchFile file(s.bytes(), ".spool");
    const auto before = std::chrono::steady_clock::now();
    const Opened o(file.path());
    CHECK(std::chrono::steady_clock::now() - before < std::chrono::seconds(2));
    CHECK(o.result.has_value());
    CHECK_EQ(o.events(TrackKind::Nvtx).size(), std::size_t{kMarks});
    CHECK_EQ(o.events(TrackKind::CudaApi).size(), 0u);
    CHECK_EQ(o.store->diagnostics().total(Note::NewerMinorVersion), 1u);
}

TEST("Ranges deeper than any that is kept end where they should") {
    SpoolMaker s(1);
    s.add<collectors::spool::Domain>(SpoolMaker::Block::Domains, {{1, s.text("default")}});
    constexpr int kDeep = 10'000;
    std::uint64_t time = 1000;
    const auto note = [&](collectors::spool::NvtxOp op, std::string_view name) {
        collectors::spool::NvtxEvent e{};
        e.time = ++time, e.op = op, e.domain = 1, e.thread = 7, e.name = name.empty() ? 0 : s.text(name);
        s.add<collectors::spool::NvtxEvent>(SpoolMaker::Block::Nvtx, {e});
    };
    note(collectors::spool::NvtxOp::Push, "outer");
    for (int i = 0; i < kDeep; ++i) note(collectors::spool::NvtxOp::Push, "deep");
    for (int i = 0; i < kDeep; ++i) note(collectors::spool::NvtxOp::Pop, {});
    note(collectors::spool::NvtxOp::Pop, {});
    const ScratchFile file(s.bytes(), ".spool");
    const Opened o(file.path());
    CHECK_EQ(o.store->diagnostics().total(Note::DepthLimit), 5905u);  // 4 096 are kept
    CHECK_EQ(o.store->diagnostics().total(Note::UnmatchedEnd), 0u);
    const auto ranges = o.events(TrackKind::Nvtx);
    CHECK(!ranges.empty() && ranges.front().name == "outer");
    CHECK_EQ(ranges.front().event.duration(), 2 * kDeep + 1);
}

TEST("A damaged block in the middle costs itself only, and a hole in the file no time") {
    SpoolMaker s(42);
    s.add<collectors::spool::Domain>(SpoolMaker::Block::Domains, {{1, s.text("default")}});
    for (std::uint64_t i = 0; i < 10; ++i) {
        collectors::spool::NvtxEvent e{};
        e.time = 1000 + i, e.op = collectors::spool::NvtxOp::Mark, e.domain = 1, e.thread = 7, e.name = s.text("mark");
        s.add<collectors::spool::NvtxEvent>(SpoolMaker::Block::Nvtx, {e});
    }
    std::string bytes = s.bytes();
    bytes[s.borders()[s.borders().size() - 5] + model::rep::kFrameHeaderBytes] ^= 1;
    const ScratchFile file(bytes, ".spool");
    const Opened o(file.path());
    CHECK_EQ(o.events(TrackKind::Nvtx).size(), 9u);
    CHECK_EQ(o.store->diagnostics().total(Note::ChecksumMismatch), 1u);
    std::filesystem::resize_file(file.path(), std::uint64_t{1} << 36);  // 64 GB of nothing
    const auto before = std::chrono::steady_clock::now();
    const Opened sparse(file.path());
    CHECK(std::chrono::steady_clock::now() - before < std::chrono::seconds(5));
    CHECK_EQ(sparse.events(TrackKind::Nvtx).size(), 9u);
}

TEST("A session's folder is one report of all its processes") {
    const Folder folder;
    folder.write("options", "cuda 1\n");
    folder.write("42-0.spool", SpoolMaker::example().bytes());
    SpoolMaker other(43);
    other.facts({"name", "worker"});
    other.add<collectors::spool::Call>(SpoolMaker::Block::Calls,
                                       {{900, 950, 5, 43, other.text("cudaMalloc_v3020"), 2, 0, 0}});
    folder.write("43-0.spool", other.bytes());
    folder.write("44-0.spool", "no spool at all");
    folder.write("session", std::string("command\0python train.py\0untraced.44\0it never said hello\0", 55));
    CHECK(importers::capture::isSession(folder.path));
    const Opened o(folder.path);
    CHECK(o.result.has_value());
    CHECK_EQ(o.names(TrackKind::Process), "train; worker");
    CHECK_EQ(
        o.spans(TrackKind::CudaApi),
        "cudaMalloc_v3020 0+50; cudaLaunchKernel_v7000 200+50; cudaLaunchKernel_v7000 400+50; cudaEventRecord_v3020 500+10");
    CHECK_EQ(o.arg(o.events(TrackKind::CudaApi)[0].event, "returnValue"), 2);
    CHECK_EQ(o.fact("command"), "python train.py");
    CHECK(says(o, "44 could not be traced: it never said hello"));
    CHECK_EQ(o.store->diagnostics().total(Note::FileLeftOut), 1u);
}
