#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""As begins.cu, with the graphs and kernels of Python's frameworks: made and used before a capture begins, used in it and after it.

begins.py OBJECT BEGIN [DEVICES]    BEGIN: profiler, nvtx, asked, whole
MARKS names a library with push() and pop() of the NVTX range "captured". What cannot be counted by the program itself is not in its JSON: then
`uses` says how often it was used inside. The exit code is 7 where all went well.
"""
import copy
import ctypes
import json
import os
import sys

what, how = sys.argv[1], sys.argv[2]
devices = int(sys.argv[3]) if len(sys.argv) > 3 else 1
USES, NODES = 20, 5
counts = {}


def count(key, n=1):
    counts[key] = counts.get(key, 0) + n


def torch_graph():
    import torch

    def make(device):
        with torch.cuda.device(device):
            x = torch.zeros(32, device=f"cuda:{device}")
            x.add_(1)
            torch.cuda.synchronize()
            graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(graph, stream=torch.cuda.Stream()):  # the one that it would take is the first device's
                for _ in range(NODES):
                    x.add_(1)

        def use():
            with torch.cuda.device(device):
                graph.replay()
            count("graphs")
            count("node_kernels", NODES)
        return use, lambda: float(x.sum())
    return make, torch.cuda.synchronize


def torch_compile():
    import torch
    torch.manual_seed(0)
    inner = torch.nn.Sequential(torch.nn.Linear(64, 64), torch.nn.GELU(), torch.nn.Linear(64, 64))
    made = {}

    def make(device):
        if device not in made:  # compiled once: what compiling does is not what is counted
            with torch.cuda.device(device), torch.no_grad():
                model = torch.compile(copy.deepcopy(inner).to(f"cuda:{device}"), mode="reduce-overhead")
                x = torch.ones(16, 64, device=f"cuda:{device}")
                for _ in range(4):  # eagerly, recorded, replayed
                    model(x)
                torch.cuda.synchronize()
            made[device] = (model, x)
        model, x = made[device]

        def use():
            with torch.cuda.device(device), torch.no_grad():
                model(x)
            count("graphs")
        return use, lambda: round(float(model(x).detach().double().sum()), 3)
    return make, torch.cuda.synchronize


def triton_kernel():
    import torch
    import triton
    import triton.language as tl

    @triton.jit
    def own(p, n: tl.constexpr):
        at = tl.arange(0, n)
        tl.store(p + at, tl.load(p + at) + 1)

    globals()["tl"] = tl

    def make(device):
        with torch.cuda.device(device):
            x = torch.zeros(32, device=f"cuda:{device}")
            own[(1,)](x, 32)

        def use():
            with torch.cuda.device(device):
                own[(1,)](x, 32)
            count("own")
        count("own")
        return use, lambda: float(x.sum())
    return make, torch.cuda.synchronize


def cupy_objects(graphs):
    import cupy
    source = 'extern "C" __global__ void own(float* x) { x[threadIdx.x] += 1; }'

    def make(device):
        with cupy.cuda.Device(device):
            own = cupy.RawKernel(source, "own")  # it belongs to a device
            x = cupy.zeros(32, dtype=cupy.float32)
            stream = cupy.cuda.Stream(non_blocking=True)
            cupy.cuda.Device(device).synchronize()
            if graphs:
                own((1,), (32,), (x,))  # compiled and loaded before the stream is captured
                count("own")
                with stream:
                    stream.begin_capture()
                    for _ in range(NODES):
                        own((1,), (32,), (x,))
                    graph = stream.end_capture()

        def use():
            with cupy.cuda.Device(device), stream:
                if graphs:
                    graph.launch(stream)
                    count("graphs")
                    count("node_kernels", NODES)
                else:
                    own((1,), (32,), (x,))
                    count("own")

        def result():
            with cupy.cuda.Device(device):
                return float(x.sum())
        return use, result

    def wait():
        for device in range(devices):
            cupy.cuda.Device(device).synchronize()
    return make, wait


def jax_function():
    import jax
    import jax.numpy as jnp
    made = {}

    def make(device):
        if device not in made:
            place = jax.devices()[device]
            x = jax.device_put(jnp.ones((64, 64)), place)
            f = jax.jit(lambda v: jnp.tanh(v @ v) * 0.5 + jnp.sin(v), device=None)
            f(x).block_until_ready()
            made[device] = (f, x)
        f, x = made[device]

        def use():
            f(x).block_until_ready()
        return use, lambda: round(float(f(x).sum()), 3)
    return make, lambda: None


OBJECTS = {
    "torch-graph": torch_graph,
    "torch-compile": torch_compile,
    "triton": triton_kernel,
    "cupy": lambda: cupy_objects(False),
    "cupy-graph": lambda: cupy_objects(True),
    "jax": jax_function,
}
FRESH = {"torch-graph", "triton", "cupy", "cupy-graph"}  # another one can be made inside, and is counted


def ask(word):
    print(word, flush=True)
    sys.stdin.readline()


def begin():
    if how == "profiler":
        ctypes.CDLL("libcuda.so.1").cuProfilerStart()
    if how == "nvtx":
        ctypes.CDLL(os.environ["MARKS"]).push()
    if how == "asked":
        ask("ready")


def end():
    if how == "profiler":
        ctypes.CDLL("libcuda.so.1").cuProfilerStop()
    if how == "nvtx":
        ctypes.CDLL(os.environ["MARKS"]).pop()
    if how == "asked":
        ask("done")


def main():
    make, wait = OBJECTS[what]()
    objects = []
    for device in range(devices):
        use, result = make(device)
        use()
        use()
        objects.append((use, result))
    wait()
    if how != "whole":
        counts.clear()
    begin()
    for device, (use, _) in enumerate(objects):
        for _ in range(USES):
            use()
        if what in FRESH:
            fresh, _ = make(device)
            for _ in range(USES):
                fresh()
    wait()
    inside = dict(counts)
    end()
    for use, _ in objects:
        use()
    wait()
    told = counts if how == "whole" else inside
    print(json.dumps({**told, "uses": USES * devices, "sum": sum(result() for _, result in objects)}), flush=True)
    return 7


code = main()
sys.stdout.flush()
sys.exit(code)
