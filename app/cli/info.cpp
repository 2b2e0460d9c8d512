// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/info.h"

#include <fmt/format.h>

namespace app {
namespace {

using model::Entity;
using model::ReportInfo;

std::string grouped(std::uint64_t n) {
    std::string digits = std::to_string(n);
    for (std::ptrdiff_t i = static_cast<std::ptrdiff_t>(digits.size()) - 3; i > 0; i -= 3) digits.insert(static_cast<std::size_t>(i), 1, ' ');
    return digits;
}

std::string seconds(model::TimeNs ns) { return fmt::format("{:.6f} s", static_cast<double>(ns) / 1e9); }

std::string expand(const model::Diagnostic& d) {
    std::string text(model::noteInfo(d.note).text);
    const auto put = [&](std::string_view place, const std::string& value) {
        if (const auto at = text.find(place); at != std::string::npos) text.replace(at, place.size(), value);
    };
    put("{n}", grouped(d.count));
    put("{subject}", d.subject);
    return text;
}

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

void entityJson(const Entity& e, JsonWriter& json) {
    json.beginObject().key("name").value(e.name);
    const auto number = [&](std::string_view key, std::int64_t v) {
        if (v != model::TrackKey::kNone) json.key(key).value(v);
    };
    number("pid", e.key.pid);
    number("tid", e.key.tid);
    number("device", e.key.device);
    for (const auto& [key, value] : e.facts) json.key(key).value(value);
    json.endObject();
}

}  // namespace

std::string infoText(const model::Snapshot& report) {
    const ReportInfo& info = report.info();
    std::string out = fmt::format("{}\n  {} {}{}\n", info.path, info.format, info.productVersion,
                                  info.schemaVersion.empty() ? "" : fmt::format(" (schema {})", info.schemaVersion));
    out += fmt::format("  {} of events from {} to {}{}\n", seconds(report.range().length()), seconds(report.range().begin),
                       seconds(report.range().end), info.partial ? ", partial" : "");
    for (const auto& [key, value] : info.session_facts) out += fmt::format("  {}: {}\n", key, value);
    for (const auto type : {Entity::Type::Device, Entity::Type::Process})
        for (const Entity& e : info.entities) {
            if (e.type != type) continue;
            out += type == Entity::Type::Device ? fmt::format("  GPU {}: {}\n", e.key.device, e.name) : fmt::format("  process {}: {}\n", e.key.pid, e.name);
        }
    out += "  events in the file:\n";
    for (const model::KindInfo& k : model::kinds())
        if (const std::uint64_t n = info.eventsInFile[static_cast<std::size_t>(k.kind)]) out += fmt::format("    {:<20}{:>16}\n", k.key, grouped(n));
    out += fmt::format("  {} events on {} rows\n", grouped(report.eventCount()), grouped(report.trackCount()));
    for (const model::Diagnostic& d : report.store().diagnostics().list()) {
        const model::Severity severity = model::noteInfo(d.note).severity;
        out += fmt::format("  {}: {}{}\n", severityKey(severity), expand(d), d.example.empty() ? "" : fmt::format(" (first: {})", d.example));
    }
    return out;
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
    json.key("range_ns").beginObject().key("begin").value(report.range().begin).key("end").value(report.range().end).endObject();
    json.key("session").beginObject().key("duration_ns").value(info.session.length()).key("utc_epoch_ns").value(info.utcEpochNs);
    for (const auto& [key, value] : info.session_facts) json.key(key).value(value);
    json.endObject();
    json.key("events").beginObject();
    for (const model::KindInfo& k : model::kinds())
        if (const std::uint64_t n = info.eventsInFile[static_cast<std::size_t>(k.kind)]) json.key(k.key).value(n);
    json.endObject();
    json.key("drawn").value(report.eventCount());
    for (const auto type : {Entity::Type::Device, Entity::Type::Process, Entity::Type::Thread}) {
        json.key(type == Entity::Type::Process ? "processes" : std::string(typeKey(type)) + "s").beginArray();
        for (const Entity& e : info.entities)
            if (e.type == type) entityJson(e, json);
        json.endArray();
    }
    json.key("skipped").beginObject();
    for (const auto& [what, n] : info.skipped) json.key(what).value(n);
    json.endObject();
    json.key("diagnostics").beginArray();
    for (const model::Diagnostic& d : report.store().diagnostics().list()) {
        json.beginObject().key("note").value(model::noteInfo(d.note).key).key("severity").value(severityKey(model::noteInfo(d.note).severity));
        json.key("text").value(expand(d)).key("subject").value(d.subject).key("count").value(d.count);
        if (!d.example.empty()) json.key("example").value(d.example);
        if (d.offset >= 0) json.key("offset").value(d.offset);
        json.endObject();
    }
    json.endArray().endObject();
}

}  // namespace app
