# SPDX-License-Identifier: GPL-3.0-or-later
"""JSON and CSV of rocprofv3 against a run that is played here and knows the truth; an index against its databases."""
import csv
import gzip
import json
import pathlib
import random
import shutil
import sqlite3
import tempfile

import oracle

START = 5_000_000_000
PID = 4711
CPU, GPUS = 900, [901, 902]  # handles of agents
KINDS = [
    ("NONE", []),
    ("HIP_RUNTIME_API_EXT", ["hipLaunchKernel", "hipMemcpyAsync", "hipFree"]),
    ("HSA_CORE_API", ["hsa_signal_create"]),
    ("MARKER_CORE_RANGE_API", ["roctxThreadRangeA"]),
    ("RCCL_API", ["ncclAllReduce", "ncclSend"]),
    ("ROCDECODE_API_EXT", ["rocDecDecodeFrame"]),
    ("KERNEL_DISPATCH", ["NONE", "ENQUEUE", "COMPLETE"]),
    ("MEMORY_COPY", ["NONE"] + [f"MEMORY_COPY_{w}" for w in ("HOST_TO_DEVICE", "DEVICE_TO_HOST", "DEVICE_TO_DEVICE")]),
    ("MEMORY_ALLOCATION", ["NONE", "MEMORY_ALLOCATION_ALLOCATE", "MEMORY_ALLOCATION_FREE"]),
]
NUMBER = {kind: i for i, (kind, _) in enumerate(KINDS)}
KERNELS = {
    3: "gemm(float*, int)",
    4: 'name with "quotes", and a comma',
    8: "__amd_rocclr_copyBuffer",
    9: "__amd_rocclr_fillBufferAligned",
}
EVENTS = "FROM events e JOIN tracks t ON t.id = e.track"
TRACKS = {1: "cuda_api", 2: "cuda_api", 3: "annotations", 4: "nccl", 5: "library"}


class Run:
    """Calls on two threads, work on two GPUs with two streams each, memory, and counters of some dispatches."""

    def __init__(self, seed, steps):
        self.random, self.time = random.Random(seed), START
        self.calls, self.dispatches, self.copies, self.memory, self.counters = [], [], [], [], []
        self.markers, self.live, self.number = {}, [], 0
        for _ in range(steps):
            self.random.choice([self.call, self.launch, self.launch, self.copy, self.allocate, self.release])()

    def tick(self):
        self.time += self.random.randrange(1, 1000)
        return self.time

    def call(self, kind=None, operation=None):
        self.number += 1
        kind = kind or self.random.randrange(1, 6)
        name = operation or self.random.choice(KINDS[kind][1])
        begin = self.tick()
        row = dict(kind=kind, name=name, id=self.number, tid=PID + self.random.randrange(2))
        row |= dict(start=begin, end=self.tick())
        if kind == 3:
            self.markers[self.number] = f'step "{self.number}", part'
        self.calls.append(row)
        return row

    def launch(self):
        call = self.call(1, "hipLaunchKernel")
        block = [self.random.choice([64, 256]), self.random.choice([1, 4]), 1]
        grid = [self.random.randrange(1, 5000), self.random.randrange(1, 9), 1]
        begin = self.tick()
        row = dict(kernel=self.random.choice(list(KERNELS)), gpu=self.random.randrange(2))
        row |= dict(stream=self.random.choice([0, 3]), id=call["id"], tid=call["tid"])
        row |= dict(start=begin, end=begin + self.random.randrange(1, 5000))
        row |= dict(grid=grid, block=block, dispatch=len(self.dispatches) + 1)
        self.dispatches.append(row)
        if self.random.randrange(4) == 0:
            self.counters.append((row["dispatch"], self.random.randrange(1000) + 0.5))

    def copy(self):
        call = self.call(1, "hipMemcpyAsync")
        kind, begin = self.random.randrange(1, 4), self.tick()
        row = dict(kind=kind, gpu=self.random.randrange(2), stream=3, id=call["id"])
        row |= dict(bytes=self.random.randrange(1 << 30))
        self.copies.append(row | dict(start=begin, end=begin + self.random.randrange(1, 900)))

    def allocate(self):
        at = self.tick()
        row = dict(gpu=self.random.randrange(2), address=(len(self.memory) + 1) << 21)
        row |= dict(bytes=self.random.randrange(1, 1 << 20))
        self.live.append(row)
        self.memory.append(row | dict(start=at, operation=1))

    def release(self):
        if self.live:
            row = self.live.pop(self.random.randrange(len(self.live)))
            self.memory.append(row | dict(start=self.tick(), operation=2))

    def zero(self):
        return min(r["start"] for r in self.calls + self.dispatches + self.copies + self.memory)


def times(row):
    return {"start_timestamp": row["start"], "end_timestamp": row.get("end", row["start"] + 7)}


def json_of(run):
    """The document that the profiler would write."""

    def base(kind, operation, row):
        ids = {"thread_id": row.get("tid", PID), "correlation_id": {"internal": row.get("id", 0), "external": 0}}
        return {"kind": NUMBER[kind], "operation": operation} | ids | times(row)

    def axes(v):
        return dict(zip("xyz", v))

    def handle(n):
        return {"handle": n}

    def dispatch(r):
        info = {"agent_id": handle(GPUS[r["gpu"]]), "queue_id": handle(16)}
        info |= {"kernel_id": r["kernel"], "dispatch_id": r["dispatch"]}
        info |= {"workgroup_size": axes(r["block"]), "grid_size": axes(r["grid"])}
        return base("KERNEL_DISPATCH", 2, r) | {"dispatch_info": info, "stream_id": handle(r["stream"])}

    def copy(r):
        gpu, other = GPUS[r["gpu"]], GPUS[1 - r["gpu"]]
        source, target = ((CPU, gpu), (gpu, CPU), (other, gpu))[r["kind"] - 1]
        ends = {"src_agent_id": handle(source), "dst_agent_id": handle(target)}
        return base("MEMORY_COPY", r["kind"], r) | ends | {"bytes": r["bytes"], "stream_id": handle(r["stream"])}

    def memory(r):
        is_new = r["operation"] == 1
        more = {"agent_id": handle(GPUS[r["gpu"]] if is_new else 0), "address": hex(r["address"])}
        return base("MEMORY_ALLOCATION", r["operation"], r) | more | {"allocation_size": r["bytes"] if is_new else 0}

    def calls(*kinds):
        chosen = [(KINDS[c["kind"]], c) for c in run.calls if c["kind"] in kinds]
        return [base(kind, operations.index(c["name"]), c) for (kind, operations), c in chosen]

    by_number = {r["dispatch"]: r for r in run.dispatches}
    counted = [
        {"dispatch_data": dispatch(by_number[n]), "records": [{"counter_id": handle(50), "value": value}]}
        for n, value in run.counters
    ]
    agents = [{"id": handle(CPU), "type": 1, "logical_node_type_id": 0, "name": "EPYC"}]
    for i, gpu in enumerate(GPUS):
        agents.append({"id": handle(gpu), "type": 2, "logical_node_type_id": i, "product_name": "MI300X"})
    records = {"kernel_dispatch": [dispatch(r) for r in run.dispatches], "hip_api": calls(1), "hsa_api": calls(2)}
    records |= {"marker_api": calls(3), "rccl_api": calls(4), "rocdecode_api": calls(5)}
    records |= {"memory_copy": [copy(r) for r in run.copies], "memory_allocation": [memory(r) for r in run.memory]}
    process = {
        "metadata": {"node": {"machine_id": "m", "hostname": "node7"}, "pid": PID, "command": ["/opt/train", "secret"]},
        "agents": agents,
        "counters": [{"id": handle(50), "agent_id": handle(GPUS[0]), "name": "SQ_WAVES"}],
        "strings": {
            "buffer_records": [{"kind": kind, "operations": operations} for kind, operations in KINDS],
            "marker_api": [{"key": k, "value": v} for k, v in run.markers.items()],
        },
        "kernel_symbols": [
            {"kernel_id": k, "kernel_name": "x.kd", "formatted_kernel_name": n} for k, n in KERNELS.items()
        ],
        "callback_records": {"counter_collection": counted},
        "buffer_records": records,
    }
    return {"rocprofiler-sdk-tool": [process]}


def write_csv(run, folder):
    """The tables of the run; returns one of them."""

    def table(name, header, rows):
        with open(folder / f"{PID}_{name}.csv", "w", newline="", encoding="utf-8") as file:
            out = csv.writer(file, quoting=csv.QUOTE_NONNUMERIC, lineterminator="\n")
            out.writerow(header.split())
            out.writerows(rows)

    def agent(gpu):
        return f"Agent {gpu + 1}"

    gpus = [[i + 1, i + 1, "GPU", "gfx942", "MI300X"] for i in range(2)]
    table("agent_info", "Node_Id Logical_Node_Id Agent_Type Name Product_Name", [[0, 0, "CPU", "EPYC", "EPYC"], *gpus])
    calls = "Domain Function Process_Id Thread_Id Correlation_Id Start_Timestamp End_Timestamp"
    for kind, name in enumerate(("hip_api", "hsa_api", "marker_api", "rccl_api", "rocdecode_api"), 1):
        rows = []
        for c in (c for c in run.calls if c["kind"] == kind):
            text = run.markers.get(c["id"], c["name"])
            rows.append([KINDS[kind][0], text, PID, c["tid"], c["id"], c["start"], c["end"]])
        table(f"{name}_trace", calls, rows)

    rows = []
    for r in run.dispatches:
        ids = [agent(r["gpu"]), 16, r["stream"], r["tid"], r["dispatch"], r["kernel"], KERNELS[r["kernel"]], r["id"]]
        rows.append(["KERNEL_DISPATCH", *ids, r["start"], r["end"], *r["block"], *r["grid"]])
    header = "Kind Agent_Id Queue_Id Stream_Id Thread_Id Dispatch_Id Kernel_Id Kernel_Name Correlation_Id"
    header += " Start_Timestamp End_Timestamp Workgroup_Size_X Workgroup_Size_Y Workgroup_Size_Z"
    table("kernel_trace", header + " Grid_Size_X Grid_Size_Y Grid_Size_Z", rows)

    rows = []
    for r in run.copies:
        gpu, other = agent(r["gpu"]), agent(1 - r["gpu"])
        ends = (("Agent 0", gpu), (gpu, "Agent 0"), (other, gpu))[r["kind"] - 1]
        rows.append(["MEMORY_COPY", KINDS[7][1][r["kind"]], r["stream"], *ends, r["id"], r["start"], r["end"]])
    header = "Kind Direction Stream_Id Source_Agent_Id Destination_Agent_Id Correlation_Id"
    table("memory_copy_trace", header + " Start_Timestamp End_Timestamp", rows)

    rows = []
    for r in run.memory:
        what = (agent(r["gpu"]), r["bytes"]) if r["operation"] == 1 else ("", 0)
        address = f"0x{r['address']:016x}"
        rows.append(["MEMORY_ALLOCATION", KINDS[8][1][r["operation"]], *what, address, 0, r["start"], r["start"]])
    header = "Kind Operation Agent_Id Allocation_Size Address Correlation_Id Start_Timestamp End_Timestamp"
    table("memory_allocation_trace", header, rows)

    by_number, rows = {r["dispatch"]: r for r in run.dispatches}, []
    for n, value in run.counters:
        r = by_number[n]
        rows.append([r["id"], n, agent(r["gpu"]), 16, PID, PID, "k", "SQ_WAVES", value, r["start"], r["end"]])
    header = "Correlation_Id Dispatch_Id Agent_Id Queue_Id Process_Id Thread_Id Kernel_Name Counter_Name"
    table("counter_collection", header + " Counter_Value Start_Timestamp End_Timestamp", rows)
    return folder / f"{PID}_kernel_trace.csv"


def same_rows(what, ours, right):
    """Rows in any order."""
    ours, right = sorted(map(tuple, ours)), sorted(map(tuple, right))
    if ours != right:
        odd = next((pair for pair in zip(ours, right) if pair[0] != pair[1]), (len(ours), len(right)))
        oracle.fail(f"{what}: {odd[0]} instead of {odd[1]}")


def check_work(run, path):
    zero = run.zero()
    right = []
    for r in run.dispatches:
        name, start = KERNELS[r["kernel"]], r["start"] - zero
        kind = "stream_memory" if name.startswith("__amd") else "stream_kernels"
        right.append((kind, name, start, r["end"] - r["start"], PID, r["gpu"], r["stream"]))
    for r in run.copies:
        name = KINDS[7][1][r["kind"]]
        right.append(("stream_memory", name, r["start"] - zero, r["end"] - r["start"], PID, r["gpu"], r["stream"]))
    sql = f"SELECT t.kind, e.name, e.start, e.dur, e.pid, e.device, e.stream {EVENTS} WHERE t.kind LIKE 'stream_%'"
    same_rows("work", oracle.query(path, sql), right)


def check_calls(run, path):
    zero = run.zero()
    right = []
    for c in run.calls:
        name = run.markers.get(c["id"], c["name"])
        right.append((TRACKS[c["kind"]], name, c["start"] - zero, c["end"] - c["start"], PID, c["tid"]))
    sql = f"SELECT t.kind, e.name, e.start, e.dur, e.pid, e.tid {EVENTS} WHERE e.tid IS NOT NULL"
    same_rows("calls", oracle.query(path, sql), right)


def check_launches(run, path):
    """Each call beside the work that it started."""
    zero, calls = run.zero(), {c["id"]: c for c in run.calls}
    right = [(calls[r["id"]]["start"] - zero, r["start"] - zero) for r in run.dispatches + run.copies]
    sql = "SELECT c.start, w.start FROM events c JOIN events w ON w.correlation = c.correlation AND w.id <> c.id"
    sql += " WHERE c.tid IS NOT NULL AND w.stream IS NOT NULL"
    same_rows("launches", oracle.query(path, sql), right)


def check_blocks(run, path):
    right = []
    for r in run.dispatches:
        values = [-(-threads // size) for threads, size in zip(r["grid"], r["block"])] + r["block"]
        axes = ("gridX", "gridY", "gridZ", "blockX", "blockY", "blockZ")
        right += [(r["start"] - run.zero(), axis, n) for axis, n in zip(axes, values)]
    sql = "SELECT e.start, a.key, a.value FROM args a JOIN events e ON e.id = a.event"
    sql += " WHERE a.key LIKE 'grid_' OR a.key LIKE 'block_'"
    same_rows("blocks", [(s, k, int(v)) for s, k, v in oracle.query(path, sql)], right)


def check_memory(run, path):
    """What each GPU held after each change."""
    used, right = [0, 0], []
    for r in sorted(run.memory, key=lambda r: r["start"]):
        used[r["gpu"]] += r["bytes"] if r["operation"] == 1 else -r["bytes"]
        right.append((r["gpu"], r["start"] - run.zero(), used[r["gpu"]]))
    sql = "SELECT t.device, c.time, c.value FROM counters c JOIN tracks t ON t.id = c.track"
    sql += " WHERE t.kind = 'memory_usage'"
    same_rows("memory", [(d, t, int(v)) for d, t, v in oracle.query(path, sql)], right)


def check_counters(run, path):
    by_number = {r["dispatch"]: r for r in run.dispatches}
    right = [(by_number[n]["start"] - run.zero(), value) for n, value in run.counters]
    sql = "SELECT e.start, a.value FROM args a JOIN events e ON e.id = a.event WHERE a.key = 'SQ_WAVES'"
    same_rows("counters", [(s, float(v)) for s, v in oracle.query(path, sql)], right)


CHECKS = (check_work, check_calls, check_launches, check_blocks, check_memory, check_counters)


def check_format(path, key):
    found = json.loads(oracle.sightline("info", "--json", path))["source"]["format"]
    if found != key:
        oracle.fail(f"the report is {found}, not {key}")


for given in (1, 2, 3):

    @oracle.test(f"JSON of a run, plain and packed ({given})")
    def compare_json(seed=given):
        run = Run(seed, 400)
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "run_results.json"
            # As the profiler writes it, with line breaks, and as others do.
            path.write_text(json.dumps(json_of(run), indent=1 if seed == 1 else None), encoding="utf-8")
            check_format(path, "rocprofv3-json")
            for check in CHECKS:
                check(run, path)
            packed = pathlib.Path(folder) / "run_results.json.gz"
            packed.write_bytes(gzip.compress(path.read_bytes()))
            check_work(run, packed)

    @oracle.test(f"the tables of a run in CSV ({given})")
    def compare_csv(seed=given):
        run = Run(seed, 400)
        with tempfile.TemporaryDirectory() as folder:
            path = write_csv(run, pathlib.Path(folder))
            check_format(path, "rocprofv3-csv")
            for check in CHECKS:
                check(run, path)


@oracle.test("an index (rocpd-index) shows the dispatches of its databases, each at its time on the machine's clock")
def compare_index():
    names = ("s_r0_results.db", "s_r1_results.db")
    right = []
    with tempfile.TemporaryDirectory() as folder:
        for name in names:
            shutil.copy(oracle.sample("round2_rocm") / name, folder)
            with sqlite3.connect(pathlib.Path(folder) / name) as db:
                tables = "SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 'rocpd_kernel_dispatch%'"
                for (table,) in db.execute(tables).fetchall():
                    right += db.execute(f'SELECT start, "end" - start FROM "{table}"').fetchall()
        index = pathlib.Path(folder) / "run.yaml"
        files = "".join(f"      - {name}\n" for name in names)
        index.write_text(f"rocprofiler-sdk:\n  rocpd:\n    files:\n{files}", encoding="utf-8")
        ours = oracle.query(index, f"SELECT e.start, e.dur {EVENTS} WHERE t.kind = 'stream_kernels'")
    first, first_right = min(s for s, _ in ours), min(s for s, _ in right)
    same_rows("dispatches", [(s - first, d) for s, d in ours], [(s - first_right, d) for s, d in right])


oracle.main()
