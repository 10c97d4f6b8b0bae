"""Si Ki Pi behind the seam: what settles when, that it agrees with paper, and what the House keeps."""

import random
from fractions import Fraction

import pytest

from kiosk.app.limits import read_limits
from kiosk.cards import DECK
from kiosk.faults import EnvironmentFault
from kiosk.games.errors import BadLayout, InexactConfiguration, UnknownLayout
from kiosk.games.game import HOLDS, Decide, Enter, Fact, Publish, Settle, SpotResult, check_exact
from kiosk.games.laid import CARD, DEALER, SHUFFLE
from kiosk.games.set_hands import HOUSE_WAY, set_choice
from kiosk.games.sikipi.game import GAME
from kiosk.games.sikipi.house_way import set_house_way
from kiosk.games.sikipi.odds import DEALS, edge
from kiosk.games.sikipi.play import setting_of
from kiosk.games.sikipi.settle import settle
from kiosk.games.sikipi.theory import BEST_PLAY
from kiosk.money import InexactPayout
from kiosk.resources import layout_reader
from kits.games.sikipi_best_play import against_all, every_deal
from kits.games.sikipi_dealt import (
    DEALERS,
    FELT,
    FROM_SHOE,
    LOSES,
    STANDS_OFF,
    WINS,
    dealt,
    on_paper,
    result_of,
)

BETS = {"initial": 1_000, "bonus": 100, "bonus-dealer": 200}


# --- money ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule(
    "sikipi:3.22.7", "sikipi:3.22.8", "sikipi:3.22.9", "sikipi:4.1", "sikipi:4.2", "sikipi:3.24"
)
@pytest.mark.parametrize(
    ("hand", "initial", "bonus"),
    [
        (WINS, SpotResult(1_000, 1_000, 950), SpotResult(100, 100, 1_200)),
        (STANDS_OFF, SpotResult(1_000, 1_000, 0), SpotResult(100, 100, 100)),
        (LOSES, SpotResult(1_000, 0, 0), SpotResult(100, 0, 0)),
    ],
)
def test_that_two_hands_won_win_one_stands_off_and_none_loses(hand, initial, bonus):
    found = GAME.settle(FELT, BETS, dealt({"07": hand}), "07").spots
    assert found == {"initial": initial, "bonus": bonus, "bonus-dealer": SpotResult(200, 0, 0)}


@pytest.mark.rule("sikipi:3.13", "sikipi:3.23")
def test_that_the_dealers_bonus_looks_at_the_dealers_cards_alone():
    facts = dealt({"07": LOSES}, "8h 8d 8s 3h")
    found = GAME.settle(FELT, BETS, facts, "07").spots
    assert (found["bonus"].won, found["bonus-dealer"]) == (0, SpotResult(200, 200, 4_000))


@pytest.mark.rule("sikipi:3.10")
def test_that_without_an_initial_bet_nothing_is_won_or_lost():
    facts = dealt({"07": WINS, "08": LOSES})
    assert GAME.settle(FELT, {"bonus": 100}, facts, "07").spots == {"bonus": SpotResult(100, 100, 0)}
    assert GAME.settle(FELT, BETS, facts, "09").spots == {}
    assert GAME.settle(FELT, {}, facts, "07").spots == {}


def test_that_no_decision_costs_money():
    assert GAME.reserve(FELT, BETS) == 0


@pytest.mark.rule("sikipi:5.4", "sikipi:5.4.1", "sikipi:5.4.2", "sikipi:1.2")
def test_that_open_cards_decide_bonus_bets_and_the_end_the_rest():
    facts = dealt({"07": WINS, "08": LOSES})
    spots = [sorted(GAME.decided(FELT, BETS, facts[:at], "07").spots) for at in range(1, len(facts) + 1)]
    dealers_open = 1 + max(at for at, fact in enumerate(facts) if (fact.name, fact.at) == (CARD, DEALER))
    own_open = (
        next(
            at
            for at in range(len(facts))
            if facts[at].at == "07" and facts[at].audience == "table" and at > dealers_open
        )
        + 4
    )
    assert spots[dealers_open - 2 : dealers_open] == [[], ["bonus-dealer"]]
    assert spots[own_open - 2 : own_open] == [["bonus-dealer"], ["bonus", "bonus-dealer"]]
    assert spots[-2:] == [["bonus", "bonus-dealer"], sorted(BETS)]
    assert GAME.decided(FELT, BETS, facts, "07") == GAME.settle(FELT, BETS, facts, "07")
    assert GAME.decided(FELT, BETS, facts[:-1], "09").spots == {}
    assert GAME.decided(FELT, {"bonus": 100}, facts[:-1], "07").spots == {}


@pytest.mark.rule("sikipi:5.4")
def test_that_the_round_stands_when_every_card_is_dealt():
    facts = dealt({"07": WINS, "08": LOSES})
    stand = [GAME.stands(FELT, facts[:at]) for at in range(len(facts) + 1)]
    assert stand.index(True) == 2 + 8 + 4
    assert all(stand[2 + 8 + 4 :])


@pytest.mark.rule("sikipi:4.1")
def test_that_a_commission_of_half_a_cent_is_refused():
    with pytest.raises(InexactPayout, match="initial"):
        GAME.settle(FELT, {"initial": 1_010}, dealt({"07": LOSES}), "07")
    check_exact(FELT, 20)
    for unit in (1, 10, 50, 70):
        with pytest.raises(
            InexactConfiguration, match=f"layout A, spot initial: odds of 19/20 to 1 on the unit of {unit}"
        ):
            check_exact(FELT, unit)


@pytest.mark.rule("sikipi:4.1")
@pytest.mark.parametrize("unit", [10, 50])
def test_that_a_table_whose_unit_has_no_whole_commission_does_not_start(unit):
    read, felt = layout_reader("sikipi"), GAME.read_layout("A", layout_reader("sikipi"))
    good = read("limits.toml")
    assert read_limits(felt, "limits.toml", good, GAME.kinds).unit == 100
    with pytest.raises(
        EnvironmentFault, match=f"limits.toml: the unit of {unit} cannot be paid exactly"
    ) as caught:
        read_limits(felt, "limits.toml", good.replace("unit = 100", f"unit = {unit}"), GAME.kinds)
    assert "spot initial: odds of 19/20 to 1" in str(caught.value)


# --- settings that outlive a correction -------------------------------------------------------------------------------


@pytest.mark.rule("sikipi:3.18")
@pytest.mark.parametrize(
    ("cards", "choice", "low", "high"),
    [
        ("Ks 9h 8d 7c", "set:9h8d", "9h 8d", "Ks 7c"),
        ("Ks 9d 8d 7c", "set:9h8d", "9d 8d", "Ks 7c"),  # the nine was of another suit
        ("9s 9d 8d 7c", "set:9h8d", "9d 7c", "9s 8d"),  # and the two hands have changed their names
        ("8s 9d 8d 7c", "set:9h8d", "8s 7c", "9d 8d"),
        ("8s 8d 4d 7c", "set:8h8d", "7c 4d", "8s 8d"),  # both of the rank, the one that was named first
    ],
)
def test_that_a_setting_stands_by_its_ranks_when_a_card_was_corrected(cards, choice, low, high):
    assert setting_of(cards.split(), choice) == (tuple(low.split()), tuple(high.split()))


@pytest.mark.rule("sikipi:3.19")
@pytest.mark.parametrize(("cards", "choice"), [("Ks 6h 8d 7c", "set:9h8d"), ("9s 6d 8d 7c", "set:9h9d")])
def test_that_a_hand_without_the_card_that_was_set_is_set_the_house_way(cards, choice):
    assert setting_of(cards.split(), choice) == set_house_way(cards.split())[0]


# --- layouts ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("sikipi:2.1.1", "sikipi:3.13")
def test_that_the_felts_are_read():
    felt, other = (GAME.read_layout(name, layout_reader("sikipi")) for name in "AB")
    assert (felt.name, felt.boxes, felt.hand_by_hand) == ("A", 7, True)
    assert (other.name, other.hand_by_hand) == ("B", False)
    assert [(spot.kind, spot.window, spot.needs) for spot in felt.spots.values()] == [
        ("initial", "bets", ""),
        ("bonus", "bets", "initial"),
        ("bonus-dealer", "bets", "initial"),
    ]
    assert GAME.kinds == tuple(felt.spots)
    assert (felt.game, set(felt.boards)) == (GAME.name, {"landscape", "portrait"})
    for board in felt.boards.values():
        assert {cell.spot for cell in board.cells} == set(felt.spots)
    assert felt.odds("initial") == (0, Fraction(19, 20))
    with pytest.raises(KeyError):
        felt.odds("ante")


_WRITTEN = 'name = "A"\nboxes = 7\ncards_from = "shoe"\n'


@pytest.mark.parametrize(
    ("was", "now", "told"),
    [
        ('"A"', '"B"', 'name: found "B": expected "A"'),
        ("boxes = 7", "boxes = 13", "boxes of 13: Expected"),
        ('"shoe"', '"hat"', "cards_from of"),
        ('cards_from = "shoe"', "", "cards_from"),
        ("boxes = 7", "boxes = 7\nseats = 7", "seats"),
        ("boxes", "[", "is not TOML"),
    ],
)
def test_that_a_felt_that_is_written_wrongly_is_refused_by_file_and_key(was, now, told):
    with pytest.raises(BadLayout, match=r"a\.toml: ") as caught:
        GAME.read_layout("A", lambda _: _WRITTEN.replace(was, now))
    assert told in str(caught.value)


def test_that_a_felt_that_is_not_there_is_unknown():
    for name in ("Z", "a", "../A"):
        with pytest.raises(UnknownLayout):
            GAME.read_layout(name, layout_reader("sikipi"))


# --- by chance --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("sikipi:3.22", "sikipi:4.1", "sikipi:4.2", "sikipi:G", "sikipi:H")
@pytest.mark.parametrize("felt", [FELT, FROM_SHOE], ids=["shuffler", "shoe"])
def test_that_rounds_by_chance_agree_with_paper_to_the_cent(felt):
    source, ends = random.Random(7), set()
    for _ in range(300):
        boxes = [str(n) for n in range(1, 2 + source.randrange(7))]
        bets = {
            box: {"initial": 100 * source.randint(1, 90), "bonus": 100, "bonus-dealer": 300} for box in boxes
        }
        facts, choices = _by_chance(boxes, source, felt)
        hands = {box: " ".join(_cards(facts, box)) for box in boxes}
        paper = on_paper(hands, " ".join(_cards(facts, DEALER)), choices, bets)
        for box in boxes:
            settled = GAME.settle(felt, bets[box], result_of(facts), box)
            found = {
                spot: {"staked": one.staked, "returned": one.returned, "won": one.won}
                for spot, one in settled.spots.items()
            }
            assert found == paper[box]["bets"], (facts, bets, choices, box)
            ends.add((settled.spots["initial"].returned > 0, settled.spots["initial"].won > 0))
        own = [card for place in (*boxes, DEALER) for card in _cards(facts, place)]
        assert len(set(own)) == len(own) == 4 * len(boxes) + 4
    assert len(ends) == 3


def _by_chance(boxes, source, felt):
    """A round whose cards come by chance, and what each box chose."""
    facts, choices = (Fact(HOLDS, tuple(boxes)),), {}
    while True:
        match GAME.agenda(felt, (*facts, Fact(SHUFFLE, (1,)))):
            case Settle():
                return facts, choices
            case Enter(name, at, audience):
                new = GAME.by_chance(felt, facts, source)
                assert {(one.name, one.at, one.audience) for one in new} == {(name, at, audience)}
                facts += new
            case Decide(window, undecided):
                assert GAME.by_chance(felt, facts, source) == ()
                for box in undecided:
                    ways = GAME.window(felt, facts, box, {})
                    choices[box] = source.choice([HOUSE_WAY, *sorted(ways.more)])
                facts += tuple(Fact(window, (choices[box],), box) for box in undecided)
            case Publish(places):
                facts += tuple(Fact(CARD, facts[at].values, facts[at].at) for at in places)


def _cards(facts, place):
    return [
        fact.values[0]
        for fact in facts
        if (fact.name, fact.at, fact.audience) == (CARD, place, "table") and fact.values
    ]


def test_that_chance_deals_a_hand_at_once_and_from_a_shoe_a_card():
    facts = (Fact(HOLDS, ("07", "08")),)
    assert [fact.at for fact in GAME.by_chance(FELT, facts, random.Random(1))] == ["07"] * 4
    assert [fact.at for fact in GAME.by_chance(FROM_SHOE, facts, random.Random(1))] == ["07"]
    confirms = dealt({"07": WINS}, until=Publish)
    (said,) = GAME.by_chance(FELT, result_of(confirms)[:-1], random.Random(1))
    assert said == confirms[-1]
    assert said.values == (set_choice(set_house_way(DEALERS.split())[0].low),)


# --- what the House keeps ---------------------------------------------------------------------------------------------


def test_that_theory_is_the_edge_of_the_best_setting():
    best = Fraction(459_902_011, 25_084_605_000)
    assert sum(map(sum, BEST_PLAY.values())) == DEALS
    found = GAME.theory(FELT, {"initial": 1_000})
    assert found.expected == 1_000 * best
    assert best < edge("initial")
    every = GAME.theory(FELT, BETS)
    assert every.expected == 1_000 * best + 100 * edge("bonus") + 200 * edge("bonus-dealer")
    assert GAME.theory(FELT, {"bonus": 100}).expected == 0
    assert 0.7 < (float(found.variance) ** 0.5) / 1_000 < 0.8


def test_that_the_variance_is_that_of_settled_rounds():
    chance, kept = random.Random(11), []
    for _ in range(20_000):
        cards = chance.sample(DECK, 8)
        found = settle(BETS, tuple(cards[:4]), None, tuple(cards[4:]))
        kept.append(sum(one.lost - one.won for one in found.values()))
    mean = sum(kept) / len(kept)
    variance = sum((one - mean) ** 2 for one in kept) / len(kept)
    assert float(GAME.theory(FELT, BETS).variance) == pytest.approx(variance, rel=0.1)


def test_that_some_hands_are_counted_anew():
    for hand in ("AKQJ", "8842", "9955", "KT98", "7654"):
        assert sum(against_all(hand).values()) == DEALS // 270_725


@pytest.mark.torture
def test_that_every_deal_is_counted_anew():
    counted = every_deal()
    assert {bonuses: tuple(counted[won, *bonuses] for won in range(3)) for bonuses in BEST_PLAY} == dict(
        BEST_PLAY
    )
    assert sum(counted.values()) == DEALS
