# SPDX-License-Identifier: GPL-3.0-or-later
"""What was made before a capture begins, whatever way it begins: each kind of object of CUDA × each way × both levels of graphs, pairwise.

A case runs begins.cu or begins.py under a capture and compares with the same program without one: what it computed, its exit code 7, and what
it counted itself with what the report has.
"""
import concurrent.futures
import json
import os
import statistics
import subprocess
import time
from pathlib import Path

here = Path(__file__).resolve().parent
BEGINS = ("whole", "profiler", "nvtx", "delay", "start", "live", "second")
LEVELS = ("graph", "node")
PYTHON = ("torch-graph", "torch-compile", "triton", "cupy", "cupy-graph", "jax")
PYTHON_BEGINS = ("whole", "profiler", "nvtx", "start", "second")
DELAY_S = 6  # of one case alone; those that start beside it make a program slow to begin
PATIENCE_S = 60


class Failed(Exception):
    pass


def waits(condition, what):
    """Until a condition holds that another process brings about."""
    until = time.monotonic() + PATIENCE_S
    while not (found := condition()):
        if time.monotonic() > until:
            raise Failed(f"waited in vain: {what}")
        time.sleep(0.05)  # between looks at another process
    return found


class Case:
    def __init__(self, matrix, what, begin, level, devices):
        self.matrix, self.what, self.begin, self.level, self.devices = matrix, what, begin, level, devices
        self.name = f"{what}-{begin}-{level}-{devices}"
        self.folder = matrix.work / self.name
        self.folder.mkdir(exist_ok=True)
        self.report = self.folder / "run.rep"
        self.errors = open(self.folder / "errors", "w+")

    def program(self, how):
        return [*self.matrix.program(self.what), self.what, how, str(self.devices)]

    def sightline(self, *words):
        return subprocess.run([self.matrix.sightline, *map(str, words)], text=True, capture_output=True, cwd=self.folder, env=self.environment())

    def environment(self):
        return {**os.environ, "MARKS": str(self.matrix.marks), "TMPDIR": str(self.folder), "TRITON_CACHE_DIR": str(self.matrix.work / "triton"),
                "TORCHINDUCTOR_CACHE_DIR": str(self.matrix.work / "inductor"), "XLA_PYTHON_CLIENT_PREALLOCATE": "false",
                "XLA_FLAGS": "--xla_gpu_graph_min_graph_size=1"}

    def popen(self, command, how):
        return subprocess.Popen([str(c) for c in (*command, *self.program(how))], text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                stderr=self.errors, cwd=self.folder, env=self.environment())

    def hear(self, process, word):
        for line in process.stdout:
            if line.strip() == word:
                return
        raise Failed(f"the program ended before “{word}”")

    def answer(self, process):
        process.stdin.write("\n")
        process.stdin.flush()

    def status(self):
        done = self.sightline("status", "--session=s", "--json")
        try:
            return json.loads(done.stdout)
        except ValueError:
            return {}

    def tracing(self):
        """The folder of the session, where a process of it says that it traces."""
        folder = self.status().get("folder")
        spools = Path(folder).glob("*.spool") if folder else []
        return folder if any(b"tracing.begin" in spool.read_bytes() for spool in spools) else None

    def rows_arrive(self):
        folder = self.status()["folder"]
        return any(self.counted(folder, kind) > 0 for kind in ("kernel", "graph_launch", "memset"))

    def run(self):
        flags = ["-t", "cuda,nvtx", f"--cuda-graph-trace={self.level}"]
        if self.begin in ("whole", "profiler", "nvtx"):
            more = {"whole": [], "profiler": ["-c", "cudaProfilerApi"], "nvtx": ["-c", "nvtx", "-p", "captured"]}[self.begin]
            if more:
                more.append("--capture-range-end=stop")
            process = self.popen((self.matrix.sightline, "profile", *flags, *more, "-f", "true", "-o", self.report), self.begin)
        elif self.begin == "delay":
            process = self.popen((self.matrix.sightline, "profile", *flags, "--session-new=s", "-y", self.matrix.delay_s, "-f", "true", "-o", self.report), "open")
            self.hear(process, "ready")
            if self.tracing():
                raise Failed("the delay was too short for this machine")
            waits(self.tracing, "the delayed capture")
            self.answer(process)
        else:
            process = self.popen((self.matrix.sightline, "launch", *flags, "--session-new=s"), "asked")
            self.hear(process, "ready")
            if self.begin == "second":
                self.ask("start", "-f", "true", "-o", self.folder / "first.rep")
                self.ask("stop")
            self.ask("start", "-f", "true", "-o", self.report)
            self.answer(process)
            self.hear(process, "done")
            if self.begin == "live":
                waits(self.rows_arrive, "rows while the capture goes on")
            asked = time.monotonic()
            self.ask("stop")
            self.matrix.stops.append(time.monotonic() - asked)
            self.answer(process)
        out, _ = process.communicate(timeout=2 * PATIENCE_S)
        return out, process.returncode

    def ask(self, command, *words):
        done = self.sightline(command, "--session=s", *words)
        if done.returncode != 0:
            raise Failed(f"sightline {command}: {done.stderr.strip()}")

    def query(self, report, sql):
        done = self.sightline("query", sql, report, "-f", "json")
        try:
            return json.loads(done.stdout)[0]["rows"]
        except (ValueError, IndexError):
            raise Failed(f"no answer: {done.stderr.strip()[-300:]}") from None

    def counted(self, report, kind, where=""):
        return self.query(report, f"SELECT count(*) AS n FROM events WHERE kind = '{kind}' {where}")[0]["n"]

    def check(self):
        """Sentences about what is not as it should be."""
        started = time.monotonic()
        try:
            out, code = self.run()
            if code != 7:
                self.errors.seek(0)
                raise Failed(f"exit code {code}: {self.errors.read()[-500:].strip()}")
            told = json.loads(out.strip().splitlines()[-1])
            wrong = self.compared(told)
            plain = self.matrix.plain(self)
            if told["sum"] != plain["sum"]:
                wrong.append(f"computed {told['sum']}, {plain['sum']} without us")
        except (Failed, ValueError, subprocess.TimeoutExpired) as error:
            wrong = [str(error)]
        if wrong:
            self.errors.seek(0)
            wrong += [line.strip() for line in self.errors.read().splitlines()[-4:]]
        return wrong, time.monotonic() - started

    def compared(self, told):
        nodes = self.level == "node"
        found, wanted = {}, {}
        if "kernels" in told:
            own = {"kernel": "kernels", "memcpy": "copies", "memset": "sets"}
            node = {"kernel": "node_kernels", "memcpy": "node_copies", "memset": "node_sets"}
            for kind, key in own.items():
                found[kind] = self.counted(self.report, kind)
                wanted[kind] = told[key] + (told[node[kind]] if nodes else 0)
        if "own" in told:
            found["own"] = self.query(self.report, "SELECT count(*) AS n FROM events WHERE kind = 'kernel' AND name LIKE 'own%'")[0]["n"]
            wanted["own"] = told["own"] + (told.get("node_kernels", 0) if nodes else 0)
        if "graphs" in told and not nodes:
            found["graphs"], wanted["graphs"] = self.counted(self.report, "graph_launch"), told["graphs"]
        if nodes and "kernels" not in told and "node_kernels" in told:
            sql = "SELECT count(*) AS n FROM CUPTI_ACTIVITY_KIND_KERNEL WHERE graphNodeId IS NOT NULL AND graphNodeId <> 0"
            found["kernels of nodes"], wanted["kernels of nodes"] = self.query(self.report, sql)[0]["n"], told["node_kernels"]
        if not wanted:
            work = self.counted(self.report, "kernel") + self.counted(self.report, "graph_launch")
            found["work is a multiple of the uses"], wanted["work is a multiple of the uses"] = work > 0 and (self.begin == "whole" or work % told["uses"] == 0), True
        return [f"{key}: {found[key]} of {wanted[key]}" for key in wanted if found[key] != wanted[key]]


class Matrix:
    def __init__(self, sightline, python, work):
        self.sightline, self.python, self.work = str(sightline), python, work / "begins"
        self.work.mkdir(exist_ok=True)
        self.binary, self.marks = self.work / "begins-program", self.work / "marks.so"
        self.plains = {}
        self.stops = []  # seconds

    def build(self):
        for command in (["nvcc", "-std=c++17", "-O2", "-arch=native", "-rdc=true", "-o", self.binary, here / "begins.cu", "-lcudadevrt", "-lcuda"],
                        ["nvcc", "-shared", "-Xcompiler", "-fPIC", "-o", self.marks, here / "marks.cpp"]):
            done = subprocess.run([str(c) for c in command], text=True, capture_output=True)
            if done.returncode != 0:
                return done.stderr
        return ""

    def program(self, what):
        return [self.python, str(here / "begins.py")] if what in PYTHON else [str(self.binary)]

    def plain(self, case):
        key = (case.what, case.devices)
        if key not in self.plains:
            done = subprocess.run(case.program("whole"), text=True, capture_output=True, env=case.environment(), cwd=case.folder)
            if done.returncode != 7:
                raise Failed(f"without us, the program ends with {done.returncode}: {done.stderr[-500:]}")
            self.plains[key] = json.loads(done.stdout.strip().splitlines()[-1])
        return self.plains[key]

    def cases(self, devices, only):
        objects = subprocess.run([str(self.binary)], text=True, capture_output=True).stdout.split()
        for programs, begins in ((objects, BEGINS), (PYTHON, PYTHON_BEGINS)):
            for i, what in enumerate(programs):
                for j, begin in enumerate(begins):
                    if not only or what in only:
                        yield Case(self, what, begin, LEVELS[(i + j) % 2], devices)

    def run(self, devices, workers, only=()):
        """The failures; prints a line a case that has some, and a sum."""
        failures, seconds = [], time.monotonic()
        self.delay_s = DELAY_S + workers // 2
        all_cases = list(self.cases(devices, only))
        all_cases.sort(key=lambda c: (c.what not in PYTHON, c.begin != "delay"))  # what takes long comes first
        with concurrent.futures.ThreadPoolExecutor(workers) as pool:
            for case, (wrong, took) in zip(all_cases, pool.map(Case.check, all_cases)):
                if wrong:
                    print(f"  {case.name:<40} {took:5.1f} s  " + "\n      ".join(wrong))
                    failures.append(f"{case.name}: {wrong[0]}")
        if self.stops:
            print(f"  sightline stop, with its report: {statistics.median(self.stops):.2f} s, at most {max(self.stops):.2f} s")
        print(f"  {len(all_cases) - len(failures)} of {len(all_cases)} cases on {devices} GPUs as without us, in {time.monotonic() - seconds:.0f} s")
        return failures
