// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/capture/stacks.h"

#include <cstring>
#include <fmt/format.h>

#include "importers/capture/demangle.h"

namespace importers::capture {
namespace spool = collectors::spool;

namespace {

constexpr std::size_t kMostStacks = 1u << 23;
constexpr std::size_t kMostFrames = 1024;
constexpr std::size_t kMostPlaces = 1u << 20;

std::string_view fileName(std::string_view path) { return path.substr(path.rfind('/') + 1); }

}  // namespace

void Stacks::take(std::span<const unsigned char> bytes) {
    while (bytes.size() >= sizeof(spool::Stack)) {
        spool::Stack head;
        std::memcpy(&head, bytes.data(), sizeof head);
        bytes = bytes.subspan(sizeof head);
        if (head.frames > bytes.size() / 8 || head.frames > kMostFrames || head.number >= kMostStacks || head.number > m_stacks.size() + 4096) return;
        if (head.number >= m_stacks.size()) m_stacks.resize(head.number + 1);
        Raw& raw = m_stacks[head.number];
        raw = {head.pid, std::vector<std::uint64_t>(head.frames), 0, false};
        if (head.frames) std::memcpy(raw.frames.data(), bytes.data(), std::size_t{head.frames} * 8);
        bytes = bytes.subspan(std::size_t{head.frames} * 8);
    }
}

void Stacks::takeMapping(const spool::Mapping& m, std::string_view path) {
    auto& places = m_places[m.pid];
    const std::uint64_t end = m.address + m.size;
    if (m.size == 0 || end < m.address || places.size() >= kMostPlaces) return;
    // What lay there before is gone; of a stack that came before nobody knows any more, which libraries that are unloaded and replaced may make wrong.
    for (auto at = places.upper_bound(m.address); at != places.end() && at->second.begin < end;) at = places.erase(at);
    auto number = m_pathNumbers.find(path);
    if (number == m_pathNumbers.end()) {
        number = m_pathNumbers.emplace(path, static_cast<std::uint32_t>(m_paths.size())).first;
        m_paths.emplace_back(path);
    }
    places[end] = {m.address, end, m.offset, number->second};
}

/// A return address lies behind the call, which may be the last instruction of its function.
model::Frame Stacks::frameAt(std::uint32_t pid, std::uint64_t address, bool isCaller) {
    model::Frame frame;
    frame.ip = address;
    if (address & spool::kKernelFrame) {
        frame.ip = address | spool::kNamedFrame;
        frame.flags = model::Frame::KernelMode | model::Frame::Unresolved;
        frame.module = m_store.strings().intern("[kernel]");
        frame.symbol = m_store.strings().intern("[kernel]");
        return frame;
    }
    const std::uint64_t inside = isCaller && address ? address - 1 : address;
    const auto process = m_places.find(pid);
    const Place* place = nullptr;
    if (process != m_places.end())
        if (const auto at = process->second.upper_bound(inside); at != process->second.end() && at->second.begin <= inside) place = &at->second;
    std::string_view name;
    if (place) {
        const std::string& path = m_paths[place->path];
        frame.module = m_store.strings().intern(path);
        name = m_symbols.at(path, inside - place->begin + place->offset);
    }
    if (name.empty()) {
        frame.flags = model::Frame::Unresolved;
        const std::uint64_t offset = place ? inside - place->begin + place->offset : address;
        frame.symbol = m_store.strings().intern(place ? fmt::format("{}+{:#x}", fileName(m_paths[place->path]), offset) : fmt::format("{:#x}", address));
    } else {
        frame.symbol = m_store.strings().intern(demangled(name));
    }
    return frame;
}

model::ChainId Stacks::chain(std::uint32_t number, std::span<const model::StringId> strings) {
    if (number == 0 || number >= m_stacks.size()) return 0;
    Raw& raw = m_stacks[number];
    if (raw.known) return raw.chain;
    std::vector<model::Frame> frames;
    const auto text = [&](std::uint32_t n) { return n < strings.size() ? strings[n] : model::StringId{0}; };
    for (std::size_t i = 0; i < raw.frames.size(); ++i) {
        const std::uint64_t f = raw.frames[i];
        if (f & spool::kNamedFrame) {
            frames.push_back({text(spool::nameOfFrame(f)), text(spool::moduleOfFrame(f)), 0, 0, 0});
            continue;
        }
        const auto [at, fresh] = m_frames.try_emplace({raw.pid, f << 1 | (i > 0)});
        if (fresh) at->second = frameAt(raw.pid, f, i > 0);
        frames.push_back(at->second);
    }
    raw.known = true;
    raw.chain = m_store.callchains().intern(frames);
    raw.frames = {};
    return raw.chain;
}

}  // namespace importers::capture
