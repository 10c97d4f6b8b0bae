"""What was set at the seat, laid over its configuration file; and what contradicts itself in it."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from pathlib import Path

import msgspec
from msgspec.structs import replace

from kiosk.app.limits import contradiction
from kiosk.app.machine import Place, Rules, read_rules
from kiosk.app.state_dir import StateDir
from kiosk.faults import EnvironmentFault
from kiosk.seat.config import SeatConfig
from kiosk.seat.settings import IN_CONFIG, Settings

MOST_CHIPS, MOST_ENDPOINTS = 8, 9
_HOST = r"[a-z0-9](?:[a-z0-9-]{0,62}(?:\.[a-z0-9][a-z0-9-]{0,62}){0,8})|\[[0-9a-f:]{2,39}\]"
_ENDPOINT = re.compile(rf"(?:{_HOST}):(?P<port>[0-9]{{1,5}})")


class _Kept(msgspec.Struct):
    settings: Settings = Settings()


def read_settings(folder: StateDir) -> Settings:
    """What was set at the seat of that folder. Nothing, where the books are new or cannot be read: then their own
    self-test says so."""
    if not folder.seat.exists():
        return Settings()
    try:
        with closing(sqlite3.connect(f"{folder.seat.as_uri()}?mode=ro", uri=True)) as db:
            row = db.execute("SELECT body FROM snapshot").fetchone()
        return msgspec.json.decode(row[0], type=_Kept).settings if row is not None else Settings()
    except (sqlite3.Error, msgspec.MsgspecError, UnicodeError, TypeError):
        return Settings()


def with_settings(config: SeatConfig, settings: Settings) -> SeatConfig:
    """The configuration with what was set laid over it."""
    values = {name: getattr(settings, name) for name in IN_CONFIG if getattr(settings, name) is not None}
    return replace(config, **values)


def why_not(settings: Settings, place: Place, rules: Rules, layouts: Path | None = None) -> str | None:
    """What contradicts itself when all of it applies together, naming setting, value and what is expected; or None."""
    try:
        settings = msgspec.convert(msgspec.to_builtins(settings), Settings)
    except msgspec.ValidationError as error:
        return str(error)
    config = with_settings(place.config, settings)
    reason = contradiction(
        ticket=config.ticket_limit,
        win=config.win_limit,
        credit=config.credit_limit,
        velocity=config.note_velocity,
        note=max(place.acceptor.notes),
    )
    if reason is not None:
        return reason
    try:
        named = settings.layout
        chosen = read_rules(named, layouts, of=rules.game.name) if named is not None else rules
    except EnvironmentFault as fault:
        return fault.what
    return _why_not_chips(config.chips, chosen.limits.unit) or _why_not_endpoints(settings.endpoints)


def _why_not_chips(chips: tuple[int, ...], unit: int) -> str | None:
    if not 1 <= len(chips) <= MOST_CHIPS or list(chips) != sorted(set(chips)):
        return f"chips of {list(chips)}: expected 1 to {MOST_CHIPS}, each once, the smallest first"
    odd = [chip for chip in chips if chip % unit]
    return f"chips of {list(chips)}: expected multiples of the unit of {unit} cents" if odd else None


def _why_not_endpoints(endpoints: tuple[str, ...] | None) -> str | None:
    if endpoints is not None and len(endpoints) > MOST_ENDPOINTS:
        return f"endpoints names {len(endpoints)} hosts: expected at most {MOST_ENDPOINTS}"
    for endpoint in endpoints or ():
        match = _ENDPOINT.fullmatch(endpoint)
        if match is None or not 1 <= int(match["port"]) <= 65_535:
            return f"endpoints of {endpoint!r}: expected host:port, as 10.0.0.5:2500"
    if endpoints is not None and (not endpoints or len(set(endpoints)) != len(endpoints)):
        return f"endpoints of {list(endpoints)}: expected one or more, each once"
    return None
