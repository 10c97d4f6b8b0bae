"""Reads a ticket's validation number from a picture or a PDF of it."""

import threading
import warnings
from enum import StrEnum
from pathlib import Path
from typing import Final

import pypdfium2
import zxingcpp
from PIL import Image, ImageOps, UnidentifiedImageError

from kiosk.faults import EnvironmentFault, why
from kiosk.tickets import number as numbers

MAX_BYTES: Final = 32 * 1024 * 1024
MAX_PIXELS: Final = 64_000_000
_PDF_SCALE: Final = 2 * 203 / 72  # twice the dots of the ticket printer
_PDFIUM: Final = threading.Lock()  # the PDF library must not be entered by two threads at once
_PICTURES: Final = ("PNG", "JPEG", "WEBP", "BMP", "TIFF", "GIF")


class Unreadable(StrEnum):
    """Why no number was read."""

    NO_FILE = "no-file"
    NOT_A_PICTURE = "not-a-picture"
    TOO_LARGE = "too-large"
    NOT_ONE_PAGE = "not-one-page"
    NO_BARCODE = "no-barcode"
    SEVERAL_TICKETS = "several-tickets"
    WRONG_CHECK_DIGIT = "wrong-check-digit"


class TicketUnreadable(EnvironmentFault):
    """No number could be read. `reason` is for the program, the message for people."""

    def __init__(self, reason: Unreadable, message: str) -> None:
        super().__init__(message)
        self.reason = reason


def read_ticket_number(path: Path) -> str:
    """The 18 digits of the one ticket in the picture.

    Strict: exactly one Interleaved 2 of 5 barcode of 18 digits with the right check digit; otherwise
    TicketUnreadable. A barcode of any other length is no ticket's.
    """
    found = sorted(
        {code.text for code in _codes(ticket_page(path)) if numbers.is_digits(code.text, numbers.LENGTH)}
    )
    if not found:
        raise TicketUnreadable(
            Unreadable.NO_BARCODE,
            f"{path.name}: no barcode of {numbers.LENGTH} digits found; expected a whole ticket",
        )
    if len(found) > 1:
        raise TicketUnreadable(
            Unreadable.SEVERAL_TICKETS, f"{path.name}: {len(found)} tickets found; expected one ticket"
        )
    if not numbers.is_valid(found[0]):
        raise TicketUnreadable(
            Unreadable.WRONG_CHECK_DIGIT,
            f"{path.name}: number {numbers.mask(found[0])} has a wrong check digit; scan the ticket again",
        )
    return found[0]


def _codes(picture: Image.Image) -> list[zxingcpp.Barcode]:
    return list(
        zxingcpp.read_barcodes(picture, formats=zxingcpp.BarcodeFormats([zxingcpp.BarcodeFormat.ITF]))
    )


def ticket_page(path: Path) -> Image.Image:
    """The picture, or the one page of the PDF, in grey. Raises TicketUnreadable."""
    try:
        size = path.stat().st_size
        if size > MAX_BYTES:
            raise TicketUnreadable(
                Unreadable.TOO_LARGE, f"{path.name}: {size} bytes; expected at most {MAX_BYTES}"
            )
        with path.open("rb") as file:
            is_pdf = file.read(5) == b"%PDF-"
        return _page(path) if is_pdf else _image(path)
    except (UnidentifiedImageError, pypdfium2.PdfiumError) as error:
        raise TicketUnreadable(
            Unreadable.NOT_A_PICTURE,
            f"{path.name}: not readable as a picture or a PDF; expected one of a ticket",
        ) from error
    except OSError as error:
        # A cut-off picture is an OSError without a number.
        reason = Unreadable.NO_FILE if error.errno is not None else Unreadable.NOT_A_PICTURE
        what = why(error)
        raise TicketUnreadable(
            reason, f"{path.name}: {what}; expected a picture or a PDF of a ticket"
        ) from error


def _image(path: Path) -> Image.Image:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", Image.DecompressionBombWarning)  # the limit is checked just below
        try:
            opened = Image.open(path, formats=_PICTURES)
        except Image.DecompressionBombError as error:
            raise TicketUnreadable(Unreadable.TOO_LARGE, f"{path.name}: {error}") from error
    with opened:
        _check_pixels(path, opened.width, opened.height)
        return ImageOps.exif_transpose(opened).convert("L")


def _page(path: Path) -> Image.Image:
    with _PDFIUM:
        return _render(path)


def _render(path: Path) -> Image.Image:
    document = pypdfium2.PdfDocument(path.read_bytes())
    try:
        if len(document) != 1:
            raise TicketUnreadable(
                Unreadable.NOT_ONE_PAGE,
                f"{path.name}: {len(document)} pages; expected the one page of a ticket",
            )
        width, height = document[0].get_size()
        _check_pixels(path, int(width * _PDF_SCALE), int(height * _PDF_SCALE))
        page: Image.Image = document[0].render(scale=_PDF_SCALE, grayscale=True).to_pil()
        return page.convert("L")
    finally:
        document.close()


def _check_pixels(path: Path, width: int, height: int) -> None:
    if width * height > MAX_PIXELS:
        raise TicketUnreadable(
            Unreadable.TOO_LARGE,
            f"{path.name}: {width} × {height} pixels; expected at most {MAX_PIXELS} in all",
        )
