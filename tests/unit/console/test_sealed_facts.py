"""The console knows each hidden card that it has written, however late the log delivers it."""

import pytest
from msgspec.structs import replace

from kiosk.console.service import TableService, TableSettings
from kiosk.games.game import HOLDS, TABLE, Act, Boxes, Enter, Fact
from kiosk.links.embedded import EmbeddedLog
from kits.games.paigow_pit import PAIGOW
from kits.games.sikipi_pit import SIKIPI
from kits.games.stud_pit import STUD
from kits.seat.seats import NOW
from kits.seat.seats import TABLE as NAME

BOX = "07"
CARDS = ("As", "Kd", "4c")


@pytest.fixture
def log(tmp_path):
    log = EmbeddedLog(tmp_path / "table.db")
    yield log
    log.close()


def start(log, played):
    """A console to which the log delivers nothing by itself: nobody lets its reading take what has come."""
    settings = TableSettings(
        NAME, "console-1", played.game, played.layout, played.limits, {BOX: "A"}, played.layouts
    )
    return TableService(log, settings)


@pytest.fixture(params=[STUD, PAIGOW, SIKIPI], ids=lambda played: played.game.name)
def service(request, log):
    """A round with one box, to whose eyes alone three cards were dealt."""
    service = start(log, request.param)
    service.open_round(36_000, NOW)
    service.close_bets()
    cards = iter(CARDS)
    while len(own(service)) < len(CARDS):
        match service.asked:
            case Boxes():
                spot = min(request.param.limits.spots)
                service.enter_facts((Fact(HOLDS, (BOX,)),), stakes={BOX: {spot: 1_000}})
            case Act(kind, times):
                service.start_act(kind)
                service.end_act(times)
            case Enter(name, at, audience) if audience == BOX:
                deal(service, Fact(name, (next(cards),), at, audience))
            case Enter(name, at, audience):
                service.enter_facts((Fact(name, ("2h",) if audience == TABLE else (), at, audience),))
    return service


def own(service):
    """What the box alone sees, as the table has it."""
    return [fact for fact in service.table.entered if fact.audience == BOX]


def known(service):
    """The values of these cards as the console knows them."""
    return [fact.values for fact in service.known if fact.audience == BOX]


def deal(service, fact):
    """A hidden card, as the desk gives it to its box and then says where it lies."""
    service.seal_facts((fact,), len(service.table.entered))
    service.enter_facts((fact,))


def corrects(service, card):
    """The newest card of the box was another one."""
    at = max(at for at, fact in enumerate(service.table.entered) if fact.audience == BOX)
    right = replace(service.table.entered[at], values=(card,))
    service.seal_facts((right,), at)
    service.correct_fact(at, right, "dealer", "supervisor")


def test_that_a_card_is_known_before_the_log_has_delivered_it(service):
    assert service.reading.seq < service.written_seq  # the log's answer came, its records not yet
    assert known(service) == [(card,) for card in CARDS]


def test_that_a_correction_is_known_before_the_log_has_delivered_it(service):
    corrects(service, "Qc")
    assert known(service) == [("As",), ("Kd",), ("Qc",)]
    corrects(service, "Jc")
    assert known(service) == [("As",), ("Kd",), ("Jc",)]


def test_that_a_value_counts_for_its_place_when_the_table_says_so(service):
    at = len(service.table.entered) - 1
    service.seal_facts((replace(service.table.entered[at], values=("Qc",)),), at)
    assert known(service) == [(card,) for card in CARDS]


@pytest.mark.parametrize("corrected", [False, True])
def test_that_what_comes_late_changes_nothing(service, corrected):
    if corrected:
        corrects(service, "Qc")
    before = known(service)
    service.reading.pump()
    assert service.caught_up
    assert known(service) == before


def test_that_a_console_that_lost_its_table_knows_what_the_new_one_wrote(service, log, request):
    played = request.node.callspec.params["service"]
    other = start(log, played)
    corrects(other, "Qc")
    with pytest.raises(Exception, match="taken over"):
        service.void("nothing", "dealer")
    service.reading.pump()
    service.look()
    assert known(service) == [("As",), ("Kd",), ("Qc",)]
    service.take_again()
    assert known(service) == [("As",), ("Kd",), ("Qc",)]


def test_that_a_card_that_only_lies_in_the_answer_is_not_dealt_again(service):
    """The game itself refuses a card that lies already, wherever it lies (Stud 5.9 and its kin)."""
    game, layout = service._settings.game, service._settings.layout
    again = Fact("card", (CARDS[-1],), BOX, BOX)
    with pytest.raises(ValueError, match="found the card 4c 2 times"):
        game.agenda(layout, (*service.known, again))
