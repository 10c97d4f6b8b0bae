"""Typefaces, loaded from named files, so that pixels do not depend on how fontconfig is set up.

Inter for Latin, Noto Sans CJK SC for Chinese. No hinting; figures of equal width where money is shown.
"""

from enum import StrEnum
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from PySide6.QtGui import QFont, QFontDatabase, QFontMetricsF

from kiosk.ui.kit.texts import Language

SYSTEM_FONTS = Path("/usr/share/fonts")
LATIN = "Inter"
CHINESE = "Noto Sans CJK SC"

# file below the font folder -> Debian package
FONT_FILES = {
    "opentype/inter/Inter-Regular.otf": "fonts-inter",
    "opentype/inter/Inter-Medium.otf": "fonts-inter",
    "opentype/inter/Inter-SemiBold.otf": "fonts-inter",
    "opentype/inter/Inter-Bold.otf": "fonts-inter",
    "opentype/noto/NotoSansCJK-Regular.ttc": "fonts-noto-cjk",
    "opentype/noto/NotoSansCJK-Bold.ttc": "fonts-noto-cjk",
}


class MissingFont(RuntimeError):
    """A typeface is not on this machine; the message names the file and the Debian package that brings it."""


class Role(StrEnum):
    """What a text does on the screen."""

    BODY = "body"
    LABEL = "label"
    STRONG = "strong"
    TITLE = "title"
    NUMBER = "number"  # figures of equal width
    MONEY = "money"  # figures of equal width, bold


_WEIGHTS = {
    Role.BODY: QFont.Weight.Normal,
    Role.LABEL: QFont.Weight.Medium,
    Role.STRONG: QFont.Weight.DemiBold,
    Role.TITLE: QFont.Weight.Bold,
    Role.NUMBER: QFont.Weight.Medium,
    Role.MONEY: QFont.Weight.Bold,
}
_TABULAR = frozenset({Role.NUMBER, Role.MONEY})
_loaded: set[Path] = set()


def load_fonts(folder: Path = SYSTEM_FONTS) -> None:
    """Make the typefaces known to Qt, once per process. Needs a QGuiApplication.

    Raises MissingFont when a file is not there, cannot be read, or does not bring its family.
    """
    for name, package in FONT_FILES.items():
        path = folder / name
        if path in _loaded:
            continue
        wanted = LATIN if package == "fonts-inter" else CHINESE
        if not path.is_file():
            raise MissingFont(f"font file {path} is not there: install the Debian package {package}")
        _check_family(path, package, wanted, QFontDatabase.addApplicationFont(str(path)))
        _loaded.add(path)


def _check_family(path: Path, package: str, wanted: str, font_id: int) -> None:
    families = QFontDatabase.applicationFontFamilies(font_id) if font_id >= 0 else []
    if wanted not in families:
        found = ", ".join(families) or "no typeface"
        raise MissingFont(
            f"font file {path} brings {found}, expected {wanted}: reinstall the Debian package {package}"
        )


def families(language: Language) -> list[str]:
    """The families to ask for, first the one whose shapes shall win.

    Inter is first in both languages: figures and Latin words look the same whatever the language is.
    """
    # A second CJK family would let Qt pick Japanese or Korean shapes for Chinese text.
    return {Language.EN: [LATIN, CHINESE], Language.ZH: [LATIN, CHINESE]}[language]


def font(role: Role, px: float, language: Language) -> QFont:
    """The font of a role at a size in screen px (at least 1)."""
    # A copy costs next to nothing; callers change theirs.
    return QFont(_font(role, max(1, round(px)), language))


class Typed(NamedTuple):
    """A font and its measures, kept for all who ask: they change neither."""

    font: QFont
    metrics: QFontMetricsF


@lru_cache(maxsize=1_024)
def typed(role: Role, px: int, language: Language) -> Typed:
    """The font of a role at a size in screen px with its measures: to work them out takes longer than to write."""
    written = font(role, px, language)
    return Typed(written, QFontMetricsF(written))


@lru_cache(maxsize=1_024)
def _font(role: Role, px: int, language: Language) -> QFont:
    made = QFont()
    made.setFamilies(families(language))
    made.setPixelSize(px)
    made.setWeight(_WEIGHTS[role])
    made.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    made.setStyleStrategy(QFont.StyleStrategy.PreferAntialias)
    if role in _TABULAR:
        made.setFeature(QFont.Tag("tnum"), 1)
    return made
