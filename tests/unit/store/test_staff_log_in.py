"""Wrong tries lock a user, and the terminal, for longer and longer; no clock and no restart changes that."""

from contextlib import closing
from datetime import UTC, datetime, timedelta

import pytest
from argon2 import Parameters
from argon2.low_level import Type
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kiosk.seat.roles import ActKind, Right, Role
from kiosk.store.staff import Refused, Session, StaffStore, Why

QUICK = Parameters(Type.ID, 19, 16, 32, 1, 8, 1)  # for tests alone
START = datetime(2026, 11, 28, 8, 0, tzinfo=UTC)
PIN, OTHER, WRONG = "135792", "246813", "918273"


class Terminal:
    """Staff over a file, with a clock that the test sets; ``again`` is the program started once more."""

    def __init__(self, path):
        self.path, self.now, self.staff = path, START, None
        self.again()

    def again(self):
        if self.staff is not None:
            self.staff.close()
        self.staff = StaffStore(self.path, QUICK)

    def later(self, seconds):
        self.now += timedelta(seconds=seconds)

    def asks(self, name="Ng", pin=WRONG, badge=None):
        """The answer in short: reason, seconds to wait, tries left; or the name of who is in."""
        said = self.staff.log_in(name, pin, badge, self.now)
        return said.name if isinstance(said, Session) else (said.reason.value, said.wait_s, said.tries_left)

    def lock(self, name="Ng"):
        return [self.asks(name) for _ in range(3)]


@pytest.fixture
def terminal(tmp_path):
    found = Terminal(tmp_path / "staff.db")
    found.staff.create_first("Ng", PIN)
    boss = found.staff.log_in("Ng", PIN, None, found.now)
    for name in ("Abe", "Bea", "Cid", "Dee"):
        found.staff.add(boss, name, Role.ATTENDANT, OTHER)
    with closing(found.staff):
        yield found


THREE_WRONG = [("wrong", 0, 2), ("wrong", 0, 1), ("wrong", 30, 0)]


def test_that_three_wrong_tries_lock_out_for_longer_and_longer_up_to_an_hour(terminal):
    assert terminal.lock() == THREE_WRONG
    for seconds in (30, 60, 120, 240, 480, 960, 1920, 3600, 3600, 3600):
        assert terminal.asks(pin=PIN) == ("locked", seconds, 0), "not looked at while locked out"
        terminal.later(seconds - 0.5)
        assert terminal.asks(pin=PIN) == ("locked", 1, 0)
        terminal.later(0.5)
        assert terminal.asks() == ("wrong", min(3600, 2 * seconds), 0)


def test_that_the_right_pin_clears_the_count(terminal):
    assert [terminal.asks(), terminal.asks(), terminal.asks(pin=PIN)] == [*THREE_WRONG[:2], "Ng"]
    assert terminal.lock() == THREE_WRONG
    terminal.later(30)
    assert terminal.asks(pin=PIN) == "Ng"
    assert terminal.lock() == THREE_WRONG


def test_that_a_restart_neither_forgets_tries_nor_ends_a_lock_out(terminal):
    for expected in THREE_WRONG:
        assert terminal.asks() == expected
        terminal.again()
    assert terminal.asks(pin=PIN) == ("locked", 30, 0)


def test_that_a_try_is_counted_before_its_pin_is_looked_at(terminal, monkeypatch):
    for _ in range(3):
        monkeypatch.setattr(terminal.staff, "_matches", lambda *_: 1 / 0)  # the power fails right then
        with pytest.raises(ZeroDivisionError):
            terminal.asks()
        terminal.again()
    assert terminal.asks(pin=PIN) == ("locked", 30, 0)


def test_that_one_users_lock_out_is_not_anothers(terminal):
    terminal.lock()
    assert terminal.asks("Abe", OTHER) == "Abe"


def test_that_a_supervisor_ends_a_lock_out(terminal):
    terminal.lock("Abe")
    boss = terminal.staff.log_in("Ng", PIN, None, terminal.now)
    assert terminal.staff.unlock(boss, "Abe").detail == {"failures": 3}
    assert terminal.asks("Abe", OTHER) == "Abe"


@pytest.mark.parametrize("name", ["Eve", "", "   ", "\ud800", "x" * 100_000, "Ng' OR 1=1 --", "123456"])
def test_that_a_name_that_is_not_known_is_answered_just_like_a_known_one(terminal, name):
    assert terminal.lock(name) == THREE_WRONG
    assert terminal.asks(name, PIN) == ("locked", 30, 0)
    terminal.again()
    terminal.later(30)
    assert terminal.asks(name, PIN) == ("wrong", 60, 0)


@pytest.mark.parametrize("pin", ["", "1", "x" * 100_000, "\ud800", "１３５７９２", " 135792", "135792\n"])
def test_that_what_is_no_pin_is_a_wrong_try(terminal, pin):
    assert terminal.asks(pin=pin) == THREE_WRONG[0]


def test_that_an_unknown_name_costs_a_check_of_a_hash_too(terminal, monkeypatch):
    checked = []
    hasher = terminal.staff._hasher
    monkeypatch.setattr(
        terminal.staff,
        "_hasher",
        type("Told", (), {"verify": staticmethod(lambda *a: checked.append(a) or hasher.verify(*a))}),
    )
    for name, pin in (("Ng", WRONG), ("Eve", WRONG), ("Eve", "no pin"), ("", WRONG)):
        terminal.asks(name, pin)
    assert len(checked) == 4
    assert {hashed.rsplit("$", 2)[0] for hashed, _ in checked} == {"$argon2id$v=19$m=8,t=1,p=1"}
    assert len({len(hashed) for hashed, _ in checked}) == 1, "one that cannot be read is answered at once"


# --- the terminal's common lock-out ---------------------------------------------------------------------------------


def test_that_ten_wrong_tries_of_whatever_names_lock_the_terminal(terminal):
    guessed = [terminal.asks(name) for name in ("Eve", "Abe", "Ng", "Fay", "Gus", "Hal", "Ida", "Joe", "Kim")]
    assert {(reason, wait) for reason, wait, _ in guessed} == {("wrong", 0)}
    assert terminal.asks("Lea") == ("wrong", 30, 0)
    assert terminal.asks("Ng", PIN) == ("locked", 30, 0)
    terminal.again()
    terminal.later(30)
    assert terminal.asks("Max") == ("wrong", 60, 0)
    terminal.later(60)
    assert terminal.asks("Ng", PIN) == "Ng"
    assert terminal.asks("Max") == ("wrong", 0, 1), "a right one ends the row, but not the tries of a name"


def test_that_trying_ever_new_names_does_not_go_round_the_terminals_lock_out(terminal):
    looked_at = 0
    for number in range(200):
        looked_at += terminal.asks(f"Name {number}")[0] == "wrong"
        terminal.later(1)
    assert looked_at == 10 + 2  # after 30 and 60 s


def test_that_a_lock_out_is_told_for_the_events_without_an_unknown_name(terminal):
    said = [terminal.staff.log_in("Eve", WRONG, None, terminal.now) for _ in range(10)][:3]
    assert [act.kind for act in said[2].acts] == [ActKind.REFUSED, ActKind.LOCKED_OUT]
    assert {act.name for one in said for act in one.acts} == {""}
    known = [terminal.staff.log_in("Abe", WRONG, None, terminal.now) for _ in range(3)]
    assert [act.name for act in known[2].acts] == ["Abe", "Abe"]
    others = [terminal.staff.log_in(name, WRONG, None, terminal.now) for name in ("A", "B", "C", "D")]
    assert others[3].acts[-1].kind is ActKind.TERMINAL_LOCKED


# --- clocks ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("back_s", [3, 31, 86_400, 20 * 365 * 86_400])
def test_that_a_clock_set_back_begins_the_lock_out_anew_and_says_so(terminal, back_s):
    terminal.lock()
    terminal.later(25)
    assert terminal.asks(pin=PIN) == ("locked", 5, 0)
    terminal.later(-back_s)
    refused = terminal.staff.log_in("Ng", PIN, None, terminal.now)
    assert (refused.reason, refused.wait_s, refused.clock_went_back) == (Why.LOCKED, 30, True)
    assert refused.acts[0].kind is ActKind.CLOCK_WENT_BACK
    assert refused.acts[0].detail == {"seconds": back_s}
    terminal.later(10)
    refused = terminal.staff.log_in("Ng", PIN, None, terminal.now)
    assert (refused.wait_s, refused.clock_went_back) == (20, False), "told once, and not endless"
    terminal.later(20)
    assert terminal.asks(pin=PIN) == "Ng"


def test_that_a_clock_set_back_is_noticed_for_all_whoever_logs_in(terminal):
    terminal.lock("Abe")
    terminal.later(10)
    terminal.lock("Eve")
    terminal.later(-3600)
    session = terminal.staff.log_in("Ng", PIN, None, terminal.now)
    assert session.clock_went_back
    assert [act.kind for act in session.acts] == [ActKind.CLOCK_WENT_BACK, ActKind.LOGGED_IN]
    assert (terminal.asks("Abe", OTHER), terminal.asks("Eve")) == (("locked", 30, 0), ("locked", 30, 0))
    terminal.later(30)
    assert terminal.asks("Abe", OTHER) == "Abe"


def test_that_a_lock_out_that_was_over_stays_over_when_the_clock_goes_back(terminal):
    terminal.lock()
    terminal.later(40)
    assert terminal.asks("Abe", OTHER) == "Abe"
    terminal.later(-35)
    assert terminal.asks(pin=PIN) == "Ng"


def test_that_a_locked_terminal_stays_locked_when_the_clock_goes_back(terminal):
    for number in range(10):
        terminal.asks(f"Name {number}")
    terminal.later(-86_400)
    assert terminal.asks(pin=PIN) == ("locked", 30, 0)
    terminal.later(30)
    assert terminal.asks(pin=PIN) == "Ng"


def test_that_a_small_correction_of_the_clock_is_none_and_gains_nothing(terminal):
    terminal.lock()
    for _ in range(40):
        terminal.later(-1)
        refused = terminal.staff.log_in("Ng", PIN, None, terminal.now)
        assert (refused.reason, refused.clock_went_back) == (Why.LOCKED, False)
        terminal.later(1)
    assert terminal.asks(pin=PIN) == ("locked", 30, 0)


def test_that_changing_a_pin_tells_of_the_clock_too(terminal):
    boss = terminal.staff.log_in("Ng", PIN, None, terminal.now)
    terminal.later(-60)
    acts = terminal.staff.change_pin(boss, PIN, OTHER, terminal.now)
    assert [act.kind for act in acts] == [ActKind.CLOCK_WENT_BACK, ActKind.PIN_CHANGED]
    assert terminal.staff.holds(boss, Right.MANAGE_STAFF)


STEPS = st.one_of(
    st.tuples(st.just("later"), st.integers(1, 4000)),
    st.tuples(st.just("back"), st.integers(3, 100_000)),
    st.tuples(st.just("wrong"), st.sampled_from(["Ng", "Abe", "Eve"])),
    st.tuples(st.just("again"), st.none()),
)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=st.lists(STEPS, max_size=40))
def test_that_by_no_way_a_pin_is_looked_at_before_its_wait_is_over(tmp_path_factory, steps):
    """Against a stopwatch that no clock moves: only waiting earns a look, and waiting always does."""
    terminal = Terminal(tmp_path_factory.mktemp("staff") / "staff.db")
    terminal.staff.create_first("Ng", PIN)
    terminal.staff.log_in("Ng", PIN, None, terminal.now)
    stopwatch, free_at = 0.0, {}
    with closing(terminal.staff):
        for what, value in steps:
            if what == "later":
                stopwatch += value
                terminal.later(value)
            elif what == "back":
                terminal.later(-value)
            elif what == "again":
                terminal.again()
            else:
                said = terminal.staff.log_in(value, WRONG, None, terminal.now)
                assert isinstance(said, Refused)
                if said.reason is Why.WRONG:
                    assert stopwatch >= free_at.get(value, 0.0)
                    free_at[value] = stopwatch + (said.wait_s if said.tries_left == 0 else 0)
                assert said.wait_s <= 3600
        terminal.later(2)
        terminal.staff.log_in("Cid", WRONG, None, terminal.now)  # sees the clock as it is now
        terminal.later(3600)
        assert terminal.asks("Ng", PIN) == "Ng"
        assert terminal.staff.self_test() == []
        terminal.staff.close()
