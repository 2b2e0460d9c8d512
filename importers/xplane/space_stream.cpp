// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/xplane/space_stream.h"

#include <algorithm>

namespace importers::xplane {

namespace {
constexpr std::size_t kLongestHead = 20;      // a key and a number, each of ten bytes
constexpr std::uint64_t kFarAway = 64 << 10;  // what is nearer comes with what is read next
}  // namespace

bool SpaceStream::fill(std::uint64_t bytes) {
    if (available() >= bytes) return true;
    if (bytes > kMostHeld) return false;
    const bool isThere = m_window.fill(static_cast<std::size_t>(bytes));
    m_cut |= !isThere;
    return isThere;
}

bool SpaceStream::next(std::uint64_t end, Field& field) {
    if (at() >= end) return false;
    if (available() < kLongestHead) {
        const bool wasCut = m_cut;
        fill(kLongestHead);  // fewer bytes at the end are enough for a short field
        m_cut = wasCut || (available() == 0 && end != kNoEnd);
        if (available() == 0) return false;
    }
    const auto seen = static_cast<std::size_t>(std::min({std::uint64_t{kLongestHead}, end - at(), available()}));
    WireReader in(m_window.unread().substr(0, seen), readableEnd());
    std::uint64_t key = 0;
    const bool hasKey = in.varint(key) && key >= 8 && key <= UINT32_MAX;
    field.number = static_cast<std::uint32_t>(key >> 3);
    field.type = static_cast<WireType>(key & 7);
    bool good = hasKey;
    std::string_view fixed;
    switch (field.type) {
    case WireType::Varint:
    case WireType::Bytes: good = good && in.varint(field.value); break;
    case WireType::Fixed64: good = good && in.view(8, fixed); break;
    case WireType::Fixed32: good = good && in.view(4, fixed); break;
    default: good = false; break;
    }
    if (!good) {
        // The stream may just end here: then nothing is wrong with what is there.
        const bool ends = m_window.hasEnded() && available() < kLongestHead && end - at() > available();
        (ends ? m_cut : m_damaged) = true;
        return false;
    }
    m_window.skip(seen - in.left());
    if (field.isBytes() && field.value > end - at()) {  // longer than the message around it
        m_damaged = true;
        return false;
    }
    if (!fixed.empty()) {
        field.value = 0;
        for (std::size_t i = 0; i < fixed.size(); ++i)
            field.value |= std::uint64_t{static_cast<std::uint8_t>(fixed[i])} << (8 * i);
    }
    return true;
}

void SpaceStream::skipTo(std::uint64_t position) {
    while (at() < position) {
        const std::uint64_t left = position - at();
        if (left <= available()) {
            m_window.skip(static_cast<std::size_t>(left));
            return;
        }
        m_window.skip(static_cast<std::size_t>(available()));
        if (position - at() > kFarAway && m_window.pass(position - at()) > 0) continue;
        if (!fill(1)) return;  // sets m_cut
    }
}

}  // namespace importers::xplane
