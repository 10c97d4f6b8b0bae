"""A simulated shoe as a process of its own, on a pseudo-terminal whose place is always the same link.

    program("kits.devices.shoe_process", LINK, SEED)      # see kits.program

Killed and started again it is the same shoe that had no power in between: it counts its starts beside the link. It
deals as a card is wanted. Now and then a card cannot be read, two come together, one is stuck.
"""

import random
import signal
import sys
from pathlib import Path

from kiosk.simulators.shoe.line import ShoeLine, ShoeTerminal
from kiosk.simulators.shoe.mechanics import Fault, Faults, ShoeMechanics, shuffled

ONE_IN = {Fault.MISREAD: 400, Fault.TWO: 400, Fault.JAM: 300, Fault.LID: 300}


def main(link: Path, seed: int) -> None:
    """Deal until the process ends."""
    counted = link.with_suffix(".starts")
    starts = 1 + (int(counted.read_text()) if counted.exists() else 0)
    counted.write_text(str(starts))
    source = random.Random(f"shoe:{seed}:{starts}")
    faults = Faults(seed=source.randrange(2**31), one_in=ONE_IN)
    shoe = ShoeMechanics(lambda: shuffled(source), faults=faults, deals_itself=True)
    shoe.boots = starts
    terminal = ShoeTerminal(ShoeLine(shoe))
    new = link.with_suffix(".new")
    new.unlink(missing_ok=True)
    new.symlink_to(terminal.port)
    new.replace(link)
    signal.sigwait({signal.SIGTERM})
    terminal.close()


if __name__ == "__main__":
    # Blocked in every thread, so that none is ended by it.
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM})
    main(Path(sys.argv[1]), int(sys.argv[2]))
