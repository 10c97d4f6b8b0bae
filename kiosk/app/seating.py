"""Whether the seats of a table can play its game together: one felt where it deals by it, and a box for each."""

from collections.abc import Sequence

from kiosk.app.machine import Rules
from kiosk.faults import EnvironmentFault
from kiosk.games.game import HOLDS, BadFacts, Boxes, Fact


def check_seating(table: str, rules: Sequence[Rules], seats: Sequence[str]) -> None:
    """Passes when these seats can play at one table by these rules, of which each layout of theirs is one.

    Raises :class:`EnvironmentFault` naming the table, what was found and what is expected.
    """
    first = rules[0]
    if first.game.one_layout and len(rules) > 1:
        names = ", ".join(rule.layout.name for rule in rules)
        raise EnvironmentFault(
            f"{table}: seats with the layouts {names}: expected one, since the table is dealt to by it",
            "Give every seat of the table the same layout",
        )
    if not isinstance(first.game.agenda(first.layout, ()), Boxes):
        return
    try:
        first.game.check_facts(first.layout, (Fact(HOLDS, tuple(seats)),))
    except BadFacts as error:
        raise EnvironmentFault(
            f"{table}: {len(seats)} seats: {error}",
            "Give the table fewer seats; more of them are another table",
        ) from None
