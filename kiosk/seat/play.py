"""The play of a round at the seat, between the close and the result: what it sees, what is settled in the middle."""

from __future__ import annotations

import msgspec

from kiosk.games.game import HOLDS, INTERIM, Fact, Publish, Settlement
from kiosk.seat.accounts import Account, Kind, Posting, posted
from kiosk.seat.context import Context, Step
from kiosk.seat.effects import AnyEffect, Notice, Post, SignificantEvent
from kiosk.seat.state import SeatState, Unconfirmed
from kiosk.table import facts
from kiosk.table.records import FactsSealed

replace = msgspec.structs.replace


def why_not_sealed(context: Context, state: SeatState, record: FactsSealed) -> str | None:
    """Why what is for one seat's eyes is not for this one, or not of the round that is played; None when it is."""
    seat = context.config.seat
    if record.seat != seat:
        return f"FactsSealed for another seat than '{seat}'"
    return facts.why_not_sealed(record, state.table.number, state.table.is_open)


def with_sealed(state: SeatState, record: FactsSealed) -> SeatState:
    """With what this seat alone may see."""
    return replace(state, sealed=state.sealed.with_record(record, state.table.entered))


def differing(context: Context, before: SeatState, new: tuple[Fact, ...]) -> tuple[AnyEffect, ...]:
    """What the table shows now must be what this seat was given before. It decides all the same, for every reader."""
    effects: list[AnyEffect] = []
    entered = before.table.entered
    for fact in new:
        asks = context.rules_by(before.table.layout).asked(entered)
        was = before.sealed.values.get(asks.facts[0]) if isinstance(asks, Publish) else None
        if was is not None and was.values != fact.values:
            detail: dict[str, str | int] = {
                "round": before.table.number,
                "seen": " ".join(map(str, was.values)),
                "shown": " ".join(map(str, fact.values)),
            }
            effects.append(SignificantEvent("fact-differs", "fault", detail))
        entered = (*entered, fact)
    return tuple(effects)


def other_stakes(context: Context, state: SeatState) -> tuple[AnyEffect, ...]:
    """What the table shows at this box must be what is registered here, which decides all the same.

    A box that plays and has nothing shown differs too, once stakes are shown at any.
    """
    seat, every = context.config.seat, state.table.stakes
    boxes = next((fact.values for fact in state.table.entered if fact.name == HOLDS), ())
    shown = every.get(seat, {})
    stakes = state.registered.stakes if state.registered is not None else {}
    if not every or seat not in boxes or shown == stakes:
        return ()
    detail: dict[str, str | int] = {
        "round": state.table.number,
        "cents": sum(stakes.values()),
        "shown": sum(shown.values()),
    }
    return (SignificantEvent("stakes-differ", "fault", detail),)


def settle_interim(context: Context, state: SeatState) -> Step:
    """What is decided already is settled now (Blackjack 3.13). It can be bet, and leaves the seat after the round."""
    stakes = state.registered.stakes if state.registered is not None else {}
    if not stakes:
        return Step(state)
    seat, table = context.config.seat, state.table
    every = context.game.decided(context.layout, stakes, table.entered, seat)
    before = state.interim or Settlement({})
    new = Settlement({spot: found for spot, found in every.spots.items() if spot not in before.spots})
    if not new.spots:
        return Step(state)
    postings = settle_postings(new)
    count = sum(fact.name == INTERIM for fact in table.entered)
    interim = Settlement(before.spots | new.spots)
    state = replace(state, balances=posted(state.balances, postings), interim=interim)
    others = tuple(found for found in state.unconfirmed if found.round != table.number)
    if interim.paid:
        others = (*others, Unconfirmed(table.number, 1, interim.paid))
    key = f"interim:{context.config.table}:{table.number}:{count}"
    told = Notice("notice.interim", {"cents": new.paid})
    return Step(
        replace(state, unconfirmed=others),
        (Post(Kind.INTERIM, key, table.number, postings), told),
    )


def rest(settlement: Settlement, interim: Settlement | None) -> Settlement:
    """What is left to settle after what was settled in the middle of the round."""
    if interim is None:
        return settlement
    return Settlement({spot: found for spot, found in settlement.spots.items() if spot not in interim.spots})


def settle_postings(settlement: Settlement) -> tuple[Posting, ...]:
    """The postings of a settlement: stake out of escrow, losses to the house, the rest to credit."""
    lines = (
        Posting(Account.ESCROW, -settlement.staked),
        Posting(Account.HOUSE, settlement.lost),
        Posting(Account.HOUSE, -settlement.won),
        Posting(Account.CREDIT, settlement.paid),
    )
    return tuple(line for line in lines if line.cents)
