"""Whether a jackpot's acts give its meter: what every table has added and won, added up from outside. Pure.

Nothing here asks the rules that decided the acts: an auditor adds up what is written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

import msgspec

from kiosk.jackpot.meter import Act, Meter, Prize, Terms, What


class OfTable(msgspec.Struct, frozen=True):
    """What one table has added and won, in cents: without the bets that went back and the wins that were void."""

    bets: int = 0
    paid: int = 0


class Sums(msgspec.Struct, frozen=True):
    """House + bets of all tables - paid at all tables = balance, in cents.

    ``house``: what it began with, and what the House has put in each time it was won.
    """

    acts: int
    house: int
    balance: int
    tables: Mapping[str, OfTable]


class _Stands(NamedTuple):
    """How the jackpot stands after some acts."""

    number: int = 0
    balance: int = 0
    digest: str = ""
    terms: Terms | None = None


def added_up(acts: Iterable[Act]) -> Sums:
    """The sums of all acts."""
    tables: dict[str, OfTable] = {}
    house = balance = count = 0
    for act in acts:
        count += 1
        house += act.reset
        balance += act.cents
        if act.table:
            of = tables.get(act.table, OfTable())
            tables[act.table] = OfTable(of.bets + act.bets, of.paid + act.paid)
    return Sums(count, house, balance, dict(sorted(tables.items())))


def faults(acts: Iterable[Act], meter: Meter | None) -> list[str]:
    """What is wrong, in words, in the order of the acts; empty where they give the meter and each is as it must be."""
    found: list[str] = []
    done: set[str] = set()
    rounds: dict[str, _OfRound] = {}
    before = _Stands()
    for number, act in enumerate(acts, 1):
        if act.number != number:
            return [*found, f"act {number} is missing: found act {act.number}, {act.name}"]
        if act.before != before.digest:
            found.append(f"act {number}, {act.name}: it does not follow the one before it")
        if act.name in done:
            found.append(f"act {number}, {act.name}: it was done before")
        of_round = rounds.setdefault(_round_of(act), _OfRound())
        expected = of_round.expected(act, before)
        if act.what is What.TERMS:
            expected = (0, 0, act.reset if number == 1 else 0)
        if (act.bets, act.paid, act.reset) != expected:
            found.append(
                f"act {number}, {act.name}: bets, prize and reset of {act.bets}, {act.paid} and {act.reset} cents: "
                f"expected {', '.join(map(str, expected))}"
            )
        if act.balance != before.balance + act.cents:
            found.append(
                f"act {number}, {act.name}: it left {act.balance} cents: expected {before.balance + act.cents}"
            )
        done.add(act.name)
        of_round.take(act)
        terms = act.terms if act.what is What.TERMS and act.terms is not None else before.terms
        before = _Stands(number, act.balance, act.digest, terms)
    stands = (
        _Stands(meter.number, meter.balance, meter.digest, meter.terms) if meter is not None else _Stands()
    )
    if stands != before:
        found.append(
            f"the meter stands at {stands.balance} cents after act {stands.number}: expected {before.balance} after "
            f"act {before.number}, of these very acts"
        )
    return found


class _OfRound:
    """What stands of one round: the boxes whose bets are in the meter, and prize and reset value of each that won."""

    def __init__(self) -> None:
        self.added: Act | None = None
        self.boxes: tuple[str, ...] = ()
        self.won: dict[str, tuple[int, int]] = {}
        self.was: dict[str, set[int]] = {}

    @property
    def each(self) -> int:
        return self.added.terms.each if self.added is not None and self.added.terms is not None else 0

    def expected(self, act: Act, before: _Stands) -> tuple[int, int, int]:
        """What bets, prize and reset of an act must be."""
        match act.what:
            case What.CONTRIBUTED:
                return len(act.boxes) * (act.terms.each if act.terms is not None else 0), 0, 0
            case What.RETURNED:
                paid, reset = self._sums(act.boxes)
                return -self.each * len(act.boxes), -paid, -reset
            case What.VOIDED:
                paid, reset = self._sums(self.boxes)
                return -self.each * len(self.boxes), -paid, -reset
            case What.CORRECTED:
                paid, reset = self._sums(self.boxes)
                cents, resets = (
                    sum(one.cents for one in act.prizes),
                    sum(map(self._reset(before), act.prizes)),
                )
                return self.each * (len(act.boxes) - len(self.boxes)), cents - paid, resets - reset
            case What.CLAIMED if act.claim is not None:
                paid, reset = self._sums((act.claim.box.box,))
                return 0, -paid, -reset
            case What.PAID if act.claim is not None:
                share, reset = act.claim.share, before.terms.reset if before.terms is not None else 0
                return 0, share.of(max(0, before.balance)), reset if share.is_all else 0
        return 0, 0, 0

    def take(self, act: Act) -> None:
        """The act was done."""
        match act.what:
            case What.CONTRIBUTED:
                self.added, self.boxes = act, act.boxes
            case What.RETURNED:
                self._keep(box for box in self.boxes if box not in act.boxes)
            case What.VOIDED:
                self._keep(())
            case What.CORRECTED:
                self.boxes = act.boxes
                self.won = {one.box: (one.cents, one.reset) for one in act.prizes}
            case What.CLAIMED if act.claim is not None:
                self.won.pop(act.claim.box.box, None)
            case What.PAID if act.claim is not None:
                self.won[act.claim.box.box] = (act.paid, act.reset)
        for box, (_, reset) in self.won.items():
            self.was.setdefault(box, set()).add(reset)

    def _keep(self, boxes: Iterable[str]) -> None:
        self.boxes = tuple(boxes)
        self.won = {box: won for box, won in self.won.items() if box in self.boxes}

    def _sums(self, boxes: Iterable[str]) -> tuple[int, int]:
        won = [self.won.get(box, (0, 0)) for box in boxes]
        return sum(paid for paid, _ in won), sum(reset for _, reset in won)

    def _reset(self, before: _Stands) -> Callable[[Prize], int]:
        """What the House may have put in for a prize: what it had put in before, or what the terms say."""

        def reset(prize: Prize) -> int:
            if prize.reset in self.was.get(prize.box, ()):
                return prize.reset
            whole = prize.share.is_all and prize.cents and before.terms is not None
            return before.terms.reset if whole and before.terms is not None else 0

        return reset


def _round_of(act: Act) -> str:
    return act.name.rpartition("/")[0]
