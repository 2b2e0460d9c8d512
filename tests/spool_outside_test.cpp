// SPDX-License-Identifier: GPL-3.0-or-later
// What a spool says of CPUs: stacks with the files of their time, copies of stacks, when threads ran; also made up by somebody hostile.
#include "tests/mutate.h"
#include "tests/spool_maker.h"

namespace {

using namespace collectors::spool;
using model::TrackKind;
using Type = SpoolMaker::Block;

constexpr std::uint32_t kProgram = 100, kChild = 101;

std::string bytesOf(const auto& list) { return {reinterpret_cast<const char*>(std::data(list)), std::size(list) * sizeof(*std::data(list))}; }

void addStack(SpoolMaker& s, std::uint32_t number, std::uint32_t pid, std::initializer_list<std::uint64_t> frames) {
    const Stack head{number, static_cast<std::uint32_t>(frames.size()), pid, 0};
    s.block(Type::Stacks, 0, 1, bytesOf(std::span(&head, 1)) + bytesOf(frames));
}

/// A copy of a thread of ARM: x29 and the stack lead from frame to frame.
void addRawStack(SpoolMaker& s, std::uint32_t number, std::uint64_t time, std::uint16_t machine, std::span<const std::uint64_t> stack) {
    std::uint64_t registers[33] = {};
    registers[29] = registers[31] = 0x7000;
    registers[32] = 0x1010;
    const RawStack head{time, number, kProgram, static_cast<RawStack::Machine>(machine), 33, 1, static_cast<std::uint32_t>(stack.size_bytes()), 0};
    const std::uint64_t kernel = kKernelFrame | 0x123;
    s.block(Type::RawStacks, 0, 1, bytesOf(std::span(&head, 1)) + bytesOf(registers) + bytesOf(std::span(&kernel, 1)) + bytesOf(stack));
}

std::string pathOf(const Opened& o, model::ChainId chain) {
    std::string out;
    for (const model::Frame& f : o.store->callchains().at(chain)) out += (out.empty() ? "" : " < ") + std::string(o.s->text(f.symbol));
    return out;
}

/// Stacks of samples by their time.
std::string stacks(const Opened& o) {
    std::string out;
    for (const model::Track* t : o.tracks(TrackKind::CpuSamples))
        for (const model::LaneId id : t->lanes) {
            const model::LaneView lane = o.s->lane(id);
            for (std::size_t i = 0; i < lane.rows; ++i)
                out += (out.empty() ? "" : "; ") + std::to_string(t->key.pid) + " " + pathOf(o, lane.lane->payloadColumn()[i]);
        }
    return out;
}

SpoolMaker sampled() {
    SpoolMaker s(42);
    s.facts({"pid", "42", "name", "sampler"});
    s.facts({"tracing.begin", "1000"});
    const std::uint32_t none = 0;
    const auto map = [&](std::uint64_t time, std::uint64_t at, const char* path, std::uint32_t pid) { s.add<Mapping>(Type::Mappings, {{time, at, 0x1000, 0, pid, s.text(path), {}}}); };
    s.add<ProcessChange>(Type::Processes, {{900, kProgram, kProgram, none, s.text("train"), ProcessChange::Exec, 0}});
    map(910, 0x1000, "/opt/train", kProgram);
    // Of another CPU, and so behind what came later.
    s.add<ProcessChange>(Type::Processes, {{1500, kChild, kChild, none, s.text("loader"), ProcessChange::Exec, 0}, {1200, kChild, kChild, kProgram, none, ProcessChange::Fork, 0}});
    map(1510, 0x1000, "/opt/loader", kChild);
    addStack(s, 1, kProgram, {0x1010, 0x1021});
    addStack(s, 2, kChild, {0x1010, 0x1021, 0x9999, 0x1031});  // no code lies at the third one
    const std::uint64_t frames[] = {0x7010, 0x1041, 0x7020, 0xab00'0000'0000'1051 /* signed */, 0, 0};
    addRawStack(s, 3, 1600, RawStack::Aarch64, frames);
    addRawStack(s, 4, 1700, 8, frames);
    s.add<Sample>(Type::Samples, {{1100, kProgram, kProgram, 0, 1, 0, 0}, {1600, kProgram, kProgram, 0, 3, 1, 0}, {1700, kProgram, kProgram, 0, 4, 0, 0}});
    s.add<Sample>(Type::Samples, {{1300, kChild, kChild, 1, 2, 0, 0}, {1550, kChild, kChild, 1, 2, 0, 0}});
    return s;
}

}  // namespace

TEST("Frames are of the files that were there at the time, and a forked process has its parent's") {
    const ScratchFile file(sampled().bytes(), ".spool");
    const Opened o(file.path());
    CHECK(o.result.has_value());
    CHECK_EQ(stacks(o), "100 train+0x10 < train+0x20; 100 [kernel] < train+0x10 < train+0x40 < train+0x50; 100 [kernel] < train+0x10; "
                        "101 train+0x10 < train+0x20; 101 loader+0x10 < loader+0x20");
    CHECK_EQ(o.names(TrackKind::Process), "train; loader");
}

TEST("A thread runs from when it comes onto a CPU until it leaves it, ends, or nobody looks") {
    SpoolMaker s(42);
    s.facts({"tracing.begin", "1000"});
    s.add<Switch>(Type::Switches, {{1100, 7, 7, 0, Switch::Out},          // it ran when tracing began
                                   {1300, 7, 7, 1, Switch::In}, {1400, 7, 7, 1, Switch::Preempted},
                                   {1500, 7, 8, 0, Switch::In},           // … and ends
                                   {2500, 7, 7, 0, Switch::Out}, {2600, 7, 7, 0, Switch::In}});
    s.add<Switch>(Type::Switches, {{1450, 7, 7, 0, Switch::In}});         // of another CPU
    s.add<ProcessChange>(Type::Processes, {{1600, 7, 8, 0, 0, ProcessChange::Exit, 0}});
    s.facts({"tracing.end", "2000"});
    s.facts({"tracing.begin", "2400"});
    s.facts({"tracing.end", "2700"});
    const ScratchFile file(s.bytes(), ".spool");
    const Opened o(file.path());
    CHECK_EQ(o.spans(TrackKind::ThreadState), "Running 0+100; Running 300+100; Running 450+550; Running 500+100; Running 1400+100; Running 1600+100");
}

TEST("Hostile stacks and mappings cost themselves only") {
    const std::string original = sampled().bytes();
    Mutations mutate(78);
    int opened = 0;
    for (int i = 0; i < 1500; ++i) {
        const ScratchFile file(SpoolMaker::resealed(mutate(original)), ".spool");
        opened += Opened(file.path()).result.has_value();
    }
    CHECK(opened > 300);
}
