# SPDX-License-Identifier: GPL-3.0-or-later
"""Two captures of one training side by side (data/captures/compare-*.rep).

What `sightline compare` says of their steps and kernels, against medians that Python makes of the exported rows.
Nothing of the comparison has a part in the export.
"""
import collections
import functools
import json
import pathlib
import re
import statistics
import tempfile

import oracle
import runs

FILES = {side: oracle.CAPTURES / f"compare-{name}.rep" for side, name in (("A", "before"), ("B", "after"))}


@functools.lru_cache(maxsize=None)
def compared():
    return json.loads(oracle.sightline("compare", "-f", "json", "--by", "step,kernel,memory", FILES["A"], FILES["B"]))


@functools.lru_cache(maxsize=None)
def steps_of(side):
    """The steps of a capture that are compared, each with its range and the GPU work that was launched in it."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "out.sqlite"
        oracle.sightline("export", "-t", "sqlite", "-o", path, FILES[side])
        run = runs.nsys(path)
    named = [r for r in run.ranges if re.fullmatch(r"step \d+", r.name)]
    steps = sorted(named, key=lambda r: r.start)[-compared()[f"repetitions{side}"] :]
    for step in steps:
        step.work = [w for c, w in run.launch_of() if c and step.start <= c.start < step.end]
    return steps


def per_step(side, kind):
    """By name: times of all work of that kind, a list a step."""
    steps, out = steps_of(side), collections.defaultdict(list)
    for name in {w.name for step in steps for w in step.work if w.kind == kind}:
        for step in steps:
            out[name].append([w.end - w.start for w in step.work if w.kind == kind and w.name == name])
    return out


@oracle.test("every step but the first ones is compared")
def numbers():
    for side in FILES:
        if not 9 <= compared()[f"repetitions{side}"] <= 12:
            oracle.fail(f"{compared()[f'repetitions{side}']} steps of {side}")


@oracle.test("the CPU range of a step is the median of the ranges")
def cpu_range():
    row = next(row for row in compared()["step"] if row["Part"] == "CPU range")
    for side in FILES:
        right = round(statistics.median(step.end - step.start for step in steps_of(side)))
        if row[f"{side} (ns)"] != right:
            oracle.fail(f"{side}: {row[f'{side} (ns)']} instead of {right}")


@oracle.test("each kernel comes as often in a step, and takes as long, as the medians say")
def kernels():
    rows = compared()["kernel"]
    for side in FILES:
        right = per_step(side, "kernel")
        ours = [row for row in rows if row[f"Count {side}"] > 0]
        theirs = [
            [statistics.median(map(len, times)), round(statistics.median(map(sum, times))), name]
            for name, times in right.items()
        ]
        oracle.compare(f"side {side}", ours, theirs, [f"Count {side}", f"{side} (ns)", "Name"])


@oracle.test("a kernel is faster or slower where no step of one capture is like one of the other")
def verdicts():
    before, after, told = per_step("A", "kernel"), per_step("B", "kernel"), 0
    for row in compared()["kernel"]:
        a, b = (list(map(sum, of.get(row["Name"], []))) for of in (before, after))
        if not a or not b:
            right = {"removed", "replaced"} if a else {"added", "replaced"}
        elif max(b) < 0.98 * min(a) or max(a) < 0.98 * min(b):
            right = {"faster", "fewer"} if max(b) < min(a) else {"slower", "more"}
        else:
            continue
        told += 1
        if row["Verdict"] not in right:
            oracle.fail(f"{row['Name']} is {row['Verdict']}, not of {right}: {sorted(a)} and {sorted(b)}")
    if told < 3:
        oracle.fail(f"only {told} kernels differ for certain")


oracle.main()
