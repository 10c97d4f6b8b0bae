"""What tables wrote while Sic Bo was the only game, as it is read today. Nothing writes it any more."""

from typing import Any

from kiosk.games.sicbo.settle import TUMBLE, VALID_TUMBLES

BY_DEFAULT = True
"""Files and commands that name no game mean this one."""

_COUNTED_BY = {"tumbler": "device"}


def record(found: dict[str, Any]) -> dict[str, Any] | None:
    """A record of the table log as it is written today; None for one that was never another."""
    match found.get("type"):
        case "TumbleStarted":
            return found | {"type": "ActStarted", "act": TUMBLE}
        case "TumbleEnded" if "tumbles" in found:
            counted_by = found.get("counted_by", "")
            known = {name: value for name, value in found.items() if name != "tumbles"}
            return known | {
                "type": "ActEnded",
                "act": TUMBLE,
                "times": found["tumbles"],
                "counted_by": _COUNTED_BY.get(counted_by, counted_by),
            }
        case _:
            return None


def table(found: dict[str, Any]) -> dict[str, Any]:
    """What a seat of version 1 had stored of the newest round."""
    phase, tumbles = found.get("phase", ""), found.get("tumbles", 0)
    known = {name: value for name, value in found.items() if name not in ("tumbles", "tumbled")}
    entered = [{"name": TUMBLE, "values": [tumbles]}] if tumbles else []
    if phase in ("tumbling", "tumbled"):
        known["phase"] = "play"
        entered = entered or ([{"name": TUMBLE, "values": [0]}] if phase == "tumbled" else [])
    return known | {
        "act": TUMBLE if phase == "tumbling" else "",
        "entered": entered,
        "stands": tumbles >= VALID_TUMBLES,
        "stood": found.get("tumbled", []),
    }
