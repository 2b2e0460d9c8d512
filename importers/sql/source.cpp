// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/sql/source.h"

#include "model/store/process_number.h"

namespace importers::sql {

using model::TrackKey;

namespace {

constexpr std::int64_t kIdBits = 0xffffff;

std::int64_t idBits(std::int64_t id) { return (model::isTextId(id) ? id - model::textId(0) + 1 : id) & kIdBits; }

}  // namespace

std::optional<Place> Source::findRowid(std::int64_t id) const {
    return id < 0 ? std::nullopt
                  : placeOf(static_cast<std::size_t>(id >> 32), static_cast<std::uint64_t>(id) & 0xffffffff);
}

std::optional<Place> Source::placeOf(std::size_t part, std::uint64_t row, std::uint64_t count) const {
    if (part >= parts() || row >= rows(part)) return {};
    const std::uint64_t end = std::min(row + count, rows(part));
    return settle(part, row, end) < end ? std::optional(Place{part, {row, end}}) : std::nullopt;
}

std::uint64_t Source::count() const {
    std::uint64_t n = 0;
    for (std::size_t p = 0; p < parts(); ++p) {
        const std::uint64_t end = rows(p);
        if (!hasGaps()) n += end;
        else
            for (std::uint64_t r = settle(p, 0, end); r < end; r = settle(p, r + 1, end)) ++n;
    }
    return n;
}

bool Source::isEmpty() const {
    for (std::size_t p = 0; p < parts(); ++p)
        if (const std::uint64_t end = rows(p); settle(p, 0, end) < end) return false;
    return true;
}

std::int64_t globalVid(std::int64_t host) {
    // Reports that were opened as one number their machines by file and, above 20 bits, by machine within the file.
    const auto bits = static_cast<std::uint64_t>(host);
    return static_cast<std::int64_t>(((bits ^ bits >> 20 << 8) & 0xffff) << 48);
}

Cell globalPid(const TrackKey& key) {
    return key.pid == TrackKey::kNone ? Cell() : Cell::ofInt(globalVid(key.host) | idBits(key.pid) << 24);
}

Cell pidCell(const model::Snapshot& s, const TrackKey& key) { return keyCell(model::processNumber(s.info(), key)); }

Cell globalTid(const TrackKey& key) {
    if (key.pid == TrackKey::kNone) return {};
    return Cell::ofInt(globalVid(key.host) | idBits(key.pid) << 24 |
                       (key.tid == TrackKey::kNone ? 0 : idBits(key.tid)));
}

}  // namespace importers::sql
