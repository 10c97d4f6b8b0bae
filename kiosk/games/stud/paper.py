"""Casino Stud Poker on paper: a round with its boxes, a Hand in words, and the table of odds."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from kiosk.cards.poker import Category, category_of, rank_hand
from kiosk.games.game import Layout, ReadText, SpotResult
from kiosk.games.layout_file import own_layout
from kiosk.games.slip import answer, explained, read_cards
from kiosk.games.stud.hands import CARDS, NAMES, words_of
from kiosk.games.stud.layout import read_felt
from kiosk.games.stud.odds import ALL_DEALS, BEST_PLAY, HANDS, edge, favours_from, prized_hands
from kiosk.games.stud.paytable import ANTE, BET, JACKPOT, StudLayout
from kiosk.games.stud.settle import Settled, settle_round
from kiosk.games.stud.slip import SLIP as SLIP
from kiosk.games.stud.slip import read_round
from kiosk.money import dollars

_ANTE_NAME = "Ante with its BET, each Hand played best"
_JACKPOT_NAME = "Progressive Jackpot Bet"
_STAKES = (1_00, 2_00, 5_00)  # cents; the rules leave the amount to the House (3.3)

HAND = '{"cards": ["Ah", "Kd", "9s", "4c", "2h"]}'


def read_layout(name: str, read: ReadText) -> StudLayout:
    """What the felt of that name pays, as a table has it. Raises UnknownLayout and BadLayout."""
    return replace(read_felt(name, read).pay_table, name=name)


def settle_slip(layout: Layout, slip: Mapping[str, object]) -> dict[str, object]:
    """What becomes of a round as SLIP shows it, box by box as listed, in cents. Raises GameError."""
    own = _own(layout)
    boxes, dealer, meter = read_round(own, slip)
    settled, _ = settle_round(own, boxes, dealer, meter)
    return answer([(box.number, _by_bet(settled[box.number])) for box in boxes])


def explain_hand(line: Mapping[str, object]) -> dict[str, object]:
    """What five cards are, as HAND shows them. `bonus`: the row of the jackpot's pay table that they reach, or None.

    Raises GameError.
    """
    rank = rank_hand(read_cards(line, (CARDS,)))
    category = category_of(rank)
    bonus = NAMES[category] if category >= Category.FLUSH else None
    return explained(NAMES[category], words_of(rank), bonus=bonus)


def odds_records(layout: Layout) -> list[dict[str, object]]:
    """Of the Ante and the jackpot Bet: how many deals or Hands of how many end how, and the exact edge.

    That of the jackpot Bet is a formula of the jackpot and the stake in cents; `favours_from` is the jackpot from which
    on it favours the Player, by stake.
    """
    own = _own(layout)
    return [
        {
            "spot": ANTE,
            "name": _ANTE_NAME,
            "outcomes": _ends(own),
            "of": ALL_DEALS,
            "edge": str(edge(own)),
        },
        {
            "spot": JACKPOT,
            "name": _JACKPOT_NAME,
            "outcomes": _prizes(own),
            "of": HANDS,
            "edge": _formula(own),
            "favours_from": {str(stake): favours_from(own, stake) for stake in _STAKES},
        },
    ]


def odds_table(layout: Layout) -> str:
    """The same as a table; beside it the edge of the Ante where a Royal Flush pays 100 to 1, as is usual elsewhere."""
    own = _own(layout)
    usual = replace(own, pays={**own.pays, Category.ROYAL_FLUSH: 100})
    return "\n".join(
        [
            f"Layout {own.name}: {_ANTE_NAME}, {ALL_DEALS:,} deals",
            *(f"  {end:<40}{deals:>22,}" for end, deals in _ends(own).items()),
            f"  edge {_fraction(edge(own))}",
            f"  edge with a Royal Flush at 100 to 1 {_fraction(edge(usual))}",
            "",
            f"{_JACKPOT_NAME}, {HANDS:,} Hands",
            *(f"  {won:<40}{hands:>22,}" for won, hands in _prizes(own).items()),
            f"  edge {_formula(own)}",
            *(
                f"  a bet of {dollars(stake)} favours the player from a jackpot of {dollars(favours_from(own, stake))}"
                for stake in _STAKES
            ),
        ]
    )


def _ends(layout: StudLayout) -> dict[str, int]:
    tallies = BEST_PLAY.values()
    wins = {f"win, {NAMES[kind]} {odds} to 1": BEST_PLAY[kind].win for kind, odds in layout.pays.items()}
    return {
        "fold": sum(tally.fold for tally in tallies),
        "dealer-not-qualified": sum(tally.not_qualified for tally in tallies),
        **wins,
        "stand-off": sum(tally.stand_off for tally in tallies),
        "lose": sum(tally.lose for tally in tallies),
    }


def _prizes(layout: StudLayout) -> dict[str, int]:
    hands = prized_hands(layout)
    shares = {
        f"{NAMES[kind]}, {share * 100}% of the jackpot": hands[kind] for kind, share in layout.majors.items()
    }
    return shares | {f"{NAMES[kind]}, {dollars(cents)}": hands[kind] for kind, cents in layout.minors.items()}


def _formula(layout: StudLayout) -> str:
    hands = prized_hands(layout)
    share = sum(share * hands[kind] for kind, share in layout.majors.items())
    fixed = sum(cents * hands[kind] for kind, cents in layout.minors.items())
    return f"1 - ({share} * jackpot + {fixed}) / ({HANDS} * stake)"


def _fraction(share: Fraction) -> str:
    whole, rest = divmod(round(share * 10_000_000), 100_000)
    return f"{share} = {whole}.{rest:05} %"


def _by_bet(settled: Settled) -> dict[str, SpotResult]:
    return {ANTE: settled.ante, BET: settled.bet, JACKPOT: settled.jackpot}


def _own(layout: Layout) -> StudLayout:
    return own_layout(layout, StudLayout, "stud")
