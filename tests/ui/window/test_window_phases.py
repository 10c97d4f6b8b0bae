"""Every phase of a round in words, in both languages, and what the table hears of it."""

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QTimer
from PySide6.QtGui import QFontMetricsF

from kiosk.games.game import Settlement, SpotResult
from kiosk.games.sicbo import dice_fact
from kiosk.seat.events import CloseWasShown, LinkDown, LinkUp
from kiosk.seat.state import LastRound
from kiosk.ui.kit.chips import ChipStack, ChipState
from kiosk.ui.kit.texts import Language
from kiosk.ui.terminal.bars.ribbon_face import RibbonKind, ribbon_face
from kiosk.ui.terminal.bars.ribbon_paint import PAYS_FLAGS
from kiosk.ui.terminal.sicbo.part import PART
from kits.ui.tabs import Tab

EN, ZH = Language.EN, Language.ZH


def betting(seat):
    seat.open()
    seat.place({"big": 2_500})


def closed(seat):
    betting(seat)
    seat.register()
    seat.close()


def tumbling(seat):
    closed(seat)
    seat.tumble()


def tumbled(seat):
    tumbling(seat)
    seat.rest()


def won(seat):
    tumbled(seat)
    seat.result((3, 5, 3))


def lost(seat):
    tumbled(seat)
    seat.result((1, 1, 2))


def triple(seat):
    tumbled(seat)
    seat.result((4, 4, 4))


def ended(seat):
    won(seat)
    seat.end()


def void(seat):
    tumbling(seat)
    seat.void("a die is not flat")


def offline(seat):
    betting(seat)
    seat.do(LinkDown())


def waiting(seat):
    pass


PHASES = {
    betting: (RibbonKind.BETS, ["Place your bets"], ["请下注"]),
    closed: (RibbonKind.CLOSED, ["No more bets", "$25 are registered"], ["停止下注", "$25 已登记"]),
    tumbling: (RibbonKind.PLAY, ["No more bets", "tumbling"], ["停止下注", "摇骰"]),
    tumbled: (RibbonKind.PLAY, ["No more bets", "result follows"], ["停止下注", "等待结果"]),
    won: (
        RibbonKind.RESULT,
        ["11", "BIG", "ODD", "Paid $50.00 · net +$25.00"],
        ["11", "大", "单", "派彩 $50.00 · 净输赢 +$25.00"],
    ),
    lost: (RibbonKind.RESULT, ["4", "SMALL", "EVEN", "No win, net −$25.00"], ["4", "小", "双", "未中"]),
    triple: (RibbonKind.RESULT, ["12", "TRIPLE", "No win"], ["12", "围骰", "未中"]),
    ended: (
        RibbonKind.RESULT,
        ["11", "BIG", "Paid $50.00 · net +$25.00"],
        ["11", "大", "派彩 $50.00 · 净输赢 +$25.00"],
    ),
    void: (
        RibbonKind.VOID,
        ["Void: bets returned", "not flat", "Returned $25.00, net $0.00"],
        ["作废", "退还"],
    ),
    offline: (RibbonKind.OFFLINE, ["Connection lost", "Registered bets play on"], ["连接中断", "已登记"]),
    waiting: (RibbonKind.WAITING, ["Waiting for the table"], ["等待开局"]),
}


def said(face) -> str:
    words = (face.title, face.detail, face.pays, *(badge.text for badge in face.badges))
    return " · ".join(words).replace("\u2060", "")


@pytest.mark.rule("sicbo:3.2", "sicbo:3.5", "sicbo:3.7", "sicbo:5.9")
@pytest.mark.parametrize("act", PHASES, ids=lambda act: act.__name__)
@pytest.mark.parametrize("language", [EN, ZH])
def test_that_each_phase_shows_its_words(make_studio, seat, act, language):
    act(seat)
    studio = make_studio(seat, language)
    face = studio.window.parts.ribbon.face
    kind, english, chinese = PHASES[act]
    assert face.kind is kind
    for words in english if language is EN else chinese:
        assert words in said(face)


@pytest.mark.rule("sicbo:3.9")
def test_that_a_triple_is_neither_big_nor_small_nor_odd_nor_even(make_studio, seat):
    triple(seat)
    face = make_studio(seat).window.parts.ribbon.face
    assert [badge.text for badge in face.badges] == ["TRIPLE"]


def test_that_bets_count_down_and_the_last_five_seconds_are_urgent(make_studio, seat):
    seat.open(closes_in_ms=36_000)
    studio = make_studio(seat)
    studio.show()
    ribbon = studio.window.parts.ribbon
    for ms, seconds, urgent, title in (
        (0, 36, False, "Place your bets"),
        (30_900, 6, False, "Place your bets"),
        (31_000, 5, True, "Last bets"),
        (35_999, 1, True, "Last bets"),
        (36_000, 0, True, "Bets are closing"),
        (99_000, 0, True, "Bets are closing"),
    ):
        start = studio.clock.ms
        studio.clock.ms = start + ms
        assert (ribbon.seconds, ribbon.urgent, ribbon.title) == (seconds, urgent, title)
        studio.clock.ms = start


def test_that_a_hurry_shortens_the_time_and_not_the_bar(make_studio, seat):
    seat.open(closes_in_ms=36_000)
    studio = make_studio(seat)
    studio.show()
    studio.clock.ms += 10_000
    seat.hurry(5_000)
    studio.model.show(seat.state)
    assert studio.window.parts.ribbon.seconds == 5
    assert studio.window._countdown.total_ms == 36_000


def test_that_after_a_restart_the_time_left_is_estimated_from_the_opening(make_studio, seat):
    seat = type(seat)("B", 8, at="2026-01-01T21:13:50+00:00")
    seat.note(10_000)
    seat.open(closes_in_ms=36_000)
    studio = make_studio(seat)  # its clock stands at 21:14:00 UTC
    assert studio.window.parts.ribbon.seconds == 26


@pytest.mark.rule("sicbo:3.5", "sicbo:5.3.3")
def test_that_the_table_hears_once_that_no_more_bets_was_painted(make_studio, seat, qtbot):
    betting(seat)
    studio = make_studio(seat, live=False)
    seat.register()
    seat.close()
    assert CloseWasShown(8) not in studio.model.sent
    studio.model.show(seat.state)
    qtbot.waitUntil(lambda: CloseWasShown(8) in studio.model.sent)
    seat.tumble()
    studio.model.show(seat.state)
    studio.window.repaint()
    studio.window.set_language(ZH)
    studio.window.grab()
    qtbot.wait(1)
    assert studio.model.sent.count(CloseWasShown(8)) == 1


def test_that_a_window_that_nobody_can_see_does_not_claim_to_show_the_close(make_studio, seat, qtbot):
    betting(seat)
    studio = make_studio(seat, live=False)
    studio.window.hide()
    seat.register()
    seat.close()
    studio.model.show(seat.state)
    qtbot.wait(1)
    assert CloseWasShown(8) not in studio.model.sent


@pytest.mark.parametrize("cover", ["help", "attract"])
def test_that_the_ribbon_stands_above_every_screen(make_studio, seat, cover, qtbot):
    seat = type(seat)("B", 8) if cover == "attract" else seat
    seat.open()
    studio = make_studio(seat, live=False)
    match cover:
        case "help":
            studio.window.open_help()
        case _:
            studio.window.invite()
    seat.close()
    studio.model.show(seat.state)
    ribbon = studio.window.parts.ribbon
    assert studio.window.childAt(ribbon.geometry().center()) in (ribbon, *ribbon.children())
    qtbot.waitUntil(lambda: CloseWasShown(8) in studio.model.sent)


def test_that_connection_lost_comes_before_every_phase_and_goes_again(make_studio, seat):
    closed(seat)
    seat.do(LinkDown())
    studio = make_studio(seat)
    assert studio.window.parts.ribbon.face.kind is RibbonKind.OFFLINE
    seat.do(LinkUp())
    studio.model.show(seat.state)
    assert studio.window.parts.ribbon.face.kind is RibbonKind.CLOSED


def test_that_last_bet_result_and_win_stay_until_the_first_tap(make_studio, seat):
    won(seat)
    seat.end()
    seat.open()
    studio = make_studio(seat)
    window = studio.window
    assert window.parts.ribbon.face.facts == (dice_fact((3, 5, 3)),)
    ghost = ChipStack(5_000, ChipState.PAID, ghost=True)  # stake and winnings
    assert window.parts.board.chips == {"big": ghost}
    bar = window.parts.bottom
    assert (bar.last_paid.name, bar.last_paid.text) == ("LAST PAID", "$50.00")
    assert (bar.bet.name, bar.bet.text) == ("LAST BET", "$25.00")
    window.parts.board.tapped.emit("small")
    assert set(window.parts.board.chips) == {"small"}
    assert window.parts.ribbon.face.facts == ()
    assert (bar.bet.name, bar.bet.text) == ("BET", "$5.00")


def test_that_a_result_is_kept_back_until_the_dice_lie_still(make_studio, seat, qtbot):
    tumbling(seat)
    studio = make_studio(seat, animations=True)
    parts = studio.window.parts
    before = parts.bottom.credit.cents
    assert parts.ribbon._play.plays
    seat.rest()
    seat.result((3, 5, 3))
    studio.model.show(seat.state)
    studio.model.add_outcome(seat.outcomes[-1])
    assert not parts.ribbon.is_revealed
    assert parts.bottom.credit.cents == before
    assert parts.side._outcomes == []
    parts.ribbon._play.advance(1_600)
    parts.ribbon._play.advance(2_000)
    assert parts.ribbon.is_revealed
    assert parts.bottom.credit.cents == before + 5_000
    assert len(parts.side._outcomes) == 1


def test_that_my_rounds_keep_back_the_result_of_dice_that_still_roll(make_studio, seat):
    tumbling(seat)
    studio = make_studio(seat, animations=True)
    parts = studio.window.parts
    seat.rest()
    seat.result((3, 5, 3))
    seat.end()
    studio.model._rounds = list(seat.rounds)
    studio.model.show(seat.state)
    assert not parts.ribbon.is_revealed
    parts.side.show_tab(Tab.ROUNDS)
    assert [one.round for one in parts.side.page(Tab.ROUNDS).rounds] == []
    parts.ribbon._play.advance(1_600)
    parts.ribbon._play.advance(2_000)
    assert [one.round for one in parts.side.page(Tab.ROUNDS).rounds] == [seat.state.last.number]


def test_that_a_new_round_reveals_what_was_kept_back(make_studio, seat):
    tumbling(seat)
    studio = make_studio(seat, animations=True)
    seat.rest()
    seat.result((3, 5, 3))
    studio.model.show(seat.state)
    assert not studio.window.parts.ribbon.is_revealed
    seat.end()
    seat.open()
    studio.model.show(seat.state)
    assert studio.window.parts.bottom.last_paid.cents == 5_000


def test_that_words_are_a_pure_function_of_the_state(seat):
    from kiosk.ui.kit.texts import Texts

    closed(seat)
    assert ribbon_face(seat.state, Texts(EN), PART) == ribbon_face(seat.state, Texts(EN), PART)


def test_that_no_timer_is_faster_than_a_frame(make_studio, seat):
    closed(seat)
    window = make_studio(seat, animations=True).window
    timers = [timer for timer in window.findChildren(QTimer) if not timer.isSingleShot()]
    assert timers
    assert min(timer.interval() for timer in timers) >= 16


@pytest.mark.parametrize("language", [EN, ZH])
@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (3840, 2160), (1080, 1920)])
def test_that_what_a_round_came_to_is_never_cut(make_studio, seat, size, language):
    """The longest sentence beside the most badges: a large loss with a part that came back, after a correction."""
    seat.play({"big": 2_500}, (6, 5, 1))
    studio = make_studio(seat, language, size)
    ribbon = studio.window.parts.ribbon
    painter = ribbon._painter()
    last = LastRound(
        seat.state.last.number,
        {"big": 200_000_000},
        seat.state.last.facts,
        Settlement({"big": SpotResult(200_000_000, 99_999_950, 0)}),
        corrected=True,
    )
    face = ribbon_face(replace(seat.state, last=last), studio.window._dress.texts, PART)
    assert "$999,999.50" in face.pays
    zone = painter.pays_zone(face, ribbon._text_left())
    metrics = QFontMetricsF(painter.pays_font(face, zone))
    needed = metrics.boundingRect(zone, PAYS_FLAGS, face.pays)
    assert needed.height() <= zone.height()
    assert needed.width() <= zone.width() + 1
