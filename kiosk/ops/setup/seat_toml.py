"""The text of a seat's configuration file, as a person may read and mend it later."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from kiosk.app.acceptors import AcceptorFile
from kiosk.app.cabinets import CabinetFile
from kiosk.app.config import SeatFile
from kiosk.app.printers import PrinterFile

STATE = Path("/var/lib/etg-kiosk/seat")
MANIFEST = Path("/usr/lib/etg-kiosk/manifest.json")
KEY = Path("/etc/etg-kiosk/manifest-key.pem")


def seat_toml(file: SeatFile, certificates: str, *, signed: bool) -> str:
    """The whole file. ``certificates`` is their folder, relative to the file's own; ``signed``: name the manifest.

    Its state is where the packages have it, whatever ``file`` says.
    """
    parts = [
        _head(file),
        "[acceptor]\n" + _pairs(file.acceptor, AcceptorFile()),
        "[printer]\n" + _pairs(file.printer, PrinterFile()),
        "[cabinet]\n" + _pairs(file.cabinet, CabinetFile()),
    ]
    if signed:
        parts.append(f"[software]\nmanifest = {_text(str(MANIFEST))}\nkey = {_text(str(KEY))}\n")
    endpoints = ", ".join(map(_text, file.log.endpoints))
    parts.append(
        "[log]\n"
        f"endpoints = [{endpoints}]\n"
        f"ca = {_text(f'{certificates}/ca.crt')}\n"
        f"certificate = {_text(f'{certificates}/client.crt')}\n"
        f"key = {_text(f'{certificates}/client.key')}\n"
        f"sign_key = {_text(f'{certificates}/sign.key')}\n"
        f"signers = {_text(f'{certificates}/signers.json')}\n"
    )
    return "\n".join(parts)


def _head(file: SeatFile) -> str:
    demonstration = "demonstration = true  # no money\n" if file.demonstration else ""
    colours = "four_colours = true  # each suit has its own\n" if file.four_colours else ""
    return f"""\
# Written by kiosk setup.
casino = {_text(file.casino)}
table = {_text(file.table)}
seat = {_text(file.seat)}
game = {_text(file.game)}
layout = {_text(file.layout)}
{demonstration}language = {_text(file.language)}
{colours}state = {_text(str(STATE))}  # the seat's books; they must survive

# Amounts in cents.
ticket_limit = {file.ticket_limit}
win_limit = {file.win_limit}
credit_limit = {file.credit_limit}
note_velocity = {file.note_velocity}
ticket_days = {file.ticket_days}

tickets = {_text(file.tickets)}  # "house": known to the house's registry; "own": pay at this seat alone
"""


def _pairs(part: AcceptorFile | PrinterFile | CabinetFile, plain: object) -> str:
    """A line for the kind, and for everything that is not as it is without being said."""
    lines = []
    for name in part.__struct_fields__:
        value = getattr(part, name)
        if name in ("kind", "notes") or value != getattr(plain, name):
            lines.append(f"{name} = {_value(value)}\n")
    return "".join(lines)


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, Sequence) and not isinstance(value, str):
        return f"[{', '.join(map(_value, value))}]"
    return _text(str(value))


def _text(value: str) -> str:
    """A TOML string. JSON's escapes are among TOML's; what TOML forbids beside them is not printable."""
    return json.dumps(value, ensure_ascii=False)
