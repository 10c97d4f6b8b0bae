"""A host of its own process that is killed at one step of its first answer: ``house_host.py ENDPOINT WHERE NOW``.

NOW is what its clock shows all the time. WHERE is "read" (it has read what is asked), "write" (it has decided and not
written) or "written".
"""

import os
import signal
import sys
import threading

from kiosk.host.registry_server import RegistryServer
from kiosk.links.etcd import EtcdConfig, EtcdLog
from kiosk.links.etcd.cells import Cells


def die(*_):
    os.kill(os.getpid(), signal.SIGKILL)


def main(endpoint, where, now):
    swap = Cells.swap
    if where == "read":
        oldest = Cells.oldest
        Cells.oldest = lambda cells, prefix: die() if oldest(cells, prefix) is not None else None
    elif where == "write":
        Cells.swap = die
    else:
        Cells.swap = lambda *args, **options: (swap(*args, **options), die())
    log = EtcdLog(EtcdConfig((endpoint,)))
    RegistryServer(log, lambda: now, print, lambda _: os.abort()).start()
    print("ready", flush=True)
    threading.Event().wait()


if __name__ == "__main__":
    main(*sys.argv[1:])
