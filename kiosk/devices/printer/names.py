"""Whether a name can stand on a ticket: asked when it is configured, not when the first ticket is laid out."""

from __future__ import annotations

from kiosk.devices.printer.fonts import FontsMissing, lacking_sign, ticket_fonts
from kiosk.written import why_no_text


def why_not_printed(name: str, longest: int) -> str | None:
    """What is wrong with a casino's, a table's or a seat's name of at most ``longest`` letters, or None.

    A machine without the fonts of tickets, which prints none, judges no sign: the seat will.
    """
    if (reason := why_no_text(name, longest)) is not None:
        return reason
    sign = missing_sign(name)
    if sign is None:
        return None
    return f"no font of the tickets has its sign {sign!r} (U+{ord(sign):04X})"


def missing_sign(name: str) -> str | None:
    """The first sign of ``name`` that no font of the tickets has; None for none, or where there are no fonts."""
    if name.isascii():
        return None
    try:
        return lacking_sign(name, ticket_fonts())
    except FontsMissing:
        return None
