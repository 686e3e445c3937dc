"""Compile a catalogue: `python games/management/translations/compile.py some.po some.mo`.

Babel's own command rejects a plural whose singular has no number; real mistakes are found by
tests/test_catalogues.py.
"""

import sys
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po


def compile_catalogue(source: Path, target: Path) -> None:
    """Compile a catalogue beside its place and move it there, so that readers never see half a file."""
    with source.open("rb") as file:
        catalogue = read_po(file, source.parent.parent.name)
    beside = target.with_suffix(".new")
    with beside.open("wb") as file:
        write_mo(file, catalogue)
    beside.replace(target)


if __name__ == "__main__":
    compile_catalogue(Path(sys.argv[1]), Path(sys.argv[2]))
