# SPDX-License-Identifier: GPL-3.0-or-later
"""Tiny inference that waits for launches: microseconds an iteration. infer.py [ITERATIONS] [torch]; "torch" = under torch.profiler."""
import sys
import time

import torch

count = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
layers = [torch.nn.Sequential(torch.nn.Linear(64, 64), torch.nn.ReLU()) for _ in range(6)]
net = torch.nn.Sequential(*layers).cuda().eval()
x = torch.randn(8, 64, device="cuda")


@torch.no_grad()
def run(n):
    for _ in range(n):
        net(x)
    torch.cuda.synchronize()


run(200)
if len(sys.argv) > 2:
    from torch.profiler import ProfilerActivity, profile

    with profile(activities=[ProfilerActivity.CUDA]):
        run(20)
        began = time.perf_counter()
        run(count)
        took = time.perf_counter() - began
else:
    began = time.perf_counter()
    run(count)
    took = time.perf_counter() - began
print(f"us {took / count * 1e6:.3f}")
