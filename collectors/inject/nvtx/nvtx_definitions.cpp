// SPDX-License-Identifier: Apache-2.0
#include "collectors/inject/nvtx/nvtx_definitions.h"

#include <nvtx3/nvToolsExtCuda.h>
#include <nvtx3/nvToolsExtCudaRt.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <map>
#include <mutex>
#include <new>
#include <vector>

#include "collectors/cupti/cupti_api.h"
#include "collectors/process/process.h"
#include "collectors/process/spool_writer.h"

namespace collectors {
namespace {

using spool::NvtxEvent;
using spool::NvtxOp;

constexpr std::size_t kMostEntries = 4096;         // of a schema
constexpr std::size_t kMostDefinitions = 100'000;  // that children get
constexpr std::uint32_t kEnumeration = 255;

struct Entry {
    spool::SchemaEntry numbers{};
    std::string name;
};
struct Definition {
    enum class Kind : std::uint8_t { Schema, Category, Counter };
    Kind kind;
    NvtxDomain* domain;
    std::uint64_t id = 0;     ///< of a schema or counter; a category
    std::uint64_t bytes = 0;  ///< of a payload
    std::uint32_t type = 0;   ///< of a schema
    std::string name;
    std::vector<Entry> entries;
    const Definition* before = nullptr;
};

// Never changed nor freed once it is in the list, which therefore needs no lock: a child may be forked at any moment.
std::atomic<const Definition*> g_last{nullptr};
std::atomic<std::size_t> g_definitions{0};
std::atomic<std::uint64_t> g_ids{std::uint64_t{1} << 32};  // of schemas and counters that leave the choice to us

std::mutex g_countersMutex;
std::map<std::uint64_t, std::string>* g_counters = nullptr;  // under g_countersMutex
std::map<std::uint64_t, std::string>& counters() {
    if (!g_counters) g_counters = new std::map<std::uint64_t, std::string>;
    return *g_counters;
}

std::string_view view(const char* text) { return text ? std::string_view(text) : std::string_view(); }

void writeSchema(const Definition& d) {
    const spool::Schema head{d.id,
                             d.bytes,
                             d.domain->number(),
                             spoolWriter().string(d.name),
                             d.type,
                             static_cast<std::uint32_t>(d.entries.size())};
    std::vector<unsigned char> out(sizeof head + d.entries.size() * sizeof(spool::SchemaEntry));
    std::memcpy(out.data(), &head, sizeof head);
    for (std::size_t i = 0; i < d.entries.size(); ++i) {
        spool::SchemaEntry e = d.entries[i].numbers;
        e.name = spoolWriter().string(d.entries[i].name);
        std::memcpy(out.data() + sizeof head + i * sizeof e, &e, sizeof e);
    }
    spoolWriter().write(spool::Block::Schemas, 0, 1, out.data(), out.size());
}

void writeName(NvtxOp op, NvtxDomain* domain, std::uint64_t id, std::uint32_t category, std::string_view name) {
    NvtxEvent e{};
    e.op = op;
    e.time = monotonicNs();
    e.id = id;
    e.domain = domain ? domain->number() : 0;
    e.category = category;
    e.name = spoolWriter().string(name);
    spoolWriter().write(spool::Block::Nvtx, &e, 1);
}

void write(const Definition& d) {
    if (d.kind == Definition::Kind::Schema) return writeSchema(d);
    if (d.kind == Definition::Kind::Category)
        return writeName(NvtxOp::NameCategory, d.domain, 0, static_cast<std::uint32_t>(d.id), d.name);
    const std::lock_guard guard(g_countersMutex);
    counters()[d.id] = d.name;
}

void define(Definition made) {
    if (!joinSession()) return;
    write(made);
    if (g_definitions.fetch_add(1) >= kMostDefinitions) return;
    auto* kept = new Definition(std::move(made));
    kept->before = g_last.load();
    while (!g_last.compare_exchange_weak(kept->before, kept)) {}
}

template <class F>
void safely(F&& f) noexcept try {
    f();
} catch (...) {
    gaveUp();
}

}  // namespace

std::uint64_t registerSchema(NvtxDomain& domain, const nvtxPayloadSchemaAttr_t* a) noexcept {
    const std::uint64_t id =
        (a->fieldMask & NVTX_PAYLOAD_SCHEMA_ATTR_FIELD_SCHEMA_ID) && a->schemaId ? a->schemaId : g_ids++;
    safely([&] {
        const bool named = a->fieldMask & NVTX_PAYLOAD_SCHEMA_ATTR_FIELD_NAME,
                   sized = a->fieldMask & NVTX_PAYLOAD_SCHEMA_ATTR_FIELD_STATIC_SIZE;
        Definition d{Definition::Kind::Schema,
                     &domain,
                     id,
                     sized ? a->payloadStaticSize : 0,
                     static_cast<std::uint32_t>(a->type),
                     std::string(named ? view(a->name) : std::string_view()),
                     {}};
        for (std::size_t i = 0; a->entries && i < std::min(a->numEntries, kMostEntries); ++i) {
            const nvtxPayloadSchemaEntry_t& e = a->entries[i];
            d.entries.push_back({{e.type, e.offset, e.flags, e.arrayOrUnionDetail, 0, 0}, std::string(view(e.name))});
        }
        define(std::move(d));
    });
    return id;
}

std::uint64_t registerEnum(NvtxDomain& domain, const nvtxPayloadEnumAttr_t* a) noexcept {
    const std::uint64_t id =
        (a->fieldMask & NVTX_PAYLOAD_ENUM_ATTR_FIELD_SCHEMA_ID) && a->schemaId ? a->schemaId : g_ids++;
    safely([&] {
        Definition d{Definition::Kind::Schema,   &domain, id, a->sizeOfEnum, kEnumeration,
                     std::string(view(a->name)), {}};
        for (std::size_t i = 0; a->entries && i < std::min(a->numEntries, kMostEntries); ++i)
            d.entries.push_back({{0, 0, 0, a->entries[i].value, 0, 0}, std::string(view(a->entries[i].name))});
        define(std::move(d));
    });
    return id;
}

std::uint64_t registerCounter(NvtxDomain& domain, const nvtxCounterAttr_t* a) noexcept {
    const std::uint64_t id = a->counterId ? a->counterId : g_ids++;
    safely([&] { define({Definition::Kind::Counter, &domain, id, 0, 0, std::string(view(a->name)), {}}); });
    return id;
}

void nameCategory(NvtxDomain& domain, std::uint32_t category, std::string_view name) noexcept {
    safely([&] { define({Definition::Kind::Category, &domain, category, 0, 0, std::string(name), {}}); });
}

std::string counterName(std::uint64_t counter) {
    const std::lock_guard guard(g_countersMutex);
    const auto at = counters().find(counter);
    return at == counters().end() ? std::string() : at->second;
}

void nameThread(std::uint32_t thread, std::string_view name) noexcept {
    safely([&] {
        if (!joinSession()) return;
        const spool::Thread record{thread, spoolWriter().string(name)};
        spoolWriter().write(spool::Block::Threads, &record, 1);
    });
}

void nameStream(const void* stream, std::string_view name) noexcept {
    safely([&] {
        std::uint32_t number = 0;
        // Without CUPTI there are no streams that could have a name.
        if (!joinSession() || !cupti().cuptiGetStreamIdEx) return;
        if (cupti().cuptiGetStreamIdEx(nullptr, static_cast<CUstream>(const_cast<void*>(stream)), 0, &number) !=
            CUPTI_SUCCESS)
            return;
        writeName(NvtxOp::NameStream, nullptr, number, 0, name);
    });
}

void nameDevice(std::uint32_t device, std::string_view name) noexcept {
    safely([&] {
        if (joinSession()) writeName(NvtxOp::NameDevice, nullptr, device, 0, name);
    });
}

void nameResource(const nvtxResourceAttributes_t* a, std::string_view name) noexcept {
    switch (a->identifierType) {
    case NVTX_RESOURCE_TYPE_GENERIC_THREAD_NATIVE:
        return nameThread(static_cast<std::uint32_t>(a->identifier.ullValue), name);
    case NVTX_RESOURCE_TYPE_CUDA_STREAM:
    case NVTX_RESOURCE_TYPE_CUDART_STREAM: return nameStream(a->identifier.pValue, name);
    case NVTX_RESOURCE_TYPE_CUDA_DEVICE:
    case NVTX_RESOURCE_TYPE_CUDART_DEVICE: return nameDevice(static_cast<std::uint32_t>(a->identifier.ullValue), name);
    default: return;  // events, contexts and the program's own objects have no row
    }
}

void writeDefinitions() {
    std::vector<const Definition*> all;
    for (const Definition* d = g_last.load(); d; d = d->before) all.push_back(d);
    for (auto d = all.rbegin(); d != all.rend(); ++d) write(**d);  // what was said last counts
}

void forgetDefinitions() {
    new (&g_countersMutex) std::mutex;
    g_counters = nullptr;
}

}  // namespace collectors
