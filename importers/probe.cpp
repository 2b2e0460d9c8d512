// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/probe.h"

#include <fmt/format.h>
#include <charconv>
#include <map>

#include "importers/capture/capture.h"
#include "importers/common/text_source.h"
#include "importers/merge.h"
#include "importers/open.h"
#include "model/store/rank.h"

namespace importers {
namespace {

constexpr std::size_t kHead = 256 << 10;

/// What follows `"key":` in a piece of JSON after `from`; "" = it is not there.
std::string_view valueAfter(std::string_view json, std::string_view key, std::size_t from = 0) {
    const std::string quoted = fmt::format("\"{}\"", key);
    std::size_t at = json.find(quoted, from);
    if (at == std::string_view::npos) return {};
    at = json.find_first_not_of(" \t\r\n:", at + quoted.size());
    return at == std::string_view::npos ? std::string_view() : json.substr(at);
}

std::optional<std::int64_t> integer(std::string_view text) {
    std::int64_t n = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
    if (error != std::errc() || end == text.data()) return {};
    return n;
}

/// A short text in quotes; one with escapes is not worth the trouble here.
std::string quoted(std::string_view text) {
    if (!text.starts_with('"')) return {};
    const std::size_t end = text.find_first_of("\"\\", 1);
    return end == std::string_view::npos || text[end] == '\\' || end > 200 ? std::string()
                                                                           : std::string(text.substr(1, end - 1));
}

/// Frameworks put what they know about themselves before the events.
void readHeadOfTrace(std::string_view json, ReportProbe& probe) {
    if (const std::size_t at = json.find("\"distributedInfo\""); at != std::string_view::npos)
        if (const auto rank = integer(valueAfter(json, "rank", at)); rank && *rank >= 0) probe.rank = rank;
    if (const std::size_t at = json.find("\"deviceProperties\""); at != std::string_view::npos)
        probe.device = quoted(valueAfter(json, "name", at));
    if (probe.host.empty()) probe.host = quoted(valueAfter(json, "hostname"));
}

/// "NVIDIA H100", or "8 × NVIDIA H100".
std::string deviceText(const model::ReportInfo& info) {
    std::map<std::string, int> names;
    for (const model::Entity& e : info.entities)
        if (e.type == model::Entity::Type::Device && !e.name.empty()) ++names[e.name];
    std::string out;
    for (const auto& [name, n] : names)
        out += (out.empty() ? "" : ", ") + (n > 1 ? fmt::format("{} × {}", n, name) : name);
    return out;
}

}  // namespace

ReportProbe probeReport(const std::filesystem::path& path) {
    ReportProbe probe;
    probe.path = path;
    std::error_code error;
    probe.bytes =
        std::filesystem::is_directory(path, error) ? capture::bytesOf(path) : std::filesystem::file_size(path, error);
    if (error) probe.bytes = 0;
    const auto found = identify(path);
    if (!found) {
        probe.error = found.error();
        return probe;
    }
    probe.importer = *found;
    const std::string head =
        std::filesystem::is_regular_file(path, error) ? asText(unpackedHead(path, kHead)) : std::string();
    if (const auto first = head.find_first_not_of(" \t\r\n");
        first != std::string::npos && (head[first] == '{' || head[first] == '['))
        readHeadOfTrace(head, probe);
    probe.rankIsNamed = !probe.rank.has_value();
    if (probe.rankIsNamed) probe.rank = rankFromName(path.filename().string());
    return probe;
}

void probeWhole(ReportProbe& probe, std::stop_token stop) {
    if (!probe.importer) return;
    OpenOptions options;
    options.stop = std::move(stop);
    options.threads = 1;
    const auto store = model::EventStore::create();
    if (const auto opened = openReport(probe.path, *store, options); !opened) {
        if (opened.error().code != model::ErrorCode::Cancelled) probe.error = opened.error();
        return;
    }
    const model::SnapshotPtr s = store->snapshot();
    probe.span = s->range().length();
    if (const auto rank = model::rankOf(s->info())) probe.rank = rank;
    else if (probe.rankIsNamed) probe.rank = rankFromName(probe.path.filename().string(), s.get());
    if (const std::string host = hostNameOf(*s); !host.empty()) probe.host = host;
    if (const std::string device = deviceText(s->info()); !device.empty()) probe.device = device;
}

}  // namespace importers
