"""What is written on a spot, for every game: the game says what, the board decides where."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter


class Tone(StrEnum):
    """The ground a spot is painted on."""

    EVEN_MONEY = "even money"
    PLAIN = "plain"
    TRIPLE = "triple"
    PANEL = "panel"


@dataclass(frozen=True)
class SpotFace:
    """The words and figures of one spot. A figure is drawn as the game has it: a face of a die, a card.

    `odds` lists the wordings from the longest to the shortest: the first that fits every spot of the same `group` is
    taken, so that a row always reads alike. `group` also shares text sizes. `big_name` is for figures that are the
    bet itself, as a total; `middle` keeps the words in the middle even where the spot is wide.
    """

    group: str
    tone: Tone
    odds: tuple[str, ...]
    figures: tuple[int, ...] = ()
    name: str = ""
    mark: str = ""
    span: str = ""
    note: str = ""
    big_name: bool = False
    middle: bool = False
    note_beside_odds: bool = False


@dataclass(frozen=True)
class CaptionFace:
    """A printed line that is no spot: its words from the longest to the shortest form, each as lines."""

    forms: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class BoardFaces:
    """Everything that is written on a board in one language. `paint_figure` draws one of its figures into a square."""

    spots: Mapping[str, SpotFace]
    captions: Mapping[str, CaptionFace]
    paint_figure: Callable[[QPainter, QRectF, int], None]
