"""The console's book: every record of one table, folded as every reader folds it, and what each seat is due."""

from kiosk.console.book.book import Book
from kiosk.console.book.values import (
    Decided,
    Finding,
    Ignored,
    Kept,
    Registered,
    RoundBook,
)

__all__ = [
    "Book",
    "Decided",
    "Finding",
    "Ignored",
    "Kept",
    "Registered",
    "RoundBook",
]
