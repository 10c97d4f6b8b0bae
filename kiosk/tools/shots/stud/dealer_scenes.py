"""The moments of the dealer's screen at a table of Casino Stud Poker."""

from __future__ import annotations

from functools import partial

from kiosk.cards import DECK
from kiosk.tools.shots.dealer import Act, DealerScene
from kiosk.tools.shots.stud import dealer_samples as samples
from kiosk.ui.dealer.window import DealerWindow


def _taps(*cards: str) -> Act:
    def act(window: DealerWindow) -> None:
        for card in cards:
            window.parts.work.key_asked.emit(DECK.index(card))

    return act


_HAND = samples.HANDS["01"].split()

SCENES = (
    DealerScene("table", samples.table),
    DealerScene("shuffling", samples.shuffling),
    DealerScene("half-a-hand", partial(samples.dealing, "01", 0), _taps(*_HAND[:3])),
    DealerScene("a-hand", partial(samples.dealing, "01", 0), _taps(*_HAND)),
    DealerScene("shoe", partial(samples.dealing, shoe=True)),
    DealerScene("open-card-read", partial(samples.open_card, proposed=True)),
    DealerScene("deciding", samples.deciding),
    DealerScene("time-up", partial(samples.deciding, left_ms=0)),
    DealerScene("reveal", samples.reveal),
    DealerScene("turning", samples.turning, _taps("Ks", "Jc")),
    DealerScene("turning-read", partial(samples.turning, proposed=True)),
    DealerScene("jackpot", samples.jackpot),
    DealerScene("nobody-stays", samples.nobody_stays),
    DealerScene("result", samples.result),
    DealerScene("settled", partial(samples.result, settled=True)),
)
