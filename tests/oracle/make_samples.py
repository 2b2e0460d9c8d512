# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the samples of own/, for importers without another sample that may be part of the project.

    python3 tests/oracle/make_samples.py FOLDER
    tar --sort=name --mtime=2026-01-01 --owner=0 --group=0 --numeric-owner -C FOLDER -cf - own |
        zstd -19 -o tests/data/oracles.tar.zst

The content is the same every time. The expected rows are in rows/*.rows, written by hand from this file;
tables_oracle.py computes its tables from the large export.
"""
import pathlib
import random
import sqlite3
import sys

import perfetto_samples


# ------------------------------------------------------------ databases


def database(path, statements):
    path.unlink(missing_ok=True)
    db = sqlite3.connect(path)
    db.execute("PRAGMA page_size = 1024")
    for sql, rows in statements:
        db.executemany(sql, rows) if rows is not None else db.execute(sql)
    db.commit()
    db.execute("VACUUM")
    db.close()


def create(name, columns, rows):
    """A table with its rows; columns as "name name …"."""
    names = columns.split()
    quoted = ", ".join(f'"{n}"' for n in names)
    return [
        (f'CREATE TABLE "{name}" ({quoted})', None),
        (f'INSERT INTO "{name}" VALUES ({", ".join("?" * len(names))})', rows),
    ]


def rpd():
    """Two GPUs and queues, launches and copies with their sizes, a marker, the tracer itself, a monitor."""
    words = [
        "",
        "hipLaunchKernel",
        "hipExtModuleLaunchKernel",
        "hipMemcpyAsync",
        "hipDeviceSynchronize",
        "UserMarker",
        "epoch 1",
        "KernelExecution",
        "CopyHostToDevice",
        "axpy",
        "gemm",
        "tracer",
        '{"size": 64, "kind": "x"}',
    ]
    word = {w: i for i, w in enumerate(words, 1)}
    t = 8_306_014_000_000_000
    own = 1 << 31
    return (
        create("rocpd_string", "id string", [(i, w) for w, i in word.items()])
        + create("rocpd_metadata", "id tag value", [(1, "schema_version", "2")])
        + create(
            "rocpd_api",
            "id pid tid start end apiName_id args_id",
            [
                (1, 100, 101, t, t + 4_000, word["hipMemcpyAsync"], word[""]),
                (2, 100, 101, t + 5_000, t + 7_000, word["hipLaunchKernel"], word['{"size": 64, "kind": "x"}']),
                (3, 100, 102, t + 6_000, t + 9_000, word["hipExtModuleLaunchKernel"], word[""]),
                (4, 100, 101, t + 10_000, t + 60_000, word["hipDeviceSynchronize"], word[""]),
                (own + 1, 100, 101, t - 1_000, t + 70_000, word["UserMarker"], word["epoch 1"]),
                (own + 2, 100, 101, t + 61_000, t + 61_500, word["tracer"], word[""]),
            ],
        )
        + create(
            "rocpd_op",
            "id gpuId queueId sequenceId completionSignal start end description_id opType_id",
            [
                (1, 0, 0, 0, "", t + 4_500, t + 14_500, word[""], word["CopyHostToDevice"]),
                (2, 0, 1, 1, "", t + 15_000, t + 45_000, word["axpy"], word["KernelExecution"]),
                (3, 1, 0, 0, "", t + 12_000, t + 52_000, word[""], word["KernelExecution"]),
            ],
        )
        + create("rocpd_api_ops", "id api_id op_id", [(1, 1, 1), (2, 2, 2), (3, 3, 3)])
        + create(
            "rocpd_copyapi",
            "api_ptr_id stream size width height kind src dst srcDevice dstDevice sync pinned",
            [(1, "0x1", 1_048_576, 0, 0, 1, "0x10", "0x20", -1, 0, 0, 1)],
        )
        + create(
            "rocpd_kernelapi",
            "api_ptr_id stream gridX gridY gridZ workgroupX workgroupY workgroupZ groupSegmentSize "
            "privateSegmentSize kernelName_id",
            [
                (2, "0x1", 16, 2, 1, 256, 1, 1, 4096, 0, word["axpy"]),
                (3, "0x2", 1000, 1, 1, 64, 1, 1, 0, 32, word["gemm"]),
            ],
        )
        + create(
            "rocpd_monitor",
            "id deviceType deviceId monitorType start end value",
            [(1, "gpu", 0, "sclk", t, t + 20_000, "1700"), (2, "gpu", 0, "sclk", t + 20_000, t + 40_000, "800")],
        )
    )


HOST, PID = 1, 4321
GLOBAL = HOST << 48 | PID << 24
MINI = HOST << 24 | 1784  # machine and process of the six events
KINDS = ["Pageable", "Pinned", "Device"]


class Program:
    """A run of a made-up program, as Nsight Systems exports it: two GPUs, two streams on each, a thread that computes
    and one that loads, every kind of table that the importer reads."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.words, self.tables = {}, {}
        self.now, self.correlation, self.free = 1000, 0, {}
        self.chains = {"CUDA_CALLCHAINS": [], "OSRT_CALLCHAINS": [], "SAMPLING_CALLCHAINS": []}

    def word(self, value):
        return self.words.setdefault(value, len(self.words) + 1)

    def add(self, table, columns, *cells):
        self.tables.setdefault((table, columns), []).append(cells)

    def wait(self, least, most):
        self.now += self.random.randint(least, most)
        return self.now

    def chain(self, table, frames):
        """A call chain, the innermost function first; what it is called by."""
        number = len({row[0] for row in self.chains[table]}) + 1
        self.chains[table] += [
            (number, depth, self.word(symbol), self.word(module), 0, 0, 0, 0, 4096 + 16 * depth, 0)
            for depth, (symbol, module) in enumerate(frames)
        ]
        return number

    def call(self, name, tid, length, chain=None):
        self.correlation += 1
        start, end = self.now, self.now + length
        self.add(
            "CUPTI_ACTIVITY_KIND_RUNTIME",
            "start end eventClass globalTid correlationId nameId returnValue callchainId",
            start,
            end,
            0,
            GLOBAL + tid,
            self.correlation,
            self.word(name),
            0,
            chain,
        )
        self.now = end
        return start, end

    def on_gpu(self, ready, device, stream, length):
        """When work of a stream runs that may begin at a time."""
        start = max(self.free.get((device, stream), 0) + self.random.choice([1, 12, 700]), ready)
        self.free[device, stream] = start + length
        return start, start + length, device, device + 1, stream, self.correlation, GLOBAL

    WORK = "start end deviceId contextId streamId correlationId globalPid "

    def kernel(self, name, device, stream, length, grid, chain=None):
        start, end = self.call(
            self.random.choice(["cudaLaunchKernel_v7000", "cudaLaunchKernelExC_v11060"]),
            PID,
            self.random.randint(2000, 9000),
            chain,
        )
        ready = start + self.random.choice([900, end - start + 1500])
        self.add(
            "CUPTI_ACTIVITY_KIND_KERNEL",
            self.WORK + "demangledName shortName mangledName launchType cacheConfig "
            "registersPerThread gridX gridY gridZ blockX blockY blockZ staticSharedMemory dynamicSharedMemory "
            "localMemoryPerThread localMemoryTotal gridId sharedMemoryExecuted graphNodeId sharedMemoryLimitConfig",
            *self.on_gpu(ready, device, stream, length),
            self.word(name),
            self.word(name.split("<")[0].split("(")[0].split()[-1]),
            self.word("_Z" + name.split("<")[0]),
            0,
            0,
            32,
            *grid,
            128,
            1,
            1,
            1024,
            0,
            0,
            0,
            self.correlation,
            8192,
            None,
            0,
        )

    def copy(self, kind, device, stream, size, length, source, target, address=None):
        start, _ = self.call("cudaMemcpyAsync_v3020", PID, self.random.randint(3000, 8000))
        self.add(
            "CUPTI_ACTIVITY_KIND_MEMCPY",
            self.WORK + "bytes copyKind srcKind dstKind virtualAddress",
            *self.on_gpu(start + 1200, device, stream, length),
            size,
            kind,
            source,
            target,
            address,
        )

    def memset(self, device, stream, size, length):
        start, _ = self.call("cudaMemsetAsync_v3020", PID, self.random.randint(2000, 4000))
        self.add(
            "CUPTI_ACTIVITY_KIND_MEMSET",
            self.WORK + "value bytes memKind",
            *self.on_gpu(start + 1000, device, stream, length),
            0,
            size,
            2,
        )

    def nvtx(self, kind, start, end, tid, name, domain=0):
        self.add(
            "NVTX_EVENTS",
            "start end eventType rangeId category color text globalTid endGlobalTid textId domainId",
            start,
            end,
            kind,
            None,
            None,
            None,
            name,
            GLOBAL + tid,
            None,
            None,
            domain,
        )

    LIBRARY = "start end eventClass globalTid nameId"

    def layer(self, step, layer):
        """A range with two kernels, one of them called through a library."""
        begin, device = self.wait(100, 900), layer % 2
        python = [(f"layer{layer}", "model.py"), ("forward", "model.py"), ("main", "train.py")]
        chain = self.chain("CUDA_CALLCHAINS", python)
        self.wait(10, 20)
        self.kernel("void gemm<float>(float*)", device, 7, self.random.randint(9000, 20000), (16, 1 + layer, 1), chain)
        self.add("CUBLAS_EVENTS", self.LIBRARY, begin + 5, self.now + 3, 29, GLOBAL + PID, self.word("cublasSgemm_v2"))
        if layer % 3 == 0:
            start, name = self.wait(5, 9), self.word("cudnnSoftmaxForward")
            self.wait(5, 9)
            self.kernel("void softmax<float>(float*, int)", device, 8, self.random.randint(2000, 4000), (4, 1, 1))
            self.add("CUDNN_EVENTS", self.LIBRARY, start, self.now + 2, 28, GLOBAL + PID, name)
        self.wait(20, 200)
        self.nvtx(59, begin, self.now, PID, f"layer {layer}", 1)

    def step(self, number_of_step):
        begin = self.wait(500, 2500)
        self.copy(1, 0, 7, 1 << 20, 40_000, number_of_step % 2, 2)
        for layer in range(4):
            self.layer(number_of_step, layer)
        middle = self.now
        self.memset(1, 8, 4096, 1500)
        self.kernel("void adam(float*, float)", 1, 7, self.random.randint(5000, 6000), (64, 1, 1))
        self.nvtx(59, middle, self.wait(10, 90), PID, "optimizer")
        self.copy(
            11 if number_of_step % 2 else 12,
            0,
            8,
            65_536 << number_of_step % 3,
            7_000,
            4,
            4,
            0x7F0000000000 + (number_of_step % 3 << 21),
        )
        self.copy(2, 1, 7, 4, 1800, 2, 0)
        self.wait(20, 40)
        self.call("cudaDeviceSynchronize_v3020", PID, max(100, max(self.free.values()) - self.now + 300))
        self.nvtx(59, begin, self.wait(50, 400), PID, f"step {number_of_step}")
        return begin

    def load(self, start, end):
        """What the other thread does meanwhile."""
        at = start
        while at + 9600 < end:
            for name, length in (("read", 2500), ("pthread_mutex_lock", 40), ("poll", 6000)):
                chain = self.chain("OSRT_CALLCHAINS", [(name, "libc.so.6"), ("load", "loader.so")])
                self.add(
                    "OSRT_API",
                    "start end eventClass globalTid correlationId nameId returnValue nestingLevel callchainId",
                    at,
                    at + length,
                    27,
                    GLOBAL + 4322,
                    0,
                    self.word(name),
                    0,
                    0,
                    chain,
                )
                at += length + self.random.randint(5, 300)
        self.nvtx(59, start - 5, at, 4322, "load batch", 1)

    def sample(self, time, tid):
        frames = self.random.choice(
            [
                [("dot", "libblas.so"), ("work", "program"), ("main", "program")],
                [("work", "program"), ("main", "program")],
                [("idle", "libc.so.6"), ("main", "program")],
            ]
        )
        chain = self.chain("SAMPLING_CALLCHAINS", frames)
        self.add(
            "COMPOSITE_EVENTS",
            "id start cpu threadState globalTid cpuCycles",
            chain,
            time,
            tid % 4,
            1,
            GLOBAL + tid,
            1000,
        )

    def memory(self, address, size, device, begin, end):
        columns = (
            "start globalPid deviceId contextId address pc bytes memKind memoryOperationType name correlationId "
            "streamId"
        )
        for time, operation in ((begin, 0), (end, 1)):
            self.add(
                "CUDA_GPU_MEMORY_USAGE_EVENTS",
                columns,
                time,
                GLOBAL,
                device,
                device + 1,
                address,
                0,
                size,
                2,
                operation,
                None,
                0,
                None,
            )

    def run(self):
        self.nvtx(75, 0, 0, PID, "phases", 1)
        begins = [self.step(n) for n in range(12)]
        for start, end in zip(begins, begins[1:] + [self.now]):
            self.load(start, end)
            self.sample(start + 77, PID)
            self.sample(start + 78, PID)
            self.sample(start + 99, 4322)
        self.nvtx(60, begins[0] - 100, begins[6], PID, "warm up")
        self.nvtx(60, begins[4], self.now, PID, "epoch")
        self.nvtx(34, begins[2] + 50, None, PID, "a mark")
        for i in range(6):
            self.add(
                "CUDA_UM_CPU_PAGE_FAULT_EVENTS",
                "start globalPid address originalFaultPc CpuInstruction module",
                begins[i] + 30,
                GLOBAL,
                0x7F0000000000 + (i % 3 << 21),
                0x400 + i % 2,
                self.word(f"touch{i % 2}"),
                self.word("/opt/program"),
            )
            self.add(
                "CUDA_UM_GPU_PAGE_FAULT_EVENTS",
                "start end globalPid deviceId address numberOfPageFaults faultAccessType",
                begins[i] + 40,
                begins[i] + 90,
                GLOBAL,
                0,
                0x7F0000000000 + (i % 2 << 21),
                i + 1,
                1,
            )
            self.memory(
                0x7F1000000000 + (i << 24), 1 << (20 + i % 3), i % 2, begins[i] + 5, begins[11 - i // 2] + 60 + i
            )
        for i in range(200):
            at = 1000 + i * (self.now - 1000) // 200
            self.add(
                "GPU_METRICS",
                "timestamp typeId metricId value",
                at,
                HOST << 48 | 1 << 8,
                0,
                self.random.randint(0, 100),
            )
            self.add(
                "GPU_METRICS",
                "timestamp typeId metricId value",
                at + 3,
                HOST << 48 | 1 << 8,
                1,
                self.random.choice([0, 25, 80]),
            )
        for i, cpu in enumerate((1, 2, 1)):
            for is_in, at in ((1, begins[i] + 11), (0, begins[i + 1] - 11)):
                self.add(
                    "SCHED_EVENTS",
                    "start cpu isSchedIn globalTid threadState threadBlock",
                    at,
                    cpu,
                    is_in,
                    GLOBAL + PID,
                    0 if is_in else 1,
                    None,
                )
        self.add(
            "CUPTI_ACTIVITY_KIND_SYNCHRONIZATION",
            self.WORK + "syncType eventId",
            begins[1] + 3,
            begins[1] + 903,
            0,
            1,
            7,
            1,
            GLOBAL,
            3,
            0,
        )
        self.add(
            "PROFILER_OVERHEAD",
            "start end globalTid correlationId nameId returnValue overheadType",
            begins[0] - 90,
            begins[0] - 20,
            GLOBAL + PID,
            None,
            self.word("Buffer flush"),
            None,
            1,
        )
        self.add(
            "DIAGNOSTIC_EVENT",
            "timestamp timestampType source severity text globalPid",
            5,
            0,
            1,
            2,
            "Profiling has started.",
            HOST << 48,
        )
        return self.statements()

    def statements(self):
        word = self.word
        facts = (
            create(
                "ThreadNames",
                "nameId priority globalTid",
                [(word("main"), 20, GLOBAL + PID), (word("loader"), 20, GLOBAL + 4322)],
            )
            + create("PROCESSES", "globalPid pid name", [(GLOBAL, PID, "program")])
            + create(
                "TARGET_INFO_GPU",
                "vmId id name busLocation uuid smCount",
                [(HOST << 48, n, f"Made-up GPU {n}", f"0000:0{n}:00.0", None, 8) for n in (0, 1)],
            )
            + create(
                "TARGET_INFO_CUDA_DEVICE",
                "gpuId cudaId pid uuid numMultiprocessors",
                [(n, n, PID, None, 8) for n in (0, 1)],
            )
            + create(
                "TARGET_INFO_GPU_METRICS",
                "typeId metricId metricName",
                [
                    (HOST << 48 | 1 << 8, n, name)
                    for n, name in enumerate(("SMs Active [Throughput %]", "DRAM Read [Throughput %]"))
                ],
            )
            + create("TARGET_INFO_SESSION_START_TIME", "utcEpochNs", [(1_700_000_000_000_000_000,)])
            + create("ANALYSIS_DETAILS", "duration startTime stopTime", [(self.now + 5000, 0, 0)])
        )
        for (table, columns), rows in self.tables.items():
            facts += create(table, columns, rows)
        for table, rows in self.chains.items():
            facts += create(
                table,
                "id stackDepth symbol module kernelMode thumbCode unresolved specialEntry originalIP unwindMethod",
                rows,
            )
        return facts + create("StringIds", "id value", [(i, w) for w, i in self.words.items()])


def mini():
    """The six events of crafted/mini_old.qdrep, whose bytes were read by hand, as an export of them would have them."""
    words = [
        "[Unknown]",
        "mykernel(float *)",
        "mykernel",
        "_Z8mykernelPf",
        "cudaLaunchKernel_v7000",
        "cudaMemcpy_v3020",
        "worker",
    ]
    process, thread, nothing = MINI << 24, MINI << 24 | 1100, None
    place = "start end deviceId contextId streamId correlationId globalPid "
    kernel = (process, 1, 2, 3, 64, 2, 1, 256, 1, 1)
    return (
        create("StringIds", "id value", list(enumerate(words)))
        + create("ThreadNames", "nameId priority globalTid", [(6, 10, thread)])
        + create(
            "CUPTI_ACTIVITY_KIND_RUNTIME",
            "start end eventClass globalTid correlationId nameId returnValue",
            [(1000, 2000, 0, thread, 1, 4, 0), (2500, 2600, 0, thread, 2, 5, 0)],
        )
        + create(
            "CUPTI_ACTIVITY_KIND_KERNEL",
            place + "demangledName shortName mangledName gridX gridY gridZ blockX blockY blockZ",
            [(3000, 8000, 0, 1, 7, 1, *kernel), (10_000, 10_000, 0, 1, 7, 3, *kernel)],
        )
        + create(
            "CUPTI_ACTIVITY_KIND_MEMCPY",
            place + "bytes copyKind srcKind dstKind",
            [(8500, 9000, 0, 1, 7, 2, process, 4096, 1, 0, 2)],
        )
        + create(
            "NVTX_EVENTS",
            "start end eventType category globalTid textId domainId text",
            [(500, 9500, 59, nothing, thread, nothing, 0, "train \u2713 step")],
        )
    )


def main():
    folder = pathlib.Path(sys.argv[1])
    for name in ("perfetto", "rpd", "nsys"):
        (folder / "own" / name).mkdir(parents=True, exist_ok=True)
    (folder / "own/perfetto/timeline.pftrace").write_bytes(perfetto_samples.timeline())
    (folder / "own/perfetto/gpu.pftrace").write_bytes(perfetto_samples.gpu())
    database(folder / "own/rpd/two_gpus.rpd", rpd())
    database(folder / "own/nsys/run.sqlite", Program(20).run())
    database(folder / "own/nsys/mini_old.sqlite", mini())


if __name__ == "__main__":
    main()
