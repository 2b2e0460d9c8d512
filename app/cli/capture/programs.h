// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <list>
#include <vector>

#include "app/cli/capture/target.h"
#include "model/base/handle.h"

namespace app::capture {

/// A program that `sightline launch` runs in a session. It is another process's child: the session waits for it and
/// never signals it.
struct Guest {
    pid_t pid = 0;      ///< as this process sees it; 0 = it does not
    model::Handle end;  ///< readable once it has ended; not valid where that cannot be known
    bool runs() const;

    /// The child of a client that it calls so; in a container it has another number there than here.
    static Guest calledBy(pid_t client, pid_t number);
};

/// Which programs a session has: its own, and guests. It lasts until all of them have ended, and signals its own alone.
class Programs {
public:
    /// Notes who is below this process already: they are none of its program.
    void begin() { m_strangers = descendants({}); }

    Target& own() { return m_own; }
    const Target& own() const { return m_own; }
    /// The session's own program runs, or what it has left and is waited for.
    bool runsOwn() const { return m_own.started() && m_ownChildren; }
    /// A program has come since the last time that all had ended.
    void ran() { m_ran = true; }
    /// … and whether one had, now that none runs. Asked once in each round, so that of a program that ends and another
    /// one that comes both are known.
    bool parseRan() { return std::exchange(m_ran, false); }

    /// A child has ended.
    void noteEnd(pid_t pid, int status);
    /// After all ends are noted. `others`: processes of the session's own that run. True where its program, or with
    /// `all` what it has left, is not waited for any more since now.
    bool nothingLeft(bool childrenLeft, bool all, const std::vector<pid_t>& others);
    /// What the program has started, and it: never what was here before it, nor `others`, which belong to the session.
    std::vector<pid_t> children(const std::vector<pid_t>& others) const;

    /// A guest whose client was killed: it goes on.
    void keep(Guest guest) { m_guests.push_back(std::move(guest)); }
    void forgetEnded();
    const std::list<Guest>& guests() const { return m_guests; }
    /// Of the program that came last; 0 = none.
    pid_t pid() const { return m_own.started() ? m_own.pid() : m_lastGuest; }
    void setLastGuest(pid_t pid) { m_lastGuest = pid; }

private:
    Target m_own;
    bool m_ownChildren = true;
    bool m_ran = false;
    std::vector<pid_t> m_strangers;  // below this process before the session began
    std::list<Guest> m_guests;
    pid_t m_lastGuest = 0;
};

}  // namespace app::capture
