"""What a pit's console has on record, held against what really left a shoe whose cards last for many rounds."""

from collections import Counter

import msgspec

from kiosk.commands._state import all_layouts
from kiosk.games.game import Fact
from kits.audit.physical_truth import rows
from kits.audit.pit_books import archive_of
from kits.audit.pit_heard import records_in
from kits.devices.lasting_shoe import drawn_in, not_entered
from kits.devices.shoe_process import cards_of


def check_shoe(pit):
    """Every result has the cards as they left the shoe: none twice, and one of two at once at most is left out.

    Answers what was counted.
    """
    game, _ = all_layouts(pit.of.game)
    counts = Counter()
    for (value,) in rows(archive_of(pit), "SELECT value FROM record ORDER BY seq, key"):
        for record in records_in(value.decode("latin-1")):
            if record["type"] == "ResultEntered":
                entered = list(game.drawn(msgspec.convert(record["facts"], tuple[Fact, ...])))
                out = drawn_in(cards_of(pit.shoe_port), record["round"])
                not_entered(out, entered)
                counts["cards as they left the shoe"] += len(entered)
                counts["cards out of the shoe and in no round"] += sum(map(len, out)) - len(entered)
    return counts
