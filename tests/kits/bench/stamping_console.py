"""A console's process that keeps when each of its records stood in the log: on the disks of its servers.

program("kits.bench.stamping_console", FILE, "--config", ...)     # `kiosk console`, see kits.program

stamps(FILE)          # by key: when the append was answered, by the machine's monotonic clock, s
"""

import os
import sys
import time
from pathlib import Path

from kiosk import cli
from kiosk.links.hosts.log import HostLog


def stamp(path):
    """Keep it in ``path`` from now on."""
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    append = HostLog.append

    def stamped(self, puts, **ways):
        found = append(self, puts, **ways)
        at_s = time.monotonic()
        os.write(file, "".join(f"{at_s} {put.key}\n" for put in puts).encode())
        return found

    HostLog.append = stamped


def stamps(path: Path):
    """When each record stood there."""
    lines = (line.partition(" ") for line in path.read_text().splitlines())
    return {key: float(at_s) for at_s, _, key in lines}


if __name__ == "__main__":
    stamp(sys.argv[1])
    sys.exit(cli.main(["console", *sys.argv[2:]]))
