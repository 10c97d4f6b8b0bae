"""A seat's staff in real files: a supervisor, an attendant with a badge, a technician who has left."""

import sqlite3
from contextlib import closing
from datetime import UTC, datetime

from argon2 import Parameters
from argon2.low_level import Type

from kiosk.seat.roles import Role
from kiosk.store.staff import Session, StaffStore

QUICK = Parameters(Type.ID, 19, 16, 32, 1, 8, 1)  # for tests alone
NOW = datetime(2026, 11, 28, 8, 0, tzinfo=UTC)
PINS = {"Ng": "135792", "Abe": "246813", "Tom": "192837"}
BADGE = "SB-0007-XK"


class Kept:
    """The files, opened anew for every question, as after a restart."""

    def __init__(self, path):
        self.path, self.key = path, path.with_suffix(".key")

    def ask(self, question):
        with closing(StaffStore(self.path, QUICK)) as staff:
            return question(staff)

    def sql(self, *statements):
        """What another hand does with the sqlite3 shell."""
        with closing(sqlite3.connect(self.path)) as db, db:
            for statement in statements:
                db.execute(*statement) if isinstance(statement, tuple) else db.execute(statement)

    def rows(self, query, *, raw=False):
        with closing(sqlite3.connect(self.path)) as db:
            db.text_factory = bytes if raw else str
            return db.execute(query).fetchall()

    def findings(self):
        return self.ask(StaffStore.self_test)

    def enters(self, name, pin=None, now=NOW):
        """The name of who is in, or the reason."""
        said = self.ask(lambda staff: staff.log_in(name, pin or PINS[name], None, now))
        return said.name if isinstance(said, Session) else said.reason.value


def filled(path):
    """The files with their three users."""
    found = Kept(path)

    def fill(staff):
        staff.create_first("Ng", PINS["Ng"])
        boss = staff.log_in("Ng", PINS["Ng"], None, NOW)
        staff.add(boss, "Abe", Role.ATTENDANT, PINS["Abe"], badge=BADGE)
        staff.add(boss, "Tom", Role.TECHNICIAN, PINS["Tom"])
        staff.deactivate(boss, "Tom")

    found.ask(fill)
    return found
