"""QR codes as pictures inside a page: a link on one screen is opened with the phone of somebody else."""

import segno
from django.utils.safestring import SafeString, mark_safe


def render_qr_code(address: str, title: str) -> SafeString:
    """Render an address as an SVG element; black on white in every theme, or some phones cannot read it."""
    code = segno.make_qr(address, error="m")
    picture = code.svg_inline(
        border=4, dark="#000", light="#fff", title=title, svgclass="qr", lineclass=None, omitsize=True
    )
    return mark_safe(picture.replace("<svg ", '<svg role="img" ', 1))  # noqa: S308 (our own drawing; segno escapes the title)
