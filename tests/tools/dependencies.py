"""What we depend on: check the pinned versions for known holes (`make audit`), list them (`make sbom`).

The check asks an advisory database that speaks the protocol of OSV, ADVISORY_URL. Where none answers it
fails: a check that could not be made must not look like one that found nothing.
"""

import json
import os
import re
import sys
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from importlib import metadata
from pathlib import Path
from typing import Any, NamedTuple

ADVISORY_URL = "https://api.osv.dev"
BATCH_SIZE = 500
TIMEOUT = 30
NOT_CHECKED = 2  # exit code

REQUIREMENTS = Path(__file__).resolve().parents[2] / "requirements"
PIN = re.compile(r"^([A-Za-z0-9._-]+)(?:\[[^\]]*\])?==([^\s;\\]+)")
HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")

Ask = Callable[[str, dict[str, Any]], dict[str, Any]]


class Package(NamedTuple):
    """A pinned package, with the digests of the files that may be installed."""

    name: str
    version: str
    hashes: tuple[str, ...] = ()

    @property
    def purl(self) -> str:
        return f"pkg:pypi/{self.name.lower().replace('_', '-')}@{self.version}"


def list_packages(text: str) -> Iterator[Package]:
    """List the packages of a compiled list of requirements."""
    for entry in re.split(r"\n(?=\S)", text):
        if pin := PIN.match(entry):
            yield Package(pin[1], pin[2], tuple(HASH.findall(entry)))


# --- audit


def find_advisories(packages: Sequence[Package], ask: Ask) -> dict[Package, list[str]]:
    """Ask for the known holes of each package; every one of them must be answered."""
    found: dict[Package, list[str]] = {}
    for start in range(0, len(packages), BATCH_SIZE):
        batch = packages[start : start + BATCH_SIZE]
        queries = [{"package": {"purl": one.purl}} for one in batch]
        results = ask("/v1/querybatch", {"queries": queries})["results"]
        if len(results) != len(batch):
            raise ValueError("not every package was answered")
        for package, result in zip(batch, results, strict=True):
            if names := [one["id"] for one in result.get("vulns", [])]:
                found[package] = names
    return found


def ask_database(path: str, query: dict[str, Any]) -> dict[str, Any]:
    url = os.environ.get("ADVISORY_URL", ADVISORY_URL).rstrip("/") + path
    if not url.startswith(("https://", "http://")):
        raise ValueError("ADVISORY_URL is no address of a database")
    request = urllib.request.Request(  # noqa: S310 - of these two kinds only
        url, json.dumps(query).encode(), {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request, timeout=TIMEOUT) as response:  # noqa: S310
        answer: dict[str, Any] = json.load(response)
    return answer


def audit(packages: Sequence[Package], ask: Ask = ask_database) -> int:
    """Print what is known; return 1 if there is anything, 2 if nobody could say."""
    try:
        found = find_advisories(packages, ask)
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        print(f"NOT CHECKED: no advisory database has answered ({type(error).__name__}).", file=sys.stderr)
        return NOT_CHECKED
    for package, names in found.items():
        print(f"{package.name} {package.version}: {', '.join(names)}")
    print(f"{len(packages)} packages checked, {len(found)} with known holes.")
    return 1 if found else 0


# --- bill of materials


def build_sbom(version: str, packages: Sequence[Package]) -> dict[str, Any]:
    """Build a bill of materials in the form of CycloneDX."""
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {
            "component": {"type": "application", "name": "citadels-by-post", "version": version},
        },
        "components": [_describe_package(one) for one in packages],
    }


def _describe_package(package: Package) -> dict[str, Any]:
    licence = _find_licence(package.name)
    return {
        "type": "library",
        "bom-ref": package.purl,
        "name": package.name,
        "version": package.version,
        "purl": package.purl,
        "properties": [{"name": "sha256 of a file", "value": one} for one in package.hashes],
        **({"licenses": [{"license": {"name": licence}}]} if licence else {}),
    }


def _find_licence(name: str) -> str:
    """What the installed package says of its licence, in one line; empty if it is not installed here."""
    try:
        found = metadata.metadata(name)
    except metadata.PackageNotFoundError:
        return ""
    classes = [one for one in found.get_all("Classifier", []) if one.startswith("License ::")]
    said = found.get("License-Expression") or "; ".join(one.rpartition(" :: ")[2] for one in classes)
    return said or (found.get("License") or "").partition("\n")[0]


def main(arguments: list[str]) -> int:
    packages = list(list_packages((REQUIREMENTS / "base.txt").read_text("utf-8")))
    if arguments[:1] == ["audit"]:
        return audit(packages)
    project = (REQUIREMENTS.parent / "pyproject.toml").read_text("utf-8")
    version = re.search(r'^version = "(.+)"', project, re.MULTILINE)
    sbom = build_sbom(version[1] if version else "", packages)
    path = Path(arguments[1])
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(sbom, indent=1) + "\n", "utf-8")
    print(f"{path}: {len(packages)} packages")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
