"""A seat that plays with the bot and tells the world beside it what leaves it, for the tests of power cuts.

    python -m kits.store.traced_seat STATE SEED ROUNDS [synchronous=OFF]

``told.jsonl`` beside the state directory is the world's: each effect that leaves the seat, with the head of the books
at that moment, before it is performed; each record that the log has said to hold.
"""

import json
import sys
from pathlib import Path

from kiosk.app.state_dir import StateDir
from kiosk.demo.headless import Headless
from kiosk.seat import effects as f
from kiosk.table.log import Appended
from kits.app.seat_play import make_play, rules

STAYS = f.Audit | f.LookUp | f.PreparePayout  # within the seat


class Told:
    """The world's memory."""

    def __init__(self, path):
        self._file = path.open("a", buffering=1)

    def say(self, **what):
        self._file.write(json.dumps(what) + "\n")


def listen(table, told):
    """Let the world hear what leaves the seat."""
    performer, store = table._played._performer, table.seat.store
    perform, send = performer.perform, performer._ports.log.send

    def performed(effect):
        if not isinstance(effect, STAYS):
            head = store.head()
            told.say(left=type(effect).__name__, number=head.number, hash=head.hash, **_slip(effect))
        perform(effect)

    def sent(puts, unless, answer):
        def answered(found):
            if isinstance(found, Appended):
                told.say(holds=[put.key for put in puts])
            answer(found)

        send(puts, unless, answered)

    performer.perform = performed
    performer._ports.log.send = sent


def _slip(effect):
    return {"round": effect.slip.round, "rev": effect.slip.rev} if isinstance(effect, f.Send) else {}


def main(folder, seed, rounds, *pragmas):
    state = StateDir(folder)
    state.hold()
    table = Headless(state, rules(), make_play(rounds, seed))
    for pragma in pragmas:
        table.seat.store._db.execute(f"PRAGMA {pragma}")
    listen(table, Told(folder.with_name("told.jsonl")))
    table.run()
    table.close()
    state.release()


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), *sys.argv[4:])
