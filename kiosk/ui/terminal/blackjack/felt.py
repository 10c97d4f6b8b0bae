"""The felt of Blackjack: the Dealer's hand above, the own hands below as they grow, the other boxes between them."""

from __future__ import annotations

from dataclasses import dataclass, field

from PySide6.QtWidgets import QWidget

from kiosk.games.blackjack.paytable import SIDES
from kiosk.games.blackjack.points import is_blackjack, points
from kiosk.games.game import Settlement
from kiosk.money import short_dollars
from kiosk.seat.context import Context
from kiosk.seat.events import Choose
from kiosk.seat.state import SeatState
from kiosk.table.round import Phase
from kiosk.ui.kit.blackjack.look import total_words
from kiosk.ui.kit.clock import Countdown
from kiosk.ui.kit.settlement_words import signed
from kiosk.ui.kit.style import Style
from kiosk.ui.kit.texts import Texts
from kiosk.ui.terminal.blackjack.bar import (
    BACK,
    FEWER,
    LESS,
    MORE,
    Amount,
    amount_bar,
    amounts,
    read_bar,
)
from kiosk.ui.terminal.blackjack.seen import Seen, seen
from kiosk.ui.terminal.blackjack.words import ENDED, ENDED_BRIEFLY, LOST, WON, hand_spots, net, side_line
from kiosk.ui.terminal.cards.faces import BarFace, BoxFace, OptionFace, box_stake
from kiosk.ui.terminal.cards.felt import TableFelt
from kiosk.ui.terminal.cards.outcome_board import OutcomeBoard
from kiosk.ui.terminal.cards.places import TablePlaces, played_places
from kiosk.ui.terminal.cards.played_hands_view import PlayedHand, PlayedHandsView
from kiosk.ui.terminal.cards.set_faces import OutcomeFace
from kiosk.ui.terminal.last_round import shown_last

_BOX_CARDS = 4  # of another box, side by side


@dataclass(frozen=True)
class PlayedFelt:
    """All that lies on the felt."""

    dealer: tuple[PlayedHand, ...] = ()
    own: tuple[PlayedHand, ...] = ()
    others: tuple[BoxFace, ...] = ()
    bar: BarFace = field(default_factory=BarFace)
    outcome: OutcomeFace = field(default_factory=OutcomeFace)
    empty: str = ""
    """What is said where this seat has no hand."""


class BlackjackFelt(TableFelt):
    """See PlayFelt. The amount of a double or of Insurance for less is chosen here, and leaves with its choice."""

    dealer: PlayedHandsView
    own: PlayedHandsView

    def __init__(
        self,
        context: Context,
        look: Style,
        countdown: Countdown,
        *,
        animations: bool = True,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(context, look, countdown, _BOX_CARDS, parent)
        self._face = PlayedFelt()
        self._amount: Amount | None = None
        self.dealer = PlayedHandsView(look, animations=animations, parent=self)
        self.own = PlayedHandsView(look, animations=animations, parent=self)
        self.outcome = self.corner = OutcomeBoard(look, self)
        self.outcome.four_colours.connect(self._colour)

    @property
    def face(self) -> PlayedFelt:
        """What lies on it."""
        return self._face

    @property
    def amount(self) -> Amount | None:
        """What the player is choosing the amount of."""
        return self._amount

    def show_state(self, state: SeatState) -> None:
        """Show what lies on the felt in that state."""
        self._state = state
        face = read_felt(self._context, state, self._look)
        self._face = face
        self.dealer.show_hands(face.dealer)
        self.own.show_hands(face.own, face.empty)
        self.others.show_boxes(face.others)
        self.outcome.show_face(face.outcome)
        self._show_bar()

    def _show_bar(self) -> None:
        """The bar; or an amount, as long as what it is for stands open with the same bounds."""
        bar, amount = self._face.bar, self._amount
        if amount is not None and self._state is not None:
            open_ = amounts(self._context, self._state).get(amount.choice) if bar.timed else None
            if open_ is None or (open_.spot, open_.most) != (amount.spot, amount.most):
                self._amount = amount = None
        self.bar.show_face(bar if amount is None else amount_bar(amount, self._look.texts))

    def _chosen(self, option: OptionFace) -> None:
        amount = self._amount
        if option.choice == LESS and self._state is not None:
            found = amounts(self._context, self._state)
            self._amount = found.get("double") or found.get("insurance")
        elif amount is not None and option.choice in (MORE, FEWER):
            self._amount = amount.moved(1 if option.choice == MORE else -1)
        else:
            self._amount = None
            if option.choice != BACK:
                self.asked.emit(Choose(option.choice, dict(option.stakes)))
        self._show_bar()

    @property
    def _places(self) -> TablePlaces:
        return played_places(self.width(), self.height())


make_felt = BlackjackFelt
"""The felt over the board."""


def read_felt(context: Context, state: SeatState, look: Style) -> PlayedFelt:
    """What lies on the felt for this state."""
    texts = look.texts
    round_ = seen(context, state)
    return PlayedFelt(
        _dealer(round_, texts),
        _own(round_, state, texts),
        tuple(_box(round_, box, texts) for box in round_.others),
        read_bar(context, state, round_, texts),
        _outcome(state, texts),
        texts.get("felt.no_hand") if round_.deal.boxes and not round_.mine else "",
    )


def _dealer(round_: Seen, texts: Texts) -> tuple[PlayedHand, ...]:
    cards = round_.dealer
    drawing = round_.deal.is_dealt and not round_.deal.waiting and round_.deal.turn is None
    total = total_words(cards, texts)
    words = texts.get("blackjack.dealer_has", total=total) if total else texts.get("felt.dealer")
    return (PlayedHand(cards, words, active=drawing and round_.deal.next_place is not None),)


def _own(round_: Seen, state: SeatState, texts: Texts) -> tuple[PlayedHand, ...]:
    last = shown_last(state)
    settled = last.settlement if last is not None else None
    out = round_.is_out or state.table.phase is Phase.VOID
    if not round_.deal.boxes:
        return (PlayedHand(),)  # where the first cards will lie
    made = []
    ended, place = round_.ended(round_.seat), round_.place_in_turn(round_.seat)
    for at, hand in enumerate(round_.hands_of(round_.seat)):
        stake = round_.own_stakes.get(hand.spot, 0) + round_.own_stakes.get(f"double-{hand.number}", 0)
        how = ended[at] if at < len(ended) else None
        made.append(
            PlayedHand(
                tuple(hand.cards),
                total_words(hand.cards, texts, split=hand.split),
                short_dollars(stake) if stake else "",
                *_notes(settled, hand.number, how, texts),
                active=at == place,
                gain=how in WON,
                dimmed=out or how in LOST,
            )
        )
    return tuple(made)


def _notes(settled: Settlement | None, number: int, how: str | None, texts: Texts) -> tuple[str, str]:
    """How a hand ended, and once it is settled by how much; and the same in fewer signs."""
    if how is None:
        return "", ""
    found = hand_spots(settled.spots, number) if settled is not None else []
    words = texts.get(ENDED_BRIEFLY.get(how, ENDED[how]))
    if not found:
        return words, words
    change = signed(net(found))
    return f"{words} {change}", change


def _box(round_: Seen, box: str, texts: Texts) -> BoxFace:
    hands = round_.hands_of(box)
    cards = tuple(card for hand in hands for card in hand.cards)
    ended = round_.ended(box)
    is_out = box in round_.deal.out
    if is_out:
        note = texts.get("blackjack.box_out")
    elif box == round_.deal.turn:
        note = texts.get("blackjack.box_turn")
    elif ended and all(one is not None for one in ended) and len(ended) == 1:
        how = str(ended[0])
        note = texts.get(ENDED_BRIEFLY.get(how, ENDED[how]))
    else:
        note = " · ".join(_short_total(hand.cards, texts, split=hand.split) for hand in hands)
    lost = bool(ended) and all(one in LOST for one in ended)
    name, stake = texts.get("felt.box", seat=box), box_stake(round_.stakes, box)
    return BoxFace(name, cards, note, stake, dimmed=is_out or lost)


def _short_total(cards: list[str], texts: Texts, *, split: bool) -> str:
    """A total in a few signs: `17`, or that it is a Blackjack."""
    if is_blackjack(cards, split=split):
        return texts.get("blackjack.blackjack")
    return str(points(cards)[0])


def _outcome(state: SeatState, texts: Texts) -> OutcomeFace:
    """What the table pays; during a round what has been settled already (rules 3.13, 3.15 and 1.17)."""
    settled = state.interim
    if settled is None or not settled.spots or shown_last(state) is not None:
        lines = ("blackjack.corner_pays", "blackjack.corner_insurance", "blackjack.corner_stands")
        return OutcomeFace(texts.get("blackjack.corner"), tuple(texts.get(key) for key in lines))
    made = []
    hand = hand_spots(settled.spots, 1)
    if hand:
        made.append(f"{texts.get('blackjack.your_bets')}: {signed(net(hand))}")
    for spot in ("insurance", *SIDES):
        if spot in settled.spots:
            line = side_line(spot, settled.spots[spot], texts)
            made.append(f"{line.name}: {line.net}")
    change = net(settled.spots.values())
    return OutcomeFace(texts.get("blackjack.settled_already"), tuple(made), gain=change > 0)
