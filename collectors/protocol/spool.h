// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "model/rep/rep_format.h"

/// What an injected library leaves while its program runs: a spool, one file for each process.
///
/// A spool is a FileHeader of its own, followed by blocks that are only ever appended. A block is a rep::FrameHeader
/// with a Block as its type and the bytes of one record as its subject, followed by records of one kind. So each prefix
/// of a spool is readable, and the checksum reveals an incomplete block. Readers use the record size in the block: a
/// longer record has fields that they do not know, a shorter one lacks the last fields, which read as 0. Blocks of
/// unknown types are skipped and counted.
///
/// Strings, kernel shapes and domains are numbered from 1 and come before their first use; 0 = none. Numbers have the
/// byte order of the machine: little endian. Times are ns of CLOCK_MONOTONIC.
namespace collectors::spool {

inline constexpr unsigned char kMagic[8] = {0x89, 'S', 'L', 'S', '\r', '\n', 0x1a, '\n'};
inline constexpr std::uint32_t kVersion = 1;  ///< readers refuse greater versions

struct FileHeader {
    unsigned char magic[8];
    std::uint32_t version;
    std::uint32_t pid;
    std::uint64_t started;   ///< ns
    std::uint64_t checksum;  ///< of the bytes before it
};
static_assert(sizeof(FileHeader) == 32);

/// Types of blocks follow those of reports.
enum class Block : std::uint8_t {
    Facts = 64,    ///< texts: "key\0value\0" …; about the process, and what could not be traced, as Phrases
    Strings,       ///< {u32 number, u32 bytes, bytes, zeros up to a multiple of 4} …; subject 0
    Clocks,        ///< Clock
    KernelShapes,  ///< KernelShape
    Kernels,       ///< Kernel
    GraphKernels,  ///< GraphKernel: kernels that a CUDA graph launched
    Copies,        ///< Copy
    Sets,          ///< Set
    Calls,         ///< Call: runtime and driver API
    Syncs,         ///< Sync
    Graphs,        ///< Graph: whole launches of graphs
    Events,        ///< CudaEvent
    Memory,        ///< Memory: allocations and frees
    Pools,         ///< Pool
    Unified,       ///< Unified: migrations and faults
    Overheads,     ///< Overhead: time of the profiler itself
    Compiles,      ///< Compile: JIT
    Devices,       ///< Device
    Contexts,      ///< Context
    Streams,       ///< Stream
    Domains,       ///< Domain of NVTX
    Nvtx,          ///< NvtxEvent
    Payloads,      ///< {NvtxPayload, bytes, zeros up to a multiple of 8} …; subject 0
    Schemas,       ///< {Schema, SchemaEntry …} …; subject 0
    Losses,        ///< Loss
    Threads,       ///< Thread: names of threads
    Stacks,        ///< {Stack, u64 frame …} …, innermost frame first; subject 0
    Mappings,      ///< Mapping: files whose code a process runs
    Processes,     ///< ProcessChange
    Samples,       ///< Sample of a CPU
    Switches,      ///< Switch: a thread comes onto a CPU, or leaves it
    LibraryCalls,  ///< LibraryCall: of the C library and others
    CallStacks,    ///< CallStack: of a CUDA call
    Meters,        ///< Meter: what Readings measure
    Readings,      ///< Reading
    Marks,         ///< Mark: an incident of a device or the machine
    MetricLists,  ///< {u32 number, u32 metrics, u32 name …, zeros up to a multiple of 8} …; subject 0: the metrics of
                  ///< KernelMetrics
    KernelMetrics,  ///< {KernelMetrics, double value …} …; subject 0
    RawStacks,  ///< {RawStack, u64 register …, u64 frame of the kernel …, bytes of the stack, zeros up to a multiple of
                ///< 8} …; subject 0
    Discarded,  ///< what a flight recorder had kept for too long: no records, and a hole in the file
    End,        ///< behind the last one
};

/// Both clocks at one moment.
struct Clock {
    std::uint64_t monotonic, realtime;
};

struct KernelShape {
    std::uint32_t number, name;
    std::uint32_t device, context, stream;
    std::uint32_t grid[3], block[3], cluster[3];
    std::uint32_t registers;                                    ///< per thread
    std::uint32_t staticShared, dynamicShared, executedShared;  ///< bytes
    std::uint32_t localPerThread;                               ///< bytes
    std::uint32_t launchType, cache;                            ///< as CUPTI numbers them
    std::uint32_t channel;
    std::uint64_t localTotal;  ///< bytes
};

struct Kernel {
    std::uint64_t start, end;
    std::uint32_t correlation, shape;
};

struct GraphKernel {
    std::uint64_t start, end;
    std::uint32_t correlation, shape;
    std::uint64_t node;
    std::uint32_t graph, pad;
};

struct Copy {
    std::uint64_t start, end, bytes, node;
    std::uint32_t correlation, device, context, stream, graph;
    std::uint32_t toDevice;              ///< of copies between devices; else as `device`
    std::uint8_t kind, from, to, flags;  ///< as CUPTI numbers them
    std::uint32_t count;                 ///< copies in one operation, at least 1
};

struct Set {
    std::uint64_t start, end, bytes, node;
    std::uint32_t correlation, device, context, stream, graph, value;
    std::uint16_t memory, flags;
    std::uint32_t pad;
};

struct Call {
    std::uint64_t start, end;
    std::uint32_t correlation, thread, name;
    std::int32_t result;
    std::uint32_t domain;  ///< 0 runtime, 1 driver
    std::uint32_t pad;
};

struct Sync {
    std::uint64_t start, end;
    std::uint32_t correlation, context, stream, event;
    std::uint32_t type, pad;
};

struct Graph {
    std::uint64_t start, end;
    std::uint32_t correlation, device, context, stream, graph, pad;
};

struct CudaEvent {
    std::uint64_t time;  ///< on the device; 0 = not known
    std::uint64_t sync;  ///< number of this recording of the event
    std::uint32_t correlation, device, context, stream, event, pad;
};

struct Memory {
    std::uint64_t time, address, bytes, poolAddress, poolSize, poolUsed;
    std::uint32_t correlation, device, context, stream;
    std::uint32_t operation, kind, poolType;  ///< as CUPTI numbers them; operation 1 = allocation, 2 = release
    std::uint32_t name;
};

struct Pool {
    std::uint64_t time, address, size, used;
    std::uint32_t correlation, device, operation, type;
};

struct Unified {
    std::uint64_t start, end, value, address;
    std::uint32_t kind, source, target, stream, flags, pad;
};

struct Overhead {
    std::uint64_t start, end;
    std::uint32_t kind, thread, correlation, pad;
};

struct Compile {
    std::uint64_t start, end, cacheBytes;
    std::uint32_t type, operation, device, correlation, thread, path;
};

struct Device {
    std::uint32_t number, name;
    std::uint32_t major, minor, multiprocessors, clock;  ///< kHz
    std::uint64_t memory, bandwidth;                     ///< bytes, kB/s
    std::uint32_t l2, sharedPerSm, registersPerSm, warpsPerSm;
    unsigned char uuid[16];
};

struct Context {
    std::uint32_t number, device, nullStream, parent;
    std::uint32_t green, pad;
};

struct Stream {
    std::uint32_t context, number;
    std::int32_t priority;
    std::uint32_t flag, name, pad;
};

struct Domain {
    std::uint32_t number, name;
};

enum class NvtxOp : std::uint8_t {
    Push,
    Pop,
    Start,
    End,
    Mark,
    NameThread,    ///< `id` = thread
    NameCategory,  ///< `category`
    NameStream,    ///< `id` = its number, as in Stream
    Counter,       ///< `id` = bits of a double
    NameDevice,    ///< `id` = its number
};

struct NvtxEvent {
    std::uint64_t time;
    std::uint64_t
        id;  ///< Start, End: number of the range; Push of NCCL: number of the call within its communicator, 0 = unknown
    std::uint64_t payload;                                 ///< bits, by payloadType
    std::uint32_t name, domain, thread, category, colour;  ///< colour: ARGB, 0 = none
    NvtxOp op;
    std::uint8_t payloadType;  ///< as NVTX numbers them; 0 = none
    std::uint16_t payloads;    ///< number of entries of Payloads that belong to it: the next ones of its thread
};

struct NvtxPayload {
    std::uint64_t schema;
    std::uint32_t thread;
    std::uint32_t bytes;
};

/// A schema of payloads, or an enumeration (type 255).
struct Schema {
    std::uint64_t id, staticBytes;
    std::uint32_t domain, name, type, entries;
};
struct SchemaEntry {
    std::uint64_t type, offset, flags, detail;  ///< of an enumeration: `detail` is the value
    std::uint32_t name, pad;
};

/// Lost records: named, never silent.
struct Loss {
    std::uint64_t records;
    std::uint32_t what, pad;  ///< string: a Phrase
};

struct Thread {
    std::uint32_t thread, name;
};

/// A call stack. Numbered from 1; it comes before its first use.
struct Stack {
    std::uint32_t number;
    std::uint32_t frames;
    std::uint32_t pid;  ///< whose addresses these are; 0 = the process of the spool
    std::uint32_t pad;
};
/// A frame is an address in the process, like a return address: after the call. Or it is a name, for interpreters.
inline constexpr std::uint64_t kNamedFrame = std::uint64_t{1} << 63;
/// Both are strings. The module is the file of a function, followed by a colon and the line if that is known.
constexpr std::uint64_t namedFrame(std::uint32_t name, std::uint32_t module) {
    return kNamedFrame | std::uint64_t{module & 0x7fffffff} << 32 | name;
}
constexpr std::uint32_t nameOfFrame(std::uint64_t frame) { return static_cast<std::uint32_t>(frame); }
constexpr std::uint32_t moduleOfFrame(std::uint64_t frame) {
    return static_cast<std::uint32_t>(frame >> 32) & 0x7fffffff;
}
/// Kernel addresses lie in the upper half. In a stack their highest bit is cleared, and this one is set.
inline constexpr std::uint64_t kKernelFrame = std::uint64_t{1} << 62;

/// A thread's registers and the bytes of its stack. A reader finds the callers in them.
struct RawStack {
    enum Machine : std::uint16_t { X86_64 = 62, Aarch64 = 183 };  ///< as ELF numbers them
    std::uint64_t time;
    std::uint32_t number;  ///< among Stacks
    std::uint32_t pid;
    Machine machine;
    std::uint16_t registers;  ///< of the machine as DWARF numbers them; the last one is the program counter
    std::uint32_t kernelFrames;
    std::uint32_t bytes;  ///< of the stack, from the stack pointer on
    std::uint32_t pad;
};

/// A file as stat() reports it. All 0: nobody looked. kIsAnother: the file of that name is no longer the mapped one.
struct FileIdentity {
    std::uint64_t inode, bytes, modified;  ///< ns
    auto operator<=>(const FileIdentity&) const = default;
};
inline constexpr FileIdentity kIsAnother{~0ull, 0, 0};

struct Mapping {
    std::uint64_t time, address, size, offset;  ///< offset: in the file
    std::uint32_t pid, path;                    ///< pid 0 = the process of the spool
    FileIdentity file;
};

struct ProcessChange {
    enum Op : std::uint32_t { Fork, Exec, Exit, ThreadStart, ThreadName };
    std::uint64_t time;
    std::uint32_t pid, thread;  ///< thread = pid for the process itself
    std::uint32_t parent;       ///< Fork, ThreadStart: the process that did it
    std::uint32_t name;         ///< Exec, ThreadName
    Op op;
    std::uint32_t by;  ///< Fork, ThreadStart: the thread of `parent` that did it; 0 = unknown
};

struct Sample {
    std::uint64_t time;
    std::uint32_t pid, thread, cpu, stack;
    std::uint32_t flags,
        pad;  ///< bit 0: in the kernel; bit 1: where Python is, which has no CPU; bit 2: the thread begins to wait
};

struct Switch {
    enum Op : std::uint32_t { Out, In, Preempted };  ///< Preempted: out, although it could have run on
    std::uint64_t time;
    std::uint32_t pid, thread, cpu;
    Op op;
};

struct LibraryCall {
    std::uint64_t start, end;
    std::uint32_t thread, name;
    std::uint32_t library;  ///< string, as shown to people: "OS runtime", "cuBLAS", "MPI" …
    std::uint32_t detail;   ///< string: a file or a size; 0 = nothing
    std::uint32_t stack, pad;
    std::int64_t result;
};

struct CallStack {
    enum Flags : std::uint32_t { Native = 1 };  ///< otherwise of Python; a call may have both
    std::uint64_t time;                         ///< within the call
    std::uint32_t correlation;                  ///< 0 = identified by thread and time
    std::uint32_t thread, stack, flags;
};

struct Meter {
    enum Of : std::uint32_t { Device, Machine };
    std::uint32_t number, name;  ///< the unit is in brackets after the name
    Of of;
    std::uint32_t device;      ///< as numbered by Devices of this spool
    std::uint32_t order, pad;  ///< among its siblings
};

/// The value holds until the next one; NaN = unknown from here on.
struct Reading {
    std::uint64_t time;
    double value;
    std::uint32_t meter, pad;
};

struct Mark {
    std::uint64_t start, end;  ///< equal for what takes no time
    std::uint32_t text, detail;
    Meter::Of of;
    std::uint32_t device;
};

/// Counter values of one launch.
struct KernelMetrics {
    std::uint64_t time;          ///< of the launch
    std::uint32_t name;          ///< mangled
    std::uint32_t list, values;  ///< of MetricLists; number of values that follow
    std::uint32_t grid[3], block[3];
    std::uint32_t device, context, stream, thread;
    std::uint32_t dynamicShared;  ///< bytes
    std::uint32_t pad[2];
};
static_assert(sizeof(KernelMetrics) % 8 == 0);

/// Reads a record that the file stores in `stored` bytes.
template <class T>
T read(const unsigned char* p, std::size_t stored) {
    static_assert(std::is_trivially_copyable_v<T>);
    T out{};
    std::memcpy(&out, p, stored < sizeof(T) ? stored : sizeof(T));
    return out;
}

}  // namespace collectors::spool
