# SPDX-License-Identifier: GPL-3.0-or-later
# Functions behave as without ranges.
import sys

import lib_of_test
from lib_of_test import Shape, plain

import colorsys

assert plain(1) == 2 and plain.__name__ == "plain" and plain.__doc__ == "doc"
assert Shape.made().area(factor=2) == 12 and Shape().area() == 6 and Shape.named() == "Shape" and Shape().named() == "Shape"
assert list(lib_of_test.many()) == [1]
try:
    lib_of_test.raises()
    assert False
except KeyError:
    pass
assert colorsys.rgb_to_hls(0, 0, 0)
assert type(lib_of_test.__loader__).__name__ == "SourceFileLoader"
import sitecustomize
print(getattr(sitecustomize, "USERS", "none of the user's"), "sightline" in " ".join(sys.path))
