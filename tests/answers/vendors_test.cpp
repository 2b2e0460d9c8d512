// SPDX-License-Identifier: GPL-3.0-or-later
// What is said of a report of HIP: the same findings as of the same report of CUDA, and no words of the other vendor.
#include <array>
#include <fstream>
#include <map>
#include <sstream>

#include "model/base/messages.h"
#include "model/reports/report.h"
#include "model/rules/checklist.h"
#include "model/rules/rule.h"
#include "model/store/vendor_words.h"
#include "model/workload/calls.h"
#include "tests/kit/check.h"

namespace {

using model::MessageCode;
using model::TimeNs;
using model::TrackKind;
using model::reports::Cell;
using model::reports::Table;

constexpr TimeNs kUs = 1000;

/// What profilers of both vendors call the same thing.
const std::map<std::string, std::string>& hipNames() {
    static const std::map<std::string, std::string> all{
        {"cudaLaunchKernel_v7000", "hipLaunchKernel"},
        {"cudaMemcpyAsync_v3020", "hipMemcpyAsync"},
        {"cudaMemcpy_v3020", "hipMemcpy"},
        {"cudaMemset_v3020", "hipMemset"},
        {"cudaDeviceSynchronize_v3020", "hipDeviceSynchronize"},
        {"cudaStreamSynchronize_ptsz_v7000", "hipStreamSynchronize_spt"},
        {"cudaEventSynchronize_v3020", "hipEventSynchronize"},
        {"cuCtxSynchronize", "hipCtxSynchronize"},
        {"cudaStreamWaitEvent_v3020", "hipStreamWaitEvent"},
        {"cudaMalloc_v3020", "hipMalloc"},
        {"cudaMallocPitch_v3020", "hipMallocPitch"},
        {"cudaMallocManaged_v6000", "hipMallocManaged"},
        {"cudaMallocHost_v3020", "hipHostMalloc"},
        {"cudaHostAlloc_v3020", "hipExtMallocWithFlags"},
        {"cudaHostRegister_v4000", "hipHostRegister"},
        {"cudaHostUnregister_v4000", "hipHostUnregister"},
        {"cuMemAlloc_v2", "hipMemAllocPitch"},
        {"cudaFree_v3020", "hipFree"},
        {"cudaFreeHost_v3020", "hipHostFree"},
        {"cudaMallocAsync_v11020", "hipMallocAsync"},
        {"Memcpy HtoD", "MEMORY_COPY_HOST_TO_DEVICE"},
        {"Memcpy DtoH", "CopyDeviceToHost"},
        {"Memset", "__amd_rocclr_fillBufferAligned"},
        {"GPC Clock Frequency [MHz]", "device_sclk [MHz]"},
        {"NVIDIA H100", "AMD Instinct MI300X"},
        {"NVIDIA A100", "AMD Instinct MI250X"},
    };
    return all;
}

/// A report in which something is planted for each rule, with the names of either vendor. Times in µs.
class Planted {
public:
    explicit Planted(bool isHip) : m_isHip(isHip) {
        addDevices();
        addCopies();
        addWaits();
        addLateLaunch();
        addSmallKernels();
        addAllocations();
        addCommunication();
        addClock();
        m_s = m_store->publish(true);
    }
    const model::Snapshot& snapshot() const { return *m_s; }
    Table find(const model::rules::Rule& rule) const {
        return model::reports::makeTable(rule.table, {*m_s, {m_s->range().begin, m_s->range().end + 1}});
    }

private:
    std::string name(const char* cuda) const {
        const auto at = hipNames().find(cuda);
        return m_isHip && at != hipNames().end() ? at->second : cuda;
    }
    static model::TrackKey key(std::int64_t rank = 1, std::int64_t stream = 7) {
        model::TrackKey k;
        k.pid = k.tid = rank;
        k.device = rank - 1;
        k.context = 1;
        k.stream = stream;
        k.domain = 0;
        return k;
    }
    void add(TrackKind kind, const model::TrackKey& k, TimeNs from, TimeNs to, const char* what,
             std::uint32_t correlation = 0, std::vector<std::pair<const char*, std::int64_t>> facts = {}) {
        std::vector<model::Arg> args;
        for (const auto& [fact, v] : facts) args.push_back({m_store->strings().intern(fact), model::Arg::Type::Int, v});
        m_store->lane(m_store->track(kind, k), 0)
            .append({from * kUs, to * kUs, m_store->strings().intern(name(what)),
                     args.empty() ? 0 : m_store->args().intern(args), correlation, 0});
    }
    void call(TimeNs from, TimeNs to, const char* what, std::uint32_t launch = 0) {
        add(TrackKind::CudaApi, key(), from, to, what, launch);
    }
    void kernel(TimeNs from, TimeNs to, const char* what = "k", std::uint32_t launch = 0, std::int64_t stream = 7,
                std::int64_t rank = 1) {
        add(TrackKind::StreamKernels, key(rank, stream), from, to, what, launch);
    }

    void addDevices() {
        for (std::int64_t device = 0; device < 3; ++device) {
            model::Entity e{model::Entity::Type::Device, {}, name(device == 1 ? "NVIDIA A100" : "NVIDIA H100"), {}};
            e.key.device = device;
            m_store->info().entities.push_back(std::move(e));
        }
    }
    void addCopies() {
        call(0, 5, "cudaMemcpyAsync_v3020", 1);
        add(TrackKind::StreamMemory, key(), 10, 20, "Memcpy HtoD", 1,
            {{"srcKind", 0}, {"dstKind", 2}, {"bytes", 4096}});
        call(30, 60, "cudaMemcpy_v3020", 2);
        add(TrackKind::StreamMemory, key(), 40, 55, "Memcpy DtoH", 2,
            {{"srcKind", 2}, {"dstKind", 1}, {"bytes", 4096}});
        call(70, 90, "cudaMemset_v3020", 3);
        add(TrackKind::StreamMemory, key(), 75, 85, "Memset", 3, {{"memKind", 4}});
    }
    void addWaits() {
        TimeNs at = 100;
        for (const char* what : {"cudaDeviceSynchronize_v3020", "cudaStreamSynchronize_ptsz_v7000",
                                 "cudaEventSynchronize_v3020", "cuCtxSynchronize", "cudaStreamWaitEvent_v3020"}) {
            call(at, at + 5, what);
            at += 10;
        }
    }
    /// A wait for a kernel; the next launch comes 600 ms later, behind Python and the loading of data.
    void addLateLaunch() {
        call(200, 205, "cudaLaunchKernel_v7000", 4);
        kernel(210, 1000, "k", 4);
        call(300, 1010, "cudaDeviceSynchronize_v3020");
        add(TrackKind::PythonFunctions, key(), 1010, 601'000, "train.py(7): step");
        add(TrackKind::Annotations, key(), 1020, 300'000, "load_data");
        call(601'000, 601'005, "cudaLaunchKernel_v7000", 5);
        kernel(601'010, 700'000, "k", 5);
        kernel(601'020, 690'000, "k", 0, 8);  // at the same time
    }
    void addSmallKernels() {
        for (TimeNs at = 700'100; at < 704'000; at += 50) kernel(at, at + 5, "small");
    }
    void addAllocations() {
        TimeNs at = 800'000;
        for (const char* what :
             {"cudaMalloc_v3020", "cudaMallocPitch_v3020", "cudaMallocManaged_v6000", "cudaMallocHost_v3020",
              "cudaHostAlloc_v3020", "cudaHostRegister_v4000", "cudaHostUnregister_v4000", "cuMemAlloc_v2",
              "cudaFree_v3020", "cudaFreeHost_v3020", "cudaMallocAsync_v11020"})
            for (int i = 0; i < 10; ++i, at += 10) call(at, at + 5, what);
    }
    /// The third rank enters each collective late.
    void addCommunication() {
        constexpr const char* kAllReduce = "ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevKernelArgsStorage<4096ul>)";
        for (TimeNs at = 900'000; at < 1'200'000; at += 100'000)
            for (std::int64_t rank = 1; rank <= 3; ++rank)
                kernel(rank == 3 ? at + 60'000 : at + rank * 10, at + 80'000, kAllReduce, 0, 9, rank);
    }
    void addClock() {
        const model::TrackId track = m_store->track(TrackKind::GpuMetric, key());
        m_store->setTrackName(track, m_store->strings().intern(name("GPC Clock Frequency [MHz]")));
        for (const auto& [t, v] : std::initializer_list<std::pair<TimeNs, double>>{
                 {0, 2000}, {601'010, 900}, {700'000, 2000}, {1'200'000, 2000}})
            m_store->counter(track).append(t * kUs, v);
    }

    bool m_isHip;
    std::shared_ptr<model::EventStore> m_store = model::EventStore::create();
    model::SnapshotPtr m_s;
};

/// A cell without names: those differ.
std::string valueOf(const Cell& c) {
    if (const auto* whole = std::get_if<std::int64_t>(&c)) return std::to_string(*whole);
    if (const auto* real = std::get_if<double>(&c)) return std::to_string(*real);
    return std::holds_alternative<std::monostate>(c) ? "-" : "text";
}
std::string valuesOf(const Table& t, std::size_t columns) {
    std::string out;
    for (std::size_t row = 0; row < t.rows; ++row, out += '\n')
        for (std::size_t column = 0; column < columns; ++column) out += valueOf(t.cell(row, column)) + ' ';
    return out;
}

/// A word that only the other vendor has, in a text; nothing if there is none.
std::string foreignWord(std::string_view text) {
    for (const std::string_view word :
         {"CUDA",    "NVTX",  "Nsight",     "nsys",       "ncu ",          "nvprof",   "nvidia",
          "NVIDIA",  "NCCL",  "NVSHMEM",    "cuBLAS",     "cuDNN",         "cuSOLVER", "cuSPARSE",
          "CUTLASS", "CUPTI", "ensor core", "ensor Core", "ultiprocessor", "--cuda-",  "--gpu-metrics"})
        if (text.find(word) != text.npos) return std::string(word);
    for (std::size_t at = 0; (at = text.find("cuda", at)) != text.npos; ++at)
        if (at + 4 < text.size() && text[at + 4] >= 'A' && text[at + 4] <= 'Z') return "cuda…";
    return {};
}

constexpr MessageCode kTold[]{
#define MESSAGE(code, text) MessageCode::code,
#define MESSAGES(code, many, one) MessageCode::code,
#include "model/base/messages/advice.h"
#include "model/base/messages/reasons.h"
#undef MESSAGE
#undef MESSAGES
};

void addTexts(const model::reports::Report& table, std::vector<std::string>& to) {
    to.insert(to.end(), {std::string(table.title), std::string(table.meaning)});
    for (const auto& c : table.columns) to.insert(to.end(), {std::string(c.title), std::string(c.meaning)});
}

/// Every text that tables, rules and the checklist show of a report, in English.
std::vector<std::string> textsOfReports() {
    std::vector<std::string> out;
    for (const model::reports::Report* r : model::reports::all()) addTexts(*r, out);
    for (const model::rules::Rule* r : model::rules::all()) addTexts(r->table, out);
    for (const MessageCode code : kTold) out.push_back(english(code));
    return out;
}

std::string replaced(std::string text, std::string_view from, std::string_view to) {
    for (std::size_t at = 0; (at = text.find(from, at)) != text.npos; at += to.size())
        text.replace(at, from.size(), to);
    return text;
}

/// Translations by their English texts.
std::map<std::string, std::string> chinese() {
    std::ifstream file(std::string(SIGHTLINE_SOURCE_DIR) + "/translations/sightline_zh_CN.ts");
    std::stringstream all;
    all << file.rdbuf();
    const std::string text = all.str();
    const auto plain = [](std::string t) {
        for (const auto& [from, to] : std::initializer_list<std::pair<std::string_view, std::string_view>>{
                 {"&quot;", "\""}, {"&apos;", "'"}, {"&lt;", "<"}, {"&gt;", ">"}, {"&amp;", "&"}})
            t = replaced(std::move(t), from, to);
        return t;
    };
    const auto within = [&](std::string_view begin, std::string_view end, std::size_t from) {
        const std::size_t at = text.find(begin, from) + begin.size();
        return text.substr(at, text.find(end, at) - at);
    };
    std::map<std::string, std::string> out;
    for (std::size_t at = 0; (at = text.find("<source>", at)) != text.npos; ++at) {
        const std::string words = within("<translation", "</translation>", at);
        out[plain(within("<source>", "</source>", at))] = plain(words.substr(words.find('>') + 1));
    }
    return out;
}

}  // namespace

TEST("Every rule finds in a report of HIP what it finds in the same report of CUDA, or says whose GPUs it is for") {
    const Planted cuda(false), hip(true);
    CHECK(!model::usesHip(cuda.snapshot()) && model::usesHip(hip.snapshot()));
    for (const model::rules::Rule* rule : model::rules::all()) {
        const Table a = cuda.find(*rule), b = hip.find(*rule);
        if (rule->vendors == model::rules::Vendors::Nvidia) {
            CHECK(b.rows == 0 && b.why == model::Message(MessageCode::RuleOfOtherVendor));
            continue;
        }
        if (a.rows == 0)
            check::fail(__FILE__, __LINE__, "nothing is planted for the rule " + std::string(rule->table.key));
        CHECK_EQ(std::string(rule->table.key) + '\n' + valuesOf(b, rule->table.columns.size()),
                 std::string(rule->table.key) + '\n' + valuesOf(a, rule->table.columns.size()));
    }
    for (const model::checklist::Check& check : model::checklist::all()) {
        const auto answer = [&](const model::Snapshot& s) {
            return model::checklist::answer(check, {s, {s.range().begin, s.range().end + 1}});
        };
        const auto a = answer(cuda.snapshot()), b = answer(hip.snapshot());
        CHECK(b.verdict == a.verdict);
        CHECK_EQ(valueOf(b.number), valueOf(a.number));
    }
}

TEST("A call is known by each of its names") {
    std::size_t waits = 0;
    for (const model::rules::CallNames& c : model::rules::callNames())
        for (const std::string_view name : {c.cuda, c.driver, c.hip}) {
            if (name.empty()) continue;
            const bool isWait = c.kind == model::rules::CallNames::Kind::Waits;
            waits += isWait;
            CHECK_EQ(model::rules::isSynchronization(name), isWait);
            CHECK_EQ(model::rules::isBlockingAllocation(name), !isWait);
            CHECK(!model::rules::isSynchronization(std::string(name) + "Async"));
        }
    CHECK(waits > 9);
    CHECK(!model::rules::isSynchronization("") && !model::rules::isBlockingAllocation("_v2"));
}

TEST("No text of a report of HIP has words of the other vendor, in English or Chinese") {
    const auto translations = chinese();
    CHECK(translations.size() > 2000);
    std::size_t changed = 0, chineseTexts = 0;
    for (const std::string& text : textsOfReports()) {
        const std::string hip = model::inHipWords(text);
        changed += hip != text;
        if (const std::string word = foreignWord(hip); !word.empty())
            check::fail(__FILE__, __LINE__, word + " in: " + hip);
        const auto translated = translations.find(text);
        if (translated == translations.end()) continue;
        ++chineseTexts;
        const std::string words = model::inHipWords(translated->second);
        if (const std::string word = foreignWord(words); !word.empty())
            check::fail(__FILE__, __LINE__, word + " in: " + words);
    }
    CHECK(changed > 80 && chineseTexts > 500);
}

TEST(
    "What is said of a report of TPUs has no words of a GPU's vendor: no CUDA, HIP, NVTX, roctx, NCCL, RCCL or Nsight") {
    const auto store = model::EventStore::create();
    model::TrackKey key;
    key.pid = model::textId(1), key.tid = model::textId(2);
    const model::TrackId process = store->track(TrackKind::Process, key);
    store->setTrackName(process, store->strings().intern("/device:TPU:0"));
    store->lane(store->track(TrackKind::Slices, key), 0).append({0, 9, store->strings().intern("fusion.1"), 0, 0, 0});
    const model::SnapshotPtr s = store->publish(true);
    CHECK(model::vendorOf(*s) == model::Vendor::Google);
    CHECK(model::vendorOf(Planted(false).snapshot()) == model::Vendor::Nvidia);
    CHECK(model::vendorOf(Planted(true).snapshot()) == model::Vendor::Amd);
    const auto check = [](const std::string& english) {
        const std::string text = model::inWordsOf(model::Vendor::Google, english);
        for (const char* word : {"CUDA", "HIP", "NVTX", "roctx", "NCCL", "RCCL", "ROCm", "Nsight", "nsys"})
            if (text.find(word) != text.npos) check::fail(__FILE__, __LINE__, std::string(word) + " in: " + text);
    };
    std::size_t reasons = 0;
    const auto checkTable = [&](const model::reports::Report& report) {
        const Table t = model::reports::makeTable(report, {*s, {0, 10}});
        check(std::string(report.title));
        check(english(t.why));
        reasons += !t.why.empty();
    };
    for (const model::reports::Report* r : model::reports::all()) checkTable(*r);
    for (const model::rules::Rule* r : model::rules::all()) checkTable(r->table);
    CHECK(reasons > 50);
    for (const model::checklist::Check& c : model::checklist::all())
        check(english(model::checklist::answer(c, {*s, {0, 10}}).why));
    CHECK_EQ(model::inWordsOf(model::Vendor::Google, "CUDA GPU Kernel Summary"), std::string("GPU Kernel Summary"));
    // In Chinese, too: the parts that are left out are those of the translations.
    const auto translations = chinese();
    std::size_t translated = 0;
    for (const MessageCode code : {MessageCode::NoUnifiedMemory, MessageCode::NoAllocations, MessageCode::NoClockCurve,
                                   MessageCode::NoGpuCurves, MessageCode::NoUnifiedMemoryInTime}) {
        check(english(code));
        const std::string text = translations.at(english(code)), words = model::inWordsOf(model::Vendor::Google, text);
        CHECK(words.size() < text.size() && words.ends_with("。"));
        check(words);
        translated += words.find("--") == words.npos;
    }
    CHECK_EQ(translated, 5u);
    CHECK_EQ(model::inWordsOf(model::Vendor::Google, "ranges of NVTX, roctx or annotations"),
             std::string("ranges of TraceMe or annotations"));
}

TEST("Words are replaced where they stand as words") {
    CHECK_EQ(model::inHipWords("cudaMallocHost, cudaMemcpyAsync and cudaMallocHostX"),
             std::string("hipHostMalloc, hipMemcpyAsync and hipMallocHostX"));
    CHECK_EQ(model::inHipWords("torch.backends.cudnn.allow_tf32, NCCLX, (NCCL)"),
             std::string("torch.backends.cudnn.allow_tf32, NCCLX, (RCCL)"));
    CHECK_EQ(model::inHipWords("ranges of NVTX, roctx or annotations"), std::string("ranges of roctx or annotations"));
}
