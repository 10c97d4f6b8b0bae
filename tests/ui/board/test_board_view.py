"""The board under fingers: taps, holds, drags, several at once; chips, winners, marks."""

import sys

import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest

from kiosk.ui.kit import theme
from kiosk.ui.kit.chips import ChipStack, ChipState, chip_pixmap
from kiosk.ui.kit.texts import Language, Texts
from kiosk.ui.terminal.board.outcome import BoardResult, Lit
from kiosk.ui.terminal.sicbo.faces import board_faces

LEFT = Qt.MouseButton.LeftButton
BIG_WON = BoardResult({"big": Lit.GAIN, "odd": Lit.OTHER}, {"big": ChipStack(5000, ChipState.PAID)})


@pytest.fixture(scope="module")
def touch_screen(qapp):
    return QTest.createTouchDevice()


def middle(view, spot: str) -> QPoint:
    return view.cell_rect(spot).center().toPoint()


class Log:
    """What the view reported, in order."""

    def __init__(self, view) -> None:
        self.seen: list[tuple[str, ...]] = []
        for name in ("tapped", "held", "dragged_off", "refused"):
            getattr(view, name).connect(lambda *words, name=name: self.seen.append((name, *words)))


def test_that_a_tap_reports_its_spot(make_view):
    view = make_view()
    log = Log(view)
    QTest.mouseClick(view.viewport(), LEFT, pos=middle(view, "total-11"))
    assert log.seen == [("tapped", "total-11")]


def test_that_quick_taps_all_count(make_view):
    view = make_view()
    log = Log(view)
    QTest.mouseClick(view.viewport(), LEFT, pos=middle(view, "big"))
    # Qt names the press of a second quick tap a double click.
    QTest.mouseDClick(view.viewport(), LEFT, pos=middle(view, "big"))
    QTest.mouseRelease(view.viewport(), LEFT, pos=middle(view, "big"))
    assert log.seen == [("tapped", "big")] * 2


def test_that_every_spot_can_be_tapped(make_view):
    view = make_view("C", size=(940, 490))
    log = Log(view)
    spots = list(view.picture.plan.cells)
    for spot in spots:
        QTest.mouseClick(view.viewport(), LEFT, pos=middle(view, spot))
    assert log.seen == [("tapped", spot) for spot in spots]


def test_that_fingers_at_once_count_each_on_its_own(make_view, touch_screen):
    view = make_view()
    log = Log(view)
    port = view.viewport()
    spots = ("big", "small", "total-9")
    begin = QTest.touchEvent(port, touch_screen)
    for point, spot in enumerate(spots):
        begin.press(point, middle(view, spot), port)
    begin.commit()
    assert log.seen == []
    change = QTest.touchEvent(port, touch_screen)
    change.stationary(0).stationary(2)
    change.release(1, middle(view, "small"), port)
    change.commit()
    assert log.seen == [("tapped", "small")]
    end = QTest.touchEvent(port, touch_screen)
    end.release(0, middle(view, "big"), port).release(2, middle(view, "even"), port)
    end.commit()
    assert sorted(log.seen[1:]) == [("dragged_off", "total-9"), ("tapped", "big")]


def test_that_a_drag_off_the_spot_is_reported_once_and_is_no_tap(make_view):
    view = make_view()
    log = Log(view)
    QTest.mousePress(view.viewport(), LEFT, pos=middle(view, "single-6"))
    QTest.mouseMove(view.viewport(), middle(view, "single-5"))
    QTest.mouseMove(view.viewport(), middle(view, "single-4"))
    QTest.mouseRelease(view.viewport(), LEFT, pos=middle(view, "single-4"))
    assert log.seen == [("dragged_off", "single-6")]


def test_that_a_finger_may_roll_a_little_over_the_edge(make_view):
    view = make_view()
    log = Log(view)
    corner = view.cell_rect("any-triple").topLeft().toPoint() + QPoint(1, 1)
    QTest.mousePress(view.viewport(), LEFT, pos=corner)
    QTest.mouseRelease(view.viewport(), LEFT, pos=corner - QPoint(5, 5))
    assert log.seen == [("tapped", "any-triple")]


def test_that_a_long_press_is_held_and_no_tap(make_view, qtbot, monkeypatch):
    monkeypatch.setattr(theme, "LONG_PRESS_MS", 1)
    view = make_view()
    log = Log(view)
    with qtbot.waitSignal(view.held):
        QTest.mousePress(view.viewport(), LEFT, pos=middle(view, "odd"))
    QTest.mouseRelease(view.viewport(), LEFT, pos=middle(view, "odd"))
    assert log.seen == [("held", "odd")]


def test_that_a_long_press_takes_half_a_second(qapp):
    assert theme.LONG_PRESS_MS == 500


def test_that_a_cancelled_touch_means_nothing(make_view, touch_screen, qapp):
    view = make_view()
    log = Log(view)
    QTest.touchEvent(view.viewport(), touch_screen).press(0, middle(view, "big"), view.viewport()).commit()
    qapp.sendEvent(view.viewport(), QEvent(QEvent.Type.TouchCancel))
    QTest.touchEvent(view.viewport(), touch_screen).release(0, middle(view, "big"), view.viewport()).commit()
    assert log.seen == []


def test_that_a_touch_beside_the_spots_means_nothing(make_view):
    view = make_view("B")
    log = Log(view)
    QTest.mouseClick(view.viewport(), LEFT, pos=QPoint(10, 10))  # the caption of the panel
    assert log.seen == []


def test_that_a_press_is_shown_at_once_and_gone_after(make_view):
    view = make_view()
    before = view.grab().toImage()
    QTest.mousePress(view.viewport(), LEFT, pos=middle(view, "big"))
    assert view.grab().toImage() != before
    QTest.mouseRelease(view.viewport(), LEFT, pos=middle(view, "big"))
    assert view.grab().toImage() == before


@pytest.mark.rule("sicbo:3.5")
def test_that_a_board_that_takes_no_bets_says_why(make_view):
    view = make_view()
    log = Log(view)
    view.set_enabled(False, "No more bets")
    QTest.mouseClick(view.viewport(), LEFT, pos=middle(view, "big"))
    assert log.seen == [("refused", "No more bets", "big")]
    assert view.drop_target(view.viewport().mapToGlobal(middle(view, "big"))) is None
    view.set_enabled(True)
    QTest.mouseClick(view.viewport(), LEFT, pos=middle(view, "big"))
    assert log.seen[1:] == [("tapped", "big")]


def test_that_closing_forgets_the_fingers_on_the_board(make_view):
    view = make_view()
    log = Log(view)
    QTest.mousePress(view.viewport(), LEFT, pos=middle(view, "big"))
    view.set_enabled(False, "No more bets")
    QTest.mouseRelease(view.viewport(), LEFT, pos=middle(view, "big"))
    assert log.seen == []


def test_that_a_closed_board_looks_closed(make_view):
    view = make_view()
    at = view.cell_rect("big").topLeft().toPoint() + QPoint(60, 12)
    open_colour = view.grab().toImage().pixelColor(at)
    view.set_enabled(False, "No more bets")
    assert view.grab().toImage().pixelColor(at).lightness() < open_colour.lightness()


def test_that_a_closed_board_must_have_a_reason(make_view):
    with pytest.raises(ValueError, match="reason is empty"):
        make_view().set_enabled(False)


def test_that_chips_lie_where_they_were_set(make_view):
    view = make_view()
    before = view.grab().toImage()
    stacks = {"big": ChipStack(2500), "three-126": ChipStack(500, ChipState.REGISTERED)}
    view.set_chips(stacks)
    assert view.chips == stacks
    after = view.grab().toImage()
    for spot in view.picture.plan.cells:
        at = view.chip_rect(spot).center().toPoint()
        changed = before.copy(at.x() - 8, at.y() - 8, 16, 16) != after.copy(at.x() - 8, at.y() - 8, 16, 16)
        assert changed == (spot in stacks), spot
    view.set_chips({})
    assert view.grab().toImage() == before


@pytest.mark.parametrize("setter", ["set_chips", "set_result", "mark_below_minimum"])
def test_that_an_unknown_spot_is_refused(make_view, setter):
    view = make_view("A")
    stacks = {"three-126": ChipStack(100)}
    value = BoardResult({}, stacks) if setter == "set_result" else stacks
    with pytest.raises(KeyError, match=r"three-126 .*layout A"):
        getattr(view, setter)(value)


def test_that_a_result_lights_the_winners_and_takes_the_place_of_the_stakes(make_view):
    view = make_view()
    stacks = {"big": ChipStack(2500, ChipState.REGISTERED), "small": ChipStack(500, ChipState.REGISTERED)}
    view.set_chips(stacks)
    dark = view.grab().toImage()
    view.set_result(BIG_WON)
    assert view.chips == BIG_WON.stacks
    lit = view.grab().toImage()
    at = view.cell_rect("big").topLeft().toPoint() + QPoint(60, 8)
    assert lit.pixelColor(at).lightness() > dark.pixelColor(at).lightness() + 60
    assert lit.pixelColor(middle(view, "odd")) == dark.pixelColor(middle(view, "odd"))
    view.set_result(None)
    assert view.chips == stacks
    assert view.grab().toImage() == dark


def test_that_spots_below_the_minimum_are_marked(make_view):
    view = make_view()
    before = view.grab().toImage()
    view.mark_below_minimum({"total-8"})
    assert view.grab().toImage() != before
    view.mark_below_minimum(())
    assert view.grab().toImage() == before


def test_that_a_dragged_chip_finds_its_spot(make_view):
    view = make_view()
    before = view.grab().toImage()
    assert view.drop_target(view.viewport().mapToGlobal(middle(view, "domino-56"))) == "domino-56"
    assert view.drop_target(view.viewport().mapToGlobal(QPoint(-5, -5))) is None
    view.set_drop_hover("domino-56")
    assert view.grab().toImage() != before
    view.set_drop_hover(None)
    assert view.grab().toImage() == before


def test_that_another_language_keeps_chips_and_winners(make_view):
    view = make_view()
    view.set_chips({"big": ChipStack(2500)})
    view.set_result(BIG_WON)
    english = view.grab().toImage()
    view.set_faces(board_faces(view._layout, Texts(Language.ZH)), Language.ZH)
    assert view.chips == BIG_WON.stacks
    assert view.grab().toImage() != english
    view.set_faces(board_faces(view._layout, Texts(Language.EN)), Language.EN)
    assert view.grab().toImage() == english


def test_that_a_resized_board_looks_as_if_made_in_that_size(make_view):
    small = make_view(size=(940, 490))
    large = make_view(size=(1430, 730))
    for view in (small, large):
        view.set_chips({"big": ChipStack(2500), "triple-6": ChipStack(100)})
        view.mark_below_minimum({"triple-6"})
    large.resize(940, 490)
    assert large.grab().toImage() == small.grab().toImage()


def test_that_motion_ends_where_no_motion_begins(make_view):
    still, moving = make_view(), make_view(animations=True)
    for view in (still, moving):
        view.set_chips({"big": ChipStack(2500), "even": ChipStack(500)})
        view.set_result(BIG_WON)
        view.set_enabled(False, "closed")
    moving._motions.finish()
    assert moving.grab().toImage() == still.grab().toImage()


def test_that_a_new_chip_repaints_its_place_and_not_the_board(make_view, qapp):
    view = make_view()
    view.set_chips({spot: ChipStack(500) for spot in list(view.picture.plan.cells)[:60]})
    qapp.processEvents()
    painted: list[int] = []

    class Watch(QObject):
        def eventFilter(self, _watched, event):  # noqa: N802  Qt's name
            if event.type() == QEvent.Type.Paint:
                painted.append(event.rect().width() * event.rect().height())
            return False

    watch = Watch()
    view.viewport().installEventFilter(watch)
    view.set_chips({**view.chips, "big": ChipStack(1000)})
    qapp.processEvents()
    cell = view.cell_rect("big")
    assert painted
    assert max(painted) <= cell.width() * cell.height()


def painted_anew(view, stacks):
    """How many pictures of chips had to be painted to show these stacks."""
    before = chip_pixmap.cache_info().misses
    view.set_chips(stacks)
    return chip_pixmap.cache_info().misses - before


def rests(qtbot, view):
    """All that was to be painted ahead is there."""
    qtbot.waitUntil(lambda: not view._idle.isActive())


@pytest.mark.parametrize("state", [ChipState.SENT, ChipState.REGISTERED])
def test_that_a_chip_that_was_laid_is_painted_ahead_as_it_will_look(make_view, qtbot, state):
    view = make_view()
    view.set_chips({"big": ChipStack(123_400)})
    rests(qtbot, view)
    assert painted_anew(view, {"big": ChipStack(123_400, state)}) == 0


def test_that_as_much_again_on_the_same_spot_is_painted_ahead(make_view, qtbot):
    view = make_view()
    view.set_chips({"big": ChipStack(223_400)})
    view.set_chips({"big": ChipStack(223_900)})
    rests(qtbot, view)
    assert painted_anew(view, {"big": ChipStack(224_400)}) == 0


def test_that_the_chip_in_hand_is_painted_ahead_for_every_spot(make_view, qtbot):
    view = make_view()
    view.prepare(323_400)
    rests(qtbot, view)
    assert painted_anew(view, {spot: ChipStack(323_400) for spot in view.picture.plan.cells}) == 0


def test_that_nothing_is_painted_ahead_while_a_finger_comes_down(make_view, qtbot):
    view = make_view()
    view.set_chips({"big": ChipStack(423_400)})
    view._idle.setTimerType(Qt.TimerType.PreciseTimer)
    view._idle.start(60_000)
    qtbot.waitUntil(lambda: view._idle.remainingTime() < 59_000)
    QTest.mousePress(view.viewport(), LEFT, pos=middle(view, "small"))
    assert view._idle.remainingTime() > 59_000


def test_that_winners_are_painted_ahead_once_bets_are_closed(make_view, qtbot):
    view = make_view(size=(1433, 731))  # boards of one size share their pictures
    view.prepare(500)
    rests(qtbot, view)
    assert not view.picture._lit
    view.set_enabled(False, "closed")
    rests(qtbot, view)
    assert view.picture._lit.keys() == {(spot, Lit.OTHER) for spot in view.picture.plan.cells}


def test_that_pictures_do_not_depend_on_what_was_shown_before(make_view):
    first = make_view("A", Language.ZH).grab().toImage()
    assert first.format() != QImage.Format.Format_Invalid
    assert make_view("A", Language.ZH).grab().toImage() == first


def test_that_a_lost_release_leaves_no_press_behind(make_view):
    view, taps = make_view("A"), []
    view.tapped.connect(taps.append)
    at = QPointF(middle(view, "big"))
    view._down(1, at)
    view._down(1, at)
    assert len(view._presses) == 1
    view._up(1, at)
    assert taps == ["big"]
    assert view._presses == {}


def test_that_a_press_leaves_nothing_to_be_deleted_later(make_view):
    """A timer object that waits for that is freed twice when the board goes first: the process dies."""
    view = make_view("A")
    before = view.children()
    view._down(1, QPointF(middle(view, "big")))
    view._up(1, QPointF(middle(view, "big")))
    assert view.children() == before


def test_that_painting_does_not_lose_references_to_none(make_view, qapp):
    """PySide6 6.12.0 on Python 3.11 dropped one at ordinary calls and aborted after some hundred paints."""
    view = make_view("A", size=(600, 310))
    view.tapped.connect(lambda spot: view.set_chips({spot: ChipStack(500)}))
    spots = list(view.picture.plan.cells)
    before = sys.getrefcount(None)
    for number in range(2000):
        QTest.mouseClick(view.viewport(), LEFT, pos=middle(view, spots[number % 2]))
        view.viewport().update()
        qapp.processEvents()
    assert sys.getrefcount(None) >= before - 50
