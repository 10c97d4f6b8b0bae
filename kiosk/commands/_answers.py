"""What a person answers to a command."""

from __future__ import annotations

import getpass
import sys

_MOST_LINE = 4_096  # characters of standard input that are read for one answer


def secret(prompt: str) -> str:
    """What nobody else shall read: typed without an echo, or a line of standard input."""
    if sys.stdin.isatty():
        return getpass.getpass(prompt)
    return sys.stdin.readline(_MOST_LINE).rstrip("\r\n")
