// SPDX-License-Identifier: GPL-3.0-or-later
// The library that goes into programs, without a program around it: memory that runs out, a source that fails, a disk
// that is full.
#include <nvtx3/nvToolsExt.h>
#include <nvtx3/nvToolsExtPayload.h>
#include <sys/resource.h>
#include <cstdlib>
#include <new>
#include <stdexcept>
#include <thread>

#include "collectors/inject/cuda/cuda_source.h"
#include "collectors/inject/nvtx/nvtx_source.h"
#include "collectors/process/own_threads.h"
#include "collectors/process/process.h"
#include "tests/kit/check.h"
#include "tests/kit/cli_run.h"
#include "tests/kit/spool_walk.h"

namespace {

thread_local long t_allocations = -1;  // that this thread may still make; −1 = any number
std::atomic<bool> g_sourceFails{false};

void* allocated(std::size_t bytes) {
    if (t_allocations == 0) throw std::bad_alloc();
    if (t_allocations > 0) --t_allocations;
    if (void* p = std::malloc(bytes ? bytes : 1)) return p;
    throw std::bad_alloc();
}

}  // namespace

void* operator new(std::size_t bytes) { return allocated(bytes); }
void* operator new[](std::size_t bytes) { return allocated(bytes); }
void operator delete(void* p) noexcept { std::free(p); }
void operator delete[](void* p) noexcept { std::free(p); }
void operator delete(void* p, std::size_t) noexcept { std::free(p); }
void operator delete[](void* p, std::size_t) noexcept { std::free(p); }

namespace collectors {
/// In the place of CUDA.
const Source kCudaSource{"cuda", [] {}, [] {},
                         [] {
                             if (g_sourceFails) throw std::runtime_error("a source that fails");
                         },
                         [] {}};

std::span<const Source* const> sources() {
    static const Source* const all[] = {&kCudaSource, &kNvtxSource};
    return all;
}
}  // namespace collectors

extern "C" int InitializeInjectionNvtx2(NvtxGetExportTableFunc_t getTable);
extern "C" int InitializeInjectionNvtxExtension(nvtxExtModuleInfo_t* module);

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kSlots = 64;
NvtxFunctionPointer g_functions[6][kSlots];
NvtxFunctionPointer* g_tables[6][kSlots + 1];
intptr_t g_payloads[kSlots];

int tableOf(NvtxCallbackModule module, NvtxFunctionTable* table, unsigned* size) {
    if (module < 0 || module >= 6) return 0;
    for (std::size_t i = 0; i < kSlots; ++i) g_tables[module][i] = &g_functions[module][i];
    *table = g_tables[module];
    *size = kSlots;
    return 1;
}

const void* exportTable(std::uint32_t) {
    static const NvtxExportTableCallbacks callbacks{sizeof callbacks, tableOf};
    return &callbacks;
}

/// A session in a folder, joined by this process as NVTX would do it.
struct Nvtx {
    cli_run::Folder folder;
    Nvtx() {
        folder.write("options", "cuda 1\nnvtx 1\nflush-ms 10\n");
        ::setenv("SIGHTLINE_SESSION", (folder / "").c_str(), 1);
        CHECK(InitializeInjectionNvtx2(exportTable) == 1);
        nvtxExtModuleSegment_t segment{};
        segment.slotCount = kSlots;
        segment.functionSlots = g_payloads;
        nvtxExtModuleInfo_t module{};
        module.moduleId = NVTX_EXT_PAYLOAD_MODULEID;
        module.segmentsCount = 1;
        module.segments = &segment;
        CHECK(InitializeInjectionNvtxExtension(&module) == 1);
    }
    fs::path spool() const {
        for (const auto& entry : fs::directory_iterator(folder / ""))
            if (entry.path().extension() == ".spool") return entry.path();
        return {};
    }
    template <class F>
    static F* core(unsigned slot) {
        return reinterpret_cast<F*>(g_functions[NVTX_CB_MODULE_CORE][slot]);
    }
    template <class F>
    static F* domain(unsigned slot) {
        return reinterpret_cast<F*>(g_functions[NVTX_CB_MODULE_CORE2][slot]);
    }
    static void mark(const char* name) { core<void(const char*)>(NVTX_CBID_CORE_MarkA)(name); }
    static int push(const char* name) { return core<int(const char*)>(NVTX_CBID_CORE_RangePushA)(name); }
    static int pop() { return core<int()>(NVTX_CBID_CORE_RangePop)(); }
    static nvtxDomainHandle_t create(const char* name) {
        return domain<nvtxDomainHandle_t(const char*)>(NVTX_CBID_CORE2_DomainCreateA)(name);
    }
    static void category(std::uint32_t number, const char* name) {
        core<void(std::uint32_t, const char*)>(NVTX_CBID_CORE_NameCategoryA)(number, name);
    }
    static std::uint64_t schema(nvtxDomainHandle_t d, const char* name) {
        static constexpr nvtxPayloadSchemaEntry_t kEntries[] = {
            {0, NVTX_PAYLOAD_ENTRY_TYPE_INT32, "a number", nullptr, 0, 0, nullptr, nullptr}};
        nvtxPayloadSchemaAttr_t a{};
        a.fieldMask = NVTX_PAYLOAD_SCHEMA_ATTR_FIELD_NAME | NVTX_PAYLOAD_SCHEMA_ATTR_FIELD_ENTRIES;
        a.name = name, a.type = NVTX_PAYLOAD_SCHEMA_TYPE_STATIC, a.entries = kEntries, a.numEntries = 1;
        return reinterpret_cast<std::uint64_t (*)(nvtxDomainHandle_t, const nvtxPayloadSchemaAttr_t*)>(
            g_payloads[NVTX3EXT_CBID_nvtxPayloadSchemaRegister])(d, &a);
    }
};
const Nvtx& nvtx() {
    static const Nvtx one;
    return one;
}

/// A minute is far more than it needs.
template <class F>
bool waitFor(F&& f) {
    const auto until = std::chrono::steady_clock::now() + std::chrono::minutes(1);
    while (!f() && std::chrono::steady_clock::now() < until) std::this_thread::yield();
    return f();
}

}  // namespace

TEST("When the own threads have ended the system counts none of them, those that ended by themselves included") {
    static std::atomic<bool> returns{false};
    const auto tasks = [] {
        return std::distance(fs::directory_iterator("/proc/self/task"), fs::directory_iterator());
    };
    const auto before = tasks();
    for (int i = 0; i < 2000; ++i) {
        returns = false;
        CHECK(collectors::startThread([](void*) -> void* { return returns = true, nullptr; }, nullptr));
        while (!returns) std::this_thread::yield();
        CHECK(collectors::endOwnThreads());
        CHECK_EQ(tasks(), before);
        collectors::admitOwnThreads();
    }
    CHECK(!collectors::ownThreadsRun());
}

TEST("Depths of ranges are those of their domain") {
    nvtx();
    const nvtxDomainHandle_t other = Nvtx::create("other");
    const auto pushOther = [&] {
        return Nvtx::domain<int(nvtxDomainHandle_t, const nvtxEventAttributes_t*)>(NVTX_CBID_CORE2_DomainRangePushEx)(
            other, nullptr);
    };
    const auto popOther = [&] { return Nvtx::domain<int(nvtxDomainHandle_t)>(NVTX_CBID_CORE2_DomainRangePop)(other); };
    CHECK_EQ(Nvtx::push("a"), 0);
    CHECK_EQ(pushOther(), 0);
    CHECK_EQ(Nvtx::push("b"), 1);
    CHECK_EQ(popOther(), 0);
    CHECK_EQ(Nvtx::pop(), 1);
    CHECK_EQ(Nvtx::pop(), 0);
}

TEST("Collectives are counted while nothing is traced, each communicator's for itself") {
    const Nvtx& n = nvtx();
    const nvtxDomainHandle_t nccl = Nvtx::create("NCCL");
    const auto call = [&](const char* name, std::uint64_t communicator, bool atEnd = false) {
        const std::uint64_t parameters[2] = {communicator, 4096};
        const nvtxPayloadData_t payload{900, sizeof parameters, parameters};
        if (atEnd) {
            nvtxEventAttributes_t a{};
            a.version = NVTX_VERSION, a.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE, a.messageType = NVTX_MESSAGE_TYPE_ASCII,
            a.message.ascii = name;
            Nvtx::domain<int(nvtxDomainHandle_t, const nvtxEventAttributes_t*)>(NVTX_CBID_CORE2_DomainRangePushEx)(nccl,
                                                                                                                   &a);
            reinterpret_cast<int (*)(nvtxDomainHandle_t, const nvtxPayloadData_t*, std::size_t)>(
                g_payloads[NVTX3EXT_CBID_nvtxRangePopPayload])(nccl, &payload, 1);
            return;
        }
        nvtxEventAttributes_t a{};
        a.version = NVTX_VERSION, a.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE, a.messageType = NVTX_MESSAGE_TYPE_ASCII,
        a.message.ascii = name;
        a.payloadType = NVTX_PAYLOAD_TYPE_EXT, a.reserved0 = 1,
        a.payload.ullValue = reinterpret_cast<std::uintptr_t>(&payload);
        Nvtx::domain<int(nvtxDomainHandle_t, const nvtxEventAttributes_t*)>(NVTX_CBID_CORE2_DomainRangePushEx)(nccl,
                                                                                                               &a);
        Nvtx::domain<int(nvtxDomainHandle_t)>(NVTX_CBID_CORE2_DomainRangePop)(nccl);
    };
    collectors::triggered(false);
    for (int i = 0; i < 3; ++i) call("ncclAllReduce", 0xa);
    call("ncclSend", 0xa);
    collectors::triggered(true);
    call("ncclGroupStart", 0xa);
    call("ncclReduceScatter", 0xa);
    call("ncclAllReduce", 0xb);
    call("ncclRecv", 0xa);
    call("ncclAllReduce", 0xa);
    CHECK(waitFor([&] { return walkSpool(n.spool()).calls.size() >= 3; }));
    CHECK(walkSpool(n.spool()).calls == (std::vector<std::uint64_t>{4, 1, 5}));
    // Two ranks in one process call in any order: their calls have no number; one has.
    for (int rank = 0; rank < 2; ++rank) call("ncclCommInitRank", 0xc, true);
    call("ncclCommInitRank", 0xd, true);
    for (int i = 0; i < 2; ++i) call("ncclAllReduce", 0xc);
    call("ncclAllReduce", 0xd);
    CHECK(waitFor([&] { return walkSpool(n.spool()).calls.size() >= 4; }));
    CHECK(walkSpool(n.spool()).calls == (std::vector<std::uint64_t>{4, 1, 5, 1}));
}

TEST("Whenever memory runs out, no exception reaches the program, and later events are noted") {
    nvtx();
    int failed = 0, escaped = 0;
    for (int room = 0; room < 120; ++room) {
        std::vector<std::string> names;  // all of them new, and too long to lie in a string itself
        for (int i = 0; i < 6; ++i)
            names.push_back("a name that nobody has had so far " + std::to_string(room) + ' ' + std::to_string(i));
        t_allocations = room;
        try {
            const nvtxDomainHandle_t d = Nvtx::create(names[0].c_str());
            Nvtx::push(names[1].c_str());
            Nvtx::mark(names[2].c_str());
            Nvtx::category(static_cast<std::uint32_t>(room), names[3].c_str());
            Nvtx::schema(d, names[4].c_str());
            // In a thread that has noted nothing yet; what starts a thread is the program's own.
            Nvtx::pop();
        } catch (...) {
            ++escaped;
        }
        failed += t_allocations == 0;
        t_allocations = -1;
        collectors::g_ofThis.tracing = true;  // which a failure has ended
    }
    CHECK_EQ(escaped, 0);
    CHECK(failed > 10 && failed < 120);  // it ran out everywhere in between, and at last it did not
    const std::size_t before = walkSpool(nvtx().spool()).nvtx;
    for (int i = 0; i < 1000; ++i) Nvtx::mark("after");
    CHECK(waitFor([&] { return walkSpool(nvtx().spool()).nvtx >= before + 1000; }));
}

TEST("A thread whose first event finds no memory goes on") {
    nvtx();
    bool escaped = false;
    std::thread([&] {
        t_allocations = 0;
        try {
            Nvtx::push("first");
            Nvtx::pop();
        } catch (...) {
            escaped = true;
        }
        t_allocations = -1;
    }).join();
    collectors::g_ofThis.tracing = true;
    CHECK(!escaped);
}

TEST("Definitions that a full disk kept out of the spool are there once it has room, and what was lost is counted") {
    const fs::path spool = nvtx().spool();
    rlimit before{};
    ::getrlimit(RLIMIT_FSIZE, &before);
    Nvtx::mark("fits");
    CHECK(waitFor([&] { return collectors::isTracing() && walkSpool(spool).nvtx > 0; }));
    const rlimit small{fs::file_size(spool), before.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &small);
    // Only now: the collector's own thread may have written between the two calls above.
    const std::uintmax_t held = fs::file_size(spool);
    const SpoolWalk full = walkSpool(spool);
    const nvtxDomainHandle_t late = Nvtx::create("late");
    Nvtx::schema(late, "of a full disk");
    nvtxEventAttributes_t a{};
    a.version = NVTX_VERSION, a.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE, a.messageType = NVTX_MESSAGE_TYPE_ASCII,
    a.message.ascii = "while it is full";
    for (int i = 0; i < 3000; ++i)
        Nvtx::domain<void(nvtxDomainHandle_t, const nvtxEventAttributes_t*)>(NVTX_CBID_CORE2_DomainMarkEx)(late, &a);
    const std::uintmax_t grown = fs::file_size(spool);
    ::setrlimit(RLIMIT_FSIZE, &before);
    CHECK_EQ(grown, held);
    CHECK(waitFor([&] {
        Nvtx::mark("again");
        return walkSpool(spool).domains > full.domains;
    }));
    const SpoolWalk walk = walkSpool(spool);
    CHECK_EQ(walk.domains, full.domains + 1);
    CHECK(walk.schemas > full.schemas && walk.lost > full.lost && walk.torn == 0);
}

TEST("A source that fails ends the tracing of this process and nothing else") {
    nvtx();
    collectors::g_ofThis.tracing = true;
    g_sourceFails = true;
    CHECK(waitFor([] { return !collectors::isTracing(); }));
    CHECK_EQ(Nvtx::push("goes on"), 0);
    CHECK_EQ(Nvtx::pop(), 0);
    collectors::finish();
    g_sourceFails = false;
}
