"""What the book has of a table: what the fold of its records has made so far."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping

from kiosk.book.exposure import LiveExposure
from kiosk.book.items import Items
from kiosk.book.totals import Totals
from kiosk.book.values import Absence, Finding, RoundBook
from kiosk.book.written import Written
from kiosk.games.game import Game, Layout
from kiosk.table.facts import GameRules
from kiosk.table.records import ConsoleHeld, DeskRecorded, ManagerRecorded
from kiosk.table.round import Table
from kiosk.table.shoe import Shoe

LAST = 100  # records ignored and reports that differ, kept for the screen
LAST_MANAGERS = 200


class Pages:
    """The book's own state. Only what takes records changes it; whoever asks reads it through the book.

    ``seats`` names the layout of every seat of the table; ``layouts`` holds these layouts by name. ``signs`` are the
    newest rounds that each seat has shown to have read up to the close; ``elsewhere`` the newest round that a log of
    before had. ``owes`` are the rounds whose bets stay in the log for the jackpot that the table shares.
    While the book is resumed, ``keeps_all`` is set and ``resumes`` has the ``beyond_seq`` of each round.
    """

    def __init__(
        self, name: str, game: Game, layouts: Mapping[str, Layout], seats: Mapping[str, str]
    ) -> None:
        self.name = name
        self.game = game
        self.layouts = dict(layouts)
        self.seats = dict(seats)
        self.rules = GameRules(game, next(iter(layouts.values())))
        self.seq = 0
        self.table = Table()
        self.holder: tuple[ConsoleHeld, int] | None = None
        self.rounds: dict[int, RoundBook] = {}
        self.written = Written(name)
        self.exposure = LiveExposure(game, layouts)
        self.totals = Totals()
        self.signs: dict[str, int] = {}
        self.items = Items()
        self.managers: deque[ManagerRecorded] = deque(maxlen=LAST_MANAGERS)
        self.desk: deque[DeskRecorded] = deque(maxlen=LAST_MANAGERS)
        self.opening: DeskRecorded | None = None
        self.findings: deque[Finding] = deque(maxlen=LAST)
        self.absences: deque[Absence] = deque(maxlen=LAST_MANAGERS)
        self.elsewhere = 0
        self.owes: frozenset[int] = frozenset()
        self.shoe = Shoe()
        self.keeps_all = False
        self.resumes: dict[int, int] = {}

    @property
    def current(self) -> RoundBook | None:
        """The newest round."""
        return self.rounds.get(self.table.number)

    def note_sign(self, seat: str, number: int) -> None:
        """The seat has read all of that round up to the close."""
        if number > self.signs.get(seat, -1):
            self.signs[seat] = number
