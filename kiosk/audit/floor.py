"""The books of a whole floor against the registry of tickets: every ticket on both sides, and one sum that is 0."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from kiosk.audit.floor_books import SeatBooks
from kiosk.tickets.registry import Doing, TicketRecord, TicketState, last_digits

_OPEN = (TicketState.ISSUED, TicketState.RESERVED)


@dataclass
class Floor:
    """What a floor adds up to, in cents. ``difference`` is 0 on a floor that lost and made nothing.

    Notes in = open and expired tickets + tickets on their way + paid and voided at the desk + hand pays + credits +
    escrow + house + adjustments. ``on_the_way`` names the tickets of which a seat and the registry have not both heard
    yet; at a quiet point there is none.
    """

    lines: dict[str, int] = field(default_factory=dict)
    difference: int = 0
    on_the_way: list[str] = field(default_factory=list)
    findings: list[str] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        """Whether all agrees."""
        return not self.findings


def audit_floor(
    seats: Sequence[SeatBooks],
    records: Mapping[str, TicketRecord],
    hidden: Callable[[str], str],
    at_utc: str,
) -> Floor:
    """Hold the books of all seats of a house against all tickets of its registry.

    ``records`` stand under what ``hidden`` makes of their numbers, which the seats' books alone name. ``at_utc``: which
    tickets have expired.
    """
    known = {hidden(number): number for seat in seats for number in _numbers(seat)}
    audit = _Audit(seats, {known.get(name, name): record for name, record in records.items()}, at_utc)
    audit.run()
    return audit.floor


def _numbers(seat: SeatBooks) -> set[str]:
    return {*seat.issued, *seat.voided, *seat.taken, *seat.going_out, *seat.coming_in}


class _Audit:
    def __init__(self, seats: Sequence[SeatBooks], records: Mapping[str, TicketRecord], at_utc: str) -> None:
        self._seats = {seat.place: seat for seat in seats}
        self._records = records
        self._at_utc = at_utc
        self._way_cents = 0
        self.floor = Floor()
        if len(self._seats) != len(seats):
            self._found("the books of one seat are named twice")

    def run(self) -> None:
        taken: dict[str, str] = {}
        for seat in self._seats.values():
            for number, cents in seat.issued.items():
                self._issued(seat, number, cents)
            for number in seat.voided:
                self._voided(seat, number)
            for number, cents in seat.taken.items():
                if number in taken:
                    self._found(
                        f"{_name(number)} was credited at seat {taken[number]} and at seat {seat.place}"
                    )
                taken[number] = seat.place
                self._taken(seat, number, cents)
        for number, record in self._records.items():
            self._record(number, record, taken)
        self._add_up()

    # --- one ticket ---------------------------------------------------------------------------------------------

    def _issued(self, seat: SeatBooks, number: str, cents: int) -> None:
        record = self._records.get(number)
        if record is None or record.state is TicketState.PENDING:
            if number in seat.going_out:
                self._on_the_way(number, seat, cents)
            else:
                known = "does not know it" if record is None else "has never heard that it came out"
                self._found(f"{_name(number)} of seat {seat.place} is booked, the registry {known}")
        elif record.state is TicketState.VOID and record.did is not Doing.VOID_ISSUED:
            self._found(
                f"{_name(number)} of seat {seat.place} is booked, the registry has it as never presented"
            )
        if record is not None and record.ticket.cents != cents:
            self._found(
                f"{_name(number)} is booked at seat {seat.place} with {cents} cents, "
                f"the registry has {record.ticket.cents}"
            )

    def _voided(self, seat: SeatBooks, number: str) -> None:
        record = self._records.get(number)
        if record is None or (record.state is TicketState.VOID and record.did is not Doing.VOID_ISSUED):
            return
        if record.state is TicketState.PENDING and number in seat.going_out:
            self._on_the_way(number, seat, 0)
        else:
            self._found(
                f"{_name(number)} was taken back at seat {seat.place}, the registry has it as {record.state}"
            )

    def _taken(self, seat: SeatBooks, number: str, cents: int) -> None:
        record = self._records.get(number)
        if record is None:
            self._found(f"{_name(number)} was credited at seat {seat.place}, the registry does not know it")
            return
        if record.ticket.cents != cents:
            self._found(
                f"{_name(number)} was credited at seat {seat.place} with {cents} cents, "
                f"the registry has {record.ticket.cents}"
            )
        ours = record.by.startswith(f"{seat.place}/")
        if ours and record.state is TicketState.RESERVED and number in seat.coming_in:
            self._on_the_way(number, seat, -cents)
        elif not ours or record.did is not Doing.REDEEM:
            self._found(
                f"{_name(number)} was credited at seat {seat.place}, the registry has it as {record.state}"
                f"{f' by {record.by}' if record.by else ''}"
            )

    def _record(self, number: str, record: TicketRecord, taken: Mapping[str, str]) -> None:
        """What the registry has and the seats' books might not: then ``number`` is its hidden one."""
        name, place = f"ticket ending in {record.ticket.digits}", record.ticket.place
        issuer = self._seats.get(place)
        if issuer is None:
            self._found(f"{name} is of seat {place}, whose books are not among these")
        elif number not in issuer.issued and number not in issuer.voided:
            self._found(f"{name} is {record.state} in the registry, seat {place} never booked it")
        if record.did is Doing.REDEEM and number not in taken:
            self._found(f"{name} is redeemed by {record.by}, no seat has credited it")
        if record.state is TicketState.RESERVED and number not in taken:
            holder = next(
                (seat for seat in self._seats.values() if record.by.startswith(f"{seat.place}/")), None
            )
            if holder is None or number not in holder.coming_in:
                self._found(f"{name} is held by {record.by}, where nothing is under way")
            else:
                self._on_the_way(number, holder, 0)

    # --- the sum ------------------------------------------------------------------------------------------------

    def _add_up(self) -> None:
        def booked(account: str) -> int:
            return sum(seat.accounts.get(account, 0) for seat in self._seats.values())

        def ended(did: Doing) -> int:
            return sum(record.ticket.cents for record in self._records.values() if record.did is did)

        def owed(*, expired: bool) -> int:
            return sum(
                record.ticket.cents
                for record in self._records.values()
                if record.state in _OPEN and record.is_expired(self._at_utc) is expired
            )

        lines = {
            "notes in": -booked("notes"),
            "open tickets": owed(expired=False),
            "expired tickets": owed(expired=True),
            "tickets on their way": self._way_cents,
            "paid at the desk": ended(Doing.PAY),
            "voided at the desk": ended(Doing.VOID_ISSUED),
            "hand pays": booked("handpay"),
            "credits": booked("credit"),
            "escrow": booked("escrow"),
            "house": booked("house"),
            "adjustments": booked("adjust"),
        }
        self.floor.lines = lines
        self.floor.difference = lines["notes in"] - sum(
            cents for name, cents in lines.items() if name != "notes in"
        )
        if self.floor.difference:
            self._found(f"the floor adds up to {self.floor.difference} cents, expected 0")

    def _on_the_way(self, number: str, seat: SeatBooks, cents: int) -> None:
        self._way_cents += cents
        self.floor.on_the_way.append(f"{_name(number)} at seat {seat.place}")

    def _found(self, what: str) -> None:
        self.floor.findings.append(what)


def lines_of(floor: Floor) -> Iterator[tuple[str, int]]:
    """The lines of the sum, in their order, and the difference."""
    yield from floor.lines.items()
    yield "difference", floor.difference


def _name(number: str) -> str:
    return f"ticket ending in {last_digits(number)}"
