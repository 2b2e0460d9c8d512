# SPDX-License-Identifier: GPL-3.0-or-later
"""More tables: where the time of GPUs goes, by device, stream, collective, group and step."""
import collections
import re

from tables import device_name, is_kernel, launches, length, spread, summary, table, timed

# ------------------------------------------------------------ time of GPUs


def united(stretches):
    """Stretches of time as those that neither touch nor overlap."""
    out = []
    for start, end in sorted(stretches):
        if out and start <= out[-1][1]:
            out[-1][1] = max(out[-1][1], end)
        elif end > start:
            out.append([start, end])
    return out


def lasting(stretches):
    return sum(end - start for start, end in united(stretches))


def stretches(work):
    return [(w.start, w.end) for w in work]


def is_communication(work):
    return work.kind == "kernel" and work.name.startswith("nccl")


def by_device(run):
    groups = collections.defaultdict(list)
    for w in run.work:
        groups[w.device].append(w)
    return groups


PARTS = ["Compute Only", "Comm Only", "Overlapped", "Memory Only", "Idle"]


def parts_of(work, begin, end):
    """How a time of a GPU divides, with the shares, and which share of the communication is hidden."""

    def covered(wanted):
        return lasting([(max(begin, w.start), min(end, w.end)) for w in work if wanted(w)])

    computes = covered(lambda w: is_kernel(w) and not is_communication(w))
    communicates, kernels, all_work = covered(is_communication), covered(is_kernel), covered(lambda w: True)
    both = computes + communicates - kernels
    parts = [computes - both, communicates - both, both, all_work - kernels, end - begin - all_work]
    out = [n for part in parts for n in (part, 100 * part / (end - begin) if end > begin else None)]
    return out + [100 * both / communicates if communicates else None]


PART_COLUMNS = [f"{part} ({unit})" for part in PARTS for unit in ("ns", "%")] + ["Comm Hidden (%)"]


@table("gpu_breakdown", "Device", "Kernels", "Time (ns)", *PART_COLUMNS)
def gpu_breakdown(run):
    rows = []
    for device, work in by_device(run).items():
        begin, end = min(w.start for w in work), max(w.end for w in work)
        rows.append([device_name(run, device), sum(map(is_kernel, work)), end - begin, *parts_of(work, begin, end)])
    return rows


def by_stream(run):
    groups = collections.defaultdict(list)
    for call, work in run.launch_of():
        groups[work.device, work.context, work.stream].append((call, work))
    return groups


@table(
    "idle_breakdown",
    "Device",
    "Strm",
    "Idle (ns)",
    "Host Late (ns)",
    "Host Late",
    "Kernel Wait (ns)",
    "Kernel Wait",
    "Sync (ns)",
    "Sync",
    "Other (ns)",
    "Other",
    "Longest (ns)",
)
def idle_breakdown(run):
    rows = []
    for (device, _, stream), pairs in by_stream(run).items():
        if len(pairs) < 2:
            continue
        gaps, until = collections.defaultdict(list), None
        for call, work in sorted(pairs, key=lambda p: p[1].start):
            if until is not None and work.start > until:
                gaps[why_idle(run, call, work, until)].append(work.start - until)
            until = max(until or 0, work.end)
        times = [n for why in ("host", "kernel", "sync", "other") for n in (sum(gaps[why]), len(gaps[why]))]
        every = [gap for found in gaps.values() for gap in found]
        rows.append([device_name(run, device), stream, sum(every), *times, max(every, default=0)])
    return rows


def why_idle(run, call, work, since):
    if call and call.start > since:
        waits = [
            (max(c.start, since), min(c.end, call.start))
            for c in run.calls
            if c.pid == call.pid and "Synchronize" in c.name
        ]
        return "sync" if lasting(waits) > (call.start - since) // 2 else "host"
    return "kernel" if work.start - since < 30 else "other"


@table(
    "launch_latency",
    "Device",
    "PID",
    "Strm",
    "Launches",
    "Avg (ns)",
    "Med (ns)",
    "Min (ns)",
    "Max (ns)",
    "StdDev (ns)",
    "Avg Queue",
    "Max Queue",
)
def launch_latency(run):
    rows = []
    for (device, _, stream), pairs in by_stream(run).items():
        pairs = [(c, w) for c, w in pairs if c]
        if not pairs:
            continue
        _, count, *numbers = spread([w.start - c.start for c, w in pairs])
        steps = sorted([(c.start, 1) for c, w in pairs] + [(w.start, -1) for c, w in pairs])
        depth = deepest = area = 0
        for (at, step), (then, _) in zip(steps, steps[1:] + steps[-1:]):
            depth += step
            deepest, area = max(deepest, depth), area + depth * (then - at)
        over = steps[-1][0] - steps[0][0]
        rows.append(
            [device_name(run, device), pairs[0][0].pid, stream, count, *numbers, area / over if over else None, deepest]
        )
    return rows


BYTES = {"Float": 4, "BFloat16": 2, "Half": 2, "Long": 8, "Int": 4, "Double": 8, "Byte": 1}


@table(
    "nccl_sum",
    "Device",
    "Ranks",
    "Instances",
    "Total Time (ns)",
    "Avg (ns)",
    "Med (ns)",
    "Min (ns)",
    "Max (ns)",
    "Exposed (ns)",
    "Size",
    "Algbw (B/s)",
    "Busbw (B/s)",
    "Collective",
)
def nccl_sum(run):
    """Of traces whose kernels say which collective they are."""
    groups = collections.defaultdict(list)
    for w in filter(is_communication, run.work):
        name = w.args["Collective name"].replace("_", "").strip("0123456789")
        groups[w.device, name.removesuffix("base"), w.args["Group size"]].append(w)
    rows = []
    for (device, name, ranks), work in groups.items():
        others = stretches(w for w in run.work if w.device == device and is_kernel(w) and not is_communication(w))
        exposed = lasting(stretches(work) + others) - lasting(others)
        size = sum(max(w.args["In msg nelems"], w.args["Out msg nelems"]) * BYTES[w.args["dtype"]] for w in work)
        total, count, mean, median, least, most, _ = spread(list(map(length, work)))
        share = (ranks - 1) / ranks
        factor = {"allreduce": 2 * share, "allgather": share, "reducescatter": share, "alltoall": share}.get(name, 1)
        rate = size * 1e9 / total
        rows.append(
            [
                device_name(run, device),
                ranks,
                count,
                total,
                mean,
                median,
                least,
                most,
                exposed,
                size,
                rate,
                rate * factor,
                name,
            ]
        )
    return rows


GROUPS = {"products": "gemm|nvjet|cutlass", "pointwise": "elementwise", "copies": "^Memcpy"}


def group_of(work):
    return next((name for name, pattern in GROUPS.items() if re.search(pattern, work.name, re.IGNORECASE)), "other")


@table("kernel_group_sum", *timed("Instances", "Group"))
def kernel_group_sum(run):
    return summary(((group_of(w),), length(w)) for w in run.work)


@table("kernel_group_overlap", "Device", "Time (%)", "Time (ns)", "Groups at Once", "Groups")
def kernel_group_overlap(run):
    rows, order = [], [*GROUPS, "other"]
    for device, work in by_device(run).items():
        borders = sorted({t for w in work for t in (w.start, w.end)})
        times = collections.Counter()
        events, running, at = sorted(work, key=lambda w: w.start), [], 0
        for begin, end in zip(borders, borders[1:]):
            while at < len(events) and events[at].start <= begin:
                running.append(events[at])
                at += 1
            running = [w for w in running if w.end > begin]
            times[frozenset(map(group_of, running))] += end - begin
        for groups, time in times.items():
            rows.append(
                [
                    device_name(run, device),
                    100 * time / (borders[-1] - borders[0]),
                    time,
                    len(groups),
                    "; ".join(sorted(groups, key=order.index)) or "nothing",
                ]
            )
    return rows


@table("step_sum", "Step", "PID", "Device", "Start (ns)", "CPU (ns)", "GPU Start (ns)", "GPU Span (ns)")
def step_sum(run):
    """Steps with their own work. Pace and what is made of it: step_reports_test."""
    rows = []
    for step in (r for r in run.ranges if re.match(r"ProfilerStep#|step \d|train_step_", r.name)):
        work = collections.defaultdict(list)
        for call, one in launches(run):
            if call.pid == step.pid and step.start <= call.start < step.end:
                work[one.device].append(one)
        for one in run.on_gpu:  # the sample says itself when the step was on the GPU
            if one.name == step.name and one.device in work:
                work[one.device].append(one)
        for device, found in work.items():
            begin = min(w.start for w in found)
            rows.append(
                [
                    step.name,
                    step.pid,
                    device_name(run, device),
                    step.start,
                    length(step),
                    begin,
                    max(w.end for w in found) - begin,
                ]
            )
    return rows


@table("row_use", "Busy (%)", "Busy (ns)", "Idle (ns)", "Events", "Start (ns)", "End (ns)", "Device", "Id")
def row_use(run):
    """Streams. Threads, and rows above streams: split_reports_test."""
    rows = []
    for (device, _, stream), pairs in by_stream(run).items():
        work = [w for c, w in pairs]
        begin, end, busy = min(w.start for w in work), max(w.end for w in work), lasting(stretches(work))
        rows.append(
            [
                100 * busy / max(1, end - begin),
                busy,
                end - begin - busy,
                len(work),
                begin,
                end,
                device_name(run, device),
                stream,
            ]
        )
    return rows
