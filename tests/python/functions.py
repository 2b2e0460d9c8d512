# SPDX-License-Identifier: GPL-3.0-or-later
# Functions behave as without ranges.
import asyncio
import copy
import functools
import inspect
import pickle
import sys

import lib_of_test
from lib_of_test import Shape, plain

import colorsys

assert plain(1) == 2 and plain.__name__ == "plain" and plain.__doc__ == "doc"
assert Shape.made().area(factor=2) == 12 and Shape().area() == 6 and Shape.named() == "Shape" and Shape().named() == "Shape"
assert list(lib_of_test.many()) == [1]
c = lib_of_test.cached
assert c(1) is c(1) and c.cache_info().hits == 1 and c.__wrapped__(1) == [1] and c.__name__ == "cached" and str(inspect.signature(c)) == "(x)"
c.cache_clear()
assert c.cache_info().currsize == 0 and isinstance(c, type(functools.lru_cache(len))) and callable(c)
for f in (plain, c, lib_of_test.counted, Shape.area, Shape.kept):
    assert pickle.loads(pickle.dumps(f)) is f and copy.copy(f) is f and f in {f} and f == f
assert pickle.loads(pickle.dumps(lib_of_test.applied))(5) == 5
assert [lib_of_test.counted() for _ in range(3)] and lib_of_test.counted.calls == 3 and inspect.isfunction(lib_of_test.counted)
lib_of_test.counted.calls = 7
assert lib_of_test.counted() and lib_of_test.counted.calls == 8
assert lib_of_test.applied(5) == 5 and lib_of_test.applied.args == (4,) and isinstance(lib_of_test.applied, functools.partial)
assert inspect.iscoroutinefunction(lib_of_test.waits) and asyncio.run(lib_of_test.waits()) == 5
s = Shape()
assert s.side == 3 and Shape.side.__doc__ == "its length" and type(Shape.side) is property
try:
    s.side = 4
    assert False
except TypeError as e:
    assert str(e) == "it has its length"
assert s.corners is s.corners and vars(s) == {"corners": [4]}
assert s.kept() is s.kept() and s.kept.cache_info().hits == 1 and Shape.kept.cache_info().misses == 1
assert lib_of_test.Square.named() == "Square" and lib_of_test.Square().named() == "Square" and type(lib_of_test.Square().made()) is Shape
assert type(lib_of_test.table) is lib_of_test.Table and len(lib_of_test.table) == 2
assert type(lib_of_test.instance) is Shape and not vars(lib_of_test.instance) and lib_of_test.instance.area() == 6
try:
    lib_of_test.raises()
    assert False
except KeyError:
    pass
assert colorsys.rgb_to_hls(0, 0, 0)
assert type(lib_of_test.__loader__).__name__ == "SourceFileLoader"
import sitecustomize
print(getattr(sitecustomize, "USERS", "none of the user's"), "sightline" in " ".join(sys.path))
