// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/// The other side of a connection: `sightline agent`, which bootstrap.h runs on another machine. It answers requests on
/// standard input, one after the other, on standard output (frames.h):
///
/// | request | answer |
/// |---|---|
/// | `hello` VERSION | `hello` VERSION HOST |
/// | `clock` | `clock` NS, of the wall clock |
/// | `start` ID TYPED FOLDER FUNCTIONS OPTION … | `ok`: RunFolder::start(), once, however often it is asked |
/// | `sync` ID MS SPOOLS (NAME NUMBER) … | `sync` STATE STATUS MORE (KIND NAME NUMBER BYTES) …, see below |
/// | `control` ID CLIENT LINE | `ok`: a line to the control socket of its session, over a connection of CLIENT's own |
/// | `signal` ID NUMBER | `ok` |
/// | `recover` ID | `ok` |
/// | `remove` ID [`all`] | `ok`; without `all` not what a session left that could make no report |
/// | `list` | `list` (ID STATE TYPED) … |
/// | `do` WORD … | `done` CODE OUTPUT ERRORS: what `sightline WORD …` prints |
///
/// All of them may be answered `failed MESSAGE`. The agent keeps nothing that the next one could not know: what was
/// received is said with each `sync`. So a connection may break at any moment.
///
/// `sync` names the files that the asking side has, each with the number of bytes that it has of it, or the sum of its
/// content. It answers with what is new, 1 MiB at most, and waits so many ms for that. MORE = 1: there is more now.
/// With SPOOLS = 1 the files of the session belong to it, `session/NAME`; those of the run are sent where they are
/// named, `run/NAME`. STATE is that of RunFolder, a number.
///
/// | KIND | meaning |
/// |---|---|
/// | `append` | bytes of the file from NUMBER on |
/// | `whole` | all of the file, whose sum is NUMBER |
/// | `end` | the file has NUMBER bytes, and no more will come |
/// | `status` | BYTES: what the session says of itself, lines as its control socket writes them |
/// | `answer`, `closed` | BYTES: a line to the client NAME; it gets no more |
namespace app::remote {

/// Until standard input ends. The exit code.
int runAgent();

}  // namespace app::remote
