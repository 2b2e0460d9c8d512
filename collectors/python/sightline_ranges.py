# SPDX-License-Identifier: Apache-2.0
"""Gives functions of modules NVTX ranges, when the modules are imported: nothing is imported for it, and no source is changed."""
import ctypes
import functools
import importlib.abc
import inspect
import json
import os
import sys

_COLOURS = {
    "black": 0x000000, "blue": 0x0000FF, "brown": 0xA52A2A, "cyan": 0x00FFFF, "gray": 0x808080, "green": 0x008000, "grey": 0x808080, "lime": 0x00FF00,
    "magenta": 0xFF00FF, "orange": 0xFFA500, "pink": 0xFFC0CB, "purple": 0x800080, "red": 0xFF0000, "white": 0xFFFFFF, "yellow": 0xFFFF00,
}

_library = None


def _say(what, why):
    _library.sightlinePythonSay(what.encode("utf-8", "replace"), why.encode("utf-8", "replace"))


def _load():
    global _library
    _library = ctypes.PyDLL(os.environ["SIGHTLINE_LIBRARY"])  # keeps the GIL: these calls are shorter than giving it away
    for name, result, arguments in (
        ("Domain", ctypes.c_void_p, (ctypes.c_char_p,)),
        ("Text", ctypes.c_void_p, (ctypes.c_void_p, ctypes.c_char_p)),
        ("Push", None, (ctypes.c_void_p, ctypes.c_void_p, ctypes.c_uint)),
        ("Pop", None, (ctypes.c_void_p,)),
        ("Say", None, (ctypes.c_char_p, ctypes.c_char_p)),
    ):
        function = getattr(_library, "sightlinePython" + name)
        function.restype, function.argtypes = result, arguments


def _colour(value):
    if value is None:
        return 0
    if str(value).lower() in _COLOURS:
        return 0xFF000000 | _COLOURS[str(value).lower()]
    try:
        return 0xFF000000 | int(str(value).lstrip("#"), 16) & 0xFFFFFF
    except ValueError:
        _say("colour " + str(value), "it is neither a name nor six hexadecimal digits")
        return 0


class _Ranges:
    """Functions of one module, of one domain."""

    _domains = {}

    def __init__(self, module, functions, domain, colour):
        self.module, self.functions, self.domain_name, self.colour = module, functions, domain or module.partition(".")[0], colour

    def wrapped(self, function, name):
        if self.domain_name not in self._domains:
            self._domains[self.domain_name] = ctypes.c_void_p(_library.sightlinePythonDomain(self.domain_name.encode()))
        domain = self._domains[self.domain_name]
        text = ctypes.c_void_p(_library.sightlinePythonText(domain, name.encode()))
        push, pop, colour = _library.sightlinePythonPush, _library.sightlinePythonPop, self.colour

        @functools.wraps(function)
        def call(*args, **kwargs):
            push(domain, text, colour)
            try:
                return function(*args, **kwargs)
            finally:
                pop(domain)

        return call

    def annotate(self, module):
        for name in self.functions:
            try:
                self._one(module, name)
            except Exception as e:
                _say(self.module + "." + str(name), "%s: %s" % (type(e).__name__, e))

    def _one(self, module, name):
        *path, last = name.split(".")
        owner = module
        for part in path:
            owner = getattr(owner, part)
        held = vars(owner)[last] if inspect.isclass(owner) and last in vars(owner) else getattr(owner, last)
        kind = type(held) if isinstance(held, (staticmethod, classmethod)) else None
        function = held.__func__ if kind else held
        if inspect.iscoroutinefunction(function) or inspect.isgeneratorfunction(function) or inspect.isasyncgenfunction(function):
            return _say(self.module + "." + name, "a range would end before a coroutine or generator does anything")
        if inspect.isclass(function) or not callable(function):
            return _say(self.module + "." + name, "it is no function")
        call = self.wrapped(function, name)
        setattr(owner, last, kind(call) if kind else call)


class _Loader(importlib.abc.Loader):
    """A module's own loader, and what comes after it."""

    def __init__(self, loader, then):
        self.loader, self.then = loader, then

    def __getattr__(self, name):
        return getattr(self.loader, name)

    def create_module(self, spec):
        return self.loader.create_module(spec)

    def exec_module(self, module):
        module.__spec__.loader = module.__loader__ = self.loader
        self.loader.exec_module(module)
        _run(self.then, module)


def _run(functions, module):
    for function in functions:
        try:
            function(module)
        except Exception as e:  # the program comes first
            _say("ranges of " + module.__name__, "%s: %s" % (type(e).__name__, e))


class _Finder(importlib.abc.MetaPathFinder):
    def __init__(self, wanted):
        self.wanted = wanted

    def find_spec(self, name, path=None, target=None):
        then = self.wanted.get(name)
        if not then:
            return None
        for finder in sys.meta_path:
            find = getattr(finder, "find_spec", None)
            spec = None if finder is self or find is None else find(name, path, target)
            if spec is not None:
                if hasattr(spec.loader, "exec_module"):
                    spec.loader = _Loader(spec.loader, then)
                return spec
        return None


def _entries(text, source, wanted):
    try:
        entries = json.loads(text)
        if not isinstance(entries, list):
            raise ValueError("it is no list")
        for entry in entries:
            if "module" not in entry:
                continue  # a comment
            if entry["module"] == "__main__":
                _say(source, "functions of __main__ cannot have ranges: they are made while it runs")
                continue
            ranges = _Ranges(entry["module"], list(entry.get("functions", [])), entry.get("domain"), _colour(entry.get("color")))
            wanted.setdefault(entry["module"], []).append(ranges.annotate)
    except Exception as e:
        _say(source, "it is not of the form [{\"module\": …, \"functions\": […]}]: %s" % e)


def _autograd(shapes):
    """emit_nvtx() synchronizes, which begins CUDA in a process that may not want it, or fork before: it waits until the program itself begins it."""

    def hook(torch_cuda):
        begin = torch_cuda._lazy_init
        entered = []

        @functools.wraps(begin)
        def lazy_init(*args, **kwargs):
            out = begin(*args, **kwargs)
            if not entered and torch_cuda.is_initialized() and "torch" in sys.modules:
                entered.append(None)  # synchronizing comes here again
                try:
                    entered.append(sys.modules["torch"].autograd.profiler.emit_nvtx(record_shapes=shapes))
                    entered[-1].__enter__()
                except Exception as e:
                    _say("autograd-nvtx", "%s: %s" % (type(e).__name__, e))
            return out

        torch_cuda._lazy_init = lazy_init

    return hook


def begin():
    if not os.environ.get("SIGHTLINE_SESSION"):
        return
    _load()
    wanted = {}
    file = os.environ.get("SIGHTLINE_PYTHON_FUNCTIONS")
    if file:
        try:
            with open(file, encoding="utf-8") as f:
                _entries(f.read(), "python-functions-trace", wanted)
        except OSError as e:
            _say("python-functions-trace", str(e))
    kinds = os.environ.get("SIGHTLINE_PYTORCH", "").split(",")
    if "functions-trace" in kinds:
        with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "pytorch.json"), encoding="utf-8") as f:
            _entries(f.read(), "pytorch", wanted)
    if "autograd-nvtx" in kinds or "autograd-shapes-nvtx" in kinds:
        wanted.setdefault("torch.cuda", []).append(_autograd("autograd-shapes-nvtx" in kinds))
    for name in list(wanted):
        if name in sys.modules:
            _run(wanted.pop(name), sys.modules[name])
    if wanted:
        sys.meta_path.insert(0, _Finder(wanted))
