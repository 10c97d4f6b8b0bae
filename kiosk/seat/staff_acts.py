"""What happened to staff as significant events, pure: told at the seat, or by a command beside it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated

import msgspec

from kiosk.seat.events import Happened
from kiosk.seat.roles import ActKind, StaffAct

SOURCE, ACT = "source", "act"  # details of what a command told: where it comes from, and which line it was

_SEVERITIES: Mapping[ActKind, str] = MappingProxyType(
    {
        ActKind.REFUSED: "warning",
        ActKind.LOCKED_OUT: "fault",
        ActKind.TERMINAL_LOCKED: "fault",
        ActKind.CLOCK_WENT_BACK: "fault",
        ActKind.OLDER_ACCEPTED: "fault",
        ActKind.LOGGED_IN: "info",
        ActKind.LOGGED_OUT: "info",
        ActKind.COMMAND_BEGUN: "info",
        ActKind.COMMAND_FAILED: "warning",
        ActKind.SET_UP_BEGUN: "info",
        ActKind.LINE_DAMAGED: "fault",
    }
)

_Id = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{16}$")]
_Time = Annotated[str, msgspec.Meta(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z$")]


class CommandAct(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An act that a command has told. ``id`` is random: the event of it is made once. ``at`` is UTC in ISO 8601."""

    id: _Id
    at: _Time
    kind: ActKind
    name: str
    by: str
    detail: dict[str, str | int]


def happened(act: StaffAct) -> Happened:
    """The significant event of an act."""
    detail = dict(act.detail)
    detail |= {key: value for key, value in (("name", act.name), ("by", act.by)) if value}
    return Happened(act.kind.value, _SEVERITIES.get(act.kind, "attention"), detail)


def happened_by_command(act: CommandAct) -> Happened:
    """The same of what a command has told. The event's own time is that of the taking over; ``at`` is the act's."""
    event = happened(StaffAct(act.kind, act.name, act.by, act.detail))
    return msgspec.structs.replace(
        event, detail=event.detail | {SOURCE: "command", "at": act.at, ACT: act.id}
    )


def unread(why: str) -> Happened:
    """What commands have told cannot be taken over now; it stays where it lies."""
    return Happened("staff-acts-unread", "fault", {"why": why[:200]})
