"""Moments of a table for pictures and tests. Every amount is what the rules give for the slips that are shown."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache, lru_cache

from msgspec.structs import replace

from kiosk.book.totals import Exposure, ItemView, Totals
from kiosk.console.commands import Refusal
from kiosk.console.view import (
    Alert,
    AlertLevel,
    DealingState,
    DealingView,
    DecisionView,
    DeskView,
    LogHealth,
    LogLine,
    Next,
    Presence,
    RoundLine,
    SeatView,
    StaffView,
    Step,
)
from kiosk.games import game
from kiosk.games.game import Layout
from kiosk.games.sicbo import ROLLS, TOO_FEW, TUMBLE, VALID_TUMBLES, Dice, dice_fact
from kiosk.resources import layout_reader
from kiosk.table.round import Phase

ROUND = 1285
BETTING_MS = 36_000
RESULT: Dice = (3, 5, 3)
SUPERVISORS = ("Supervisor 21", "Supervisor 34", "Manager 7")
MANAGERS = ("Manager 7",)
STAFF = (
    *(StaffView(name, "dealer") for name in ("Chan Siu Ming", "Ho Wai", "Lam Ka Yan", "Mia Fong")),
    *(StaffView(name, "manager" if name in MANAGERS else "supervisor") for name in SUPERVISORS),
)
EVERYTHING = frozenset({"RecordDecision", "SignOn", "SignOff", "ChangeStaff", "CloseTable", "AutoDealing"})
_LAYOUTS = ("A", "B", "C")
_SPOTS = (
    "big",
    "small",
    "odd",
    "even",
    "total-11",
    "total-8",
    "domino-35",
    "single-3",
    "double-6",
    "any-triple",
)
_STAKES = (500, 500, 1_000, 2_500, 2_500, 5_000, 10_000)


@lru_cache(maxsize=len(_LAYOUTS))
def _layout(name: str) -> Layout:
    return game("sicbo").read_layout(name, layout_reader("sicbo"))


@cache
def _paid_to(layout: str, stakes: tuple[tuple[str, int], ...], dice: Dice) -> int:
    return game("sicbo").settle(_layout(layout), dict(stakes), (dice_fact(dice),)).paid


def due_of(seat: SeatView, dice: Dice) -> int:
    """What the dice pay to a seat, in cents."""
    return _paid_to(seat.layout, tuple(seat.stakes.items()), dice)


def sample_seats(count: int = 24) -> tuple[SeatView, ...]:
    """Seats that bet, some that do not, one that is locked, one that is silent, some without a player terminal."""
    rolls = random.Random(12)  # noqa: S311  pictures, not play
    seats = []
    for number in range(1, count + 1):
        spots = rolls.sample(_SPOTS, rolls.randint(1, 5)) if number % 5 else []
        stakes = {spot: rolls.choice(_STAKES) for spot in spots}
        seat = SeatView(
            f"{number:02}",
            _LAYOUTS[number % 3],
            Presence.PRESENT,
            playing=bool(stakes),
            stake=sum(stakes.values()),
            stakes=stakes,
        )
        seats.append(_special(seat, number))
    return tuple(seats)


def _special(seat: SeatView, number: int) -> SeatView:
    if number in (10, 17, 31):
        return SeatView(seat.name, seat.layout)
    if number == 3:
        return replace(seat, locks=("handpay",), calling=True)
    if number == 20:
        stakes = {"odd": 500, "single-3": 500}
        return replace(
            seat, presence=Presence.SILENT, gone_ms=14_000, stakes=stakes, stake=1_000, playing=True
        )
    return seat


def exposure(seats: Sequence[SeatView]) -> Exposure:
    """What the registered slips can cost, over all 216 rolls."""
    staked = sum(seat.stake for seat in seats)
    results = {roll: staked - sum(due_of(seat, roll) for seat in seats if seat.stakes) for roll in ROLLS}
    worst = min(ROLLS, key=lambda roll: results[roll])
    facts = (dice_fact(worst),) if staked else ()
    return Exposure(staked, results[worst], facts, max(results.values()))


def sample_rounds(last: int) -> tuple[RoundLine, ...]:
    """The rounds up to this one, newest first."""
    rolls = random.Random(5)  # noqa: S311  pictures, not play
    seats = sample_seats()
    lines = []
    for number in range(last, last - 12, -1):
        dice: Dice = (rolls.randint(1, 6), rolls.randint(1, 6), rolls.randint(1, 6))
        paid = sum(due_of(seat, dice) for seat in seats if seat.stakes)
        facts = (dice_fact(dice),)
        staked = sum(seat.stake for seat in seats)
        line = RoundLine(number, facts, turnover=staked, paid=paid, takes_result=True, facts_shown=facts)
        lines.append(line)
    lines[2] = replace(lines[2], facts=(), void_reason="die not flat", paid=lines[2].turnover)
    lines[3] = replace(lines[3], corrected=True)
    lines[4] = replace(lines[4], unsettled=("20",))
    return tuple(lines)


_SINCE_OPEN = (
    LogLine("21:13:52", "opened", {"seconds": 36}),
    LogLine("21:14:20", "hurry", {"seconds": 8}),
    LogLine("21:14:28", "closed"),
    LogLine("21:14:29", "all-closed"),
    LogLine("21:14:31", "act-started"),
    LogLine("21:14:36", "act-ended", {"times": 3}),
    LogLine("21:14:41", "result", {"facts": "3 5 3", "by": "Mia Fong"}),
)


def _log(lines: int, seats: Sequence[SeatView]) -> tuple[LogLine, ...]:
    bets = [seat.stake for seat in seats if seat.stake]
    closed = LogLine("21:14:28", "closed", {"slips": len(bets), "cents": sum(bets)})
    return tuple(closed if line.key == "closed" else line for line in _SINCE_OPEN[:lines])


def table(count: int = 24) -> DeskView:
    """A quiet table before its next round."""
    seats = tuple(
        replace(seat, stake=0, stakes={}, playing=False, locks=(), calling=False)
        for seat in sample_seats(count)
    )
    return DeskView(
        casino="Casino",
        table="12",
        console="pit-1",
        game="sicbo",
        dealer="Mia Fong",
        round=ROUND - 1,
        phase=Phase.ENDED,
        betting_ms=BETTING_MS,
        device=DealingView(DealingState.READY),
        seats=seats,
        totals=Totals(1_284, 3, 412_345_00, 398_120_50),
        last_rounds=sample_rounds(ROUND - 1),
        supervisors=SUPERVISORS,
        managers=MANAGERS,
        staff=STAFF,
        opened_by=SUPERVISORS[0],
        opened_at="2026-01-31T10:00:00Z",
        may=EVERYTHING | {"OpenBets", "CorrectResult", "DamagedEquipment"},
        health=LogHealth(3, 3),
    )


def table_closed() -> DeskView:
    """Nobody has opened the table yet, and nobody deals."""
    may = frozenset({"SignOn", "ChangeStaff", "OpenTable"})
    return replace(table(), next=Next.OPEN_TABLE, dealer="", opened_by="", opened_at="", may=may)


def betting(count: int = 24, left_ms: int = 21_000) -> DeskView:
    """Bets are open, the stakes grow."""
    seats = sample_seats(count)
    return replace(
        table(count),
        round=ROUND,
        phase=Phase.BETTING,
        step=Step.HURRY,
        next=Next.HURRY_UP,
        left_ms=left_ms,
        seats=seats,
        exposure=exposure(seats),
        round_log=_log(1, ()),
        may=EVERYTHING | {"HurryUp", "CloseBets", "Void", "Interrupted", "DamagedEquipment"},
    )


def hurried(count: int = 24, left_ms: int = 4_300) -> DeskView:
    """The last seconds."""
    view = betting(count, left_ms)
    may = view.may - {"HurryUp"}
    log = _log(2, ())
    return replace(view, step=Step.CLOSE, next=Next.CLOSE_BETS, hurried=True, may=may, round_log=log)


def waiting(count: int = 24) -> DeskView:
    """Bets are closed; one seat does not show it yet."""
    view = hurried(count)
    seats = tuple(
        replace(seat, close_shown=seat.presence is Presence.PRESENT and seat.name != "07")
        for seat in view.seats
    )
    return replace(
        view,
        phase=Phase.CLOSED,
        step=Step.PLAY,
        next=Next.START_ACT,
        left_ms=None,
        seats=seats,
        waits_for=("07", "20"),
        why_not=Refusal("seats-not-closed", {"count": 2}),
        round_log=_log(3, view.seats),
        alerts=(Alert(AlertLevel.WARNING, "silent-bets", {"seats": "20"}),),
        may=EVERYTHING | {"GoOnWithout", "Void", "Interrupted", "DamagedEquipment"},
    )


def closed(count: int = 24) -> DeskView:
    """All seats show "No more bets"."""
    view = waiting(count)
    seats = tuple(
        replace(seat, close_shown=seat.presence is Presence.PRESENT, flagged=seat.presence is Presence.SILENT)
        for seat in view.seats
    )
    may = EVERYTHING | {"StartAct", "Void", "Interrupted", "DamagedEquipment"}
    log = _log(4, view.seats)
    return replace(view, seats=seats, waits_for=(), why_not=None, may=may, round_log=log)


def tumbling(count: int = 24, state: DealingState = DealingState.RUNNING, tumbles: int = 2) -> DeskView:
    """The dice tumble."""
    view = closed(count)
    counted = state is DealingState.RUNNING
    return replace(
        view,
        phase=Phase.PLAY,
        act=TUMBLE,
        next=Next.END_ACT,
        least=VALID_TUMBLES,
        device=DealingView(state, tumbles if counted else 0),
        why_not=Refusal("device-runs") if counted else None,
        round_log=_log(5, view.seats),
        may=EVERYTHING | {"EndAct", "Void", "Interrupted", "DamagedEquipment"},
    )


def entering(count: int = 24, recognised: Dice | tuple[()] = ()) -> DeskView:
    """The dice rest after three tumbles."""
    view = tumbling(count)
    read = (dice_fact(recognised),) if recognised else ()
    return replace(
        view,
        phase=Phase.PLAY,
        act="",
        step=Step.RESULT,
        next=Next.ENTER_RESULT,
        why_not=None,
        times=3,
        device=DealingView(DealingState.READY, 3, read),
        void_needs_supervisor=True,
        round_log=_log(6, view.seats),
        may=EVERYTHING | {"EnterResult", "Void", "Interrupted", "DamagedEquipment"},
    )


def result(count: int = 24, *, settled: bool = False) -> DeskView:
    """The result stands; the seats settle."""
    view = entering(count)
    seats = tuple(_settled(seat, all_of_them=settled) for seat in view.seats)
    owing = sum(1 for seat in seats if seat.stake and not seat.settled and seat.presence is Presence.PRESENT)
    may = (
        EVERYTHING
        | {"Void", "DamagedEquipment", "CorrectResult", "PayByHand"}
        | ({"EndRound"} if not owing else set())
    )
    return replace(
        view,
        phase=Phase.RESULT,
        step=Step.PAY_OUT,
        next=Next.END_ROUND,
        why_not=Refusal("seats-unsettled", {"count": owing}) if owing else None,
        facts=(dice_fact(RESULT),),
        correctable=True,
        seats=seats,
        paid=sum(seat.due or 0 for seat in seats),
        round_log=_log(7, view.seats),
        may=may,
    )


def _settled(seat: SeatView, *, all_of_them: bool) -> SeatView:
    if not seat.stakes:
        return seat
    due = due_of(seat, RESULT)
    if seat.presence is Presence.SILENT:
        return replace(seat, due=due, payable=due, gone_ms=41_000)
    return replace(
        seat, due=due, settled=all_of_them or seat.name not in ("08", "22"), locks=(), calling=False
    )


def void(count: int = 24) -> DeskView:
    """The round is void; the next one can open."""
    view = result(count, settled=True)
    log = (*_log(6, view.seats), LogLine("21:14:52", "void", {"reason": "die not flat"}))
    seats = tuple(replace(seat, due=seat.stake or None, payable=0) for seat in view.seats)
    return replace(
        view,
        phase=Phase.VOID,
        step=Step.OPEN,
        next=Next.OPEN_BETS,
        facts=(),
        void_reason="die not flat",
        void_needs_supervisor=False,
        why_not=None,
        seats=seats,
        round_log=log,
        may=EVERYTHING | {"OpenBets", "DamagedEquipment"},
    )


def too_few(count: int = 24) -> DeskView:
    """Two tumbles, counted by the tumbler: the round must be void."""
    return replace(
        entering(count),
        step=Step.PLAY,
        next=Next.VOID_DUE,
        ran=TOO_FEW,
        times=2,
        void_needs_supervisor=False,
        may=EVERYTHING | {"Void"},
    )


def ran_again(count: int = 24) -> DeskView:
    """The tumbler started again after a valid tumble: the round must be void."""
    view = entering(count)
    log = (*view.round_log, LogLine("21:14:44", "device-again"))
    return replace(
        view,
        next=Next.VOID_RUN,
        ran="tumbler started again",
        round_log=log,
        alerts=(Alert(AlertLevel.FAULT, "device-again"), *view.alerts),
        may=EVERYTHING | {"Void", "DamagedEquipment"},
    )


def betting_asked(count: int = 24) -> DeskView:
    """The console was gone while bets were open, and asks how the round goes on."""
    may = EVERYTHING | {"ResumeBetting", "CloseBets", "Void", "DamagedEquipment"}
    return replace(betting(count, 12_000), next=Next.ANSWER_BETTING, may=may)


def automatic(view: DeskView) -> DeskView:
    """The same moment while a supervisor lets results be automatic."""
    lines = [
        LogLine(line.at, "result-automatic", {"facts": line.values["facts"], "by": SUPERVISORS[0]})
        if line.key == "result"
        else line
        for line in view.round_log
    ]
    return replace(
        view,
        auto=True,
        automatic_by=SUPERVISORS[0],
        result_by=SUPERVISORS[0] if view.facts else "",
        round_log=tuple(lines),
        last_rounds=tuple(
            replace(line, automatic_by="" if line.void_reason or line.corrected else SUPERVISORS[0])
            for line in view.last_rounds
        ),
        alerts=(*view.alerts, Alert(AlertLevel.WARNING, "automatic", {"name": SUPERVISORS[0]})),
    )


def interrupted(count: int = 24, *, decided: bool = False) -> DeskView:
    """The console was gone in the middle of a round: rule 5.1 asks."""
    may = EVERYTHING | {"Void", "Interrupted"}
    return replace(entering(count), next=Next.ANSWER_INTERRUPTION, decided_already=decided, may=may)


def fenced(count: int = 24) -> DeskView:
    """Another console holds the table."""
    alerts = (Alert(AlertLevel.FAULT, "other-console", {"console": "pit-2"}),)
    return replace(entering(count), next=Next.TAKE_OVER, may=frozenset({"TakeOver"}), alerts=alerts)


def no_answer(count: int = 24) -> DeskView:
    """The table log does not answer."""
    alerts = (Alert(AlertLevel.FAULT, "log-gone"), Alert(AlertLevel.WARNING, "silent-bets", {"seats": "20"}))
    health = LogHealth(1, 3, ("NOSPACE",))
    return replace(
        entering(count),
        next=Next.WAIT,
        why_not=Refusal("no-answer"),
        may=frozenset(),
        health=health,
        alerts=alerts,
    )


def with_items(view: DeskView) -> DeskView:
    """The same moment with open items and a manager's record."""
    items = (ItemView("04", 1_281, 2, 12_500), ItemView("15", 1_281, 2, 5_000))
    decision = DecisionView(
        7, "20:41", "Player keeps the amount", "Cashed out before the correction", "Supervisor 21"
    )
    alerts = (*view.alerts, Alert(AlertLevel.WARNING, "open-items", {"count": 2}))
    return replace(view, open_items=items, decisions=(decision,), alerts=alerts)
