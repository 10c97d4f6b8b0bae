"""Fortune Pai Gow Poker's part of the dealer's screen."""

from kiosk.cards import DECK, JOKER
from kiosk.games.paigow.deal import CONCEDE
from kiosk.games.paigow.game import GAME
from kiosk.ui.dealer.cards.set_part import SettingPart
from kiosk.ui.dealer.paigow.wrongs import wrongs_now
from kiosk.ui.kit.paigow.rules import RULES

PART = SettingPart(GAME, RULES, wrongs_now, deck=(*DECK, JOKER), gave_up=CONCEDE)
