"""Casino Stud Poker at the real desk with two real seats: dealt, decided, settled, and every book agrees."""

import json
import random
import sqlite3
from contextlib import closing

import pytest
from msgspec.structs import replace

from kiosk.console import commands as c
from kiosk.console.commands import Refusal
from kiosk.console.view import Next
from kiosk.games.game import NOBODY, Fact
from kiosk.games.stud.deal import CARD, DEALER, PRIZE
from kiosk.games.stud.game import GAME
from kiosk.seat.events import Double, TakeBack, Tap
from kiosk.table import records as r
from kiosk.table.round import Phase
from kiosk.table.slips import why_invalid
from kits.console.desk import NG, Killed
from kits.games import pit as pits
from kits.games.stud_dealt import FELT, NOT_QUALIFIED, PAIR, QUALIFIED, STRAIGHT_FLUSH, on_paper
from kits.games.stud_pit import BETS, CALLS, CARDS, HANDS, LIMITS, LOST_08, STUD, WON_07


def stands_as_won(pit):
    pit.pump()
    assert (pit.money("07"), pit.money("08")) == (WON_07, LOST_08)
    pit.ends()
    assert pit.audits() == []


@pytest.mark.rule(
    "stud:1.16", "stud:1.17", "stud:3.2", "stud:3.9", "stud:3.12", "stud:3.14.1", "stud:4.2", "stud:5.21"
)
def test_that_a_round_is_dealt_decided_settled_and_replayed(pit):
    pit.opens(**BETS)
    view = pit.deals(CARDS, CALLS)
    assert view.phase is Phase.RESULT
    assert (pit.seat("07").due, pit.seat("08").due) == (3_000 + 11_000 + 10_000, 0)
    stands_as_won(pit)
    assert [one.staked for one in pit.replays(pit.real["07"])] == [3_100]


def test_that_rounds_kept_before_own_cards_were_are_audited_without_them(pit):
    pit.opens(**BETS)
    pit.deals(CARDS, CALLS)
    pit.ends()
    assert pit.audits() == []
    keep_own(pit, lambda row: row["own"].pop())
    assert recall_findings(pit) == {"recall of round 1 differs from the log, the pay table and the journal"}
    keep_own(pit, lambda row: row.pop("own"))
    assert recall_findings(pit) == set()


def recall_findings(pit):
    """Without the seals' finding, which the test's own hand in the rows makes."""
    return {finding for _, finding in pit.audits() if finding.startswith("recall of round")}


def keep_own(pit, change):
    for seat in pit.real.values():
        with closing(sqlite3.connect(seat.dir.seat)) as db, db:
            ((body,),) = db.execute("SELECT body FROM recall").fetchall()
            row = json.loads(body)
            change(row)
            db.execute("UPDATE recall SET body = ?", (json.dumps(row),))


@pytest.mark.rule("stud:3.12.1", "stud:4.3", "stud:5.8.2")
def test_that_no_seat_is_told_what_another_holds_and_a_fold_stays_hidden(pit):
    pit.opens(**BETS)
    pit.deals(CARDS, CALLS, until=Next.REVEAL)
    heard = {name: pits.sealed_heard(seat) for name, seat in pit.real.items()}
    assert heard == {"07": {"07"}, "08": {"08"}}
    shown = [fact for fact in pit.view.play if fact.name == CARD and fact.values]
    assert shown == [Fact(CARD, ("Ac",), DEALER)], "the Dealer's open card, and nothing else"
    view = pit.deals(CARDS, CALLS)
    assert {fact.at for fact in view.facts if fact.name == CARD and fact.values} == {"07", DEALER}


@pytest.mark.rule("stud:3.13")
def test_that_a_dealer_who_does_not_qualify_gives_the_bet_back(pit):
    pit.opens(**BETS)
    pit.deals(CARDS | {DEALER: NOT_QUALIFIED.split()}, {"s07": "bet", "s08": "bet"})
    assert (pit.seat("07").due, pit.seat("08").due) == (3_000 + 1_000 + 10_000, 1_500 + 500)
    pit.ends()
    assert pit.audits() == []


@pytest.mark.rule("stud:4.2", "stud:4.4", "stud:4.5.1")
def test_that_a_major_prize_is_told_before_the_result(pit):
    pit.opens(**BETS)
    hands = {"07": STRAIGHT_FLUSH.split(), "08": PAIR.replace("8s", "8d").replace("6s", "6d").split()}
    pit.deals(CARDS | hands | {PRIZE: {"07": 1_234_567}}, {"s07": "bet", "s08": "bet"})
    assert pit.seat("07").due == 3_000 + 1_000 + 2_000 * 50 + 1_234_567
    pit.pump()
    assert pit.real["07"].state.balances.escrow == 0
    assert pit.audits() == []


# --- decisions ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("stud:5.5")
def test_that_a_silent_seat_folds_when_its_time_is_over(pit):
    pit.opens(**BETS)
    pit.deals(CARDS, {"s07": "bet"})
    assert [fact.values for fact in pit.view.facts if fact.name == "call"] == [("bet",), ("fold",)]
    stands_as_won(pit)


@pytest.mark.rule("stud:5.5", "stud:5.24")
def test_that_a_seat_without_power_has_not_walked_away(pit):
    pit.opens(**BETS)
    pit.deals(CARDS, {}, until=Next.CLOSE_DECISIONS)
    gone = pit.real.pop("08")
    gone.goes()
    pit.pump()
    pit.deals(CARDS, CALLS)
    assert [fact.values for fact in pit.view.facts if fact.name == "call"] == [("bet",), ("void",)]
    assert pit.seat("08").due == 500, "the box is void"
    pit.real["08"] = gone
    gone.comes()
    pit.ends()
    assert (pit.money("07"), pit.money("08")) == (WON_07, (10_000, 0, 0))
    assert pit.audits() == []


@pytest.mark.rule("stud:3.12.2", "stud:5.3")
def test_that_a_bet_is_twice_the_ante_and_taken_at_once(pit):
    pit.opens(s07={"ante": 1_000})
    pit.deals(CARDS, {}, until=Next.CLOSE_DECISIONS)
    seat = pit.real["07"]
    for stakes in ({}, {"bet": 1_000}, {"bet": 2_000, "ante": 100}):
        seat.chooses("bet", **stakes)
        assert (seat.state.flight, seat.state.balances.escrow) == (None, 1_000)
    seat.chooses("bet", bet=2_000)
    assert seat.state.balances.escrow == 3_000
    pit.pump()
    assert seat.state.registered.stakes == {"ante": 1_000, "bet": 2_000}


@pytest.mark.rule("stud:3.12.2")
def test_that_an_ante_is_taken_only_where_the_credit_carries_the_bet(pit):
    pit.ok(c.OpenBets())
    pit.pump()
    pit.real["07"].bets(ante=5_000)
    pit.pump()
    assert pit.seat("07").stake == 3_300, "a third of 100 dollars"


# --- the dealer -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("stud:2.2.1", "stud:5.8.1")
def test_that_a_card_is_dealt_once(pit):
    pit.opens(**BETS)
    pit.deals(CARDS, {}, until=Next.ENTER_RESULT)
    own = Fact(CARD, ("9d",), "07", "07")
    assert pit.do(c.EnterResult((own,))) == Refusal("needs-supervisor")
    pit.ok(c.EnterResult((own,), NG))
    pit.pump()
    for wrong in (
        own,
        Fact(CARD, ("Ah",), "08", "08"),
        Fact(CARD, ("Ah",), "07"),
        Fact(CARD, (), "07", "07"),
    ):
        assert pit.do(c.EnterResult((wrong,), NG)).key == ("lies-already" if wrong is own else "not-a-result")
    whole = tuple(Fact(CARD, (card,), "07", "07") for card in HANDS["07"].split()[1:])
    pit.ok(c.EnterResult(whole, NG))
    pit.pump()
    assert pit.view.asked.at == "08", "a hand at once"
    pit.deals(CARDS, CALLS)
    stands_as_won(pit)


@pytest.mark.rule("stud:5.10", "stud:5.10.1")
def test_that_a_wrong_card_is_corrected_while_players_decide(pit):
    pit.opens(**BETS)
    pit.deals(CARDS | {"07": ["9d", "7d", "5d", "4d", "2h"]}, {}, until=Next.CLOSE_DECISIONS)
    pit.real["07"].decides("bet")
    at = max(at for at, fact in enumerate(pit.view.play) if fact.at == "07")
    right = Fact(CARD, ("2d",), "07", "07")
    assert pit.do(c.CorrectFact(at, right)) == Refusal("needs-supervisor")
    lies = Refusal("lies-already", {"value": "Js", "at": "08"})
    assert pit.do(c.CorrectFact(at, Fact(CARD, ("Js",), "07", "07"), NG)) == lies
    assert pit.do(c.CorrectFact(at, Fact(CARD, ("14",), "07", "07"), NG)).key == "not-a-result"
    pit.ok(c.CorrectFact(at, right, NG))
    pit.until(lambda view: view.next is Next.CLOSE_DECISIONS)
    pit.pump()
    state = pit.real["07"].state
    assert (state.chosen, state.balances.escrow, state.facts[at]) == (None, 1_100, right)
    pit.deals(CARDS, CALLS)
    stands_as_won(pit)


@pytest.mark.rule("stud:5.20")
def test_that_a_result_is_corrected_and_everybody_settles_again(pit):
    pit.opens(**BETS)
    pit.deals(CARDS | {DEALER: NOT_QUALIFIED.split()}, CALLS)
    pit.pump()
    turned = iter(QUALIFIED.split())
    facts = tuple(
        Fact(CARD, (next(turned),), DEALER) if fact.at == DEALER and fact.audience != NOBODY else fact
        for fact in pit.view.facts
    )
    pit.ok(c.CorrectResult(facts, NG))
    stands_as_won(pit)


@pytest.mark.rule("stud:1.20", "stud:5.22", "stud:5.8", "stud:5.8.4", "stud:5.8.6")
@pytest.mark.parametrize("until", [Next.ENTER_RESULT, Next.CLOSE_DECISIONS, Next.REVEAL, None])
def test_that_a_void_returns_everything_wherever_it_comes(pit, until):
    pit.opens(**BETS)
    pit.deals(CARDS, CALLS, until=until)
    pit.pump()
    pit.ok(c.Void("a card fell", NG))
    pit.pump()
    assert (pit.money("07"), pit.money("08")) == ((10_000, 0, 0), (10_000, 0, 0))
    assert pit.audits() == []


# --- kills ----------------------------------------------------------------------------------------------------------

APPENDS = 47  # from open bets to the result
FEW = (1, 4, 9, 24, 28, 33, 38, 47)
_EVERY = [at if at in FEW else pytest.param(at, marks=pytest.mark.torture) for at in range(1, APPENDS + 1)]


@pytest.mark.rule("stud:5.7")
@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("at", _EVERY)
def test_that_a_console_killed_at_any_append_goes_on_with_the_same_round(pit, at, when):
    pit.opens(**BETS)
    pit.link.kill_at = (pit.link.appends + at, when)
    killed = False
    for _ in range(600):
        try:
            pit.pump(1)
            if pit.view.phase is Phase.RESULT:
                break
            pit.step(pit.view, CARDS, {"07": "bet", "08": "fold"})
        except Killed:
            killed = True
            pit.again()
    assert killed
    stands_as_won(pit)


@pytest.mark.rule("stud:5.7")
@pytest.mark.parametrize("name", ["07", "08"])
def test_that_a_seat_killed_at_every_step_has_the_same_cards_and_money(pit, name):
    pit.opens(**BETS)
    for _ in range(600):
        pit.pump(1)
        view = pit.view
        if view.phase is Phase.RESULT:
            break
        pit.step(view, CARDS, {"07": "bet", "08": "fold"})
        pit.real[name].again()
    stands_as_won(pit)


# --- paper ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("stud:3.14", "stud:4.1")
@pytest.mark.parametrize("seed", [0, 1, *(pytest.param(n, marks=pytest.mark.torture) for n in range(2, 30))])
def test_that_rounds_at_the_table_are_settled_as_on_paper(pit, seed):
    chance = random.Random(seed)
    for n in range(4):
        deck = pits.shuffled(f"{seed}-{n}")
        hands = {"07": " ".join(deck[:5]), "08": " ".join(deck[5:10])}
        bets = {box: {"ante": 100 * chance.randint(1, 9), "jackpot": 100} for box in hands}
        calls = {box: chance.choice(["bet", "bet", "fold"]) for box in hands}
        pit.opens(**{f"s{box}": stakes for box, stakes in bets.items()})
        before = {box: pit.real[box].state.balances.credit + bets[box]["ante"] + 100 for box in hands}
        cards = {box: hand.split() for box, hand in hands.items()} | {DEALER: deck[10:15], PRIZE: {}}
        pit.deals(cards, {f"s{box}": call for box, call in calls.items()})
        pit.ends()
        paper = on_paper(hands, " ".join(deck[10:15]), calls, bets)
        for box in hands:
            said = paper[box]
            now = pit.real[box].state.balances.credit
            assert now - before[box] == said["returned"] + said["won"] - said["staked"], (n, box)
    assert pit.audits() == []
    assert pit.desk._core.book.findings == ()


def test_that_a_demonstration_deals_by_chance(tmp_path):
    chance = random.Random(5)
    pit = pits.Pit(tmp_path, STUD, facts_for=lambda _round, facts, _gone: GAME.by_chance(FELT, facts, chance))
    pit.start()
    pit.sit()
    pit.ok(c.AutoDealing(True))
    results = {}
    for _ in pit.patiently():
        pit.pump(1)
        view = pit.pass_ms(500)
        if view.phase is Phase.BETTING:
            bets_once(pit, view.round)
        elif view.next is Next.CLOSE_DECISIONS:
            pit.players_choose({"07": "bet", "08": "bet"})
        elif view.phase is Phase.RESULT:
            results[view.round] = view.facts
        if view.round == 4:
            break
    assert [sum(fact.name == CARD for fact in facts) for facts in results.values()] == [10 + 5 + 10 + 4] * 3
    assert pit.audits() == []
    pit.close()


def bets_once(pit, number):
    """Every seat bets in that round, as soon as it takes part."""
    for seat in pit.real.values():
        if seat.state.audited_round == number and not seat.state.draft:
            seat.bets(ante=500, jackpot=100)


@pytest.mark.rule("stud:5.4", "stud:3.8")
def test_that_a_jackpot_bet_stands_beside_an_ante_alone_and_leaves_the_table_with_it(pit):
    pit.ok(c.OpenBets())
    pit.pump()
    seat = pit.real["07"]
    seat.played.runner.deliver(Tap("jackpot", 100))
    seat.pump()
    assert seat.state.draft == {}
    seat.bets(ante=1_000, jackpot=100)
    pit.pump()
    assert seat.state.registered.stakes == {"ante": 1_000, "jackpot": 100}
    seat.played.runner.deliver(TakeBack("ante"))
    seat.pump()
    assert seat.state.draft == {}
    pit.pump()
    assert seat.state.registered.stakes == {}
    alone = r.Slip(seat="07", round=1, rev=1, layout=FELT.name, stakes={"jackpot": 100})
    assert why_invalid(alone, FELT, LIMITS) == "spot 'jackpot' takes chips beside those on 'ante' alone"
    assert why_invalid(replace(alone, stakes={"ante": 500, "jackpot": 100}), FELT, LIMITS) is None


@pytest.mark.rule("stud:3.3")
def test_that_a_bet_of_one_amount_is_placed_once_by_whatever_chip(pit):
    pit.ok(c.OpenBets())
    pit.pump()
    seat = pit.real["07"]
    seat.bets(ante=1_000)
    for _ in range(2):
        seat.played.runner.deliver(Tap("jackpot", 2_500))
        seat.pump()
        assert seat.state.draft == {"ante": 1_000, "jackpot": 100}
    seat.played.runner.deliver(Double())
    seat.pump()
    assert seat.state.draft == {"ante": 2_000, "jackpot": 100}


# --- what lies at the boxes -----------------------------------------------------------------------------------------


def test_that_each_seat_sees_what_the_others_play_for_once_bets_are_closed(pit):
    pit.opens(**BETS)
    assert pit.real["08"].state.table.stakes == {}
    pit.deals(CARDS, CALLS, until=Next.CLOSE_DECISIONS)
    placed = {"07": {"ante": 1_000, "jackpot": 100}, "08": {"ante": 500}}
    assert [seat.state.table.stakes for seat in pit.real.values()] == [placed, placed]
    pit.deals(CARDS, CALLS)
    with_bet = placed | {"07": placed["07"] | {"bet": 2_000}}
    assert [seat.state.table.stakes for seat in pit.real.values()] == [with_bet, with_bet]
    stands_as_won(pit)
