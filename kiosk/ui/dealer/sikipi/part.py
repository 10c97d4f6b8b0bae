"""Si Ki Pi's part of the dealer's screen."""

from kiosk.games.sikipi.game import GAME
from kiosk.ui.dealer.cards.set_part import SettingPart
from kiosk.ui.dealer.sikipi.wrongs import wrongs_now
from kiosk.ui.kit.sikipi.rules import RULES

PART = SettingPart(GAME, RULES, wrongs_now)
