"""What an ESC/POS printer says of itself when it is asked in real time (DLE EOT): pure reading of four bytes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from kiosk.seat.conditions import PrinterCondition

QUESTIONS: Final = (1, 2, 3, 4)  # printer, why offline, which error, paper
_FIXED, _FIXED_MASK = 0x12, 0x93  # the bits that every such answer has, and that tell it from all others


def question(kind: int) -> bytes:
    """Ask in real time: also a printer that is busy or offline answers."""
    return bytes((0x10, 0x04, kind))


def is_answer(byte: int) -> bool:
    """Whether a byte answers such a question."""
    return byte & _FIXED_MASK == _FIXED


CLEAR: Final = b"\x10\x14\x08\x01\x03\x14\x01\x06\x02\x08"  # forget all that was sent and not printed
RECOVER: Final = b"\x10\x05\x02"  # the same after an error, when its cause is gone


def read_status(answers: Mapping[int, int]) -> tuple[PrinterCondition, str]:
    """The status out of the answers to all four questions, and what it means in words."""
    why, error, paper = answers[2], answers[3], answers[4]
    if why & 0x04:
        return PrinterCondition.COVER_OPEN, "the cover is open"
    if paper & 0x60 or why & 0x20:
        return PrinterCondition.PAPER_OUT, "the paper is out"
    if error & 0x08:
        return PrinterCondition.JAM, "the cutter does not move"
    if error & 0x60 or why & 0x40:
        return PrinterCondition.JAM, "the printer reports an error: paper may be stuck"
    if answers[1] & 0x08:
        return PrinterCondition.OFFLINE, "the printer is switched off line"
    if paper & 0x0C:
        return PrinterCondition.PAPER_LOW, "the paper is nearly out"
    return PrinterCondition.READY, ""
