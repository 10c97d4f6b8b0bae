"""What an auditor finds in acts that somebody has changed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from kiosk.jackpot.audit import added_up, faults
from kiosk.jackpot.meter import What
from kiosk.jackpot.rules import decide
from kits.jackpot.acts import (
    ALL,
    AT,
    BEGIN,
    EACH,
    TENTH,
    A,
    B,
    claim,
    confirm,
    contribute,
    correct,
    deny,
    returned,
    void,
)


class InMemory:
    """All acts of one jackpot."""

    def __init__(self):
        self.meter, self.acts = None, {}

    def ask(self, request):
        decision = decide(self.meter, self.acts.get, request, AT)
        if decision.act is not None:
            assert decision.act.name not in self.acts
            self.acts[decision.act.name] = decision.act
            self.meter = decision.meter
        return decision.answer

    @property
    def faults(self):
        return faults(self.acts.values(), self.meter)


@pytest.fixture
def jackpot():
    found = InMemory()
    for request in (
        BEGIN,
        contribute(A, 1, "T-01", "T-02"),
        contribute(B, 1),
        claim(A, 1),
        confirm(A, 1),
        returned(A, 1, "T-02"),
        void(B, 1),
    ):
        found.ask(request)
    return found


def test_that_what_the_rules_decide_has_no_fault(jackpot):
    assert jackpot.faults == []
    assert faults([], None) == []


CHANGES = {
    "more added": (2, {"bets": 90}, "bets, prize and reset of 90"),
    "more paid": (5, {"paid": 10**9}, "prize and reset of 0, 1000000000"),
    "no reset": (5, {"reset": 0}, "expected 0, 100090, 50000"),
    "another balance": (3, {"balance": 7}, "it left 7 cents"),
    "another time": (3, {"at_utc": "2026-11-28T10:00:01Z"}, "does not follow the one before it"),
    "taken back twice": (6, {"boxes": ("T-02", "T-01")}, "expected -60"),
}


@pytest.mark.parametrize("what", CHANGES)
def test_that_a_changed_act_is_found(jackpot, what):
    number, changed, told = CHANGES[what]
    acts = list(jackpot.acts.values())
    acts[number - 1] = replace(acts[number - 1], **changed)
    found = faults(acts, jackpot.meter)
    assert any(told in each for each in found), found


def test_that_a_missing_act_and_a_changed_meter_are_found(jackpot):
    acts = list(jackpot.acts.values())
    assert "act 3 is missing" in faults(acts[:2] + acts[3:], jackpot.meter)[0]
    assert "the meter stands at" in faults(acts[:-1], jackpot.meter)[0]
    assert "the meter stands at 1 cents" in faults(acts, replace(jackpot.meter, balance=1))[0]
    assert "the meter stands at 0 cents" in faults(acts, None)[0]


def test_that_an_act_done_twice_is_found(jackpot):
    acts = list(jackpot.acts.values())
    again = replace(acts[1], number=8, before=acts[-1].digest, balance=acts[-1].balance + acts[1].bets)
    assert "it was done before" in faults([*acts, again], jackpot.meter)[0]


FIRST, SECOND = {}, {"share": TENTH, "revision": 1}
THIRD = {"share": ALL, "revision": 2}
_REQUESTS = st.builds(
    lambda make, table, number, box: make(table, number, box),
    st.sampled_from(
        [
            lambda table, number, box: contribute(table, number, box),
            lambda table, number, _: contribute(table, number, "T-01", "T-02"),
            lambda table, number, box: claim(table, number, box, ALL),
            lambda table, number, box: claim(table, number, box, TENTH, dealt_at=number, turn=number),
            *[
                lambda table, number, box, of=of: claim(table, number, box, **of)
                for of in (FIRST, SECOND, THIRD)
            ],
            *[
                lambda table, number, box, of=of: confirm(table, number, box, **of)
                for of in (FIRST, SECOND, THIRD)
            ],
            lambda table, number, box: confirm(table, number, box, first=True, why="seen"),
            lambda table, number, box: confirm(table, number, box, first=True, why="seen", **SECOND),
            lambda table, number, box: deny(table, number, box),
            lambda table, number, box: deny(table, number, box, **SECOND),
            *[lambda table, number, box, at=at: correct(table, number, at, (box,)) for at in (1, 2, 3)],
            *[
                lambda table, number, _, at=at: correct(
                    table, number, at, ("T-01", "T-02"), T_01=(ALL, 70_000)
                )
                for at in (1, 2, 3)
            ],
            *[lambda table, number, _, at=at: correct(table, number, at, ()) for at in (1, 2, 3)],
            lambda table, number, box: returned(table, number, box),
            lambda table, number, _: void(table, number),
        ]
    ),
    st.sampled_from([A, B]),
    st.integers(1, 3),
    st.sampled_from(["T-01", "T-02"]),
)


@given(st.lists(_REQUESTS, max_size=60))
def test_that_anything_in_any_order_repeated_or_late_adds_up(requests):
    jackpot = InMemory()
    jackpot.ask(BEGIN)
    for request in requests:
        value = jackpot.meter.value
        jackpot.ask(request)
        newest = next(reversed(jackpot.acts.values()))
        assert newest.paid <= value or newest.what is What.CORRECTED
    assert jackpot.faults == []
    for table in (A, B):
        for number in (1, 2, 3):
            own = [act for name, act in jackpot.acts.items() if name.startswith(f"{table}/{number}/")]
            decided = [act for act in own if act.what in (What.VOIDED, What.CORRECTED)]
            if decided:
                newest = decided[-1]
                stands = (EACH * len(newest.boxes), sum(one.cents for one in newest.prizes))
                if newest.what is What.VOIDED:
                    stands = (0, 0)
                assert (sum(act.bets for act in own), sum(act.paid for act in own)) == stands
    assert added_up(jackpot.acts.values()).balance == jackpot.meter.balance
