"""Where everything on a board lies, in screen px: spots, dice, words, odds, and the place of the chip.

Spots of one group share type sizes and the wording of their odds, so that a row reads alike.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF

from kiosk.games.board import Board
from kiosk.ui.kit import theme
from kiosk.ui.kit.fonts import Role
from kiosk.ui.kit.texts import Language
from kiosk.ui.terminal.board.cell import CellPlan, Fit, plan_cell
from kiosk.ui.terminal.board.face import BoardFaces, CaptionFace, SpotFace
from kiosk.ui.terminal.board.type_scale import LINE, TextRun, width_per_px

DESIGN_LANDSCAPE = (1430.0, 730.0)  # px of the board on a 1920x1080 screen
DESIGN_PORTRAIT = (1060.0, 1150.0)  # px of the board on a 1080x1920 screen
_GAP_PX = 2.4  # design px between a spot's border and the edge of its touch target
_NAME_SCALES = (1.2, 1.1, 1.0, 0.95, 0.9, 0.85, 0.8, 0.75, 0.7, 0.65, 0.6)
_SMALL_SCALES = tuple(scale for scale in _NAME_SCALES if scale <= 1.0)
_WORDY_SCALES = tuple(scale for scale in _SMALL_SCALES if scale >= 0.7)
_STRETCHES = (0.92, 0.86)  # narrower odds are better than smaller ones
_CAPTION_SCALES = tuple(scale for scale in _SMALL_SCALES if scale >= 0.8)
_CAPTION_PX = 17.0


@dataclass(frozen=True)
class BoardPlan:
    """The whole board: spots, and the printed lines between them."""

    width: int
    height: int
    unit: float  # screen px per design px
    language: Language
    cells: Mapping[str, CellPlan]
    captions: tuple[TextRun, ...]

    def spot_at(self, x: float, y: float) -> str | None:
        """The spot whose touch target holds this point; None where there is no spot."""
        for spot, cell in self.cells.items():
            if cell.touch.contains(x, y):
                return spot
        return None


def orientation(width: int, height: int) -> str:
    """The name of the board that suits a region of this size."""
    return "portrait" if height > width else "landscape"


def plan_board(board: Board, faces: BoardFaces, width: int, height: int, language: Language) -> BoardPlan:
    """Place a board into a region of width x height screen px."""
    across, down = DESIGN_PORTRAIT if height > width else DESIGN_LANDSCAPE
    unit = min(width / across, height / down)
    x_scale, y_scale = width / board.width, height / board.height
    touches = {
        cell.spot: QRectF(cell.x * x_scale, cell.y * y_scale, cell.w * x_scale, cell.h * y_scale)
        for cell in board.cells
    }
    cells = _plan_cells(faces.spots, touches, unit, language)
    captions: list[TextRun] = []
    for caption in board.captions:
        box = QRectF(caption.x * x_scale, caption.y * y_scale, caption.w * x_scale, caption.h * y_scale)
        captions.extend(_plan_caption(faces.captions[caption.key], box, unit, language))
    return BoardPlan(width, height, unit, language, cells, tuple(captions))


def _plan_cells(
    faces: Mapping[str, SpotFace], touches: Mapping[str, QRectF], unit: float, language: Language
) -> dict[str, CellPlan]:
    groups: dict[str, list[str]] = defaultdict(list)
    for spot in touches:
        groups[faces[spot].group].append(spot)
    planned: dict[str, CellPlan] = {}
    for spots in groups.values():
        planned |= _plan_group({spot: faces[spot] for spot in spots}, touches, unit, language)
    return {spot: planned[spot] for spot in touches}


def _plan_group(
    faces: Mapping[str, SpotFace], touches: Mapping[str, QRectF], unit: float, language: Language
) -> dict[str, CellPlan]:
    """The spots of a group with the longest wording, and then the largest type, that fits all of them."""
    gap = max(1.5, _GAP_PX * unit)
    planned: dict[str, CellPlan] = {}
    for fit in _fits(faces.values()):
        planned = {}
        for spot, face in faces.items():
            planned[spot] = plan_cell(face, touches[spot], gap, unit, fit, language)
            if not planned[spot].fits:
                break
        else:
            return planned
    # Nothing fits: the smallest is the least bad, and its plans say that they do not fit.
    return {spot: plan_cell(face, touches[spot], gap, unit, fit, language) for spot, face in faces.items()}


def _fits(faces: Collection[SpotFace]) -> Iterator[Fit]:
    """What to try, best first. A name is never smaller beside its odds than the design has it."""
    last = max(len(face.odds) for face in faces) - 1
    named = any(face.name for face in faces)
    for wording in range(last + 1):
        # Fewer words in readable type are better than more words in tiny type.
        scales = _SMALL_SCALES if wording == last else _WORDY_SCALES
        narrow = _STRETCHES if wording == last else _STRETCHES[:1]
        for small, stretch in (*((scale, 1.0) for scale in scales), *((scales[-1], one) for one in narrow)):
            for name in _NAME_SCALES if named else (1.0,):
                if name >= small or not named:
                    yield Fit(wording, small, name, stretch)


def _plan_caption(face: CaptionFace, box: QRectF, unit: float, language: Language) -> Sequence[TextRun]:
    """The longest form of a caption that fits its box, at the largest type that fits."""
    runs: list[TextRun] = []
    for form in face.forms:
        for type_scale in _CAPTION_SCALES:
            px = max(theme.least_text_px(unit), _CAPTION_PX * unit * type_scale)
            widest = max(width_per_px(line, Role.STRONG, language) for line in form) * px
            runs = _caption_runs(form, box, px, language)
            if widest <= 0.93 * box.width() and len(form) * px * LINE <= box.height():
                return runs
    return runs


def _caption_runs(form: Sequence[str], box: QRectF, px: float, language: Language) -> list[TextRun]:
    top = box.center().y() - len(form) * px * LINE / 2
    runs = []
    for number, line in enumerate(form):
        width = width_per_px(line, Role.STRONG, language) * px
        rect = QRectF(box.center().x() - width / 2, top + (number + 0.5) * px * LINE - px / 2, width, px)
        colour = theme.ODDS if number == len(form) - 1 else theme.TEXT
        runs.append(TextRun(line, rect, px, Role.STRONG, colour, colour))
    return runs
