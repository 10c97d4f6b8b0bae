"""Three hundred slips by chance for each game whose hands are set or drawn: none is refused, all are reckoned here.

What two cards, five cards or a total are worth is worked out by other means than the games' own; their House Way is
held by its own tests.
"""

import random

import pytest

from kiosk.cards import DECK
from kiosk.games.blackjack import paper as blackjack
from kiosk.games.paigow import paper as paigow
from kiosk.games.paigow.house_way import set_house_way as paigow_way
from kiosk.games.sikipi import paper as sikipi
from kiosk.games.sikipi.house_way import set_house_way as sikipi_way
from kiosk.resources import layout_reader
from kits.games.poker_oracle import worth as high_worth
from kits.games.written import box, slip

CASES = 300
VALUES = "23456789TJQKA"
WHEEL = set("A2345")


def layout(of_game, name):
    return of_game.read_layout("A", layout_reader(name))


def ended(staked, won):
    """A bet that wins so much, comes back (0), or is lost (None)."""
    if won is None:
        return {"staked": staked, "returned": 0, "won": 0}
    return {"staked": staked, "returned": staked, "won": won}


def by_hands(staked, low, high):
    """Both hands higher win 19 to 20, one gives the bet back."""
    return ended(staked, (None, 0, staked * 19 // 20)[low + high])


def values(cards):
    return sorted((VALUES.index(card[0]) for card in cards), reverse=True)


# --- Si Ki Pi ---------------------------------------------------------------------------------------------------------


def points(card):
    return "A23456789".find(card[0]) + 1


def two_cards(cards):
    """By arithmetic: a pair, the Gong of 2 and 8, the points and then the higher card; no points are all alike."""
    high, low = values(cards)
    if high == low:
        return 3, high
    if {card[0] for card in cards} == {"2", "8"}:
        return (2,)
    total = sum(map(points, cards)) % 10
    return (1, total, high, low) if total else (0,)


def four_cards(cards):
    """What a Bonus Bet on them wins to 1, or None."""
    often = sorted((values(cards).count(value) for value in set(values(cards))), reverse=True)
    return {(4,): 100, (3, 1): 20, (2, 2): 12, (2, 1, 1): 1}.get(tuple(often))


@pytest.mark.rule("sikipi:3.22", "sikipi:3.23", "sikipi:4.1", "sikipi:4.2")
@pytest.mark.parametrize("seed", range(3))
def test_that_slips_of_si_ki_pi_are_settled_as_they_are_reckoned_here(seed):
    chance, felt = random.Random(seed), layout(sikipi, "sikipi")
    for _ in range(CASES // 3):
        cards = iter(chance.sample(DECK, 52))
        boxes, expected = [], []
        hands = [[next(cards) for _ in range(4)] for _ in range(chance.randint(2, 8))]
        *players, dealer = hands
        dealers, _ = sikipi_way(tuple(dealer))
        for number, hand in zip(chance.sample(range(1, 13), len(players)), players, strict=True):
            bets = {"initial": 20 * chance.randint(1, 500)}
            bets |= {
                bet: chance.randint(1, 999) for bet in ("bonus", "bonus-dealer") if chance.random() < 0.5
            }
            lower, higher = sorted((hand[:2], hand[2:]), key=two_cards)
            decision = f"set:{''.join(lower)}"
            if chance.random() < 0.3:
                (lower, higher), decision = sikipi_way(tuple(hand))[0][:2], "house-way"
            boxes.append(box(number, bets, hand, decision))
            won = {
                "initial": by_hands(
                    bets["initial"],
                    two_cards(lower) > two_cards(dealers.low),
                    two_cards(higher) > two_cards(dealers.high),
                )
            }
            for bet, on in (("bonus", hand), ("bonus-dealer", dealer)):
                if bet in bets:
                    odds = four_cards(on)
                    won[bet] = ended(bets[bet], None if odds is None else bets[bet] * odds)
            expected.append((number, won))
        answered = sikipi.settle_slip(felt, slip(dealer, *boxes))["boxes"]
        assert [(one["box"], one["bets"]) for one in answered] == expected


# --- Fortune Pai Gow Poker --------------------------------------------------------------------------------------------


def low_worth(cards):
    high, low = values(cards)
    return high == low, high, low


def is_wheel(cards):
    return {card[0] for card in cards} == WHEEL


def foul(low, high):
    """The Low Hand is higher than the High Hand: both by their pairs, or card by card."""
    kind, ranks = high_worth(high)
    pair, *own = low_worth(low)
    if kind > 1:
        return False
    if pair != (kind == 1):
        return pair
    return [own[0] + 2, own[1] + 2] > ranks[:2] if not pair else own[0] + 2 > ranks[0]


@pytest.mark.rule("paigow:3.17", "paigow:3.18", "paigow:3.19", "paigow:3.20", "paigow:4.1.1")
@pytest.mark.parametrize("seed", range(3))
def test_that_slips_of_pai_gow_are_settled_as_they_are_reckoned_here(seed):
    """Without the Joker and the one straight whose place is a rule of its own: the examples have those."""
    chance, felt, done = random.Random(seed), layout(paigow, "paigow"), 0
    while done < CASES // 3:
        cards = chance.sample(DECK, 7 * chance.randint(2, 7))
        *players, dealer = [cards[at : at + 7] for at in range(0, len(cards), 7)]
        dealers, _ = paigow_way(tuple(dealer))
        boxes, expected = [], []
        for number, hand in enumerate(players, 1):
            bet = 20 * chance.randint(1, 500)
            low, high = hand[:2], hand[2:]
            decision = f"set:{''.join(low)}"
            if foul(low, high):
                low, high = paigow_way(tuple(hand))[0][:2]
                decision = "house-way"
            if is_wheel(high) or is_wheel(dealers.high):
                break
            boxes.append(box(number, {"standard": bet}, hand, decision))
            low_wins = low_worth(low) > low_worth(dealers.low)
            expected.append(by_hands(bet, low_wins, high_worth(high) > high_worth(dealers.high)))
        if len(boxes) < len(players):
            continue
        answered = paigow.settle_slip(felt, slip(dealer, *boxes))["boxes"]
        assert [one["bets"]["standard"] for one in answered] == expected
        done += 1


# --- Blackjack --------------------------------------------------------------------------------------------------------


def total(cards):
    found = sum(min(10, "A23456789TJQK".index(card[0]) + 1) for card in cards)
    return found + 10 if found <= 11 and any(card[0] == "A" for card in cards) else found


def natural(cards):
    return len(cards) == 2 and total(cards) == 21


def played(chance, shoe, bet, hand, up):
    """One hand without a split: its decisions, the cards that it drew, its bets, and whether it was surrendered."""
    decisions, draws, bets = [], [], {"initial": bet}
    if up[0] == "A" and chance.random() < 0.5:
        bets["insurance"] = 2 * chance.randint(1, bet // 4)
        decisions.append(f"insurance:{bets['insurance']}")
    elif up[0] != "A" and not natural(hand) and chance.random() < 0.1:
        return ["surrender"], [], bets, True
    if natural(hand):
        return decisions, draws, bets, False
    while total(hand + draws) < 21:
        if total(hand + draws) < 12:
            decisions += [] if draws else ["hit"]  # two cards might be doubled; later ones come by themselves
            draws.append(shoe.pop())
        elif chance.random() < 0.5:
            decisions.append("stand")
            break
        else:
            decisions.append("hit")
            draws.append(shoe.pop())
    if (
        total(hand + draws) == 21
        and total([card for card in hand + draws if card[0] != "A"])
        + sum(card[0] == "A" for card in hand + draws)
        == 21
    ):
        decisions.append("stand")  # a hard 21 may be hit
    return decisions, draws, bets, False


def reckoned(hand, bets, dealer, surrendered):
    """By the bet: a Blackjack 3 to 2, insurance 2 to 1, half of what is surrendered comes back."""
    bet = bets["initial"]
    if surrendered:
        main = {"staked": bet, "returned": bet // 2, "won": 0}
    elif total(hand) > 21:
        main = ended(bet, None)
    elif natural(hand) or natural(dealer):
        main = ended(bet, 0 if natural(hand) and natural(dealer) else 3 * bet // 2 if natural(hand) else None)
    elif total(dealer) > 21 or total(hand) > total(dealer):
        main = ended(bet, bet)
    else:
        main = ended(bet, 0 if total(hand) == total(dealer) else None)
    if "insurance" not in bets:
        return {"initial": main}
    insured = bets["insurance"]
    return {"initial": main, "insurance": ended(insured, 2 * insured if natural(dealer) else None)}


@pytest.mark.rule("blackjack:3.15", "blackjack:3.16", "blackjack:3.18", "blackjack:3.23", "blackjack:4.1.1")
@pytest.mark.parametrize("seed", range(3))
def test_that_slips_of_blackjack_are_settled_as_they_are_reckoned_here(seed):
    chance, felt = random.Random(seed), layout(blackjack, "blackjack")
    for _ in range(CASES // 3):
        shoe = list(DECK) * 8
        chance.shuffle(shoe)
        dealer = [shoe.pop()]
        boxes, settled = [], []
        for number in range(1, chance.randint(1, 7) + 1):
            bet, hand = 100 * chance.randint(1, 100), [shoe.pop(), shoe.pop()]
            decisions, draws, bets, surrendered = played(chance, shoe, bet, hand, dealer[0])
            written = box(number, {"initial": bet}, hand, *decisions)
            boxes.append(written | {"draws": draws})
            settled.append((hand + draws, bets, surrendered))
        while total(dealer) < 17:
            dealer.append(shoe.pop())
        answered = blackjack.settle_slip(felt, slip(dealer, *boxes))["boxes"]
        expected = [reckoned(hand, bets, dealer, surrendered) for hand, bets, surrendered in settled]
        assert [one["bets"] for one in answered] == expected
