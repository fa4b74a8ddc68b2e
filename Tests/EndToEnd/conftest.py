from __future__ import annotations

import os
import shutil
import tempfile
import uuid
from pathlib import Path

import pytest

from support.gateway import Gateway
from support.person import Person


def pytest_configure(config):
    if not os.environ.get("GATEHOUSE_BINARY"):
        pytest.exit("set GATEHOUSE_BINARY to the built program, or run ./scripts/test e2e", returncode=2)


@pytest.fixture(scope="session")
def gateway(tmp_path_factory):
    """One server for the whole run. That it stops cleanly is checked at the end."""
    running = Gateway(tmp_path_factory.mktemp("gatehouse"))
    running.start()
    yield running
    assert running.stop() == 0, "".join(running.lines[-40:])


@pytest.fixture(scope="session")
def screenshots() -> Path:
    """Where pictures go: GATEHOUSE_SCREENSHOTS, else a new temporary folder."""
    folder = os.environ.get("GATEHOUSE_SCREENSHOTS") or tempfile.mkdtemp(prefix="gatehouse-screenshots-")
    path = Path(folder)
    path.mkdir(parents=True, exist_ok=True)
    print(f"screenshots: {path}")
    return path


@pytest.fixture(scope="session")
def browser():
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        program = shutil.which("chromium-headless-shell") or shutil.which("chromium")
        assert program, "install chromium-headless-shell"
        flags = ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"]
        running = playwright.chromium.launch(executable_path=program, args=flags)
        yield running
        running.close()


@pytest.fixture
def people(browser):
    """Makes persons. Whatever else a test looks at, nobody's browser may have reported an error."""
    made: list[Person] = []

    def make(**options) -> Person:
        made.append(Person(browser, **options))
        return made[-1]

    yield make
    errors = [error for person in made for error in person.errors]
    for person in made:
        person.context.close()
    assert not errors, errors


@pytest.fixture
def person(people):
    return people()


@pytest.fixture
def username() -> str:
    return "p-" + uuid.uuid4().hex[:10]
