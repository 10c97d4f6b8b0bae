"""Options that name a file or a folder, alike in all commands."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any


def file_option(parser: argparse._ActionsContainer, name: str, words: str, **more: Any) -> None:  # noqa: ANN401
    """An option or argument that is a file."""
    parser.add_argument(name, type=Path, metavar="FILE", help=words, **more)


def count(text: str) -> int:
    """A number of rounds or seats, or an amount in cents: digits alone, as they stand in a configuration."""
    if not (text.isascii() and text.isdigit()):
        raise argparse.ArgumentTypeError(f"'{text}': expected a whole number, 0 or more")
    return int(text)


def folder_option(parser: argparse._ActionsContainer, name: str, words: str, **more: Any) -> None:  # noqa: ANN401
    """An option or argument that is a folder."""
    parser.add_argument(name, type=Path, metavar="DIR", help=words, **more)
