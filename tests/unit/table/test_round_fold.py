"""The round's phases: every pair of phase and event is allowed or refused, and the same for every reader."""

from itertools import product
from typing import get_args

import msgspec
import pytest

from kiosk.games.game import Corrected, Fact, replaced
from kiosk.games.sicbo import GAME, dice_fact
from kiosk.table import records as r
from kiosk.table.facts import GameRules, why_bad
from kiosk.table.round import (
    MOST_CENTS,
    MOST_DECISIONS,
    MOST_PAID,
    NotAllowed,
    Phase,
    Table,
)
from kiosk.table.round import (
    fold as fold_by,
)
from kits.seat.seats import LAYOUTS, NOW, make_limits

LIMITS = make_limits(LAYOUTS["A"])
RULES = GameRules(GAME, LAYOUTS["A"])
P = Phase
ALLOWED = {
    (P.ENDED, r.RoundOpened): P.BETTING,
    (P.VOID, r.RoundOpened): P.BETTING,
    (P.BETTING, r.BetsClosing): P.BETTING,
    (P.BETTING, r.BetsClosed): P.CLOSED,
    (P.CLOSED, r.ActStarted): P.PLAY,
    (P.CLOSED, r.FactsEntered): P.PLAY,
    (P.CLOSED, r.ResultEntered): P.RESULT,
    (P.PLAY, r.FactsEntered): P.PLAY,
    (P.PLAY, r.ActStarted): P.PLAY,
    (P.PLAY, r.ActEnded): P.PLAY,
    (P.CLOSED, r.DecisionsOpened): P.PLAY,
    (P.CLOSED, r.InterimEntered): P.PLAY,
    (P.PLAY, r.DecisionsOpened): P.PLAY,
    (P.PLAY, r.DecisionsClosed): P.PLAY,
    (P.PLAY, r.DecisionsEntered): P.PLAY,
    (P.PLAY, r.InterimEntered): P.PLAY,
    (P.PLAY, r.FactCorrected): P.PLAY,
    (P.PLAY, r.IrregularityEntered): P.PLAY,
    (P.PLAY, r.HandsMoved): P.PLAY,
    (P.PLAY, r.ResultEntered): P.RESULT,
    (P.RESULT, r.RoundEnded): P.ENDED,
    (P.BETTING, r.RoundVoided): P.VOID,
    (P.CLOSED, r.RoundVoided): P.VOID,
    (P.PLAY, r.RoundVoided): P.VOID,
    (P.RESULT, r.ResultCorrected): P.RESULT,
    (P.ENDED, r.ResultCorrected): P.RESULT,
    (P.VOID, r.ResultCorrected): P.RESULT,
    (P.RESULT, r.RoundVoided): P.VOID,
    (P.ENDED, r.RoundVoided): P.VOID,
    (P.RESULT, r.PaidByHand): P.RESULT,
    (P.ENDED, r.PaidByHand): P.ENDED,
    (P.VOID, r.PaidByHand): P.VOID,
    **{(phase, r.AmountOrdered): phase for phase in P},
}
EVENTS = get_args(r.RoundEvent)
PAIRS = list(product(Phase, EVENTS))


def event(kind, number=5):
    """An event of that kind, good in itself."""
    more = {
        r.RoundOpened: {"game": "sicbo", "limits": LIMITS, "closes_in_ms": 36_000, "at": NOW},
        r.BetsClosing: {"closes_in_ms": 5_000},
        r.ActStarted: {"act": "tumble"},
        r.ActEnded: {"act": "tumble", "times": 3},
        r.FactsEntered: {"facts": (dice_fact((1, 2, 3)),)},
        r.FactCorrected: {"at": 0, "was": Fact("tumble", (3,)), "fact": Fact("tumble", (4,)), "by": "dealer"},
        r.IrregularityEntered: {
            "fact": Fact("invalid-hand", ("six cards",), "07"),
            "by": "dealer",
            "authorised_by": "supervisor",
        },
        r.HandsMoved: {
            "fact": "card",
            "boxes": {"07": "08", "08": "07"},
            "by": "dealer",
            "authorised_by": "supervisor",
        },
        r.DecisionsOpened: {"n": 1, "closes_in_ms": 30_000},
        r.DecisionsClosed: {"n": 1},
        r.DecisionsEntered: {"n": 1, "facts": (Fact("call", ("fold",), "07"),)},
        r.ResultEntered: {"facts": (dice_fact((1, 2, 3)),), "by": "dealer"},
        r.RoundVoided: {"reason": "a die is not flat", "by": "dealer", "authorised_by": "supervisor"},
        r.ResultCorrected: {"facts": (dice_fact((1, 2, 4)),), "by": "dealer", "authorised_by": "supervisor"},
        r.AmountOrdered: {
            "seat": "07",
            "number": 1,
            "cents": -500,
            "by": "dealer",
            "authorised_by": "manager",
        },
        r.PaidByHand: {
            "seat": "07",
            "decision": 1,
            "cents": 500,
            "by": "dealer",
            "authorised_by": "supervisor",
        },
    }
    return kind(round=number, **more.get(kind, {}))


class AnyGame:
    """A game that asks for whatever comes."""

    def why_not(self, *_said):
        return None

    def stands(self, _entered):
        return False

    def corrected(self, event, entered, _fell):
        return Corrected(replaced(entered, event.at, event.fact))

    def dealt(self, entered):
        return entered

    def window(self, _entered):
        return "call"


OF_OTHER_GAMES = (
    r.FactCorrected,
    r.IrregularityEntered,
    r.HandsMoved,
    r.DecisionsOpened,
    r.DecisionsClosed,
    r.DecisionsEntered,
    r.InterimEntered,
)


def fold(table, seq, event, rules=None):
    return fold_by(table, seq, event, rules or (AnyGame() if isinstance(event, OF_OTHER_GAMES) else RULES))


def table(phase, number=5, tumbles=3, act=""):
    """At that phase; in play after so many tumbles, or while it tumbles."""
    decisions = int(phase in (P.RESULT, P.ENDED, P.VOID))
    entered = () if act or phase in (P.BETTING, P.CLOSED) else (Fact("tumble", (tumbles,)),)
    found = Table(number=number, phase=phase, limits=LIMITS, decisions=decisions)
    return msgspec.structs.replace(found, act=act, entered=entered, stands=RULES.stands(entered))


def before(kind, phase=P.PLAY):
    """A table of that phase at which that event may come."""
    if phase is P.PLAY and kind is r.ActStarted:
        return msgspec.structs.replace(table(phase), entered=())
    if phase is P.CLOSED and kind in (r.FactsEntered, r.ResultEntered):
        return msgspec.structs.replace(
            table(phase), entered=(Fact("tumble", (3,)),)
        )  # as a game without acts has it
    if kind in (r.DecisionsClosed, r.DecisionsEntered):
        return msgspec.structs.replace(table(phase), deciding=1, asked=1, barred=kind is r.DecisionsEntered)
    return table(phase, act="tumble" if phase is P.PLAY and kind is r.ActEnded else "")


@pytest.mark.parametrize(("phase", "kind"), PAIRS, ids=lambda value: getattr(value, "__name__", value))
def test_that_every_pair_of_phase_and_event_is_listed_or_refused(phase, kind):
    number = 6 if kind is r.RoundOpened else 5
    if (phase, kind) in ALLOWED:
        assert fold(before(kind, phase), 9, event(kind, number)).phase is ALLOWED[phase, kind]
    else:
        with pytest.raises(NotAllowed, match=kind.__name__):
            fold(before(kind, phase), 9, event(kind, number))


@pytest.mark.parametrize("kind", [kind for kind in EVENTS if kind is not r.RoundOpened])
@pytest.mark.parametrize("number", [4, 6])
def test_that_an_event_of_another_round_is_refused(kind, number):
    phase = next(phase for phase, listed in ALLOWED if listed is kind)
    with pytest.raises(NotAllowed, match=f"of round {number} while round 5"):
        fold(table(phase), 9, event(kind, number))


@pytest.mark.parametrize("number", [4, 5])
def test_that_a_round_opens_only_under_a_higher_number(number):
    with pytest.raises(NotAllowed, match="after round 5"):
        fold(table(P.ENDED), 9, event(r.RoundOpened, number))


@pytest.mark.rule("sicbo:1.8")
def test_that_a_round_runs_from_the_notice_for_bets_to_the_settlement():
    found, seen = Table(), []
    for kind in (r.RoundOpened, r.BetsClosed, r.ActStarted, r.ActEnded, r.ResultEntered, r.RoundEnded):
        found = fold(found, 9, event(kind))
        seen.append(found.is_open)
    assert seen == [True] * 5 + [False]


def test_that_opening_forgets_the_round_before():
    before = Table(
        number=5,
        phase=P.ENDED,
        entered=(Fact("tumble", (3,)),),
        stands=True,
        facts=(dice_fact((1, 2, 3)),),
        closed_seq=7,
        hurried=True,
        void_reason="x",
    )
    opened = fold(before, 9, event(r.RoundOpened, 6))
    assert opened == Table(
        number=6, phase=P.BETTING, game="sicbo", limits=LIMITS, closes_in_ms=36_000, opened_at=NOW, first=6
    )


def test_that_the_close_remembers_its_place_in_the_log():
    assert fold(table(P.BETTING), 77, event(r.BetsClosed)).closed_seq == 77


def test_that_hurry_up_tells_the_time_left():
    hurried = fold(table(P.BETTING), 9, event(r.BetsClosing))
    assert (hurried.hurried, hurried.closes_in_ms) == (True, 5_000)


@pytest.mark.rule("sicbo:3.6")
@pytest.mark.parametrize("tumbles", [0, 1, 2])
def test_that_fewer_than_three_tumbles_have_no_result(tumbles):
    with pytest.raises(NotAllowed, match="a void: fewer than three tumbles"):
        fold(table(P.PLAY, tumbles=tumbles), 9, event(r.ResultEntered))


@pytest.mark.rule("sicbo:3.6")
@pytest.mark.parametrize("tumbles", [3, 4, 1000])
def test_that_three_tumbles_or_more_have_a_result(tumbles):
    rested = fold(table(P.PLAY, act="tumble"), 8, r.ActEnded(act="tumble", round=5, times=tumbles))
    assert (rested.entered, rested.stands) == ((Fact("tumble", (tumbles,)),), True)
    assert fold(rested, 9, event(r.ResultEntered)).facts == (dice_fact((1, 2, 3)),)


@pytest.mark.rule("sicbo:1.10")
def test_that_a_void_round_has_no_result():
    voided = fold(table(P.PLAY), 9, event(r.RoundVoided))
    assert (voided.facts, voided.void_reason, voided.is_open) == ((), "a die is not flat", False)
    with pytest.raises(NotAllowed):
        fold(voided, 10, event(r.ResultEntered))


@pytest.mark.parametrize(
    "facts",
    [
        (Fact("dice", (1, 2, 7)),),
        (Fact("dice", (1, 2)),),
        (Fact("dice", ("1", "2", "3")),),
        (Fact("cards", (1, 2, 3)),),
        (Fact("dice", (1, 2, 3)), Fact("dice", (1, 2, 3))),
        (Fact("dice", (1, 2, 3), audience="07"),),
    ],
)
@pytest.mark.rule("sicbo:3.7")
def test_that_facts_that_cannot_be_dice_are_no_result(facts):
    entered = r.ResultEntered(round=5, facts=facts, by="dealer")
    with pytest.raises(NotAllowed, match="ResultEntered of round 5"):
        fold(table(P.PLAY), 9, entered)


def test_that_no_facts_do_not_decide_a_round():
    assert why_bad(GAME, LAYOUTS["A"], ()) == "the facts do not decide every bet"
    assert why_bad(GAME, LAYOUTS["A"], (dice_fact((6, 6, 6)),)) is None


def test_that_the_round_of_another_game_is_not_opened():
    opened = r.RoundOpened(round=6, game="blackjack", limits=LIMITS, closes_in_ms=1_000, at="now")
    with pytest.raises(NotAllowed, match="game 'blackjack', expected 'sicbo'"):
        fold(table(P.ENDED), 9, opened)


# --- rounds that are over -----------------------------------------------------------------------------------------


def long_table(rounds):
    """A table that has played so many rounds, each with a result."""
    found = Table()
    for number in range(1, rounds + 1):
        for kind in (
            r.RoundOpened,
            r.BetsClosed,
            r.ActStarted,
            r.ActEnded,
            r.ResultEntered,
            r.RoundEnded,
        ):
            found = fold(found, 9, event(kind, number))
    return found


@pytest.mark.rule("sicbo:5.4")
def test_that_a_round_is_void_afterwards_as_far_back_as_every_seat_remembers():
    found = long_table(110)
    assert fold(found, 9, event(r.RoundVoided, 10)).is_void(10)
    with pytest.raises(NotAllowed, match="expected a round from 10 on"):
        fold(found, 9, event(r.RoundVoided, 9))


def test_that_a_bet_of_any_round_before_can_be_paid_by_hand():
    found = long_table(110)
    for number in (2, 50, 110):
        paid = fold(found, 9, event(r.PaidByHand, number))
        assert msgspec.structs.replace(paid, paid=found.paid) == found
        with pytest.raises(NotAllowed, match="paid before"):
            fold(paid, 9, event(r.PaidByHand, number))
        fold(paid, 9, msgspec.structs.replace(event(r.PaidByHand, number), seat="another"))


def test_that_a_payment_counts_once_whatever_is_played_or_paid_meanwhile():
    found = long_table(MOST_PAID + 20)
    rounds = range(1, MOST_PAID + 20)
    for number in rounds:
        found = fold(found, 9, event(r.PaidByHand, number))
    assert len(found.paid) <= MOST_PAID
    found = fold(found, 9, event(r.RoundOpened, rounds[-1] + 2))
    for number in rounds:
        with pytest.raises(NotAllowed, match=r"paid before|not known what was paid"):
            fold(found, 9, event(r.PaidByHand, number))
    fold(found, 9, event(r.PaidByHand, rounds[-1] + 1))


def test_that_no_payment_or_order_is_more_than_a_journal_adds_up():
    found = long_table(3)
    for kind, cents in (
        (r.PaidByHand, MOST_CENTS),
        (r.AmountOrdered, MOST_CENTS),
        (r.AmountOrdered, -MOST_CENTS),
    ):
        most = msgspec.structs.replace(event(kind, 3), cents=cents)
        fold(found, 9, most)
        with pytest.raises(NotAllowed, match="at most"):
            fold(found, 9, msgspec.structs.replace(most, cents=cents + (1 if cents > 0 else -1)))


def test_that_nothing_is_decided_more_often_than_a_record_can_say():
    found = long_table(2)
    at_most = msgspec.structs.replace(found, decisions=MOST_DECISIONS, redecided={"1": MOST_DECISIONS})
    for number in (1, 2):
        for kind in (r.ResultCorrected, r.RoundVoided):
            fold(found, 9, event(kind, number))
            with pytest.raises(NotAllowed, match=f"after {MOST_DECISIONS} decisions"):
                fold(at_most, 9, event(kind, number))


def test_that_only_the_newest_decision_is_paid_by_hand():
    found = fold(long_table(3), 9, event(r.RoundVoided, 2))
    with pytest.raises(NotAllowed, match="the newest is 2"):
        fold(found, 9, event(r.PaidByHand, 2))


def test_that_a_void_afterwards_asks_for_a_supervisor():
    for number in (2, 3):
        alone = r.RoundVoided(round=number, reason="damaged dice", by="dealer")
        with pytest.raises(NotAllowed, match="without a supervisor"):
            fold(long_table(3), 9, alone)


# --- a result that was wrong, a Void that was one -----------------------------------------------------------------


@pytest.mark.rule("sicbo:5.5", "sicbo:5.6")
@pytest.mark.parametrize("phase", Phase)
def test_that_a_round_before_is_corrected_while_this_one_stays_as_it_is(phase):
    found = msgspec.structs.replace(long_table(7), number=8, phase=phase)
    corrected = fold(found, 9, event(r.ResultCorrected, 3))
    assert corrected.decisions_of(3) == 2
    assert msgspec.structs.replace(corrected, redecided={}) == found
    assert fold(corrected, 9, event(r.ResultCorrected, 3)).decisions_of(3) == 3


@pytest.mark.rule("sicbo:5.5")
def test_that_a_round_is_corrected_as_far_back_as_every_seat_remembers():
    found = long_table(110)
    assert fold(found, 9, event(r.ResultCorrected, 10)).decisions_of(10) == 2
    with pytest.raises(NotAllowed, match="expected a round from 10 on"):
        fold(found, 9, event(r.ResultCorrected, 9))


@pytest.mark.rule("sicbo:5.5")
def test_that_a_void_by_mistake_gets_the_result_that_its_dice_showed():
    voided = fold(table(P.PLAY), 9, event(r.RoundVoided))
    assert voided.takes_result(5)
    back = fold(voided, 9, event(r.ResultCorrected))
    assert (back.phase, back.facts, back.void_reason, back.decisions) == (
        P.RESULT,
        (dice_fact((1, 2, 4)),),
        "",
        2,
    )


@pytest.mark.rule("sicbo:3.6", "sicbo:1.10")
@pytest.mark.parametrize("later", [0, 1, 5])
@pytest.mark.parametrize(
    "found", [table(P.BETTING), table(P.CLOSED), table(P.PLAY, act="tumble"), table(P.PLAY, tumbles=2)]
)
def test_that_a_void_without_a_valid_tumble_never_gets_a_result(found, later):
    found = fold(found, 9, event(r.RoundVoided))
    for number in range(6, 6 + later):
        found = fold(found, 9, event(r.RoundOpened, number))
        found = fold(found, 9, event(r.RoundVoided, number))
    assert not found.takes_result(5)
    with pytest.raises(NotAllowed, match=r"before anything could decide it|expected a round from 6"):
        fold(found, 9, event(r.ResultCorrected))


@pytest.mark.rule("sicbo:5.4", "sicbo:5.5")
def test_that_void_and_result_follow_each_other_as_often_as_a_supervisor_says_so():
    found = long_table(7)
    for decisions in (2, 4, 6):
        found = fold(found, 9, event(r.RoundVoided, 3))
        assert (found.is_void(3), found.decisions_of(3)) == (True, decisions)
        with pytest.raises(NotAllowed, match="void already"):
            fold(found, 9, event(r.RoundVoided, 3))
        found = fold(found, 9, event(r.ResultCorrected, 3))
        assert (found.is_void(3), found.decisions_of(3)) == (False, decisions + 1)


@pytest.mark.rule("sicbo:5.10")
def test_that_an_order_of_nothing_is_none_and_no_order_changes_a_round():
    order = event(r.AmountOrdered)
    for phase in Phase:
        ordered = fold(table(phase), 9, order)
        assert ordered == msgspec.structs.replace(table(phase), ordered=1)
        with pytest.raises(NotAllowed, match="after order 1"):
            fold(ordered, 9, order)
        fold(ordered, 9, msgspec.structs.replace(order, number=2))
        with pytest.raises(NotAllowed, match="orders nothing"):
            fold(table(phase), 9, msgspec.structs.replace(order, cents=0))
