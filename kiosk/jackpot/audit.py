"""Whether a jackpot's acts give its meter: what every table has added and won, added up from outside. Pure.

Nothing here asks the rules that decided the acts: an auditor adds up what is written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

import msgspec

from kiosk.jackpot.meter import Act, Claim, Meter, Prize, Terms, What


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
    waiting: tuple[Claim, ...] = ()


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
        if (why := of_round.why_not(act, before)) is not None:
            found.append(f"act {number}, {act.name}: {why}")
        if act.balance != before.balance + act.cents:
            found.append(
                f"act {number}, {act.name}: it left {act.balance} cents: expected {before.balance + act.cents}"
            )
        done.add(act.name)
        of_round.take(act)
        terms = act.terms if act.what is What.TERMS and act.terms is not None else before.terms
        before = _Stands(number, act.balance, act.digest, terms, _waiting(act, before.waiting))
    stands = _Stands()
    if meter is not None:
        stands = _Stands(meter.number, meter.balance, meter.digest, meter.terms, meter.waiting)
    if stands.waiting != before.waiting:
        found.append(
            f"the meter has {_hands(stands.waiting)} waiting for staff: expected {_hands(before.waiting)}"
        )
    if stands[:-1] != before[:-1]:
        found.append(
            f"the meter stands at {stands.balance} cents after act {stands.number}: expected {before.balance} after "
            f"act {before.number}, of these very acts"
        )
    return found


def _waiting(act: Act, before: tuple[Claim, ...]) -> tuple[Claim, ...]:
    """The claims that wait for staff after an act: none of a box or a round that it has ended."""
    if act.claim is not None:
        others = tuple(claim for claim in before if claim.box != act.claim.box)
        return (*others, act.claim) if act.what is What.CLAIMED else others
    match act.what:
        case What.VOIDED | What.CORRECTED:
            return tuple(claim for claim in before if _round_of_claim(claim) != _round_of(act))
        case What.RETURNED:
            return tuple(
                claim
                for claim in before
                if _round_of_claim(claim) != _round_of(act) or claim.box.box not in act.boxes
            )
    return before


def _hands(claims: Iterable[Claim]) -> str:
    return ", ".join(f"{_round_of_claim(claim)}/{claim.box.box}" for claim in claims) or "no hand"


class _OfRound:
    """What stands of one round: the boxes whose bets are in the meter, and prize and reset value of each that won.

    ``over``: nothing but a correction may move the meter for it.
    """

    def __init__(self) -> None:
        self.over = False
        self.added: Act | None = None
        self.boxes: tuple[str, ...] = ()
        self.won: dict[str, tuple[int, int]] = {}
        self.was: dict[str, set[int]] = {}

    @property
    def each(self) -> int:
        return self.added.terms.each if self.added is not None and self.added.terms is not None else 0

    def why_not(self, act: Act, before: _Stands) -> str | None:
        """Why an act cannot have been done when it was, whatever it moved; or None."""
        number = before.terms.number if before.terms is not None else 0
        if act.what is What.TERMS:
            found = act.terms.number if act.terms is not None else 0
            return f"terms {found} after terms {number}" if found != number + 1 else None
        if act.what is What.CORRECTED:
            return self._why_none(act.boxes, self.added.boxes if self.added is not None else ())
        if act.what in (What.PAID, What.DENIED):
            return "no such claim was waiting" if act.claim not in before.waiting else None
        if self.over:
            return "its round was void or corrected before"
        if act.what is What.RETURNED:
            return self._why_none(act.boxes, self.boxes)
        if act.what is What.CLAIMED and act.claim is not None:
            return self._why_none((act.claim.box.box,), self.boxes)
        return None

    def _why_none(self, boxes: Iterable[str], stand: Iterable[str]) -> str | None:
        without = sorted(set(boxes) - set(stand))
        return f"no bet of box {', '.join(without)} was in the meter" if without else None

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
                reset -= min(0, before.balance)  # it falls back to its reset value from below zero too
                return 0, share.of(max(0, before.balance)), reset if share.is_all else 0
            case What.REGISTERED if act.claim is not None:
                paid, reset = self._sums((act.claim.box.box,))
                cents = sum(one.cents for one in act.prizes)
                return 0, cents - paid, sum(map(self._reset(before), act.prizes)) - reset
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
            case What.REGISTERED:
                self.won |= {one.box: (one.cents, one.reset) for one in act.prizes}
        self.over = self.over or act.what in (What.VOIDED, What.CORRECTED)
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


def _round_of_claim(claim: Claim) -> str:
    return f"{claim.box.table}/{claim.box.round}"
