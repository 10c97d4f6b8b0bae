"""The proxy does to a line what it says, and nothing else."""

import contextlib
import socket
import socketserver
import threading

import pytest

from kits.chaos.proxy import Proxies, Way

WITHIN_S = 30
NOTHING_S = 0.2


class Echo(socketserver.BaseRequestHandler):
    """Keeps what comes and sends it back."""

    def handle(self):
        with contextlib.suppress(ConnectionError):
            while piece := self.request.recv(1_000):
                self.server.came.append(piece)
                self.server.news.set()
                self.request.sendall(piece)


@pytest.fixture
def server():
    socketserver.ThreadingTCPServer.daemon_threads = True
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Echo) as found:
        found.came, found.news = [], threading.Event()
        thread = threading.Thread(target=found.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield found
        found.shutdown()
        thread.join()


@pytest.fixture
def line(server):
    with Proxies() as proxies:
        yield proxies.between(f"127.0.0.1:{server.server_address[1]}")


@pytest.fixture
def party(line):
    with connected(line) as found:
        yield found


def connected(line):
    host, _, port = line.endpoint.rpartition(":")
    found = socket.create_connection((host, int(port)), timeout=WITHIN_S)
    found.settimeout(WITHIN_S)
    return found


def says(party, words):
    party.sendall(words)
    return party.recv(1_000)


def is_silent(party):
    party.settimeout(NOTHING_S)
    try:
        party.recv(1)
    except TimeoutError:
        return True
    finally:
        party.settimeout(WITHIN_S)
    return False


def test_that_bytes_pass_unchanged(party):
    assert says(party, b"\x00\xffhello") == b"\x00\xffhello"


def test_that_a_cut_line_is_reset_and_refuses_until_it_is_mended(line, party):
    says(party, b"1")
    line.cut()
    with pytest.raises(ConnectionError):
        party.recv(1)
    with connected(line) as again, pytest.raises((ConnectionError, AssertionError)):
        assert again.recv(1)
    line.mend()
    with connected(line) as again:
        assert says(again, b"3") == b"3"


def test_that_a_held_line_stays_open_and_delivers_all_in_order_when_it_is_released(line, party, server):
    says(party, b"1")
    line.hold()
    party.sendall(b"2")
    assert is_silent(party)
    party.sendall(b"3")
    assert b"".join(server.came) == b"1"
    line.release()
    found = b""
    while len(found) < 2:
        found += party.recv(10)
    assert found == b"23"


def test_that_what_came_first_is_let_go_after_the_party_has_given_up(line, party, server):
    says(party, b"1")
    line.hold(Way.UP)
    party.sendall(b"2")
    assert is_silent(party)
    party.sendall(b"3")
    assert is_silent(party)
    party.close()
    server.news.clear()
    assert line.let_go_late(NOTHING_S / 2) == 1
    assert server.news.wait(WITHIN_S)
    assert b"".join(server.came) == b"12", "what came later is lost"


def test_that_lost_answers_are_lost_and_the_words_have_landed(line, party, server):
    says(party, b"1")
    line.drop(Way.DOWN)
    server.news.clear()
    party.sendall(b"2")
    assert server.news.wait(WITHIN_S)
    assert is_silent(party)
    line.mend()
    with pytest.raises(ConnectionError):
        party.recv(1)
    assert b"".join(server.came) == b"12"
