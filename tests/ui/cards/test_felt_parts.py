"""The parts of a card game's felt: hands that come and turn, other boxes, the decision bar, the pay table."""

from collections import Counter
from itertools import pairwise

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QObject, QRect
from PySide6.QtGui import QFontMetricsF, QRegion

from kiosk.tools.shots.studio import StillClock
from kiosk.ui.kit.clock import Countdown
from kiosk.ui.kit.style import Style
from kiosk.ui.kit.texts import Language, Texts
from kiosk.ui.kit.theme import Scale
from kiosk.ui.terminal.cards.boxes_view import BoxesView
from kiosk.ui.terminal.cards.decision_bar import DecisionBar
from kiosk.ui.terminal.cards.faces import BarFace, BoxFace, OptionFace, ResultLine
from kiosk.ui.terminal.cards.hand_view import HandView
from kiosk.ui.terminal.cards.pay_table import PayRow, PaySection, PayTable
from kiosk.ui.terminal.cards.played_hands_view import PlayedHand, shown_note

LOOK = Style(Texts(Language.EN), Scale(1.0))
HAND = ("Ah", "Kd", "9s", "4c", "2h")


@pytest.fixture
def shown(qtbot):
    def show(widget, width, height):
        qtbot.addWidget(widget)
        widget.resize(width, height)
        widget.show()
        qtbot.waitExposed(widget)
        return widget

    return show


class Watch(QObject):
    """Keeps what a widget is asked to paint."""

    def __init__(self):
        super().__init__()
        self.region = QRegion()

    def eventFilter(self, _widget, event):  # noqa: N802  Qt's name
        if event.type() == QEvent.Type.Paint:
            self.region += event.region()
        return False


@pytest.fixture
def painted(qtbot):
    """What a widget is asked to paint when something is done to it."""

    def watch(widget, do):
        QCoreApplication.processEvents()  # what was asked for before is painted before
        kept = Watch()
        widget.installEventFilter(kept)
        do()
        qtbot.waitUntil(lambda: not kept.region.isEmpty())
        return kept.region.boundingRect()

    return watch


# --- a hand


def test_that_cards_lie_in_their_places_side_by_side(shown):
    view = shown(HandView(5, animations=False), 1000, 240)
    view.show_cards(HAND)
    rects = [view.card_rect(at) for at in range(5)]
    assert all(view.rect().contains(rect) for rect in rects)
    assert all(one.right() < other.x() for one, other in pairwise(rects))


@pytest.mark.parametrize(("width", "height"), [(1000, 240), (360, 240), (500, 90)])
def test_that_cards_fit_their_room(shown, width, height):
    view = shown(HandView(5, animations=False), width, height)
    assert view.rect().contains(view.card_rect(0))
    assert view.rect().contains(view.card_rect(4))


def test_that_a_new_card_comes_and_a_hidden_one_turns_and_then_nothing_moves(shown, qtbot):
    view = shown(HandView(5), 1000, 240)
    view.show_cards((None,) * 5)
    assert view.moving
    qtbot.waitUntil(lambda: not view.moving)
    view.show_cards(HAND)
    assert view.moving
    qtbot.waitUntil(lambda: not view.moving)
    assert not view._timer.isActive()
    still = view.grab().toImage()
    other = shown(HandView(5, animations=False), 1000, 240)
    other.show_cards(HAND)
    assert other.grab().toImage() == still


def test_that_cards_that_are_taken_away_move_no_more(shown):
    view = shown(HandView(5), 1000, 240)
    view.show_cards(HAND)
    view.show_cards(())
    assert not view._moves


def test_that_one_card_that_changes_is_painted_alone(shown, painted):
    view = shown(HandView(5, animations=False), 1000, 240)
    view.show_cards((*HAND[:4], None))
    rect = painted(view, lambda: view.show_cards(HAND))
    assert rect.left() > view.card_rect(3).right()


# --- other boxes


@pytest.mark.parametrize("count", [1, 4, 5, 8])
@pytest.mark.parametrize(("width", "height", "rows"), [(1426, 122, 1), (1056, 216, 2), (620, 70, 1)])
def test_that_boxes_lie_apart_in_their_room(shown, count, width, height, rows):
    view = shown(BoxesView(LOOK, 5), width, height)
    view.apply_style(LOOK, rows)
    view.show_boxes(tuple(BoxFace(f"Seat {number}", HAND) for number in range(count)))
    rects = [view.box_rect(at) for at in range(count)]
    assert all(view.rect().contains(rect) for rect in rects)
    assert not any(one.intersects(other) for number, one in enumerate(rects) for other in rects[number + 1 :])


def test_that_one_box_that_changes_is_painted_alone(shown, painted):
    view = shown(BoxesView(LOOK, 5), 1426, 122)
    boxes = tuple(BoxFace(f"Seat {number}") for number in range(5))
    view.show_boxes(boxes)
    changed = (BoxFace("Seat 0", note="BET"), *boxes[1:])
    assert painted(view, lambda: view.show_boxes(changed)) == view.box_rect(0)


# --- the decision bar

TAKE = OptionFace("take", "TAKE", "$5.00", {"more": 500}, primary=True)
LEAVE = OptionFace("leave", "LEAVE", question="Leave it?", confirm="Yes, leave")


@pytest.fixture
def bar(shown):
    made = shown(DecisionBar(LOOK, Countdown(StillClock())), 1060, 110)
    made.taken = []
    made.chosen.connect(made.taken.append)
    return made


def test_that_what_is_not_asked_about_is_chosen_at_once(bar):
    bar.show_face(BarFace("?", options=(LEAVE, TAKE)))
    assert bar.buttons["take"].text() == "TAKE\n$5.00"
    bar.buttons["take"].click()
    assert bar.taken == [TAKE]


def test_that_a_question_hides_the_options_until_it_is_answered(bar):
    bar.show_face(BarFace("?", options=(LEAVE, TAKE)))
    bar.buttons["leave"].click()
    assert bar.taken == []
    assert not any(button.isVisible() for button in bar.buttons.values())
    bar.keep.click()
    assert all(button.isVisible() for button in bar.buttons.values())
    bar.buttons["leave"].click()
    bar.confirm.click()
    assert bar.taken == [LEAVE]


def test_that_a_question_ends_when_its_option_is_gone_or_cannot_be_taken(bar):
    for after in ((TAKE,), (OptionFace("leave", "LEAVE", why_not="not now"), TAKE)):
        bar.show_face(BarFace("?", options=(LEAVE, TAKE)))
        bar.buttons["leave"].click()
        bar.show_face(BarFace("?", options=after))
        assert bar.asks is None
        bar.show_face(BarFace())


def test_that_buttons_lie_in_the_bar_and_leave_the_words_alone(bar):
    bar.show_face(BarFace("?", options=(LEAVE, TAKE)))
    for button in bar.buttons.values():
        assert bar.rect().contains(button.geometry())
        assert button.x() > bar._words_room().right()


def test_that_every_line_of_every_button_fits_on_one_line(bar):
    """A line that wraps is cut off above and below: so EVEN MONEY once lost its first word."""
    sums = ("INSURANCE\nfor less", "EVEN MONEY\nwins $10 now", "INSURANCE\n$5", "NO, PLAY ON")
    options = (OptionFace(text, *text.split("\n")) for text in sums)
    bar.show_face(BarFace("The dealer shows an Ace", "Insurance", tuple(options), timed=True))
    for button in bar.buttons.values():
        metrics = QFontMetricsF(button.font())
        assert all(metrics.horizontalAdvance(line) < button.width() for line in button.text().split("\n"))


def test_that_lines_are_told_without_options(bar):
    bar.show_face(BarFace(lines=(ResultLine("Ante", "lost", "−$5.00"),), net="−$5.00"))
    assert bar.buttons == {}
    assert bar.grab().toImage().pixelColor(40, 40).isValid()


# --- hands that grow


def test_that_how_a_hand_ended_is_said_in_fewer_signs_before_it_gets_too_small():
    hand = PlayedHand(note="Won +$10.00", brief="+$10.00")
    said, written = shown_note(LOOK, hand, 200)
    assert (said, written.pixelSize()) == ("Won +$10.00", 22)
    said, written = shown_note(LOOK, hand, 76)
    assert said == "+$10.00"
    assert written.pixelSize() >= 18
    assert shown_note(LOOK, PlayedHand(note="Won +$10.00"), 76)[0] == "Won +$10.00"


# --- the pay table

SECTIONS = (
    PaySection("BET", tuple(PayRow(f"row {number}", f"{number} to 1") for number in range(9)), "a note"),
    PaySection("PRIZES", tuple(PayRow(f"prize {number}", "$1") for number in range(5)), "another"),
)


@pytest.mark.parametrize(("width", "height"), [(390, 680), (1020, 250), (260, 450)])
def test_that_all_rows_lie_apart_in_the_table(shown, width, height):
    table = shown(PayTable(LOOK), width, height)
    table.show_sections(SECTIONS)
    rects = [
        table.row_rect(at, row) for at, section in enumerate(SECTIONS) for row in range(len(section.rows))
    ]
    room = QRect(0, 0, width + 1, height + 1)
    assert all(room.contains(rect) for rect in rects)
    assert not any(
        one.adjusted(1, 1, -1, -1).intersects(other.adjusted(1, 1, -1, -1))
        for number, one in enumerate(rects)
        for other in rects[number + 1 :]
    )


@pytest.mark.parametrize(("height", "columns"), [(180, [4, 4, 3]), (245, [6, 5])])
def test_that_a_section_has_no_more_columns_than_its_rows_need(shown, height, columns):
    table = shown(PayTable(LOOK), 1040, height)
    table.show_sections([PaySection("BONUS", tuple(PayRow(f"row {n}", "2500 to 1") for n in range(11)))])
    assert sorted(Counter(table.row_rect(0, row).x() for row in range(11)).values(), reverse=True) == columns


def test_that_a_row_that_is_lit_is_painted_alone(shown, painted):
    table = shown(PayTable(LOOK), 390, 680)
    table.show_sections(SECTIONS)
    rows = SECTIONS[0].rows
    lit = (
        PaySection("BET", (*rows[:8], PayRow(rows[8].name, rows[8].pays, lit=True)), "a note"),
        SECTIONS[1],
    )
    assert painted(table, lambda: table.show_sections(lit)) == table.row_rect(0, 8)
    assert table.lit == ("row 8",)
