"""The font files that a ticket embeds."""

import io
import subprocess
import sys
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, BinaryIO, Final

from kiosk.faults import EnvironmentFault

LATIN_FOLDER: Final = Path("/usr/share/fonts/opentype/inter")  # Debian: fonts-inter
CHINESE_FOLDER: Final = Path("/usr/share/fonts/opentype/noto")  # Debian: fonts-noto-cjk
_CHINESE_FAMILY: Final = "Noto Sans CJK SC"
# Tables for kerning, alternates and vertical text; reading them is most of the work.
_NOT_PRINTED: Final = ["GSUB", "GPOS", "GDEF", "BASE", "VORG", "vhea", "vmtx"]

_CUT_S: Final = 60  # a busy machine takes some seconds

_NO_INSTRUCTIONS: Final = (
    "maxTwilightPoints",
    "maxStorage",
    "maxFunctionDefs",
    "maxInstructionDefs",
    "maxStackElements",
    "maxSizeOfInstructions",
    "maxComponentElements",
)


class FontsMissing(EnvironmentFault):
    """A font that tickets need is not installed, or cannot print a sign."""


@dataclass(frozen=True)
class FontFace:
    """One face: a file, and which font of a collection it is."""

    path: Path
    index: int = 0


@dataclass(frozen=True)
class TicketFonts:
    latin: FontFace
    latin_bold: FontFace
    chinese: FontFace
    chinese_bold: FontFace


@lru_cache(maxsize=4)
def ticket_fonts(latin: Path = LATIN_FOLDER, chinese: Path = CHINESE_FOLDER) -> TicketFonts:
    """Finds Inter and Noto Sans CJK SC. Raises FontsMissing naming the file and the package."""
    return TicketFonts(
        latin=FontFace(_file(latin, "Inter-Regular.otf", "fonts-inter")),
        latin_bold=FontFace(_file(latin, "Inter-Bold.otf", "fonts-inter")),
        chinese=_of_collection(_file(chinese, "NotoSansCJK-Regular.ttc", "fonts-noto-cjk")),
        chinese_bold=_of_collection(_file(chinese, "NotoSansCJK-Bold.ttc", "fonts-noto-cjk")),
    )


def require_signs(text: str, fonts: TicketFonts) -> None:
    """Raises FontsMissing naming the first sign of `text` that no font of the ticket has."""
    sign = lacking_sign(text, fonts)
    if sign is not None:
        raise FontsMissing(f"sign {sign!r} (U+{ord(sign):04X}) of {text!r}: expected one that the fonts have")


def lacking_sign(text: str, fonts: TicketFonts) -> str | None:
    """The first sign of `text` that no font of the ticket has, or None."""
    strange = (sign for sign in text if not sign.isascii())
    return next((s for s in strange if ord(s) not in _signs(fonts.latin) | _signs(fonts.chinese)), None)


@lru_cache(maxsize=16)
def with_signs(face: FontFace, signs: frozenset[str]) -> bytes:
    """A font file that holds only `signs` of `face`.

    The Chinese collection has 44,000 signs and a ticket needs thirty: cutting it down anew takes a second a
    ticket, embedding from the small font some hundredths. Raises FontsMissing when the font cannot be read.
    """
    if face.path.suffix == ".ttc":
        made = _cut_elsewhere(face, signs)
        if made:
            return made
    return _cut(face, signs)


def _cut_elsewhere(face: FontFace, signs: frozenset[str]) -> bytes:
    """Cut in a process of its own; empty when it cannot be had, or cannot read the font.

    Reading the collection takes 50 MB, of which a seat that runs for weeks would get back hardly any.
    """
    cutter = [sys.executable, "-m", __name__, str(face.path), str(face.index)]
    try:
        done = subprocess.run(  # noqa: S603 - our own program
            cutter, input="".join(signs).encode(), capture_output=True, timeout=_CUT_S, check=False
        )
    except (OSError, subprocess.SubprocessError):
        return b""
    return done.stdout if done.returncode == 0 else b""


def _cut(face: FontFace, signs: frozenset[str]) -> bytes:
    try:
        with face.path.open("rb") as source, _opened(source, face.index) as font:
            from fontTools import subset  # type: ignore[import-untyped]  # ships no types

            options = subset.Options(notdef_outline=True, name_IDs=["*"], layout_features=[], hinting=False)
            options.drop_tables += _NOT_PRINTED
            cutter = subset.Subsetter(options)
            cutter.populate(text="".join(signs))
            cutter.subset(font)
            if not _is_collected(font):
                _make_quadratic(font)
            file = io.BytesIO()
            font.save(file)
            return file.getvalue()
    except Exception as error:  # fontTools raises many kinds for a bad file
        raise FontsMissing(f"font {face.path}: {error}; expected a readable font") from error


def _is_collected(font: Any) -> bool:  # noqa: ANN401 - the library ships no types
    """Whether the outlines are keyed by number, as in a Chinese collection: those are embedded as they are."""
    return hasattr(font["CFF "].cff.topDictIndex[0], "ROS")


def _make_quadratic(font: Any) -> None:  # noqa: ANN401 - the library ships no types
    """Turns cubic outlines into quadratic ones.

    WORKAROUND for fpdf2: it declares every font that is not a collection as TrueType, whatever its outlines are,
    and a strict viewer refuses to draw the others.
    """
    from fontTools.pens.cu2quPen import Cu2QuPen  # type: ignore[import-untyped]  # ships no types
    from fontTools.pens.ttGlyphPen import TTGlyphPen  # type: ignore[import-untyped]  # ships no types
    from fontTools.ttLib import newTable  # type: ignore[import-untyped]  # ships no types

    order, drawn = font.getGlyphOrder(), {}
    for name, glyph in font.getGlyphSet().items():
        pen = TTGlyphPen(None)
        glyph.draw(Cu2QuPen(pen, max_err=1.0, reverse_direction=True))
        drawn[name] = pen.glyph()
    font["loca"], font["glyf"] = newTable("loca"), newTable("glyf")
    font["glyf"].glyphOrder, font["glyf"].glyphs = order, drawn
    del font["CFF "]
    font["maxp"].tableVersion = 0x00010000
    for count in _NO_INSTRUCTIONS:
        setattr(font["maxp"], count, 0)
    font["maxp"].maxZones = 1
    font.sfntVersion = "\x00\x01\x00\x00"


def _opened(source: BinaryIO, index: int) -> Any:  # noqa: ANN401 - the library ships no types
    """The font in the file. The library is loaded with the first ticket: a seat is playable before."""
    from fontTools.ttLib import TTFont

    return TTFont(source, fontNumber=index, lazy=True)


def _file(folder: Path, name: str, package: str) -> Path:
    path = folder / name
    if not path.is_file():
        raise FontsMissing(f"font {path}: not found; install the system package {package}")
    return path


def _of_collection(path: Path) -> FontFace:
    for index in range(64):
        try:
            with path.open("rb") as file, _opened(file, index) as font:
                if font["name"].getDebugName(1) == _CHINESE_FAMILY:
                    return FontFace(path, index)
        except Exception as error:  # fontTools raises many kinds for a bad file or the end of the collection
            raise FontsMissing(
                f"font {path}: {error}; expected a collection with {_CHINESE_FAMILY}"
            ) from error
    raise FontsMissing(f"font {path}: expected a collection with {_CHINESE_FAMILY}")


@lru_cache(maxsize=8)
def _signs(face: FontFace) -> frozenset[int]:
    with face.path.open("rb") as source, _opened(source, face.index) as font:
        return frozenset(font.getBestCmap())


if __name__ == "__main__":  # see _cut_elsewhere
    _named = FontFace(Path(sys.argv[1]), int(sys.argv[2]))
    sys.stdout.buffer.write(_cut(_named, frozenset(sys.stdin.buffer.read().decode())))
