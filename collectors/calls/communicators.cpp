// SPDX-License-Identifier: Apache-2.0
#include "collectors/calls/communicators.h"

#include <dlfcn.h>

#include <algorithm>

#include "collectors/process/own_stack.h"

namespace collectors::calls {
namespace {

using Handle = std::uintptr_t;
using Size = int (*)(long communicator, int* size);

/// Handles are addresses with Open MPI, and ints with MPICH and what is made of it.
struct Implementation {
    std::atomic<bool> isKnown{false};
    std::atomic<bool> areAddresses{false};
    std::atomic<Handle> world{0x44000000}, self{0x44000001}, null{0x04000000};  // as MPICH has them
    std::atomic<Size> size{nullptr};
};
Implementation g_mpi;

void learn(Address function) {
    Dl_info info{};
    void* const library = ::dladdr(reinterpret_cast<const void*>(function), &info) != 0 && info.dli_fname
                              ? ::dlopen(info.dli_fname, RTLD_LAZY | RTLD_NOLOAD)
                              : nullptr;
    if (library) {
        // A program that was linked with them has them itself, copied; the library uses those then.
        const auto at = [&](const char* symbol) {
            void* const copied = ::dlsym(RTLD_DEFAULT, symbol);
            return reinterpret_cast<Handle>(copied ? copied : ::dlsym(library, symbol));
        };
        if (const Handle world = at("ompi_mpi_comm_world")) {
            g_mpi.world = world, g_mpi.self = at("ompi_mpi_comm_self"), g_mpi.null = at("ompi_mpi_comm_null");
            g_mpi.areAddresses = true;
        }
        g_mpi.size = reinterpret_cast<Size>(::dlsym(library, "PMPI_Comm_size"));
        ::dlclose(library);  // its loader holds it
    }
    g_mpi.isKnown.store(true, std::memory_order_release);
}

/// Twice at the same time is no harm: it is the same.
const Implementation& known(Address function) {
    if (!g_mpi.isKnown.load(std::memory_order_acquire)) onOwnStack([&] { learn(function); });
    return g_mpi;
}

struct Seen {
    std::atomic<Handle> handle{0};
    std::atomic<int> size{0};  ///< 0 = unknown
};
constexpr std::size_t kMost = 1024;
Seen g_seen[kMost];  // the one of number n lies at n - 1
std::atomic<std::size_t> g_count{0};

/// The newest one of that handle; null: none.
Seen* find(Handle handle) {
    for (std::size_t i = std::min(g_count.load(std::memory_order_acquire), kMost); i-- > 0;)
        if (g_seen[i].handle.load(std::memory_order_acquire) == handle) return &g_seen[i];
    return nullptr;
}

int sizeOf(Handle handle) {
    const Size ask = g_mpi.size.load(std::memory_order_relaxed);
    int size = 0;
    onOwnStack([&] {
        if (ask && ask(static_cast<long>(handle), &size) != 0) size = 0;
    });
    return size;
}

Seen* add(Handle handle) {
    const std::size_t i = g_count.fetch_add(1, std::memory_order_acq_rel);
    if (i >= kMost) {
        g_count.store(kMost, std::memory_order_release);
        return nullptr;
    }
    g_seen[i].size.store(sizeOf(handle), std::memory_order_relaxed);
    g_seen[i].handle.store(handle, std::memory_order_release);
    return &g_seen[i];
}

void describe(Text& text, int size) {
    if (size > 0) text << " (" << size << " ranks)";
}

}  // namespace

std::size_t sizeOfCommunicator(Address function) { return known(function).areAddresses ? sizeof(void*) : sizeof(int); }

bool addNameOfCommunicator(Text& text, Address function, long word, bool isMade, bool succeeded) {
    const Implementation& mpi = known(function);
    const Handle handle = mpi.areAddresses ? static_cast<Handle>(word) : static_cast<std::uint32_t>(word);
    if (handle == mpi.null) return text << "null", true;
    if (handle == mpi.self) return text << "self", true;
    if (handle == mpi.world) {
        static std::atomic<int> size{0};
        if (succeeded && size == 0) size = sizeOf(handle);
        return describe(text << "world", size), true;
    }
    Seen* seen = find(handle);
    if (isMade && seen) seen->handle = 0, seen = nullptr;
    if (!seen && succeeded) seen = add(handle);
    if (!seen) return false;
    describe(text << seen - g_seen + 1, seen->size);
    return true;
}

}  // namespace collectors::calls
