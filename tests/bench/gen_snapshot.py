# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes a large memory snapshot of PyTorch: gen_snapshot.py FILE [EVENTS]. Half of the entries allocate, half free,
each with one of a thousand Python stacks, as torch.cuda.memory._dump_snapshot() writes them.
"""
import pickle
import random
import sys


def stacks(count, depth=24):
    names = [f"function_{i}" for i in range(400)]
    frames = [{"name": name, "filename": f"/opt/app/module_{i % 40}.py", "line": i} for i, name in enumerate(names)]
    return [[frames[(s * 7 + d * d) % len(frames)] for d in range(depth)] for s in range(count)]


def main():
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 1_000_000
    numbers, known = random.Random(1), stacks(1000)
    free = [0x7F0000000000 + i * (2 << 20) for i in range(4096)]
    held, trace, time = [], [], 1_700_000_000_000_000

    def entry(action, addr, size):
        return {
            "action": action,
            "addr": addr,
            "size": size,
            "stream": 0,
            "time_us": time,
            "frames": known[numbers.randrange(len(known))],
        }

    while len(trace) < count:
        time += numbers.randrange(1, 5)
        if free and (not held or numbers.random() < 0.5):
            addr = free.pop(numbers.randrange(len(free)))
            held.append((addr, numbers.randrange(1, 4096) * 512))
            trace.append(entry("alloc", *held[-1]))
        else:
            addr, size = held.pop(numbers.randrange(len(held)))
            free.append(addr)
            trace += [entry("free_requested", addr, size), entry("free_completed", addr, size)]
    segments = [
        {
            "device": 0,
            "address": addr,
            "total_size": 2 << 20,
            "allocated_size": size,
            "active_size": size,
            "requested_size": size,
            "stream": 0,
            "segment_type": "large",
            "segment_pool_id": (0, 0),
            "is_expandable": False,
            "frames": known[0],
            "blocks": [
                {"address": addr, "size": size, "requested_size": size, "state": "active_allocated", "frames": known[1]},
                {"address": addr + size, "size": (2 << 20) - size, "requested_size": 0, "state": "inactive", "frames": []},
            ],
        }
        for addr, size in held
    ]
    with open(sys.argv[1], "wb") as out:
        pickle.dump({"segments": segments, "device_traces": [trace], "allocator_settings": {}}, out)


main()
