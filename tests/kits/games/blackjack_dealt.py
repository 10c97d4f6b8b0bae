"""Blackjack dealt by chance and played by the chart, many hands fast, for the tests alone.

Every shuffled shoe gives the same number of rounds, so each of them is worth as much as the first. Cards are their
points, an Ace 1. A total is a number: the points, and 32 more where it is soft.
"""

from math import sqrt

import numpy as np

SOFT = 32
ROUNDS_OF_A_SHOE = 5  # by deck
SHOES_AT_ONCE = 500


def _after(total, card):
    points, soft = total % SOFT, total >= SOFT
    points += card
    if card == 1 and points <= 11:
        points, soft = points + 10, True
    if points > 21 and soft:
        points, soft = points - 10, False
    return points + SOFT * soft


AFTER = [[_after(total, card) for card in range(11)] for total in range(2 * SOFT)]


class Table:
    """The chart as look-ups: `chart[up]` has its letters by row."""

    def __init__(self, chart):
        self.on, self.two = {}, {}
        for up in range(1, 11):
            rows = chart[up]
            letters = [self._letter(rows, total) for total in range(2 * SOFT)]
            # Split hands are asked here too: D doubles on two cards, R and D draw on more.
            self.on[up] = [letter in "HDR" for letter in letters]
            self.two[up] = (letters, [rows.get(f"pair {value}") == "P" for value in range(11)])

    @staticmethod
    def _letter(rows, total):
        points = total % SOFT
        if points > 21 or total == SOFT + 21:
            return "S"
        return rows.get(f"{'soft' if total >= SOFT else 'hard'} {points}", "H")

    def round(self, cards, at):
        """Net half Initial Bets of a round whose cards lie from here on, and where the next round begins."""
        first, up, second = cards[at : at + 3]
        at += 3
        total = AFTER[AFTER[0][first]][second]
        if total == SOFT + 21:
            if up in (1, 10) and cards[at] + up == 11:
                return 0, at + 1
            return 3, at + (up in (1, 10))
        letters, splits = self.two[up]
        if first == second and splits[first]:
            return self._split(cards, at, first, up)
        letter = letters[total]
        if letter in "Rr":
            return -1, at
        if letter in "Dd":
            return self._ends(cards, at + 1, up, [(AFTER[total][cards[at]], 2)])
        on = self.on[up]
        while on[total]:
            total = AFTER[total][cards[at]]
            at += 1
        return self._ends(cards, at, up, [(total, 1)])

    def _split(self, cards, at, value, up):
        letters, _ = self.two[up]
        on = self.on[up]
        done, hands, waiting = [], 2, 2
        while waiting:
            card = cards[at]
            at += 1
            if card == value and hands < 4 and value != 1:
                hands += 1
                waiting += 1
                continue
            waiting -= 1
            total = AFTER[AFTER[0][value]][card]
            if value == 1:
                done.append((total, 1))
            elif letters[total] in "Dd":
                done.append((AFTER[total][cards[at]], 2))
                at += 1
            else:
                while on[total]:
                    total = AFTER[total][cards[at]]
                    at += 1
                done.append((total, 1))
        return self._ends(cards, at, up, done)

    @staticmethod
    def _ends(cards, at, up, hands):
        lost = sum(stake for total, stake in hands if 21 < total < SOFT)
        left = [(total % SOFT, stake) for total, stake in hands if not 21 < total < SOFT]
        if not left:
            return -2 * lost, at
        his = AFTER[AFTER[0][up]][cards[at]]
        at += 1
        if his == SOFT + 21:  # one Initial Bet for all hands that are not bust
            return -2 * (lost + 1), at
        while his % SOFT < 17:
            his = AFTER[his][cards[at]]
            at += 1
        his %= SOFT
        won = sum(stake if his > 21 or total > his else -stake * (total < his) for total, stake in left)
        return 2 * (won - lost), at


def dealt(chart, decks, rounds, seed):
    """What the House keeps of an Initial Bet over at least that many rounds, its standard error, and how many."""
    table = Table(chart)
    source = np.random.default_rng(seed)
    shoe = np.repeat(np.array([*range(1, 10), *[10] * 4], dtype=np.int8), 4 * decks)
    net, played = [], 0
    while played < rounds:
        shoes = source.permuted(np.tile(shoe, (SHOES_AT_ONCE, 1)), axis=1).tolist()
        for cards in shoes:
            at = kept = 0
            for _ in range(ROUNDS_OF_A_SHOE * decks):
                won, at = table.round(cards, at)
                kept -= won
            net.append(kept)
        played += len(shoes) * ROUNDS_OF_A_SHOE * decks
    each = np.array(net) / (2 * ROUNDS_OF_A_SHOE * decks)
    return each.mean(), each.std() / sqrt(len(each)), played
