"""Supervisors: the right PIN stands for a command, wrong ones lock out for longer and longer, none is shown."""

import pytest
from argon2 import PasswordHasher

from kiosk.console.commands import Authority, CorrectResult, Refusal
from kiosk.console.notes import FileKeeper, Notebook, Notes, Voids
from kiosk.console.supervisors import Supervisors, hash_pin
from kiosk.faults import EnvironmentFault
from kiosk.seat.roles import Role

PIN = "4711"
QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)  # for tests alone
HASHES = {"Ng": QUICK.hash(PIN), "Abe": QUICK.hash("0815")}
RIGHT, WRONG = Authority("Ng", PIN), Authority("Ng", "1234")


class Desk:
    """Supervisors over a file, with a clock that the test sets; ``again`` is the console started once more."""

    def __init__(self, path):
        self.path, self.now = path / "desk.json", 1_000_000.0
        self.again()

    def again(self):
        self.notebook = Notebook(FileKeeper(self.path))
        self.supervisors = Supervisors(HASHES, self.notebook, lambda: self.now)

    def tries(self, *authorities):
        return [self.supervisors.why_not(authority) for authority in authorities]


@pytest.fixture
def desk(tmp_path):
    return Desk(tmp_path)


def locked(seconds):
    return Refusal("locked-out", {"seconds": seconds})


def test_that_the_right_pin_stands_and_no_other(desk):
    assert desk.supervisors.names == ("Abe", "Ng")
    assert desk.tries(RIGHT, WRONG, Authority("Ng", ""), RIGHT) == [
        None,
        Refusal("wrong-pin"),
        Refusal("wrong-pin"),
        None,
    ]


def test_that_a_hash_that_was_made_here_stands(desk):
    made = Supervisors({"Ng": hash_pin(PIN)}, desk.notebook, lambda: 0.0)
    assert (made.why_not(RIGHT), made.why_not(WRONG)) == (None, Refusal("wrong-pin"))


def test_that_what_a_manager_must_stand_for_is_refused_to_a_supervisor(desk):
    both = Supervisors(HASHES, desk.notebook, lambda: 0.0, frozenset({"Abe"}))
    abe = Authority("Abe", "0815")
    assert both.why_not(RIGHT, Role.MANAGER) == Refusal("needs-manager")
    assert both.why_not(None, Role.MANAGER) == Refusal("needs-manager")
    assert [both.why_not(abe, role) for role in (Role.MANAGER, Role.SUPERVISOR)] == [None, None]
    assert (both.names_of(Role.MANAGER), both.names_of(Role.SUPERVISOR)) == (("Abe",), ("Abe", "Ng"))


def test_that_without_a_name_a_supervisor_is_asked_for(desk):
    assert desk.tries(None, Authority("")) == [Refusal("needs-supervisor")] * 2


def test_that_a_name_that_is_not_known_is_told_no_more_than_a_wrong_pin(desk):
    assert desk.tries(*[Authority("Eve", PIN)] * 5) == [Refusal("wrong-pin")] * 5


def test_that_another_supervisors_pin_does_not_stand(desk):
    assert desk.tries(Authority("Abe", PIN)) == [Refusal("wrong-pin")]


def test_that_three_wrong_tries_lock_out_for_longer_and_longer(desk):
    assert desk.tries(WRONG, WRONG, WRONG) == [Refusal("wrong-pin"), Refusal("wrong-pin"), locked(30)]
    for seconds in (30, 60, 120, 240):
        assert desk.tries(RIGHT) == [locked(seconds)], "not looked at while locked out"
        desk.now += seconds
        assert desk.tries(WRONG) == [locked(2 * seconds)]


def test_that_the_lock_out_has_an_end_and_the_right_pin_clears_it(desk):
    desk.tries(WRONG, WRONG, WRONG)
    assert desk.supervisors.locked_out == {"Ng": 30}
    desk.now += 29.5
    assert desk.tries(RIGHT) == [locked(1)]
    desk.now += 0.5
    assert desk.tries(RIGHT, WRONG, WRONG) == [None, Refusal("wrong-pin"), Refusal("wrong-pin")]


def test_that_a_lock_out_is_never_longer_than_an_hour(desk):
    for _ in range(20):
        desk.tries(WRONG)
        desk.now += max(desk.supervisors.locked_out.values(), default=0)
    assert desk.tries(WRONG) == [locked(3_600)]


def test_that_one_supervisors_wrong_tries_do_not_lock_out_another(desk):
    desk.tries(WRONG, WRONG, WRONG)
    assert desk.tries(Authority("Abe", "0815")) == [None]


def test_that_a_restart_neither_forgets_tries_nor_ends_a_lock_out(desk):
    desk.tries(WRONG, WRONG)
    desk.again()
    assert desk.tries(WRONG) == [locked(30)]
    desk.again()
    assert desk.tries(RIGHT) == [locked(30)]


def test_that_a_try_counts_before_its_pin_is_looked_at(desk, monkeypatch):
    monkeypatch.setattr(desk.supervisors, "_matches", lambda *_: 1 / 0)  # the power fails right then
    for _ in range(3):
        with pytest.raises(ZeroDivisionError):
            desk.supervisors.why_not(WRONG)
    desk.again()
    assert desk.tries(RIGHT) == [locked(30)]


def test_that_a_clock_set_back_does_not_lock_out_for_longer(desk):
    desk.tries(WRONG, WRONG, WRONG)
    desk.now -= 1_000_000
    assert desk.tries(RIGHT) == [locked(30)]


def test_that_tries_count_also_when_they_cannot_be_written(desk, monkeypatch):
    def full(_path, _data):
        raise OSError(28, "no space left on device")

    monkeypatch.setattr("kiosk.console.notes.replace_durably", full)
    assert desk.tries(WRONG, WRONG, WRONG)[-1] == locked(30)
    assert not desk.notebook.sound


def test_that_no_pin_is_shown_or_kept(desk):
    desk.tries(WRONG, RIGHT, WRONG)
    assert b"1234" not in desk.path.read_bytes()
    shown = repr((WRONG, CorrectResult((), RIGHT), desk.notebook.notes, vars(desk.supervisors)))
    assert PIN not in shown.replace(str(HASHES), "")
    assert "1234" not in shown


def test_that_a_hash_that_is_not_argon2id_is_refused_by_name(desk):
    with pytest.raises(EnvironmentFault, match="supervisor 'Ng'"):
        Supervisors({"Ng": PIN}, desk.notebook, lambda: 0.0)


def test_that_damaged_notes_are_named_and_left_as_they_are(desk):
    desk.path.write_text('{"dealer": 7}')
    with pytest.raises(EnvironmentFault, match=r"desk\.json"):
        Notebook(FileKeeper(desk.path))
    assert desk.path.read_text() == '{"dealer": 7}'


def test_that_notes_come_back_as_they_were_written(desk):
    written = Notes(dealer="Mia", voids=Voids((1, 3), 4, "Mia", "Ng"), instance="0a1b")
    desk.notebook.write(written)
    desk.again()
    assert desk.notebook.notes == written
