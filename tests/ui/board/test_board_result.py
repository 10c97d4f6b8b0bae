"""What a result makes of the board: three looks, figures that can be read, gold for a gain alone."""

from collections import Counter
from itertools import combinations

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage

from kiosk.games import game
from kiosk.games.game import Fact, Settlement, SpotResult
from kiosk.games.sicbo import dice_fact
from kiosk.games.stud.deal import CARD, DEALER
from kiosk.resources import layout_reader
from kiosk.ui.kit import theme
from kiosk.ui.kit.chips import ChipStack, ChipState
from kiosk.ui.kit.texts import Language
from kiosk.ui.terminal.board.outcome import BoardResult, Lit, board_result
from kits.ui.boards import LAYOUTS, SIZES, read
from kits.ui.contrast import contrast

DICE = (3, 5, 3)
GAIN = {"big": 10_000, "total-11": 2_500, "total-8": 500, "domino-35": 1_000, "single-3": 500}
LOSS = {"single-5": 500, "small": 10_000, "total-8": 500}
EVEN = {"odd": 5_000, "small": 5_000}
READABLE = 4.5
FORMS = [(layout, size) for layout in LAYOUTS for size in SIZES]


def result(layout: str, stakes: dict[str, int], *, ghost: bool = False) -> BoardResult:
    facts = (dice_fact(DICE),)
    settlement = game("sicbo").settle(read(layout), stakes, facts)
    found = board_result(read(layout), settlement, facts, ghost=ghost)
    assert found is not None
    return found


def crop(image: QImage, rect: QRectF) -> QImage:
    return image.copy(rect.toAlignedRect())


def colours(image: QImage) -> Counter[str]:
    return Counter(image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height()))


def figure_contrast(image: QImage) -> tuple[str, float]:
    """The ground that most of a picture shows, and the contrast of its strongest figure with that."""
    found = colours(image)
    ground = found.most_common(1)[0][0]
    return ground, max(contrast(colour, ground) for colour in found)


def inner(rect: QRectF) -> QRectF:
    """The middle of a chip: its figures and their ground, no rim."""
    half, tall = rect.height() * 0.3, rect.height() * 0.22
    return QRectF(rect.center().x() - half, rect.center().y() - tall, 2 * half, 2 * tall)


@pytest.fixture
def closed(make_view):
    """A board after the close, as it is when a result comes."""

    def make(layout: str, size: str, stakes: dict[str, int], *, ghost: bool = False):
        view = make_view(layout, size=SIZES[size])
        if not ghost:
            view.set_enabled(False, "closed")
        view.set_result(result(layout, stakes, ghost=ghost))
        return view

    return make


def pixels(grey: QImage) -> bytes:
    """The lightness of each pixel, row by row; what fills a row up to whole words is left out."""
    rows, line = bytes(grey.constBits()), grey.bytesPerLine()
    return b"".join(rows[y * line : y * line + grey.width()] for y in range(grey.height()))


@pytest.mark.parametrize("ghost", [False, True])
@pytest.mark.parametrize(("layout", "size"), FORMS)
def test_that_own_wins_other_wins_and_own_losses_differ_without_their_colour(make_view, layout, size, ghost):
    own = Lit.GHOST_EVEN if ghost else Lit.EVEN
    other = Lit.GHOST_OTHER if ghost else Lit.OTHER
    won = ChipStack(1_500, ChipState.RETURNED, ghost=ghost)
    lost = ChipStack(500, ChipState.LOST, ghost=ghost)
    looks = {
        "own win": BoardResult({"total-11": own}, {"total-11": won}),
        "other win": BoardResult({"total-11": other}, {}),
        "own loss": BoardResult({}, {"total-11": lost}),
        "nothing": BoardResult({}, {}),
    }
    view = make_view(layout, size=SIZES[size])
    if not ghost:
        view.set_enabled(False, "closed")
    grey = {}
    for name, look in looks.items():
        view.set_result(look)
        cell = crop(view.grab().toImage(), view.picture.box_rect("total-11"))
        grey[name] = pixels(cell.convertToFormat(QImage.Format.Format_Grayscale8))
    for one, two in combinations(looks, 2):
        first, second = grey[one], grey[two]
        differing = sum(abs(a - b) > 40 for a, b in zip(first, second, strict=True))
        assert differing > len(first) * 0.015, (one, two)


@pytest.mark.parametrize("stakes", [GAIN, LOSS], ids=["gain", "loss"])
@pytest.mark.parametrize("ghost", [False, True])
@pytest.mark.parametrize(("layout", "size"), FORMS)
def test_that_the_figures_of_a_result_can_be_read(closed, layout, size, ghost, stakes):
    view = closed(layout, size, stakes, ghost=ghost)
    image = view.grab().toImage()
    for spot, stack in view.chips.items():
        ground, strongest = figure_contrast(crop(image, inner(view.chip_rect(spot))))
        assert strongest >= READABLE, (spot, stack)
        if stack.state is not ChipState.LOST and not ghost:
            box = view.picture.box_rect(spot)
            around = image.pixelColor(int(box.right() - box.width() * 0.25), int(box.top() + 6)).name()
            assert contrast(ground, around) >= READABLE, (spot, ground, around)


@pytest.mark.parametrize(
    ("stakes", "gain"), [(GAIN, True), (EVEN, False), (LOSS, False)], ids=["gain", "even", "loss"]
)
@pytest.mark.parametrize("ghost", [False, True])
def test_that_gold_is_for_a_gain_alone(closed, stakes, gain, ghost):
    found = result("B", stakes, ghost=ghost)
    golden = {Lit.GAIN, Lit.GHOST_GAIN} & set(found.lit.values())
    assert bool(golden) is gain
    assert (ChipState.PAID in {stack.state for stack in found.stacks.values()}) is gain
    view = closed("B", "1280x720", stakes, ghost=ghost)
    image = view.grab().toImage()
    gold = theme.CELL_WON_EDGE if not ghost else theme.GOLD_TEXT
    spots = {*found.lit, *found.stacks}
    assert any(colours(crop(image, view.picture.box_rect(spot)))[gold] for spot in spots) is gain


def test_that_a_result_names_what_was_paid_and_what_was_lost():
    found = result("A", GAIN)
    assert found.stacks == {
        "big": ChipStack(20_000, ChipState.PAID),
        "total-11": ChipStack(18_750, ChipState.PAID),
        "domino-35": ChipStack(7_000, ChipState.PAID),
        "single-3": ChipStack(1_500, ChipState.PAID),
        "total-8": ChipStack(500, ChipState.LOST),
    }
    others = {spot for spot, lit in found.lit.items() if lit is Lit.OTHER}
    assert others == {"odd", "double-3", "single-5"}
    assert {spot for spot, lit in found.lit.items() if lit is Lit.GAIN} == set(found.stacks) - {"total-8"}


PUSHED = Settlement({"ante": SpotResult(1_000, 1_000, 1_000), "bet": SpotResult(2_000, 2_000, 0)})
HALF = Settlement({"ante": SpotResult(1_000, 1_000, 3_000), "bet": SpotResult(2_000, 1_000, 0)})


@pytest.mark.parametrize("settlement", [PUSHED, HALF], ids=["stake back", "half of the stake back"])
@pytest.mark.parametrize("ghost", [False, True])
def test_that_a_bet_that_won_nothing_is_not_gold_in_a_round_with_a_gain(settlement, ghost):
    layout = game("stud").read_layout("A", layout_reader("stud"))
    found = board_result(layout, settlement, (Fact(CARD, ("Ks",), DEALER),), ghost=ghost)
    assert found is not None
    assert found.lit["ante"] is (Lit.GHOST_GAIN if ghost else Lit.GAIN)
    assert found.lit["bet"] is (Lit.GHOST_EVEN if ghost else Lit.EVEN)
    assert found.stacks["ante"].state is ChipState.PAID
    assert found.stacks["bet"].state is ChipState.RETURNED


@pytest.mark.parametrize("language", Language)
def test_that_another_language_keeps_the_result(make_view, language):
    view = make_view("C", language)
    view.set_result(result("C", GAIN))
    assert view.chips == result("C", GAIN).stacks
