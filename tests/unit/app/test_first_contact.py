"""The books of a seat that started without an answer are compared as soon as there is one."""

import queue

from kiosk.app.first_contact import FirstContact
from kiosk.faults import OlderCopy
from kiosk.seat.events import BooksCompared
from kiosk.table.log import NoAnswer

ENOUGH_S = 60


class Hosts:
    """Silent until ``answers``; then ``fault`` is raised, if there is one."""

    def __init__(self):
        self.asked = queue.Queue()
        self.answers = False
        self.fault = None

    def compare(self):
        self.asked.put(None)
        if not self.answers:
            raise NoAnswer("no host answers")
        if self.fault is not None:
            raise self.fault

    def asked_twice(self):
        for _ in range(2):
            self.asked.get(timeout=ENOUGH_S)


def begun(hosts):
    told = queue.Queue()
    contact = FirstContact(hosts.compare, lambda bug: told.put(bug))
    contact.start(told.put, lambda: told.put("follows"))
    return contact, told


def test_that_the_seat_follows_after_the_first_answer():
    hosts = Hosts()
    contact, told = begun(hosts)
    hosts.asked_twice()
    assert told.empty()
    hosts.answers = True
    assert told.get(timeout=ENOUGH_S) == BooksCompared()
    assert told.get(timeout=ENOUGH_S) == "follows"
    contact.close()


def test_that_an_older_copy_is_told_and_never_follows():
    hosts = Hosts()
    hosts.answers, hosts.fault = True, OlderCopy("seat.db ends at transaction 1", "see the manual")
    contact, told = begun(hosts)
    assert told.get(timeout=ENOUGH_S) == BooksCompared("seat.db ends at transaction 1")
    contact.close()
    assert told.empty()


def test_that_whoever_drives_the_seat_hears_of_anything_else():
    hosts = Hosts()
    hosts.answers, hosts.fault = True, ValueError("a bug")
    contact, told = begun(hosts)
    assert told.get(timeout=ENOUGH_S) is hosts.fault
    contact.close()
    assert told.empty()


def test_that_the_end_of_the_seat_ends_the_asking():
    hosts = Hosts()
    contact, told = begun(hosts)
    hosts.asked_twice()
    contact.close()
    hosts.answers = True
    assert told.empty()
    FirstContact(hosts.compare, print).close()  # one that never began
