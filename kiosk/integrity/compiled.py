"""Whether a file in `__pycache__` is what Python makes of its source.

Python executes such a file instead of the source when its first 16 bytes fit (PEP 552), whatever code follows. So they
prove nothing: the code itself must equal a fresh compilation of the listed source.
"""

from __future__ import annotations

import marshal
from importlib.util import MAGIC_NUMBER, cache_from_source

from kiosk.integrity.marshalled import Malformed, plain

LARGEST = 32 * 1024 * 1024  # bytes of a compiled file or a source
_HEADER = 16
_OPTIMISATIONS = (("", 0), ("1", 1), ("2", 2))  # as the name says it and as compile() takes it


def source_of(path: str) -> tuple[str, int] | None:
    """The path of the source and the level of optimisation of a compiled file of this Python, else None."""
    folder, _, name = path.rpartition("/")
    # A source's name may have dots of its own: what Python adds is taken off from the right.
    stem = name.removesuffix(".pyc").removesuffix(".opt-1").removesuffix(".opt-2").rpartition(".")[0]
    source = f"{folder.rpartition('/')[0]}/{stem}.py".lstrip("/")
    for word, level in _OPTIMISATIONS:
        if cache_from_source(source, optimization=word).rpartition("/")[2] == name:
            return source, level
    return None


def why_not(compiled: bytes, source: bytes, level: int) -> str | None:
    """Why the compiled file is not made from these bytes of its source, or None. Neither is executed."""
    if compiled[: len(MAGIC_NUMBER)] != MAGIC_NUMBER:
        return "it is of another Python"
    try:
        fresh = marshal.dumps(compile(source, "source", "exec", dont_inherit=True, optimize=level))
    except (SyntaxError, ValueError, RecursionError, OverflowError) as error:
        return f"its source cannot be compiled: {error}"
    code = compiled[_HEADER:]
    if code == fresh:
        return None
    try:
        return None if plain(code) == plain(fresh) else "it is not what Python makes of its source"
    except Malformed as error:
        return str(error)
