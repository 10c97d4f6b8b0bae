import contextlib
import errno
import os
import shutil
import sys
import tempfile
from collections import deque
from pathlib import Path

import pytest

from kiosk.devices.ports import Presented, PrintFault
from kiosk.devices.printer.fonts import FontsMissing
from kiosk.devices.printer.pdf import AnswerLost, PdfPrinter, PrintStep, no_faults
from kiosk.devices.reader.picture import read_ticket_number
from kiosk.seat.conditions import PrinterCondition
from kiosk.seat.events import TicketNotPrinted, TicketPrinted
from kiosk.simulators.notes import FileMemory, Remembered
from kiosk.tickets import number as numbers
from kits.processes import run_process


@pytest.fixture
def disk_order(monkeypatch):
    """What reaches the disk, in order: `sync <name>` and `rename <name>`."""
    order = []
    fsync, rename, replace = os.fsync, Path.rename, Path.replace

    def synced(handle):
        order.append("sync " + Path(f"/proc/self/fd/{handle}").readlink().name)
        fsync(handle)

    def renamed(how):
        def call(path, target):
            order.append("rename " + path.name)
            return how(path, target)

        return call

    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(Path, "rename", renamed(rename))
    monkeypatch.setattr(Path, "replace", renamed(replace))
    return order


class Desk:
    """A printer whose jobs run when asked, with faults that can be changed."""

    def __init__(self, folder, fonts=None):
        self.folder = folder
        self.events = []
        self.jobs = deque()
        self.faults = no_faults
        more = {"fonts": fonts} if fonts else {}
        self.printer = PdfPrinter(
            folder, self.events.append, self.jobs.append, faults=lambda step: self.faults(step), **more
        )

    def print(self, ticket):
        self.printer.print(ticket)
        assert self.events == []
        while self.jobs:
            self.jobs.popleft()()
        told, self.events[:] = list(self.events), []
        return told

    def files(self):
        return sorted(path.name for path in self.folder.iterdir())


def raising(step, error):
    def faults(now):
        if now is step:
            raise error

    return faults


@pytest.fixture
def desk(tmp_path):
    folder = tmp_path / "tickets"
    folder.mkdir()
    return Desk(folder)


def test_that_a_ticket_is_presented_as_a_pdf_that_reads_back(desk, make_ticket):
    ticket = make_ticket()
    assert desk.print(ticket) == [TicketPrinted(ticket.number)]
    (name,) = desk.files()
    assert read_ticket_number(desk.folder / name) == ticket.number
    assert desk.printer.presented(ticket.number) is Presented.YES
    assert desk.printer.status is PrinterCondition.READY


def test_that_the_file_name_has_the_sequence_and_never_the_whole_number(desk, make_ticket):
    ticket = make_ticket()
    desk.print(ticket)
    (name,) = desk.files()
    assert "000123" in name
    assert name.endswith(ticket.number[-4:] + ".pdf")
    assert ticket.number[:8] not in name
    assert numbers.grouped(ticket.number) not in name


def test_that_a_ticket_is_on_the_disk_before_it_has_its_name_and_before_it_is_told(
    desk, make_ticket, disk_order
):
    desk.print(make_ticket())
    (name,) = desk.files()
    assert disk_order == [f"sync {name}.part", f"rename {name}.part", "sync tickets"]


def test_that_a_ticket_found_after_a_crash_is_made_durable_first(desk, make_ticket, disk_order):
    desk.faults = raising(PrintStep.PRESENTED, AnswerLost())
    desk.print(make_ticket())
    disk_order.clear()
    assert Desk(desk.folder).printer.presented(make_ticket().number) is Presented.YES
    assert disk_order == ["sync tickets"]


def test_that_the_acceptors_memory_is_on_the_disk_before_it_counts(tmp_path, disk_order):
    FileMemory(tmp_path / "acceptor.json").save(Remembered())
    assert disk_order == ["sync acceptor.json.part", "rename acceptor.json.part", f"sync {tmp_path.name}"]


def test_that_an_original_is_never_printed_twice(desk, make_ticket):
    ticket = make_ticket()
    desk.print(ticket)
    (name,) = desk.files()
    before = (desk.folder / name).stat().st_mtime_ns
    assert desk.print(ticket) == [TicketPrinted(ticket.number)]
    assert desk.files() == [name]
    assert (desk.folder / name).stat().st_mtime_ns == before


def test_that_a_reprint_is_a_paper_of_its_own_and_leaves_the_original(desk, make_ticket):
    desk.print(make_ticket())
    again = make_ticket(duplicate=True)
    assert desk.print(again) == [TicketPrinted(again.number)]
    assert desk.print(again) == [TicketPrinted(again.number)]
    assert [name.split("-")[2] for name in desk.files()] == ["duplicate", "duplicate", "original"]


def test_that_a_reprint_alone_does_not_count_as_the_original(desk, make_ticket):
    again = make_ticket(duplicate=True)
    desk.print(again)
    assert desk.printer.presented(again.number) is Presented.NO


@pytest.mark.parametrize("step", list(PrintStep))
@pytest.mark.parametrize(
    ("code", "reason"),
    [
        (errno.ENOSPC, PrintFault.PAPER_OUT),
        (errno.EROFS, PrintFault.OFFLINE),
        (errno.EIO, PrintFault.OFFLINE),
    ],
)
def test_that_a_fault_at_any_step_is_told_and_leaves_no_paper(desk, make_ticket, step, code, reason):
    ticket = make_ticket()
    desk.faults = raising(step, OSError(code, os.strerror(code)))
    (failed,) = desk.print(ticket)
    assert isinstance(failed, TicketNotPrinted)
    assert failed.number == ticket.number
    assert failed.reason.startswith(f"{reason.value}: ")
    assert os.strerror(code) in failed.reason
    assert str(desk.folder) in failed.reason
    assert ticket.number not in failed.reason
    assert desk.files() == []
    assert desk.printer.presented(ticket.number) is Presented.NO


@pytest.mark.parametrize("step", list(PrintStep))
def test_that_after_a_crash_the_files_tell_what_was_presented(desk, make_ticket, step):
    ticket = make_ticket()
    desk.faults = raising(step, AnswerLost())
    assert desk.print(ticket) == []
    restarted = Desk(desk.folder)
    expected = Presented.YES if step is PrintStep.PRESENTED else Presented.NO
    assert restarted.printer.presented(ticket.number) is expected


@pytest.mark.parametrize("step", list(PrintStep))
def test_that_printing_again_after_a_crash_gives_one_ticket(desk, make_ticket, step):
    ticket = make_ticket()
    desk.faults = raising(step, AnswerLost())
    desk.print(ticket)
    restarted = Desk(desk.folder)
    assert restarted.print(ticket) == [TicketPrinted(ticket.number)]
    assert len(desk.files()) == 1


def test_that_the_printer_recovers_after_a_fault(desk, make_ticket):
    desk.faults = raising(PrintStep.MIDDLE, OSError(errno.ENOSPC, "No space left on device"))
    desk.print(make_ticket())
    desk.faults = no_faults
    other = make_ticket("11111111111111111", sequence=124)
    assert desk.print(other) == [TicketPrinted(other.number)]
    assert desk.printer.status is PrinterCondition.READY


@pytest.mark.parametrize(
    ("free", "status"),
    [
        (0, PrinterCondition.PAPER_OUT),
        (1_000_000, PrinterCondition.PAPER_OUT),
        (2**20, PrinterCondition.READY),
    ],
)
def test_that_a_nearly_full_disk_is_seen_before_printing(desk, monkeypatch, free, status):
    usage = shutil.disk_usage(desk.folder)._replace(free=free)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage)
    assert desk.printer.status is status


def test_that_a_missing_folder_is_told(tmp_path, make_ticket):
    desk = Desk(tmp_path / "nowhere")
    assert desk.printer.status is PrinterCondition.OFFLINE
    (failed,) = desk.print(make_ticket())
    assert failed.reason.startswith(PrintFault.OFFLINE)
    assert "nowhere" in failed.reason
    assert desk.printer.presented(make_ticket().number) is Presented.UNKNOWN


@pytest.fixture
def reachable_folder():
    """A folder that an ordinary user can reach: pytest's own are closed to all but their owner."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    yield folder
    folder.chmod(0o755)
    shutil.rmtree(folder)


@contextlib.contextmanager
def ordinary_user():
    """Works as nobody when run by root, who may write to any folder."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.mark.parametrize(
    ("mode", "remembered"), [(0o555, Presented.NO), (0o111, Presented.UNKNOWN), (0, Presented.UNKNOWN)]
)
def test_that_a_folder_without_leave_is_told(reachable_folder, make_ticket, mode, remembered):
    desk = Desk(reachable_folder)
    first = make_ticket("22222222222222222", sequence=1)
    desk.print(first)  # reads fonts and modules while it may
    reachable_folder.chmod(mode)
    with ordinary_user():
        for ticket in (make_ticket(), make_ticket(duplicate=True)):
            (failed,) = desk.print(ticket)
            assert failed.reason.startswith(PrintFault.OFFLINE)
            assert "Permission denied" in failed.reason
        assert desk.printer.presented(make_ticket().number) is remembered
        assert desk.printer.status is PrinterCondition.OFFLINE
    reachable_folder.chmod(0o755)
    assert len(desk.files()) == 1


FULL_DISK = """
import resource, signal, sys
from pathlib import Path
from kiosk.tickets import number
from kiosk.devices.printer.pdf import PdfPrinter
from kiosk.devices.printer.fonts import ticket_fonts
import kiosk.devices.printer.pdf as pdf
from kiosk.tickets.ticket import Ticket
ticket = Ticket("1" * 17 + number.check_digit("1" * 17), 500, 1, "C", "T", "B",
                "2026-11-27T22:06:18Z", "2026-12-27T22:06:18Z")
data = pdf.page_pdf(ticket, ticket_fonts())
pdf.page_pdf = lambda *_: data
resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
PdfPrinter(Path(sys.argv[1]), print, lambda job: job()).print(ticket)
"""


def test_that_a_write_that_the_system_cuts_short_is_out_of_paper(tmp_path):
    done = run_process([sys.executable, "-c", FULL_DISK, str(tmp_path)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "paper-out" in done.stdout
    assert list(tmp_path.iterdir()) == []


def test_that_missing_fonts_are_told(tmp_path, make_ticket):
    def none():
        raise FontsMissing("font Inter: not found; install the system package fonts-inter")

    desk = Desk(tmp_path, fonts=none)
    (failed,) = desk.print(make_ticket())
    assert failed.reason.startswith(PrintFault.UNPRINTABLE)
    assert "fonts-inter" in failed.reason


def test_that_another_ticket_of_the_same_name_is_never_replaced(desk, make_ticket):
    first = make_ticket("00000000000000017")
    second = next(
        ticket
        for ticket in (make_ticket(f"{n:017d}", sequence=first.sequence) for n in range(18, 10_000_000))
        if ticket.number[-4:] == first.number[-4:]
    )
    desk.print(first)
    (failed,) = desk.print(second)
    assert failed.reason.startswith(PrintFault.NAME_TAKEN)
    assert desk.printer.presented(first.number) is Presented.YES
    assert desk.printer.presented(second.number) is Presented.NO


def test_that_a_damaged_file_makes_the_answer_unknown(desk, make_ticket):
    ticket = make_ticket()
    desk.print(ticket)
    (name,) = desk.files()
    (desk.folder / name).write_bytes(b"%PDF-1.4 torn")
    assert desk.printer.presented(ticket.number) is Presented.UNKNOWN


def test_that_other_peoples_tickets_do_not_matter(desk, make_ticket):
    for digits in ("33333333333333333", "44444444444444444"):
        desk.print(make_ticket(digits, sequence=int(digits[:3])))
    assert desk.printer.presented(make_ticket().number) is Presented.NO
