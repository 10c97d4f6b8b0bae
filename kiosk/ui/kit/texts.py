"""The words on the screens, one catalogue file per language: `assets/texts/<language>.toml`.

A file holds sections of keys; `[board] big = "BIG"` is asked for as `board.big`. `{name}` marks a place that
the caller fills. Nothing is guessed: an unknown key, a missing value or a left-over value is an error.
"""

import string
import tomllib
from collections.abc import Iterable, Mapping
from enum import StrEnum
from functools import lru_cache
from pathlib import Path

from kiosk.faults import EnvironmentFault, why
from kiosk.resources import data_dir
from kiosk.written import shown


class Language(StrEnum):
    """A language that the screens speak."""

    EN = "en"
    ZH = "zh"


def other_language(language: Language) -> Language:
    """The language that the language button leads to: the next one, around."""
    languages = list(Language)
    return languages[(languages.index(language) + 1) % len(languages)]


class BadTexts(EnvironmentFault):
    """A catalogue file is missing or damaged; the message names file and key."""


@lru_cache(maxsize=4_096)
def placeholders(text: str) -> frozenset[str]:
    """The names between braces in a text."""
    return frozenset(name for _, name, _, _ in string.Formatter().parse(text) if name is not None)


def read_catalogue(path: Path) -> dict[str, str]:
    """The texts of one file by full key, `section.key`.

    Raises BadTexts when the file is missing, is not TOML, or holds anything but sections of filled texts.
    """
    try:
        sections = tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError as error:
        raise BadTexts(f"texts file {path} is not there") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, OSError, RecursionError) as error:
        raise BadTexts(f"texts file {path} cannot be read: {why(error)}") from error
    found: dict[str, str] = {}
    for section, entries in sections.items():
        if not isinstance(entries, dict):
            raise BadTexts(f"{path}: {section} stands outside a section")
        for key, text in entries.items():
            if not isinstance(text, str) or not text.strip():
                raise BadTexts(f"{path}: {section}.{key} is {shown(text)}, expected a text that is not empty")
            if not text.replace("\n", "").isprintable():
                raise BadTexts(f"{path}: {section}.{key} is {shown(text)}, expected signs that can be shown")
            try:
                sound = all(name.isidentifier() for name in placeholders(text))
            except ValueError:
                sound = False
            if not sound:
                raise BadTexts(
                    f"{path}: {section}.{key} is {shown(text)}, expected places as {{name}}, braces in pairs"
                )
            found[f"{section}.{key}"] = text
    return found


@lru_cache(maxsize=2 * len(Language))
def _catalogue(path: Path, _version: int) -> dict[str, str]:
    """A file that did not change is read once: a window each would take a twentieth of a second."""
    return read_catalogue(path)


def _changed_ns(path: Path) -> int:
    return path.stat().st_mtime_ns if path.is_file() else 0


class Texts:
    """The words of one language."""

    def __init__(
        self, language: Language, folder: Path | None = None, instead: Mapping[str, str] | None = None
    ) -> None:
        """Read the catalogue; raises BadTexts when it cannot be used.

        ``instead``: for such a key stands the text of the other, which has the same places: a game's own words.
        """
        self.language = language
        self.instead: Mapping[str, str] = instead or {}
        self._path = (folder or data_dir("assets") / "texts") / f"{language.value}.toml"
        self._texts = _catalogue(self._path, _changed_ns(self._path))

    def get(self, key: str, **values: object) -> str:
        """The text of a key with its places filled.

        Raises KeyError for an unknown key, ValueError when the values are not exactly the places of the text.
        """
        key = self.instead.get(key, key)
        if key not in self._texts:
            raise KeyError(f"text {key} is not in {self._path.name}")
        text = self._texts[key]
        asked = placeholders(text)
        if asked != values.keys():
            raise ValueError(
                f"text {key}: it has the places {sorted(asked)}, found values for {sorted(values)}"
            )
        return text.format(**values) if values else text

    def listed(self, parts: Iterable[str]) -> str:
        """These in a row, parted as the language parts them: `03, 07`, `03、07`."""
        return self.get("list.comma").join(parts)

    def places(self, key: str) -> frozenset[str]:
        """The places of the text of a key. Raises KeyError for an unknown key."""
        return placeholders(self._texts[self.instead.get(key, key)])

    def keys(self) -> frozenset[str]:
        """Every key of the catalogue."""
        return frozenset(self._texts)
