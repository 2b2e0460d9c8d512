# SPDX-License-Identifier: GPL-3.0-or-later
# Makes calls of a CUDA that is none, from known lines. Prints how many callbacks there were.
import ctypes
import os
import threading
import time

cuda = ctypes.CDLL("libcupti.so.13")
ctypes.CDLL(os.environ["CUDA_INJECTION64_PATH"]).InitializeInjection()
until = time.monotonic() + 20
while not cuda.fakeTraces() and time.monotonic() < until:
    time.sleep(0.01)


class Layer:
    def forward(self, correlation):
        cuda.fakeCall(1, correlation)  # here: launches


def step(first):
    layer = Layer()
    for i in range(50):
        layer.forward(first + 3 * i)
        cuda.fakeCall(3, first + 3 * i + 1)  # allocations have no stack
    cuda.fakeSlowCall(2, first + 2, 3000)  # here: waits


threads = [threading.Thread(target=step, args=(1000 * n,)) for n in range(1, 4)]
for t in threads:
    t.start()
step(100)
for t in threads:
    t.join()
print("callbacks", cuda.fakeCallbacks())
