"""The way to the loudspeaker: a player program of the system that takes raw sound on its standard input."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QObject, QProcess, QTimer, Signal

from kiosk.ui.service.touch.sweep import CHANNELS, RATE_HZ

SLACK_MS = 5_000  # more than the sound lasts: then the player hangs and is ended
LONGEST_WORDS = 200
_END_MS = 1_000  # for a killed player to be gone

# Qt's own sound is in no package that we install; these two are in every Debian's.
PLAYERS: dict[str, tuple[str, ...]] = {
    "aplay": ("--quiet", "--file-type=raw", "--format=S16_LE", f"--rate={RATE_HZ}", f"--channels={CHANNELS}"),
    "pacat": ("--playback", "--raw", "--format=s16le", f"--rate={RATE_HZ}", f"--channels={CHANNELS}"),
}


@dataclass(frozen=True)
class Player:
    """A program that plays, with its path."""

    path: str
    arguments: tuple[str, ...]


def find_player(which: Callable[[str], str | None] = shutil.which) -> Player | None:
    """The first player that is installed; None when there is none."""
    for name, arguments in PLAYERS.items():
        path = which(name)
        if path is not None:
            return Player(path, arguments)
    return None


class Loudspeaker(QObject):
    """Plays one sound at a time. `ended` carries "" when it was played to its end, else what went wrong, in words.

    Every `play` that answers True is followed by exactly one `ended`, unless `stop` came first.
    """

    ended = Signal(str)

    def __init__(self, player: Player, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._player = player
        self._process: QProcess | None = None
        self._limit = QTimer(self)
        self._limit.setSingleShot(True)
        self._limit.timeout.connect(self._hangs)

    @property
    def playing(self) -> bool:
        """Whether a sound is being played."""
        return self._process is not None

    def play(self, sound: bytes, lasts_ms: int) -> bool:
        """Begin to play; False while another sound is being played."""
        if self._process is not None:
            return False
        process = self._process = QProcess(self)
        process.setStandardOutputFile(QProcess.nullDevice())
        process.finished.connect(self._finished)
        process.errorOccurred.connect(self._error)
        self._limit.start(lasts_ms + SLACK_MS)
        process.start(self._player.path, list(self._player.arguments))
        if self._process is process:  # it may have failed to start at once
            process.write(sound)
            process.closeWriteChannel()
        return True

    def stop(self) -> None:
        """End what is being played, silently."""
        process = self._let_go()
        if process is not None:
            process.kill()
            process.waitForFinished(_END_MS)
            process.deleteLater()

    def _finished(self, code: int, how: QProcess.ExitStatus) -> None:
        process = self._let_go()
        if process is None:
            return
        words = _last_line(bytes(process.readAllStandardError().data()))
        process.deleteLater()
        if how != QProcess.ExitStatus.NormalExit:
            self.ended.emit(words or f"{self._player.path} crashed")
        elif code != 0:
            self.ended.emit(words or f"{self._player.path} ended with status {code}")
        else:
            self.ended.emit("")

    def _error(self, error: QProcess.ProcessError) -> None:
        # A crash and a closed pipe are followed by `finished`, which knows more.
        if error != QProcess.ProcessError.FailedToStart:
            return
        process = self._let_go()
        if process is not None:
            words = process.errorString()
            process.deleteLater()
            self.ended.emit(f"{self._player.path} cannot be started: {words}"[:LONGEST_WORDS])

    def _hangs(self) -> None:
        self.stop()
        self.ended.emit(f"{self._player.path} did not come to an end")

    def _let_go(self) -> QProcess | None:
        """The process of this sound, whose signals mean nothing from now on."""
        process, self._process = self._process, None
        self._limit.stop()
        if process is not None:
            process.finished.disconnect(self._finished)
            process.errorOccurred.disconnect(self._error)
        return process


def _last_line(told: bytes) -> str:
    """The last line that a player has told, as one short printable line."""
    lines = [line for line in told.decode("utf-8", "replace").splitlines() if line.strip()]
    words = "".join(sign if sign.isprintable() else " " for sign in lines[-1]) if lines else ""
    return words.strip()[:LONGEST_WORDS]
