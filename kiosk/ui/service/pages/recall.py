"""Recall: the last rounds, to be replayed on the real board; the last tickets each way, and the last notes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QVBoxLayout, QWidget

from kiosk.local_time import shown
from kiosk.money import dollars
from kiosk.seat.rounds import Recalled
from kiosk.store.seat_store import BookedNote, KeptTicket, SeatStore
from kiosk.ui.kit import theme
from kiosk.ui.kit.fonts import Role
from kiosk.ui.kit.model import RECALL_LENGTH, TICKETS_LENGTH
from kiosk.ui.kit.rounds import RoundsPage
from kiosk.ui.kit.style import Style, label
from kiosk.ui.kit.tickets import ticket_lines
from kiosk.ui.service.desk import Desk
from kiosk.ui.service.page import Page
from kiosk.ui.service.table import Column, Row, Table

NOTES_LENGTH = 100


@dataclass(frozen=True)
class Kept:
    """What the books keep of what passed: rounds, tickets each way, notes; newest first."""

    rounds: list[Recalled]
    incoming: list[KeptTicket]
    outgoing: list[KeptTicket]
    notes: list[BookedNote]


def read(store: SeatStore) -> Kept:
    """Read it all. Raises sqlite3.Error and msgspec.MsgspecError."""
    return Kept(
        store.recalled(RECALL_LENGTH),
        store.tickets("in", TICKETS_LENGTH),
        store.tickets("out", TICKETS_LENGTH),
        store.notes(NOTES_LENGTH),
    )


class RecallPage(Page):
    """Rounds on the left; tickets or notes on the right."""

    def __init__(
        self,
        desk: Desk,
        look: Style,
        recall: Callable[[object, int], object],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(desk, look, parent)
        self._recall = recall
        self._kept: Kept | None = None
        turn = QBoxLayout.Direction.TopToBottom if look.scale.portrait else QBoxLayout.Direction.LeftToRight
        split = QBoxLayout(turn)
        split.setSpacing(look.scale.space("xl"))
        self.rounds = RoundsPage(look)
        self.rounds.opened.connect(self._opened)
        left = QVBoxLayout()
        left.addWidget(label(look, look.t("service.recall_rounds"), Role.STRONG, "heading"))
        left.addWidget(self.rounds, 1)
        split.addLayout(left, 1)
        right = QVBoxLayout()
        tabs = QHBoxLayout()
        tabs.setSpacing(look.scale.space("s"))
        self.tabs = {
            "out": self.button(look.t("staff.tickets_out")),
            "in": self.button(look.t("staff.tickets_in")),
            "notes": self.button(look.t("service.recall_notes")),
        }
        for name, tab in self.tabs.items():
            tab.setCheckable(True)
            tab.clicked.connect(lambda _=False, name=name: self.show_list(name))
            tabs.addWidget(tab, 1)
        right.addLayout(tabs)
        self.table = Table(
            look,
            (
                Column(look.t("service.list_number"), 1.4),
                Column(look.t("service.list_amount"), 1.3, figures=True),
                Column(look.t("service.list_state"), 1.3),
                Column(look.t("service.event_time"), 1.9),
            ),
        )
        right.addWidget(self.table, 1)
        split.addLayout(right, 1)
        self.column.addLayout(split, 1)
        self._shown = "out"
        desk.ask(read, self._answered, self)

    def _answered(self, kept: Kept) -> None:
        self._kept = kept
        self.rounds.set_rounds(kept.rounds, for_staff=True)
        self.show_list(self._shown)

    def show_list(self, name: str) -> None:
        """Show tickets out, tickets in or notes."""
        self._shown = name
        for one, tab in self.tabs.items():
            tab.setChecked(one == name)
        if self._kept is None:
            return
        if name == "notes":
            rows = [
                Row((f"…{note.serial[-6:]}", dollars(note.cents), "", shown(note.at)))
                for note in self._kept.notes
            ]
        else:
            tickets = self._kept.outgoing if name == "out" else self._kept.incoming
            rows = [Row(ticket_lines(ticket, self.look)) for ticket in tickets]
        self.table.set_rows(rows or [Row((self.look.t("service.list_none"), "", "", ""), theme.TEXT_SOFT)])

    def _opened(self, index: int) -> None:
        if self._kept is not None and index < len(self._kept.rounds):
            self._recall(list(self._kept.rounds), index)
