// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/look/event_text_tables.h"

#include <QCoreApplication>

#include <iterator>

namespace timeline {
namespace {

using model::EventKind;
using enum ArgFormat;
using G = ArgGroup;

struct KindField {
    EventKind kind;
    ArgField field;
};

// A class, because the tool that collects strings for the translators takes their context from it.
struct EventText {
    Q_DECLARE_TR_FUNCTIONS(timeline::EventText)
public:
    static constexpr EnumName kMemcpyKind[] = {{0, QT_TR_NOOP("Unknown")},
                                               {1, QT_TR_NOOP("Host to device")},
                                               {2, QT_TR_NOOP("Device to host")},
                                               {3, QT_TR_NOOP("Host to array")},
                                               {4, QT_TR_NOOP("Array to host")},
                                               {5, QT_TR_NOOP("Array to array")},
                                               {6, QT_TR_NOOP("Array to device")},
                                               {7, QT_TR_NOOP("Device to array")},
                                               {8, QT_TR_NOOP("Device to device")},
                                               {9, QT_TR_NOOP("Host to host")},
                                               {10, QT_TR_NOOP("Peer to peer")},
                                               {11, QT_TR_NOOP("Unified memory, host to device")},
                                               {12, QT_TR_NOOP("Unified memory, device to host")},
                                               {13, QT_TR_NOOP("Unified memory, device to device")}};

    static constexpr EnumName kMemKind[] = {{0, QT_TR_NOOP("Pageable")},        {1, QT_TR_NOOP("Pinned")},
                                            {2, QT_TR_NOOP("Device")},          {3, QT_TR_NOOP("Array")},
                                            {4, QT_TR_NOOP("Managed")},         {5, QT_TR_NOOP("Device, static")},
                                            {6, QT_TR_NOOP("Managed, static")}, {7, QT_TR_NOOP("Unknown")}};

    static constexpr EnumName kSyncType[] = {{0, QT_TR_NOOP("Unknown")},
                                             {1, QT_TR_NOOP("Wait for event")},
                                             {2, QT_TR_NOOP("Stream waits for event")},
                                             {3, QT_TR_NOOP("Wait for stream")},
                                             {4, QT_TR_NOOP("Wait for context")}};

    static constexpr EnumName kLaunchType[] = {{0, QT_TR_NOOP("Unknown")},
                                               {1, QT_TR_NOOP("Regular")},
                                               {2, QT_TR_NOOP("Cooperative")},
                                               {3, QT_TR_NOOP("Cooperative, several devices")}};

    static constexpr EnumName kCacheConfig[] = {{0, QT_TR_NOOP("No preference")},
                                                {1, QT_TR_NOOP("Prefer shared memory")},
                                                {2, QT_TR_NOOP("Prefer L1")},
                                                {3, QT_TR_NOOP("Equal parts")}};

    static constexpr EnumName kSharedLimit[] = {{0, QT_TR_NOOP("Default")}, {1, QT_TR_NOOP("Opt-in")}};

    static constexpr EnumName kClusterPolicy[] = {
        {0, QT_TR_NOOP("Default")}, {1, QT_TR_NOOP("Spread")}, {2, QT_TR_NOOP("Load balancing")}};

    static constexpr EnumName kThreadState[] = {{0, QT_TR_NOOP("Unknown")},
                                                {1, QT_TR_NOOP("Running")},
                                                {2, QT_TR_NOOP("Sleeping, interruptible")},
                                                {3, QT_TR_NOOP("Sleeping, uninterruptible")},
                                                {4, QT_TR_NOOP("Stopped")},
                                                {5, QT_TR_NOOP("Terminated")},
                                                {6, QT_TR_NOOP("Unscheduled")},
                                                {7, QT_TR_NOOP("Waiting")},
                                                {8, QT_TR_NOOP("In OS runtime")},
                                                {9, QT_TR_NOOP("Initialized")},
                                                {10, QT_TR_NOOP("In transition")}};

    static constexpr EnumName kThreadBlock[] = {{0, QT_TR_NOOP("Not blocked")},
                                                {1, QT_TR_NOOP("Unknown")},
                                                {2, QT_TR_NOOP("Signal")},
                                                {3, QT_TR_NOOP("Stopped")},
                                                {4, QT_TR_NOOP("Sleep")},
                                                {5, QT_TR_NOOP("Interrupt")},
                                                {6, QT_TR_NOOP("Mutex")},
                                                {7, QT_TR_NOOP("Condition variable")},
                                                {8, QT_TR_NOOP("Semaphore")},
                                                {9, QT_TR_NOOP("Join")},
                                                {12, QT_TR_NOOP("Send")},
                                                {13, QT_TR_NOOP("Receive")},
                                                {16, QT_TR_NOOP("Other thread")},
                                                {17, QT_TR_NOOP("Memory page")},
                                                {20, QT_TR_NOOP("Free page")},
                                                {21, QT_TR_NOOP("Page in")},
                                                {23, QT_TR_NOOP("Sleep")},
                                                {24, QT_TR_NOOP("Suspended")},
                                                {25, QT_TR_NOOP("User request")},
                                                {27, QT_TR_NOOP("Queue")},
                                                {31, QT_TR_NOOP("Page out")},
                                                {34, QT_TR_NOOP("Terminated")},
                                                {38, QT_TR_NOOP("Operating system kernel")},
                                                {39, QT_TR_NOOP("Resource")},
                                                {42, QT_TR_NOOP("Time slice used up")},
                                                {44, QT_TR_NOOP("Preempted")},
                                                {45, QT_TR_NOOP("Yielded")},
                                                {49, QT_TR_NOOP("Ready to run")},
                                                {52, QT_TR_NOOP("Page fault")},
                                                {56, QT_TR_NOOP("Barrier")},
                                                {57, QT_TR_NOOP("Read lock")},
                                                {58, QT_TR_NOOP("Write lock")}};

    static constexpr EnumName kNvtxType[] = {{33, QT_TR_NOOP("Category name")},   {34, QT_TR_NOOP("Mark")},
                                             {39, QT_TR_NOOP("Thread name")},     {59, QT_TR_NOOP("Push/pop range")},
                                             {60, QT_TR_NOOP("Start/end range")}, {75, QT_TR_NOOP("Domain created")},
                                             {76, QT_TR_NOOP("Domain destroyed")}};

    static constexpr EnumName kEventClass[] = {{0, QT_TR_NOOP("CUDA runtime API")},
                                               {1, QT_TR_NOOP("CUDA driver API")},
                                               {13, QT_TR_NOOP("CUDA EGL driver API")},
                                               {27, QT_TR_NOOP("OS runtime")},
                                               {28, QT_TR_NOOP("cuDNN")},
                                               {29, QT_TR_NOOP("cuBLAS")}};

    static constexpr EnumName kMigrationCause[] = {
        {0, QT_TR_NOOP("Unknown")},    {1, QT_TR_NOOP("Prefetch by the program")},
        {2, QT_TR_NOOP("Page fault")}, {3, QT_TR_NOOP("Speculative prefetch")},
        {4, QT_TR_NOOP("Eviction")},   {5, QT_TR_NOOP("Access counters")}};

    static constexpr EnumName kFaultAccess[] = {{0, QT_TR_NOOP("Unknown")},
                                                {1, QT_TR_NOOP("Read")},
                                                {2, QT_TR_NOOP("Write")},
                                                {3, QT_TR_NOOP("Atomic")},
                                                {4, QT_TR_NOOP("Prefetch")}};

    static constexpr EnumName kMemoryOperation[] = {{0, QT_TR_NOOP("Allocation")}, {1, QT_TR_NOOP("Release")}};

    static constexpr EnumName kPoolOperation[] = {{0, QT_TR_NOOP("Invalid")},
                                                  {1, QT_TR_NOOP("Created")},
                                                  {2, QT_TR_NOOP("Destroyed")},
                                                  {3, QT_TR_NOOP("Trimmed")}};

    static constexpr EnumName kPoolType[] = {
        {0, QT_TR_NOOP("Invalid")}, {1, QT_TR_NOOP("Local")}, {2, QT_TR_NOOP("Imported")}};

    static constexpr EnumName kOverhead[] = {{0, QT_TR_NOOP("Unknown")},
                                             {1, QT_TR_NOOP("Driver compiler")},
                                             {1 << 16, QT_TR_NOOP("Buffer flush")},
                                             {2 << 16, QT_TR_NOOP("Instrumentation")},
                                             {3 << 16, QT_TR_NOOP("Resource creation")},
                                             {4 << 16, QT_TR_NOOP("Module loading by the runtime")},
                                             {5 << 16, QT_TR_NOOP("Lazy function loading")},
                                             {6 << 16, QT_TR_NOOP("Command buffer full")},
                                             {7 << 16, QT_TR_NOOP("Request for an activity buffer")},
                                             {8 << 16, QT_TR_NOOP("Start of unified memory tracing")}};

    static constexpr EnumName kSeverity[] = {{0, QT_TR_NOOP("Unknown")},
                                             {1, QT_TR_NOOP("Information")},
                                             {2, QT_TR_NOOP("Warning")},
                                             {3, QT_TR_NOOP("Error")},
                                             {4, QT_TR_NOOP("Detail")}};

    static constexpr EnumName kDiagnosticSource[] = {{0, QT_TR_NOOP("Unknown")},
                                                     {1, QT_TR_NOOP("Injected library")},
                                                     {2, QT_TR_NOOP("Profiler daemon")},
                                                     {3, QT_TR_NOOP("Analysis")}};

    static constexpr EnumName kClockSource[] = {
        {0, QT_TR_NOOP("Unknown")}, {1, QT_TR_NOOP("Profiled machine")}, {2, QT_TR_NOOP("Machine of the profiler")}};

    // Keys that mean something else for one kind of event.
    static constexpr KindField kKindFields[] = {
        {EventKind::Memset, {"value", QT_TR_NOOP("Value written"), Address, G::Transfer}},
        {EventKind::CudaApi, {"returnValue", QT_TR_NOOP("Result"), Result, G::General}},
        {EventKind::Osrt, {"returnValue", QT_TR_NOOP("Return value"), Id, G::General}},
        {EventKind::Sched, {"threadState", QT_TR_NOOP("State afterwards"), Enum, G::General, kThreadState}},
        {EventKind::MemoryPool, {"address", QT_TR_NOOP("Pool"), Address, G::General}},
    };

    static constexpr ArgField kFields[] = {
        // Kernels. Grid, block and cluster are put together into one line each; these lines are for other readers.
        {"gridX", QT_TR_NOOP("Grid x"), Plain, G::Launch},
        {"gridY", QT_TR_NOOP("Grid y"), Plain, G::Launch},
        {"gridZ", QT_TR_NOOP("Grid z"), Plain, G::Launch},
        {"blockX", QT_TR_NOOP("Block x"), Plain, G::Launch},
        {"blockY", QT_TR_NOOP("Block y"), Plain, G::Launch},
        {"blockZ", QT_TR_NOOP("Block z"), Plain, G::Launch},
        {"clusterX", QT_TR_NOOP("Cluster x"), Plain, G::Launch},
        {"clusterY", QT_TR_NOOP("Cluster y"), Plain, G::Launch},
        {"clusterZ", QT_TR_NOOP("Cluster z"), Plain, G::Launch},
        {"launchType", QT_TR_NOOP("Launch type"), Enum, G::Launch, kLaunchType, true},
        {"clusterSchedulingPolicy", QT_TR_NOOP("Cluster scheduling"), Enum, G::Launch, kClusterPolicy, true},
        {"maxPotentialClusterSize", QT_TR_NOOP("Largest possible cluster"), Plain, G::Launch, {}, true},
        {"maxActiveClusters", QT_TR_NOOP("Most active clusters"), Plain, G::Launch, {}, true},
        {"registersPerThread", QT_TR_NOOP("Registers per thread"), Plain, G::Resources},
        {"staticSharedMemory", QT_TR_NOOP("Static shared memory"), Bytes, G::Resources},
        {"dynamicSharedMemory", QT_TR_NOOP("Dynamic shared memory"), Bytes, G::Resources},
        {"sharedMemoryExecuted", QT_TR_NOOP("Shared memory set up"), Bytes, G::Resources, {}, true},
        {"sharedMemoryLimitConfig", QT_TR_NOOP("Shared memory limit"), Enum, G::Resources, kSharedLimit, true},
        {"sharedMemoryRequestedPercentage",
         QT_TR_NOOP("Shared memory share asked for, %"),
         Plain,
         G::Resources,
         {},
         true},
        {"localMemoryPerThread", QT_TR_NOOP("Local memory per thread"), Bytes, G::Resources},
        {"localMemoryTotal", QT_TR_NOOP("Local memory, total"), Bytes, G::Resources},
        {"cacheConfig", QT_TR_NOOP("Cache configuration"), Enum, G::Resources, kCacheConfig, true},
        {"shortName", QT_TR_NOOP("Short name"), Plain, G::General},
        {"mangledName", QT_TR_NOOP("Mangled name"), Plain, G::General},
        {"kernelProfile", QT_TR_NOOP("Number of its profile"), Id, G::General},
        {"greenContextId", QT_TR_NOOP("Green context"), Id, G::General, {}, true},
        // Copies and fills.
        {"bytes", QT_TR_NOOP("Size"), Bytes, G::Transfer},
        {"copyKind", QT_TR_NOOP("Direction"), Enum, G::Transfer, kMemcpyKind},
        {"srcKind", QT_TR_NOOP("From"), Enum, G::Transfer, kMemKind},
        {"dstKind", QT_TR_NOOP("To"), Enum, G::Transfer, kMemKind},
        {"memKind", QT_TR_NOOP("Memory"), Enum, G::Transfer, kMemKind},
        {"srcDeviceId", QT_TR_NOOP("From device"), Id, G::Transfer},
        {"dstDeviceId", QT_TR_NOOP("To device"), Id, G::Transfer},
        {"srcContextId", QT_TR_NOOP("From context"), Id, G::Transfer},
        {"dstContextId", QT_TR_NOOP("To context"), Id, G::Transfer},
        {"migrationCause", QT_TR_NOOP("Cause of the migration"), Enum, G::Transfer, kMigrationCause, true},
        {"virtualAddress", QT_TR_NOOP("Address"), Address, G::Transfer, {}, true},
        {"copyCount", QT_TR_NOOP("Copies in the batch"), Plain, G::Transfer, {}, true},
        {"deprecatedSrcId", QT_TR_NOOP("Source id"), Id, G::Other, {}, true},
        // Graphs.
        {"graphId", QT_TR_NOOP("Graph"), Id, G::Graph, {}, true},
        {"graphExecId", QT_TR_NOOP("Executable graph"), Id, G::Graph, {}, true},
        {"originalGraphId", QT_TR_NOOP("Cloned from graph"), Id, G::Graph, {}, true},
        {"graphNodeId", QT_TR_NOOP("Graph node"), Id, G::Graph, {}, true},
        {"originalGraphNodeId", QT_TR_NOOP("Cloned from node"), Id, G::Graph, {}, true},
        // Synchronization and CUDA events.
        {"syncType", QT_TR_NOOP("Waits for"), Enum, G::General, kSyncType},
        {"deprecatedSyncType", QT_TR_NOOP("Waits for, old numbering"), Id, G::Other, {}, true},
        {"eventId", QT_TR_NOOP("CUDA event"), Id, G::General, {}, true},
        {"eventSyncId", QT_TR_NOOP("Synchronization id of the event"), Id, G::General, {}, true},
        // Calls.
        {"returnValue", QT_TR_NOOP("Return value"), Id, G::General},
        {"eventClass", QT_TR_NOOP("API"), Enum, G::General, kEventClass},
        {"nestingLevel", QT_TR_NOOP("Nesting level"), Plain, G::General, {}, true},
        // NVTX.
        {"eventType", QT_TR_NOOP("Type"), Enum, G::General, kNvtxType},
        {"rangeId", QT_TR_NOOP("Range id"), Id, G::General, {}, true},
        {"category", QT_TR_NOOP("Category"), Id, G::General, {}, true},
        {"color", QT_TR_NOOP("Colour"), Colour, G::General, {}, true},
        {"endGlobalTid", QT_TR_NOOP("Ended by thread"), Address, G::General, {}, true},
        {"uint64Value", QT_TR_NOOP("Payload"), Plain, G::Payload},
        {"int64Value", QT_TR_NOOP("Payload"), Plain, G::Payload},
        {"doubleValue", QT_TR_NOOP("Payload"), Plain, G::Payload},
        {"uint32Value", QT_TR_NOOP("Payload"), Plain, G::Payload},
        {"int32Value", QT_TR_NOOP("Payload"), Plain, G::Payload},
        {"floatValue", QT_TR_NOOP("Payload"), Plain, G::Payload},
        {"jsonTextId", QT_TR_NOOP("Payload"), Plain, G::Payload},
        {"jsonText", QT_TR_NOOP("Payload"), Plain, G::Payload},
        // Memory usage and pools.
        {"address", QT_TR_NOOP("Address"), Address, G::General},
        {"pc", QT_TR_NOOP("Program counter"), Address, G::General, {}, true},
        {"memoryOperationType", QT_TR_NOOP("Operation"), Enum, G::General, kMemoryOperation},
        {"operationType", QT_TR_NOOP("Operation"), Enum, G::General, kPoolOperation},
        {"poolType", QT_TR_NOOP("Pool type"), Enum, G::General, kPoolType},
        {"minBytesToKeep", QT_TR_NOOP("Least size to keep"), Bytes, G::General, {}, true},
        {"localMemoryPoolAddress", QT_TR_NOOP("Pool"), Address, G::General, {}, true},
        {"localMemoryPoolReleaseThreshold", QT_TR_NOOP("Release threshold of the pool"), Bytes, G::General},
        {"localMemoryPoolSize", QT_TR_NOOP("Pool size"), Bytes, G::General},
        {"localMemoryPoolUtilizedSize", QT_TR_NOOP("Used in the pool"), Bytes, G::General},
        {"importedMemoryPoolAddress", QT_TR_NOOP("Imported pool"), Address, G::General, {}, true},
        {"importedMemoryPoolProcessId", QT_TR_NOOP("Pool imported from process"), Id, G::General, {}, true},
        // Page faults.
        {"originalFaultPc", QT_TR_NOOP("Faulting instruction"), Address, G::General},
        {"unresolvedFaultPc", QT_TR_NOOP("Symbol missing"), Flag, G::General, {}, true},
        {"CpuInstruction", QT_TR_NOOP("Function"), Plain, G::General},
        {"module", QT_TR_NOOP("Module"), Plain, G::General},
        {"sourceFile", QT_TR_NOOP("Source file"), Plain, G::General},
        {"sourceLine", QT_TR_NOOP("Line"), Id, G::General, {}, true},
        {"numberOfPageFaults", QT_TR_NOOP("Page faults"), Plain, G::General},
        {"faultAccessType", QT_TR_NOOP("Access"), Enum, G::General, kFaultAccess},
        // Threads and samples.
        {"cpu", QT_TR_NOOP("CPU"), Id, G::General},
        {"threadState", QT_TR_NOOP("Thread state"), Enum, G::General, kThreadState},
        {"threadBlock", QT_TR_NOOP("Blocked by"), Enum, G::General, kThreadBlock, true},
        {"cpuCycles", QT_TR_NOOP("CPU cycles"), Plain, G::General},
        // Overheads and diagnostics.
        {"overheadType", QT_TR_NOOP("Overhead"), Enum, G::General, kOverhead},
        {"timestampType", QT_TR_NOOP("Clock of the time"), Enum, G::Other, kClockSource},
        {"source", QT_TR_NOOP("Reported by"), Enum, G::General, kDiagnosticSource},
        {"severity", QT_TR_NOOP("Severity"), Enum, G::General, kSeverity},
    };

    // In the order of EventKind; the same words as in the model, which knows no translators.
    static constexpr const char* kKinds[] = {QT_TR_NOOP("Kernel"),
                                             QT_TR_NOOP("Memory copy"),
                                             QT_TR_NOOP("Memory set"),
                                             QT_TR_NOOP("CUDA graph"),
                                             QT_TR_NOOP("Synchronization"),
                                             QT_TR_NOOP("CUDA event"),
                                             QT_TR_NOOP("CUDA API call"),
                                             QT_TR_NOOP("CUDA graph call"),
                                             QT_TR_NOOP("CUDA graph node"),
                                             QT_TR_NOOP("NVTX"),
                                             QT_TR_NOOP("OS runtime call"),
                                             QT_TR_NOOP("cuDNN call"),
                                             QT_TR_NOOP("cuBLAS call"),
                                             QT_TR_NOOP("Library call"),
                                             QT_TR_NOOP("Annotation"),
                                             QT_TR_NOOP("Operator"),
                                             QT_TR_NOOP("Python function"),
                                             QT_TR_NOOP("Slice"),
                                             QT_TR_NOOP("Async slice"),
                                             QT_TR_NOOP("Instant"),
                                             QT_TR_NOOP("Object"),
                                             QT_TR_NOOP("Flow"),
                                             QT_TR_NOOP("Thread scheduling"),
                                             QT_TR_NOOP("CPU sample"),
                                             QT_TR_NOOP("Python sample"),
                                             QT_TR_NOOP("GPU metric"),
                                             QT_TR_NOOP("Counter"),
                                             QT_TR_NOOP("Memory usage"),
                                             QT_TR_NOOP("Memory pool"),
                                             QT_TR_NOOP("CPU page fault"),
                                             QT_TR_NOOP("GPU page fault"),
                                             QT_TR_NOOP("Profiler overhead"),
                                             QT_TR_NOOP("CUPTI overhead"),
                                             QT_TR_NOOP("JIT compilation"),
                                             QT_TR_NOOP("Diagnostic"),
                                             QT_TR_NOOP("Event")};
    static_assert(std::size(kKinds) == model::kEventKindCount);
};

struct ResultName {
    std::int64_t code;
    std::string_view runtime, driver;
};

// Result codes that programs meet, from the public CUDA headers; both APIs number them alike since CUDA 10.1.
constexpr ResultName kResults[] = {
    {0, "cudaSuccess", "CUDA_SUCCESS"},
    {1, "cudaErrorInvalidValue", "CUDA_ERROR_INVALID_VALUE"},
    {2, "cudaErrorMemoryAllocation", "CUDA_ERROR_OUT_OF_MEMORY"},
    {3, "cudaErrorInitializationError", "CUDA_ERROR_NOT_INITIALIZED"},
    {4, "cudaErrorCudartUnloading", "CUDA_ERROR_DEINITIALIZED"},
    {5, "cudaErrorProfilerDisabled", "CUDA_ERROR_PROFILER_DISABLED"},
    {9, "cudaErrorInvalidConfiguration", ""},
    {12, "cudaErrorInvalidPitchValue", ""},
    {13, "cudaErrorInvalidSymbol", ""},
    {17, "cudaErrorInvalidDevicePointer", ""},
    {21, "cudaErrorInvalidMemcpyDirection", ""},
    {34, "cudaErrorStubLibrary", "CUDA_ERROR_STUB_LIBRARY"},
    {35, "cudaErrorInsufficientDriver", ""},
    {36, "cudaErrorCallRequiresNewerDriver", "CUDA_ERROR_CALL_REQUIRES_NEWER_DRIVER"},
    {46, "cudaErrorDevicesUnavailable", "CUDA_ERROR_DEVICE_UNAVAILABLE"},
    {52, "cudaErrorMissingConfiguration", ""},
    {98, "cudaErrorInvalidDeviceFunction", ""},
    {100, "cudaErrorNoDevice", "CUDA_ERROR_NO_DEVICE"},
    {101, "cudaErrorInvalidDevice", "CUDA_ERROR_INVALID_DEVICE"},
    {200, "cudaErrorInvalidKernelImage", "CUDA_ERROR_INVALID_IMAGE"},
    {201, "cudaErrorDeviceUninitialized", "CUDA_ERROR_INVALID_CONTEXT"},
    {209, "cudaErrorNoKernelImageForDevice", "CUDA_ERROR_NO_BINARY_FOR_GPU"},
    {214, "cudaErrorECCUncorrectable", "CUDA_ERROR_ECC_UNCORRECTABLE"},
    {215, "cudaErrorUnsupportedLimit", "CUDA_ERROR_UNSUPPORTED_LIMIT"},
    {216, "cudaErrorDeviceAlreadyInUse", "CUDA_ERROR_CONTEXT_ALREADY_IN_USE"},
    {217, "cudaErrorPeerAccessUnsupported", "CUDA_ERROR_PEER_ACCESS_UNSUPPORTED"},
    {218, "cudaErrorInvalidPtx", "CUDA_ERROR_INVALID_PTX"},
    {220, "cudaErrorNvlinkUncorrectable", "CUDA_ERROR_NVLINK_UNCORRECTABLE"},
    {222, "cudaErrorUnsupportedPtxVersion", "CUDA_ERROR_UNSUPPORTED_PTX_VERSION"},
    {300, "cudaErrorInvalidSource", "CUDA_ERROR_INVALID_SOURCE"},
    {301, "cudaErrorFileNotFound", "CUDA_ERROR_FILE_NOT_FOUND"},
    {304, "cudaErrorOperatingSystem", "CUDA_ERROR_OPERATING_SYSTEM"},
    {400, "cudaErrorInvalidResourceHandle", "CUDA_ERROR_INVALID_HANDLE"},
    {401, "cudaErrorIllegalState", "CUDA_ERROR_ILLEGAL_STATE"},
    {500, "cudaErrorSymbolNotFound", "CUDA_ERROR_NOT_FOUND"},
    {600, "cudaErrorNotReady", "CUDA_ERROR_NOT_READY"},
    {700, "cudaErrorIllegalAddress", "CUDA_ERROR_ILLEGAL_ADDRESS"},
    {701, "cudaErrorLaunchOutOfResources", "CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES"},
    {702, "cudaErrorLaunchTimeout", "CUDA_ERROR_LAUNCH_TIMEOUT"},
    {704, "cudaErrorPeerAccessAlreadyEnabled", "CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED"},
    {705, "cudaErrorPeerAccessNotEnabled", "CUDA_ERROR_PEER_ACCESS_NOT_ENABLED"},
    {709, "cudaErrorContextIsDestroyed", "CUDA_ERROR_CONTEXT_IS_DESTROYED"},
    {710, "cudaErrorAssert", "CUDA_ERROR_ASSERT"},
    {712, "cudaErrorHostMemoryAlreadyRegistered", "CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED"},
    {713, "cudaErrorHostMemoryNotRegistered", "CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED"},
    {715, "cudaErrorIllegalInstruction", "CUDA_ERROR_ILLEGAL_INSTRUCTION"},
    {716, "cudaErrorMisalignedAddress", "CUDA_ERROR_MISALIGNED_ADDRESS"},
    {719, "cudaErrorLaunchFailure", "CUDA_ERROR_LAUNCH_FAILED"},
    {720, "cudaErrorCooperativeLaunchTooLarge", "CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE"},
    {800, "cudaErrorNotPermitted", "CUDA_ERROR_NOT_PERMITTED"},
    {801, "cudaErrorNotSupported", "CUDA_ERROR_NOT_SUPPORTED"},
    {802, "cudaErrorSystemNotReady", "CUDA_ERROR_SYSTEM_NOT_READY"},
    {803, "cudaErrorSystemDriverMismatch", "CUDA_ERROR_SYSTEM_DRIVER_MISMATCH"},
    {900, "cudaErrorStreamCaptureUnsupported", "CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED"},
    {901, "cudaErrorStreamCaptureInvalidated", "CUDA_ERROR_STREAM_CAPTURE_INVALIDATED"},
    {904, "cudaErrorStreamCaptureUnjoined", "CUDA_ERROR_STREAM_CAPTURE_UNJOINED"},
    {906, "cudaErrorStreamCaptureImplicit", "CUDA_ERROR_STREAM_CAPTURE_IMPLICIT"},
    {908, "cudaErrorStreamCaptureWrongThread", "CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD"},
    {910, "cudaErrorGraphExecUpdateFailure", "CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE"},
    {999, "cudaErrorUnknown", "CUDA_ERROR_UNKNOWN"},
};

}  // namespace

const ArgField* argField(std::string_view key, model::EventKind kind) {
    for (const KindField& f : EventText::kKindFields)
        if (f.kind == kind && f.field.key == key) return &f.field;
    for (const ArgField& f : EventText::kFields)
        if (f.key == key) return &f;
    return nullptr;
}

const char* enumName(std::span<const EnumName> names, std::int64_t value) {
    for (const EnumName& n : names)
        if (n.value == value) return n.name;
    return nullptr;
}

std::string_view cudaResultName(std::int64_t code, bool driverApi) {
    for (const ResultName& r : kResults)
        if (r.code == code) return driverApi && !r.driver.empty() ? r.driver : r.runtime;
    return {};
}

const char* eventKindLabel(model::EventKind kind) { return EventText::kKinds[static_cast<std::size_t>(kind)]; }

}  // namespace timeline
