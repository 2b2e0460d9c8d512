# SPDX-License-Identifier: GPL-3.0-or-later
# Functions that are made, run for a tenth of a second of processor time and freed, one after the other: each may lie where the one before was.
import gc
import time


def run(i):
    source = "def fn_%02d():\n import time\n t = time.process_time() + 0.1\n while time.process_time() < t: pass\n" % i
    names = {}
    exec(compile(source, "file_%02d.py" % i, "exec"), names)
    names["fn_%02d" % i]()
    del names
    gc.collect()


for i in range(10, 30):
    run(i)
