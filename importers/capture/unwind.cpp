// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/capture/unwind.h"

#include <elf.h>
#include <elfutils/libdw.h>
#include <algorithm>
#include <cstdlib>
#include <unordered_map>

#include "collectors/protocol/stack_numbers.h"
#include "importers/capture/elf_file.h"
#include "importers/capture/frame_rules.h"

namespace importers::capture {
namespace spool = collectors::spool;

namespace {

constexpr std::size_t kMostUnwound = 256, kMostUnwindFiles = 4096, kMostRows = 1u << 20;
constexpr std::chrono::seconds kMostTime{60};

struct Machine {
    spool::RawStack::Machine machine;
    std::size_t registers;  // with the program counter, which is the last one
    std::size_t stackPointer, framePointer;
    std::uint64_t addressBits;  // of return addresses; ARM signs them in the others
};
constexpr Machine kMachines[] = {{spool::RawStack::X86_64, 17, 7, 6, ~0ull},
                                 {spool::RawStack::Aarch64, 33, 31, 29, (1ull << 48) - 1}};

}  // namespace

/// The tables of one file. Rows are made once each.
class Unwinder::File {
public:
    explicit File(const AddressSpaces::File& file) : m_elf(file.path, file.identity) {
        if (m_elf.get()) m_exceptions = dwarf_getcfi_elf(m_elf.get());
    }
    ~File() {
        if (m_exceptions) dwarf_cfi_end(m_exceptions);
        if (m_dwarf) dwarf_end(m_dwarf);
    }
    File(const File&) = delete;
    File& operator=(const File&) = delete;

    const FrameRules& at(std::uint64_t offset, std::size_t registers) {
        static const FrameRules nothing;
        const auto address = m_elf.get() ? m_elf.addressOf(offset) : std::nullopt;
        if (!address) return nothing;
        if (m_rows.size() >= kMostRows) m_rows.clear();
        const auto [at, fresh] = m_rows.try_emplace(*address);
        if (fresh) at->second = make(*address, registers);
        return at->second;
    }

private:
    FrameRules make(std::uint64_t address, std::size_t registers) {
        FrameRules rules = from(m_exceptions, address, registers);
        if (rules.isKnown()) return rules;
        if (!m_askedDwarf) {
            m_askedDwarf = true;
            m_dwarf = dwarf_begin_elf(m_elf.get(), DWARF_C_READ, nullptr);
            m_debug = m_dwarf ? dwarf_getcfi(m_dwarf) : nullptr;
        }
        return from(m_debug, address, registers);
    }
    static FrameRules from(Dwarf_CFI* table, std::uint64_t address, std::size_t registers) {
        Dwarf_Frame* frame = nullptr;
        if (!table || dwarf_cfi_addrframe(table, address, &frame) != 0) return {};
        FrameRules out(frame, registers);
        std::free(frame);
        return out;
    }

    ElfFile m_elf;
    Dwarf_CFI *m_exceptions = nullptr, *m_debug = nullptr;  // the second one is m_dwarf's
    Dwarf* m_dwarf = nullptr;
    bool m_askedDwarf = false;
    std::unordered_map<std::uint64_t, FrameRules> m_rows;
};

struct Unwinder::State {
    const Machine& machine;
    Registers registers;
    StackBytes stack;
    std::uint32_t space;
    model::TimeNs time;
    bool interrupted = false;  // by a signal: the program counter is where it was, not behind a call

    std::uint64_t programCounter() const { return registers.value[machine.registers - 1]; }
    std::uint64_t stackPointer() const { return registers.value[machine.stackPointer]; }
};

Unwinder::Unwinder(const AddressSpaces& spaces) : m_spaces(spaces) {}
Unwinder::~Unwinder() = default;

Unwinder::File* Unwinder::file(const AddressSpaces::Place& place) {
    const auto at = m_files.find(place.file);
    if (at != m_files.end()) return at->second.get();
    if (m_files.size() >= kMostUnwindFiles) return nullptr;
    return m_files.emplace(place.file, std::make_unique<File>(m_spaces.file(place))).first->second.get();
}

bool Unwinder::step(State& state, bool isCaller) {
    state.stack.isTooShort = false;
    const std::uint64_t address = state.programCounter() - (isCaller && !state.interrupted ? 1 : 0),
                        before = state.stackPointer(), pc = state.programCounter();
    const AddressSpaces::Place* place = m_spaces.find(state.space, address, state.time).place;
    File* const tables = place ? file(*place) : nullptr;
    const FrameRules nothing;
    const FrameRules& rules =
        tables ? tables->at(address - place->begin + place->offset, state.machine.registers) : nothing;
    std::optional<Registers> caller =
        rules.isKnown()
            ? rules.caller(state.registers, state.stack, state.machine.registers, state.machine.stackPointer)
            : byFramePointer(state);
    if (!caller) return false;
    caller->value[state.machine.registers - 1] &= state.machine.addressBits;
    state.interrupted = rules.isSignal();
    state.registers = *caller;
    // Stacks grow downwards: a caller's frame lies higher, but that of an interrupted one, which may have been on
    // another stack.
    const bool goesOn = state.stackPointer() > before || state.interrupted ||
                        (state.stackPointer() == before && state.programCounter() != pc);
    return goesOn && state.programCounter() != 0;
}

/// {the caller's frame pointer, return address} lie where the register points, on both machines.
std::optional<Registers> Unwinder::byFramePointer(const State& state) const {
    const Machine& m = state.machine;
    if (!state.registers.has(m.framePointer)) return {};
    const std::uint64_t frame = state.registers.value[m.framePointer];
    const auto next = state.stack.at(frame), back = state.stack.at(frame + 8);
    // Copies are cut to words. What lies behind a shorter one is no frame: the register holds something else.
    if (state.stack.bytes.size() + sizeof *next <= collectors::kStackCopyBytes) state.stack.isTooShort = false;
    if (frame < state.stackPointer() || !next || !back ||
        !m_spaces.find(state.space, (*back & m.addressBits) - 1, state.time).place)
        return {};
    Registers out;
    out.set(m.framePointer, *next), out.set(m.stackPointer, frame + 16), out.set(m.registers - 1, *back);
    return out;
}

std::span<const std::uint64_t> Unwinder::frames(const ThreadCopy& thread) {
    m_frames.clear();
    m_isCut = false;
    const auto machine = std::find_if(std::begin(kMachines), std::end(kMachines),
                                      [&](const Machine& m) { return m.machine == thread.machine; });
    if (thread.registers.empty()) return m_frames;
    m_frames.push_back(thread.registers.back());
    if (machine == std::end(kMachines) || thread.registers.size() != machine->registers) return m_frames;
    if (m_used > kMostTime) return ++m_shortened, m_frames;
    const auto begin = std::chrono::steady_clock::now();
    State state{*machine, {}, {}, thread.space, thread.time};
    for (std::size_t r = 0; r < thread.registers.size(); ++r) state.registers.set(r, thread.registers[r]);
    state.stack = {state.stackPointer(), thread.stack};
    while (step(state, m_frames.size() > 1)) {
        m_isCut = m_frames.size() == kMostUnwound;
        if (m_isCut) break;
        m_frames.push_back(state.interrupted ? state.programCounter() + 1 : state.programCounter());
    }
    m_isCut |= state.stack.isTooShort;
    m_used += std::chrono::steady_clock::now() - begin;
    return m_frames;
}

}  // namespace importers::capture
