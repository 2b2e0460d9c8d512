// SPDX-License-Identifier: Apache-2.0
// Where the function behind a stub is.
#include <dlfcn.h>
#include <link.h>

#include <cstring>

#include "collectors/calls/forward.h"
#include "collectors/process/own_stack.h"

namespace collectors::calls {
namespace {

/// The next one in the order in which programs look, if there is one: libraries that were loaded for one user alone are
/// not in it.
Address next(const char* symbol) {
#if defined(__x86_64__)
    // There are two of each, and older systems give the one that nobody uses.
    if (std::strncmp(symbol, "pthread_cond_", 13) == 0)
        if (void* known = ::dlvsym(RTLD_NEXT, symbol, "GLIBC_2.3.2")) return reinterpret_cast<Address>(known);
#endif
    return reinterpret_cast<Address>(::dlsym(RTLD_NEXT, symbol));
}

Address in(const char* path, const char* symbol) {
    void* const library = path && *path ? ::dlopen(path, RTLD_LAZY | RTLD_NOLOAD) : nullptr;
    if (!library) return nullptr;
    void* const found = ::dlsym(library, symbol);
    ::dlclose(library);  // its loader holds it
    return reinterpret_cast<Address>(found);
}

/// In what the caller itself was linked with: PyTorch's libraries are loaded so that nobody else sees them.
Address besideCaller(const char* symbol, const void* caller) {
    Dl_info info{};
    void* map = nullptr;
    if (!caller || ::dladdr1(caller, &info, &map, RTLD_DL_LINKMAP) == 0 || !map) return nullptr;
    return in(static_cast<const link_map*>(map)->l_name, symbol);
}

struct Search {
    const char* begin;  // of the name
    std::size_t length;
    char path[4096];
};

int isOneOf(dl_phdr_info* info, std::size_t, void* data) {
    Search& s = *static_cast<Search*>(data);
    const char* slash = info->dlpi_name ? std::strrchr(info->dlpi_name, '/') : nullptr;
    const char* name = slash ? slash + 1 : info->dlpi_name;
    if (!name || std::strncmp(name, s.begin, s.length) != 0 || std::strlen(info->dlpi_name) >= sizeof s.path) return 0;
    std::strcpy(s.path, info->dlpi_name);
    return 1;
}

/// In any library that is loaded and called like that.
Address loaded(const char* symbol, const char* files) {
    for (const char* begin = files; begin && *begin;) {
        const char* end = std::strchr(begin, ' ');
        Search s{begin, end ? static_cast<std::size_t>(end - begin) : std::strlen(begin), {}};
        if (::dl_iterate_phdr(isOneOf, &s) == 1)
            if (const Address found = in(s.path, symbol)) return found;
        begin = end ? end + 1 : nullptr;
    }
    return nullptr;
}

Address lookFor(const Library& library, std::size_t function, const void* caller) {
    const char* const symbol = library.functions[function].symbol;
    const Address own = library.stubs[function];
    Address found = next(symbol);
    if (!found || found == own) found = besideCaller(symbol, caller);
    if (!found || found == own) found = loaded(symbol, library.files);
    return found == own ? nullptr : found;
}

}  // namespace

Address findReal(Library& library, std::size_t function, const void* caller) {
    Address found = nullptr;
    const auto look = [&]() noexcept { found = lookFor(library, function, caller); };
    if (!onOwnStack(look)) look();  // the program needs the function
    if (found) library.real[function].store(found, std::memory_order_relaxed);
    return found;
}

void findAll(Library& library) {
    for (std::size_t i = 0; i < library.count; ++i)
        if (const Address found = lookFor(library, i, nullptr)) library.real[i].store(found, std::memory_order_relaxed);
}

}  // namespace collectors::calls
