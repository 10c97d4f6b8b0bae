"""How a dealer's screen enters facts: with the round and the place in which the dealer saw them asked for."""

from kiosk.console.commands import EnterResult


def entered(view, facts, authority=None):
    """As the screen that shows this view sends them."""
    return EnterResult(tuple(facts), authority, round=view.round, first=len(view.play))
