"""The demo page in a real browser with a virtual authenticator."""

from __future__ import annotations

import json
import re
import subprocess

import pytest
from playwright.sync_api import expect

from support.person import SECURITY_KEY, becomes


@pytest.fixture
def issuer(gateway):
    return gateway.issuer("demo")


class TestSignUp:
    def test_shows_the_passkey_and_what_a_service_sees(self, person, issuer, username):
        answers = []
        person.page.on("response", lambda answer: answers.append(answer) if "/verify" in answer.url else None)
        person.sign_up(issuer, username, "Ann Sommer")
        page = person.page
        expect(page.get_by_role("heading", level=1)).to_have_text("Hello, Ann Sommer")
        expect(page.locator("#passkeys li")).to_have_count(1)
        expect(page.locator("#passkeys .tag")).to_have_text("Synced")
        claims = page.locator("#claims")
        expect(claims).to_contain_text(username)
        expect(claims).to_contain_text('["swk","user","mfa"]')
        expect(claims).to_contain_text(issuer)
        # The page cannot read its session, nor did the answer tell.
        assert "token" not in answers[0].json()["session"] and page.evaluate("document.cookie") == ""
        assert page.evaluate("[localStorage.length, sessionStorage.length]") == [0, 0]

    def test_a_taken_name_is_said_at_the_field(self, people, person, issuer, username):
        person.sign_up(issuer, username)
        other = people()
        other.page.goto(issuer + "/demo#create")
        field = other.page.get_by_role("textbox", name="User name or e-mail")
        field.fill(username)
        field.press("Enter")
        expect(other.page.locator("#sign-up-name-fault")).to_have_text("This user name is taken. Choose another one.")
        expect(field).to_be_focused()
        expect(field).to_have_attribute("aria-invalid", "true")
        assert other.credentials() == []

    def test_a_name_is_asked_for(self, person, issuer):
        person.page.goto(issuer + "/demo#create")
        person.page.get_by_role("button", name="Create account with a passkey").click()
        expect(person.page.locator("#sign-up-name-fault")).to_have_text("Choose a user name first.")

    def test_the_device_forgets_what_no_account_has(self, people, issuer, username):
        """Two people take the same name while both devices are busy: the loser's passkey does not stay behind."""
        slow = people(script="""
            const create = navigator.credentials.create.bind(navigator.credentials);
            navigator.credentials.create = async (options) => {
              const credential = await create(options);
              await new Promise((resolve) => { window.finish = resolve; });
              return credential;
            };""")
        slow.page.goto(issuer + "/demo#create")
        slow.page.get_by_role("textbox", name="User name or e-mail").fill(username)
        slow.page.get_by_role("button", name="Create account with a passkey").click()
        becomes(slow.page, "window.finish !== undefined")
        people().sign_up(issuer, username)
        assert len(slow.credentials()) == 1
        slow.page.evaluate("window.finish()")
        expect(slow.page.locator("#sign-up-name-fault")).to_be_visible()
        slow.page.wait_for_timeout(300)
        assert slow.credentials() == []


class TestSignIn:
    def test_by_button(self, person, issuer, username):
        person.sign_up(issuer, username)
        person.sign_out()
        expect(person.page.locator("#sign-in-title")).to_be_focused()
        person.page.get_by_role("button", name="Sign in with a passkey").click()
        person.is_signed_in()
        expect(person.page.locator("#person-title")).to_be_focused()
        person.page.reload()
        person.is_signed_in()

    def test_by_button_with_a_name(self, person, issuer, username):
        person.sign_up(issuer, username)
        person.sign_out()
        field = person.page.get_by_role("textbox", name="User name or e-mail")
        field.fill(username)
        field.press("Enter")
        person.is_signed_in()

    def test_by_autofill(self, person, issuer, username):
        person.sign_up(issuer, username)
        person.sign_out()
        field = person.page.get_by_role("textbox", name="User name or e-mail")
        assert field.get_attribute("autocomplete") == "username webauthn"
        person.page.evaluate("localStorage.setItem('autofill', 'on')")
        person.page.reload()
        person.is_signed_in()
        assert person.asserted == 1

    def test_the_button_works_while_autofill_is_open(self, people, issuer, username):
        """Browsers allow one request at a time: the open one is taken back first, and offered again after a cancel."""
        person = people(script=CONDITIONAL_THAT_WAITS)
        person.sign_up(issuer, username)
        person.sign_out()
        becomes(person.page, "log.at(-1) === 'open'")
        person.page.evaluate("refuse = true")
        person.page.get_by_role("button", name="Sign in with a passkey").click()
        becomes(person.page, "log.slice(-4).join() === 'open,taken back,dialog,open'")
        person.sees_no_error()
        person.page.evaluate("refuse = false")
        person.page.get_by_role("button", name="Sign in with a passkey").click()
        person.is_signed_in()
        assert person.page.evaluate("log.slice(-2)") == ["taken back", "dialog"]

    def test_a_browser_that_can_offer_nothing_is_asked_once(self, people, issuer):
        """It says that it can, and then refuses at once: no error that nobody caused, and no loop of requests."""
        person = people(script="""
            window.asked = 0;
            PublicKeyCredential.isConditionalMediationAvailable = async () => true;
            navigator.credentials.get = async () => {
              asked += 1;
              throw new DOMException("no", "NotSupportedError");
            };""")
        person.page.goto(issuer + "/demo")
        becomes(person.page, "asked > 0")
        person.page.wait_for_timeout(1_000)
        assert person.page.evaluate("asked") == 1
        person.sees_no_error()
        person.page.get_by_role("button", name="Sign in with a passkey").click()
        expect(person.page.locator("#entry-error")).to_be_visible()

    def test_cancelling_is_no_error(self, people, issuer, username):
        cancel = "async () => { throw new DOMException('no', 'NotAllowedError'); }"
        person = people(script=f"navigator.credentials.get = navigator.credentials.create = {cancel};")
        person.page.goto(issuer + "/demo")
        button = person.page.get_by_role("button", name="Sign in with a passkey")
        button.click()
        expect(button).not_to_have_attribute("aria-busy", "true")
        person.sees_no_error()
        person.page.get_by_role("button", name="Create an account").click()
        person.page.get_by_role("textbox", name="User name or e-mail").fill(username)
        create = person.page.get_by_role("button", name="Create account with a passkey")
        create.click()
        expect(create).not_to_have_attribute("aria-busy", "true")
        person.sees_no_error()
        expect(person.page.get_by_role("textbox", name="User name or e-mail")).to_have_value(username)

    def test_a_passkey_that_was_removed_is_explained_and_forgotten(self, person, issuer, username):
        person.sign_up(issuer, username)
        person.page.evaluate("fetch('/account', {method: 'DELETE'})")
        person.page.reload()
        person.is_signed_out()
        person.page.get_by_role("button", name="Sign in with a passkey").click()
        notice = person.page.locator("#entry-error .notice")
        expect(notice).to_contain_text("This passkey is no longer known here")
        expect(notice).to_contain_text(re.compile(r"Reference: [\w-]{22}"))
        person.page.wait_for_timeout(300)
        assert person.credentials() == []


# Stands in for a browser that shows its list and waits; dialogs go to the virtual device, or are refused.
CONDITIONAL_THAT_WAITS = """
window.log = [];
window.refuse = false;
if (window.PublicKeyCredential) PublicKeyCredential.isConditionalMediationAvailable = async () => true;
const get = navigator.credentials.get.bind(navigator.credentials);
navigator.credentials.get = (options) => {
  if (options.mediation !== "conditional") {
    log.push("dialog");
    return refuse ? Promise.reject(new DOMException("no", "NotAllowedError")) : get(options);
  }
  log.push("open");
  return new Promise((_, reject) => options.signal.addEventListener("abort", () => {
    log.push("taken back");
    reject(options.signal.reason);
  }));
};
"""


class TestPasskeys:
    def test_rename(self, person, issuer, username):
        person.sign_up(issuer, username)
        page = person.page
        page.locator("#passkeys .rename").click()
        field = page.get_by_label("New name")
        expect(field).to_be_focused()
        field.fill("  ")
        field.press("Enter")
        expect(page.locator("#new-name-fault")).to_have_text("Give it a name.")
        field.fill("Mein Telefon 📱")
        field.press("Enter")
        expect(page.locator("#passkeys .label")).to_have_text("Mein Telefon 📱")
        expect(page.get_by_role("button", name="Rename Mein Telefon 📱")).to_be_focused()
        page.reload()
        expect(page.locator("#passkeys .label")).to_have_text("Mein Telefon 📱")
        page.locator("#passkeys .rename").click()
        page.get_by_label("New name").press("Escape")
        expect(page.get_by_role("button", name="Rename Mein Telefon 📱")).to_be_focused()

    def test_the_last_one_stays(self, person, issuer, username):
        person.sign_up(issuer, username)
        self.remove(person, "Synced")
        expect(person.page.locator("#passkeys-error")).to_contain_text("This is your only passkey")
        expect(person.page.locator("#passkeys li")).to_have_count(1)

    def test_removing_is_asked_first(self, person, issuer, username):
        person.sign_up(issuer, username)
        person.page.locator("#passkeys .remove").click()
        expect(person.page.get_by_role("dialog")).to_be_visible()
        expect(person.page.get_by_role("button", name="Cancel")).to_be_focused()
        person.page.keyboard.press("Escape")
        expect(person.page.get_by_role("dialog")).to_have_count(0)
        expect(person.page.locator("#passkeys .remove")).to_be_focused()
        person.sees_no_error()

    def test_add_another_and_remove_it(self, person, issuer, username):
        person.sign_up(issuer, username)
        person.put_away(person.device)
        person.device = person.take(SECURITY_KEY)
        person.page.get_by_role("button", name="Add a passkey").click()
        expect(person.page.locator("#passkeys li")).to_have_count(2)
        self.remove(person, "This device only")
        expect(person.page.locator("#passkeys li")).to_have_count(1)
        expect(person.page.locator("#toast")).to_contain_text("Passkey removed")
        # The credential manager was told what is left.
        person.page.wait_for_timeout(300)
        assert person.credentials() == []
        person.is_signed_in()

    def test_removing_the_one_that_signed_in_signs_out(self, person, issuer, username):
        person.sign_up(issuer, username)
        person.put_away(person.device)
        person.device = person.take(SECURITY_KEY)
        person.page.get_by_role("button", name="Add a passkey").click()
        expect(person.page.locator("#passkeys li")).to_have_count(2)
        self.remove(person, "Synced")
        person.is_signed_out()
        person.sees_no_error()
        person.page.get_by_role("button", name="Sign in with a passkey").click()
        person.is_signed_in()
        expect(person.page.locator("#passkeys li")).to_have_count(1)

    def test_one_per_device(self, person, issuer, username):
        person.sign_up(issuer, username)
        person.page.get_by_role("button", name="Add a passkey").click()
        expect(person.page.locator("#passkeys-error")).to_contain_text("This device already has a passkey")

    @staticmethod
    def remove(person, kind: str) -> None:
        person.page.locator("#passkeys li").filter(has_text=kind).locator(".remove").click()
        person.page.get_by_role("dialog").get_by_role("button", name="Remove").click()


class TestReauthentication:
    def test_a_sign_in_that_is_not_fresh_is_repeated(self, person, gateway, username):
        """Acme wants a sign-in of the last seconds: the SDK asks for the passkey once and goes on."""
        person.sign_up(gateway.issuer("acme"), username)
        person.page.wait_for_timeout(4_500)
        TestPasskeys.remove(person, "Synced")
        expect(person.page.locator("#passkeys-error")).to_contain_text("This is your only passkey")
        assert person.asserted == 1
        person.is_signed_in()


class TestTenants:
    def test_another_tenant_sees_neither_session_nor_passkey(self, person, gateway, username):
        person.sign_up(gateway.issuer("demo"), username)
        person.page.goto(gateway.issuer("acme") + "/demo")
        person.is_signed_out()
        expect(person.page.locator(".brand")).to_have_text("Acme")
        assert person.page.evaluate("(async () => (await fetch('/session')).status)()") == 401
        person.page.get_by_role("button", name="Sign in with a passkey").click()
        person.page.wait_for_timeout(500)
        person.is_signed_out()
        person.sees_no_error()
        # The same name is free there, and the two live side by side.
        person.sign_up(gateway.issuer("acme"), username)
        person.page.goto(gateway.issuer("demo") + "/demo")
        person.is_signed_in()
        hosts = {credential["rpId"] for credential in person.credentials()}
        assert hosts == {"localhost", "acme.localhost"}


class TestService:
    def test_the_printed_command_works_until_the_session_is_ended(self, person, gateway, issuer, username):
        person.context.grant_permissions(["clipboard-read", "clipboard-write"])
        person.sign_up(issuer, username)
        page = person.page
        page.get_by_role("button", name="Make a token").click()
        page.get_by_role("button", name="Copy the command").click()
        expect(page.locator("#toast")).to_have_text("Copied")
        command = page.evaluate("navigator.clipboard.readText()")
        assert command == page.locator("#curl").text_content()
        assert command.startswith('curl -s -u "demo-service:') and f"{issuer}/oauth2/introspect" in command
        token = re.search(r"token=(gths_[\w-]+)$", command)[1]
        # As somebody would who copies it: in a shell, beside the secret that ./scripts/run keeps there.
        run = ["bash", "-c", command]
        seen = json.loads(subprocess.run(run, cwd=gateway.folder, capture_output=True, check=True, timeout=20).stdout)
        assert seen["active"] and seen["username"] == username
        service = ("demo-service", gateway.secrets["demo"])
        http = gateway.tenant("demo")
        # It cannot take the account.
        assert http.call("POST", "/passkeys/registration/options", {}, token).code == "reauthentication_required"
        expect(page.locator("#sessions li")).to_have_count(2)
        page.get_by_role("button", name="End all others").click()
        expect(page.locator("#sessions li")).to_have_count(1)
        assert http.form("/oauth2/introspect", {"token": token}, basic=service).json == {"active": False}

    def test_nothing_stays_in_the_page_after_signing_out(self, person, issuer, username):
        person.sign_up(issuer, username, "Ann Sommer")
        person.page.get_by_role("button", name="Make a token").click()
        expect(person.page.locator("#curl")).to_be_visible()
        person.sign_out()
        content = person.page.content()
        assert "gths_" not in content and "Ann Sommer" not in content and username not in content


class TestTabs:
    def test_all_follow(self, person, issuer, username):
        person.sign_up(issuer, username)
        second = person.open()
        second.goto(issuer + "/demo")
        person.is_signed_in(second)
        person.sign_out()
        person.is_signed_out(second)
        person.page.get_by_role("button", name="Sign in with a passkey").click()
        person.is_signed_in()
        person.is_signed_in(second)

    def test_a_session_that_was_ended_elsewhere_leads_back_calmly(self, person, issuer, username):
        person.sign_up(issuer, username)
        person.context.clear_cookies()
        person.page.get_by_role("button", name="Refresh").click()
        person.is_signed_out()
        person.sees_no_error()


class TestCalm:
    def test_no_passkey_support(self, people, issuer):
        person = people(device=None, script="delete window.PublicKeyCredential;")
        person.page.goto(issuer + "/demo")
        expect(person.page.locator("#unsupported")).to_contain_text("This browser cannot use passkeys here")
        expect(person.page.get_by_role("button", name="Sign in with a passkey")).to_be_disabled()

    def test_no_javascript(self, people, issuer):
        person = people(device=None, java_script_enabled=False)
        person.page.goto(issuer + "/demo")
        expect(person.page.get_by_role("heading", level=1)).to_have_text("This page needs JavaScript")
        expect(person.page.locator("#waiting")).to_be_hidden()

    def test_the_network_goes_and_comes_back(self, person, issuer, username):
        person.sign_up(issuer, username)
        person.sign_out()
        person.context.set_offline(True)
        person.page.get_by_role("button", name="Sign in with a passkey").click()
        expect(person.page.locator("#entry-error")).to_contain_text("The server did not answer")
        person.context.set_offline(False)
        person.page.get_by_role("button", name="Try again").click()
        person.is_signed_in()
        person.sees_no_error()

    def test_the_server_is_away_at_the_start(self, person, issuer):
        person.page.route("**/session", lambda route: route.abort())
        person.page.goto(issuer + "/demo")
        expect(person.page.get_by_role("heading", level=1)).to_have_text("The page could not start")
        person.page.unroute("**/session")
        person.page.get_by_role("button", name="Try again").click()
        person.is_signed_out()

    def test_an_old_browser_without_the_json_methods(self, people, issuer, username):
        person = people(script="""
            delete PublicKeyCredential.parseCreationOptionsFromJSON;
            delete PublicKeyCredential.parseRequestOptionsFromJSON;
            delete PublicKeyCredential.prototype.toJSON;
            delete AbortSignal.any;""")
        person.sign_up(issuer, username)
        person.sign_out()
        person.page.get_by_role("button", name="Sign in with a passkey").click()
        person.is_signed_in()

    def test_with_the_keyboard_alone(self, person, issuer, username):
        page = person.page
        page.goto(issuer + "/demo")
        person.is_signed_out()
        reached = []
        for _ in range(12):
            page.keyboard.press("Tab")
            name = page.evaluate("document.activeElement.id || document.activeElement.className")
            reached.append(name)
            if name == "to-sign-up":
                break
        assert reached == ["skip", "brand", "sign-in-name", "sign-in-button", "to-sign-up"]
        page.keyboard.press("Enter")
        expect(page.locator("#sign-up-title")).to_be_focused()
        page.keyboard.press("Tab")
        page.keyboard.type(username)
        page.keyboard.press("Enter")
        person.is_signed_in()
        expect(page.locator("#person-title")).to_be_focused()
