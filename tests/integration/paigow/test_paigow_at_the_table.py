"""Fortune Pai Gow Poker at the real desk with two real seats: dealt, set, settled, and every book agrees."""

import random

import pytest

from kiosk.cards import DECK, JOKER
from kiosk.console import commands as c
from kiosk.console.commands import Refusal
from kiosk.console.view import Next
from kiosk.games.game import NOBODY, Enter, Fact
from kiosk.games.laid import CARD, DEALER
from kiosk.games.paigow.game import GAME
from kiosk.games.set_hands import HOUSE_WAY, SET
from kiosk.table import records as r
from kiosk.table.round import Phase
from kits.console.desk import NG, Killed
from kits.games import pit as pits
from kits.games.paigow_dealt import ACES, FELT, NATURAL, ODD, on_paper
from kits.games.paigow_pit import BETS, BY_HAND_TABLE, CARDS, HANDS, PAIGOW, SETTINGS, STOOD_08, WON_07


def stands_as_won(pit):
    pit.pump()
    assert (pit.money("07"), pit.money("08")) == (WON_07, STOOD_08)
    pit.ends()
    assert pit.audits() == []


@pytest.mark.rule(
    "paigow:1.1.10", "paigow:3.1", "paigow:3.2", "paigow:3.12", "paigow:3.13", "paigow:3.18", "paigow:3.20"
)
def test_that_a_round_is_dealt_set_settled_and_replayed(pit):
    pit.opens(**BETS)
    view = pit.deals(CARDS, SETTINGS)
    assert view.phase is Phase.RESULT
    assert (pit.seat("07").due, pit.seat("08").due) == (1_950, 500)
    stands_as_won(pit)
    assert [one.staked for one in pit.replays(pit.real["07"])] == [1_100]


@pytest.mark.rule("paigow:3.11")
@pytest.mark.parametrize("played", [BY_HAND_TABLE])
def test_that_a_table_that_is_dealt_by_hand_plays_the_same_round(pit):
    pit.opens(**BETS)
    pit.deals(CARDS, {}, until=Next.ENTER_RESULT)
    order = []
    while isinstance(asked := pit.view.asked, Enter):
        order.append(asked.at)
        values = () if asked.audience == NOBODY else pit.of.answers(asked, pit.view.play, CARDS)
        pit.ok(c.EnterResult((Fact(CARD, values, asked.at, asked.audience),), NG))
        pit.pump()
    assert order == ["07", "08", DEALER] * 7
    pit.deals(CARDS, SETTINGS)
    stands_as_won(pit)


@pytest.mark.rule("paigow:3.12", "paigow:3.13", "paigow:5.15")
def test_that_no_seat_hears_of_anothers_cards_or_setting_before_all_are_set(pit):
    pit.opens(**BETS)
    pit.deals(CARDS, {"s07": "set:Jc8s"}, until=Next.CLOSE_DECISIONS)
    for _ in range(3):
        pit.step(pit.view, CARDS, {"07": "set:Jc8s"})
        pit.pump()
    assert pit.real["07"].state.chosen is not None
    heard = {name: pits.sealed_heard(seat) for name, seat in pit.real.items()}
    assert heard == {"07": {"07"}, "08": {"08"}}
    other = [r.decode(entry.value) for entry in pit.real["08"].heard]
    assert not [one for one in other if isinstance(one, r.Choice)], "a setting names two of the cards"
    assert not [fact for fact in pit.view.play if fact.at == DEALER and fact.values]
    assert not [card for card in ACES.split() if card in str(other)]
    view = pit.deals(CARDS, SETTINGS)
    assert {fact.at for fact in view.facts if fact.name == CARD and fact.values} == {"07", "08", DEALER}


@pytest.mark.rule("paigow:3.13")
def test_that_the_dealers_cards_cannot_be_entered_before_the_settings_are_closed(pit):
    pit.opens(**BETS)
    pit.deals(CARDS, {}, until=Next.CLOSE_DECISIONS)
    told = pit.do(c.EnterResult((Fact(CARD, (CARDS[DEALER][0],), DEALER),), NG))
    assert told == Refusal("phase")


@pytest.mark.rule("paigow:1.1.2", "paigow:3.23", "paigow:4.1.2")
def test_that_an_envy_bonus_is_paid_at_the_seat_that_has_a_fortune_bonus(pit):
    pit.opens(s07={"standard": 1_000, "fortune": 100}, s08={"standard": 500})
    hands = {"07": ODD.replace("9s", "9d").replace("Qh", "Qs").split(), "08": NATURAL.split()}
    dealer = ["Ad", "Ah", "Kd", "8s", "7h", "4s", "2h"]
    pit.deals({**CARDS, **hands, DEALER: dealer}, dict.fromkeys(SETTINGS, HOUSE_WAY))
    assert pit.seat("07").due == 25_000
    pit.pump()
    pit.ends()
    assert pit.money("07") == (10_000 - 1_100 + 25_000, 0, 1_100 - 25_000)
    assert pit.audits() == []


# --- settings -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("paigow:3.13.1")
def test_that_a_silent_seat_is_set_the_house_way_when_its_time_is_over(pit):
    pit.opens(**BETS)
    pit.deals(CARDS, {"s07": "set:Jc8s"})
    found = [fact.values for fact in pit.view.facts if fact.name == SET and fact.at != DEALER]
    assert found == [("set:Jc8s",), (HOUSE_WAY,)]
    stands_as_won(pit)


@pytest.mark.rule("paigow:3.13.1")
def test_that_a_seat_without_power_is_set_the_house_way(pit):
    pit.opens(**BETS)
    pit.deals(CARDS, {}, until=Next.CLOSE_DECISIONS)
    gone = pit.real.pop("08")
    gone.goes()
    pit.pump()
    pit.deals(CARDS, SETTINGS)
    pit.real["08"] = gone
    gone.comes()
    told = [*pit.view.alerts, *pit.view.round_log]
    assert not [one for one in told if one.key == "box-absent"], "no wager comes back"
    stands_as_won(pit)


@pytest.mark.rule("paigow:3.12.2", "paigow:1.1.4")
@pytest.mark.parametrize("choice", ["set:AhAd", "set:KcQh", "set:8sJc", "set:", "fold"])
def test_that_a_seat_confirms_no_foul_hand_and_no_cards_that_it_has_not(pit, choice):
    pit.opens(**BETS)
    pit.deals(CARDS, {}, until=Next.CLOSE_DECISIONS)
    seat = pit.real["07"]
    seat.chooses(choice)
    assert (seat.state.flight, seat.state.chosen) == (None, None)
    seat.chooses("set:Jc8s")
    pit.pump()
    assert seat.state.chosen is not None
    pit.deals(CARDS, SETTINGS)
    stands_as_won(pit)


@pytest.mark.rule("paigow:3.12")
def test_that_a_setting_that_is_confirmed_is_final(pit):
    pit.opens(**BETS)
    pit.deals(CARDS, {}, until=Next.CLOSE_DECISIONS)
    seat = pit.real["07"]
    seat.chooses("set:Jc8s")
    pit.pump()
    seat.chooses(HOUSE_WAY)
    pit.pump()
    assert seat.state.chosen.choice == "set:Jc8s"
    pit.deals(CARDS, SETTINGS)
    stands_as_won(pit)


# --- the dealer -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("paigow:2.1", "paigow:5.1")
def test_that_a_card_is_dealt_once_and_the_joker_is_one(pit):
    pit.opens(**BETS)
    pit.deals(CARDS, {}, until=Next.ENTER_RESULT)
    own = Fact(CARD, ("Ah",), "07", "07")
    assert pit.do(c.EnterResult((own,))) == Refusal("needs-supervisor")
    pit.ok(c.EnterResult((own,), NG))
    pit.pump()
    assert pit.do(c.EnterResult((own,), NG)).key == "lies-already"
    assert pit.do(c.EnterResult((Fact(CARD, ("Ah",), "08", "08"),), NG)).key == "lies-already"
    pit.ok(c.EnterResult((Fact(CARD, ("Jk",), "07", "07"),), NG))
    whole = tuple(Fact(CARD, (card,), "07", "07") for card in HANDS["07"].split()[2:])
    pit.ok(c.EnterResult(whole, NG))
    pit.pump()
    assert pit.view.asked.at == "08", "a hand at once"


@pytest.mark.rule("paigow:5.17", "paigow:1.1.6")
def test_that_a_wrong_house_way_on_the_felt_is_noted_and_asked_again(pit):
    pit.opens(**BETS)
    for _ in pit.patiently():
        pit.pump(1)
        if isinstance(pit.view.asked, Enter) and pit.view.asked.fact == SET:
            break
        pit.step(pit.view, CARDS, {"07": "set:Jc8s", "08": HOUSE_WAY})
    pit.ok(c.EnterResult((Fact(SET, ("set:QsQd",), DEALER),)))
    pit.pump()
    assert pit.view.asked == Enter(SET, DEALER)
    assert pit.do(c.EnterResult((Fact(SET, ("set:Qs",), DEALER),))).key == "not-a-result"
    pit.deals(CARDS, SETTINGS)
    found = [fact.values for fact in pit.view.facts if (fact.name, fact.at) == (SET, DEALER)]
    assert found == [("set:QsQd",), ("set:9h7c",)]
    stands_as_won(pit)


@pytest.mark.rule("paigow:5.2")
def test_that_a_wrong_card_is_corrected_while_hands_are_set(pit):
    pit.opens(**BETS)
    pit.deals(CARDS | {"07": ["Ah", "Ad", "8s", "7h", "5c", "4d", "Jk"]}, {}, until=Next.CLOSE_DECISIONS)
    pit.real["07"].decides(HOUSE_WAY)
    at = max(at for at, fact in enumerate(pit.view.play) if fact.at == "07")
    right = Fact(CARD, ("Jc",), "07", "07")
    assert pit.do(c.CorrectFact(at, right)) == Refusal("needs-supervisor")
    assert pit.do(c.CorrectFact(at, Fact(CARD, ("Kc",), "07", "07"), NG)).key == "lies-already"
    pit.ok(c.CorrectFact(at, right, NG))
    pit.until(lambda view: view.next is Next.CLOSE_DECISIONS)
    pit.pump()
    state = pit.real["07"].state
    assert (state.chosen, state.facts[at]) == (None, right)
    pit.deals(CARDS, SETTINGS)
    stands_as_won(pit)


@pytest.mark.rule("paigow:5.17.1")
def test_that_a_result_is_corrected_and_everybody_settles_again(pit):
    wrong = [*CARDS[DEALER][:-1], "Jk"]
    pit.opens(**BETS)
    pit.deals(CARDS | {DEALER: wrong}, SETTINGS)
    pit.pump()
    assert pit.money("07") != WON_07
    told = {("Jk",): ("2d",)}
    facts = tuple(
        Fact(SET, ("set:9h7c",), DEALER)
        if (fact.name, fact.at) == (SET, DEALER)
        else Fact(fact.name, told.get(fact.values, fact.values), fact.at, fact.audience)
        for fact in pit.view.facts
    )
    pit.ok(c.CorrectResult(facts, NG, reason="the Joker was a two"))
    pit.until(lambda view: not view.waits_for)
    stands_as_won(pit)


@pytest.mark.rule("paigow:5.1", "paigow:5.1.1", "paigow:5.1.2", "paigow:5.3", "paigow:5.4", "paigow:5.11")
@pytest.mark.parametrize("until", [Next.ENTER_RESULT, Next.CLOSE_DECISIONS, Next.REVEAL, None])
def test_that_a_void_returns_everything_wherever_it_comes_and_earlier_rounds_stand(pit, until):
    pit.opens(**BETS)
    pit.deals(CARDS, SETTINGS)
    pit.pump()
    pit.ends()
    pit.opens(**BETS)
    pit.deals(CARDS, SETTINGS, until=until)
    pit.pump()
    pit.ok(c.Void("eight cards for the dealer", NG))
    pit.pump()
    credit = {name: pit.money(name)[2] for name in ("07", "08")}
    assert credit == {"07": -850, "08": 0}
    assert pit.audits() == []


# --- kills ----------------------------------------------------------------------------------------------------------

APPENDS = 66  # from open bets to the result
FEW = (1, 4, 12, 26, 34, 36, 40, 46, 50, 66)
_EVERY = [at if at in FEW else pytest.param(at, marks=pytest.mark.torture) for at in range(1, APPENDS + 1)]


@pytest.mark.rule("paigow:5.18.2")
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
            pit.step(pit.view, CARDS, {"07": "set:Jc8s", "08": HOUSE_WAY})
        except Killed:
            killed = True
            pit.again()
    assert killed
    stands_as_won(pit)


@pytest.mark.rule("paigow:3.13", "paigow:5.18.2")
@pytest.mark.parametrize("name", ["07", "08"])
def test_that_a_seat_killed_at_every_step_has_the_same_cards_and_money(pit, name):
    pit.opens(**BETS)
    for _ in range(900):
        pit.pump(1)
        view = pit.view
        if view.phase is Phase.RESULT:
            break
        pit.step(view, CARDS, {"07": "set:Jc8s", "08": HOUSE_WAY})
        pit.real[name].again()
    stands_as_won(pit)


# --- paper ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("paigow:3.17", "paigow:4.1")
@pytest.mark.parametrize("seed", [0, *(pytest.param(n, marks=pytest.mark.torture) for n in range(1, 30))])
def test_that_rounds_at_the_table_are_settled_as_on_paper(pit, seed):
    chance = random.Random(seed)
    for n in range(4):
        deck = chance.sample((*DECK, JOKER), 21)
        hands = {"07": " ".join(deck[:7]), "08": " ".join(deck[7:14])}
        dealer = deck[14:]
        bets = {box: {"standard": 100 * chance.randint(1, 9), "fortune": 100} for box in hands}
        choices = {
            box: chance.choice([HOUSE_WAY, min(legal(hand.split()), key=lambda _: chance.random())])
            for box, hand in hands.items()
        }
        pit.opens(**{f"s{box}": stakes for box, stakes in bets.items()})
        before = {box: pit.real[box].state.balances.credit + sum(bets[box].values()) for box in hands}
        cards = {box: hand.split() for box, hand in hands.items()} | {DEALER: dealer}
        pit.deals(cards, {f"s{box}": choice for box, choice in choices.items()})
        pit.ends()
        paper = on_paper(hands, " ".join(dealer), choices, bets)
        for box in hands:
            said = paper[box]
            now = pit.real[box].state.balances.credit
            assert now - before[box] == said["returned"] + said["won"] - said["staked"], (n, box)
    assert pit.audits() == []
    assert pit.desk._core.book.findings == ()


def legal(cards):
    facts = (Fact("holds", ("07",)), *(Fact(CARD, (card,), "07", "07") for card in cards))
    return sorted(GAME.window(FELT, facts, "07", {}).more)


def test_that_a_demonstration_deals_by_chance(tmp_path):
    chance = random.Random(5)
    pit = pits.Pit(
        tmp_path, PAIGOW, facts_for=lambda _round, facts, _gone: GAME.by_chance(FELT, facts, chance)
    )
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
                    seat.bets(standard=500, fortune=100)
        elif view.next is Next.CLOSE_DECISIONS:
            pit.players_choose({"07": HOUSE_WAY, "08": HOUSE_WAY})
        elif view.phase is Phase.RESULT:
            results[view.round] = view.facts
        if view.round == 4:
            break
    assert [sum(fact.name == CARD for fact in facts) for facts in results.values()] == [14 + 7 + 7 + 14] * 3
    assert pit.audits() == []
    pit.close()
