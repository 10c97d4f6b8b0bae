"""The scenes of the picture book lead where their names say, for every game."""

import pytest
from PySide6.QtGui import QFontMetricsF

from kiosk.seat.state import LockKind
from kiosk.tools.shots.book import make_studio, paint_book
from kiosk.tools.shots.painting import Folder
from kiosk.tools.shots.scenes import SCENES
from kiosk.tools.shots.studio import every_game
from kiosk.ui.kit.card import StepsWidget
from kiosk.ui.kit.fonts import Role
from kiosk.ui.kit.style import Style, fitted
from kiosk.ui.kit.texts import Language, Texts
from kiosk.ui.kit.theme import scale_for
from kiosk.ui.terminal.bars.ribbon_paint import PAYS_FLAGS
from kiosk.ui.terminal.cards.decision_bar import DecisionBar
from kiosk.ui.terminal.cards.outcome_board import OutcomeBoard
from kiosk.ui.terminal.last_round import sums_of

SIZE = (1280, 720)


def results_of(shots):
    """The results that are looked at most, and the one with the most badges."""
    every = [scene for scene in (*SCENES, *shots.scenes) if scene.name.startswith("result-")]
    return [scene for scene in every if scene.main or scene.name == "result-corrected"]


def named(case):
    return f"{case[0].game}-{case[1].name}"


@pytest.fixture(params=every_game(), ids=lambda shots: shots.game)
def led(request, qtbot):
    """Leads a seat of that game to the scene of that name."""

    def lead(name, language=Language.EN, size=SIZE):
        studio = make_studio(request.param, request.param.layout, language, size)
        qtbot.addWidget(studio.window)
        next(scene for scene in SCENES if scene.name == name).act(studio)
        return studio

    return lead


@pytest.fixture(params=[(game, scene) for game in every_game() for scene in results_of(game)], ids=named)
def upright(request, qtbot):
    """Leads a seat with an upright screen to a result, in a language."""

    def lead(language):
        shots, scene = request.param
        studio = make_studio(shots, scene.layout or shots.layout, language, (1080, 1920))
        qtbot.addWidget(studio.window)
        scene.act(studio)
        return studio

    return lead


def test_that_a_corrected_result_is_the_corrected_one(led):
    last = led("result-corrected").seat.state.last
    assert last.corrected
    assert last.settlement.paid == led("result-win").seat.state.last.settlement.paid


def test_that_a_bet_that_came_too_late_is_told_of(led):
    assert led("closed-returned").seat.told[-1].key == "notice.not_registered"


def test_that_a_hand_pay_locks_the_seat(led):
    assert LockKind.HANDPAY in {lock.kind for lock in led("locked-handpay").seat.state.locks}


@pytest.mark.parametrize("language", list(Language))
def test_that_what_a_round_came_to_stands_on_one_line_of_an_upright_screen(upright, language):
    ribbon = upright(language).window.parts.ribbon
    face, painter = ribbon._face, ribbon._painter()
    assert face.pays
    zone = painter.pays_zone(face, ribbon._text_left())
    metrics = QFontMetricsF(painter.pays_font(face, zone))
    needed = metrics.boundingRect(zone, PAYS_FLAGS, face.pays)
    assert needed.height() < metrics.lineSpacing() * 1.5
    assert needed.width() <= zone.width() + 1


@pytest.mark.parametrize("language", list(Language))
@pytest.mark.parametrize("name", ["result-win", "result-loss"])
def test_that_no_line_of_a_result_is_cut_off_on_the_smallest_screen(led, language, name):
    bars = led(name, language).window.findChildren(DecisionBar)
    look = Style(Texts(language), scale_for(*SIZE))
    for bar in bars:
        room = (bar.width() - 2 * look.scale.px(18)) / (len(bar.face.lines) + 1.25) - look.scale.px(18)
        for line in bar.face.lines:
            written = fitted(look, line.words, Role.BODY, look.scale.text(17), room)
            assert QFontMetricsF(written).horizontalAdvance(line.words) <= room


@pytest.mark.parametrize("name", ["result-win", "result-loss"])
def test_that_a_board_beside_the_hands_is_gold_only_where_the_round_is_a_gain(led, name):
    studio = led(name)
    boards = studio.window.findChildren(OutcomeBoard)
    gains = sums_of(studio.seat.state.last).is_gain
    assert all(board.face.gain <= gains for board in boards if board.face.is_result)


def test_that_the_steps_of_a_start_are_in_its_pictures(tmp_path, qapp):
    shown = []

    class Kept(Folder):
        def save(self, widget, name):
            super().save(widget, name)
            shown.append(widget.findChild(StepsWidget).isVisible())

    paint_book(Kept(tmp_path, lambda name: "start-up-en-1920" in name, lambda _: None))
    assert shown == [True] * len(every_game()) * 2
