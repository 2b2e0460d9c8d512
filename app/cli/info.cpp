// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/info.h"

#include <fmt/format.h>
#include <algorithm>

#include "model/query/drawn.h"
#include "model/query/health.h"
#include "model/store/process_number.h"
#include "model/store/vendor_words.h"

namespace app {
namespace {

using model::Entity;
using model::ReportInfo;

std::string grouped(std::uint64_t n) { return model::NumberText::groupedCount(n); }
constexpr model::NumberText kNumbers{model::NumberText::groupedCount};

std::string counted(std::uint64_t n, std::string_view noun) {
    return fmt::format("{} {}{}", grouped(n), noun, n == 1 ? "" : "s");
}

/// A time of a report of that length, in a unit that shows it.
std::string timeText(model::TimeNs ns, model::TimeNs length) {
    constexpr model::TimeNs kShort = 1'000'000;
    if (length >= kShort) return fmt::format("{:.6f} s", static_cast<double>(ns) / 1e9);
    if (ns > -kShort && ns < kShort) return fmt::format("{:.3f} us", static_cast<double>(ns) / 1e3);
    return fmt::format("{:.9f} s", static_cast<double>(ns) / 1e9);
}

std::string expand(const model::Diagnostic& d) { return model::english(d.sentence(), kNumbers); }

std::string_view severityKey(model::Severity s) {
    switch (s) {
    case model::Severity::Info: return "info";
    case model::Severity::Warning: return "warning";
    case model::Severity::DataLoss: return "data_loss";
    }
    return "info";
}

std::string_view typeKey(Entity::Type t) {
    switch (t) {
    case Entity::Type::Device: return "device";
    case Entity::Type::Process: return "process";
    case Entity::Type::Thread: return "thread";
    case Entity::Type::Context: return "context";
    case Entity::Type::Stream: return "stream";
    case Entity::Type::Host: return "host";
    }
    return "host";
}

void entityJson(const ReportInfo& info, const Entity& e, JsonWriter& json) {
    json.beginObject().key("name").value(e.name);
    const auto number = [&](std::string_view key, std::int64_t v) {
        if (v != model::TrackKey::kNone) json.key(key).value(v);
    };
    number("pid", model::processNumber(info, e.key));
    number("tid", e.key.tid);
    number("device", e.key.device);
    if (e.type == Entity::Type::Host) json.key("host").value(e.key.host);
    for (const auto& [key, value] : e.facts)
        if (key != "pid" || e.type != Entity::Type::Process) json.key(key).value(value);
    json.endObject();
}

std::string healthLines(const model::Health& health, const model::Snapshot& report) {
    std::string out = "  capture health:";
    if (health.coverage)
        out += fmt::format(" events cover {:.1f} % of the time{}", *health.coverage * 100,
                           health.idleReliable ? "" : "; idle time is not reliable");
    else if (health.findings.empty()) out += " nothing seems to be missing";
    out += '\n';
    for (const model::HealthFinding& f : health.findings) {
        out += fmt::format("    {}: {} {}\n", severityKey(f.severity), model::english(factOf(f), kNumbers),
                           model::inVendorWords(model::english(adviceOn(f)), report));
    }
    return out;
}

void healthJson(const model::Health& health, const model::Snapshot& report, JsonWriter& json) {
    json.beginObject();
    if (health.coverage) json.key("coverage_ppm").value(static_cast<std::int64_t>(*health.coverage * 1e6));
    json.key("idle_reliable").value(health.idleReliable).key("findings").beginArray();
    for (const model::HealthFinding& f : health.findings) {
        json.beginObject()
            .key("finding")
            .value(model::healthKey(f.code))
            .key("severity")
            .value(severityKey(f.severity));
        const model::Message fact = factOf(f), advice = adviceOn(f);
        json.key("text").value(model::english(fact, kNumbers));
        json.key("next").value(std::string_view(model::inVendorWords(model::english(advice), report)));
        json.key("messages").beginObject().key("text");
        writeMessage(fact, json);
        json.key("next");
        writeMessage(advice, json);
        json.endObject();
        if (f.count) json.key("count").value(f.count);
        if (f.total) json.key("total").value(f.total);
        if (f.nanoseconds) json.key("ns").value(f.nanoseconds);
        if (!f.subject.empty()) {
            json.key("subject").value(model::english(f.subject)).key("message");
            writeMessage(f.subject, json);
        }
        json.endObject();
    }
    json.endArray().endObject();
}

/// What was measured of kernels, all of them together.
struct ProfileTotals {
    std::uint64_t profiles = 0, metrics = 0, values = 0, sections = 0, remarks = 0, instances = 0;
};
ProfileTotals profileTotals(const model::Snapshot& report) {
    ProfileTotals out;
    out.profiles = report.profileCount();
    for (model::ProfileId id = 0; id < report.profileCount(); ++id) {
        const model::KernelProfile& p = report.kernelProfiles().at(id);
        out.metrics = std::max<std::uint64_t>(out.metrics, p.metricCount());
        for (std::size_t i = 0; i < p.metricCount(); ++i)
            out.values += p.value(i).type != model::MetricValue::Type::None;
        out.sections = std::max<std::uint64_t>(out.sections, p.sections.size());
        for (const model::ProfileRule& r : p.rules) out.remarks += r.items.size();
        for (const model::MetricInstances& i : p.instances) out.instances += i.size();
    }
    return out;
}

/// The files of a merged report, with what was done to their clocks.
std::string fileLines(const ReportInfo& info) {
    std::string out;
    for (const Entity& e : info.entities) {
        if (e.type != Entity::Type::Host || e.facts.empty()) continue;
        out += fmt::format("  {}\n", e.name);
        for (const auto& [key, value] : e.facts) out += fmt::format("    {}: {}\n", key, value);
    }
    return out;
}

/// A name of its own, or the one that its rows have.
std::string nameOf(const model::Snapshot& report, const Entity& e) {
    if (!e.name.empty()) return e.name;
    for (const model::Track& t : report.tree().tracks)
        if (e.type == Entity::Type::Process && t.kind == model::TrackKind::Process && t.key.host == e.key.host &&
            t.key.pid == e.key.pid && t.name)
            return std::string(report.text(t.name));
    return {};
}

std::string entityLine(const model::Snapshot& report, const Entity& e) {
    std::string out = e.type == Entity::Type::Device ? fmt::format("GPU {}", e.key.device) : "process";
    // A process that the report names by a text has no number.
    if (e.type == Entity::Type::Process && !model::isTextId(e.key.pid)) out += fmt::format(" {}", e.key.pid);
    if (const std::string name = nameOf(report, e); !name.empty()) out += ": " + name;
    return "  " + out + '\n';
}

/// Why a kind has other numbers in the file and on rows, where no note says so.
std::string_view countedAs(model::EventKind kind, std::uint64_t inFile, std::uint64_t onRows) {
    if (inFile == onRows) return {};
    if (inFile == 0) return "  other events of the file carry them";
    switch (kind) {
    case model::EventKind::Flow: return "  the file has ends, rows have arrows; launches are joined by correlation ids";
    case model::EventKind::Sched: return "  in and out are one state";
    case model::EventKind::Nvtx: return inFile > onRows ? "  some only name things" : "";
    case model::EventKind::GraphNode: return "  drawn as graph_event";
    case model::EventKind::CuptiOverhead: return "  drawn as profiler_overhead";
    default: return inFile < onRows ? "  one entry of the file can be several" : "";
    }
}

/// What the file has of each kind beside what is drawn of it, and what was left out.
std::string eventLines(const model::Snapshot& report) {
    const model::Drawn drawn = model::drawnOf(report);
    std::string out = fmt::format("  {:<22}{:>16}{:>16}\n", "events", "in the file", "drawn");
    for (const model::KindInfo& k : model::kinds()) {
        const std::uint64_t inFile = report.info().eventsInFile[static_cast<std::size_t>(k.kind)],
                            onRows = drawn.byKind[static_cast<std::size_t>(k.kind)];
        if (!inFile && !onRows) continue;
        out += fmt::format("    {:<20}{:>16}{:>16}{}\n", k.key, grouped(inFile), grouped(onRows),
                           countedAs(k.kind, inFile, onRows));
    }
    for (const auto& [what, n] : report.info().skipped)
        out += fmt::format("    left out: {} {}\n", grouped(n), model::english(what));
    out += fmt::format("  {}, {} of counters", counted(drawn.events, "event"), counted(drawn.values, "value"));
    if (drawn.gaps) out += fmt::format(" ({})", counted(drawn.gaps, "gap"));
    return out + fmt::format(" and {} on {}\n", counted(drawn.arrows, "arrow"), counted(report.trackCount(), "row"));
}

void drawnJson(const model::Snapshot& report, JsonWriter& json) {
    const model::Drawn drawn = model::drawnOf(report);
    json.key("drawn")
        .value(drawn.events)
        .key("counter_values")
        .value(drawn.values)
        .key("counter_gaps")
        .value(drawn.gaps);
    json.key("arrows").value(drawn.arrows).key("drawn_by_kind").beginObject();
    for (const model::KindInfo& k : model::kinds())
        if (const std::uint64_t n = drawn.byKind[static_cast<std::size_t>(k.kind)]) json.key(k.key).value(n);
    json.endObject();
}

}  // namespace

std::string infoText(const model::Snapshot& report) {
    const ReportInfo& info = report.info();
    std::string out = fmt::format("{}\n  {}{}{}{}\n", info.path, info.format, info.productVersion.empty() ? "" : " ",
                                  info.productVersion,
                                  info.schemaVersion.empty() ? "" : fmt::format(" (schema {})", info.schemaVersion));
    const model::TimeRange range = report.range();
    const auto time = [&](model::TimeNs ns) { return timeText(ns, range.length()); };
    out += report.eventCount()
               ? fmt::format("  {} of events from {} to {}", time(range.length()), time(range.begin), time(range.end))
               : "  no events";
    out += info.partial ? ", partial\n" : "\n";
    for (const auto& [key, value] : info.session_facts) out += fmt::format("  {}: {}\n", key, value);
    out += fileLines(info);
    for (const auto type : {Entity::Type::Device, Entity::Type::Process})
        for (const Entity& e : info.entities)
            if (e.type == type) out += entityLine(report, e);
    out += eventLines(report);
    if (const ProfileTotals t = profileTotals(report); t.profiles)
        out += fmt::format(
            "  {} kernels profiled: up to {} metrics each ({} values), {} sections, {} remarks of rules, {} values by place or time\n",
            grouped(t.profiles), grouped(t.metrics), grouped(t.values), grouped(t.sections), grouped(t.remarks),
            grouped(t.instances));
    for (const model::Diagnostic& d : report.store().diagnostics().list()) {
        const model::Severity severity = model::noteInfo(d.note).severity;
        out += fmt::format("  {}: {}{}\n", severityKey(severity), expand(d),
                           d.example.empty() ? "" : fmt::format(" (first: {})", model::english(d.example)));
    }
    return out + healthLines(model::captureHealth(report), report);
}

void infoJson(const model::Snapshot& report, JsonWriter& json) {
    const ReportInfo& info = report.info();
    json.beginObject();
    json.key("path").value(info.path);
    json.key("source").beginObject();
    json.key("format").value(info.formatKey).key("name").value(info.format).key("product").value(info.product);
    json.key("product_version").value(info.productVersion).key("schema_version").value(info.schemaVersion);
    json.key("bytes").value(info.fileBytes).endObject();
    json.key("partial").value(info.partial);
    json.key("range_ns")
        .beginObject()
        .key("begin")
        .value(report.range().begin)
        .key("end")
        .value(report.range().end)
        .endObject();
    json.key("session")
        .beginObject()
        .key("duration_ns")
        .value(info.session.length())
        .key("utc_epoch_ns")
        .value(info.utcEpochNs);
    for (const auto& [key, value] : info.session_facts) json.key(key).value(value);
    json.endObject();
    json.key("events").beginObject();
    for (const model::KindInfo& k : model::kinds())
        if (const std::uint64_t n = info.eventsInFile[static_cast<std::size_t>(k.kind)]) json.key(k.key).value(n);
    json.endObject();
    drawnJson(report, json);
    for (const auto type : {Entity::Type::Host, Entity::Type::Device, Entity::Type::Process, Entity::Type::Thread}) {
        json.key(type == Entity::Type::Process ? "processes" : std::string(typeKey(type)) + "s").beginArray();
        for (const Entity& e : info.entities)
            if (e.type == type) entityJson(info, e, json);
        json.endArray();
    }
    if (const ProfileTotals t = profileTotals(report); t.profiles) {
        json.key("kernel_profiles")
            .beginObject()
            .key("count")
            .value(t.profiles)
            .key("metrics")
            .value(t.metrics)
            .key("values")
            .value(t.values);
        json.key("sections")
            .value(t.sections)
            .key("remarks")
            .value(t.remarks)
            .key("instances")
            .value(t.instances)
            .endObject();
    }
    json.key("skipped").beginObject();
    for (const auto& [what, n] : info.skipped) json.key(model::english(what)).value(n);
    json.endObject();
    json.key("diagnostics").beginArray();
    for (const model::Diagnostic& d : report.store().diagnostics().list()) {
        json.beginObject()
            .key("note")
            .value(model::noteInfo(d.note).key)
            .key("severity")
            .value(severityKey(model::noteInfo(d.note).severity));
        json.key("text").value(expand(d)).key("subject").value(model::english(d.subject));
        json.key("count").value(d.count).key("message");
        writeMessage(d.subject, json);
        if (!d.example.empty()) json.key("example").value(model::english(d.example));
        if (d.offset >= 0) json.key("offset").value(d.offset);
        json.endObject();
    }
    json.endArray();
    json.key("health");
    healthJson(model::captureHealth(report), report, json);
    json.endObject();
}

}  // namespace app
