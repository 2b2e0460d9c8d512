# SPDX-License-Identifier: GPL-3.0-or-later
"""Profiles of XLA (importer `xplane`) against a walk through their bytes that knows protobuf and nothing else of ours.

The profiles are made here, anew in each run and the same each time: planes of two GPUs, of threads and of a TPU, with
names by numbers, references, times in picoseconds and links. What the walk finds in a line is what rows must show.
A real profile beside the checkout is walked the same way.
"""
import collections
import json
import os
import pathlib
import random
import struct
import tempfile

import oracle

# --- writing


def varint(value):
    value &= (1 << 64) - 1
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes(out + bytes([value]))


def number(field, value):
    return varint(field << 3) + varint(value)


def blob(field, value):
    value = value.encode() if isinstance(value, str) else value
    return varint(field << 3 | 2) + varint(len(value)) + value


class PlaneWriter:
    def __init__(self, name):
        self.name, self.lines, self.events, self.stats = name, [], {}, {}

    def event_id(self, name):
        return self.events.setdefault(name, len(self.events) + 1)

    def stat_id(self, name):
        return self.stats.setdefault(name, len(self.stats) + 1)

    def stat(self, name, value):
        out = number(1, self.stat_id(name))
        if isinstance(value, tuple):  # a reference
            return out + number(7, self.stat_id(value[0]))
        if isinstance(value, float):
            return out + varint(2 << 3 | 1) + struct.pack("<d", value)
        return out + (number(4, value) if isinstance(value, int) else blob(5, value))

    def line(self, line_id, name, begin, events):
        out = number(1, line_id) + blob(2, name) + number(3, begin)
        for event, offset, duration, stats in events:
            body = number(1, self.event_id(event)) + number(2, offset) + number(3, duration)
            body += b"".join(blob(4, self.stat(k, v)) for k, v in stats.items())
            out += blob(4, body)
        self.lines.append(out)

    def bytes(self):
        out = blob(2, self.name) + b"".join(blob(3, line) for line in self.lines)
        for field, names in ((4, self.events), (5, self.stats)):
            for name, key in names.items():
                out += blob(field, number(1, key) + blob(2, number(1, key) + blob(2, name)))
        return blob(1, out)


def profile(seed):
    rng = random.Random(seed)
    gpus = [PlaneWriter(f"/device:GPU:{i}") for i in range(2)]
    host, tpu = PlaneWriter("/host:CPU"), PlaneWriter("/device:TPU:0")
    works = collections.defaultdict(list)
    calls, at, correlation = [], 0, 0
    for _ in range(400):
        correlation += 1
        gpu, stream = rng.randrange(2), rng.choice([7, 13, 20])
        at += rng.randrange(1_000, 90_000_000)
        op = rng.choice(["dot.1", "fusion.2", "all-reduce.3", "copy.4"])
        stats = {"correlation_id": correlation, "context_id": ("$$1",), "hlo_op": (op,), "hlo_module": ("jit_step",)}
        if rng.random() < 0.2:
            size = rng.randrange(1, 1 << 20)
            stats["memcpy_details"] = (f"kind_src:device kind_dst:pinned size:{size} dest:0 async:1",)
            name = "MemcpyD2H"
        else:
            grid = rng.randrange(1, 4096)
            stats["kernel_details"] = (
                f"regs:32 static_shared:0 dynamic_shared:0 grid:{grid},1,1 block:128,1,1 occ_pct:50",
            )
            name = "ncclDevKernel_AllReduce" if op == "all-reduce.3" else f"kernel_{op}.kd"
        calls.append(("cuLaunchKernel", at, rng.randrange(1_000, 900_000), {"correlation_id": correlation}))
        works[gpu, stream].append((name, at + rng.randrange(5_000_000), rng.randrange(1_000_000), stats))
    for (gpu, stream), events in sorted(works.items()):
        gpus[gpu].line(stream, f"Stream #{stream}(Compute)", 5_000, events)
    host.line(900, "Host Threads/900", 5_000, calls)
    slices = [
        (rng.choice(["run", "wait", "$a.py:3 f"]), i * 9_000_000, rng.randrange(0, 8_000_000), {"n": i, "x": i / 7})
        for i in range(200)
    ]
    host.line(0x7FFFFFFF12345678, "python", 6_000, slices)
    tpu.line(1, "XLA Ops", 7_000, [(f"fusion.{i % 5}", i * 3_000_001, 2_000_003, {}) for i in range(100)])
    return b"".join(plane.bytes() for plane in [*gpus, host, tpu]) + blob(4, f"node{seed}")


# --- walking


def fields(message):
    at = 0

    def read():
        nonlocal at
        shift = value = 0
        while True:
            byte = message[at]
            at += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    while at < len(message):
        key = read()
        kind = key & 7
        if kind == 0:
            value = read()
        else:
            size = {1: 8, 5: 4}.get(kind) if kind != 2 else read()
            value = message[at : at + size]
            at += size
        yield key >> 3, value


def signed(value):
    return value - (1 << 64) if value >> 63 else value


def parts(message):
    out = collections.defaultdict(list)
    for key, value in fields(message):
        out[key].append(value)
    return out


def first(message, key, fallback=0):
    return message[key][-1] if message[key] else fallback


def names(plane, field):
    return {
        first(parts(entry), 1): first(parts(first(parts(entry), 2, b"")), 2, b"").decode() for entry in plane[field]
    }


def walk(data):
    """(plane, line, line id, event, start, duration, statistics) of every event, with times in ns."""
    for plane in (parts(p) for p in parts(data)[1]):
        event_names, stat_names = names(plane, 4), names(plane, 5)
        for line in (parts(one) for one in plane[3]):
            begin = signed(first(line, 3))
            for event in (parts(one) for one in line[4]):
                offset, duration = signed(first(event, 2)), signed(first(event, 3))
                start, end = begin + offset // 1000, begin + (offset + duration) // 1000
                stats = {}
                for stat in (parts(s) for s in event[4]):
                    value = next((stat[k][0] for k in (3, 4) if stat[k]), None)
                    if stat[5]:
                        value = stat[5][0].decode()
                    if stat[7]:
                        value = stat_names[stat[7][0]]
                    stats[stat_names[first(stat, 1)]] = value
                yield (
                    first(plane, 2, b"").decode(),
                    first(line, 2, b"").decode(),
                    first(line, 1),
                    event_names[first(event, 1)],
                    start,
                    end - start,
                    stats,
                )


# --- comparing

ROWS = """SELECT t.kind, e.name, e.start, e.dur, e.device, s.name, e.stream, e.tid, e.correlation
FROM events e JOIN tracks t ON t.id = e.track LEFT JOIN tracks s ON s.id = t.parent WHERE t.kind <> 'operators'"""


def rows_of(report):
    return oracle.query(report, ROWS)


def shown(name):
    """The name of a copy is the one that all reports have for it; marks of Python functions and of kernels are not
    shown."""
    copies = {"MemcpyD2H": "Memcpy DtoH", "MemcpyH2D": "Memcpy HtoD"}
    return copies.get(name, name.removeprefix("$").removesuffix(".kd"))


def check(report, events):
    events = list(events)
    zero = min(start for *_, start, _, _ in events)
    rows = rows_of(report)
    if len(rows) != len(events):
        oracle.fail(f"{len(rows)} rows instead of {len(events)} events")
    mine = collections.Counter((name, start, duration) for _, name, start, duration, *_ in rows)
    right = collections.Counter((shown(name), start - zero, duration) for _, _, _, name, start, duration, _ in events)
    for missing in list((right - mine).elements())[:5]:
        oracle.fail(f"no row is {missing}")
    for more in list((mine - right).elements())[:5]:
        oracle.fail(f"{more} is in no line")
    # Of each line: a stream of a GPU, or a thread by its name.
    lines = collections.Counter()
    for plane, line, *_ in events:
        if plane.startswith("/device:GPU:") and line.startswith("Stream #"):
            lines[int(plane.rsplit(":", 1)[1]), int(line[8:].split("(")[0])] += 1
    streams = collections.Counter((device, stream) for *_, device, _, stream, _, _ in rows if device is not None)
    if streams != lines:
        oracle.fail(f"streams hold {dict(streams)} instead of {dict(lines)}")
    # Launches: the same number at a call and at its work.
    calls = {s["correlation_id"] for p, l, _, _, _, _, s in events if p.startswith("/host") and "correlation_id" in s}
    work = {s["correlation_id"] for p, l, _, _, _, _, s in events if p.startswith("/device") and "correlation_id" in s}
    linked = oracle.query(
        report,
        "SELECT count(DISTINCT w.correlation) FROM events w JOIN events c ON c.correlation = w.correlation "
        "WHERE w.device IS NOT NULL AND c.device IS NULL AND w.correlation > 0",
    )[0][0]
    if linked != len(calls & work):
        oracle.fail(f"{linked} links instead of {len(calls & work)}")


def with_profile(data, test):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "node.xplane.pb"
        path.write_bytes(data)
        test(path)


for seed in (1, 2):

    @oracle.test(f"profile {seed}: every event of every line is a row, at its time, with its links")
    def rows(seed=seed):
        data = profile(seed)
        with_profile(data, lambda path: check(path, walk(data)))


@oracle.test("the counts of info are those of the lines, and the format is xplane")
def counts():
    data = profile(3)
    events = list(walk(data))

    def test(path):
        info = json.loads(oracle.sightline("info", "--json", path))
        if info["source"]["format"] != "xplane":
            oracle.fail(f"the format is {info['source']['format']}")
        kinds = info["events"]
        right = collections.Counter()
        for plane, line, _, name, _, duration, stats in events:
            if plane.startswith("/device:GPU"):
                right["memcpy" if "memcpy_details" in stats else "kernel"] += 1
            elif line.startswith("Host Threads/"):
                right["cuda_api"] += 1
            elif name.startswith("$"):
                right["python_function"] += 1
        for kind, n in right.items():
            if kinds.get(kind) != n:
                oracle.fail(f"{kind}: {kinds.get(kind)} instead of {n}")

    with_profile(data, test)


@oracle.test("sizes and launches are those of the texts that describe them")
def details():
    data = profile(4)
    texts = collections.Counter()
    for *_, stats in walk(data):
        for key, word in (("memcpy_details", "size:"), ("kernel_details", "grid:")):
            if key in stats:
                texts[word, int(stats[key].split(word)[1].split(" ")[0].split(",")[0])] += 1

    def test(path):
        rows = oracle.query(path, "SELECT key, value FROM args WHERE key IN ('bytes', 'gridX')")
        mine = collections.Counter(("size:" if key == "bytes" else "grid:", int(value)) for key, value in rows)
        if mine != texts:
            oracle.fail(f"{sum((mine - texts).values())} values are in no text")

    with_profile(data, test)


@oracle.test("a real profile beside the checkout is walked the same way")
def real():
    folders = [os.environ.get("SIGHTLINE_SAMPLES", ""), os.environ.get("SIGHTLINE_SHARED", "") + "/samples"]
    for folder in folders:
        path = pathlib.Path(folder) / "round2_rocm" / "jax.xplane.pb"
        if folder and path.exists():
            return check(path, walk(path.read_bytes()))


oracle.main()
