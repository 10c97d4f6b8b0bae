"""The window of Casino Stud Poker by touch: fingers reach spots and options, and time is told while it runs."""

from datetime import timedelta

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest

from kiosk.games.game import Decide
from kiosk.games.stud.play import FOLD, STAY
from kiosk.seat import events as ev
from kiosk.table.round import Phase
from kiosk.tools.shots.stud.deals import FLUSH, NOT_QUALIFIED, PAIR, QUALIFIED, deal
from kiosk.tools.shots.stud.scenes import SCENES
from kiosk.tools.shots.studio import SIZES, StillClock
from kiosk.ui.kit import theme
from kiosk.ui.kit.texts import Language, Texts
from kiosk.ui.terminal.bars.ribbon_face import RibbonKind
from kiosk.ui.terminal.cards.felt import spots_rect

ROUND = deal(PAIR, QUALIFIED)
LEFT = Qt.MouseButton.LeftButton


def _press(window, at):
    """A finger where it would touch the window, whatever lies there on top."""
    found = window.childAt(at)
    QTest.mouseClick(found, LEFT, Qt.KeyboardModifier.NoModifier, found.mapFrom(window, at))


def _middle(window, widget):
    return widget.mapTo(window, widget.rect().center())


def _spot(window, spot):
    board = window.parts.board
    return board.mapTo(window, board.cell_rect(spot).center().toPoint())


def _sent(window, kind):
    return [event for event in window.model.sent if isinstance(event, kind)]


# --- fingers


@pytest.mark.parametrize("size", SIZES)
def test_that_fingers_reach_every_spot_beside_the_felt(make_window, seat, size):
    seat.open()
    window = make_window(seat, size=size)
    window.parts.bottom.rack.choose(1_000)
    for spot in ("ante", "jackpot"):
        _press(window, _spot(window, spot))
    assert dict(window.model.state.draft) == {"ante": 1_000, "jackpot": 100}


@pytest.mark.parametrize("size", SIZES)
def test_that_four_colours_are_a_touch_away_and_back(make_window, seat, size):
    seat.open()
    seat.place({"ante": 1_000})
    seat.register()
    seat.close()
    seat.go_on(ROUND, lambda asks: isinstance(asks, Decide))
    seat.open_decisions()
    window = make_window(seat, size=size)
    button, own = window.felt.colours, window.felt.own
    assert min(button.width(), button.height()) >= theme.MIN_TOUCH_PX
    two = own.grab().toImage()
    _press(window, _middle(window, button))
    assert own.grab().toImage() != two
    _press(window, _middle(window, button))
    assert own.grab().toImage() == two


def test_that_fingers_on_a_touch_screen_reach_spots_and_options(make_window, seat, touch_screen):
    seat.open()
    window = make_window(seat)
    window.parts.bottom.rack.choose(1_000)
    _tap(window, _spot(window, "ante"), touch_screen)
    assert dict(window.model.state.draft) == {"ante": 1_000}
    seat.place({"ante": 1_000})
    seat.register()
    seat.close()
    seat.go_on(ROUND, lambda asks: isinstance(asks, Decide))
    seat.open_decisions()
    window.model.show(seat.state)
    _tap(window, _middle(window, window.bar.buttons[STAY]), touch_screen)
    assert _sent(window, ev.Choose) == [ev.Choose("bet", {"bet": 2_000})]


def _tap(window, at, device):
    """A finger on a touch screen: Qt finds what lies there."""
    QTest.touchEvent(window, device).press(0, at, window).commit()
    QTest.touchEvent(window, device).release(0, at, window).commit()


@pytest.mark.parametrize("size", SIZES)
def test_that_the_parts_of_the_felt_leave_spots_and_each_other_alone(make_window, seat, size):
    seat.decides(ROUND)
    window = make_window(seat, size=size)
    felt = window.felt
    parts = [felt.dealer, felt.own, felt.others, felt.bar, felt.sign]
    rects = [part.geometry() for part in parts] + [spots_rect(seat.layout, felt.rect())]
    assert felt.geometry() == window.parts.board.geometry()
    for number, one in enumerate(rects):
        assert felt.rect().contains(one)
        assert not any(one.intersects(other) for other in rects[number + 1 :])


@pytest.mark.parametrize("size", SIZES)
def test_that_options_are_large_enough_for_fingers(make_window, seat, size):
    seat.decides(ROUND)
    for button in make_window(seat, size=size).bar.buttons.values():
        assert min(button.width(), button.height()) >= theme.MIN_TOUCH_PX


@pytest.mark.rule("stud:3.12.2")
def test_that_a_touch_on_bet_chooses_it_with_its_stake(make_window, seat):
    window = make_window(seat.decides(ROUND))
    _press(window, _middle(window, window.bar.buttons[STAY]))
    assert _sent(window, ev.Choose) == [ev.Choose("bet", {"bet": 2_000})]
    assert window.model.state.flight.choice == "bet"
    assert window.bar.buttons == {}
    assert window.bar.face.headline == "You play with a BET"


@pytest.mark.rule("stud:3.12.1")
def test_that_a_touch_on_fold_chooses_it(make_window, seat):
    window = make_window(seat.decides(ROUND))
    _press(window, _middle(window, window.bar.buttons[FOLD]))
    assert _sent(window, ev.Choose) == [ev.Choose("fold")]


@pytest.mark.rule("stud:3.12.1")
def test_that_a_fold_of_a_flush_needs_a_second_touch(make_window, seat):
    window = make_window(seat.decides(deal(FLUSH, QUALIFIED)))
    _press(window, _middle(window, window.bar.buttons[FOLD]))
    assert window.bar.asks.choice == FOLD
    assert _sent(window, ev.Choose) == []
    window.set_language(Language.ZH)
    assert window.bar.asks.question.startswith("放弃 同花")
    _press(window, _middle(window, window.bar.keep))
    assert window.bar.asks is None
    _press(window, _middle(window, window.bar.buttons[FOLD]))
    _press(window, _middle(window, window.bar.confirm))
    assert _sent(window, ev.Choose) == [ev.Choose("fold")]


def test_that_a_question_goes_with_the_decision(make_window, seat):
    window = make_window(seat.decides(deal(FLUSH, QUALIFIED)))
    _press(window, _middle(window, window.bar.buttons[FOLD]))
    seat.close_decisions(deal(FLUSH, QUALIFIED))
    window.model.show(seat.state)
    assert window.bar.asks is None
    assert not window.bar.confirm.isVisible()


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda state: replace(state, link=False), "notice.link_down"),
        (lambda state: replace(state, balances=replace(state.balances, credit=500)), "stud.no_credit"),
    ],
)
def test_that_an_option_that_cannot_be_taken_says_why(make_window, seat, change, says):
    seat.decides(ROUND)
    seat.state = change(seat.state)
    window = make_window(seat)
    bet = window.bar.buttons[STAY]
    assert not bet.usable
    _press(window, _middle(window, bet))
    texts = Texts(Language.EN)
    expected = texts.get(says, cost="$20.00") if says == "stud.no_credit" else texts.get(says)
    assert window.parts.notice.text == expected
    assert _sent(window, ev.Choose) == []


# --- time


def test_that_ribbon_and_bar_tell_the_time_of_the_decision(make_window, seat):
    window = make_window(seat.decides(ROUND))
    ribbon = window.parts.ribbon
    assert (ribbon.face.kind, ribbon.title, ribbon.seconds) == (RibbonKind.DECIDE, "Your decision", 20)
    assert window.bar.seconds == 20
    window.clock.ms += 16_000
    assert (ribbon.title, ribbon.seconds, ribbon.urgent) == ("Decide now", 4, True)


def test_that_more_time_is_the_whole_time_again(make_window, seat):
    window = make_window(seat.decides(ROUND))
    window.clock.ms += 16_000
    seat.open_decisions(20_000)
    window.model.show(seat.state)
    assert window.bar.seconds == 20
    assert list(window.bar.buttons) == [FOLD, STAY]


def test_that_a_window_that_starts_in_the_middle_shows_what_is_left(make_window, seat):
    seat.decides(ROUND)
    began = (StillClock().now() - timedelta(seconds=8)).isoformat()
    seat.state = replace(seat.state, table=replace(seat.state.table, decide_from=began))
    assert make_window(seat).bar.seconds == 12


def test_that_who_has_decided_is_not_hurried(make_window, seat):
    seat.decides(ROUND)
    seat.choose("bet")
    window = make_window(seat)
    window.clock.ms += 16_000
    assert (window.parts.ribbon.title, window.parts.ribbon.urgent) == ("Players decide", False)
    assert not window.bar.runs


def test_that_collect_sleeps_while_others_decide(make_window, seat):
    seat.decides(deal("", QUALIFIED), {})
    window = make_window(seat)
    assert window.parts.ribbon.plays
    assert not window.parts.bottom.buttons["action.collect"].usable


def test_that_nothing_ticks_on_the_felt_unless_time_runs(make_window, seat):
    window = make_window(seat, animations=True)
    assert not window.bar.runs
    window.model.show(seat.to(ROUND, lambda _: True).state)
    assert not window.bar.runs
    seat.go_on(ROUND, lambda asks: isinstance(asks, Decide))
    seat.open_decisions()
    window.model.show(seat.state)
    assert window.bar.runs
    seat.close_decisions(ROUND)
    window.model.show(seat.state)
    assert not window.bar.runs


def test_that_a_lost_link_promises_nothing_for_bets_that_wait_for_a_decision(make_window, seat):
    """They come back when the seat stays away, as the bar says: they do not play on."""
    seat.decides(ROUND)
    window = make_window(seat)
    window.model.show(replace(seat.state, link=False))
    assert window.parts.ribbon._face.kind is RibbonKind.OFFLINE
    assert window.parts.ribbon._face.detail == "No new bets."
    assert "come back" in window.bar.face.detail


# --- the rest of the window


def test_that_the_row_is_lit_that_the_hand_reaches_until_it_folds(make_window, seat):
    window = make_window(seat.decides(ROUND))
    page = window.parts.side.page("pays")
    assert page.table.lit == ("One Pair or less",)
    folded = deal(PAIR, QUALIFIED, FOLD)
    seat.close_decisions(folded)
    window.model.show(seat.state)
    assert page.table.lit == ()


def test_that_a_flush_lights_its_row_in_both_tables(make_window, seat):
    window = make_window(seat.decides(deal(FLUSH, QUALIFIED)))
    assert window.parts.side.page("pays").table.lit == ("Flush", "Flush")


@pytest.mark.parametrize(
    ("dealer", "lit"),
    [(QUALIFIED, ("One Pair or less",)), ("Ac Ad Ks 6h 3d", ()), (NOT_QUALIFIED, ())],
    ids=["wins", "loses", "dealer does not qualify"],
)
def test_that_a_row_is_lit_after_the_result_only_when_the_bet_was_paid_by_it(make_window, seat, dealer, lit):
    seat.play({"ante": 1_000}, deal(PAIR, dealer))
    assert make_window(seat).parts.side.page("pays").table.lit == lit


def test_that_the_smallest_chip_that_an_ante_takes_is_offered(make_window, seat):
    seat.open()
    assert make_window(seat).parts.bottom.rack.chip_chosen == 1_000


@pytest.mark.rule("stud:3.3")
def test_that_the_limits_at_the_top_are_those_of_bets(make_window, seat):
    seat.open()
    window = make_window(seat)
    assert "$1" in window.parts.top._limits_text("bar.limits_short")
    assert "$200" in window.parts.top._limits_text("bar.limits_short")


@pytest.mark.rule("stud:5.18.2")
def test_that_a_jackpot_that_is_closed_says_so(make_window, seat):
    seat.open()
    window = make_window(seat)
    assert not window.felt.sign.closed
    table = seat.state.table
    spots = {kind: spot for kind, spot in table.limits.spots.items() if kind != "jackpot"}
    limits = replace(table.limits, spots=spots)
    window.model.show(replace(seat.state, table=replace(table, limits=limits)))
    assert window.felt.sign.closed


def test_that_the_result_names_the_dealers_hand_on_the_ribbon(make_window, seat):
    window = make_window(seat.ended(ROUND))
    face = window.parts.ribbon.face
    assert (face.kind, face.title, [badge.text for badge in face.badges]) == (
        RibbonKind.RESULT,
        "",
        ["Ace-King high"],
    )
    assert window.model.state.table.phase is Phase.RESULT


def test_that_recall_shows_the_hands_as_they_lay(make_window, seat):
    seat.ended(ROUND)
    seat.end()
    window = make_window(seat)
    window.open_recall(seat.rounds, 0)
    felt = window.open_screen._felt
    assert felt.face.own.cards == tuple(PAIR.split())
    assert felt.face.bar.net == "+\u2060$29.00"
    assert not felt.isEnabled()


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
def test_that_every_scene_is_painted(scene, language, qtbot):
    from kiosk.tools.shots.book import _close, make_studio
    from kiosk.tools.shots.stud.shots import SHOTS

    studio = make_studio(SHOTS, "A", language, (1280, 720))
    scene.act(studio)
    picture = studio.window.grab().toImage()
    felt = QRect(studio.window.parts.felt.geometry())
    colours = {
        picture.pixelColor(QPoint(x, y)).rgb()
        for x in range(felt.x(), felt.right(), 7)
        for y in range(felt.y(), felt.bottom(), 7)
    }
    assert len(colours) > 20
    _close(studio)
