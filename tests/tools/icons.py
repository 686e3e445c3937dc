"""Draw the icons of an installed page from our SVG: `python -m tests.tools.icons`.

Phones cut their own shape out of an icon, so some are drawn smaller, on ink up to the edge.
"""

from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests.tools import chromium

FOLDER = Path("static/img")
INK = "#1c2632"  # what icon.svg is drawn on
WHOLE, WITH_MARGIN = 100, 84  # percent of the picture that the drawing takes
ICONS = {
    "icon-192.png": (192, WHOLE),
    "icon-512.png": (512, WHOLE),
    "icon-maskable-512.png": (512, WITH_MARGIN),
    "icon-touch-180.png": (180, WITH_MARGIN),
}
PAGE = """<style>html {{ height: 100%; background: {ground} }} body {{ margin: 0; height: 100%; display: grid;
place-items: center }} svg {{ width: {share}%; display: block }}</style>{drawing}"""


def main() -> None:
    drawing = (FOLDER / "icon.svg").read_text("utf-8")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.find(), args=["--no-sandbox"])
        for name, (size, share) in ICONS.items():
            (FOLDER / name).write_bytes(drawn(browser, drawing, size, share))
        browser.close()


def drawn(browser: Browser, drawing: str, size: int, share: int) -> bytes:
    page = browser.new_page(viewport={"width": size, "height": size})
    page.set_content(
        PAGE.format(ground="transparent" if share == WHOLE else INK, share=share, drawing=drawing)
    )
    picture = page.screenshot(omit_background=True)
    page.close()
    return picture


if __name__ == "__main__":
    main()
