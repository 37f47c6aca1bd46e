"""A browser and a served installation for the tests of the pages."""

from __future__ import annotations

import os
import shutil
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import uvicorn
from playwright.sync_api import Browser, BrowserContext, Page, Request, expect, sync_playwright

from docverify.store.opening import Store
from docverify_api.app import create_app
from tests.service import people

expect.set_options(timeout=20_000)  # on a busy machine five seconds are not long
_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def executable() -> str | None:
    """Return the Chromium or Chrome of this machine: ``CHROMIUM``, or the first on the path."""
    named = os.environ.get("CHROMIUM")
    return named or next((found for name in _NAMES if (found := shutil.which(name))), None)


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """A browser; where none is to be had the tests are skipped, where it is only not installed they fail.

    Not for longer than a module: while Playwright is there, its event loop runs in this thread, and `asyncio.run` of
    other tests would fail.
    """
    path = executable()
    if path is None:
        release = Path("/etc/os-release")
        if release.is_file() and "\nID=debian\n" in f"\n{release.read_text(encoding='utf-8')}\n":
            pytest.fail("no Chromium: run scripts/setup.sh dev, which installs Debian's", pytrace=False)
        pytest.skip("no Chromium or Chrome here, and none that setup.sh could install: set CHROMIUM=its path")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        yield browser
        browser.close()


@dataclass
class Served:
    """An installation that answers.

    Attributes:
        url: Without a slash at its end.
        store: Its data.
    """

    url: str
    store: Store


@pytest.fixture
def served(store: Store) -> Iterator[Served]:
    """This test's installation, served from a thread."""
    server = uvicorn.Server(uvicorn.Config(create_app(store), host="127.0.0.1", port=0, log_config=None, lifespan="on"))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.02)
    port = server.servers[0].sockets[0].getsockname()[1]
    yield Served(f"http://127.0.0.1:{port}", store)
    server.should_exit = True
    thread.join(20)


@dataclass
class Watched:
    """A page of the browser, and all that went wrong on it.

    Attributes:
        page: Of the browser.
        wrong: Errors of the console, violations of the content security policy, requests to other hosts.
    """

    page: Page
    host: str
    wrong: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.on("console", lambda told: self.wrong.append(told.text) if told.type == "error" else None)
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.on("request", self._foreign)

    def _foreign(self, request: Request) -> None:
        if urlsplit(request.url).netloc not in (self.host, "") and not request.url.startswith(("data:", "blob:")):
            self.wrong.append(f"asks {request.url}")


def watched(chromium: Browser, served: Served, **options: object) -> Watched:
    """Open a browser's context of its own, Brazilian, and a page in it."""
    context: BrowserContext = chromium.new_context(base_url=served.url, locale="pt-BR", **options)  # type: ignore[arg-type]
    context.set_default_timeout(20_000)
    return Watched(context.new_page(), urlsplit(served.url).netloc)


def sign_in(seen: Watched, person: people.Person) -> None:
    """Sign in by the keyboard, as a person does."""
    seen.page.goto("/")
    seen.page.get_by_label("E-mail").focus()
    seen.page.keyboard.type(person.login)
    seen.page.keyboard.press("Tab")
    seen.page.keyboard.type(people.PASSWORD)
    seen.page.keyboard.press("Enter")
    seen.page.wait_for_url("**/")
