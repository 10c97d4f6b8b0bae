"""Compares the folders of an installation with a proven manifest, file by file."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path

from kiosk.faults import why
from kiosk.integrity.files import contents_of
from kiosk.integrity.findings import Finding, Kind, shown
from kiosk.integrity.manifest import Entry, FileEntry, LinkEntry, Manifest
from kiosk.integrity.progress import Notice, Progress
from kiosk.integrity.roots import Found, What, walk

_WEIGHT_OF_A_FILE = 25_000  # bytes that are hashed while a file is opened: so that progress is even
_KINDS = {What.LINK: Kind.LINK, What.SPECIAL: Kind.SPECIAL}


class Compared:
    """One comparison. ``roots`` are settled folders by name."""

    def __init__(self, manifest: Manifest, roots: Mapping[str, Path], progress: Notice) -> None:
        self._roots = roots
        self._manifest = manifest
        self._listed: dict[str, dict[str, Entry]] = {name: {} for name in manifest.roots}
        for entry in manifest.files:
            self._listed[entry.root][entry.path] = entry
        self._progress = progress

    def findings(self) -> Iterator[Finding]:
        """What is wrong, in order of roots: first what is listed, then what is not. Lazy, to be taken once."""
        there = []
        for name in sorted({*self._roots, *self._manifest.roots}):
            wrong = self._root(name)
            if wrong is None:
                there.append(_Root(name, self._roots, self._listed[name]))
            else:
                yield wrong
        meter = Progress(sum(root.weight for root in there), self._progress)
        for root in there:
            yield from root.findings(meter)
        meter.end()

    def _root(self, name: str) -> Finding | None:
        folder = self._roots.get(name)
        if folder is None:
            return Finding(
                Kind.ROOT, name, "", f"the manifest lists the root {name}: no folder was given for it"
            )
        if name not in self._listed:
            return Finding(
                Kind.ROOT, name, "", f"{shown(str(folder))} was given as the root {name}: not in the manifest"
            )
        if not os.path.isdir(folder):  # noqa: PTH112 - answers False where Path.is_dir raises
            return Finding(
                Kind.ROOT, name, "", f"{shown(str(folder))}, the root {name}, is no folder that can be read"
            )
        return None


class _Root:
    def __init__(self, name: str, roots: Mapping[str, Path], listed: Mapping[str, Entry]) -> None:
        self._name = name
        self._top = roots[name]
        self._listed = listed
        self.weight = sum(_weight(entry) for entry in listed.values())
        self._found = {one.path: one for one in walk(name, roots)}
        self._closed = [one.path for one in self._found.values() if one.what is What.UNREADABLE]

    def findings(self, meter: Progress) -> Iterator[Finding]:
        for path, entry in self._listed.items():
            yield from self._of_listed(path, entry)
            meter.add(_weight(entry))
        for one in self._found.values():
            yield from self._of_found(one)

    def _of_listed(self, path: str, entry: Entry) -> Iterator[Finding]:
        expected = "a file" if isinstance(entry, FileEntry) else f"a link to {shown(entry.target)}"
        one = self._found.get(path)
        if one is None:
            if not self._is_closed(path):
                yield self._finding(Kind.MISSING, path, f"is missing: expected {expected}")
        elif one.what is What.UNREADABLE:
            return  # told where it was found
        elif one.what is What.FOLDER:
            yield self._finding(Kind.FOLDER, path, f"is a folder: expected {expected}")
        elif isinstance(entry, LinkEntry):
            if one.what is not What.LINK:
                yield self._finding(
                    _KINDS.get(one.what, Kind.CHANGED), path, f"is {_a(one)}: expected {expected}"
                )
            elif one.more != entry.target:
                yield self._finding(Kind.LINK, path, f"is a link to {shown(one.more)}: expected {expected}")
        elif one.what is not What.FILE:
            yield self._finding(_KINDS[one.what], path, f"is {_a(one)}: expected {expected}")
        else:
            yield from self._of_file(path, entry)

    def _of_file(self, path: str, entry: FileEntry) -> Iterator[Finding]:
        try:
            now = contents_of(f"{self._top}/{path}")
        except FileNotFoundError:
            yield self._finding(Kind.MISSING, path, "is missing: expected a file")
            return
        except OSError as error:
            yield self._finding(Kind.UNREADABLE, path, f"cannot be read: {why(error)}")
            return
        if now.size != entry.size:
            yield self._finding(
                Kind.CHANGED, path, f"was changed: it has {now.size} bytes, expected {entry.size}"
            )
        elif now.sha256 != entry.sha256:
            told = f"was changed: its SHA-256 is {now.sha256}, expected {entry.sha256}"
            yield self._finding(Kind.CHANGED, path, told)
        if now.executable is not entry.executable:
            said = ("may be executed", "may not be executed")
            told = f"{said[not now.executable]}: expected that it {said[not entry.executable]}"
            yield self._finding(Kind.EXECUTABLE, path, told)

    def _of_found(self, one: Found) -> Iterator[Finding]:
        if one.what is What.UNREADABLE:
            yield self._finding(Kind.UNREADABLE, one.path, f"cannot be read: {one.more}")
        elif one.path not in self._listed and one.what is not What.FOLDER:
            yield self._finding(Kind.EXTRA, one.path, f"is {_a(one)} that is not in the manifest")

    def _is_closed(self, path: str) -> bool:
        return any(not closed or path.startswith(f"{closed}/") for closed in self._closed)

    def _finding(self, kind: Kind, path: str, told: str) -> Finding:
        return Finding(kind, self._name, shown(path), f"{shown(f'{self._top}/{path}')} {told}")


def _weight(entry: Entry) -> int:
    return _WEIGHT_OF_A_FILE + (entry.size if isinstance(entry, FileEntry) else 0)


def _a(one: Found) -> str:
    return {What.FILE: "a file", What.LINK: f"a link to {shown(one.more)}"}.get(one.what, one.more)
