"""The side panel: what it shows of known rounds, in both languages and at every size."""

import msgspec
import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from kiosk.seat.accounts import Balances
from kiosk.seat.state import LastRound, new_session
from kiosk.ui.kit import theme
from kiosk.ui.kit.rounds import RoundsPage
from kiosk.ui.kit.texts import Language, Texts
from kiosk.ui.kit.theme import MIN_TOUCH_PX
from kiosk.ui.terminal.panel.side import SidePanel
from kiosk.ui.terminal.regions import regions
from kiosk.ui.terminal.sicbo.hot_and_cold import NumbersPage
from kiosk.ui.terminal.sicbo.results import ResultsPage
from kiosk.ui.terminal.sicbo.totals import TotalsPage
from kits.ui.tabs import Tab

INFORMATION_ONLY = {Language.EN: "information only", Language.ZH: "仅供参考"}


@pytest.fixture
def make_panel(qtbot, seats):
    def make(model, language=Language.EN, size=seats.SIZES[1], **more):
        parts = regions(size)
        panel = SidePanel(model, Texts(language), parts.scale, **more)
        qtbot.addWidget(panel)
        panel.resize(parts.side_panel.size())
        panel.show()
        qtbot.waitExposed(panel)
        return panel

    return make


@pytest.fixture
def outcomes(seats):
    return [
        seats.rolled(1, 3, 3, 5),
        seats.rolled(2, 1, 2, 6),
        seats.rolled(3, 4, 4, 4),
        seats.void(4),
        seats.rolled(5, 6, 5, 5),
    ]


def _words(widget):
    return [label.text() for label in widget.findChildren(QLabel)]


@pytest.mark.rule("sicbo:5.8")
@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("tab", [Tab.RESULTS, Tab.TOTALS, Tab.NUMBERS])
def test_that_every_trend_is_marked_information_only(make_panel, make_model, outcomes, language, tab):
    panel = make_panel(make_model(outcomes=outcomes), language)
    panel.show_tab(tab)
    captions = [page.caption for page in (panel.page(tab),)]
    captions += [panel.page(tab).road_caption] if tab is Tab.NUMBERS else []
    assert all(caption.isVisible() for caption in captions)
    assert all(INFORMATION_ONLY[language] in caption.text() for caption in captions)


def test_that_results_show_the_newest_first_and_their_counts(make_panel, make_model, outcomes):
    page = make_panel(make_model(outcomes=outcomes)).page(Tab.RESULTS)
    assert isinstance(page, ResultsPage)
    assert [one.round for one in page.list.visible_rounds()] == [5, 4, 3, 2, 1]
    assert page.sides.words() == "BIG 2 · TRIPLE 1 · SMALL 1"
    assert page.parity.words() == "ODD 2 · EVEN 1"
    heights = {total: page.chart.bar_rect(total).height() for total in (8, 9, 11, 12, 16)}
    assert heights[8] == 0
    assert heights[9] == heights[11] == heights[12] == heights[16] > 0


def test_that_a_new_outcome_stands_on_top_at_once(make_panel, make_model, outcomes, seats):
    model = make_model(outcomes=outcomes)
    page = make_panel(model).page(Tab.RESULTS)
    model.add_outcome(seats.rolled(6, 1, 1, 3))
    assert page.list.visible_rounds()[0].round == 6
    assert page.sides.words() == "BIG 2 · TRIPLE 1 · SMALL 2"


def test_that_totals_stand_beside_what_fair_dice_give(make_panel, make_model, outcomes):
    panel = make_panel(make_model(outcomes=outcomes))
    panel.show_tab(Tab.TOTALS)
    page = panel.page(Tab.TOTALS)
    assert isinstance(page, TotalsPage)
    assert {bar.head: bar.value for bar in page.chart.bars if bar.value} == {
        "9": 1,
        "11": 1,
        "12": 1,
        "16": 1,
    }
    assert [bar.head for bar in page.chart.bars] == [str(total) for total in range(3, 19)]
    expected = page.chart._expected
    assert sum(expected) == pytest.approx(4)  # four results
    assert expected[0] == pytest.approx(4 / 216)
    assert expected[7] == pytest.approx(4 * 27 / 216)


def test_that_the_bars_are_as_long_as_what_they_count(make_panel, make_model, outcomes, seats):
    longest = 1.06  # of the longest bar, which stays inside
    for size in seats.SIZES:
        panel = make_panel(make_model(outcomes=[*outcomes, seats.rolled(6, 3, 3, 3)]), size=size)
        panel.show_tab(Tab.TOTALS)
        chart, plot = panel.page(Tab.TOTALS).chart, panel.page(Tab.TOTALS).chart.plot
        seen, gold = chart.grab().toImage(), QColor(theme.LINE_BRIGHT)
        along, across = (plot.height(), plot.width()) if chart.upright else (plot.width(), plot.height())
        place = across / len(chart.bars)
        lengths = []
        for index in range(len(chart.bars)):
            at = round((index + 0.3) * place)  # beside the middle of the bar
            points = (
                [(plot.x() + at, y) for y in range(seen.height())]
                if chart.upright
                else [(x, plot.y() + at) for x in range(seen.width())]
            )
            lengths.append(sum(seen.pixelColor(*point) == gold for point in points))
        assert [bar.value for bar in chart.bars if bar.value] == [2, 1, 1, 1]
        for length, bar in zip(lengths, chart.bars, strict=True):
            mark = 4 if bar.value else 0  # the line of fair dice lies over it
            assert length == pytest.approx(bar.value / (2 * longest) * along, abs=1 + mark), size


def test_that_a_round_moves_the_bars_and_rebuilds_nothing(make_panel, make_model, outcomes, seats):
    model = make_model(outcomes=outcomes)
    panel = make_panel(model)
    panel.show_tab(Tab.TOTALS)
    chart = panel.page(Tab.TOTALS).chart
    model.add_outcome(seats.rolled(6, 1, 1, 3))
    assert panel.page(Tab.TOTALS).chart is chart
    assert chart.bars[2].value == 1


@pytest.mark.parametrize("size", range(4))
@pytest.mark.parametrize("tab", [Tab.TOTALS, Tab.NUMBERS])
def test_that_the_bars_leave_room_for_heads_and_figures(make_panel, make_model, outcomes, seats, size, tab):
    panel = make_panel(make_model(outcomes=outcomes), size=seats.SIZES[size])
    panel.show_tab(tab)
    chart = panel.page(tab).chart
    head, figures = chart._sides()
    if chart.upright:
        assert chart.plot.y() >= figures
        assert chart.plot.bottom() < chart.height() - head
    else:
        assert chart.plot.x() >= head
        assert chart.plot.right() < chart.width() - figures


@pytest.mark.parametrize("tab", [Tab.TOTALS, Tab.NUMBERS])
def test_that_a_chart_lies_on_the_colour_of_the_panel(make_panel, make_model, outcomes, tab):
    panel = make_panel(make_model(outcomes=outcomes))
    panel.show_tab(tab)
    chart = panel.page(tab).chart
    seen = panel.grab().toImage()
    # Right of the bars that are not there: total 3 never came, number 1 came least.
    at = chart.mapTo(panel, chart.plot.topRight() + QPoint(-4, 6))
    assert seen.pixelColor(at).name() == theme.PANEL


def test_that_charts_take_no_touches(make_panel, make_model, outcomes):
    panel = make_panel(make_model(outcomes=outcomes))
    for tab in (Tab.TOTALS, Tab.NUMBERS):
        panel.show_tab(tab)
        chart = panel.page(tab).chart
        assert chart.testAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)


def test_that_numbers_show_count_and_last_sight(make_panel, make_model, outcomes):
    panel = make_panel(make_model(outcomes=outcomes))
    panel.show_tab(Tab.NUMBERS)
    page = panel.page(Tab.NUMBERS)
    assert isinstance(page, NumbersPage)
    shown = {bar.die: (bar.value, bar.note, bar.badge) for bar in page.chart.bars}
    assert shown == {
        1: (1, "2 rounds ago", "COLD"),
        2: (1, "2 rounds ago", "COLD"),
        3: (2, "3 rounds ago", ""),
        4: (3, "1 round ago", "HOT"),
        5: (3, "in the last round", "HOT"),
        6: (2, "in the last round", ""),
    }
    assert page.road.columns_shown() == [["big"], ["small"], ["triple"], ["big"]]


@pytest.mark.parametrize("size", range(4))
@pytest.mark.parametrize("language", Language)
def test_that_every_touch_target_is_large_enough(make_panel, make_model, seats, size, language):
    rounds = [seats.played(n, {"big": 500}, (3, 3, 5)) for n in (3, 2, 1)]
    panel = make_panel(make_model(rounds=rounds), language, seats.SIZES[size])
    panel.show_tab(Tab.ROUNDS)
    page = panel.page(Tab.ROUNDS)
    targets = [panel._buttons[tab].size() for tab in Tab]
    targets += [page.list.visualRect(page.list.model().index(0, 0)).size()]
    assert all(min(target.width(), target.height()) >= MIN_TOUCH_PX for target in targets)


@pytest.mark.parametrize("size", range(4))
def test_that_the_list_of_results_fills_its_room(make_panel, make_model, seats, size):
    outcomes = [seats.rolled(n, 1, 2, 4) for n in range(40)]
    panel = make_panel(make_model(outcomes=outcomes), size=seats.SIZES[size])
    page = panel.page(Tab.RESULTS)
    shown = page.list.visible_rounds()
    rows = QRect()
    for index in range(len(shown)):
        rows = rows.united(page.list.row_rect(index).toAlignedRect())
    assert rows.height() >= page.list.height() - 1
    assert rows.width() >= page.list.width() - 1
    assert page.list.row_rect(0).height() >= 24
    lowest = page.parity if not panel.is_wide else page.list
    foot = lowest.mapTo(panel, QPoint(0, lowest.height())).y()
    assert panel.height() - foot <= panel.height() * 0.08


def test_that_a_language_switch_keeps_the_tab(make_panel, make_model, outcomes):
    panel = make_panel(make_model(outcomes=outcomes))
    panel.show_tab(Tab.TOTALS)
    panel.set_texts(Texts(Language.ZH))
    assert panel._tab is Tab.TOTALS
    assert panel._buttons[Tab.TOTALS].text() == "总和"
    assert INFORMATION_ONLY[Language.ZH] in panel.page(Tab.TOTALS).caption.text()


@pytest.mark.parametrize("size", range(4))
@pytest.mark.parametrize("language", Language)
def test_that_no_tab_word_is_cut(make_panel, make_model, seats, size, language):
    panel = make_panel(make_model(), language, seats.SIZES[size])
    for tab in Tab:
        button = panel._buttons[tab]
        assert button.fontMetrics().horizontalAdvance(button.text()) <= button.width() - 4


def test_that_my_rounds_are_those_of_the_seat_and_a_tap_opens_one(make_panel, make_model, qtbot, seats):
    rounds = [
        seats.played(2, {"big": 500, "total-11": 100}, (3, 3, 5)),
        seats.played(1, {"small": 500}, (3, 3, 5)),
    ]
    panel = make_panel(make_model(rounds=rounds))
    QTest.mouseClick(panel._buttons[Tab.ROUNDS], Qt.MouseButton.LeftButton)
    page = panel.page(Tab.ROUNDS)
    assert isinstance(page, RoundsPage)
    assert list(page.rounds) == rounds
    assert page.summary.text() == "Played 2 · bet $11.00 · net +\u2060$6.50"
    place = page.list.visualRect(page.list.model().index(1, 0)).center()
    with qtbot.waitSignal(panel.recall_asked) as asked:
        QTest.mouseClick(page.list.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert asked.args == [rounds, 1]


def test_that_my_rounds_of_a_card_game_say_whose_cards_they_show(make_panel, make_model, seats):
    page = make_panel(make_model()).page(Tab.ROUNDS)
    page.set_rounds([msgspec.structs.replace(seats.played(1, {"small": 500}, (1, 2, 4)), game="blackjack")])
    assert page.summary.text().splitlines()[1:] == ["Cards are the dealer's; touch for yours."]


def test_that_a_finished_round_joins_the_list(make_panel, make_model, seats):
    model = make_model(rounds=[seats.played(1, {"small": 500}, (1, 2, 4))])
    panel = make_panel(model)
    panel.show_tab(Tab.ROUNDS)
    model._rounds.insert(0, seats.played(2, {"small": 500}, (1, 2, 4), before=100_500))
    model.show(msgspec.structs.replace(model.state, last=LastRound(2)))
    assert [one.round for one in panel.page(Tab.ROUNDS).rounds] == [2, 1]


def test_that_a_pay_out_ends_the_session(make_panel, make_model, seats):
    model = make_model(rounds=[seats.played(1, {"small": 500}, (1, 2, 4))])
    panel = make_panel(model)
    model.show(msgspec.structs.replace(model.state, last=LastRound(1)))
    model.show(new_session(msgspec.structs.replace(model.state, balances=Balances())))
    panel.show_tab(Tab.ROUNDS)
    assert list(panel.page(Tab.ROUNDS).rounds) == []


def test_that_a_screen_without_player_has_no_rounds_tab(make_panel, make_model):
    panel = make_panel(make_model(), information_only=True)
    with pytest.raises(KeyError):
        panel._buttons[Tab.ROUNDS]
