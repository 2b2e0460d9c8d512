# SPDX-License-Identifier: GPL-3.0-or-later
"""Reports against rows that were written down by hand: what `sightline query` answers is what rows/*.rows says.

A file of rows names its report and the importer that reads it, then has blocks: a sentence behind "--", a query that
ends with ";", and the answer, a row a line.
Cells stand between bars; nothing is NULL. {depth} is how many lines of its row an event e lies below the first.
"""
import json
import pathlib
import subprocess
import sys
import tempfile

import oracle

DEPTH = "(SELECT count(DISTINCT o.lane) FROM events o WHERE o.track = e.track AND o.lane < e.lane)"


def report_of(name):
    """Samples, or a case beside this file."""
    return oracle.HERE / name if name.startswith("cases/") else oracle.sample(name)


def text(cell):
    if isinstance(cell, float) and cell == int(cell):
        cell = int(cell)
    return "" if cell is None else str(cell)


def check(report, sql, right):
    ours = ["|".join(map(text, row)) for row in oracle.query(report, sql.replace("{depth}", DEPTH))]
    for i in range(max(len(ours), len(right))):
        mine, wanted = (rows[i] if i < len(rows) else "no row" for rows in (ours, right))
        if mine != wanted:
            return oracle.fail(f"row {i + 1} is “{mine}” instead of “{wanted}”")


def check_format(report, key):
    found = json.loads(oracle.sightline("info", "--json", report))["source"]
    if found["format"] != key:
        oracle.fail(f"the report is {found['format']}, not {key}")


def add(path):
    head, *blocks = path.read_text(encoding="utf-8").split("\n\n")
    facts = dict(line.split(" ", 1) for line in head.splitlines() if not line.startswith("#"))
    oracle.test(f"{path.stem}: the report is {facts['format']}")(
        lambda: check_format(report_of(facts["report"]), facts["format"])
    )
    for block in blocks:
        sentence, rest = block.strip("\n").split("\n", 1)
        sql, _, rows = rest.partition(";")
        right = rows.strip("\n").split("\n") if rows.strip("\n") else []
        oracle.test(f"{path.stem}: {sentence.removeprefix('-- ')}")(
            lambda s=sql, r=right: check(report_of(facts["report"]), s, r)
        )


for rows_file in sorted((oracle.HERE / "rows").glob("*.rows")):
    add(rows_file)


@oracle.test("the samples of own/ are what make_samples.py writes")
def made_anew():
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, oracle.HERE / "make_samples.py", folder], check=True)
        made = sorted(p.relative_to(folder) for p in pathlib.Path(folder).rglob("*") if p.is_file())
        kept = sorted(p.relative_to(oracle.sample("")) for p in oracle.sample("own").rglob("*") if p.is_file())
        if made != kept:
            oracle.fail(f"{made} instead of {kept}")
        for path in made:
            if content(pathlib.Path(folder) / path) != content(oracle.sample(path)):
                oracle.fail(f"{path} is another")


def content(path):
    """The bytes of a trace, the statements that make a database: its bytes depend on the version of SQLite."""
    data = path.read_bytes()
    if not data.startswith(b"SQLite"):
        return data
    import sqlite3

    with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as db:
        return json.dumps(list(db.iterdump()))


oracle.main()
