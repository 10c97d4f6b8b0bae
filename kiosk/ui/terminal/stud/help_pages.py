"""The pages of Help that are Casino Stud Poker's: bets and pays, worked examples with cards, limits."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from kiosk.cards.poker import rank_hand
from kiosk.games.stud.hands import CARDS
from kiosk.games.stud.layout import Felt
from kiosk.games.stud.odds import edge, favours_from, jackpot_edge
from kiosk.games.stud.paytable import ANTE, BET, JACKPOT
from kiosk.games.stud.play import FOLD, STAY, bet_for
from kiosk.games.stud.settle import Box, settle_box
from kiosk.money import short_dollars
from kiosk.seat.context import Context
from kiosk.table.records import Limits
from kiosk.ui.kit import theme
from kiosk.ui.kit.cards.face import paint_cards, row_width
from kiosk.ui.kit.cards.words import hand_words
from kiosk.ui.kit.fonts import Role
from kiosk.ui.kit.settlement_words import signed
from kiosk.ui.kit.stud.look import LOOK
from kiosk.ui.kit.style import Style, label
from kiosk.ui.terminal.cards.pay_table import PaySection, PayTable
from kiosk.ui.terminal.help.pages import Ground, page
from kiosk.ui.terminal.stud.pages import pay_sections
from kiosk.ui.terminal.stud.words import dealer_note

_STAKE = 1_000  # cents of the Ante in examples, where the table takes it
_CARD = 76  # design px of a card in an example
_ROW = 34

# own cards, the Dealer's cards, the decision
EXAMPLES: tuple[tuple[str, str, str], ...] = (
    ("Kc Kd 8h 4s 3c", "Qs Qd 7h 3d 2d", STAY),
    ("Ad 9d 7d 5d 4d", "Ac Kd 9h 6s 3s", STAY),
    ("9c 9h 6d 5s 2c", "Qh Jc 8s 7d 4h", STAY),
    ("Tc Th 7s 4d 2h", "Jd Js 9c 6s 3h", STAY),
    ("Jh 9s 6c 4d 2s", "As Ah Kc 8d 5h", FOLD),
)


def bets_page(look: Style, context: Context, felt: Felt, limits: Limits | None) -> QWidget:  # noqa: ARG001  as every game's
    """The three bets, the pay tables, and examples with cards that the game itself has settled."""
    ante = _stake(limits)
    return page(
        look,
        label(look, look.t("stud.help_intro"), Role.BODY, "label", theme.TEXT_SOFT),
        _bet(look, ANTE, look.t("stud.help_ante"), _edge_words(look, edge(felt.pay_table))),
        _bet(look, BET, look.t("stud.help_bet", most=short_dollars(felt.pay_table.most_won)), ""),
        _bet(look, JACKPOT, look.t("stud.help_jackpot"), _jackpot_edge(look, felt, limits)),
        _tables(look, felt),
        label(look, look.t("stud.help_examples"), Role.STRONG, "heading", theme.GOLD_TEXT),
        *(_example(look, felt, ante, *one) for one in EXAMPLES),
    )


def _stake(limits: Limits | None) -> int:
    limit = limits.spots.get(ANTE) if limits is not None else None
    return _STAKE if limit is None else min(max(_STAKE, limit.minimum), limit.maximum)


def percent(share: Fraction) -> str:
    """A share as percent with two digits, half up, from the exact fraction: `5.20%`, `−1.05%`."""
    hundredths = (abs(share) * 20_000 + 1) // 2
    sign = "−" if share < 0 else ""
    return f"{sign}{hundredths // 100}.{hundredths % 100:02}%"


def _edge_words(look: Style, share: Fraction) -> str:
    return look.t("stud.edge", fraction=share, percent=percent(share))


def _jackpot_edge(look: Style, felt: Felt, limits: Limits | None) -> str:
    limit = limits.spots.get(JACKPOT) if limits is not None else None
    stake = limit.minimum if limit is not None else 100
    share = jackpot_edge(felt.pay_table, felt.reset, stake)
    return look.t(
        "stud.jackpot_edge",
        stake=short_dollars(stake),
        display=short_dollars(felt.reset),
        percent=percent(share),
        even=short_dollars(favours_from(felt.pay_table, stake)),
    )


def _bet(look: Style, spot: str, rule: str, edge_words: str) -> QWidget:
    made = Ground(look)
    column = QVBoxLayout(made)
    pad = look.scale.space("l")
    column.setContentsMargins(pad, pad, pad, pad)
    column.setSpacing(look.scale.space("xs"))
    column.addWidget(label(look, LOOK.spot_words(spot, look.texts), Role.STRONG, "heading", theme.GOLD_TEXT))
    column.addWidget(label(look, rule, Role.BODY, "label"))
    if edge_words:
        column.addWidget(label(look, edge_words, Role.STRONG, "body", theme.ODDS))
    return made


def _tables(look: Style, felt: Felt) -> QWidget:
    sections = pay_sections(felt, look.texts, None)
    made = QWidget()
    row = QVBoxLayout(made) if look.scale.portrait else QHBoxLayout(made)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(look.scale.space("xl"))
    for section in sections:
        row.addWidget(_table(look, section), 1, Qt.AlignmentFlag.AlignTop)
    return made


def _table(look: Style, section: PaySection) -> QWidget:
    table = PayTable(look)
    table.show_sections((section,))
    table.setFixedHeight(look.scale.px(_ROW) * (len(section.rows) + 2))
    return table


class CardsPicture(QWidget):
    """A hand as a picture."""

    def __init__(self, look: Style, cards: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._cards = tuple(cards)
        self._px = look.scale.px(_CARD)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setFixedSize(row_width(self._px, CARDS) + 2, self._px + 2)

    def sizeHint(self) -> QSize:
        return QSize(row_width(self._px, CARDS) + 2, self._px + 2)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002  a small picture
        painter = QPainter(self)
        paint_cards(painter, 0, QRectF(self.rect()).center().y(), self._px, self._cards)
        painter.end()


def _example(look: Style, felt: Felt, ante: int, own: str, dealer: str, choice: str) -> QWidget:
    """A round of one box without a jackpot bet: both hands, and what became of the bets."""
    texts = look.texts
    ranks = rank_hand(own.split()), rank_hand(dealer.split())
    made = Ground(look)
    box = QVBoxLayout(made) if look.scale.portrait else QHBoxLayout(made)
    pad = look.scale.space("m")
    box.setContentsMargins(pad, pad, pad, pad)
    box.setSpacing(look.scale.space("l"))
    hands = QHBoxLayout()
    hands.setSpacing(look.scale.space("l"))
    hands.addLayout(_hand(look, look.t("stud.help_you", hand=hand_words(ranks[0], texts)), own))
    note = f"{hand_words(ranks[1], texts)}: {dealer_note(ranks[1], texts)}"
    hands.addLayout(_hand(look, look.t("stud.help_dealer", hand=note), dealer))
    box.addLayout(hands)
    words = label(look, example_words(look, felt, ante, own, dealer, choice), Role.BODY, "body")
    box.addWidget(words, 1)
    return made


def example_words(look: Style, felt: Felt, ante: int, own: str, dealer: str, choice: str) -> str:
    """What an example comes to, as the game settles it."""
    settled = settle_box(
        felt.pay_table, Box(1, ante, tuple(own.split()), choice), rank_hand(dealer.split()), 0
    )
    bets = (settled.ante, settled.bet)
    net = sum(one.returned + one.won - one.staked for one in bets)
    if choice == FOLD:
        return look.t("stud.help_folded", ante=short_dollars(ante), net=signed(net))
    return look.t(
        "stud.help_played",
        ante=short_dollars(ante),
        bet=short_dollars(bet_for(ante)),
        ante_net=signed(settled.ante.returned + settled.ante.won - settled.ante.staked),
        bet_net=signed(settled.bet.returned + settled.bet.won - settled.bet.staked),
        net=signed(net),
    )


def _hand(look: Style, words: str, cards: str) -> QVBoxLayout:
    made = QVBoxLayout()
    made.setSpacing(look.scale.space("xs"))
    picture = CardsPicture(look, cards.split())
    told = label(look, words, Role.BODY, "small", theme.TEXT_SOFT)
    told.setFixedWidth(picture.width())
    made.addWidget(told)
    made.addWidget(picture)
    made.addStretch(1)
    return made


def limits_page(look: Style, felt: Felt, limits: Limits | None) -> QWidget:
    """The smallest and largest Ante, what a BET and a jackpot Bet cost, and the unit (rule 3.3)."""
    if limits is None:
        return page(look, label(look, look.t("help.limits_later"), Role.BODY, "heading"))
    rows = [_limit_row(look, spot, _range_words(look, spot, limits)) for spot in (ANTE, BET, JACKPOT)]
    unit = label(look, look.t("help.limit_unit", cents=short_dollars(limits.unit)), Role.BODY, "label")
    most = look.t("stud.most", cents=short_dollars(felt.pay_table.most_won))
    return page(look, *rows, unit, label(look, most, Role.BODY, "label"))


def _range_words(look: Style, spot: str, limits: Limits) -> str:
    if spot == BET:
        return look.t("stud.twice")
    limit = limits.spots.get(spot)
    if limit is None:
        return look.t("stud.jackpot_closed") if spot == JACKPOT else "–"
    if limit.minimum == limit.maximum:
        return short_dollars(limit.minimum)
    return look.t(
        "help.limit_range", minimum=short_dollars(limit.minimum), maximum=short_dollars(limit.maximum)
    )


def _limit_row(look: Style, spot: str, words: str) -> QWidget:
    made = Ground(look)
    row = QHBoxLayout(made)
    pad = look.scale.space("l")
    row.setContentsMargins(pad, pad, pad, pad)
    row.addWidget(label(look, LOOK.spot_words(spot, look.texts), Role.STRONG, "heading"), 1)
    amount = label(look, words, Role.NUMBER, "heading", theme.ODDS)
    amount.setWordWrap(False)
    row.addWidget(amount)
    return made
