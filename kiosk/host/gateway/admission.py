"""What a host lets into the log and out of it, before etcd hears of it. Pure.

A record that no reader would count does not get in: it must be one, stand under its right key, be of who writes it,
and bear that party's signature.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from kiosk.host.rights import Identity, Verb, may
from kiosk.links.hosts import wire
from kiosk.links.signing import Signers
from kiosk.table import keys
from kiosk.table.records import BadRecord, ConsolePresent, OfSeat, Present, decode
from kiosk.written import shown


class Refusal(Exception):
    """What was asked is not for who asks. The message says what, and why not."""


class Admission:
    """The rules of one host. ``signers`` by table; a table without has none that sign, as in tests alone.

    ``jackpots`` is the one that each table shares, where it does.
    """

    def __init__(
        self,
        tables: Iterable[str],
        signers: Iterable[Signers] = (),
        jackpots: Mapping[str, str] | None = None,
    ) -> None:
        self.tables = frozenset(tables)
        self._jackpots = dict(jackpots or {})
        self._signers = {each.table: each for each in signers}

    def permit(self, who: Identity, verb: Verb, *wanted: str) -> None:
        """Raises :class:`Refusal` unless ``who`` may do ``verb`` with every key or prefix ``wanted``."""
        if who.table not in self.tables:
            raise Refusal(f"table {who.table} is none of this host's")
        for key in wanted:
            if not may(who, verb, key, self._jackpots.get(who.table, "")):
                raise Refusal(f"{_named(who)} may not {verb} {shown(key)}")

    def jackpot(self, who: Identity) -> str:
        """The jackpot that the table of ``who`` shares. Raises :class:`Refusal` where it shares none."""
        if (found := self._jackpots.get(who.table)) is None:
            raise Refusal(f"table {who.table} shares no jackpot")
        return found

    def append(self, who: Identity, ask: wire.AppendAsk) -> Sequence[str]:
        """Whether ``who`` may write that; the bars that the records need, beside those that were named."""
        self.permit(who, Verb.APPEND, *(key for key, _ in ask.puts))
        self.permit(who, Verb.BAR, *ask.unless)
        self.permit(who, Verb.READ, *(known.key for known in ask.stands))
        if ask.holding is not None:
            self.permit(who, Verb.HOLD, ask.holding[0])
        return [bar for key, value in ask.puts for bar in self._record(who, key, value)]

    def _record(self, who: Identity, key: str, value: bytes) -> list[str]:
        try:
            record = decode(value)
        except BadRecord as bad:
            raise Refusal(f"what {_named(who)} writes at {shown(key)} is no record: {bad}") from bad
        if not keys.stands_rightly(who.table, key, record):
            raise Refusal(f"{type(record).__name__} at {shown(key)}: it does not stand there")
        signers = self._signers.get(who.table)
        if signers is not None and (why := signers.why_not(key, value)) is not None:
            raise Refusal(f"{type(record).__name__} at {shown(key)}: {why}")
        return [keys.bar(who.table, record)] if isinstance(record, OfSeat) else []

    def stand(self, who: Identity, ask: wire.StandAsk) -> None:
        """Raises :class:`Refusal` unless ``who`` may show that."""
        self.permit(who, Verb.STAND, ask.key)
        try:
            record = decode(ask.value)
        except BadRecord as bad:
            raise Refusal(f"what {_named(who)} shows at {shown(ask.key)} is no record: {bad}") from bad
        if not isinstance(record, Present | ConsolePresent) or not keys.stands_rightly(
            who.table, ask.key, record
        ):
            raise Refusal(f"{type(record).__name__} at {shown(ask.key)}: it does not stand there")


def _named(who: Identity) -> str:
    return f"{who.role} {who.name} of table {who.table}"
