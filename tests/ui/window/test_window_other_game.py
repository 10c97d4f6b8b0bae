"""The player's screen of a game that the program has never heard of: all that is the game's own is asked of it."""

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QSize

from kiosk.games.game import Settlement, SpotResult
from kiosk.seat.accounts import Balances
from kiosk.seat.config import SeatConfig
from kiosk.seat.context import Context
from kiosk.seat.recalled import Recalled
from kiosk.seat.state import LastRound, SeatState
from kiosk.table.round import Phase, Table
from kiosk.tools.shots.studio import StillClock
from kiosk.ui.kit.model import FakeModel
from kiosk.ui.kit.reasons import void_reasons, void_words
from kiosk.ui.kit.texts import Language, Texts
from kiosk.ui.terminal.bars.ribbon_face import RibbonKind
from kiosk.ui.terminal.board.outcome import Lit
from kiosk.ui.terminal.screens.startup import StartupScreen
from kiosk.ui.terminal.window import TerminalWindow
from kits.coin import coin_in_place
from kits.ui.tabs import Tab

STAKES, WON = {"heads": 500}, Settlement({"heads": SpotResult(500, 500, 500)})


@pytest.fixture
def coin(monkeypatch):
    with coin_in_place(monkeypatch) as name:
        from kiosk.ui.kit.coin.look import drawn

        drawn.clear()
        yield name


@pytest.fixture
def drawn(coin):
    from kiosk.ui.kit.coin import look

    return look.drawn


@pytest.fixture
def make_window(coin, qtbot):
    """A window of the coin's layout for a state, whose rounds are `rounds`."""

    def make(state, rounds=(), *, animations=False):
        from kiosk.games.coin import GAME, CoinLayout

        config = SeatConfig(seat="07", table="12", casino="Casino", chips=(100, 500))
        model = FakeModel(Context(config, GAME, CoinLayout()), state, rounds=rounds)
        window = TerminalWindow(
            model, CoinLayout(), Language.EN, QSize(1280, 720), clock=StillClock(), animations=animations
        )
        qtbot.addWidget(window)
        window.show()
        qtbot.waitExposed(window)
        window.model = model
        return window

    return make


def state(phase, *, credit=0, **more):
    from kiosk.games.coin import shows

    last = LastRound(3, STAKES, shows("heads"), WON)
    table = Table(number=3, phase=phase, game="coin", **more)
    return SeatState(link=True, balances=Balances(credit=credit, house=-credit), table=table, last=last)


def recalled():
    from kiosk.games.coin import shows

    return Recalled(3, "ROUND", STAKES, shows("heads"), WON, "", 1_000, 1_500, 0, 0, "coin")


def test_that_a_result_is_said_and_lit_as_the_game_has_it(make_window, drawn):
    window = make_window(state(Phase.RESULT))
    face = window.parts.ribbon.face
    assert (face.kind, face.title, [badge.text for badge in face.badges]) == (
        RibbonKind.RESULT,
        "H",
        ["HEADS"],
    )
    assert window.parts.board._result.lit == {"heads": Lit.GAIN}
    assert ("figure", 0) in drawn
    assert ("figure", 1) in drawn


def test_that_the_play_is_said_in_its_words_and_nothing_needs_to_move(make_window):
    window = make_window(state(Phase.PLAY, act="toss"), animations=True)
    texts = Texts(Language.EN)
    assert window.parts.ribbon.face.detail.startswith(texts.get("notice.acceptor_busy"))
    assert window.parts.ribbon.plays
    window.model.show(state(Phase.RESULT))
    assert window.parts.ribbon.is_revealed
    assert window.parts.ribbon.face.title == "H"


def test_that_the_last_result_stands_small_while_the_next_round_takes_bets(make_window, drawn):
    betting = replace(state(Phase.BETTING), show_last=True)
    window = make_window(replace(betting, table=replace(betting.table, number=4, closes_in_ms=36_000)))
    window.parts.ribbon.grab()
    assert ("last", "heads") in drawn


def test_that_the_side_panel_has_its_pages_and_the_seats_own_rounds(make_window):
    side = make_window(state(Phase.RESULT)).parts.side
    assert side.tabs == ("tosses", "rounds")
    assert side.page("tosses").counted == 0


def test_that_recall_and_the_list_of_rounds_draw_it(make_window, drawn):
    window = make_window(state(Phase.ENDED, credit=1_500), [recalled()])
    window.parts.side.show_tab(Tab.ROUNDS)
    window.grab()
    assert ("result", "heads") in drawn
    window.open_recall([recalled()], 0)
    window.grab()
    assert ("recalled", "heads") in drawn
    assert ("spot", "heads") in drawn


def test_that_it_invites_and_starts_with_its_own_pictures(make_window, drawn, qtbot):
    window = make_window(SeatState(link=True))
    window.invite()
    window.grab()
    assert ("attract", None) in drawn
    screen = StartupScreen("coin", Texts(Language.EN), QSize(1280, 720))
    qtbot.addWidget(screen)
    screen.grab()
    assert ("mark",) in drawn


def test_that_its_reasons_for_a_void_are_its_own(coin):
    texts = Texts(Language.EN)
    assert void_words("bent coin", texts) == texts.get("void.damaged")
    assert "die not flat" not in void_reasons(coin)
    assert "bent coin" in void_reasons(coin)
