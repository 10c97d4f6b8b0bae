"""Blackjack at the real desk with two real seats: dealt, decided hand after hand, settled, and every book agrees."""

import random

import pytest

from kiosk.console import commands as c
from kiosk.console.commands import Refusal
from kiosk.console.view import Next
from kiosk.games.blackjack.deal import CARD, DEALER
from kiosk.games.blackjack.game import GAME
from kiosk.games.blackjack.paytable import FIRST, TURN
from kiosk.games.game import Decide, Enter, Fact, replaced
from kiosk.seat import choices
from kiosk.seat.choices import amounts, can_add
from kiosk.seat.events import Collect
from kiosk.table.round import Phase
from kiosk.ui.dealer.blackjack.part import PART
from kiosk.ui.dealer.cards.mending import dealt_anew
from kits.console.desk import NG, Killed
from kits.games.blackjack_pit import BETS, FELT, SAYS, SHOE, WON_07, WON_08, Pit

EVERYTHING_BACK = (10_000, 0, 0)


def stands(pit, of_07=WON_07, of_08=WON_08):
    pit.pump()
    assert (pit.money("07"), pit.money("08")) == (of_07, of_08)
    pit.ends()
    assert pit.audits() == []


def until_turn(pit, says=None, shoe=SHOE):
    """To the first decision of box 07 in its turn."""
    pit.opens(**BETS)
    pit.plays(shoe, {"07": ["decline"], "08": []} if says is None else says, until=Next.CLOSE_DECISIONS)
    pit.real["07"].pump()
    pit.says("07", "decline")
    pit.until(lambda view: view.next is Next.CLOSE_DECISIONS and view.asked == Decide(TURN, ("07",)))
    pit.pump()


@pytest.mark.rule(
    "blackjack:1.25", "blackjack:3.3", "blackjack:3.8", "blackjack:3.11", "blackjack:3.21.2", "blackjack:5.14"
)
def test_that_a_round_is_dealt_decided_settled_and_replayed(pit):
    pit.opens(**BETS)
    view = pit.plays()
    assert view.phase is Phase.RESULT
    assert [fact.values[0] for fact in view.facts if fact.name == CARD] == SHOE.split()
    stands(pit)
    assert [one.staked for one in pit.replays(pit.real["07"])] == [2_500]
    assert [one.staked for one in pit.replays(pit.real["08"])] == [1_500]


@pytest.mark.rule("blackjack:3.14.2", "blackjack:3.16", "blackjack:3.8")
def test_that_all_boxes_decide_at_once_and_then_one_after_the_other(pit):
    pit.opens(**BETS)
    shoe = "8h Ah 6c 8d 9d Td"
    view = pit.plays(shoe, {}, until=Next.CLOSE_DECISIONS)
    assert view.asked == Decide(FIRST, ("07", "08"))
    assert {seat.name for seat in view.seats if seat.deciding} == {"07", "08"}
    assert pit.do(c.EnterResult((Fact(CARD, ("5c",), "07"),))).key == "phase", "no third card before"
    pit.says("08", "decline")
    pit.pump()
    assert pit.view.waits_for == ("07",)
    pit.says("07", "decline")
    pit.until(lambda view: view.asked == Decide(TURN, ("07",)) and view.next is Next.CLOSE_DECISIONS)
    assert {seat.name for seat in pit.view.seats if seat.deciding} == {"07"}
    pit.says("07", "stand")
    pit.until(lambda view: view.asked == Decide(TURN, ("08",)))


@pytest.mark.rule("blackjack:3.13", "blackjack:1.17", "blackjack:3.15", "blackjack:5.16")
def test_that_the_interim_settlement_pays_before_the_next_card_and_can_be_bet(pit):
    until_turn(pit)
    assert pit.money("07") == (8_500 + 6_000, 1_000, -5_500), "the pair at 11 to 1"
    assert pit.money("08") == WON_08, "Blackjack and Under 13"
    pit.real["08"].played.runner.handle(Collect())
    assert pit.real["08"].state.cashout is None, "what this round has paid stays until it is over"
    pit.plays()
    stands(pit)


@pytest.mark.rule("blackjack:3.15", "blackjack:3.16", "blackjack:3.14.1")
@pytest.mark.parametrize(
    ("shoe", "says", "won"),
    [
        ("Ah 6c Kd", [], 1_500 + 500),
        ("Th 6c 6d", ["surrender"], -500 - 500),
        ("Ah Ac Kd", ["even-money"], 1_000 + 500),
    ],
)
def test_that_a_round_that_the_first_window_ends_has_its_result_at_once(pit, shoe, says, won):
    pit.opens(s07={"initial": 1_000, "under": 500})
    assert pit.plays(shoe, {"07": says}).phase is Phase.RESULT
    pit.pump()
    assert pit.money("07") == (10_000 + won, 0, -won)
    pit.ends()
    assert pit.audits() == []


# --- money in the middle --------------------------------------------------------------------------------------------


@pytest.mark.rule("blackjack:3.21", "blackjack:3.22", "blackjack:1.6")
def test_that_what_a_decision_adds_is_taken_from_the_credit_with_it(pit):
    until_turn(pit)
    seat = pit.real["07"]
    for choice, stakes in (
        ("split", {}),
        ("split", {"split-2": 900}),
        ("split", {"split-3": 1_000}),
        ("double", {"double-1": 1_100}),
        ("double", {"double-1": 250}),
        ("double", {"double-1": 0}),
        ("stand", {"double-1": 500}),
        ("surrender", {}),
    ):
        seat.chooses(choice, **stakes)
        assert (seat.state.flight, seat.state.balances.escrow) == (None, 1_000), (choice, stakes)
    seat.chooses("split", **{"split-2": 1_000})
    assert seat.state.balances.escrow == 2_000
    pit.pump()
    assert seat.state.registered.stakes == {"initial": 1_000, "pair": 500, "split-2": 1_000}
    pit.plays()
    stands(pit)


@pytest.mark.rule("blackjack:3.22")
def test_that_a_double_for_less_is_one_card_and_counts_for_what_it_is(pit):
    pit.opens(s07={"initial": 1_000}, s08={"initial": 1_000})
    pit.plays("6h Th 6c 5d 9d Td Kc 9h", {"07": ["decline", "double:300"], "08": ["decline", "stand"]})
    assert pit.view.facts[-1] == Fact(CARD, ("9h",), DEALER)
    stands(pit, (11_300, 0, -1_300), (11_000, 0, -1_000))


@pytest.mark.rule("blackjack:3.21", "blackjack:3.22")
def test_that_what_the_credit_does_not_carry_is_not_taken_and_a_note_in_the_middle_helps(pit):
    pit.opens(s07={"initial": 5_500}, s08={"initial": 1_000})
    shoe = "8h Th 6c 8d 9d 9h 5c Td Ks"
    pit.plays(shoe, {}, until=Next.CLOSE_DECISIONS)
    pit.says("07", "decline")
    pit.says("08", "decline")
    pit.until(lambda view: view.asked == Decide(TURN, ("07",)) and view.next is Next.CLOSE_DECISIONS)
    pit.pump()
    seat = pit.real["07"]
    window = GAME.window(FELT, seat.state.facts, "07", seat.state.registered.stakes)
    extras = {option.choice: option.extras[0] for option in window.options if option.extras}
    carried = {choice: amounts(extra, 100, can_add(seat.state)) for choice, extra in extras.items()}
    assert carried == {"split": range(5_500, 4_501, 100), "double": range(100, 4_501, 100)}
    assert not carried["split"]
    seat.chooses("split", **{"split-2": 5_500})
    assert (seat.state.flight, seat.state.balances.escrow) == (None, 5_500)
    seat.played.acceptor.insert(10_000)
    pit.pump()
    assert amounts(extras["split"], 100, can_add(seat.state)) == range(5_500, 5_501, 100)
    says = {"07": ["decline", "split", "stand", "stand"], "08": ["decline", "stand"]}
    pit.plays(shoe, says)
    # 17 and 13 against 16 and a ten: both are won
    stands(pit, (20_000 + 11_000, 0, -11_000), (11_000, 0, -1_000))


# --- who says nothing -----------------------------------------------------------------------------------------------


@pytest.mark.rule("blackjack:5.3")
def test_that_silence_takes_the_default_for_one_decision_and_the_next_is_the_players_again(pit):
    pit.opens(s07={"initial": 1_000}, s08={"initial": 1_000})
    pit.plays("4h Th 6c 5d 9d 3c Td", {"08": ["decline"]}, until=Next.CLOSE_DECISIONS)
    pit.deals(
        {"cards": ["4h", "Th", "6c", "5d", "9d", "3c", "Td"]}, {"08": ["decline"]}, until=Next.ENTER_RESULT
    )
    decided = [(fact.at, *fact.values) for fact in pit.view.play if fact.name in (FIRST, TURN)]
    assert decided == [("07", "decline"), ("08", "decline"), ("07", "hit")], "9 points: a card"
    says = {"07": ["decline", "hit", "stand"], "08": ["decline", "stand"]}
    pit.plays("4h Th 6c 5d 9d 3c Td 5s", says)
    decided = [(fact.at, *fact.values) for fact in pit.view.facts if fact.name == TURN]
    assert decided == [("07", "hit"), ("07", "stand"), ("08", "stand")]
    pit.ends()
    assert pit.audits() == []


@pytest.mark.rule("blackjack:5.3")
@pytest.mark.parametrize("dies", [FIRST, TURN])
def test_that_a_seat_that_dies_is_played_to_12_and_settled_when_it_returns(pit, dies):
    pit.opens(s07={"initial": 1_000}, s08={"initial": 1_000})
    shoe = "4h Th 6c 5d 9d 2c Ac Td 5s"
    pit.plays(shoe, {}, until=Next.CLOSE_DECISIONS)
    if dies == TURN:
        pit.says("07", "decline")
        pit.says("08", "decline")
        pit.until(lambda view: view.asked == Decide(TURN, ("07",)) and view.next is Next.CLOSE_DECISIONS)
    gone = pit.real.pop("07")
    gone.goes()
    pit.pump()
    assert pit.view.waits_for[0] == "07", "nobody closes it but the dealer"
    pit.plays(shoe, {"08": ["decline", "stand"]})
    decided = [(fact.at, *fact.values) for fact in pit.view.facts if fact.name in (FIRST, TURN)]
    first = [("07", "walk"), ("08", "decline")]
    in_turn = [("07", "decline"), ("08", "decline"), ("07", "walk")]
    assert decided == [*(first if dies == FIRST else in_turn), ("08", "stand")]
    pit.real["07"] = gone
    gone.comes()
    told = [*pit.view.alerts, *pit.view.round_log]
    assert not [one for one in told if one.key == "box-absent"], "no bet comes back: the House plays on"
    # 12 of 4, 5, 2 and Ace against 6, 10 and 5
    stands(pit, (9_000, 0, 1_000), (9_000, 0, 1_000))
    assert "box-absent" not in {event.kind for event in gone.seat.store.events()}


# --- the dealer -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("blackjack:5.5.1", "blackjack:3.11")
def test_that_a_card_that_is_none_or_lies_elsewhere_is_refused(pit):
    pit.opens(**BETS)
    pit.plays(until=Next.ENTER_RESULT)
    for wrong in (
        Fact(CARD, ("8h",), "08"),
        Fact(CARD, ("1h",), "07"),
        Fact(CARD, (), "07"),
        Fact(CARD, ("8h",), "07", "07"),
    ):
        assert pit.do(c.EnterResult((wrong,))).key == "not-a-result"
    whole = [
        Fact(CARD, (card,), at)
        for card, at in zip(["8h", "Ah", "6c", "8d", "Kd"], ["07", "08", DEALER, "07", "08"], strict=True)
    ]
    pit.ok(c.EnterResult(tuple(whole)))
    pit.until(lambda view: view.next is Next.CLOSE_DECISIONS)
    pit.plays()
    stands(pit)


def test_that_a_wrong_card_is_corrected_while_players_decide_and_not_once_it_has_settled_something(pit):
    pit.opens(**BETS)
    shoe = SHOE.replace("Ah", "Th")
    pit.plays(shoe.replace("8d", "9d"), {}, until=Next.CLOSE_DECISIONS)
    pit.says("07", "decline")
    at = max(at for at, fact in enumerate(pit.view.play) if fact.at == "07" and fact.name == CARD)
    right = Fact(CARD, ("8d",), "07")
    assert pit.do(c.CorrectFact(at, right)) == Refusal("needs-supervisor")
    pit.ok(c.CorrectFact(at, right, NG))
    pit.until(lambda view: view.next is Next.CLOSE_DECISIONS)
    pit.pump()
    assert pit.real["07"].state.chosen is None
    says = {"07": SAYS["07"], "08": ["decline", "stand"]}
    pit.plays(shoe, says, until=Next.ENTER_RESULT)
    assert pit.do(c.CorrectFact(at, Fact(CARD, ("9d",), "07"), NG)).key == "not-a-result", (
        "it is settled by it"
    )
    pit.plays(shoe, says)
    stands(pit, of_08=(9_500, 0, 500))


def test_that_a_card_that_was_drawn_is_corrected_before_the_next_decision(pit):
    until_turn(pit)
    pit.says("07", "split")
    pit.until(lambda view: view.next is Next.ENTER_RESULT)
    pit.ok(c.EnterResult((Fact(CARD, ("9d",), "07"),)))
    pit.until(lambda view: view.next is Next.CLOSE_DECISIONS)
    at = len(pit.view.play) - 1
    pit.ok(c.CorrectFact(at, Fact(CARD, ("Td",), "07"), NG))
    pit.until(lambda view: view.next is Next.CLOSE_DECISIONS)
    pit.plays()
    stands(pit)


@pytest.mark.rule("blackjack:5.6", "blackjack:5.13")
def test_that_a_result_is_corrected_and_what_was_settled_in_the_middle_is_settled_again(pit):
    pit.opens(**BETS)
    wrong = SHOE.replace("Ah", "Th")  # box 08 has 20
    pit.plays(wrong, {"07": SAYS["07"], "08": ["decline", "stand"]})
    pit.pump()
    assert pit.money("08") == (9_500, 0, 500), "a stand off, and not under 13"
    facts = tuple(
        Fact(CARD, ("Ah",), "08") if fact == Fact(CARD, ("Th",), "08") else fact
        for fact in pit.view.facts
        if fact.at != "08" or fact.name == CARD
    )
    pit.ok(c.CorrectResult(facts, NG))
    pit.until(lambda view: not view.waits_for)
    stands(pit)


@pytest.mark.rule("blackjack:5.3", "blackjack:3.15")
def test_that_a_blackjack_that_was_none_is_corrected_with_the_result_and_its_silence_stands(pit):
    pit.opens(**BETS)
    pit.plays()
    pit.pump()
    assert pit.money("08") == WON_08
    wrong = next(at for at, fact in enumerate(pit.view.facts) if fact == Fact(CARD, ("Ah",), "08"))
    facts, lacks = dealt_anew(
        PART.cards_game("A"), GAME, FELT, replaced(pit.view.facts, wrong, Fact(CARD, ("Th",), "08"))
    )
    assert lacks is None
    pit.ok(c.CorrectResult(facts, NG))
    pit.until(lambda view: not view.waits_for)
    stands(pit, of_08=(9_500, 0, 500))


@pytest.mark.rule("blackjack:1.36", "blackjack:5.17", "blackjack:5.5", "blackjack:5.5.2", "blackjack:5.5.4")
@pytest.mark.parametrize("until", ["deal", "first", "turn", "result"])
def test_that_a_void_returns_everything_and_takes_back_what_was_paid_in_the_middle(pit, until):
    if until == "turn":
        until_turn(pit)
        pit.says("07", "split")  # with what the pair has paid, too
        pit.pump()
        assert pit.money("07")[0] == 8_500 + 6_000 - 1_000
    else:
        pit.opens(**BETS)
        reached = {"deal": Next.ENTER_RESULT, "first": Next.CLOSE_DECISIONS, "result": None}[until]
        pit.plays(says=SAYS if until == "result" else {}, until=reached)
    pit.pump()
    pit.ok(c.Void("a card fell", NG))
    pit.pump()
    assert (pit.money("07"), pit.money("08")) == (EVERYTHING_BACK, EVERYTHING_BACK)
    assert pit.audits() == []
    if pit.view.next is not Next.OPEN_BETS:
        pit.ends()
    pit.opens(**BETS)
    pit.plays()
    stands(pit, (20_000 + 3_500, 0, -3_500), (20_000 + 2_000, 0, -2_000))


@pytest.mark.rule("blackjack:5.5.3", "blackjack:5.17")
def test_that_an_empty_shoe_leaves_only_the_void(pit):
    until_turn(pit)
    pit.says("07", "split")
    pit.until(lambda view: view.next is Next.ENTER_RESULT)
    pit.ok(c.EnterIrregularity(Fact("shoe-empty", ("the shoe is empty",)), NG))
    pit.until(lambda view: view.next is Next.VOID_DUE)
    pit.ok(c.Void("no card is left in the shoe", NG))
    pit.pump()
    assert (pit.money("07"), pit.money("08")) == (EVERYTHING_BACK, EVERYTHING_BACK)
    assert pit.audits() == []


# --- kills ----------------------------------------------------------------------------------------------------------

APPENDS = 28  # from open bets to the result
FEW = (1, 3, 9, 12, 15, 18, 22, 28)
_EVERY = [at if at in FEW else pytest.param(at, marks=pytest.mark.torture) for at in range(1, APPENDS + 1)]


@pytest.mark.rule("blackjack:5.4", "blackjack:5.4.1")
@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("at", _EVERY)
def test_that_a_console_killed_at_any_append_goes_on_with_the_same_round(pit, at, when):
    pit.opens(**BETS)
    pit.link.kill_at = (pit.link.appends + at, when)
    killed = False
    for _ in range(900):
        try:
            pit.pump(1)
            if pit.view.phase is Phase.RESULT:
                break
            pit.step(pit.view, {"cards": SHOE.split()}, SAYS)
        except Killed:
            killed = True
            pit.again()
    assert killed, pit.link.appends
    stands(pit)


@pytest.mark.rule("blackjack:5.4")
@pytest.mark.parametrize("name", ["07", "08"])
def test_that_a_seat_killed_at_every_step_has_the_same_cards_and_money(pit, name):
    pit.opens(**BETS)
    for _ in range(900):
        pit.pump(1)
        view = pit.view
        if view.phase is Phase.RESULT:
            break
        pit.step(view, {"cards": SHOE.split()}, SAYS)
        pit.real[name].again()
    stands(pit)


@pytest.mark.rule("blackjack:5.4.2")
def test_that_a_console_killed_in_the_initial_deal_can_void_the_round(pit):
    pit.opens(**BETS)
    pit.plays(until=Next.ENTER_RESULT)
    pit.ok(c.EnterResult((Fact(CARD, ("8h",), "07"),)))
    pit.pump()
    pit.again()
    pit.until(lambda view: view.next is Next.ANSWER_INTERRUPTION)
    pit.ok(c.Interrupted(decided=False, authority=NG))
    pit.pump()
    assert (pit.money("07"), pit.money("08")) == (EVERYTHING_BACK, EVERYTHING_BACK)
    assert pit.audits() == []


# --- many rounds ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("blackjack:1.9", "blackjack:1.17")
@pytest.mark.parametrize("seed", [0, 1, *(pytest.param(n, marks=pytest.mark.torture) for n in range(2, 30))])
def test_that_many_rounds_of_any_cards_and_decisions_leave_right_books(pit, seed):
    chance = random.Random(seed)
    ranks = chance.choice(["AKQ8", "AT5", "23456789TJQKA"])
    for _ in range(4):
        shoe = [chance.choice(ranks) + chance.choice("cdhs") for _ in range(60)]
        bets = {}
        for box in ("s07", "s08"):
            initial = 200 * chance.randint(1, 9)
            bets[box] = {"initial": initial} | {
                side: 100 * chance.randint(1, initial // 100)
                for side in ("pair", "under", "over")
                if chance.random() < 0.5
            }
        pit.opens(**bets)
        for _ in pit.patiently():
            pit.pump(1)
            view = pit.view
            if view.phase in (Phase.RESULT, Phase.VOID):
                break
            if view.next is Next.CLOSE_DECISIONS:
                _decides_by_chance(pit, chance)
            pit.step(view, {"cards": shoe}, {})
        if chance.random() < 0.3:
            pit.pump()
            pit.ok(c.Void("a card fell", NG))
            pit.pump()
        else:
            pit.ends()
    assert pit.audits() == []
    assert pit.desk._core.book.findings == ()


def _decides_by_chance(pit, chance):
    for name in {seat.name for seat in pit.view.seats if seat.deciding and not seat.decided}:
        state = pit.real[name].state
        if state.chosen is not None or state.flight is not None:
            continue
        window = choices.window(pit.real[name].seat.context, state)
        if window is None:
            continue
        carried = {
            option.choice: [(extra.spot, amounts(extra, 100, can_add(state))) for extra in option.extras]
            for option in window.options
        }
        choice = chance.choice([one for one, extras in carried.items() if all(cents for _, cents in extras)])
        pit.real[name].chooses(choice, **{spot: chance.choice(cents) for spot, cents in carried[choice]})


@pytest.mark.rule("blackjack:3.11")
def test_that_a_demonstration_deals_by_chance(tmp_path):
    chance = random.Random(5)
    pit = Pit(tmp_path, facts_for=lambda _round, facts, _gone: GAME.by_chance(FELT, facts, chance))
    pit.start()
    pit.sit()
    pit.ok(c.AutoDealing(True))
    results = {}
    for _ in pit.patiently():
        pit.pump(1)
        view = pit.pass_ms(500)
        if view.phase is Phase.BETTING:
            for seat in pit.real.values():
                if seat.state.audited_round == view.round and not seat.state.draft:
                    seat.bets(initial=500)
        elif view.next is Next.CLOSE_DECISIONS:
            _decides_by_chance(pit, chance)
        elif view.phase is Phase.RESULT:
            results[view.round] = view.facts
        if view.round == 4:
            break
    assert len(results) == 3
    assert all(sum(fact.name == CARD for fact in facts) >= 5 for facts in results.values())
    assert pit.audits() == []
    pit.close()


def test_that_the_console_says_where_the_next_card_lies(pit):
    pit.opens(**BETS)
    view = pit.plays(until=Next.ENTER_RESULT)
    assert view.asked == Enter(CARD, "07")
