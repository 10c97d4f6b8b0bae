"""Casino Stud Poker's part of the dealer's screen: its words, decisions on the tiles, the jackpot to confirm."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import ClassVar

from kiosk.cards.poker import rank_hand
from kiosk.console.view import DeskView, SeatView
from kiosk.games.game import Fact
from kiosk.games.stud.deal import CARD, DEALER, INVALID, PRIZE
from kiosk.games.stud.game import GAME
from kiosk.games.stud.layout import Felt
from kiosk.games.stud.paytable import BET, CALL
from kiosk.games.stud.play import FOLD, GO_ON, STAY, TAKE_BACK, VOID
from kiosk.money import short_dollars
from kiosk.table.round import Phase
from kiosk.ui.dealer.cards.entry import CardsEntry
from kiosk.ui.dealer.cards.lying import lying_at
from kiosk.ui.dealer.cards.part import CardsPart, layout_of
from kiosk.ui.dealer.cards.words import CARD_WORDS, WORDS_OF_CARDS
from kiosk.ui.dealer.game_part import Wrong
from kiosk.ui.dealer.pen import Icon
from kiosk.ui.dealer.seats.faces import SeatFace, Tone
from kiosk.ui.dealer.stud.wrongs import wrongs_now
from kiosk.ui.kit.cards.words import hand_words
from kiosk.ui.kit.texts import Texts

INSTEAD: Mapping[str, str] = {
    **CARD_WORDS,
    "dealer.record.effect": "dealer.stud.record_effect",
    "dealer.void.effect": "dealer.stud.void_effect",
    "dealer.work.no_does": "dealer.stud.no_does",
    "dealer.work.void_detail": "dealer.stud.void_detail",
    "dealer.work.yes_does": "dealer.stud.yes_does",
}
WORDS = replace(WORDS_OF_CARDS, instead=INSTEAD)
_SAID = {FOLD: "dealer.stud.folds", VOID: "dealer.stud.void_box"}


class StudPart(CardsPart):
    """See GamePart."""

    words = WORDS
    choices: ClassVar = {
        CALL: {STAY: "dealer.stud.was_bet", FOLD: "dealer.stud.folds", VOID: "dealer.stud.void_box"},
        GO_ON: {GO_ON: "dealer.stud.goes_on", TAKE_BACK: "dealer.stud.takes_back"},
    }
    faulty = "the cards are damaged, or one is missing or too many"

    def __init__(self) -> None:
        super().__init__(GAME, CARD, DEALER, frozenset({PRIZE}))

    def wrongs(self, view: DeskView) -> tuple[Wrong, ...]:
        """See rules 5.7 to 5.24."""
        felt = self._layout(layout_of(view))
        return wrongs_now(view, burns=isinstance(felt, Felt) and felt.burns)

    def face_of(self, view: DeskView, seat: SeatView, face: SeatFace, texts: Texts) -> SeatFace:
        """Decision and hand of a box in place of what every game says, once there are any."""
        calm = not (seat.payable or seat.paid_by_hand or seat.locks or seat.calling or seat.open_items)
        call = _calls(view.play).get(seat.name)
        if calm and seat.name in _invalid(view.play) and view.phase is not Phase.BETTING:
            return replace(face, word=texts.get("dealer.stud.invalid"), sign=Icon.DASH, tone=Tone.PLAIN)
        if not calm or face.tone is Tone.FAINT or view.phase is Phase.BETTING or call is None:
            return face
        if call != STAY:
            return replace(face, word=texts.get(_SAID[call]), sign=Icon.DASH, tone=Tone.PLAIN)
        name = self.hand_name(lying_at(self.cards_game(""), view.play, seat.name).up, texts)
        if view.phase is Phase.PLAY:
            stays = texts.get("dealer.stud.stays", cents=short_dollars(seat.stakes.get(BET, 0)))
            return replace(face, word=name or stays, sign=Icon.CHECK, tone=Tone.WELL)
        return replace(face, word=name or face.word)

    def out_of_play(self, view: DeskView) -> frozenset[str]:
        """Who has folded, and boxes that are void or whose Hand is invalid."""
        out = {box for box, call in _calls(view.play).items() if call != STAY}
        return frozenset(out | _invalid(view.play))

    def dealer_words(self, view: DeskView, texts: Texts) -> str:
        """The name of his hand, and whether it qualifies (rule 1.14)."""
        lies = lying_at(self.cards_game(""), view.play, DEALER)
        if view.phase is Phase.BETTING or not lies.count:
            return ""
        if name := self.hand_name(lies.up, texts):
            return name
        return texts.get("dealer.stud.one_open") if lies.up else ""

    def hand_name(self, cards: Sequence[str], texts: Texts) -> str:
        """As the player sees it: `Pair of Kings`."""
        return hand_words(rank_hand(cards), texts) if len(cards) == self.hand else ""

    def amount_words(self, view: DeskView, entry: CardsEntry, texts: Texts) -> tuple[str, str]:
        """The major prize of a box (rules 4.2, 4.4 and 4.5.1)."""
        box = entry.place_now
        name = self.hand_name(lying_at(self.cards_game(""), view.play, box).up, texts)
        key = "dealer.stud.jackpot_proposed" if entry.proposed else "dealer.stud.jackpot"
        key = key if view.jackpot is None else "dealer.stud.jackpot_shared"
        return texts.get("dealer.stud.jackpot_title", box=box, hand=name), texts.get(key)


def _invalid(facts: Sequence[Fact]) -> frozenset[str]:
    """The boxes whose Hand is out of the round, found so or chosen after a dealing error (rules 5.10.3 and 5.15)."""
    return frozenset(
        fact.at for fact in facts if fact.name == INVALID or (fact.name == GO_ON and fact.values != (GO_ON,))
    )


def _calls(facts: Sequence[Fact]) -> dict[str, str]:
    return {fact.at: str(fact.values[0]) for fact in facts if fact.name == CALL and fact.values}


PART = StudPart()
