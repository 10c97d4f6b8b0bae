"""Moments of a table of Casino Stud Poker for pictures and tests, dealt as the game asks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from kiosk.console.commands import Refusal
from kiosk.console.view import (
    DealingState,
    DealingView,
    DeskView,
    JackpotView,
    Next,
    RoundLine,
    SeatView,
    Step,
)
from kiosk.games.game import Act, Ask, Decide, Enter, Fact, Layout, Publish, Settle
from kiosk.games.stud.deal import CARD, DEALER, PRIZE
from kiosk.games.stud.game import GAME
from kiosk.games.stud.paytable import ANTE, BET, JACKPOT
from kiosk.tools.shots.card_table import ORDINARY, CardTable, rounds_before
from kiosk.tools.shots.card_table import ROUND as ROUND
from kiosk.tools.shots.card_table import SUPERVISORS as SUPERVISORS

DECIDING_MS = 30_000
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
_IRREGULAR = frozenset({"CorrectFact", "EnterIrregularity", "MoveHands", "NoteIrregularity"})
_PLAYED = ORDINARY | _IRREGULAR | {"DamagedEquipment", "EnterResult"}


class _Table(CardTable):
    def view(self, play: Sequence[Fact], seats: Sequence[SeatView], **fields: object) -> DeskView:
        stands = bool(play) and GAME.stands(self.layout, play)
        decides = bool(play) and isinstance(GAME.agenda(self.layout, play), Decide)
        step = Step.RESULT if stands and not decides else Step.PLAY
        return super().view(play, seats, **{"step": step, "last_rounds": _rounds(), "may": _PLAYED, **fields})


_TABLE = _Table(GAME)


def layout() -> Layout:
    """The first felt."""
    return _TABLE.layout


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


def _answers(asks: Ask, facts: Sequence[Fact]) -> list[Fact]:
    match asks:
        case Enter(name, at, _) if name == PRIZE:
            return [Fact(name, (PRIZES.get(at, 0),), at)]
        case Decide(window, boxes):
            return [Fact(window, (CALLS[box],), box) for box in boxes]
    return _TABLE.answers(asks, facts, {**HANDS, DEALER: DEALERS})


def sample_seats(facts: Sequence[Fact] = ()) -> tuple[SeatView, ...]:
    """Seven boxes, one without a bet; with the BET of those that have decided."""
    return tuple(_seat(name, facts) for name in _SEATS)


def _seat(name: str, facts: Sequence[Fact]) -> SeatView:
    if name not in HANDS:
        return _TABLE.seat(name, {})
    stakes = {ANTE: _ANTES[name]} | ({JACKPOT: 100} if name in _PLAYS_JACKPOT else {})
    if any(fact.at == name and fact.values == ("bet",) for fact in facts):
        stakes |= {BET: 2 * _ANTES[name]}
    return _TABLE.seat(name, stakes)


def _told() -> tuple[Fact, ...]:
    return tuple(fact for fact in dealt(Settle) if fact.name != "shuffle")


def _rounds() -> tuple[RoundLine, ...]:
    return rounds_before(_ended())


def _ended() -> RoundLine:
    seats = sample_seats(dealt(Settle))
    stakes = {seat.name: seat.stakes for seat in seats if seat.stakes}
    line = _TABLE.ended(_told(), seats, stakes=stakes)
    return replace(line, facts_shown=line.facts)


def table() -> DeskView:
    """Before the round."""
    return _TABLE.before(sample_seats(), ORDINARY | {"OpenBets"})


def shuffling() -> DeskView:
    """The bets are closed; the cards are shuffled."""
    facts = dealt(Act)
    fields = {"step": Step.PLAY, "next": Next.END_ACT, "act": "shuffle", "least": 1}
    return _TABLE.view(facts, sample_seats(), may=ORDINARY | {"EndAct"}, **fields)


def dealing(place: str = "03", count: int = 2, *, shoe: bool = False) -> DeskView:
    """So many cards lie at that place."""
    device = DealingView(DealingState.READY if shoe else DealingState.NONE)
    facts = dealt((Enter, CARD, place), count)
    return _TABLE.view(facts, sample_seats(), next=Next.ENTER_RESULT, device=device)


def open_card(*, proposed: bool = False) -> DeskView:
    """The Dealer's open card is asked for; the shoe has read it."""
    facts = dealt((Enter, CARD, DEALER), 0)
    read = (Fact(CARD, (DEALERS.split()[0],), DEALER),) if proposed else ()
    device = DealingView(DealingState.READY if proposed else DealingState.NONE, recognised=read)
    return _TABLE.view(facts, sample_seats(), next=Next.ENTER_RESULT, device=device)


def deciding(decided: Sequence[str] = ("01", "02", "06"), left_ms: int = 17_000) -> DeskView:
    """The boxes decide."""
    waits = tuple(name for name in HANDS if name not in decided)
    return _TABLE.with_decisions(
        dealt(Decide),
        sample_seats(),
        waits,
        decided,
        left_ms,
        deciding_ms=DECIDING_MS,
        may=ORDINARY | _IRREGULAR | {"MoreTime"},
    )


def reveal() -> DeskView:
    """All have decided; the Hands with a BET are shown next."""
    facts = dealt(Publish)
    return _TABLE.view(facts, sample_seats(facts), next=Next.REVEAL, may=ORDINARY | _IRREGULAR | {"Reveal"})


def turning(count: int = 1, *, proposed: bool = False) -> DeskView:
    """The Dealer's cards are turned; the shoe has kept what they are."""
    facts = dealt((Enter, CARD, DEALER), 5 + count - 1)
    rest = tuple(Fact(CARD, (card,), DEALER) for card in DEALERS.split()[count:]) if proposed else ()
    device = DealingView(DealingState.READY if proposed else DealingState.NONE, recognised=rest)
    return _TABLE.view(facts, sample_seats(facts), next=Next.ENTER_RESULT, device=device)


def jackpot() -> DeskView:
    """A Straight Flush with a jackpot Bet: its prize is asked for."""
    facts = dealt((Enter, PRIZE, "03"), 0)
    return _TABLE.view(facts, sample_seats(facts), next=Next.ENTER_RESULT)


def claimed(*, behind: bool = False) -> DeskView:
    """The same at a table that shares its jackpot: staff look at the Hand, alone or behind another table's."""
    view, before = jackpot(), "9/1281/claimed-04" if behind else ""
    shared = JackpotView("main", 12_345_678, taken=True, bet=100, claims="03", share="1/10", before=before)
    return replace(view, jackpot=shared, may=view.may | {"ConfirmPrize", "DenyPrize"})


def result(*, settled: bool = False) -> DeskView:
    """The round has its result."""
    facts = dealt(Settle)
    view = _TABLE.with_result(facts, sample_seats(facts), _told(), settled=settled)
    owing = () if settled else tuple(seat.name for seat in view.seats if seat.stake)
    return replace(
        view,
        paid=sum(seat.due or 0 for seat in view.seats),
        waits_for=owing,
        why_not=Refusal("seats-unsettled", {"count": len(owing)}) if owing else None,
        correctable=True,
        last_rounds=(_ended(), *_rounds()),
        may=ORDINARY | {"EndRound", "CorrectResult", "DamagedEquipment", "NoteIrregularity"},
    )


def nobody_stays() -> DeskView:
    """All have folded: nothing more is dealt."""
    facts = (*dealt(Decide), *(Fact("call", ("fold",), box) for box in HANDS))
    return _TABLE.view(facts, sample_seats(), next=Next.ENTER_RESULT)
