"""`kiosk events`: the significant events of a seat as lines, and those that come while one looks."""

from __future__ import annotations

import argparse
import io
import select
import sys
import time
from contextlib import closing

import msgspec

from kiosk.app.state_dir import StateDir
from kiosk.commands._options import folder_option
from kiosk.commands._state import DEFAULT_STATE
from kiosk.reports.lists import mask_numbers
from kiosk.reports.span import read_span
from kiosk.store import read_only
from kiosk.store.event_feed import EventFeed, KeptEvent
from kiosk.written import on_one_line

HELP = "list the significant events of a seat, read-only, and follow those that come"
SEVERITIES = ("info", "attention", "warning", "fault")
POLL_MS = 200


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares whose events, and which of them."""
    folder_option(parser, "--state", "the state directory of the seat", default=DEFAULT_STATE)
    parser.add_argument("--follow", action="store_true", help="go on with new ones until interrupted")
    parser.add_argument(
        "--kind", action="append", default=[], metavar="K", help="of this kind alone, or of several such"
    )
    parser.add_argument("--severity", choices=SEVERITIES, help="of this severity alone")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")
    parser.add_argument(
        "--since", metavar="T", help="from this day or time on, as 2026-01-31 or 2026-01-31T12:00Z"
    )


def run(args: argparse.Namespace) -> int:
    """Prints the events: 0, or 1 when one of them cannot be read. Interrupted while it follows: 0."""
    path = StateDir(args.state).seat
    read_only.need(path)
    with closing(EventFeed(path, read_span(args.since, None, option="--since").start)) as feed:
        lines = _Lines(args)
        try:
            lines.print(feed.poll())
            while (args.follow or feed.unread) and _wait():
                lines.print(feed.poll())
        except KeyboardInterrupt:
            if not args.follow:
                raise
        return 1 if lines.damaged else 0


class _Lines:
    def __init__(self, args: argparse.Namespace) -> None:
        self._kinds, self._severity, self._json = frozenset(args.kind), args.severity, args.json
        self.damaged = False

    def print(self, found: list[KeptEvent]) -> None:
        for event in found:
            if self._kinds and event.kind not in self._kinds:
                continue
            if self._severity is not None and event.severity != self._severity:
                continue
            print(self._line(event))
        if found:
            sys.stdout.flush()

    def _line(self, event: KeptEvent) -> str:
        try:
            detail = msgspec.json.decode(event.detail, type=dict[str, str | int])
        except (msgspec.DecodeError, UnicodeError) as error:
            self.damaged = True
            detail = {"damaged": f"does not decode: {error}"}
        told = {
            name: mask_numbers(value) if isinstance(value, str) else value for name, value in detail.items()
        }
        if self._json:
            body = {
                "id": event.id,
                "at": event.at,
                "kind": event.kind,
                "severity": event.severity,
                "detail": told,
            }
            return msgspec.json.encode(body).decode()
        words = ", ".join(f"{name}: {value}" for name, value in told.items())
        return on_one_line(f"{event.at}  {event.severity:<9}  {event.kind:<24}  {words}").rstrip()


def _wait() -> bool:
    """Until the next look; False when whoever reads the lines has gone."""
    try:
        reader = select.poll()
        reader.register(sys.stdout.fileno(), 0)
    except (io.UnsupportedOperation, ValueError):
        time.sleep(POLL_MS / 1000)
        return True
    return not reader.poll(POLL_MS)
