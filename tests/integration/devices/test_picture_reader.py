import io

import pypdfium2
import pytest
import zxingcpp
from PIL import Image, ImageFilter

from kiosk.devices.printer.fonts import ticket_fonts
from kiosk.devices.printer.page import page_pdf
from kiosk.devices.reader.picture import TicketUnreadable, Unreadable, read_ticket_number


@pytest.fixture
def page(make_ticket):
    return page_pdf(make_ticket(), ticket_fonts())


@pytest.fixture
def number(make_ticket):
    return make_ticket().number


def picture_of(data, scale=203 / 72):
    with pypdfium2.PdfDocument(data) as document:
        return document[0].render(scale=scale).to_pil().convert("RGB")


def bars_of(text):
    symbol = zxingcpp.create_barcode(text, zxingcpp.BarcodeFormat.ITF)
    return Image.fromarray(zxingcpp.write_barcode_to_image(symbol, scale=3)).convert("RGB")


def saved(folder, picture, name="ticket.png"):
    path = folder / name
    picture.save(path)
    return path


def refusal(path):
    with pytest.raises(TicketUnreadable) as refused:
        read_ticket_number(path)
    assert path.name in str(refused.value)
    return refused.value.reason


@pytest.mark.parametrize("name", ["t.png", "t.jpg", "t.webp", "t.bmp", "t.tiff"])
def test_that_a_picture_of_a_ticket_is_read(tmp_path, page, number, name):
    assert read_ticket_number(saved(tmp_path, picture_of(page), name)) == number


def test_that_a_pdf_is_read_whatever_its_name(tmp_path, page, number):
    path = tmp_path / "scan.dat"
    path.write_bytes(page)
    assert read_ticket_number(path) == number


def test_that_a_photographed_ticket_is_read(tmp_path, page, number):
    table = Image.new("RGB", (1900, 1400), (90, 60, 40))
    paper = picture_of(page).rotate(7, expand=True, fillcolor=(90, 60, 40), resample=Image.Resampling.BICUBIC)
    table.paste(paper, (200, 300))
    assert read_ticket_number(saved(tmp_path, table.filter(ImageFilter.GaussianBlur(0.7)), "p.jpg")) == number


def test_that_two_tickets_in_one_picture_are_refused(tmp_path, page, make_ticket):
    other = page_pdf(make_ticket("55555555555555555"), ticket_fonts())
    both = Image.new("RGB", (1247, 1100), "white")
    both.paste(picture_of(page), (0, 0))
    both.paste(picture_of(other), (0, 560))
    assert refusal(saved(tmp_path, both)) is Unreadable.SEVERAL_TICKETS


def test_that_a_wrong_check_digit_is_refused_and_not_shown(tmp_path, number):
    wrong = number[:-1] + str((int(number[-1]) + 1) % 10)
    path = saved(tmp_path, bars_of(wrong))
    with pytest.raises(TicketUnreadable) as refused:
        read_ticket_number(path)
    assert refused.value.reason is Unreadable.WRONG_CHECK_DIGIT
    assert wrong not in str(refused.value)


@pytest.mark.parametrize("length", [14, 16, 20])
def test_that_a_barcode_of_another_length_is_no_ticket(tmp_path, length):
    assert refusal(saved(tmp_path, bars_of("1" * length))) is Unreadable.NO_BARCODE


def test_that_another_kind_of_barcode_is_no_ticket(tmp_path, number):
    symbol = zxingcpp.create_barcode(number, zxingcpp.BarcodeFormat.QRCode)
    picture = Image.fromarray(zxingcpp.write_barcode_to_image(symbol, scale=4))
    assert refusal(saved(tmp_path, picture)) is Unreadable.NO_BARCODE


def test_that_an_empty_picture_is_no_ticket(tmp_path):
    assert refusal(saved(tmp_path, Image.new("RGB", (800, 400), "white"))) is Unreadable.NO_BARCODE


def test_that_a_missing_file_and_a_folder_are_named(tmp_path):
    assert refusal(tmp_path / "none.png") is Unreadable.NO_FILE
    assert refusal(tmp_path) is Unreadable.NO_FILE


@pytest.mark.parametrize("content", [b"", b"hello", b"%PDF-1.7\nbroken", b"\x89PNG\r\n\x1a\n"])
def test_that_a_file_that_is_no_picture_is_refused(tmp_path, content):
    path = tmp_path / "ticket.png"
    path.write_bytes(content)
    assert refusal(path) is Unreadable.NOT_A_PICTURE


def test_that_a_cut_off_picture_is_refused(tmp_path, page):
    whole = saved(tmp_path, picture_of(page))
    whole.write_bytes(whole.read_bytes()[:3_000])
    assert refusal(whole) is Unreadable.NOT_A_PICTURE


@pytest.mark.parametrize("size", [(9_000, 9_000), (20_000, 20_000)])
def test_that_an_enormous_picture_is_refused(tmp_path, size):
    data = io.BytesIO()
    Image.new("1", size).save(data, "PNG")
    path = tmp_path / "big.png"
    path.write_bytes(data.getvalue())
    assert refusal(path) is Unreadable.TOO_LARGE


def test_that_an_enormous_file_is_refused(tmp_path):
    path = tmp_path / "big.png"
    with path.open("wb") as file:
        file.truncate(33 * 1024 * 1024)
    assert refusal(path) is Unreadable.TOO_LARGE


def test_that_a_pdf_of_two_pages_is_refused(tmp_path, page):
    with pypdfium2.PdfDocument(page) as document, pypdfium2.PdfDocument(page) as more:
        document.import_pages(more)
        document.save(str(tmp_path / "two.pdf"))
    assert refusal(tmp_path / "two.pdf") is Unreadable.NOT_ONE_PAGE
