"""Tables of two boxes whose hands were entered at each other's box, in every game whose hands lie face down."""

from dataclasses import dataclass

from kiosk.games.game import Decide
from kiosk.games.laid import GO_ON
from kiosk.table import records as r
from kits.games import paigow_pit, sikipi_pit, stud_pit

BOXES = ("07", "08")
EXCHANGED = {"07": "08", "08": "07"}


@dataclass(frozen=True)
class Hands:
    """A game's round: what is dealt where it belongs, what players choose, and what comes of it."""

    name: str
    played: object
    cards: dict
    bets: dict
    choices: dict
    won: tuple

    @property
    def wrongly(self):
        """The cards as they were dealt: each hand at the other's box."""
        return self.cards | {box: self.cards[other] for box, other in EXCHANGED.items()}


STUD = Hands(
    "stud", stud_pit.STUD, stud_pit.CARDS, stud_pit.BETS, stud_pit.CALLS, (stud_pit.WON_07, stud_pit.LOST_08)
)
_PAIGOW = (
    paigow_pit.CARDS,
    paigow_pit.BETS,
    paigow_pit.SETTINGS,
    (paigow_pit.WON_07, paigow_pit.STOOD_08),
)
PAIGOW = Hands("paigow", paigow_pit.PAIGOW, *_PAIGOW)
BY_HAND = Hands("paigow by hand", paigow_pit.BY_HAND_TABLE, *_PAIGOW)
SIKIPI = Hands(
    "sikipi",
    sikipi_pit.SIKIPI,
    sikipi_pit.CARDS,
    sikipi_pit.BETS,
    sikipi_pit.CHOICES,
    (sikipi_pit.WON_07, sikipi_pit.LOST_08),
)
TABLES = (STUD, PAIGOW, BY_HAND, SIKIPI)


def deals_wrongly(pit, table):
    """A round whose hands were entered at each other's box; the Dealer's is not whole, so nobody has seen a card."""
    pit.opens(**table.bets)
    for _ in pit.patiently():
        pit.pump(1)
        if pit.view.moves.boxes:
            return
        pit.step(pit.view, table.wrongly, {})
    raise AssertionError(pit.view)


def all_go_on(pit):
    """Whoever is asked whether to go on does."""
    pit.pump()
    while isinstance(asked := pit.view.asked, Decide) and asked.window == GO_ON:
        for box in asked.boxes:
            if pit.real[box].state.chosen is None and pit.seat(box).deciding:
                pit.real[box].decides(GO_ON)
        pit.pump()


def hand_of(seat):
    """The cards that a seat knows as its own."""
    return [value for fact in seat.state.facts if fact.audience == seat.name for value in fact.values]


def given(seat, after=0):
    """The cards that the log gave a seat alone, record by record, after that many records."""
    records = [r.decode(entry.value) for entry in seat.heard[after:]]
    return [
        [value for fact in record.facts for value in fact.values]
        for record in records
        if isinstance(record, r.FactsSealed)
    ]
