"""What people write into files and commands: how a wrong value is told, and whether a text says anything."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Any

import msgspec

_PLACE = re.compile(r"^(?P<what>.*?)(?: - at `(?P<path>[^`]*)`)?$", re.DOTALL)
_MOST_SHOWN = 80
_MOST_WORDS = 160


def shown(value: object) -> str:
    """A value as it was found, cut where it is long."""
    return repr(value)[:_MOST_SHOWN]


def quoted(text: str) -> str:
    """A text as it was found, in double quotes, cut where it is long."""
    return f'"{shown(text)[1:-1]}"'


def on_one_line(text: str) -> str:
    """The text with what is not printable escaped: no name in it writes lines of its own, or moves a terminal."""
    return "".join(sign if sign.isprintable() else sign.encode("unicode_escape").decode() for sign in text)


def why_no_text(text: str, longest: int) -> str | None:
    """What is wrong with a text of at most ``longest`` letters that people are to read, or None."""
    if text.strip() and len(text) <= longest and text.isprintable():
        return None
    return f"expected 1 to {longest} printable letters, not blanks alone"


def why_refused(
    error: msgspec.ValidationError, written: object, place: str = "", secret: Collection[str] = ()
) -> tuple[str, str]:
    """The key with the value that was found, and what was expected. ``written`` is the whole, as plain values.

    ``place`` is the key of the whole. The values of keys that end with one of ``secret`` are not repeated.
    """
    match = _PLACE.match(str(error))
    what, path = (match["what"], match["path"] or "$") if match else (str(error), "$")
    key = f"{place}{path.removeprefix('$')}".removeprefix(".")
    value: Any = written
    for part in re.findall(r"[^.\[\]]+", path.removeprefix("$")):
        try:
            value = value[int(part) if isinstance(value, list) else part]
        except (LookupError, ValueError, TypeError):
            return key, what[:_MOST_WORDS]
    if not key or isinstance(value, dict | list) or key.endswith(tuple(secret)):
        return key, what[:_MOST_WORDS]
    return f"{key} of {shown(value)}", what[:_MOST_WORDS]


def refusal(error: msgspec.ValidationError, written: object, place: str = "") -> str:
    """Key, value found and what was expected, in one sentence."""
    return ": ".join(part for part in why_refused(error, written, place) if part)
