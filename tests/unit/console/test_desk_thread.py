"""The desk in its thread: commands in, answers and views out, bounded, and never silently dead."""

import threading

import pytest

from kiosk.console import commands as c
from kiosk.console.commands import Refusal
from kiosk.console.desk_thread import MOST_COMMANDS, DeskThread
from kiosk.table.round import Phase
from kits.console.desk import Table


class Screen:
    """What the thread tells, and a way to wait for it."""

    def __init__(self):
        self.views, self.answers, self.bugs = [], [], []
        self._told = threading.Condition()

    def _tell(self, where, what):
        with self._told:
            where.append(what)
            self._told.notify_all()

    def view(self, view):
        self._tell(self.views, view)

    def answer(self, command, refusal):
        self._tell(self.answers, (command, refusal))

    def bug(self, bug):
        self._tell(self.bugs, bug)

    def wait(self, until):
        with self._told:
            assert self._told.wait_for(until, 60)


@pytest.fixture
def screen():
    return Screen()


@pytest.fixture
def table(tmp_path):
    table = Table(tmp_path)
    table.start()
    yield table
    table.close()


@pytest.fixture
def thread(table, screen):
    desk, table.desk = table.desk, None
    thread = DeskThread(desk, screen.view, screen.answer, screen.bug)
    yield thread
    thread.stop()


def test_that_every_command_is_answered_in_order_and_the_view_follows(thread, screen):
    thread.start()
    screen.wait(lambda: screen.views)
    assert screen.views[0].phase is Phase.ENDED
    for command in (c.OpenBets(), c.OpenBets(), c.CloseBets()):
        assert thread.send(command)
    screen.wait(lambda: len(screen.answers) == 3)
    assert screen.answers == [
        (c.OpenBets(), None),
        (c.OpenBets(), Refusal("phase")),
        (c.CloseBets(), None),
    ]
    screen.wait(lambda: screen.views[-1].phase is Phase.CLOSED)


def test_that_what_a_seat_writes_shows_without_a_command(thread, screen, table):
    thread.start()
    thread.send(c.OpenBets())
    screen.wait(lambda: screen.views and screen.views[-1].phase is Phase.BETTING)
    table.bet("07", number=1, big=500)
    screen.wait(lambda: screen.views[-1].exposure.staked == 500)
    table.comes("08")
    screen.wait(lambda: screen.views[-1].seats[1].presence == "present")


def test_that_too_many_commands_are_refused_and_not_heaped_up(thread):
    assert [thread.send(c.HurryUp()) for _ in range(MOST_COMMANDS + 1)] == [True] * MOST_COMMANDS + [False]


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_that_a_bug_is_told_and_ends_the_thread(thread, screen, monkeypatch):
    monkeypatch.setattr(thread._desk, "poll", lambda: 1 / 0)
    thread.start()
    screen.wait(lambda: screen.bugs)
    assert isinstance(screen.bugs[0], ZeroDivisionError)
    thread._thread.join(60)
    assert not thread._thread.is_alive()


def test_that_stopping_leaves_the_table_to_the_next_console(thread, screen, table):
    thread.start()
    thread.send(c.OpenBets())
    screen.wait(lambda: screen.answers)
    thread.stop()
    assert table.spare().view.phase is Phase.BETTING
