# SPDX-License-Identifier: GPL-3.0-or-later
"""Tables of `sightline stats` against what tables.py makes of the raw samples, row by row."""
import functools

import oracle
import runs
import tables
import tables_gpu  # add theirs to tables.TABLES
import tables_nested

WORK = [
    "cuda_api_sum",
    "cuda_gpu_kern_sum",
    "cuda_gpu_kern_gb_sum",
    "cuda_gpu_sum",
    "cuda_api_gpu_sum",
    "cuda_api_trace",
    "cuda_gpu_trace",
    "cuda_kern_exec_sum",
    "cuda_kern_exec_trace",
    "gpu_breakdown",
    "idle_breakdown",
    "launch_latency",
    "kernel_group_sum",
    "kernel_group_overlap",
    "row_use",
]
MEMORY_OPERATIONS = ["cuda_gpu_mem_time_sum", "cuda_gpu_mem_size_sum"]
RANGES = [
    "nvtx_sum",
    "nvtx_pushpop_sum",
    "nvtx_pushpop_trace",
    "nvtx_gpu_proj_sum",
    "nvtx_gpu_proj_trace",
    "nvtx_kern_sum",
    "nvtx_tree",
]
OPERATORS = ["op_sum", "op_shape_sum"]

# Which tables of which samples. A sample that holds nothing of a table is no oracle for it.
SAMPLES = {
    "h100/kineto/resnet18_train.json.gz": (
        runs.kineto,
        WORK
        + MEMORY_OPERATIONS
        + RANGES
        + OPERATORS
        + [
            "op_stack_sum",
            "op_module_sum",
            "step_sum",
            "python_sum",
            "python_top_down",
            "python_bottom_up",
            "memory_events",
            "memory_peak",
            "memory_sum",
        ],
    ),
    "h100/kineto/ddp_rank0.kineto.json.gz": (runs.kineto, WORK + MEMORY_OPERATIONS + RANGES + OPERATORS + ["nccl_sum"]),
    "h100/kineto/ddp_rank1.kineto.json.gz": (runs.kineto, WORK + ["nccl_sum"]),
    "h100/kineto/tform_cudagraph.json.gz": (runs.kineto, WORK + ["cuda_gpu_mem_time_sum"] + RANGES),
    "h100/kineto/tiny_infer.json.gz": (runs.kineto, WORK + OPERATORS),
    "own/nsys/run.sqlite": (
        runs.nsys,
        WORK
        + MEMORY_OPERATIONS
        + RANGES
        + [
            "nvtx_startend_sum",
            "osrt_sum",
            "library_sum",
            "um_sum",
            "um_total_sum",
            "um_cpu_page_faults_sum",
            "gpu_metric_sum",
            "step_sum",
            "cpu_sample_sum",
            "cpu_top_down",
            "cpu_bottom_up",
            "launch_top_down",
            "launch_bottom_up",
        ],
    ),
    "round2_rocm/s_r0_results.db": (runs.rocpd, WORK + MEMORY_OPERATIONS + RANGES + ["step_sum"]),
    "round2/n38_flame.json": (runs.slices, ["slice_sum", "slice_top_down", "slice_bottom_up"]),
    "round2/n03_self.json": (runs.slices, ["slice_sum", "slice_top_down", "slice_bottom_up"]),
}
OPTIONS = {
    name: [word for pair in tables_gpu.GROUPS.items() for word in ("--group", "=".join(pair))]
    for name in ("kernel_group_sum", "kernel_group_overlap")
}


@functools.lru_cache(maxsize=1)
def run_of(path):
    return SAMPLES[path][0](oracle.sample(path))


def with_paths(rows):
    """Rows of a tree with all names above them: the level is where a name begins."""
    path = []
    for row in rows:
        name = row["NameTree"].lstrip(" ")
        level = (len(row["NameTree"]) - len(name)) // 2
        path = path[:level] + [name]
        row["path"] = " > ".join(path)
    return rows


def without(columns, rows, left_out):
    kept = [i for i, column in enumerate(columns) if column not in left_out]
    return [columns[i] for i in kept], [[row[i] for i in kept] for row in rows]


def compare(path, report):
    columns, work_out = tables.TABLES[report]
    ours = oracle.stats(oracle.sample(path), report, *OPTIONS.get(report, []))
    if columns[-1] == "path":
        ours = with_paths(ours)
    theirs = [[" > ".join(c) if isinstance(c, tuple) else c for c in row] for row in work_out(run_of(path))]
    if run_of(path).numbers_are_own:  # a row and its launch have one number, but which is of no meaning
        columns, theirs = without(columns, theirs, ("CorrID", "CorrId"))
    if report == "row_use":
        ours = [row for row in ours if row["Row"] == "Stream"]
    if report == "memory_peak":
        ours = list({row["Device"]: row for row in ours}.values())
    oracle.compare(report, ours, theirs, columns)


for sample, (_, reports) in SAMPLES.items():
    for name in reports:
        oracle.test(f"{sample}: {name}")(functools.partial(compare, sample, name))


@oracle.test("every table that is worked out here is compared with some sample")
def all_used():
    unused = set(tables_nested.TABLES) - {name for _, reports in SAMPLES.values() for name in reports}
    if unused:
        oracle.fail(f"nothing is compared with {sorted(unused)}")


oracle.main()
