# SPDX-License-Identifier: GPL-3.0-or-later
"""What the oracles share: tests as in check.h, the command line, and the comparison of rows."""
import json
import os
import pathlib
import subprocess
import sys
import traceback

HERE = pathlib.Path(__file__).resolve().parent
TESTS = HERE.parent
CAPTURES = TESTS / "data" / "captures"

_tests = []
_failures = []


def test(sentence):
    """Makes a function a test; its name says what a person may rely on."""

    def add(function):
        _tests.append((sentence, function))
        return function

    return add


def fail(what):
    _failures.append(what)


def main():
    """Runs the tests whose names contain one of the words that were given."""
    words, failed, passed = sys.argv[1:], 0, 0
    for sentence, function in _tests:
        if words and not any(word in sentence for word in words):
            continue
        _failures.clear()
        try:
            function()
        except Exception:  # of one test: the others still run
            fail(traceback.format_exc(limit=-1))
        for what in _failures[:20]:
            print(f"FAILED {sentence}: {what}")
        if not _failures:
            print(f"ok {sentence}")
        failed += bool(_failures)
        passed += not _failures
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed or not passed else 0)


def sample(path):
    """A file of those that come with the project: it is always there."""
    return pathlib.Path(os.environ["SIGHTLINE_SAMPLES"]) / path


def sightline(*words):
    """What the command line prints."""
    ran = subprocess.run(
        [os.environ["SIGHTLINE_CLI"], *map(str, words)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False
    )
    if ran.returncode != 0:
        raise RuntimeError(f"{words}: {ran.returncode} {ran.stderr.decode(errors='replace')}")
    return ran.stdout.decode()


def stats(path, report, *options):
    """The rows of a table as objects by the titles of their columns."""
    return json.loads(sightline("stats", "-r", report, "-f", "json", *options, path))[0]["rows"]


def query(path, sql):
    """The answer to a query as lists of cells."""
    return [list(row.values()) for row in json.loads(sightline("query", "-f", "json", path, sql))[0]["rows"]]


def same(ours, theirs):
    """Whole numbers and texts must be equal, others to a billionth of their size."""
    if isinstance(ours, float) or isinstance(theirs, float):
        if ours is None or theirs is None:
            return ours is theirs
        return abs(ours - theirs) <= 1e-9 * max(1.0, abs(ours), abs(theirs))
    return ours == theirs


def _order(row):
    """Sorts rows alike on both sides: by their texts, then by their numbers."""
    return [str(c) for c in row if isinstance(c, str)], [
        -1.0 if c is None else float(c) for c in row if not isinstance(c, str)
    ]


def compare(where, ours, theirs, columns):
    """Rows of a table of ours against those that were worked out, as sets of rows: lists in the order of `columns`."""
    if not theirs:
        return fail(f"{where}: the oracle itself found nothing")
    mine = sorted(([row[c] for c in columns] for row in ours), key=_order)
    right = sorted((list(row) for row in theirs), key=_order)
    if len(mine) != len(right):
        fail(f"{where}: {len(mine)} rows instead of {len(right)}")
    for a, b in zip(mine, right):
        wrong = [f"{c}: {x!r} instead of {y!r}" for c, x, y in zip(columns, a, b) if not same(x, y)]
        if wrong:
            return fail(f"{where}: {'; '.join(wrong)} in the row {b}")
