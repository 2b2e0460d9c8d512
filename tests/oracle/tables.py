# SPDX-License-Identifier: GPL-3.0-or-later
"""Tables of `sightline stats`, worked out of a Run in the most obvious way.

Each is the columns that are compared and a function to their rows. Quadratic wherever that is plainer.
"""
import collections
import re
import statistics

TABLES = {}
TIMES = ["Time (%)", "Total Time (ns)", None, "Avg (ns)", "Med (ns)", "Min (ns)", "Max (ns)", "StdDev (ns)"]


def table(report, *columns):
    def add(function):
        TABLES[report] = (list(columns), function)
        return function

    return add


def timed(count, *labels):
    """The columns of a summary of times; `count` heads the third."""
    return [c or count for c in TIMES] + list(labels)


def spread(values):
    """Total, number, mean, median, least, greatest, standard deviation of a sample."""
    deviation = statistics.stdev(values) if len(values) > 1 else 0
    return [
        sum(values),
        len(values),
        sum(values) / len(values),
        statistics.median(values),
        min(values),
        max(values),
        deviation,
    ]


def summary(pairs):
    """Rows of a summary of times from (labels, time) pairs."""
    groups = collections.defaultdict(list)
    for labels, time in pairs:
        groups[labels].append(time)
    whole = sum(map(sum, groups.values()))
    return [[100 * sum(times) / whole, *spread(times), *labels] for labels, times in groups.items()]


def length(e):
    return e.end - e.start


def call_name(call):
    return re.sub(r"_v\d{4,6}$", "", call.name)


WAYS = {"HtoD": "Host-to-Device", "DtoH": "Device-to-Host", "DtoD": "Device-to-Device", "PtoP": "Peer-to-Peer"}


def work_name(work):
    """A kernel by its name, a copy or memset by its direction."""
    if work.kind == "kernel":
        return work.name
    name = work.name.split(" (")[0]
    if name == "Memset":
        return "[CUDA memset]"
    kind, _, way = name.rpartition(" ")
    if way not in WAYS or kind not in ("Memcpy", "Unified memcpy"):
        return f"[{work.name}]"
    return f"[CUDA memcpy {'Unified ' if kind.startswith('Unified') else ''}{WAYS[way]}]"


def triple(sizes):
    return "".join(f"{n:4} " for n in sizes).rstrip() if sizes else ""


def device_name(run, device):
    return f"{run.devices.get(device, 'GPU')} ({device})"


def is_kernel(work):
    return work.kind == "kernel"


def is_copy(work):
    return work.kind != "kernel"


# ------------------------------------------------------------ calls and work by name


@table("cuda_api_sum", *timed("Num Calls", "Name"))
def cuda_api_sum(run):
    return summary(((call_name(c),), length(c)) for c in run.calls)


@table("cuda_gpu_kern_sum", *timed("Instances", "Name"))
def cuda_gpu_kern_sum(run):
    return summary(((w.name,), length(w)) for w in filter(is_kernel, run.work))


@table("cuda_gpu_kern_gb_sum", *timed("Instances", "GridXYZ", "BlockXYZ", "Name"))
def cuda_gpu_kern_gb_sum(run):
    return summary(((triple(w.grid), triple(w.block), w.name), length(w)) for w in filter(is_kernel, run.work))


@table("cuda_gpu_mem_time_sum", *timed("Count", "Operation"))
def cuda_gpu_mem_time_sum(run):
    return summary(((work_name(w),), length(w)) for w in filter(is_copy, run.work))


@table(
    "cuda_gpu_mem_size_sum",
    "Total (MB)",
    "Count",
    "Avg (MB)",
    "Med (MB)",
    "Min (MB)",
    "Max (MB)",
    "StdDev (MB)",
    "Operation",
)
def cuda_gpu_mem_size_sum(run):
    rows = summary(((work_name(w),), w.bytes) for w in filter(is_copy, run.work))
    return [[row[1] / 1e6, row[2], *(v / 1e6 for v in row[3:8]), row[8]] for row in rows]


def gpu_pairs(run):
    return [((run.platform + "_KERNEL" if is_kernel(w) else "MEMORY_OPER", work_name(w)), length(w)) for w in run.work]


@table("cuda_gpu_sum", *timed("Instances", "Category", "Operation"))
def cuda_gpu_sum(run):
    return summary(gpu_pairs(run))


@table("cuda_api_gpu_sum", *timed("Instances", "Category", "Operation"))
def cuda_api_gpu_sum(run):
    return summary(gpu_pairs(run) + [((run.platform + "_API", call_name(c)), length(c)) for c in run.calls])


# ------------------------------------------------------------ calls and work one by one


@table("cuda_api_trace", "Start (ns)", "Duration (ns)", "Name", "Result", "CorrID", "Pid", "Tid", "Thread Name")
def cuda_api_trace(run):
    return [
        [
            c.start,
            length(c),
            call_name(c),
            c.result,
            c.correlation or None,
            c.pid,
            c.tid,
            run.threads.get((c.pid, c.tid)),
        ]
        for c in run.calls
    ]


@table(
    "cuda_gpu_trace",
    "Start (ns)",
    "Duration (ns)",
    "CorrId",
    "GrdX",
    "GrdY",
    "GrdZ",
    "BlkX",
    "BlkY",
    "BlkZ",
    "Bytes (MB)",
    "Throughput (MB/s)",
    "Device",
    "Strm",
    "Name",
)
def cuda_gpu_trace(run):
    rows = []
    for w in run.work:
        size = (
            [w.bytes / 1e6, w.bytes * 1000 / length(w) if length(w) else None] if w.bytes is not None else [None, None]
        )
        rows.append(
            [
                w.start,
                length(w),
                w.correlation or None,
                *(w.grid or [None] * 3),
                *(w.block or [None] * 3),
                *size,
                device_name(run, w.device),
                w.stream,
                work_name(w),
            ]
        )
    return rows


def launches(run, wanted=lambda work: True):
    return [(call, work) for call, work in run.launch_of() if call and wanted(work)]


def total_time(call, work):
    return max(call.end, work.end) - call.start


@table(
    "cuda_kern_exec_sum",
    "PID",
    "TID",
    "DevId",
    "Count",
    "QCount",
    *(f"{part}{what} (ns)" for part in "TAQK" for what in ("Avg", "Med", "Min", "Max", "StdDev")),
    "API Name",
    "Kernel Name",
)
def cuda_kern_exec_sum(run):
    groups = collections.defaultdict(list)
    for call, work in launches(run, is_kernel):
        groups[call.pid, call.tid, work.device, call_name(call), work.name].append((call, work))
    rows = []
    for (pid, tid, device, api, kernel), pairs in groups.items():
        queued = [w.start - c.end for c, w in pairs if w.start > c.end]
        parts = [
            [total_time(c, w) for c, w in pairs],
            [length(c) for c, w in pairs],
            queued,
            [length(w) for c, w in pairs],
        ]
        numbers = [n for values in parts for n in (spread(values)[2:] if values else [None] * 5)]
        rows.append([pid, tid, device, len(pairs), len(queued), *numbers, api, kernel])
    return rows


@table(
    "cuda_kern_exec_trace",
    "API Start (ns)",
    "API Dur (ns)",
    "Queue Start (ns)",
    "Queue Dur (ns)",
    "Kernel Start (ns)",
    "Kernel Dur (ns)",
    "Total Dur (ns)",
    "PID",
    "TID",
    "DevId",
    "API Function",
    "GridXYZ",
    "BlockXYZ",
    "Kernel Name",
)
def cuda_kern_exec_trace(run):
    rows = []
    for c, w in launches(run, is_kernel):
        queue = [c.end, w.start - c.end] if w.start > c.end else [None, None]
        rows.append(
            [
                c.start,
                length(c),
                *queue,
                w.start,
                length(w),
                total_time(c, w),
                c.pid,
                c.tid,
                w.device,
                call_name(c),
                triple(w.grid),
                triple(w.block),
                w.name,
            ]
        )
    return rows


# ------------------------------------------------------------ ranges


def label(r):
    return r.name if r.domain is None else f"{r.domain}:{r.name}"


def real_ranges(run, *styles):
    return [r for r in run.ranges if length(r) > 0 and (not styles or r.style in styles)]


@table("nvtx_sum", *timed("Instances", "Style", "Range", "Kind"))
def nvtx_sum(run):
    return summary(((r.style, label(r), r.kind), length(r)) for r in real_ranges(run))


@table("nvtx_pushpop_sum", *timed("Instances", "Range", "Kind"))
def nvtx_pushpop_sum(run):
    return summary(((label(r), r.kind), length(r)) for r in real_ranges(run, "PushPop"))


@table("nvtx_startend_sum", *timed("Instances", "Range", "Kind"))
def nvtx_startend_sum(run):
    return summary(((label(r), r.kind), length(r)) for r in real_ranges(run, "StartEnd"))


def around(run, inner):
    """Ranges of a thread and domain that hold one of them, the outermost first."""
    if inner.style != "PushPop":
        return []
    rows = [r for r in real_ranges(run, "PushPop") if (r.pid, r.tid, r.domain) == (inner.pid, inner.tid, inner.domain)]
    holds = [
        r
        for r in rows
        if r is not inner and r.start <= inner.start and r.end >= inner.end and length(r) > length(inner)
    ]
    return sorted(holds, key=lambda r: -length(r))


def children(run, outer):
    return (
        [r for r in real_ranges(run, "PushPop") if around(run, r)[-1:] == [outer]] if outer.style == "PushPop" else []
    )


@table(
    "nvtx_pushpop_trace",
    "Start (ns)",
    "End (ns)",
    "Duration (ns)",
    "DurChild (ns)",
    "DurNonChild (ns)",
    "Name",
    "PID",
    "TID",
    "Lvl",
    "NumChild",
    "NameTree",
    "Kind",
)
def nvtx_pushpop_trace(run):
    rows = []
    for r in real_ranges(run, "PushPop"):
        inside, level = children(run, r), len(around(run, r))
        of_children = sum(map(length, inside))
        rows.append(
            [
                r.start,
                r.end,
                length(r),
                of_children,
                length(r) - of_children,
                label(r),
                r.pid,
                r.tid,
                level,
                len(inside),
                "  " * level + label(r),
                r.kind,
            ]
        )
    return rows


def work_in(run, r):
    """Work whose call lies in a range, of its thread or, if that is of a process, of any thread of it."""
    return [
        w
        for c, w in launches(run)
        if c.pid == r.pid and r.tid in (None, c.tid) and r.start <= c.start and c.end <= r.end
    ]


def projected(run):
    """Ranges with work, each with its begin and end on the GPU."""
    found = [(r, work_in(run, r)) for r in real_ranges(run)]
    return [(r, min(w.start for w in work), max(w.end for w in work), len(work)) for r, work in found if work]


@table(
    "nvtx_gpu_proj_sum",
    "Range",
    "Style",
    "Total Proj Time (ns)",
    "Total Range Time (ns)",
    "Range Instances",
    "Proj Avg (ns)",
    "Proj Med (ns)",
    "Proj Min (ns)",
    "Proj Max (ns)",
    "Proj StdDev (ns)",
    "Total GPU Ops",
    "Avg GPU Ops",
    "Avg Range Lvl",
    "Avg Num Child",
    "Kind",
)
def nvtx_gpu_proj_sum(run):
    groups = collections.defaultdict(list)
    for one in projected(run):
        groups[label(one[0]), one[0].style, one[0].kind].append(one)
    rows = []
    for (name, style, kind), found in groups.items():
        total, count, *numbers = spread([end - start for r, start, end, n in found])
        ops, levels = sum(n for *_, n in found), sum(len(around(run, r)) for r, *_ in found)
        rows.append(
            [
                name,
                style,
                total,
                sum(length(r) for r, *_ in found),
                count,
                *numbers,
                ops,
                ops / count,
                levels / count,
                sum(len(children(run, r)) for r, *_ in found) / count,
                kind,
            ]
        )
    return rows


@table(
    "nvtx_gpu_proj_trace",
    "Name",
    "Projected Start (ns)",
    "Projected Duration (ns)",
    "Orig Start (ns)",
    "Orig Duration (ns)",
    "Style",
    "PID",
    "TID",
    "NumGPUOps",
    "Lvl",
    "NumChild",
    "Kind",
)
def nvtx_gpu_proj_trace(run):
    return [
        [
            label(r),
            start,
            end - start,
            r.start,
            length(r),
            r.style,
            r.pid,
            r.tid,
            n,
            len(around(run, r)),
            len(children(run, r)),
            r.kind,
        ]
        for r, start, end, n in projected(run)
    ]


@table(
    "nvtx_kern_sum",
    "NVTX Range",
    "Style",
    "PID",
    "TID",
    "NVTX Inst",
    "Kern Inst",
    "Total Time (ns)",
    "Avg (ns)",
    "Med (ns)",
    "Min (ns)",
    "Max (ns)",
    "StdDev (ns)",
    "Kernel Name",
    "Kind",
)
def nvtx_kern_sum(run):
    groups = collections.defaultdict(list)
    for r in real_ranges(run):
        for w in filter(is_kernel, work_in(run, r)):
            groups[label(r), r.style, r.pid, r.tid, w.name, r.kind].append((r, w))
    rows = []
    for (name, style, pid, tid, kernel, kind), pairs in groups.items():
        total, count, *numbers = spread([length(w) for r, w in pairs])
        rows.append([name, style, pid, tid, len({id(r) for r, w in pairs}), count, total, *numbers, kernel, kind])
    return rows
