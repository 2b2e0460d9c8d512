// SPDX-License-Identifier: GPL-3.0-or-later
// Spools with what looks from outside and what measures kernels: for tests of what becomes of them, and as seeds of
// fuzzers.
#pragma once

#include "tests/kit/spool_maker.h"

namespace spool_examples {

using namespace collectors::spool;
using Type = SpoolMaker::Block;

inline constexpr std::uint32_t kProgram = 100, kChild = 101;

std::string bytesOf(const auto& list) {
    return {reinterpret_cast<const char*>(std::data(list)), std::size(list) * sizeof(*std::data(list))};
}

inline void addStack(SpoolMaker& s, std::uint32_t number, std::uint32_t pid,
                     std::initializer_list<std::uint64_t> frames) {
    const Stack head{number, static_cast<std::uint32_t>(frames.size()), pid, 0};
    s.block(Type::Stacks, 0, 1, bytesOf(std::span(&head, 1)) + bytesOf(frames));
}

/// A copy of a thread of ARM: x29 and the stack lead from frame to frame.
inline void addRawStack(SpoolMaker& s, std::uint32_t number, std::uint64_t time, std::uint16_t machine,
                        std::span<const std::uint64_t> stack) {
    std::uint64_t registers[33] = {};
    registers[29] = registers[31] = 0x7000;
    registers[32] = 0x1010;
    const RawStack head{time,
                        number,
                        kProgram,
                        static_cast<RawStack::Machine>(machine),
                        33,
                        1,
                        static_cast<std::uint32_t>(stack.size_bytes()),
                        0};
    const std::uint64_t kernel = kKernelFrame | 0x123;
    s.block(Type::RawStacks, 0, 1,
            bytesOf(std::span(&head, 1)) + bytesOf(registers) + bytesOf(std::span(&kernel, 1)) + bytesOf(stack));
}

inline SpoolMaker sampled() {
    SpoolMaker s(42);
    s.facts({"pid", "42", "name", "sampler"});
    s.facts({"tracing.begin", "1000"});
    const std::uint32_t none = 0;
    const auto map = [&](std::uint64_t time, std::uint64_t at, const char* path, std::uint32_t pid) {
        s.add<Mapping>(Type::Mappings, {{time, at, 0x1000, 0, pid, s.text(path), {}}});
    };
    s.add<ProcessChange>(Type::Processes, {{900, kProgram, kProgram, none, s.text("train"), ProcessChange::Exec, 0}});
    map(910, 0x1000, "/opt/train", kProgram);
    // Of another CPU, and so behind what came later.
    s.add<ProcessChange>(Type::Processes, {{1500, kChild, kChild, none, s.text("loader"), ProcessChange::Exec, 0},
                                           {1200, kChild, kChild, kProgram, none, ProcessChange::Fork, 0}});
    map(1510, 0x1000, "/opt/loader", kChild);
    addStack(s, 1, kProgram, {0x1010, 0x1021});
    addStack(s, 2, kChild, {0x1010, 0x1021, 0x9999, 0x1031});  // no code lies at the third one
    const std::uint64_t frames[] = {0x7010, 0x1041, 0x7020, 0xab00'0000'0000'1051 /* signed */, 0, 0};
    addRawStack(s, 3, 1600, RawStack::Aarch64, frames);
    addRawStack(s, 4, 1700, 8, frames);
    s.add<Sample>(Type::Samples, {{1100, kProgram, kProgram, 0, 1, 0, 0},
                                  {1600, kProgram, kProgram, 0, 3, 1, 0},
                                  {1700, kProgram, kProgram, 0, 4, 0, 0}});
    s.add<Sample>(Type::Samples, {{1300, kChild, kChild, 1, 2, 0, 0}, {1550, kChild, kChild, 1, 2, 0, 0}});
    return s;
}

inline void list(SpoolMaker& s, std::uint32_t number, std::initializer_list<std::string_view> names) {
    std::vector<std::uint32_t> words{number, static_cast<std::uint32_t>(names.size())};
    for (const std::string_view name : names) words.push_back(s.text(name));
    if (words.size() % 2) words.push_back(0);
    s.block(Type::MetricLists, 0, 1,
            {reinterpret_cast<const char*>(words.data()), words.size() * sizeof(std::uint32_t)});
}

inline void launch(SpoolMaker& s, std::uint64_t time, std::string_view name, std::uint32_t ofList,
                   std::initializer_list<double> values) {
    KernelMetrics m{};
    m.time = time, m.name = s.text(name), m.list = ofList, m.values = static_cast<std::uint32_t>(values.size());
    m.grid[0] = 8, m.grid[1] = m.grid[2] = 1, m.block[0] = 256, m.block[1] = m.block[2] = 1;
    m.context = 1, m.stream = 7, m.thread = 42;
    std::string bytes(reinterpret_cast<const char*>(&m), sizeof m);
    bytes.append(reinterpret_cast<const char*>(values.begin()), values.size() * sizeof(double));
    s.block(Type::KernelMetrics, 0, 1, bytes);
}

/// Two kernels: 2 × 10⁶ FP32 operations and 4 × 10⁵ bytes of DRAM in 1000 ns, and nothing but bytes.
inline SpoolMaker measured() {
    SpoolMaker s(42);
    s.facts({"pid", "42", "name", "train", "kernel.passes", "2"});
    Device gpu{};
    gpu.name = s.text("NVIDIA H100"), gpu.major = 9, gpu.multiprocessors = 132;
    s.add<Device>(Type::Devices, {gpu});
    list(s, 1,
         {"gpu__time_duration.sum", "smsp__sass_thread_inst_executed_op_fadd_pred_on.sum",
          "smsp__sass_thread_inst_executed_op_fmul_pred_on.sum", "smsp__sass_thread_inst_executed_op_ffma_pred_on.sum",
          "dram__bytes.sum"});
    launch(s, 5000, "_Z4gemmIfEvPT_i", 1, {1000, 0, 0, 1e6, 4e5});
    launch(s, 9000, "copy", 1, {500, 0, 0, 0, 1e6});
    s.facts({"finished", "1"});
    return s;
}

/// Curves of a GPU and of the machine, a mark, calls of a library with a stack, and when a thread ran.
inline SpoolMaker around() {
    SpoolMaker s(42);
    s.facts({"pid", "42", "name", "sampler", "tracing.begin", "1000"});
    Device gpu{};
    gpu.name = s.text("NVIDIA H100"), gpu.major = 9, gpu.multiprocessors = 132;
    s.add<Device>(Type::Devices, {gpu});
    s.add<Meter>(Type::Meters, {{1, s.text("Temperature [°C]"), Meter::Device, 0, 0, 0},
                                {2, s.text("Disk sda: read [B/s]"), Meter::Machine, 0, 1, 0}});
    s.add<Reading>(Type::Readings, {{1100, 41, 1, 0}, {1200, 43, 1, 0}, {1100, 4096, 2, 0}});
    s.add<Mark>(Type::Marks, {{1150, 1300, s.text("Clocks are reduced: power limit"), 0, Meter::Device, 0},
                              {1160, 1160, s.text("SM clock fell"), s.text("1980 → 1200 MHz"), Meter::Device, 0}});
    s.add<Mapping>(Type::Mappings, {{910, 0x1000, 0x1000, 0, kProgram, s.text("/opt/train"), {}}});
    addStack(s, 1, 0, {0x1010, namedFrame(s.text("step"), s.text("train.py:7"))});
    s.add<LibraryCall>(Type::LibraryCalls,
                       {{1100, 1180, 42, s.text("read"), s.text("OS runtime"), s.text("/data/0.bin"), 1, 0, 512},
                        {1190, 1200, 42, s.text("cublasSgemm"), s.text("cuBLAS"), 0, 0, 0, 0}});
    s.add<CallStack>(Type::CallStacks, {{1195, 0, 42, 1, 0}});
    s.add<Switch>(Type::Switches, {{1050, kProgram, kProgram, 0, Switch::In},
                                   {1090, kProgram, kProgram, 0, Switch::Preempted},
                                   {1120, kProgram, kProgram, 1, Switch::In}});
    return s;
}

}  // namespace spool_examples
