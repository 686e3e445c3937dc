"""Converters of parts of paths."""

import re

from django.urls import register_converter


class TokenConverter:
    """Path converter for tokens; drops what mail programs add to them: full stops, brackets, line breaks."""

    regex = r"[\s\S]+"

    def to_python(self, value: str) -> str:
        return re.sub(r"[^A-Za-z0-9_:-]", "", value)

    def to_url(self, value: str) -> str:
        return f"{value}/"


register_converter(TokenConverter, "token")
