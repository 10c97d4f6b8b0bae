"""Sic Bo's part of the dealer's screen."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from kiosk.console.view import DealingState, DeskView
from kiosk.games.game import Fact
from kiosk.games.sicbo import NOT_FLAT, VOID_REASONS
from kiosk.ui.dealer.game_part import Entry, GameWords, Wrong
from kiosk.ui.dealer.pen import CENTRE, RIGHT, panel, write
from kiosk.ui.dealer.seats.grid import SeatGrid
from kiosk.ui.dealer.sicbo.dice import FACES, DiceKeys, DiceSlots, paint_die_in, paint_roll
from kiosk.ui.dealer.sicbo.entry import DiceEntry, dice_in, dice_text, proposal, roll_colours, roll_words
from kiosk.ui.kit import theme
from kiosk.ui.kit.fonts import Role
from kiosk.ui.kit.style import Style
from kiosk.ui.kit.texts import Texts

WORDS = GameWords(
    step="dealer.step.tumble",
    device={
        DealingState.NONE: "dealer.bar.tumbler_none",
        DealingState.READY: "dealer.bar.tumbler_ready",
        DealingState.RUNNING: "dealer.bar.tumbler_tumbling",
        DealingState.GONE: "dealer.bar.tumbler_gone",
    },
    start="dealer.do.start_tumble",
    playing="dealer.work.tumble_title",
    device_counts="dealer.work.tumbler_counts",
    by_hand="dealer.work.count_by_hand",
    count_first="dealer.do.end_tumble_none",
    ended="dealer.do.end_tumble",
    times="dealer.work.tumbles",
    times_enough="dealer.work.tumbles_valid",
    times_left="dealer.work.tumbles_left",
    entered="dealer.do.confirm",
    counted="dealer.do.confirm_tumbles",
    missing="dealer.sheet.dice_missing",
    faulty="dealer.cmd.not_flat",
    damaged="dealer.cmd.damaged",
    void_due="dealer.do.void_tumbles",
    stands="dealer.void.effect_dice",
    ran={VOID_REASONS.again: "dealer.void.again", VOID_REASONS.late: "dealer.void.late"},
)
_TYPED = frozenset(map(str, FACES))


class SicBoPart:
    """Three dice, entered one by one or proposed by the tumbler; see GamePart."""

    words = WORDS
    tall = False
    faulty = NOT_FLAT

    def key_of(self, typed: str) -> int | None:
        """The face of a typed digit."""
        return int(typed) if typed in _TYPED else None

    def wrongs(self, view: DeskView) -> tuple[Wrong, ...]:  # noqa: ARG002  as the seam has it
        """None: what goes wrong with dice has a command of its own."""
        return ()

    def correct_flow(self, view: DeskView, texts: Texts) -> None:
        """None: the three dice are entered anew."""

    def entry(self, read: Sequence[Fact] = (), view: DeskView | None = None) -> DiceEntry:  # noqa: ARG002
        """No dice, or those that the tumbler has read; at any moment alike."""
        return proposal(read)

    def enter_words(self, view: DeskView, entry: Entry, texts: Texts) -> None:
        """What every game says."""

    def decide_words(self, view: DeskView, texts: Texts) -> None:
        """Nothing is decided."""

    def seats(self, look: Style, parent: QWidget | None = None) -> SeatGrid:
        """A tile for each seat, with its largest Bets."""
        return SeatGrid(look, parent)

    def keys(self, look: Style, parent: QWidget | None = None) -> DiceKeys:
        """Six keys with faces."""
        return DiceKeys(look, parent)

    def view(self, look: Style, parent: QWidget | None = None) -> DiceSlots:
        """Three slots."""
        return DiceSlots(look, parent)

    def result(self, facts: Sequence[Fact]) -> tuple[Fact, ...]:
        """The fact of the three dice, or none."""
        return tuple(facts) if dice_in(facts) else ()

    def text(self, facts: Sequence[Fact]) -> str:
        """The dice as digits: `3 5 3`."""
        return dice_text(dice_in(facts))

    def is_same(self, one: Sequence[Fact], other: Sequence[Fact]) -> bool:
        """Whether the same faces lie, in whatever order."""
        return sorted(dice_in(one)) == sorted(dice_in(other))

    def paint_result(
        self, painter: QPainter, rect: QRectF, facts: Sequence[Fact], look: Style, tallest: int
    ) -> QRectF:
        """Three large dice, total and words beside."""
        dice = dice_in(facts)
        side, gap = min(rect.height(), look.scale.px(150)), look.scale.px(14)
        top = rect.center().y() - side / 2
        for number, value in enumerate(dice):
            paint_die_in(painter, QRectF(rect.x() + number * (side + gap), top, side, side), value)
        left = rect.x() + len(dice) * (side + gap) + look.scale.px(10)
        words = QRectF(left, rect.y(), look.scale.px(230), min(rect.height(), look.scale.px(tallest)))
        words.moveTop(rect.center().y() - words.height() / 2)
        paint_roll(painter, words, dice, look)
        return words

    def result_is_wide(self, facts: Sequence[Fact]) -> bool:  # noqa: ARG002  three dice
        """Room for what it pays is always left beside."""
        return False

    def paint_row(
        self, painter: QPainter, row: QRectF, left: float, facts: Sequence[Fact], look: Style
    ) -> float:
        """Three small dice, their total, and a badge with the first word."""
        scale, dice = look.scale, dice_in(facts)
        side = min(scale.px(26), row.height() * 0.8)
        for number, value in enumerate(dice):
            at = left + number * (side + scale.px(5))
            paint_die_in(painter, QRectF(at, row.center().y() - side / 2, side, side), value)
        left += len(dice) * (side + scale.px(5)) + scale.px(6)
        total = QRectF(left, row.y(), scale.px(34), row.height())
        write(painter, total, str(sum(dice)), look, Role.MONEY, 20, theme.TEXT, RIGHT)
        badge = QRectF(
            total.right() + scale.px(14), row.center().y() - scale.px(14), scale.px(84), scale.px(28)
        )
        ground, ink = roll_colours(dice)
        panel(painter, badge, look, ground, radius=7)
        word = roll_words(dice, look.texts)[0]
        write(painter, badge.adjusted(3, 0, -3, 0), word, look, Role.STRONG, 18, ink, CENTRE)
        return badge.right()

    def paint_small(self, painter: QPainter, room: QRectF, facts: Sequence[Fact], look: Style) -> float:
        """The dice in a row."""
        scale, dice = look.scale, dice_in(facts)
        side, gap = min(scale.px(36), room.height() * 0.5), scale.px(6)
        top = room.y() + room.height() * 0.4 + (room.height() * 0.6 - side) / 2
        left = room.right() - len(dice) * (side + gap) + gap
        for number, value in enumerate(dice):
            paint_die_in(painter, QRectF(left + number * (side + gap), top, side, side), value)
        return left


PART = SicBoPart()
