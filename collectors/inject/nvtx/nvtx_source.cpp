// SPDX-License-Identifier: Apache-2.0
// The handler of NVTX version 3: each copy of NVTX in the process finds it by NVTX_INJECTION64_PATH.
#include "collectors/inject/nvtx/nvtx_source.h"

#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <time.h>

#include <nvtx3/nvToolsExt.h>
#include <nvtx3/nvToolsExtCounters.h>
#include <nvtx3/nvToolsExtPayload.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <iterator>
#include <span>
#include <type_traits>

#include "collectors/inject/nvtx/collective_calls.h"
#include "collectors/inject/nvtx/nvtx_definitions.h"
#include "collectors/inject/nvtx/nvtx_records.h"
#include "collectors/process/options.h"
#include "collectors/process/own_stack.h"
#include "collectors/process/raw_syscall.h"
#include "collectors/process/spool_writer.h"
#include "collectors/protocol/communicators.h"
#include "collectors/protocol/utf8.h"

namespace collectors {
namespace {

using spool::NvtxEvent;
using spool::NvtxOp;

constexpr std::size_t kLongestPayload = 64 << 10;  ///< bytes of one that are kept
constexpr std::size_t kMostPayloads = 64;          ///< of one event

std::atomic<std::uint64_t> g_ranges{0};
std::atomic<std::uint64_t> g_captureRange{0};         // the one that began this process's capture; 0 = none
constexpr std::uint64_t kPushed = ~std::uint64_t{0};  // … it has no number

NvtxDomain& defaultDomain() {
    static auto* one = new NvtxDomain("default");
    return *one;
}
NvtxDomain& domainOf(nvtxDomainHandle_t handle) {
    return handle ? *reinterpret_cast<NvtxDomain*>(handle) : defaultDomain();
}

/// Empty where there is no memory.
std::string narrow(const wchar_t* text) noexcept try {
    std::string out;
    for (; text && *text; ++text) appendUtf8(out, static_cast<std::uint32_t>(*text));
    return out;
} catch (...) {
    gaveUp();
    return {};
}

std::string_view view(const char* text) { return text ? std::string_view(text) : std::string_view(); }

/// An event's payloads of extended schemas, as they go into the spool.
struct Payloads {
    std::vector<unsigned char> bytes;
    std::uint16_t count = 0;

    void add(const nvtxPayloadData_t* data, std::size_t n, std::uint32_t thread) {
        for (std::size_t i = 0; data && i < std::min(n, kMostPayloads); ++i) {
            if (!data[i].payload) continue;
            std::size_t size = data[i].size;
            if (size == SIZE_MAX)
                size =
                    std::strlen(static_cast<const char*>(data[i].payload)) + 1;  // NVTX: a text that ends with a zero
            const spool::NvtxPayload head{data[i].schemaId, thread,
                                          static_cast<std::uint32_t>(std::min(size, kLongestPayload))};
            const auto put = [this](const void* p, std::size_t k) {
                bytes.insert(bytes.end(), static_cast<const unsigned char*>(p),
                             static_cast<const unsigned char*>(p) + k);
            };
            put(&head, sizeof head);
            put(data[i].payload, head.bytes);
            bytes.resize((bytes.size() + 7) / 8 * 8);
            ++count;
        }
    }
};

/// Payloads of extended schemas that attributes have.
std::span<const nvtxPayloadData_t> payloadsOf(const nvtxEventAttributes_t* a) {
    if (!a || a->payloadType != static_cast<std::int32_t>(NVTX_PAYLOAD_TYPE_EXT) || a->reserved0 <= 0) return {};
    return {reinterpret_cast<const nvtxPayloadData_t*>(static_cast<std::uintptr_t>(a->payload.ullValue)),
            static_cast<std::size_t>(a->reserved0)};
}

/// Fields that attributes have; the sizes that older versions of NVTX wrote are shorter.
void fill(NvtxEvent& e, NvtxThread& thread, const nvtxEventAttributes_t& a) {
    e.category = a.category;
    if (a.colorType == NVTX_COLOR_ARGB) e.colour = a.color;
    switch (a.messageType) {
    case NVTX_MESSAGE_TYPE_ASCII: e.name = thread.text(view(a.message.ascii)); break;
    case NVTX_MESSAGE_TYPE_UNICODE: e.name = thread.text(narrow(a.message.unicode)); break;
    case NVTX_MESSAGE_TYPE_REGISTERED:
        e.name = a.message.registered ? reinterpret_cast<KeptText*>(a.message.registered)->number() : 0;
        break;
    default: break;
    }
    if (a.payloadType == NVTX_PAYLOAD_UNKNOWN || a.payloadType == static_cast<std::int32_t>(NVTX_PAYLOAD_TYPE_EXT))
        return;
    e.payload = a.payload.ullValue;
    e.payloadType = static_cast<std::uint8_t>(a.payloadType);
}

/// "range@domain", "range" (of the default domain), "range@*".
bool beginsCapture(const NvtxDomain& domain, std::string_view name) {
    std::string_view wanted = options().nvtxCapture;
    if (wanted.empty()) return false;
    std::string_view in = "default";
    if (const std::size_t at = wanted.rfind('@'); at != wanted.npos)
        in = wanted.substr(at + 1), wanted = wanted.substr(0, at);
    return name == wanted && (in == "*" || in == domain.name.text());
}

std::string nameOf(const nvtxEventAttributes_t& a) {
    if (a.messageType == NVTX_MESSAGE_TYPE_ASCII) return std::string(view(a.message.ascii));
    if (a.messageType == NVTX_MESSAGE_TYPE_UNICODE) return narrow(a.message.unicode);
    if (a.messageType == NVTX_MESSAGE_TYPE_REGISTERED && a.message.registered)
        return reinterpret_cast<KeptText*>(a.message.registered)->text();
    return {};
}

[[gnu::noinline]] void pushWithPayloads(NvtxThread& thread, const NvtxEvent& e,
                                        std::span<const nvtxPayloadData_t> first,
                                        std::span<const nvtxPayloadData_t> second) {
    Payloads payloads;
    payloads.add(first.data(), first.size(), thread.thread());
    payloads.add(second.data(), second.size(), thread.thread());
    thread.push(e, payloads.count ? &payloads.bytes : nullptr, payloads.count);
}

/// Notes one event. `attributes` may be null; `data` are payloads beside them.
void note(NvtxOp op, NvtxDomain& domain, std::uint64_t id, const nvtxEventAttributes_t* attributes,
          std::string_view name = {}, const nvtxPayloadData_t* data = nullptr, std::size_t n = 0,
          bool always = false) try {
    if (!joinSession() || !(isTracing() || always) || !domain.traced) return;
    NvtxThread* thread = NvtxThread::mine();
    if (!thread) return;
    NvtxEvent e{};
    e.op = op;
    e.time = monotonicNs();
    e.id = id;
    e.domain = domain.number();
    if (attributes) fill(e, *thread, *attributes);
    else if (!name.empty()) e.name = thread->text(name);
    if (const auto of = payloadsOf(attributes); data || !of.empty())
        return pushWithPayloads(*thread, e, of, {data, data ? n : 0});
    thread->push(e);
} catch (...) {
    gaveUp();
}

/// Of a range of NCCL: see numberOfCall().
std::uint64_t numberOf(std::string_view name, const nvtxEventAttributes_t* a, const nvtxPayloadData_t* data,
                       std::size_t n) {
    if (const auto of = payloadsOf(a); !of.empty()) data = of.data(), n = of.size();
    return data && n > 0 ? numberOfCall(name, data->payload, data->size == SIZE_MAX ? 0 : data->size) : 0;
}

std::string nameOf(const nvtxEventAttributes_t* a, std::string_view name) { return a ? nameOf(*a) : std::string(name); }

/// Whether this range begins a capture: the first one of its name, whatever other processes do.
[[gnu::noinline]] bool tookCapture(const NvtxDomain& domain, const nvtxEventAttributes_t* a, std::string_view name,
                                   std::uint64_t id) {
    std::uint64_t none = 0;
    return !options().nvtxCapture.empty() && g_captureRange.load(std::memory_order_relaxed) == 0 &&
           beginsCapture(domain, nameOf(a, name)) && g_captureRange.compare_exchange_strong(none, id);
}

/// What a range of NCCL sets up, and its number among those of its communicator.
[[gnu::noinline]] std::uint64_t pushOfNccl(NvtxThread::Ranges& ranges, const nvtxEventAttributes_t* a,
                                           std::string_view name, const nvtxPayloadData_t* data, std::size_t n) {
    const std::string call = nameOf(a, name);
    if (ranges.setUpDepth < 0 && makesCommunicator(call))
        ranges.setUpDepth = ranges.depth, ranges.setsUpSeveral = call.starts_with("ncclCommInitAll");
    return numberOf(call, a, data, n);
}

int push(NvtxDomain& domain, const nvtxEventAttributes_t* a, std::string_view name,
         const nvtxPayloadData_t* data = nullptr, std::size_t n = 0) try {
    NvtxThread* thread = joinSession() ? NvtxThread::mine() : nullptr;
    if (!thread) return NVTX_NO_PUSH_POP_TRACKING;
    NvtxThread::Ranges& ranges = thread->in(domain);
    if (tookCapture(domain, a, name, kPushed)) {
        ranges.captureDepth = ranges.depth;
        triggered(true);
    }
    const std::uint64_t number = domain.isOfNccl ? pushOfNccl(ranges, a, name, data, n) : 0;
    note(NvtxOp::Push, domain, number, a, name, data, n, ranges.setUpDepth == ranges.depth);
    return ranges.depth++;
} catch (...) {
    gaveUp();
    return NVTX_NO_PUSH_POP_TRACKING;
}

int pop(NvtxDomain& domain, const nvtxPayloadData_t* data = nullptr, std::size_t n = 0) try {
    NvtxThread* thread = joinSession() ? NvtxThread::mine() : nullptr;
    if (!thread) return NVTX_NO_PUSH_POP_TRACKING;
    NvtxThread::Ranges& ranges = thread->in(domain);
    if (ranges.depth > 0) --ranges.depth;
    const bool setUp = ranges.setUpDepth == ranges.depth, captured = ranges.captureDepth == ranges.depth;
    note(NvtxOp::Pop, domain, 0, nullptr, {}, data, n, setUp);
    if (setUp && data && n > 0)
        rankWasMade(data->payload, data->size == SIZE_MAX ? 0 : data->size, ranges.setsUpSeveral);
    if (setUp) ranges.setUpDepth = -1;
    if (captured) {
        ranges.captureDepth = -1;
        g_captureRange = 0;
        triggered(false);
    }
    return ranges.depth;
} catch (...) {
    gaveUp();
    return NVTX_NO_PUSH_POP_TRACKING;
}

nvtxRangeId_t start(NvtxDomain& domain, const nvtxEventAttributes_t* a, std::string_view name,
                    const nvtxPayloadData_t* data = nullptr, std::size_t n = 0) {
    const nvtxRangeId_t id = ++g_ranges;
    try {
        if (joinSession() && tookCapture(domain, a, name, id)) triggered(true);
    } catch (...) {
        gaveUp();
    }
    note(NvtxOp::Start, domain, id, a, name, data, n);
    return id;
}

void end(NvtxDomain& domain, nvtxRangeId_t id, const nvtxPayloadData_t* data = nullptr, std::size_t n = 0) {
    note(NvtxOp::End, domain, id, nullptr, {}, data, n);
    if (std::uint64_t it = id; it && g_captureRange.compare_exchange_strong(it, 0)) triggered(false);
}

// ------------------------------------------------------------------------------------------- counters

void sample(nvtxDomainHandle_t domain, std::uint64_t counter, double value) try {
    if (!joinSession() || !isTracing()) return;
    std::string name = counterName(counter);
    if (name.empty()) name = "counter " + std::to_string(counter);
    note(NvtxOp::Counter, domainOf(domain), std::bit_cast<std::uint64_t>(value), nullptr, name);
} catch (...) {
    gaveUp();
}

// ------------------------------------------------------------------------------------------- the tables of NVTX

std::atomic<std::uint64_t> g_roomless{0};  // calls that were not handled, for lack of memory

/// On a stack of our own: threads of programs may have little left of theirs.
template <class F>
auto withRoom(F&& work) {
    using R = decltype(work());
    if (isOver()) return R();  // to change stacks takes calls of the system
    if constexpr (std::is_void_v<R>) {
        if (!onOwnStack([&]() noexcept { work(); })) g_roomless.fetch_add(1, std::memory_order_relaxed);
    } else {
        R out{};
        if (!onOwnStack([&]() noexcept { out = work(); })) g_roomless.fetch_add(1, std::memory_order_relaxed);
        return out;
    }
}

// Whether an event with that is noted without memory, and without anything that is not known by now.
template <class T>
bool isSmall(const NvtxThread&, T) {
    return true;
}
bool isSmall(const NvtxThread&, const wchar_t*) { return false; }
bool isSmall(const NvtxThread&, const nvtxPayloadData_t*) { return false; }
bool isSmall(const NvtxThread& thread, const char* text) { return thread.knows(view(text)); }
bool isSmall(const NvtxThread&, nvtxDomainHandle_t domain) {
    return !domainOf(domain).isOfNccl && domainOf(domain).isNumbered();
}
bool isSmall(const NvtxThread& thread, const nvtxEventAttributes_t* a) {
    if (!a || a->payloadType == static_cast<std::int32_t>(NVTX_PAYLOAD_TYPE_EXT)) return !a;
    if (a->messageType == NVTX_MESSAGE_TYPE_ASCII) return thread.knows(view(a->message.ascii));
    if (a->messageType == NVTX_MESSAGE_TYPE_REGISTERED)
        return !a->message.registered || reinterpret_cast<KeptText*>(a->message.registered)->isNumbered();
    return a->messageType != NVTX_MESSAGE_TYPE_UNICODE;
}

template <class... A>
bool isSmallEvent(A... arguments) {
    const NvtxThread* const thread = NvtxThread::known();
    if (!thread || !options().nvtxCapture.empty() || !thread->hasPlace()) return false;
    if constexpr (!(std::is_same_v<A, nvtxDomainHandle_t> || ...))
        if (!defaultDomain().isNumbered()) return false;
    return (isSmall(*thread, arguments) && ...);
}

/// Handlers as NVTX calls them. An event, which comes often, is noted where the thread is if it needs little.
template <class Handler, class R, class... A>
[[gnu::noinline]] R handled(A... arguments) {
    return withRoom([&] { return Handler{}(arguments...); });
}
template <class Handler, class R, class... A>
auto roomy(R (Handler::*)(A...) const) {
    return +[](A... arguments) -> R { return handled<Handler, R, A...>(arguments...); };
}
template <class Handler, class R, class... A>
auto asNeeded(R (Handler::*)(A...) const) {
    return +[](A... arguments) -> R {
        if (isOver()) return R();
        if (isSmallEvent(arguments...)) return Handler{}(arguments...);
        return handled<Handler, R, A...>(arguments...);
    };
}

/// Of events, and of what is told once.
template <class Handler>
void setEvent(NvtxFunctionTable table, unsigned size, unsigned slot, Handler) {
    if (slot < size && table[slot])
        *table[slot] = reinterpret_cast<NvtxFunctionPointer>(asNeeded(&Handler::operator()));
}
template <class Handler>
void set(NvtxFunctionTable table, unsigned size, unsigned slot, Handler) {
    if (slot < size && table[slot]) *table[slot] = reinterpret_cast<NvtxFunctionPointer>(roomy(&Handler::operator()));
}
// … of extensions.
template <class Handler>
void setEvent(std::intptr_t* slots, std::size_t size, std::size_t slot, Handler) {
    if (slot < size) slots[slot] = reinterpret_cast<std::intptr_t>(asNeeded(&Handler::operator()));
}
template <class Handler>
void set(std::intptr_t* slots, std::size_t size, std::size_t slot, Handler) {
    if (slot < size) slots[slot] = reinterpret_cast<std::intptr_t>(roomy(&Handler::operator()));
}

/// What a handle points to: as long as the process lives. The list is there so that the program's own leak checker
/// finds a way to it and has nothing to say.
template <class T>
T* keptForEver(std::string_view text) {
    struct Link {
        T value;
        const Link* before;
    };
    static std::atomic<const Link*> last{nullptr};
    auto* made = new Link{T(std::string(text)), last.load()};
    while (!last.compare_exchange_weak(made->before, made)) {}
    return &made->value;
}

// Null means the default domain, and no name.
NvtxDomain* createDomain(std::string_view name) noexcept try { return keptForEver<NvtxDomain>(name); } catch (...) {
    gaveUp();
    return nullptr;
}
KeptText* keep(std::string_view text) noexcept try { return keptForEver<KeptText>(text); } catch (...) {
    gaveUp();
    return nullptr;
}

/// A name that something has from now on. Its handle is never asked for anything.
nvtxResourceHandle_t resource(const nvtxResourceAttributes_t* a) try {
    if (!a) return nullptr;
    nvtxEventAttributes_t message{};
    message.messageType = a->messageType;
    message.message = a->message;
    nameResource(a, nameOf(message));
    return nullptr;
} catch (...) {
    gaveUp();
    return nullptr;
}

void fillCore(NvtxFunctionTable t, unsigned n) {
    setEvent(t, n, NVTX_CBID_CORE_MarkEx,
             [](const nvtxEventAttributes_t* a) { note(NvtxOp::Mark, defaultDomain(), 0, a); });
    setEvent(t, n, NVTX_CBID_CORE_MarkA,
             [](const char* m) { note(NvtxOp::Mark, defaultDomain(), 0, nullptr, view(m)); });
    setEvent(t, n, NVTX_CBID_CORE_MarkW,
             [](const wchar_t* m) { note(NvtxOp::Mark, defaultDomain(), 0, nullptr, narrow(m)); });
    setEvent(t, n, NVTX_CBID_CORE_RangeStartEx,
             [](const nvtxEventAttributes_t* a) { return start(defaultDomain(), a, {}); });
    setEvent(t, n, NVTX_CBID_CORE_RangeStartA, [](const char* m) { return start(defaultDomain(), nullptr, view(m)); });
    setEvent(t, n, NVTX_CBID_CORE_RangeStartW,
             [](const wchar_t* m) { return start(defaultDomain(), nullptr, narrow(m)); });
    setEvent(t, n, NVTX_CBID_CORE_RangeEnd, [](nvtxRangeId_t id) { end(defaultDomain(), id); });
    setEvent(t, n, NVTX_CBID_CORE_RangePushEx,
             [](const nvtxEventAttributes_t* a) { return push(defaultDomain(), a, {}); });
    setEvent(t, n, NVTX_CBID_CORE_RangePushA, [](const char* m) { return push(defaultDomain(), nullptr, view(m)); });
    setEvent(t, n, NVTX_CBID_CORE_RangePushW,
             [](const wchar_t* m) { return push(defaultDomain(), nullptr, narrow(m)); });
    setEvent(t, n, NVTX_CBID_CORE_RangePop, [] { return pop(defaultDomain()); });
    set(t, n, NVTX_CBID_CORE_NameCategoryA,
        [](std::uint32_t c, const char* m) { nameCategory(defaultDomain(), c, view(m)); });
    set(t, n, NVTX_CBID_CORE_NameCategoryW,
        [](std::uint32_t c, const wchar_t* m) { nameCategory(defaultDomain(), c, narrow(m)); });
    set(t, n, NVTX_CBID_CORE_NameOsThreadA, [](std::uint32_t thread, const char* m) { nameThread(thread, view(m)); });
    set(t, n, NVTX_CBID_CORE_NameOsThreadW,
        [](std::uint32_t thread, const wchar_t* m) { nameThread(thread, narrow(m)); });
}

void fillDomains(NvtxFunctionTable t, unsigned n) {
    setEvent(t, n, NVTX_CBID_CORE2_DomainMarkEx,
             [](nvtxDomainHandle_t d, const nvtxEventAttributes_t* a) { note(NvtxOp::Mark, domainOf(d), 0, a); });
    setEvent(t, n, NVTX_CBID_CORE2_DomainRangeStartEx,
             [](nvtxDomainHandle_t d, const nvtxEventAttributes_t* a) { return start(domainOf(d), a, {}); });
    setEvent(t, n, NVTX_CBID_CORE2_DomainRangeEnd,
             [](nvtxDomainHandle_t d, nvtxRangeId_t id) { end(domainOf(d), id); });
    setEvent(t, n, NVTX_CBID_CORE2_DomainRangePushEx,
             [](nvtxDomainHandle_t d, const nvtxEventAttributes_t* a) { return push(domainOf(d), a, {}); });
    setEvent(t, n, NVTX_CBID_CORE2_DomainRangePop, [](nvtxDomainHandle_t d) { return pop(domainOf(d)); });
    set(t, n, NVTX_CBID_CORE2_DomainNameCategoryA,
        [](nvtxDomainHandle_t d, std::uint32_t c, const char* m) { nameCategory(domainOf(d), c, view(m)); });
    set(t, n, NVTX_CBID_CORE2_DomainNameCategoryW,
        [](nvtxDomainHandle_t d, std::uint32_t c, const wchar_t* m) { nameCategory(domainOf(d), c, narrow(m)); });
    set(t, n, NVTX_CBID_CORE2_DomainRegisterStringA,
        [](nvtxDomainHandle_t, const char* m) { return reinterpret_cast<nvtxStringHandle_t>(keep(view(m))); });
    set(t, n, NVTX_CBID_CORE2_DomainRegisterStringW,
        [](nvtxDomainHandle_t, const wchar_t* m) { return reinterpret_cast<nvtxStringHandle_t>(keep(narrow(m))); });
    set(t, n, NVTX_CBID_CORE2_DomainResourceCreate,
        [](nvtxDomainHandle_t, nvtxResourceAttributes_t* a) { return resource(a); });
    set(t, n, NVTX_CBID_CORE2_DomainCreateA,
        [](const char* m) { return reinterpret_cast<nvtxDomainHandle_t>(createDomain(view(m))); });
    set(t, n, NVTX_CBID_CORE2_DomainCreateW,
        [](const wchar_t* m) { return reinterpret_cast<nvtxDomainHandle_t>(createDomain(narrow(m))); });
}

/// Names of streams and devices; both ways into CUDA know the same ones. CUDA's own types need its headers: handles are
/// pointers here.
void fillCuda(NvtxFunctionTable t, unsigned n) {
    set(t, n, NVTX_CBID_CUDA_NameCuDeviceA,
        [](int device, const char* m) { nameDevice(static_cast<std::uint32_t>(device), view(m)); });
    set(t, n, NVTX_CBID_CUDA_NameCuDeviceW,
        [](int device, const wchar_t* m) { nameDevice(static_cast<std::uint32_t>(device), narrow(m)); });
    set(t, n, NVTX_CBID_CUDA_NameCuStreamA, [](const void* stream, const char* m) { nameStream(stream, view(m)); });
    set(t, n, NVTX_CBID_CUDA_NameCuStreamW,
        [](const void* stream, const wchar_t* m) { nameStream(stream, narrow(m)); });
}

void fillCudaRuntime(NvtxFunctionTable t, unsigned n) {
    set(t, n, NVTX_CBID_CUDART_NameCudaDeviceA,
        [](int device, const char* m) { nameDevice(static_cast<std::uint32_t>(device), view(m)); });
    set(t, n, NVTX_CBID_CUDART_NameCudaDeviceW,
        [](int device, const wchar_t* m) { nameDevice(static_cast<std::uint32_t>(device), narrow(m)); });
    set(t, n, NVTX_CBID_CUDART_NameCudaStreamA, [](const void* stream, const char* m) { nameStream(stream, view(m)); });
    set(t, n, NVTX_CBID_CUDART_NameCudaStreamW,
        [](const void* stream, const wchar_t* m) { nameStream(stream, narrow(m)); });
}

void fillPayloads(std::intptr_t* slots, std::size_t n) {
    set(slots, n, NVTX3EXT_CBID_nvtxPayloadSchemaRegister,
        [](nvtxDomainHandle_t d, const nvtxPayloadSchemaAttr_t* a) { return registerSchema(domainOf(d), a); });
    set(slots, n, NVTX3EXT_CBID_nvtxPayloadEnumRegister,
        [](nvtxDomainHandle_t d, const nvtxPayloadEnumAttr_t* a) { return registerEnum(domainOf(d), a); });
    setEvent(slots, n, NVTX3EXT_CBID_nvtxMarkPayload,
             [](nvtxDomainHandle_t d, const nvtxPayloadData_t* p, std::size_t k) {
                 note(NvtxOp::Mark, domainOf(d), 0, nullptr, {}, p, k);
             });
    setEvent(slots, n, NVTX3EXT_CBID_nvtxRangePushPayload,
             [](nvtxDomainHandle_t d, const nvtxPayloadData_t* p, std::size_t k) {
                 return push(domainOf(d), nullptr, {}, p, k);
             });
    setEvent(slots, n, NVTX3EXT_CBID_nvtxRangePopPayload,
             [](nvtxDomainHandle_t d, const nvtxPayloadData_t* p, std::size_t k) { return pop(domainOf(d), p, k); });
    setEvent(slots, n, NVTX3EXT_CBID_nvtxRangeStartPayload,
             [](nvtxDomainHandle_t d, const nvtxPayloadData_t* p, std::size_t k) {
                 return start(domainOf(d), nullptr, {}, p, k);
             });
    setEvent(slots, n, NVTX3EXT_CBID_nvtxRangeEndPayload,
             [](nvtxDomainHandle_t d, nvtxRangeId_t id, const nvtxPayloadData_t* p, std::size_t k) {
                 end(domainOf(d), id, p, k);
             });
    setEvent(slots, n, NVTX3EXT_CBID_nvtxDomainIsEnabled,
             [](nvtxDomainHandle_t d) -> std::uint8_t { return isTracing() && domainOf(d).traced; });
}

void fillCounters(std::intptr_t* slots, std::size_t n) {
    set(slots, n, NVTX3EXT_CBID_nvtxCounterRegister,
        [](nvtxDomainHandle_t d, const nvtxCounterAttr_t* a) { return registerCounter(domainOf(d), a); });
    set(slots, n, NVTX3EXT_CBID_nvtxCounterSampleInt64,
        [](nvtxDomainHandle_t d, std::uint64_t c, std::int64_t v) { sample(d, c, static_cast<double>(v)); });
    set(slots, n, NVTX3EXT_CBID_nvtxCounterSampleFloat64,
        [](nvtxDomainHandle_t d, std::uint64_t c, double v) { sample(d, c, v); });
}

void nothing() {}
void flushAll() {
    NvtxThread::flushAll();
    if (const std::uint64_t lost = g_roomless.exchange(0)) spoolWriter().lost(Phrase::NvtxWithoutMemory, lost);
}
void forgetAll() {
    g_roomless = 0;
    g_captureRange = 0;
    forgetDefinitions();
    NvtxThread::forgetAll();
}

}  // namespace

constinit const Source kNvtxSource{"nvtx", nothing, flushAll, flushAll, forgetAll, writeDefinitions};

}  // namespace collectors

namespace collectors {
namespace {

// How many copies of NVTX are beginning, in some thread, and have loaded this library for that.
std::atomic<std::uint32_t> g_beginning{0};  // a futex

/// A child that is forked meanwhile has NVTX beginning for ever, and waits for that in its first call. Joining the
/// session takes long enough for a fork to come in between, so forks wait for it. Not for ever: the forking thread may
/// hold what the other thread needs.
void waitForBegin() {
    constexpr std::uint64_t kMostNs = 3'000'000'000;
    const std::uint64_t until = monotonicNs() + kMostNs;
    while (const std::uint32_t some = g_beginning.load(std::memory_order_acquire)) {
        const std::uint64_t now = monotonicNs();
        if (now >= until) return;
        const timespec left{static_cast<time_t>((until - now) / 1'000'000'000),
                            static_cast<long>((until - now) % 1'000'000'000)};
        rawSyscall(SYS_futex, reinterpret_cast<long>(&g_beginning), FUTEX_WAIT_PRIVATE, some,
                   reinterpret_cast<long>(&left));
    }
}

struct Beginning {
    Beginning() { g_beginning.fetch_add(1, std::memory_order_acq_rel); }
    Beginning(const Beginning&) = delete;
    Beginning& operator=(const Beginning&) = delete;
    ~Beginning() {
        g_beginning.fetch_sub(1, std::memory_order_acq_rel);
        rawSyscall(SYS_futex, reinterpret_cast<long>(&g_beginning), FUTEX_WAKE_PRIVATE, INT_MAX);
    }
};

}  // namespace

void nvtxLoaded() {
    ::pthread_atfork(
        waitForBegin, nullptr, +[] { g_beginning = 0; });
}

}  // namespace collectors

extern "C" __attribute__((visibility("default"))) int InitializeInjectionNvtx2(NvtxGetExportTableFunc_t getTable) try {
    using namespace collectors;
    const Beginning beginning;
    if (!joinSession() || !options().nvtx) return 0;
    const auto* callbacks = static_cast<const NvtxExportTableCallbacks*>(getTable(NVTX_ETID_CALLBACKS));
    NvtxFunctionTable table = nullptr;
    unsigned size = 0;
    if (!callbacks) return 0;
    collectors::defaultDomain();  // while it may fail
    if (callbacks->GetModuleFunctionTable(NVTX_CB_MODULE_CORE, &table, &size)) fillCore(table, size);
    if (callbacks->GetModuleFunctionTable(NVTX_CB_MODULE_CORE2, &table, &size)) fillDomains(table, size);
    if (callbacks->GetModuleFunctionTable(NVTX_CB_MODULE_CUDA, &table, &size)) fillCuda(table, size);
    if (callbacks->GetModuleFunctionTable(NVTX_CB_MODULE_CUDART, &table, &size)) fillCudaRuntime(table, size);
    return 1;
} catch (...) {
    collectors::gaveUp();
    return 0;
}

extern "C" __attribute__((visibility("default"))) int InitializeInjectionNvtxExtension(nvtxExtModuleInfo_t* module) {
    using namespace collectors;
    if (!module || module->segmentsCount == 0 || !joinSession() || !options().nvtx) return 0;
    nvtxExtModuleSegment_t& first = module->segments[0];
    if (module->moduleId == NVTX_EXT_PAYLOAD_MODULEID) return fillPayloads(first.functionSlots, first.slotCount), 1;
    if (module->moduleId == NVTX_EXT_COUNTERS_MODULEID) return fillCounters(first.functionSlots, first.slotCount), 1;
    return 0;
}
