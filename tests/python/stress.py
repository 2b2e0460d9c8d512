# SPDX-License-Identifier: GPL-3.0-or-later
# What could break a look at its frames from another thread: threads, code objects and generators that come and go, deep stacks, children, and an end
# among threads that still run. stress.py [SECONDS]
import gc
import multiprocessing
import os
import subprocess
import sys
import threading
import time

stop = time.monotonic() + (float(sys.argv[1]) if len(sys.argv) > 1 else 3)
sys.setrecursionlimit(4000)


def deep(n):
    return deep(n - 1) if n else sum(i for i in range(3000))


def fresh(i):
    space = {}
    exec(compile("\n" * (i % 30) + "def f%d(x):\n    return [y for y in range(x)]" % (i % 11), "<made %d>" % (i % 5), "exec"), space)
    return space["f%d" % (i % 11)](100)


def produce(n):
    for i in range(n):
        yield from (j for j in range(3))


def churn():
    i = 0
    while time.monotonic() < stop:
        i += 1
        fresh(i)
        deep(i * 37 % 1200)
        list(produce(20))
        short = threading.Thread(target=deep, args=(i % 50,))
        short.start()
        short.join()
        if i % 50 == 0:
            gc.collect()


def child(n):
    return sum(len(fresh(i)) for i in range(n))


def forever():
    while True:
        deep(30)


if __name__ == "__main__":
    threads = [threading.Thread(target=churn) for _ in range(4)]
    for t in threads:
        t.start()
    with multiprocessing.get_context("fork").Pool(2) as pool:
        while time.monotonic() < stop:
            assert pool.map(child, [50, 60]) == [5000, 6000]
            subprocess.run([sys.executable, "-c", "pass"], check=True)
            pid = os.fork()
            if pid == 0:
                os._exit(0)
            os.waitpid(pid, 0)
    for t in threads:
        t.join()
    for _ in range(3):
        threading.Thread(target=forever, daemon=True).start()
    print("done")
