"""One spot of the board: where its figures, words, odds and chip lie, in screen px.

Three shapes, chosen by the room there is. Tall: figures or name, odds, chip, one below the other. Wide: figures and
words at the left, chip at the right. Tight: figures above, odds and chip side by side below. In each the chip has a
place of its own, so that it never hides figures, name or odds (player-screen: known faults).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF

from kiosk.ui.kit import theme
from kiosk.ui.kit.fonts import Role
from kiosk.ui.kit.texts import Language
from kiosk.ui.terminal.board.face import SpotFace, Tone
from kiosk.ui.terminal.board.type_scale import CAP, LINE, NAME_LINE, TextRun, width_per_px

MIN_CHIP_PX = 22.0
MIN_FIGURE_PX = 12.5
# type sizes in design px
_BIG_NAME, _EVEN_NAME, _NAME, _SPAN, _ODDS, _NOTE = 36.0, 31.0, 23.0, 20.0, 17.5, 15.5
_FIGURE_TALL = {1: 56.0, 2: 38.0, 3: 33.0}  # largest figure by their number, design px
_ONE_CHARACTER = 1.3  # a name of one Chinese character is written larger


@dataclass(frozen=True)
class Fit:
    """What the spots of a group share: the wording of their odds, and how far type is scaled from its design size."""

    wording: int
    small_scale: float  # odds, spans, notes; at most 1
    name_scale: float
    stretch: float = 1.0  # of the width of odds and notes; at most 1


@dataclass(frozen=True)
class CellPlan:
    """A spot in screen px.

    `touch` is the target of a finger, `box` what is painted, `face` figures and name together, `odds` the odds, `chip`
    the place of the chip: a round chip lies in its middle, a plaque may fill its width. `fits` is False when
    something found no room.
    """

    tone: Tone
    touch: QRectF
    box: QRectF
    figures: tuple[tuple[QRectF, int], ...]
    runs: tuple[TextRun, ...]
    face: QRectF
    odds: QRectF
    chip: QRectF
    fits: bool


@dataclass(frozen=True)
class _Word:
    """A piece of a line: its text, type and colours, before it has a place."""

    text: str
    px: float
    role: Role
    colour: str
    colour_won: str
    is_odds: bool = False
    is_face: bool = False
    stretch: float = 1.0

    def width(self, language: Language) -> float:
        return width_per_px(self.text, self.role, language) * self.px * self.stretch


_Line = tuple[_Word, ...]


@dataclass(frozen=True)
class _Room:
    """The painted box of a spot and everything its plan depends on."""

    face: SpotFace
    touch: QRectF
    box: QRectF
    unit: float
    fit: Fit
    language: Language

    @property
    def pad(self) -> float:
        return max(3.0, 5.5 * self.unit)

    def small_px(self, design_px: float) -> float:
        return max(theme.least_text_px(self.unit), design_px * self.unit * self.fit.small_scale)

    def name_px(self) -> float:
        size = _BIG_NAME if self.face.big_name else _NAME
        if self.face.tone is Tone.EVEN_MONEY:
            size = _EVEN_NAME * (_ONE_CHARACTER if len(self.face.name) == 1 else 1.0)
        return max(theme.least_text_px(self.unit), size * self.unit * self.fit.name_scale)

    def odds_word(self) -> _Word:
        wording = self.face.odds[min(self.fit.wording, len(self.face.odds) - 1)]
        px, stretch = self.small_px(_ODDS), self.fit.stretch
        return _Word(wording, px, Role.LABEL, theme.ODDS, theme.TEXT_ON_GOLD, is_odds=True, stretch=stretch)

    def lines(self) -> list[_Line]:
        """The words of the spot, line by line: name, span, odds, note."""
        face = self.face
        found: list[_Line] = []
        if face.name:
            px = self.name_px()
            name = _Word(face.name, px, Role.TITLE, theme.TEXT, theme.TEXT_ON_GOLD, is_face=True)
            mark = _Word(face.mark, px, Role.TITLE, theme.ODDS, theme.TEXT_ON_GOLD, is_face=True)
            found.append((name, mark) if face.mark else (name,))
        if face.span:
            px = self.small_px(_SPAN)
            found.append((_Word(face.span, px, Role.LABEL, theme.TEXT, theme.TEXT_ON_GOLD),))
        px, soft, stretch = self.small_px(_NOTE), theme.TEXT_ON_GOLD_SOFT, self.fit.stretch
        note = _Word(face.note, px, Role.BODY, theme.TEXT_SOFT, soft, stretch=stretch)
        if face.note and face.note_beside_odds:
            found.append((self.odds_word(), note))
        else:
            found.append((self.odds_word(),))
            if face.note:
                found.append((note,))
        return found

    def line_width(self, line: _Line) -> float:
        return sum(word.width(self.language) for word in line) + _word_gap(line) * (len(line) - 1)


def _word_gap(line: _Line) -> float:
    return line[0].px * (0.3 if line[0].is_face else 0.6)


def _height(lines: Sequence[_Line]) -> float:
    return sum(_line_height(line) for line in lines)


def _line_height(line: _Line) -> float:
    # A name has capitals and no descenders, so it needs less air.
    return max(word.px * (NAME_LINE if word.is_face else LINE) for word in line)


def plan_cell(
    face: SpotFace, touch: QRectF, gap: float, unit: float, fit: Fit, language: Language
) -> CellPlan:
    """Place the contents of one spot. `gap` is the space between its touch target and its border, screen px."""
    box = touch.adjusted(gap, gap, -gap, -gap)
    room = _Room(face, touch, box, unit, fit, language)
    return _shape(room)(room)


def _shape(room: _Room) -> Callable[[_Room], CellPlan]:
    ratio = room.box.width() / room.box.height()
    if room.face.note and not room.face.note_beside_odds:
        return _noted
    if len(room.face.figures) < 2:
        return _wide if ratio > 1.3 and not room.face.middle else _tall
    if room.box.height() >= 96 * room.unit:
        return _tall
    return _wide if len(room.face.figures) == 2 else _tight


class _Placing:
    """Collects what has been placed in a spot."""

    def __init__(self, room: _Room) -> None:
        self.room = room
        self.runs: list[TextRun] = []
        self.figures: list[tuple[QRectF, int]] = []
        self.face = QRectF()
        self.odds = QRectF()

    def put_line(self, line: _Line, left: float, middle_y: float) -> None:
        """Put the words of a line side by side; they share a baseline."""
        tallest = max(word.px for word in line)
        baseline = middle_y + tallest * CAP / 2
        for word in line:
            width = word.width(self.room.language)
            rect = QRectF(left, baseline - word.px * CAP / 2 - word.px / 2, width, word.px)
            self.runs.append(
                TextRun(word.text, rect, word.px, word.role, word.colour, word.colour_won, word.stretch)
            )
            if word.is_odds:
                self.odds = rect
            if word.is_face:
                self.face = self.face.united(rect)
            left += width + _word_gap(line)

    def put_figures(self, left: float, top: float, side: float, gap: float) -> None:
        for number, value in enumerate(self.room.face.figures):
            rect = QRectF(left + number * (side + gap), top, side, side)
            self.figures.append((rect, value))
            self.face = self.face.united(rect)

    def done(self, chip: QRectF, *, fits: bool) -> CellPlan:
        room = self.room
        return CellPlan(
            room.face.tone,
            room.touch,
            room.box,
            tuple(self.figures),
            tuple(self.runs),
            self.face,
            self.odds,
            chip,
            fits,
        )


def _tall(room: _Room) -> CellPlan:
    box, pad, count = room.box, room.pad, len(room.face.figures)
    lines = room.lines()
    width = box.width() - 2 * pad
    chip = min(max(MIN_CHIP_PX, min(0.34 * box.height(), 46 * room.unit)), width)
    between = max(2.0, 4 * room.unit)
    free = box.height() - _height(lines) - chip - between * (4 if count else 3)
    gap, side = max(1.5, 3 * room.unit), 0.0
    if count:
        side = min(free, (width - (count - 1) * gap) / count, _FIGURE_TALL[count] * room.unit)
    # The spare height goes to all gaps alike: a chip place at the very bottom would look dropped.
    step = between + max(0.0, free - side) / (4 if count else 3)
    placing = _Placing(room)
    top = box.top() + step
    if count:
        row = count * side + (count - 1) * gap
        placing.put_figures(box.center().x() - row / 2, top, side, gap)
        top += side + step * 0.8
    for line in lines:
        placing.put_line(line, box.center().x() - room.line_width(line) / 2, top + _line_height(line) / 2)
        top += _line_height(line)
    place = QRectF(box.left() + pad, top + step * 0.8, width, chip)
    fits = (
        free - side >= -0.01
        and (not count or side >= MIN_FIGURE_PX)
        and all(room.line_width(line) <= box.width() - 1.2 * pad for line in lines)
    )
    return placing.done(place, fits=fits)


def _tight(room: _Room) -> CellPlan:
    box, count = room.box, len(room.face.figures)
    pad = max(2.0, 3.0 * room.unit)
    gap = max(1.0, 2.0 * room.unit)
    width = box.width() - 2 * pad
    odds = room.odds_word()
    odds_width = odds.width(room.language)
    apart = max(2.0, 5 * room.unit)
    chip_room = width - odds_width - apart
    least = max(MIN_CHIP_PX, 31 * room.unit)
    chip = max(least, min(0.5 * box.height(), 40 * room.unit, chip_room))
    side = min(box.height() - chip - 4 * gap, (width - (count - 1) * gap) / count, 30 * room.unit)
    step = (box.height() - chip - side) / 3
    placing = _Placing(room)
    row = count * side + (count - 1) * gap
    top = box.top() + step
    placing.put_figures(box.center().x() - row / 2, top, side, gap)
    chip_top = top + side + step
    # Odds and chip stand together below the figures, as wide as these where there is room.
    chip_width = min(chip_room, chip * 1.4)
    left = box.center().x() - max(row, odds_width + apart + chip_width) / 2
    placing.put_line((odds,), left, chip_top + chip / 2)
    place = QRectF(2 * box.center().x() - left - chip_width, chip_top, chip_width, chip)
    fits = side >= MIN_FIGURE_PX and chip_width >= chip and step >= 0.5
    return placing.done(place, fits=fits)


def _wide(room: _Room) -> CellPlan:
    box, count = room.box, len(room.face.figures)
    pad = max(room.pad, min(15 * room.unit, 0.065 * box.width()))
    lines = room.lines()
    share = 0.22 if count == 1 else 0.27
    chip = max(MIN_CHIP_PX, min(0.52 * box.height(), share * box.width(), 52 * room.unit))
    chip_width = min(chip * 1.4, max(chip, box.width() * 0.2))
    place = QRectF(box.right() - pad * 0.7 - chip_width, box.center().y() - chip / 2, chip_width, chip)
    left, right = box.left() + pad, place.left() - pad * 0.4
    placing = _Placing(room)
    total = _height(lines)
    top = box.center().y() - total / 2
    fits = total <= box.height() - room.pad
    if count == 1:
        side = min(box.height() - 2 * room.pad, 0.23 * box.width(), 52 * room.unit)
        placing.put_figures(left, box.center().y() - side / 2, side, 0)
        left += side + pad * 0.75
    elif count:
        gap = max(1.5, 3 * room.unit)
        side = min(box.height() - total - 3 * gap, (right - left - (count - 1) * gap) / count, 36 * room.unit)
        step = (box.height() - total - side) / 3
        placing.put_figures(left, box.top() + step, side, gap)
        top = box.top() + 2 * step + side
        fits = side >= 1.2 * MIN_FIGURE_PX
    for line in lines:
        placing.put_line(line, left, top + _line_height(line) / 2)
        top += _line_height(line)
    return placing.done(place, fits=fits and all(room.line_width(line) <= right - left for line in lines))


def _noted(room: _Room) -> CellPlan:
    """Name above and note below over the whole width, span, odds and chip between them."""
    box = room.box
    pad = max(room.pad, min(15 * room.unit, 0.065 * box.width()))
    head, *middle, foot = room.lines()
    step = (box.height() - _height((head, *middle, foot))) / 4
    middle_height = box.height() - _line_height(head) - _line_height(foot) - 2 * step
    chip = max(MIN_CHIP_PX, min(middle_height, 0.3 * box.width(), 52 * room.unit))
    chip_width = min(chip * 1.4, max(chip, box.width() * 0.25))
    middle_y = box.top() + step + _line_height(head) + middle_height / 2
    place = QRectF(box.right() - pad * 0.7 - chip_width, middle_y - chip / 2, chip_width, chip)
    placing = _Placing(room)
    left = box.left() + pad
    placing.put_line(head, left, box.top() + step + _line_height(head) / 2)
    top = middle_y - _height(middle) / 2
    for line in middle:
        placing.put_line(line, left, top + _line_height(line) / 2)
        top += _line_height(line)
    placing.put_line(foot, left, box.bottom() - step - _line_height(foot) / 2)
    full = box.right() - 0.6 * pad - left
    fits = (
        step >= room.pad / 2
        and chip <= middle_height
        and all(room.line_width(line) <= full for line in (head, foot))
        and all(room.line_width(line) <= place.left() - 0.4 * pad - left for line in middle)
    )
    return placing.done(place, fits=fits)
