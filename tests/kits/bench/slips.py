"""A seat with money in and a round open for bets, and a connection that writes its statements down."""

from kiosk.app.machine import Seat, read_rules
from kiosk.app.state_dir import StateDir
from kiosk.seat.events import AuditDone, LinkUp, LogRead, NoteIn
from kiosk.table import keys
from kiosk.table.records import RoundOpened, encode

AT = "2026-01-31T12:00:00Z"


class Recording:
    """Stands for the store's connection and writes every statement down."""

    def __init__(self, connection):
        self._connection = connection
        self.statements = []

    def execute(self, sql, values=()):
        self.statements.append((sql, tuple(values)))
        return self._connection.execute(sql, values)

    def executemany(self, sql, rows):
        for values in rows:
            self.execute(sql, values)

    def __getattr__(self, name):
        return getattr(self._connection, name)


def open_seat(folder):
    """The context of a new seat, what it must hear before it may bet, and the spots that take any stake."""
    rules = read_rules("B")
    state = StateDir(folder)
    state.hold()
    seat = Seat(state, rules, lambda _: None)
    seat.close()
    state.release()
    limits = rules.limits.limits()
    opened = RoundOpened(round=1, game="sicbo", limits=limits, closes_in_ms=36_000, at=AT, demonstration=True)
    events = (
        LinkUp(),
        NoteIn("acceptor-1", "n1", 500_000),
        LogRead(1, keys.round_event(seat.context.config.table, 1, 1), encode(opened)),
        AuditDone("round:1", ()),
    )
    spots = [
        spot
        for spot, found in rules.layout.spots.items()
        if found.kind not in ("triple", "small", "big", "odd", "even")
    ]
    return seat.context, events, spots
