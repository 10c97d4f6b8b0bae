"""How the note acceptor and the ticket printer are, as keys of the texts."""

from kiosk.seat.conditions import AcceptorCondition, PrinterCondition

ACCEPTOR_WORDS = {
    AcceptorCondition.READY: "staff.condition_ready",
    AcceptorCondition.STARTING: "staff.condition_starting",
    AcceptorCondition.STACKER_FULL: "staff.condition_stacker_full",
    AcceptorCondition.STACKER_OPEN: "staff.condition_stacker_open",
    AcceptorCondition.JAM: "staff.condition_jam",
    AcceptorCondition.CHEAT: "staff.condition_cheat",
    AcceptorCondition.FAILURE: "staff.condition_failure",
    AcceptorCondition.DISCONNECTED: "staff.condition_disconnected",
}
PRINTER_WORDS = {
    PrinterCondition.READY: "staff.condition_ready",
    PrinterCondition.PAPER_LOW: "staff.condition_paper_low",
    PrinterCondition.PAPER_OUT: "staff.condition_paper_out",
    PrinterCondition.JAM: "staff.condition_jam",
    PrinterCondition.COVER_OPEN: "staff.condition_cover_open",
    PrinterCondition.OFFLINE: "staff.condition_offline",
}
