"""Short, eased motion driven by one timer: calm, 150 to 300 ms, and at once where motion is switched off."""

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QElapsedTimer, QObject, Qt, QTimer, Slot

FRAME_MS = 16


def eased(part: float) -> float:
    """Quick at first, slow at the end; 0 to 1."""
    return float(1 - (1 - part) ** 3)


@dataclass
class _Motion:
    length_ms: float
    step: Callable[[float], None]
    done: Callable[[], None] | None
    at_ms: float = 0.0


class Motions(QObject):
    """Runs motions by key; a new one under the same key takes the place of the old one.

    `step` gets the eased part, 0 to 1, and is always called with 1 at the end; then `done` is called. A motion that
    is replaced or stopped is not finished: neither is called again.
    """

    def __init__(self, *, animations: bool, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._animations = animations
        self._running: dict[object, _Motion] = {}
        self._clock = QElapsedTimer()
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(FRAME_MS)
        self._timer.timeout.connect(self._tick)

    @property
    def running(self) -> int:
        """How many motions are under way."""
        return len(self._running)

    def start(
        self,
        key: object,
        length_ms: float,
        step: Callable[[float], None],
        done: Callable[[], None] | None = None,
    ) -> None:
        """Begin a motion of so many ms; its first step is now."""
        self._running.pop(key, None)
        if not self._animations:
            step(1.0)
            if done:
                done()
            return
        step(0.0)
        self._running[key] = _Motion(length_ms, step, done)
        if not self._timer.isActive():
            self._clock.start()
            self._timer.start()

    def stop(self, key: object) -> None:
        """Forget a motion, wherever it is."""
        self._running.pop(key, None)

    def finish(self) -> None:
        """Bring everything to its end now."""
        while self._running:
            self.advance(max(motion.length_ms for motion in self._running.values()))

    def advance(self, elapsed_ms: float) -> None:
        """Move all motions on by so many ms. The timer does this; a test may."""
        for key, motion in list(self._running.items()):
            motion.at_ms += elapsed_ms
            if motion.at_ms < motion.length_ms:
                motion.step(eased(motion.at_ms / motion.length_ms))
                continue
            del self._running[key]
            motion.step(1.0)
            if motion.done:
                motion.done()
        if not self._running:
            self._timer.stop()

    @Slot()
    def _tick(self) -> None:
        self.advance(float(self._clock.restart()))
