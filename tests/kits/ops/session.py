"""A machine with our session on it, inside this one: real systemd, our units as they are, the files where they go.

    with Machine(tmp_path) as machine:
        machine.write("/etc/etg-kiosk/seat.toml", text)
        machine.systemctl("start", "etg-kiosk-terminal.service")

It lives in mounts of its own over /etc, /usr, /var and /run, so that nothing of it is left. The manager is `systemd
--user` run by root, which applies User=, sandbox, watchdog and restarts as the system's own does; what it cannot do is
log in (PAM), hold a terminal, and limit devices. The display's screen is weston's headless one, or with ``seen`` a
window that fills Xvfb: the kiosk shell shows nothing where there is no input device, and headless there is none.
"""

import os
import secrets
import shutil
import signal
import subprocess
import sys
import time
import tomllib
from pathlib import Path

from PIL import Image, ImageGrab

from kits import REPO

PACKAGING = REPO / "packaging"
SEAT_UID = 64901
PATIENCE_S = 60
TERMINAL, DISPLAY = "etg-kiosk-terminal.service", "etg-kiosk-display@seat.service"
SETUP, OUT_OF_SERVICE = "etg-kiosk-setup.service", "etg-kiosk-out-of-service.service"

SEAT = """
casino = "Harbour Casino"
table = "SB-01"
seat = "07"
layout = "A"
demonstration = true
state = "/var/lib/etg-kiosk/seat"
[log]
endpoints = ["127.0.0.1:1"]
plain = true
"""

# What a machine without screen, log-in and root's own manager needs to be told otherwise.
HEADLESS = """
[Unit]
ConditionPathExists=
[Service]
PAMName=
TTYPath=
StandardInput=null
StandardOutput=file:/run/display.out
StandardError=file:/run/display.err
ExecStart=
ExecStart=/usr/bin/weston {backend} --width={width} --height={height} --use-pixman \
    --config=/usr/lib/etg-kiosk/session/weston.ini
"""
ON_X11 = """
[Service]
Environment=DISPLAY={display}
BindPaths=/tmp/.X11-unix
"""

_BEGIN = r"""
set -eu
for folder in {cgroups}; do echo $$ >"$folder/cgroup.procs"; done
mount -t tmpfs tmpfs /run
mkdir -p /run/systemd/system /run/over
for top in etc usr var; do
    mkdir /run/over/$top /run/over/$top.work
    mount -t overlay overlay -o "lowerdir=/$top,upperdir=/run/over/$top,workdir=/run/over/$top.work" "/$top"
done
mkdir -p /run/systemd/inaccessible && cd /run/systemd/inaccessible
: >reg; mkdir dir; mkfifo fifo; mknod chr c 0 0; mknod blk b 0 0; : >sock; chmod 000 ./*
mkdir -p /usr/lib/etg-kiosk/repo /usr/lib/etg-kiosk/site /etc/etg-kiosk /var/lib/etg-kiosk
mount --bind {repo} /usr/lib/etg-kiosk/repo
mount --bind {site} /usr/lib/etg-kiosk/site
echo 'etg-seat:x:{uid}:{uid}::/nonexistent:/usr/sbin/nologin' >>/etc/passwd
echo 'etg-seat:x:{uid}:' >>/etc/group
cd /
umask 0
echo {token} >/run/over/ready
exec env -i PATH=/usr/sbin:/usr/bin XDG_RUNTIME_DIR=/run XDG_CONFIG_HOME=/var/lib SYSTEMD_LOG_TARGET=null \
    /lib/systemd/systemd --user
"""


def why_not() -> str:
    """Why there can be no such machine here; empty when there can."""
    if os.geteuid() != 0:
        return "needs root"
    for program in ("weston", "unshare", "nsenter"):
        if shutil.which(program) is None:
            return f"needs {program}"
    if not Path("/lib/systemd/systemd").exists() or not Path("/usr/bin/python3.11").exists():
        return "needs systemd and Debian's Python 3.11"
    if not _cgroup_roots():
        return "needs a control group of its own"
    tried = subprocess.run(
        ["unshare", "--mount", "sh", "-ec", _TRIAL], capture_output=True, text=True, check=False
    )
    return "" if tried.returncode == 0 else f"needs mounts of its own: {tried.stderr.strip()[:200]}"


_TRIAL = """
mount -t tmpfs tmpfs /mnt && mkdir /mnt/u /mnt/w
mount -t overlay overlay -o lowerdir=/usr,upperdir=/mnt/u,workdir=/mnt/w /usr
"""


def _cgroup_roots() -> list[Path]:
    """The hierarchies in which systemd counts processes, as far as we can make groups there."""
    top = Path("/sys/fs/cgroup")
    named = [top] if (top / "cgroup.controllers").exists() else [top / "systemd", top / "unified"]
    found = []
    for folder in named:
        trial = folder / f"etg-trial-{os.getpid()}"
        try:
            trial.mkdir()
            trial.rmdir()
        except OSError:
            continue
        found.append(folder)
    return found


def wait(until, what: str, seconds=PATIENCE_S):
    """Ask until the answer is true; it."""
    end = time.monotonic() + seconds
    while not (found := until()):
        assert time.monotonic() < end, f"never came: {what}"
        time.sleep(0.05)
    return found


class Machine:
    """Such a machine. ``width`` and ``height`` are its screen's, px; ``seen``: the screen can be looked at."""

    def __init__(self, width=1920, height=1080, *, seen=False):
        self._size = {"width": width, "height": height}
        self._seen = seen
        self._server: subprocess.Popen[str] | None = None
        self.display = ""
        self._groups = [root / f"etg-session-{os.getpid()}-{id(self)}" for root in _cgroup_roots()]
        self._manager: subprocess.Popen[bytes] | None = None

    def __enter__(self):
        for group in self._groups:
            group.mkdir()
        site = next(Path(entry) for entry in sys.path if entry.endswith("site-packages"))
        self._token = secrets.token_hex(16)
        begin = _BEGIN.format(
            token=self._token, cgroups=" ".join(map(str, self._groups)), repo=REPO, site=site, uid=SEAT_UID
        )
        self._manager = subprocess.Popen(["unshare", "--mount", "bash", "-c", begin])
        try:
            # Until its mounts are there, its root is our own: nothing may be written or asked before.
            wait(self._stands, "the mounts")
            wait(lambda: self.systemctl("is-system-running", check=False).strip() == "running", "the manager")
            self._install()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        for group in self._groups:  # all that runs in it is ours
            for procs in sorted(group.rglob("cgroup.procs"), reverse=True):
                for pid in _pids(procs):
                    if pid != self._manager.pid:
                        _kill(pid)
        self._manager.kill()
        self._manager.wait()
        if self._server is not None:
            self._server.kill()
            self._server.wait()
            self._server.stdout.close()
        for group in self._groups:
            folders = [group, *(path for path in group.rglob("*") if path.is_dir())]
            for folder in sorted(folders, key=lambda path: len(path.parts), reverse=True):
                wait(lambda folder=folder: _empty(folder), f"the end of {folder}")

    def _install(self):
        """Everything of files.toml for a seat, by its own list; units also where this manager looks for them."""
        listed = tomllib.loads((PACKAGING / "session/files.toml").read_text())["package"]
        for package in ("etg-kiosk-base", "etg-kiosk-terminal"):
            for put in listed[package]["files"]:
                for source in sorted(REPO.glob(put["source"])):
                    to = put["to"] + (source.name if put["to"].endswith("/") else "")
                    self.put(to, source.read_bytes(), put.get("mode", "0644"))
                    if to.startswith("/lib/systemd/system/etg-"):
                        self.put(
                            to.replace("/lib/systemd/system/", "/var/lib/systemd/user/"), source.read_bytes()
                        )
        run = (
            "#!/bin/sh\nPYTHONPATH=/usr/lib/etg-kiosk/repo:/usr/lib/etg-kiosk/site "
            'exec /usr/bin/python3.11 -B -m kiosk "$@"\n'
        )
        self.put("/usr/bin/kiosk", run.encode(), "0755")
        # Units that ask systemd for something ask this manager, and not one that this machine does not have.
        self.run("cp", "/usr/bin/systemctl", "/usr/lib/etg-kiosk/systemctl")
        ask = '#!/bin/sh\nXDG_RUNTIME_DIR=/run exec /usr/lib/etg-kiosk/systemctl --user "$@"\n'
        self.put("/usr/local/bin/systemctl", ask.encode(), "0755")
        self.run("rm", "/usr/bin/systemctl")
        self.run("ln", "-s", "/usr/local/bin/systemctl", "/usr/bin/systemctl")
        state = self.path("/var/lib/etg-kiosk/seat")  # as the package makes it
        state.mkdir(mode=0o750, parents=True)
        os.chown(state, SEAT_UID, SEAT_UID)
        self.put("/etc/etg-kiosk/seat.toml", SEAT.encode())
        backend = "--backend=headless-backend.so"
        if self._seen:
            backend = "--backend=x11-backend.so"
            self._start_server()
            self.drop_in("etg-kiosk-display@.service", ON_X11.format(display=self.display), "x11")
        self.drop_in("etg-kiosk-display@.service", HEADLESS.format(backend=backend, **self._size))
        said = "[Service]\nStandardOutput=append:/run/{0}.out\nStandardError=append:/run/{0}.err\n"
        self.drop_in(TERMINAL, said.format("terminal"), "said")
        self.drop_in(SETUP, said.format("setup"), "said")
        self.drop_in(OUT_OF_SERVICE, said.format("out-of-service"), "said")

    def _stands(self) -> bool:
        """Whether the mounts over this machine's folders are there."""
        assert self._manager.poll() is None, "the machine has ended"
        try:
            return self.path("/run/over/ready").read_text().strip() == self._token
        except FileNotFoundError:
            return False

    # --- files ----------------------------------------------------------------------------------------------------

    @property
    def _root(self) -> Path:
        return Path(f"/proc/{self._manager.pid}/root")

    def path(self, inside: str) -> Path:
        """A file of the machine, seen from here."""
        return self._root / inside.lstrip("/")

    def put(self, to: str, content: bytes, mode="0644"):
        path = self.path(to)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        path.chmod(int(mode, 8))

    def drop_in(self, unit: str, text: str, name="test"):
        """Add to a unit, and let the manager read it."""
        self.put(f"/var/lib/systemd/user/{unit}.d/{name}.conf", text.encode())
        self.systemctl("daemon-reload")

    # --- programs -------------------------------------------------------------------------------------------------

    def run(self, *words, check=True, **options) -> str:
        """Run a program of the machine, as root and outside of any sandbox."""
        environ = {"PATH": "/usr/sbin:/usr/bin", "XDG_RUNTIME_DIR": "/run"} | options.pop("env", {})
        done = subprocess.run(
            ["nsenter", "--target", str(self._manager.pid), "--mount", "--wd=/", *words],
            env=environ, capture_output=True, text=True, check=False, timeout=PATIENCE_S, **options,
        )  # fmt: skip
        assert not check or done.returncode == 0, (words, done.returncode, done.stdout, done.stderr)
        return done.stdout

    def systemctl(self, *words, check=True) -> str:
        return self.run("systemctl", "--user", "--no-pager", *words, check=check)

    def show(self, unit: str, name: str) -> str:
        """A property of a unit."""
        return self.systemctl("show", unit, "--value", f"--property={name}").strip()

    def pid(self, unit: str) -> int:
        return int(self.show(unit, "MainPID"))

    def wait_for(self, unit: str, **wanted):
        """Wait until the unit's properties are so."""

        def found():
            return {name: self.show(unit, name) for name in wanted} == wanted

        wait(found, f"{unit} {wanted}: {self.systemctl('status', unit, check=False)}")

    def restarts(self, unit: str) -> int:
        return int(self.show(unit, "NRestarts"))

    def _start_server(self):
        size = f"{self._size['width']}x{self._size['height']}x24"
        words = ["Xvfb", "-displayfd", "1", "-screen", "0", size, "-nolisten", "tcp", "-ac", "-noreset"]
        self._server = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.display = f":{self._server.stdout.readline().strip()}"

    @property
    def size(self) -> tuple[int, int]:
        """The screen's width and height, px."""
        return self._size["width"], self._size["height"]

    def processes(self) -> set[str]:
        """The programs that run in the machine, by name."""
        pids = {pid for group in self._groups for file in group.rglob("cgroup.procs") for pid in _pids(file)}
        return {Path(f"/proc/{pid}/comm").read_text().strip() for pid in pids}

    def screenshot(self) -> Image.Image:
        """What stands on the screen."""
        return ImageGrab.grab(xdisplay=self.display).convert("RGB")

    def press(self, *keys):
        """Press keys on the keyboard of the display, as ctrl+alt+F2."""
        subprocess.run(
            ["xdotool", "key", *keys], env={"DISPLAY": self.display}, check=True, timeout=PATIENCE_S
        )

    def said(self) -> str:
        """What the parts have said."""
        files = sorted(path for path in self.path("/run").glob("*.err") if path.is_file())
        return "\n".join(f"{path.name}: {path.read_text()}" for path in files)


def _pids(procs: Path) -> list[int]:
    """The processes of a group; none of one that has just gone."""
    try:
        return [int(pid) for pid in procs.read_text().split()]
    except OSError:
        return []


def _kill(pid: int):
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        return


def _empty(group: Path) -> bool:
    try:
        group.rmdir()
    except FileNotFoundError:
        return True
    except OSError:
        return False
    return True
