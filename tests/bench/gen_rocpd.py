# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes a large rocpd database: gen_rocpd.py FILE [EVENTS]. Half of the events are calls of HIP, half the kernels that
they launch, on 8 GPUs with 4 streams each; every event has its row in the table of events, as the profiler writes it.

`bench_open FILE` opens it, `bench_table_scan FILE` scans all its rows.
"""
import pathlib
import sqlite3
import sys

GUID = "00000001-0002-7003-8004-000000000005"
SUFFIX = "_" + GUID.replace("-", "_")
TABLES = {
    "metadata": "tag TEXT, value TEXT",
    "string": "guid TEXT, string TEXT",
    "info_node": "guid TEXT, hash BIGINT, machine_id TEXT, system_name TEXT, hostname TEXT, release TEXT",
    "info_process": "guid TEXT, nid INTEGER, pid INTEGER, command TEXT",
    "info_thread": "guid TEXT, nid INTEGER, pid INTEGER, tid INTEGER, name TEXT",
    "info_agent": "guid TEXT, nid INTEGER, pid INTEGER, type TEXT, type_index INTEGER, name TEXT, product_name TEXT",
    "info_queue": "guid TEXT, nid INTEGER, pid INTEGER, name TEXT",
    "info_stream": "guid TEXT, nid INTEGER, pid INTEGER, name TEXT",
    "info_kernel_symbol": "guid TEXT, nid INTEGER, pid INTEGER, kernel_name TEXT, display_name TEXT,"
    " sgpr_count INTEGER, arch_vgpr_count INTEGER, accum_vgpr_count INTEGER",
    "event": "guid TEXT, category_id INTEGER, stack_id INTEGER, parent_stack_id INTEGER, correlation_id INTEGER,"
    " call_stack JSONB DEFAULT '{}', line_info JSONB DEFAULT '{}', extdata JSONB DEFAULT '{}'",
    "region": 'guid TEXT, nid INTEGER, pid INTEGER, tid INTEGER, start BIGINT, "end" BIGINT, name_id INTEGER,'
    " event_id INTEGER, extdata JSONB DEFAULT '{}'",
    "kernel_dispatch": "guid TEXT, nid INTEGER, pid INTEGER, tid INTEGER, agent_id INTEGER, kernel_id INTEGER,"
    ' dispatch_id INTEGER, queue_id INTEGER, stream_id INTEGER, start BIGINT, "end" BIGINT,'
    " private_segment_size INTEGER, group_segment_size INTEGER, workgroup_size_x INTEGER, workgroup_size_y INTEGER,"
    " workgroup_size_z INTEGER, grid_size_x INTEGER, grid_size_y INTEGER, grid_size_z INTEGER, region_name_id INTEGER,"
    " event_id INTEGER, extdata JSONB DEFAULT '{}'",
}
KERNELS, GPUS, STREAMS, THREADS = 500, 8, 4, 8
START = 63_000_000_000_000


def insert(db, table, columns, rows):
    marks = ", ".join("?" * (columns.count(",") + 1))
    db.executemany(f"INSERT INTO `rocpd_{table}{SUFFIX}` (guid, {columns}) VALUES ('{GUID}', {marks})", rows)


def describe(db):
    for name, columns in TABLES.items():
        db.execute(f"CREATE TABLE `rocpd_{name}{SUFFIX}` (id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, {columns})")
    db.execute(f"INSERT INTO `rocpd_metadata{SUFFIX}` (tag, value) VALUES ('schema_version', '3')")
    insert(db, "string", "string", [["HIP_RUNTIME_API_EXT"], ["KERNEL_DISPATCH"], ["hipLaunchKernel"]])
    insert(db, "info_node", "hash, machine_id, system_name, hostname, release", [[1, "m", "Linux", "node", "6.8"]])
    insert(db, "info_process", "nid, pid, command", [[1, 4000, "train"]])
    insert(db, "info_thread", "nid, pid, tid, name", [[1, 1, 4000 + i, f"worker {i}"] for i in range(THREADS)])
    gpus = [[1, 1, "GPU", i, "gfx942", "MI300X"] for i in range(GPUS)]
    insert(db, "info_agent", "nid, pid, type, type_index, name, product_name", gpus)
    insert(db, "info_queue", "nid, pid, name", [[1, 1, f"Queue {i}"] for i in range(STREAMS)])
    insert(db, "info_stream", "nid, pid, name", [[1, 1, f"Stream {i}"] for i in range(STREAMS)])
    symbols = [[1, 1, f"k{i}.kd", f"void kernel_{i}<float>(float*, int)", 32, 64, 4] for i in range(KERNELS)]
    columns = "nid, pid, kernel_name, display_name, sgpr_count, arch_vgpr_count, accum_vgpr_count"
    insert(db, "info_kernel_symbol", columns, symbols)


def main():
    path, count = pathlib.Path(sys.argv[1]), (int(sys.argv[2]) if len(sys.argv) > 2 else 1_000_000) // 2
    path.unlink(missing_ok=True)
    db = sqlite3.connect(path)
    db.execute("PRAGMA journal_mode = OFF")
    describe(db)
    every = range(count)
    insert(
        db,
        "event",
        "category_id, stack_id, parent_stack_id, correlation_id",
        ((1 + half, i + 1, 0, 0) for half in (0, 1) for i in every),
    )
    calls = ((1, 1, 1 + i % THREADS, START + i * 2000, START + i * 2000 + 900, 3, i + 1) for i in every)
    insert(db, "region", 'nid, pid, tid, start, "end", name_id, event_id', calls)
    insert(
        db,
        "kernel_dispatch",
        'nid, pid, tid, agent_id, kernel_id, dispatch_id, queue_id, stream_id, start, "end", private_segment_size,'
        " group_segment_size, workgroup_size_x, workgroup_size_y, workgroup_size_z, grid_size_x, grid_size_y,"
        " grid_size_z, event_id",
        (
            (1, 1, 1 + i % THREADS, 1 + i % GPUS, 1 + i * 7 % KERNELS, i + 1, 1 + i // GPUS % STREAMS)
            + (1 + i // GPUS % STREAMS, START + i * 2000 + 1500, START + i * 2000 + 1500 + i % 977 * 30)
            + (0, 2048, 256, 1, 1, 65536, 1, 1, count + i + 1)
            for i in every
        ),
    )
    db.commit()
    db.close()


main()
