// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/xplane/plane.h"

#include <fmt/format.h>
#include <algorithm>
#include <charconv>

#include "importers/common/blits.h"
#include "importers/common/cuda_names.h"
#include "importers/common/xla_names.h"

namespace importers::xplane {

using model::Arg;
using model::StringId;

namespace {

struct RoleName {
    std::string_view name;
    StatRole role;
};
// One line a statistic with a meaning.
constexpr RoleName kRoles[] = {{"correlation_id", StatRole::Correlation},
                               {"context_id", StatRole::Context},
                               {"kernel_details", StatRole::Launch},
                               {"memcpy_details", StatRole::Copy},
                               {"Memset_details", StatRole::Fill},
                               {"memset_details", StatRole::Fill},
                               {"memalloc_details", StatRole::Allocation},
                               {"MemFree_details", StatRole::Allocation},
                               {"MemoryResidency_details", StatRole::Allocation},
                               {"cuda_graph_exec_id", StatRole::Graph},
                               {"hlo_op", StatRole::Op},
                               {"hlo_module", StatRole::Module},
                               {"program_id", StatRole::Program},
                               {"name", StatRole::OpName},
                               {"source", StatRole::Source},
                               {"source_stack", StatRole::SourceStack},
                               {"_pt", StatRole::ProducerType},
                               {"_p", StatRole::Producer},
                               {"_ct", StatRole::ConsumerType},
                               {"_c", StatRole::Consumer},
                               {"flow", StatRole::Flow},
                               {"step_num", StatRole::Step},
                               {"allocator_name", StatRole::Allocator},
                               {"bytes_allocated", StatRole::Allocated}};

StatRole roleOf(std::string_view name) {
    const auto found =
        std::find_if(std::begin(kRoles), std::end(kRoles), [&](const RoleName& r) { return r.name == name; });
    return found == std::end(kRoles) ? StatRole::Plain : found->role;
}

}  // namespace

struct Plane::Value {
    enum class Type : std::uint8_t { None, Int, Unsigned, Real, Text, Bytes, Name };
    Type type = Type::None;
    std::uint64_t bits = 0;
    std::string_view text;
    StatName* named = nullptr;  // of a Name: a value that is the name of another statistic

    std::int64_t number() const {
        return type == Type::Int || type == Type::Unsigned ? static_cast<std::int64_t>(bits) : 0;
    }
};

Plane::Entry Plane::keep(std::string_view bytes) {
    Entry e{m_bytes.size(), static_cast<std::uint32_t>(bytes.size()), 0};
    m_bytes += bytes;
    return e;
}

void Plane::addEntry(std::string_view entry, IdTable<Entry>& table) {
    const WireMapEntry read = mapEntry(entry);
    odd.damaged += read.isDamaged;
    table.set(read.key, keep(read.value));
}

void Plane::addOwnStat(std::string_view stat) { m_own.push_back(keep(stat)); }

Plane::StatName& Plane::statName(std::int64_t id, model::EventStore& store) {
    Entry* entry = m_stats.find(id);
    if (!entry) {
        ++odd.lostStatNames;
        m_stats.set(id, {});
        entry = m_stats.find(id);
        m_statNames.push_back({store.strings().intern(fmt::format("stat {}", id)), StatRole::Plain, false, {}});
        entry->ready = static_cast<std::uint32_t>(m_statNames.size());
    } else if (entry->ready == 0) {
        std::string_view text;
        WireReader in(bytesOf(*entry));
        for (WireField f; in.next(f);)
            if (f.number == 2 && f.isBytes()) text = f.bytes;
        odd.damaged += in.failed();
        m_statNames.push_back({store.strings().intern(text), roleOf(text), false, {}});
        entry->ready = static_cast<std::uint32_t>(m_statNames.size());
    }
    return m_statNames[entry->ready - 1];
}

bool Plane::isRunning(std::string_view stat, model::EventStore& store) {
    WireReader in(stat);
    WireField f;
    if (!in.next(f) || f.number != 1 || f.isBytes()) return false;
    switch (statName(f.asInt(), store).role) {
    case StatRole::Correlation:
    case StatRole::ProducerType:
    case StatRole::Producer:
    case StatRole::ConsumerType:
    case StatRole::Consumer:
    case StatRole::Flow: return true;
    default: return false;
    }
}

EventName& Plane::eventName(std::int64_t id, model::EventStore& store) {
    Entry* entry = m_events.find(id);
    const bool lost = !entry;
    if (lost) {
        m_events.set(id, {});
        entry = m_events.find(id);
    }
    if (entry->ready == 0) {
        m_eventNames.emplace_back();
        entry->ready = static_cast<std::uint32_t>(m_eventNames.size());
        odd.lostEventNames += lost;
        // bytesOf() stays valid: nothing is added to the plane any more.
        readEventName(bytesOf(*entry), id, store, m_eventNames.back());
    }
    return m_eventNames[entry->ready - 1];
}

void Plane::readEventName(std::string_view message, std::int64_t id, model::EventStore& store, EventName& to) {
    std::string_view text, shown;
    WireReader in(message);
    for (WireField f; in.next(f);) {
        if (!f.isBytes()) continue;
        if (f.number == 2) text = f.bytes;
        if (f.number == 3) odd.metadataBytes += !f.bytes.empty();
        if (f.number == 4) shown = f.bytes;
        if (f.number == 5) readStat(f.bytes, f.bytes.data() + f.bytes.size(), store, to.shared, to.facts);
    }
    odd.damaged += in.failed();
    if (!shown.empty() && shown != text && !text.empty())
        to.shared.push_back({store.strings().intern("long_name"), Arg::Type::String, store.strings().intern(text)});
    if (shown.empty()) shown = text;
    to.copyKind = static_cast<std::int8_t>(xla::copyKindOf(shown));
    to.work = xla::workOf(shown, {});
    to.isPython = shown.starts_with('$');
    to.isFrameworkOp = xla::isTensorFlowOp(shown);
    to.isApi = xla::isApiName(shown);
    to.isNvtx = shown.starts_with("NVTX:");
    to.isAllocator = shown == "MemoryAllocation" || shown == "MemoryDeallocation";
    if (to.isPython) shown.remove_prefix(1);
    if (to.isNvtx) shown.remove_prefix(5);
    if (!to.isPython && !to.isNvtx) shown = withoutDescriptor(shown);
    if (to.copyKind >= 0) {
        shown = nameAt(kCopyNames, to.copyKind);
        if (to.copyKind > 0) to.shared.push_back({store.strings().intern("copyKind"), Arg::Type::Int, to.copyKind});
    }
    to.name = store.strings().intern(shown.empty() ? fmt::format("event {}", id) : std::string(shown));
    to.args = to.shared.empty() ? 0 : store.args().intern(to.shared);
}

StringId Plane::textOf(const Value& v, model::EventStore& store) {
    if (v.type == Value::Type::Name) return v.named->name;
    return store.strings().intern(v.type == Value::Type::Text ? std::string(v.text) : std::to_string(v.number()));
}

void Plane::describe(const Value& v, model::EventStore& store, std::vector<Arg>& args) {
    if (v.type != Value::Type::Name) return xla::addDetails(v.text, store, args);
    if (!v.named->hasDetails) {
        v.named->hasDetails = true;
        xla::addDetails(store.strings().at(v.named->name), store, v.named->details);
    }
    args.insert(args.end(), v.named->details.begin(), v.named->details.end());
}

void Plane::readStat(std::string_view message, const char* readableEnd, model::EventStore& store,
                     std::vector<Arg>& args, Facts& facts) {
    std::int64_t id = 0;
    Value v;
    WireReader in(message, readableEnd);
    for (WireField f; in.next(f);) {
        switch (f.number) {
        case 1: id = f.asInt(); break;
        case 2: v = {Value::Type::Real, f.value, {}, nullptr}; break;
        case 3: v = {Value::Type::Unsigned, f.value, {}, nullptr}; break;
        case 4: v = {Value::Type::Int, f.value, {}, nullptr}; break;
        case 5: v = {Value::Type::Text, 0, f.isBytes() ? f.bytes : std::string_view(), nullptr}; break;
        case 6: v = {Value::Type::Bytes, 0, {}, nullptr}; break;
        case 7: v = {Value::Type::Name, 0, {}, &statName(f.asInt(), store)}; break;
        default: odd.unknown("XStat", f.number); break;
        }
    }
    if (in.failed()) {
        ++odd.damaged;
        return;
    }
    use(statName(id, store), v, store, args, facts);
}

void Plane::use(const StatName& stat, const Value& v, model::EventStore& store, std::vector<Arg>& args, Facts& facts) {
    if (v.type == Value::Type::Bytes) {
        ++odd.bytesValues;
        return;
    }
    if (v.type == Value::Type::None) {
        ++odd.emptyStats;
        return;
    }
    facts.set(stat.role);
    switch (stat.role) {
    case StatRole::Correlation: facts.correlation = v.bits; return;
    case StatRole::ProducerType: facts.producerType = static_cast<std::uint32_t>(v.bits); return;
    case StatRole::Producer: facts.producer = v.bits; return;
    case StatRole::ConsumerType: facts.consumerType = static_cast<std::uint32_t>(v.bits); return;
    case StatRole::Consumer: facts.consumer = v.bits; return;
    case StatRole::Flow: facts.flow = v.bits; return;
    case StatRole::Context: {
        const std::string_view text = v.type == Value::Type::Text   ? v.text
                                      : v.type == Value::Type::Name ? store.strings().at(v.named->name)
                                                                    : std::string_view();
        facts.context = text.empty() ? v.number() : xla::numberAfter(text, "$$").value_or(0);
        return;
    }
    case StatRole::Launch:
    case StatRole::Copy:
    case StatRole::Fill:
    case StatRole::Allocation: return describe(v, store, args);
    case StatRole::Op: facts.op = textOf(v, store); break;
    case StatRole::Module: facts.module = textOf(v, store); break;
    case StatRole::OpName: facts.opName = textOf(v, store); break;
    case StatRole::Source: facts.source = textOf(v, store); break;
    case StatRole::SourceStack: facts.sourceStack = textOf(v, store); break;
    case StatRole::Allocator: facts.allocator = textOf(v, store); break;
    case StatRole::Program: facts.program = v.number(); break;
    case StatRole::Step: facts.step = v.number(); break;
    case StatRole::Allocated: facts.allocated = v.number(); break;
    case StatRole::Graph:
    case StatRole::Plain: break;
    }
    switch (v.type) {
    case Value::Type::Int: args.push_back({stat.name, Arg::Type::Int, v.number()}); break;
    case Value::Type::Real: args.push_back({stat.name, Arg::Type::Real, static_cast<std::int64_t>(v.bits)}); break;
    case Value::Type::Unsigned:
        // Numbers beyond the signed ones keep their digits.
        if (v.number() >= 0) args.push_back({stat.name, Arg::Type::Int, v.number()});
        else args.push_back({stat.name, Arg::Type::String, store.strings().intern(std::to_string(v.bits))});
        break;
    default: args.push_back({stat.name, Arg::Type::String, textOf(v, store)}); break;
    }
}

model::Facts Plane::ownFacts(model::EventStore& store) {
    model::Facts out;
    for (const Entry& e : m_own) {
        std::vector<Arg> args;
        Facts ignored;
        const std::string_view bytes = bytesOf(e);
        readStat(bytes, bytes.data() + bytes.size(), store, args, ignored);
        for (const Arg& a : args) {
            std::string text = a.type == Arg::Type::Int ? std::to_string(a.value)
                               : a.type == Arg::Type::Real
                                   ? fmt::format("{}", a.real())
                                   : std::string(store.strings().at(static_cast<StringId>(a.value)));
            out.emplace_back(store.strings().at(a.key), std::move(text));
        }
    }
    return out;
}

}  // namespace importers::xplane
