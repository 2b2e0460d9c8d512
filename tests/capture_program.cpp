// SPDX-License-Identifier: GPL-3.0-or-later
// A program that tests capture: it does what its words say, one after the other.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

#include <signal.h>

#if SIGHTLINE_HAS_NVTX
#include <nvtx3/nvToolsExt.h>
#endif

namespace {

void range(const char* name) {
#if SIGHTLINE_HAS_NVTX
    nvtxRangePushA(name);
    nvtxMarkA("inside");
    nvtxRangePop();
#else
    (void)name;
#endif
}

/// Prints a line so that whoever reads it can act.
void print(const std::string& text) {
    std::printf("%s\n", text.c_str());
    std::fflush(stdout);
}

std::string argument;  // of the words that have one

void step(const std::string& word) {
    if (word == "out") print("to standard output");
    if (word == "err") std::fprintf(stderr, "to standard error\n");
    if (word == "variable") print(argument + "=" + (std::getenv(argument.c_str()) ? std::getenv(argument.c_str()) : "(none)"));
    if (word == "exit") std::exit(std::atoi(argument.c_str()));
    if (word == "signal") ::raise(std::atoi(argument.c_str()));
    if (word == "range") range(argument.c_str());
    if (word == "ready") print("ready " + std::to_string(::getpid()));
    if (word == "read") std::getchar();                 // until somebody writes a line, or the other end is gone
    if (word == "deaf") ::signal(SIGTERM, SIG_IGN);
    if (word == "forever")
        for (;;) ::pause();
}

bool hasArgument(const std::string& word) { return word == "variable" || word == "exit" || word == "signal" || word == "range"; }

}  // namespace

/// "child … end" runs what stands between in a child, which nobody waits for.
int main(int count, char** words) {
    for (int i = 1; i < count; ++i) {
        const std::string word = words[i];
        if (word == "child") {
            if (::fork() == 0) continue;
            while (i < count && std::strcmp(words[i], "end") != 0) ++i;
            continue;
        }
        if (word == "end") return 0;
        if (hasArgument(word) && i + 1 < count) argument = words[++i];
        step(word);
    }
    return 0;
}
