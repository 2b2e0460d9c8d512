# SPDX-License-Identifier: Apache-2.0
"""Gives functions of modules NVTX ranges, when the modules are imported: nothing is imported for it, and no source is changed."""
import atexit
import ctypes
import functools
import importlib.abc
import inspect
import json
import os
import sys
import types

_COLOURS = {
    "black": 0x000000, "blue": 0x0000FF, "brown": 0xA52A2A, "cyan": 0x00FFFF, "gray": 0x808080, "green": 0x008000, "grey": 0x808080, "lime": 0x00FF00,
    "magenta": 0xFF00FF, "orange": 0xFFA500, "pink": 0xFFC0CB, "purple": 0x800080, "red": 0xFF0000, "white": 0xFFFFFF, "yellow": 0xFFFF00,
}

_library = None


def _phrase(key, *values):
    """A key of collectors/protocol/phrases.inc with the values of its places, as phrase.h writes it."""
    return "".join("\t" + part.replace("\t", " ").replace("\0", " ") for part in (key, *values))


def _refused(error):
    return _phrase("PythonRefuses", "%s: %s" % (type(error).__name__, error))


def _say(what, why):
    """That something has no ranges, and why: a phrase."""
    _library.sightlinePythonSay(what.encode("utf-8", "replace"), why.encode("utf-8", "replace"))


def _load():
    global _library
    _library = ctypes.PyDLL(os.environ["SIGHTLINE_LIBRARY"])  # keeps the GIL: these calls are shorter than giving it away
    for name, result, arguments in (
        ("Domain", ctypes.c_void_p, (ctypes.c_char_p,)),
        ("Text", ctypes.c_void_p, (ctypes.c_void_p, ctypes.c_char_p)),
        ("Category", None, (ctypes.c_void_p, ctypes.c_uint, ctypes.c_char_p)),
        ("Push", None, (ctypes.c_void_p, ctypes.c_void_p, ctypes.c_uint, ctypes.c_uint)),
        ("Pop", None, (ctypes.c_void_p,)),
        ("Say", None, (ctypes.c_char_p, ctypes.c_char_p)),
        ("Found", None, (ctypes.c_char_p,)),
    ):
        function = getattr(_library, "sightlinePython" + name)
        function.restype, function.argtypes = result, arguments


def _colour(value):
    if value is None:
        return 0
    if isinstance(value, int):
        return 0xFF000000 | value & 0xFFFFFF
    if str(value).lower() in _COLOURS:
        return 0xFF000000 | _COLOURS[str(value).lower()]
    try:
        return 0xFF000000 | int(str(value).lstrip("#"), 16) & 0xFFFFFF
    except ValueError:  # which is said before the program runs
        return 0


class _Seen:
    """A function that has more than a function has, as one that keeps its results: the program sees the function itself, whatever it asks, and only a call is another."""

    __slots__ = ("_function", "_ranged", "__weakref__")

    def __getattribute__(self, name):
        return object.__getattribute__(self, name) if name == "__reduce_ex__" else getattr(_function(self), name)

    def __setattr__(self, name, value):
        setattr(_function(self), name, value)

    def __delattr__(self, name):
        delattr(_function(self), name)

    def __call__(self, *args, **kwargs):
        return _ranged(self)(*args, **kwargs)

    def __get__(self, instance, owner=None):
        return self if instance is None or not hasattr(type(_function(self)), "__get__") else types.MethodType(self, instance)

    def __eq__(self, other):
        return _function(self) == (_function(other) if type(other) is _Seen else other)

    def __hash__(self):
        return hash(_function(self))

    def __repr__(self):
        return repr(_function(self))

    def __dir__(self):
        return dir(_function(self))

    def __reduce_ex__(self, protocol):
        """By its name, as functions are."""
        function = _function(self)
        return getattr(function, "__qualname__", None) or function.__reduce_ex__(protocol)


_function, _ranged = _Seen._function.__get__, _Seen._ranged.__get__
_CACHED = type(functools.lru_cache()(len))
_DESCRIBED = (types.BuiltinFunctionType, type(str.join), type(str.__len__))  # of C: they have no attributes of their own


def _seen(function, ranged):
    out = object.__new__(_Seen)
    _Seen._function.__set__(out, function)
    _Seen._ranged.__set__(out, ranged)
    return out


class _Unable(Exception):
    pass


_CATEGORY = 1  # each has a domain of its own, in which it is the only one


class _Ranges:
    """Functions of one module, of one domain. A category has a row of its own, as a domain has."""

    _domains = {}

    def __init__(self, module, functions, domain, category, colour, isUsers):
        domain = domain or module.partition(".")[0]
        self.domain_name = "%s: %s" % (domain, category) if category else domain
        self.module, self.functions, self.category, self.colour, self.isUsers = module, functions, category, colour, isUsers

    def _domain(self):
        if self.domain_name not in self._domains:
            domain = ctypes.c_void_p(_library.sightlinePythonDomain(self.domain_name.encode("utf-8", "replace")))
            if self.category:
                _library.sightlinePythonCategory(domain, _CATEGORY, self.category.encode("utf-8", "replace"))
            self._domains[self.domain_name] = domain
        return self._domains[self.domain_name]

    def wrapped(self, function, name):
        domain, category = self._domain(), _CATEGORY if self.category else 0
        text = ctypes.c_void_p(_library.sightlinePythonText(domain, name.encode("utf-8", "replace")))
        push, pop, colour = _library.sightlinePythonPush, _library.sightlinePythonPop, self.colour

        @functools.wraps(function)
        def call(*args, **kwargs):
            push(domain, text, colour, category)
            try:
                return function(*args, **kwargs)
            finally:
                pop(domain)

        return call

    def annotate(self, module):
        for name in self.functions:
            try:
                self._one(module, name)
            except _Unable as e:
                if self.isUsers:
                    _say(self.module + "." + name, str(e))
            except Exception as e:
                _say(self.module + "." + name, _refused(e))
        _library.sightlinePythonFound(self.module.encode("utf-8", "replace"))

    def _one(self, module, name):
        *path, last = name.split(".")
        owner, missing = module, object()
        for part in path:
            owner = getattr(owner, part, missing)
            if owner is missing:
                raise _Unable(_phrase("NoSuchFunction"))
            if not inspect.isclass(owner) and not inspect.ismodule(owner):
                raise _Unable(_phrase("OfAnObject"))
        # Of a class as it stands in it or in its bases, so that it goes on to be what it is: a property, a method of the class.
        held = inspect.getattr_static(owner, last, missing) if inspect.isclass(owner) else getattr(owner, last, missing)
        if held is missing:
            raise _Unable(_phrase("NoSuchFunction"))
        with_range = self._like(held, name, inspect.isclass(owner))
        if with_range is not held:
            setattr(owner, last, with_range)

    def _like(self, held, name, inClass):
        """What stands in its place."""
        if type(held) in (staticmethod, classmethod):
            return type(held)(self._like(held.__func__, name, False))
        if type(held) is property and held.fget is not None:
            return property(self._like(held.fget, name, False), held.fset, held.fdel, held.__doc__)
        if type(held) is _Property:
            held.func = self._like(held.func, name, False)
            return held
        if inspect.isclass(held) or not callable(held):
            raise _Unable(_phrase("NotAFunction"))
        if inspect.iscoroutinefunction(held) or inspect.isgeneratorfunction(held) or inspect.isasyncgenfunction(held):
            raise _Unable(_phrase("RangeOfCoroutine"))
        isPlain = type(held) is types.FunctionType and (not self.isUsers or all(a.startswith("__") for a in vars(held)))
        if isPlain or type(held) in _DESCRIBED:
            call = self.wrapped(held, name)
            return staticmethod(call) if inClass and not hasattr(type(held), "__get__") else call
        if type(held) in (types.FunctionType, _CACHED, functools.partial):
            return _seen(held, self.wrapped(held, name))
        raise _Unable(_phrase("CallableObject"))


_Property = getattr(functools, "cached_property", ())


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
            _say(module.__name__, _refused(e))


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


def _flat(entries):
    """(module, function, domain, category, colour) of each function. One may be an object of its own: {"function": "name", "color": …}, whose values count before those around it."""
    for entry in entries:
        for function in entry.get("functions", ()):
            own = {**entry, **function} if isinstance(function, dict) else {**entry, "function": function}
            if "module" in own:  # else a comment
                yield own["module"], own["function"], own.get("domain"), own.get("category"), _colour(own.get("color"))


def _entries(text, source, wanted):
    """`source`: what the user named; None = our own list, of which nothing is missed."""
    try:
        seen, groups = set(), {}
        for module, function, *how in _flat(json.loads(text)):
            if module == "__main__":
                if module not in seen:
                    _say("__main__", _phrase("FunctionsMadeLater"))
            elif (module, function) not in seen:
                groups.setdefault((module, *how), []).append(function)
            seen.update((module, (module, function)))
        modules = set()
        for (module, *how), functions in groups.items():
            modules.add(module)
            wanted.setdefault(module, []).append(_Ranges(module, functions, *how, source is not None).annotate)
        return modules if source else set()
    except Exception as e:
        _say(source or "pytorch", _refused(e))
        return set()


def _say_unseen(modules):
    """At the end: what the user named and the program never imported."""
    for module in sorted(modules):
        if module not in sys.modules:
            _say(module, _phrase("ModuleNotImported"))


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
                    _say("autograd-nvtx", _refused(e))
            return out

        torch_cuda._lazy_init = lazy_init

    return hook


def begin():
    if not os.environ.get("SIGHTLINE_SESSION"):
        return
    _load()
    wanted, named = {}, set()
    file = os.environ.get("SIGHTLINE_PYTHON_FUNCTIONS")
    if file:
        try:
            with open(file, encoding="utf-8") as f:
                named |= _entries(f.read(), "python-functions-trace", wanted)
        except OSError as e:
            _say("python-functions-trace", _refused(e))
    kinds = [k for k in os.environ.get("SIGHTLINE_PYTORCH", "").split(",") if k]
    if "functions-trace" in kinds:
        with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "pytorch.json"), encoding="utf-8") as f:
            _entries(f.read(), None, wanted)
    if "autograd-nvtx" in kinds or "autograd-shapes-nvtx" in kinds:
        wanted.setdefault("torch.cuda", []).append(_autograd("autograd-shapes-nvtx" in kinds))
    if kinds:
        named.add("torch")
        wanted.setdefault("torch", []).append(lambda module: _library.sightlinePythonFound(b"torch"))
    if named:
        atexit.register(_say_unseen, named)
    for name in list(wanted):
        if name in sys.modules:
            _run(wanted.pop(name), sys.modules[name])
    if wanted:
        sys.meta_path.insert(0, _Finder(wanted))
