"""Status: what the seat is, how it is, and for every lock the way out."""

from __future__ import annotations

from datetime import UTC

from PySide6.QtWidgets import QBoxLayout, QGridLayout, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from kiosk import local_time
from kiosk.money import dollars
from kiosk.seat.conditions import AcceptorCondition, CabinetCondition, ClockCondition, PrinterCondition
from kiosk.seat.events import CancelCredit, ReceiptAgain
from kiosk.seat.payout import why_no_collect
from kiosk.seat.roles import Right
from kiosk.seat.state import Lock, LockKind, SeatState
from kiosk.ui.kit import theme
from kiosk.ui.kit.details import detail_words
from kiosk.ui.kit.fonts import Role
from kiosk.ui.kit.locks import ORDER, StaffAnswer, answer_event, choices_of
from kiosk.ui.kit.style import Style, label, recolour
from kiosk.ui.kit.touch_button import ButtonLook
from kiosk.ui.service import words
from kiosk.ui.service.desk import Desk
from kiosk.ui.service.page import Page
from kiosk.ui.service.tools import CertificateFacts, Facts, Software, Tools

_MEGABYTE = 1_000_000
_FEW_DAYS = 30  # of a certificate, from then on it is told of
_LITTLE_BYTES = 500 * _MEGABYTE  # less free room than this is said in another colour
_RIGHTS = {
    StaffAnswer.PAID: Right.PAY_BY_HAND,
    StaffAnswer.CLEARED: Right.CLEAR_LOCK,
    StaffAnswer.TICKET_OUT: Right.ANSWER_TICKET,
    StaffAnswer.TICKET_VOID: Right.ANSWER_TICKET,
    StaffAnswer.RELEASED_SETTLED: Right.RELEASE_OLDER_COPY,
    StaffAnswer.RELEASED_MOVED: Right.RELEASE_OLDER_COPY,
}
_OTHER_RIGHTS = {
    LockKind.SETTINGS: Right.CHANGE_SETTINGS,  # whoever may set may also accept what was set
    # Somebody else has spoken in the seat's name, or its books are older: what follows in money is not this seat's.
    LockKind.FOREIGN_SLIP: Right.RELEASE_OLDER_COPY,
}


class StatusPage(Page):
    """Facts on the left, locks with their ways out on the right."""

    def __init__(self, desk: Desk, look: Style, tools: Tools, parent: QWidget | None = None) -> None:
        super().__init__(desk, look, parent)
        self._tools = tools
        self._facts: Facts | None = None
        self.values: dict[str, QLabel] = {}
        turn = QBoxLayout.Direction.TopToBottom if look.scale.portrait else QBoxLayout.Direction.LeftToRight
        split = QBoxLayout(turn)
        split.setSpacing(look.scale.space("xxl"))
        split.addLayout(self._make_facts(), 1)
        self._locks = QVBoxLayout()
        self._locks.setSpacing(look.scale.space("m"))
        right = QVBoxLayout()
        self._title = label(look, look.t("service.locks"), Role.STRONG, "heading")
        right.addWidget(self._title)
        self._box: QWidget | None = None
        right.addLayout(self._locks)
        right.addStretch(1)
        split.addLayout(right, 1)
        self.column.addLayout(split, 1)
        row = QHBoxLayout()
        row.setSpacing(look.scale.space("m"))
        self.pay, self.receipt = self.button(""), self.button("")
        self.restart = self.button(look.t("service.restart"), ButtonLook.DANGER)
        self.pay.clicked.connect(self._pay)
        self.receipt.clicked.connect(self._print_again)
        self.restart.clicked.connect(lambda: tools.restart())
        row.addWidget(self.pay)
        row.addWidget(self.receipt)
        row.addStretch(1)
        row.addWidget(self.restart)
        self.restart.setVisible(desk.may(Right.CHANGE_SETTINGS))
        self.column.addLayout(row)
        self._shown: tuple[Lock, ...] | None = None
        tools.slow(tools.facts, self._told)

    def _make_facts(self) -> QVBoxLayout:
        look, scale = self.look, self.look.scale
        column = QVBoxLayout()
        column.addWidget(label(look, look.t("service.status_seat"), Role.STRONG, "heading"))
        grid = QGridLayout()
        grid.setHorizontalSpacing(scale.space("xl"))
        grid.setVerticalSpacing(scale.space("m"))
        names = {
            "place": look.t("service.fact_place"),
            "table": look.t("service.fact_table"),
            "link": look.t("service.fact_link"),
            "certificate": look.t("service.fact_certificate"),
            "credit": look.t("service.fact_credit"),
            "acceptor": look.t("service.fact_acceptor"),
            "printer": look.t("service.fact_printer"),
            "cabinet": look.t("service.fact_cabinet"),
            "doors": look.t("service.fact_doors"),
            "version": look.t("service.fact_version"),
            "software": look.t("service.fact_software"),
            "disk": look.t("service.fact_disk"),
            "books": look.t("service.fact_books"),
            "clock": look.t("service.fact_clock"),
            "started": look.t("service.fact_started"),
        }
        for row, (name, text) in enumerate(names.items()):
            head = label(look, text, Role.BODY, "body", theme.TEXT_SOFT)
            value = label(look, "…", Role.STRONG, "body")
            grid.addWidget(head, row, 0)
            grid.addWidget(value, row, 1)
            self.values[name] = value
        grid.setColumnStretch(1, 1)
        column.addLayout(grid)
        column.addStretch(1)
        return column

    def _set(self, name: str, text: str, *, well: bool = True) -> None:
        value = self.values[name]
        value.setText(text)
        recolour(value, theme.TEXT if well else theme.WARN)

    def _told(self, found: Facts | Exception) -> None:
        from shiboken6 import isValid

        if isinstance(found, Exception) or not isValid(self):
            return
        look = self.look
        self._set("version", found.version)
        software = {
            Software.WHOLE: look.t("service.software_whole", identity=found.identity[:16]),
            Software.CHANGED: look.t("service.software_changed"),
            Software.UNSIGNED: look.t("service.software_unsigned"),
        }[found.software]
        self._set("software", software, well=found.software is Software.WHOLE)
        free = f"{found.free_bytes // _MEGABYTE:,} MB"
        self._set("disk", free, well=found.free_bytes > _LITTLE_BYTES)
        self._set("books", f"{found.books_bytes / _MEGABYTE:,.1f} MB · {found.state}")
        self._set("started", local_time.shown(found.started_at))
        self._set_certificate(found.certificate)

    def _set_certificate(self, found: CertificateFacts | None) -> None:
        look = self.look
        if found is None:
            self._set("certificate", look.t("service.certificate_none"))
        elif not found.ends:
            self._set("certificate", look.t("service.certificate_unreadable", name=found.name), well=False)
        else:
            named = {"name": found.name, "date": f"{local_time.local(found.ends):%Y-%m-%d}"}
            if found.days < 0:
                text = look.t("service.certificate_over", **named)
            else:
                text = look.t("service.certificate_ends", **named, days=found.days)
            self._set("certificate", text, well=found.days >= _FEW_DAYS)

    def show_state(self, state: SeatState) -> None:
        look, config = self.look, self.desk.model.context.config
        self._set(
            "place", look.t("service.value_place", seat=config.seat, table=config.table, casino=config.casino)
        )
        self._set(
            "table",
            look.t(
                "service.value_table", round=state.table.number, layout=self.desk.model.context.layout.name
            ),
        )
        self._set(
            "link", look.t("service.link_up") if state.link else look.t("service.link_down"), well=state.link
        )
        owed = dollars(state.balances.credit)
        self._set(
            "credit", look.t("service.value_credit", credit=owed, escrow=dollars(state.balances.escrow))
        )
        takes = state.acceptor is AcceptorCondition.READY
        self._set("acceptor", words.acceptor_words(look, state.acceptor), well=takes)
        prints = state.printer is PrinterCondition.READY
        self._set("printer", words.printer_words(look, state.printer), well=prints)
        if self._tools.has_cabinet:
            watches = state.cabinet is CabinetCondition.READY
            self._set("cabinet", look.t(words.CABINET_WORDS[state.cabinet]), well=watches)
            doors = look.texts.listed(look.t(words.DOORS[door]) for door in state.doors)
            self._set("doors", doors or look.t("service.doors_closed"), well=not doors)
        else:
            for name in ("cabinet", "doors"):
                self._set(name, look.t("service.cabinet_none"))
        now = self.desk.clock.now()
        shown = f"{now:%Y-%m-%d %H:%M %Z} · {now.astimezone(UTC):%H:%M} UTC"
        right = state.clock is ClockCondition.RIGHT
        self._set("clock", shown if right else look.t("service.clock_wrong", time=shown), well=right)
        self._show_locks(state)
        payable = why_no_collect(state, by_staff=True) is None and self.desk.may(Right.PAY_BY_HAND)
        self.pay.setVisible(payable)
        self.pay.setText(look.t("staff.pay_credit", amount=dollars(state.balances.credit - state.held)))
        last = state.receipt
        self.receipt.setVisible(last is not None and self.desk.may(Right.REPRINT_RECEIPT))
        if last is not None:
            self.receipt.setText(look.t("staff.receipt_again", number=last.number))

    def _pay(self) -> None:
        self.desk.model.send(CancelCredit(self.desk.by))

    def _print_again(self) -> None:
        self.desk.model.send(ReceiptAgain(self.desk.by))

    # --- locks --------------------------------------------------------------------------------------------------

    def _show_locks(self, state: SeatState) -> None:
        locks = tuple(lock for lock in state.locks if lock.kind is not LockKind.SERVICE)
        if locks == self._shown:
            return
        self._shown = locks
        if self._box is not None:
            self._locks.removeWidget(self._box)
            self._box.hide()
            self._box.deleteLater()
        look, scale = self.look, self.look.scale
        self._box = QWidget(self)
        self.answers: dict[tuple[LockKind, StaffAnswer], QWidget] = {}
        column = QVBoxLayout(self._box)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(scale.space("s"))
        if not locks:
            column.addWidget(label(look, look.t("service.no_locks"), Role.BODY, "body", theme.TEXT_SOFT))
        for lock in sorted(locks, key=lambda lock: ORDER.index(lock.kind)):
            title = words.lock_title(look, lock.kind) + (f" · {dollars(lock.cents)}" if lock.cents else "")
            column.addWidget(label(look, title, Role.STRONG, "label", theme.WARN))
            detail = detail_words(lock.detail, look.texts)
            if lock.kind is LockKind.DOOR:
                detail = look.texts.listed(look.t(words.DOORS[door]) for door in state.doors)
            if detail:
                column.addWidget(label(look, detail, Role.BODY, "body", theme.TEXT_SOFT))
            column.addWidget(label(look, words.way_out(look, lock.kind), Role.BODY, "body"))
            self._add_answers(column, state, lock)
            column.addSpacing(scale.space("m"))
        self._locks.addWidget(self._box)
        self._box.show()

    def _add_answers(self, column: QVBoxLayout, state: SeatState, lock: Lock) -> None:
        row = QHBoxLayout()
        row.setSpacing(self.look.scale.space("m"))
        for choice in choices_of(state, lock, self.look.texts):
            answer = StaffAnswer(choice.answer)
            right = _OTHER_RIGHTS.get(lock.kind, _RIGHTS[answer])
            if not self.desk.may(right):
                text = self.look.t("service.no_right")
                column.addWidget(label(self.look, text, Role.BODY, "body", theme.TEXT_SOFT))
                return
            button = self.button(
                choice.text, ButtonLook.PRIMARY if choice.look is ButtonLook.PRIMARY else choice.look
            )
            button.clicked.connect(lambda _=False, kind=lock.kind, answer=answer: self.answer(kind, answer))
            self.answers[lock.kind, answer] = button
            row.addWidget(button)
        row.addStretch(1)
        column.addLayout(row)

    def answer(self, kind: LockKind, answer: StaffAnswer) -> None:
        """Answer a lock as who is logged in."""
        state = self.desk.model.state
        lock = next((lock for lock in state.locks if lock.kind is kind), None)
        now, language = self.desk.clock.now(), self.look.texts.language.value
        event = answer_event(answer, state, now, language, by=self.desk.by, lock=lock)
        if event is not None:
            self.desk.model.send(event)
