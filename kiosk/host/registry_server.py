"""The host's side of the registry: answers what seats and desks ask, as long as it lives, beside other hosts."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable

import msgspec

from kiosk.devices.registry import Refusal, RegistryFault, Rejected, last_digits
from kiosk.devices.ticket import utc_time
from kiosk.host.registry_etcd import Answered, Carried, EtcdRegistry
from kiosk.host.registry_keys import ANSWERS, ASKS, TICKETS, Place, asked_by
from kiosk.links.etcd import EtcdLog
from kiosk.links.etcd.cells import Cells
from kiosk.table.log import Entry, Feed, NoAnswer

AGAIN_S = 0.3  # after the servers did not answer
SWEEP_S = 3_600.0
ABANDONED_S = 86_400.0  # an answer that nobody has taken away after so long is removed

_log = logging.getLogger(__name__)


class RegistryServer:
    """One thread that answers. Any number of them, in any number of processes, killed at any moment.

    ``now`` is the clock in UTC text; ``say`` is told of silence and of what is refused for want of a right, in the
    server's thread; ``on_bug`` is told of an exception that ends it.
    """

    def __init__(
        self,
        log: EtcdLog,
        now: Callable[[], str],
        say: Callable[[str], None],
        on_bug: Callable[[BaseException], None],
    ) -> None:
        self._log = log
        self._cells = Cells(log)
        self._registry = EtcdRegistry(self._cells, now)
        self._now = now
        self._say = say
        self._on_bug = on_bug
        self._lock = threading.Lock()
        self._asking: dict[Place, None] = {}  # in the order in which they began to ask
        self._wake = threading.Event()
        self._ended = False
        self._silence = ""
        self._clock_told = False
        self._sick: set[Place] = set()
        self._feed: Feed | None = None
        self._swept_s: float | None = None
        self._thread = threading.Thread(target=self._run, name="registry", daemon=True)
        self.answered = 0

    def check(self) -> None:
        """Raises :class:`EnvironmentFault` when we may not read the tickets, NoAnswer for silence."""
        self._log.check([TICKETS, ASKS])

    def start(self) -> None:
        """Answer from now on. Never waits."""
        self._feed = self._log.follow([ASKS], 0, self._asked)
        self._thread.start()

    def close(self) -> None:
        """Finish the answer that is under way. The link must still be open."""
        self._ended = True
        self._wake.set()
        if self._feed is not None:
            self._feed.close()
            self._thread.join()

    def _asked(self, entry: Entry) -> None:
        """In the link's thread."""
        found = asked_by(entry.key)
        if found is not None:
            with self._lock:
                self._asking[found[0]] = None
            self._wake.set()

    def _run(self) -> None:
        try:
            while not self._ended:
                self._wake.wait(AGAIN_S if self._asking else SWEEP_S)
                self._wake.clear()
                self._answer_all()
        except BaseException as bug:  # noqa: BLE001 - told; the thread ends
            self._on_bug(bug)

    def _answer_all(self) -> None:
        with self._lock:
            asking = list(self._asking)
        for place in asking:
            if self._ended:
                return
            with self._lock:  # what it asks from here on is told anew
                self._asking.pop(place, None)
            if not self._answer(place):
                with self._lock:
                    self._asking.setdefault(place)
        self._sweep()

    def _answer(self, place: Place) -> bool:
        """Answer all that ``place`` asks; False when it must be tried again."""
        try:
            while not self._ended and (carried := self._registry.answer_next(place)) is not None:
                self.answered += 1
                self._tell(carried)
                self._tell_clock()
        except NoAnswer as silence:
            self._tell_silence(str(silence))
            return False
        except (
            RegistryFault
        ) as fault:  # damage: those who ask hear nothing, which is safe, and people hear of it
            if place not in self._sick:
                self._sick.add(place)
                self._say(f"registry: {place.party} cannot be answered: {fault}")
            return False
        self._sick.discard(place)
        self._tell_silence("")
        return True

    def _tell(self, carried: Carried) -> None:
        answer = carried.answer
        if isinstance(answer, Rejected) and answer.reason is Refusal.NOT_PERMITTED:
            what, request = "something that is no question", carried.request
            if request is not None:
                what = f"{type(request).__name__} of the ticket ending in {last_digits(answer.number)}"
            _log.warning("registry: %s asked for %s and may not", carried.place.party, what)
            self._say(f"registry: {carried.place.party} may not ask for {what}")

    def _tell_clock(self) -> None:
        """Once when it begins, not with each second of the clock."""
        trouble = self._registry.clock.trouble
        if bool(trouble) is not self._clock_told:
            self._clock_told = bool(trouble)
            self._say(f"registry: {trouble or 'the clock of this host is right again'}")

    def _tell_silence(self, silence: str) -> None:
        if bool(silence) is not bool(self._silence):
            self._say(f"registry: {silence or 'the servers answer again'}")
        self._silence = silence

    def _sweep(self) -> None:
        """Remove answers that were abandoned: their seat is gone, or has never asked again."""
        if self._swept_s is not None and time.monotonic() - self._swept_s < SWEEP_S:
            return
        self._swept_s = time.monotonic()
        try:
            now = utc_time(self._now())
            for cell in self._cells.all(ANSWERS):
                age_s = (now - utc_time(_answered_at(cell.value))).total_seconds()
                if age_s > ABANDONED_S:
                    self._cells.swap({cell.key: cell.changed}, [], [cell.key])
        except NoAnswer as silence:
            self._tell_silence(str(silence))


def _answered_at(value: bytes) -> str:
    """When an answer was given; one that does not decode is as old as can be."""
    try:
        return msgspec.json.decode(value, type=Answered).at_utc
    except (msgspec.DecodeError, UnicodeDecodeError):
        return "1970-01-01T00:00:00Z"
