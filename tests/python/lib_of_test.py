# SPDX-License-Identifier: GPL-3.0-or-later
"""What functions.json gives ranges."""
import functools


def plain(x):
    """doc"""
    return x + 1


@functools.lru_cache(maxsize=4)
def cached(x):
    return [x]


def counts(function):
    @functools.wraps(function)
    def inner():
        inner.calls += 1
        return function()

    inner.calls = 0
    return inner


@counts
def counted():
    return "counted"


applied = functools.partial(max, 4)


async def waits():
    return 5


def raises():
    raise KeyError("x")


def many():
    yield 1


class Shape:
    def area(self, factor=1):
        return 6 * factor

    @staticmethod
    def made():
        return Shape()

    @classmethod
    def named(cls):
        return cls.__name__

    @property
    def side(self):
        "its length"
        return 3

    @side.setter
    def side(self, value):
        raise TypeError("it has its length")

    @functools.cached_property
    def corners(self):
        return [4]

    @functools.lru_cache(maxsize=None)
    def kept(self):
        return [5]


class Square(Shape):
    pass


class Table:
    def __call__(self):
        return 1

    def __len__(self):
        return 2


table = Table()
instance = Shape()
