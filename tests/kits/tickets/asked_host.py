"""A host of its own process that is killed while it answers: ENDPOINT WHERE NOW TABLE NAME.

NOW is what its clock shows all the time. WHERE is "write" (it has decided and not written) or "written". The question
comes as one line of JSON: turn, mark and question in hexadecimal, and the head of the asker's books.
"""

import json
import os
import signal
import sys

from kiosk.host.gateway.tickets import AskedRegistry
from kiosk.links.etcd.cells import Cells
from kiosk.links.etcd.config import EtcdConfig
from kiosk.links.etcd.log import EtcdLog
from kiosk.table.head import Head
from kiosk.tickets.keys import Place
from kits.tickets.asked import KEY, LIMITS


def die(*_):
    os.kill(os.getpid(), signal.SIGKILL)


def main(endpoint, where, now, table, name):
    swap = Cells.swap
    Cells.swap = die if where == "write" else lambda *args: (swap(*args), die())
    registry = AskedRegistry(Cells(EtcdLog(EtcdConfig((endpoint,)))), KEY, LIMITS, lambda: now)
    registry.clock.newest = lambda *_: ""  # is written by a swap of its own, which is none of the answer's
    turn, mark, question, head = json.loads(sys.stdin.readline())
    head = head and Head(*head)
    registry.answer(Place(table, name), turn, bytes.fromhex(mark), bytes.fromhex(question), head)


if __name__ == "__main__":
    main(*sys.argv[1:])
