"""The list of what is in the packages: CycloneDX 1.5 as JSON, from the lock file and the tree that was made from it."""

from __future__ import annotations

import re
import tomllib
import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from email.parser import HeaderParser
from hashlib import sha256
from importlib.metadata import Distribution, distributions
from itertools import product
from pathlib import Path
from typing import Any

import msgspec

from etg_deb.faults import CannotBuild
from etg_deb.source import Source

_SPACE = uuid.UUID("3f0c7b5e-7a53-5c1c-9a57-1d6a27c1b1aa")  # of our serial numbers
# Identifiers that need no reading; everything else goes in as the words of the package.
_SPDX = frozenset(
    {
        "MIT",
        "Apache-2.0",
        "BSD-2-Clause",
        "BSD-3-Clause",
        "PSF-2.0",
        "LGPL-3.0-only",
        "MIT-CMU",
        "ISC",
        "0BSD",
    }
)
_SAID = {
    "MIT License": "MIT",
    "MIT Licence": "MIT",
    "Apache License, Version 2.0": "Apache-2.0",
    "Apache 2.0": "Apache-2.0",
    "3-Clause BSD License": "BSD-3-Clause",
    "PSFL": "PSF-2.0",
}
_LONGEST_NAME = 100  # of a licence; whole texts stand in some packages' field


@dataclass(frozen=True)
class Part:
    """One installed package: ``licence`` in its own words, ``sha256`` of the wheel that it came in."""

    name: str
    version: str
    licence: str
    expression: bool
    file: str
    sha256: str
    needs: tuple[str, ...] = ()


def parts_of(source: Source, site: Path) -> tuple[Part, ...]:
    """What is installed in site-packages, in order of names, our own program left out.

    Raises :class:`CannotBuild` for a package that the lock file does not hold in this version and with this wheel.
    """
    locked = {one["name"]: one for one in tomllib.loads(source.lock.read_text(encoding="utf-8"))["package"]}
    found = []
    for one in distributions(path=[str(site)]):
        name = plain_name(one.metadata["Name"])
        if name == "kiosk":
            continue
        entry = locked.get(name)
        if entry is None or entry["version"] != one.version:
            raise CannotBuild(f"{name} {one.version} is installed: expected {entry and entry['version']}")
        file, digest = _wheel(entry, one)
        licence, expression = licence_of(one)
        needs = tuple(need["name"] for need in entry.get("dependencies", ()))
        found.append(Part(name, one.version, licence, expression, file, digest, needs))
    return tuple(sorted(found, key=lambda part: part.name))


def plain_name(name: str) -> str:
    """A package's name in the one form in which names are compared."""
    return re.sub(r"[-_.]+", "-", name).lower()


def licence_of(one: Distribution) -> tuple[str, bool]:
    """The licence that a package says it has, and whether that is an SPDX expression."""
    told = one.metadata
    if "License-Expression" in told:
        return told["License-Expression"], True
    said = (told["License"] or "").strip()
    named = [text.rpartition(":: ")[2] for text in told.get_all("Classifier") or () if "License ::" in text]
    for word in (said, *named):
        if _SAID.get(word, word) in _SPDX:
            return _SAID.get(word, word), True
    if said and "\n" not in said and len(said) <= _LONGEST_NAME:
        return said, False
    return ", ".join(named) or "see the texts in its dist-info", False


def sbom(
    source: Source, parts: Sequence[Part], left_out: Iterable[tuple[str, str]], debian: Iterable[str]
) -> bytes:
    """The list as JSON, the same for the same input. ``debian``: names of Debian packages that must be installed.

    ``left_out`` are locked packages that are not installed, with the reason: told as properties.
    """
    own = f"pkg:generic/etg-kiosk@{source.version}"
    here = {part.name: _purl(part) for part in parts}
    components = [_component(part) for part in parts]
    system = [
        {"type": "library", "bom-ref": f"pkg:deb/debian/{name}?distro=debian-12", "name": name}
        | {"purl": f"pkg:deb/debian/{name}?distro=debian-12"}
        for name in sorted(set(debian))
    ]
    digest = sha256(source.lock.read_bytes()).hexdigest()
    body: dict[str, Any] = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {
            "timestamp": datetime.fromtimestamp(source.epoch, UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
            "component": {
                "type": "application",
                "bom-ref": own,
                "name": "etg-kiosk",
                "version": source.version,
                "licenses": [{"license": {"id": "MIT"}}],
            },
            "properties": [
                {"name": "etg:commit", "value": source.commit},
                {"name": "etg:lock-file-sha256", "value": digest},
                *({"name": f"etg:left-out:{name}", "value": why} for name, why in sorted(left_out)),
            ],
        },
        "components": [*components, *system],
        "dependencies": [
            {"ref": own, "dependsOn": sorted([*here.values(), *(one["bom-ref"] for one in system)])},
            *(
                {
                    "ref": here[part.name],
                    "dependsOn": sorted(here[name] for name in part.needs if name in here),
                }
                for part in parts
            ),
        ],
    }
    serial = uuid.uuid5(_SPACE, msgspec.json.encode(body).decode())
    body = {"bomFormat": body.pop("bomFormat"), "serialNumber": f"urn:uuid:{serial}"} | body
    return msgspec.json.format(msgspec.json.encode(body), indent=2) + b"\n"


def _component(part: Part) -> dict[str, Any]:
    if part.expression and part.licence in _SPDX:
        licence: dict[str, Any] = {"license": {"id": part.licence}}
    elif part.expression:
        licence = {"expression": part.licence}
    else:
        licence = {"license": {"name": part.licence}}
    return {
        "type": "library",
        "bom-ref": _purl(part),
        "name": part.name,
        "version": part.version,
        "hashes": [{"alg": "SHA-256", "content": part.sha256}],
        "licenses": [licence],
        "purl": _purl(part),
        "properties": [{"name": "etg:file", "value": part.file}],
    }


def _purl(part: Part) -> str:
    return f"pkg:pypi/{part.name}@{part.version}"


def _wheel(entry: Mapping[str, Any], one: Distribution) -> tuple[str, str]:
    """Name and SHA-256 of the wheel, found by the tags that stand in the installed package."""
    tags = frozenset(HeaderParser().parsestr(one.read_text("WHEEL") or "").get_all("Tag") or ())
    for wheel in entry.get("wheels", ()):
        file = wheel["url"].rpartition("/")[2]
        if _tags(file) == tags:
            return file, wheel["hash"].removeprefix("sha256:")
    raise CannotBuild(
        f"{entry['name']}: no wheel of the lock file has the tags {', '.join(sorted(tags)) or 'none'}"
    )


def _tags(file: str) -> frozenset[str]:
    python, abi, platform = file.removesuffix(".whl").split("-")[-3:]
    return frozenset(
        "-".join(words) for words in product(python.split("."), abi.split("."), platform.split("."))
    )
