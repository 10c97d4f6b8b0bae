"""How far a long reading of files has come."""

from collections.abc import Callable

Notice = Callable[[float], None]
_STEPS = 200


class Progress:
    """Tells parts of a known whole, 0.0 first and rising, at most some 200 times; `end` tells 1.0."""

    def __init__(self, whole: int, tell: Notice) -> None:
        self._whole = max(whole, 1)
        self._tell = tell
        self._done = 0
        self._step = 0
        tell(0.0)

    def add(self, part: int) -> None:
        """This much more is done, in the unit of the whole."""
        self._done = min(self._done + part, self._whole)
        step = self._done * _STEPS // self._whole
        if self._step < step < _STEPS:
            self._step = step
            self._tell(step / _STEPS)

    def end(self) -> None:
        """All is done."""
        self._tell(1.0)


def untold(part: float) -> None:
    """For who does not want to know."""
