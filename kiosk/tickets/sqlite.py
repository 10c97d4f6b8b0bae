"""The registry of tickets in one SQLite file: for one machine, or a few seats on one machine."""

from collections.abc import Callable
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple, TypeVar

import msgspec

from kiosk.local_time import utc_text
from kiosk.store.anchor import Anchor, RegistryHead
from kiosk.store.shared_file import SharedFile
from kiosk.tickets import rules
from kiosk.tickets.calls import Calls, Lists
from kiosk.tickets.number import mask
from kiosk.tickets.registry import (
    Action,
    Doing,
    Refusal,
    RegistryFault,
    Rejected,
    TicketRecord,
    TicketState,
    last_digits,
)
from kiosk.tickets.schema import open_schema
from kiosk.tickets.ticket import Ticket, facts_of, utc_time

_COLUMNS: Final = "body, state, held_by, held_at, why, did, issued_at, steps"
_STATES: Final = (
    "SELECT number, state, did, held_by, json_extract(body, '$.table') || '/' || terminal FROM ticket"
)
_NEWEST_OF: Final = (
    "SELECT json_extract(body, '$.sequence') FROM ticket WHERE terminal = ? AND json_extract(body, '$.table') = ? "
    "ORDER BY id DESC LIMIT 1"
)
_AT_DESK: Final = frozenset({Doing.PAY.value, Doing.VOID_ISSUED.value})
_T = TypeVar("_T")
_Row = tuple[str, str, str, str, str, str, str, int]


class TicketIs(NamedTuple):
    """What became of a ticket. ``by`` holds or has redeemed it; ``place`` (table/seat) has issued it."""

    state: str
    at_desk: bool
    by: str
    place: str


def utc_now() -> str:
    """The clock of this machine, in UTC as 2026-01-31T12:00:00Z."""
    return utc_text(datetime.now(UTC))


class ClockSet(msgspec.Struct, frozen=True):
    """Staff have said at `at` that the clock is right, and that `was` and what lies between was not. All UTC text."""

    at: str
    was: str
    who: str
    why: str


class Clock(msgspec.Struct, frozen=True):
    """The registry's clock: what it shows, the newest that it has shown, and what staff have said. All UTC text."""

    shows: str
    newest: str
    said: tuple[ClockSet, ...] = ()

    @property
    def is_behind(self) -> bool:
        """Whether it stands so far before what it has shown that no ticket is issued by it."""
        return bool(self.newest) and utc_time(self.newest) - utc_time(self.shows) > rules.MOST_APART


class SqliteRegistry(SharedFile[RegistryHead], Calls, Lists):
    """Fits `TicketRegistry` and `TicketDesk`. Any thread may call; any number of processes may open the same file.

    Opening raises RegistryFault for a file that is damaged, not a registry, or of a newer version; one of an older
    version is brought to today's in one transaction. `now` is the clock of steps that name no time themselves. With an
    `anchor` the newest step is kept there too.
    """

    what = "registry"
    fault = RegistryFault

    def __init__(
        self, path: Path, now: Callable[[], str] = utc_now, anchor: Anchor[RegistryHead] | None = None
    ) -> None:
        self._now = now
        super().__init__(path, anchor)

    def ask(self, request: rules.Request) -> rules.Answer:
        """Carry `request` out in one transaction. Raises RegistryFault."""
        with self._transaction():
            record = self._record(request.number)
            at, newest = self._asked_at(request), self._newest()
            decision = rules.decide(record, request, at, newest)
            if decision.record is not None and isinstance(request, rules.Issue):
                decision = self._in_sequence(request.ticket, decision)
            decision = rules.taken_at(decision, rules.of_step(at, newest))
            if decision.record is not None and decision.action is not None:
                self._write(request, record, decision.record, decision.action)
            if decision.record is not None or _is_of_time(decision.answer):
                self._see(at, newest)
        if decision.record is not None:
            self.anchor()
        return decision.answer

    def _in_sequence(self, ticket: Ticket, decision: rules.Decision) -> rules.Decision:
        """A seat's tickets are counted: one that it has issued, or has left behind, it does not issue again."""
        row = self._db.execute(_NEWEST_OF, (ticket.terminal, ticket.table)).fetchone()
        if row is None or ticket.sequence > row[0]:
            return decision
        return rules.Decision(Rejected(ticket.number, Refusal.OUT_OF_SEQUENCE))

    def anchor(self) -> None:
        """Keep the newest step in the second place; another process may have kept a newer one. Raises RegistryFault."""
        if self._anchor is not None:
            self._keep(self.head())

    def head(self, number: int | None = None) -> RegistryHead:
        """The newest step, or the one of that number; number 0 when there is none. Raises RegistryFault."""
        which = "(SELECT max(id) FROM action)" if number is None else "?"
        with self._transaction():
            row = self._db.execute(
                f"SELECT id, at, what, who, number, step, cents, why FROM action WHERE id = {which}",  # noqa: S608 - ours
                () if number is None else (number,),
            ).fetchone()
        return RegistryHead(row[0], sha256(msgspec.json.encode(row)).hexdigest()) if row else RegistryHead(0)

    def states(self) -> dict[str, TicketIs]:
        """What became of every ticket, by its number. Raises RegistryFault."""
        with self._transaction():
            rows = self._db.execute(_STATES).fetchall()
        return {number: TicketIs(state, did in _AT_DESK, by, place) for number, state, did, by, place in rows}

    # --- the clock ----------------------------------------------------------------------------------------------

    def clock(self) -> Clock:
        """What the clock shows and has shown, and what staff have said of it. Raises RegistryFault."""
        with self._transaction():
            said = self._db.execute("SELECT at, was, who, why FROM clock_set ORDER BY id").fetchall()
            return Clock(self._now(), self._newest(), tuple(ClockSet(*row) for row in said))

    def saw(self, at_utc: str) -> None:
        """A time that this machine's clock has shown elsewhere, unless staff have declared it wrong since.

        Raises RegistryFault.
        """
        if not at_utc:
            return
        with self._transaction():
            declared = self._db.execute(
                "SELECT count(*) FROM clock_set WHERE at < ?1 AND ?1 <= was", (at_utc,)
            ).fetchone()[0]
            if not declared:
                self._see(at_utc, self._newest())

    def set_clock(self, who: str, why: str) -> Clock:
        """Staff say that the clock is right as it is: what was seen after it, was wrong. Raises RegistryFault."""
        with self._transaction():
            at, newest = self._now(), self._newest()
            if rules.later(at, newest) != at:
                self._db.execute(
                    "INSERT INTO clock_set(at, was, who, why) VALUES(?, ?, ?, ?)", (at, newest, who, why)
                )
                self._db.execute("UPDATE clock SET newest = ?", (at,))
        return self.clock()

    def _asked_at(self, request: rules.Request) -> str:
        """Whoever asks is on this machine: its clock is the registry's."""
        if isinstance(request, rules.Reserve | rules.Pay | rules.VoidIssued):
            return request.at_utc
        return self._now()

    def _newest(self) -> str:
        return str(self._db.execute("SELECT newest FROM clock").fetchone()[0])

    def _see(self, at_utc: str, newest: str) -> None:
        if rules.later(at_utc, newest) != newest:
            self._db.execute("UPDATE clock SET newest = ?", (at_utc,))

    def all_actions(self) -> list[Action]:
        """Every step, the first first. Raises RegistryFault."""
        with self._transaction():
            rows = self._db.execute(
                "SELECT at, what, who, number, cents, why FROM action ORDER BY id"
            ).fetchall()
        return [self._action(row) for row in rows]

    def records(self) -> list[TicketRecord]:
        """All tickets, the oldest first. Raises RegistryFault."""
        with self._transaction():
            rows = self._db.execute(f"SELECT {_COLUMNS} FROM ticket ORDER BY id").fetchall()  # noqa: S608 - ours
        return [self._of_row(row) for row in rows]

    # --- the file -----------------------------------------------------------------------------------------------

    def _open(self) -> None:
        open_schema(self._db, self._path)

    def _record(self, number: str) -> TicketRecord | None:
        asked = f"SELECT {_COLUMNS} FROM ticket WHERE number = ?"  # noqa: S608 - ours
        row = self._db.execute(asked, (number,)).fetchone()
        return None if row is None else self._of_row(row)

    def _of_row(self, row: _Row) -> TicketRecord:
        body, state, by, at_utc, why, did, issued, steps = row

        def read() -> TicketRecord:
            ticket = msgspec.json.decode(body, type=Ticket)
            for at in (at_utc, issued):
                if at:
                    utc_time(at)
            return TicketRecord(
                facts_of(ticket), TicketState(state), by, at_utc, why, Doing(did), issued, steps
            )

        return self._sound(read)

    def _action(self, row: tuple[str, str, str, str, int, str]) -> Action:
        at_utc, what, who, number, cents, why = row
        return self._sound(lambda: Action(at_utc, Doing(what), who, last_digits(number), cents, why))

    def _sound(self, read: Callable[[], _T]) -> _T:
        try:
            return read()
        except ValueError as error:  # also a state that nobody knows
            raise RegistryFault(f"registry {self._path}: a stored ticket is damaged: {error}") from error

    def _write(
        self, request: rules.Request, before: TicketRecord | None, after: TicketRecord, action: Action
    ) -> None:
        """The compare-and-set, and the step that is kept."""
        number = request.number
        if isinstance(request, rules.Issue):
            ticket = request.ticket
            self._db.execute(
                "INSERT INTO ticket(number, cents, terminal, body, state, did, steps) VALUES(?, ?, ?, ?, ?, ?, 1)",
                (ticket.number, ticket.cents, ticket.terminal, _text(ticket), after.state, after.did),
            )
        elif before is not None:
            changed = self._db.execute(
                "UPDATE ticket SET state = ?, held_by = ?, held_at = ?, why = ?, did = ?, issued_at = ?, steps = ?"
                " WHERE number = ? AND state = ? AND held_by = ? AND steps = ?",
                (
                    *(
                        after.state,
                        after.by,
                        after.at_utc,
                        after.why,
                        after.did,
                        after.issued_utc,
                        after.steps,
                    ),
                    *(number, before.state, before.by, before.steps),
                ),
            ).rowcount
            if changed != 1:
                raise RuntimeError(f"ticket {mask(number)}: changed under an immediate transaction")
        self._db.execute(
            "INSERT INTO action(at, what, who, number, step, cents, why) VALUES(?, ?, ?, ?, ?, ?, ?)",
            (action.at_utc, action.what, action.by, number, after.steps, action.cents, action.why),
        )


def _is_of_time(answer: rules.Answer) -> bool:
    return isinstance(answer, Rejected) and answer.reason in (Refusal.EXPIRED, Refusal.WRONG_CLOCK)


def _text(ticket: Ticket) -> str:
    return msgspec.json.encode(ticket).decode()
