// SPDX-License-Identifier: Apache-2.0
#include "collectors/process/stack_table.h"

#include <limits.h>
#include <link.h>
#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <mutex>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "collectors/process/spool_writer.h"
#include "collectors/protocol/file_identity.h"
#include "collectors/protocol/stack_numbers.h"

namespace collectors {
namespace {

constexpr std::size_t kMostFrames = 1024;

struct Table {
    StackNumbers numbers;
    unsigned long long added = 0, removed = 0;  // objects that were loaded and unloaded, as of the last mappings
};
std::mutex g_mutex;
std::timed_mutex g_looking;         // at what is loaded
thread_local bool t_forks = false;  // and holds that
Table* g_table = nullptr;           // under g_mutex

Table& table() {
    if (!g_table) g_table = new Table;
    return *g_table;
}

struct Segment {
    std::string path;
    std::uint64_t address, size, offset;
};
struct Loaded {
    unsigned long long added = 0, removed = 0;
    bool changed = false;
    std::vector<Segment> segments;
};

int recordObject(dl_phdr_info* info, std::size_t, void* data) try {
    Loaded& loaded = *static_cast<Loaded*>(data);
    if (!loaded.changed && loaded.segments.empty()) {
        loaded.changed = info->dlpi_adds != loaded.added || info->dlpi_subs != loaded.removed;
        loaded.added = info->dlpi_adds, loaded.removed = info->dlpi_subs;
        if (!loaded.changed) return 1;
    }
    for (int i = 0; i < info->dlpi_phnum; ++i) {
        const auto& p = info->dlpi_phdr[i];
        if (p.p_type == PT_LOAD && (p.p_flags & PF_X))
            loaded.segments.push_back(
                {info->dlpi_name ? info->dlpi_name : "", info->dlpi_addr + p.p_vaddr, p.p_memsz, p.p_offset});
    }
    return 0;
} catch (...) {
    return 1;
}

/// The program itself has no name there.
std::string wholePath(const std::string& name) {
    char path[PATH_MAX];
    if (name.empty()) {
        const ssize_t n = ::readlink("/proc/thread-self/exe", path, sizeof path);
        return n > 0 ? std::string(path, static_cast<std::size_t>(n)) : std::string();
    }
    return name.find('/') != name.npos && ::realpath(name.c_str(), path) ? std::string(path) : name;
}

}  // namespace

std::uint32_t numberOfStack(std::span<const std::uint64_t> frames) {
    if (frames.empty()) return 0;
    frames = frames.first(std::min(frames.size(), kMostFrames));
    const std::lock_guard guard(g_mutex);
    const auto [number, fresh] = table().numbers.of(0, frames);
    if (!fresh) return number;
    const spool::Stack head{number, static_cast<std::uint32_t>(frames.size()), 0, 0};
    unsigned char bytes[sizeof head + kMostFrames * 8];
    std::memcpy(bytes, &head, sizeof head);
    std::memcpy(bytes + sizeof head, frames.data(), frames.size_bytes());
    spoolWriter().write(spool::Block::Stacks, 0, 1, bytes, sizeof head + frames.size_bytes());
    return number;
}

void writeMappings() {
    const std::lock_guard guard(g_mutex);
    Table& t = table();
    Loaded loaded{t.added, t.removed, false, {}};
    {
        const std::lock_guard looks(g_looking);
        ::dl_iterate_phdr(recordObject, &loaded);
    }
    if (!loaded.changed) return;
    t.added = loaded.added, t.removed = loaded.removed;
    std::vector<spool::Mapping> out;
    for (const Segment& s : loaded.segments) {
        const std::string path = wholePath(s.path);
        out.push_back({monotonicNs(), s.address, s.size, s.offset, 0, spoolWriter().string(path), identityOf(path)});
    }
    spoolWriter().write(spool::Block::Mappings, out.data(), out.size());
}

void beforeFork() { t_forks = g_looking.try_lock_for(std::chrono::milliseconds(50)); }

void afterFork() {
    if (std::exchange(t_forks, false)) g_looking.unlock();
}

void forgetStacks() {
    new (&g_mutex) std::mutex;
    new (&g_looking) std::timed_mutex;
    t_forks = false;
    g_table = nullptr;
}

}  // namespace collectors
