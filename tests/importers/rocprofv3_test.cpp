// SPDX-License-Identifier: GPL-3.0-or-later
// Text outputs of rocprofv3, JSON and CSV, and the index of several databases. What they hold is written here by hand.
#include "importers/folder.h"
#include "importers/rocpd_index.h"
#include "model/store/vendor_words.h"
#include "tests/kit/mutate.h"
#include "tests/kit/opened.h"
#include "tests/kit/packed.h"
#include "tests/kit/samples.h"

namespace {

namespace fs = std::filesystem;
using model::ErrorCode;
using model::EventKind;
using model::Note;
using model::TrackKind;

constexpr std::string_view kTables =
    R"json("metadata":{"node":{"machine_id":"m1","system_name":"Linux","hostname":"node7","release":"6.8"},"pid":77,
"command":["/opt/bin/python","--token","hush"],"config":{"output_path":"/home/veiled"}},
"agents":[{"id":{"handle":500},"type":1,"node_id":0,"logical_node_type_id":0,"name":"EPYC","product_name":"EPYC"},
{"id":{"handle":501},"type":2,"node_id":1,"logical_node_type_id":0,"name":"gfx942","product_name":"MI300X"},
{"id":{"handle":502},"type":2,"node_id":2,"logical_node_type_id":1,"name":"gfx942","product_name":"MI300X"}],
"counters":[{"id":{"handle":9},"agent_id":{"handle":501},"name":"SQ_WAVES"}],
"strings":{"buffer_records":[{"kind":"NONE","operations":[]},
{"kind":"HIP_RUNTIME_API_EXT","operations":["hipLaunchKernel","hipMemcpyAsync"]},
{"kind":"MEMORY_COPY","operations":["MEMORY_COPY_NONE","MEMORY_COPY_HOST_TO_DEVICE"]},
{"kind":"MARKER_CORE_RANGE_API","operations":["roctxThreadRangeA"]},
{"kind":"RCCL_API","operations":["ncclAllReduce"]},{"kind":"ROCDECODE_API_EXT","operations":["rocDecDecodeFrame"]},
{"kind":"MEMORY_ALLOCATION","operations":["MEMORY_ALLOCATION_NONE","MEMORY_ALLOCATION_ALLOCATE","MEMORY_ALLOCATION_FREE"]},
{"kind":"SCRATCH_MEMORY","operations":["SCRATCH_MEMORY_NONE","SCRATCH_MEMORY_ALLOC","SCRATCH_MEMORY_FREE"]}],
"marker_api":[{"key":40,"value":"step 7"}],"correlation_id":{"external":[{"key":3,"value":"layer 1"}]}},
"code_objects":[],
"kernel_symbols":[{"kernel_id":5,"kernel_name":"_Z4axpyPfi.kd","formatted_kernel_name":"axpy(float*, int)",
"sgpr_count":32,"arch_vgpr_count":20,"accum_vgpr_count":4},{"kernel_id":6,"kernel_name":"__amd_rocclr_fillBufferAligned.kd",
"formatted_kernel_name":"__amd_rocclr_fillBufferAligned"}])json";

std::string dispatch(int start, int id, int kernel, int agent, int external = 0) {
    return fmt::format(
        R"({{"size":184,"kind":0,"operation":2,"thread_id":78,"correlation_id":{{"internal":{1},"external":{4}}},
"start_timestamp":{0},"end_timestamp":{5},"dispatch_info":{{"agent_id":{{"handle":{3}}},"queue_id":{{"handle":16}},"kernel_id":{2},
"dispatch_id":{1},"private_segment_size":32,"group_segment_size":2048,"workgroup_size":{{"x":256,"y":2,"z":1}},
"grid_size":{{"x":1000,"y":6,"z":1}}}},"stream_id":{{"handle":4}}}})",
        start, id, kernel, agent, external, start + 80);
}
std::string timed(std::string_view more, int kind, int operation, int id, int start, int end) {
    return fmt::format(R"({{"kind":{},"operation":{},"thread_id":78,"correlation_id":{{"internal":{},"external":0}},
"start_timestamp":{},"end_timestamp":{}{}}})",
                       kind, operation, id, start, end, more);
}

std::string records() {
    return fmt::format(
        R"("callback_records":{{"counter_collection":[{{"thread_id":78,"dispatch_data":{0},"records":[
{{"counter_id":{{"handle":9}},"value":16.5}},{{"counter_id":{{"handle":9}},"value":17.5}}]}}]}},
"buffer_records":{{"kernel_dispatch":[{0},{1},{2}],"hip_api":[{3},{4}],"marker_api":[{5}],"rccl_api":[{6}],"memory_copy":[{7}],
"memory_allocation":[{8},{9}],"scratch_memory":[{10},{11}],"rocdecode_api":[{12}],"pc_sample_host_trap":[{{"a":1}},{{"a":2}}]}})",
        dispatch(5120, 1, 5, 501, 3), dispatch(5300, 2, 6, 501), dispatch(5150, 3, 99, 502),
        timed(R"(,"args":{"numBlocks":"4"})", 1, 0, 1, 5000, 5100), timed("", 1, 1, 12, 5110, 5150),
        timed("", 3, 0, 40, 4990, 5500), timed("", 4, 0, 50, 5200, 5300),
        timed(R"(,"bytes":4096,"src_agent_id":{"handle":500},"dst_agent_id":{"handle":502},"stream_id":{"handle":4})",
              2, 1, 12, 5260, 5300),
        timed(R"(,"agent_id":{"handle":502},"allocation_size":1000,"address":"0x64")", 6, 1, 60, 5001, 5002),
        timed(R"(,"agent_id":{"handle":0},"allocation_size":0,"address":"0x64")", 6, 2, 61, 5400, 5401),
        timed(R"(,"agent_id":{"handle":501},"queue_id":{"handle":16},"allocation_size":64)", 7, 1, 62, 5010, 5011),
        timed(R"(,"agent_id":{"handle":501},"queue_id":{"handle":16},"allocation_size":0)", 7, 2, 63, 5410, 5411),
        timed("", 5, 0, 70, 5310, 5320));
}
std::string document() { return fmt::format("{{\"rocprofiler-sdk-tool\":[{{{},\n{}}}]}}", kTables, records()); }

class Folder {
public:
    Folder() {
        static int number = 0;
        m_path = fs::temp_directory_path() / fmt::format("sightline-run-{}-{}", ::getpid(), number++);
        fs::create_directories(m_path);
    }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    ~Folder() {
        std::error_code ignored;
        fs::remove_all(m_path, ignored);
    }
    fs::path put(const std::string& name, std::string_view bytes) const {
        std::ofstream(m_path / name, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
        return m_path / name;
    }
    const fs::path& path() const { return m_path; }

private:
    fs::path m_path;
};

constexpr std::string_view kKernelCsv =
    "\"Kind\",\"Agent_Id\",\"Queue_Id\",\"Stream_Id\",\"Thread_Id\",\"Dispatch_Id\",\"Kernel_Id\",\"Kernel_Name\",\"Correlation_Id\","
    "\"Start_Timestamp\",\"End_Timestamp\",\"LDS_Block_Size\",\"Scratch_Size\",\"VGPR_Count\",\"Accum_VGPR_Count\",\"SGPR_Count\","
    "\"Workgroup_Size_X\",\"Workgroup_Size_Y\",\"Workgroup_Size_Z\",\"Grid_Size_X\",\"Grid_Size_Y\",\"Grid_Size_Z\"\n"
    "\"KERNEL_DISPATCH\",\"Agent 1\",16,4,78,1,5,\"axpy(float*, int)\",1,5120,5200,2048,32,20,4,32,256,2,1,1000,6,1\n"
    "\"KERNEL_DISPATCH\",\"Agent 2\",16,4,78,2,6,\"__amd_rocclr_copyBuffer\",2,5300,5380,0,0,8,0,16,64,1,1,64,1,1\n";
constexpr std::string_view kCalls =
    "\"Domain\",\"Function\",\"Process_Id\",\"Thread_Id\",\"Correlation_Id\",\"Start_Timestamp\",\"End_Timestamp\"\n";

/// All tables of one run.
void putRun(const Folder& folder, const std::string& run) {
    folder.put(run + "_kernel_trace.csv", kKernelCsv);
    folder.put(
        run + "_agent_info.csv",
        "\"Node_Id\",\"Logical_Node_Id\",\"Agent_Type\",\"Name\",\"Vendor_Name\",\"Product_Name\",\"Model_Name\"\n"
        "0,0,\"CPU\",\"EPYC\",\"AMD\",\"EPYC\",\"\"\n1,1,\"GPU\",\"gfx942\",\"AMD\",\"MI300X\",\"\"\n"
        "2,2,\"GPU\",\"gfx942\",\"AMD\",\"MI300X\",\"\"\n");
    folder.put(run + "_hip_api_trace.csv",
               std::string(kCalls) + "\"HIP_RUNTIME_API_EXT\",\"hipLaunchKernel\",77,78,1,5000,5100\n");
    folder.put(run + "_marker_api_trace.csv",
               std::string(kCalls) + "\"MARKER_CORE_RANGE_API\",\"step \"\"7\"\"\",77,78,40,4990,5500\n");
    folder.put(
        run + "_memory_copy_trace.csv",
        "\"Kind\",\"Direction\",\"Stream_Id\",\"Source_Agent_Id\",\"Destination_Agent_Id\",\"Correlation_Id\",\"Start_Timestamp\",\"End_Timestamp\"\n"
        "\"MEMORY_COPY\",\"MEMORY_COPY_HOST_TO_DEVICE\",4,\"Agent 0\",\"Agent 2\",12,5260,5290\n");
    folder.put(
        run + "_memory_allocation_trace.csv",
        "\"Kind\",\"Operation\",\"Agent_Id\",\"Allocation_Size\",\"Address\",\"Correlation_Id\",\"Start_Timestamp\",\"End_Timestamp\"\n"
        "\"MEMORY_ALLOCATION\",\"MEMORY_ALLOCATION_ALLOCATE\",\"Agent 2\",1000,\"0x0000000000000064\",60,5001,5002\n"
        "\"MEMORY_ALLOCATION\",\"MEMORY_ALLOCATION_FREE\",\"\",0,\"0x0000000000000064\",61,5400,5401\n");
    folder.put(
        run + "_counter_collection.csv",
        "\"Correlation_Id\",\"Dispatch_Id\",\"Agent_Id\",\"Queue_Id\",\"Process_Id\",\"Thread_Id\",\"Grid_Size\",\"Kernel_Id\",\"Kernel_Name\","
        "\"Workgroup_Size\",\"LDS_Block_Size\",\"Scratch_Size\",\"VGPR_Count\",\"Accum_VGPR_Count\",\"SGPR_Count\",\"Counter_Name\",\"Counter_Value\","
        "\"Start_Timestamp\",\"End_Timestamp\"\n"
        "1,1,\"Agent 1\",16,77,78,6000,5,\"axpy(float*, int)\",512,2048,32,20,4,32,\"SQ_WAVES\",34.000000,5120,5200\n"
        "9,9,\"Agent 1\",16,77,78,6000,5,\"axpy(float*, int)\",512,2048,32,20,4,32,\"SQ_WAVES\",35.500000,5600,5700\n");
}

}  // namespace

TEST("JSON: dispatches are on the streams of their GPUs with all that is said of them") {
    const ScratchFile file(document(), ".json");
    const Opened o(file.path());
    CHECK_EQ(o.error(), std::string("opened"));
    CHECK_EQ(o.s->info().formatKey, std::string("rocprofv3-json"));
    CHECK_EQ(o.spans(TrackKind::StreamKernels), std::string("axpy(float*, int) 130+80; Kernel 99 160+80"));
    const auto kernels = o.events(TrackKind::StreamKernels);
    CHECK_EQ(o.args(kernels.at(0).event),
             std::string("gridX=4 gridY=3 gridZ=1 blockX=256 blockY=2 blockZ=1 dynamicSharedMemory=2048"
                         " localMemoryPerThread=32 registersPerThread=20 accum_vgpr_count=4 sgpr_count=32 queue_id=16"
                         " region=layer 1 SQ_WAVES=16.5 SQ_WAVES #1=17.5"));
    CHECK_EQ(kernels.at(0).track->key.device, 0);
    CHECK_EQ(kernels.at(1).track->key.device, 1);
    CHECK_EQ(kernels.at(0).track->key.stream, 4);
    CHECK_EQ(kernels.at(0).track->key.pid, 77);
    CHECK_EQ(o.names(TrackKind::Stream), std::string("Stream 4; Stream 4"));
    CHECK_EQ(o.names(TrackKind::CudaHw), std::string("HIP, MI300X; HIP, MI300X"));
    CHECK_EQ(o.names(TrackKind::Process), std::string("python"));
    CHECK_EQ(o.names(TrackKind::Host), std::string("node7"));
    const auto launches = model::correlated(*o.s, kernels.at(0).ref).launches;
    CHECK_EQ(launches.size(), 1);
    CHECK_EQ(o.s->text(model::eventAt(*o.s, launches.at(0)).name), std::string_view("hipLaunchKernel"));
}

TEST("JSON: copies, fills by kernels, calls, markers, memory and scratch are on their rows") {
    const ScratchFile file(document(), ".json");
    const Opened o(file.path());
    CHECK_EQ(o.spans(TrackKind::StreamMemory),
             std::string("MEMORY_COPY_HOST_TO_DEVICE 270+40; __amd_rocclr_fillBufferAligned 310+80"));
    CHECK_EQ(o.args(o.events(TrackKind::StreamMemory).at(0).event), std::string("bytes=4096 copyKind=1 dstDeviceId=1"));
    CHECK_EQ(o.spans(TrackKind::CudaApi), std::string("hipLaunchKernel 10+100; hipMemcpyAsync 120+40"));
    CHECK_EQ(o.args(o.events(TrackKind::CudaApi).at(0).event), std::string("numBlocks=4"));
    CHECK_EQ(o.spans(TrackKind::Annotations), std::string("step 7 0+510"));
    CHECK_EQ(o.spans(TrackKind::Nccl), std::string("ncclAllReduce 210+100"));
    CHECK_EQ(o.spans(TrackKind::Library), std::string("rocDecDecodeFrame 320+10"));
    CHECK_EQ(o.names(TrackKind::Library), std::string("rocDecode"));
    std::map<std::string, std::string> memory;
    for (const model::Track* t : o.tracks(TrackKind::MemoryUsage))
        memory[fmt::format("{} {}", t->key.device, o.s->text(t->name))] = o.values(*t);
    // What frees memory does not say whose it was.
    CHECK_EQ(memory["1 Device"], std::string("11=1000 410=0"));
    CHECK_EQ(memory["0 Scratch"], std::string("20=64 420=0"));
    CHECK_EQ(memory.size(), 2);
    CHECK_EQ(o.inFile(EventKind::Kernel), 2);
    CHECK_EQ(o.inFile(EventKind::Memset), 1);
    CHECK_EQ(o.notes(Note::NotShown), 2);
    CHECK_EQ(o.notes(Note::DanglingReference), 1);
    for (model::StringId id = 1; id <= o.store->strings().count(); ++id)
        for (const std::string_view secret : {"hush", "veiled"})
            CHECK(o.store->strings().at(id).find(secret) == std::string_view::npos);
}

TEST("JSON: a counter whose dispatch was not recorded makes its row itself") {
    const std::string only = fmt::format(
        R"({{"rocprofiler-sdk-tool":{{{},"callback_records":{{"counter_collection":[{{"dispatch_data":{},"records":[
{{"counter_id":{{"handle":9}},"value":16.5}}]}}]}},"buffer_records":{{}}}}}})",
        kTables, dispatch(5120, 1, 5, 501));
    const ScratchFile file(packed::gzip(only), ".json.gz");
    const Opened o(file.path());
    CHECK_EQ(o.spans(TrackKind::StreamKernels), std::string("axpy(float*, int) 0+80"));
    CHECK_EQ(o.values(*o.tracks(TrackKind::GpuMetric).at(0)), std::string("0=16.5 80=nan"));
    CHECK_EQ(o.allNotes(), std::string());
}

TEST("JSON: two processes of one document have their own rows, kernels and times") {
    std::string other(kTables);
    other.replace(other.find("\"pid\":77"), 8, "\"pid\":88");
    const std::string both =
        fmt::format(R"({{"rocprofiler-sdk-tool":[{{{0},{2}}},{{{1},{2}}}]}})", kTables, other, records());
    const Opened o(ScratchFile(both, ".json").path());
    std::multiset<std::int64_t> pids;
    for (const auto& k : o.events(TrackKind::StreamKernels)) pids.insert(k.track->key.pid);
    CHECK(pids == std::multiset<std::int64_t>{77, 77, 88, 88});
    CHECK_EQ(o.tracks(TrackKind::Host).size(), 1);
    for (const auto& k : o.events(TrackKind::StreamKernels))
        if (k.name != "Kernel 99") CHECK_EQ(model::correlated(*o.s, k.ref).launches.size(), 1);
}

TEST("JSON that ends too early shows what came before, and times that cannot be are noted") {
    const std::string whole = document();
    const std::size_t cut = whole.find("\"rccl_api\"");
    const Opened o(ScratchFile(whole.substr(0, cut), ".json").path());
    CHECK_EQ(o.error(), std::string("opened"));
    CHECK_EQ(o.events(TrackKind::StreamKernels).size(), 2);
    CHECK(o.s->info().partial);
    CHECK_EQ(o.notes(Note::Incomplete), 1);
    std::string odd = whole;
    odd.replace(odd.find("\"start_timestamp\":5150"), 22, "\"start_timestamp\":0   ");
    const Opened p(ScratchFile(odd, ".json").path());
    CHECK_EQ(p.spans(TrackKind::StreamKernels), std::string("axpy(float*, int) 130+80"));
    CHECK_EQ(p.notes(Note::NoTime), 1);
}

TEST("CSV: all tables of a run are one report, whichever is opened") {
    const Folder folder;
    putRun(folder, "run1");
    for (const char* name : {"run1_kernel_trace.csv", "run1_marker_api_trace.csv", "run1_agent_info.csv"}) {
        const Opened o(folder.path() / name);
        CHECK_EQ(o.error(), std::string("opened"));
        CHECK_EQ(o.s->info().formatKey, std::string("rocprofv3-csv"));
        // The second axpy has counters only.
        CHECK_EQ(o.spans(TrackKind::StreamKernels), std::string("axpy(float*, int) 130+80; axpy(float*, int) 610+100"));
        const auto kernels = o.events(TrackKind::StreamKernels);
        CHECK_EQ(o.args(kernels.at(0).event),
                 std::string("gridX=4 gridY=3 gridZ=1 blockX=256 blockY=2 blockZ=1 dynamicSharedMemory=2048"
                             " localMemoryPerThread=32 registersPerThread=20 accum_vgpr_count=4 sgpr_count=32"
                             " queue_id=16 SQ_WAVES=34"));
        CHECK_EQ(model::correlated(*o.s, kernels.at(0).ref).launches.size(), 1);
        CHECK_EQ(kernels.at(0).track->key.device, 0);
        CHECK_EQ(kernels.at(0).track->key.pid, 77);
        CHECK_EQ(o.spans(TrackKind::StreamMemory),
                 std::string("MEMORY_COPY_HOST_TO_DEVICE 270+30; __amd_rocclr_copyBuffer 310+80"));
        CHECK_EQ(o.spans(TrackKind::CudaApi), std::string("hipLaunchKernel 10+100"));
        CHECK_EQ(o.spans(TrackKind::Annotations), std::string("step \"7\" 0+510"));
        CHECK_EQ(o.values(*o.tracks(TrackKind::MemoryUsage).at(0)), std::string("11=1000 410=0"));
        CHECK_EQ(o.names(TrackKind::CudaHw), std::string("HIP, MI300X; HIP, MI300X"));
        CHECK_EQ(o.names(TrackKind::Process), std::string("run1"));
        CHECK_EQ(o.allNotes(), std::string());
    }
}

TEST("CSV: a folder lists each run once, and files of other runs and links stay out") {
    const Folder folder, other;
    putRun(folder, "run1");
    putRun(folder, "run2");
    folder.put("notes_kernel_trace.csv", kKernelCsv);
    fs::create_symlink(other.put("x.csv", std::string(kCalls) + "\"HIP_RUNTIME_API\",\"hipFree\",1,1,1,5000,5100\n"),
                       folder.path() / "notes_hip_api_trace.csv");
    std::string listed;
    for (const fs::path& p : importers::contentOf(folder.path()).reports) listed += p.filename().string() + ' ';
    CHECK_EQ(listed, std::string("notes_kernel_trace.csv run1_kernel_trace.csv run2_kernel_trace.csv "));
    const Opened o(folder.path() / "notes_kernel_trace.csv");
    CHECK_EQ(o.events(TrackKind::StreamKernels).size(), 1);
    CHECK_EQ(o.events(TrackKind::CudaApi).size(), 0);
    // Without a table of agents they keep their numbers.
    CHECK_EQ(o.events(TrackKind::StreamKernels).at(0).track->key.device, 1);
    CHECK(model::usesHip(*o.s));  // though no call and no GPU is named
}

TEST("CSV: writers differ in capital letters and columns, and damaged lines are counted") {
    std::string csv(kKernelCsv);
    csv.replace(0, 6, "\"Guid\",\"Kind\"");
    for (std::size_t at = 0; (at = csv.find("\"KERNEL", at)) != csv.npos; at += 30) csv.insert(at, "\"0000-1\",");
    csv += "\"0000-1\",\"KERNEL_DISPATCH\",\"Agent 2\"\n";
    const Opened o(ScratchFile(csv, ".csv").path());
    CHECK_EQ(o.spans(TrackKind::StreamKernels), std::string("axpy(float*, int) 0+80"));
    CHECK_EQ(o.notes(Note::DamagedPart), 1);
    CHECK(Opened(ScratchFile("a,b,c\n1,2,3\n", ".csv").path()).refused(ErrorCode::CsvTable));
}

TEST("an index names its files in YAML") {
    const auto files = [](std::string_view yaml) {
        std::string out;
        for (const std::string& f : importers::rocpd_index::filesOf(yaml, 100)) out += f + '|';
        return out;
    };
    CHECK_EQ(files("rocprofiler-sdk:\n  rocpd:\n    files:\n      - a.db\n      - 'b c.db'\n"),
             std::string("a.db|b c.db|"));
    CHECK_EQ(
        files(
            "# index\n---\nrocprofiler-sdk:\r\n  rocpd:\r\n    files: # all\r\n    - \"a.db\" # first\r\n    - b.db # x\r\n"),
        std::string("a.db|b.db|"));
    CHECK_EQ(files("rocprofiler-sdk:\n  rocpd:\n    files:\n      - a.db\n  other:\n    files:\n      - b.db\n"),
             std::string("a.db|"));
    CHECK_EQ(files("jobs:\n  - pmc: [SQ_WAVES]\n"), std::string());
}

TEST("an index opens its databases as one report, and nothing outside of its folder") {
    const Folder folder, other;
    const std::string database = bytesOfFile(sample("round2_rocm/s_r0_results.db"));
    folder.put("a.db", database);
    fs::create_directories(folder.path() / "node1");
    folder.put("node1/b.db", bytesOfFile(sample("round2_rocm/s_r1_results.db")));
    fs::create_symlink(other.put("c.db", database), folder.path() / "link.db");
    fs::create_directory_symlink(other.path(), folder.path() / "away");
    folder.put("plain.txt", "text");
    const fs::path index = folder.put(
        "run.yaml",
        "rocprofiler-sdk:\n  rocpd:\n    files:\n      - a.db\n      - node1/b.db\n      - link.db\n      - away/c.db\n      - ../" +
            other.path().filename().string() + "/c.db\n      - " + (other.path() / "c.db").string() +
            "\n      - plain.txt\n      - run.yaml\n      - none.db\n");
    const Opened o(index);
    CHECK_EQ(o.error(), std::string("opened"));
    CHECK_EQ(o.notes(Note::FileLeftOut), 7);
    CHECK(o.s->info().partial);
    CHECK_EQ(o.inFile(EventKind::Kernel), 4000);
    CHECK_EQ(o.tracks(TrackKind::Host).size(), 2);
    // One machine, one clock: the second process begins 137 us after the first.
    std::map<std::int64_t, model::TimeNs> first;
    for (const auto& c : o.events(TrackKind::Annotations)) first.try_emplace(c.track->key.pid, c.event.start);
    CHECK_EQ(first.size(), 2);
    CHECK_EQ(first.rbegin()->second - first.begin()->second, 137'000);
    // A folder lists the databases and the link to a third one; the index is for those who choose it.
    CHECK_EQ(importers::contentOf(folder.path()).reports.size(), 3);
    const Opened none(folder.put("none.yaml", "rocprofiler-sdk:\n  rocpd:\n    files:\n      - /etc/passwd\n"));
    CHECK(none.refused(ErrorCode::CannotOpen));
}

TEST("no damage to text of rocprofv3 makes it crash or hang") {
    CHECK(openedOfMutants(document(), 5, 600) > 100);
    CHECK(openedOfMutants(std::string(kKernelCsv), 6, 600) > 100);
}

TEST("a real training has the same dispatches as JSON and as a database") {
    const Opened a(sample("round2_rocm/908_results.db")), b(sample("round2_rocm/908_results.json.gz"));
    const auto content = [](const Opened& o) {
        std::multiset<std::string> out;
        for (const TrackKind kind : {TrackKind::StreamKernels, TrackKind::StreamMemory})
            for (const auto& e : o.events(kind)) {
                const model::Track& stream = o.s->track(e.track->parent);
                out.insert(fmt::format("{} {} {} {} {} {} {} {}", e.name, e.event.start, e.event.end, e.track->key.pid,
                                       e.track->key.device, e.track->key.stream, o.s->text(stream.name),
                                       o.args(e.event)));
            }
        return out;
    };
    const auto x = content(a), y = content(b);
    CHECK_EQ(x.size(), 43915);
    CHECK(x == y);
    CHECK_EQ(b.inFile(EventKind::Kernel), 37549);
    CHECK_EQ(b.inFile(EventKind::Memcpy), 3153);
    CHECK_EQ(b.inFile(EventKind::Memset), 3213);
    CHECK_EQ(b.tracks(TrackKind::Stream).size(), a.tracks(TrackKind::Stream).size());
}
