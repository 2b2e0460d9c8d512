# SPDX-License-Identifier: GPL-3.0-or-later
"""Tiny inference that waits for launches: microseconds an iteration in the quietest of many parts, so that what else the machine does
at some moment does not count. infer.py [ITERATIONS] [torch]; "torch" = under torch.profiler."""
import sys
import time

import torch

count = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
layers = [torch.nn.Sequential(torch.nn.Linear(64, 64), torch.nn.ReLU()) for _ in range(6)]
net = torch.nn.Sequential(*layers).cuda().eval()
x = torch.randn(8, 64, device="cuda")


@torch.no_grad()
def run(n):
    began = time.perf_counter()
    for _ in range(n):
        net(x)
    torch.cuda.synchronize()
    return (time.perf_counter() - began) / n * 1e6


def quietest():
    run(20)
    return min(run(100) for _ in range(max(1, count // 100)))


run(200)
if len(sys.argv) > 2:
    from torch.profiler import ProfilerActivity, profile

    with profile(activities=[ProfilerActivity.CUDA]):
        took = quietest()
else:
    took = quietest()
print(f"us {took:.3f}")
