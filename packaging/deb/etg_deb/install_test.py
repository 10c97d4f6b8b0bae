"""`python -m etg_deb.install_test`: the packages from a bare Debian to a purge, with money in the seat all the way.

Debian's packages are fetched once, beforehand; no machine of the test has a network but the loopback that both share.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from etg_deb import debian, pit, rehearse, session
from etg_deb.build import build, debian_names
from etg_deb.contents import read_contents
from etg_deb.faults import CannotBuild, Failed, run, say
from etg_deb.machine import Machine, why_not

_REPO = Path(__file__).resolve().parents[3]
OLD, NEW = "0.0.1", "0.0.2+test.1"
_FOR_THE_TEST = ("etcd-server", "xvfb")  # of Debian, beside what our packages need
SEAT = ("etg-kiosk-base", "etg-kiosk-terminal")
PIT = ("etg-kiosk-base", "etg-kiosk-console", "etg-kiosk-host")


def main() -> int:
    """Do all of it; 0 when everything held, 1 when something did not, 2 when it could not be tried."""
    parser = argparse.ArgumentParser(
        prog="etg_deb.install_test", description="Rehearse the packages' whole life."
    )
    parser.add_argument(
        "--work", type=Path, default=_REPO / "var/install-test", help="default: var/install-test"
    )
    parser.add_argument("--commit", default="HEAD", help="what is built (default: HEAD)")
    args = parser.parse_args()
    reason = why_not()
    if reason:
        say(f"cannot be tried here: {reason}")
        return 2
    try:
        facts = rehearsal(args.work, args.commit)
    except Failed as fault:
        say(f"FAILED: {fault}")
        return 1
    except CannotBuild as fault:
        say(f"cannot go on: {fault}")
        return 2
    (args.work / "facts.json").write_text(json.dumps(facts, indent=2) + "\n", encoding="utf-8")
    for name, fact in facts.items():
        say(f"{name}: {fact}")
    say(f"everything held; pictures and facts.json are in {args.work}")
    return 0


def rehearsal(work: Path, commit: str) -> dict[str, str]:
    """The whole life of the packages; facts worth telling. Raises CannotBuild, Failed."""
    facts: dict[str, str] = {}
    full = run(["git", "rev-parse", "--verify", f"{commit}^{{commit}}"], cwd=_REPO).strip()
    debs = {}
    for version in (OLD, NEW):
        folder = work / f"debs-{version}"
        _share_key(work, folder)
        made = build(_REPO, folder, commit=full, version=version, compression="gzip")
        debs[version] = folder
    facts["commit"] = full
    facts["site-packages"] = f"{made.kept / 1e6:.0f} MB, of {made.installed / 1e6:.0f} MB that are locked"
    names = [*debian_names(read_contents(_REPO / "packaging")), *_FOR_THE_TEST]
    bare = debian.bare(work / "debian")
    archives = debian.fetched(bare, names, work / "archives")
    system = debian.with_packages(bare, archives, work / "system")
    with _machines(work, system) as (console, seat):
        for machine, ours, role in ((console, PIT, "console"), (seat, SEAT, "seat")):
            say(f"{role}: installing")
            began = time.monotonic()
            rehearse.install(machine, _of(debs[OLD], ours))
            facts[f"{role}: installed in"] = f"{time.monotonic() - began:.0f} s"
            facts[f"{role}: on disk"] = _used(machine, ours)
            facts[f"{role}: checked"] = str(rehearse.check_installed(machine))
        say("every game: provided, set up and dealt")
        facts["games"] = str(rehearse.every_game(seat))
        _play(console, seat, work, facts)
        _exchange(console, seat, debs, work)
        say("purge: refused while there are books, done when told so")
        rehearse.purge(seat, *SEAT)
    return facts


def _play(console: Machine, seat: Machine, work: Path, facts: dict[str, str]) -> None:
    say("pictures of the seat's screen")
    painted = rehearse.picture(seat, work / "seat-painted.png", "A-en-1920x1080-betting")
    other = rehearse.picture(seat, work / "another-layout.png", "B-en-1920x1080-betting")
    say("a table over loopback: certificates, log, console, host and seat")
    pit.provide(console)
    pit.start_log(console)
    pit.configure(console, console, "host", "host-1", work / "keys")
    pit.configure(console, console, "console", "console", work / "keys")
    pit.configure(console, seat, "seat", f"seat-{pit.SEAT}", work / "keys")
    pit.start_host(console)
    dealing = pit.start_dealing(console, 1)
    facts["seat: first play"] = pit.play(seat, 3, 1)
    facts["seat: from start of the session to playable"] = session.show(
        seat, work / "seat-session.png", painted, other
    )
    say("power cut of both machines while chips are in play")
    pit.interrupt(console, seat, dealing, 2)


def _exchange(console: Machine, seat: Machine, debs: dict[str, Path], work: Path) -> None:
    say("update: refused with a round open")
    bundles = {version: _bundle(folder, version, work) for version, folder in debs.items()}
    seat.put(bundles[NEW], "/srv/new.etgbundle")
    seat.put(bundles[OLD], "/srv/old.etgbundle")
    seat.run("kiosk", "update", "/srv/old.etgbundle")  # keeps the packages of this version, for the way back
    before = rehearse.money(seat)
    refused = seat.run("kiosk", "update", "/srv/new.etgbundle", expect=(2,)).stderr
    if "in play" not in refused:
        raise Failed(f"the update was refused for another reason: {refused}")
    rehearse.same_money(before, rehearse.money(seat), "refused update")
    _expect(seat, OLD)

    say("the table goes on, the player collects; then the update is taken")
    dealing = pit.start_dealing(console, 3)
    pit.cash_out(seat)
    before = rehearse.money(seat)
    seat.run("kiosk", "update", "/srv/new.etgbundle")
    _expect(seat, NEW)
    rehearse.same_money(before, rehearse.money(seat), "update")
    rehearse.check_installed(seat)
    pit.play(seat, 2, 4)

    say("back to the version before, with what was played since")
    pit.cash_out(seat)
    before = rehearse.money(seat)
    seat.run("kiosk", "update", "--back")
    _expect(seat, OLD)
    rehearse.same_money(before, rehearse.money(seat), "way back")
    pit.play(seat, 2, 5)

    say("by dpkg alone, with credit on the meter: up and down")
    before = rehearse.money(seat)
    for version in (NEW, OLD):
        rehearse.install(seat, _of(debs[version], SEAT))
        _expect(seat, version)
        rehearse.same_money(before, rehearse.money(seat), f"dpkg to {version}")
    pit.play(seat, 1, 6)
    dealing.terminate()
    dealing.wait()
    _verify(console, seat, work)


def _verify(console: Machine, seat: Machine, work: Path) -> None:
    """The seat's books against the archive of the table, by the auditor's command."""
    archive = work / "archive.db"
    console.take("/var/lib/etg-kiosk/console/archive.db", archive)
    seat.put(archive, "/srv/archive.db")
    archive.unlink()
    told = seat.run(
        "kiosk", "verify", "--config", "/etc/etg-kiosk/seat.toml", "--log", "/srv/archive.db", "--json"
    )
    if json.loads(told.stdout).get("findings"):
        raise Failed(f"verify: {told.stdout[:500]}")


@contextmanager
def _machines(work: Path, system: Path) -> Iterator[tuple[Machine, Machine]]:
    with (
        Machine(work / "console", lower=system) as console,
        Machine(work / "seat", lower=system, beside=console) as seat,
    ):
        yield console, seat


def _bundle(folder: Path, version: str, work: Path) -> Path:
    out = work / f"{version}.etgbundle"
    out.unlink(missing_ok=True)
    key = folder / "throw-away-key/private.pem"
    run([sys.executable, "-m", "kiosk", "bundle", "--key", key, "--out", out, *_of(folder, SEAT)], cwd=_REPO)
    return out


def _share_key(work: Path, folder: Path) -> None:
    """Both versions are signed by one key: a machine takes no other."""
    from kiosk.integrity.keys import new_keys

    if not (work / "key").exists():
        new_keys(work / "key")
    shutil.copytree(work / "key", folder / "throw-away-key", dirs_exist_ok=True)


def _of(folder: Path, names: Sequence[str]) -> list[Path]:
    return [next(folder.glob(f"{name}_*.deb")) for name in names]


def _expect(machine: Machine, version: str) -> None:
    found = rehearse.version(machine)
    if found != f"ii {version}":
        raise Failed(f"installed is {found!r}: expected {version}")


def _used(machine: Machine, names: Sequence[str]) -> str:
    """What the packages take on the machine's disk."""
    listed = machine.run("dpkg-query", "-W", "-f", "${Installed-Size}\n", *names).stdout
    return f"{sum(map(int, listed.split())) / 1000:.0f} MB"


if __name__ == "__main__":
    sys.exit(main())
