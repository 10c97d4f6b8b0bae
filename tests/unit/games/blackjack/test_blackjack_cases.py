"""Worked cases of Blackjack: whole boxes, single questions and whole rounds from one shoe."""

from dataclasses import replace

import pytest

from kiosk.games.blackjack.deal import CARD, DEALER, read_deal
from kiosk.games.blackjack.game import GAME
from kiosk.games.blackjack.paper import read_layout, settle_slip
from kiosk.games.blackjack.play import Decision, Hand, Lacking, first_window, in_turn, open_box, play_on
from kiosk.games.blackjack.points import dealer_hand, is_blackjack, is_complete, points, side_wins
from kiosk.games.blackjack.settle import Need, check_whole, need, outcomes, results, settle
from kiosk.games.errors import GameError
from kiosk.money import InexactPayout
from kiosk.resources import layout_reader
from kits.games.blackjack_rounds import FELT, by_chance
from kits.games.written import examples

LAYOUT = read_layout("A", layout_reader("blackjack"))
REFUSED = {"Illegal": GameError, "Missing": Lacking, "NotWholeCents": InexactPayout, "ValueError": GameError}


def cases(kind):
    return pytest.mark.parametrize("case", examples("blackjack", kind), ids=lambda case: str(case["id"]))


def decision(text):
    kind, _, cents = text.partition(":")
    return Decision(kind, int(cents or 0))


def played(given):
    queue = [decision(text) for text in given["decisions"]]
    box = open_box(given["bets"], given["deal"], given["dealer"][0], queue)
    if box.window:
        box.first = Decision("decline")
    left = iter(given["draws"])
    play_on(box, queue, lambda _place: next(left, None))
    check_whole(box, given["dealer"])
    return box


def as_written(box, dealer):
    """The box as the cases write it: its hands from the left, its other Bets, and the sums."""
    settled = results(box, dealer)
    found = {"hands": []}
    ends = outcomes(box, dealer)
    for place, (hand, end) in enumerate(zip(box.hands, ends, strict=True)):
        if hand.spot not in box.bets:
            continue
        own, double = settled[hand.spot], settled.get(f"double-{hand.number}")
        found["hands"].append(
            {
                "cards": hand.cards,
                "total": points(hand.cards)[0],
                "result": end,
                "stake": own.staked,
                "returned": own.returned,
                "won": own.won,
                "double": double.staked if double else 0,
                "double_returned": double.returned if double else 0,
                "double_won": double.won if double else 0,
                "place": place,
            }
        )
    for spot in ("pair", "under", "over", "insurance"):
        if spot in settled:
            one = settled[spot]
            found[spot] = {"stake": one.staked, "returned": one.returned, "won": one.won}
    staked, back, won = (
        sum(getattr(one, key) for one in settled.values()) for key in ("staked", "returned", "won")
    )
    found["total"] = {"stake": staked, "returned": back, "won": won, "net": back + won - staked}
    return found


@pytest.mark.rule("blackjack:1.2", "blackjack:1.3", "blackjack:1.6", "blackjack:1.8", "blackjack:1.14")
@pytest.mark.rule("blackjack:1.17", "blackjack:1.27", "blackjack:1.29", "blackjack:1.31", "blackjack:1.34")
@pytest.mark.rule("blackjack:3.1", "blackjack:3.2", "blackjack:3.2.1", "blackjack:3.2.2", "blackjack:3.2.3")
@pytest.mark.rule("blackjack:1.19", "blackjack:3.9", "blackjack:3.13", "blackjack:3.13.1", "blackjack:3.13.2")
@pytest.mark.rule(
    "blackjack:3.14.1", "blackjack:3.14.2", "blackjack:3.15", "blackjack:3.16", "blackjack:3.17"
)
@pytest.mark.rule("blackjack:3.18", "blackjack:3.19", "blackjack:3.20", "blackjack:3.21", "blackjack:3.21.1")
@pytest.mark.rule(
    "blackjack:3.21.2", "blackjack:3.21.3", "blackjack:3.22", "blackjack:3.22.1", "blackjack:3.22.2"
)
@pytest.mark.rule(
    "blackjack:3.23", "blackjack:3.23.1", "blackjack:3.23.2", "blackjack:3.23.3", "blackjack:3.23.4"
)
@pytest.mark.rule("blackjack:4.1", "blackjack:4.1.1", "blackjack:5.3", "blackjack:5.10.2")
@cases("settle")
def test_that_a_box_is_settled_as_worked_by_hand(case):
    given, expected = case["input"], case["expect"]
    if "error" in expected:
        with pytest.raises(REFUSED[expected["error"]]):
            settle_slip(LAYOUT, slip(given))
        return
    box, dealer = played(given), given["dealer"]
    assert as_written(box, dealer) == expected["box"]
    backers = given.get("standing", [])
    needs = [need(box)]
    for backer, written in zip(backers, expected.get("standing", []), strict=True):
        behind = of_backer(box, backer)
        needs.append(need(behind))
        assert as_written(behind, dealer) == written
    assert max(needs) == Need[expected["dealer_needed"].upper()]
    if "dealer_total" in expected:
        hand = dealer_hand(dealer)
        assert (points(hand)[0], is_blackjack(hand)) == (
            expected["dealer_total"],
            expected["dealer_blackjack"],
        )


def added(box):
    """The Bets that decisions added, in their order: on which hand, and for a Split which hand was new, else 0.

    A new hand stands directly right of the one that was split (3.21.2).
    """
    numbers = [hand.number for hand in box.hands]
    for kind, _, number in (spot.partition("-") for spot in box.bets):
        if kind == "double":
            yield int(number), 0
        elif kind == "split":
            left = numbers[: numbers.index(int(number))]
            yield next(one for one in reversed(left) if one < int(number)), int(number)


def of_backer(box, backer):
    """The box with the Bets of a player who stands behind it: those by which he follows its own are among them.

    A Split declined is final: his Bet stays on the hands that he has (3.21.1); a double is any amount (3.22.1).
    """
    bets = {spot: cents for spot, cents in backer.items() if spot not in ("follow", "even_money")}
    on, declined = {1}, False
    for (hand, new), cents in zip(added(box), backer.get("follow", []), strict=False):
        if hand not in on or (new and declined):
            continue
        if not cents:
            declined = declined or bool(new)
        elif new:
            bets[f"split-{new}"] = bets["initial"]
            on.add(new)
        else:
            bets[f"double-{hand}"] = cents
    first = Decision("even-money") if backer.get("even_money") else box.first
    if first is not None and first.kind == "even-money" and not backer.get("even_money"):
        first = Decision("decline")
    return replace(box, bets=bets, first=first)


def slip(given):
    box = {
        "box": 3,
        "bets": given["bets"],
        "cards": given["deal"],
        "decisions": given["decisions"],
        "draws": given["draws"],
    }
    return {"boxes": [box], "dealer": given["dealer"]}


@cases("settle")
def test_that_paper_gives_the_same_sums(case):
    expected = case["expect"]
    if "error" in expected:
        return
    (box,) = settle_slip(LAYOUT, slip(case["input"]))["boxes"]
    total = expected["box"]["total"]
    assert (box["staked"], box["returned"], box["won"]) == (total["stake"], total["returned"], total["won"])
    hands = expected["box"]["hands"]
    for key, spot in (("initial", hands[:1]), ("split", hands[1:])):
        sums = {
            name: sum(hand[was] for hand in spot)
            for name, was in (("staked", "stake"), ("returned", "returned"), ("won", "won"))
        }
        assert box["bets"].get(key, {"staked": 0, "returned": 0, "won": 0}) == sums
    double = box["bets"].get("double", {"staked": 0, "returned": 0, "won": 0})
    assert double == {
        "staked": sum(hand["double"] for hand in hands),
        "returned": sum(hand["double_returned"] for hand in hands),
        "won": sum(hand["double_won"] for hand in hands),
    }


@pytest.mark.rule("blackjack:1.2", "blackjack:1.11", "blackjack:1.27", "blackjack:1.28", "blackjack:3.17")
@cases("hand")
def test_what_a_hand_is(case):
    cards, split = case["input"]["cards"], case["input"]["from_split"]
    total, soft = points(cards)
    has_it = is_blackjack(cards, split=split)
    hand = Hand(1, cards, split=split)
    assert case["expect"] == {
        "total": total,
        "kind": "soft" if soft else "hard",
        "blackjack": has_it,
        "soft21": soft and total == 21 and not has_it,
        "bust": hand.is_bust,
        "may_draw": not hand.is_over,
    }


@pytest.mark.rule("blackjack:3.23", "blackjack:5.10.2")
@cases("dealer")
def test_what_the_dealer_has(case):
    cards = case["input"]["cards"]
    hand = dealer_hand(cards)
    total, soft = points(hand)
    assert case["expect"] == {
        "cards": list(hand),
        "total": total,
        "kind": "soft" if soft else "hard",
        "blackjack": is_blackjack(hand),
        "bust": total > 21,
        "complete": is_complete(hand),
        "discarded": len(cards) - len(hand),
    }


@pytest.mark.rule(
    "blackjack:1.18", "blackjack:1.21", "blackjack:1.35", "blackjack:3.13.1", "blackjack:3.13.2"
)
@cases("side")
def test_what_two_cards_win(case):
    assert side_wins(case["input"]["cards"]) == case["expect"]


def offered(options):
    return sorted(
        f"{one.choice}:{one.extras[0].most}" if one.choice in ("insurance", "double") else one.choice
        for one in options
        if one.choice != "decline"
    )


@pytest.mark.rule("blackjack:3.17", "blackjack:3.19", "blackjack:3.21", "blackjack:3.22")
@cases("choices")
def test_what_a_hand_may_decide(case):
    given = case["input"]
    hand = Hand(
        1,
        given["cards"],
        split=given.get("split", False),
        aces=given.get("split_aces", False),
        doubled=given.get("doubled", False),
    )
    assert offered(in_turn(hand, given["initial"], given.get("hands", 1))) == case["expect"]["choices"]
    assert (not hand.is_over and points(hand.cards)[0] < 12) == case["expect"]["must_draw"]


@pytest.mark.rule("blackjack:1.16", "blackjack:3.14", "blackjack:3.16")
@cases("first-window")
def test_what_the_first_window_offers(case):
    given = case["input"]
    found = (
        []
        if given["third_card_dealt"]
        else offered(first_window(given["cards"], given["dealer_up"], given["initial"]))
    )
    assert found == case["expect"]["choices"]


@pytest.mark.rule("blackjack:1.15", "blackjack:3.11", "blackjack:3.21.2", "blackjack:3.23")
@cases("round")
def test_that_a_round_is_dealt_and_settled_from_one_shoe(case):
    boxes, expected = case["input"]["boxes"], case["expect"]
    said = {str(number): [decision(text) for text in box["decisions"]] for number, box in enumerate(boxes, 1)}
    stakes = {str(number): dict(box["bets"]) for number, box in enumerate(boxes, 1)}
    shoe, log = iter(case["input"]["shoe"]), []

    def choose(facts, box):
        window = GAME.window(FELT, facts, box, stakes[box])
        option = next((one for one in window.options if said[box] and one.choice == said[box][0].kind), None)
        if option is None:
            return window.default
        cents = said[box].pop(0).cents
        stakes[box] |= {extra.spot: cents or extra.most for extra in option.extras}
        return option.choice

    facts = by_chance(None, said, choose, cards=lambda: next(shoe))
    for at, fact in enumerate(facts):
        if fact.name == CARD and fact.at == DEALER:
            log.append([fact.values[0], DEALER])
        elif fact.name == CARD:
            played = read_deal(FELT, facts[:at]).played.get(fact.at)
            hand = played.place if played is not None else 0
            log.append([fact.values[0], "box", int(fact.at) - 1, hand])
    deal = read_deal(FELT, facts)
    assert log == expected["log"]
    assert deal.dealer == expected["dealer"]
    written = []
    for box, played in deal.played.items():
        played.bets = stakes[box]
        written.append(as_written(played, deal.dealer))
        assert GAME.settle(FELT, stakes[box], facts, box).spots == settle(played, deal.dealer).spots
    assert written == expected["boxes"]
    assert not any(said.values())
