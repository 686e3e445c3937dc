"""Static files have names that change with their content, so that browsers may cache them for ever."""

import re
from typing import Any

from django.core.files.base import ContentFile
from whitenoise.storage import CompressedManifestStaticFilesStorage

# comments in style sheets; in scripts only those on lines of their own
COMMENTS = {
    "css/": re.compile(rb"/\*.*?\*/\s*", re.DOTALL),
    "js/": re.compile(rb"^ *//[^\n]*\n|\A/\*.*?\*/\s*", re.DOTALL | re.MULTILINE),
}


def strip_comments(name: str, content: bytes) -> bytes:
    """Strip our comments: they are for readers of the source, not for browsers."""
    pattern = COMMENTS.get(name[: name.find("/") + 1])
    return pattern.sub(b"", content) if pattern else content


class StaticStorage(CompressedManifestStaticFilesStorage):
    def stored_name(self, name: str) -> str:
        """Fall back to the plain name of a file that was not collected: a page without style beats an error.

        WHITENOISE_MANIFEST_STRICT = False would look for the file among the collected ones, and fail if there
        are none.
        """
        try:
            return str(super().stored_name(name))
        except ValueError:
            return name

    def _save(self, name: str, content: Any) -> str:
        if name[: name.find("/") + 1] in COMMENTS:
            content = ContentFile(strip_comments(name, b"".join(content.chunks())))
        return str(super()._save(name, content))
