"""One bet in Help: picture, name, rule, odds, edge, limits, and a worked example under it."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPaintEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from kiosk.games.game import Game
from kiosk.games.sicbo import Kind, SicBoLayout
from kiosk.money import short_dollars
from kiosk.table.records import Limits
from kiosk.ui.kit import theme
from kiosk.ui.kit.fonts import Role
from kiosk.ui.kit.sicbo.dice import paint_dice
from kiosk.ui.kit.sicbo.odds_words import odds_words
from kiosk.ui.kit.sicbo.spot_words import kind_words, rule_words, spot_dice, spot_figures, spot_words
from kiosk.ui.kit.style import CENTRE, Style, fitted, label, paint_text, rounded, smooth
from kiosk.ui.terminal.sicbo.help_facts import BetGroup, Example, example, limit_of, percent

_PICTURE_PX = (150, 62)
_DIE_PX = 40
_CARD_STRETCH = (0, 12, 5, 6, 5)  # how the columns of a card share a wide page
_SINGLE_LINES = ("board.caption_one_die", "board.caption_two_dice", "board.caption_three_dice")
_LETTERS = {
    Kind.SMALL: "board.small",
    Kind.BIG: "board.big",
    Kind.EVEN: "board.even",
    Kind.ODD: "board.odd",
}


class DiceRow(QWidget):
    """Dice in a row, as a picture."""

    def __init__(
        self, look: Style, dice: tuple[int, ...], die_px: float, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._dice = dice
        self._die = look.scale.px(die_px)
        self.setFixedSize(round(len(dice) * self._die * 1.25), self._die + 2)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002
        painter = smooth(self)
        paint_dice(painter, 0, self.height() / 2, self._die, self._dice)
        painter.end()


class BetPicture(QWidget):
    """How a bet looks on the board: dice, figures or its word."""

    def __init__(self, look: Style, group: BetGroup, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._group = group
        width, height = _PICTURE_PX
        self.setFixedSize(look.scale.px(width), look.scale.px(height))

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002
        look, scale = self._look, self._look.scale
        painter = smooth(self)
        painter.setPen(QColor(theme.LINE))
        painter.setBrush(QColor(theme.CELL_PLAIN))
        rect = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.drawRoundedRect(rect, scale.radius("cell"), scale.radius("cell"))
        dice = self._dice()
        if dice:
            die = scale.px(_DIE_PX if len(dice) < 3 else _DIE_PX - 2)
            wide = len(dice) * die + (len(dice) - 1) * max(2, round(die * 0.22))
            paint_dice(painter, rect.center().x() - wide / 2, rect.center().y(), die, dice)
        else:
            written = fitted(look, self._word(), Role.TITLE, scale.text(28), rect.width() * 0.86)
            paint_text(painter, rect, self._word(), written, theme.TEXT, CENTRE)
        painter.end()

    def _dice(self) -> tuple[int, ...]:
        return spot_dice(self._group.spots[-1])

    def _word(self) -> str:
        kind = self._group.kind
        if kind in _LETTERS:
            return self._look.t(_LETTERS[kind])
        if kind is Kind.TOTAL:
            return " · ".join(str(spot_figures(spot)[0]) for spot in reversed(self._group.spots))
        if kind is Kind.ANY_TRIPLE:
            return self._look.t("panel.triple")
        return " ".join(map(str, spot_figures(self._group.spots[-1])))


class BetCard(QFrame):
    """The card of one group of bets. Its labels are public for tests: they are what the player reads."""

    def __init__(
        self,
        look: Style,
        game: Game,
        layout: SicBoLayout,
        group: BetGroup,
        limits: Limits | None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._look = look
        self.group = group
        self.example = example(game, layout, group, limits)
        texts = look.texts
        self.name = label(look, kind_words(group.spots, texts), Role.STRONG, "label")
        self.rule = label(look, rule_words(layout, group.spots, texts), Role.BODY, "small", theme.TEXT_SOFT)
        self.pays = label(look, self._pays(layout), Role.STRONG, "body", theme.ODDS)
        edge_text = look.t("help.edge", fraction=group.edge, percent=percent(group.edge))
        self.edge = label(look, edge_text, Role.STRONG, "body")
        self.chance = label(
            look, look.t("help.chance", rolls=group.rolls), Role.BODY, "caption", theme.TEXT_SOFT
        )
        self.limits = label(look, self._limits(limits), Role.NUMBER, "body")
        self.example_words = label(look, self._example(self.example), Role.BODY, "small", theme.TEXT_SOFT)
        self._lay_out()

    def _pays(self, layout: SicBoLayout) -> str:
        odds, texts, style = self.group.odds, self._look.texts, layout.odds_style
        if len(odds) == 1:
            return odds_words(odds, style, texts)
        lines = zip(_SINGLE_LINES, odds, strict=True)
        return "\n".join(self._look.t(key, odds=odds_words([one], style, texts)) for key, one in lines)

    def _limits(self, limits: Limits | None) -> str:
        limit = limit_of(limits, self.group)
        if limit is None:
            return "–"
        return self._look.t(
            "help.limit_range", minimum=short_dollars(limit.minimum), maximum=short_dollars(limit.maximum)
        )

    def _example(self, worked: Example) -> str:
        return self._look.t(
            "help.example",
            spot=spot_words(worked.spot, self._look.texts),
            stake=short_dollars(worked.stake),
            won=short_dollars(worked.settlement.won),
            paid=short_dollars(worked.settlement.paid),
        )

    def _lay_out(self) -> None:
        look, scale = self._look, self._look.scale
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        words = QVBoxLayout()
        words.setSpacing(scale.space("xs"))
        words.addWidget(self.name)
        words.addWidget(self.rule)
        words.addStretch(1)
        pays = self._under("help.column_pays", self.pays)
        edges = self._under("help.column_edge", self.edge, self.chance)
        limits = self._under("help.column_limits", self.limits)
        worked = QHBoxLayout()
        worked.setSpacing(scale.space("m"))
        worked.addWidget(DiceRow(look, self.example.dice, 24), 0, Qt.AlignmentFlag.AlignVCenter)
        worked.addWidget(self.example_words, 1)
        grid = QGridLayout(self)
        pad = scale.space("m")
        grid.setContentsMargins(pad, pad, pad, pad)
        grid.setHorizontalSpacing(scale.space("xl"))
        grid.setVerticalSpacing(scale.space("s"))
        top = Qt.AlignmentFlag.AlignTop
        grid.addWidget(BetPicture(look, self.group), 0, 0, 2, 1, top)
        grid.addLayout(words, 0, 1)
        if scale.portrait:
            facts = QHBoxLayout()
            facts.setSpacing(scale.space("xl"))
            facts.addLayout(pays, 4)
            facts.addLayout(edges, 5)
            facts.addLayout(limits, 4)
            grid.addLayout(facts, 1, 1)
            grid.addLayout(worked, 2, 0, 1, 2)
            return
        grid.addLayout(pays, 0, 2)
        grid.addLayout(edges, 0, 3)
        grid.addLayout(limits, 0, 4)
        grid.addLayout(worked, 1, 1, 1, 4)
        for column, stretch in enumerate(_CARD_STRETCH):
            grid.setColumnStretch(column, stretch)

    def _under(self, head: str, *widgets: QWidget) -> QVBoxLayout:
        """A small heading with values under it."""
        made = QVBoxLayout()
        made.setSpacing(2)
        made.addWidget(label(self._look, self._look.t(head), Role.BODY, "caption", theme.TEXT_SOFT))
        for widget in widgets:
            made.addWidget(widget)
        made.addStretch(1)
        return made

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002
        painter = smooth(self)
        radius = self._look.scale.radius("button")
        rounded(painter, QRectF(self.rect()), radius, theme.PANEL_RAISED)
        painter.end()
