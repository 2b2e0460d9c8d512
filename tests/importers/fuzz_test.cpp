// SPDX-License-Identifier: GPL-3.0-or-later
// Damaged files of every format, the same in every run: none may crash, hang or ask for much memory.
#include <sys/resource.h>
#include <csignal>

#include <fmt/format.h>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <fstream>
#include <map>
#include <mutex>
#include <new>
#include <set>
#include <thread>

#include "importers/open.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/seeds.h"
#include "tests/kit/check.h"
#include "tests/kit/mutate.h"

#if defined(__has_feature)  // clang
#if __has_feature(address_sanitizer)
#define SIGHTLINE_SANITIZED
#endif
#elif defined(__SANITIZE_ADDRESS__)
#define SIGHTLINE_SANITIZED
#endif
#if defined(SIGHTLINE_SANITIZED)
constexpr bool kSanitized = true;
#else
constexpr bool kSanitized = false;
#endif

namespace {

constexpr std::size_t kInputs = 20'000;
constexpr std::size_t kMostSeedBytes = 64 << 10;
constexpr std::size_t kMostAllocation = 256 << 20;  // in one piece, for an input of at most twice the size of a seed
constexpr std::uint64_t kMostMemory = std::uint64_t{6} << 30;
constexpr auto kMostTime = std::chrono::seconds(kSanitized ? 60 : 10);  // for one input

std::atomic<std::size_t> largestAllocation{0};
thread_local std::size_t currentInput = SIZE_MAX;

/// Names the input in which a signal came, with what a signal handler may use.
void inputNamed(int signal) {
    char text[80];
    const auto end =
        fmt::format_to_n(text, sizeof text, "signal {} in input {} (SIGHTLINE_FUZZ_INPUT repeats it alone)\n", signal,
                         currentInput)
            .size;
    if (::write(2, text, std::min<std::size_t>(end, sizeof text)) < 0) std::_Exit(3);
    std::signal(signal, SIG_DFL);
    std::raise(signal);
}

/// The inputs by number: each format has its share, and its seeds take turns.
class Inputs {
public:
    Inputs() {
        for (fuzz::Seed& seed : fuzz::seeds(kMostSeedBytes)) {
            m_seeds[seed.key].push_back(std::move(seed));
        }
        for (const auto& [key, seeds] : m_seeds) m_keys.push_back(key);
    }
    std::size_t formats() const { return m_keys.size(); }
    const fuzz::Seed& seed(std::size_t number) const {
        const auto& seeds = m_seeds.at(m_keys[number % m_keys.size()]);
        return seeds[number / m_keys.size() % seeds.size()];
    }
    /// The first round is the seeds as they are.
    std::string bytes(std::size_t number) const {
        const fuzz::Seed& s = seed(number);
        if (number / m_keys.size() < m_seeds.at(s.key).size()) return s.bytes;
        return Mutations(number)(s.bytes);
    }

private:
    std::map<std::string, std::vector<fuzz::Seed>> m_seeds;
    std::vector<std::string> m_keys;
};

/// Ends the program when one input takes too long; waits for nothing else.
class Watch {
public:
    explicit Watch(const Inputs& inputs, unsigned workers)
        : m_inputs(inputs), m_started(workers), m_thread([this](std::stop_token stop) { watch(stop); }) {}
    void begin(unsigned worker, std::size_t number) {
        std::lock_guard lock(m_mutex);
        m_started[worker] = {number, std::chrono::steady_clock::now()};
    }

private:
    struct Started {
        std::size_t number = SIZE_MAX;
        std::chrono::steady_clock::time_point at = std::chrono::steady_clock::time_point::max();
    };
    void watch(std::stop_token stop) {
        std::unique_lock lock(m_mutex);
        while (!m_wake.wait_for(lock, stop, std::chrono::milliseconds(500), [] { return false; }) &&
               !stop.stop_requested())
            for (const Started& s : m_started)
                if (s.number != SIZE_MAX && std::chrono::steady_clock::now() - s.at > kMostTime) {
                    std::fputs(
                        fmt::format("input {} ({}) takes too long\n", s.number, m_inputs.seed(s.number).name).c_str(),
                        stderr);
                    std::_Exit(1);
                }
    }
    const Inputs& m_inputs;
    std::mutex m_mutex;
    std::condition_variable_any m_wake;
    std::vector<Started> m_started;
    std::jthread m_thread;
};

void runAll(const Inputs& inputs, std::size_t first, std::size_t last) {
    const unsigned workers = std::max(1u, std::min(4u, std::thread::hardware_concurrency()));
    Watch watch(inputs, workers);
    std::atomic<std::size_t> next{first};
    std::vector<std::jthread> threads;
    for (unsigned w = 0; w < workers; ++w)
        threads.emplace_back([&, w] {
            fuzz::InputFile file(10 + static_cast<int>(w));
            for (std::size_t i; (i = next.fetch_add(1)) < last;) {
                currentInput = i;
                watch.begin(w, i);
                fuzz::run(inputs.seed(i).key, inputs.bytes(i), file);
            }
            watch.begin(w, SIZE_MAX);
        });
}

}  // namespace

#if !defined(SIGHTLINE_SANITIZED)
// The sanitizer watches allocations itself; without it they are watched here.
[[gnu::noinline]] void* operator new(std::size_t size) {
    std::size_t seen = largestAllocation.load(std::memory_order_relaxed);
    while (size > seen && !largestAllocation.compare_exchange_weak(seen, size)) {}
    if (size > kMostAllocation)
        std::fputs(fmt::format("input {} asks for {} bytes\n", currentInput, size).c_str(), stderr);
    if (void* p = std::malloc(size ? size : 1)) return p;
    throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* p) noexcept { std::free(p); }
[[gnu::noinline]] void operator delete(void* p, std::size_t) noexcept { std::free(p); }
#endif

/// The project's own seeds: those of samples are for other tests to judge.
std::vector<fuzz::Seed> ownSeeds() {
    std::vector<fuzz::Seed> own = fuzz::seeds(kMostSeedBytes);
    std::erase_if(own, [](const fuzz::Seed& s) { return !s.name.starts_with("own "); });
    return own;
}

TEST("Each fuzzer has a seed that reaches the events of its format") {
    const std::vector<fuzz::Seed> own = ownSeeds();
    fuzz::InputFile file(9);
    for (const std::string_view key : fuzz::kKeys) {
        std::size_t seeds = 0;
        for (const fuzz::Seed& seed : own) {
            if (seed.key != key || (key == "any" && seed.importer.empty())) continue;
            ++seeds;
            const model::SnapshotPtr read = fuzz::run(key, seed.bytes, file);
            const bool isIndex =
                key == "rocpd-index" || seed.importer == "rocpd-index";  // its databases are not beside it
            if (read->eventCount() == 0 && !isIndex)
                check::fail(__FILE__, __LINE__, fmt::format("a seed of {} ({}) has no event", key, seed.name));
        }
        if (seeds == 0) check::fail(__FILE__, __LINE__, fmt::format("{} has no seed", key));
    }
}

TEST("A seed of any format is opened by the importer of that format when a person opens it") {
    std::set<std::string> formats;
    fuzz::InputFile file(9);
    for (const fuzz::Seed& seed : ownSeeds()) {
        if (seed.importer.empty()) continue;
        file.write(seed.bytes);
        const auto found = importers::identify(file.path());
        CHECK_EQ(found ? std::string((*found)->key) : "none", seed.importer);
        formats.insert(seed.importer);
    }
    formats.insert("perf-data");  // perf reads it, and what that prints is perf-script
    CHECK_EQ(formats.size(), importers::importers().size());
}

TEST("20 000 damaged files of every format neither crash nor hang nor take much memory") {
    for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT})
        if (!kSanitized) std::signal(signal, inputNamed);
    if (!kSanitized) {
        const rlimit limit{kMostMemory, kMostMemory};
        CHECK_EQ(::setrlimit(RLIMIT_AS, &limit), 0);
    }
    const Inputs inputs;
    CHECK_EQ(inputs.formats(), std::size(fuzz::kKeys));
    const char* alone = std::getenv("SIGHTLINE_FUZZ_INPUT");
    const std::size_t first = alone ? std::strtoull(alone, nullptr, 10) : 0;
    if (alone) std::ofstream("fuzz-input", std::ios::binary) << inputs.bytes(first);
    runAll(inputs, first, alone ? first + 1 : kInputs);
    CHECK(largestAllocation <= kMostAllocation);
}
