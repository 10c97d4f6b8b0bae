"""The simulation can fail: each of these faults, put into the product on purpose, is noticed."""

import shutil

import msgspec
import pytest

from kiosk.runner.core import Write
from kiosk.runner.performer import Performer
from kiosk.runner.runner import Runner
from kiosk.seat import cash, later, payout, rounds, slips, step
from kiosk.seat.context import Step
from kiosk.seat.effects import Report
from kiosk.seat.recalled import Recalled
from kiosk.seat.state import Registered, SeatState
from kits.simulation.run import ROUNDS, play

replace = msgspec.structs.replace
SEEDS = range(80)  # until one notices, should the simulation have changed: what is rare takes some


def perform_before_commit(monkeypatch):
    """Effects leave the seat before their step is on disk."""

    def apply(self, event):
        taken = self._core.take(event)
        self._perform(taken)
        self._written(lambda: self._writer.take(taken, Write.NOW))
        self._slot.follow()

    monkeypatch.setattr(Runner, "_apply", apply)


def forget_what_was_seen(monkeypatch):
    """A note or ticket that is told twice is credited twice."""
    credit = cash._credit

    def forgetful(state, *rest):
        after, post = credit(state, *rest)
        return replace(after, seen=()), post

    monkeypatch.setattr(cash, "_credit", forgetful)


def settle_by_the_draft(monkeypatch):
    """What stands on the screen is settled, not what is registered (against rule 5.7)."""
    close, settle = slips.close, rounds._settle

    def keep_draft(context, state):
        after, effects, done = close(context, state)
        return replace(after, draft=state.draft), effects, done

    def by_draft(context, state):
        held = {spot: cents for spot, cents in state.draft.items() if sum(state.draft.values()) <= 10**9}
        registered = Registered(1, held, 1) if state.registered is not None else None
        return settle(context, replace(state, registered=registered))

    monkeypatch.setattr(rounds, "close", keep_draft)
    monkeypatch.setattr(rounds, "_settle", by_draft)


def return_the_stake_without_an_answer(monkeypatch):
    """No answer is taken for a refusal, although the slip may stand in the log."""

    def given_up(state, event):
        if state.flight is None or state.flight.rev != event.rev or state.table.number != event.round:
            return Step(state)
        after, effects = slips.drop_flight(seen[0], state)
        return Step(after, effects)

    original = step.step
    seen = []

    def remember(context, state, event):
        seen[:] = [context]
        return original(context, state, event)

    monkeypatch.setattr(slips, "on_unanswered", given_up)
    monkeypatch.setattr("kiosk.runner.core.step", remember)


def print_again_after_a_crash(monkeypatch):
    """The printer is not asked for its memory."""
    monkeypatch.setattr(
        Performer, "recover", lambda self, outbox, **_: [self.perform(effect) for effect in outbox]
    )


def keep_the_credit_when_a_ticket_is_printed(monkeypatch):
    """Money in two places: the posting is reversed although the paper is out."""
    monkeypatch.setattr(
        payout, "on_unknown", lambda state, event: payout.on_not_printed(state, event_of_unknown(event))
    )


def event_of_unknown(event):
    """The wrong guess: nothing was printed."""
    return payout.TicketNotPrinted(event.number, "guessed")


def lose_the_stakes_of_a_void_round(monkeypatch):
    """A void round keeps what was in flight (against rule 5.9)."""
    void = rounds._void

    def keep(context, state):
        flying = state.flight is not None or state.registered is not None
        return (
            Step(replace(state, registered=None, flight=None, draft={})) if flying else void(context, state)
        )

    monkeypatch.setattr(rounds, "_void", keep)


def forget_that_the_house_has_paid(monkeypatch):
    """What was paid by hand stays on the credit meter too: paid twice."""
    monkeypatch.setattr(later, "_hand_paid", lambda _context, state, _task: Step(state))


def pay_out_before_the_log_holds_the_settlement(monkeypatch):
    """Nothing is held back, and the log takes the report beside a payment by hand."""
    monkeypatch.setattr(SeatState, "held", property(lambda _: 0))
    monkeypatch.setattr(Performer, "_append", _without_bars(Performer._append))


def _without_bars(append):
    def unbarred(self, effect):
        send = self._ports.log.send
        if isinstance(effect, Report):
            self._ports.log.send = lambda puts, _bars, answer: send(puts, [], answer)
        try:
            append(self, effect)
        finally:
            self._ports.log.send = send

    return unbarred


def correct_without_taking_back(monkeypatch):
    """A corrected result is paid on top of the wrong one (against rule 5.5)."""
    monkeypatch.setattr(
        Recalled, "paid", property(lambda kept: 0 if not kept.before else kept.settlement.paid)
    )


FAULTS = {  # and a seed that noticed it: tried first
    forget_that_the_house_has_paid: 1,
    pay_out_before_the_log_holds_the_settlement: 6,
    correct_without_taking_back: 0,
    perform_before_commit: 0,
    forget_what_was_seen: 0,
    settle_by_the_draft: 0,
    return_the_stake_without_an_answer: 0,
    print_again_after_a_crash: 2,
    keep_the_credit_when_a_ticket_is_printed: 8,
    lose_the_stakes_of_a_void_round: 0,
}


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__)
def test_that_the_simulation_notices_a_fault(fault, folder, monkeypatch):
    fault(monkeypatch)
    for seed in (FAULTS[fault], *SEEDS):
        place = folder / str(seed)
        place.mkdir()
        try:
            play(seed, place, ROUNDS)
        except AssertionError as noticed:
            assert f"KIOSK_SIM_SEED={seed} " in str(noticed)  # noqa: PT017 - any of the seeds may notice
            return
        shutil.rmtree(place)
    pytest.fail(f"{len(SEEDS)} seeds did not notice: {fault.__doc__}")
