"""Where a round of Sic Bo stands, finer than its phase: an act is being done, or is done."""

from enum import StrEnum

from kiosk.table.round import Phase


class Stage(StrEnum):
    """As `Phase`, with the play in two."""

    BETTING = "betting"
    CLOSED = "closed"
    ACTING = "acting"
    ACTED = "acted"
    RESULT = "result"
    VOID = "void"
    ENDED = "ended"


def stage_of(round_now):
    """Of a table or a desk's view."""
    if round_now.phase is Phase.PLAY:
        return Stage.ACTING if round_now.act else Stage.ACTED
    return Stage(round_now.phase)
