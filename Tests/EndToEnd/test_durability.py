"""What was acknowledged is on disk: kill -9, a full disk, clients that go away, starts that must not happen."""

from __future__ import annotations

import os
import re
import signal
import socket
import sqlite3
import stat
import subprocess
import threading
import time
import uuid
from contextlib import contextmanager

import pytest

from support.app import VERIFY, App
from support.device import Device
from support.gateway import Gateway

APPLE = "https://localhost"


def name() -> str:
    return "p" + uuid.uuid4().hex[:12]


@contextmanager
def running(folder, *flags: str):
    gateway = Gateway(folder)
    gateway.prepare()
    gateway.launch(*flags)
    try:
        yield gateway
    finally:
        if gateway.process.poll() is None:
            gateway.stop()


def introspects(gateway: Gateway, token: str) -> bool:
    form = {"token": token}
    answer = gateway.tenant("demo").form("/oauth2/introspect", form, ("demo-service", gateway.secrets["demo"]))
    assert answer.status == 200, answer
    return answer.json["active"]


class Person:
    """An app that signs up once and then signs in until it is told to stop or the server is gone. Everything it
    remembers was acknowledged."""

    def __init__(self, gateway: Gateway):
        self.app = App(gateway.tenant("demo"), APPLE, Device(synced=True))
        self.is_there = False
        self.tokens: list[str] = []

    def live(self, stop: threading.Event) -> None:
        try:
            if self.app.sign_up(name()).status != 201:
                return
            self.is_there = True
            self.tokens.append(self.app.token)
            while not stop.is_set():
                self.app.session = {}
                answer = self.app.sign_in()
                assert answer.status == 200, answer
                self.tokens.append(self.app.token)
        except (OSError, EOFError):
            pass  # the server was killed
        except Exception as error:  # http.client reports a cut answer in its own ways
            if "http.client" not in type(error).__module__:
                raise


def test_kill_9_under_load_loses_nothing_acknowledged(tmp_path):
    gateway = Gateway(tmp_path)
    gateway.prepare()
    people: list[Person] = []
    try:
        for _ in range(3):
            gateway.launch()
            for person in [person for person in people if person.is_there]:
                assert all(introspects(gateway, token) for token in person.tokens[-5:])
                person.app.session = {}
                answer = person.app.sign_in()
                assert answer.status == 200, answer
            stop = threading.Event()
            crowd = [Person(gateway) for _ in range(6)]
            threads = [threading.Thread(target=person.live, args=(stop,)) for person in crowd]
            for thread in threads:
                thread.start()
            time.sleep(1.5)
            gateway.kill()
            stop.set()
            for thread in threads:
                thread.join(20)
            people += crowd
        gateway.launch()
        known = [person for person in people if person.is_there]
        tokens = [token for person in known for token in person.tokens]
        assert len(known) >= 3 and len(tokens) > len(known), "there was no load"
        assert all(introspects(gateway, token) for token in tokens)
    finally:
        if gateway.process.poll() is None:
            assert gateway.stop() == 0


@pytest.fixture
def small_disk(tmp_path):
    """A folder on a file system of 3 MiB."""
    disk = tmp_path / "disk"
    disk.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=3m", "tmpfs", str(disk)]
    if os.geteuid() != 0 or subprocess.run(command, capture_output=True).returncode != 0:
        pytest.skip("NOT TESTED: a full disk needs root and mount")
    yield disk
    subprocess.run(["umount", "-l", str(disk)], check=True)


def test_a_full_disk_refuses_writes_and_loses_nothing(tmp_path, small_disk):
    (tmp_path / "data").symlink_to(small_disk)
    with running(tmp_path) as gateway:
        app = App(gateway.tenant("demo"), APPLE, Device(synced=True))
        assert app.sign_up(name()).status == 201
        kept = [app.token]
        # What is left of the disk goes to a stranger's file.
        with open(small_disk / "stranger", "wb", buffering=0) as stranger:
            try:
                while True:
                    stranger.write(b"x" * 4096)
            except OSError:
                pass
        refused = None
        for _ in range(400):
            app.session = {}
            answer = app.sign_in()
            if answer.status != 200:
                refused = answer
                break
            kept.append(app.token)
        assert refused is not None, "the disk never got full"
        assert (refused.status, refused.code) == (503, "unavailable") and refused.headers["Retry-After"]
        assert App(gateway.tenant("demo"), APPLE).http.get("/").status == 200
        assert all(introspects(gateway, token) for token in kept)
        assert gateway.tenant("apps").get("/.well-known/assetlinks.json").status == 200
        assert gateway.management().get("/health/live").status == 200
        assert gateway.management().get("/health/ready").status == 503
        (small_disk / "stranger").unlink()
        app.session = {}
        assert app.sign_in().status == 200
        assert gateway.management().get("/health/ready").status == 200
        assert all(introspects(gateway, token) for token in [*kept, app.token])


class TestClientsThatGoAway:
    def test_an_account_is_there_whole_or_not_at_all(self, tmp_path):
        with running(tmp_path) as gateway:
            for delay in (0.0, 0.002, 0.005, 0.01, 0.05):
                app = App(gateway.tenant("demo"), APPLE, Device(synced=True))
                registration = app.registration({"username": name()})
                _send_and_leave(gateway, VERIFY.format("registration"), registration, delay)
                again = app.finish("registration", registration)
                # Either the first one counted and this is a repetition, or this one counts.
                assert (again.status, again.status == 201 or again.code) in [(201, True), (409, "credential_exists")]
                app.session = {}
                assert app.sign_in().status == 200


def _send_and_leave(gateway: Gateway, path: str, body: dict, delay: float) -> None:
    import json

    text = json.dumps(body).encode()
    with socket.create_connection(("127.0.0.1", gateway.port)) as connection:
        head = f"POST {path} HTTP/1.1\r\nHost: localhost:{gateway.port}\r\nContent-Type: application/json\r\n"
        connection.sendall(head.encode() + f"Content-Length: {len(text)}\r\n\r\n".encode() + text)
        time.sleep(delay)
    time.sleep(0.05)


class TestStarts:
    """Exit codes: one line says what is wrong and what to do."""

    def refused(self, gateway: Gateway, *flags: str) -> str:
        process = gateway.popen(*flags)
        output, _ = process.communicate(timeout=20)
        assert process.returncode == 3, (process.returncode, output)
        last = output.strip().splitlines()[-1]
        assert last.startswith("gatehouse: "), output
        return last

    def test_a_taken_port(self, tmp_path):
        gateway = Gateway(tmp_path)
        gateway.prepare()
        with socket.create_server(("127.0.0.1", gateway.port)):
            assert str(gateway.port) in self.refused(gateway)

    def test_a_second_process_on_the_same_data(self, tmp_path):
        with running(tmp_path) as gateway:
            other = Gateway(tmp_path)
            assert "another process" in self.refused(other)

    def test_a_newer_database(self, tmp_path):
        with running(tmp_path) as gateway:
            pass
        [file] = gateway.data.glob("*.sqlite*") if list(gateway.data.glob("*.sqlite*")) else gateway.data.glob("*.db")
        with sqlite3.connect(file) as database:
            [table] = database.execute("SELECT name FROM sqlite_master WHERE name LIKE '%migration%'").fetchone()
            columns = [row[1] for row in database.execute(f"PRAGMA table_info({table})")]
            marks = ", ".join("?" for _ in columns)
            values = ["sqlite_9999_from_the_future" if column == "name" else 1 for column in columns]
            database.execute(f"INSERT INTO {table} VALUES ({marks})", values)
        database.close()
        assert "newer" in self.refused(gateway)

    def test_another_master_key(self, tmp_path):
        with running(tmp_path) as gateway:
            pass
        key = gateway.data / "master.key"
        key.unlink()
        assert "master key" in self.refused(gateway)

    def test_no_tenant(self, tmp_path):
        gateway = Gateway(tmp_path)
        gateway.prepare()
        for file in (tmp_path / "tenants").iterdir():
            file.unlink()
        assert "no tenant" in self.refused(gateway)

    @pytest.mark.parametrize(
        ("arguments", "code"),
        [
            (["serve", "--nonsense", "1"], 2), (["serve", "--listen"], 2), (["serve", "--listen", "nowhere"], 2),
            ([], 2), (["doctor"], 2), (["check", "--nonsense"], 2), (["check", "/nonexistent"], 1), (["version"], 0),
        ],
    )  # fmt: skip
    def test_wrong_usage(self, arguments, code):
        done = subprocess.run([os.environ["GATEHOUSE_BINARY"], *arguments], capture_output=True, text=True, timeout=20)
        assert done.returncode == code, done
        assert done.stdout or done.stderr


def test_sigterm_lets_running_requests_finish(tmp_path):
    with running(tmp_path) as gateway:
        people = [App(gateway.tenant("demo"), APPLE, Device(synced=True)) for _ in range(8)]
        for app in people:
            assert app.sign_up(name()).status == 201
        waiting = [(app, app.authentication()) for app in people]
        answers: list[int] = []

        def finish(app: App, response: dict) -> None:
            answers.append(app.finish("authentication", response).status)

        threads = [threading.Thread(target=finish, args=pair) for pair in waiting]
        for thread in threads:
            thread.start()
        time.sleep(0.03)
        os.kill(gateway.process.pid, signal.SIGTERM)
        for thread in threads:
            thread.join(20)
        # What was taken is answered; what came too late found the port closed and has no answer at all.
        assert answers and set(answers) <= {200, 503}
        assert gateway.process.wait(20) == 0


def test_files_are_for_their_owner_only(tmp_path):
    with running(tmp_path) as gateway:
        for file in gateway.data.iterdir():
            if file.name != "demo-service.secret":
                assert stat.S_IMODE(file.stat().st_mode) & 0o077 == 0, file


@pytest.mark.parametrize("form", ["text", "json"])
def test_no_secret_is_written_anywhere(tmp_path, form):
    with running(tmp_path, "--log-format", form, "--log-level", "debug") as gateway:
        app = App(gateway.tenant("demo"), APPLE, Device(synced=True))
        assert app.sign_up(name()).status == 201
        response = app.authentication()
        challenge = _challenge(response)
        token, proof = app.token, app.proof
        assert app.finish("authentication", response).status == 200
        wrong = dict(response, response={**response["response"], "signature": "AAAA"})
        assert app.finish("authentication", wrong).status == 401
        assert app.http.get("/session", Authorization="Bearer " + token + "x").status == 401
        assert app.http.get("/account/passkeys/" + token, Authorization="Bearer nonsense").status in (401, 404, 405)
        assert introspects(gateway, app.token)
        metrics = gateway.management().get("/metrics").body.decode()
        secrets = [token, app.token, proof, app.proof, challenge, *gateway.secrets.values()]
        assert gateway.stop() == 0
    stored = b"".join(file.read_bytes() for file in gateway.data.iterdir() if file.name != "demo-service.secret")
    written = "".join(gateway.lines) + metrics
    for secret in secrets:
        assert secret not in written
        assert secret.encode() not in stored
    assert re.search("request refused", written)


def _challenge(response: dict) -> str:
    import base64
    import json

    text = response["response"]["clientDataJSON"]
    return json.loads(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)))["challenge"]
