// SPDX-License-Identifier: Apache-2.0
// libsightline-openmp.so: what OpenMP tells tools (OMPT). Runtimes that have it, LLVM's and Intel's, load it by
// OMP_TOOL_LIBRARIES where the program has no tool of its own.
#include <pthread.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#include <new>

#include "collectors/calls/forward.h"
#include "collectors/calls/text.h"
#include "collectors/process/raw_syscall.h"

namespace collectors::calls {
namespace {

// Of the interface, OpenMP 5.0 and later, what is used of it.
union Data {
    std::uint64_t value;
    void* pointer;
};
using Callback = void (*)();
using Lookup = Callback (*)(const char*);
using SetCallback = int (*)(int event, Callback);
enum Event : int {
    ParallelBegin = 3,
    ParallelEnd = 4,
    TaskCreate = 5,
    TaskSchedule = 6,
    ImplicitTask = 7,
    Work = 20,
    Masked = 21,
    SyncRegion = 23,
    MutexAcquire = 26,
    MutexAcquired = 27
};
enum Endpoint : int { Begin = 1, End = 2 };
enum TaskFlags : int { kInitial = 1, kExplicit = 4 };
enum TaskStatus : int { Complete = 1, Cancel = 3, Detach = 4, LateFulfill = 6 };
constexpr int kExecutor = 3;  // of `single`

constexpr const char* kWork[] = {"work",     "loop",  "sections", "single", "single", "workshare", "distribute",
                                 "taskloop", "scope", "loop",     "loop",   "loop",   "loop"};
constexpr const char* kSync[] = {"synchronization",        "barrier",          "implicit barrier", "barrier",
                                 "barrier of the runtime", "taskwait",         "taskgroup",        "reduction",
                                 "implicit barrier",       "implicit barrier", "barrier of teams"};
constexpr const char* kMutex[] = {"waiting for a lock",        "waiting for a lock",        "waiting for a lock",
                                  "waiting for a nested lock", "waiting for a nested lock", "waiting for critical",
                                  "waiting for atomic",        "waiting for ordered"};
template <std::size_t N>
constexpr const char* nameAt(const char* const (&names)[N], int number) {
    return names[number > 0 && static_cast<std::size_t>(number) < N ? number : 0];
}

Tracing* g_tracing = &g_nothing;

/// What has begun in a thread, the outermost first.
struct Open {
    const char* name;
    const void* code;     ///< where in the program; null = not said
    std::uint64_t start;  ///< ns; 0 = nothing was traced then
    const char* detail;   ///< with two numbers, each a '%'; null = none
    std::uint64_t a, b;
    std::uint64_t task;  ///< explicit ones: which
    int event;
};
struct Stack {
    static constexpr std::size_t kMost = 256;
    std::size_t depth = 0;
    Open open[kMost];
};
/// What a thread has of its own. Not thread-local memory: of a library that is loaded later that is allocated where it
/// is first touched, deep in the C library.
struct Own {
    Thread thread;
    Stack stack;
};
pthread_key_t g_own;

void discard(void* own) { rawSyscall(SYS_munmap, reinterpret_cast<long>(own), sizeof(Own)); }

/// Of this thread; null: there is no memory. No handler of a signal comes here.
Own* own() {
    if (void* const known = ::pthread_getspecific(g_own)) return static_cast<Own*>(known);
    const long memory =
        rawSyscall(SYS_mmap, 0, sizeof(Own), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (isError(memory)) return nullptr;
    auto* const fresh = new (reinterpret_cast<void*>(memory)) Own{};
    if (::pthread_setspecific(g_own, fresh) == 0) return fresh;
    discard(fresh);
    return nullptr;
}

bool isLive() { return g_tracing->live.load(std::memory_order_relaxed); }

struct Over : Note {
    const Open& open;
};
/// "thread % of %" with the numbers in their places.
std::size_t describe(const Note& note, char* to, std::size_t room) {
    const Open& o = static_cast<const Over&>(note).open;
    Text text(to, room);
    std::uint64_t number = o.a;
    for (const char* p = o.detail; *p; ++p) {
        if (*p != '%') text << std::string_view(p, 1);
        else text << number, number = o.b;
    }
    return text.size();
}

void note(Thread& thread, const Open& o) {
    if (o.start == 0 || !isLive()) return;
    const void* const place = o.code ? static_cast<const char*>(o.code) - 1 : nullptr;  // it is where a call returns to
    g_tracing->note(thread, Over{{o.name, "OpenMP", o.start, clockNs(), 0, nullptr, place,
                                  o.detail ? describe : nullptr, place != nullptr, false, false},
                                 o});
}

void begin(const Open& opened) {
    Own* const mine = own();
    const std::uint64_t start = isLive() ? clockNs() : 0;
    if (!mine) return start ? g_tracing->lose(Lost::NoMemory) : void();
    Stack& s = mine->stack;
    if (s.depth < Stack::kMost) s.open[s.depth] = opened, s.open[s.depth].start = start;
    else if (start) g_tracing->lose(Lost::TooDeep);
    ++s.depth;
}

/// The innermost one of that kind is over, and with it what is left open in it.
void end(int event, std::uint64_t task = 0) {
    Own* const mine = own();
    if (!mine) return;
    Stack& s = mine->stack;
    if (s.depth > Stack::kMost) return void(--s.depth);
    for (std::size_t at = s.depth; at-- > 0;) {
        if (s.open[at].event != event || s.open[at].task != task) continue;
        s.depth = at;
        return note(mine->thread, s.open[at]);
    }
}

void onParallelBegin(Data*, const void*, Data*, unsigned wanted, int, const void* code) {
    begin({"parallel", code, 0, wanted ? "% threads are asked for" : nullptr, wanted, 0, 0, ParallelBegin});
}
void onParallelEnd(Data*, Data*, int, const void*) { end(ParallelBegin); }

void onImplicitTask(int endpoint, Data*, Data*, unsigned threads, unsigned index, int flags) {
    if (flags & kInitial) return;
    if (endpoint == Begin) begin({"implicit task", nullptr, 0, "thread % of %", index, threads, 0, ImplicitTask});
    else end(ImplicitTask);
}

void onWork(int kind, int endpoint, Data*, Data*, std::uint64_t count, const void* code) {
    if (endpoint == Begin)
        begin({nameAt(kWork, kind), code, 0,
               kind == kExecutor ? "executes it"
               : count > 1       ? "% iterations"
                                 : nullptr,
               count, 0, 0, Work});
    else end(Work);
}

void onMasked(int endpoint, Data*, Data*, const void* code) {
    if (endpoint == Begin) begin({"masked", code, 0, nullptr, 0, 0, 0, Masked});
    else end(Masked);
}

void onSyncRegion(int kind, int endpoint, Data*, Data*, const void* code) {
    if (endpoint == Begin) begin({nameAt(kSync, kind), code, 0, nullptr, 0, 0, 0, SyncRegion});
    else end(SyncRegion);
}

void onMutexAcquire(int kind, unsigned, unsigned, std::uint64_t, const void* code) {
    begin({nameAt(kMutex, kind), code, 0, nullptr, 0, 0, 0, MutexAcquire});
}
void onMutexAcquired(int, std::uint64_t, const void*) { end(MutexAcquire); }

// Of an explicit task its data is the place that created it (1 = not said), shifted, with its state in the last bit: 0
// = it has not begun. A thread that runs a task within another one, as at a taskwait, comes back to that; what
// continues in another thread ends there unseen.
void onTaskCreate(Data*, const void*, Data* task, int flags, int, const void* code) {
    if (flags & kExplicit) task->value = (code ? reinterpret_cast<std::uintptr_t>(code) : 1) << 1;
}

void onTaskSchedule(Data* prior, int status, Data* next) {
    const bool over = status == Complete || status == Cancel || status == Detach || status == LateFulfill;
    if (over && prior && (prior->value & 1)) end(TaskSchedule, reinterpret_cast<std::uintptr_t>(prior));
    if (!next || next->value == 0 || (next->value & 1)) return;
    const std::uintptr_t code = next->value >> 1;
    begin({"task", code > 1 ? reinterpret_cast<const void*>(code) : nullptr, 0, nullptr, 0, 0,
           reinterpret_cast<std::uintptr_t>(next), TaskSchedule});
    next->value |= 1;
}

int initialize(Lookup lookup, int, Data*) {
    const auto set = reinterpret_cast<SetCallback>(lookup("ompt_set_callback"));
    if (!set) return 0;
    const struct {
        Event event;
        Callback callback;
    } callbacks[] = {
        {ParallelBegin, reinterpret_cast<Callback>(onParallelBegin)},
        {ParallelEnd, reinterpret_cast<Callback>(onParallelEnd)},
        {ImplicitTask, reinterpret_cast<Callback>(onImplicitTask)},
        {Work, reinterpret_cast<Callback>(onWork)},
        {Masked, reinterpret_cast<Callback>(onMasked)},
        {SyncRegion, reinterpret_cast<Callback>(onSyncRegion)},
        {TaskCreate, reinterpret_cast<Callback>(onTaskCreate)},
        {TaskSchedule, reinterpret_cast<Callback>(onTaskSchedule)},
        {MutexAcquire, reinterpret_cast<Callback>(onMutexAcquire)},
        {MutexAcquired, reinterpret_cast<Callback>(onMutexAcquired)},
    };
    for (const auto& c : callbacks) set(c.event, c.callback);
    return 1;
}

void finalize(Data*) {}

struct StartResult {
    int (*initialize)(Lookup, int, Data*);
    void (*finalize)(Data*);
    Data data;
};

}  // namespace
}  // namespace collectors::calls

extern "C" __attribute__((visibility("default"))) void* ompt_start_tool(unsigned, const char*) {
    using namespace collectors::calls;
    Tracing* const tracing = tracingOf("openmp");
    if (!tracing) return nullptr;
    g_tracing = tracing;
    if (::pthread_key_create(&g_own, discard) != 0) return nullptr;
    static StartResult result{initialize, finalize, {}};
    return &result;
}
