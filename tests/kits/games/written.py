"""The worked examples of a game, and the lines of its commands, as the tests read them."""

import json
from pathlib import Path

_DATA = Path(__file__).parent / "data"


def examples(game, kind):
    """The worked examples of that kind, each with `id`, `input` and `expect`."""
    cases = json.loads((_DATA / f"{game}-examples.json").read_text(encoding="utf-8"))
    found = [case for case in cases if case["kind"] == kind]
    assert found, f"{game} has no example of {kind}"
    return found


def box(number, bets, cards, *decisions):
    """A box as it is written on a slip. Cards may be one text with blanks."""
    return {"box": number, "bets": bets, "cards": dealt(cards), "decisions": list(decisions)}


def slip(dealer, *boxes):
    """A whole slip."""
    return {"boxes": list(boxes), "dealer": dealt(dealer)}


def dealt(cards):
    """Cards as a list."""
    return cards.split() if isinstance(cards, str) else list(cards)
