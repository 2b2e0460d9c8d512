// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>

#include <sys/types.h>

#include "model/base/message.h"

namespace app::capture {

/// The program that looks from outside: at processors, GPUs, the machine. It is a process of the session like those of
/// the program, but nobody waits for its end.
class SamplerProcess {
public:
    ~SamplerProcess() { end(); }

    /// Where there is none. It calls the session when it is ready.
    void start(const std::filesystem::path& session);
    /// Its connection is closed: it writes what it holds and ends. Waits for that, but not for ever.
    void end();
    /// It has ended by itself. `early`: while somebody wanted it.
    void noteEnd(bool early);
    /// It has not answered for as long as somebody waited.
    void noteSilence();

    bool runs() const { return m_pid != 0; }
    pid_t pid() const { return m_pid; }  ///< 0 = none
    bool is(pid_t pid) const { return runs() && pid == m_pid; }
    /// Why there is none although one was wanted, or why it says nothing; empty = there is nothing to be told.
    const model::Message& missing() const { return m_missing; }

private:
    pid_t m_pid = 0;
    model::Message m_missing;
};

}  // namespace app::capture
