"""A question that is answered step by step, as values: pages, what they explain, and the command at the end."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kiosk.console.commands import AnyCommand, Authority
from kiosk.games.game import Fact

if TYPE_CHECKING:
    from kiosk.ui.dealer.sheets.pages import PageWidget
    from kiosk.ui.kit.style import Style

Answers = Mapping[str, object]
"""The answer of every page by the page's name."""

AUTHORITY = "authority"
NOBODY = Authority("")


@dataclass(frozen=True)
class Option:
    """One answer of a list. ``why``: it cannot be given now."""

    value: object
    text: str
    detail: str = ""
    why: str = ""


@dataclass(frozen=True)
class Choose:
    """Pick from a list: one of it, or with ``many`` any number but at least ``least``.

    ``preset`` is picked beforehand: a value, or with ``many`` a tuple of them. ``columns``: 0 for as many as the rows
    need.
    """

    name: str
    prompt: str
    options: tuple[Option, ...]
    many: bool = False
    least: int = 1
    missing: str = ""
    preset: object = None
    columns: int = 0


@dataclass(frozen=True)
class Find:
    """Pick from many, one or with ``many`` at least ``least``: a list that pages and is searched by number.

    The values of the options are numbers of rounds or names of seats. ``older`` makes the option of a round below
    them all, where there can be any. ``search`` is the key of the words for what is typed.
    """

    name: str
    prompt: str
    options: tuple[Option, ...]
    many: bool = False
    least: int = 1
    missing: str = ""
    preset: tuple[int | str, ...] = ()
    older: Callable[[int], Option] | None = None
    search: str = "dealer.rounds.search"


@dataclass(frozen=True)
class Write:
    """A few words."""

    name: str
    prompt: str


@dataclass(frozen=True)
class Amount:
    """Cents, 0 for none. ``signed``: they may be taken from the player too, and are below 0 then."""

    name: str
    prompt: str
    signed: bool = False


@dataclass(frozen=True)
class Who:
    """A name of a list. ``none`` says that there is nobody to pick."""

    name: str
    prompt: str
    names: tuple[str, ...]
    none: str


@dataclass(frozen=True)
class NewPin:
    """A new PIN, twice. Like the page of a supervisor it is asked for its answer at the end alone."""

    name: str = "new-pin"


@dataclass(frozen=True)
class AskResult:
    """A result of the game. ``now`` is the one that counts, ``shown`` the one that was entered last, void or not.

    ``unknown`` is said instead where the screen does not know them.
    """

    name: str
    prompt: str
    game: str
    now: tuple[Fact, ...] = ()
    shown: tuple[Fact, ...] = ()
    unknown: str = ""


@dataclass(frozen=True)
class Own:
    """A page that the game makes itself: `make` answers a `PageWidget`."""

    name: str
    make: Callable[[Style], PageWidget]


@dataclass(frozen=True)
class Authorise:
    """A name and a PIN; always the last page, so that nothing keeps the PIN.

    The names are ``names``, or the supervisors, or with ``manager`` the shift managers.
    """

    name: str = AUTHORITY
    manager: bool = False
    names: tuple[str, ...] | None = None
    prompt: str = ""


@dataclass(frozen=True)
class Plain:
    """Nothing to enter: what happens is said above, and confirmed."""

    name: str = "plain"


Page = Choose | Find | Write | Amount | Who | NewPin | AskResult | Own | Authorise | Plain
SecretPage = Authorise | NewPin


@dataclass(frozen=True)
class Flow:
    """A command that asks back. The pages may depend on what has been answered so far. ``wide``: its sheet is."""

    title: str
    effect: Callable[[Answers], tuple[str, ...]]
    pages: Callable[[Answers], tuple[Page, ...]]
    command: Callable[[Answers], AnyCommand]
    confirm: Callable[[Answers], str]
    danger: bool = False
    wide: bool = False


def text_of(answers: Answers, name: str) -> str:
    """A text that was answered, or nothing."""
    value = answers.get(name, "")
    return value if isinstance(value, str) else ""


def int_of(answers: Answers, name: str) -> int:
    """A number that was answered, or 0."""
    value = answers.get(name, 0)
    return value if isinstance(value, int) else 0


def tuple_of(answers: Answers, name: str) -> tuple[int, ...]:
    """Numbers that were answered, or none."""
    value = answers.get(name, ())
    return tuple(one for one in value if isinstance(one, int)) if isinstance(value, tuple) else ()


def facts_of(answers: Answers, name: str) -> tuple[Fact, ...]:
    """Facts that were answered, or none."""
    value = answers.get(name, ())
    return tuple(one for one in value if isinstance(one, Fact)) if isinstance(value, tuple) else ()


def authority_of(answers: Answers) -> Authority | None:
    """The supervisor who stands for it, or nobody."""
    value = answers.get(AUTHORITY)
    return value if isinstance(value, Authority) else None
