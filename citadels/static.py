"""Styles, scripts and pictures have names that change with what is in them: browsers may keep them."""

import re
from typing import Any

from django.core.files.base import ContentFile
from whitenoise.storage import CompressedManifestStaticFilesStorage

# comments of our styles, and of our scripts those that have their lines for themselves
COMMENTS = {
    "css/": re.compile(rb"/\*.*?\*/\s*", re.DOTALL),
    "js/": re.compile(rb"^ *//[^\n]*\n|\A/\*.*?\*/\s*", re.DOTALL | re.MULTILINE),
}


class Storage(CompressedManifestStaticFilesStorage):
    def stored_name(self, name: str) -> str:
        """What was not collected keeps its plain name: a page without its style is better than no page.

        WHITENOISE_MANIFEST_STRICT = False would look for it among the collected files; if none are there,
        that is an error again."""
        try:
            return str(super().stored_name(name))
        except ValueError:
            return name

    def _save(self, name: str, content: Any) -> str:
        """Our comments are for those who read the source: a phone need not load them."""
        if comment := COMMENTS.get(name[: name.find("/") + 1]):
            content = ContentFile(comment.sub(b"", b"".join(content.chunks())))
        return str(super()._save(name, content))
