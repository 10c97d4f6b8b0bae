"""A game that the program has never heard of: hidden cards, a raise with money, an interim settlement."""

from dataclasses import replace

import pytest

from kiosk.console import commands as c
from kiosk.console.commands import Refusal
from kiosk.console.view import Next
from kiosk.games.game import INTERIM, Fact, Interim, Settle
from kiosk.seat.events import Choose, Collect, Tap
from kiosk.seat.state import LockKind
from kiosk.table import keys
from kiosk.table import records as r
from kiosk.table.round import Phase
from kits.console.desk import NG
from kits.games import pit as pits
from kits.games.pit import sealed_heard, shuffled
from toy.pit import TOY, Pit
from toy.rules import CARD, DEALER, FOLD, RAISE, HighCard

CARDS = {"s07": "Ah", "s08": "2c", DEALER: "Kd"}
BETS = {"s07": {"ante": 1_000, "high": 500}, "s08": {"ante": 1_000}}
CALLS = {"s07": RAISE, "s08": FOLD}
WON_07, LOST_08 = (10_000 + 950 + 950 + 500, 0, -2_400), (9_000, 0, 1_000)


@pytest.fixture
def pit(tmp_path):
    pit = Pit(tmp_path)
    pit.start()
    pit.sit()
    yield pit
    pit.close()


def test_that_a_round_is_dealt_decided_and_settled(pit):
    pit.opens(**BETS)
    view = pit.deals(CARDS, CALLS)
    pit.pump()
    assert view.phase is Phase.RESULT
    assert (pit.money("07"), pit.money("08")) == (WON_07, LOST_08)
    assert (pit.seat("07").due, pit.seat("08").due) == (2_500 + 2_400, 0)
    pit.ends()
    assert pit.audits() == []
    assert [one.staked for one in pit.replays(pit.real["07"])] == [2_500]


def test_that_only_records_that_tell_stakes_have_them(pit):
    pit.opens(**BETS)
    pit.deals(CARDS, CALLS)
    written = [entry.value for entry in pit.log.read([keys.root("12")], 0, 10_000)]
    entered = [value for value in written if b'"FactsEntered"' in value]
    assert {b'"stakes"' in value for value in entered if b'"holds"' in value} == {True}
    assert {b'"stakes"' in value for value in entered if b'"holds"' not in value} == {False}


@pytest.mark.parametrize(("own", "due"), [("Kh", 2_000 + 1_000), ("3h", 0), ("Ah", 2_000 + 1_900 + 1_000)])
def test_that_a_tie_is_a_push_and_a_winner_pays_5_per_cent(pit, own, due):
    pit.opens(s07={"ante": 1_000, "high": 500})
    pit.deals({"s07": own, DEALER: "Kd"}, {"s07": RAISE})
    assert pit.seat("07").due == due
    pit.ends()
    assert pit.audits() == []


def test_that_no_seat_is_told_what_another_holds(pit):
    pit.opens(**BETS)
    pit.deals(CARDS, CALLS, until=Next.REVEAL)
    assert {name: sealed_heard(seat) for name, seat in pit.real.items()} == {"07": {"07"}, "08": {"08"}}
    assert [fact.values for fact in pit.real["07"].state.facts if fact.name == CARD] == [("Ah",), (), ()]
    assert all(fact.values == () for fact in pit.view.play if fact.name == CARD)


def test_that_what_is_decided_is_paid_before_the_dealers_card_is_turned(pit):
    pit.opens(**BETS)
    pit.deals(CARDS, CALLS, until=Next.ENTER_RESULT)  # the first card is next
    pit.deals(CARDS, CALLS, until=Next.REVEAL)
    pit.ok(c.Reveal())
    pit.until(lambda view: view.next is Next.ENTER_RESULT)
    pit.pump()
    assert pit.money("07") == (8_500 - 1_000 + 1_000, 2_000, -500)
    assert pit.money("08") == (9_000, 0, 1_000)
    pit.real["07"].played.runner.handle(Collect())
    assert pit.real["07"].state.cashout is None, "what this round has paid stays until it is over"
    pit.deals(CARDS)
    pit.ends()
    assert (pit.money("07"), pit.audits()) == (WON_07, [])


class PaysLast(HighCard):
    """Settles once more in the middle, when every card lies open already."""

    def agenda(self, layout, facts):
        asks = super().agenda(layout, facts)
        last = isinstance(asks, Settle) and sum(fact.name == INTERIM for fact in facts) == 1
        return Interim() if last else asks


def test_that_what_is_complete_waits_for_an_interim_settlement_that_is_due(tmp_path):
    pit = pits.Pit(tmp_path, replace(TOY, game=PaysLast()))
    pit.start()
    pit.sit()
    pit.opens(**BETS)
    assert pit.deals(CARDS, CALLS).phase is Phase.RESULT
    assert sum(fact.name == INTERIM for fact in pit.view.play) == 2
    pit.pump()
    assert (pit.money("07"), pit.money("08")) == (WON_07, LOST_08)
    pit.ends()
    assert pit.audits() == []
    pit.close()


# --- decisions ------------------------------------------------------------------------------------------------------


def test_that_a_silent_seat_folds_when_its_time_is_over(pit):
    pit.opens(s07={"ante": 1_000})
    pit.deals(CARDS, {})
    assert [fact.values for fact in pit.view.facts if fact.name == "call"] == [("fold",)]
    assert pit.seat("07").due == 0


def test_that_a_seat_without_power_has_not_walked_away(pit):
    pit.opens(**BETS)
    pit.deals(CARDS, {}, until=Next.CLOSE_DECISIONS)
    pit.real["08"].goes()
    gone = pit.real.pop("08")
    pit.pump()
    pit.real["07"].chooses(RAISE, **{"raise": 1_000})
    pit.pump()
    assert pit.do(c.CloseDecisions()) == Refusal("deciding", {"count": 1}), "its time is not over"
    pit.pass_ms(60_000, 1_000)
    assert pit.view.next is Next.CLOSE_DECISIONS, "nobody closes it but the dealer"
    assert pit.view.waits_for == ("08",)
    pit.deals(CARDS, CALLS)
    assert pit.seat("08").due == 1_000, "the box is void"
    pit.real["08"] = gone
    gone.comes()
    pit.ends()
    assert pit.money("08") == (10_000, 0, 0)
    assert pit.audits() == []


def test_that_a_raise_takes_its_money_and_nothing_else_may(pit):
    pit.opens(s07={"ante": 1_000})
    pit.deals(CARDS, {}, until=Next.CLOSE_DECISIONS)
    seat = pit.real["07"]
    for choice, stakes in (
        (RAISE, {}),
        (RAISE, {"raise": 500}),
        (FOLD, {"raise": 1_000}),
        (RAISE, {"raise": 1_000, "ante": 500}),
        ("hit", {}),
    ):
        seat.chooses(choice, **stakes)
        assert seat.state.flight is None
        assert seat.state.balances.escrow == 1_000
    seat.played.runner.handle(Choose(RAISE, {"raise": 1_000}))
    assert seat.state.balances.escrow == 2_000, "held before the table has answered"
    pit.pump()
    assert seat.state.registered.stakes == {"ante": 1_000, "raise": 1_000}
    assert pit.seat("07").stake == 2_000


def test_that_a_choice_that_was_made_is_final(pit):
    pit.opens(**BETS)
    pit.deals(CARDS, {}, until=Next.CLOSE_DECISIONS)
    seat = pit.real["07"]
    seat.chooses(RAISE, **{"raise": 1_000})
    seat.pump()
    before = seat.state
    seat.played.runner.deliver(Choose(FOLD))
    seat.pump()
    assert (seat.state.chosen, seat.state.flight) == (before.chosen, None)
    assert (seat.state.chosen.choice, seat.state.balances.escrow) == (RAISE, 2_500)
    pit.deals(CARDS, {"s08": FOLD})
    pit.ends()
    assert pit.money("07") == (12_400, 0, -2_400)
    assert pit.audits() == []


def test_that_an_ante_is_taken_only_where_the_credit_carries_the_raise(pit):
    pit.ok(c.OpenBets())
    pit.pump()
    pit.real["07"].bets(ante=6_000)
    pit.pump()
    assert pit.seat("07").stake == 5_000, "of 100 dollars"


def test_that_a_choice_after_the_bar_is_returned(pit):
    pit.opens(s07={"ante": 1_000}, s08={"ante": 1_000})
    pit.deals(CARDS, {}, until=Next.CLOSE_DECISIONS)
    pit.pass_ms(31_000, 1_000)
    seat = pit.real["07"]
    late = r.Choice(seat="07", round=1, n=1, rev=1, window="call", choice=RAISE, stakes={"raise": 1_000})
    pit.until(lambda view: view.next is not Next.CLOSE_DECISIONS)
    seat.chooses(RAISE, **{"raise": 1_000})
    assert seat.state.balances.escrow == 1_000
    answer = pit.log.append([pit_put(keys.choice("12", late), late)], unless=[keys.decided("12", 1, 1)])
    assert answer.because.value == "barred"
    pit.deals(CARDS, {})
    assert pit.seat("07").due == 0


def pit_put(key, record):
    from kiosk.table.log import Put

    return Put(key, r.encode(record))


@pytest.mark.parametrize(
    "wrong",
    [
        {"choice": "hit"},
        {"stakes": {"raise": 500}},
        {"stakes": {"raise": 1_000, "ante": 100}},
        {"stakes": {}},
        {"window": "set"},
        {"n": 2},
        {"round": 2},
    ],
)
def test_that_a_choice_that_nobody_may_make_counts_for_nobody(pit, wrong):
    pit.opens(**BETS)
    pit.deals(CARDS, {}, until=Next.CLOSE_DECISIONS)
    good = {"seat": "07", "round": 1, "n": 1, "rev": 1, "window": "call", "choice": RAISE}
    record = r.Choice(**(good | {"stakes": {"raise": 1_000}} | wrong))
    pit.put(keys.choice("12", record), record)
    pit.pump()
    assert not pit.seat("07").decided
    assert pit.real["07"].state.chosen is None
    assert pit.real["07"].state.balances.escrow == 1_500


def test_that_a_choice_that_the_seat_did_not_make_locks_it(pit):
    pit.opens(**BETS)
    pit.deals(CARDS, {}, until=Next.CLOSE_DECISIONS)
    record = r.Choice(seat="07", round=1, n=1, rev=5, window="call", choice=FOLD)
    pit.put(keys.choice("12", record), record)
    pit.pump()
    assert [lock.kind for lock in pit.real["07"].state.locks] == [LockKind.FOREIGN_SLIP]


# --- the dealer -----------------------------------------------------------------------------------------------------


def test_that_a_hidden_card_by_hand_needs_a_supervisor_and_none_is_dealt_twice(pit):
    pit.opens(**BETS)
    pit.deals(CARDS, {}, until=Next.ENTER_RESULT)
    own = Fact(CARD, ("Ah",), "07", "07")
    assert pit.do(c.EnterResult((own,))) == Refusal("needs-supervisor")
    for wrong in (
        Fact(CARD, ("Ah",), "08", "08"),
        Fact(CARD, ("Ah",), "07"),
        Fact(CARD, (), "07", "07"),
        Fact(CARD, ("1h",), "07", "07"),
        Fact("dice", (1, 2, 3)),
    ):
        assert pit.do(c.EnterResult((wrong,), NG)).key == "not-a-result"
    pit.ok(c.EnterResult((own,), NG))
    pit.pump()
    assert pit.do(c.EnterResult((Fact(CARD, ("Ah",), "08", "08"),), NG)).key == "lies-already"


def test_that_a_card_that_was_entered_wrongly_is_corrected_while_players_decide(pit):
    pit.opens(**BETS)
    pit.deals(CARDS, {}, until=Next.CLOSE_DECISIONS)
    pit.real["07"].chooses(RAISE, **{"raise": 1_000})
    pit.pump()
    at = next(at for at, fact in enumerate(pit.view.play) if fact.at == "07")
    right = Fact(CARD, ("3s",), "07", "07")
    assert pit.do(c.CorrectFact(at, right)) == Refusal("needs-supervisor")
    assert pit.do(c.CorrectFact(at, Fact(CARD, ("2c",), "07", "07"), NG)).key == "lies-already"
    pit.ok(c.CorrectFact(at, right, NG))
    pit.until(lambda view: view.next is Next.CLOSE_DECISIONS)
    pit.pump()
    seat = pit.real["07"]
    assert (seat.state.chosen, seat.state.balances.escrow, seat.state.table.deciding) == (None, 1_500, 2)
    assert seat.state.facts[at] == right
    pit.deals(CARDS, {"s07": FOLD, "s08": FOLD})
    assert [fact.values for fact in pit.view.facts if fact.at == "07" and fact.values] == [("fold",), ("3s",)]
    pit.ends()
    assert pit.audits() == []


def test_that_the_money_of_a_choice_without_an_answer_comes_back_when_a_card_is_corrected(pit):
    pit.opens(**BETS)
    pit.deals(CARDS, {}, until=Next.CLOSE_DECISIONS)
    seat = pit.real["07"]
    seat.log.silent = True
    seat.chooses(RAISE, **{"raise": 1_000})
    assert (seat.state.flight.choice, seat.state.balances.escrow) == (RAISE, 2_500)
    at = next(at for at, fact in enumerate(pit.view.play) if fact.at == "07")
    pit.ok(c.CorrectFact(at, Fact(CARD, ("3s",), "07", "07"), NG))
    pit.until(lambda view: view.next is Next.CLOSE_DECISIONS)
    pit.pump()
    assert (seat.state.flight, seat.state.balances.escrow) == (None, 1_500)
    seat.log.silent = False
    pit.deals(CARDS, CALLS)
    pit.ends()
    assert pit.audits() == []


def test_that_a_card_of_the_table_is_corrected_before_it_has_settled_anything(pit):
    pit.opens(**BETS)
    pit.deals(CARDS, CALLS, until=Next.REVEAL)
    at = next(at for at, fact in enumerate(pit.view.play) if fact.name == "call")
    assert pit.do(c.CorrectFact(at, Fact("call", (FOLD,), "07"), NG)).key == "not-a-result", (
        "no dealer's fact"
    )
    pit.ok(c.Reveal())
    pit.until(lambda view: view.next is Next.ENTER_RESULT)
    shown = next(at for at, fact in enumerate(pit.view.play) if fact == Fact(CARD, ("Ah",), "07"))
    late = c.CorrectFact(shown, Fact(CARD, ("5s",), "07"), NG)
    assert pit.do(late).key == "not-a-result", "the side bet is settled by it"


def test_that_a_result_is_corrected_and_everybody_settles_again(pit):
    pit.opens(**BETS)
    pit.deals(CARDS, CALLS)
    pit.pump()
    facts = tuple(
        Fact(CARD, ("Ac",), DEALER) if fact == Fact(CARD, ("Kd",), DEALER) else fact
        for fact in pit.view.facts
    )
    pit.ok(c.CorrectResult(facts, NG))
    pit.pump()
    assert pit.money("07") == (10_500, 0, -500), "a push, and the side bet"
    pit.ends()
    assert pit.audits() == []


@pytest.mark.parametrize("until", [Next.ENTER_RESULT, Next.CLOSE_DECISIONS, Next.REVEAL, "interim", "result"])
def test_that_a_void_returns_everything_wherever_it_comes(pit, until):
    pit.opens(**BETS)
    if until in (Next.ENTER_RESULT, Next.CLOSE_DECISIONS, Next.REVEAL):
        pit.deals(CARDS, CALLS, until=until)
    elif until == "interim":
        pit.deals(CARDS, CALLS, until=Next.REVEAL)
        pit.ok(c.Reveal())
        pit.until(lambda view: view.next is Next.ENTER_RESULT)
    else:
        pit.deals(CARDS, CALLS)
    pit.pump()
    pit.ok(c.Void("a card fell", NG))
    pit.pump()
    assert (pit.money("07"), pit.money("08")) == ((10_000, 0, 0), (10_000, 0, 0))
    assert pit.audits() == []
    if pit.view.next is not Next.OPEN_BETS:
        pit.ends()
    pit.opens(**BETS)
    pit.deals(CARDS, CALLS)
    pit.ends()
    assert pit.audits() == []


# --- kills ----------------------------------------------------------------------------------------------------------


def _whole_round(pit, between=lambda: None):
    pit.opens(**BETS)
    for _ in range(400):
        pit.pump(1)
        view = pit.view
        if view.phase is Phase.RESULT:
            break
        pit.step(view, {"07": "Ah", "08": "2c", DEALER: "Kd"}, {"07": RAISE, "08": FOLD})
        if view.next not in (Next.ANSWER_INTERRUPTION, Next.ANSWER_BETTING):
            between()  # whoever has answered what was asked after a kill is let go on for a step
    pit.pump()
    assert (pit.money("07"), pit.money("08")) == (WON_07, LOST_08)
    pit.ends()
    assert pit.audits() == []


@pytest.mark.parametrize("name", ["07", "08"])
def test_that_a_seat_killed_at_every_step_has_the_same_cards_and_money(pit, name):
    _whole_round(pit, pit.real[name].again)


def test_that_a_console_killed_at_every_step_goes_on_with_the_same_round(pit):
    _whole_round(pit, pit.again)


@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("at", range(1, 16))
def test_that_a_console_killed_at_any_append_goes_on_with_the_same_round(pit, at, when):
    pit.opens(**BETS)
    pit.link.kill_at = (pit.link.appends + at, when)
    killed = False
    for _ in range(400):
        try:
            pit.pump(1)
            if pit.view.phase is Phase.RESULT:
                break
            pit.step(pit.view, {"07": "Ah", "08": "2c", DEALER: "Kd"}, {"07": RAISE, "08": FOLD})
        except BaseException as end:
            if type(end).__name__ != "Killed":
                raise
            killed = True
            pit.again()
    assert killed or at > 13
    pit.pump()
    assert (pit.money("07"), pit.money("08")) == (WON_07, LOST_08)
    pit.ends()
    assert pit.audits() == []


@pytest.mark.parametrize("seed", range(6))
def test_that_many_rounds_of_any_cards_and_calls_leave_right_books(pit, seed):
    import random

    chance = random.Random(seed)
    for n in range(4):
        cards = shuffled(f"{seed}-{n}")
        pit.opens(**BETS)
        calls = {name: chance.choice([RAISE, FOLD, None]) for name in ("s07", "s08")}
        pit.deals({"s07": cards[0], "s08": cards[1], DEALER: cards[2]}, {k: v for k, v in calls.items() if v})
        if chance.random() < 0.3:
            pit.pump()
            pit.ok(c.Void("a card fell", NG))
            pit.pump()
        else:
            pit.ends()
    assert pit.audits() == []
    assert pit.desk._core.book.findings == ()


def test_that_chips_whose_raise_the_credit_carries_no_more_when_they_go_out_are_not_sent(pit):
    pit.opens()
    seat = pit.real["07"]
    seat.played.acceptor.insert(1_000)
    seat.played.pump()
    seat.played.runner.handle(Tap("ante", 500))
    pit.ok(c.RecordDecision("taken back", "a wrong payment", NG, seat="07", cents=-500))
    pit.pump()
    assert seat.state.draft == {"ante": 500}
    assert (seat.state.registered, pit.money("07")) == (None, (500, 0, 0))
    seat.played.acceptor.insert(500)
    pit.pump()
    assert seat.state.registered.stakes == {"ante": 500}
