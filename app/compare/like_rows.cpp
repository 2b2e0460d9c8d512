// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/compare/like_rows.h"

#include <fmt/format.h>
#include <map>
#include <set>

namespace app {
namespace {

using model::Track;
using model::TrackKind;
using Devices = std::map<std::pair<std::int64_t, std::int64_t>, std::set<std::int64_t>>;

/// GPUs of each process.
Devices devicesOf(const model::Snapshot& s) {
    Devices out;
    for (const Track& t : s.tree().tracks)
        if (t.kind == TrackKind::CudaHw) out[{t.key.host, t.key.pid}].insert(t.key.device);
    return out;
}

/// What tells a row from others of its kind beside it, in every run of the program.
std::string ownText(const model::Snapshot& s, const Track& t, const Devices& devices) {
    const std::string name(s.text(t.name));
    switch (t.kind) {
    case TrackKind::Host:
    case TrackKind::Context: return {};
    case TrackKind::Gpu:
    case TrackKind::CudaHw:
    case TrackKind::UnifiedMemory: return std::to_string(t.key.device);
    case TrackKind::Stream: return std::to_string(t.key.stream);
    case TrackKind::Process: {
        const auto of = devices.find({t.key.host, t.key.pid});
        if (of == devices.end()) return name;
        std::string out = "GPU";
        for (const std::int64_t device : of->second) out += ' ' + std::to_string(device);
        return out;
    }
    default: return name;
    }
}

}  // namespace

LikeRows LikeRows::of(const model::Snapshot& s, timeline::RowListPtr list) {
    LikeRows out{std::move(list), {}, {}};
    if (!out.list) return out;
    const Devices devices = devicesOf(s);
    std::unordered_map<std::string, int> times;
    const auto rows = out.list->rows();
    for (std::uint32_t i = 0; i < rows.size(); ++i) {
        const timeline::Row& row = rows[i];
        const timeline::RowKey key = out.list->key(s, row);
        std::string text = row.parent < i ? out.texts[row.parent] : std::string();
        text += fmt::format("\n{} {} {}", static_cast<int>(key.kind), static_cast<int>(key.role),
                            row.role == timeline::RowRole::Track ? ownText(s, s.track(row.track), devices) : key.name);
        const int number = times[text]++;
        text += fmt::format("\t{}", number);
        out.rows.emplace(text, i);
        out.texts.push_back(std::move(text));
    }
    return out;
}

}  // namespace app
