"""The one view of a desk, built out of everything that it knows."""

from __future__ import annotations

from collections import Counter
from typing import Any

from kiosk.book import RoundBook
from kiosk.book.desk_acts import DeskAct
from kiosk.book.totals import Exposure
from kiosk.console.desk import count, jackpot, rules
from kiosk.console.desk.alerts import alerts
from kiosk.console.desk.core import Core
from kiosk.console.view import DecisionView, DeskView, LogHealth, Next, RoundLine, SeatView, StaffView
from kiosk.games.game import Act, Decide, Moves, OnlyVoid
from kiosk.seat.roles import Role
from kiosk.table.round import Phase

LAST_ROUNDS = 100  # so many before the newest can be void afterwards
LAST_DECISIONS = 50


class _OfSeats:
    """What is asked once for all seats: who is flagged, open items by seat, and rounds that still owe a seat."""

    def __init__(self, core: Core, rounds: tuple[RoundLine, ...]) -> None:
        self.flagged = core.service.silent
        self.items = Counter(item.seat for item in core.book.open_items)
        self.owed: dict[str, list[int]] = {}
        for line in reversed(rounds):
            for seat in line.unsettled:
                self.owed.setdefault(seat, []).append(line.number)


class Pictures:
    """Draws the view. Lines of earlier rounds are drawn again only when something of them has changed."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._lines: dict[int, tuple[tuple[int, int, int], RoundLine]] = {}
        self._of_seats = _OfSeats(core, ())
        self._first = 0

    def view(self, health: LogHealth) -> DeskView:
        """The desk now."""
        core = self._core
        table, config, book = core.table, core.config, core.book
        current = book.rounds.get(table.number)
        rounds = self._round_lines()
        self._of_seats = _OfSeats(core, rounds)
        return DeskView(
            casino=config.casino,
            table=config.settings.table,
            console=config.settings.console,
            game=config.settings.game.name,
            dealer=core.dealer,
            round=table.number,
            phase=table.phase,
            step=rules.step_of(core),
            next=rules.next_of(core),
            why_not=rules.why_not_next(core),
            waits_for=tuple(sorted(rules.waits_for(core))),
            left_ms=core.left_ms,
            betting_ms=config.pace.betting_ms,
            deciding_ms=table.decide_in_ms if table.deciding else 0,
            hurried=table.hurried,
            device=core.shoe.view if core.shoe.connected else core.machine.view,
            act=table.act,
            times=rules.times_of(table),
            least=core.asked.times if isinstance(core.asked, Act) else 0,
            asked=core.asked if table.phase in (Phase.CLOSED, Phase.PLAY) else None,
            irregularities=core.service.irregularities if table.phase is Phase.PLAY else (),
            moves=core.service.moves if table.phase is Phase.PLAY else Moves(),
            play=table.entered,
            facts=table.facts,
            void_reason=table.void_reason,
            corrected=table.decisions > 1 and table.phase is not Phase.VOID,
            correctable=table.takes_result(table.number),
            decided_already=bool(table.facts),
            seats=tuple(self._seat(name, layout, current) for name, layout in self._seats(current).items()),
            exposure=book.exposure if current is not None else Exposure(),
            paid=current.paid_total if current is not None else 0,
            totals=book.totals,
            open_items=book.open_items,
            last_rounds=rounds[:LAST_ROUNDS],
            round_log=core.lines.lines,
            decisions=self._decisions(),
            alerts=alerts(core, health, rounds),
            supervisors=core.supervisors.names,
            oldest=self._oldest(),
            managers=core.supervisors.names_of(Role.MANAGER),
            staff=self._staff(),
            opened_by=book.opening.by if book.opening is not None else "",
            opened_at=book.opening.at if book.opening is not None else "",
            may=rules.may(core),
            health=health,
            auto=core.auto and not core.auto_ends,
            automatic_by=core.automatic_by,
            result_by=current.automatic_by if current is not None else "",
            ran=_ran(core),
            void_needs_supervisor=rules.void_needs_supervisor(core),
            demonstration=core.demonstration,
            jackpot=jackpot.view(core),
            shoe=count.view(core),
        )

    def _oldest(self) -> int:
        """The first round that the archive holds; 0 while every round is within the seats' reach."""
        archive = self._core.service.reading.archive
        if not self._first and archive is not None and self._core.table.number > LAST_ROUNDS:
            self._first = archive.first_round  # it stays, since nothing leaves the archive
        return self._first

    def _staff(self) -> tuple[StaffView, ...]:
        locked = self._core.supervisors.locked_out
        return tuple(
            StaffView(one.name, one.role.value if one.role else "", one.active, locked.get(one.name, 0))
            for one in self._core.supervisors.users
        )

    def _seats(self, current: RoundBook | None) -> dict[str, str]:
        """Every seat with its layout, as it shows it itself.

        One that is none of the file is there as long as it stands at the table, or anything of it is open.
        """
        seats, shown = self._core.config.settings.seats, self._core.attendance.shown
        found = dict(seats) | {seat: record.layout for seat, record in shown.items()}
        bets = current.slips if current is not None else {}
        for seat in sorted({*bets, *self._of_seats.owed, *self._of_seats.items} - found.keys()):
            slips = [one.slips[seat] for one in self._core.book.rounds.values() if seat in one.slips]
            found[seat] = slips[-1].layout if slips else ""
        return found

    def _seat(self, name: str, layout: str, current: RoundBook | None) -> SeatView:
        core, book = self._core, self._core.book
        presence, gone_ms = core.attendance.presence(name, core.clock_ms())
        shown = core.attendance.shown.get(name)
        seat = SeatView(
            name=name,
            layout=layout,
            presence=presence,
            gone_ms=gone_ms // 1000 * 1000,
            locks=shown.locks if shown is not None else (),
            calling=shown is not None and shown.calling,
            playing=shown is not None and shown.playing,
            flagged=name in self._of_seats.flagged,
            open_items=self._of_seats.items[name],
        )
        if current is None:
            return seat
        slip = current.slips.get(name)
        paid = current.paid.get((name, current.decisions))
        fields: dict[str, object] = {"close_shown": name in current.close_shown}
        if core.table.deciding and isinstance(asked := core.asked, Decide) and name in asked.boxes:
            fields |= {"deciding": True, "decided": name in current.choices}
        if slip is not None and slip.stakes:
            fields |= {
                "stake": slip.staked,
                "stakes": dict(slip.stakes),
                "due": book.due(current.number, name),
                "settled": (name, current.decisions) in current.settled,
                "paid_by_hand": paid.cents if paid is not None else 0,
            }
        fields |= self._payable(name, current.number)
        return _changed(seat, fields)

    def _payable(self, seat: str, newest: int) -> dict[str, object]:
        """What can be paid by hand: of this round, else of the oldest that still owes this seat something.

        Beside it what the seat has still to take back of others: who pays must know, since the credit may not cover it.
        """
        book, waits = self._core.book, {newest, *self._of_seats.owed.get(seat, ())}
        for number in sorted(waits, key=lambda number: (number != newest, number)):
            if cents := book.payable(number, seat):
                back = {n: owed for n in sorted(waits) if (owed := book.takes_back(n, seat))}
                owes = {"takes_back": sum(back.values()), "takes_back_rounds": tuple(back)}
                return {"payable": cents, "payable_round": number} | owes
        return {}

    def _round_lines(self) -> tuple[RoundLine, ...]:
        """The decided rounds that the book holds, newest first."""
        kept = self._lines
        self._lines = {}
        for number, of_round in self._core.book.rounds.items():
            if of_round.decided:
                done = len(of_round.settled) + len(of_round.paid) + len(of_round.elsewhere)
                takes = int(self._core.table.takes_result(number))
                sign = (of_round.decisions, done, takes)  # nothing of it is ever taken back
                old = kept.get(number)
                line = old[1] if old is not None and old[0] == sign else self._round_line(of_round)
                self._lines[number] = (sign, line)
        return tuple(line for _, line in reversed(self._lines.values()))

    def _round_line(self, of_round: RoundBook) -> RoundLine:
        return RoundLine(
            number=of_round.number,
            facts=of_round.facts,
            void_reason=of_round.void_reason,
            corrected=of_round.corrected,
            turnover=of_round.turnover,
            paid=of_round.paid_total,
            unsettled=tuple(sorted(self._core.book.unsettled(of_round.number))),
            takes_result=self._core.table.takes_result(of_round.number),
            facts_shown=of_round.facts_shown,
            automatic_by=of_round.automatic_by,
            stakes={seat: dict(slip.stakes) for seat, slip in of_round.slips.items() if slip.stakes},
        )

    def _decisions(self) -> tuple[DecisionView, ...]:
        """The newest decisions of managers, newest first."""
        newest = self._core.book.managers[-LAST_DECISIONS:]
        return tuple(
            DecisionView(
                number=record.number,
                at=record.at,
                decision=record.decision,
                reason=record.reason,
                authorised_by=record.authorised_by,
                round=record.round,
                seat=record.seat,
                cents=record.cents,
                **self._ordered(record.number),
            )
            for record in reversed(newest)
        )

    def _ordered(self, number: int) -> dict[str, Any]:
        """What has become of the amount of that record, as far as the book still holds it."""
        found = self._core.book.order(number)
        if found is None:
            return {}
        _, booked = found
        return {"waits": True} if booked is None else {"booked": booked.cents}


def _ran(core: Core) -> str:
    """Why only the void is left, by a run of the device or by the game; empty while more is."""
    why = core.void_reasons
    if rules.next_of(core) is Next.VOID_DUE and isinstance(core.asked, OnlyVoid):
        return core.asked.reason
    return {None: "", DeskAct.DEVICE_AGAIN: why.again, DeskAct.DEVICE_LATE: why.late}[core.ran]


def _changed(seat: SeatView, fields: dict[str, object]) -> SeatView:
    return SeatView(**{name: getattr(seat, name) for name in seat.__struct_fields__} | fields)
