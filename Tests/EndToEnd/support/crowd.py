"""People who sign up, sign in and sign out without pause, and remember what they were told and what they never were."""

from __future__ import annotations

import http.client
import threading
import time
import uuid

from .app import App
from .device import Device
from .gateway import Gateway
from .http import Answer, Client

APPLE = "https://localhost"


def name() -> str:
    return "p" + uuid.uuid4().hex[:12]


def introspects(gateway: Gateway, token: str) -> bool:
    form, client = {"token": token}, ("demo-service", gateway.secrets["demo"])
    answer = gateway.tenant("demo").form("/oauth2/introspect", form, client)
    assert answer.status == 200, answer
    return answer.json["active"]


class Closed(Exception):
    """The server said before that it closes the connection."""


class KeptConnection(Client):
    """A client with one connection, for as long as the server keeps it open."""

    def __init__(self, port: int, host: str):
        super().__init__(port, host)
        self.is_closed = False
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)

    def send(self, method: str, path: str, body: bytes | None = None, headers: dict | None = None) -> Answer:
        if self.is_closed:
            raise Closed
        self._connection.request(method, path, body, {"Host": self.host, **(headers or {})})
        answer = Answer(self._connection.getresponse())
        self.is_closed = (answer.headers["Connection"] or "").lower() == "close"
        return answer


class Person:
    """What was acknowledged: the passkey (`is_there`), the tokens of `live` sessions, those of `ended` ones. `pending`
    is a registration that was sent, or was about to be, and never answered."""

    def __init__(self, gateway: Gateway, synced: bool = True):
        self.app = App(gateway.tenant("demo"), APPLE, Device(synced))
        self.pending: dict | None = None
        self.is_there = False
        self.live: list[str] = []
        self.ended: list[str] = []

    def sign_up(self) -> None:
        self.pending = self.app.registration({"username": name()})
        answer = self.app.finish("registration", self.pending)
        assert answer.status == 201, answer
        self.is_there, self.pending = True, None
        self.live.append(self.app.token)

    def sign_in(self) -> None:
        self.app.session = {}
        answer = self.app.sign_in()
        assert answer.status == 200, answer
        self.live.append(self.app.token)

    def sign_out(self) -> None:
        """Ends the oldest session. Until it is answered, nobody can know whether the session lives."""
        token = self.live.pop(0)
        answer = self.app.http.call("DELETE", "/session", token=token)
        assert answer.status == 204, answer
        self.ended.append(token)

    def is_remembered(self, gateway: Gateway) -> bool:
        """Whether the server agrees on all that was acknowledged."""
        sessions = [self.app.http.call("GET", "/session", token=token).status for token in self.live]
        lives = [introspects(gateway, token) for token in self.live]
        dead = [introspects(gateway, token) for token in self.ended]
        return set(sessions) <= {200} and all(lives) and not any(dead)


class Crowd:
    """Some people in threads of their own. `acknowledged` counts what the server said was done."""

    def __init__(self, gateway: Gateway, size: int):
        self.people = [Person(gateway, synced=number % 2 == 0) for number in range(size)]
        self.acknowledged = 0
        self.errors: list[BaseException] = []
        self._ending = threading.Event()
        self._threads = [threading.Thread(target=self._live, args=(person,)) for person in self.people]

    def start(self) -> None:
        for thread in self._threads:
            thread.start()

    def wait(self, acknowledged: int, seconds: float = 15) -> None:
        """Until that much was acknowledged: then there is load."""
        end = time.monotonic() + seconds
        while self.acknowledged < acknowledged and not self.errors:
            assert time.monotonic() < end, f"only {self.acknowledged} were acknowledged"
            time.sleep(0.005)

    def expect_the_end(self) -> None:
        """From now on the server may be gone."""
        self._ending.set()

    def join(self) -> None:
        for thread in self._threads:
            thread.join(20)
        assert not any(thread.is_alive() for thread in self._threads)
        assert not self.errors, self.errors

    def _live(self, person: Person) -> None:
        try:
            person.sign_up()
            self.acknowledged += 1
            while True:
                person.sign_in()
                self.acknowledged += 1
                if len(person.live) > 3:
                    person.sign_out()
                    self.acknowledged += 1
        except Closed:
            pass
        except (OSError, http.client.HTTPException) as error:
            if not self._ending.is_set():
                self.errors.append(error)
        except BaseException as error:
            self.errors.append(error)
