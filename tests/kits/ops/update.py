"""A machine in a folder: real .deb files, bundles, books and signatures; dpkg works file by file in this process, so
that it can be killed between any two of them, and the program of each version runs in a process of its own.
"""

import io
import json
import os
import shutil
import sqlite3
import subprocess
import tarfile
import traceback
from contextlib import closing, contextmanager, redirect_stdout, suppress
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from kiosk import cli
from kiosk.commands import manifest as manifest_command
from kiosk.integrity.keys import new_keys, read_private_key
from kiosk.integrity.signing import sign, survey
from kiosk.ops.update import act, backup, examine
from kiosk.ops.update.bundle import make_bundle
from kiosk.ops.update.machine import Ran, run_command
from kiosk.seat import events as e
from kiosk.seat.step import step
from kiosk.store import read_only, schema
from kiosk.store.audit import Books, audit
from kiosk.store.seat_store import SeatStore
from kiosk.store.staff import StaffStore
from kiosk.tickets.number import check_digit
from kits.seat.seats import NOW, Play

ROOM = Path("usr/lib/etg-kiosk")
PARTS = 12
TABLES_1 = (  # what version 1 knew
    *("txn", "posting", "meter", "counter", "snapshot"),
    *("outbox", "recall", "outcome", "ticket", "event"),
)
PIN = "482915"

FORM = "--showformat=${Package} ${db:Status-Status} ${Version}\n"
_VERSION_3 = "CREATE TABLE extra(name TEXT PRIMARY KEY) STRICT;\n"


# --- books ----------------------------------------------------------------------------------------------------------


class Played(Play):
    """A seat whose every step is committed."""

    def __init__(self, store, state=None):
        super().__init__(state=state)
        self.store = store
        self.seq = self.state.log_seq

    def do(self, event):
        self.store.commit(step(self.context, self.state, event), NOW)
        return super().do(event)

    def rounds(self, count):
        for _ in range(count):
            self.open()
            if self.number % 3:
                self.bet(big=500)
            self.finish(6, 5, 1)
            if self.state.last is not None and self.outbox():
                self.settled()

    def settled(self):
        for key in self.outbox():
            if key.startswith("report:"):
                self.do(e.Reported(key))

    def outbox(self):
        return [key for (key,) in self.store._db.execute("SELECT key FROM outbox")]

    def cash_out(self, digits):
        number = f"{digits:017}" + check_digit(f"{digits:017}")
        self.collect(number)
        self.do(e.RegistryDone("pending", number))
        self.do(e.TicketPrinted(number))
        self.do(e.RegistryDone("confirm", number))


def play(path, *, idle=True, digits=7, notes=50_000, rounds=8):
    """More play in the books of a seat; ``idle``: all credit has gone out on paper."""
    with closing(SeatStore(path)) as store:
        store._db.execute("PRAGMA synchronous = OFF")
        seat = Played(store, store.load().state)
        seat.do(e.Restarted())
        seat.do(e.LinkUp())
        seat.credit(notes)
        seat.rounds(rounds)
        seat.do(e.Happened("door-opened", "info", {"door": "main"}))
        if idle:
            seat.cash_out(digits)
        return seat.state


def fill_state(folder):
    """The state of a seat that has played: books, staff, and other files."""
    seat = folder / "seat"
    (seat / "tickets").mkdir(parents=True)
    play(seat / "seat.db")
    with closing(StaffStore(seat / "staff.db")) as staff:
        staff.create_first("Kim", PIN)
    (seat / "touch-calibration.json").write_text('{"a": 1}')
    (seat / "tickets" / "ticket.pdf").write_bytes(b"%PDF")
    (seat / "lock").touch()
    return seat


def as_version_1(path):
    """Make the books what version 1 of the schema would have written: its ten tables with all their rows."""
    old = path.with_name("old.db")
    with closing(sqlite3.connect(old, isolation_level=None)) as db:
        db.execute("PRAGMA journal_mode = WAL")
        for statement in schema._statements(schema._VERSION_1):
            db.execute(statement)
        db.execute("ATTACH ? AS newer", (str(path),))
        for table in TABLES_1:
            db.execute(f"INSERT INTO main.{table} SELECT * FROM newer.{table}")  # noqa: S608 - names of our own
        db.execute("DETACH newer")
        db.execute(f"PRAGMA application_id = {schema.APPLICATION_ID}")
        db.execute("PRAGMA user_version = 1")
    path.unlink()
    old.rename(path)


def books(path):
    """Every row of the ten tables, as they stand on the disk."""
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as db:
        rows = "SELECT * FROM {} ORDER BY 1, 2"
        return {table: db.execute(rows.format(table)).fetchall() for table in TABLES_1}


@contextmanager
def as_schema(number):
    """The program as it would be with this version of seat.db."""
    before = schema.VERSION, schema._MIGRATIONS
    scripts = (schema._VERSION_1, schema._VERSION_2, _VERSION_3)[:number]
    schema._MIGRATIONS = scripts
    schema.VERSION = read_only.VERSION = backup.VERSION = number
    try:
        yield
    finally:
        schema.VERSION, schema._MIGRATIONS = before
        read_only.VERSION = backup.VERSION = before[0]


# --- the programs of the versions -------------------------------------------------------------------------------------


def program(tree, words, configuration, about_to=lambda: None):
    """Run the program that lies in ``tree`` in a process of its own, when its files are all of one version."""
    texts = [
        path.read_text() for path in sorted((tree / ROOM / "parts").glob("part-*")) if path.suffix == ".txt"
    ]
    try:
        spec = json.loads((tree / ROOM / "parts/program.json").read_text())
        starter = (tree / "usr/bin/kiosk").read_text()
    except (OSError, ValueError) as error:
        return Ran(1, "", f"the program is damaged: {error}")
    if {*texts, starter} != {spec["version"]} or len(texts) != PARTS:
        return Ran(1, "", "the program is made of two versions")
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        _answer(writing, spec, words, configuration, about_to)
    os.close(writing)
    with os.fdopen(reading, "rb") as file:
        out = file.read().decode()
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    return Ran(status, out, "" if out else f"ended with {status}")


def _answer(writing, spec, words, configuration, about_to):
    status = 70
    out = io.StringIO()
    try:
        about_to()
        with redirect_stdout(out), as_schema(spec["schema"]):
            examine.software = lambda: spec["version"]
            if spec.get("crashes") == words[0]:
                raise RuntimeError("as asked")
            if words[0] == "manifest":
                manifest_command.installation_roots = dict
                status = cli.main([*words, "--root", f"kiosk={configuration.parent.parent / ROOM / 'parts'}"])
            elif spec["schema"] == 1:
                status = _version_1(Path(words[2]), spec["version"])
            else:
                status = cli.main([*words, "--root", str(configuration.parent.parent)])
    except BaseException:  # noqa: BLE001 - the test is told, whatever it is
        out.write(traceback.format_exc())
    finally:
        os.write(writing, out.getvalue().encode())
        os._exit(status)


def _version_1(folder, version):
    """What a program of schema 1 would say of these books."""
    with closing(sqlite3.connect(folder / "seat/seat.db", isolation_level=None)) as db:
        found = []
        (number,) = db.execute("PRAGMA user_version").fetchone()
        tables = {name for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
        if number != 1 or tables != set(TABLES_1):
            found.append(f"seat.db has version {number}, this program knows versions up to 1")
        found += audit(db, Books(), None)
        money = {f"account.{name}": cents for name, cents in db.execute("SELECT name, cents FROM meter")}
        money |= dict(db.execute("SELECT name, value FROM counter"))
    print(msgspec.json.encode(examine.Examined(version, tuple(found), money)).decode())
    return 1 if found else 0


# --- the machine ------------------------------------------------------------------------------------------------------


class World:
    """A machine's root, the builder's keys and packages, and the runner that an updater is given."""

    def __init__(self, folder, packages=("etg-kiosk-base", "etg-kiosk-terminal"), hour=0):
        self.folder = folder
        self.root = folder / "root"
        self.packages = packages
        self.commands = []
        self.about_to = lambda: None  # in each program's process
        self.fails = None  # a command for which dpkg ends in the middle
        self.said = []
        self.active = {}  # units that are not inactive, as systemd has them
        self._hour = hour
        self.status = self.root / "var/lib/dpkg/packages.json"
        if not self.root.exists():
            self.status.parent.mkdir(parents=True)
            self.status.write_text("{}")
            self.configuration.mkdir(parents=True)
            (self.root / "run/systemd/system").mkdir(parents=True)
            _, public = new_keys(folder / "keys")
            shutil.copy(public, self.configuration / "manifest-key.pem")
        self.key = read_private_key(folder / "keys/private.pem")

    @property
    def configuration(self):
        return self.root / "etc/etg-kiosk"

    @property
    def state(self):
        return self.root / "var/lib/etg-kiosk"

    @property
    def seat_db(self):
        return self.state / "seat/seat.db"

    def updater(self):
        return act.Updater(self.root, self.said.append, self.now, self.run)

    def now(self):
        self._hour += 1
        return f"2026-02-01T{self._hour:02}:00:00Z"

    def money(self):
        return backup.money_of(self.state)

    def bundle(self, version, schema_version=2, **spec):
        """A bundle of a version whose program knows that schema."""
        out = self.folder / f"kiosk-{version}.etgbundle"
        debs = [self._deb(name, version, schema_version, spec) for name in self.packages]
        make_bundle(debs, self.key, out, run_command)
        return out

    def _deb(self, name, version, schema_version, spec):
        tree = self.folder / "build" / f"{name}_{version}"
        shutil.rmtree(tree, ignore_errors=True)
        (tree / "DEBIAN").mkdir(parents=True)
        (tree / "DEBIAN/control").write_text(
            f"Package: {name}\nVersion: {version}\nArchitecture: amd64\nMaintainer: Tests <t@example.org>\n"
            f"Description: for tests\n"
        )
        if name == "etg-kiosk-base":
            parts = tree / ROOM / "parts"
            parts.mkdir(parents=True)
            for number in range(PARTS):
                (parts / f"part-{number:02}.txt").write_text(version)
            about = parts / f"only-in-{version}"
            about.mkdir()
            (about / "METADATA").write_text(version)
            (parts / "program.json").write_text(
                json.dumps({"version": version, "schema": schema_version} | spec)
            )
            (tree / "usr/bin").mkdir(parents=True)
            (tree / "usr/bin/kiosk").write_text(version)
            python = tree / ROOM / "venv/bin/python3"
            python.parent.mkdir(parents=True)
            python.write_text(version)
            roots = {"kiosk": parts}
            if "script" in spec:
                (tree / "DEBIAN/postinst").write_text(spec["script"])
                (tree / "DEBIAN/postinst").chmod(0o755)
            manifest = survey(roots, version, datetime(2026, 1, 1, tzinfo=UTC))
            if "unsigned" not in spec:
                sign(manifest, self.key, tree / ROOM, roots)
        else:
            unit = tree / "usr/lib/systemd/system" / f"{name}.service"
            unit.parent.mkdir(parents=True)
            unit.write_text(version)
        deb = self.folder / "build" / f"{name}_{version}_amd64.deb"
        subprocess.run(
            ["dpkg-deb", "-Znone", "--root-owner-group", "--build", tree, deb],
            check=True,
            capture_output=True,
        )
        return deb

    # --- the commands -------------------------------------------------------------------------------------------

    def run(self, command):
        self.commands.append(list(command))
        words = [word for word in command if not str(word).startswith("--root=")]
        match words:
            case ["dpkg-query", "-W", _, name]:
                return self._query(name)
            case ["dpkg", "--compare-versions", *_] | ["dpkg-deb", *_]:
                return run_command(command)
            case ["env", path, "dpkg", _, _, "-i", *debs]:
                shim = self.root / path.removeprefix("PATH=/").split(":")[0] / "deb-systemd-invoke"
                assert (
                    subprocess.run([shim, "start", "etg-kiosk-terminal.service"], check=False).returncode == 0
                )
                return self._install(debs)
            case ["chroot", _, "/usr/bin/kiosk", *asked]:
                return self._program(self.root, asked)
            case ["chroot", _, python, "-I", "-m", "kiosk", *asked]:
                tree = self.root / python.lstrip("/")
                return self._program(tree.parents[5], asked)
            case ["systemctl", "show", *_, unit]:
                return Ran(0, f"{self.active.get(unit, 'inactive')}\n")
            case ["systemctl", *_] | ["sync", *_]:
                return Ran(0, "")
        raise AssertionError(f"nobody knows {command}")

    def _program(self, tree, asked):
        within = [str(self.root) + word if word.startswith("/") else word for word in asked]
        return program(tree, within, self.configuration, self.about_to)

    def _query(self, name):
        kept = json.loads(self.status.read_text())
        wanted = [found for found in kept if found == name or (name == "etg-kiosk-*")]
        lines = [f"{found} {kept[found]['status']} {kept[found]['version']}" for found in wanted]
        return Ran(0 if lines else 1, "".join(f"{line}\n" for line in lines))

    def _install(self, debs):
        """As dpkg: all files under other names, then renamed one by one; what only the old one has goes last."""
        for deb in debs:
            if not Path(deb).is_file():
                return Ran(1, "", f"cannot access archive '{deb}'")
            name, _, version = Path(deb).name.partition("_")
            version = version.removesuffix("_amd64.deb")
            kept = json.loads(self.status.read_text())
            old = kept.get(name, {"files": []})["files"]
            self._note(name, version, "half-installed", old)
            data = subprocess.run(["dpkg-deb", "--fsys-tarfile", deb], check=True, capture_output=True).stdout
            files = []
            with tarfile.open(fileobj=io.BytesIO(data)) as tar:
                for member in tar:
                    target = self.root / member.name
                    if member.isdir():
                        target.mkdir(parents=True, exist_ok=True)
                    elif (file := tar.extractfile(member)) is not None:
                        target.with_name(f"{target.name}.dpkg-new").write_bytes(file.read())
                        files.append(member.name)
            for number, file in enumerate(files):
                if self.fails == version and number == len(files) // 2:
                    return Ran(1, "", "dpkg: no space left on device")
                target = self.root / file
                target.with_name(f"{target.name}.dpkg-new").rename(target)
            for file in set(old) - set(files):
                (self.root / file).unlink(missing_ok=True)
                with suppress(OSError):
                    (self.root / file).parent.rmdir()
            self._note(name, version, "installed", files)
        return Ran(0, "")

    def _note(self, name, version, status, files):
        kept = json.loads(self.status.read_text())
        kept[name] = {"version": version, "status": status, "files": files}
        part = self.status.with_suffix(".part")
        part.write_text(json.dumps(kept))
        part.rename(self.status)

    def installed(self):
        """The version of every file of the program and of every package, as a set: one, when all is well."""
        lines = self.run(["dpkg-query", f"--root={self.root}", "-W", FORM, "etg-kiosk-*"]).out.splitlines()
        found = {word for line in lines for word in line.split(" ")[1:]} - {"installed"}
        found |= {path.read_text() for path in (self.root / ROOM / "parts").glob("part-*.txt")}
        found |= {
            path.name.removeprefix("only-in-") for path in (self.root / ROOM / "parts").glob("only-in-*")
        }
        return found | {(self.root / "usr/bin/kiosk").read_text()}

    def put(self, debs):
        """Install by hand."""
        return self._install(debs)

    def set_up(self, version="1.0", schema_version=2):
        """The version is installed by hand with its packages kept, and the seat has played."""
        bundle = self.bundle(version, schema_version)
        debs = [str(self.folder / "build" / f"{name}_{version}_amd64.deb") for name in self.packages]
        assert self.put(debs).status == 0
        self.updater().update(bundle, stop=False)
        fill_state(self.state)
        self.commands.clear()
        return self
