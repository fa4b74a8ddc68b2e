"""A person at a browser: a page with a device of its own, and a record of everything that went wrong in it."""

from __future__ import annotations

import time
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

ACCESSIBILITY = (Path(__file__).parent / "accessibility.js").read_text(encoding="utf-8")
DEVICE = {
    "protocol": "ctap2", "ctap2Version": "ctap2_1", "hasResidentKey": True, "hasUserVerification": True,
    "isUserVerified": True, "automaticPresenceSimulation": True,
}  # fmt: skip
PHONE = {**DEVICE, "transport": "internal", "defaultBackupEligibility": True, "defaultBackupState": True}
SECURITY_KEY = {**DEVICE, "transport": "usb"}

# A virtual device answers autofill at once, without being asked. Tests of everything else turn the offer off; a test
# of autofill turns it on and loads the page again. Violations of the content security policy are collected, too.
PREPARE = """
addEventListener("securitypolicyviolation", (event) => console.error("CSP: " + event.violatedDirective));
if (localStorage.getItem("autofill") !== "on" && window.PublicKeyCredential) {
  PublicKeyCredential.isConditionalMediationAvailable = async () => false;
}
"""


class Person:
    def __init__(self, browser: Browser, device: dict | None = PHONE, script: str = "", **context):
        self.context = browser.new_context(**{"viewport": {"width": 1280, "height": 860}, "locale": "en-GB", **context})
        self.context.set_default_timeout(10_000)
        if context.get("java_script_enabled", True):
            self.context.add_init_script(PREPARE + script)
        self.errors: list[str] = []
        self.page = self.open()
        self.cdp = self.context.new_cdp_session(self.page)
        self.asserted = 0
        if device:
            self.cdp.send("WebAuthn.enable")
            self.cdp.on("WebAuthn.credentialAsserted", self._count)
            self.device = self.take(device)

    def open(self) -> Page:
        """Another tab."""
        page = self.context.new_page()
        page.on("pageerror", lambda error: self.errors.append(f"error: {error}"))
        page.on("console", self._heard)
        return page

    def _count(self, _) -> None:
        self.asserted += 1

    def _heard(self, message) -> None:
        # Browsers report answers that are not 2xx as errors; the page handles those.
        if message.type in ("error", "warning") and not message.text.startswith("Failed to load resource"):
            self.errors.append(f"console: {message.text}")

    def take(self, device: dict) -> str:
        return self.cdp.send("WebAuthn.addVirtualAuthenticator", {"options": device})["authenticatorId"]

    def put_away(self, device: str) -> None:
        self.cdp.send("WebAuthn.removeVirtualAuthenticator", {"authenticatorId": device})

    def credentials(self) -> list[dict]:
        return self.cdp.send("WebAuthn.getCredentials", {"authenticatorId": self.device})["credentials"]

    def sign_up(self, issuer: str, username: str, display_name: str = "") -> None:
        self.page.goto(issuer + "/demo")
        self.page.get_by_role("button", name="Create an account").click()
        self.page.get_by_role("textbox", name="User name or e-mail").fill(username)
        if display_name:
            self.page.get_by_role("textbox", name="Your name").fill(display_name)
        self.page.get_by_role("button", name="Create account with a passkey").click()
        self.is_signed_in()

    def sign_out(self) -> None:
        self.page.get_by_role("button", name="Sign out").click()
        self.is_signed_out()

    def is_signed_in(self, page: Page | None = None) -> None:
        page = page or self.page
        expect(page.locator("#signed-in")).to_be_visible()
        expect(page.locator("#passkeys li").first).to_be_visible()
        expect(page.locator("#claims dt").first).to_be_visible()

    def is_signed_out(self, page: Page | None = None) -> None:
        expect((page or self.page).locator("#signed-out")).to_be_visible()

    def sees_no_error(self) -> None:
        expect(self.page.locator(".notice:visible")).to_have_count(0)

    def stumbles(self) -> list[str]:
        """What is wrong for people who cannot see or point. Text that fades in is waited for."""
        self.page.wait_for_timeout(250)
        return self.page.evaluate(f"({ACCESSIBILITY.split(chr(10), 1)[1]})()")


def becomes(page, expression: str, seconds: float = 10) -> None:
    """Waits until an expression holds. `wait_for_function` would poll by `eval`, which the pages' CSP forbids."""
    end = time.monotonic() + seconds
    while not page.evaluate(expression):
        assert time.monotonic() < end, f"never: {expression}"
        page.wait_for_timeout(20)
