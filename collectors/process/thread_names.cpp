// SPDX-License-Identifier: Apache-2.0
#include "collectors/process/thread_names.h"

#include <dirent.h>
#include <fcntl.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <set>
#include <string>
#include <vector>

#include "collectors/process/own_threads.h"
#include "collectors/process/spool_writer.h"

#ifndef SYS_close_range
#define SYS_close_range 436
#endif

namespace collectors {
namespace {

using Names = std::map<std::uint32_t, std::string>;

constexpr std::size_t kMost = 4096;
constexpr std::string_view kOwn = "sightline";  // what threads of this library are called

std::mutex g_names;
Names* g_known = nullptr;  // that the spool has; under g_names
std::set<std::uint32_t>* g_saidSo =
    nullptr;  // threads that said their name since a reading began, which knows an older one; under g_names
std::atomic<bool> g_reading{false};

std::uint32_t numberOfThread() { return static_cast<std::uint32_t>(::syscall(SYS_gettid)); }

Names& known() {
    if (!g_known) g_known = new Names;
    return *g_known;
}

std::set<std::uint32_t>& saidSo() {
    if (!g_saidSo) g_saidSo = new std::set<std::uint32_t>;
    return *g_saidSo;
}

/// g_names is held.
void note(std::uint32_t thread, const std::string& name, std::vector<spool::Thread>& fresh) {
    if (name.empty() || name == kOwn) return;
    Names& names = known();
    if (const auto at = names.find(thread); at != names.end() && at->second == name) return;
    if (names.size() < kMost) names[thread] = name;
    fresh.push_back({thread, spoolWriter().string(name)});
}

void write(const std::vector<spool::Thread>& fresh) {
    if (!fresh.empty()) spoolWriter().write(spool::Block::Threads, fresh.data(), fresh.size());
}

// A descriptor that is open for a moment in the program's table may be closed by the program, which then has another
// file under its number — and that one would be closed here. So the thread that reads has a table of its own.
bool moveOwnDescriptors() {
    constexpr unsigned kUnshare = 2;  // CLOSE_RANGE_UNSHARE, Linux 5.9
    return ::syscall(SYS_close_range, 3u, ~0u, kUnshare) == 0 || ::unshare(CLONE_FILES) == 0;
}

std::string nameIn(int tasks, const char* thread) {
    char buffer[64];
    const int file = ::openat(tasks, (std::string(thread) + "/comm").c_str(), O_RDONLY | O_CLOEXEC);
    const ssize_t n = file >= 0 ? ::read(file, buffer, sizeof buffer) : 0;
    if (file >= 0) ::close(file);
    std::string out(buffer, n > 0 ? static_cast<std::size_t>(n) : 0);
    while (!out.empty() && out.back() == '\n') out.pop_back();
    return out;
}

/// What one reading finds; its last user frees it.
struct Reading {
    Names found;
    bool whole = false;
    std::mutex mutex;  // of `over`
    std::condition_variable ended;
    bool over = false;
};

void readAll(Reading& reading) {
    DIR* tasks = moveOwnDescriptors() ? ::opendir("/proc/self/task") : nullptr;
    while (const dirent* entry = tasks ? ::readdir(tasks) : nullptr) {
        const auto thread = static_cast<std::uint32_t>(std::strtoul(entry->d_name, nullptr, 10));
        if (thread && reading.found.size() < kMost) reading.found[thread] = nameIn(::dirfd(tasks), entry->d_name);
    }
    if (tasks) ::closedir(tasks);
    reading.whole = tasks != nullptr;
}

void* runReading(void* argument) {
    const std::unique_ptr<std::shared_ptr<Reading>> mine(static_cast<std::shared_ptr<Reading>*>(argument));
    Reading& reading = **mine;
    try {
        readAll(reading);
    } catch (...) {  // no memory: the next reading may have some
        reading.whole = false;
    }
    g_reading = false;
    {
        const std::lock_guard guard(reading.mutex);
        reading.over = true;
    }
    reading.ended.notify_all();
    return nullptr;
}

/// Null where nothing could be read, or not in time.
std::shared_ptr<Reading> readInTime() {
    const auto reading = std::make_shared<Reading>();
    auto argument = std::make_unique<std::shared_ptr<Reading>>(reading);
    if (g_reading.exchange(true)) return nullptr;
    {
        const std::lock_guard guard(g_names);
        saidSo().clear();
    }
    if (!startThread(runReading, argument.get())) return g_reading = false, nullptr;
    argument.release();
    std::unique_lock lock(reading->mutex);
    const bool over = reading->ended.wait_for(lock, std::chrono::seconds(2), [&] { return reading->over; });
    return over && reading->whole ? reading : nullptr;
}

}  // namespace

ThreadName nameOfThread() {
    ThreadName out{numberOfThread(), {}};
    if (::prctl(PR_GET_NAME, out.name) != 0) out.name[0] = 0;
    return out;
}

void noteThreadName(const ThreadName& name) {
    std::vector<spool::Thread> fresh;
    const std::lock_guard guard(g_names);
    if (saidSo().size() < kMost) saidSo().insert(name.thread);
    note(name.thread, name.name, fresh);
    write(fresh);
}

void noteThreadEnd() {
    if (!spoolWriter().isOpen()) return;
    noteThreadName();
    const std::lock_guard guard(g_names);
    known().erase(numberOfThread());
}

void readThreadNames() {
    if (!spoolWriter().isOpen()) return;
    const std::shared_ptr<Reading> reading = readInTime();
    if (!reading) return noteThreadName();
    std::vector<spool::Thread> fresh;
    const std::lock_guard guard(g_names);
    std::erase_if(known(), [&](const auto& one) { return !reading->found.contains(one.first); });  // gone
    for (const auto& [thread, name] : reading->found)
        if (!saidSo().contains(thread)) note(thread, name, fresh);
    write(fresh);
}

void forgetThreadNames() {
    new (&g_names) std::mutex;
    g_known = nullptr;
    g_saidSo = nullptr;
    g_reading = false;
}

}  // namespace collectors
