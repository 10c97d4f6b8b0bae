"""A table of two machines in folders over one loopback: a console with log and host, and a seat."""

from __future__ import annotations

import subprocess
import time
from pathlib import Path

from etg_deb.faults import Failed
from etg_deb.machine import Machine
from etg_deb.rehearse import money

TABLE, SEAT = "12", "01"
PROVIDED = "/srv/provided"
_CONFIG = "/etc/etg-kiosk"
_USERS = {"seat": "etg-seat", "console": "etg-console", "host": "etg-host"}
_TRIES = 20
_WAITS_S = 120.0
# The seat as `kiosk terminal --headless` builds it, with a player who wants the money and no more.
_CASH_OUT = """
from pathlib import Path
from kiosk.app.config import read_seat_file
from kiosk.app.machine import Seat, place_of, read_rules
from kiosk.app.networked import NetworkTable
from kiosk.app.software import check_software
from kiosk.commands.terminal import held
from kiosk.demo.alone import Alone, AloneSeat
from kiosk.seat.events import Collect

file = read_seat_file(Path("/etc/etg-kiosk/seat.toml"))
with held(file) as state:
    rules = read_rules(file.layout)
    seat = Seat(state, rules, lambda _: None, place_of(file, rules))
    seat.language = file.language
    seat.checked = check_software(file.software, signed=seat.core.state.signed)
    alone = AloneSeat(seat, NetworkTable(seat, file.log), Alone())

    def look():
        now = alone.seat.state
        if now.balances.credit and not now.balances.escrow and now.link and now.cashout is None:
            alone.seat._deliver(Collect())
        if not now.balances.credit and now.link and alone.seat.at_rest and not now.table.is_open:
            alone.stop()

    alone.look = look
    try:
        alone.run()
    finally:
        alone.close()
"""


def provide(console: Machine) -> None:
    """Let the console's machine make certificates and configuration of a table of one seat, and start its log."""
    console.run("sh", "-c", "echo 482019 > /srv/pin && chmod 600 /srv/pin")
    words = ["--table", TABLE, "--seats", "1", "--layouts", "A", "--pin-file", "/srv/pin", "--demonstration"]
    console.run("kiosk", "provision", "--out", PROVIDED, *words)


def start_log(console: Machine) -> None:
    """Start etcd and bring users and rights into it. Raises Failed when it does not answer."""
    console.start(
        "sh", "-c", f"cd {PROVIDED}/etcd && exec etcd --config-file node-1.conf.yml >/srv/etcd.log 2>&1"
    )
    until = time.monotonic() + _WAITS_S
    while console.run("kiosk", "provision", "--apply", PROVIDED, expect=(0, 1, 2)).returncode:
        if time.monotonic() > until:
            raise Failed(f"etcd does not answer: {console.run('tail', '-n', '5', '/srv/etcd.log').stdout}")
        time.sleep(0.5)


def configure(console: Machine, to: Machine, role: str, party: str, work: Path) -> None:
    """Bring a party's file and keys from where they were provided to where the packages look for them."""
    work.mkdir(parents=True, exist_ok=True)
    text = console.run("cat", f"{PROVIDED}/config/{party}.toml").stdout
    for old, new in {
        f'"{party}/state"': f'"/var/lib/etg-kiosk/{role}"',
        f'"{party}/': f'"{_CONFIG}/{role}/',
    }.items():
        if old not in text:
            raise Failed(f"{party}.toml does not hold {old}")
        text = text.replace(old, new)
    if role == "seat":
        # The seat proves its own software before it plays.
        text += '\n[software]\nmanifest = "/usr/lib/etg-kiosk/manifest.json"\n'
        text += f'key = "{_CONFIG}/manifest-key.pem"\n'
    to.write(f"{_CONFIG}/{role}.toml", text)
    user = _USERS[role]
    to.run("sh", "-c", f"chown root:{user} {_CONFIG}/{role}.toml && chmod 640 {_CONFIG}/{role}.toml")
    for name in console.run("ls", f"{PROVIDED}/config/{party}").stdout.split():
        console.take(f"{PROVIDED}/config/{party}/{name}", work / name)
        to.put(work / name, f"{_CONFIG}/{role}/{name}", owner=user, mode=0o600)
        (work / name).unlink()


def start_host(console: Machine) -> subprocess.Popen[str]:
    """Start the host, which answers for the registry of tickets."""
    return console.start("kiosk", "host", "--config", f"{_CONFIG}/host.toml", user="etg-host")


def start_dealing(console: Machine, seed: int) -> subprocess.Popen[str]:
    """Start the console with an automatic dealer who is in a hurry."""
    deal = ["--auto", "--headless", "--seed", str(seed), "--speed", "15", "--take-over"]
    return console.start("kiosk", "console", "--config", f"{_CONFIG}/console.toml", *deal, user="etg-console")


def play(seat: Machine, rounds: int, seed: int) -> str:
    """Let a bot play rounds at the table, with the command that the seat's unit runs, without a screen."""
    words = ["terminal", "--config", f"{_CONFIG}/seat.toml", "--headless", "--bot"]
    told = seat.run(
        "timeout", "150", "kiosk", *words, "--rounds", str(rounds), "--seed", str(seed), user="etg-seat"
    )
    if not told.stdout.startswith(f"played {rounds} rounds"):
        raise Failed(f"the seat: {told.stdout}{told.stderr}")
    return told.stdout.strip()


def cash_out(seat: Machine) -> None:
    """Let the player COLLECT, and end the seat when nothing is open; the table must go on meanwhile."""
    python = "/usr/lib/etg-kiosk/venv/bin/python3"
    seat.run("timeout", "150", python, "-I", "-c", _CASH_OUT, user="etg-seat")
    meters = money(seat)
    if meters["account.credit"] or meters["account.escrow"]:
        raise Failed(f"after COLLECT {meters['account.credit']} cents of credit are left at the seat")


def interrupt(console: Machine, seat: Machine, dealing: subprocess.Popen[str], seed: int) -> None:
    """Cut the power of seat and console (``dealing``) while chips of the seat are in play.

    A busy machine may settle the round between the look and the cut: then they play on, and it is tried again.
    """
    for _ in range(_TRIES):
        _cut(seat, dealing, seed)
        if money(seat)["account.escrow"]:
            return
        dealing = start_dealing(console, seed)
    dealing.kill()
    dealing.wait()
    raise Failed(f"in {_TRIES} power cuts no chips were in play")


def _cut(seat: Machine, dealing: subprocess.Popen[str], seed: int) -> None:
    words = ["terminal", "--config", f"{_CONFIG}/seat.toml", "--headless", "--bot", "--seed", str(seed)]
    playing = seat.start("kiosk", *words, user="etg-seat")
    until = time.monotonic() + _WAITS_S
    while not money(seat)["account.escrow"]:
        if time.monotonic() > until or playing.poll() is not None:
            raise Failed("the bot has put no chips in play")
        time.sleep(0.2)
    dealing.kill()
    playing.kill()
    dealing.wait()
    playing.wait()
