"""Whatever was answered is what the seat reads from the written file."""

import shutil

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kiosk.app.acceptors import AcceptorFile
from kiosk.app.cabinets import CabinetFile
from kiosk.app.config import read_seat_file
from kiosk.app.printers import PrinterFile
from kiosk.devices.printer.names import why_not_printed
from kiosk.faults import EnvironmentFault
from kiosk.ops.setup.answers import FROM_FILE, AnswersFile, FirstStaff, read_answers
from kiosk.ops.setup.seat_toml import KEY, MANIFEST, STATE, seat_toml

NAMES = st.from_regex(r"[A-Za-z0-9][A-Za-z0-9-]{0,15}", fullmatch=True)
CASINOS = st.text(st.characters(codec="utf-8"), min_size=1, max_size=48).filter(str.isprintable)
PORTS = st.from_regex(r"/dev/[a-z0-9:._-]{1,40}", fullmatch=True)
NOTES = st.sets(st.sampled_from([500, 1_000, 2_000, 5_000, 10_000]), min_size=1).map(
    lambda x: tuple(sorted(x))
)
ACCEPTORS = st.one_of(
    st.builds(AcceptorFile, notes=NOTES, tickets=st.booleans()),
    st.builds(AcceptorFile, kind=st.just("id003"), port=PORTS, notes=NOTES, poll_ms=st.integers(20, 1_000)),
)
IDS = st.integers(0, 0xFFFF)
PRINTERS = st.one_of(
    st.just(PrinterFile()),
    st.builds(PrinterFile, kind=st.just("escpos"), serial=PORTS, baud=st.sampled_from([9_600, 115_200])),
    st.builds(PrinterFile, kind=st.just("escpos"), usb_vendor=IDS, usb_product=IDS),
    st.builds(PrinterFile, kind=st.just("escpos"), host=st.just("10.0.0.9"), port=st.integers(1, 65_535)),
    st.builds(PrinterFile, kind=st.just("cups"), queue=st.just("ipp://127.0.0.1:631/printers/till")),
)
CABINETS = st.one_of(st.just(CabinetFile()), st.builds(CabinetFile, kind=st.just("board"), port=PORTS))


@pytest.fixture(scope="module")
def folder(provided, tmp_path_factory):
    made = tmp_path_factory.mktemp("etc")
    shutil.copytree(provided / "config/seat-07", made / "seat/0123456789abcdef")
    return made


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    casino=CASINOS.filter(lambda name: why_not_printed(name, 60) is None),
    table=NAMES,
    seat=NAMES,
    layout=st.sampled_from("ABC"),
    language=st.sampled_from(["en", "zh"]),
    tickets=st.sampled_from(["house", "own"]),
    ticket_days=st.integers(1, 3_650),
    acceptor=ACCEPTORS,
    printer=PRINTERS,
    cabinet=CABINETS,
)
def test_that_every_answer_is_read_as_it_was_given(provided, folder, **answers):
    file = msgspec.structs.replace(read_seat_file(provided / "config/seat-07.toml"), **answers)
    path = folder / "seat.toml"
    path.write_text(seat_toml(file, "seat/0123456789abcdef", signed=True))
    found = read_seat_file(path)
    assert {name: getattr(found, name) for name in answers} == answers
    assert (found.state, found.software.manifest, found.software.key) == (STATE, MANIFEST, KEY)
    assert found.log.endpoints == file.log.endpoints
    assert found.log.key == folder / "seat/0123456789abcdef/client.key"
    assert found.log.sign_key == folder / "seat/0123456789abcdef/sign.key"
    assert found.log.signers == folder / "seat/0123456789abcdef/signers.json"


def test_that_every_key_that_may_be_left_out_is_one_of_the_seats_file():
    assert set(FROM_FILE) <= set(AnswersFile.__struct_fields__)


@given(text=st.text(max_size=200))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_that_whatever_stands_in_a_file_of_answers_is_an_error_in_words(tmp_path, text):
    path = tmp_path / "answers.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(EnvironmentFault, match=r"answers\.toml"):
        read_answers(path)


def test_that_a_pin_is_not_in_what_a_debugger_shows():
    assert "482019" not in repr(FirstStaff("Ann Lee", "482019"))
