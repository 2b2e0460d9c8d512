// SPDX-License-Identifier: Apache-2.0
#include "collectors/inject/python/python_sampler.h"

#include <pthread.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <memory>
#include <mutex>
#include <new>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "collectors/inject/python/python_interpreter.h"
#include "collectors/inject/python/python_names.h"
#include "collectors/process/options.h"
#include "collectors/process/own_threads.h"
#include "collectors/process/process.h"
#include "collectors/process/spool_writer.h"

namespace collectors {
namespace {

using namespace python;

constexpr std::uint64_t kSecondNs = 1'000'000'000;
constexpr std::size_t kMostThreads = 512, kMostInterpreters = 64, kMostRecords = 1 << 16;
constexpr int kTries = 3;                         // for frames that do not fit together
constexpr std::uint64_t kOwnShare = 5;            // one of so many parts of a core is this thread's, at most
constexpr std::uint64_t kFewOf = 50;              // one of so many samples may be missing before that counts as a loss
constexpr std::uint32_t kPython = 2, kWaits = 4;  // flags of a sample

std::mutex g_records;
std::vector<spool::Sample>* g_pending = nullptr;  // under g_records
bool g_running = false;                           // … and whether samples count
std::atomic<std::uint64_t> g_samples{0}, g_torn{0}, g_full{0}, g_late{0};
std::atomic<unsigned> g_round{0};  // a new one each time that sampling begins or ends

/// Processor time of a thread of this process, ns; 0 where there is no such thread.
std::uint64_t cpuTime(std::uint32_t thread) {
    timespec t{};
    const auto clock =
        static_cast<clockid_t>(~thread << 3 | 6);  // as the kernel numbers clocks: of one thread, precise
    return ::clock_gettime(clock, &t) == 0
               ? static_cast<std::uint64_t>(t.tv_sec) * kSecondNs + static_cast<std::uint64_t>(t.tv_nsec)
               : 0;
}

/// Where the C library has the number of a thread among what pthread_self() points to, by the example of this thread; 0
/// = nowhere.
std::uint64_t placeOfNumber(const SafeMemory& memory) {
    const auto mine = static_cast<std::uint32_t>(::syscall(SYS_gettid));
    const auto self = reinterpret_cast<std::uint64_t>(::pthread_self());
    for (std::uint64_t at = 64; at < 2048; at += 4)
        if (std::uint32_t n = 0; memory.get(self + at, n) && n == mine) return at;
    return 0;
}

/// One stretch of sampling; lives in its thread.
class Sampler {
public:
    // Memory is read by way of this thread: the first one may have ended, and the system reads nothing by its number
    // then.
    Sampler(const Interpreter& python, unsigned round)
        : m_python(python), m_layout(python.layout), m_round(round), m_memory(static_cast<int>(::syscall(SYS_gettid))) {
    }
    void run();

private:
    struct Thread {
        std::uint64_t cpu = 0, seen = 0;
        bool ran = false, waits = false, beginsToWait = false;
        bool sampled = false;  // at this look
    };
    bool goesOn() const { return g_round.load(std::memory_order_relaxed) == m_round; }
    void look(std::uint64_t now);
    void lookAt(std::uint64_t state, std::uint64_t now);
    std::uint32_t numberOf(std::uint64_t state) const;
    Thread* threadAt(std::uint32_t number, std::uint64_t now);
    std::uint32_t stackOf(std::uint64_t state);
    Walked walkOnce(std::uint64_t state, std::size_t& count);
    void push(const spool::Sample& sample);

    const Interpreter& m_python;
    const Layout& m_layout;
    unsigned m_round;
    SafeMemory m_memory;
    FrameNames m_names;
    std::unordered_map<std::uint32_t, Thread> m_threads;
    std::unordered_map<std::uint64_t, std::uint32_t> m_stacks;  // by hash
    std::uint64_t m_placeOfNumber = 0, m_looked = 0;
    RawFrame m_frames[kMostFrames];
};

void Sampler::run() {
    const std::uint64_t period = kSecondNs / std::max(1u, options().pythonSamplingHz);
    if (m_layout.nativeId == kNone) m_placeOfNumber = placeOfNumber(m_memory);
    std::uint64_t next = monotonicNs();
    while (goesOn()) {
        const std::uint64_t begin = monotonicNs();
        if (!isEnding(m_python)) look(begin);
        const std::uint64_t end = monotonicNs();
        next = std::max(next + period, end + (end - begin) * (kOwnShare - 1));
        if (next > begin + period + period / 2) ++g_late;
        const timespec until{static_cast<time_t>(next / kSecondNs), static_cast<long>(next % kSecondNs)};
        while (goesOn() && ::clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, nullptr) == EINTR) {}
    }
}

void Sampler::look(std::uint64_t now) {
    std::uint64_t of = 0;
    std::size_t interpreters = 0, threads = 0;
    m_memory.forgetAhead();
    if (!m_memory.get(m_python.runtime + m_layout.interpreters, of)) return;
    for (; isAddress(of) && interpreters < kMostInterpreters; ++interpreters) {
        std::uint64_t state = 0;
        m_memory.get(of + m_layout.threads, state);
        while (isAddress(state) && threads++ < kMostThreads) {
            std::uint64_t owner = 0, following = 0;
            if (!m_memory.get(state + m_layout.threadInterpreter, owner) || owner != of ||
                !m_memory.get(state + m_layout.threadNext, following))
                break;  // freed
            lookAt(state, now);
            m_memory.forgetAhead();
            state = following;
        }
        if (!m_memory.get(of + m_layout.interpreterNext, of)) break;
    }
    if (now - m_looked > kSecondNs) {  // threads that are gone
        m_looked = now;
        std::erase_if(m_threads, [now](const auto& t) { return now - t.second.seen > kSecondNs; });
    }
}

std::uint32_t Sampler::numberOf(std::uint64_t state) const {
    std::uint64_t wide = 0;
    std::uint32_t number = 0;
    if (m_layout.nativeId != kNone)
        return m_memory.get(state + m_layout.nativeId, wide) ? static_cast<std::uint32_t>(wide) : 0;
    if (m_placeOfNumber == 0 || !m_memory.get(state + m_layout.threadId, wide) || !isAddress(wide)) return 0;
    return m_memory.get(wide + m_placeOfNumber, number) ? number : 0;
}

/// Half of the time since the last look counts as all of it. A thread that runs several interpreters is asked once a
/// look. Null: it is gone.
Sampler::Thread* Sampler::threadAt(std::uint32_t number, std::uint64_t now) {
    if (m_threads.size() > 4 * kMostThreads) return nullptr;
    const auto [at, fresh] = m_threads.try_emplace(number);
    Thread& t = at->second;
    if (t.seen == now) return &t;
    const std::uint64_t cpu = cpuTime(number);
    if (cpu == 0) return m_threads.erase(at), nullptr;
    t.ran = !fresh && (cpu - t.cpu) * 2 >= now - t.seen;
    t.beginsToWait = !fresh && !t.ran && !t.waits;
    t.waits = !fresh && !t.ran;
    t.cpu = cpu, t.seen = now, t.sampled = false;
    return &t;
}

/// Frames of one thread lie beside each other, from 3.11 on: they are copied at once, so that they are of one moment.
Walked Sampler::walkOnce(std::uint64_t state, std::size_t& count) {
    std::uint64_t frame = 0,
                  ends[2] = {};  // of the chunk that is in use: where it begins, and where its next frame goes
    m_memory.forgetAhead();
    if (m_layout.stackChunk != kNone && !m_memory.get(state + m_layout.stackChunk, ends)) return Walked::Torn;
    if (!innermost(m_layout, m_memory, state, frame)) return Walked::Torn;
    constexpr std::uint64_t kAbove = 1024;  // more frames may have come
    if (isAddress(ends[0]) && ends[1] > ends[0]) m_memory.readAhead(ends[0], ends[1] - ends[0] + kAbove);
    return walk(m_layout, m_memory, frame, m_python.codeType, m_frames, count);
}

std::uint32_t Sampler::stackOf(std::uint64_t state) {
    std::size_t count = 0;
    Walked walked = Walked::Torn;
    for (int i = 0; i < kTries && walked == Walked::Torn; ++i) walked = walkOnce(state, count);
    if (walked == Walked::Torn) return ++g_torn, 0;
    if (count == 0) return 0;
    m_memory.forgetAhead();
    const std::span frames(m_frames, count);
    const std::uint64_t hash = hashOf(frames) ^ (walked == Walked::Deeper);
    if (m_stacks.size() > 1 << 16) m_stacks.clear();
    const auto [at, fresh] = m_stacks.try_emplace(hash, 0);
    if (fresh) at->second = m_names.stack(m_layout, m_memory, frames, walked == Walked::Deeper);
    const std::uint32_t number = at->second;
    if (number == 0) m_stacks.erase(at), ++g_torn;
    return number;
}

/// Of the states of one thread the first that has frames counts: interpreters stand newest first.
void Sampler::lookAt(std::uint64_t state, std::uint64_t now) {
    const std::uint32_t number = numberOf(state);
    Thread* const thread = number ? threadAt(number, now) : nullptr;
    if (!thread || thread->sampled || (!thread->ran && !thread->beginsToWait)) return;
    const std::uint32_t stack = stackOf(state);
    if (stack == 0) return;
    thread->sampled = true;
    push({now, 0, number, 0, stack, kPython | (thread->ran ? 0 : kWaits), 0});
}

void Sampler::push(const spool::Sample& sample) {
    const std::lock_guard guard(g_records);
    if (!g_running || !goesOn()) return;
    if (!g_pending) g_pending = new std::vector<spool::Sample>;
    if (g_pending->size() >= kMostRecords) ++g_full;
    else g_pending->push_back(sample), ++g_samples;
}

void* sampleForever(void* round) {
    try {
        if (const Interpreter* python = knownInterpreter())
            std::make_unique<Sampler>(*python, static_cast<unsigned>(reinterpret_cast<std::uintptr_t>(round)))->run();
    } catch (...) {  // no memory: nothing more is sampled
        cannotTrace(Phrase::PythonSamples, Phrase::NoMemoryForThem);
    }
    return nullptr;
}

}  // namespace

void startPythonSampling() {
    if (!knownInterpreter()) return;
    {
        const std::lock_guard guard(g_records);
        if (std::exchange(g_running, true)) return;
    }
    const unsigned round = ++g_round;
    if (!startThread(sampleForever, reinterpret_cast<void*>(static_cast<std::uintptr_t>(round))))
        cannotTrace(Phrase::PythonSamples, Phrase::NoThread);
}

void stopPythonSampling() {
    {
        const std::lock_guard guard(g_records);
        if (!std::exchange(g_running, false)) return;
    }
    ++g_round;
    // Looks that the machine, or many threads, delayed, and frames that changed under the eyes: some always do.
    const std::uint64_t late = g_late.exchange(0), torn = g_torn.exchange(0), samples = g_samples.exchange(0);
    if (torn * kFewOf > samples) spoolWriter().lost(Phrase::PythonFramesChanged, torn);
    spoolWriter().facts({"python.samples", std::to_string(samples), "python.unread", std::to_string(torn),
                         "python.late", std::to_string(late)});
}

void writePythonSamples() {
    std::vector<spool::Sample> samples;
    {
        const std::lock_guard guard(g_records);
        if (g_pending) samples.swap(*g_pending);
    }
    spoolWriter().write(spool::Block::Samples, samples.data(), samples.size());
    if (const std::uint64_t n = g_full.exchange(0)) spoolWriter().lost(Phrase::PythonSamplesTooFast, n);
}

void forgetPythonSampling() {
    new (&g_records) std::mutex;
    g_pending = nullptr;
    g_running = false;
    ++g_round;
    g_samples = g_torn = g_full = g_late = 0;
}

}  // namespace collectors
