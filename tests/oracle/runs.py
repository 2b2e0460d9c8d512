# SPDX-License-Identifier: GPL-3.0-or-later
"""Samples read in the plainest way: json and sqlite3, every event one object. Nothing is shared with the importers."""
import collections
import gzip
import json
import sqlite3
from decimal import Decimal
from types import SimpleNamespace


class Run:
    """What a sample holds. Times are ns since its first event."""

    def __init__(self):
        self.calls, self.work, self.ranges, self.operators, self.python, self.slices = [], [], [], [], [], []
        self.system, self.library = [], []  # calls of the C library and of others
        self.samples, self.stacks = [], {}  # frames, the innermost first: (function, module)
        self.memory = []  # allocations
        self.numbers_are_own = False  # of correlations: the sample has others
        self.platform = "CUDA"  # in the words of its tables
        self.on_gpu = []  # ranges as the sample itself has them on GPUs
        self.cpu_faults, self.gpu_faults, self.metrics = [], [], {}
        self.devices = {}  # names by number
        self.threads = {}  # names by process and thread

    def launch_of(self):
        """The call of each piece of work, by identity; none where the sample has none."""
        calls = {(c.pid, c.correlation): c for c in self.calls if c.correlation}
        return [(calls.get((w.pid, w.correlation)), w) for w in self.work]


def event(**fields):
    return SimpleNamespace(**fields)


# ------------------------------------------------------------ PyTorch's profiler


def _ns(us):
    return int(Decimal(us) * 1000)


def kineto(path):
    """A trace of PyTorch's profiler of one process."""
    with gzip.open(path, "rt", encoding="utf-8") as file:
        text = json.load(file, parse_float=Decimal)
    events, run = text["traceEvents"], Run()
    zero = min(_ns(e["ts"]) for e in events if e["ph"] in "Xi")
    pids = collections.Counter(e["pid"] for e in events if e.get("cat") in ("cuda_runtime", "cuda_driver", "cpu_op"))
    pid = pids.most_common(1)[0][0]  # of the process whose trace it is: work says its GPU instead
    for device in text.get("deviceProperties", []):
        run.devices[device["id"]] = device["name"]
    for e in events:
        if e["ph"] == "M" and e["name"] == "thread_name":
            name = e["args"]["name"]  # the number that stands before it is known
            run.threads[e["pid"], e["tid"]] = name.removeprefix(f"thread {e['tid']} (").removesuffix(")")
        if e["ph"] == "i" and e["name"] == "[memory]":
            a = e["args"]
            run.memory.append(
                event(
                    time=_ns(e["ts"]) - zero,
                    bytes=a["Bytes"],
                    address=a["Addr"],
                    pid=e["pid"],
                    tid=e["tid"],
                    allocated=a["Total Allocated"],
                    reserved=a["Total Reserved"],
                    device=a["Device Id"] if a["Device Type"] else None,
                )
            )
        if e["ph"] != "X":
            continue
        a, start = e.get("args", {}), _ns(e["ts"]) - zero
        one = event(
            start=start,
            end=start + _ns(e["dur"]),
            name=e["name"],
            args=a,
            pid=pid,
            tid=e["tid"],
            correlation=a.get("correlation", 0),
        )
        category = e.get("cat")
        if category in ("kernel", "gpu_memcpy", "gpu_memset"):
            one.kind = {"kernel": "kernel", "gpu_memcpy": "copy", "gpu_memset": "set"}[category]
            one.device, one.context, one.stream = a["device"], a["context"], a["stream"]
            one.grid, one.block = a.get("grid"), a.get("block")
            one.registers, one.bytes = a.get("registers per thread"), a.get("bytes")
            run.work.append(one)
        elif category in ("cuda_runtime", "cuda_driver"):
            one.result = None
            run.calls.append(one)
        elif category == "cpu_op":
            run.operators.append(one)
        elif category == "user_annotation":
            one.domain, one.style, one.kind = None, "PushPop", "Annotation"
            run.ranges.append(one)
        elif category == "gpu_user_annotation":
            run.on_gpu.append(one)
            one.device = e["pid"]
        elif category == "python_function":
            run.python.append(one)
    run.memory.sort(key=lambda a: a.time)
    return run


def slices(path):
    """Trace events that are whole slices."""
    run = Run()
    with open(path, encoding="utf-8") as file:
        text = json.load(file)
    events = [e for e in text["traceEvents"] if e["ph"] == "X"]
    zero = min(e["ts"] for e in events)
    run.slices = [
        event(
            start=(e["ts"] - zero) * 1000,
            end=(e["ts"] - zero + e["dur"]) * 1000,
            name=e["name"],
            pid=e["pid"],
            tid=e["tid"],
        )
        for e in events
    ]
    return run


# ------------------------------------------------------------ Nsight Systems

_COPIES = {
    1: "Memcpy HtoD",
    2: "Memcpy DtoH",
    8: "Memcpy DtoD",
    10: "Memcpy PtoP",
    11: "Unified memcpy HtoD",
    12: "Unified memcpy DtoH",
}


def rows_of(path, sql):
    with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as db:
        db.row_factory = sqlite3.Row
        return [SimpleNamespace(**dict(row)) for row in db.execute(sql)]


def all_of(path, table):
    """The rows of a table, none where the sample lacks it."""
    there = rows_of(path, f"SELECT 1 FROM sqlite_master WHERE name = '{table}'")
    return rows_of(path, f"SELECT * FROM {table}") if there else []


def nsys(path):
    """An SQLite export of Nsight Systems."""
    run, text = Run(), {r.id: r.value for r in rows_of(path, "SELECT id, value FROM StringIds")}
    for r in all_of(path, "TARGET_INFO_GPU"):
        run.devices[r.id] = r.name
    for r in all_of(path, "ThreadNames"):
        run.threads[r.globalTid >> 24 & 0xFFFFFF, r.globalTid & 0xFFFFFF] = text[r.nameId]
    for r in all_of(path, "CUPTI_ACTIVITY_KIND_RUNTIME"):
        run.calls.append(
            event(
                start=r.start,
                end=r.end,
                name=text[r.nameId],
                pid=r.globalTid >> 24 & 0xFFFFFF,
                tid=r.globalTid & 0xFFFFFF,
                correlation=r.correlationId,
                result=r.returnValue,
                chain=r.callchainId,
            )
        )
    where = {
        "CUPTI_ACTIVITY_KIND_KERNEL": "kernel",
        "CUPTI_ACTIVITY_KIND_MEMCPY": "copy",
        "CUPTI_ACTIVITY_KIND_MEMSET": "set",
    }
    for table, kind in where.items():
        for r in all_of(path, table):
            one = event(
                start=r.start,
                end=r.end,
                kind=kind,
                pid=r.globalPid >> 24 & 0xFFFFFF,
                device=r.deviceId,
                context=r.contextId,
                stream=r.streamId,
                correlation=r.correlationId,
                grid=None,
                block=None,
                registers=None,
                bytes=None,
                args={},
                row=r,
            )
            if kind == "kernel":
                one.name = text[r.demangledName]
                one.grid, one.block, one.registers = (
                    [r.gridX, r.gridY, r.gridZ],
                    [r.blockX, r.blockY, r.blockZ],
                    r.registersPerThread,
                )
            else:
                one.name, one.bytes = _COPIES[r.copyKind] if kind == "copy" else "Memset", r.bytes
            run.work.append(one)
    domains = {}
    marks = rows_of(
        path, "SELECT n.*, coalesce(text, value) AS name FROM NVTX_EVENTS n LEFT JOIN StringIds ON id = textId"
    )
    for r in marks:
        if r.eventType == 75:
            domains[r.globalTid >> 24, r.domainId] = r.name
    for r in marks:
        if r.eventType in (59, 60) and r.end is not None:
            run.ranges.append(
                event(
                    start=r.start,
                    end=r.end,
                    name=r.name,
                    pid=r.globalTid >> 24 & 0xFFFFFF,
                    tid=r.globalTid & 0xFFFFFF if r.eventType == 59 else None,
                    domain=domains.get((r.globalTid >> 24, r.domainId), ""),
                    style="PushPop" if r.eventType == 59 else "StartEnd",
                    kind="NVTX",
                )
            )
    for table, calls, library in (
        ("OSRT_API", run.system, None),
        ("CUBLAS_EVENTS", run.library, "cuBLAS"),
        ("CUDNN_EVENTS", run.library, "cuDNN"),
    ):
        calls += [event(start=r.start, end=r.end, name=text[r.nameId], library=library) for r in all_of(path, table)]

    def frames(table):
        out = collections.defaultdict(list)
        for r in sorted(all_of(path, table), key=lambda r: (r.id, r.stackDepth)):
            out[r.id].append((text[r.symbol], text[r.module]))
        return out

    sampled, run.stacks = frames("SAMPLING_CALLCHAINS"), frames("CUDA_CALLCHAINS")
    run.samples = [sampled[r.id] for r in all_of(path, "COMPOSITE_EVENTS")]
    run.text = text
    run.cpu_faults = all_of(path, "CUDA_UM_CPU_PAGE_FAULT_EVENTS")
    run.gpu_faults = all_of(path, "CUDA_UM_GPU_PAGE_FAULT_EVENTS")
    metrics = {(r.typeId, r.metricId): r.metricName for r in all_of(path, "TARGET_INFO_GPU_METRICS")}
    for r in all_of(path, "GPU_METRICS"):
        run.metrics.setdefault((r.typeId & 255, metrics[r.typeId, r.metricId]), []).append((r.timestamp, r.value))
    return run


# ------------------------------------------------------------ rocprofv3


def rocpd(path):
    """A rocpd database of one process, by the views that its maker put in."""
    run, pid = Run(), rows_of(path, "SELECT pid FROM rocpd_info_process")[0].pid
    run.numbers_are_own, run.platform = True, "HIP"
    text = {r.id: r.string for r in rows_of(path, "SELECT id, string FROM rocpd_string")}
    threads = rows_of(path, "SELECT id, tid, name FROM rocpd_info_thread")
    tids = {r.id: r.tid for r in threads}
    run.threads = {(pid, r.tid): r.name for r in threads}
    agents = {r.id: r for r in rows_of(path, "SELECT * FROM rocpd_info_agent")}
    events = {r.id: r for r in rows_of(path, "SELECT * FROM rocpd_event")}
    kernels = {r.id: r.display_name for r in rows_of(path, "SELECT * FROM rocpd_info_kernel_symbol")}
    regions, dispatches = rows_of(path, "SELECT * FROM rocpd_region"), rows_of(
        path, "SELECT * FROM rocpd_kernel_dispatch"
    )
    copies = rows_of(path, "SELECT * FROM rocpd_memory_copy")
    # The runtime numbers streams in their names; ids of rows count from one.
    streams = {r.id: int(r.name.split()[-1]) for r in rows_of(path, "SELECT id, name FROM rocpd_info_stream")}
    for a in agents.values():
        if a.type == "GPU":
            run.devices[a.type_index] = a.product_name
    zero = min(r.start for r in regions + dispatches + copies)
    for r in regions:
        one = event(
            start=r.start - zero,
            end=r.end - zero,
            name=text[r.name_id],
            pid=pid,
            tid=tids[r.tid],
            correlation=events[r.event_id].stack_id,
            result=None,
        )
        if "MARKER" in text[events[r.event_id].category_id]:
            one.domain, one.style, one.kind = None, "PushPop", "roctx"
            run.ranges.append(one)
        else:
            run.calls.append(one)
    for r in dispatches:
        block = [r.workgroup_size_x, r.workgroup_size_y, r.workgroup_size_z]
        run.work.append(
            event(
                start=r.start - zero,
                end=r.end - zero,
                name=kernels[r.kernel_id],
                kind="kernel",
                pid=pid,
                device=agents[r.agent_id].type_index,
                stream=streams[r.stream_id],
                queue=r.queue_id,
                context=None,
                correlation=events[r.event_id].stack_id,
                grid=[-(-g // b) for g, b in zip([r.grid_size_x, r.grid_size_y, r.grid_size_z], block)],
                block=block,
                registers=None,
                bytes=None,
                args={},
            )
        )
    for r in copies:
        run.work.append(
            event(
                start=r.start - zero,
                end=r.end - zero,
                name=text[r.name_id],
                kind="copy",
                pid=pid,
                device=agents[r.src_agent_id].type_index,
                stream=streams[r.stream_id],
                queue=r.queue_id,
                context=None,
                correlation=events[r.event_id].stack_id,
                grid=None,
                block=None,
                registers=None,
                bytes=r.size,
                args={},
            )
        )
    return run
