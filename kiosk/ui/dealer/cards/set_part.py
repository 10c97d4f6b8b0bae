"""What the parts of all games with set hands have in common on the dealer's screen; a game says the rest."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from kiosk.cards import DECK
from kiosk.console.view import DeskView, SeatView
from kiosk.games.game import Enter, Fact, Game
from kiosk.games.laid import CARD, DEALER, GO_ON, INVALID
from kiosk.games.set_hands import SET, set_choice
from kiosk.table.round import Phase
from kiosk.ui.dealer.cards.lying import CardsGame, Lying, card_words, lying_at
from kiosk.ui.dealer.cards.part import CardsPart
from kiosk.ui.dealer.cards.words import WORDS_OF_CARDS
from kiosk.ui.dealer.game_part import Wrong
from kiosk.ui.dealer.pen import Icon
from kiosk.ui.dealer.seats.faces import SeatFace, Tone
from kiosk.ui.kit.cards.setting import HandRules, Hands, Verdict
from kiosk.ui.kit.texts import Texts

WORDS = replace(WORDS_OF_CARDS, times_left="dealer.setting.shuffles_left")
_WHOLE = ("setting.lose", "setting.standoff", "setting.win")
_SHOWN = (Phase.PLAY, Phase.RESULT, Phase.ENDED)


class SettingPart(CardsPart):
    """See GamePart. `wrongs_of` answers what may have gone wrong; `gave_up` the fact of a hand that is conceded."""

    words = WORDS
    faulty = "the cards are damaged, or one is missing or too many"

    def __init__(
        self,
        game: Game,
        rules: HandRules,
        wrongs_of: Callable[[DeskView], tuple[Wrong, ...]],
        *,
        deck: Sequence[str] = DECK,
        gave_up: str = "",
    ) -> None:
        super().__init__(game, CARD, DEALER)
        self._rules, self._deck, self._wrongs, self._gave_up = rules, tuple(deck), wrongs_of, gave_up
        self.hand = rules.low + rules.high

    def cards_game(self, layout: str) -> CardsGame:
        """The Dealer's setting follows from the cards (it is never entered), and is confirmed against the felt."""
        made = super().cards_game(layout)
        return replace(made, deck=self._deck, low=self._rules.low, follows=self._house_way)

    def _house_way(self, asked: Enter, facts: Sequence[Fact]) -> Fact | None:
        cards = lying_at(super().cards_game(""), facts, DEALER).up
        if (asked.fact, asked.at) != (SET, DEALER) or len(cards) != self.hand:
            return None
        return Fact(SET, (set_choice(self._rules.house_way(cards).low),), DEALER)

    def follows_words(self, fact: Fact, texts: Texts) -> tuple[str, str]:  # noqa: ARG002  the hand stands above
        """Compare the felt with the House Way."""
        return texts.get("dealer.setting.house_way"), texts.get("dealer.setting.house_way_does")

    def key_of(self, typed: str) -> int | None:
        """A rank, a suit, or the Joker's sign."""
        return ord(typed) + 1_000 if typed == "*" else super().key_of(typed)

    def wrongs(self, view: DeskView) -> tuple[Wrong, ...]:
        """In the order of the game's rules."""
        return self._wrongs(view)

    # --- what lies

    def _hands(self, view: DeskView, place: str) -> Hands | None:
        """A hand as it is set, once all of it is open."""
        cards = lying_at(self.cards_game(""), view.play, place).up
        if len(cards) != self.hand or view.phase is Phase.BETTING:
            return None
        if place == DEALER:
            return self._rules.house_way(cards)
        choice = _settings(view.play).get(place)
        return self._rules.set_by(cards, choice) if choice is not None else None

    def laid_out_at(self, view: DeskView, place: str, lies: Lying) -> tuple[list[str | None], int]:
        """Set, the Low Hand first, once the hand is open."""
        hands = self._hands(view, place)
        if hands is None:
            return super().laid_out_at(view, place, lies) if place != DEALER else _as_they_lie(lies)
        return [*hands.low, *hands.high], self._rules.low

    def laid_out(self, lies: Lying) -> tuple[list[str | None], int]:
        """The Dealer's, set the House Way once they are open."""
        if len(lies.up) != self.hand:
            return _as_they_lie(lies)
        hands = self._rules.house_way(lies.up)
        return [*hands.low, *hands.high], self._rules.low

    def hand_name(self, cards: Sequence[str], texts: Texts) -> str:
        """The Dealer's hands as the player sees them: `Low: Ace-Queen high · High: Pair of 9s`."""
        return self._named(self._rules.house_way(cards), texts) if len(cards) == self.hand else ""

    def _named(self, hands: Hands, texts: Texts) -> str:
        low, high = self._rules.low_words(hands.low, texts), self._rules.high_words(hands.high, texts)
        return texts.get("dealer.setting.hands", low=low, high=high)

    def dealer_words(self, view: DeskView, texts: Texts) -> str:
        """His hands in words, a line each: beside the cards one line would break within a name."""
        hands = self._hands(view, DEALER)
        if hands is None:
            return ""
        low, high = self._rules.low_words(hands.low, texts), self._rules.high_words(hands.high, texts)
        return texts.get("dealer.setting.hands_lines", low=low, high=high)

    def out_of_play(self, view: DeskView) -> frozenset[str]:
        """Boxes whose hand is out of the round, or conceded."""
        return _invalid(view.play) | self._conceded(view)

    def _conceded(self, view: DeskView) -> frozenset[str]:
        return frozenset(fact.at for fact in view.play if self._gave_up and fact.name == self._gave_up)

    def face_of(self, view: DeskView, seat: SeatView, face: SeatFace, texts: Texts) -> SeatFace:
        """How a box stands: that its hand is set, and how it ends against the Dealer."""
        calm = not (seat.payable or seat.paid_by_hand or seat.locks or seat.calling or seat.open_items)
        if not calm or face.tone is Tone.FAINT or view.phase not in _SHOWN:
            return face
        if seat.name in _invalid(view.play):
            return replace(face, word=texts.get("dealer.setting.invalid"), sign=Icon.DASH, tone=Tone.PLAIN)
        if seat.name in self._conceded(view):
            return replace(face, word=texts.get("setting.box_conceded"), sign=Icon.DASH, tone=Tone.PLAIN)
        own, dealer = self._hands(view, seat.name), self._hands(view, DEALER)
        if own is not None and dealer is not None:
            won = self._rules.compare(own, dealer).count(Verdict.WON)
            return replace(face, word=texts.get(_WHOLE[won]), sign=Icon.CHECK, tone=Tone.WELL)
        if view.phase is Phase.PLAY and seat.name in _settings(view.play):
            return replace(face, word=texts.get("setting.box_set"), sign=Icon.CHECK, tone=Tone.WELL)
        return face

    def text(self, facts: Sequence[Fact]) -> str:
        """What is entered; of the Dealer's setting the two cards of his Low Hand."""
        said = [
            str(fact.values[0]) for fact in facts if fact.name == SET and fact.at == DEALER and fact.values
        ]
        if said and len(facts) == 1:
            named = said[0].partition(":")[2]
            return " ".join(card_words(named[at : at + 2]) for at in range(0, len(named), 2))
        return super().text(facts)


def _as_they_lie(lies: Lying) -> tuple[list[str | None], int]:
    return [*lies.up, *[None] * lies.down], 0


def _settings(facts: Sequence[Fact]) -> Mapping[str, str]:
    return {
        fact.at: str(fact.values[0])
        for fact in facts
        if fact.name == SET and fact.values and fact.at != DEALER
    }


def _invalid(facts: Sequence[Fact]) -> frozenset[str]:
    """The boxes whose hand is out of the round, found so or chosen."""
    return frozenset(
        fact.at for fact in facts if fact.name == INVALID or (fact.name == GO_ON and fact.values != (GO_ON,))
    )
