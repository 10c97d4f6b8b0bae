"""What the console says by key, in the dealer's language.

The texts below ``dealer.why``, ``dealer.log`` and ``dealer.alert`` are the agreement with the console: every key that
it may send is one of them, with hyphens for underscores, and has the values that the text has places for. Values whose
name is ``cents`` or ends in ``_cents`` are amounts in cents; ``reason`` may be one of the reasons for a void,
``irregularity`` the name of a fact; everything else is shown as it comes.

A key without a text, or other values than its places, are shown as they came: nothing is kept from the dealer.
"""

from __future__ import annotations

from collections.abc import Mapping

from kiosk.console.commands import Refusal
from kiosk.console.view import Alert, DeskView, LogLine
from kiosk.games.game import POWER_FAILURE
from kiosk.money import short_dollars
from kiosk.ui.kit.details import known
from kiosk.ui.kit.locks import lock_title
from kiosk.ui.kit.reasons import void_words
from kiosk.ui.kit.texts import Texts

# Values that the machine tells: in the dealer's language, or that they stand in the console's own log.
_TECHNICAL: Mapping[str, tuple[str, ...]] = {
    "dealer.alert.archive": ("reason",),
    "dealer.alert.certificate": ("detail",),
    "dealer.alert.log_alarm": ("alarm",),
    "dealer.alert.staff": ("reason",),
    "dealer.alert.device_fault": ("reason",),
    "dealer.alert.shoe_silent": ("reason",),
    "dealer.alert.shoe_wrong": ("reason",),
    "dealer.why.archive": ("reason",),
    "dealer.why.staff": ("reason",),
}
_IRREGULARITIES: Mapping[str, str] = {
    "cut-card": "dealer.irregular.cut_card",
    "dealing-error": "dealer.irregular.dealing_error",
    "discarded": "dealer.irregular.discarded",
    "shoe-empty": "dealer.irregular.shoe_empty",
}
"""What goes wrong at no box, by the names of its facts."""
ACTS: Mapping[str, str] = {
    "AutoDealing": "dealer.act.auto_dealing",
    "CloseBets": "dealer.act.close_bets",
    "CloseDecisions": "dealer.act.close_decisions",
    "CloseTable": "dealer.act.close_table",
    "ConfirmPrize": "dealer.act.confirm_prize",
    "CorrectFact": "dealer.act.correct_fact",
    "CorrectResult": "dealer.act.correct_result",
    "CoverCard": "dealer.act.cover_card",
    "CoverCardBack": "dealer.act.cover_card_back",
    "DamagedEquipment": "dealer.act.damaged_equipment",
    "DenyPrize": "dealer.act.deny_prize",
    "EndAct": "dealer.act.end_act",
    "EndRound": "dealer.act.end_round",
    "EnterDecisions": "dealer.act.enter_decisions",
    "EnterIrregularity": "dealer.act.enter_irregularity",
    "EnterResult": "dealer.act.enter_result",
    "HurryUp": "dealer.act.hurry_up",
    "Interrupted": "dealer.act.interrupted",
    "MoreTime": "dealer.act.more_time",
    "MoveHands": "dealer.act.move_hands",
    "NameBoxes": "dealer.act.name_boxes",
    "NewShoe": "dealer.act.new_shoe",
    "NoteIrregularity": "dealer.act.note_irregularity",
    "OpenBets": "dealer.act.open_bets",
    "OpenDecisions": "dealer.act.open_decisions",
    "OpenTable": "dealer.act.open_table",
    "PayByHand": "dealer.act.pay_by_hand",
    "PayInterim": "dealer.act.pay_interim",
    "RecordDecision": "dealer.act.record_decision",
    "ResumeBetting": "dealer.act.resume_betting",
    "Reveal": "dealer.act.reveal",
    "StartAct": "dealer.act.start_act",
    "Void": "dealer.act.void",
}
"""What a person confirms at the console, by the names of the commands."""
Values = Mapping[str, str | int]


def why_words(refusal: Refusal, texts: Texts) -> str:
    """Why something cannot be done, or was not."""
    return _words("why", refusal.key, refusal.values, texts)


def log_words(line: LogLine, texts: Texts) -> str:
    """What happened, without its time."""
    return _words("log", line.key, line.values, texts)


def alert_words(alert: Alert, texts: Texts) -> str:
    """What the dealer must know."""
    return _words("alert", alert.key, alert.values, texts)


def technical(told: str, texts: Texts) -> str:
    """What a machine tells of itself; for what has no words, where the dealer's technician finds it."""
    return known(told, texts) or texts.get("detail.at_console")


def _words(section: str, key: str, values: Values, texts: Texts) -> str:
    text_key = f"dealer.{section}.{key.replace('-', '_')}"
    try:
        shown = {name: _shown(name, value, texts) for name, value in values.items()}
        for name in shown.keys() & _TECHNICAL.get(text_key, ()):
            shown[name] = technical(str(values[name]), texts)
        return texts.get(text_key, **shown)
    except (KeyError, ValueError):
        return _as_it_came(key, values)


def _as_it_came(key: str, values: Values) -> str:
    return " · ".join([key, *(f"{name} {value}" for name, value in values.items())])


def _shown(name: str, value: str | int, texts: Texts) -> str | int:
    if isinstance(value, int):
        return short_dollars(value) if name == "cents" or name.endswith("_cents") else value
    if name == "locks":
        return " · ".join(lock_title(kind, texts) for kind in value.split(", "))
    if name == "act" and value in ACTS:
        return texts.get(ACTS[value])
    if name == "irregularity" and value in _IRREGULARITIES:
        return texts.get(_IRREGULARITIES[value])
    return void_words(value, texts) if name == "reason" else value


def asks_boxes(view: DeskView) -> bool:
    """Whether an interruption voids no round now: the rules of the game let every player go on or take bets back."""
    return any(offered.fact == POWER_FAILURE for offered in view.irregularities)


def no_does_words(view: DeskView, texts: Texts) -> str:
    """What follows where an interruption has decided nothing."""
    if asks_boxes(view):
        return texts.get("dealer.work.no_asks")
    return texts.get("dealer.work.no_does", cents=short_dollars(view.exposure.staked))
