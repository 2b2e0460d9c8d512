# SPDX-License-Identifier: GPL-3.0-or-later
# Compares what the probe reads of this thread's frames with what Python says. stacks.py PROBE
import asyncio
import ctypes
import sys
import threading
import traceback

probe = ctypes.CDLL(sys.argv[1])  # calls of it run without the GIL
probe.probeCost.restype = ctypes.c_double
room = threading.local()
compared = 0
OLD = sys.version_info < (3, 11)


def read(function):
    if not hasattr(room, "bytes"):
        room.bytes = ctypes.create_string_buffer(1 << 20)
    size = function(room.bytes, ctypes.c_size_t(len(room.bytes)))
    text = room.bytes.raw[:size].decode()
    if text.startswith("!"):
        raise SystemExit("the probe says: " + text)
    return text


def here(depth=0):
    """Both as lists of (name, file, line), outermost first."""
    global compared
    for function in (probe.probeStack, probe.probeStackSafely):
        expected = [(f.name, f.filename, f.lineno) for f in traceback.extract_stack()]
        text = read(function)
        found = []
        for line in reversed(text.splitlines()):
            if line == "deeper":
                continue
            name, place = line.split("\t")
            file, _, number = place.rpartition(":")
            found.append((name.rpartition(".")[2] if not OLD else name, file, int(number)))
        found = found[:-1]            # read(), which traceback does not know of …
        expected[-1] = found[-1]      # … and two lines of this function
        if "deeper" in text:
            expected = expected[-len(found):]
        if found != expected:
            for e, f in zip(expected, found):
                print("  " if e == f else "! ", e, f)
            raise SystemExit("%d frames instead of %d, or others" % (len(found), len(expected)))
        compared += 1


def recursive(n):
    if n:
        return recursive(n - 1)
    here()


def generator(n):
    yield from inner(n)


def inner(n):
    for i in range(n):
        here()
        yield (
            i
        )


class Größe:
    class Innere:
        def wert(self):
            here()

        @staticmethod
        def static():
            here()

        @property
        def 属性(self):
            here()

    def __init__(self): self.Innere().wert(); self.Innere.static(); self.Innere().属性


async def coroutine(n):
    await asyncio.sleep(0)
    here()
    if n:
        await coroutine(n - 1)


def caught():
    try:
        raise ValueError
    except ValueError:
        here()
    finally:
        here()
    with open(__file__) as f:
        here(
            len(
                f.read()))


def many_lines():
    x = 1

































































































































































    here()


def in_threads():
    threads = [threading.Thread(target=recursive, args=(i,)) for i in range(8)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()


def freed():
    """Code objects come and go; each has another name, or another line, at the places of the others."""
    for i in range(3000):
        space = {"here": here}
        exec(compile("\n" * (i % 50) + "def f%d():\n    pass\n    here()\nf%d()" % (i % 7, i % 7), "<made %d>" % (i % 3), "exec"), space)


recursive(0)
recursive(20)
list(generator(3))
Größe()
(lambda: here())()
[here() for _ in range(2)]
sorted([2, 1], key=lambda x: here() or x)
"{}".format(type("T", (), {"__format__": lambda self, spec: here() or ""})())
asyncio.run(coroutine(3))
caught()
many_lines()
in_threads()
CALL = ctypes.CFUNCTYPE(None)
probe.probeCall(CALL(lambda: recursive(3)))
exec("def 😀():\n    here()\n😀()".replace("😀", "𝒳"))
freed()
sys.setrecursionlimit(5000)
recursive(2000)


def at_depth(n, safely):
    if n:
        return at_depth(n - 1, safely)
    return probe.probeCost(2000 if safely else 50000, safely)


print("compared", compared, "direct", round(at_depth(13, 0)), "safe", round(at_depth(13, 1)), "ns a stack of 15")
