"""Moments of a table of Blackjack for pictures and tests, dealt as the game asks."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from msgspec.structs import replace

from kiosk.console.commands import Refusal
from kiosk.console.view import (
    Alert,
    AlertLevel,
    DealingState,
    DealingView,
    DeskView,
    Next,
    RoundLine,
    SeatView,
    ShoeView,
)
from kiosk.games.blackjack.deal import CARD, DEALER
from kiosk.games.blackjack.game import GAME
from kiosk.games.blackjack.paytable import FIRST, TURN
from kiosk.games.game import INTERIM, Ask, Decide, Enter, Fact, Interim, Layout, Settle
from kiosk.tools.shots.card_table import ORDINARY, CardTable, rounds_before
from kiosk.tools.shots.card_table import ROUND as ROUND

DECIDING_MS = 30_000
CARDS: Mapping[str, str] = {
    "01": "Th 9s",
    "02": "8c 8d 3h Tc Td",
    "03": "Ad Kc",
    "05": "7h 5c Qd",
    "06": "2c 3d 6h Ks",
    "07": "Td 6c",
    DEALER: "6s Jc 4d",
}
"""The cards of each place in the order drawn; box 02 splits its eights."""
CHOICES: Mapping[str, tuple[str, ...]] = {
    "01": ("stand",),
    "02": ("split", "double", "stand"),
    "05": ("hit",),
    "06": ("hit", "stand"),
    "07": ("stand",),
}
_BETS: Mapping[str, int] = {"01": 1_000, "02": 2_500, "03": 1_000, "05": 500, "06": 5_000, "07": 2_500}
_PAIRS = ("02", "06")
_ADDED: Mapping[str, Mapping[str, int]] = {"02": {"split-2": 2_500, "double-1": 2_500}}
_SEATS = tuple(f"{number:02}" for number in range(1, 8))
_PLAYED = ORDINARY | {
    "CorrectFact",
    "EnterIrregularity",
    "NoteIrregularity",
    "DamagedEquipment",
    "EnterResult",
    "NewShoe",
    "CoverCard",
}
_Until = Callable[[Ask, Sequence[Fact]], bool]


class _Table(CardTable):
    def view(self, play: Sequence[Fact], seats: Sequence[SeatView], **fields: object) -> DeskView:
        shoe = ShoeView(GAME.decks(self.layout), 261)
        return super().view(play, seats, **{"last_rounds": _rounds(), "shoe": shoe, "may": _PLAYED, **fields})


_TABLE = _Table(GAME)


def layout() -> Layout:
    """The first felt."""
    return _TABLE.layout


def dealt(until: _Until, cards: Mapping[str, str] = CARDS) -> tuple[Fact, ...]:
    """The facts up to what is asked for, to the settlement at the latest."""
    facts: list[Fact] = []
    felt = layout()
    while not isinstance(asks := GAME.agenda(felt, facts), Settle) and not until(asks, facts):
        facts += _answers(asks, facts, cards)
    return tuple(facts)


def _answers(asks: Ask, facts: Sequence[Fact], cards: Mapping[str, str]) -> list[Fact]:
    match asks:
        case Decide(window, boxes) if window == FIRST:
            return [Fact(window, ("decline",), box) for box in boxes]
        case Decide(window, (box,)):
            told = sum((fact.name, fact.at) == (window, box) for fact in facts)
            return [Fact(window, (CHOICES[box][told],), box)]
        case Interim():
            return [Fact(INTERIM, (1 + sum(fact.name == INTERIM for fact in facts),))]
    return _TABLE.answers(asks, facts, cards)


def sample_seats(*, added: bool = False) -> tuple[SeatView, ...]:
    """Seven boxes, one without a bet; with what the decisions have added."""
    return tuple(_seat(name, added=added) for name in _SEATS)


def _seat(name: str, *, added: bool) -> SeatView:
    if name not in _BETS:
        return _TABLE.seat(name, {})
    stakes = {"initial": _BETS[name]} | ({"pair": 500} if name in _PAIRS else {})
    return _TABLE.seat(name, {**stakes, **(_ADDED.get(name, {}) if added else {})})


def _result_facts() -> tuple[Fact, ...]:
    return tuple(fact for fact in dealt(lambda *_: False) if fact.name != INTERIM)


def _rounds() -> tuple[RoundLine, ...]:
    return rounds_before(_TABLE.ended(_result_facts(), sample_seats(added=True)))


def table() -> DeskView:
    """Before the round."""
    return _TABLE.before(sample_seats(), ORDINARY | {"OpenBets", "NewShoe"})


def new_shoe() -> DeskView:
    """Between two rounds, after the cover card has come out."""
    shoe = ShoeView(GAME.decks(layout()), 131, due=True)
    return replace(table(), next=Next.NEW_SHOE, shoe=shoe, may=ORDINARY | {"NewShoe", "CoverCardBack"})


def cover_card() -> DeskView:
    """It has come out in a round."""
    shoe = ShoeView(GAME.decks(layout()), 138, due=True)
    due = Alert(AlertLevel.WARNING, "shoe-due", {"decks": shoe.decks})
    return replace(
        dealing("05", 2), shoe=shoe, alerts=(due,), may=_PLAYED - {"CoverCard"} | {"CoverCardBack"}
    )


def dealing(place: str = "05", count: int = 0, *, shoe: bool = False) -> DeskView:
    """So many cards lie at that place, and it gets the next one."""

    def there(asks: Ask, facts: Sequence[Fact]) -> bool:
        told = sum((fact.name, fact.at) == (CARD, place) for fact in facts)
        return isinstance(asks, Enter) and asks.at == place and told == count

    device = DealingView(DealingState.READY if shoe else DealingState.NONE)
    seats = sample_seats(added=count > 2 or place == DEALER)
    return _TABLE.view(dealt(there), seats, next=Next.ENTER_RESULT, device=device)


def first_window(decided: Sequence[str] = ("01", "03"), left_ms: int = 17_000) -> DeskView:
    """All boxes decide at once: the Dealer shows an Ace."""
    facts = dealt(
        lambda asks, _: isinstance(asks, Decide) and asks.window == FIRST, {**CARDS, DEALER: "As Jc"}
    )
    return _deciding(facts, tuple(box for box in CARDS if box not in (*decided, DEALER)), left_ms, decided)


def turn(box: str = "02", count: int = 1, left_ms: int = 17_000) -> DeskView:
    """That box decides, for the so-manieth time."""

    def there(asks: Ask, facts: Sequence[Fact]) -> bool:
        told = sum((fact.name, fact.at) == (TURN, box) for fact in facts)
        return isinstance(asks, Decide) and asks.window == TURN and asks.boxes == (box,) and told + 1 == count

    return _deciding(dealt(there), (box,), left_ms)


def _deciding(
    facts: Sequence[Fact], boxes: tuple[str, ...], left_ms: int, decided: Sequence[str] = ()
) -> DeskView:
    may = {
        "MoreTime",
        "CorrectFact",
        "EnterIrregularity",
        "MoveHands",
        "NoteIrregularity",
        "CoverCard",
        "NewShoe",
    }
    return _TABLE.with_decisions(
        facts, sample_seats(), boxes, decided, left_ms, deciding_ms=DECIDING_MS, may=ORDINARY | may
    )


def result(*, settled: bool = False) -> DeskView:
    """The round has its result."""
    view = _TABLE.with_result(
        dealt(lambda *_: False), sample_seats(added=True), _result_facts(), settled=settled
    )
    waits_for = () if settled else tuple(seat.name for seat in view.seats if seat.stakes)
    return replace(
        view,
        paid=sum(seat.due or 0 for seat in view.seats),
        waits_for=waits_for,
        why_not=Refusal("seats-unsettled", {"count": len(waits_for)}) if waits_for else None,
        may=ORDINARY | {"EndRound", "CorrectResult"},
    )
