"""Secrets that were used, and put in wrong places, stand in no log, no database file and no metric."""

from __future__ import annotations

import base64
import json

import pytest

from support.app import App
from support.crowd import APPLE, introspects, name
from support.device import Device
from support.gateway import Gateway


class Canaries:
    """Everything secret that came by, as text and as the bytes it stands for."""

    def __init__(self):
        self.texts: dict[str, str] = {}

    def add(self, what: str, text: str) -> str:
        assert len(text) >= 20, (what, text)
        self.texts[what] = text
        return text

    def found_in(self, haystack: bytes) -> list[str]:
        return [what for what, text in self.texts.items() if any(form in haystack for form in _forms(text))]


def _forms(text: str) -> list[bytes]:
    bare = text.removeprefix("gths_")
    forms = [text.encode(), bare.encode()]
    try:
        forms.append(base64.urlsafe_b64decode(bare + "=" * (-len(bare) % 4)))
    except ValueError:
        pass
    # Less would be found by chance.
    assert all(len(form) >= 15 for form in forms), text
    return forms


def _challenge(response: dict) -> str:
    text = response["response"]["clientDataJSON"]
    return json.loads(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)))["challenge"]


@pytest.mark.parametrize("form", ["text", "json"])
def test_no_secret_is_written_anywhere(tmp_path, form):
    gateway = Gateway(tmp_path)
    gateway.prepare()
    gateway.launch("--log-format", form, "--log-level", "debug")
    canaries = Canaries()
    try:
        app = _an_app(gateway, canaries)
        _a_page(gateway, canaries)
        _services(gateway, canaries, app.token)
        _in_wrong_places(app, canaries)
        metrics = gateway.management().get("/metrics").body
        # While it runs there is a journal, afterwards there is none.
        while_running = _stored(gateway)
    finally:
        assert gateway.stop() == 0
    written = "".join(gateway.lines).encode()
    assert b"request refused" in written and metrics.count(b"gatehouse_") > 5
    assert len(canaries.texts) > 12
    assert canaries.found_in(written) == []
    assert canaries.found_in(metrics) == []
    assert canaries.found_in(while_running) == []
    assert canaries.found_in(_stored(gateway)) == []
    # The search would find them: names are stored as they are.
    assert app.username.encode() in _stored(gateway)
    key = (gateway.data / "master.key").read_text().strip()
    assert all(form not in place for form in _forms(key) for place in (written, metrics, while_running))


def _stored(gateway: Gateway) -> bytes:
    return b"".join(file.read_bytes() for file in gateway.data.glob("gatehouse.*"))


def _an_app(gateway: Gateway, canaries: Canaries) -> App:
    app = App(gateway.tenant("demo"), APPLE, Device(synced=True))
    app.username = name()
    registration = app.registration({"username": app.username})
    canaries.add("challenge of a sign-up", _challenge(registration))
    assert app.finish("registration", registration).status == 201
    canaries.add("first token", app.token)
    canaries.add("first proof", app.proof)
    # Asked for with a session, a challenge is stored.
    further = App(app.http, APPLE, Device(synced=True))
    further.session = app.session
    addition = further.registration(fresh=True)
    canaries.add("challenge of an addition", _challenge(addition))
    assert further.finish("registration", addition).status == 201
    further.device = Device()
    wrong = further.registration(fresh=True)
    canaries.add("challenge of a refused addition", _challenge(wrong))
    wrong["response"]["attestationObject"] = "oA"
    assert further.finish("registration", wrong).status == 400
    signing_in = app.authentication()
    canaries.add("challenge of a sign-in", _challenge(signing_in))
    assert app.finish("authentication", signing_in).status == 200
    canaries.add("token of a re-authentication", app.token)
    canaries.add("proof of a re-authentication", app.proof)
    broken = app.authentication()
    canaries.add("challenge of a refused sign-in", _challenge(broken))
    broken["response"]["signature"] = "AAAA"
    assert app.finish("authentication", broken).status == 401
    return app


def _a_page(gateway: Gateway, canaries: Canaries) -> None:
    issuer = gateway.issuer("demo")
    page = App(gateway.tenant("demo"), issuer, Device(), Origin=issuer)
    answer = page.sign_up(name())
    assert answer.status == 201, answer
    cookie = answer.headers["Set-Cookie"].split(";")[0]
    canaries.add("cookie", cookie.split("=", 1)[1])
    assert page.http.get("/session", Cookie=cookie, Origin=issuer).status == 200
    assert page.http.get("/session", Cookie=cookie, Origin="https://elsewhere.example").status == 403
    handed_out = page.http.call("POST", "/demo/bearer", {}, Cookie=cookie, Origin=issuer)
    assert handed_out.status in (200, 201), handed_out
    canaries.add("token for a shell", handed_out.json["session"]["token"])
    assert page.http.call("DELETE", "/session", Cookie=cookie, Origin=issuer).status == 204


def _services(gateway: Gateway, canaries: Canaries, token: str) -> None:
    for service, secret in gateway.secrets.items():
        canaries.add(f"secret of {service}", secret)
    assert introspects(gateway, token)
    service = gateway.tenant("demo")
    wrong = canaries.add("a wrong secret", "wrong-secret-of-somebody-else-0123456789")
    assert service.form("/oauth2/introspect", {"token": token}, ("demo-service", wrong)).status == 401
    form = {"token": token, "client_id": "demo-service", "client_secret": wrong}
    assert service.form("/oauth2/introspect", form).status == 401
    # A secret where the client's name belongs, a token where the secret does.
    assert service.form("/oauth2/introspect", {"token": token}, (wrong, token)).status == 401
    right = ("demo-service", gateway.secrets["demo"])
    assert service.form("/oauth2/revoke", {"token": token + "x"}, right).status == 200


def _in_wrong_places(app: App, canaries: Canaries) -> None:
    """What careless callers do."""
    http, token = app.http, app.token
    mistyped = canaries.add("mistyped token", token[:-1] + ("A" if token[-1] != "A" else "B"))
    assert http.get("/session", Authorization="Bearer " + mistyped).status == 401
    for request in (
        ("GET", f"/session?token={token}"), ("GET", f"/{token}"), ("GET", f"/account/passkeys/{token}"),
        ("DELETE", f"/account/sessions/{token}"), ("GET", f"/x/{token}/y"), ("PUT", f"/account?proof={app.proof}"),
        ("GET", f"/.well-known/{token}"), ("GET", f"/assets/{token}.js"), ("GET", f"/error?code={token}"),
    ):  # fmt: skip
        http.call(*request, token=token)
    http.call("POST", "/passkeys/authentication/options", {"client_id": token})
    http.call("POST", "/passkeys/registration/options", {"username": "two words " + token})
    http.call("POST", "/passkeys/registration/options", {"client_id": canaries.texts["secret of demo"]})
    http.get("/session", Cookie="gatehouse=" + token, Authorization="Basic " + token)
    http.call("PATCH", "/account", {"display_name": 5, "token": token}, token)
    http.send("POST", "/passkeys/registration/options", token.encode(), {"Content-Type": "application/json"})
    http.send("POST", "/passkeys/registration/options", b"{}", {"Content-Type": token})
    http.send("GET", "/", headers={"Origin": "https://" + token, "User-Agent": "curl", "Host": http.host})
    http.send("GET", "/", headers={"Host": token + ".example"})
