"""An independent way to say what five cards are worth: by the written list of straights, and by counting."""

from collections import Counter

VALUES = "23456789TJQKA"
STRAIGHTS = ["A2345", *(VALUES[at : at + 5] for at in range(9))]
KINDS = (
    "Five Odd Cards",
    "One Pair",
    "Two Pairs",
    "Three of a Kind",
    "Straight",
    "Flush",
    "Full House",
    "Four of a Kind",
    "Straight Flush",
    "Royal Flush",
)


def worth(hand):
    """(index of the kind, values in the order in which they are compared): the larger is the better hand."""
    letters = sorted(card[0] for card in hand)
    suited = len({card[1] for card in hand}) == 1
    straight = next((at for at, run in enumerate(STRAIGHTS) if sorted(run) == letters), None)
    counted = Counter(VALUES.index(letter) + 2 for letter in letters)
    often = sorted(((times, value) for value, times in counted.items()), reverse=True)
    values = [value for _, value in often]
    if straight is not None:
        if suited:
            return (9, []) if straight == 9 else (8, [straight + 5])
        return 4, [straight + 5]
    if suited:
        return 5, values
    kind = {"41": 7, "32": 6, "311": 3, "221": 2, "2111": 1, "11111": 0}["".join(str(n) for n, _ in often)]
    return kind, values
