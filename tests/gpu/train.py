# SPDX-License-Identifier: GPL-3.0-or-later
"""A small transformer that learns for some steps, on one GPU or, under torchrun, on several; steps and phases are NVTX ranges.

train.py [--steps N] [--warmup N] [--width N] [--tf32] [--profile FILE]   FILE: torch.profiler's own trace of the last steps, to compare with.
"""
import argparse
import os
import time

import torch
import torch.distributed as dist

arguments = argparse.ArgumentParser()
arguments.add_argument("--steps", type=int, default=10)
arguments.add_argument("--warmup", type=int, default=3)
arguments.add_argument("--profile")
arguments.add_argument("--width", type=int, default=256)
arguments.add_argument("--tf32", action="store_true", help="products of matrices by tensor cores")
options = arguments.parse_args()

world = int(os.environ.get("WORLD_SIZE", "1"))
rank = int(os.environ.get("LOCAL_RANK", "0"))
torch.cuda.set_device(rank)
if world > 1:
    dist.init_process_group("nccl", device_id=torch.device("cuda", rank))
torch.manual_seed(1)
if options.tf32:
    torch.set_float32_matmul_precision("high")


class Net(torch.nn.Module):
    def __init__(self, width):
        super().__init__()
        layer = torch.nn.TransformerEncoderLayer(width, 4, 4 * width, dropout=0.0, batch_first=True)
        self.encoder = torch.nn.TransformerEncoder(layer, 3)
        self.head = torch.nn.Linear(width, 64)

    def forward(self, x):
        return self.head(self.encoder(x))


net = Net(options.width).cuda()
if world > 1:
    net = torch.nn.parallel.DistributedDataParallel(net, device_ids=[rank])
optimizer = torch.optim.AdamW(net.parameters(), lr=1e-3)
batch = torch.randn(8, 64, options.width).pin_memory()
y = torch.randint(0, 64, (8, 64), device="cuda")
ranges = torch.cuda.nvtx.range


def step(i):
    with ranges(f"step {i}"):
        with ranges("data"):
            x = batch.to("cuda", non_blocking=True)
        with ranges("forward"):
            loss = torch.nn.functional.cross_entropy(net(x).flatten(0, 1), y.flatten())
        with ranges("backward"):
            loss.backward()
        with ranges("optimizer"):
            optimizer.step()
            optimizer.zero_grad()
    return loss


for i in range(options.warmup):
    step(i)
torch.cuda.synchronize()
torch.cuda.cudart().cudaProfilerStart()
began = time.perf_counter()
if options.profile:
    from torch.profiler import ProfilerActivity, profile

    with profile(activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA]) as p:
        for i in range(options.warmup, options.warmup + options.steps):
            step(i)
        torch.cuda.synchronize()
    p.export_chrome_trace(f"{options.profile}.{rank}.json")
else:
    for i in range(options.warmup, options.warmup + options.steps):
        loss = step(i)
    torch.cuda.synchronize()
print(f"ms_per_step {(time.perf_counter() - began) / options.steps * 1e3:.3f}", flush=True)
torch.cuda.cudart().cudaProfilerStop()
if world > 1:
    dist.barrier()
    dist.destroy_process_group()
