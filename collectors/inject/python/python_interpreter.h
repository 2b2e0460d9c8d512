// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "collectors/inject/python/python_layout.h"

namespace collectors::python {

/// The interpreter of this process.
struct Interpreter {
    Layout layout;
    std::string version;         ///< "3.11.2"
    std::uint64_t runtime = 0;   ///< &_PyRuntime
    std::uint64_t codeType = 0;  ///< &PyCode_Type
    void* (*threadState)() =
        nullptr;  ///< PyGILState_GetThisThreadState: needs no GIL, and returns null if the thread has no Python
};

/// Searches the interpreter. Null if there is none so far, or none whose frames can be read; then `why` explains it.
/// Once found, it stays. From any thread.
const Interpreter* interpreter(Phrase* why = nullptr);
/// What interpreter() has found so far. Costs nothing.
const Interpreter* knownInterpreter();
/// Whether the program was started with an interpreter, of whatever version. Cheap.
bool hasInterpreter();

/// Whether the interpreter is about to end. Then its threads are no longer examined.
bool isEnding(const Interpreter& python);

}  // namespace collectors::python
