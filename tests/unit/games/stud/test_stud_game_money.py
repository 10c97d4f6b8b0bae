"""Casino Stud Poker behind the seam: what settles when, that it agrees with paper, and what the House keeps."""

import random
from fractions import Fraction

import pytest

from kiosk.cards.poker import category_of, rank_hand
from kiosk.games.errors import BadLayout, UnknownLayout
from kiosk.games.game import (
    HOLDS,
    Decide,
    Enter,
    Fact,
    Publish,
    Settle,
    SpotResult,
    check_exact,
)
from kiosk.games.stud.deal import CARD, DEALER, PRIZE, SHUFFLE
from kiosk.games.stud.game import GAME
from kiosk.games.stud.jackpot import Meter, prize
from kiosk.games.stud.odds import ALL_DEALS, BEST_PLAY, edge, jackpot_edge
from kiosk.games.stud.paytable import A
from kiosk.games.stud.settle import Box, settle_box
from kiosk.resources import layout_reader
from kits.games.stud_dealt import (
    FELT,
    FLUSH,
    METER,
    NOT_QUALIFIED,
    ODD,
    PAIR,
    QUALIFIED,
    RESET,
    ROYAL,
    STRAIGHT_FLUSH,
    dealt,
    on_paper,
    result_of,
    with_bet,
)

HANDS = {"07": PAIR, "08": ODD}
BETS = {"ante": 1_000, "jackpot": 100}
STAY = dict.fromkeys(HANDS, "bet")


# --- money ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("stud:1.1", "stud:3.12.2")
def test_that_an_ante_keeps_its_bet_back():
    assert GAME.reserve(FELT, BETS) == 2_000
    assert GAME.reserve(FELT, {"jackpot": 100}) == 0


@pytest.mark.rule("stud:3.6", "stud:5.4")
def test_that_a_jackpot_bet_without_ante_comes_back():
    for call in ("bet", "fold"):
        facts = dealt(HANDS, QUALIFIED, {"07": call, "08": "bet"})
        assert GAME.settle(FELT, {"jackpot": 100}, facts, "07").spots == {"jackpot": SpotResult(100, 100, 0)}


def test_that_a_stake_no_decision_asks_for_comes_back():
    facts = dealt(HANDS, QUALIFIED, {"07": "fold", "08": "bet"})
    settled = GAME.settle(FELT, with_bet(BETS, "bet"), facts, "07")
    assert settled.spots["bet"] == SpotResult(2_000, 2_000, 0)
    assert GAME.settle(FELT, BETS, facts, "09").spots == {}


@pytest.mark.rule("stud:5.7", "stud:5.7.1", "stud:5.7.2")
def test_that_a_fold_a_shown_hand_and_the_dealers_cards_decide():
    facts = dealt({"07": FLUSH, "08": ODD}, QUALIFIED, {"07": "bet", "08": "fold"})
    called = next(at for at, fact in enumerate(facts) if fact.name == "call")
    stays, folds = with_bet(BETS, "bet"), BETS
    for at in range(called + 2):
        assert GAME.decided(FELT, stays, facts[:at], "07").spots == {}
    assert GAME.decided(FELT, folds, facts[:called], "08").spots == {}
    assert GAME.decided(FELT, folds, facts[: called + 2], "08").lost == 1_100
    shown = called + 2 + 5
    assert GAME.decided(FELT, stays, facts[: shown - 1], "07").spots == {}
    for at in range(shown, len(facts)):
        assert GAME.decided(FELT, stays, facts[:at], "07").spots == {"jackpot": SpotResult(100, 0, 10_000)}
    assert GAME.decided(FELT, stays, facts, "07") == GAME.settle(FELT, stays, facts, "07")
    assert GAME.decided(FELT, {"ante": 100, "bet": 200}, facts[:shown], "07").spots == {}


def test_that_a_major_prize_is_open_until_it_is_told():
    facts = dealt({"07": ROYAL}, "Ac Kd 9d 5c 3d", {"07": "bet"}, {"07": 77})
    assert GAME.decided(FELT, with_bet(BETS, "bet"), facts[:-1], "07").spots == {}
    assert GAME.decided(FELT, with_bet(BETS, "bet"), facts, "07").spots["jackpot"].won == 77


def test_that_the_round_stands_when_every_card_is_dealt():
    facts = dealt(HANDS, QUALIFIED, STAY)
    stand = [GAME.stands(FELT, facts[:at]) for at in range(len(facts) + 1)]
    assert stand.index(True) == 2 + 10 + 5
    assert all(stand[2 + 10 + 5 :])


def test_that_the_felt_is_read_and_pays_whole_cents():
    felt = GAME.read_layout("A", layout_reader("stud"))
    assert (felt.name, felt.boxes, felt.burns, felt.reset) == ("A", 7, False, 5_000_000)
    assert GAME.read_layout("B", layout_reader("stud")).burns
    check_exact(felt, 1)
    assert [(spot.kind, spot.window) for spot in felt.spots.values()] == [
        ("ante", "bets"),
        ("jackpot", "bets"),
        ("bet", "call"),
    ]
    assert GAME.kinds == tuple(felt.spots)
    assert (felt.game, set(felt.boards)) == (GAME.name, {"landscape", "portrait"})


class HighCards(random.Random):
    """Deals of the highest cards that are left, so that every Hand of the pay table comes."""

    def randrange(self, stop):
        return stop - 1 - super().randrange(min(stop, 24))


@pytest.mark.rule("stud:4.1", "stud:4.2", "stud:3.14")
@pytest.mark.parametrize("chance", [random.Random, HighCards])
def test_that_rounds_by_chance_agree_with_paper_to_the_cent(chance):
    kinds, source = set(), chance(7)
    for _ in range(300):
        boxes = [str(n) for n in range(1, 2 + source.getrandbits(3) % 4)]
        calls = {box: source.choice(["bet", "bet", "bet", "fold"]) for box in boxes}
        bets = {
            box: {"ante": 100 * source.choice([1, 7, 500]), "jackpot": source.choice([0, 100])}
            for box in boxes
        }
        facts = _by_chance(boxes, calls, bets, source)
        hands = {box: " ".join(_cards(facts, box, box)) for box in boxes}
        dealer = [
            card
            for (card,) in (fact.values for fact in facts if (fact.at, fact.audience) == (DEALER, "table"))
        ]
        rest = [card for card in ["2c", "2d", "2h", "2s", "3c", "3d"] if card not in dealer]
        used = {card for hand in hands.values() for card in hand.split()}
        dealer += [card for card in rest if card not in used][: 5 - len(dealer)]  # everybody has folded
        if len(dealer) < 5:
            continue
        paper = on_paper(hands, " ".join(dealer), calls, bets)
        for box in boxes:
            settled = GAME.settle(FELT, with_bet(bets[box], calls[box]), result_of(facts), box)
            found = {
                spot: {"staked": one.staked, "returned": one.returned, "won": one.won}
                for spot, one in settled.spots.items()
            }
            said = {spot: one for spot, one in paper[box]["bets"].items() if one["staked"]}
            assert found == said, (facts, bets, calls, box)
            kinds.add(rank_hand(hands[box].split()))
    assert len(kinds) > 100


def _by_chance(boxes, calls, bets, source):
    """A round whose cards come by chance and whose major prizes are as paper pays them."""
    facts, meter = (Fact(HOLDS, tuple(boxes)),), Meter(METER, RESET)
    while True:
        match asks := GAME.agenda(FELT, (*facts, Fact(SHUFFLE, (1,)))):
            case Settle():
                return facts
            case Enter(name, at, _) if name == PRIZE:
                cents = 0
                if bets[at]["jackpot"]:
                    cents, meter = prize(A, rank_hand(_cards(facts, at, at)), meter)
                facts += (Fact(PRIZE, (cents,), at),)
            case Enter():
                (new,) = GAME.by_chance(FELT, facts, source)
                assert (new.name, new.at, new.audience) == (asks.fact, asks.at, asks.audience)
                facts += (new,)
            case Decide(_, undecided):
                assert GAME.by_chance(FELT, facts, source) == ()
                facts += tuple(Fact("call", (calls[box],), box) for box in undecided)
            case Publish(places):
                facts += tuple(Fact(CARD, facts[at].values, facts[at].at) for at in places)


def _cards(facts, place, audience):
    return [
        fact.values[0] for fact in facts if (fact.name, fact.at, fact.audience) == (CARD, place, audience)
    ]


def test_that_chance_deals_no_card_twice():
    boxes = tuple("123456789")
    for seed in range(20):
        calls = dict.fromkeys(boxes, "bet")
        bets = {box: {"ante": 100, "jackpot": 0} for box in boxes}
        facts = _by_chance(boxes, calls, bets, random.Random(seed))
        own = [card for box in boxes for card in _cards(facts, box, box)]
        dealt_cards = own + _cards(facts, DEALER, "table")
        assert len(set(dealt_cards)) == len(dealt_cards) == 50


# --- what the House keeps -------------------------------------------------------------------------------------------


def test_that_theory_is_the_exact_edge():
    assert edge(A) == Fraction(86362082531, 1661102543100)
    found = GAME.theory(FELT, {"ante": 1_000})
    assert found.expected == 1_000 * edge(A)
    both = GAME.theory(FELT, {"ante": 1_000, "jackpot": 100, "bet": 2_000})
    assert both.expected == 1_000 * edge(A) + 100 * jackpot_edge(A, FELT.reset, 100)
    assert GAME.theory(FELT, {"jackpot": 100}).expected == 0
    assert 2.2 < (float(found.variance) ** 0.5) / 1_000 < 2.3, "published: 2.24 Antes"


def test_that_a_capped_bet_keeps_more():
    assert GAME.theory(FELT, {"ante": 30_000}).expected > 30_000 * edge(A)
    assert GAME.theory(FELT, {"ante": 20_000}).expected == 20_000 * edge(A)


def test_that_theory_is_what_the_settlement_keeps():
    """Counted over hands that stand for a whole kind each: every way to end, at its own sum."""
    total = squares = 0
    for hand in (
        ROYAL,
        STRAIGHT_FLUSH,
        "4c 4d 4h 4s 2c",
        "Kc Kh Ks 2d 2h",
        FLUSH,
        "9c 8d 7h 6s 5c",
        "Qc Qd Qh 8s 3d",
        "7c 7h 4d 4s Jc",
        PAIR,
        ODD,
    ):
        tally = BEST_PLAY[category_of(rank_hand(hand.split()))]
        for count, dealer, call in zip(
            tally,
            (NOT_QUALIFIED, NOT_QUALIFIED, "lower", "same", "higher"),
            ("fold", "bet", "bet", "bet", "bet"),
            strict=True,
        ):
            if not count:
                continue
            kept = _kept(hand, dealer, call)
            total += count * kept
            squares += count * kept**2
    mean = Fraction(total, ALL_DEALS)
    found = GAME.theory(FELT, {"ante": 1_000, "jackpot": 100})
    assert (found.expected, found.variance) == (mean, Fraction(squares, ALL_DEALS) - mean**2)


def _kept(hand, dealer, call):
    rank = rank_hand(hand.split())
    low, high = rank_hand(["Ac", "Kd", "4h", "3s", "2c"]), rank_hand(ROYAL.split())
    dealt_rank = {"lower": low, "same": rank, "higher": high}.get(dealer, 0)
    if (dealer == "same" and rank < low) or (dealer == "lower" and rank <= low):
        hand = "As Kc Jd 9h 8s"
        rank = rank_hand(hand.split())
        dealt_rank = {"lower": low, "same": rank}[dealer]
    won, _ = prize(A, rank, Meter(FELT.reset, FELT.reset)) if call == "bet" else (0, None)
    found = settle_box(A, Box(1, 1_000, tuple(hand.split()), call, 100), dealt_rank, won)
    return sum(one.lost - one.won for one in (found.ante, found.bet, found.jackpot))


_WRITTEN = 'name = "A"\nboxes = 7\ncards_from = "shoe"\njackpot_reset = 5_000_000\n'


@pytest.mark.parametrize(
    ("was", "now", "told"),
    [
        ('"A"', '"B"', 'name: found "B": expected "A"'),
        ("boxes = 7", "boxes = 10", "boxes of 10: Expected"),
        ('"shoe"', '"hat"', "cards_from of"),
        ("jackpot_reset = 5_000_000", "", "jackpot_reset"),
        ("boxes = 7", "boxes = 7\nseats = 7", "seats"),
        ("boxes", "[", "is not TOML"),
    ],
)
def test_that_a_felt_that_is_written_wrongly_is_refused_by_file_and_key(was, now, told):
    with pytest.raises(BadLayout, match=r"a\.toml: ") as caught:
        GAME.read_layout("A", lambda _: _WRITTEN.replace(was, now))
    assert told in str(caught.value)


def test_that_a_felt_that_is_not_there_is_unknown():
    for name in ("C", "a", "../A"):
        with pytest.raises(UnknownLayout):
            GAME.read_layout(name, layout_reader("stud"))
