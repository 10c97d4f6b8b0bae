"""Typefaces: loaded by name, equal figures for money, a clear word when one is missing."""

import shutil

import pytest
from PySide6.QtGui import QFont, QFontInfo, QFontMetricsF

from kiosk.ui.kit.fonts import FONT_FILES, SYSTEM_FONTS, MissingFont, Role, font, load_fonts
from kiosk.ui.kit.texts import Language


@pytest.fixture(autouse=True)
def loaded(qapp):
    load_fonts()


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("role", Role)
def test_that_every_role_has_the_named_typeface_unhinted(role, language):
    made = font(role, 20, language)
    assert QFontInfo(made).family() == "Inter"
    assert made.families() == ["Inter", "Noto Sans CJK SC"]
    assert made.hintingPreference() is QFont.HintingPreference.PreferNoHinting
    assert made.pixelSize() == 20


@pytest.mark.parametrize("role", [Role.MONEY, Role.NUMBER])
def test_that_money_and_counters_have_figures_of_one_width(role):
    metrics = QFontMetricsF(font(role, 100, Language.EN))
    wide = [metrics.horizontalAdvance(figure) for figure in "0123456789"]
    assert max(wide) - min(wide) < 0.5  # of 100 px: no eye sees it, and Inter's 4 is a hair narrower


def test_that_words_have_figures_of_their_own_width():
    metrics = QFontMetricsF(font(Role.BODY, 100, Language.EN))
    assert metrics.horizontalAdvance("1") < metrics.horizontalAdvance("0")


def test_that_chinese_characters_are_drawn_in_squares_of_the_size():
    metrics = QFontMetricsF(font(Role.TITLE, 100, Language.ZH))
    assert metrics.horizontalAdvance("骰宝") == pytest.approx(200, abs=1)


@pytest.mark.parametrize("name", FONT_FILES)
def test_that_a_missing_file_is_named_with_its_package(tmp_path, name):
    for other in FONT_FILES:
        if other != name:
            (tmp_path / other).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / other).symlink_to(SYSTEM_FONTS / other)
    with pytest.raises(MissingFont) as caught:
        load_fonts(tmp_path)
    assert name in str(caught.value)
    assert FONT_FILES[name] in str(caught.value)


def test_that_a_wrong_file_is_refused(tmp_path):
    inter, noto = "opentype/inter/Inter-Regular.otf", "opentype/noto/NotoSansCJK-Regular.ttc"
    (tmp_path / inter).parent.mkdir(parents=True)
    shutil.copy(SYSTEM_FONTS / noto, tmp_path / inter)
    with pytest.raises(MissingFont, match="expected Inter"):
        load_fonts(tmp_path)
