"""What stands in the table log as done or found at the desk, beside the events of the rounds."""

from __future__ import annotations

from enum import StrEnum

from kiosk.table import shoe

DEALER = "auto-dealer"  # in whose name the automatic dealer writes
INTERRUPTED = "technical interruption"  # why a round is void by rule 5.1


class DeskAct(StrEnum):
    """The ``what`` of a :class:`kiosk.table.records.DeskRecorded`; also the key of its line in the round's log.

    What happens to the list of staff stands there too, as :class:`kiosk.seat.roles.ActKind` names it.
    """

    SIGNED_ON = "signed-on"
    SIGNED_OFF = "signed-off"
    AUTHORISED = "authorised"  # somebody's PIN stood for a command
    TABLE_OPENED = "table-opened"  # a shift begins
    TABLE_CLOSED = "table-closed"
    AUTOMATIC_ON = "automatic-on"  # a supervisor lets results be published as the device reads them
    AUTOMATIC_OFF = "automatic-off"
    INTERRUPTED = "interrupted"  # rule 5.1.1: an outcome was established, the round goes on
    NOTED = "noted"  # something went wrong, and by the rules the round goes on
    BETTING_RESUMED = "betting-resumed"  # the console came up while bets were open, and the dealer went on
    DEVICE_AGAIN = "device-again"  # it ran once more after the act was done, before the result
    OLDER_ARCHIVE = "older-archive"  # a supervisor lets the console go on with an older copy of its archive
    NEW_SHOE = shoe.NEW_SHOE  # the shoe was shuffled anew; in the middle of a round: it was there before it
    COVER_CARD = "cover-card"  # it is shuffled before the next round
    COVER_CARD_BACK = "cover-card-back"  # that was a mistake: it had not come out
    STRAY_CARD = shoe.STRAY_CARD
    DEVICE_LATE = "device-late"  # it ran, and the console did not see it begin
