"""What a demonstration's table is asked, answered where no dealer stands."""

from __future__ import annotations

from kiosk.console.commands import AutoDealing, Command, Interrupted, ResumeBetting
from kiosk.console.view import DeskView, Next
from kiosk.faults import MustEnd
from kiosk.table.round import Phase


def answer(view: DeskView) -> Command | None:
    """The answer to what the desk asks of a dealer, or None.

    The question of rule 5.1 is answered as the dice allow: with dice that tumbled the round is concluded, without it is
    void. Raises :class:`MustEnd` when another console has taken the table over.
    """
    match view.next:
        case Next.TAKE_OVER:
            raise MustEnd(
                f"table {view.table}: another console has taken over; this one may write nothing more",
                "Start it again if it shall have the table, a console with --take-over",
            )
        case Next.ANSWER_INTERRUPTION:
            return Interrupted(decided=view.phase is not Phase.CLOSED, round=view.round)
        case Next.ANSWER_BETTING:
            return ResumeBetting()
        case _:
            return None


def answer_and_deal(view: DeskView) -> Command | None:
    """As :func:`answer`, once the automatic dealer has been set going: it stands in for who would have to sign on."""
    asked = answer(view)
    return asked if view.auto else AutoDealing(True)
