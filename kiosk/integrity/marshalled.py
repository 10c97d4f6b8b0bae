"""Reads Python 3.11's marshalled code without trusting it: nothing is executed, every length is checked.

`marshal.loads` is not made for hostile bytes, and `marshal.dumps` of the same code gives different bytes in different
processes: what is shared is written as a reference, and a set in the order of what it holds. `plain` has neither.
"""

from __future__ import annotations

import struct

_REFERABLE = 0x80
_DEEPEST = 100
_MOST = 2_000_000  # items, each reference counted with all that it repeats
_SINGLES = frozenset(b"NFT.")
_FIXED = {ord("i"): 4, ord("g"): 8, ord("y"): 16}  # int, float, complex: bytes
_NARROW = frozenset(b"aAzZ")  # one byte a letter
_WIDE = frozenset(b"ut")  # UTF-8

Plain = str | tuple[object, ...]


class Malformed(ValueError):
    """The bytes are no marshalled code of this Python's compiler."""


def plain(data: bytes) -> Plain:
    """What the bytes say, to be compared with `==`. The name of the source file is left out: Python sets it anew.

    Raises Malformed, also for types that the compiler never writes.
    """
    reader = _Reader(data)
    try:
        result = reader.item(0)
    except (struct.error, IndexError, UnicodeDecodeError, RecursionError) as error:
        raise Malformed(f"it ends early or is damaged at byte {reader.at}") from error
    if reader.at != len(data):
        raise Malformed(f"{len(data) - reader.at} bytes stand after its end")
    return result


class _Reader:
    def __init__(self, data: bytes) -> None:
        self.data = data
        self.at = 0
        self._shared: list[tuple[Plain, int] | None] = []
        self._count = 0

    def item(self, depth: int) -> Plain:
        if depth > _DEEPEST:
            raise Malformed(f"it is nested more than {_DEEPEST} deep")
        self._count_more(1)
        before = self._count
        code = self._byte()
        kind = code & ~_REFERABLE
        if not code & _REFERABLE:
            return self._of(kind, depth)
        # Python numbers no None, True, False, Ellipsis or reference, whatever its flag says: all numbers would shift.
        if kind in _SINGLES or kind == ord("r"):
            raise Malformed(f"a constant at byte {self.at - 1} is marked as shared")
        place = len(self._shared)
        self._shared.append(None)
        result = self._of(kind, depth)
        self._shared[place] = result, self._count - before
        return result

    def _of(self, kind: int, depth: int) -> Plain:
        if kind in _NARROW:
            return self._take(self._byte() if kind in b"zZ" else self._long()).decode("latin-1")
        if kind in _WIDE:
            return self._take(self._long()).decode("utf-8", "surrogatepass")
        if kind == ord("r"):
            return self._reference()
        if kind in _SINGLES:
            return (kind,)
        if kind in _FIXED:
            return kind, self._take(_FIXED[kind])
        if kind == ord("s"):
            return kind, self._take(self._long())
        if kind == ord("l"):
            digits = self._long()
            return kind, digits, self._take(2 * abs(digits))
        return self._compound(kind, depth)

    def _compound(self, kind: int, depth: int) -> Plain:
        if kind == ord("c"):
            return self._code(depth)
        if kind == ord(")"):
            return self._items(self._byte(), depth)
        if kind == ord("("):
            return self._items(self._long(), depth)
        if kind == ord(">"):
            return kind, *sorted(self._items(self._long(), depth)[1:], key=repr)
        raise Malformed(f"type {kind} at byte {self.at - 1} is none that the compiler writes")

    def _items(self, size: int, depth: int) -> tuple[object, ...]:
        if not 0 <= size <= len(self.data) - self.at:  # each takes a byte at least
            raise Malformed(f"{size} items are promised at byte {self.at}, more than there are bytes")
        return ord("("), *[self.item(depth + 1) for _ in range(size)]

    def _code(self, depth: int) -> Plain:
        counts = self._take(5 * 4)  # arguments of three kinds, stack, flags
        before = [self.item(depth + 1) for _ in range(5)]  # code, consts, names, locals and their kinds
        if not isinstance(self.item(depth + 1), str):
            raise Malformed(f"the name of the source before byte {self.at} is no text")
        names = [self.item(depth + 1) for _ in range(2)]
        first_line = self._take(4)
        tables = [self.item(depth + 1) for _ in range(2)]
        return ord("c"), counts, *before, *names, first_line, *tables

    def _reference(self) -> Plain:
        number = self._long()
        found = self._shared[number] if 0 <= number < len(self._shared) else None
        if found is None:
            raise Malformed(f"a reference before byte {self.at} leads nowhere")
        result, repeated = found
        self._count_more(repeated)
        return result

    def _count_more(self, items: int) -> None:
        self._count += items
        if self._count > _MOST:  # references to references make little data endless
            raise Malformed(f"it has more than {_MOST} items")

    def _byte(self) -> int:
        self.at += 1
        return self.data[self.at - 1]

    def _long(self) -> int:
        (result,) = struct.unpack_from("<i", self.data, self.at)
        self.at += 4
        return int(result)

    def _take(self, size: int) -> bytes:
        if not 0 <= size <= len(self.data) - self.at:
            raise Malformed(f"{size} bytes are promised at byte {self.at}, found {len(self.data) - self.at}")
        self.at += size
        return self.data[self.at - size : self.at]
