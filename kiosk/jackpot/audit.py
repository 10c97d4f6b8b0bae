"""Whether a jackpot's acts give its meter: what every table has added and won, added up from outside. Pure.

Nothing here asks the rules that decided the acts: an auditor adds up what is written.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

import msgspec

from kiosk.jackpot.meter import Act, Meter, Terms, What


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
    done: dict[str, Act] = {}
    before = _Stands()
    for number, act in enumerate(acts, 1):
        if act.number != number:
            return [*found, f"act {number} is missing: found act {act.number}, {act.name}"]
        if act.before != before.digest:
            found.append(f"act {number}, {act.name}: it does not follow the one before it")
        if act.name in done:
            found.append(f"act {number}, {act.name}: it was done before")
        expected = _expected(act, done, before)
        if (act.bets, act.paid, act.reset) != expected:
            found.append(
                f"act {number}, {act.name}: bets, prize and reset of {act.bets}, {act.paid} and {act.reset} cents: "
                f"expected {', '.join(map(str, expected))}"
            )
        if act.balance != before.balance + act.cents:
            found.append(
                f"act {number}, {act.name}: it left {act.balance} cents: expected {before.balance + act.cents}"
            )
        done[act.name] = act
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


def _expected(act: Act, done: Mapping[str, Act], before: _Stands) -> tuple[int, int, int]:
    """What bets, prize and reset of an act must be, by those before it."""
    match act.what:
        case What.TERMS:
            return 0, 0, act.reset if not done else 0
        case What.CONTRIBUTED:
            return len(act.boxes) * (act.terms.each if act.terms is not None else 0), 0, 0
        case What.RETURNED:
            paid = done.get(act.name.replace(f"/{What.RETURNED}-", f"/{What.PAID}-"))
            back = (-paid.paid, -paid.reset) if paid is not None else (0, 0)
            return -_each(act, done) * len(act.boxes), *back
        case What.VOIDED:
            stem = act.name.rpartition("/")[0]
            own = [one for name, one in done.items() if name.startswith(f"{stem}/")]
            sums = (sum(one.bets for one in own), sum(one.paid for one in own), sum(one.reset for one in own))
            return -sums[0], -sums[1], -sums[2]
        case What.PAID if act.claim is not None:
            share, reset = act.claim.share, before.terms.reset if before.terms is not None else 0
            return 0, share.of(max(0, before.balance)), reset if share.is_all else 0
    return 0, 0, 0


def _each(act: Act, done: Mapping[str, Act]) -> int:
    added = done.get(f"{act.name.rpartition('/')[0]}/{What.CONTRIBUTED}")
    return added.terms.each if added is not None and added.terms is not None else 0
