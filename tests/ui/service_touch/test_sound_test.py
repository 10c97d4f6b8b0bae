"""The sound test: the tone itself, real player programs that play, fail, crash and hang, and seats without any."""

import os
import stat

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from kiosk.ui.kit.texts import Language
from kiosk.ui.service.touch.hearing import Hearing, SoundResult
from kiosk.ui.service.touch.loudspeaker import (
    LONGEST_WORDS,
    PLAYERS,
    SLACK_MS,
    Loudspeaker,
    Player,
    find_player,
)
from kiosk.ui.service.touch.sound_test import LEAVE_AFTER_MS, SoundTest
from kiosk.ui.service.touch.sweep import HIGHEST_HZ, LOUDNESS, LOWEST_HZ, RATE_HZ, SWEEP_MS, Side, sweep

WAIT = 30_000


def script(folder, body, name="player") -> Player:
    """A real program as a player."""
    path = folder / name
    path.write_text(f"#!/bin/sh\n{body}\n", "utf-8")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return Player(str(path), ("one", "two"))


@pytest.fixture
def good(tmp_path):
    """A player that keeps what it is given."""
    return script(tmp_path, f'cat > "{tmp_path}/heard.part" && mv "{tmp_path}/heard.part" "{tmp_path}/heard"')


@pytest.fixture
def speaker(request):
    made = []

    def make(player):
        made.append(Loudspeaker(player))
        return made[-1]

    yield make
    for one in made:
        one.stop()


def frames(side):
    return np.frombuffer(sweep(side), "<i2").reshape(-1, 2).astype(float)


# --- the tone


@pytest.mark.parametrize("side", Side)
def test_that_the_tone_comes_from_its_side_only(side):
    left, right = frames(side).T
    assert (np.abs(left).max() > 0) == (side is not Side.RIGHT)
    assert (np.abs(right).max() > 0) == (side is not Side.LEFT)
    assert len(left) == RATE_HZ * SWEEP_MS // 1000


def test_that_both_sides_sound_the_same():
    left, right = frames(Side.BOTH).T
    assert (left == right).all()


def test_that_the_tone_rises_from_the_lowest_to_the_highest_pitch():
    tone = frames(Side.LEFT)[:, 0]
    tenth = len(tone) // 10
    pitches = []
    for part in range(10):
        piece = tone[part * tenth : (part + 1) * tenth]
        pitches.append(np.abs(np.fft.rfft(piece * np.hanning(tenth))).argmax() * RATE_HZ / tenth)
    assert (np.diff(pitches) > 0).all()
    # The middle of the first and of the last tenth, in even octaves.
    rise = HIGHEST_HZ / LOWEST_HZ
    assert pitches[0] == pytest.approx(LOWEST_HZ * rise**0.05, rel=0.1)
    assert pitches[-1] == pytest.approx(HIGHEST_HZ / rise**0.05, rel=0.1)


def test_that_the_tone_neither_clicks_nor_clips():
    tone = frames(Side.LEFT)[:, 0]
    assert abs(tone[0]) <= 1
    assert abs(tone[-1]) <= 1
    assert np.abs(tone).max() == pytest.approx(LOUDNESS / 2 * 32_767, rel=0.01)


# --- players


def test_that_the_first_installed_player_is_found(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    assert find_player() is None
    for name in reversed(PLAYERS):
        script(tmp_path, "exit 0", name)
        assert find_player() == Player(str(tmp_path / name), PLAYERS[name])


def test_that_a_player_gets_the_whole_sound_and_its_words(qtbot, speaker, tmp_path, good):
    playing = speaker(script(tmp_path, f'echo "$@" > "{tmp_path}/words"; exec "{good.path}"', "outer"))
    sound = sweep(Side.LEFT)
    with qtbot.waitSignal(playing.ended, timeout=WAIT) as waited:
        assert playing.play(sound, SWEEP_MS)
        assert playing.playing
        assert not playing.play(sound, SWEEP_MS)
    assert waited.args == [""]
    assert not playing.playing
    assert (tmp_path / "heard").read_bytes() == sound
    assert (tmp_path / "words").read_text("utf-8") == "one two\n"


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("cat > /dev/null; echo first >&2; echo 'no soundcards found' >&2; exit 1", "no soundcards found"),
        ("exit 3", "ended with status 3"),
        ("kill -SEGV $$", "crashed"),
        ("printf 'bad \\033[31m\\377 words\\n' >&2; exit 1", "bad  [31m\ufffd words"),
    ],
)
def test_that_a_player_that_fails_is_told_in_words(qtbot, speaker, tmp_path, body, words):
    playing = speaker(script(tmp_path, body))
    with qtbot.waitSignal(playing.ended, timeout=WAIT) as waited:
        playing.play(sweep(Side.BOTH), SWEEP_MS)
    assert words in waited.args[0]
    assert "\x1b" not in waited.args[0]
    assert not playing.playing


def test_that_a_player_that_talks_too_much_is_cut_short(qtbot, speaker, tmp_path):
    playing = speaker(script(tmp_path, "head -c 100000 /dev/zero | tr '\\0' x >&2; exit 1"))
    with qtbot.waitSignal(playing.ended, timeout=WAIT) as waited:
        playing.play(b"", SWEEP_MS)
    assert waited.args == ["x" * LONGEST_WORDS]


def test_that_a_player_that_cannot_be_started_is_told(qtbot, speaker, tmp_path):
    playing = speaker(Player(str(tmp_path / "gone"), ()))
    with qtbot.waitSignal(playing.ended, timeout=WAIT) as waited:
        playing.play(b"sound", SWEEP_MS)
    assert "gone cannot be started" in waited.args[0]
    assert not playing.playing


def test_that_a_player_that_hangs_is_ended(qtbot, speaker, tmp_path):
    playing = speaker(script(tmp_path, f'echo $$ > "{tmp_path}/id"; exec sleep 600'))
    playing.play(b"sound", SWEEP_MS)
    qtbot.waitUntil(lambda: started(tmp_path / "id"), timeout=WAIT)
    assert playing._limit.isActive()
    assert playing._limit.interval() == SWEEP_MS + SLACK_MS
    with qtbot.waitSignal(playing.ended, timeout=WAIT) as waited:
        playing._limit.start(0)  # its time is up
    assert "did not come to an end" in waited.args[0]
    assert not playing.playing
    assert gone((tmp_path / "id").read_text("utf-8"))


def started(file) -> bool:
    return file.exists() and file.read_text("utf-8").endswith("\n")


def gone(process) -> bool:
    try:
        os.kill(int(process), 0)
    except ProcessLookupError:
        return True
    return False


# --- what is known


def test_that_heard_is_believed_only_when_left_and_right_were_played():
    hearing = Hearing(there=True)
    for side in (Side.BOTH, Side.LEFT):
        hearing.begin(side)
        hearing.end("")
        assert not hearing.answer(heard=True)
    hearing.begin(Side.RIGHT)
    assert not hearing.answer(heard=True)
    hearing.end("")
    assert hearing.answer(heard=True)
    assert hearing.result is SoundResult.HEARD


def test_that_a_sound_that_failed_was_not_played():
    hearing = Hearing(there=True)
    for side in Side:
        hearing.begin(side)
        hearing.end("no soundcards found")
    assert not hearing.answerable
    assert hearing.result is SoundResult.NOT_THERE


def test_that_an_end_without_a_beginning_is_an_error():
    with pytest.raises(ValueError, match="expected one"):
        Hearing(there=True).end("")


# --- the screen


def click(button):
    QTest.mouseClick(button, Qt.MouseButton.LeftButton, pos=QPoint(20, 20))


@pytest.mark.parametrize("language", Language)
def test_that_a_seat_without_any_player_says_so_and_goes_back(shown, language, monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    test = shown(SoundTest, language=language)
    assert all(name in test.note.text() for name in PLAYERS)
    assert test.sides == {}
    click(test.back)
    assert test.results == [SoundResult.NOT_THERE]


def play(test, side, qtbot):
    with qtbot.waitSignal(test._loudspeaker.ended, timeout=WAIT):
        click(test.sides[side])
        assert test.hearing.playing is side
        assert not any(button.usable for button in test.sides.values())
    assert all(button.usable for button in test.sides.values())


def test_that_who_heard_left_and_right_says_so(shown, good, qtbot, tmp_path):
    test = shown(SoundTest, players=[good])
    play(test, Side.LEFT, qtbot)
    assert (tmp_path / "heard").read_bytes() == sweep(Side.LEFT)
    assert not test.heard.usable
    click(test.heard)
    assert test.said.text() == "Play left and right first."
    assert test.results == []
    play(test, Side.RIGHT, qtbot)
    assert (tmp_path / "heard").read_bytes() == sweep(Side.RIGHT)
    assert test.heard.usable
    click(test.heard)
    assert test.results == [SoundResult.HEARD]


def test_that_who_hears_nothing_says_so(shown, good, qtbot):
    test = shown(SoundTest, players=[good])
    play(test, Side.BOTH, qtbot)
    click(test.silent)
    assert test.results == [SoundResult.NOT_HEARD]


def test_that_a_finger_plays_as_well(shown, good, qtbot, touch_screen):
    test = shown(SoundTest, players=[good])
    button = test.sides[Side.BOTH]
    with qtbot.waitSignal(test._loudspeaker.ended, timeout=WAIT):
        QTest.touchEvent(button, touch_screen).press(0, QPoint(20, 20), button).commit()
        QTest.touchEvent(button, touch_screen).release(0, QPoint(20, 20), button).commit()
    assert test.hearing.played == {Side.BOTH}


def test_that_a_missing_sound_card_is_told_and_is_not_there(shown, tmp_path, qtbot):
    test = shown(SoundTest, players=[script(tmp_path, "cat > /dev/null; echo 'no soundcards' >&2; exit 1")])
    play(test, Side.LEFT, qtbot)
    assert test.said.text() == "The sound could not be played: no soundcards"
    click(test.back)
    assert test.results == [SoundResult.NOT_THERE]


def test_that_leaving_ends_what_is_being_played(shown, tmp_path, qtbot):
    test = shown(SoundTest, players=[script(tmp_path, f'echo $$ > "{tmp_path}/id"; exec sleep 600')])
    click(test.sides[Side.LEFT])
    qtbot.waitUntil(lambda: started(tmp_path / "id"), timeout=WAIT)
    click(test.back)
    assert test.results == [SoundResult.UNANSWERED]
    assert gone((tmp_path / "id").read_text("utf-8"))


def test_that_hiding_ends_what_is_being_played(shown, tmp_path, qtbot):
    test = shown(SoundTest, players=[script(tmp_path, f'echo $$ > "{tmp_path}/id"; exec sleep 600')])
    click(test.sides[Side.LEFT])
    qtbot.waitUntil(lambda: started(tmp_path / "id"), timeout=WAIT)
    test.hide()
    assert gone((tmp_path / "id").read_text("utf-8"))
    assert test.hearing.playing is None
    assert test.results == []


def test_that_without_a_touch_the_sound_test_ends_by_itself(shown, good, clock, qtbot):
    test = shown(SoundTest, players=[good])
    with qtbot.waitSignal(test.finished, timeout=60_000):
        clock.ms += LEAVE_AFTER_MS
    assert test.results == [SoundResult.UNANSWERED]


def test_that_escape_ends_the_sound_test_once(shown, good):
    test = shown(SoundTest, players=[good])
    QTest.keyClick(test, Qt.Key.Key_Escape)
    click(test.back)
    assert test.results == [SoundResult.UNANSWERED]


def test_that_the_tone_is_as_loud_as_the_seat_is_set():
    loudest = [
        np.abs(np.frombuffer(sweep(Side.BOTH, volume), "<i2").astype(int)).max() for volume in (0, 50, 100)
    ]
    assert loudest[0] == 0
    assert loudest[2] == pytest.approx(2 * loudest[1], rel=0.01)
    assert loudest[2] < 32_767
