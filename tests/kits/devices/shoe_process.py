"""A simulated shoe as a process of its own, on a pseudo-terminal whose place is always the same link.

    program("kits.devices.shoe_process", LINK, SEED, DECKS)      # see kits.program

Killed and started again it is the same shoe that had no power in between: it counts its starts beside the link. It
deals as a card is wanted. Now and then a card cannot be read, two come together, one is stuck. Of 0 decks every deal
has a fresh one; of more, its cards last until the cover card has come out, and lie in a file beside the link.
"""

import random
import signal
import sys
from pathlib import Path

from kiosk.cards import DECK
from kiosk.simulators.cabinet.line import BoardLine, BoardTerminal
from kiosk.simulators.shoe.mechanics import Fault, Faults, ShoeMechanics, shuffled
from kits.devices.lasting_shoe import LastingShoe

ONE_IN = {Fault.MISREAD: 400, Fault.TWO: 400, Fault.JAM: 300, Fault.LID: 300}


def cards_of(link: Path) -> Path:
    """Where the cards of a shoe that lasts are kept."""
    return link.with_suffix(".cards")


def main(link: Path, seed: int, decks: int) -> None:
    """Deal until the process ends."""
    counted = link.with_suffix(".starts")
    starts = 1 + (int(counted.read_text()) if counted.exists() else 0)
    counted.write_text(str(starts))
    source = random.Random(f"shoe:{seed}:{starts}")
    faults = Faults(seed=source.randrange(2**31), one_in=ONE_IN)
    if decks:
        cut = decks * len(DECK) // 3
        shoe = LastingShoe(cards_of(link), lambda: shuffled(source, decks=decks), cut=cut, faults=faults)
    else:
        shoe = ShoeMechanics(lambda: shuffled(source), faults=faults, deals_itself=True)
    shoe.boots = starts
    terminal = BoardTerminal(BoardLine(shoe))
    new = link.with_suffix(".new")
    new.unlink(missing_ok=True)
    new.symlink_to(terminal.port)
    new.replace(link)
    signal.sigwait({signal.SIGTERM})
    terminal.close()


if __name__ == "__main__":
    # Blocked in every thread, so that none is ended by it.
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM})
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
