// SPDX-License-Identifier: Apache-2.0
// libsightline-osrt.so: stands before the C library where a capture asks for it.
#include <unistd.h>

#include <cstdarg>
#include <cstddef>

#include "collectors/calls/osrt_words.h"

#define SIGHTLINE_LIBRARY OsRuntime
#define SIGHTLINE_FUNCTIONS "collectors/calls/osrt_functions.inc"
#define SIGHTLINE_FACTS "osrt", "OS runtime", nullptr, -1
#define SIGHTLINE_WORDS osrtWords(kFunctions[function].symbol)
#define SIGHTLINE_FLOATS false
#include "collectors/calls/table.inc"

namespace collectors::calls {
namespace {

// Before the program calls them: finding a function may take a lock and memory, which later calls in handlers of
// signals must not.
__attribute__((constructor)) void loaded() {
    findAll(OsRuntime::library);
    static Library* const all[] = {&OsRuntime::library};
    attach(all, 1);
}

}  // namespace
}  // namespace collectors::calls

// Within the C library these go past the functions of the list. Their arguments are laid out as those of the functions
// that take arrays; on the stack, since they may be called in handlers of signals.
#define SIGHTLINE_EXEC(then, call)                                                     \
    std::va_list list;                                                                 \
    va_start(list, word);                                                              \
    std::size_t count = 1;                                                             \
    for (const char* w = word; w; w = va_arg(list, const char*)) ++count;              \
    va_end(list);                                                                      \
    auto** const words = static_cast<char**>(__builtin_alloca(count * sizeof(char*))); \
    va_start(list, word);                                                              \
    words[0] = const_cast<char*>(word);                                                \
    for (std::size_t i = 1; i < count; ++i) words[i] = va_arg(list, char*);            \
    then;                                                                              \
    va_end(list);                                                                      \
    return call

extern "C" {
__attribute__((visibility("default"))) int execl(const char* path, const char* word, ...) noexcept {
    SIGHTLINE_EXEC((void)0, ::execv(path, words));
}
__attribute__((visibility("default"))) int execlp(const char* file, const char* word, ...) noexcept {
    SIGHTLINE_EXEC((void)0, ::execvp(file, words));
}
__attribute__((visibility("default"))) int execle(const char* path, const char* word, ...) noexcept {
    SIGHTLINE_EXEC(auto* const environment = va_arg(list, char* const*), ::execve(path, words, environment));
}
}

#undef SIGHTLINE_EXEC
