"""Who deals, whether the table is open, and who is on the list of staff: the questions about people."""

from __future__ import annotations

from enum import StrEnum

from kiosk.console.commands import (
    AnyCommand,
    ChangeStaff,
    CloseTable,
    OpenTable,
    SignOff,
    SignOn,
    StaffChange,
)
from kiosk.console.view import DeskView, StaffView
from kiosk.seat.roles import CONSOLE_ROLES, Role
from kiosk.ui.dealer.sheets.flow import (
    NOBODY,
    Answers,
    Authorise,
    Choose,
    Flow,
    NewPin,
    Option,
    Page,
    Plain,
    Who,
    Write,
    authority_of,
    text_of,
)
from kiosk.ui.kit.texts import Texts


class About(StrEnum):
    """What is to be done about the table and its dealer."""

    OPEN = "open"
    CLOSE = "close"
    OFF = "off"


_ABOUT = {
    About.OPEN: "dealer.people.open",
    About.CLOSE: "dealer.people.close",
    About.OFF: "dealer.people.off",
}
ROLE_WORDS = {
    Role.DEALER: "dealer.people.role_dealer",
    Role.SUPERVISOR: "dealer.people.role_supervisor",
    Role.MANAGER: "dealer.people.role_manager",
}
_CHANGES = {
    StaffChange.ADD: "dealer.people.add",
    StaffChange.NEW_PIN: "dealer.people.new_pin",
    StaffChange.ROLE: "dealer.people.role",
    StaffChange.DEACTIVATE: "dealer.people.retire",
    StaffChange.REACTIVATE: "dealer.people.bring_back",
    StaffChange.UNLOCK: "dealer.people.unlock",
}


def sign_on_flow(view: DeskView, texts: Texts) -> Flow:
    """Who deals from now on: a name and a PIN. Whoever dealt before is signed off by it."""
    names = tuple(one.name for one in view.staff if one.active and one.name != view.dealer)
    page = Authorise(names=names, prompt=texts.get("dealer.sign.who"))
    effect = [texts.get("dealer.sign.effect")]
    if view.dealer:
        effect.insert(0, texts.get("dealer.sign.hand_over", dealer=view.dealer))
    return Flow(
        texts.get("dealer.sign.title"),
        lambda _: tuple(effect),
        lambda _: (page,),
        lambda answers: SignOn(authority_of(answers) or NOBODY),
        lambda _: texts.get("dealer.sign.confirm"),
    )


def open_table_flow(view: DeskView, texts: Texts) -> Flow:  # noqa: ARG001  every flow is made alike
    """A shift begins, with a supervisor."""
    return Flow(
        texts.get("dealer.people.open_title"),
        lambda _: (texts.get("dealer.people.open_effect"),),
        lambda _: (Authorise(),),
        lambda answers: OpenTable(authority_of(answers) or NOBODY),
        lambda _: texts.get("dealer.people.open"),
    )


def table_flow(view: DeskView, texts: Texts) -> Flow:
    """Everything about the table and its people that is no part of a round."""
    what = Choose("what", texts.get("dealer.people.what"), _options(view, texts))

    def pages(answers: Answers) -> tuple[Page, ...]:
        return (what, *_pages(answers.get("what"), answers, view, texts))

    return Flow(
        texts.get("dealer.people.title"),
        lambda answers: _effect(answers.get("what"), view, texts),
        pages,
        _command,
        lambda answers: _confirm(answers.get("what"), texts),
    )


def _options(view: DeskView, texts: Texts) -> tuple[Option, ...]:
    say = texts.get
    why = say("dealer.why.phase")
    if view.opened_by:
        about = Option(About.CLOSE, say(_ABOUT[About.CLOSE]), why="" if "CloseTable" in view.may else why)
    else:
        about = Option(About.OPEN, say(_ABOUT[About.OPEN]), why="" if "OpenTable" in view.may else why)
    off = Option(
        About.OFF, say(_ABOUT[About.OFF]), why="" if "SignOff" in view.may else say("dealer.bar.no_dealer")
    )
    return (about, off, *(Option(change, say(key)) for change, key in _CHANGES.items()))


def _pages(what: object, answers: Answers, view: DeskView, texts: Texts) -> tuple[Page, ...]:
    if isinstance(what, StaffChange):
        return _staff_pages(what, answers, view, texts)
    if what in (About.OPEN, About.CLOSE):
        return (Authorise(),)
    return (Plain(),) if what is About.OFF else ()


def _staff_pages(change: StaffChange, answers: Answers, view: DeskView, texts: Texts) -> tuple[Page, ...]:
    if change is StaffChange.ADD:
        name = Write("name", texts.get("dealer.people.name"))
        return (name, _role(texts), NewPin(), Authorise())
    who = _who(change, view, texts)
    if change is StaffChange.ROLE:
        return (who, _role(texts), Authorise())
    if change is StaffChange.NEW_PIN:
        own_name = text_of(answers, "who")
        own = (own_name,) if own_name and own_name not in view.supervisors else ()
        return (who, NewPin(), Authorise(names=(*own, *view.supervisors)))
    return (who, Authorise())


def _role(texts: Texts) -> Page:
    options = tuple(Option(role.value, texts.get(ROLE_WORDS[role])) for role in CONSOLE_ROLES)
    return Choose("role", texts.get("dealer.people.role_prompt"), options)


def _who(change: StaffChange, view: DeskView, texts: Texts) -> Page:
    names = tuple(one.name for one in view.staff if _fits(change, one))
    return Who("who", texts.get("dealer.people.who"), names, texts.get("dealer.people.nobody"))


def _fits(change: StaffChange, one: StaffView) -> bool:
    match change:
        case StaffChange.REACTIVATE:
            return not one.active
        case StaffChange.UNLOCK:
            return one.locked_s > 0
        case _:
            return one.active


def _effect(what: object, view: DeskView, texts: Texts) -> tuple[str, ...]:
    match what:
        case About.OPEN:
            return (texts.get("dealer.people.open_effect"),)
        case About.CLOSE:
            return (texts.get("dealer.people.close_effect"),)
        case About.OFF:
            return (texts.get("dealer.people.off_effect", dealer=view.dealer),)
        case StaffChange.DEACTIVATE:
            return (texts.get("dealer.people.retire_effect"),)
        case StaffChange():
            return (texts.get("dealer.people.staff_effect"),)
        case _:
            return (texts.get("dealer.people.effect"),)


def _confirm(what: object, texts: Texts) -> str:
    if isinstance(what, StaffChange):
        return texts.get(_CHANGES[what])
    return texts.get(_ABOUT[what] if isinstance(what, About) else "dealer.sheet.next")


def _command(answers: Answers) -> AnyCommand:
    authority = authority_of(answers) or NOBODY
    match answers.get("what"):
        case About.OPEN:
            return OpenTable(authority)
        case About.CLOSE:
            return CloseTable(authority)
        case StaffChange() as change:
            name = text_of(answers, "name").strip() if change is StaffChange.ADD else text_of(answers, "who")
            return ChangeStaff(change, name, authority, text_of(answers, "role"), text_of(answers, "new-pin"))
        case _:
            return SignOff()
