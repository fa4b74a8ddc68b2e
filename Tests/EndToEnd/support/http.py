"""A plain HTTP client. It goes to 127.0.0.1 with a Host header, because Python does not resolve *.localhost."""

from __future__ import annotations

import base64
import http.client
import json
from urllib.parse import urlencode


class Answer:
    def __init__(self, response: http.client.HTTPResponse):
        self.status = response.status
        self.headers = response.headers
        self.body = response.read()

    @property
    def json(self) -> dict:
        return json.loads(self.body)

    @property
    def code(self) -> str | None:
        """The code of a problem answer, checked to be one."""
        assert self.headers["Content-Type"] == "application/problem+json", (self.status, self.body)
        problem = self.json
        assert problem["status"] == self.status and problem["request_id"] == self.headers["X-Request-Id"]
        # Without a tenant there is no page that could explain the code.
        assert problem["type"].endswith("/error?code=" + problem["code"]) or problem["type"] == "about:blank"
        return problem["code"]

    def __repr__(self) -> str:
        return f"{self.status} {self.body[:300]!r}"


class Client:
    def __init__(self, port: int, host: str):
        self.port, self.host = port, host

    def send(self, method: str, path: str, body: bytes | None = None, headers: dict | None = None) -> Answer:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        try:
            connection.request(method, path, body, {"Host": self.host, **(headers or {})})
            return Answer(connection.getresponse())
        finally:
            connection.close()

    def get(self, path: str, **headers: str) -> Answer:
        return self.send("GET", path, headers=_fields(headers))

    def call(self, method: str, path: str, body: dict | None = None, token: str | None = None, **headers: str):
        """One call of the JSON contract. `Header_Name="x"` becomes the field `Header-Name: x`."""
        fields = _fields(headers)
        if token:
            fields["Authorization"] = f"Bearer {token}"
        if body is not None:
            fields["Content-Type"] = "application/json"
        return self.send(method, path, json.dumps(body).encode() if body is not None else None, fields)

    def form(self, path: str, form: dict, basic: tuple[str, str] | None = None, **headers: str) -> Answer:
        fields = {"Content-Type": "application/x-www-form-urlencoded", **_fields(headers)}
        if basic:
            fields["Authorization"] = "Basic " + base64.b64encode(":".join(basic).encode()).decode()
        return self.send("POST", path, urlencode(form).encode(), fields)


def _fields(headers: dict[str, str]) -> dict[str, str]:
    return {name.replace("_", "-"): value for name, value in headers.items()}
