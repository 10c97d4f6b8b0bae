"""The typefaces: the ranks of cards are drawn from them."""

import pytest

from kiosk.ui.kit.fonts import load_fonts


@pytest.fixture(autouse=True)
def fonts(qapp):
    load_fonts()
