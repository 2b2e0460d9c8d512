// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/xplane/hlo.h"

#include <fmt/format.h>
#include <algorithm>
#include <functional>

#include "importers/common/protobuf_wire.h"

namespace importers::xplane {

namespace {

constexpr std::size_t kMostHloFrames = 128;  // of a stack; more lead in a circle

std::uint64_t hashOf(std::string_view text) { return std::hash<std::string_view>{}(text); }

/// The bytes of a field of a message; the last one counts.
std::string_view bytesOf(std::string_view message, std::uint32_t number) {
    std::string_view found;
    WireReader in(message);
    for (WireField f; in.next(f);)
        if (f.number == number && f.isBytes()) found = f.bytes;
    return found;
}

/// Element of a list that counts from 1.
std::string_view element(const std::vector<std::string_view>& list, std::uint64_t number) {
    return number >= 1 && number <= list.size() ? list[static_cast<std::size_t>(number) - 1] : std::string_view();
}

}  // namespace

std::string frameText(std::string_view file, std::int64_t line, std::string_view function) {
    std::string text(file);
    if (line > 0) text += fmt::format("({})", line);
    if (!function.empty()) text.append(": ").append(function);
    return text;
}

model::ChainId chainOfLines(std::string_view lines, model::EventStore& store) {
    std::vector<model::Frame> frames;
    while (!lines.empty() && frames.size() < kMostHloFrames) {
        const std::size_t end = std::min(lines.find('\n'), lines.size());
        model::Frame frame;
        frame.symbol = store.strings().intern(lines.substr(0, end));
        if (end) frames.push_back(frame);
        lines.remove_prefix(std::min(end + 1, lines.size()));
    }
    return store.callchains().intern(frames);
}

bool HloModules::add(std::int64_t program, std::string_view hloProto) {
    std::string_view module, name;
    WireReader proto(hloProto);
    for (WireField f; proto.next(f);)
        if (f.number == 1 && f.isBytes()) module = f.bytes;
    if (proto.failed() || module.empty() || module.size() > UINT32_MAX) return false;
    WireReader in(module);
    for (WireField f; in.next(f);) {
        if (f.number == 1 && f.isBytes()) name = f.bytes;
        if (f.number == 5 && !f.isBytes() && program == 0) program = f.asInt();
    }
    if (in.failed()) return false;
    m_byProgram[program] = m_modules.size();
    m_byName.insert_or_assign(std::string(name), m_modules.size());
    m_modules.emplace_back().bytes = module;
    return true;
}

void HloModules::index(Module& m) {
    m.indexed = true;
    WireReader in(m.bytes);
    for (WireField f; in.next(f);) {
        if (!f.isBytes()) continue;
        if (f.number == 3) {
            WireReader computation(f.bytes);
            for (WireField i; computation.next(i);)
                if (i.number == 2 && i.isBytes())
                    m.instructions.push_back({hashOf(bytesOf(i.bytes, 1)),
                                              static_cast<std::uint32_t>(i.bytes.data() - m.bytes.data()),
                                              static_cast<std::uint32_t>(i.bytes.size())});
        }
        if (f.number != 17) continue;
        WireReader stacks(f.bytes);
        for (WireField s; stacks.next(s);) {
            if (!s.isBytes()) continue;
            if (s.number == 1) m.files.push_back(s.bytes);
            if (s.number == 2) m.functions.push_back(s.bytes);
            if (s.number == 3) m.locations.push_back(s.bytes);
            if (s.number == 4) m.frames.push_back(s.bytes);
        }
    }
    std::stable_sort(m.instructions.begin(), m.instructions.end(),
                     [](const Module::Place& a, const Module::Place& b) { return a.hash < b.hash; });
}

model::ChainId HloModules::stack(const Module& m, std::int64_t frame, model::EventStore& store) {
    std::vector<model::Frame> frames;
    for (auto next = static_cast<std::uint64_t>(frame); frames.size() < kMostHloFrames;) {
        const std::string_view message = element(m.frames, next);
        if (message.empty()) break;
        std::uint64_t location = 0, file = 0, function = 0;
        std::int64_t line = 0;
        next = 0;
        WireReader in(message);
        for (WireField f; in.next(f);) {
            if (f.number == 1) location = f.value;
            if (f.number == 2) next = f.value;
        }
        WireReader place(element(m.locations, location));
        for (WireField f; place.next(f);) {
            if (f.number == 1) file = f.value;
            if (f.number == 2) function = f.value;
            if (f.number == 3) line = f.asInt();
        }
        model::Frame one;
        one.symbol = store.strings().intern(frameText(element(m.files, file), line, element(m.functions, function)));
        frames.push_back(one);
    }
    return store.callchains().intern(frames);
}

HloModules::Origin HloModules::origin(std::int64_t program, std::string_view module, std::string_view instruction,
                                      model::EventStore& store) {
    std::size_t which = m_modules.size();
    if (const auto found = m_byProgram.find(program); program && found != m_byProgram.end()) which = found->second;
    else if (const auto named = m_byName.find(module); named != m_byName.end()) which = named->second;
    if (which == m_modules.size()) return {};
    Module& m = m_modules[which];
    if (!m.indexed) index(m);
    const std::uint64_t hash = hashOf(instruction);
    auto at = std::lower_bound(m.instructions.begin(), m.instructions.end(), hash,
                               [](const Module::Place& p, std::uint64_t h) { return p.hash < h; });
    for (; at != m.instructions.end() && at->hash == hash; ++at) {
        const std::string_view message = std::string_view(m.bytes).substr(at->begin, at->size);
        if (bytesOf(message, 1) != instruction) continue;
        Origin out;
        std::string_view file;
        std::int64_t line = 0, frame = 0;
        WireReader in(bytesOf(message, 7));
        for (WireField f; in.next(f);) {
            if (f.number == 2 && f.isBytes()) out.opName = f.bytes;
            if (f.number == 3 && f.isBytes()) file = f.bytes;
            if (f.number == 4 && !f.isBytes()) line = f.asInt();
            if (f.number == 15 && !f.isBytes()) frame = f.asInt();
        }
        out.chain = stack(m, frame, store);
        if (!out.chain && !file.empty()) out.chain = chainOfLines(frameText(file, line, {}), store);
        return out;
    }
    return {};
}

}  // namespace importers::xplane
