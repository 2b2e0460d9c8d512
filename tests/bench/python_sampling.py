#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What --python-sampling costs: a fixed piece of work with and without it, in turns. python_sampling.py SIGHTLINE [ROUNDS]
Prints the ratio of the medians of the working thread's processor time, and what the thread that looks takes of a core."""
import statistics
import subprocess
import sys
import tempfile

WORK = """
import time
def leaf(n):
    return sum(range(n))
def deep(n, m):
    return deep(n - 1, m) if n else leaf(m)
own, begin, wall = time.thread_time(), time.process_time(), time.monotonic()
for i in range(20000):
    deep(13, 2000 + i % 7)
own = time.thread_time() - own
print(own, time.process_time() - begin - own, time.monotonic() - wall)
"""

sightline, rounds = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 7
times = {False: [], True: []}
shares = []
with tempfile.TemporaryDirectory() as folder:
    for _ in range(rounds):
        for sampled in (False, True):
            command = [sys.executable, "-c", WORK]
            if sampled:
                command = [sightline, "profile", "-t", "none", "--python-sampling", "-f", "true", "-o", folder + "/run"] + command
            own, others, wall = map(float, subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout.split())
            times[sampled].append(own)
            if sampled:
                shares.append(others / wall)
plain, sampled = (statistics.median(times[s]) for s in (False, True))
print("1000 Hz, 15 frames: %.3f times the processor time (%.3f to %.3f without, %.3f to %.3f with); looking takes %.1f %% of a core" %
      (sampled / plain, min(times[False]), max(times[False]), min(times[True]), max(times[True]), 100 * statistics.median(shares)))
