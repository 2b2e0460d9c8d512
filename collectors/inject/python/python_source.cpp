// SPDX-License-Identifier: Apache-2.0
#include "collectors/inject/python/python_source.h"

#include <time.h>

#include <cstdlib>

#include "collectors/inject/python/python_interpreter.h"
#include "collectors/inject/python/python_sampler.h"
#include "collectors/inject/python/python_stacks.h"
#include "collectors/process/options.h"
#include "collectors/process/own_threads.h"
#include "collectors/process/spool_writer.h"
#include "collectors/process/stack_table.h"

namespace collectors {
namespace {

std::atomic<bool> g_saidVersion{false};

/// An interpreter may be loaded at any time.
void look() {
    const Options& o = options();
    if (!o.pythonSampling && o.pythonStacks.empty()) return;
    Phrase why;
    const python::Interpreter* const found = python::interpreter(&why);
    if ((found || !why.empty()) && !g_saidVersion.exchange(true)) {
        if (found) spoolWriter().facts({"python", found->version});
        else cannotTrace(Phrase::words("Python"), why);
    }
    if (o.pythonSampling) startPythonSampling();
}

void begin() { look(); }

void end() {
    stopPythonSampling();
    writePythonSamples();
    reportUnreadableStacks();
}

void flush() {
    if (isTracing()) {
        look();
        if (!isTracing()) stopPythonSampling();  // a range of the program has ended meanwhile
    }
    writePythonSamples();
    reportUnreadableStacks();
}

void forget() {
    g_saidVersion = false;
    forgetPythonSampling();
    forgetPythonStacks();
    forgetStacks();
}

void* joinLater(void*) {
    constexpr timespec kWhile{0, 20'000'000};  // a child that runs another program is gone by then
    ::nanosleep(&kWhile, nullptr);
    joinSession();
    return nullptr;
}

/// Workers of Python's multiprocessing are forked, and call nobody.
void forked() {
    if (options().pythonSampling && python::knownInterpreter()) startThread(joinLater, nullptr);
}

}  // namespace

constinit const Source kPythonSource{.key = "python",
                                     .begin = begin,
                                     .end = end,
                                     .flush = flush,
                                     .forget = forget,
                                     .forked = forked,
                                     .quit = stopPythonSampling};

void pythonLoaded() try {
    if (!std::getenv("SIGHTLINE_SESSION") || !python::hasInterpreter()) return;
    Options asked;
    if (asked.read() && asked.pythonSampling) joinSession();
} catch (...) {
    gaveUp();
}

}  // namespace collectors
