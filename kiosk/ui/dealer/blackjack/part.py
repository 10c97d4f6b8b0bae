"""Blackjack's part of the dealer's screen: whose turn it is, what each hand counts, and why the next card comes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kiosk.console.view import DeskView, SeatView
from kiosk.games.blackjack.deal import CARD, DEALER, DISCARDED, Deal, shown_deal
from kiosk.games.blackjack.game import GAME
from kiosk.games.blackjack.paytable import BlackjackLayout
from kiosk.games.blackjack.points import STANDS, dealer_hand, points
from kiosk.games.game import Fact, Layout
from kiosk.table.round import Phase
from kiosk.ui.dealer.blackjack import words
from kiosk.ui.dealer.blackjack.wrongs import wrongs_now
from kiosk.ui.dealer.cards.entry import CardsEntry
from kiosk.ui.dealer.cards.lying import Hands, InTurn
from kiosk.ui.dealer.cards.part import CardsPart, layout_of
from kiosk.ui.dealer.cards.words import WORDS_OF_CARDS
from kiosk.ui.dealer.game_part import Entry, Wrong
from kiosk.ui.dealer.pen import Icon
from kiosk.ui.dealer.seats.faces import SeatFace, Tone, names
from kiosk.ui.kit.blackjack.look import total_words
from kiosk.ui.kit.texts import Texts


class BlackjackPart(CardsPart):
    """See GamePart. Hands grow, and a box can have four."""

    words = WORDS_OF_CARDS
    faulty = GAME.void_reasons.damaged
    hand = 2
    grows = True
    put_away = DISCARDED

    def __init__(self) -> None:
        super().__init__(GAME, CARD, DEALER)

    def in_turn(self, layout: Layout) -> InTurn:
        """The dealer's hand, or that of a box in its turn; before all are dealt its first cards."""

        def cards(facts: Sequence[Fact], place: str) -> tuple[str, ...]:
            deal = _deal_of(layout, facts)
            played = deal.played.get(place)
            if place == DEALER:
                return tuple(deal.dealer)
            if played is None or played.place is None:
                return tuple(deal.two.get(place, ()))
            return tuple(played.hands[played.place].cards)

        return cards

    def wrongs(self, view: DeskView) -> tuple[Wrong, ...]:
        """See rules 5.4 to 5.19."""
        return wrongs_now(view)

    # --- what comes next

    def enter_words(self, view: DeskView, entry: Entry, texts: Texts) -> tuple[str, str] | None:
        """Where the next card lies, and why it comes; it comes without anybody's asking."""
        if not isinstance(entry, CardsEntry) or entry.proposed or entry.asked is None:
            return super().enter_words(view, entry, texts)
        deal = self._deal(view, (*entry.before, *entry.entered))
        place = entry.asked.at
        count = len(self.in_turn(self._layout(layout_of(view)))((*entry.before, *entry.entered), place))
        key = "dealer.blackjack.next_dealer" if place == DEALER else "dealer.blackjack.next"
        title = texts.get(key, number=count + 1, **({} if place == DEALER else {"box": place}))
        return title, words.draw_words(deal, place, texts)

    def decide_words(self, view: DeskView, texts: Texts) -> tuple[str, str] | None:
        """Whose turn it is; or that all boxes have their first window."""
        deal = self._deal(view, view.play)
        if deal.waiting and not deal.errors:
            waits = (
                texts.get("dealer.work.waits_for", seats=names(view.waits_for, texts, 12))
                if view.waits_for
                else ""
            )
            title = texts.get("dealer.blackjack.first", choices=words.first_words(deal, texts))
            return title, waits or texts.get("dealer.work.all_decided")
        return None if deal.errors or deal.picks else words.turn_words(deal, texts)

    # --- what lies

    def hands_of(self, view: DeskView, box: str) -> Hands | None:
        """The hands of a box that has split."""
        played = self._deal(view, view.play).played.get(box)
        if played is None:
            return None
        return Hands(tuple(tuple(hand.cards) for hand in played.hands), played.place)

    def face_of(self, view: DeskView, seat: SeatView, face: SeatFace, texts: Texts) -> SeatFace:
        """What the hands of a box count in place of what every game says, once they lie; whose turn it is stays."""
        calm = not (seat.payable or seat.paid_by_hand or seat.locks or seat.calling or seat.open_items)
        if not calm or face.tone is Tone.FAINT or view.phase is Phase.BETTING:
            return face
        deal = self._deal(view, view.play)
        said = words.box_words(deal, seat.name, texts)
        if not said:
            return face
        if view.phase is not Phase.PLAY:
            return replace(face, word=said)
        if seat.deciding and not seat.decided:
            return replace(face, word=said)
        if seat.name in self.out_of_play(view):
            return replace(face, word=said, sign=Icon.DASH, tone=Tone.PLAIN)
        over = deal.is_dealt and not deal.waiting and seat.name not in deal.to_play
        return replace(face, word=said, sign=Icon.CHECK if over else Icon.DOT, tone=Tone.WELL)

    def out_of_play(self, view: DeskView) -> frozenset[str]:
        """Who has taken the bets back or surrendered, and boxes of which every hand is bust."""
        deal = self._deal(view, view.play)
        lost = {
            box
            for box, played in deal.played.items()
            if all(hand.is_bust for hand in played.hands)
            or (played.first is not None and played.first.kind == "surrender")
        }
        return frozenset(lost | deal.out.keys())

    def dealer_words(self, view: DeskView, texts: Texts) -> str:
        """What his hand counts, and whether he stands (rule 3.23)."""
        cards = self._deal(view, view.play).dealer
        if view.phase is Phase.BETTING or not cards:
            return ""
        total = total_words(cards, texts)
        if len(cards) > 1 and STANDS <= points(cards)[0] <= 21:
            return texts.get("dealer.blackjack.dealer_stands", total=total)
        return total

    def hand_name(self, cards: Sequence[str], texts: Texts) -> str:
        """As the player sees it: `Soft 17`."""
        return total_words(dealer_hand(cards), texts)

    def _is_shown(self, facts: Sequence[Fact]) -> bool:
        return bool(self.result(facts))

    def _deal(self, view: DeskView, facts: Sequence[Fact]) -> Deal:
        return _deal_of(self._layout(layout_of(view)), facts)


def _deal_of(layout: Layout, facts: Sequence[Fact]) -> Deal:
    return shown_deal(layout, facts) if isinstance(layout, BlackjackLayout) else Deal()


PART = BlackjackPart()
