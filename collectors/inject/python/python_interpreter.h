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
        nullptr;  ///< PyGILState_GetThisThreadState: needs no GIL, and gives null where the thread has no Python
};

/// Looks for it. Null where there is none by now, or none whose frames can be read: then `why` says so. Once found it
/// stays. From any thread.
const Interpreter* interpreter(std::string* why = nullptr);
/// What interpreter() has found by now. Costs nothing.
const Interpreter* knownInterpreter();
/// Whether the program was started with one, of whatever version. Cheap.
bool hasInterpreter();

/// Whether the interpreter is about to end: what its threads have is no longer looked at.
bool isEnding(const Interpreter& python);

}  // namespace collectors::python
