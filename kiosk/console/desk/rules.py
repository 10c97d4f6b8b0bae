"""Which command may be done now, why not, and which one is next: rules 1.8, 3.2 to 3.7 and 5 of Sic Bo."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from kiosk.console import commands as c
from kiosk.console.commands import Refusal
from kiosk.console.desk import count, jackpot
from kiosk.console.desk.core import Core
from kiosk.console.view import DealingState, Next, Step
from kiosk.games.game import HOLDS, Act, Ask, Boxes, Decide, Enter, Fact, Interim, OnlyVoid, Publish, Settle
from kiosk.table.records import FactsEntered
from kiosk.table.round import Phase, Table

_NO_PHASE = Refusal("phase")
_BUSY = Refusal("busy")
_OVER = (Phase.ENDED, Phase.VOID)
_DECIDED = (Phase.RESULT, Phase.ENDED)
_IN_PLAY = (Phase.CLOSED, Phase.PLAY)
_OF_THE_SHOE = (c.NewShoe, c.CoverCard, c.CoverCardBack)
_STEPS = (
    c.OpenBets,
    c.HurryUp,
    c.CloseBets,
    c.GoOnWithout,
    c.StartAct,
    c.EndAct,
    c.EnterResult,
    c.NameBoxes,
    c.OpenDecisions,
    c.MoreTime,
    c.CloseDecisions,
    c.EnterDecisions,
    c.Reveal,
    c.PayInterim,
    c.EndRound,
    *_OF_THE_SHOE,
)
_ALSO_BESIDE_AUTO = (c.EndAct, c.EnterResult, *_OF_THE_SHOE)  # what the dealer sees
_OF_THE_CONSOLE = (c.SignOn, c.SignOff, c.ChangeStaff)  # whatever the table log says
_DURING_THE_QUESTION = (
    c.Interrupted,
    c.Void,
    c.DamagedEquipment,
    c.RecordDecision,
    c.PayByHand,
    c.AutoDealing,
)
_WHILE_BETTING_IS_ASKED = (c.ResumeBetting, c.CloseBets, *_DURING_THE_QUESTION)


def waits_for(core: Core) -> frozenset[str]:
    """The seats that the next step waits for, without those that the round has gone on without."""
    if core.phase is Phase.CLOSED:
        # A seat that was silent before this round has shown its players no bets of it, unless it has sent some.
        current = core.book.current
        there = core.attendance.since(core.opened_ms)
        if current is not None and current.number == core.table.number:
            there |= current.touched
        return there - core.service.close_shown_by - core.service.silent
    if core.table.deciding:
        return core.undecided
    if core.phase is Phase.RESULT:
        return (core.service.unsettled & core.attendance.present) - core.service.silent
    return frozenset()


def why_not(core: Core, kind: type[c.Command]) -> Refusal | None:
    """Why a command of this kind cannot be done now, whatever it says; None when it can."""
    if kind in _OF_THE_CONSOLE and not (kind is c.SignOn and core.service.fenced):
        return Refusal("no-dealer") if kind is c.SignOff and not core.notebook.notes.dealer else None
    if kind is c.TakeOver:
        return None if core.service.fenced else Refusal("not-fenced")
    if core.service.fenced:
        return Refusal("fenced")
    if core.silent_log or core.archive_fault:
        return Refusal("no-answer")
    if core.ran is not None and kind in _STEPS:
        return Refusal("device-ran")
    if core.asks and kind not in _DURING_THE_QUESTION:
        return Refusal("interruption")
    if core.asks_betting and kind not in _WHILE_BETTING_IS_ASKED:
        return Refusal("betting-asked")
    if kind in (*_STEPS, c.ResumeBetting) and not _has_dealer(core):
        return Refusal("no-dealer")
    return _BY_KIND[kind](core)


def _has_dealer(core: Core) -> bool:
    """Somebody stands for what is done; a demonstration may deal alone."""
    return bool(core.dealer) or (core.auto and core.demonstration)


def void_needs_supervisor(core: Core) -> bool:
    """Whether what decides may lie already: who has seen it may not void the round alone. Nor may who is not on.

    Not where the device itself has counted too little: that leaves nobody a choice (rule 5.3.1).
    """
    if not core.dealer and not core.demonstration:
        return True
    turning = core.machine.state is DealingState.RUNNING
    match core.phase:
        case Phase.RESULT | Phase.ENDED:
            return core.table.number > 0
        case Phase.PLAY if core.table.act:
            return not turning
        case Phase.PLAY:
            current = core.book.current
            counted = current is not None and current.counted_by == "device"
            return not (counted and isinstance(core.asked, OnlyVoid))
        case Phase.CLOSED:
            return not turning and (core.outcome_stands or core.ran is not None)
        case _:
            return False


def why_not_by_hand(core: Core, kind: type[c.Command]) -> Refusal | None:
    """As :func:`why_not`, for the dealer: while the automatic dealer deals, the steps of the round are its own."""
    refusal = why_not(core, kind)
    if refusal is None and core.auto and kind in _STEPS and kind not in _ALSO_BESIDE_AUTO:
        return Refusal("auto")
    return refusal


def next_of(core: Core) -> Next:
    """The one thing that is to be done next."""
    if core.service.fenced:
        return Next.TAKE_OVER
    if core.silent_log or core.archive_fault:
        return Next.WAIT
    if core.ran is not None:
        return Next.VOID_RUN
    if core.asks:
        return Next.ANSWER_INTERRUPTION
    if core.asks_betting:
        return Next.ANSWER_BETTING
    match core.phase:
        case Phase.BETTING:
            return Next.HURRY_UP if _may_hurry(core) else Next.CLOSE_BETS
        case Phase.CLOSED | Phase.PLAY if core.table.deciding:
            return Next.ENTER_DECISIONS if core.table.barred else Next.CLOSE_DECISIONS
        case Phase.CLOSED | Phase.PLAY:
            return Next.END_ACT if core.table.act else _next_of_game(core.asked)
        case Phase.RESULT:
            return Next.END_ROUND
        case Phase.ENDED | Phase.VOID if not core.table_is_open:
            return Next.OPEN_TABLE
        case Phase.ENDED | Phase.VOID:
            return Next.NEW_SHOE if count.is_due(core) else Next.OPEN_BETS


def _next_of_game(asked: Ask) -> Next:
    match asked:
        case Act():
            return Next.START_ACT
        case OnlyVoid():
            return Next.VOID_DUE
        case Enter() | Settle():
            return Next.ENTER_RESULT
        case Boxes():
            return Next.NAME_BOXES
        case Decide():
            return Next.OPEN_DECISIONS
        case Publish():
            return Next.REVEAL
        case Interim():
            return Next.PAY_INTERIM


def why_not_next(core: Core) -> Refusal | None:
    """Why the next thing cannot be done yet."""
    kind = _COMMAND_OF.get(next_of(core))
    return why_not(core, kind) if kind is not None else None


def step_of(core: Core) -> Step:
    """Which of the six steps the round is at."""
    match core.phase:
        case Phase.BETTING:
            return Step.HURRY if _may_hurry(core) else Step.CLOSE
        case Phase.CLOSED:
            return Step.PLAY
        case Phase.PLAY:
            return Step.PLAY if core.table.act or _is_dealt(core) else Step.RESULT
        case Phase.RESULT:
            return Step.PAY_OUT
        case Phase.ENDED | Phase.VOID:
            return Step.OPEN


def _is_dealt(core: Core) -> bool:
    """Whether what decides the round is still being dealt, or decisions are made about it."""
    asked, settings = core.asked, core.config.settings
    if isinstance(asked, Enter):
        return not settings.game.stands(settings.layout, core.table.entered)
    return isinstance(asked, Act | Boxes | Decide)


def times_of(table: Table) -> int:
    """How often the newest act was done; 0 before there is one."""
    return next((count for fact in reversed(table.entered) for count in fact.values if type(count) is int), 0)


def may(core: Core) -> frozenset[str]:
    """The names of the commands that the dealer can give now."""
    kinds: tuple[type[c.Command], ...] = (*_BY_KIND, *_OF_THE_CONSOLE, c.TakeOver)
    return frozenset(kind.__name__ for kind in kinds if why_not_by_hand(core, kind) is None)


def _may_hurry(core: Core) -> bool:
    """Whether there is time left to announce the end of the bets."""
    hurry_ms = core.config.pace.hurry_ms
    return not core.table.hurried and bool(hurry_ms) and (core.left_ms or 0) > hurry_ms


# --- one command each ---------------------------------------------------------------------------------------------


def _open_bets(core: Core) -> Refusal | None:
    if core.phase not in _OVER:
        return _NO_PHASE
    if not core.service.opening_caught_up:
        return _BUSY
    if core.jackpot is not None and not core.service.caught_up:
        return _BUSY  # what the round before owes the jackpot is not read yet, and the opening must name it
    if not core.table_is_open:
        return Refusal("table-closed")
    if count.is_due(core):
        return Refusal("shoe-due")
    if (fault := core.supervisors.fault) and not core.demonstration:
        return Refusal("staff", {"reason": fault})  # who is signed on finishes the round
    return Refusal("device-runs") if core.machine.state is DealingState.RUNNING else None


def _new_shoe(core: Core) -> Refusal | None:
    """Not while bets are open: no card of the round lies, and none of another shoe may come into it unseen."""
    if not count.decks(core) or core.phase is Phase.BETTING:
        return _NO_PHASE
    return None if core.service.opening_caught_up else _BUSY


def _cover_card(core: Core) -> Refusal | None:
    """In a round that is dealt; between two the dealer records the new shoe."""
    if not count.decks(core) or core.phase not in (*_IN_PLAY, Phase.RESULT) or count.is_due(core):
        return _NO_PHASE
    return None if core.service.opening_caught_up else _BUSY


def _cover_card_back(core: Core) -> Refusal | None:
    if not count.is_covered(core):
        return _NO_PHASE
    return None if core.service.opening_caught_up else _BUSY


def _open_table(core: Core) -> Refusal | None:
    if not core.service.opening_caught_up:
        return _BUSY
    return Refusal("table-open") if core.book.opening is not None else None


def _close_table(core: Core) -> Refusal | None:
    if not core.service.opening_caught_up:
        return _BUSY
    if core.book.opening is None:
        return Refusal("table-closed")
    return None if core.phase in _OVER else _NO_PHASE


def _hurry_up(core: Core) -> Refusal | None:
    return _NO_PHASE if core.phase is not Phase.BETTING or core.table.hurried else None


def _resume_betting(core: Core) -> Refusal | None:
    return None if core.asks_betting else _NO_PHASE


def _close_bets(core: Core) -> Refusal | None:
    return _NO_PHASE if core.phase is not Phase.BETTING else None


def _go_on_without(core: Core) -> Refusal | None:
    if core.phase not in (Phase.CLOSED, Phase.RESULT):
        return _NO_PHASE
    if not core.service.caught_up:
        return _BUSY
    missing = waits_for(core)
    if not missing:
        return _NO_PHASE
    began_ms = core.closed_ms if core.phase is Phase.CLOSED else core.result_ms
    in_time = core.clock_ms() - began_ms < core.config.answer_within_ms
    return _missing(core, len(missing)) if in_time else None


def _missing(core: Core, count: int) -> Refusal:
    key = "seats-not-closed" if core.phase is Phase.CLOSED else "seats-unsettled"
    return Refusal(key, {"count": count})


def _start_act(core: Core) -> Refusal | None:
    """Rules 3.5 and 5.3.3: not before every seat that is there shows "No more bets"."""
    if core.phase not in _IN_PLAY or core.table.act or not core.act:
        return _NO_PHASE
    return _waiting(core)


def _waiting(core: Core) -> Refusal | None:
    """The play, and the end of the round, wait for every seat that is there."""
    if not core.service.caught_up:
        return _BUSY
    if (missing := waits_for(core)) or core.phase is not Phase.CLOSED:
        return _missing(core, len(missing)) if missing else None
    return jackpot.why_waits(core)


def _end_act(core: Core) -> Refusal | None:
    """By hand, where no device counts."""
    if not core.table.act or core.phase is not Phase.PLAY:
        return _NO_PHASE
    return Refusal("device-runs") if core.machine.state is DealingState.RUNNING else None


def _of_play(core: Core, *asks: type[Ask]) -> Refusal | None:
    """The game asks for one of these now. What comes first after the close waits for the seats (rule 3.5)."""
    if (
        core.phase not in _IN_PLAY
        or core.table.act
        or core.table.deciding
        or not isinstance(core.asked, asks)
    ):
        return _NO_PHASE
    return _waiting(core) if core.phase is Phase.CLOSED else None


def _name_boxes(core: Core) -> Refusal | None:
    if (refusal := _of_play(core, Boxes)) is not None:
        return refusal
    boxes = tuple(core.stakes_of_boxes)
    if core.service.why_not(FactsEntered(round=core.table.number, facts=(Fact(HOLDS, boxes),))) is None:
        return None
    return Refusal("too-many-boxes", {"count": len(boxes)})  # each named once, no other reason is left


def _open_decisions(core: Core) -> Refusal | None:
    return _of_play(core, Decide)


def _more_time(core: Core) -> Refusal | None:
    return None if core.table.deciding and not core.table.barred else _NO_PHASE


def _enter_decisions(core: Core) -> Refusal | None:
    """They are those that stand in the log before the bar: all of that must have come back."""
    if not core.table.barred:
        return _NO_PHASE
    return None if core.service.caught_up else _BUSY


def _close_decisions(core: Core) -> Refusal | None:
    if not core.table.deciding or core.table.barred:
        return _NO_PHASE
    undecided = core.undecided
    return Refusal("deciding", {"count": len(undecided)}) if undecided and core.left_ms else None


def _reveal(core: Core) -> Refusal | None:
    return _of_play(core, Publish) or (None if core.service.caught_up else _BUSY)


def _pay_interim(core: Core) -> Refusal | None:
    return _of_play(core, Interim)


def _correct_fact(core: Core) -> Refusal | None:
    return None if core.phase is Phase.PLAY and core.table.dealt and not core.table.act else _NO_PHASE


def _irregular(core: Core) -> Refusal | None:
    if core.phase is not Phase.PLAY or core.table.act or not core.service.irregularities:
        return _NO_PHASE
    return None


def _move_hands(core: Core) -> Refusal | None:
    return None if core.phase is Phase.PLAY and not core.table.act and core.service.moves.boxes else _NO_PHASE


def _note(core: Core) -> Refusal | None:
    return None if core.table.number and core.phase is not Phase.VOID else _NO_PHASE


def _enter_result(core: Core) -> Refusal | None:
    if core.phase not in _IN_PLAY or core.table.act or core.act:
        return _NO_PHASE
    if core.table.deciding or isinstance(core.asked, Boxes | Decide | Publish | Interim):
        return _NO_PHASE
    if core.phase is Phase.CLOSED and (refusal := _waiting(core)) is not None:
        return refusal
    if isinstance(core.asked, OnlyVoid):
        return Refusal("too-few", {"times": times_of(core.table)})
    return Refusal("device-runs") if core.machine.state is DealingState.RUNNING else None


def _end_round(core: Core) -> Refusal | None:
    """Rule 1.8: a round concludes when all are settled; seats that are gone do not hold up the table."""
    return _waiting(core) if core.phase is Phase.RESULT else _NO_PHASE


def _void(core: Core) -> Refusal | None:
    if not core.table.number:
        return _NO_PHASE
    return Refusal("already-void", {"number": core.table.number}) if core.phase is Phase.VOID else None


def _interrupted(core: Core) -> Refusal | None:
    if core.phase in _DECIDED and core.table.number:
        return Refusal("decided-already")
    return _NO_PHASE if not core.table.is_open else None


def _damaged(core: Core) -> Refusal | None:
    return _NO_PHASE if not core.table.number else None


def _correct(core: Core) -> Refusal | None:
    """Rules 5.5 and 5.6: this round, or one before it, once there is one that has shown something."""
    table = core.table
    earlier = 0 < table.first < table.number
    return None if earlier or table.takes_result(table.number) else _NO_PHASE


def _pay(core: Core) -> Refusal | None:
    if not core.service.caught_up:
        return _BUSY
    return None if core.table.number else _NO_PHASE


def _auto(core: Core) -> Refusal | None:
    return None if core.dealer or core.demonstration else Refusal("no-dealer")


def _always(_core: Core) -> Refusal | None:
    return None


_BY_KIND: Mapping[type[c.Command], Callable[[Core], Refusal | None]] = {
    c.OpenBets: _open_bets,
    c.HurryUp: _hurry_up,
    c.CloseBets: _close_bets,
    c.ResumeBetting: _resume_betting,
    c.GoOnWithout: _go_on_without,
    c.StartAct: _start_act,
    c.EndAct: _end_act,
    c.EnterResult: _enter_result,
    c.NameBoxes: _name_boxes,
    c.OpenDecisions: _open_decisions,
    c.MoreTime: _more_time,
    c.CloseDecisions: _close_decisions,
    c.EnterDecisions: _enter_decisions,
    c.Reveal: _reveal,
    c.PayInterim: _pay_interim,
    c.EndRound: _end_round,
    c.Void: _void,
    c.Interrupted: _interrupted,
    c.DamagedEquipment: _damaged,
    c.CorrectResult: _correct,
    c.CorrectFact: _correct_fact,
    c.EnterIrregularity: _irregular,
    c.MoveHands: _move_hands,
    c.NoteIrregularity: _note,
    c.ConfirmPrize: jackpot.why_no_claim,
    c.DenyPrize: jackpot.why_no_claim,
    c.PayByHand: _pay,
    c.RecordDecision: _always,
    c.NewShoe: _new_shoe,
    c.CoverCard: _cover_card,
    c.CoverCardBack: _cover_card_back,
    c.AutoDealing: _auto,
    c.OpenTable: _open_table,
    c.CloseTable: _close_table,
}
_COMMAND_OF: Mapping[Next, type[c.Command]] = {
    Next.OPEN_TABLE: c.OpenTable,
    Next.NEW_SHOE: c.NewShoe,
    Next.OPEN_BETS: c.OpenBets,
    Next.HURRY_UP: c.HurryUp,
    Next.CLOSE_BETS: c.CloseBets,
    Next.START_ACT: c.StartAct,
    Next.END_ACT: c.EndAct,
    Next.ENTER_RESULT: c.EnterResult,
    Next.NAME_BOXES: c.NameBoxes,
    Next.OPEN_DECISIONS: c.OpenDecisions,
    Next.CLOSE_DECISIONS: c.CloseDecisions,
    Next.ENTER_DECISIONS: c.EnterDecisions,
    Next.REVEAL: c.Reveal,
    Next.PAY_INTERIM: c.PayInterim,
    Next.END_ROUND: c.EndRound,
    Next.VOID_DUE: c.Void,
    Next.VOID_RUN: c.Void,
    Next.ANSWER_INTERRUPTION: c.Interrupted,
    Next.ANSWER_BETTING: c.ResumeBetting,
    Next.TAKE_OVER: c.TakeOver,
}
