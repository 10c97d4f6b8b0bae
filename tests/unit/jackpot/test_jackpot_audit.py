"""What an auditor finds in acts that somebody has changed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from kiosk.jackpot.audit import added_up, faults
from kiosk.jackpot.meter import Act, What
from kiosk.jackpot.rules import after, decide
from kits.jackpot.acts import (
    ALL,
    AT,
    BEGIN,
    BEGINS,
    EACH,
    RESET,
    TENTH,
    A,
    B,
    claim,
    confirm,
    contribute,
    correct,
    deny,
    hand,
    registered,
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


OPENING = BEGIN.terms
TERMS = Act(1, "terms.1", What.TERMS, 0, AT, reset=BEGINS, terms=OPENING)
ADDED = Act(1, f"{A}/1/contributed", What.CONTRIBUTED, 0, AT, bets=EACH, boxes=("T-01",), terms=OPENING)
CLAIMED = Act(1, f"{A}/1/claimed-T-01", What.CLAIMED, 0, AT, claim=hand(A, 1))
VOIDED = Act(1, f"{A}/1/voided", What.VOIDED, 0, AT, bets=-EACH, boxes=("T-01",))
BACK = Act(1, f"{A}/1/returned-T-01", What.RETURNED, 0, AT, bets=-EACH, boxes=("T-01",))


def paid(cents, name="paid-T-01", box="T-01"):
    return Act(1, f"{A}/1/{name}", What.PAID, 0, AT, paid=cents, reset=RESET, claim=hand(A, 1, box))


def chained(*acts):
    """As if they had been done one after the other, whatever they are."""
    found, meter = [], None
    for act in acts:
        number, before = (meter.number + 1, meter.digest) if meter is not None else (1, "")
        balance = (meter.balance if meter is not None else 0) + act.cents
        found.append(replace(act, number=number, before=before, balance=balance))
        meter = after(meter, found[-1])
    return found, meter


VALUE = BEGINS + EACH
IMPOSSIBLE = {
    "paid without bet or claim": ((paid(BEGINS),), "no such claim was waiting"),
    "paid without a claim": ((ADDED, paid(VALUE)), "no such claim was waiting"),
    "paid twice": ((ADDED, CLAIMED, paid(VALUE), paid(RESET, "paid-T-01.2")), "no such claim was waiting"),
    "denied without a claim": (
        (ADDED, Act(1, f"{A}/1/denied-T-01", What.DENIED, 0, AT, claim=hand(A, 1))),
        "no such claim was waiting",
    ),
    "paid after the void": ((ADDED, CLAIMED, VOIDED, paid(BEGINS)), "no such claim was waiting"),
    "claimed without a bet": ((CLAIMED,), "no bet of box T-01"),
    "claimed after the void": ((ADDED, VOIDED, CLAIMED), "void or corrected before"),
    "added after the void": ((replace(VOIDED, bets=0, boxes=()), ADDED), "void or corrected before"),
    "returned after the void": ((ADDED, VOIDED, BACK), "void or corrected before"),
    "returned twice": ((ADDED, BACK, replace(BACK, name=f"{A}/1/returned-T-02")), "no bet of box T-01"),
    "returned where none was": ((ADDED, replace(BACK, boxes=("T-09",))), "no bet of box T-09"),
    "corrected with a box that never was in": (
        (
            ADDED,
            Act(1, f"{A}/1/corrected.1", What.CORRECTED, 0, AT, bets=EACH, boxes=("T-01", "T-09")),
        ),
        "no bet of box T-09",
    ),
    "terms left out": (
        (Act(1, "terms.5", What.TERMS, 0, AT, terms=replace(OPENING, number=5)),),
        "terms 5 after terms 1",
    ),
}


@pytest.mark.parametrize("what", IMPOSSIBLE)
def test_that_an_act_that_could_not_be_done_then_is_found_though_all_adds_up(what):
    acts, told = IMPOSSIBLE[what]
    chain, meter = chained(TERMS, *acts)
    found = faults(chain, meter)
    assert len(found) == 1, found
    assert f"act {len(chain)}, " in found[0]
    assert told in found[0]


def test_that_a_hand_that_waits_by_the_meter_alone_is_found():
    chain, meter = chained(TERMS, ADDED, CLAIMED)
    assert faults(chain, meter) == []
    told = "the meter has ST-02/3/T-01 waiting for staff: expected ST-01/1/T-01"
    assert faults(chain, replace(meter, waiting=(hand(B, 3),))) == [told]
    assert "no hand waiting" in faults(chain, replace(meter, waiting=()))[0]


@pytest.mark.rule("stud:1.13")
def test_that_a_whole_jackpot_that_is_won_below_zero_falls_back_to_its_reset_value():
    jackpot = InMemory()
    asked = (BEGIN, contribute(A, 1), claim(A, 1), confirm(A, 1))
    for request in (*asked, correct(A, 1, 1, T_01=(ALL, BEGINS + RESET + 4 * EACH)), contribute(B, 1)):
        jackpot.ask(request)
    assert jackpot.meter.balance < 0
    for request in (claim(B, 1), confirm(B, 1)):
        jackpot.ask(request)
    assert jackpot.acts[f"{B}/1/paid-T-01"].paid == 0
    assert jackpot.meter.balance == RESET
    assert jackpot.faults == []


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
            lambda table, number, box: registered(table, number, 60_000, box),
            lambda table, number, box: registered(table, number, 10_000, box, **SECOND),
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
        assert newest.paid <= value or newest.what in (What.CORRECTED, What.REGISTERED)
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
