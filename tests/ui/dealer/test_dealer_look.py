"""Nothing is clipped, nothing too small, nothing too faint; colour is never the only sign."""

from itertools import combinations

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtWidgets import QApplication, QLabel, QWidget

from kiosk.console.view import DealingState, DealingView, Presence
from kiosk.tools.shots.dealer import SIZES, dealer_names, make_window
from kiosk.tools.shots.sicbo import dealer_samples as samples
from kiosk.tools.shots.sicbo.dealer_scenes import SCENES
from kiosk.tools.shots.studio import every_game
from kiosk.ui.dealer.pen import Icon
from kiosk.ui.dealer.plan import dealer_regions, dealer_scale, tile_rects
from kiosk.ui.dealer.seats.faces import seat_face
from kiosk.ui.kit import theme
from kiosk.ui.kit.texts import Language, Texts
from kiosk.ui.kit.touch_button import TouchButton
from kits.ui.contrast import DEALER_CONTROL_PAIRS, DEALER_TEXT_PAIRS, contrast

LANGUAGES = pytest.mark.parametrize("language", Language)
ALL_SIZES = pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")


def small_targets(window: QWidget) -> list[str]:
    return [
        f"{button.text()} {button.width()}x{button.height()}"
        for button in window.findChildren(TouchButton)
        if button.isVisible() and min(button.width(), button.height()) < theme.MIN_TOUCH_PX
    ]


def clipped_labels(window: QWidget) -> list[str]:
    """Paragraphs that need more room than they have."""
    found = []
    for label in window.findChildren(QLabel):
        if not label.isVisible() or not label.text():
            continue
        needed = label.heightForWidth(label.width()) if label.wordWrap() else label.sizeHint().height()
        wide = not label.wordWrap() and label.sizeHint().width() > label.width()
        if needed > label.height() + 1 or wide:
            found.append(f"{label.text()} needs {needed}, has {label.height()}")
    return found


def outside(window: QWidget) -> list[str]:
    """Buttons that reach over the edge of what they lie on."""
    return [
        button.text()
        for button in window.findChildren(TouchButton)
        if button.isVisible() and not button.parentWidget().rect().contains(button.geometry())
    ]


def overlapping(window: QWidget) -> list[tuple[str, str]]:
    """Buttons of an open sheet that lie over each other."""
    sheet = window.sheet
    shown = [one for one in sheet.findChildren(TouchButton) if one.isVisible()] if sheet is not None else []
    rects = [(one.text(), QRect(one.mapTo(sheet, QPoint(0, 0)), one.size())) for one in shown]
    return [(one, other) for (one, a), (other, b) in combinations(rects, 2) if a.intersects(b)]


CARDS = {
    name: (scene, language, size)
    for name, scene, language, size in dealer_names()
    if size == SIZES[-1] and name.endswith(("-half-a-hand", "-initial-deal"))
}
MIDDLE = SIZES[1:-1]  # what is cut between the narrowest and the largest is looked for in the long form


@LANGUAGES
@pytest.mark.parametrize(
    "size",
    [pytest.param(size, marks=[pytest.mark.torture] * (size in MIDDLE)) for size in SIZES],
    ids=lambda size: f"{size[0]}x{size[1]}",
)
def test_that_no_scene_has_clipped_words_or_small_targets(qapp, language, size, cut):
    for scene in SCENES:
        window = make_window(scene, language, size)
        QApplication.processEvents()
        window.grab()
        assert cut == [], scene.name
        assert clipped_labels(window) == [], scene.name
        assert small_targets(window) == [], scene.name
        assert outside(window) == [], scene.name
        assert overlapping(window) == [], scene.name
        window.close()
        window.deleteLater()
        QCoreApplication.sendPostedEvents(window, QEvent.Type.DeferredDelete.value)


@pytest.mark.parametrize("name", CARDS)
def test_that_on_the_smallest_screen_no_button_lies_over_another_and_each_says_all(qapp, name, cut):
    window = make_window(*CARDS[name])
    QApplication.processEvents()
    window.grab()
    assert cut == []
    assert outside(window) == []
    parts = (window.parts.work, window.parts.work.keys, window.parts.commands)
    for part in parts:
        shown = [
            one for one in part.findChildren(TouchButton) if one.isVisible() and one.parentWidget() is part
        ]
        assert len(shown) > 2
        for one, other in combinations(shown, 2):
            assert not one.geometry().intersects(other.geometry()), (one.text(), other.text())
    window.close()
    window.deleteLater()
    QCoreApplication.sendPostedEvents(window, QEvent.Type.DeferredDelete.value)


@pytest.mark.parametrize("pair", DEALER_TEXT_PAIRS, ids=lambda p: f"{p.use} {p.front} on {p.back}")
def test_that_every_text_has_contrast_of_at_least_4_5(pair):
    assert contrast(pair.front, pair.back) >= 4.5


@pytest.mark.parametrize("pair", DEALER_CONTROL_PAIRS, ids=lambda p: f"{p.use} {p.front} on {p.back}")
def test_that_every_control_has_contrast_of_at_least_3(pair):
    assert contrast(pair.front, pair.back) >= 3.0


@ALL_SIZES
def test_that_the_parts_fill_the_window_and_do_not_overlap(size):
    regions = dealer_regions(QSize(*size))
    window = QRect(0, 0, *size)
    for name, rect in regions.parts().items():
        assert window.contains(rect), name
    for (one, first), (other, second) in combinations(regions.parts().items(), 2):
        assert not first.intersects(second), (one, other)
    gap = regions.scale.px(12)
    for lower in (regions.history, regions.figures):
        assert regions.strip.y() - (lower.y() + lower.height()) == gap, "no empty corner above the strip"


def test_that_an_empty_window_is_refused():
    with pytest.raises(ValueError, match="0x0"):
        dealer_regions(QSize(0, 0))


@ALL_SIZES
@pytest.mark.parametrize("count", range(1, 41))
def test_that_every_number_of_seats_fills_its_area_with_large_enough_tiles(size, count):
    scale = dealer_scale(QSize(*size))
    seats = dealer_regions(QSize(*size)).seats
    area = QRectF(0, 0, seats.width() - 2 * scale.px(18), seats.height() - scale.px(54) - scale.px(15))
    rects = tile_rects(area, count, scale)
    assert len(rects) == count
    for rect in rects:
        assert min(rect.width(), rect.height()) >= theme.MIN_TOUCH_PX
        assert area.adjusted(-1, -1, 1, 1).contains(rect)
    for one, other in combinations(rects, 2):
        assert not one.intersects(other)
    assert max(rect.bottom() for rect in rects) == pytest.approx(area.bottom())


@LANGUAGES
def test_that_no_two_states_of_a_seat_differ_by_colour_alone(language):
    texts = Texts(language)
    plain = samples.sample_seats(1)[0]
    closing, decided = samples.closed(1), samples.result(1)
    faces = [
        seat_face(replace(plain, presence=Presence.ABSENT), closing, texts),
        seat_face(replace(plain, presence=Presence.SILENT, gone_ms=14_000), closing, texts),
        seat_face(replace(plain, locks=("handpay",)), closing, texts),
        seat_face(replace(plain, calling=True), closing, texts),
        seat_face(replace(plain, close_shown=True), closing, texts),
        seat_face(plain, closing, texts),
        seat_face(replace(plain, flagged=True), closing, texts),
        seat_face(replace(plain, due=500, settled=True), decided, texts),
        seat_face(replace(plain, due=500), decided, texts),
        seat_face(replace(plain, due=500, payable=500), decided, texts),
        seat_face(replace(plain, due=500, paid_by_hand=500), decided, texts),
        seat_face(replace(plain, open_items=1), closing, texts),
    ]
    assert len({(face.sign, face.word) for face in faces}) == len(faces)
    assert all(face.word and face.sign is not Icon.NONE for face in faces)


def test_that_a_long_silence_is_told_in_minutes():
    seat = replace(samples.sample_seats(1)[0], presence=Presence.SILENT, gone_ms=725_000)
    assert seat_face(seat, samples.closed(1), Texts(Language.EN)).word == "Silent 12 m"


def test_that_the_language_changes_at_once_and_keeps_what_was_entered(make_dealer):
    dealer = make_dealer(samples.entering())
    chosen = []
    dealer.window.language_changed.connect(chosen.append)
    dealer.type("35")
    dealer.tap(dealer.parts.bar.language)
    assert chosen == [Language.ZH]
    assert dealer.window.inputs.entry.dice == (3, 5)
    assert dealer.parts.work.slots.entry.dice == (3, 5)
    assert dealer.parts.commands.buttons["Void"].text() == "本局作废…"
    dealer.type("3")
    dealer.key(Qt.Key.Key_Return)
    assert len(dealer.desk.sent) == 1
    dealer.key(Qt.Key.Key_F11)
    assert dealer.window.language is Language.EN


def test_that_the_window_can_change_its_size(make_dealer):
    dealer = make_dealer(samples.entering(), size=(1280, 800))
    dealer.type("3")
    dealer.window.resize(1920, 1080)
    assert dealer.parts.work.slots.entry.dice == (3,)
    assert dealer.parts.work.geometry() == dealer_regions(QSize(1920, 1080)).work


def test_that_health_and_tumbler_are_named_in_words(make_dealer):
    view = replace(samples.no_answer(), device=DealingView(DealingState.GONE))
    bar = make_dealer(view).parts.bar
    log, tumbler = bar._health(view)
    assert log.text == Texts(Language.EN).get("dealer.bar.log_alarm"), "the strip says which one"
    assert log.sign is Icon.CARE
    assert "gone" in tumbler.text
    assert tumbler.sign is Icon.CARE


def test_that_the_worst_result_stands_with_its_dice_and_a_minus_sign():
    view = samples.closed()
    exposure = view.exposure
    worst = min(
        exposure.staked - sum(samples.due_of(seat, roll) for seat in view.seats if seat.stakes)
        for roll in samples.ROLLS
    )
    assert exposure.worst == worst < 0


def test_that_every_scene_has_a_picture_in_both_languages_and_sizes():
    names = [name for name, *_ in dealer_names()]
    scenes = sum(len(shots.dealer_scenes) for shots in every_game())
    assert len(names) == len(set(names)) == scenes * len(SIZES) * len(Language)
    assert len(SCENES) < scenes
