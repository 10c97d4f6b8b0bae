"""A host of its own process that is killed while it answers: ENDPOINT WHERE, the request as one line of JSON.

WHERE is "write" (it has decided and not written) or "written".
"""

import os
import signal
import sys

import msgspec

from kiosk.jackpot.etcd import EtcdStore
from kiosk.jackpot.jackpot import Jackpot
from kiosk.jackpot.requests import Request
from kiosk.links.etcd.cells import Cells
from kiosk.links.etcd.config import EtcdConfig
from kiosk.links.etcd.log import EtcdLog
from kits.jackpot.acts import AT


def die(*_):
    os.kill(os.getpid(), signal.SIGKILL)


def main(endpoint, where):
    swap = Cells.swap
    Cells.swap = die if where == "write" else lambda *args: (swap(*args), die())
    request = msgspec.json.decode(sys.stdin.readline(), type=Request)
    Jackpot(EtcdStore(Cells(EtcdLog(EtcdConfig((endpoint,)))), "main"), lambda: AT).ask(request)


if __name__ == "__main__":
    main(*sys.argv[1:])
