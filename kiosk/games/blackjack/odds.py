"""Odds and house edge of every Bet of Blackjack, for each number of decks (rule 2.2.1), and what the House keeps."""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from math import comb

from kiosk.cards import DECK
from kiosk.games.blackjack.best_play import EDGES, chart
from kiosk.games.blackjack.paytable import DECKS, EVEN, INSURANCE, NAMES, PAIR, SIDES, BlackjackLayout
from kiosk.games.blackjack.points import side_wins
from kiosk.games.game import Layout, Theory
from kiosk.money import odds_text

VARIANCE = Fraction(128, 100)
"""Of what the House keeps of an Initial Bet of one, with what decisions add: 1.131 squared, for four to eight decks
alike. Dealt by chance; the tests deal again."""
_PAYS = {"pair": PAIR, "under": EVEN, "over": EVEN, "insurance": INSURANCE}


def wins(spot: str, decks: int) -> tuple[int, int]:
    """How many of all the pairs of first cards win a side Bet, and how many there are.

    For Insurance the cards that give the dealer a Blackjack, of all but his Ace. Raises KeyError for any other spot.
    """
    if spot == "insurance":
        return sum(card[0] in "TJQK" for card in DECK) * decks, len(DECK) * decks - 1
    if spot not in SIDES:
        raise KeyError(spot)
    return sum(ways for won, ways in _first_cards(decks).items() if spot in won), comb(len(DECK) * decks, 2)


@cache
def _first_cards(decks: int) -> dict[frozenset[str], int]:
    """How many of all the pairs of first cards win each set of side Bets together."""
    found: dict[frozenset[str], int] = {}
    for place, first in enumerate(DECK):
        for second in DECK[place:]:
            ways = comb(decks, 2) if first == second else decks * decks
            won = frozenset(side for side, wins in side_wins((first, second)).items() if wins)
            found[won] = found.get(won, 0) + ways
    return found


def edge(spot: str, decks: int) -> Fraction:
    """The share of a stake that the House keeps; of the Initial Bet with the best play by the chart.

    Raises KeyError for a spot that a decision adds.
    """
    if spot == "initial":
        return EDGES[decks]
    won, of_all = wins(spot, decks)
    return 1 - Fraction(won, of_all) * (1 + _PAYS[spot])


def theory(layout: BlackjackLayout, stakes: Mapping[str, int]) -> Theory:
    """What is kept of an Initial Bet, played best by totals, and of the side Bets, in cents and square cents.

    What decisions add is in the edge of the Initial Bet. The side Bets are exact over all first cards; that a hand goes
    with its side Bets is left out.
    """
    initial, every = stakes.get("initial", 0), comb(len(DECK) * layout.decks, 2)
    mean = squares = Fraction(0)
    for won, ways in _first_cards(layout.decks).items():
        kept = sum(stakes.get(side, 0) * (-_PAYS[side] if side in won else 1) for side in SIDES)
        mean += Fraction(ways, every) * kept
        squares += Fraction(ways, every) * kept * kept
    return Theory(edge("initial", layout.decks) * initial + mean, VARIANCE * initial**2 + squares - mean**2)


def odds_records(layout: Layout) -> list[dict[str, object]]:
    """Of each Bet and number of decks its name, what it pays in how many of how many cases, and its exact edge.

    The Initial Bet has no count of cases: its edge is that of the best play by the chart.
    """
    layout.odds("initial")
    found = []
    for spot, decks, kept in _edges():
        cases: dict[str, object] = {}
        if spot in _PAYS:
            won, of_all = wins(spot, decks)
            cases = {"outcomes": {odds_text(_PAYS[spot]): won}, "of": of_all}
        record = {"spot": spot, "name": NAMES[spot], "decks": decks, **cases}
        found.append({**record, "edge": str(kept), "percent": _percent(kept)})
    return found


def odds_table(layout: Layout) -> str:
    """The same as a table, with the chart of the best play."""
    lines = [
        f"Layout {layout.name}, Blackjack Pay Table",
        "",
        _line("bet", "decks", "x to 1: wins", "edge %", "edge"),
    ]
    for spot, decks, kept in _edges():
        pays = "by the best play"
        if spot in _PAYS:
            won, of_all = wins(spot, decks)
            pays = f"{odds_text(_PAYS[spot])}: {won} of {of_all}"
        lines.append(_line(NAMES[spot], str(decks), pays, _percent(kept), str(kept)))
    return "\n".join([*lines, "", chart()])


def _edges() -> list[tuple[str, int, Fraction]]:
    return [(spot, decks, edge(spot, decks)) for spot in NAMES for decks in DECKS]


def _line(bet: str, decks: str, pays: str, percent: str, kept: str) -> str:
    return f"{bet:<12}  {decks:>5}  {pays:<20}  {percent:>8}  {kept}"


def _percent(share: Fraction) -> str:
    whole, rest = divmod(round(share * 100_000), 1000)
    return f"{whole}.{rest:03}%"
