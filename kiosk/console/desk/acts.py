"""What each command does, after :mod:`kiosk.console.desk.rules` has said that it may be done now."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from kiosk.book.desk_acts import INTERRUPTED, DeskAct
from kiosk.console import commands as c
from kiosk.console.commands import Authority, Refusal
from kiosk.console.desk import count, deeds, jackpot, old, play, voids
from kiosk.console.desk.core import Core
from kiosk.console.desk.jackpot_rounds import owed
from kiosk.console.desk.rules import void_needs_supervisor, waits_for
from kiosk.console.notes import Voids
from kiosk.console.service import Counter
from kiosk.console.view import DealingState
from kiosk.games.game import HOLDS, POWER_FAILURE, Fact
from kiosk.seat.roles import Role
from kiosk.seat.state import LockKind
from kiosk.table.round import Phase
from kiosk.written import why_no_text

MOST_ORDERED = 10**11  # cents: a slip of the finger stops here
MOST_TIMES = 1_000


def act(core: Core, command: c.Command) -> Refusal | None:
    """Do the command, or say why it cannot be done as it is. Raises what the service raises."""
    return _ACTS[type(command)](core, command)


# --- the round, step by step --------------------------------------------------------------------------------------


def _open_bets(core: Core, _command: c.OpenBets) -> None:
    owes = owed(core)
    offered = jackpot.offer(core, len(owes))
    opens = partial(core.service.open_round, core.config.pace.betting_ms, core.config.at_utc(), core.by)
    core.write(partial(opens, limits=jackpot.limits(core, offered), jackpot=offered, owes=owes))


def _hurry_up(core: Core, _command: c.HurryUp) -> None:
    hurry_ms = core.config.pace.hurry_ms
    core.write(partial(core.service.hurry, min(core.left_ms or hurry_ms, hurry_ms), core.by))


def _resume_betting(core: Core, _command: c.ResumeBetting) -> None:
    core.write(core.record(DeskAct.BETTING_RESUMED, core.by), partial(setattr, core, "asks_betting", False))


def _close_bets(core: Core, _command: c.CloseBets) -> None:
    core.write(partial(core.service.close_bets, core.by))


def _go_on_without(core: Core, _command: c.GoOnWithout) -> None:
    missing = waits_for(core)
    core.service.flag_silent(missing)
    core.say("gone-on", seats=", ".join(sorted(missing)))


def _start_act(core: Core, _command: c.StartAct) -> None:
    """First the record, then the machine: nothing is dealt for a round whose log does not know of it.

    What has been dealt already stays as it lies.
    """
    more = () if core.outcome_stands else (core.machine.start,)
    core.write(partial(core.service.start_act, core.act, core.by), *more)


def _end_act(core: Core, command: c.EndAct) -> Refusal | None:
    if type(command.times) is not int or not 0 <= command.times <= MOST_TIMES:
        return Refusal("not-a-count", {"times": command.times})
    counted_by: Counter = "" if core.deals_itself else "dealer"
    core.write(partial(core.service.end_act, command.times, core.by, counted_by))
    return None


def _end_round(core: Core, _command: c.EndRound) -> None:
    core.write(partial(core.service.end_round, core.by))


# --- irregularities -----------------------------------------------------------------------------------------------


def _void(core: Core, command: c.Void) -> Refusal | None:
    if not _is_reason(command.reason):
        return Refusal("no-reason")
    if (refusal := core.other_round(command.round)) is not None:
        return refusal
    return _void_for(core, command.reason, command.authority)


def _void_for(core: Core, reason: str, authority: Authority | None) -> Refusal | None:
    authorised_by = ""
    if void_needs_supervisor(core):
        if (refusal := core.supervisors.why_not(authority)) is not None:
            return refusal
        authorised_by = _name(authority)
    core.write(partial(core.service.void, reason, core.by, authorised_by))
    return None


def _interrupted(core: Core, command: c.Interrupted) -> Refusal | None:
    """Rule 5.1. Where it was dealt although no act is on record, the record follows; what lies there stays.

    It follows when every seat that is there shows "No more bets", as it does without an interruption (rule 5.3.3).
    """
    if (refusal := core.other_round(command.round)) is not None:
        return refusal
    if not command.decided:
        failed = Fact(POWER_FAILURE, (INTERRUPTED,))
        if core.phase is Phase.PLAY and core.service.why_not_irregular(failed) is None:
            return _asks_boxes(core, failed, command.authority)
        return _void_for(core, INTERRUPTED, command.authority)
    if core.phase is Phase.BETTING:
        return Refusal("phase")  # with the bets still open no outcome can have been established
    if core.ran is not None:
        return Refusal("device-ran")
    if not core.dealer and not core.demonstration:
        return Refusal("no-dealer")
    core.write(core.record(DeskAct.INTERRUPTED, core.by), partial(_goes_on, core))
    return None


def _asks_boxes(core: Core, failed: Fact, authority: Authority | None) -> Refusal | None:
    """Rules that let every player go on or take the bets back, instead of a void; a supervisor stands for it."""
    if (refusal := core.supervisors.why_not(authority)) is not None:
        return refusal
    core.write(
        partial(core.service.enter_irregularity, failed, core.by, _name(authority)), partial(_goes_on, core)
    )
    return None


def _goes_on(core: Core) -> None:
    core.asks, core.outcome_stands = False, core.phase is Phase.CLOSED


def _note(core: Core, command: c.NoteIrregularity) -> Refusal | None:
    """The round goes on as it is."""
    if not _is_reason(command.reason):
        return Refusal("no-reason")
    if (refusal := core.other_round(command.round)) is not None:
        return refusal
    core.write(core.record(DeskAct.NOTED, core.by, reason=command.reason))
    return None


def _damaged(core: Core, command: c.DamagedEquipment) -> Refusal | None:
    """Rule 5.4: the rounds that are named and no other; a supervisor stands for every one that is over."""
    table = core.table
    rounds = sorted(set(command.rounds))
    if not rounds:
        return Refusal("no-rounds")
    for number in rounds:
        if (refusal := _why_no_void(core, number)) is not None:
            return refusal
    authorised_by = ""
    if rounds != [table.number] or void_needs_supervisor(core):
        if (refusal := core.supervisors.why_not(command.authority)) is not None:
            return refusal
        authorised_by = _name(command.authority)
    if rounds == [table.number]:
        core.write(partial(core.service.void, core.void_reasons.damaged, core.by, authorised_by))
    else:
        newest_first = tuple(sorted(rounds, key=lambda number: (number != table.number, number)))
        voids.begin(core, Voids(newest_first, table.number, core.by, authorised_by))
    return None


def _why_no_void(core: Core, number: int) -> Refusal | None:
    table = core.table
    if number == table.number or table.knows(number):
        return Refusal("already-void", {"number": number}) if table.is_void(number) else None
    found = old.read(core, number)
    if found is None:
        return Refusal("unknown-round", {"number": number})
    return None if found.facts else Refusal("already-void", {"number": number})


def _correct(core: Core, command: c.CorrectResult) -> Refusal | None:
    """Rules 5.5 and 5.6: the round is settled by what it showed, whatever has been played since."""
    number = command.round or core.table.number
    if (refusal := _why_bad(core, command) or _why_no_result(core, number)) is not None:
        return refusal
    if not _is_reason(command.reason):
        return Refusal("no-reason")
    if command.facts == (before := _facts_of(core, number)):
        return Refusal("nothing-changes")
    if (refusal := count.why_too_many(core, number, before, command.facts)) is not None:
        return refusal
    if not _names_who_was_dealt_to(core, number, before, command.facts):
        # Who was dealt to was never the dealer's to enter: a box that is left out would settle nothing.
        return Refusal("not-a-result", {"reason": "found other boxes than those that were dealt to"})
    if (refusal := jackpot.why_no_result(core, number, command.facts)) is not None:
        return refusal
    if (refusal := core.supervisors.why_not(command.authority)) is not None:
        return refusal
    if old.is_old(core, number):
        name = command.authority.name
        core.write(partial(old.rule, core, number, command.facts, command.reason, core.by, name))
        return None
    core.write(
        partial(
            core.service.correct_result,
            command.facts,
            core.by,
            command.authority.name,
            number=number,
            reason=command.reason,
        )
    )
    return None


def _names_who_was_dealt_to(
    core: Core, number: int, before: tuple[Fact, ...], facts: tuple[Fact, ...]
) -> bool:
    """Whether the facts name the same boxes; of a void round those with registered bets."""
    named = [fact.values for fact in facts if fact.name == HOLDS]
    if was := [fact.values for fact in before if fact.name == HOLDS]:
        return named == was
    if (found := old.read(core, number)) is not None:
        bets = set(found.stakes)
    else:
        of_round = core.book.rounds.get(number)
        bets = (
            {seat for seat, slip in of_round.slips.items() if slip.stakes} if of_round is not None else set()
        )
    return not named or set(named[0]) == bets


def _facts_of(core: Core, number: int) -> tuple[Fact, ...]:
    """What decides the round now; empty when it is void."""
    if number == core.table.number:
        return core.table.facts
    if (found := old.read(core, number)) is not None:
        return found.facts
    of_round = core.book.rounds.get(number)
    return of_round.facts if of_round is not None else ()


def _why_no_result(core: Core, number: int) -> Refusal | None:
    table = core.table
    if table.takes_result(number):
        return None
    if number == table.number and not table.is_void(number):
        return Refusal("phase")
    found = old.read(core, number)
    if found is not None and found.takes_result:
        return None
    known = number == table.number or table.knows(number) or found is not None
    return Refusal("no-facts" if known else "unknown-round", {"number": number})


def _pay(core: Core, command: c.PayByHand) -> Refusal | None:
    """A seat that is there settles by itself; nothing is paid that the book does not owe.

    One that was replaced has nothing of its bet in its books and never settles it. Whatever it does, the log lets only
    one of payment and settlement stand.
    """
    seat, number = command.seat, command.round
    of_round = core.book.rounds.get(number)
    if seat not in core.config.settings.seats and (of_round is None or seat not in of_round.slips):
        return Refusal("unknown-seat", {"seat": seat})
    if of_round is None:
        return Refusal("unknown-round", {"number": number})
    shown = core.attendance.shown.get(seat)
    if shown is not None and LockKind.FOREIGN_SLIP not in shown.locks:
        return Refusal("seat-present", {"seat": seat})
    if seat in of_round.elsewhere:
        return Refusal("settled-elsewhere", {"seat": seat})
    cents = core.book.payable(number, seat)
    if cents <= 0:
        return Refusal("nothing-to-pay", {"seat": seat})
    if (refusal := core.supervisors.why_not(command.authority)) is not None:
        return refusal
    paid: list[bool] = []
    pay = partial(
        core.service.pay_by_hand, seat, number, of_round.decisions, cents, core.by, command.authority.name
    )
    core.write(lambda: paid.append(pay()))
    if paid != [False]:
        return None
    core.not_paid.pop()  # it is said at once, by the refusal
    return Refusal("settled-meanwhile", {"seat": seat})


def _record(core: Core, command: c.RecordDecision) -> Refusal | None:
    """Rule 5.10: decision, reason and name stand in the log, and what is ordered for a seat beside them."""
    if (refusal := _why_no_record(core, command)) is not None:
        return refusal
    if (refusal := core.supervisors.why_not(command.authority, Role.MANAGER)) is not None:
        return refusal
    core.write(
        partial(
            core.service.record_manager,
            command.decision,
            command.reason,
            core.by,
            command.authority.name,
            core.config.at_utc(),
            number=command.round,
            seat=command.seat,
            cents=command.cents,
            closes=command.closes,
            closes_order=command.closes_order,
        )
    )
    return None


def _why_no_record(core: Core, command: c.RecordDecision) -> Refusal | None:
    """What it is about must be there: the seat, the round, the open item that it closes."""
    if not (_is_reason(command.decision) and _is_reason(command.reason)):
        return Refusal("no-reason")
    items = {(i.seat, i.round, i.decision, i.order) for i in core.book.open_items}
    has_items = not command.cents and any(seat == command.seat for seat, *_ in items)
    if command.seat and command.seat not in core.config.settings.seats and not has_items:
        return Refusal("unknown-seat", {"seat": command.seat})
    if not 0 <= command.round <= core.table.number:
        return Refusal("unknown-round", {"number": command.round})
    if command.cents and not (command.seat and core.table.number):
        return Refusal("no-seat")
    if type(command.cents) is not int or abs(command.cents) > MOST_ORDERED:
        return Refusal("not-an-amount")
    about = (command.seat, command.round, command.closes, command.closes_order)
    if (command.closes or command.closes_order) and about not in items:
        return Refusal("unknown-item")
    return None


# --- the console itself -------------------------------------------------------------------------------------------


def _sign_on(core: Core, command: c.SignOn) -> Refusal | None:
    """A round that is played goes on with the new dealer."""
    if (refusal := core.supervisors.sign_on(command.authority)) is not None:
        return refusal
    name = command.authority.name
    if core.notebook.notes.dealer != name:
        deeds.sign_off(core)
    deeds.note(core, DeskAct.SIGNED_ON, name, who=name, dealer=name)
    return None


def _sign_off(core: Core, _command: c.SignOff) -> None:
    deeds.sign_off(core)


def _change_staff(core: Core, command: c.ChangeStaff) -> Refusal | None:
    refusal = core.supervisors.change(command)
    deeds.look_at_staff(core)
    return refusal


def _open_table(core: Core, command: c.OpenTable) -> Refusal | None:
    """The shift begins here: what is dealt from now on is counted together."""
    if (refusal := core.supervisors.why_not(command.authority)) is not None:
        return refusal
    core.write(core.record(DeskAct.TABLE_OPENED, command.authority.name))
    return None


def _close_table(core: Core, command: c.CloseTable) -> Refusal | None:
    if (refusal := core.supervisors.why_not(command.authority)) is not None:
        return refusal
    core.write(core.record(DeskAct.TABLE_CLOSED, command.authority.name))
    return None


def _auto(core: Core, command: c.AutoDealing) -> Refusal | None:
    """Off: it deals this round to its end first, but publishes no result by itself any more."""
    name = _name(command.authority) if command.on else ""
    if name:
        if core.machine.state is DealingState.NONE:
            return Refusal("nothing-reads")
        if (refusal := core.supervisors.why_not(command.authority)) is not None:
            return refusal
    if name != core.automatic_by:
        act = DeskAct.AUTOMATIC_ON if name else DeskAct.AUTOMATIC_OFF
        core.automatic_by = ""
        core.write(core.record(act, core.by, name), partial(_deal, core, command.on, name))
    else:
        _deal(core, command.on, name)
    return None


def _deal(core: Core, on: bool, automatic_by: str) -> None:
    core.automatic_by = automatic_by
    if on:
        core.auto, core.auto_ends = True, False
        core.say("auto-on")
    elif core.auto and core.table.is_open:
        core.auto_ends = True
    elif core.auto:
        core.auto = False
        core.say("auto-off")


def _take_over(core: Core, command: c.TakeOver) -> Refusal | None:
    if (refusal := core.supervisors.why_not(command.authority)) is not None:
        return refusal
    core.service.take_again(core.jackpot.name if core.jackpot is not None else "")
    core.after_taking()
    deeds.sign_off(core, core.config.settings.console, "another console has dealt since")
    deeds.look_who_is_on(core)
    deeds.sign_demonstration_on(core)
    voids.resume(core)
    play.finish_sealed(core)
    return None


def _why_bad(core: Core, command: c.CorrectResult) -> Refusal | None:
    reason = core.why_bad(command.facts)
    return None if reason is None else Refusal("not-a-result", {"reason": reason})


def _is_reason(text: str) -> bool:
    return why_no_text(text, deeds.MOST_REASON) is None


def _name(authority: Authority | None) -> str:
    return authority.name if authority is not None else ""


_ACTS: dict[type[c.Command], Callable[..., Refusal | None]] = {
    c.OpenBets: _open_bets,
    c.HurryUp: _hurry_up,
    c.CloseBets: _close_bets,
    c.ResumeBetting: _resume_betting,
    c.GoOnWithout: _go_on_without,
    c.StartAct: _start_act,
    c.EndAct: _end_act,
    c.EnterResult: play.enter,
    c.NameBoxes: play.name_boxes,
    c.OpenDecisions: play.open_decisions,
    c.MoreTime: play.more_time,
    c.CloseDecisions: play.close_decisions,
    c.EnterDecisions: play.enter_decisions,
    c.Reveal: play.reveal,
    c.PayInterim: play.pay_interim,
    c.CorrectFact: play.correct_fact,
    c.EnterIrregularity: play.enter_irregularity,
    c.MoveHands: play.move_hands,
    c.NoteIrregularity: _note,
    c.EndRound: _end_round,
    c.Void: _void,
    c.Interrupted: _interrupted,
    c.DamagedEquipment: _damaged,
    c.CorrectResult: _correct,
    c.ConfirmPrize: jackpot.confirm,
    c.DenyPrize: jackpot.deny,
    c.PayByHand: _pay,
    c.RecordDecision: _record,
    c.NewShoe: count.new_shoe,
    c.CoverCard: count.cover_card,
    c.CoverCardBack: count.cover_card_back,
    c.SignOn: _sign_on,
    c.SignOff: _sign_off,
    c.ChangeStaff: _change_staff,
    c.OpenTable: _open_table,
    c.CloseTable: _close_table,
    c.AutoDealing: _auto,
    c.TakeOver: _take_over,
}
