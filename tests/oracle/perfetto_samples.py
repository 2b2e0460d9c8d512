# SPDX-License-Identifier: GPL-3.0-or-later
"""Traces of Perfetto, their protobuf written field by field."""
import struct
import zlib


# ------------------------------------------------------------ protobuf, by hand


def varint(value):
    value &= (1 << 64) - 1
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes(out) + bytes([value])


def number(field, value):
    return varint(field << 3) + varint(value)


def text(field, value):
    value = value.encode() if isinstance(value, str) else value
    return varint(field << 3 | 2) + varint(len(value)) + value


def fixed64(field, value):
    return varint(field << 3 | 1) + struct.pack("<Q", value)


def real(field, value):
    return varint(field << 3 | 1) + struct.pack("<d", value)


BEGIN, END, INSTANT, COUNTER = 1, 2, 3, 4
CLEARS, NEEDS = number(13, 1), number(13, 2)  # what the writer said before is forgotten, or is needed


def event(kind, track, name=None, *more):
    """A TrackEvent on a track; a number as its name is an interned one."""
    named = b"" if name is None else number(10, name) if isinstance(name, int) else text(23, name)
    return text(11, number(9, kind) + number(11, track) + named + b"".join(more))


def packet(time, writer, *fields):
    return text(1, number(8, time) + number(10, writer) + b"".join(fields))


def timeline():
    """A program of two threads with tasks that overlap, a counter, an arrow, and names that are said once."""
    clocks = text(
        6,
        b"".join(
            text(1, number(1, clock) + number(2, at))
            for clock, at in ((6, 1_000_000), (3, 400_000), (1, 1_700_000_000_000_000_000))
        ),
    )
    names = text(
        12,
        text(1, number(1, 1) + text(2, "phase"))
        + text(2, number(1, 1) + text(2, "step"))
        + text(2, number(1, 2) + text(2, "forward"))
        + text(3, number(1, 1) + text(2, "batch")),
    )
    reborn = text(12, text(2, number(1, 1) + text(2, "reborn")))
    phase, batch = number(3, 1), text(4, number(1, 1) + number(4, 32))

    def track(uuid, *fields):
        return text(60, number(1, uuid) + b"".join(fields))

    def thread(uuid, tid, name):
        return track(uuid, text(4, number(1, 100) + number(2, tid) + text(5, name)))

    monotonic = number(58, 3)
    packets = [
        packet(1_000_000, 1, clocks),
        packet(1_000_000, 1, CLEARS, names, track(10, text(3, number(1, 100) + text(6, "trainer")))),
        packet(1_000_000, 1, thread(11, 101, "main")),
        packet(1_000_000, 1, thread(12, 102, "loader")),
        packet(1_000_000, 1, track(20, number(5, 10), text(2, "requests"))),
        packet(1_000_000, 1, track(21, number(5, 10), text(2, "requests"))),
        packet(1_000_000, 1, track(30, number(5, 10), text(2, "queue"), text(8, b""))),
        packet(1_000_000, 1, NEEDS, event(BEGIN, 11, 1, phase, batch)),
        packet(1_000_000, 1, event(COUNTER, 30, None, number(30, 3))),
        packet(1_005_000, 1, event(BEGIN, 20, "request A")),
        packet(1_010_000, 1, NEEDS, event(BEGIN, 11, 2)),
        packet(1_012_000, 1, event(BEGIN, 21, "request B")),
        packet(1_020_000, 1, event(BEGIN, 11, "matmul", fixed64(48, 7))),
        packet(1_025_000, 1, event(END, 11)),
        packet(1_030_000, 1, event(COUNTER, 30, None, number(30, 5))),
        packet(1_040_000, 1, event(END, 11)),
        packet(1_045_000, 1, event(END, 20)),
        packet(1_050_000, 1, event(INSTANT, 11, "mark")),
        packet(1_055_000, 1, event(END, 21)),
        packet(1_055_000, 1, event(COUNTER, 30, None, number(30, 0))),
        packet(1_060_000, 1, event(END, 11)),
        # Another writer counts by another clock: its 415 000 is 1 015 000 of the trace.
        packet(415_000, 2, monotonic, event(BEGIN, 12, "load", fixed64(47, 7))),
        packet(435_000, 2, monotonic, event(END, 12)),
        # One whose first packets are lost, and that begins anew; the rest is deflated.
        packet(1_070_000, 3, NEEDS, event(INSTANT, 12, 1)),
    ]
    later = packet(1_080_000, 3, CLEARS, reborn) + packet(1_080_000, 3, NEEDS, event(INSTANT, 12, 1))
    return b"".join(packets) + text(1, text(50, zlib.compress(later, 9)))


def gpu():
    """Work of a GPU with the calls that submitted it, and a counter of the GPU."""
    described = text(
        12,
        text(23, number(1, 1) + number(2, 100) + number(3, 5))
        + b"".join(
            text(24, number(1, iid) + text(2, name))
            for iid, name in ((1, "Stream 1"), (2, "Kernel"), (3, "Memcpy HtoD"))
        )
        + text(1000, number(1, 1) + text(2, "gemm"))
        + text(1001, number(1, 1) + text(2, "registers_per_thread")),
    )
    launch = text(
        21,
        text(1, number(1, 8) + number(2, 2) + number(3, 1))
        + text(2, number(1, 128))
        + text(3, number(1, 1) + number(4, 40)),
    )

    def work(at, submission, length, stage, *more):
        return packet(
            at,
            2,
            NEEDS,
            text(
                53,
                number(1, submission)
                + number(2, length)
                + number(5, 1)
                + number(11, 1)
                + number(13, 1)
                + number(14, stage)
                + b"".join(more),
            ),
        )

    def call(at, name, submission, length):
        return packet(at, 1, event(BEGIN, 11, name, number(3001, 5), text(3000, number(1, submission)))) + packet(
            at + length, 1, event(END, 11)
        )

    def busy(at, value):
        return packet(at, 3, text(52, text(2, number(1, 3) + real(3, value))))

    counter = text(52, text(1, text(1, number(1, 3) + text(2, "Busy") + number(7, 37))))
    return b"".join(
        [
            packet(0, 1, text(60, number(1, 11) + text(4, number(1, 100) + number(2, 101) + text(5, "main")))),
            packet(0, 2, CLEARS, described),
            call(1000, "hipMemcpyAsync", 76, 300),
            call(2000, "hipLaunchKernel", 77, 200),
            work(1500, 76, 600, 3, text(6, text(1, "bytes") + text(2, "4096"))),
            work(2500, 77, 5000, 2, number(19, 1), launch),
            packet(1000, 3, counter),
            busy(1000, 0),
            busy(3000, 80),
            busy(5000, 20),
        ]
    )
