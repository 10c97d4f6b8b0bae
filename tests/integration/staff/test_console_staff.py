"""`kiosk staff --console` as a real process: a console's list is begun, changed and taken back after a loss."""

import shutil
from contextlib import closing
from datetime import UTC, datetime

import pytest

from kiosk.ops.provision.files import Authoriser, provide
from kiosk.ops.provision.plan import Node, Plan, Seat, hosts_beside
from kiosk.seat.roles import CONSOLE_ROLES, Role
from kiosk.store.staff import Session, StaffStore
from kiosk.store.staff_acts import StaffActs
from kits import KIOSK
from kits.ops.provision import PIN, SUPERVISOR
from kits.processes import run_process

NEW, OTHER, ZEROS, WRONG = "570321", "081547", "004821", "918273"
NOW = datetime(2026, 1, 31, 12, tzinfo=UTC)


class Console:
    """A provided console that does not run."""

    def __init__(self, folder):
        nodes = (Node("node-1", "127.0.0.1", 23790, 23800),)
        plan = Plan("12", "Harbour Casino", (Seat("07", "A"),), nodes, hosts_beside(nodes))
        provide(plan, Authoriser(SUPERVISOR, PIN), folder / "provided")
        self.config = folder / "provided/config/console.toml"
        self.state = folder / "provided/config/console/state"
        self.state.mkdir(parents=True, exist_ok=True)

    def run(self, *words, typed=()):
        """Exit status, output, errors."""
        done = run_process(
            [*KIOSK, "staff", "--console", self.config, *words],
            input="".join(f"{line}\n" for line in typed),
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert "Traceback" not in done.stderr
        assert not [pin for pin in (PIN, NEW, OTHER, ZEROS, WRONG) if pin in done.stdout + done.stderr]
        return done.returncode, done.stdout, done.stderr

    def does(self, *words, typed=()):
        """It is done; answers what was said."""
        status, out, err = self.run(*words, typed=typed)
        assert (status, err) == (0, ""), err
        return out

    def log_in(self, name, pin):
        with closing(StaffStore(self.state / "staff.db", roles=CONSOLE_ROLES)) as staff:
            return staff.log_in(name, pin, None, datetime.now(UTC))

    @property
    def told(self):
        """What waits for the console: kind, about whom, by whom."""
        acts = StaffActs(self.state / "staff-acts.jsonl").take(lambda _: set())
        return [(act.kind.value, act.name, act.by) for act in acts]


@pytest.fixture
def console(tmp_path):
    return Console(tmp_path)


AS = ("--as", SUPERVISOR)


def test_that_the_list_begins_with_the_supervisors_of_the_file_and_grows_by_name(console):
    assert console.does("list").splitlines() == [
        f"staff-first-made {SUPERVISOR} role=manager",
        f"{SUPERVISOR}: manager",
    ]
    console.does("add", "陳小明", "--role", "dealer", *AS, typed=(PIN, ZEROS))
    assert console.does("list").splitlines() == [f"{SUPERVISOR}: manager", "陳小明: dealer"]
    assert isinstance(console.log_in("陳小明", ZEROS), Session)
    assert not isinstance(console.log_in("陳小明", "4821"), Session), "a PIN's leading zeros are part of it"
    assert console.told == [
        ("staff-first-made", SUPERVISOR, ""),
        ("staff-command-begun", "陳小明", ""),
        ("staff-logged-in", SUPERVISOR, SUPERVISOR),
        ("staff-made", "陳小明", SUPERVISOR),
        ("staff-logged-out", SUPERVISOR, SUPERVISOR),
    ]


def test_that_roles_and_pins_change_and_people_are_deactivated_and_reactivated(console):
    console.does("add", "Mia", "--role", "dealer", *AS, typed=(PIN, NEW))
    console.does("change", "Mia", "--role", "supervisor", *AS, typed=(PIN,))
    console.does("change", "Mia", "--pin", "--as", "Mia", typed=(NEW, OTHER))
    assert console.log_in("Mia", OTHER).role is Role.SUPERVISOR
    console.does("change", "Mia", "--pin", *AS, typed=(PIN, NEW))
    assert isinstance(console.log_in("Mia", NEW), Session)
    console.does("deactivate", "Mia", *AS, typed=(PIN,))
    assert console.does("list").splitlines()[-1] == "Mia: supervisor, not active"
    assert not isinstance(console.log_in("Mia", NEW), Session)
    console.does("reactivate", "Mia", *AS, typed=(PIN,))
    assert isinstance(console.log_in("Mia", NEW), Session)


@pytest.mark.parametrize(
    ("words", "typed", "why"),
    [
        (("deactivate", SUPERVISOR, *AS), (PIN,), "last active supervisor"),
        (("change", SUPERVISOR, "--role", "dealer", *AS), (PIN,), "last active supervisor"),
        (("add", SUPERVISOR.upper(), "--role", "dealer", *AS), (PIN, NEW), "is taken"),
        (("add", "Eve", "--role", "dealer", *AS), (PIN, "123456"), "straight run"),
        (("add", "Eve", "--role", "dealer", *AS), (WRONG, NEW), "is not logged in: wrong"),
        (("deactivate", "Nobody", *AS), (PIN,), "no user"),
    ],
)
def test_that_what_is_refused_says_why_changes_nothing_and_is_told(console, words, typed, why):
    status, _, err = console.run(*words, typed=typed)
    assert status == 1
    assert why in err
    assert console.does("list").splitlines()[-1].startswith(f"{SUPERVISOR}: manager")
    assert {kind for kind, _, _ in console.told} & {"staff-command-failed", "staff-refused"}


def test_that_a_dealer_changes_nobody(console):
    console.does("add", "Mia", "--role", "dealer", *AS, typed=(PIN, NEW))
    status, _, err = console.run("add", "Eve", "--role", "dealer", "--as", "Mia", typed=(NEW, OTHER))
    assert (status, "expected the right" in err) == (1, True)


@pytest.mark.parametrize("role", ["supervisor", "manager"])
def test_that_an_older_list_lets_nobody_in_until_a_supervisor_or_manager_has_accepted_it(console, role):
    console.does("add", "Ann", "--role", role, *AS, typed=(PIN, NEW))
    console.does("add", "Mia", "--role", "dealer", *AS, typed=(PIN, OTHER))
    kept = console.state.with_name("kept")
    shutil.copytree(console.state, kept)
    console.does("deactivate", "Mia", *AS, typed=(PIN,))
    for path in console.state.glob("staff.*"):
        path.unlink()
    for path in kept.glob("staff.*"):
        shutil.copy(path, console.state)
    assert not isinstance(console.log_in("Mia", OTHER), Session), "who was deactivated is not let in again"
    status, _, err = console.run("accept", "--as", "Mia", typed=(OTHER,))
    assert (status, "no supervisor with this PIN" in err) == (1, True)
    assert console.does("accept", "--as", "Ann", typed=(NEW,)) == "staff-older-accepted Ann\n"
    assert isinstance(console.log_in("Mia", OTHER), Session), "as the accepted copy says"


def test_that_a_seats_list_is_not_changed_by_a_command(tmp_path):
    done = run_process(
        [*KIOSK, "staff", "--state", tmp_path, "deactivate", "Ng", "--as", "Ng"],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, "--console" in done.stderr) == (2, True)
