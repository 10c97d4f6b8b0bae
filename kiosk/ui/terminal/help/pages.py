"""The pages of Help: the bets, a round, the limits, money, and playing safely."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from kiosk.games.sicbo import SicBoLayout
from kiosk.money import short_dollars
from kiosk.seat.context import Context
from kiosk.table.records import Limits
from kiosk.ui.kit import theme
from kiosk.ui.kit.chips import ChipStack, ChipState, chip_pixmap
from kiosk.ui.kit.fonts import Role
from kiosk.ui.kit.sicbo.spot_words import kind_words
from kiosk.ui.kit.style import CENTRE, Style, label, paint_text
from kiosk.ui.terminal.help.bet import BetCard, BetPicture
from kiosk.ui.terminal.help.facts import BetGroup, bet_groups, limit_of

_TALLEST_PX = 210
_REGISTERED = "help.step_registered"
_STEPS = (
    ("help.step_bets_title", "help.step_bets"),
    ("help.step_registered_title", _REGISTERED),
    ("help.step_close_title", "help.step_close"),
    ("help.step_dice_title", "help.step_dice"),
    ("help.step_result_title", "help.step_result"),
    ("help.step_void_title", "help.step_void"),
)


class Ground(QFrame):
    """A raised ground under some lines."""

    def __init__(self, look: Style, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.PANEL_RAISED))
        radius = self._look.scale.radius("button")
        painter.drawRoundedRect(QRectF(self.rect()), radius, radius)
        painter.end()


class Paragraph(Ground):
    """A ground that may grow to fill a short page, up to a calm height."""

    def __init__(self, look: Style, parent: QWidget | None = None) -> None:
        super().__init__(look, parent)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.MinimumExpanding)
        self.setMaximumHeight(look.scale.px(_TALLEST_PX))


class StepNumber(QWidget):
    """A figure in a gold ring."""

    def __init__(self, look: Style, number: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._number = number
        self.setFixedSize(look.scale.px(48), look.scale.px(48))

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.PRIMARY))
        painter.drawEllipse(QRectF(self.rect()).adjusted(1, 1, -1, -1))
        written = self._look.font(Role.TITLE, "heading")
        paint_text(painter, QRectF(self.rect()), str(self._number), written, theme.TEXT_ON_GOLD, CENTRE)
        painter.end()


def _page(look: Style, *widgets: QWidget) -> QWidget:
    made = QWidget()
    column = QVBoxLayout(made)
    column.setContentsMargins(0, 0, look.scale.space("m"), 0)
    column.setSpacing(look.scale.space("m"))
    for widget in widgets:
        # Paragraphs share what room is left, up to a calm height; a page of cards keeps its rows together.
        column.addWidget(widget, 1 if isinstance(widget, Paragraph) else 0)
    column.addStretch(0 if any(isinstance(widget, Paragraph) for widget in widgets) else 1)
    return made


def _paragraph(
    look: Style, title: str, text: str, sign: QWidget | None = None, picture: QWidget | None = None
) -> QWidget:
    made = Paragraph(look)
    row = QHBoxLayout(made)
    pad = look.scale.space("l")
    row.setContentsMargins(pad, pad, pad, pad)
    row.setSpacing(look.scale.space("l"))
    if sign is not None:
        row.addWidget(sign, 0, Qt.AlignmentFlag.AlignVCenter)
    words = QVBoxLayout()
    words.setSpacing(look.scale.space("s"))
    words.addStretch(1)
    if title:
        words.addWidget(label(look, title, Role.STRONG, "heading", theme.GOLD_TEXT))
    words.addWidget(label(look, text, Role.BODY, "label" if title and not look.scale.portrait else "heading"))
    words.addStretch(1)
    row.addLayout(words, 1)
    if picture is not None:
        row.addWidget(picture, 0, Qt.AlignmentFlag.AlignVCenter)
    return made


def bets_page(look: Style, context: Context, layout: SicBoLayout, limits: Limits | None) -> QWidget:
    """Every bet of the layout: rule, odds, edge, limits, example."""
    cards = [BetCard(look, context.game, layout, group, limits) for group in bet_groups(layout)]
    intro = label(look, look.t("help.intro_bets"), Role.BODY, "label", theme.TEXT_SOFT)
    return _page(look, intro, *cards)


def round_page(look: Style) -> QWidget:
    """How a round goes, what registered and Void mean, and that trends are information only (5.8)."""
    steps = [
        _paragraph(
            look,
            look.t(title),
            look.t(text),
            StepNumber(look, number),
            _chip_states(look) if text == _REGISTERED else None,
        )
        for number, (title, text) in enumerate(_STEPS, start=1)
    ]
    information = label(look, look.t("help.information"), Role.BODY, "label", theme.TEXT_SOFT)
    return _page(look, *steps, information)


def _chip_states(look: Style) -> QWidget:
    made = QWidget()
    row = QHBoxLayout(made)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(look.scale.space("m"))
    side = look.scale.px(64)
    for state in (ChipState.PLACED, ChipState.SENT, ChipState.REGISTERED):
        picture = QLabel()
        picture.setPixmap(chip_pixmap(ChipStack(2_500, state), side, side, made.devicePixelRatioF()))
        row.addWidget(picture)
    return made


def limits_page(look: Style, layout: SicBoLayout, limits: Limits | None) -> QWidget:
    """The smallest and largest stake for each kind of bet, for the seat, and the unit (rule 3.3)."""
    if limits is None:
        return _page(look, label(look, look.t("help.limits_later"), Role.BODY, "heading"))
    intro = label(look, look.t("help.intro_limits"), Role.BODY, "label", theme.TEXT_SOFT)
    table = QWidget()
    grid = QGridLayout(table)
    grid.setContentsMargins(0, 0, 0, 0)
    grid.setSpacing(look.scale.space("m"))
    columns = 1 if look.scale.portrait else 2
    groups = bet_groups(layout)
    rows = -(-len(groups) // columns)
    for index, group in enumerate(groups):
        grid.addWidget(_limit_row(look, group, limits), index % rows, index // rows)
    seat = label(
        look, look.t("help.limit_seat", cents=short_dollars(limits.seat_maximum)), Role.STRONG, "heading"
    )
    unit = label(look, look.t("help.limit_unit", cents=short_dollars(limits.unit)), Role.BODY, "label")
    return _page(look, intro, seat, unit, table)


def _limit_row(look: Style, group: BetGroup, limits: Limits) -> QWidget:
    made = Ground(look)
    row = QHBoxLayout(made)
    pad = look.scale.space("s")
    row.setContentsMargins(pad, pad, look.scale.space("l"), pad)
    row.setSpacing(look.scale.space("l"))
    row.addWidget(BetPicture(look, group))
    row.addWidget(label(look, kind_words(group.spots, look.texts), Role.STRONG, "label"), 1)
    limit = limit_of(limits, group)
    text = "–"
    if limit is not None:
        minimum, maximum = short_dollars(limit.minimum), short_dollars(limit.maximum)
        text = look.t("help.limit_range", minimum=minimum, maximum=maximum)
    amount = label(look, text, Role.NUMBER, "label", theme.ODDS)
    amount.setWordWrap(False)
    row.addWidget(amount)
    return made


def money_page(look: Style, context: Context) -> QWidget:
    """Notes and tickets in, tickets out, and when an attendant pays by hand."""
    config = context.config
    hand = look.t(
        "help.money_hand", ticket=short_dollars(config.ticket_limit), win=short_dollars(config.win_limit)
    )
    pairs: Sequence[tuple[str, str]] = (
        ("help.money_in_title", look.t("help.money_in")),
        ("help.money_collect_title", look.t("help.money_collect")),
        ("help.money_ticket_title", look.t("help.money_ticket", days=config.ticket_days)),
        ("help.money_hand_title", hand),
        ("help.money_help_title", look.t("help.money_help")),
    )
    return _page(look, *(_paragraph(look, look.t(title), text) for title, text in pairs))


def play_page(look: Style) -> QWidget:
    """Playing safely, in neutral words."""
    title = label(look, look.t("help.play_title"), Role.TITLE, "title", theme.GOLD_TEXT)
    keys = ("help.play_limit", "help.play_edge", "help.play_chase", "help.play_talk")
    return _page(look, title, *(_paragraph(look, "", look.t(key)) for key in keys))
