# SPDX-License-Identifier: GPL-3.0-or-later
"""Memory of PyTorch (torch-memory, torch-memory-timeline) against an allocator that is played here and knows the truth.

The allocator plays a program, Python's own pickle writes what PyTorch would: the last entries of each device's trace
and the blocks at the end. What was held when, and by whom, is known from the play, not from the file.
"""
import collections
import gzip
import json
import pathlib
import pickle
import random
import tempfile

import oracle

BLOCK = 512 << 10
BLOCKS = 8  # of a segment
START = 1_700_000_000_000_000  # µs


def frame(name, path, line):
    return {"name": name, "filename": path, "line": line}


MAIN = frame("main", "/home/a/train.py", 9)
INSIDE = frame("linear", "/usr/lib/python3/site-packages/torch/nn/functional.py", 7)
OWN = [frame(f"layer{i}", "/home/a/model.py", 10 + i) for i in range(5)]


class Allocator:
    """One device: its segments, what is alive, and everything that ever happened."""

    def __init__(self, seed, base):
        self.random, self.base = random.Random(seed), base
        self.segments, self.free, self.live = [], [], {}
        self.trace, self.truth = [], []  # truth: after each entry (time, allocated, reserved, alive)
        self.time = START + seed

    def happened(self, action, address, size, frames=()):
        self.time += self.random.randrange(3)
        self.trace.append(
            {
                "action": action,
                "addr": address,
                "size": size,
                "stream": 0,
                "time_us": self.time,
                "frames": list(frames),
            }
        )
        allocated = sum(size for size, _ in self.live.values())
        self.truth.append((self.time, allocated, len(self.segments) * BLOCK * BLOCKS, dict(self.live)))

    def allocate(self):
        if not self.free:
            address = self.base + len(self.segments) * BLOCK * BLOCKS
            self.segments.append(address)
            self.free = [address + i * BLOCK for i in range(BLOCKS)]
            self.happened("segment_alloc", address, BLOCK * BLOCKS, [MAIN])
        address = self.free.pop(self.random.randrange(len(self.free)))
        size, own = self.random.randrange(1, BLOCK), self.random.choice(OWN)
        self.live[address] = size, own
        self.happened("alloc", address, size, [INSIDE, own, MAIN])

    def release(self):
        address = self.random.choice(sorted(self.live))
        size, _ = self.live.pop(address)
        self.happened("free_requested", address, size)
        self.happened("free_completed", address, size)
        self.free.append(address)

    def play(self, steps):
        for _ in range(steps):
            if self.live and self.random.random() < len(self.live) / 60:
                self.release()
            else:
                self.allocate()

    def snapshot(self, device):
        out = []
        for address in self.segments:
            blocks = []
            for at in range(address, address + BLOCK * BLOCKS, BLOCK):
                size, own = self.live.get(at, (0, None))
                blocks.append(
                    {
                        "address": at,
                        "size": BLOCK,
                        "requested_size": size,
                        "state": "active_allocated" if own else "inactive",
                        "frames": [INSIDE, own, MAIN] if own else [],
                    }
                )
            out.append(
                {
                    "device": device,
                    "address": address,
                    "total_size": BLOCK * BLOCKS,
                    "stream": 0,
                    "segment_type": "large",
                    "segment_pool_id": (0, 0),
                    "is_expandable": False,
                    "frames": [],
                    "blocks": blocks,
                }
            )
        return out


class Run:
    """Two devices, of which the trace kept the last entries only."""

    def __init__(self, steps, kept):
        self.devices = [Allocator(seed, (seed + 1) << 40) for seed in range(2)]
        self.first = []
        for a in self.devices:
            a.play(steps)
            first = max(0, len(a.trace) - kept)
            while a.trace[first]["action"] == "free_completed":  # its request is not lost alone
                first += 1
            self.first.append(first)
        self.zero = min(a.trace[f]["time_us"] for a, f in zip(self.devices, self.first))

    def content(self):
        return {
            "segments": [s for d, a in enumerate(self.devices) for s in a.snapshot(d)],
            "device_traces": [a.trace[f:] for a, f in zip(self.devices, self.first)],
            "allocator_settings": {"expandable_segments": False, "garbage_collection_threshold": 0.0},
            "external_annotations": [],
        }

    def ns(self, us):
        return (us - self.zero) * 1000

    def before(self, device):
        first = self.first[device]
        return self.devices[device].truth[first - 1][3] if first else {}

    def moments(self, device):
        """(time, allocated, reserved, alive) from the first kept entry on, with what was there before it."""
        a, first = self.devices[device], self.first[device]
        held = a.truth[first - 1] if first else (0, 0, 0, {})
        return [(self.zero, *held[1:])] + a.truth[first:]


def with_snapshot(content, protocol, use):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "snapshot.pickle"
        path.write_bytes(pickle.dumps(content, protocol))
        use(path)


def check_counts(run, path):
    """How often each thing happened."""
    right = collections.Counter()
    for d, (a, first) in enumerate(zip(run.devices, run.first)):
        names = {"alloc": "Allocation", "free_requested": "Deallocation", "segment_alloc": "Segment allocated"}
        right.update(names[e["action"]] for e in a.trace[first:] if e["action"] in names)
        right["Allocated before the trace"] += len(run.before(d))
    sql = "SELECT e.name, count(*) FROM events e JOIN tracks t ON t.id = e.track WHERE t.kind IN ('memory_events', 'memory_pool') GROUP BY 1"
    ours = dict(oracle.query(path, sql))
    if ours != {k: n for k, n in right.items() if n}:
        oracle.fail(f"{ours} instead of {dict(right)}")


def check_peak(run, path):
    """The most that was in use, when, and who held it."""
    right = []
    for d in range(len(run.devices)):
        moments, before = run.moments(d), run.before(d)
        peak = max(m[1] for m in moments)
        time, _, _, alive = next(m for m in moments if m[1] == peak)
        at_end = run.devices[d].live
        held = collections.defaultdict(list)
        for address, (size, own) in alive.items():
            # What the trace frees without an allocation has no stack.
            unknown = before.get(address) == (size, own) and at_end.get(address) != (size, own)
            who = f"main (train.py:9) / {own['name']} (model.py:{own['line']})"
            held["(allocated before)" if unknown else who].append(size)
        right += [[f"GPU ({d})", peak, run.ns(time), sum(s), len(s), who] for who, s in held.items()]
    columns = ["Device", "Peak", "Peak Start (ns)", "Held", "Allocations", "Held By"]
    oracle.compare("memory_peak", oracle.stats(path, "memory_peak"), right, columns)


def check_curves(run, path):
    """Peak and end of what was allocated and reserved."""
    right = []
    for d in range(len(run.devices)):
        moments = run.moments(d)
        for name, which in (("allocated", 1), ("reserved", 2)):
            right.append([f"GPU ({d})", name, max(m[which] for m in moments), moments[-1][which]])
    ours = [row for row in oracle.stats(path, "memory_sum") if row["Curve"] in ("allocated", "reserved")]
    oracle.compare("memory_sum", ours, right, ["Device", "Curve", "Peak", "Last"])


def check_fragmentation(run, path):
    """memory_fragmentation: what was reserved and free at the end."""
    right = []
    for d, a in enumerate(run.devices):
        reserved, allocated = len(a.segments) * BLOCK * BLOCKS, len(a.live) * BLOCK
        largest = BLOCK if reserved > allocated else 0
        right.append([f"GPU ({d})", len(a.segments), reserved, allocated, reserved - allocated, largest])
    columns = ["Device", "Segments", "Reserved", "Allocated", "Free", "Largest Free Block"]
    oracle.compare("memory_fragmentation", oracle.stats(path, "memory_fragmentation"), right, columns)


def check_stacks(run, path):
    """Each allocation of the trace has its stack and size."""
    right = []
    for d, (a, first) in enumerate(zip(run.devices, run.first)):
        for e in a.trace[first:]:
            if e["action"] == "alloc":
                own = e["frames"][1]
                who = f"main (train.py:9) / {own['name']} (model.py:{own['line']})"
                right.append([run.ns(e["time_us"]), e["size"], hex(e["addr"]), f"GPU ({d})", who])
    begun = {(hex(address), size) for d in range(2) for address, (size, _) in run.before(d).items()}
    ours = [r for r in oracle.stats(path, "memory_events") if r["Size"] > 0]
    ours = [r for r in ours if not (r["Start (ns)"] == 0 and (r["Address"], r["Size"]) in begun)]
    oracle.compare("memory_events", ours, right, ["Start (ns)", "Size", "Address", "Device", "By"])


def check_notes(run, path):
    info = json.loads(oracle.sightline("info", "--json", path))
    if info["source"]["format"] != "torch-memory":
        oracle.fail(f"the importer is {info['source']['format']}")
    before = sum(len(run.before(d)) for d in range(2))
    lost = sum(
        run.before(d).get(address) == held for d in range(2) for address, held in run.devices[d].live.items()
    )
    text = json.dumps(info)
    for key, count in (("held_before", before), ("entries_lost", lost)):
        if (key in text) != (count > 0):
            oracle.fail(f"{key}: {count}")


for steps, kept in ((400, 10**9), (3000, 700)):
    for protocol in (2, 3, 4, 5):

        @oracle.test(f"a snapshot of {steps} steps and at most {kept} entries, in protocol {protocol}")
        def compare(steps=steps, kept=kept, protocol=protocol):
            run = Run(steps, kept)

            def use(path):
                for check in (check_counts, check_peak, check_curves, check_fragmentation, check_stacks, check_notes):
                    check(run, path)

            with_snapshot(run.content(), protocol, use)


class Danger:
    """What a pickle of others may do: here it would write a file."""

    def __init__(self, path):
        self.path = path

    def __reduce__(self):
        return pathlib.Path.touch, (pathlib.Path(self.path),)


@oracle.test("a snapshot that would run code is refused, and nothing of it runs")
def dangerous():
    with tempfile.TemporaryDirectory() as folder:
        made = pathlib.Path(folder) / "made"
        for protocol in (2, 3, 4, 5):
            content = {"segments": [], "device_traces": [[{"action": "alloc", "addr": Danger(made)}]]}

            def use(path):
                try:
                    oracle.sightline("info", path)
                    oracle.fail("it opened")
                except RuntimeError as refused:
                    if "would run code" not in str(refused):
                        oracle.fail(str(refused))

            with_snapshot(content, protocol, use)
            if made.exists():
                oracle.fail("it ran")


@oracle.test("a memory timeline (torch-memory-timeline) has the sums that were written, packed or not")
def timeline():
    play = random.Random(5)
    sizes, times, raw = [[0] * 9], [START], []
    for _ in range(2000):
        times.append(times[-1] + 1 + play.randrange(5))
        category = play.randrange(8)
        row = list(sizes[-1])
        change = play.randrange(1 << 20) - (row[category + 1] if play.random() < 0.4 else 0)
        row[category + 1] += change
        sizes.append(row)
        raw.append([times[-1] * 1000, 1 if change >= 0 else 3, change, category])
    names = ["parameters", "optimizer state", "inputs", "temporaries", "activations", "gradients", "autograd", "unknown"]
    right = {f"memory: {name}": max(row[i + 1] for row in sizes) for i, name in enumerate(names)}
    right["memory: all"] = max(sum(row) for row in sizes)
    sql = "SELECT t.name, max(c.value) FROM counters c JOIN tracks t ON t.id = c.track GROUP BY 1"
    with tempfile.TemporaryDirectory() as folder:
        for name, content in (("t.json", [times, sizes]), ("t.raw.json", raw)):
            for packed in (False, True):
                path = pathlib.Path(folder) / (name + (".gz" if packed else ""))
                text = json.dumps(content).encode()
                path.write_bytes(gzip.compress(text) if packed else text)
                ours = dict(oracle.query(path, sql))
                if ours != right:
                    oracle.fail(f"{path.name}: {ours} instead of {right}")


oracle.main()
