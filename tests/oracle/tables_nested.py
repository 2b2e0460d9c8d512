# SPDX-License-Identifier: GPL-3.0-or-later
"""More tables: what nests, operators, memory, and what Nsight Systems alone records."""
import bisect
import collections
import json

from tables import TABLES, around, device_name, length, real_ranges, summary, table, timed

# ------------------------------------------------------------ what nests


class Nested:
    """Events of a thread as they lie in each other: around one is the last that began before it and holds it whole."""

    def __init__(self, events):
        self.events = sorted(events, key=lambda e: (e.start, -e.end))
        self.parent, open_ones = {}, []
        for e in self.events:
            while open_ones and not self.holds(open_ones[-1], e):
                open_ones.pop()
            self.parent[id(e)] = open_ones[-1] if open_ones else None
            open_ones.append(e)
        self.starts = [e.start for e in self.events]

    @staticmethod
    def holds(outer, inner):
        return outer.start <= inner.start and inner.end <= outer.end and (inner.start < outer.end or length(outer) == 0)

    def up(self, e):
        """What is around an event, the innermost first."""
        while (e := self.parent[id(e)]) is not None:
            yield e

    def at(self, time):
        """The innermost event at a time, or None."""
        last = bisect.bisect_right(self.starts, time) - 1
        if last < 0:
            return None
        return next((e for e in (self.events[last], *self.up(self.events[last])) if time < e.end), None)

    def own_times(self):
        """The time of each event outside of those in it, by identity."""
        own = collections.Counter({id(e): length(e) for e in self.events})
        for e in self.events:
            if self.parent[id(e)] is not None:
                own[id(self.parent[id(e)])] -= length(e)
        return own


def by_thread(events):
    groups = collections.defaultdict(list)
    for e in events:
        groups[e.pid, e.tid].append(e)
    return groups


def stacks_in_time(events):
    """Each event as its path, the outermost name first, with the time of its own."""
    out = []
    for found in by_thread(events).values():
        nested = Nested(found)
        own = nested.own_times()
        out += [([*(o.name for o in reversed(list(nested.up(e)))), e.name], max(0, own[id(e)])) for e in nested.events]
    return out


def tree_of(stacks, upwards=False):
    """Total, own and number of each path of (path, own) pairs; upwards: from each end of a path to its begin."""
    nodes = collections.defaultdict(lambda: [0, 0, 0])
    for path, own in stacks:
        if upwards and own == 0:
            continue
        path = tuple(reversed(path)) if upwards else tuple(path)
        for i in range(1, len(path) + 1):
            nodes[path[:i]][0] += own
        nodes[path][1] += own
        nodes[path][2] += 1
    return nodes


def functions_of(stacks):
    """Own time, time with what is inside, and number of each name of (path, own) pairs."""
    nodes = collections.defaultdict(lambda: [0, 0, 0])
    for path, own in stacks:
        nodes[path[-1]][0] += own
        nodes[path[-1]][2] += 1
        for name in set(path):
            nodes[name][1] += own
    return nodes


def tree_tables(prefix, stacks_of, unit, title=None):
    """The two tables of trees of a kind of stack, and the flat one."""
    columns = [f"Total {unit}", f"Self {unit}", "Count", "path"]
    table(f"{prefix}_top_down", *columns)(
        lambda run: [[*numbers, path] for path, numbers in tree_of(stacks_of(run)).items()]
    )
    table(f"{prefix}_bottom_up", columns[0], columns[3])(
        lambda run: [[numbers[0], path] for path, numbers in tree_of(stacks_of(run), True).items()]
    )
    if title == "Calls":
        table(f"{prefix}_sum", f"Self {unit}", f"Total {unit}", title, "Function")(
            lambda run: [[*numbers, name] for name, numbers in functions_of(stacks_of(run)).items()]
        )


def samples_as_stacks(run):
    return [([name for name, module in reversed(frames)], 1) for frames in run.samples]


def launches_as_stacks(run):
    """Work below the functions that launched it, or below a node of its own."""

    def around(call):
        frames = run.stacks.get(call.chain) if call else None
        return [name for name, module in reversed(frames)] if frames else ["(no stack)"]

    return [([*around(call), w.name], length(w)) for call, w in run.launch_of()]


tree_tables("python", lambda run: stacks_in_time(run.python), "(ns)", "Calls")
tree_tables("slice", lambda run: stacks_in_time(run.slices), "(ns)", "Calls")
tree_tables("cpu", samples_as_stacks, "Samples")
tree_tables("launch", launches_as_stacks, "(ns)")


@table("nvtx_tree", "Total Time (ns)", "Self Time (ns)", "Instances", "path")
def nvtx_tree(run):
    """Of threads; ranges of all domains lie in each other."""
    return [[*numbers, path] for path, numbers in tree_of(stacks_in_time(real_ranges(run, "PushPop"))).items()]


@table("cpu_sample_sum", "Self (%)", "Self Samples", "Total (%)", "Total Samples", "Function", "Module")
def cpu_sample_sum(run):
    own, total = collections.Counter(frames[0] for frames in run.samples), collections.Counter()
    for frames in run.samples:
        total.update(set(frames))
    share = 100 / len(run.samples)
    return [[own[f] * share, own[f], total[f] * share, total[f], *f] for f in total]


# ------------------------------------------------------------ operators

OP_TIMES = ["Self CPU (ns)", "Total CPU (ns)", "Self Device (ns)", "Total Device (ns)", "Calls"]


def operators_of(run, events, key_of, rows=lambda e: True):
    """Times of operators by key: an operator inside of one of its own key counts with that one."""
    device = collections.Counter()
    sums = collections.defaultdict(lambda: [0] * 5)
    threads = {thread: Nested(found) for thread, found in by_thread(events).items()}
    for call, work in run.launch_of():
        nested = threads.get((call.pid, call.tid)) if call else None
        owner = nested.at(call.start) if nested else None
        while owner is not None and owner.is_call and nested.parent[id(owner)] is not None:
            owner = nested.parent[id(owner)]
        if owner is not None:
            device[id(owner)] += length(work)
    for thread, nested in threads.items():
        own, with_inner = nested.own_times(), collections.Counter(device)
        for e in reversed(nested.events):
            if nested.parent[id(e)] is not None:
                with_inner[id(nested.parent[id(e)])] += with_inner[id(e)]
        for e in filter(rows, nested.events):
            key = key_of(e, nested, thread)
            row = sums[key]
            row[0] += max(0, own[id(e)])
            row[2] += device[id(e)]
            if all(key_of(o, nested, thread) != key for o in nested.up(e) if rows(o)):
                row[1] += length(e)
                row[3] += with_inner[id(e)]
                row[4] += 1
    return sums


def op_events(run):
    """What operators are made of; of those that begin and end together the later kinds are inside."""
    for kind, events in (("Annotation", run.ranges), ("Operator", run.operators), ("CUDA API", run.calls)):
        for e in events:
            e.op_kind, e.is_call = kind, kind == "CUDA API"
            e.op_name = "ProfilerStep*" if e.name.startswith("ProfilerStep#") else e.name
    return run.ranges + run.operators + run.calls


def is_no_call(e):
    return not e.is_call


@table("op_sum", "Name", "Kind", *OP_TIMES)
def op_sum(run):
    sums = operators_of(run, op_events(run), lambda e, nested, thread: (e.op_name, e.op_kind))
    return [[*key, *numbers] for key, numbers in sums.items()]


@table("op_shape_sum", "Name", "Input Shapes", "Kind", *OP_TIMES)
def op_shape_sum(run):
    def key(e, nested, thread):
        shapes = e.args.get("Input Dims")
        return e.op_name, "" if shapes is None else json.dumps(shapes), e.op_kind

    return [[*key, *numbers] for key, numbers in operators_of(run, op_events(run), key, is_no_call).items()]


@table("op_stack_sum", "Name", "Stack", "Kind", *OP_TIMES)
def op_stack_sum(run):
    python = {thread: Nested(found) for thread, found in by_thread(run.python).items()}
    known = {}

    def stack(e, thread):
        inner = python[thread].at(e.start) if thread in python else None
        around_it = [inner, *python[thread].up(inner)] if inner else []
        return "; ".join([f.name for f in around_it if f.end >= e.end][:5])

    def key(e, nested, thread):
        if id(e) not in known:
            known[id(e)] = e.op_name, stack(e, thread), e.op_kind
        return known[id(e)]

    return [[*key, *numbers] for key, numbers in operators_of(run, op_events(run), key, is_no_call).items()]


@table("op_module_sum", "Name", "Module", "Self CPU (ns)", "Total CPU (ns)", "Calls")
def op_module_sum(run):
    modules = [e for e in run.python if e.name.startswith("nn.Module: ")]
    for e in modules:
        e.is_call = False

    def key(e, nested, thread):
        path = [o.name for o in reversed([e, *nested.up(e)])]
        return e.name, " / ".join(name.removeprefix("nn.Module: ") for name in path)

    return [[*key, *(numbers[i] for i in (0, 1, 4))] for key, numbers in operators_of(run, modules, key).items()]


# ------------------------------------------------------------ memory


@table("memory_events", "Start (ns)", "Size", "Lifetime (ns)", "Allocated", "Reserved", "Address", "Device", "PID")
def memory_events(run):
    rows, later = [], {}
    for a in reversed(run.memory):
        after = later.get((a.address, a.device)) if a.bytes > 0 else None
        later[a.address, a.device] = a
        rows.append(
            [
                a.time,
                a.bytes,
                after.time - a.time if after and after.bytes < 0 else None,
                a.allocated,
                a.reserved,
                hex(a.address),
                "CPU" if a.device is None else device_name(run, a.device),
                a.pid,
            ]
        )
    return rows


@table("memory_peak", "Device", "PID", "Peak", "Peak Start (ns)")
def memory_peak(run):
    """The peaks. Who held the memory: operators_test."""
    pools = collections.defaultdict(list)
    for a in run.memory:
        pools[a.device].append(a)
    rows = []
    for device, found in pools.items():
        peak = max(a.allocated for a in found)
        rows.append(
            [
                "CPU" if device is None else device_name(run, device),
                found[0].pid,
                peak,
                min(a.time for a in found if a.allocated == peak),
            ]
        )
    return rows


@table("memory_sum", "Device", "Curve", "Peak", "Peak Start (ns)", "Last")
def memory_sum(run):
    rows, gpu = [], [a for a in run.memory if a.device is not None]
    for curve in ("allocated", "reserved"):
        values = [(a.time, getattr(a, curve)) for a in gpu]
        peak = max(v for t, v in values)
        rows.append(
            [device_name(run, gpu[0].device), curve, peak, min(t for t, v in values if v == peak), values[-1][1]]
        )
    return rows


# ------------------------------------------------------------ Nsight Systems


@table("osrt_sum", *timed("Num Calls", "Name"))
def osrt_sum(run):
    return summary(((c.name,), length(c)) for c in run.system)


@table("library_sum", *timed("Num Calls", "Library", "Name"))
def library_sum(run):
    return summary(((c.library, c.name), length(c)) for c in run.library)


def migrations(run):
    """Bytes to the device and to the host, time, and faults of CPUs and GPUs, by address."""
    out = collections.defaultdict(lambda: [0] * 5)
    for w in run.work:
        if w.name.startswith("Unified"):
            out[w.row.virtualAddress][0 if w.name.endswith("HtoD") else 1] += w.bytes
            out[w.row.virtualAddress][2] += length(w)
    for fault in run.cpu_faults:
        out[fault.address][3] += 1
    for fault in run.gpu_faults:
        out[fault.address][4] += fault.numberOfPageFaults
    return out


@table(
    "um_sum",
    "Virtual Address",
    "HtoD Migration Size (MB)",
    "DtoH Migration Size (MB)",
    "CPU Page Faults",
    "GPU Page Faults",
    "Migration Throughput (MB/s)",
)
def um_sum(run):
    return [
        [hex(at), to / 1e6, back / 1e6, cpu, gpu, (to + back) * 1e3 / time if time else None]
        for at, (to, back, time, cpu, gpu) in migrations(run).items()
    ]


@table(
    "um_total_sum",
    "Total HtoD Migration Size (MB)",
    "Total DtoH Migration Size (MB)",
    "Total CPU Page Faults",
    "Total GPU PageFaults",
    "Minimum Virtual Address",
    "Maximum Virtual Address",
)
def um_total_sum(run):
    found = migrations(run)
    to, back, _, cpu, gpu = (sum(column) for column in zip(*found.values()))
    return [[to / 1e6, back / 1e6, cpu, gpu, hex(min(found)), hex(max(found))]]


@table("um_cpu_page_faults_sum", "CPU Page Faults", "CPU Instruction Address")
def um_cpu_page_faults_sum(run):
    counts = collections.Counter(
        f"{run.text[f.CpuInstruction]} [{run.text[f.module].split('/')[-1]}]" for f in run.cpu_faults
    )
    return [[n, where] for where, n in counts.items()]


@table("gpu_metric_sum", "Device", "Metric", "Mean", "Min", "P50", "P95", "P99", "Max", "Samples", "Time (ns)")
def gpu_metric_sum(run):
    rows = []
    for (device, metric), samples in run.metrics.items():
        samples = sorted(samples)
        held = [(value, then - at) for (at, value), (then, _) in zip(samples, samples[1:])]
        time = sum(ns for value, ns in held)

        def least(share):
            """The least value that is not exceeded for that share of the time."""
            return min(v for v, _ in held if sum(ns for value, ns in held if value <= v) >= share * time)

        values = [v for _, v in samples]
        rows.append(
            [
                device_name(run, device),
                metric,
                sum(v * ns for v, ns in held) / time,
                min(values),
                least(0.5),
                least(0.95),
                least(0.99),
                max(values),
                len(samples),
                time,
            ]
        )
    return rows
