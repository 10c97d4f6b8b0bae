"""The best play of Blackjack: its chart and edge as they are kept, counted again, and dealt by chance."""

import hashlib
import json
import random
from fractions import Fraction
from itertools import count as count_up
from pathlib import Path

import pytest

from kiosk.games.blackjack.best_play import EDGES, UPS, best, chart, letter
from kiosk.games.blackjack.odds import VARIANCE
from kiosk.games.blackjack.play import Decision, open_box, play_on
from kiosk.games.blackjack.settle import dealer_wants, need, settle
from kits.games import blackjack_count as count
from kits.games.blackjack_dealt import Table, dealt

WORTH = {
    int(decks): {int(up): Fraction(worth) for up, worth in by_up.items()}
    for decks, by_up in json.loads(
        (Path(count.__file__).parent / "data" / "blackjack-worth.json").read_text(encoding="utf-8")
    ).items()
}
"""By number of decks and the dealer's first card (10 for all of ten points): what the best play is worth."""
CHECKSUM = "f3d12fea4a769ec414f181767649e1abffc2f534e1a6a547429f87ffb25224c1"


def column_of_chart(up):
    """The product's chart against one card, as the count writes it."""
    of = "T" if up == 10 else "A" if up == 1 else str(up)
    found = {}
    for points in range(5, 22):
        found[f"hard {points}"] = letter(f"hard {min(max(points, 8), 17)}", of)
    for points in range(13, 22):
        found[f"soft {points}"] = letter(f"soft {min(points, 19)}", of)
    return found | {f"pair {n}": letter(f"pair {'A23456789T'[n - 1]}", of) for n in range(1, 11)}


CHART = {up: column_of_chart(up) for up in range(1, 11)}


def test_that_chart_and_edges_are_the_ones_that_were_counted():
    worths = [[decks, *map(str, by_up.values())] for decks, by_up in WORTH.items()]
    kept = json.dumps([chart(), [[decks, str(edge)] for decks, edge in EDGES.items()], worths])
    assert hashlib.sha256(kept.encode()).hexdigest() == CHECKSUM
    assert {decks: count.kept(by_up) for decks, by_up in WORTH.items()} == EDGES


@pytest.mark.parametrize(("decks", "percent"), [(4, 0.124), (6, 0.169), (8, 0.192)])
def test_that_the_edges_are_the_known_ones(decks, percent):
    assert round(float(EDGES[decks]) * 100, 3) == percent


@pytest.mark.parametrize(("decks", "up", "pairs"), [(4, 10, [1]), (8, 10, [1])])
def test_that_a_sample_is_counted_alike(decks, up, pairs):
    play, worth = count.against(decks, up, pairs)
    assert worth == WORTH[decks][up]
    assert count.column(play) == column_of_chart(up)


@pytest.mark.torture
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("decks", range(4, 9))
def test_that_all_is_counted_alike(decks):
    for up in range(1, 11):
        play, worth = count.against(decks, up)
        assert worth == WORTH[decks][up]
        assert count.column(play) == column_of_chart(up)


def by_the_product(points):
    """Net half Bets of a round of cards of these points and how many it took, by the product's own rules and chart."""
    cards = ["A23456789T"[one - 1] + "s" for one in points]
    bets, two, up, drawn = {"initial": 100}, (cards[0], cards[2]), cards[1], count_up(3)
    box = open_box(bets, two, up, [])
    if box.window:
        takes = best(two, up, {one.choice for one in box.window})
        box = open_box(bets, two, up, [Decision(takes)])
    play_on(box, [], lambda _place: cards[next(drawn)])
    while box.window:
        offered = {one.choice: one.extras for one in box.window}
        takes = best(box.hands[box.place].cards, up, offered)
        decision = Decision(takes, *[extra.most for extra in offered[takes]])
        play_on(box, [decision], lambda _place: cards[next(drawn)])
    dealer = [up]
    while dealer_wants(need(box), dealer):
        dealer.append(cards[next(drawn)])
    settled = settle(box, dealer)
    return (settled.paid - settled.staked) // 50, next(drawn)


@pytest.mark.parametrize("rounds", [5_000, pytest.param(100_000, marks=pytest.mark.torture)])
def test_that_rounds_dealt_by_chance_are_played_as_the_product_plays_them(rounds):
    table, source = Table(CHART), random.Random(7)
    points = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10]
    for _ in range(rounds):
        # Among two or three values there are splits upon splits.
        few = source.choice([points, source.sample(range(1, 11), 3)])
        cards = [source.choice(few) for _ in range(60)]
        assert table.round(cards, 0) == by_the_product(cards), cards


def dealt_beside_counted(decks, rounds):
    """How many standard errors the House keeps above what was counted, over so many rounds of shuffled shoes."""
    mean, error, played = dealt(CHART, decks, rounds, seed=20190611)
    counted = float(EDGES[decks])
    print(
        f"{decks} decks, {played:,} rounds: {mean:.4%} +- {error:.4%}, counted {counted:.4%}, "
        f"{(mean - counted) / error:+.2f} standard errors"
    )
    return (mean - counted) / error


def test_that_some_rounds_dealt_by_chance_cost_about_what_was_counted():
    assert abs(dealt_beside_counted(6, 400_000)) < 4


@pytest.mark.torture
@pytest.mark.timeout(7200)
@pytest.mark.parametrize(("decks", "rounds"), [(8, 10**8), (6, 5 * 10**7), (4, 5 * 10**7)])
def test_that_rounds_dealt_by_chance_cost_what_was_counted(decks, rounds):
    assert abs(dealt_beside_counted(decks, rounds)) < 2


def test_that_the_variance_of_an_initial_bet_is_the_one_that_is_kept():
    table, source, points = Table(CHART), random.Random(11), [*range(1, 10), *[10] * 4] * 32
    net = []
    for _ in range(300):
        source.shuffle(points)
        at = 0
        while at < 380:
            won, at = table.round(points, at)
            net.append(won / 2)
    mean = sum(net) / len(net)
    variance = sum((one - mean) ** 2 for one in net) / len(net)
    # of so many rounds it lies within about 1.5 % of what it is, and this is three times that
    assert abs(variance / float(VARIANCE) - 1) < 0.045, (variance, len(net))


def test_that_the_chart_is_read_as_it_is_written():
    text = chart().splitlines()
    assert (text[0], text[1].split()) == ("Best play", list(UPS))
    assert "hard 16  S S S S S H H R R H" in text
    assert best(["Kh", "6d"], "Kc", {"surrender", "decline"}) == "surrender"
    assert best(["Kh", "6d"], "Kc", {"hit", "stand", "double"}) == "hit"
    assert best(["8h", "8d"], "9c", {"surrender", "decline"}) == "decline"
    assert best(["8h", "8d"], "9c", {"hit", "stand", "double", "split"}) == "split"
    assert best(["Ah", "Kd"], "Ac", {"insurance", "even-money", "decline"}) == "decline"
    assert best(["Ah", "7d"], "6c", {"hit", "stand", "double", "split"}) == "double"
    assert best(["Ah", "4d", "3c"], "6c", {"hit", "stand"}) == "stand"
    assert best(["5h", "4d"], "6c", {"hit"}) == "hit"
    assert best(["Kh", "Jd"], "6c", {"hit", "stand", "double", "split"}) == "stand"
