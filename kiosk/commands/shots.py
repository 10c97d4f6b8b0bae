"""`kiosk shots`: every screen and state of player, dealer and staff as a PNG, painted without a display."""

from __future__ import annotations

import argparse
import os
import sys
from fnmatch import fnmatchcase

from kiosk.commands._options import folder_option
from kiosk.devices.files import made_folder
from kiosk.faults import EnvironmentFault, why

HELP = "paint every screen and state, every layout and language, several sizes, as PNG files"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares --out, --only and --colours."""
    folder_option(parser, "--out", "the folder for the pictures", required=True)
    parser.add_argument(
        "--only",
        default="*",
        metavar="PATTERN",
        help='only pictures whose name matches, as "B-en-1920x1080-*" (default: all)',
    )
    parser.add_argument(
        "--colours",
        type=_colours,
        metavar="N",
        help="reduce each picture to at most N colours, 2 to 256: a third of the size, for documents",
    )


def run(args: argparse.Namespace) -> int:
    """Paints. Answers 0, or 1 when no picture has such a name. Raises EnvironmentFault for the folder."""
    out = made_folder(args.out)
    # Qt is imported here: other commands must work where no screen library is.
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from kiosk.tools.shots.book import paint_book
    from kiosk.tools.shots.dealer import paint_dealer_book
    from kiosk.tools.shots.painting import Folder
    from kiosk.tools.shots.service import paint_service_book
    from kiosk.tools.shots.setup import paint_setup_book

    def wanted(name: str) -> bool:
        return fnmatchcase(name, args.only)

    def painted(path: str) -> None:
        if args.colours is not None:
            _reduce(path, args.colours)
        print(path)

    folder = Folder(out, wanted, painted)
    try:
        for paint in (paint_book, paint_dealer_book, paint_service_book, paint_setup_book):
            paint(folder)
    except OSError as error:
        raise EnvironmentFault(
            f"pictures cannot be written into {args.out}: {why(error)}", "Check the folder and the disk"
        ) from error
    if folder.count == 0:
        print(f"kiosk shots: no picture is called like {args.only}", file=sys.stderr)
        return 1
    print(f"{folder.count} pictures in {args.out}")
    return 0


def _colours(text: str) -> int:
    if not text.isdecimal() or not 2 <= int(text) <= 256:
        raise argparse.ArgumentTypeError(f"{text}: expected a number from 2 to 256")
    return int(text)


def _reduce(path: str, colours: int) -> None:
    from PIL import Image

    with Image.open(path) as picture:
        reduced = picture.convert("RGB").quantize(colours, dither=Image.Dither.NONE)
    reduced.save(path, optimize=True)
