"""What a sound test has found out so far. Pure."""

from __future__ import annotations

from enum import StrEnum

from kiosk.ui.service.touch.sweep import Side


class SoundResult(StrEnum):
    """How a sound test ended."""

    HEARD = "heard"
    NOT_HEARD = "not heard"
    NOT_THERE = "not there"  # nothing on this seat can play
    UNANSWERED = "unanswered"


class Hearing:
    """Which sides were played, and what the person answered. `there` is whether anything can play at all."""

    def __init__(self, *, there: bool) -> None:
        self.there = there
        self.playing: Side | None = None
        self.played: frozenset[Side] = frozenset()
        self.failure = ""  # of the last sound, in words
        self._answer: SoundResult | None = None

    @property
    def answerable(self) -> bool:
        """Whether somebody can say that all was heard: left and right were played apart."""
        return {Side.LEFT, Side.RIGHT} <= self.played and self.playing is None

    def begin(self, side: Side) -> None:
        """A sound begins."""
        self.playing, self.failure = side, ""

    def end(self, failure: str) -> None:
        """The sound is over; ``failure`` is "" when it was played to its end. Raises ValueError when none plays."""
        if self.playing is None:
            raise ValueError("end of a sound: found none that plays, expected one")
        if not failure:
            self.played |= {self.playing}
        self.playing, self.failure = None, failure

    def interrupt(self) -> None:
        """The sound was cut off: it counts neither as played nor as failed."""
        self.playing = None

    def answer(self, *, heard: bool) -> bool:
        """Whether the answer counts: that all was heard is believed only when it was played."""
        if heard and not self.answerable:
            return False
        self._answer = SoundResult.HEARD if heard else SoundResult.NOT_HEARD
        return True

    @property
    def result(self) -> SoundResult:
        """The result if the test ends now."""
        if not self.there or (self.failure and not self.played):
            return SoundResult.NOT_THERE
        return self._answer or SoundResult.UNANSWERED
