"""The moments of the dealer's screen at a table of Blackjack."""

from __future__ import annotations

from functools import partial

from kiosk.games.blackjack.deal import DEALER
from kiosk.tools.shots.blackjack import dealer_samples as samples
from kiosk.tools.shots.dealer import DealerScene, taps

SCENES = (
    DealerScene("table", samples.table),
    DealerScene("new-shoe", samples.new_shoe),
    DealerScene("first-card", partial(samples.dealing, "01", 0)),
    DealerScene("initial-deal", partial(samples.dealing, "05", 1), taps("5c", "3d")),
    DealerScene("shoe", partial(samples.dealing, "05", 1, shoe=True)),
    DealerScene("first-window", samples.first_window),
    DealerScene("turn", partial(samples.turn, "01", 1)),
    DealerScene("turn-split", partial(samples.turn, "02", 2)),
    DealerScene("turn-time-up", partial(samples.turn, "02", 1, left_ms=0)),
    DealerScene("split-draw", partial(samples.dealing, "02", 3)),
    DealerScene("hit", partial(samples.dealing, "05", 2)),
    DealerScene("forced", partial(samples.dealing, "06", 3)),
    DealerScene("cover-card", samples.cover_card),
    DealerScene("dealer-draws", partial(samples.dealing, DEALER, 2)),
    DealerScene("result", samples.result),
    DealerScene("settled", partial(samples.result, settled=True)),
)
