"""What the book has of a table: what the fold of its records has made so far."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping

from kiosk.book.exposure import LiveExposure
from kiosk.book.items import Items
from kiosk.book.totals import Totals
from kiosk.book.values import Absence, Finding, RoundBook
from kiosk.games.game import Game, Layout
from kiosk.table import keys
from kiosk.table.facts import GameRules
from kiosk.table.records import ConsoleHeld, DeskRecorded, ManagerRecorded
from kiosk.table.round import Table
from kiosk.table.shoe import Shoe

LAST = 100  # records ignored and reports that differ, kept for the screen
LAST_MANAGERS = 200


class Pages:
    """The book's own state. Only what takes records changes it; whoever asks reads it through the book.

    ``seats`` names the layout of every seat of the table; ``layouts`` holds these layouts by name, the table's own
    first, and all others that bets may have been placed on. ``signs`` are the
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
        self.event = 0  # the newest event of the newest round that counted, as its key counts them
        self.life_seq = 0  # where the newest life begins that staff let a log begin which was put back
        self.owes: frozenset[int] = frozenset()
        self.shoe = Shoe()
        self.keeps_all = False
        self.resumes: dict[int, int] = {}

    @property
    def layout(self) -> Layout:
        """By which the newest round is dealt."""
        return self._by(self.table.layout)

    def rules_by(self, layout: str) -> GameRules:
        """What the game has to say to a round that is dealt by that layout; "" for the table's own."""
        return GameRules(self.game, self._by(layout))

    def _by(self, layout: str) -> Layout:
        return self.layouts.get(layout) or next(iter(self.layouts.values()))

    @property
    def current(self) -> RoundBook | None:
        """The newest round."""
        return self.rounds.get(self.table.number)

    def note_sign(self, seat: str, number: int) -> None:
        """The seat has read all of that round up to the close."""
        if number > self.signs.get(seat, -1):
            self.signs[seat] = number


_DIGITS = 18  # longer ones are no numbers that anybody writes


class Written:
    """The highest last parts of the keys that were seen."""

    def __init__(self, table: str) -> None:
        self._rounds = keys.rounds(table)
        self._managers = keys.manager_records(table)
        self._desk = keys.desk_records(table)
        self._all = (self._rounds, self._managers)  # the desk's stand below the managers'
        self._events: dict[int, int] = {}
        self.managers = 0
        self.desk = 0

    def note(self, key: str) -> None:
        """The key stands in the log."""
        if not key.startswith(self._all):
            return
        stem, _, last = key.rpartition("/")
        if not _is_number(last):
            return
        number = stem.removeprefix(self._rounds)
        if number != stem and _is_number(number):
            self._events[int(number)] = max(int(last), self._events.get(int(number), 0))
        elif f"{stem}/" == self._managers:
            self.managers = max(int(last), self.managers)
        elif f"{stem}/" == self._desk:
            self.desk = max(int(last), self.desk)

    def events(self, number: int) -> int:
        """The highest ``n`` under the round; 0 for none."""
        return self._events.get(number, 0)

    def forget(self, below: int, but: frozenset[int]) -> None:
        """Of rounds below this number, but not of these, nothing is asked any more."""
        self._events = {n: last for n, last in self._events.items() if n >= below or n in but}


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= _DIGITS
