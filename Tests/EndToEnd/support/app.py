"""An app: no browser, no cookies; Yubico's client and plain HTTP."""

from __future__ import annotations

import json

from fido2.webauthn import PublicKeyCredentialCreationOptions, PublicKeyCredentialRequestOptions

from .device import Device, client
from .http import Answer, Client

OPTIONS = "/passkeys/{}/options"
VERIFY = "/passkeys/{}/verify"


class App:
    """`origin` is what the device signs; `headers` go with each request (an `Origin` if the app is a page)."""

    def __init__(self, http: Client, origin: str, device: Device | None = None, **headers: str):
        self.http, self.origin, self.headers = http, origin, headers
        self.device = device or Device()
        self.session: dict = {}

    @property
    def token(self) -> str | None:
        return self.session.get("token")

    @property
    def proof(self) -> str:
        return self.session["reauthentication"]["value"]

    def call(self, method: str, path: str, body: dict | None = None, fresh: bool = False, **headers: str) -> Answer:
        if fresh:
            headers["Gatehouse_Reauthentication"] = self.proof
        return self.http.call(method, path, body, self.token, **{**self.headers, **headers})

    def registration(self, body: dict | None = None, fresh: bool = False) -> dict:
        """Options answered by the device: a RegistrationResponseJSON that is not sent yet."""
        answer = self.call("POST", OPTIONS.format("registration"), body or {}, fresh)
        assert answer.status == 200, answer
        options = PublicKeyCredentialCreationOptions.from_dict(answer.json)
        return plain(client(self.device, self.origin).make_credential(options))

    def authentication(self, body: dict | None = None) -> dict:
        answer = self.call("POST", OPTIONS.format("authentication"), body or {})
        assert answer.status == 200, answer
        options = PublicKeyCredentialRequestOptions.from_dict(answer.json)
        return plain(client(self.device, self.origin).get_assertion(options).get_response(0))

    def finish(self, ceremony: str, response: dict, **members) -> Answer:
        answer = self.call("POST", VERIFY.format(ceremony), {**response, **members})
        if answer.status < 300 and "session" in answer.json:
            self.session = answer.json["session"]
        return answer

    def sign_up(self, username: str, **members) -> Answer:
        return self.finish("registration", self.registration({"username": username, **members}))

    def sign_in(self, username: str | None = None) -> Answer:
        return self.finish("authentication", self.authentication({"username": username} if username else {}))


def plain(response) -> dict:
    return json.loads(json.dumps(dict(response)))
