// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/ncu/report_result.h"
#include "model/base/messages.h"

#include <fmt/format.h>

namespace importers::ncu {

using model::KernelProfile;
using model::MetricInstances;
using model::MetricList;
using model::MetricValue;
using model::StringId;

namespace {

constexpr std::uint64_t kMaxFunction = 16 << 20;  // bytes; no function is longer

/// A value as the report has it: nothing, text or a number.
struct RawValue {
    MetricValue::Type type = MetricValue::Type::None;
    std::uint64_t bits = 0;
    std::string_view text;
};

bool readValue(ReportContext& context, std::string_view message, RawValue& out) {
    WireReader r(message);
    for (WireField f; r.next(f);) {
        using Type = MetricValue::Type;
        if (f.number == 1 && f.isBytes()) out = {Type::Text, 0, f.bytes};
        else if (f.number == 2 && f.type == WireType::Fixed32)
            out = {Type::Real, MetricValue::ofReal(static_cast<double>(f.asFloat())).bits, {}};
        else if (f.number == 3 && f.type == WireType::Fixed64) out = {Type::Real, f.value, {}};
        else if ((f.number == 4 || f.number == 5) && f.type == WireType::Varint) out = {Type::Int, f.value, {}};
        else ++context.unknown[{model::MessageCode::UnknownField, {"value", f.number}}];
    }
    return !r.failed();
}

MetricValue interned(ReportContext& context, const RawValue& v) {
    if (v.type == MetricValue::Type::Text) return MetricValue::ofText(context.store.strings().intern(v.text));
    return {v.type, v.bits};
}

/// Instances of one metric, sorted into lists by what their keys mean.
class InstanceLists {
public:
    InstanceLists(ReportContext& context, StringId metric, bool overTime)
        : m_context(context), m_metric(metric), m_overTime(overTime) {}

    void add(const RawValue& key, MetricValue value) {
        using Key = MetricInstances::Key;
        Key kind = Key::Plain;
        std::uint64_t bits = key.bits;
        const model::ProfileFunction* function = nullptr;
        if (key.type == MetricValue::Type::Text) {
            kind = Key::Text;
            bits = m_context.store.strings().intern(key.text);
        } else if (m_overTime) {
            kind = Key::Time;
        } else if (std::uint64_t offset = 0; const auto* found = m_context.functionAt(bits, offset)) {
            kind = Key::Offset;
            bits = offset;
            function = found;
        }
        List* list = nullptr;
        for (List& l : m_lists)
            if (l.key == kind && l.type == value.type && l.function == function) list = &l;
        if (!list) list = &m_lists.emplace_back(List{kind, value.type, function, {}, {}});
        list->keys.push_back(bits);
        list->values.push_back(value.bits);
    }

    /// A single value at key 0 that repeats the metric's own says nothing.
    bool onlyRepeats(MetricValue own) const {
        return m_lists.size() == 1 && m_lists[0].keys.size() == 1 && m_lists[0].keys[0] == 0 &&
               m_lists[0].key == MetricInstances::Key::Plain &&
               MetricValue{m_lists[0].type, m_lists[0].values[0]} == own;
    }

    void finish(KernelProfile& profile) {
        model::KernelProfiles& table = m_context.store.kernelProfiles();
        for (List& l : m_lists)
            profile.instances.push_back({m_metric, l.key, l.type, l.function, table.share(std::move(l.keys)),
                                         table.share(std::move(l.values))});
    }

private:
    struct List {
        MetricInstances::Key key;
        MetricValue::Type type;
        const model::ProfileFunction* function;
        std::vector<std::uint64_t> keys, values;
    };
    ReportContext& m_context;
    StringId m_metric;
    bool m_overTime;
    std::vector<List> m_lists;
};

/// Metrics of one result.
class MetricReader {
public:
    MetricReader(ReportContext& context, KernelProfile& profile) : m_context(context), m_profile(profile) {}

    bool read(std::string_view message) {
        std::uint64_t index = 0, kind = 0;
        RawValue value;
        bool ok = true;
        m_instances.clear();
        WireReader r(message);
        for (WireField f; r.next(f);) {
            if (f.number == 1 && !f.isBytes()) index = f.value;
            else if (f.number == 2 && f.isBytes()) ok = readValue(m_context, f.bytes, value) && ok;
            else if (f.number == 3 && f.isBytes()) m_instances.push_back(f.bytes);
            else if (f.number == 4 && !f.isBytes()) kind = f.value;
            else ++m_context.unknown[{model::MessageCode::UnknownField, {"metric", f.number}}];
        }
        if (r.failed() || !ok) return false;
        if (index >= m_context.metricNames.size()) {
            ++m_context.namelessMetrics;
            return true;
        }
        const StringId name = m_context.metricNames[index];
        const MetricValue own = interned(m_context, value);
        m_entries.push_back({name, 0, own.type});
        m_profile.values.push_back(own.bits);
        return readInstances(name, own,
                             kind == 1 || m_context.store.strings().at(name).find("Triage") != std::string_view::npos);
    }

    void finish() { m_profile.list = m_context.store.kernelProfiles().list(m_entries); }

private:
    bool readInstances(StringId name, MetricValue own, bool overTime) {
        InstanceLists lists(m_context, name, overTime);
        for (const std::string_view message : m_instances) {
            RawValue key, value;
            WireReader r(message);
            bool ok = true;
            for (WireField f; r.next(f);) {
                if (f.number == 1 && f.isBytes()) ok = readValue(m_context, f.bytes, key) && ok;
                else if (f.number == 2 && f.isBytes()) ok = readValue(m_context, f.bytes, value) && ok;
                else ++m_context.unknown[{model::MessageCode::UnknownField, {"instance", f.number}}];
            }
            if (r.failed() || !ok) return false;
            lists.add(key, interned(m_context, value));
        }
        if (!lists.onlyRepeats(own)) lists.finish(m_profile);
        return true;
    }

    ReportContext& m_context;
    KernelProfile& m_profile;
    std::vector<MetricList::Entry> m_entries;
    std::vector<std::string_view> m_instances;
};

bool readExtent(std::string_view message, std::array<std::uint32_t, 3>& out) {
    WireReader r(message);
    for (WireField f; r.next(f);)
        if (f.number >= 1 && f.number <= 3 && !f.isBytes()) out[f.number - 1] = static_cast<std::uint32_t>(f.value);
    return !r.failed();
}

std::uint32_t chipOf(ReportContext& context, const KernelProfile& p) {
    const auto value = [&](std::string_view name) {
        const double v = p.find(context.store.strings().find(name)).number();
        return v >= 0 && v < 1000 ? static_cast<std::uint32_t>(v) : 0u;
    };
    return value("device__attribute_compute_capability_major") * 10 +
           value("device__attribute_compute_capability_minor");
}

/// Before 2021 reports say nothing of functions; a metric tells where the kernel itself begins.
void addOwnFunction(ReportContext& context, KernelProfile& profile, std::string_view metric) {
    WireReader r(metric);
    std::uint64_t address = 0;
    RawValue own;
    for (WireField f; r.next(f);) {
        if (f.number == 2 && f.isBytes()) readValue(context, f.bytes, own);
        if (f.number != 3 || !f.isBytes()) continue;
        WireReader instance(f.bytes);
        for (WireField g; instance.next(g);) {
            RawValue value;
            if (g.number == 2 && g.isBytes() && readValue(context, g.bytes, value) &&
                value.type == MetricValue::Type::Int)
                address = value.bits;
        }
    }
    if (address == 0 || context.functions.contains(address)) return;
    model::ProfileFunction function;
    function.name = profile.mangled;
    context.functions[address] = context.store.kernelProfiles().addFunction(std::move(function));
}

/// Fields of a result whose content is kept nowhere: facts that others repeat, zeros, and two whose meaning is open.
bool isPassedOver(std::uint32_t field) {
    return field == 2 || field == 3 || field == 4 || field == 8 || field == 9 || field == 15 || field == 16 ||
           field == 25 || field == 31;
}

/// The parts of a result that need others of it to be read first.
struct LaterParts {
    std::vector<std::string_view> metrics, sections, rules;
};

void readPlainField(ReportContext& context, const WireField& f, KernelProfile& p) {
    switch (f.number) {
    case 1: p.pid = f.asInt(); break;
    case 14: p.createdUnix = f.asInt(); break;
    case 22: p.context = f.asInt(); break;
    case 23: p.stream = f.asInt(); break;
    case 35:
        context.driverVersion = f.type == WireType::Fixed32 ? static_cast<double>(f.asFloat()) : f.asDouble();
        break;
    default:
        if (!isPassedOver(f.number)) ++context.unknown[{model::MessageCode::UnknownField, {"result", f.number}}];
    }
}

bool readPart(ReportContext& context, const WireField& f, KernelProfile& p, LaterParts& later) {
    switch (f.number) {
    case 5: p.mangled = context.intern(f.bytes); return true;
    case 6: p.function = context.intern(f.bytes); return true;
    case 7: p.name = context.intern(f.bytes); return true;
    case 10: return readExtent(f.bytes, p.grid);
    case 11: return readExtent(f.bytes, p.block);
    case 13: later.metrics.push_back(f.bytes); return true;
    case 17: later.sections.push_back(f.bytes); return true;
    case 19: later.rules.push_back(f.bytes); return true;
    case 21: ++context.notShown[model::MessageCode::NvtxStateOfKernels]; return true;
    default:
        if (!isPassedOver(f.number)) ++context.unknown[{model::MessageCode::UnknownField, {"result", f.number}}];
        return true;
    }
}

std::uint64_t indexOfMetric(std::string_view metric) {
    WireReader r(metric);
    for (WireField f; r.next(f);)
        if (f.number == 1 && !f.isBytes()) return f.value;
    return 0;
}

}  // namespace

const model::ProfileFunction* ReportContext::functionAt(std::uint64_t address, std::uint64_t& offset) const {
    auto after = functions.upper_bound(address);
    if (after == functions.begin()) return nullptr;
    --after;
    offset = address - after->first;
    return offset < kMaxFunction ? after->second : nullptr;
}

bool readResult(ReportContext& context, std::string_view message, KernelProfile& profile) {
    LaterParts later;
    WireReader r(message);
    bool ok = true;
    for (WireField f; r.next(f);) {
        if (!f.isBytes()) readPlainField(context, f, profile);
        else ok = readPart(context, f, profile, later) && ok;
    }
    ok = ok && !r.failed();
    if (!profile.name) profile.name = profile.function ? profile.function : profile.mangled;

    const StringId entryPoints = context.store.strings().find("launch__function_pcs");
    for (const std::string_view metric : later.metrics) {
        const std::uint64_t index = indexOfMetric(metric);
        if (entryPoints && index < context.metricNames.size() && context.metricNames[index] == entryPoints)
            addOwnFunction(context, profile, metric);
    }
    MetricReader metrics(context, profile);
    for (const std::string_view metric : later.metrics)
        if (!metrics.read(metric)) ok = false;
    metrics.finish();
    profile.chip = chipOf(context, profile);
    for (const std::string_view section : later.sections) {
        if (const auto* s = readSection(context, section, profile.chip)) profile.sections.push_back(s);
        else ok = false;
    }
    for (const std::string_view rule : later.rules)
        if (!readRule(context, rule, profile)) ok = false;
    return ok;
}

}  // namespace importers::ncu
