"""What the pages of Help of every card game are made of: bets, pay tables, limits, and hands as pictures."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from kiosk.money import MINUS, short_dollars
from kiosk.table.records import Limits
from kiosk.ui.kit import theme
from kiosk.ui.kit.cards.face import paint_cards, row_width
from kiosk.ui.kit.cards.setting import HandRules
from kiosk.ui.kit.fonts import Role
from kiosk.ui.kit.style import Style, label
from kiosk.ui.terminal.cards.pay_table import PaySection, PayTable
from kiosk.ui.terminal.help.pages import Ground, page

_STAKE = 1_000  # cents of the main bet in examples, where the table takes it
_CARD = 76  # design px of a card in an example
_MANY = 10  # rows: more stand one below the other, so that each is read in one line
_APART = 22  # between two hands
_AND = "|"  # between the cards of a Low and of a High Hand
_ROW = 34


def percent(share: Fraction) -> str:
    """A share as percent with two digits, half up, from the exact fraction: `5.20%`, `−1.05%`."""
    hundredths = (abs(share) * 20_000 + 1) // 2
    sign = MINUS if share < 0 else ""
    return f"{sign}{hundredths // 100}.{hundredths % 100:02}%"


def bet_block(look: Style, name: str, rule: str, edge_words: str) -> QWidget:
    """A bet: its name, its rule, and its edge where there is one."""
    made = Ground(look)
    column = QVBoxLayout(made)
    pad = look.scale.space("l")
    column.setContentsMargins(pad, pad, pad, pad)
    column.setSpacing(look.scale.space("xs"))
    column.addWidget(label(look, name, Role.STRONG, "heading", theme.GOLD_TEXT))
    column.addWidget(label(look, rule, Role.BODY, "label"))
    if edge_words:
        column.addWidget(label(look, edge_words, Role.STRONG, "body", theme.ODDS))
    return made


def page_of_bets(
    look: Style,
    intro: str,
    bets: Iterable[QWidget],
    sections: Sequence[PaySection],
    examples: Iterable[QWidget],
    more: Iterable[QWidget] = (),
) -> QWidget:
    """The page of the bets: the intro of that key, every bet, the pay tables, more of the game, worked examples."""
    return page(
        look,
        label(look, look.t(intro), Role.BODY, "label", theme.TEXT_SOFT),
        *bets,
        _pay_tables(look, sections),
        *more,
        label(look, look.t("felt.help_examples"), Role.STRONG, "heading", theme.GOLD_TEXT),
        *examples,
    )


def _pay_tables(look: Style, sections: Sequence[PaySection]) -> QWidget:
    """Pay tables side by side, or one below the other on a portrait screen."""
    made = QWidget()
    row = QVBoxLayout(made) if look.scale.portrait else QHBoxLayout(made)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(look.scale.space("xl"))
    for section in sections:
        row.addWidget(_table(look, section), 1, Qt.AlignmentFlag.AlignTop)
    return made


def _table(look: Style, section: PaySection) -> QWidget:
    table = PayTable(look, columns=len(section.rows) <= _MANY)
    table.show_sections((section,))
    table.setFixedHeight(look.scale.px(_ROW) * (len(section.rows) + 2))
    return table


class CardsPicture(QWidget):
    """A hand as a picture; or two, side by side."""

    def __init__(self, look: Style, hands: Sequence[Sequence[str]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._hands = [tuple(hand) for hand in hands]
        self._px, self._apart = look.scale.px(_CARD), look.scale.px(_APART)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setFixedSize(self.sizeHint())

    def sizeHint(self) -> QSize:
        wide = sum(row_width(self._px, len(hand)) for hand in self._hands)
        return QSize(wide + self._apart * (len(self._hands) - 1) + 2, self._px + 2)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002  a small picture
        painter = QPainter(self)
        left = 0.0
        for hand in self._hands:
            end = paint_cards(painter, left, QRectF(self.rect()).center().y(), self._px, hand)
            left = end + self._apart
        painter.end()


def set_example(look: Style, rules: HandRules, low: str, high: str, dealer: str, words: str) -> QWidget:
    """A round of one box: both hands as they are set, the Dealer's the House Way, and what became of the bets."""
    own = rules.ordered(low.split()), rules.ordered(high.split())
    hands = (
        _set_hand(look, rules, own, "felt.help_you"),
        _set_hand(look, rules, rules.house_way(dealer.split()), "felt.help_dealer"),
    )
    return example_block(look, hands, words)


def _set_hand(
    look: Style, rules: HandRules, hands: tuple[Sequence[str], Sequence[str]], key: str
) -> tuple[str, str]:
    """A Low and a High Hand for an example: what they are in words, in the text of that key, and the cards."""
    low, high = hands
    words = look.t(
        "setting.both", low=rules.low_words(low, look.texts), high=rules.high_words(high, look.texts)
    )
    return look.t(key, hand=words), f"{' '.join(low)} {_AND} {' '.join(high)}"


def example_block(look: Style, hands: Sequence[tuple[str, str]], words: str) -> QWidget:
    """A round as an example: hands, each with what it is, and what became of the bets."""
    made = Ground(look)
    box = QVBoxLayout(made) if look.scale.portrait else QHBoxLayout(made)
    pad = look.scale.space("m")
    box.setContentsMargins(pad, pad, pad, pad)
    box.setSpacing(look.scale.space("l"))
    row = QHBoxLayout()
    row.setSpacing(look.scale.space("l"))
    for what, cards in hands:
        row.addLayout(_hand_column(look, what, cards))
    box.addLayout(row)
    box.addWidget(label(look, words, Role.BODY, "body"), 1)
    return made


def example_stake(limits: Limits | None, spot: str) -> int:
    """What is staked on a spot in examples, in cents: $10, or what the table takes."""
    limit = limits.spots.get(spot) if limits is not None else None
    return _STAKE if limit is None else min(max(_STAKE, limit.minimum), limit.maximum)


def range_words(look: Style, spot: str, limits: Limits) -> str:
    """The smallest and largest stake on a spot; empty where the table takes none."""
    limit = limits.spots.get(spot)
    if limit is None:
        return ""
    if limit.minimum == limit.maximum:
        return short_dollars(limit.minimum)
    return look.t(
        "help.limit_range", minimum=short_dollars(limit.minimum), maximum=short_dollars(limit.maximum)
    )


def _hand_column(look: Style, words: str, cards: str) -> QVBoxLayout:
    made = QVBoxLayout()
    made.setSpacing(look.scale.space("xs"))
    picture = CardsPicture(look, [hand.split() for hand in cards.split(_AND)])
    told = label(look, words, Role.BODY, "small", theme.TEXT_SOFT)
    told.setFixedWidth(picture.width())
    made.addWidget(told)
    made.addWidget(picture)
    made.addStretch(1)
    return made


def limit_row(look: Style, name: str, words: str) -> QWidget:
    """A bet and its limits."""
    made = Ground(look)
    row = QHBoxLayout(made)
    pad = look.scale.space("l")
    row.setContentsMargins(pad, pad, pad, pad)
    row.addWidget(label(look, name, Role.STRONG, "heading"), 1)
    amount = label(look, words, Role.NUMBER, "heading", theme.ODDS)
    amount.setWordWrap(False)
    row.addWidget(amount)
    return made
