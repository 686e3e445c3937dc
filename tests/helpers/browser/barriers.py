"""What could keep somebody from using a page: found by axe, by a finger, and by whoever reads large emails.

Each look returns lines for people, none if all is well.
"""

from typing import Any

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

from tests.helpers.browser.steps import wait_until_drawn

PHONE = {"width": 360, "height": 740}
FINGER = 44  # pixels
# only what is wrong crosses over to us: the list of what is right is long
AXE = "(options) => axe.run({resultTypes: ['violations'], ...options}).then((found) => found.violations)"
# of WCAG 2.2, and off in axe as long as the one before is what most are measured by
ALSO = ("target-size",)
AT_NIGHT = ("color-contrast", "link-in-text-block")  # nothing else is different then


def found_by_axe(page: Page, *but: str) -> list[str]:
    """In light and in dark, as narrow as a phone, by all rules but these."""
    page.set_viewport_size(PHONE)
    looks: dict[Any, dict[str, Any]] = {
        "light": {"rules": {rule: {"enabled": rule not in but} for rule in (*ALSO, *but)}},
        "dark": {"runOnly": [rule for rule in AT_NIGHT if rule not in but]},
    }
    lines = []
    for scheme, options in looks.items():
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        wait_until_drawn(page)
        if not page.evaluate("'axe' in window"):
            page.evaluate(AXE_SCRIPT)
        lines += [f"{scheme}, {told(one)}" for one in page.evaluate(AXE, options)]
    return lines


def told(violation: dict[str, Any]) -> str:
    nodes = "\n".join(f"    {node['html']}\n    {node['failureSummary']}" for node in violation["nodes"])
    return f"{violation['id']}: {violation['help']}\n{nodes}"


# A target is as large as the thing and its label together. A link in a sentence may be as high as its line.
SMALL = """(finger) => {
  const BLOCKS = "p, li, dd, td, th, small, label, figcaption, h1, h2, h3, legend, caption, summary";
  const isInSentence = (link) => {
    const block = link.matches("a") && getComputedStyle(link).display === "inline" && link.closest(BLOCKS);
    return block && block.textContent.trim() !== link.textContent.trim();
  };
  const sizeOf = (target) => {
    const boxes = [target, ...(target.labels || [])].map((one) => one.getBoundingClientRect());
    const least = (side) => Math.min(...boxes.map((box) => box[side]));
    const most = (side) => Math.max(...boxes.map((box) => box[side]));
    return [most("right") - least("left"), most("bottom") - least("top")].map(Math.round);
  };
  const named = (one) => [one.localName, ...one.classList].join(".");
  const TARGETS = "a[href], button, summary, select, textarea, input:not([type=hidden])";
  return Array.from(document.querySelectorAll(TARGETS))
    .filter((one) => one.checkVisibility() && !one.matches(".skip, .hidden") && !isInSentence(one))
    .map((one) => [one, ...sizeOf(one)])
    .filter(([one, width, height]) => height < finger || width < finger / 2)
    .map(([one, width, height]) => `small, ${width} x ${height}: ${named(one.parentElement)} > ${named(one)} `
      + one.textContent.trim().slice(0, 40));
}"""


def small_targets(page: Page) -> list[str]:
    """What a finger on a phone would miss."""
    found: list[str] = page.evaluate(SMALL, FINGER)
    return found


# Text is cut off where a box that hides what runs over is smaller than what is in it. What ends in dots and
# stands in full elsewhere may be: the own handle in the head of a page behind its link, the name of a running
# game in the title of the page, the half sentence of a fold inside it.
CUT = """() => {
  const DOTTED = ".by-house, .topline h1, .folds > details > summary > span";
  const named = (one) => [one.localName, ...one.classList].join(".");
  const told = (one) => `${named(one.parentElement)} > ${named(one)} ${one.textContent.trim().slice(0, 40)}`;
  const all = Array.from(document.body.querySelectorAll("*:not(.hidden, svg *)"))
    .filter((one) => one.checkVisibility());
  const isOut = (one) => one.getBoundingClientRect().right > innerWidth + 1;
  const wide = document.documentElement.scrollWidth;
  const out = all.filter((one) => isOut(one) && !Array.from(one.children).some(isOut));
  const isHidden = (overflow, inside, outside) => /hidden|clip/.test(overflow) && inside > outside + 1;
  const cut = all.filter((one) => {
    const style = getComputedStyle(one);
    return one.textContent.trim() && one.clientWidth > 1 && !one.matches(DOTTED)
      && (isHidden(style.overflowX, one.scrollWidth, one.clientWidth)
        || isHidden(style.overflowY, one.scrollHeight, one.clientHeight));
  });
  return [
    ...(wide > innerWidth ? [`the page is ${wide} wide: ${out.slice(0, 3).map(told).join(", ")}`] : []),
    ...cut.map((one) => `cut off: ${told(one)}`),
  ];
}"""


def cut_off(page: Page, percent: int) -> list[str]:
    """What is out of reach on a phone, for somebody who reads emails of this size."""
    page.set_viewport_size(PHONE)
    wait_until_drawn(page)
    page.evaluate("(size) => document.documentElement.style.setProperty('font-size', size)", f"{percent}%")
    found: list[str] = page.evaluate(CUT)
    page.evaluate("document.documentElement.style.removeProperty('font-size')")
    return [f"at {percent} %, {line}" for line in found]


def found(page: Page, *but: str) -> list[str]:
    """Everything at once."""
    by_eye = cut_off(page, 100) + cut_off(page, 200)
    return found_by_axe(page, *but) + small_targets(page) + by_eye
