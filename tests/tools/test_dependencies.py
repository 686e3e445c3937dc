"""The check for known holes, which must never be green unseen, and the bill of materials."""

import pytest

from tests.tools import dependencies
from tests.tools.dependencies import NOT_CHECKED, REQUIREMENTS, Package, audit, build_sbom, list_packages

ONE, TWO = Package("django", "5.2.1"), Package("celery", "5.7.0")


def answers(*vulns: list[str]):
    return lambda path, query: {"results": [{"vulns": [{"id": name} for name in one]} for one in vulns]}


@pytest.mark.parametrize(
    ("found", "code"), [([[], []], 0), ([["CVE-1"], []], 1), ([["CVE-1", "CVE-2"], ["CVE-3"]], 1)]
)
def test_known_holes_fail_the_check(capsys, found, code):
    assert audit([ONE, TWO], answers(*found)) == code
    said = capsys.readouterr().out
    assert all(name in said for names in found for name in names)


def out_of_reach(path, query):
    raise OSError


@pytest.mark.parametrize(
    "ask",
    [out_of_reach, answers([]), lambda path, query: {}, lambda path, query: {"results": [None, None]}],
    ids=["out of reach", "half an answer", "no answer", "nonsense"],
)
def test_a_check_that_was_not_made_is_not_passed(capsys, ask):
    assert audit([ONE, TWO], ask) == NOT_CHECKED
    assert "NOT CHECKED" in capsys.readouterr().err


def test_every_pinned_package_is_listed_with_its_hashes():
    text = (REQUIREMENTS / "base.txt").read_text("utf-8")
    packages = list(list_packages(text))
    assert len(packages) == sum("==" in line for line in text.splitlines())
    assert all(package.hashes for package in packages)
    assert {"django", "celery", "aiosmtpd"} <= {package.name for package in packages}


def test_the_bill_of_materials_names_what_runs_in_production(tmp_path, capsys):
    path = tmp_path / "sbom.json"
    assert dependencies.main(["sbom", str(path)]) == 0
    sbom = build_sbom("1", [ONE])
    [component] = sbom["components"]
    assert component["purl"] == "pkg:pypi/django@5.2.1"
    assert component["licenses"]
    assert path.stat().st_size > 10_000
