"""The browser SDK on another origin of the tenant: a token in memory, no cookie."""

from __future__ import annotations

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from support.person import SECURITY_KEY


@pytest.fixture(scope="module")
def shop(gateway):
    """A site of the tenant's own, on an origin that the tenant's file lists. It serves one empty page."""

    class Page(BaseHTTPRequestHandler):
        def do_GET(self):
            body = b"<!doctype html><html lang=en><title>Shop</title><link rel=icon href=data:,>"
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", gateway.other_port), Page)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield gateway.other_origin
    server.shutdown()


@pytest.fixture
def sdk(person, shop, gateway):
    """Runs a script body with `gatehouse` and `Error`; what it throws comes back as its kind and code."""
    person.page.goto(shop)
    person.page.evaluate(
        """async (url) => {
          const module = await import(url);
          window.gatehouse = new module.Gatehouse();
          window.Gatehouse = module.Gatehouse;
        }""",
        gateway.issuer("demo") + "/sdk/gatehouse.js",
    )

    def run(script: str, argument=None):
        return person.page.evaluate(
            f"""async (argument) => {{
              try {{ return await (async () => {{ {script} }})(); }}
              catch (error) {{
                if (error.name !== "GatehouseError") throw error;
                return {{ kind: error.kind, code: error.code, status: error.status, requestId: error.requestId }};
              }}
            }}""",
            argument,
        )

    return run


def test_a_token_is_kept_in_memory_only(sdk, person, gateway, username):
    session = sdk("return gatehouse.signUp({ username: argument, displayName: 'Ann' })", username)
    assert session["user"]["username"] == username and session["token"] == sdk("return gatehouse.token")
    assert person.context.cookies() == []
    assert person.page.evaluate("[localStorage.length, sessionStorage.length]") == [0, 0]
    assert sdk("return (await gatehouse.session()).id") == session["id"]
    assert sdk("return (await gatehouse.account()).display_name") == "Ann"
    service = ("demo-service", gateway.secrets["demo"])
    seen = gateway.tenant("demo").form("/oauth2/introspect", {"token": session["token"]}, basic=service)
    assert seen.json["active"] and seen.json["username"] == username
    sdk("await gatehouse.signOut()")
    assert sdk("return [gatehouse.token, await gatehouse.session()]") == [None, None]
    seen = gateway.tenant("demo").form("/oauth2/introspect", {"token": session["token"]}, basic=service)
    assert seen.json == {"active": False}


def test_sign_in_by_dialog_and_by_autofill(sdk, person, username):
    sdk("await gatehouse.signUp({ username: argument }); await gatehouse.signOut()", username)
    assert sdk("return (await gatehouse.signIn()).user.username") == username
    sdk("await gatehouse.signOut()")
    refused = sdk("return gatehouse.signIn({ autofill: true })")
    assert refused["kind"] == "ignore" and refused["code"] == "passkeys_unsupported"
    sdk("PublicKeyCredential.isConditionalMediationAvailable = async () => true")
    assert sdk("return (await gatehouse.signIn({ autofill: true })).user.username") == username


def test_sensitive_calls_carry_the_proof(sdk, person, username):
    sdk("await gatehouse.signUp({ username: argument })", username)
    person.put_away(person.device)
    person.device = person.take(SECURITY_KEY)
    added = sdk("return gatehouse.addPasskey({ name: 'Key' })")
    assert added["name"] == "Key" and len(sdk("return gatehouse.passkeys.list()")) == 2
    assert sdk("return gatehouse.passkeys.rename(argument, 'Other')", added["id"])["name"] == "Other"
    assert sdk("await gatehouse.passkeys.remove(argument)", added["id"]) is None
    assert len(sdk("return gatehouse.passkeys.list()")) == 1
    assert len(sdk("return gatehouse.sessions.list()")) == 1


@pytest.mark.parametrize(
    ("thrown", "kind", "code"),
    [
        ("NotAllowedError", "ignore", "cancelled"),
        ("AbortError", "ignore", "aborted"),
        ("InvalidStateError", "show", "passkey_exists"),
        ("NotSupportedError", "fallback", "passkeys_unsupported"),
        ("ConstraintError", "fallback", "passkeys_unsupported"),
        ("SecurityError", "show", "origin_not_allowed"),
        ("UnknownError", "retry", "passkey_failed"),
    ],
)
def test_what_browsers_throw(sdk, username, thrown, kind, code):
    script = f"navigator.credentials.create = async () => {{ throw new DOMException('x', '{thrown}'); }};"
    error = sdk(script + "return gatehouse.signUp({ username: argument })", username)
    assert (error["kind"], error["code"]) == (kind, code)


def test_what_the_server_refuses(sdk, username):
    sdk("await gatehouse.signUp({ username: argument }); await gatehouse.signOut()", username)
    taken = sdk("return gatehouse.signUp({ username: argument })", username)
    assert (taken["kind"], taken["code"], taken["status"]) == ("show", "username_taken", 409) and taken["requestId"]
    assert sdk("return gatehouse.passkeys.list()")["code"] == "session_required"


def test_no_network(sdk, person):
    person.context.set_offline(True)
    error = sdk("return gatehouse.signIn()")
    assert (error["kind"], error["code"], error["status"]) == ("retry", "network", 0)
    person.context.set_offline(False)


def test_the_page_can_end_a_request(sdk):
    error = sdk("""
        navigator.credentials.get = ({ signal }) =>
          new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
        const stop = new AbortController();
        setTimeout(() => stop.abort(), 300);
        return gatehouse.signIn({ signal: stop.signal });""")
    assert (error["kind"], error["code"]) == ("ignore", "aborted")
