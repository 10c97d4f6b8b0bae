"""What is done with the packages on a machine in a folder, and what must hold there."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from etg_deb.faults import Failed
from etg_deb.machine import Machine

KIOSK = "/usr/lib/etg-kiosk"
SEAT_STATE, SEAT_USER = "/var/lib/etg-kiosk/seat", "etg-seat"
OFFSCREEN = {"QT_QPA_PLATFORM": "offscreen"}
_IMPORT_ALL = """
import importlib, pkgutil, kiosk
names = [one.name for one in pkgutil.walk_packages(kiosk.__path__, "kiosk.")]
for name in names:
    if not name.endswith("__main__"):
        importlib.import_module(name)
print(len(names))
"""
_GAMES = "from kiosk.games import game_names; print(*game_names())"
_ANSWERS = """
table = "12"
seat = "01"
certificates = "{certificates}"
print_test = false
acceptor = {{ kind = "simulated" }}
printer = {{ kind = "pdf" }}
cabinet = {{ kind = "none" }}
"""
_NOT_FOUND = (
    f"find {KIOSK} -name '*.so*' -type f -exec ldd {{}} + 2>/dev/null | grep 'not found' | sort -u || true"
)
_NOT_ROOTS = f"find {KIOSK} /usr/bin/kiosk ! -user root -o ! -group root -o -perm /6022 ! -type l"


def install(machine: Machine, debs: Iterable[Path], *, tries: int = 1) -> None:
    """Install packages that lie outside with `dpkg -i`, all at once. Raises CannotBuild when one does not configure.

    ``tries``: dpkg refuses to unpack what needs another before it; the other is there at the next try.
    """
    machine.run("mkdir", "-p", "/tmp/debs")  # noqa: S108 - a folder of the machine, which is ours alone
    names = []
    for deb in debs:
        names.append(f"/tmp/debs/{deb.name}")  # noqa: S108 - as above
        machine.put(deb, names[-1])
    for _ in range(tries - 1):
        machine.run("dpkg", "-i", "--skip-same-version", *names, expect=(0, 1))
        machine.run("dpkg", "--configure", "--pending", expect=(0, 1))
    machine.run("dpkg", "-i", "--skip-same-version", *names)
    machine.run("dpkg", "--configure", "--pending")
    wrong = machine.run("dpkg", "--audit").stdout
    if wrong.strip():
        raise Failed(f"dpkg --audit: {wrong.strip()}")
    machine.run("rm", "-r", "/tmp/debs")  # noqa: S108 - as above


def check_installed(machine: Machine, stand_ins: Iterable[str] = ()) -> dict[str, str]:
    """What must hold after every installation; facts worth telling. Raises Failed.

    The manifest fits, every library is there, every module loads, and nothing may be changed by anybody but root.
    ``stand_ins`` are empty packages of the test under names of Debian's: their libraries are missing, of course.
    """
    key = "/etc/etg-kiosk/manifest-key.pem"
    told = machine.run(
        "kiosk", "manifest", "check", "--manifest", f"{KIOSK}/manifest.json", "--key", key
    ).stdout
    asked = {line.split()[0] for line in machine.run("sh", "-c", _NOT_FOUND).stdout.splitlines()}
    # Debian calls the package of libname.so.1 libname1.
    missing = {library for library in asked if library.replace(".so.", "") not in set(stand_ins)}
    if missing:
        raise Failed(f"libraries are not found: {', '.join(sorted(missing))}")
    loose = machine.run("sh", "-c", _NOT_ROOTS).stdout
    if loose.strip():
        raise Failed(f"not root's alone, or with setuid: {loose.strip()[:500]}")
    modules = machine.run(f"{KIOSK}/venv/bin/python3", "-I", "-c", _IMPORT_ALL, more=OFFSCREEN).stdout
    return {"manifest": told.strip().splitlines()[1].split()[1], "modules": modules.strip()}


def version(machine: Machine, package: str = "etg-kiosk-base") -> str:
    """The installed version of a package, and its status in front: "ii 0.1.0"."""
    return machine.run(
        "dpkg-query", "-W", "-f", "${db:Status-Abbrev}${Version}", package, expect=(0, 1)
    ).stdout


def games(machine: Machine) -> list[str]:
    """The games that the installed program can deal, by their names."""
    return machine.run(f"{KIOSK}/venv/bin/python3", "-I", "-c", _GAMES).stdout.split()


def demonstrate(
    machine: Machine, rounds: int, *, seed: int = 4, state: str = SEAT_STATE, game: str | None = None
) -> str:
    """Let a bot play at a table of this machine alone, as the seat's user; its books are audited at the end.

    ``game``: which one is dealt; None: the one that is meant where none is named.
    """
    words = ["demo", "--headless", "--bot", "--rounds", str(rounds), "--seed", str(seed), "--state", state]
    told = machine.run("kiosk", *words, *(("--game", game) if game else ()), user=SEAT_USER).stdout
    if "books: everything agrees" not in told:
        raise Failed(f"the demonstration's books: {told}")
    return told


def every_game(machine: Machine) -> dict[str, str]:
    """Every game that is installed is provided as a table, set up as a seat, and dealt; what each has dealt last.

    On a machine without books, and without them at the end. Raises Failed.
    """
    found = {}
    machine.run("sh", "-c", "echo 482019 > /srv/pin && chmod 600 /srv/pin")
    for game in games(machine):
        out, state = f"/srv/table-{game}", f"{SEAT_STATE}/{game}"
        asked = ["--table", "12", "--seats", "1", "--game", game, "--pin-file", "/srv/pin", "--demonstration"]
        machine.run("kiosk", "provision", "--out", out, *asked)
        machine.write("/srv/answers.toml", _ANSWERS.format(certificates=out))
        told = machine.run("kiosk", "setup", "--unattended", "/srv/answers.toml").stdout
        written = machine.run("cat", "/etc/etg-kiosk/seat.toml").stdout
        if f"game: {game}\n" not in told or f'game = "{game}"\n' not in written:
            raise Failed(f"the set-up of {game}: {told}{written}")
        rounds = _played(machine, state, game)
        reported = machine.run("kiosk", "report", "--state", state, "--what", "rounds", user=SEAT_USER).stdout
        if {one["game"] for one in json.loads(reported)["rounds"]} - {game}:
            raise Failed(f"another game than {game} was dealt: {reported[:500]}")
        found[game] = rounds[-1]["words"]
        machine.run("rm", "-r", out, "/etc/etg-kiosk/seat.toml")
        machine.run("find", SEAT_STATE, "/etc/etg-kiosk/seat", "-mindepth", "1", "-delete")
    machine.run("rm", "/srv/pin", "/srv/answers.toml")
    return found


def _played(machine: Machine, state: str, game: str) -> list[dict[str, Any]]:
    """The rounds in which the bot has bet, as `kiosk replay` tells them. It passes some; then it plays on."""
    for seed in range(4, 14):
        demonstrate(machine, 2, seed=seed, state=state, game=game)
        told = machine.run("kiosk", "replay", "--state", state, "--json", user=SEAT_USER).stdout
        rounds: list[dict[str, Any]] = json.loads(told)["rounds"]
        if rounds:
            return rounds
    raise Failed(f"the bot has bet in no round of {game}")


def money(machine: Machine, state: str = SEAT_STATE) -> Mapping[str, int]:
    """Every meter of the seat by its name, in its unit, read from outside. Raises Failed when the books disagree."""
    what = ["--what", "meters", "--format", "json"]
    told: dict[str, Any] = json.loads(
        machine.run("kiosk", "report", "--state", state, *what, user=SEAT_USER).stdout
    )
    if told["ok"] is not True:
        raise Failed(f"the report found: {told['findings'][:3]}")
    return {meter["name"]: meter["life"] for meter in told["meters"]}


def same_money(before: Mapping[str, int], after: Mapping[str, int], what: str) -> None:
    """Raises Failed unless every meter is as it was, to the cent. A meter that is new may only be nothing yet."""
    if not any(before.values()):
        raise Failed(f"{what}: every meter was 0 before, which proves nothing")
    wrong = {
        name: (before.get(name), after.get(name))
        for name in {*before, *after}
        if before.get(name, 0) != after.get(name, 0)
    }
    if wrong:
        raise Failed(f"{what}: meters changed: {wrong}")


def picture(machine: Machine, to: Path, only: str = "B-en-1920x1080-betting") -> Path:
    """A picture of the seat's screen, painted by the installed program; where it lies outside. Raises Failed."""
    folder = f"{SEAT_STATE}/pictures"
    machine.run("kiosk", "shots", "--out", folder, "--only", only, user=SEAT_USER, more=OFFSCREEN)
    to.parent.mkdir(parents=True, exist_ok=True)
    machine.take(f"{folder}/{only}.png", to)
    machine.run("rm", "-r", folder)
    if not to.read_bytes().startswith(b"\x89PNG\r\n"):
        raise Failed(f"{to} is no picture")
    return to


def purge(machine: Machine, *packages: str) -> None:
    """Purge refuses while there are books, removes nothing of them, and does it when told in so many words.

    Raises Failed, also when a file stays that ``packages`` brought or made.
    """
    brought = {line for name in packages for line in machine.run("dpkg", "-L", name).stdout.splitlines()}
    listed = machine.run("find", SEAT_STATE).stdout
    refused = machine.run("dpkg", "--purge", *packages, expect=(1,))
    if "holds books" not in refused.stderr:
        raise Failed(f"purge was refused for another reason: {refused.stderr}")
    if machine.run("find", SEAT_STATE).stdout != listed:
        raise Failed("a purge that was refused has removed books")
    machine.run("dpkg", "--purge", *packages, more={"ETG_PURGE_MONEY": "yes"})
    brought |= set(listed.splitlines())
    look = 'while read -r path; do if [ -f "$path" ]; then echo "$path"; fi; done'
    left = machine.run("sh", "-c", look, told="\n".join(sorted(brought)) + "\n").stdout
    if left.strip():
        raise Failed(f"purge has left: {left.strip()}")
