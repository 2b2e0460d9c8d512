# SPDX-License-Identifier: GPL-3.0-or-later
# Two functions that run with known shares of the time, while other threads wait. shares.py [SECONDS]
import sys
import threading
import time

end = threading.Event()


def waits():
    end.wait()


def work(seconds):
    until = time.thread_time() + seconds
    n = 0
    while time.thread_time() < until:
        n += 1
    return n


def three_quarters():
    work(0.003)


def one_quarter():
    work(0.001)


def main(seconds):
    threads = [threading.Thread(target=waits) for _ in range(4)]
    for t in threads:
        t.start()
    until = time.thread_time() + seconds
    while time.thread_time() < until:
        three_quarters()
        one_quarter()
    end.set()
    for t in threads:
        t.join()


main(float(sys.argv[1]) if len(sys.argv) > 1 else 1.5)
