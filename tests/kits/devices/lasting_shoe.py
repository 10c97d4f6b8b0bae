"""A simulated shoe whose cards last for many rounds: they outlive its process, for they lie in it.

A card has left it for good once it is drawn, whether anybody was told or not; each is written beside the round that it
was drawn in. So a dealer's hand enters what lies on the table, and a judge knows what really lay there.

    shoe = LastingShoe(FILE, new_cards, cut=138, faults=faults)
    drawn_in(FILE, 12)              # [["Kh"], ["7c", "2d"]]: what left it in round 12 in that order, two at once
    not_entered(drawn, ["Kh"])      # ["7c", "2d"]: what lies there besides what is entered
    goes_on(FILE, draws=False)      # the dealer has seen to it that all of it is entered

Started again over a card that perhaps nobody was told, it draws none until the dealer goes on. One that is not believed
for the rest of a deal is wanted no card: then the dealer draws.
"""

import json
from collections.abc import Sequence
from pathlib import Path

from kiosk.devices.shoe.messages import COVER, Read
from kiosk.simulators.shoe.mechanics import ShoeMechanics


class LastingShoe(ShoeMechanics):
    """``kept`` is a file; where there is one, it goes on as it was."""

    def __init__(self, kept, new, *, cut, faults):
        self._kept, self._drawn = kept, {}
        super().__init__(new, cut=cut, faults=faults, deals_itself=True)
        if kept.exists():
            found = json.loads(kept.read_text())
            self.cards, self._covered, self._deal = found["cards"], found["covered"], found["deal"]
            self._drawn = found["drawn"]
            if found["untold"]:
                _waiting(kept).touch()
            if COVER in found["untold"]:
                self._tell(Read(COVER))  # it still lies before it
                self._keep()

    def draw(self):
        """As before; nothing is told before it is kept."""
        with self._lock:
            if _waiting(self._kept).exists():
                return ()
            cards = super().draw()
            self._drawn.setdefault(str(self._deal), []).extend([cards] if cards else [])
            self._keep()
            return cards

    def load(self, cards):
        """New cards, which are kept at once."""
        with self._lock:
            super().load(cards)
            self._keep()

    def _carry_out(self, order):
        super()._carry_out(order)
        if _drawing(self._kept).exists():
            _drawing(self._kept).unlink()
            self.free()
            self.lid(is_open=False)
            self.draw()

    def _forget(self, count):
        super()._forget(count)
        if count:
            self._keep()

    def _keep(self):
        kept = {
            "cards": self.cards,
            "covered": self._covered,
            "deal": self._deal,
            "drawn": self._drawn,
            "untold": [read.code for read in self._reads],
        }
        new = self._kept.with_suffix(".kept")
        new.write_text(json.dumps(kept))
        new.replace(self._kept)


def drawn_in(kept: Path, number: int) -> list[list[str]]:
    """What has left the shoe in that round, draw by draw."""
    return json.loads(kept.read_text())["drawn"].get(str(number), [])


def not_entered(drawn: list[list[str]], entered: Sequence[str]) -> list[str]:
    """What was drawn after the last card that is entered.

    Of two that came at once one may be left out: where no other card was asked for, it is put away. Nothing else is:
    raises AssertionError where these cards were not drawn so.
    """
    left = list(entered)
    for at, cards in enumerate(drawn):
        if not left:
            return [card for draw in drawn[at:] for card in draw]
        if left[: len(cards)] == cards:
            del left[: len(cards)]
        elif len(cards) > 1 and left[0] in cards:
            if left[1:] == [] and at == len(drawn) - 1:
                return [card for card in cards if card != left[0]]
            del left[0]
        else:
            break
    assert not left, f"{drawn} were drawn, not {list(entered)}"
    return []


def goes_on(kept: Path, *, draws: bool) -> None:
    """Everything that lies there is entered: the next card may come, or the dealer draws it unasked."""
    _waiting(kept).unlink(missing_ok=True)
    if draws:
        _drawing(kept).touch()


def _waiting(kept):
    return kept.with_suffix(".waits")


def _drawing(kept):
    return kept.with_suffix(".draws")
