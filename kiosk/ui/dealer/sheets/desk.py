"""Opens the sheets over the screen, keeps them true while the table goes on, and puts them away."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QObject, Qt, Slot
from PySide6.QtWidgets import QWidget

from kiosk.book.totals import ItemView
from kiosk.console.commands import AnyCommand, EnterResult
from kiosk.console.view import DeskView
from kiosk.ui.dealer.game_part import game_part
from kiosk.ui.dealer.sheets import flows, manager, people, redecide
from kiosk.ui.dealer.sheets.flow import Flow
from kiosk.ui.dealer.sheets.flows import Make
from kiosk.ui.dealer.sheets.irregular import irregular_flow
from kiosk.ui.dealer.sheets.lists import AlertsSheet, ItemsSheet, SeatSheet
from kiosk.ui.dealer.sheets.prize import prize_flow
from kiosk.ui.dealer.sheets.question import People, Question
from kiosk.ui.dealer.sheets.sheet import Sheet
from kiosk.ui.kit.style import Style
from kiosk.ui.kit.texts import Texts


def _correct_flow(view: DeskView, texts: Texts) -> Flow:
    """One entry that was wrong where the game lets one be picked, else the whole result anew."""
    return game_part(view.game).correct_flow(view, texts) or redecide.correct_flow(view, texts)


_RARE: dict[str, Make] = {
    "Void": flows.void_flow,
    "NotFlat": flows.not_flat_flow,
    "DamagedEquipment": redecide.damaged_flow,
    "Interrupted": flows.interrupted_flow,
    "CorrectResult": _correct_flow,
    "RecordDecision": manager.record_flow,
}
_OF_CARDS: dict[str, Make] = {"NoteIrregularity": irregular_flow}
"""What a rare command is where the game has a page of its own for it."""
_OF_ONE_ROUND = frozenset(
    {"ConfirmPrize", "CorrectFact", "NoteIrregularity", "Void", "Interrupted", "GoOnWithout"}
)
"""An answer to these means the round in which they were asked, and must not meet another."""


@dataclass(frozen=True)
class Host:
    """The window, as the sheets need it. ``below`` is what they lie over."""

    window: QWidget
    below: Callable[[], QWidget]
    view: Callable[[], DeskView]
    look: Callable[[], Style]
    send: Callable[[AnyCommand], None]
    tell: Callable[[str], None]
    home: Callable[[], None]


@dataclass(frozen=True)
class _Asked:
    """What the open question is about."""

    round: int
    command: str
    make: Make


class SheetDesk(QObject):
    """At most one sheet is open. A question that has become untrue is put away, with a word why."""

    def __init__(self, host: Host) -> None:
        super().__init__(host.window)
        self._host = host
        self._asked: _Asked | None = None
        self.sheet: Sheet | None = None

    def place(self) -> None:
        """Give the open sheet the whole window, on top."""
        if self.sheet is not None:
            self._host.below().setEnabled(False)
            self._host.window.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # Tab stays on the sheet
            self.sheet.setGeometry(self._host.window.rect())
            self.sheet.raise_()

    def _open(self, sheet: Sheet) -> None:
        self.close()
        self.sheet = sheet
        sheet.closed.connect(self.close)
        self.place()
        sheet.show()
        sheet.setFocus()

    @Slot()
    def close(self) -> None:
        """Put the open sheet away; a PIN that was begun is forgotten."""
        sheet, self.sheet, self._asked = self.sheet, None, None
        if sheet is None:
            return
        if isinstance(sheet, Question):
            sheet.forget()
        sheet.hide()
        sheet.deleteLater()
        self._host.below().setEnabled(True)
        self._host.window.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._host.home()

    # --- what the console says

    def show_view(self, view: DeskView) -> None:
        """Keep the open sheet true."""
        sheet = self.sheet
        if isinstance(sheet, Question) and self._asked is not None and not sheet.waiting:
            self._keep_true(sheet, self._asked, view)
        elif isinstance(sheet, SeatSheet):
            self._renew_seat(sheet, view)

    def _keep_true(self, sheet: Question, asked: _Asked, view: DeskView) -> None:
        texts = self._host.look().texts
        moved = asked.command in _OF_ONE_ROUND and asked.round != view.round
        if moved or asked.command not in view.may:
            self.close()
            self._host.tell(flows.why_not_words(view, asked.command, texts) or texts.get("dealer.why.phase"))
        else:
            sheet.renew(asked.make(view, texts))

    def _renew_seat(self, sheet: SeatSheet, view: DeskView) -> None:
        seat = next((seat for seat in view.seats if seat.name == sheet.seat.name), None)
        if seat is None:
            self.close()
        elif seat != sheet.seat:
            self.open_seat(seat.name)

    def refused(self, why: str) -> bool:
        """Whether the open question was refused; it shows why and can be tried again."""
        if isinstance(self.sheet, Question) and self.sheet.waiting:
            self.sheet.refused(why)
            return True
        return False

    def done(self) -> None:
        """The command was carried out: its question is over."""
        if isinstance(self.sheet, Question) and self.sheet.waiting:
            self.close()

    # --- questions

    def ask(self, command: str, make: Make) -> None:
        """Ask what this command needs; or say why it cannot be given now."""
        view, look = self._host.view(), self._host.look()
        if why := flows.why_not_words(view, command, look.texts):
            self.close()
            self._host.home()
            self._host.tell(why)
            return
        people = People(view.supervisors, view.managers)
        question = Question(make(view, look.texts), people, look, self._host.window)
        question.answered.connect(self._answered)
        self._open(question)
        self._asked = _Asked(view.round, command, make)

    @Slot(object)
    def _answered(self, command: AnyCommand) -> None:
        self._host.send(command)

    @Slot(str)
    def ask_rare(self, name: str) -> None:
        """A command of the row of rare ones."""
        command = flows.rare_command(self._host.view(), name)
        self.ask(command, _OF_CARDS.get(command, _RARE[name]))

    def ask_void(self, reason: str) -> None:
        """Before the round is void for this reason."""
        self.ask("Void", lambda view, texts: flows.void_for_flow(view, texts, reason))

    @Slot()
    def ask_dealer(self) -> None:
        """Who deals."""
        self.ask("SignOn", people.sign_on_flow)

    @Slot()
    def ask_table(self) -> None:
        """What is to be done about the table and its people."""
        self.ask("ChangeStaff", people.table_flow)

    def ask_open_table(self) -> None:
        """A supervisor for opening the table."""
        self.ask("OpenTable", people.open_table_flow)

    def ask_boxes(self) -> None:
        """A supervisor for asking every box, after an interruption."""
        self.ask("Interrupted", flows.ask_boxes_flow)

    def ask_prize(self, box: str) -> None:
        """A supervisor who has looked at the Hand of that box (Stud 4.5)."""
        self.ask("ConfirmPrize", lambda view, texts: prize_flow(view, texts, box))

    def ask_enter(self, command: EnterResult) -> None:
        """A supervisor for what a seat alone may see."""
        self.ask("EnterResult", lambda view, texts: flows.enter_flow(view, texts, command))

    @Slot()
    def ask_auto(self) -> None:
        """Whether the automatic dealer shall run."""
        self.ask("AutoDealing", flows.auto_flow)

    @Slot()
    def ask_go_on(self) -> None:
        """Whether to stop waiting for seats."""
        self.ask("GoOnWithout", flows.go_on_flow)

    def ask_take_over(self) -> None:
        """A supervisor for taking the table over."""
        self.ask("TakeOver", lambda _, texts: flows.take_over_flow(texts))

    @Slot()
    def _ask_pay(self) -> None:
        if isinstance(self.sheet, SeatSheet):
            seat = self.sheet.seat
            self.ask("PayByHand", lambda view, texts: flows.pay_flow(view, texts, seat))

    @Slot(object)
    def _ask_close_item(self, item: ItemView) -> None:
        self.ask("RecordDecision", lambda view, texts: manager.record_flow(view, texts, item))

    # --- lists

    @Slot(str)
    def open_seat(self, name: str) -> None:
        """Show one seat."""
        view = self._host.view()
        seat = next((seat for seat in view.seats if seat.name == name), None)
        if seat is None:
            return
        sheet = SeatSheet(view, seat, self._host.look(), self._host.window)
        sheet.pay.connect(self._ask_pay)
        self._open(sheet)

    @Slot()
    def open_items(self) -> None:
        """Show the open items and the manager's records."""
        view, look = self._host.view(), self._host.look()
        why = flows.why_not_words(view, "RecordDecision", look.texts)
        sheet = ItemsSheet(view, why, look, self._host.window)
        sheet.close_item.connect(self._ask_close_item)
        self._open(sheet)

    @Slot()
    def open_alerts(self) -> None:
        """Show everything that needs attention."""
        self._open(AlertsSheet(self._host.view(), self._host.look(), self._host.window))
