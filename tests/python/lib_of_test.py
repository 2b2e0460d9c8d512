# SPDX-License-Identifier: GPL-3.0-or-later
"""What functions.json gives ranges."""


def plain(x):
    """doc"""
    return x + 1


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
