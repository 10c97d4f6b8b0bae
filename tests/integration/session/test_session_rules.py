"""What the kernel's parts make of our files: udev of the rules, nft of the firewall, in a network of its own."""

import contextlib
import ctypes
import os
import re
import shutil
import socket
import subprocess
import threading
from pathlib import Path

import pytest

from kits.ops.session import PACKAGING

FIREWALL = PACKAGING / "firewall"
RULES = sorted((PACKAGING / "udev").glob("*.rules"))

SCRIPT = r"""
set -eu
mount -t tmpfs tmpfs /run
mkdir -p /run/udev/rules.d /run/udev/data
cp {rules} /run/udev/rules.d/
udevadm test --action=add /sys/class/mem/null 2>&1
"""


def root_with(*programs):
    why = "" if os.geteuid() == 0 else "needs root"
    why = why or next((f"needs {name}" for name in programs if shutil.which(name) is None), "")
    return pytest.mark.skipif(bool(why), reason=why or "can be")


def udev_says(rules):
    """What udev says and does for /dev/null with these rules beside the machine's own. Nothing is changed."""
    script = SCRIPT.format(rules=" ".join(map(str, rules)))
    found = subprocess.run(
        ["unshare", "--mount", "sh", "-c", script], capture_output=True, text=True, check=False, timeout=60
    )
    return found.stdout


@root_with("udevadm", "unshare")
def test_that_udev_reads_every_rule():
    said = udev_says(RULES)
    for rule in RULES:
        assert f"Reading rules file: /run/udev/rules.d/{rule.name}" in said
    assert [line for line in said.splitlines() if "etg-kiosk" in line and "Reading rules" not in line] == []


@root_with("udevadm", "unshare")
def test_that_udev_would_tell_of_a_wrong_rule(tmp_path):
    wrong = tmp_path / "70-etg-kiosk-wrong.rules"
    wrong.write_text('SUBSYSTEM=="tty", SYMLNK+="etg/acceptor"\n')
    assert "70-etg-kiosk-wrong.rules:1 Invalid key" in udev_says([wrong])


def as_input(tmp_path, **properties):
    """Rules in which /dev/null is an input device with such properties, and ours behind them."""
    before = tmp_path / "10-trial.rules"
    told = ", ".join(f'ENV{{{key}}}="{value}"' for key, value in properties.items())
    before.write_text(f'KERNEL=="null", {told}\n')
    rules = [before]
    for rule in RULES:
        text = (
            rule.read_text()
            .replace('SUBSYSTEM!="input"', 'SUBSYSTEM!="mem"')
            .replace('KERNEL!="event*"', 'KERNEL!="null"')
        )
        text = text.replace(
            "/usr/lib/etg-kiosk/session/touch-properties", str(PACKAGING / "session/touch-properties")
        )
        (tmp_path / rule.name).write_text(text)
        rules.append(tmp_path / rule.name)
    return rules


def properties_of(said):
    return dict(re.findall(r"^([A-Z_]+)=(.*)$", said, re.MULTILINE))


@root_with("udevadm", "unshare")
def test_that_a_keyboard_at_a_seat_is_not_heard(tmp_path):
    found = properties_of(
        udev_says(as_input(tmp_path, ID_INPUT="1", ID_INPUT_KEY="1", ID_INPUT_KEYBOARD="1"))
    )
    assert found["LIBINPUT_IGNORE_DEVICE"] == "1"
    both = properties_of(udev_says(as_input(tmp_path, ID_INPUT_TOUCHSCREEN="1", ID_INPUT_KEYBOARD="1")))
    assert both["LIBINPUT_IGNORE_DEVICE"] == "1", "a keyboard that says it is a touch screen as well"


@root_with("udevadm", "unshare")
def test_that_the_touch_screen_is_heard_and_named(tmp_path):
    said = udev_says(as_input(tmp_path, ID_INPUT="1", ID_INPUT_TOUCHSCREEN="1"))
    found = properties_of(said)
    assert "LIBINPUT_IGNORE_DEVICE" not in found
    assert "/dev/etg/touch" in found["DEVLINKS"]


# --- the firewall -------------------------------------------------------------------------------------------------


def rules_for(tmp_path, **filled_in):
    conf = (FIREWALL / "firewall.conf").read_text()
    for name, address in filled_in.items():
        line = f"define {name} = {{ 192.0.2.1 }}"
        assert line in conf
        conf = conf.replace(line, f"define {name} = {{ {address} }}")
    (tmp_path / "firewall.conf").write_text(conf)
    path = tmp_path / "etg-kiosk.nft"
    text = (FIREWALL / "etg-kiosk.nft").read_text()
    path.write_text(text.replace('"/etc/etg-kiosk/firewall.conf"', f'"{tmp_path}/firewall.conf"'))
    return path


class Networks:
    """A seat and a server in networks of their own with a cable between them: 10.77.0.1 and 10.77.0.2."""

    def __init__(self):
        sleeps = ["unshare", "--net", "sleep", "600"]
        self.parts = [subprocess.Popen(sleeps), subprocess.Popen(sleeps)]
        here = Path("/proc/self/ns/net").readlink()
        for part in self.parts:
            while Path(f"/proc/{part.pid}/ns/net").readlink() == here:
                assert part.poll() is None
        self.run(0, "ip", "link", "add", "cable", "type", "veth", "peer", "name", "other")
        self.run(0, "ip", "link", "set", "other", "netns", str(self.parts[1].pid))
        for part, name, address in ((0, "cable", "10.77.0.1/24"), (1, "other", "10.77.0.2/24")):
            self.run(part, "ip", "addr", "add", address, "dev", name)
            self.run(part, "ip", "link", "set", name, "up")
            self.run(part, "ip", "link", "set", "lo", "up")

    def run(self, part, *words):
        done = subprocess.run(
            ["nsenter", "--target", str(self.parts[part].pid), "--net", *words],
            capture_output=True, text=True, check=False, timeout=30,
        )  # fmt: skip
        assert done.returncode == 0, (words, done.stderr)
        return done.stdout

    def inside(self, part, do):
        """Call ``do`` in the network of a part; its answer."""
        answers = []

        def there():
            handle = os.open(f"/proc/{self.parts[part].pid}/ns/net", os.O_RDONLY)
            libc.setns(handle, 0)
            os.close(handle)
            answers.append(do())

        libc = ctypes.CDLL(None, use_errno=True)
        thread = threading.Thread(target=there)
        thread.start()
        thread.join()
        return answers[0]

    def listens(self, part, address, port):
        def listening():
            found = socket.socket()
            found.bind((address, port))
            found.listen()
            return found

        return self.inside(part, listening)

    def connection(self, part, address, port):
        return self.inside(part, lambda: socket.create_connection((address, port), 2))

    def connects(self, part, address, port, source=""):
        """Whether a connection comes about, and if not, why."""

        def connecting():
            with socket.socket() as trial:
                trial.settimeout(2)
                trial.bind((source, 0))
                try:
                    trial.connect((address, port))
                except OSError as error:
                    return type(error).__name__
                return "connected"

        return self.inside(part, connecting)

    def end(self):
        for part in self.parts:
            part.kill()
            part.wait()


@pytest.fixture
def networks():
    found = None
    try:
        found = Networks()
        yield found
    finally:
        if found is not None:
            found.end()


@root_with("nft", "ip", "unshare", "nsenter")
def test_that_a_seat_reaches_its_host_and_no_server_and_nobody_reaches_the_seat(networks, tmp_path):
    with (
        networks.listens(1, "10.77.0.2", 2500),
        networks.listens(1, "10.77.0.2", 2379),
        networks.listens(0, "10.77.0.1", 22),
        networks.listens(0, "127.0.0.1", 631),
    ):
        assert networks.connects(0, "10.77.0.2", 2379) == "connected"
        assert networks.connects(1, "10.77.0.1", 22) == "connected"
        rules = rules_for(tmp_path, HOSTS="10.77.0.2")
        for _ in range(2):  # loading it again changes nothing
            networks.run(0, "nft", "-f", str(rules))
        assert networks.connects(0, "10.77.0.2", 2500) == "connected"
        assert networks.connects(0, "127.0.0.1", 631) == "connected"
        assert networks.connects(0, "10.77.0.2", 2379) == "ConnectionRefusedError"
        assert networks.connects(1, "10.77.0.1", 22) == "TimeoutError"
    listed = networks.run(0, "nft", "list", "ruleset")
    assert listed.count("table inet") == 1
    assert listed.count("elements = { 10.77.0.2 }") == 1


@root_with("nft", "ip", "unshare", "nsenter")
def test_that_a_seat_reaches_no_other_host(networks, tmp_path):
    networks.run(0, "nft", "-f", str(rules_for(tmp_path, HOSTS="10.77.0.9")))
    with networks.listens(1, "10.77.0.2", 2500):
        assert networks.connects(0, "10.77.0.2", 2500) == "ConnectionRefusedError"


@root_with("nft", "ip", "unshare", "nsenter")
@pytest.mark.parametrize(
    ("who", "port", "others"),
    [("FLOOR", 2500, (2379, 2380)), ("LOG_CLIENTS", 2379, (2500, 2380)), ("LOG_SERVERS", 2380, (2500, 2379))],
)
def test_that_hosts_and_servers_are_reached_by_whom_they_serve_alone(networks, tmp_path, who, port, others):
    networks.run(1, "nft", "-f", str(rules_for(tmp_path, **{who: "10.77.0.1"})))
    with contextlib.ExitStack() as listening:
        for each in (port, *others):
            listening.enter_context(networks.listens(1, "10.77.0.2", each))
        assert networks.connects(0, "10.77.0.2", port) == "connected"
        assert {networks.connects(0, "10.77.0.2", each) for each in others} == {"TimeoutError"}


@root_with("nft", "ip", "unshare", "nsenter")
def test_that_a_machine_of_the_floor_cannot_use_up_a_hosts_connections(networks, tmp_path):
    networks.run(1, "nft", "-f", str(rules_for(tmp_path, FLOOR="{ 10.77.0.1, 10.77.0.3 }")))
    networks.run(0, "ip", "addr", "add", "10.77.0.3/24", "dev", "cable")
    with networks.listens(1, "10.77.0.2", 2500), contextlib.ExitStack() as opened:
        for _ in range(32):
            opened.enter_context(networks.connection(0, "10.77.0.2", 2500))
        assert networks.connects(0, "10.77.0.2", 2500) == "TimeoutError"
        assert networks.connects(0, "10.77.0.2", 2500, "10.77.0.3") == "connected", (
            "another machine is served"
        )


@root_with("nft", "ip", "unshare", "nsenter")
def test_that_a_host_reaches_the_servers_and_no_fellow_port(networks, tmp_path):
    networks.run(0, "nft", "-f", str(rules_for(tmp_path, TABLE_LOG="10.77.0.2")))
    with networks.listens(1, "10.77.0.2", 2379), networks.listens(1, "10.77.0.2", 2380):
        assert networks.connects(0, "10.77.0.2", 2379) == "connected"
        assert networks.connects(0, "10.77.0.2", 2380) == "ConnectionRefusedError"
