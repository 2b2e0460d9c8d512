# SPDX-License-Identifier: Apache-2.0
"""Python imports this at its start where a capture asks for ranges of functions. The user's own module of this name comes after it."""
import os
import sys

_folder = os.path.dirname(os.path.abspath(__file__))


def _begin():
    try:
        sys.path.insert(0, _folder)
        try:
            import sightline_ranges
        finally:
            sys.path.remove(_folder)
        sightline_ranges.begin()
    except Exception:  # the program comes first
        pass


def _users():
    own = sys.modules.pop("sitecustomize", None)
    path = list(sys.path)
    sys.path[:] = [p for p in path if os.path.abspath(p or ".") != _folder]
    try:
        import sitecustomize  # noqa: F401
    except ModuleNotFoundError as e:
        if e.name != "sitecustomize":
            raise
    finally:
        if "sitecustomize" not in sys.modules and own is not None:
            sys.modules["sitecustomize"] = own


_begin()
_users()
