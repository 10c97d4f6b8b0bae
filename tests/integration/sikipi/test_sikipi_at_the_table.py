"""Si Ki Pi at the real desk with two real seats: dealt, set, settled, and every book agrees."""

import random

import pytest

from kiosk.console import commands as c
from kiosk.console.commands import Refusal
from kiosk.console.view import Next
from kiosk.games.game import Decide, Enter, Fact
from kiosk.games.laid import CARD, DEALER
from kiosk.games.set_hands import HOUSE_WAY, SET, set_choice
from kiosk.games.sikipi.game import GAME
from kiosk.games.sikipi.house_way import ways_to_set
from kiosk.games.sikipi.layout import Felt
from kiosk.table import records as r
from kiosk.table.round import Phase
from kits.console.desk import NG, Killed
from kits.games import pit as pits
from kits.games.sikipi_dealt import FELT, STANDS_OFF, WINS, on_paper
from kits.games.sikipi_pit import BETS, CARDS, CHOICES, HANDS, LIMITS, LOST_08, SIKIPI, WON_07


def stands_as_won(pit):
    pit.pump()
    assert (pit.money("07"), pit.money("08")) == (WON_07, LOST_08)
    pit.ends()
    assert pit.audits() == []


def told(pit, name):
    return [fact.values for fact in pit.view.facts if fact.name == name and fact.at != DEALER]


@pytest.mark.rule(
    "sikipi:1.11", "sikipi:1.19", "sikipi:3.1", "sikipi:3.6", "sikipi:3.24", "sikipi:4.1", "sikipi:5.15"
)
def test_that_a_round_is_dealt_set_settled_and_replayed(pit):
    pit.opens(**BETS)
    view = pit.deals(CARDS, CHOICES)
    assert view.phase is Phase.RESULT
    assert (pit.seat("07").due, pit.seat("08").due) == (1_950, 0)
    stands_as_won(pit)
    assert [one.staked for one in pit.replays(pit.real["07"])] == [1_100]


@pytest.mark.rule("sikipi:3.15")
def test_that_a_round_from_a_shoe_is_dealt_in_turn_and_ends_alike(tmp_path):
    pit = pits.Pit(tmp_path, pits.Played(GAME, Felt(hand_by_hand=False), LIMITS, SIKIPI.answers))
    pit.start()
    pit.sit()
    pit.opens(**BETS)
    view = pit.deals(CARDS, CHOICES)
    lay = [fact.at for fact in view.facts if fact.name == CARD]
    assert lay[:6] == ["07", "08", DEALER] * 2
    stands_as_won(pit)
    pit.close()


# --- what stays hidden ------------------------------------------------------------------------------------------------


@pytest.mark.rule("sikipi:3.17", "sikipi:3.5")
@pytest.mark.parametrize("until", [Next.CLOSE_DECISIONS, Next.REVEAL])
def test_that_no_seat_is_told_what_another_holds_or_how_it_was_set_before_all_have_set(pit, until):
    pit.opens(**BETS)
    pit.deals(CARDS, {}, until=Next.CLOSE_DECISIONS)
    pit.real["07"].chooses("set:9h8d")
    pit.pump()
    if until is Next.REVEAL:
        pit.deals(CARDS, CHOICES, until=until)
    heard = {name: pits.sealed_heard(seat) for name, seat in pit.real.items()}
    assert heard == {"07": {"07"}, "08": {"08"}}
    shown = {fact.at for fact in pit.view.play if fact.name == CARD and fact.values}
    assert shown == ({DEALER} if until is Next.REVEAL else set())
    choices = [r.decode(entry.value) for entry in pit.real["08"].heard]
    assert not [one for one in choices if isinstance(one, r.Choice) and one.seat != "08"]


@pytest.mark.rule("sikipi:3.17", "sikipi:3.19", "sikipi:3.21")
def test_that_the_dealers_cards_stand_in_the_log_after_every_setting_alone(pit):
    pit.opens(**BETS)
    pit.deals(CARDS, CHOICES)
    pit.pump()
    for seat in pit.real.values():
        records = [r.decode(entry.value) for entry in seat.heard]
        closed = next(at for at, one in enumerate(records) if isinstance(one, r.DecisionsClosed))
        dealers = [
            at
            for at, one in enumerate(records)
            for fact in getattr(one, "facts", ())
            if isinstance(fact, Fact) and (fact.name, fact.at) == (CARD, DEALER) and fact.values
        ]
        assert dealers
        assert min(dealers) > closed


# --- setting ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("sikipi:5.3", "sikipi:3.19", "sikipi:3.20")
def test_that_a_silent_seat_is_set_the_house_way_when_the_time_is_over(pit):
    pit.opens(**BETS)
    pit.deals(CARDS, {"s07": "set:9h8d"})
    assert told(pit, SET) == [("set:9h8d",), (HOUSE_WAY,)]
    stands_as_won(pit)


@pytest.mark.rule("sikipi:5.3", "sikipi:5.4")
def test_that_a_seat_without_power_is_set_the_house_way(pit):
    pit.opens(**BETS)
    pit.deals(CARDS, {}, until=Next.CLOSE_DECISIONS)
    gone = pit.real.pop("08")
    gone.goes()
    pit.pump()
    pit.deals(CARDS, CHOICES)
    assert told(pit, SET) == [("set:9h8d",), (HOUSE_WAY,)]
    pit.real["08"] = gone
    gone.comes()
    stands_as_won(pit)


@pytest.mark.rule("sikipi:3.18", "sikipi:1.8", "sikipi:1.12", "sikipi:1.17")
def test_that_only_a_setting_of_the_own_cards_with_the_higher_hand_high_is_taken_and_is_final(pit):
    pit.opens(**BETS)
    pit.deals(CARDS, {}, until=Next.CLOSE_DECISIONS)
    seat = pit.real["07"]
    for foul in ("set:Ks7c", "set:Ks9h", "set:KcQs", "fold"):
        seat.chooses(foul)
        assert (seat.state.chosen, seat.state.flight) == (None, None), foul
    seat.chooses("set:8d7c")
    pit.pump()
    seat.chooses("set:9h8d")
    pit.pump()
    assert seat.state.chosen.choice == "set:8d7c"
    pit.deals(CARDS, CHOICES)
    assert told(pit, SET)[0] == ("set:8d7c",)


@pytest.mark.rule("sikipi:3.22.9", "sikipi:1.22", "sikipi:3.22.1", "sikipi:3.22.2")
def test_that_how_a_hand_is_set_decides_what_it_wins(pit):
    for n, (choice, gives) in enumerate((("set:9h8d", 1_950), ("set:9h7c", 1_950), ("set:8d7c", 1_950)), 1):
        pit.opens(s07={"initial": 1_000})
        pit.deals(CARDS, {"s07": choice})
        assert pit.seat("07").due == gives, n
        pit.ends()
    assert pit.audits() == []


@pytest.mark.rule("sikipi:3.22.9", "sikipi:4.2", "sikipi:3.23", "sikipi:3.23.1")
def test_that_a_stand_off_comes_back_and_bonus_bets_are_paid_beside_it(pit):
    pit.opens(s07={"initial": 1_000, "bonus": 100}, s08={"initial": 500, "bonus": 100})
    pit.deals(CARDS | {"07": STANDS_OFF.split(), "08": WINS.replace("9s 9c", "4c 4s").split()}, {})
    assert (pit.seat("07").due, pit.seat("08").due) == (1_000 + 200, 500 + 475 + 1_300)
    pit.ends()
    assert pit.audits() == []


# --- the dealer -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("sikipi:2.2.1", "sikipi:5.5.1")
def test_that_a_card_is_dealt_once_and_by_a_supervisor_where_it_is_secret(pit):
    pit.opens(**BETS)
    pit.deals({}, until=Next.ENTER_RESULT)
    hand = tuple(Fact(CARD, (card,), "07", "07") for card in CARDS["07"])
    assert pit.do(c.EnterResult(hand)) == Refusal("needs-supervisor")
    pit.ok(c.EnterResult(hand, NG))
    pit.pump()
    again = Fact(CARD, (CARDS["07"][2],), "08", "08")
    assert pit.do(c.EnterResult((again,), NG)) == Refusal("lies-already", {"value": "8d", "at": "07"})
    pit.deals(CARDS, CHOICES)
    stands_as_won(pit)


@pytest.mark.rule("sikipi:3.21", "sikipi:1.10", "sikipi:H")
def test_that_a_dealers_hand_that_lies_wrongly_is_set_anew_and_both_stay_on_record(pit):
    pit.opens(**BETS)
    pit.deals(CARDS, CHOICES, until=Next.CLOSE_DECISIONS)
    while pit.view.asked != Enter(SET, DEALER):
        pit.pump(1)
        if pit.view.asked != Enter(SET, DEALER):
            pit.step(pit.view, CARDS, {"07": "set:9h8d", "08": HOUSE_WAY})
    pit.ok(c.EnterResult((Fact(SET, ("set:QdAh",), DEALER),)))
    pit.pump()
    assert pit.view.asked == Enter(SET, DEALER)
    pit.deals(CARDS, CHOICES)
    lay = [fact.values for fact in pit.view.facts if (fact.name, fact.at) == (SET, DEALER)]
    assert lay == [("set:QdAh",), ("set:Ah2h",)]
    stands_as_won(pit)


@pytest.mark.rule("sikipi:5.11")
def test_that_a_wrong_card_is_corrected_while_players_set_and_the_seat_sets_anew(pit):
    pit.opens(**BETS)
    pit.deals(CARDS | {"07": ["Ks", "9h", "8d", "6c"]}, {}, until=Next.CLOSE_DECISIONS)
    pit.real["07"].chooses("set:9h8d")
    pit.pump()
    at = max(at for at, fact in enumerate(pit.view.play) if fact.at == "07")
    right = Fact(CARD, ("7c",), "07", "07")
    assert pit.do(c.CorrectFact(at, right)) == Refusal("needs-supervisor")
    assert pit.do(c.CorrectFact(at, Fact(CARD, ("Kc",), "07", "07"), NG)).key == "lies-already"
    pit.ok(c.CorrectFact(at, right, NG))
    pit.until(lambda view: view.next is Next.CLOSE_DECISIONS)
    pit.pump()
    state = pit.real["07"].state
    assert (state.chosen, state.facts[at]) == (None, right)
    pit.deals(CARDS, CHOICES)
    stands_as_won(pit)


@pytest.mark.rule("sikipi:3.18", "sikipi:3.21")
@pytest.mark.parametrize(
    ("place", "wrong", "asked"),
    [("07", "9d", "set:9d8d"), (DEALER, "Jd", None)],
    ids=["a player's card", "the dealer's"],
)
def test_that_a_card_corrected_after_the_settings_leaves_them_and_the_dealers_hand_is_looked_at_again(
    pit, place, wrong, asked
):
    of_place = [wrong if card in ("9h", "Qd") else card for card in CARDS[place]]
    pit.opens(**BETS)
    pit.deals(CARDS | {place: of_place}, {"s07": asked or "set:9h8d"}, until=Next.REVEAL)
    at = next(at for at, fact in enumerate(pit.desk._core.service.known) if fact.values == (wrong,))
    right = CARDS[place][of_place.index(wrong)]
    audience = place if place != DEALER else "table"
    pit.ok(c.CorrectFact(at, Fact(CARD, (right,), place, audience), NG))
    pit.until(lambda view: view.phase is Phase.PLAY and view.next in (Next.REVEAL, Next.ENTER_RESULT))
    pit.deals(CARDS, CHOICES)
    assert told(pit, SET)[0] == ((asked or "set:9h8d"),)
    stands_as_won(pit)


@pytest.mark.rule("sikipi:5.14", "sikipi:5.12")
def test_that_a_result_is_corrected_and_everybody_settles_again(pit):
    pit.opens(**BETS)
    pit.deals(CARDS | {DEALER: ["As", "Ad", "Kh", "Kd"]}, CHOICES)
    pit.pump()
    assert pit.money("07") == (8_900, 0, 1_100)
    right = iter(CARDS[DEALER])
    facts = tuple(
        Fact(CARD, (next(right),), DEALER) if (fact.name, fact.at) == (CARD, DEALER) and fact.values else fact
        for fact in pit.view.facts
    )
    pit.ok(c.CorrectResult(facts, NG))
    stands_as_won(pit)


@pytest.mark.rule("sikipi:1.23", "sikipi:5.16", "sikipi:5.5", "sikipi:5.5.5", "sikipi:5.5.6", "sikipi:5.4.2")
@pytest.mark.parametrize("until", [Next.ENTER_RESULT, Next.CLOSE_DECISIONS, Next.REVEAL, None])
def test_that_a_void_returns_everything_wherever_it_comes(pit, until):
    pit.opens(**BETS)
    pit.deals(CARDS, CHOICES, until=until)
    pit.pump()
    pit.ok(c.Void("a card is missing", NG))
    pit.pump()
    assert (pit.money("07"), pit.money("08")) == ((10_000, 0, 0), (10_000, 0, 0))
    assert pit.audits() == []


# --- kills ------------------------------------------------------------------------------------------------------------

APPENDS = 42  # from open bets to the result
FEW = (1, 4, 9, 17, 22, 26, 31, 36, 42)
_EVERY = [at if at in FEW else pytest.param(at, marks=pytest.mark.torture) for at in range(1, APPENDS + 1)]


@pytest.mark.rule("sikipi:5.4", "sikipi:5.4.1")
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
            pit.step(pit.view, CARDS, {"07": "set:9h8d", "08": HOUSE_WAY})
        except Killed:
            killed = True
            pit.again()
    assert killed
    stands_as_won(pit)


@pytest.mark.rule("sikipi:5.4")
@pytest.mark.parametrize("name", ["07", "08"])
def test_that_a_seat_killed_at_every_step_has_the_same_cards_and_money(pit, name):
    pit.opens(**BETS)
    for _ in range(600):
        pit.pump(1)
        view = pit.view
        if view.phase is Phase.RESULT:
            break
        pit.step(view, CARDS, {"07": "set:9h8d", "08": HOUSE_WAY})
        pit.real[name].again()
    stands_as_won(pit)


# --- paper ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("sikipi:3.22", "sikipi:3.2", "sikipi:4.1")
@pytest.mark.parametrize("seed", [0, 1, *(pytest.param(n, marks=pytest.mark.torture) for n in range(2, 30))])
def test_that_rounds_at_the_table_are_settled_as_on_paper(pit, seed):
    chance = random.Random(seed)
    for n in range(4):
        deck = pits.shuffled(f"{seed}-{n}")
        hands = {"07": " ".join(deck[:4]), "08": " ".join(deck[4:8])}
        bets = {
            box: {"initial": 100 * chance.randint(1, 9), "bonus": 100, "bonus-dealer": 200} for box in hands
        }
        choices = {
            box: chance.choice([HOUSE_WAY, *(set_choice(one.low) for one in ways_to_set(hand.split()))])
            for box, hand in hands.items()
        }
        pit.opens(**{f"s{box}": stakes for box, stakes in bets.items()})
        before = {box: pit.real[box].state.balances.credit + sum(bets[box].values()) for box in hands}
        cards = {box: hand.split() for box, hand in hands.items()} | {DEALER: deck[8:12]}
        pit.deals(cards, {f"s{box}": choice for box, choice in choices.items()})
        pit.ends()
        paper = on_paper(hands, " ".join(deck[8:12]), choices, bets)
        for box in hands:
            said = paper[box]
            now = pit.real[box].state.balances.credit
            assert now - before[box] == said["returned"] + said["won"] - said["staked"], (n, box)
    assert pit.audits() == []
    assert pit.desk._core.book.findings == ()


def test_that_a_demonstration_deals_by_chance(tmp_path):
    chance = random.Random(5)
    pit = pits.Pit(
        tmp_path, SIKIPI, facts_for=lambda _round, facts, _gone: GAME.by_chance(FELT, facts, chance)
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
                    seat.bets(initial=500, bonus=100)
        elif view.phase is Phase.RESULT:
            results[view.round] = view.facts
        if view.round == 4:
            break
    assert [sum(fact.name == CARD for fact in facts) for facts in results.values()] == [8 + 4 + 4 + 8] * 3
    assert pit.audits() == []
    pit.close()


def test_that_all_boxes_are_asked_at_once(pit):
    pit.opens(**BETS)
    view = pit.deals(CARDS, {}, until=Next.CLOSE_DECISIONS)
    assert view.asked == Decide(SET, tuple(HANDS))
