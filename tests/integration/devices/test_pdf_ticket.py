import random
import re
import zlib
from datetime import timedelta, timezone

import pypdfium2
import pypdfium2.raw as pdfium_raw
import pytest
import zxingcpp
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PIL import Image

from kiosk.devices.printer.fonts import FontsMissing, ticket_fonts
from kiosk.devices.printer.page import page_pdf
from kiosk.devices.printer.sheet import HEIGHT_MM, WIDTH_MM
from kiosk.money import dollars
from kiosk.tickets import number as numbers
from kiosk.tickets.ticket import MAX_CENTS, Language

DOTS = 203 / 72


def print_page(ticket, **more):
    return page_pdf(ticket, ticket_fonts(), **more)


def head_picture(data, *, pure=True):
    """The page as a 203 dpi head burns it: black or nothing."""
    with pypdfium2.PdfDocument(data) as document:
        grey = document[0].render(scale=DOTS, grayscale=True).to_pil().convert("L")
    return grey.point(lambda value: 0 if value < 128 else 255) if pure else grey


def text_of(data):
    with pypdfium2.PdfDocument(data) as document:
        return document[0].get_textpage().get_text_range()


def scan(picture):
    codes = zxingcpp.read_barcodes(picture)
    return [(code.text, code.format) for code in codes]


SOURCE = random.Random(7)
RANDOM_DIGITS = [f"{SOURCE.randrange(10**17):017d}" for _ in range(40)]
ODD_DIGITS = ["0" * 17, "1" * 17, "9" * 17, "01" * 8 + "0", "12345678901234567"]


@pytest.mark.parametrize("digits", ODD_DIGITS + RANDOM_DIGITS)
def test_that_a_scanner_reads_the_ticket_back_at_203_dpi(make_ticket, digits):
    ticket = make_ticket(digits)
    assert scan(head_picture(print_page(ticket))) == [(ticket.number, zxingcpp.BarcodeFormat.ITF)]


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    value=st.integers(0, 10**17 - 1),
    cents=st.integers(1, MAX_CENTS),
    duplicate=st.booleans(),
    language=st.sampled_from(list(Language)),
)
def test_that_every_ticket_is_read_back(make_ticket, value, cents, duplicate, language):
    ticket = make_ticket(f"{value:017d}", cents=cents, duplicate=duplicate, language=language)
    data = print_page(ticket)
    assert [text for text, _ in scan(head_picture(data))] == [ticket.number]
    assert dollars(cents) in text_of(data)


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_that_a_turned_ticket_is_read(make_ticket, turn):
    ticket = make_ticket()
    picture = head_picture(print_page(ticket)).rotate(turn, expand=True, fillcolor=255)
    assert [text for text, _ in scan(picture)] == [ticket.number]


def test_that_the_ticket_is_one_page_of_the_trades_size(make_ticket):
    with pypdfium2.PdfDocument(print_page(make_ticket())) as document:
        assert len(document) == 1
        width, height = document[0].get_size()
    assert width == pytest.approx(WIDTH_MM * 72 / 25.4, abs=0.1)
    assert height == pytest.approx(HEIGHT_MM * 72 / 25.4, abs=0.1)


@pytest.mark.parametrize("language", list(Language))
def test_that_every_field_stands_on_the_ticket(make_ticket, language):
    ticket = make_ticket(language=language, casino="Harbour 海港", table="骰宝-1", sequence=4711)
    text = re.sub(r"\s+", " ", text_of(print_page(ticket)))
    for wanted in (
        "Harbour 海港",
        "T-07",
        "骰宝-1",
        "2026-11-27 22:06:18 UTC",
        "2026-12-27 22:06:18 UTC",
        "$1,245.50",
        "One thousand two hundred forty-five dollars and fifty cents",
        "壹仟贰佰肆拾伍元伍角整",
        "004711",
        "CASHOUT TICKET",
        "票券",
    ):
        assert wanted in text
    assert "DUPLICATE" not in text


def test_that_the_number_stands_on_the_leading_edge_and_in_the_middle(make_ticket):
    ticket = make_ticket()
    with pypdfium2.PdfDocument(print_page(ticket)) as document:
        page = document[0].get_textpage()
        whole = page.get_text_range()
        places = [match.start() for match in re.finditer(re.escape(numbers.grouped(ticket.number)), whole)]
        boxes = [page.get_charbox(place) for place in places]
    edge_points = 11 * 72 / 25.4
    assert len(boxes) == 2
    assert sorted(box[2] < edge_points for box in boxes) == [False, True]


def test_that_a_reprint_says_duplicate_in_both_languages(make_ticket):
    assert "DUPLICATE 副本" in text_of(print_page(make_ticket(duplicate=True)))


def test_that_every_font_is_embedded(make_ticket):
    with pypdfium2.PdfDocument(print_page(make_ticket(casino="海港"))) as document:
        texts = [item for item in document[0].get_objects() if item.type == pdfium_raw.FPDF_PAGEOBJ_TEXT]
        fonts = [pdfium_raw.FPDFTextObj_GetFont(item) for item in texts]
        assert len(fonts) > 10
        assert all(pdfium_raw.FPDFFont_GetIsEmbedded(font) == 1 for font in fonts)


def test_that_every_font_is_embedded_as_what_it_is(make_ticket):
    """A strict viewer draws nothing from a font whose outlines are not of the declared kind."""
    data = print_page(make_ticket())
    kinds = []
    for kind, number in re.findall(rb"/(FontFile\d?) (\d+) 0 R", data):
        found = re.search(rb"\n" + number + rb" 0 obj\s*<<.*?>>\s*stream\r?\n(.*?)endstream", data, re.DOTALL)
        kinds.append((kind, zlib.decompress(found.group(1))[:4]))
    true_type, compact = b"\x00\x01\x00\x00", b"\x01\x00\x04"
    assert len(kinds) == 4
    assert all(begin == true_type for kind, begin in kinds if kind == b"FontFile2")
    assert all(begin.startswith(compact) for kind, begin in kinds if kind == b"FontFile3")


ELEMENTS = 4 + 9 * 10 + 3  # bars and spaces: start, nine pairs of digits, stop


def runs_of_row(picture, y):
    """The row as [is black, dots] from left to right."""
    runs = []
    for x in range(picture.width):
        black = picture.getpixel((x, y)) == 0
        if not runs or runs[-1][0] != black:
            runs.append([black, 0])
        runs[-1][1] += 1
    return runs


@pytest.mark.parametrize("y_mm", [16.3, 20, 23, 29.7])
def test_that_bars_lie_on_the_dots_with_free_quiet_zones_over_the_whole_height(make_ticket, y_mm):
    runs = runs_of_row(head_picture(print_page(make_ticket())), round(y_mm * 203 / 25.4))
    exact = {3, 9}  # 0.375 mm and three times that: what any scanner resolves
    quiet = 10 * 3
    starts = [
        i for i in range(len(runs)) if {dots for _, dots in runs[i : i + ELEMENTS]} == exact and runs[i][0]
    ]
    starts = [i for i in starts if i + ELEMENTS < len(runs) and runs[i - 1][1] >= quiet]
    assert len(starts) == 1
    assert runs[starts[0] + ELEMENTS][1] >= quiet


def test_that_long_names_and_amounts_stay_inside_the_ticket(make_ticket):
    ticket = make_ticket(
        cents=77_777_777,
        casino="W" * 48,
        terminal="W" * 16,
        table="M" * 16,
        sequence=999_999_999,
        duplicate=True,
    )
    picture = head_picture(print_page(ticket))
    border = 12  # dots, 1.5 mm
    black = Image.eval(picture, lambda value: 255 - value).getbbox()
    assert black[0] >= border
    assert black[1] >= border
    assert black[2] <= picture.width - border
    assert black[3] <= picture.height - border
    assert [text for text, _ in scan(picture)] == [ticket.number]


def test_that_times_are_printed_in_the_casinos_zone(make_ticket):
    data = print_page(make_ticket(), zone=timezone(timedelta(hours=8), "SGT"))
    assert "2026-11-28 06:06:18 SGT" in text_of(data)


def test_that_the_same_ticket_gives_the_same_page(make_ticket):
    first, second = (head_picture(print_page(make_ticket()), pure=False) for _ in range(2))
    assert first.tobytes() == second.tobytes()


def test_that_a_sign_without_a_font_is_named(make_ticket):
    with pytest.raises(FontsMissing, match="U\\+1F3B2"):
        print_page(make_ticket(casino="Casino 🎲"))


def test_that_a_missing_font_names_the_package(tmp_path):
    with pytest.raises(FontsMissing, match="install the system package fonts-inter"):
        ticket_fonts(latin=tmp_path)
    (tmp_path / "NotoSansCJK-Regular.ttc").write_bytes(b"not a font")
    with pytest.raises(FontsMissing, match="expected a collection with Noto Sans CJK SC"):
        ticket_fonts(chinese=tmp_path)
