// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/capture/stacks.h"

#include <fmt/format.h>
#include <algorithm>
#include <cstring>

#include "collectors/protocol/stack_numbers.h"
#include "importers/capture/spool_file.h"
#include "importers/common/demangle.h"
#include "model/base/messages.h"

namespace importers::capture {
namespace spool = collectors::spool;

namespace {

constexpr std::size_t kMostStacks = 1u << 23;
constexpr std::size_t kMostFrames = 1024, kMostStoredRegisters = 64;
constexpr std::uint16_t kByFramePointer = 1, kByTable = 2;  // as reports number ways to find callers

// Why stacks lack their outer frames.
constexpr model::MessageCode kLimitOfKernel = model::MessageCode::MoreFramesThanKernelReads;
constexpr model::MessageCode kCopyTooShort = model::MessageCode::StackLongerThanCopied;
constexpr model::MessageCode kLimit = model::MessageCode::MoreFramesThanKept;

std::string_view fileName(std::string_view path) { return path.substr(path.rfind('/') + 1); }

/// "python3.11", "libpython3.11.so.1.0".
bool isInterpreter(std::string_view file) { return file.starts_with("python") || file.starts_with("libpython"); }

/// Takes bytes from the front; false: there are not so many.
bool cut(std::span<const unsigned char>& from, std::uint64_t n, std::span<const unsigned char>& out) {
    if (n > from.size()) return false;
    out = from.first(static_cast<std::size_t>(n));
    from = from.subspan(static_cast<std::size_t>(n));
    return true;
}

std::vector<std::uint64_t> numbersIn(std::span<const unsigned char> bytes) {
    std::vector<std::uint64_t> out(bytes.size() / 8);
    if (!out.empty()) std::memcpy(out.data(), bytes.data(), out.size() * 8);
    return out;
}

}  // namespace

void Stacks::noteStep(std::uint32_t pid, model::TimeNs time) {
    if (++m_steps <= m_table.steps) return;
    const auto last = m_table.last.find(pid);
    m_isOutdated |= last != m_table.last.end() && time <= last->second;
}

void Stacks::read(const spool::Mapping& mapping, std::string_view path) {
    noteStep(mapping.pid, spoolTime(mapping.time));
    m_spaces.read(mapping, path);
}

void Stacks::read(const spool::ProcessChange& change) {
    if (change.op == spool::ProcessChange::Fork || change.op == spool::ProcessChange::Exec)
        noteStep(change.pid, spoolTime(change.time));
    m_spaces.read(change);
}

void Stacks::build() {
    m_spaces.build();
    if (m_isOutdated) {
        const std::uint64_t taken = m_table.taken;
        m_table = {};
        m_table.taken = taken;
    }
    m_table.steps = m_steps;
}

/// Null: no report holds so many.
StackTable::Raw* Stacks::put(std::uint32_t number, std::uint32_t pid) {
    auto& stacks = m_table.stacks;
    if (number == 0 || number >= kMostStacks || number > stacks.size() + 65'536) return nullptr;
    if (number >= stacks.size()) stacks.resize(number + 1);
    stacks[number] = {pid, {}, false};
    ++m_table.taken;
    return &stacks[number];
}

void Stacks::read(std::span<const unsigned char> bytes) {
    while (bytes.size() >= sizeof(spool::Stack)) {
        const auto head = spool::read<spool::Stack>(bytes.data(), sizeof(spool::Stack));
        bytes = bytes.subspan(sizeof head);
        std::span<const unsigned char> frames;
        if (head.frames > kMostFrames || !cut(bytes, std::uint64_t{head.frames} * 8, frames)) return;
        if (StackTable::Raw* raw = put(head.number, head.pid)) raw->frames = numbersIn(frames);
    }
}

void Stacks::readRaw(std::span<const unsigned char> bytes, const model::TimeRange& wanted) {
    while (bytes.size() >= sizeof(spool::RawStack)) {
        const auto head = spool::read<spool::RawStack>(bytes.data(), sizeof(spool::RawStack));
        bytes = bytes.subspan(sizeof head);
        std::span<const unsigned char> registers, kernel, stack, padding;
        if (head.registers > kMostStoredRegisters || head.kernelFrames > kMostFrames ||
            !cut(bytes, std::uint64_t{head.registers} * 8, registers) ||
            !cut(bytes, std::uint64_t{head.kernelFrames} * 8, kernel) || !cut(bytes, head.bytes, stack))
            return;
        (void)cut(bytes, (8 - head.bytes % 8) % 8, padding);
        const model::TimeNs time = spoolTime(head.time);
        if (time < wanted.begin || time >= wanted.end) continue;
        StackTable::Raw* raw = put(head.number, head.pid);
        if (!raw) continue;
        model::TimeNs& last = m_table.last.try_emplace(head.pid, time).first->second;
        last = std::max(last, time);
        raw->byTable = true;
        raw->frames = numbersIn(kernel);
        const std::vector<std::uint64_t> values = numbersIn(registers);
        const auto user = m_unwinder.frames({head.machine, values, stack, m_spaces.at(head.pid, time), time});
        raw->isCut = m_unwinder.isCut();
        raw->frames.insert(raw->frames.end(), user.begin(), user.end());
    }
}

model::Frame Stacks::kernelFrameAt(std::uint64_t address, bool isCaller) {
    model::Frame frame;
    frame.ip = address | spool::kNamedFrame;
    const std::string_view name = m_listed.ofKernel(frame.ip - isCaller);
    frame.flags = static_cast<std::uint16_t>(model::Frame::KernelMode | (name.empty() ? model::Frame::Unresolved : 0));
    frame.module = m_store.strings().intern("[kernel]");
    frame.symbol = name.empty() ? frame.module : m_store.strings().intern(name);
    return frame;
}

/// A return address lies behind the call, which may be the last instruction of its function.
model::Frame Stacks::frameAt(std::uint32_t pid, const AddressSpaces::Place* place, std::uint64_t address,
                             bool isCaller) {
    if (address & spool::kKernelFrame) return kernelFrameAt(address, isCaller);
    model::Frame frame;
    frame.ip = address;
    const std::uint64_t inside = isCaller && address ? address - 1 : address;
    const std::uint64_t offset = place ? inside - place->begin + place->offset : address;
    std::string_view name;
    if (place) {
        const AddressSpaces::File& file = m_spaces.file(*place);
        frame.module = m_store.strings().intern(file.path);
        name = m_symbols.at(file, offset);
    }
    if (name.empty()) name = m_listed.ofProcess(pid, inside);
    if (!name.empty()) {
        frame.symbol = m_store.strings().intern(demangled(name));
        return frame;
    }
    frame.flags = model::Frame::Unresolved;
    frame.symbol = m_store.strings().intern(
        place ? fmt::format("{}+{:#x}", fileName(m_spaces.file(*place).path), offset) : fmt::format("{:#x}", address));
    return frame;
}

model::ChainId Stacks::chain(std::uint32_t number, std::span<const model::StringId> strings, model::TimeNs time) {
    if (number == 0 || number >= m_table.stacks.size()) return 0;
    const StackTable::Raw& raw = m_table.stacks[number];
    if (number >= m_known.size()) m_known.resize(m_table.stacks.size());
    Known& known = m_known[number];
    const std::uint32_t space = m_spaces.at(raw.pid, time);
    if (known.isKnown && known.space == space && time >= known.during.begin && time < known.during.end)
        return known.chain;
    known.during = {model::kTimeMin, model::kTimeMax};
    std::vector<model::Frame> frames;
    const auto text = [&](std::uint32_t n) { return n < strings.size() ? strings[n] : model::StringId{0}; };
    bool isCut = raw.isCut;
    bool called = false,
         inKernel = false;  // the first frame of the program under those of the kernel is where it went into it
    for (const std::uint64_t f : raw.frames) {
        if (f & spool::kNamedFrame) {
            frames.push_back({text(spool::nameOfFrame(f)), text(spool::moduleOfFrame(f)), 0, 0, 0});
            isCut |= isLeftOut(frames.back());
        } else {
            const bool kernel = (f & spool::kKernelFrame) != 0, isCaller = called && kernel == inKernel;
            const AddressSpaces::Found found =
                kernel ? AddressSpaces::Found() : m_spaces.find(space, isCaller && f ? f - 1 : f, time);
            known.during = {std::max(known.during.begin, found.during.begin),
                            std::min(known.during.end, found.during.end)};
            // Code without frame pointers has anything in that register: whoever follows it comes to where no code is,
            // and what lies behind is no better.
            if (isCaller && !kernel && raw.pid != 0 && space != 0 && !found.place &&
                m_listed.ofProcess(raw.pid, f - 1).empty()) {
                isCut = false;
                break;
            }
            const auto [at, fresh] = m_frames.try_emplace({raw.pid, found.place, f, isCaller});
            if (fresh) at->second = frameAt(raw.pid, found.place, f, isCaller);
            frames.push_back(at->second);
            if (raw.pid) frames.back().unwind = kernel || !raw.byTable ? kByFramePointer : kByTable;
            inKernel = kernel;
        }
        called = true;
    }
    if (isCut && (frames.empty() || !isLeftOut(frames.back())))
        frames.push_back({m_store.strings().intern(collectors::kOuterFramesLeftOut), 0, 0, 0, 0});
    known.chain = m_store.callchains().intern(frames);
    known.space = space;
    known.isKnown = true;
    if (isCut) m_cut[known.chain] = raw.byTable ? kCopyTooShort : raw.pid ? kLimitOfKernel : kLimit;
    return known.chain;
}

bool Stacks::isLeftOut(const model::Frame& frame) const {
    return frame.ip == 0 && m_store.strings().at(frame.symbol) == collectors::kOuterFramesLeftOut;
}

model::MessageCode Stacks::whyCut(model::ChainId chain) const {
    const auto at = m_cut.find(chain);
    return at == m_cut.end() ? model::MessageCode::Nothing : at->second;
}

model::ChainId Stacks::mixed(model::ChainId native, model::ChainId python) {
    if (native == 0 || python == 0) return native ? native : python;
    const auto [at, fresh] = m_mixed.try_emplace({native, python}, 0);
    if (!fresh) return at->second;
    std::vector<model::Frame> frames;
    for (const model::Frame& f : m_store.callchains().at(native)) {
        if (isInterpreter(fileName(m_store.strings().at(f.module))) || isLeftOut(f)) break;
        frames.push_back(f);
    }
    for (const model::Frame& f : m_store.callchains().at(python)) frames.push_back(f);
    at->second = m_store.callchains().intern(frames);
    if (const auto why = whyCut(python); why != model::MessageCode::Nothing) m_cut[at->second] = why;
    return at->second;
}

}  // namespace importers::capture
