"""Moments of a table of Casino Stud Poker for pictures and tests, dealt as the game asks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from kiosk.book.totals import Exposure, Totals
from kiosk.console.commands import Refusal
from kiosk.console.view import (
    DealingState,
    DealingView,
    DeskView,
    JackpotView,
    LogHealth,
    LogLine,
    Next,
    Presence,
    RoundLine,
    SeatView,
    Step,
)
from kiosk.games.game import HOLDS, NOBODY, Act, Boxes, Decide, Enter, Fact, Layout, Moves, Publish, Settle
from kiosk.games.stud.deal import CARD, DEALER, PRIZE
from kiosk.games.stud.game import GAME
from kiosk.games.stud.paytable import ANTE, BET, JACKPOT
from kiosk.resources import layout_names, layout_reader
from kiosk.table.facts import hidden
from kiosk.table.round import Phase

ROUND = 1285
DECIDING_MS = 30_000
SUPERVISORS = ("Supervisor 21", "Supervisor 34", "Manager 7")
HANDS: Mapping[str, str] = {
    "01": "Kh Kd 9s 6c 3d",
    "02": "Qc Jh 8d 4s 2c",
    "03": "9h 8h 7h 6h 5h",
    "05": "As Qd Tc 7s 4h",
    "06": "5c 5d 5s Jd 8c",
    "07": "Td Ts 2d 2h 7c",
}
DEALERS = "Ac Ks Jc 6d 4d"
CALLS: Mapping[str, str] = {"01": "bet", "02": "fold", "03": "bet", "05": "fold", "06": "bet", "07": "bet"}
PRIZES: Mapping[str, int] = {"03": 1_234_567}
_ANTES: Mapping[str, int] = {"01": 1_000, "02": 2_500, "03": 1_000, "05": 500, "06": 5_000, "07": 2_500}
_PLAYS_JACKPOT = ("01", "03", "06")
_SEATS = tuple(f"{number:02}" for number in range(1, 8))
_ORDINARY = frozenset(
    {"RecordDecision", "SignOn", "SignOff", "ChangeStaff", "AutoDealing", "Void", "Interrupted"}
)
_IRREGULAR = frozenset({"CorrectFact", "EnterIrregularity", "MoveHands", "NoteIrregularity"})
_PLAYED = _ORDINARY | _IRREGULAR | {"DamagedEquipment", "EnterResult"}


def layout() -> Layout:
    """The first felt."""
    return GAME.read_layout(layout_names("stud")[0], layout_reader("stud"))


def dealt(until: type | tuple[type, str, str], count: int = 0) -> tuple[Fact, ...]:
    """The facts up to what is asked for: of that kind, or that fact at that place with so many there already."""
    facts: list[Fact] = []
    felt = layout()
    while not _is_reached(asks := GAME.agenda(felt, facts), until, facts, count):
        facts += _answers(asks, facts)
    return tuple(facts)


def _is_reached(asks: object, until: type | tuple[type, str, str], facts: Sequence[Fact], count: int) -> bool:
    if isinstance(until, type):
        return isinstance(asks, until)
    if not isinstance(asks, Enter):
        return isinstance(asks, Settle)
    there = sum((fact.name, fact.at) == (asks.fact, asks.at) for fact in facts)
    return (asks.fact, asks.at) == until[1:] and there >= count


def _answers(asks: object, facts: Sequence[Fact]) -> list[Fact]:
    match asks:
        case Boxes():
            return [Fact(HOLDS, tuple(HANDS))]
        case Act(kind, times):
            return [Fact(kind, (times,))]
        case Enter(name, at, audience) if audience == NOBODY:
            return [Fact(name, (), at, NOBODY)]
        case Enter(name, at, _) if name == PRIZE:
            return [Fact(name, (PRIZES.get(at, 0),), at)]
        case Enter(name, at, audience):
            told = sum((fact.name, fact.at, fact.audience) == (name, at, audience) for fact in facts)
            cards = (DEALERS if at == DEALER else HANDS[at]).split()
            return [Fact(name, (cards[told],), at, audience)]
        case Decide(window, boxes):
            return [Fact(window, (CALLS[box],), box) for box in boxes]
        case Publish(places):
            return [Fact(CARD, facts[at].values, facts[at].at) for at in places]
    raise AssertionError(asks)


def sample_seats(facts: Sequence[Fact] = ()) -> tuple[SeatView, ...]:
    """Seven boxes, one without a bet; with the BET of those that have decided."""
    return tuple(_seat(name, facts) for name in _SEATS)


def _seat(name: str, facts: Sequence[Fact]) -> SeatView:
    if name not in HANDS:
        return SeatView(name, layout().name, Presence.PRESENT, close_shown=True)
    stakes = {ANTE: _ANTES[name]} | ({JACKPOT: 100} if name in _PLAYS_JACKPOT else {})
    if any(fact.at == name and fact.values == ("bet",) for fact in facts):
        stakes |= {BET: 2 * _ANTES[name]}
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
    stands = bool(play) and GAME.stands(layout(), play) and not isinstance(asked, Decide)
    offered = GAME.irregularities(layout(), play) if play and not isinstance(asked, Act) else ()
    made = DeskView(
        casino="Harbour Casino",
        table="7",
        console="console-7",
        game="stud",
        dealer="Mia Fong",
        round=ROUND,
        phase=Phase.PLAY,
        step=Step.RESULT if stands else Step.PLAY,
        asked=asked,
        betting_ms=36_000,
        play=tuple(map(hidden, play)),
        irregularities=offered,
        moves=GAME.moves(layout(), play) if play and not isinstance(asked, Act) else Moves(),
        seats=tuple(seats),
        exposure=Exposure(sum(seat.stake for seat in seats)),
        totals=Totals(1_284, 6, 48_215_000, 46_903_500),
        last_rounds=_rounds(),
        round_log=(
            LogLine("21:13:52", "opened", {"seconds": 36}),
            LogLine("21:14:28", "closed", {"slips": 6, "cents": 1_250_000}),
            LogLine("21:14:29", "all-closed"),
        ),
        supervisors=SUPERVISORS,
        managers=("Manager 7",),
        may=_PLAYED,
        health=LogHealth(3, 3),
        void_needs_supervisor=True,
    )
    return replace(made, **fields)


def _rounds() -> tuple[RoundLine, ...]:
    told = dealt(Settle)
    last, stakes = tuple(map(hidden, told)), {seat.name: seat.stakes for seat in sample_seats(told)}
    facts = tuple(fact for fact in last if fact.name != "shuffle")
    return tuple(
        RoundLine(
            ROUND - back,
            facts,
            turnover=1_250_000,
            paid=900_000 + back * 25_000,
            takes_result=True,
            facts_shown=facts,
            stakes=stakes,
        )
        for back in range(1, 5)
    )


def table() -> DeskView:
    """Before the round."""
    seats = [replace(seat, stake=0, stakes={}, close_shown=False) for seat in sample_seats()]
    fields = {
        "phase": Phase.ENDED,
        "step": Step.OPEN,
        "next": Next.OPEN_BETS,
        "may": _ORDINARY | {"OpenBets"},
    }
    return _view((), seats, exposure=Exposure(), **fields)


def shuffling() -> DeskView:
    """The bets are closed; the cards are shuffled."""
    facts = dealt(Act)
    fields = {"step": Step.PLAY, "next": Next.END_ACT, "act": "shuffle", "least": 1}
    return _view(facts, sample_seats(), may=_ORDINARY | {"EndAct"}, **fields)


def dealing(place: str = "03", count: int = 2, *, shoe: bool = False) -> DeskView:
    """So many cards lie at that place."""
    device = DealingView(DealingState.READY if shoe else DealingState.NONE)
    facts = dealt((Enter, CARD, place), count)
    return _view(facts, sample_seats(), next=Next.ENTER_RESULT, device=device)


def open_card(*, proposed: bool = False) -> DeskView:
    """The Dealer's open card is asked for; the shoe has read it."""
    facts = dealt((Enter, CARD, DEALER), 0)
    read = (Fact(CARD, (DEALERS.split()[0],), DEALER),) if proposed else ()
    device = DealingView(DealingState.READY if proposed else DealingState.NONE, recognised=read)
    return _view(facts, sample_seats(), next=Next.ENTER_RESULT, device=device)


def deciding(decided: Sequence[str] = ("01", "02", "06"), left_ms: int = 17_000) -> DeskView:
    """The boxes decide."""
    facts = dealt(Decide)
    seats = [
        replace(seat, deciding=seat.name in HANDS, decided=seat.name in decided) for seat in sample_seats()
    ]
    waits = tuple(name for name in HANDS if name not in decided)
    return _view(
        facts,
        seats,
        next=Next.CLOSE_DECISIONS,
        waits_for=waits,
        left_ms=left_ms,
        deciding_ms=DECIDING_MS,
        why_not=Refusal("deciding", {"count": len(waits)}) if waits and left_ms else None,
        may=_ORDINARY | _IRREGULAR | {"MoreTime"},
    )


def reveal() -> DeskView:
    """All have decided; the Hands with a BET are shown next."""
    facts = dealt(Publish)
    return _view(facts, sample_seats(facts), next=Next.REVEAL, may=_ORDINARY | _IRREGULAR | {"Reveal"})


def turning(count: int = 1, *, proposed: bool = False) -> DeskView:
    """The Dealer's cards are turned; the shoe has kept what they are."""
    facts = dealt((Enter, CARD, DEALER), 5 + count - 1)
    rest = tuple(Fact(CARD, (card,), DEALER) for card in DEALERS.split()[count:]) if proposed else ()
    device = DealingView(DealingState.READY if proposed else DealingState.NONE, recognised=rest)
    return _view(facts, sample_seats(facts), next=Next.ENTER_RESULT, device=device)


def jackpot() -> DeskView:
    """A Straight Flush with a jackpot Bet: its prize is asked for."""
    facts = dealt((Enter, PRIZE, "03"), 0)
    return _view(facts, sample_seats(facts), next=Next.ENTER_RESULT)


def claimed(*, behind: bool = False) -> DeskView:
    """The same at a table that shares its jackpot: staff look at the Hand, alone or behind another table's."""
    view, before = jackpot(), "9/1281/claimed-04" if behind else ""
    shared = JackpotView("main", 12_345_678, taken=True, bet=100, claims="03", share="1/10", before=before)
    return replace(view, jackpot=shared, may=view.may | {"ConfirmPrize", "DenyPrize"})


def result(*, settled: bool = False) -> DeskView:
    """The round has its result."""
    facts = dealt(Settle)
    told = tuple(fact for fact in map(hidden, facts) if fact.name != "shuffle")
    seats = []
    for seat in sample_seats(facts):
        due = GAME.settle(layout(), seat.stakes, facts, seat.name).paid if seat.stakes else None
        seats.append(replace(seat, due=due, settled=settled))
    waits = () if settled else ("03", "06")
    stakes = {seat.name: seat.stakes for seat in seats if seat.stakes}
    line = RoundLine(ROUND, told, turnover=1_250_000, takes_result=True, facts_shown=told, stakes=stakes)
    return _view(
        facts,
        seats,
        phase=Phase.RESULT,
        step=Step.PAY_OUT,
        next=Next.END_ROUND,
        asked=None,
        facts=told,
        paid=sum(seat.due or 0 for seat in seats),
        waits_for=waits,
        why_not=None if settled else Refusal("seats-unsettled", {"count": 2}),
        correctable=True,
        last_rounds=(line, *_rounds()),
        may=_ORDINARY | {"EndRound", "CorrectResult", "DamagedEquipment", "NoteIrregularity"},
    )


def nobody_stays() -> DeskView:
    """All have folded: nothing more is dealt."""
    facts = (*dealt(Decide), *(Fact("call", ("fold",), box) for box in HANDS))
    return _view(facts, sample_seats(), next=Next.ENTER_RESULT)
