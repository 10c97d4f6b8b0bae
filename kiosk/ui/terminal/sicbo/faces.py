"""What is written on the spots of a Sic Bo board, in the words of its appendix."""

from fractions import Fraction

from kiosk.games.sicbo import Kind, OddsStyle, SicBoLayout, digits_of, kind_of
from kiosk.ui.kit.sicbo.dice import paint_die
from kiosk.ui.kit.sicbo.odds_words import odds_bare, odds_brief, odds_words
from kiosk.ui.kit.texts import Texts
from kiosk.ui.terminal.board.face import BoardFaces, CaptionFace, SpotFace, Tone

_NAMES = {
    Kind.BIG: "board.big",
    Kind.SMALL: "board.small",
    Kind.EVEN: "board.even",
    Kind.ODD: "board.odd",
    Kind.ANY_TRIPLE: "board.any_triple",
}
_SPANS = {Kind.BIG: "board.big_range", Kind.SMALL: "board.small_range"}
_FACE_NAMES = {
    1: "board.face_1",
    2: "board.face_2",
    3: "board.face_3",
    4: "board.face_4",
    5: "board.face_5",
    6: "board.face_6",
}
_DICE_TIMES = {Kind.TRIPLE: 3, Kind.DOUBLE: 2}
_PANEL_KINDS = frozenset({Kind.THREE, Kind.DOUBLE_SINGLE})
# the caption -> the spot whose odds it prints, and which of them
_CAPTION_ODDS = {
    "domino": ("domino-12", 0),
    "double-single": ("double-single-113", 0),
    "three": ("three-126", 0),
    "one-die": ("single-1", 0),
    "two-dice": ("single-1", 1),
    "three-dice": ("single-1", 2),
}
_CAPTION_NAMES = {
    "domino": "board.caption_domino",
    "double-single": "board.caption_double_single",
    "three": "board.caption_three",
}
# the name on lines of their own, where it has the width of one small spot
_CAPTION_NARROW = {
    "double-single": "board.caption_double_single_lines",
    "three": "board.caption_three_lines",
}
_CAPTION_LINES = {
    "one-die": "board.caption_one_die",
    "two-dice": "board.caption_two_dice",
    "three-dice": "board.caption_three_dice",
}


def board_faces(layout: SicBoLayout, texts: Texts) -> BoardFaces:
    """The words of every spot and caption of this layout."""
    return BoardFaces(
        spots={spot: _face(layout, spot, texts) for spot in layout.spots},
        captions={
            caption.key: _caption(layout, caption.key, texts)
            for board in layout.boards.values()
            for caption in board.captions
        },
        paint_figure=paint_die,
    )


def _face(layout: SicBoLayout, spot: str, texts: Texts) -> SpotFace:
    kind, digits = kind_of(spot), digits_of(spot)
    odds, style = layout.odds(spot), layout.odds_style
    words = (odds_words(odds, style, texts), odds_brief(odds, style, texts))
    if kind in _PANEL_KINDS:
        return SpotFace("panel", Tone.PANEL, (*words, odds_bare(odds)), figures=digits)
    if kind in _DICE_TIMES:
        tone = Tone.TRIPLE if kind is Kind.TRIPLE else Tone.PLAIN
        return SpotFace(kind, tone, words, figures=digits * _DICE_TIMES[kind])
    if kind is Kind.DOMINO:
        return SpotFace(kind, Tone.PLAIN, words, figures=tuple(reversed(digits)))
    if kind is Kind.SINGLE:
        return SpotFace(kind, Tone.PLAIN, words, figures=digits, name=texts.get(_FACE_NAMES[digits[0]]))
    if kind is Kind.TOTAL:
        return SpotFace(kind, Tone.PLAIN, words, name=str(digits[0]), big_name=True)
    if kind is Kind.FOUR:
        name = " ".join(str(digit) for digit in reversed(digits))
        return SpotFace(
            kind, Tone.PLAIN, words, name=name, note=texts.get("board.any_three"), note_beside_odds=True
        )
    if kind is Kind.ANY_TRIPLE:
        return SpotFace(kind, Tone.TRIPLE, words, name=texts.get(_NAMES[kind]), middle=True)
    return SpotFace(
        "even money",
        Tone.EVEN_MONEY,
        words,
        name=texts.get(_NAMES[kind]),
        mark=_mark(layout, kind, texts),
        span=texts.get(_SPANS[kind]) if kind in _SPANS else "",
        note=texts.get("board.loses_on_triple"),
    )


def _mark(layout: SicBoLayout, kind: Kind, texts: Texts) -> str:
    """The character printed beside the name, unless the name is that character already."""
    mark = layout.marks.get(kind, "")
    return "" if mark == texts.get(_NAMES[kind]) else mark


def _caption(layout: SicBoLayout, key: str, texts: Texts) -> CaptionFace:
    spot, which = _CAPTION_ODDS[key]
    odds: tuple[Fraction, ...] = (layout.odds(spot)[which],)
    style: OddsStyle = layout.odds_style
    full, brief = odds_words(odds, style, texts), odds_brief(odds, style, texts)
    if key in _CAPTION_LINES:
        return CaptionFace(((texts.get(_CAPTION_LINES[key], odds=full),),))
    forms: list[tuple[str, ...]] = [(texts.get(_CAPTION_NAMES[key]), full)]
    if key in _CAPTION_NARROW:
        lines = texts.get(_CAPTION_NARROW[key]).split("\n")
        forms += [(*lines, full), (*lines, brief)]
    return CaptionFace(tuple(forms))
