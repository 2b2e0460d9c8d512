// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/seeds.h"

#include <sqlite3.h>
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "importers/common/text_source.h"
#include "importers/open.h"
#include "tests/bench/gen_nsys_rep.h"
#include "tests/fuzz/fuzz.h"
#include "tests/kit/ncu_report_writer.h"
#include "tests/kit/packed.h"
#include "tests/kit/perfetto_writer.h"
#include "tests/kit/pickle_writer.h"
#include "tests/kit/spool_examples.h"
#include "tests/kit/xspace_writer.h"

namespace fuzz {
namespace {

namespace fs = std::filesystem;
using namespace std::string_literals;

std::string bytesOf(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

/// A database made by statements, as the bytes of its file.
std::string database(const std::string& sql) {
    sqlite3* db = nullptr;
    if (sqlite3_open(":memory:", &db) != SQLITE_OK ||
        sqlite3_exec(db, sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK)
        throw std::runtime_error(sqlite3_errmsg(db));
    sqlite3_int64 size = 0;
    unsigned char* bytes = sqlite3_serialize(db, "main", &size, 0);
    std::string out(reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(size));
    sqlite3_free(bytes);
    sqlite3_close(db);
    return out;
}

const std::string kNvprofSql =
    "PRAGMA page_size=1024; CREATE TABLE StringTable (_id_ INTEGER PRIMARY KEY, value TEXT NOT NULL);"
    "INSERT INTO StringTable VALUES (1, '_Z6vecAddPKfS0_Pfi'), (2, 'step 1');"
    "CREATE TABLE CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL (_id_ INTEGER PRIMARY KEY, start INT, end INT, deviceId INT, contextId INT, streamId INT,"
    " gridX INT, blockX INT, correlationId INT, name INT);"
    "INSERT INTO CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL VALUES (1,10000,15000,0,1,7,64,256,5,1);"
    "CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME (_id_ INTEGER PRIMARY KEY, cbid INT, start INT, end INT, processId INT, threadId INT, correlationId INT,"
    " returnValue INT);"
    "INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (1,211,8000,9000,100,101,5,0);"
    "CREATE TABLE CUPTI_ACTIVITY_KIND_MARKER (_id_ INTEGER PRIMARY KEY, flags INT, timestamp INT, id INT, objectKind INT, objectId BLOB, name INT);"
    "INSERT INTO CUPTI_ACTIVITY_KIND_MARKER VALUES (1,2,7000,1,2,x'6400000065000000',2),(2,4,16000,1,2,x'6400000065000000',0);";

const std::string kSpeedscope =
    R"({"$schema":"https://www.speedscope.app/file-format-schema.json","shared":{"frames":[{"name":"f","file":"a.py","line":3},{"name":"g"}]},)"
    R"("profiles":[{"type":"evented","name":"t","unit":"milliseconds","startValue":0,"endValue":9,"events":[{"type":"O","frame":0,"at":0},)"
    R"({"type":"O","frame":1,"at":2},{"type":"C","frame":1,"at":3},{"type":"C","frame":0,"at":9}]},)"
    R"({"type":"sampled","name":"u","unit":"none","startValue":0,"endValue":3,"samples":[[0,1],[0]],"weights":[1,2]}]})";

const std::string kPerfScript =
    "python3   200/201   [003]  4000.000001:     250000 cycles:u: \n\t    7f0000001010 eval+0x10 (/usr/bin/python3)\n\n"
    "  cafe 1234 [001]  4000.000002:  10 cycles:  ffffffff81000000 do_idle+0x1 ([kernel.kallsyms])\n";

const std::string kNsysSql =
    "PRAGMA page_size=1024; CREATE TABLE StringIds (id INTEGER PRIMARY KEY, value TEXT NOT NULL);"
    "INSERT INTO StringIds VALUES (1, 'kernel(float*)'), (2, 'cudaLaunchKernel_v7000'), (3, 'train step'), (4, '/dev/stdout'), (5, 'out'), (6, 'libc.so');"
    "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start INTEGER, end INTEGER, deviceId INTEGER, contextId INTEGER, streamId INTEGER,"
    " correlationId INTEGER, globalPid INTEGER, demangledName INTEGER, shortName INTEGER, gridX INTEGER, blockX INTEGER);"
    "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (10,20,0,1,7,1,281474993487872,1,1,4,128),(25,30,0,1,7,2,281474993487872,1,1,4,128);"
    "CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME (start INTEGER, end INTEGER, eventClass INTEGER, globalTid INTEGER, correlationId INTEGER,"
    " nameId INTEGER, returnValue INTEGER, callchainId INTEGER);"
    "INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (1,8,0,281474993487873,1,2,0,1),(9,12,0,281474993487873,2,2,0,NULL);"
    "CREATE TABLE CUDA_CALLCHAINS (id INTEGER, stackDepth INTEGER, symbol INTEGER, module INTEGER, unresolved INTEGER, originalIP INTEGER);"
    "INSERT INTO CUDA_CALLCHAINS VALUES (1,0,2,6,NULL,4096),(1,1,3,6,1,8192);"
    "CREATE TABLE NVTX_EVENTS (start INTEGER, end INTEGER, eventType INTEGER, rangeId INTEGER, text TEXT, globalTid INTEGER, textId INTEGER, domainId INTEGER);"
    "INSERT INTO NVTX_EVENTS VALUES (0,40,59,NULL,NULL,281474993487873,3,0),(2,NULL,60,1,'open',281474993487873,NULL,0),(3,NULL,34,NULL,'mark',281474993487873,NULL,1);"
    "CREATE TABLE SCHED_EVENTS (start INTEGER, cpu INTEGER, isSchedIn INTEGER, globalTid INTEGER);"
    "INSERT INTO SCHED_EVENTS VALUES (1,0,1,281474993487873),(5,0,0,281474993487873);"
    "CREATE TABLE GPU_METRICS (timestamp INTEGER, typeId INTEGER, metricId INTEGER, value INTEGER);"
    "INSERT INTO GPU_METRICS VALUES (5,281474976710656,0,50),(15,281474976710656,0,70);"
    "CREATE TABLE TARGET_INFO_GPU_METRICS (typeId INTEGER, metricId INTEGER, metricName TEXT);"
    "INSERT INTO TARGET_INFO_GPU_METRICS VALUES (281474976710656,0,'SMs Active');"
    "CREATE TABLE ProcessStreams (globalPid INTEGER, filenameId INTEGER, contentId INTEGER); INSERT INTO ProcessStreams VALUES (281474993487872,4,5);";

const std::string kRpdSql =
    "PRAGMA page_size=1024; CREATE TABLE rocpd_string(id integer primary key, string varchar(4096));"
    "CREATE TABLE rocpd_api(id integer primary key, pid integer, tid integer, start integer, \"end\" integer, apiName_id integer, args_id integer);"
    "CREATE TABLE rocpd_op(id integer primary key, gpuId integer, queueId integer, sequenceId integer, completionSignal varchar(18), start integer,"
    " \"end\" integer, description_id integer, opType_id integer);"
    "CREATE TABLE rocpd_api_ops(id integer primary key, api_id integer, op_id integer);"
    "INSERT INTO rocpd_string VALUES (1, ''), (2, 'hipLaunchKernel'), (3, 'KernelExecution'), (4, 'axpy'), (5, '{\"size\": 64}');"
    "INSERT INTO rocpd_api VALUES (1, 10, 11, 1000, 2000, 2, 5), (2, 10, 11, 2500, 2600, 2, 1);"
    "INSERT INTO rocpd_op VALUES (1, 0, 1, 1, '', 2100, 2900, 4, 3), (2, 0, 1, 2, '', 2950, 3900, 4, 3);"
    "INSERT INTO rocpd_api_ops VALUES (1, 1, 1), (2, 2, 2);";

const std::string kComputeSql =
    "PRAGMA page_size=1024; CREATE TABLE compute_metadata(id INTEGER PRIMARY KEY, compute_version TEXT, schema_version TEXT);"
    "INSERT INTO compute_metadata VALUES (1, '3.5.0', '1.3.0');"
    "CREATE TABLE compute_workload(workload_id INTEGER PRIMARY KEY, name TEXT, sys_info_extdata JSON);"
    "INSERT INTO compute_workload VALUES (1, 'pi', '{\"gpu_model\": \"MI350\", \"cu_per_gpu\": 256}');"
    "CREATE TABLE compute_kernel(kernel_uuid INTEGER PRIMARY KEY, workload_id INTEGER, kernel_name TEXT);"
    "INSERT INTO compute_kernel VALUES (1, 1, 'axpy');"
    "CREATE TABLE compute_dispatch(dispatch_uuid INTEGER PRIMARY KEY, kernel_uuid INTEGER, gpu_id INTEGER, start_timestamp INTEGER, end_timestamp INTEGER);"
    "INSERT INTO compute_dispatch VALUES (1, 1, 0, 1000, 2000), (2, 1, 0, 3000, 5000), (3, 9, 0, 5000, 6000);"
    "CREATE TABLE compute_metric_definition(metric_uuid INTEGER PRIMARY KEY, workload_id INTEGER, name TEXT, metric_id TEXT, description TEXT,"
    " table_name TEXT, sub_table_name TEXT, unit TEXT);"
    "INSERT INTO compute_metric_definition VALUES (1, 1, 'VALU FLOPs (F32)', '4.1.1', 'x', 'Roofline', 'Roofline Performance Rates', 'Gflop/s'),"
    " (2, 1, 'HBM Bandwidth', '4.1.10', 'x', 'Roofline', 'Roofline Performance Rates', 'Gb/s'), (3, 1, 'VGPRs', '7.1.5', '', 'Wavefront', NULL, 'Registers');"
    "CREATE TABLE compute_kernel_metric_value(value_uuid INTEGER PRIMARY KEY, metric_uuid INTEGER, kernel_uuid INTEGER, value_name TEXT, value FLOAT);"
    "INSERT INTO compute_kernel_metric_value VALUES (1, 1, 1, 'Value', 4), (2, 1, 1, 'Peak (Empirical)', 400.5), (3, 2, 1, 'Value', 2.5), (4, 3, 1, 'Avg', NULL),"
    " (5, 7, 1, 'Avg', 1), (6, 1, 8, 'Avg', 1);";

const std::string kRocpdSql =
    "PRAGMA page_size=1024; CREATE TABLE rocpd_string_1(id INTEGER PRIMARY KEY, guid TEXT, string TEXT);"
    "INSERT INTO rocpd_string_1 VALUES (1,'g','KERNEL_DISPATCH'),(2,'g','hipLaunchKernel'),(3,'g','axpy'),(4,'g','HIP_RUNTIME_API');"
    "CREATE TABLE rocpd_info_process_1(id INTEGER PRIMARY KEY, guid TEXT, nid INTEGER, pid INTEGER, command TEXT);"
    "INSERT INTO rocpd_info_process_1 VALUES (1,'g',1,10,'a');"
    "CREATE TABLE rocpd_info_agent_1(id INTEGER PRIMARY KEY, guid TEXT, nid INTEGER, pid INTEGER, type TEXT, type_index INTEGER, name TEXT);"
    "INSERT INTO rocpd_info_agent_1 VALUES (1,'g',1,1,'GPU',0,'gfx942');"
    "CREATE TABLE rocpd_info_kernel_symbol_1(id INTEGER PRIMARY KEY, guid TEXT, kernel_name TEXT, display_name TEXT);"
    "INSERT INTO rocpd_info_kernel_symbol_1 VALUES (1,'g','axpy','axpy');"
    "CREATE TABLE rocpd_event_1(id INTEGER PRIMARY KEY, guid TEXT, category_id INTEGER, stack_id INTEGER, correlation_id INTEGER);"
    "INSERT INTO rocpd_event_1 VALUES (1,'g',4,1,1),(2,'g',1,1,1);"
    "CREATE TABLE rocpd_region_1(id INTEGER PRIMARY KEY, guid TEXT, nid INTEGER, pid INTEGER, tid INTEGER, start INTEGER, \"end\" INTEGER, name_id INTEGER, event_id INTEGER);"
    "INSERT INTO rocpd_region_1 VALUES (1,'g',1,1,1,1000,2000,2,1);"
    "CREATE TABLE rocpd_kernel_dispatch_1(id INTEGER PRIMARY KEY, guid TEXT, nid INTEGER, pid INTEGER, tid INTEGER, agent_id INTEGER, kernel_id INTEGER,"
    " queue_id INTEGER, stream_id INTEGER, start INTEGER, \"end\" INTEGER, event_id INTEGER, grid_size_x INTEGER, workgroup_size_x INTEGER);"
    "INSERT INTO rocpd_kernel_dispatch_1 VALUES (1,'g',1,1,1,1,1,1,1,1500,2500,2,256,64);";

const std::string kChrome =
    R"({"schemaVersion":1,"deviceProperties":[{"id":0,"name":"GPU","numSms":8}],"distributedInfo":{"rank":1,"world_size":2},"traceEvents":[
{"ph":"X","cat":"cpu_op","name":"aten::mm","pid":7,"tid":8,"ts":1.5,"dur":20,"args":{"External id":3,"Input Dims":[[2,3],[3,4]],"Call stack":"a;b;c"}},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":7,"tid":8,"ts":3,"dur":2,"args":{"correlation":5,"External id":3}},
{"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":6,"dur":9,"args":{"device":0,"stream":7,"correlation":5,"grid":[1,2,3],"block":[64,1,1]}},
{"ph":"s","id":5,"pid":7,"tid":8,"ts":3,"cat":"ac2g","name":"ac2g"},{"ph":"f","id":5,"pid":0,"tid":7,"ts":6,"cat":"ac2g","name":"ac2g","bp":"e"},
{"ph":"B","name":"b","pid":1,"tid":1,"ts":1,"sf":1},{"ph":"E","pid":1,"tid":1,"ts":"9.25"},
{"ph":"C","name":"mem","pid":1,"ts":2,"args":{"a":1,"b":2.5}},{"ph":"b","cat":"x","id":"0x1","name":"as","pid":1,"tid":1,"ts":1},
{"ph":"n","cat":"x","id":"0x1","name":"as","pid":1,"tid":1,"ts":2},{"ph":"e","cat":"x","id":"0x1","name":"as","pid":1,"tid":1,"ts":3},
{"ph":"i","s":"g","name":"mark","pid":1,"tid":1,"ts":4},{"ph":"M","name":"process_name","pid":1,"args":{"name":"p\u00e9"}},
{"ph":"X","name":"w","pid":1,"tid":1,"ts":20,"dur":1,"bind_id":"0x2","flow_out":true},{"ph":"X","name":"r","pid":1,"tid":2,"ts":22,"dur":1,"bind_id":"0x2","flow_in":true},
{"ph":"N","id":1,"name":"o","pid":1,"tid":1,"ts":1},{"ph":"O","id":1,"name":"o","pid":1,"tid":1,"ts":2,"args":{"snapshot":{}}},{"ph":"D","id":1,"name":"o","pid":1,"tid":1,"ts":3}],
"stackFrames":{"1":{"name":"main"},"2":{"name":"f","parent":"1"}},"displayTimeUnit":"ns"})";

const std::string kLines =
    R"({"table":"StringIds","id":1,"value":"call \u00e9"}
{"table":"OSRT_API","start":1,"end":2,"globalTid":282747880941798,"nameId":1,"callchainId":1}
{"table":"OSRT_CALLCHAINS","id":1,"stackDepth":0,"symbol":1,"module":1,"originalIP":18446744073709551615}
{"table":"CUPTI_ACTIVITY_KIND_KERNEL","start":3,"end":4,"deviceId":0,"contextId":1,"streamId":7,"correlationId":1,"globalPid":282747880931328,"shortName":1,"new":2.5}
{"table":"TARGET_INFO_GPU","id":0,"name":"GPU","vmId":1}
)";

const std::string kCsv =
    "==PROF== Connected to process 1\n"
    "\"ID\",\"Process ID\",\"Process Name\",\"Host Name\",\"Kernel Name\",\"Context\",\"Stream\",\"Block Size\",\"Grid Size\",\"Device\",\"CC\",\"gpu__time_duration.sum\"\n"
    "\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"us\"\n"
    "\"0\",\"12\",\"a\",\"127.0.0.1\",\"axpy(int, float)\",\"1\",\"7\",\"(64, 1, 1)\",\"(4, 2, 1)\",\"0\",\"9.0\",\"3.25\"\n";

const std::string kPage =
    "<!DOCTYPE html><html><head><title>T</title><script>var linuxPerfData = \"# tracer: nop\\n a-1 [000] 1.500000: 0: C|1|x|1\\n\";</script>"
    "<script class=\"trace-data\" type=\"application/text\">[{\"ph\":\"X\",\"name\":\"a\",\"ts\":1,\"dur\":2,\"pid\":1,\"tid\":1}]</script>"
    "<script id=\"viewer-data\" type=\"application/json\">W3sicGgiOiJCIn1d</script></html>";

/// A clock, a thread with nested slices, a counter and GPU work, from two writers.
std::string perfettoTrace() {
    const auto at = [](std::uint64_t time) { return packetAt(time); };
    Proto clocks = Proto()
                       .message(1, Proto().number(1, 6).number(2, 1000))
                       .message(1, Proto().number(1, 1).number(2, 1'700'000'000'000'001'000));
    return traceOf({at(100).number(41, 1).message(6, clocks), at(100).message(60, thread(7, 42, 43, "main")),
                    at(110).message(11, trackEvent(1, 7, "step")), at(120).message(11, trackEvent(1, 7, "inner")),
                    at(130).message(11, trackEvent(2, 7)), at(140).message(11, trackEvent(3, 7, "mark")),
                    at(190).message(11, trackEvent(2, 7)),
                    at(100).message(60, Proto().number(1, 8).number(5, 7).bytes(2, "memory").message(8, Proto())),
                    at(150).message(11, trackEvent(4, 8).number(30, 12))});
}

/// A kernel with a metric, its instances and a section.
std::string computeReport() {
    using namespace ncu_writer;
    Message axpy = kernel("axpy");
    axpy.message(13, metric(0, intValue(1200))).message(13, metric(1, realValue(62.5)));
    return Report()
        .block({"gpu__time_duration.sum", "sm__throughput.avg.pct_of_peak_sustained_elapsed"}, {},
               {axpy.str(), kernel("gemm", 8).str()})
        .bytes();
}

/// What a session says about itself, and a spool: see fuzz::SessionFolder.
std::string sessionOf(const SpoolMaker& spool) {
    std::string facts;
    for (const std::string_view word :
         {"command", "python train.py", "ended.monotonic", "9000", "untraced.44", "it never said hello", "message.1",
          R"({"code":"NotTraced","arguments":[{"number":44,"unit":"process"},{"code":"ConnectionEnded"}]})"})
        facts.append(word).push_back('\0');
    return facts + spool.bytes();
}

/// What explain() tells apart.
const std::string kOthers[] = {"<html><head><title>404</title></head></html>",
                               "# tracer: nop\n#\n",
                               R"({"$schema":"speedscope","a":1})",
                               R"({"schema":"1","nodes":[]})",
                               R"([{"a":[1,{"b":2}]}])",
                               "a,b,c\n1,2,3\n",
                               "\x7f"
                               "ELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x02\0\xbe\0"s,
                               "\x80\x04\x95}\x94."s,
                               "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 12\n",
                               "PK\5\6"s + std::string(18, '\0'),
                               "\x28\xb5\x2f\xfd\x04\x00\x09\x00\x00"
                               "a"s};

/// A run of rocprofv3 with one of each kind of record.
constexpr std::string_view kRunJson =
    R"({"rocprofiler-sdk-tool":[{"metadata":{"node":{"hostname":"n"},"pid":7,"command":["/bin/a"]},
"agents":[{"id":{"handle":5},"type":2,"logical_node_type_id":0,"name":"gfx942"}],
"counters":[{"id":{"handle":9},"name":"SQ_WAVES"}],
"strings":{"buffer_records":[{"kind":"HIP_RUNTIME_API","operations":["hipFree"]},
{"kind":"MEMORY_COPY","operations":["MEMORY_COPY_HOST_TO_DEVICE"]}],"marker_api":[{"key":1,"value":"a"}]},
"kernel_symbols":[{"kernel_id":1,"kernel_name":"a.kd","formatted_kernel_name":"a"}],
"callback_records":{"counter_collection":[{"dispatch_data":{"start_timestamp":1000,"end_timestamp":2000,
"dispatch_info":{"dispatch_id":2}},"records":[{"counter_id":{"handle":9},"value":1.5}]}]},
"buffer_records":{"kernel_dispatch":[{"correlation_id":{"internal":1},"start_timestamp":1000,"end_timestamp":2000,
"dispatch_info":{"agent_id":{"handle":5},"queue_id":{"handle":1},"kernel_id":1,"dispatch_id":1,"grid_size":{"x":64}}}],
"hip_api":[{"kind":0,"operation":0,"thread_id":7,"correlation_id":{"internal":1},"start_timestamp":900,"end_timestamp":950}],
"memory_copy":[{"kind":1,"operation":0,"start_timestamp":900,"end_timestamp":950,"dst_agent_id":{"handle":5},"bytes":8}],
"memory_allocation":[{"start_timestamp":900,"agent_id":{"handle":5},"allocation_size":8,"address":"0x10"}]}}]})";
constexpr std::string_view kRunCsv =
    "\"Kind\",\"Agent_Id\",\"Queue_Id\",\"Dispatch_Id\",\"Kernel_Name\",\"Start_Timestamp\",\"End_Timestamp\",\"Grid_Size_X\"\n"
    "\"KERNEL_DISPATCH\",\"Agent 1\",1,1,\"a(int, int)\",1000,2000,64\n"
    "\"KERNEL_DISPATCH\",\"GPU-0\",1,2,\"b \"\"c\"\"\",3000,4000,64\n";

void addOwn(std::vector<Seed>& out) {
    const auto add = [&](const char* key, std::string bytes) {
        out.push_back({key, std::string("own ") + key, std::move(bytes)});
    };
    for (const char* version : {"v1.0.rep", "v1.1.rep", "v1.2.rep", "v1.3.rep"})
        add("rep", bytesOf(fs::path(SIGHTLINE_SOURCE_DIR) / "tests/data" / version));
    const std::string nsys = database(kNsysSql);
    add("nsys-sqlite", nsys);
    InputFile from(1), to(2);
    from.write(nsys);
    bench::generateRep(from.path(), to.path());
    add("nsys-rep", bytesOf(to.path()));
    add("nsys-jsonlines", kLines);
    add("chrome", kChrome);
    add("chrome", packed::gzip(kChrome));
    add("chrome", packed::zstd(kChrome));
    add("chrome", packed::zip({{"trace.json", kChrome}, {"readme.txt", "short"}}));
    add("chrome", "\xef\xbb\xbf[{\"ph\":\"X\",\"name\":\"a\",\"ts\":1,\"dur\":2,\"pid\":1,\"tid\":1},\n{\"ph\":\"B\"");
    add("ncu-rep", computeReport());
    add("ncu-csv", kCsv);
    add("rpd", database(kRpdSql));
    add("rocpd", database(kRocpdSql));
    add("rocprof-compute", database(kComputeSql));
    add("rocpd-index",
        "rocprofiler-sdk:\n  rocpd:\n    files:\n      - a_results.db\n      - \"b_results.db\" # second\n");
    add("rocprofv3-json", std::string(kRunJson));
    add("rocprofv3-json", packed::gzip(std::string(kRunJson)));
    add("rocprofv3-csv", std::string(kRunCsv));
    add("perfetto", perfettoTrace());
    add("perfetto", packed::gzip(perfettoTrace()));
    add("xplane", xspace::space(xspace::training()));
    add("xplane", packed::gzip(xspace::space(xspace::training())));
    add("torch-memory", pickle::example());
    add("torch-memory", packed::gzip(pickle::example()));
    add("torch-memory-timeline", "[[1000, 1002], [[0, 64, 0, 0, 0, 0, 0, 0, 0], [0, 64, 0, 0, 0, 32, 0, 0, 8]]]");
    add("torch-memory-timeline", "[[-1, 0, 100, 0], [1000, 1, 1024, 3], [1100, 3, -1024, 3]]");
    add("nvprof", database(kNvprofSql));
    add("speedscope", kSpeedscope);
    add("speedscope", packed::gzip(kSpeedscope));
    add("collapsed", "main;load 3\nmain;step;matmul 10\nidle 4\n");
    add("perf-script", kPerfScript);
    add("perf-script", packed::zstd(kPerfScript));
    add("html", kPage);
    for (const SpoolMaker& spool :
         {SpoolMaker::example(), spool_examples::sampled(), spool_examples::measured(), spool_examples::around()}) {
        add("capture", spool.bytes());
        add("session", sessionOf(spool));
    }
    for (const std::string& other : kOthers) add("any", other);
}

void addSamples(std::vector<Seed>& out, const char* variable, const char* folder, std::size_t most) {
    const char* root = std::getenv(variable);
    if (!root || !fs::is_directory(fs::path(root) / folder)) return;
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(fs::path(root) / folder))
        if (entry.is_regular_file() && entry.file_size() <= most) files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    for (const fs::path& file : files) {
        const auto found = importers::identify(file);
        const std::string key(found ? (*found)->key : "any"), name = file.filename().string();
        out.push_back({key, name, bytesOf(file)});
        // Damage behind the packing.
        if (importers::packingOf(out.back().bytes) != importers::Packing::None)
            if (std::string text = importers::unpackedHead(file, most + 1); text.size() <= most)
                out.push_back({key, name + " unpacked", std::move(text)});
    }
}

}  // namespace

std::vector<Seed> seeds(std::size_t most) {
    std::vector<Seed> out;
    addOwn(out);
    for (const char* folder : {"crafted", "chrome", "chrome_oracle", "kineto", "ncu", "perfetto", "rocm", "nsys_other"})
        addSamples(out, "SIGHTLINE_SHARED", (std::string("samples/") + folder).c_str(), most);
    for (const char* folder : {"nsys_pairs", "h100/ncu", "h100/kineto"})
        addSamples(out, "SIGHTLINE_SAMPLES", folder, most);
    // A person opens files of every format, packed or not. The folder of a session is no file.
    for (std::size_t i = 0, n = out.size(); i < n; ++i)
        if (out[i].key != "any" && out[i].key != "session")
            out.push_back({"any", out[i].name, out[i].bytes, out[i].key});
    return out;
}

}  // namespace fuzz
