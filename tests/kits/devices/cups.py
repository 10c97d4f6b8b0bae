"""A real CUPS with one queue, and behind it a printer that is a script: what it does is written in a file.

with Cups(folder) as cups:          # folder must be one that everybody may enter
    cups.does("prints")             # or: waits, fails, dies-half-way
"""

import os
import shutil
import socket
import subprocess
import tempfile
import threading
from pathlib import Path

from kits import REPO

ROOT = REPO / ".venv" / "cups"
LIBRARIES = ROOT / "usr" / "lib" / "x86_64-linux-gnu"
WITHIN_S = 30

BACKEND = """#!/bin/sh
[ $# = 0 ] && {{ echo 'direct paper "Unknown" "Paper"'; exit 0; }}
echo "$3" >> {folder}/begun
while [ "$(cat {folder}/does)" = waits ]; do sleep 0.05; done
case "$(cat {folder}/does)" in
prints) cat "$6" > {folder}/papers/$1.part; mv {folder}/papers/$1.part {folder}/papers/$1.pdf; exit 0 ;;
dies-half-way) head -c 4000 "$6" > {folder}/papers/$1.part; exit 1 ;;
*) exit 1 ;;
esac
"""

FILES = """SystemGroup root
FileDevice Yes
ServerRoot {folder}/etc
ServerBin {folder}/bin
DataDir {root}/usr/share/cups
CacheDir {folder}/cache
StateDir {folder}/run
RequestRoot {folder}/spool
TempDir {folder}/spool/tmp
AccessLog {folder}/log/access
ErrorLog {folder}/log/error
PageLog {folder}/log/page
"""

SETTINGS = """Listen 127.0.0.1:{port}
Browsing Off
WebInterface No
DefaultAuthType None
PreserveJobHistory {history}
PreserveJobFiles No
LogLevel debug
JobRetryInterval 1
<Location />
Order allow,deny
Allow all
</Location>
<Policy default>
JobPrivateAccess default
JobPrivateValues default
<Limit All>
Order allow,deny
Allow all
</Limit>
</Policy>
"""


class Cups:
    """``history``: whether the queue remembers jobs that have ended."""

    def __init__(self, *, history=True):
        self.folder = Path(tempfile.mkdtemp(prefix="kiosk-cups-"))
        self.folder.chmod(0o755)
        for name in ("etc", "spool/tmp", "cache", "run", "log", "bin/backend", "bin/daemon", "papers"):
            (self.folder / name).mkdir(parents=True)
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        backend = self.folder / "bin" / "backend" / "paper"
        backend.write_text(BACKEND.format(folder=self.folder))
        shutil.copy(ROOT / "usr" / "lib" / "cups" / "daemon" / "cups-exec", self.folder / "bin" / "daemon")
        backend.chmod(0o700)  # then it runs as who runs the queue
        (self.folder / "etc" / "cups-files.conf").write_text(FILES.format(folder=self.folder, root=ROOT))
        (self.folder / "etc" / "cupsd.conf").write_text(
            SETTINGS.format(port=self.port, history="Yes" if history else "No")
        )
        self.does("prints")
        self._environment = os.environ | {"LD_LIBRARY_PATH": str(LIBRARIES)}
        self._process = None

    def __enter__(self):
        self.start()
        self._run(
            "usr/sbin/lpadmin",
            "-p",
            "till",
            "-E",
            "-v",
            "paper:/till",
            "-m",
            "raw",
            "-o",
            "printer-error-policy=abort-job",
        )
        return self

    def __exit__(self, *_):
        self.stop()
        shutil.rmtree(self.folder)

    @property
    def uri(self):
        return f"ipp://127.0.0.1:{self.port}/printers/till"

    def does(self, what):
        """What the printer behind the queue does with the next job."""
        part = self.folder / "does.part"
        part.write_text(what)
        part.replace(self.folder / "does")

    def start(self):
        daemon = ROOT / "usr" / "sbin" / "cupsd"
        etc = self.folder / "etc"
        self._process = subprocess.Popen(
            [daemon, "-f", "-c", etc / "cupsd.conf", "-s", etc / "cups-files.conf"], env=self._environment
        )
        for _ in range(WITHIN_S * 50):
            try:
                with socket.create_connection(("127.0.0.1", self.port), timeout=1):
                    return
            except OSError:
                threading.Event().wait(0.02)
        raise AssertionError((self.folder / "log" / "error").read_text()[-2_000:])

    def stop(self):
        if self._process is not None:
            self._process.terminate()
            self._process.wait(WITHIN_S)
            self._process = None

    def queue(self, does):
        """enable, disable, or other words of the administrator."""
        self._run(f"usr/sbin/cups{does}", "till")

    def papers(self):
        return sorted((self.folder / "papers").glob("*.pdf"))

    def begun(self):
        found = self.folder / "begun"
        return found.read_text().split() if found.exists() else []

    def _run(self, program, *words):
        done = subprocess.run(
            [ROOT / program, "-h", f"127.0.0.1:{self.port}", *words],
            env=self._environment,
            capture_output=True,
            text=True,
            timeout=WITHIN_S,
            check=False,
        )
        assert done.returncode == 0, done.stderr
