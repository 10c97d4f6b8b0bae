import threading

import pytest

from kiosk.runner.ports import DirectRegistrar
from kiosk.tickets import remote
from kiosk.tickets.registry import RegistryFault
from kiosk.tickets.remote import RegistrarThread
from kits.links.heard import Heard


def fail(fault):
    def question(_registry):
        raise fault

    return question


def test_that_a_registry_of_this_machine_answers_at_once():
    heard = Heard()
    registrar = DirectRegistrar("registry")
    registrar.ask(lambda registry: registry.upper(), heard)
    fault = RegistryFault("away")
    registrar.ask(fail(fault), heard)
    assert heard == ["REGISTRY", fault]


@pytest.fixture
def bugs():
    return Heard()


@pytest.fixture
def registrar(bugs):
    registrar = RegistrarThread("registry", bugs)
    yield registrar
    registrar.close()


def test_that_whoever_asks_is_not_kept_waiting_and_answers_come_in_order(registrar):
    heard, go = Heard(), threading.Event()
    registrar.ask(lambda _: go.wait(30), lambda _: heard("first"))
    registrar.ask(lambda _: "second", heard)
    fault = RegistryFault("away")
    registrar.ask(fail(fault), heard)
    assert heard == []
    go.set()
    heard.until(lambda found: len(found) == 3)
    assert heard == ["first", "second", fault]


def test_that_a_full_queue_is_a_fault_of_the_registry(registrar, monkeypatch):
    heard, go, begun = Heard(), threading.Event(), threading.Event()
    registrar.ask(lambda _: begun.set() or go.wait(30), lambda _: None)
    begun.wait(30)
    for _ in range(remote.MAX_QUESTIONS):
        registrar.ask(lambda _: "answer", heard)
    registrar.ask(lambda _: "one too many", heard)
    (fault,) = heard
    assert "questions wait for the registry" in str(fault)
    go.set()
    heard.until(lambda found: found[1:] == ["answer"] * remote.MAX_QUESTIONS)


def test_that_what_waits_at_the_end_is_answered_and_not_asked(bugs):
    registrar = RegistrarThread("registry", bugs)
    heard, go, asked = Heard(), threading.Event(), []
    registrar.ask(lambda _: go.wait(30), lambda _: None)
    registrar.ask(lambda _: asked.append(1), heard)
    registrar._closed = True
    go.set()
    registrar.close()
    assert asked == []
    assert "the seat ends" in str(heard[0])


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_that_a_bug_is_told_and_ends_the_thread(bugs):
    registrar = RegistrarThread("registry", bugs)
    registrar.ask(fail(ZeroDivisionError("bug")), lambda _: None)
    bugs.until(lambda found: found)
    assert isinstance(bugs[0], ZeroDivisionError)
    registrar.close()
