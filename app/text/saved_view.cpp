// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/text/saved_view.h"

#include <simdjson.h>
#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "model/rep/beside.h"

namespace app {

namespace dom = simdjson::dom;
using model::TrackKey;
using model::look::Note;

namespace {

constexpr std::uint64_t kMostBytes = 8 << 20;
constexpr std::int64_t kVersion = 1;
constexpr std::array<std::pair<std::string_view, std::int64_t TrackKey::*>, 7> kKeyFields{{
    {"host", &TrackKey::host},
    {"pid", &TrackKey::pid},
    {"tid", &TrackKey::tid},
    {"device", &TrackKey::device},
    {"context", &TrackKey::context},
    {"stream", &TrackKey::stream},
    {"domain", &TrackKey::domain},
}};

std::string_view textOf(const dom::object& from, const char* key) {
    std::string_view text;
    return from[key].get(text) ? std::string_view() : text;
}

/// Whole numbers are texts there, because JSON has no 64 bits.
std::optional<std::int64_t> integer(const dom::object& from, const char* key) {
    std::int64_t value = 0;
    std::string_view text;
    if (!from[key].get(value)) return value;
    if (from[key].get(text)) return {};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

std::optional<model::TrackKind> kindOf(std::string_view key) {
    for (const model::TrackKindInfo& info : model::trackKinds())
        if (info.key == key) return info.kind;
    return {};
}

model::TrackId savedTrack(const dom::object& row, const model::Snapshot& report) {
    const auto kind = kindOf(textOf(row, "kind"));
    TrackKey key;
    for (const auto& [name, field] : kKeyFields)
        if (const auto value = integer(row, name.data())) key.*field = *value;
    for (model::TrackId id = 0; kind && id < report.trackCount(); ++id)
        if (report.track(id).kind == *kind && report.track(id).key == key) return id;
    return model::kNoTrack;
}

std::optional<model::EventRef> eventOf(const dom::object& event, const model::Snapshot& report) {
    const model::TrackId track = savedTrack(event, report);
    const auto start = integer(event, "start"), lane = integer(event, "lane"), overflow = integer(event, "overflow");
    if (track == model::kNoTrack || !start || (!lane && !overflow)) return {};
    const auto& lanes = overflow ? report.track(track).overflow : report.track(track).lanes;
    const std::int64_t index = overflow ? *overflow : *lane;
    if (index < 0 || static_cast<std::size_t>(index) >= lanes.size()) return {};
    const model::LaneId id = lanes[static_cast<std::size_t>(index)];
    const auto row = model::rowAt(report.lane(id), *start);
    if (!row || report.lane(id).start(*row) != *start) return {};
    return model::EventRef{id, static_cast<std::uint32_t>(*row)};
}

std::optional<Note> savedNote(const dom::object& from, const model::Snapshot& report) {
    Note out;
    const auto time = integer(from, "time");
    out.text = textOf(from, "text");
    if (out.text.empty() || !time || *time < -model::kTimeLimit || *time > model::kTimeLimit) return {};
    out.time = *time;
    dom::object where;
    if (textOf(from, "of") == "event" && !from["event"].get(where)) {
        const auto event = eventOf(where, report);
        if (event) out.of = Note::Of::Event, out.event = *event;
    } else if (textOf(from, "of") == "row" && !from["row"].get(where)) {
        out.track = savedTrack(where, report);
        if (out.track != model::kNoTrack) out.of = Note::Of::Row;
        const std::string_view role = textOf(where, "role");
        if (role == "folded") out.folded = kindOf(textOf(where, "name"));
        if (role == "idle_threads") out.folded = model::TrackKind::Thread;
    }
    return out;
}

}  // namespace

model::Result<SavedView> readSavedView(const std::filesystem::path& file, const model::Snapshot& report) {
    const auto text = model::openNamed(file).and_then(
        [&](const model::InputFile& in) { return in.readAll(kMostBytes, file.string()); });
    if (!text) return tl::unexpected(text.error());
    dom::parser parser;
    dom::object root;
    std::int64_t version = 0;
    if (parser.parse(*text).get(root) || root["version"].get(version) || version < 1)
        return model::fail(model::ErrorCode::Damaged, file.string());
    if (version > kVersion) return model::fail(model::ErrorCode::NewerVersion, file.string());
    SavedView out;
    if (const auto by = model::look::colourByFromId(textOf(root, "colours"))) out.colours = *by;
    dom::array notes;
    if (root["notes"].get(notes)) return out;
    for (const dom::element e : notes) {
        dom::object note;
        if (out.notes.size() >= Note::kMost) break;
        if (e.get(note)) continue;
        if (auto one = savedNote(note, report)) out.notes.push_back(std::move(*one));
    }
    return out;
}

}  // namespace app
