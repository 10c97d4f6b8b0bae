"""One round at a time: what belongs to the last one goes in time, and no part of the screen mixes two."""

import random

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QEvent, QObject

from kiosk.seat import events as ev
from kiosk.seat.state import LockKind
from kiosk.table.round import Phase
from kiosk.ui.kit import theme
from kiosk.ui.kit.chips import ChipState
from kiosk.ui.kit.texts import Language, Texts
from kiosk.ui.terminal.bars.meters import meter_faces
from kiosk.ui.terminal.bars.ribbon_face import RibbonKind, ribbon_face
from kiosk.ui.terminal.sicbo.part import PART
from kits.console.stages import Stage

NO_BET = {language: Texts(language).get("settlement.no_bet") for language in Language}


def shown(studio) -> None:
    studio.model.show(studio.seat.state)


def rest(studio) -> None:
    """The dice on the screen come to rest."""
    tumbler = studio.window.parts.ribbon._play
    tumbler.advance(1_600)
    tumbler.advance(2_000)


@pytest.fixture
def after_a_win(seat):
    """The next round is open, nobody has touched anything, and the last one was won."""
    seat.play({"big": 2_500, "total-8": 500}, (3, 5, 3))
    seat.open()
    return seat


def test_that_the_last_round_is_a_ghost_only_while_bets_are_taken(make_studio, after_a_win):
    studio = make_studio(after_a_win)
    board = studio.window.parts.board
    assert {spot: (one.state, one.ghost) for spot, one in board.chips.items()} == {
        "big": (ChipState.PAID, True),
        "total-8": (ChipState.LOST, True),
    }
    still = board.grab().toImage()
    after_a_win.close()
    shown(studio)
    assert board.chips == {}
    bar = studio.window.parts.bottom
    assert (bar.bet.name, bar.bet.text) == ("BET", "$0.00")
    assert board._result is None
    assert board.grab().toImage() != still


def test_that_ghosts_do_not_come_back_with_an_undo(make_studio, after_a_win):
    studio = make_studio(after_a_win)
    studio.window.parts.board.tapped.emit("small")
    studio.window.parts.bottom.buttons["action.undo"].click()
    assert studio.model.state.draft == {}
    assert studio.window.parts.board.chips == {}
    assert studio.window.parts.ribbon.face.facts == ()


def test_that_what_was_kept_as_shown_brings_no_ghost_into_a_closed_round(make_studio, after_a_win):
    """A correction of the last round puts it on the screen again: not while the next one is played."""
    after_a_win.close()
    after_a_win.state = replace(after_a_win.state, show_last=True)
    studio = make_studio(after_a_win)
    assert studio.window.parts.board.chips == {}
    assert studio.window.parts.bottom.bet.name == "BET"


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("ghost", [False, True], ids=["first round", "after a round with bets"])
def test_that_who_has_no_bet_reads_it_from_the_close_to_the_next_round(seat, language, ghost):
    if ghost:
        seat.play({"big": 2_500}, (3, 5, 3))
    texts = Texts(language)
    seat.open()

    def said() -> str:
        face = ribbon_face(seat.state, texts, PART)
        return f"{face.title} {face.detail} {face.pays}"

    assert NO_BET[language] not in said()
    for act in (seat.close, seat.tumble, seat.rest, lambda: seat.result((1, 2, 2)), seat.end):
        act()
        assert NO_BET[language] in said(), seat.state.table.phase
    seat.open()
    assert NO_BET[language] not in said()


@pytest.mark.parametrize("language", Language)
def test_that_who_has_no_bet_reads_it_after_a_void_and_without_a_connection(seat, language):
    texts = Texts(language)
    seat.open()
    seat.close()
    seat.do(ev.LinkDown())
    face = ribbon_face(seat.state, texts, PART)
    assert face.kind is RibbonKind.OFFLINE
    assert NO_BET[language].rstrip("。.") in face.detail
    seat.do(ev.LinkUp())
    seat.void("die not flat")
    assert ribbon_face(seat.state, texts, PART).pays == NO_BET[language]
    assert ribbon_face(seat.state, texts, PART).title == texts.get("ribbon.void_no_bet")


def test_that_who_has_a_bet_never_reads_that_there_is_none(seat):
    seat.open()
    seat.place({"big": 2_500})
    seat.register()
    for act in (seat.close, seat.tumble, seat.rest, lambda: seat.result((1, 2, 2)), seat.end):
        act()
        face = ribbon_face(seat.state, Texts(Language.EN), PART)
        assert NO_BET[Language.EN] not in f"{face.detail} {face.pays}"


# --- while dice fall ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("bet", [True, False])
def test_that_collect_is_dark_and_says_why_while_dice_fall(make_studio, seat, bet):
    seat.open()
    if bet:
        seat.place({"big": 2_500})
        seat.register()
    seat.close()
    seat.tumble()
    studio = make_studio(seat, animations=True)
    collect = studio.window.parts.bottom.buttons["action.collect"]
    why = Texts(Language.EN).get("why.dice_fall")
    for act in (None, seat.rest, lambda: seat.result((3, 5, 3)), seat.end):
        if act is not None:
            act()
            shown(studio)
        assert not collect.usable
        studio.window.parts.notice.clear()
        collect.click()
        assert studio.window.parts.notice.text == why
    assert not [event for event in studio.model.sent if isinstance(event, ev.Collect)]
    rest(studio)
    assert collect.usable
    collect.click()
    assert isinstance(studio.model.sent[-1], ev.Collect)


def test_that_nothing_on_the_screen_gives_a_result_away_before_the_dice_lie_still(make_studio, seat):
    """The credit after the result would cover a chip that the credit before does not; a large win calls somebody."""
    poor = type(seat)("B", 8)
    for _ in range(4):
        poor.note(10_000)
    poor.open()
    poor.place({"triple-4": 2_000, "any-triple": 10_000})
    poor.register()
    poor.close()
    poor.tumble()
    studio = make_studio(poor, animations=True)
    parts = studio.window.parts

    def picture():
        covered = [cents for cents in poor.context.config.chips if parts.bottom.rack.is_covered(cents)]
        usable = [key for key, button in parts.bottom.buttons.items() if button.usable]
        faces = [(meter.name, meter.text) for meter in parts.bottom._meters]
        return covered, usable, faces, parts.board.chips, parts.lock.isVisible(), parts.top.grab().toImage()

    poor.rest()
    shown(studio)
    before = picture()
    poor.result((4, 4, 4))
    assert any(lock.kind is LockKind.HANDPAY for lock in poor.state.locks)
    shown(studio)
    assert picture() == before
    rest(studio)
    assert parts.lock.isVisible()
    assert parts.bottom.credit.cents == poor.state.balances.credit


def test_that_a_door_is_shown_at_once_also_while_dice_fall(make_studio, seat):
    seat.open()
    seat.place({"big": 2_500})
    seat.register()
    seat.close()
    seat.tumble()
    studio = make_studio(seat, animations=True)
    seat.rest()
    seat.result((3, 5, 3))
    seat.do(ev.StoreFailed("the disk is full"))
    shown(studio)
    assert not studio.window.parts.ribbon.is_revealed
    assert studio.window.parts.lock.isVisible()


# --- the meters --------------------------------------------------------------------------------------------------


class Frames(QObject):
    """Every picture of the meters that was painted: name and amount of each."""

    def __init__(self, bar) -> None:
        super().__init__(bar)
        self._bar = bar
        self.seen: set[tuple[tuple[str, int], ...]] = set()
        for meter in bar._meters:
            meter.installEventFilter(self)

    def eventFilter(self, watched, event) -> bool:  # noqa: N802  Qt's name
        if event.type() == QEvent.Type.Paint:
            self.seen.add(tuple((meter.face.key, meter.face.cents) for meter in self._bar._meters))
            assert watched.text in {f"${meter.cents / 100:,.2f}" for meter in self._bar._meters}
        return False


def wander(seat, rolls: random.Random):
    """One thing more that happens at the seat or the table, as it may."""
    spots = ("big", "small", "odd", "total-11", "double-3", "single-5", "triple-4")
    match seat.state.table.phase:
        case Phase.BETTING:
            acts = [
                lambda: seat.do(ev.Tap(rolls.choice(spots), rolls.choice((100, 500, 2_500, 10_000)))),
                lambda: seat.do(ev.TakeBack(rolls.choice(spots))),
                lambda: seat.do(rolls.choice((ev.Undo(), ev.Clear(), ev.Double(), ev.Rebet()))),
                seat.register,
                seat.send,
                lambda: seat.note(2_000),
                seat.close,
                lambda: seat.do(rolls.choice((ev.LinkDown(), ev.LinkUp()))),
            ]
        case Phase.CLOSED:
            acts = [seat.tumble, lambda: seat.note(500), lambda: seat.void("die not flat")]
        case Stage.ACTING:
            acts = [seat.rest, lambda: seat.void("fewer than three tumbles")]
        case Stage.ACTED:
            acts = [lambda: seat.result([rolls.randint(1, 6) for _ in range(3)])]
        case Phase.RESULT:
            acts = [seat.end, lambda: seat.correct([rolls.randint(1, 6) for _ in range(3)])]
        case _:
            acts = [seat.open, lambda: seat.note(1_000)]
    if not seat.state.link:
        acts = [lambda: seat.do(ev.LinkUp())]
    rolls.choice(acts)()


@pytest.mark.parametrize("number", range(3))
def test_that_every_painted_frame_of_the_meters_is_a_state_that_existed(make_studio, seat, qtbot, number):
    """And in each, CREDIT and the BET that is open or in play are what the seat owes the player."""
    rolls = random.Random(number)
    studio = make_studio(seat, animations=True)
    bar = studio.window.parts.bottom
    frames = Frames(bar)
    existed, owed = set(), set()
    for turn in range(120):
        faces = meter_faces(seat.state)
        existed.add(tuple((face.key, face.cents) for face in faces))
        owed.add(seat.state.balances.credit + seat.state.balances.escrow)
        shown(studio)
        if turn % 3 == 0:
            bar.repaint()
        else:
            qtbot.wait(1)
        if turn % 7 == 0:
            studio.window.set_language(rolls.choice(list(Language)))
        if rolls.random() < 0.4:
            rest(studio)
        wander(seat, rolls)
    assert len(frames.seen) > 15
    assert frames.seen <= existed
    for (_, credit), (name, bet), _paid in frames.seen:
        assert credit + (bet if name == "meter.bet" else 0) in owed


def test_that_a_settled_bet_is_called_the_last_one_beside_the_new_credit(make_studio, seat):
    seat.open()
    seat.place({"big": 2_500})
    seat.register()
    seat.close()
    studio = make_studio(seat)
    bar = studio.window.parts.bottom
    assert [(one.name, one.text) for one in (bar.credit, bar.bet)] == [
        ("CREDIT", "$975.00"),
        ("BET", "$25.00"),
    ]
    seat.tumble()
    seat.rest()
    seat.result((3, 5, 3))
    shown(studio)
    assert [(one.name, one.text) for one in bar._meters] == [
        ("CREDIT", "$1,025.00"),
        ("LAST BET", "$25.00"),
        ("LAST PAID", "$50.00"),
    ]


@pytest.mark.parametrize(
    ("dice", "name", "cents", "gold"),
    [
        ((3, 5, 3), "LAST PAID", 5_000, True),
        ((1, 1, 2), "LAST PAID", 0, False),
        (None, "LAST RETURNED", 2_500, False),
    ],
)
def test_that_the_meter_of_the_last_round_is_golden_for_a_gain_alone(
    make_studio, seat, dice, name, cents, gold
):
    seat.open()
    seat.place({"big": 2_500})
    seat.register()
    seat.close()
    seat.tumble()
    if dice is None:
        seat.void("die not flat")
    else:
        seat.rest()
        seat.result(dice)
    meter = make_studio(seat).window.parts.bottom.last_paid
    assert (meter.name, meter.cents) == (name, cents)
    assert (meter.face.colour == theme.GOLD_TEXT) is gold
