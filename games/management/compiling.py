"""Compile a catalogue: `python games/management/compiling.py some.po some.mo`.

Babel's own command takes a plural whose singular has no number for a mistake; what really is one is found by
tests/test_catalogues.py.
"""

import sys
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po


def compiled(source: Path, target: Path) -> None:
    """Written beside its place and moved there: who reads meanwhile gets the old one or the new one."""
    with source.open("rb") as file:
        catalogue = read_po(file, source.parent.parent.name)
    beside = target.with_suffix(".new")
    with beside.open("wb") as file:
        write_mo(file, catalogue)
    beside.replace(target)


if __name__ == "__main__":
    compiled(Path(sys.argv[1]), Path(sys.argv[2]))
