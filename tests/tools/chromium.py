"""Find a Chromium for the browser tests, or install one: `python tests/tools/chromium.py`.

The headless shell is the same browser without windows, for two thirds of the CPU of Chromium's headless mode.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

HEADLESS_SHELL = "chromium-headless-shell"
NAMES = (HEADLESS_SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def find() -> str | None:
    """The browser of CHROMIUM, of this machine, or of playwright's own folder."""
    if given := os.environ.get("CHROMIUM"):
        return given
    return next(filter(None, map(shutil.which, NAMES)), None) or playwrights_own()


def playwrights_own() -> str | None:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).exists() else None


def install() -> None:
    """From the system's packages where we may, else the one that playwright brings."""
    print("Installing Chromium for the browser tests ...", flush=True)
    if shutil.which("apt-get") and os.geteuid() == 0:
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        subprocess.run(["apt-get", "update"], **quiet)
        for package in (HEADLESS_SHELL, "chromium"):  # older releases have no package of the shell
            if not find():
                subprocess.run(["apt-get", "install", "-y", "--no-install-recommends", package], **quiet)
    if not find():
        subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"])


if __name__ == "__main__":
    if not find():
        install()
    if not find():
        sys.exit("The browser tests need Chromium. Please install it, or name it in CHROMIUM.")
