// SPDX-License-Identifier: Apache-2.0
// sightline-sampler: what a session looks at from outside of the program. To the session it is a process like those
// that it injects into.
#include <csignal>
#include <cstdio>

#include "collectors/process/process.h"
#include "collectors/process/spool_writer.h"
#include "collectors/sampler/programs_source.h"

int main() {
    // Keys at the terminal are for the program; the session says when this is over, or its end does.
    for (const int s : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE}) std::signal(s, SIG_IGN);
    if (!collectors::joinSession()) {
        std::fputs("sightline-sampler: It belongs to sightline profile, which starts it.\n", stderr);
        return 2;
    }
    collectors::spoolWriter().facts({"sampler", "1"});
    collectors::waitForSession();
    // A session that ends has said before that nothing is traced any more. One that was killed has not: as the programs
    // trace on, so does this, until they have ended or as much is written as a process may without a session.
    collectors::waitForPrograms(collectors::isTracing);
    collectors::finish();
    return 0;
}
