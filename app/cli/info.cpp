// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/info.h"

#include <fmt/format.h>
#include <algorithm>

#include "model/base/messages.h"
#include "model/query/drawn.h"
#include "model/query/health.h"
#include "model/store/file_facts.h"
#include "model/store/process_number.h"
#include "model/store/vendor_words.h"

namespace app {
namespace {

using model::Argument;
using model::english;
using model::Entity;
using model::Message;
using model::MessageCode;
using model::ReportInfo;

std::string grouped(std::uint64_t n) { return model::NumberText::groupedCount(n); }
constexpr model::NumberText kNumbers{model::NumberText::groupedCount};

Message counted(std::uint64_t n, MessageCode what) { return {what, {Argument::count(n)}}; }

/// A time of a report of that length, in a unit that shows it.
std::string timeText(model::TimeNs ns, model::TimeNs length) {
    constexpr model::TimeNs kShort = 1'000'000;
    if (length >= kShort) return fmt::format("{:.6f} s", static_cast<double>(ns) / 1e9);
    if (ns > -kShort && ns < kShort) return fmt::format("{:.3f} us", static_cast<double>(ns) / 1e3);
    return fmt::format("{:.9f} s", static_cast<double>(ns) / 1e9);
}

std::string expand(const model::Diagnostic& d) { return english(d.sentence(), kNumbers); }

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
    Message whole;
    if (health.coverage)
        whole = {MessageCode::EventsCover,
                 {Argument::percent(*health.coverage * 100),
                  health.idleReliable ? Argument("") : Argument(MessageCode::IdleNotReliable)}};
    else if (health.findings.empty()) whole = MessageCode::NothingIsMissing;
    std::string out = fmt::format("  {}\n", english({MessageCode::CaptureHealthIs, {whole}}));
    for (const model::HealthFinding& f : health.findings) {
        out += fmt::format("    {}: {} {}\n", severityKey(f.severity), english(factOf(f), kNumbers),
                           model::inVendorWords(english(adviceOn(f)), report));
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
        json.key("text").value(english(fact, kNumbers));
        json.key("next").value(std::string_view(model::inVendorWords(english(advice), report)));
        json.key("messages").beginObject().key("text");
        writeMessage(fact, json);
        json.key("next");
        writeMessage(advice, json);
        json.endObject();
        if (f.count) json.key("count").value(f.count);
        if (f.total) json.key("total").value(f.total);
        if (f.nanoseconds) json.key("ns").value(f.nanoseconds);
        if (!f.subject.empty()) {
            json.key("subject").value(english(f.subject)).key("message");
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

void profilesJson(const ProfileTotals& t, JsonWriter& json) {
    json.key("kernel_profiles").beginObject().key("count").value(t.profiles).key("metrics").value(t.metrics);
    json.key("values").value(t.values).key("sections").value(t.sections).key("remarks").value(t.remarks);
    json.key("instances").value(t.instances).endObject();
}

void diagnosticJson(const model::Diagnostic& d, JsonWriter& json) {
    const auto& note = model::noteInfo(d.note);
    json.beginObject().key("note").value(note.key).key("severity").value(severityKey(note.severity));
    json.key("text").value(expand(d)).key("subject").value(english(d.subject));
    json.key("count").value(d.count).key("message");
    writeMessage(d.subject, json);
    if (!d.example.empty()) json.key("example").value(english(d.example));
    if (d.offset >= 0) json.key("offset").value(d.offset);
    json.endObject();
}

/// The files of a merged report, with what was done to their clocks.
std::string fileLines(const ReportInfo& info) {
    std::string out;
    for (const Entity& e : info.entities) {
        if (e.type != Entity::Type::Host || e.facts.empty()) continue;
        out += fmt::format("  {}\n", e.name);
        for (const auto& [key, value] : e.facts) {
            const model::FactText fact = model::factText(key, value);
            out += fmt::format("    {}: {}\n", english(fact.title), english(fact.value));
        }
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
Message countedAs(model::EventKind kind, std::uint64_t inFile, std::uint64_t onRows) {
    if (inFile == onRows) return {};
    if (inFile == 0) return MessageCode::CarriedByOthers;
    const auto drawnAs = [](const char* other) { return Message(MessageCode::DrawnAsKind, {Argument::name(other)}); };
    switch (kind) {
    case model::EventKind::Flow: return MessageCode::EndsAndArrows;
    case model::EventKind::Sched: return MessageCode::InAndOutAreOne;
    case model::EventKind::Nvtx: return inFile > onRows ? Message(MessageCode::SomeOnlyName) : Message();
    case model::EventKind::GraphNode: return drawnAs("graph_event");
    case model::EventKind::CuptiOverhead: return drawnAs("profiler_overhead");
    default: return inFile < onRows ? Message(MessageCode::OneEntryIsSeveral) : Message();
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
        const Message why = countedAs(k.kind, inFile, onRows);
        out += fmt::format("    {:<20}{:>16}{:>16}{}{}\n", k.key, grouped(inFile), grouped(onRows),
                           why.empty() ? "" : "  ", english(why));
    }
    for (const auto& [what, n] : report.info().skipped)
        out += fmt::format("    {}\n", english({MessageCode::LeftOutOfFile, {Argument::count(n), what}}, kNumbers));
    const Message all(
        MessageCode::AllThatIsDrawn,
        {counted(drawn.events, MessageCode::NumberOfEvents), counted(drawn.values, MessageCode::NumberOfCounterValues),
         drawn.gaps ? Argument(counted(drawn.gaps, MessageCode::NumberOfGaps)) : Argument(""),
         counted(drawn.arrows, MessageCode::NumberOfArrows), counted(report.trackCount(), MessageCode::NumberOfRows)});
    return out + fmt::format("  {}\n", english(all, kNumbers));
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
    const Argument part = info.partial ? Argument(MessageCode::ReportIsPartial) : Argument("");
    const Message span = report.eventCount() ? Message(MessageCode::SpanOfEvents,
                                                       {time(range.length()), time(range.begin), time(range.end), part})
                                             : Message(MessageCode::WithoutEvents, {part});
    out += fmt::format("  {}\n", english(span));
    for (const auto& [key, value] : info.session_facts) out += fmt::format("  {}: {}\n", key, value);
    out += fileLines(info);
    for (const auto type : {Entity::Type::Device, Entity::Type::Process})
        for (const Entity& e : info.entities)
            if (e.type == type) out += entityLine(report, e);
    out += eventLines(report);
    if (const ProfileTotals t = profileTotals(report); t.profiles)
        out += fmt::format(
            "  {}\n", english({MessageCode::KernelsProfiled,
                               {Argument::count(t.profiles), Argument::count(t.metrics), Argument::count(t.values),
                                Argument::count(t.sections), Argument::count(t.remarks), Argument::count(t.instances)}},
                              kNumbers));
    for (const model::Diagnostic& d : report.store().diagnostics().list()) {
        const model::Severity severity = model::noteInfo(d.note).severity;
        out += fmt::format("  {}: {}\n", severityKey(severity),
                           english({MessageCode::WithFirst, {expand(d), Argument(d.example)}}));
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
    if (const ProfileTotals t = profileTotals(report); t.profiles) profilesJson(t, json);
    json.key("skipped").beginObject();
    for (const auto& [what, n] : info.skipped) json.key(english(what)).value(n);
    json.endObject();
    json.key("diagnostics").beginArray();
    for (const model::Diagnostic& d : report.store().diagnostics().list()) diagnosticJson(d, json);
    json.endArray();
    json.key("health");
    healthJson(model::captureHealth(report), report, json);
    json.endObject();
}

}  // namespace app
