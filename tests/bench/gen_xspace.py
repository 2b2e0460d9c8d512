# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes a large profile of XLA: gen_xspace.py FILE [EVENTS]. A third each are kernels, their calls, and slices.

`bench_xspace FILE` opens it and compares that with a bare walk through its fields.
"""
import sys


def varint(value):
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value)
    return bytes(out)


def number(field, value):
    return varint(field << 3) + varint(value)


def blob(field, value):
    value = value.encode() if isinstance(value, str) else value
    return varint(field << 3 | 2) + varint(len(value)) + value


def names(field, texts):
    return b"".join(
        blob(field, number(1, i) + blob(2, number(1, i) + blob(2, text))) for i, text in enumerate(texts, 1)
    )


def plane(name, line_id, line_name, events, event_names, stat_names):
    line = number(1, line_id) + blob(2, line_name) + number(3, 1_000) + b"".join(events)
    return blob(1, blob(2, name) + blob(3, line) + names(4, event_names) + names(5, stat_names))


def main():
    count = (int(sys.argv[2]) if len(sys.argv) > 2 else 1_500_000) // 3
    kernels, calls, slices = [], [], []
    texts = ["correlation_id", "context_id", "hlo_op", "hlo_module", "program_id", "kernel_details", "$$1", "jit_step"]
    ops = [f"fusion.{i}" for i in range(200)]
    grids = [f"regs:32 static_shared:0 dynamic_shared:0 grid:{i},1,1 block:128,1,1 occ_pct:50" for i in range(200)]
    for i in range(count):
        op, at = i % 200, i * 12_000_000
        fixed = (
            blob(4, number(1, 2) + number(7, 7))
            + blob(4, number(1, 3) + number(7, 9 + op))
            + blob(4, number(1, 4) + number(7, 8))
            + blob(4, number(1, 5) + number(4, 15))
            + blob(4, number(1, 6) + number(7, 209 + op))
        )
        link = blob(4, number(1, 1) + number(3, i + 1))
        kernels.append(blob(4, number(1, 1 + op) + number(2, at + 5_000_000) + number(3, 6_000_000) + link + fixed))
        calls.append(blob(4, number(1, 1) + number(2, at) + number(3, 3_000_000) + link))
        slices.append(blob(4, number(1, 1 + i % 50) + number(2, at) + number(3, 9_000_000)))
    with open(sys.argv[1], "wb") as out:
        out.write(plane("/device:GPU:0", 7, "Stream #7(Compute)", kernels, ops, texts + ops + grids))
        out.write(plane("/host:CPU", 9, "Host Threads/9", calls, ["cuLaunchKernel"], texts))
        out.write(plane("/host:CPU", 10, "python", slices, [f"Execute{i}" for i in range(50)], texts))


main()
