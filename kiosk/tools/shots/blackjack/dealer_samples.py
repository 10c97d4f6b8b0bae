"""Moments of a table of Blackjack for pictures and tests, dealt as the game asks."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from msgspec.structs import replace

from kiosk.book.totals import Exposure, Totals
from kiosk.console.commands import Refusal
from kiosk.console.view import (
    Alert,
    AlertLevel,
    DealingState,
    DealingView,
    DeskView,
    LogHealth,
    LogLine,
    Next,
    Presence,
    RoundLine,
    SeatView,
    ShoeView,
    Step,
)
from kiosk.games.blackjack.deal import CARD, DEALER
from kiosk.games.blackjack.game import GAME
from kiosk.games.blackjack.paytable import FIRST, TURN
from kiosk.games.game import HOLDS, INTERIM, Ask, Boxes, Decide, Enter, Fact, Interim, Layout, Moves, Settle
from kiosk.resources import layout_names, layout_reader
from kiosk.table.round import Phase

ROUND = 1285
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
_ORDINARY = frozenset(
    {"RecordDecision", "SignOn", "SignOff", "ChangeStaff", "AutoDealing", "Void", "Interrupted"}
)
_PLAYED = _ORDINARY | {
    "CorrectFact",
    "EnterIrregularity",
    "NoteIrregularity",
    "DamagedEquipment",
    "EnterResult",
    "NewShoe",
    "CoverCard",
}
_Until = Callable[[Ask, Sequence[Fact]], bool]


def layout() -> Layout:
    """The first felt."""
    return GAME.read_layout(layout_names("blackjack")[0], layout_reader("blackjack"))


def dealt(until: _Until, cards: Mapping[str, str] = CARDS) -> tuple[Fact, ...]:
    """The facts up to what is asked for, to the settlement at the latest."""
    facts: list[Fact] = []
    felt = layout()
    while not isinstance(asks := GAME.agenda(felt, facts), Settle) and not until(asks, facts):
        facts += _answers(asks, facts, cards)
    return tuple(facts)


def _answers(asks: Ask, facts: Sequence[Fact], cards: Mapping[str, str]) -> list[Fact]:
    match asks:
        case Boxes():
            return [Fact(HOLDS, tuple(box for box in cards if box != DEALER))]
        case Enter(name, at, _):
            told = sum((fact.name, fact.at) == (name, at) for fact in facts)
            return [Fact(name, (cards[at].split()[told],), at)]
        case Decide(window, boxes) if window == FIRST:
            return [Fact(window, ("decline",), box) for box in boxes]
        case Decide(window, (box,)):
            told = sum((fact.name, fact.at) == (window, box) for fact in facts)
            return [Fact(window, (CHOICES[box][told],), box)]
        case Interim():
            return [Fact(INTERIM, (1 + sum(fact.name == INTERIM for fact in facts),))]
    raise AssertionError(asks)


def sample_seats(*, added: bool = False) -> tuple[SeatView, ...]:
    """Seven boxes, one without a bet; with what the decisions have added."""
    return tuple(_seat(name, added=added) for name in _SEATS)


def _seat(name: str, *, added: bool) -> SeatView:
    if name not in _BETS:
        return SeatView(name, layout().name, Presence.PRESENT, close_shown=True)
    stakes = {"initial": _BETS[name]} | ({"pair": 500} if name in _PAIRS else {})
    if added:
        stakes |= _ADDED.get(name, {})
    return SeatView(
        name,
        layout().name,
        Presence.PRESENT,
        playing=True,
        close_shown=True,
        stake=sum(stakes.values()),
        stakes=stakes,
    )


def _view(play: Sequence[Fact], seats: Sequence[SeatView], **fields: object) -> DeskView:
    asked = GAME.agenda(layout(), play) if play else None
    made = DeskView(
        casino="Harbour Casino",
        table="7",
        console="console-7",
        game="blackjack",
        dealer="Mia Fong",
        round=ROUND,
        phase=Phase.PLAY,
        step=Step.PLAY,
        asked=asked,
        betting_ms=36_000,
        play=tuple(play),
        irregularities=GAME.irregularities(layout(), play) if play else (),
        moves=GAME.moves(layout(), play) if play else Moves(),
        seats=tuple(seats),
        exposure=Exposure(sum(seat.stake for seat in seats)),
        totals=Totals(1_284, 6, 48_215_000, 46_903_500),
        last_rounds=_rounds(),
        round_log=(
            LogLine("21:13:52", "opened", {"seconds": 36}),
            LogLine("21:14:28", "closed", {"slips": 6, "cents": 1_250_000}),
            LogLine("21:14:29", "all-closed"),
        ),
        supervisors=("Supervisor 21", "Supervisor 34", "Manager 7"),
        managers=("Manager 7",),
        may=_PLAYED,
        health=LogHealth(3, 3),
        void_needs_supervisor=True,
        shoe=ShoeView(GAME.decks(layout()), 261),
    )
    return replace(made, **fields)


def _result_facts() -> tuple[Fact, ...]:
    return tuple(fact for fact in dealt(lambda *_: False) if fact.name != INTERIM)


def _rounds() -> tuple[RoundLine, ...]:
    facts = _result_facts()
    return tuple(
        RoundLine(ROUND - back, facts, turnover=1_250_000, paid=900_000 + back * 25_000, takes_result=True)
        for back in range(1, 5)
    )


def table() -> DeskView:
    """Before the round."""
    seats = [replace(seat, stake=0, stakes={}, close_shown=False) for seat in sample_seats()]
    fields = {
        "phase": Phase.ENDED,
        "step": Step.OPEN,
        "next": Next.OPEN_BETS,
        "may": _ORDINARY | {"OpenBets", "NewShoe"},
    }
    return _view((), seats, exposure=Exposure(), **fields)


def new_shoe() -> DeskView:
    """Between two rounds, after the cover card has come out."""
    shoe = ShoeView(GAME.decks(layout()), 131, due=True)
    return replace(table(), next=Next.NEW_SHOE, shoe=shoe, may=_ORDINARY | {"NewShoe", "CoverCardBack"})


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
    return _view(
        dealt(there), sample_seats(added=count > 2 or place == DEALER), next=Next.ENTER_RESULT, device=device
    )


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
    facts: Sequence[Fact], boxes: Sequence[str], left_ms: int, decided: Sequence[str] = ()
) -> DeskView:
    seats = [
        replace(seat, deciding=seat.name in (*boxes, *decided), decided=seat.name in decided)
        for seat in sample_seats()
    ]
    return _view(
        facts,
        seats,
        next=Next.CLOSE_DECISIONS,
        waits_for=tuple(boxes),
        left_ms=left_ms,
        deciding_ms=DECIDING_MS,
        why_not=Refusal("deciding", {"count": len(boxes)}) if left_ms else None,
        may=_ORDINARY
        | {
            "MoreTime",
            "CorrectFact",
            "EnterIrregularity",
            "MoveHands",
            "NoteIrregularity",
            "CoverCard",
            "NewShoe",
        },
    )


def result(*, settled: bool = False) -> DeskView:
    """The round has its result."""
    told = _result_facts()
    seats = []
    for seat in sample_seats(added=True):
        due = GAME.settle(layout(), seat.stakes, told, seat.name).paid if seat.stakes else None
        seats.append(replace(seat, due=due, settled=settled))
    waits_for = () if settled else tuple(seat.name for seat in seats if seat.stakes)
    return _view(
        dealt(lambda *_: False),
        seats,
        phase=Phase.RESULT,
        step=Step.PAY_OUT,
        next=Next.END_ROUND,
        asked=None,
        facts=told,
        paid=sum(seat.due or 0 for seat in seats),
        waits_for=waits_for,
        why_not=Refusal("seats-unsettled", {"count": len(waits_for)}) if waits_for else None,
        may=_ORDINARY | {"EndRound", "CorrectResult"},
    )
