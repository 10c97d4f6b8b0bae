"""What a round came to for one player, in the same words on the player's and the dealer's screens."""

from __future__ import annotations

from dataclasses import dataclass

from kiosk.money import MINUS, dollars, short_dollars
from kiosk.ui.kit.texts import Texts


@dataclass(frozen=True)
class Sums:
    """What was staked and what came of it: stakes given back and winnings together, in cents.

    A Void round and a stake that neither wins nor loses have paid what was staked.
    """

    staked: int
    paid: int

    @property
    def net(self) -> int:
        """By how much the player has more than before the round; negative for less."""
        return self.paid - self.staked

    @property
    def is_gain(self) -> bool:
        """Whether the player has more than before: this alone is shown in gold."""
        return self.net > 0


def signed(cents: int, *, short: bool = False) -> str:
    """An amount with its sign, which no line break parts from it: `+$5.00`, `−$5.00` with a true minus, `$0.00`.

    `short`: `+$5` where it is whole dollars, as all amounts on the dealer's screen.
    """
    shown = short_dollars(cents) if short else dollars(cents)
    return f"+\u2060{shown}" if cents > 0 else shown.replace(MINUS, f"{MINUS}\u2060")


def settlement_words(sums: Sums, texts: Texts, *, due: bool = False, short: bool = False) -> str:
    """The whole sentence. A pay-out below the stakes is called what it is: a part of them that came back.

    `due`: nothing has been paid yet. `short`: whole dollars without cents, as on the dealer's screen.
    """
    if not sums.staked:
        return texts.get("settlement.no_bet")
    amount = short_dollars if short else dollars
    paid, staked, net = amount(sums.paid), amount(sums.staked), signed(sums.net, short=short)
    if not sums.paid:
        return texts.get("settlement.lost", net=net)
    if due:
        return texts.get("settlement.due", paid=paid, net=net)
    if sums.is_gain:
        return texts.get("settlement.paid", paid=paid, net=net)
    if not sums.net:
        return texts.get("settlement.returned", paid=paid, net=net)
    return texts.get("settlement.part", paid=paid, staked=staked, net=net)


def paid_words(sums: Sums, texts: Texts) -> str:
    """The first part alone, where there is no room for more: what was paid or came back."""
    key = "settlement.paid_alone" if sums.is_gain or not sums.paid else "settlement.returned_alone"
    return texts.get(key, paid=short_dollars(sums.paid))
