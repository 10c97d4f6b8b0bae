"""The book of a table: its log kept in an archive, folded as every reader folds it, with what each seat is due."""

from kiosk.book.book import Book
from kiosk.book.values import (
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
