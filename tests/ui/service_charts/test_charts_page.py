"""The service screen "Charts" over real books: what it says, what a finger reads, and that nothing is cut."""

import re
import sqlite3
from datetime import timedelta
from itertools import pairwise, product

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QPainter, QPicture, QPointingDevice, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel

from kiosk.store.statistics import Per
from kiosk.ui.kit import theme
from kiosk.ui.kit.texts import Language
from kiosk.ui.kit.theme import MIN_TOUCH_PX
from kiosk.ui.service.charts import layers
from kiosk.ui.service.charts.drawings import Tab
from kiosk.ui.service.charts.spans import Period
from kits.ui.contrast import contrast

LARGEST = 10**15  # cents
EVERYWHERE = [(size, language) for size, language in product(range(4), Language)]


def _shown_charts(page):
    return [chart for chart in page.charts if chart.isVisible()]


def _place(chart, index):
    """Where a finger must go for a bucket, in the chart's px."""
    curves, count = chart.curves(), len(chart._buckets)
    at = chart._box.mapViewToScene(QPointF(index + 0.5, chart.axis.low)).x() + chart.view.x()
    assert curves.left() <= at <= curves.right(), (index, count)
    return QPoint(round(at), round(curves.center().y()))


def _check_words(page):
    """No label, button, legend or mark of an axis is cut, and nothing lies on anything else."""
    for shown in page.findChildren(QLabel):
        if not shown.isVisible() or not shown.text():
            continue
        assert shown.heightForWidth(shown.width()) <= shown.height() + 1, shown.text()
        words = re.split(r"(?<=[ ，：。（）至])", shown.text())  # where a line may end
        assert max(shown.fontMetrics().horizontalAdvance(word) for word in words) <= shown.width(), words
        inside = page.rect().contains(shown.geometry().translated(shown.parent().mapTo(page, QPoint(0, 0))))
        assert inside, shown.text()
    for button in (*page.tabs.values(), *page.pers.values(), *page.periods.values()):
        assert button.fontMetrics().horizontalAdvance(button.text()) <= button.width() - 4, button.text()
        assert min(button.width(), button.height()) >= MIN_TOUCH_PX
        assert page.rect().contains(button.geometry())
    for chart in _shown_charts(page):
        assert chart.legend.geometry().bottom() < chart.view.geometry().top()
        for place in chart.legend.places(chart.legend.width()):
            assert place.right() <= chart.legend.width()
            assert place.bottom() <= chart.legend.height() + 1
        _check_marks(chart)


def _check_marks(chart):
    """Every mark of both axes is really drawn, whole."""
    for side in ("left", "bottom"):
        axis = chart._item.getAxis(side)
        wanted = [text for _, text in axis._tickLevels[0]]
        axis.picture = None
        chart.view.grab()
        painted = _painted(axis)
        assert [text for _, text in painted] == wanted
        room = chart.view.rect()
        for rect, text in painted:
            assert room.contains(axis.mapRectToScene(rect).toAlignedRect().adjusted(1, 1, -1, -1)), text


def _painted(axis):
    picture = QPicture()
    painter = QPainter(picture)
    painter.setFont(axis.style["tickFont"])
    _, _, texts = axis.generateDrawSpecs(painter)
    painter.end()
    return [(rect, text) for rect, _, text in texts]


# --- words ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("size", "language"), EVERYWHERE)
def test_that_nothing_is_cut_on_any_tab(make_page, busy_books, kit, size, language):
    page = make_page(kit.BookDesk(busy_books), language, kit.WINDOWS[size])
    for period, tab in product((Period.TODAY, Period.WEEK), Tab):
        page.show_period(period)
        page.show_tab(tab)
        QApplication.processEvents()
        page.charts[0].touched.emit(1)
        assert len(_shown_charts(page)) == (1 if tab is Tab.MONEY else 2)
        _check_words(page)


@pytest.mark.parametrize(("size", "language"), EVERYWHERE)
def test_that_the_largest_amounts_are_told_whole(make_page, books, kit, size, language):
    for hours in range(0, 170, 2):
        kit.put(
            books,
            kit.NOW - timedelta(hours=hours),
            turnover=LARGEST,
            wins=LARGEST * 2,
            rounds_played=40,
            theory=LARGEST * 28,
            variance=2**62,
            notes=-LARGEST,
            notes_10000=LARGEST // 10_000,
            tickets_in=-LARGEST,
            tickets_out=LARGEST,
        )
    page = make_page(kit.BookDesk(books), language, kit.WINDOWS[size])
    for tab in Tab:
        page.show_tab(tab)
        QApplication.processEvents()
        page.charts[0].touched.emit(3)
        _check_words(page)
    assert "$800,000,000,000,000.00" in page.summary.text()


def test_that_the_period_is_told_in_words(make_page, busy_books, kit):
    page = make_page(kit.BookDesk(busy_books))
    total = page._series.total
    assert f"{total.win / total.turnover:.2%}" in page.summary.text()
    assert f"theory {total.theory / 1_000 / total.turnover:.2%}" in page.summary.text()
    assert f"rounds {total.rounds:,}" in page.summary.text()
    assert page.note.text().startswith("● Within the band")
    page.show_tab(Tab.MONEY)
    assert page.note.text().startswith(f"In ${total.money_in / 100:,.2f}: notes ")
    page.show_tab(Tab.UPTIME)
    assert f"faults {total.faults}" in page.note.text()


@pytest.mark.parametrize(
    ("win", "rounds", "sign", "warns"),
    [(5_000, 100, "▲", True), (-3_500, 100, "▼", True), (1_000, 100, "●", False), (5_000, 29, "○", False)],
)
def test_that_the_verdict_has_a_sign_of_its_own(make_page, books, kit, win, rounds, sign, warns):
    meters = {"turnover": 50_000, "wins": 50_000 - win, "theory": 1_000_000, "variance": 10_000}
    kit.put(books, kit.NOW, rounds_played=rounds, **meters)
    page = make_page(kit.BookDesk(books))
    assert page.note.text().startswith(sign)
    assert (page.note.palette().windowText().color().name() == theme.WARN) is warns


@pytest.mark.parametrize("language", Language)
def test_that_an_idle_seat_says_so_in_words(make_page, books, kit, language):
    page = make_page(kit.BookDesk(books), language)
    told = set()
    for tab in Tab:
        page.show_tab(tab)
        assert page.message.isVisible()
        assert not _shown_charts(page)
        told.add(page.message.text())
        _check_words(page)
    assert len(told) == 3  # played, money, kept
    assert "–" in page.summary.text()


def test_that_faults_alone_are_drawn_where_nothing_was_played(make_page, books, kit):
    kit.put(books, kit.NOW, faults=1, minutes_up=10)
    page = make_page(kit.BookDesk(books))
    assert page.message.isVisible()
    page.show_tab(Tab.UPTIME)
    assert page.charts[1].plot.layers[0].values[-1] == 1


# --- fingers -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", range(4))
@pytest.mark.parametrize("index", [0, 3, 6])
def test_that_a_click_reads_the_bucket_below_it(make_page, busy_books, kit, size, index):
    page = make_page(kit.BookDesk(busy_books), window=kit.WINDOWS[size])
    for chart in page.charts:
        QTest.mouseClick(chart, Qt.MouseButton.LeftButton, pos=_place(chart, index))
        figures = page._series.buckets[index].figures
        assert page.reading.text().startswith(
            f"{21 + index} Nov 2026: turnover ${figures.turnover / 100:,.2f}"
        )
        assert [one.cursor_at for one in page.charts] == [index, index]
        page.charts[0].touched.emit(5)


def test_that_a_finger_reads_and_follows(make_page, busy_books, kit):
    page = make_page(kit.BookDesk(busy_books))
    chart, device = page.charts[0], QTest.createTouchDevice()
    QTest.touchEvent(chart, device).press(1, _place(chart, 2), chart).commit()
    assert page.reading.text().startswith("23 Nov 2026")
    QTest.touchEvent(chart, device).move(1, _place(chart, 4), chart).commit()
    assert page.reading.text().startswith("25 Nov 2026")
    QTest.touchEvent(chart, device).release(1, _place(chart, 4), chart).commit()
    assert chart.cursor_at == 4


def test_that_a_finger_reads_every_tab(make_page, busy_books, kit):
    page = make_page(kit.BookDesk(busy_books))
    figures = page._series.buckets[3].figures
    wanted = {
        Tab.TURNOVER: f"rounds {figures.rounds}",
        Tab.HOLD: f"hold {figures.hold:.2%} · theory {figures.expected_hold:.2%}",
        Tab.MONEY: f"{figures.notes[2_000]} × $20 notes",
        Tab.UPTIME: f"faults {figures.faults}",
    }
    for tab, words in wanted.items():
        page.show_tab(tab)
        QApplication.processEvents()
        assert page.reading.text() == "Touch a chart to read its values."
        QTest.mouseClick(page.charts[0], Qt.MouseButton.LeftButton, pos=_place(page.charts[0], 3))
        assert words in page.reading.text()


def test_that_an_hour_is_read_with_its_time(make_page, busy_books, kit):
    page = make_page(kit.BookDesk(busy_books))
    page.show_period(Period.TODAY)
    QTest.mouseClick(page.charts[0], Qt.MouseButton.LeftButton, pos=_place(page.charts[0], 14))
    assert page.reading.text().startswith("27 Nov 2026, 14:00 to 15:00: ")


def test_that_a_touch_beside_the_curves_reads_nothing(make_page, busy_books, kit):
    page = make_page(kit.BookDesk(busy_books))
    chart = page.charts[0]
    for at in (
        QPoint(2, chart.height() // 2),
        chart.title.geometry().center(),
        chart.below.geometry().center(),
    ):
        QTest.mouseClick(chart, Qt.MouseButton.LeftButton, pos=at)
    assert chart.cursor_at is None


def test_that_no_finger_moves_the_view(make_page, busy_books, kit):
    page = make_page(kit.BookDesk(busy_books))
    chart = page.charts[0]
    before = chart._box.viewRange()
    start, end = _place(chart, 1), _place(chart, 5)
    QTest.mousePress(chart, Qt.MouseButton.LeftButton, pos=start)
    QTest.mouseMove(chart, end)
    QTest.mouseRelease(chart, Qt.MouseButton.LeftButton, pos=end)
    QTest.mouseClick(chart, Qt.MouseButton.RightButton, pos=end)
    QTest.mouseDClick(chart, Qt.MouseButton.LeftButton, pos=end)
    wheel = QWheelEvent(
        QPointF(end),
        QPointF(chart.mapToGlobal(end)),
        QPoint(),
        QPoint(0, 240),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
        Qt.MouseEventSource.MouseEventNotSynthesized,
        QPointingDevice.primaryPointingDevice(),
    )
    QApplication.sendEvent(chart, wheel)
    assert chart._box.viewRange() == before
    assert chart.childAt(end) is None  # pyqtgraph's own view is never touched
    assert not chart._item.autoBtn.isVisible()
    assert chart._box.menu is None


def test_that_a_cursor_stays_when_the_window_changes(make_page, busy_books, kit):
    page = make_page(kit.BookDesk(busy_books))
    page.charts[0].touched.emit(4)
    page.resize(page.width() - 200, page.height())
    QApplication.processEvents()
    assert page.charts[0].cursor_at == 4


# --- what is asked -------------------------------------------------------------------------------------------------


def test_that_a_day_is_shown_in_hours_and_a_quarter_in_days(make_page, busy_books, kit):
    page = make_page(kit.BookDesk(busy_books))
    for period, buckets in ((Period.TODAY, 15), (Period.WEEK, 7), (Period.QUARTER, 90), (Period.MONTH, 30)):
        page.periods[period].click()
        assert len(page._series.buckets) == buckets
        assert page.periods[period].isChecked()
    page.pers[Per.HOUR].click()
    assert len(page._series.buckets) == 29 * 24 + 15
    page.pers[Per.DAY].click()
    assert len(page._series.buckets) == 30


def test_that_ninety_days_of_hours_are_drawn(make_page, busy_books, kit):
    page = make_page(kit.BookDesk(busy_books))
    page.show_period(Period.QUARTER)
    page.show_per(Per.HOUR)
    for tab in Tab:
        page.show_tab(tab)
        QApplication.processEvents()
        _check_words(page)
    QTest.mouseClick(page.charts[0], Qt.MouseButton.LeftButton, pos=_place(page.charts[0], 2_100))
    assert abs(page.charts[0].cursor_at - 2_100) <= 3  # buckets are narrower than a pixel


def test_that_an_answer_to_an_older_question_is_passed_over(make_page, busy_books, kit):
    desk = kit.BookDesk(busy_books)
    desk.patient = True
    page = make_page(desk)
    assert page.message.text() == "Reading the seat's books …"
    page.show_period(Period.MONTH)
    first, second = desk.waiting
    for question, answer in (second, first):
        answer(question(busy_books))
    assert len(page._series.buckets) == 30


def test_that_books_that_do_not_answer_are_told_and_a_late_answer_is_shown(make_page, busy_books, kit):
    desk = kit.BookDesk(busy_books)
    desk.patient = True
    page = make_page(desk)
    assert page._patience.isActive()
    page._patience.timeout.emit()
    assert page.message.isVisible()
    assert "cannot be read" in page.message.text()
    page.show_tab(Tab.MONEY)  # and stays so on the other tabs
    assert "cannot be read" in page.message.text()
    desk.answer()
    assert not page._patience.isActive()
    assert _shown_charts(page)


def test_that_damaged_books_are_an_error_of_the_question(make_page, books, kit):
    kit.put(books, kit.NOW, faults=-1)
    desk = kit.BookDesk(books)
    desk.patient = True
    make_page(desk)
    [(question, _)] = desk.waiting
    with pytest.raises(sqlite3.DatabaseError, match="faults is -1"):
        question(books)


# --- drawing -------------------------------------------------------------------------------------------------------


def test_that_money_in_stands_on_each_other_and_its_rows_name_it_all(make_page, busy_books, kit):
    page = make_page(kit.BookDesk(busy_books))
    page.show_tab(Tab.MONEY)
    bars = [layer for layer in page.charts[0].plot.layers if isinstance(layer, layers.Bars)]
    for n, bucket in enumerate(page._series.buckets):
        assert sum(layer.values[n] for layer in bars) == bucket.figures.money_in
        tops = [layer.base[n] + layer.values[n] for layer in bars]
        assert [layer.base[n] for layer in bars] == [0, *tops[:-1]]
    names = [name for name, _, _ in page.kinds.rows.words()]
    assert names == ["$5 notes", "$10 notes", "$20 notes", "$50 notes", "$100 notes", "Tickets"]
    faces = [(kind.colour, kind.pattern) for kind in page.kinds.rows.kinds]
    assert len({colour for colour, _ in faces}) == len(faces)
    assert all(before[1] != after[1] for before, after in pairwise(faces))


def test_that_theory_lies_inside_its_band_and_the_band_widens(make_page, busy_books, kit):
    page = make_page(kit.BookDesk(busy_books))
    page.show_tab(Tab.HOLD)
    shade, theory, win = page.charts[0].plot.layers
    widths = [high - low for low, high in zip(shade.lows, shade.highs, strict=True)]
    assert widths == sorted(widths)
    assert all(a < b < c for a, b, c in zip(shade.lows, theory.values, shade.highs, strict=True))
    assert win.values[-1] == page._series.total.win
    assert theory.style is not win.style  # told apart without colour


def test_that_the_axis_holds_every_band_of_the_win_and_the_usual_one_of_the_hold(make_page, books, kit):
    for hours in range(12):
        few = hours == 5  # of little turnover and much chance
        meters = {"turnover": 1_000 if few else 100_000, "wins": 970 if few else 97_000}
        theory = 28_000 if few else 2_800_000
        at = kit.NOW - timedelta(hours=hours)
        kit.put(books, at, rounds_played=3, theory=theory, variance=10_000, **meters)
    page = make_page(kit.BookDesk(books))
    page.show_period(Period.TODAY)
    shade, axis = page.charts[1].plot.layers[0], page.charts[1].axis
    assert axis.low <= min(low for low in shade.lows if low is not None)
    assert axis.high >= max(high for high in shade.highs if high is not None)
    page.show_tab(Tab.HOLD)
    highs = sorted(high for high in page.charts[1].plot.layers[0].highs if high is not None)
    assert 0.03 < highs[0] == highs[-2] < highs[-1] / 20
    assert highs[0] <= page.charts[1].axis.high < 2 * highs[0]


def test_that_a_chart_lies_on_the_panel_and_shows_its_curves(make_page, busy_books, kit):
    page = make_page(kit.BookDesk(busy_books))
    picture = page.charts[0].grab().toImage()
    curves = page.charts[0].curves()
    assert picture.pixelColor(round(curves.left()) + 3, round(curves.top()) + 3).name() == theme.PANEL
    seen = {
        picture.pixelColor(x, round(curves.bottom()) - 40).name()
        for x in range(round(curves.left()), round(curves.right()))
    }
    assert layers.BLUE in seen


@pytest.mark.parametrize("colour", [layers.GOLD, layers.BLUE, layers.WHITE, layers.BAND_EDGE])
def test_that_what_must_be_seen_stands_out_from_the_panel(colour):
    assert contrast(colour, theme.PANEL) >= 3


def test_that_lines_stand_out_from_the_band():
    assert contrast(layers.GOLD, layers.BAND) >= 3
    assert contrast(layers.WHITE, layers.BAND) >= 3
