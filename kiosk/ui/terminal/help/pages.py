"""The pages of Help that every game has: a round, money, and playing safely; and what pages are made of."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from kiosk.money import short_dollars
from kiosk.seat.context import Context
from kiosk.ui.kit import theme
from kiosk.ui.kit.chips import ChipStack, ChipState, chip_pixmap
from kiosk.ui.kit.fonts import Role
from kiosk.ui.kit.style import CENTRE, Style, label, paint_text, rounded, smooth

_TALLEST_PX = 210
_REGISTERED = "help.step_registered"


class Ground(QFrame):
    """A raised ground under some lines."""

    def __init__(self, look: Style, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002
        painter = smooth(self)
        radius = self._look.scale.radius("button")
        rounded(painter, QRectF(self.rect()), radius, theme.PANEL_RAISED)
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
        painter = smooth(self)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.PRIMARY))
        painter.drawEllipse(QRectF(self.rect()).adjusted(1, 1, -1, -1))
        written = self._look.font(Role.TITLE, "heading")
        paint_text(painter, QRectF(self.rect()), str(self._number), written, theme.TEXT_ON_GOLD, CENTRE)
        painter.end()


def page(look: Style, *widgets: QWidget) -> QWidget:
    """One under the other."""
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


def round_page(look: Style, told: Sequence[tuple[str, str]], information: str) -> QWidget:
    """How a round goes step by step, what registered and Void mean, and that trends are information only (5.8)."""
    steps = [
        _paragraph(
            look,
            look.t(title),
            look.t(text),
            StepNumber(look, number),
            _chip_states(look) if text == _REGISTERED else None,
        )
        for number, (title, text) in enumerate(told, start=1)
    ]
    return page(look, *steps, label(look, look.t(information), Role.BODY, "label", theme.TEXT_SOFT))


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
    return page(look, *(_paragraph(look, look.t(title), text) for title, text in pairs))


def play_page(look: Style, no_memory: str) -> QWidget:
    """Playing safely, in neutral words."""
    title = label(look, look.t("help.play_title"), Role.TITLE, "title", theme.GOLD_TEXT)
    keys = ("help.play_limit", "help.play_edge", no_memory, "help.play_talk")
    return page(look, title, *(_paragraph(look, "", look.t(key)) for key in keys))
