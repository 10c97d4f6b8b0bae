"""What a cashier does with a ticket, and what is told of it. Money is handed out for a line with PAID alone."""

from __future__ import annotations

import secrets
import unicodedata
from collections.abc import Callable, Collection, Iterator, Sequence
from datetime import tzinfo
from enum import StrEnum
from typing import TypeVar

import msgspec

from kiosk import local_time
from kiosk.money import MINUS, dollars
from kiosk.tickets.amount_words import amount_in_words
from kiosk.tickets.cashier_words import refused, word
from kiosk.tickets.number import LENGTH, grouped, mask
from kiosk.tickets.registry import (
    Action,
    Doing,
    Liability,
    Paid,
    RegistryFault,
    Rejected,
    Sum,
    TicketDesk,
    TicketRecord,
    TicketState,
    at_desk,
)
from kiosk.tickets.ticket import Language
from kiosk.written import why_no_text

_T = TypeVar("_T")
TRIES = 3  # of one act: a repeat has the same name, so that it is done once
MOST_NAME = 40
HIDDEN = "•" * (LENGTH - 4)  # what a list shows of a number before its last digits


class Ended(StrEnum):
    """How an act ended."""

    DONE = "done"
    REFUSED = "refused"
    UNSURE = "unsure"  # nothing may be handed out


class Act(msgspec.Struct, frozen=True):
    """An act and what the cashier reads of it."""

    ended: Ended
    text: str


def check_person(name: str) -> str:
    """A cashier's name as it is logged. Raises ValueError naming what is wrong with it."""
    name = name.strip()
    if why_no_text(name, MOST_NAME) is not None or "/" in name:
        raise ValueError(f"name {name!r}: expected 1 to {MOST_NAME} printable characters without a slash")
    return name


class Cashier:
    """One person at one desk. ``now`` is UTC text; times are told in ``zone``. Calls raise RegistryFault for silence.

    `pay` and `void` never do: a silent registry leaves it unsure, and the text says what to do then.
    """

    def __init__(
        self,
        desk: TicketDesk,
        name: str,
        person: str,
        language: Language,
        zone: tzinfo,
        now: Callable[[], str],
        draw: Callable[[], str] = lambda: secrets.token_hex(8),
    ) -> None:
        self._desk = desk
        self._name = name
        self._person = person
        self.language = language
        self._zone = zone
        self._now = now
        self._draw = draw

    def look_up(self, number: str) -> TicketRecord | None:
        """The ticket of this number, or None."""
        return self._desk.look_up(number)

    def pay(self, number: str, record: TicketRecord) -> Act:
        """Redeem ticket ``number`` here. DONE means: hand out its amount."""
        by = self._act()
        answer = self._repeated(lambda: self._desk.pay(number, by, self._now()))
        if answer is None:
            return Act(Ended.UNSURE, self._say("unsure", by=by))
        if isinstance(answer, Rejected):
            why = refused(self.language, answer.reason)
            return Act(Ended.REFUSED, self._say("not-paid", why=why))
        assert_same(answer, record)
        return Act(Ended.DONE, self._say("paid", amount=dollars(answer.cents), shown=grouped(number)))

    def void(self, number: str, record: TicketRecord, why: str) -> Act:
        """Ticket ``number`` never pays, for this reason."""
        by = self._act()
        answer = self._repeated(lambda: self._desk.void_issued(number, why, by, self._now()))
        if answer is None:
            return Act(Ended.UNSURE, self._say("unsure", by=by))
        if isinstance(answer, Rejected):
            return Act(Ended.REFUSED, self._say("not-voided", why=refused(self.language, answer.reason)))
        amount = dollars(record.ticket.cents)
        return Act(Ended.DONE, self._say("voided", shown=grouped(number), amount=amount, why=why))

    def is_voidable(self, record: TicketRecord) -> bool:
        """Whether it could be voided now."""
        return record.state is TicketState.ISSUED

    def is_expired(self, record: TicketRecord) -> bool:
        """Whether its day is over by the desk's clock."""
        return record.is_expired(self._now())

    def lines(self, number: str, record: TicketRecord) -> Iterator[str]:
        """Ticket ``number`` as it is shown: whole only when it can never pay again."""
        ticket = record.ticket
        over = record.state in (TicketState.REDEEMED, TicketState.VOID)
        yield self._say("ticket", shown=grouped(number) if over else mask(number))
        words = amount_in_words(ticket.cents, self.language)
        yield self._say("amount", amount=dollars(ticket.cents), words=words)
        yield self._say(
            "from",
            sequence=ticket.sequence,
            at=self.when(ticket.at_utc),
            seat=ticket.terminal,
            table=ticket.table,
        )
        yield self._state(record)

    def when(self, utc: str) -> str:
        """A time of the registry on the desk's clock."""
        return local_time.shown(utc, self._zone, "%Y-%m-%d %H:%M:%S") if utc else "-"

    def _state(self, record: TicketRecord) -> str:
        expires, when = self.when(record.ticket.expires_utc), self.when(record.at_utc)
        by = _who(record.by)
        match record.state:
            case TicketState.ISSUED if self.is_expired(record):
                return self._say("state.expired", expires=expires)
            case TicketState.ISSUED:
                return self._say("state.issued", expires=expires)
            case TicketState.REDEEMED if record.did is Doing.PAY:
                return self._say("state.paid", by=by, when=when)
            case TicketState.VOID if record.did is Doing.VOID_ISSUED:
                return self._say("state.voided", by=by, when=when, why=record.why)
            case _:
                return self._say(f"state.{record.state}", by=by, when=when)

    def _say(self, key: str, **values: object) -> str:
        return word(self.language, key, **values)

    def _act(self) -> str:
        return at_desk(self._name, self._person, self._draw())

    def _repeated(self, ask: Callable[[], _T]) -> _T | None:
        for _ in range(TRIES):
            try:
                return ask()
            except RegistryFault:
                continue
        return None


def assert_same(answer: Paid, record: TicketRecord) -> None:
    """What the registry pays is what the cashier was shown. Raises RuntimeError: a bug that must hand out nothing."""
    if answer.cents != record.ticket.cents:
        raise RuntimeError(f"the registry pays {answer.cents} cents, shown were {record.ticket.cents}")


def _who(by: str) -> str:
    """Desk, person and act, or table and seat: what is behind them names one insertion and tells nobody anything."""
    parts = by.split("/")
    return "/".join(parts[1:] if parts[0] == "desk" else parts[:2])


# --- lists ------------------------------------------------------------------------------------------------------------


def list_lines(cashier: Cashier, records: Sequence[TicketRecord], none: str) -> Iterator[str]:
    """A head, one line for each ticket, and their sum; without any the word for ``none``."""
    if not records:
        yield word(cashier.language, none)
        return
    heads = ("ticket", "amount", "printed", "seat", "state", "until")
    rows = [[word(cashier.language, f"list.{head}") for head in heads]]
    for record in records:
        ticket = record.ticket
        rows.append(
            [
                f"{HIDDEN}{ticket.digits}",
                dollars(ticket.cents),
                cashier.when(ticket.at_utc),
                f"{ticket.table}/{ticket.terminal}",
                word(cashier.language, f"list.{_listed(cashier, record)}"),
                cashier.when(ticket.expires_utc),
            ]
        )
    yield from _columns(rows, right=(1,))
    total = dollars(sum(record.ticket.cents for record in records))
    yield word(cashier.language, "sum", count=len(records), amount=total)


def _listed(cashier: Cashier, record: TicketRecord) -> str:
    """What a list says of a ticket that is owed."""
    if record.state is TicketState.RESERVED:
        return record.state
    return "expired" if cashier.is_expired(record) else TicketState.ISSUED


def liability_lines(cashier: Cashier, found: Liability) -> Iterator[str]:
    """The day's table: open before + issued - redeemed - paid - voided = open at the end."""
    parts = (
        ("open_before", " ", found.open_before),
        ("issued", "+", found.issued),
        ("redeemed", MINUS, found.redeemed),
        ("paid", MINUS, found.paid),
        ("voided", MINUS, found.voided),
        ("open_after", "=", found.open_after),
        ("expired", " ", found.expired),
    )
    begins, ends = cashier.when(found.day.from_utc), cashier.when(found.day.until_utc)
    yield word(cashier.language, "liability", begins=begins, ends=ends)
    rows = [["", "", *(word(cashier.language, f"list.{head}") for head in ("count", "amount"))]]
    for name, sign, part in parts:
        rows.append(
            [sign, word(cashier.language, f"liability.{name}"), f"{part.count:,}", dollars(part.cents)]
        )
    yield from _columns(rows, right=(2, 3))
    if not adds_up(found):
        yield word(cashier.language, "liability.wrong")


def adds_up(found: Liability) -> bool:
    """Whether the day's table is right, in count and in cents."""

    def left(part: Callable[[Sum], int]) -> int:
        ends = (found.redeemed, found.paid, found.voided)
        return part(found.open_before) + part(found.issued) - sum(map(part, ends)) - part(found.open_after)

    return left(lambda part: part.count) == left(lambda part: part.cents) == 0


def action_lines(cashier: Cashier, actions: Sequence[Action]) -> Iterator[str]:
    """Every step of a day as an auditor reads it, below a head; a word for none."""
    if not actions:
        yield word(cashier.language, "no-actions")
        return
    heads = ("time", "step", "ticket", "amount", "who", "reason")
    rows = [[word(cashier.language, f"list.{head}") for head in heads]]
    for one in actions:
        step = word(cashier.language, f"step.{one.what}")
        digits, amount = f"{HIDDEN}{one.digits}", dollars(one.cents)
        rows.append([cashier.when(one.at_utc), step, digits, amount, _who(one.by), one.why])
    yield from _columns(rows, right=(3,))


def _columns(rows: Sequence[Sequence[str]], right: Collection[int]) -> Iterator[str]:
    """The rows, every column as wide as its widest text; the columns named are set flush right."""
    widths = [max(map(_places, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = []
        for at, (text, width) in enumerate(zip(row, widths, strict=True)):
            blank = " " * (width - _places(text))
            cells.append(blank + text if at in right else text + blank)
        yield "  ".join(cells).rstrip()


def _places(text: str) -> int:
    """How many places of a terminal the text takes: a Chinese sign takes two."""
    return sum(2 if unicodedata.east_asian_width(sign) in "WF" else 1 for sign in text)
