"""What was acknowledged is on disk, and nothing is there by halves: kill -9, a full disk, clients that go away."""

from __future__ import annotations

import json
import os
import shutil
import socket
import struct
import subprocess
import time
from contextlib import contextmanager

import pytest

from support.app import VERIFY, App
from support.crowd import APPLE, Crowd, Person, introspects, name
from support.device import Device
from support.gateway import Gateway
from support.records import Records


@contextmanager
def running(folder):
    gateway = Gateway(folder)
    gateway.start()
    try:
        yield gateway
    finally:
        code = gateway.stop()
    assert code == 0, gateway.lines[-20:]
    assert Records(gateway.data).faults() == []


def test_kill_9_under_load_loses_nothing_acknowledged(tmp_path):
    gateway = Gateway(tmp_path)
    gateway.prepare()
    people: list[Person] = []
    try:
        for _ in range(3):
            gateway.launch()
            crowd = Crowd(gateway, 6)
            crowd.start()
            crowd.wait(acknowledged=40)
            crowd.expect_the_end()
            gateway.kill()
            crowd.join()
            people += crowd.people

            gateway.launch()
            for person in people:
                assert person.is_remembered(gateway)
                _goes_on(person)
            gateway.kill()
        assert sum(len(person.ended) for person in people) > 0, "nobody signed out"
        assert Records(gateway.data).faults() == []
    finally:
        if gateway.process.poll() is None:
            gateway.stop()


def _goes_on(person: Person) -> None:
    """A person whose sign-up was cut off finishes it, or hears that it was done; then everybody can sign in."""
    if person.pending:
        again = person.app.finish("registration", person.pending)
        assert again.status == 201 or (again.status, again.code) == (409, "credential_exists"), again
        person.is_there, person.pending = True, None
    if person.is_there:
        person.sign_in()


@pytest.fixture
def small_disk(tmp_path):
    """A file system of 3 MiB."""
    disk = tmp_path / "data"
    disk.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=3m,mode=0700", "tmpfs", str(disk)]
    if os.geteuid() != 0 or subprocess.run(command, capture_output=True).returncode != 0:
        pytest.skip("NOT TESTED: a full disk needs root and mount")
    yield disk
    subprocess.run(["umount", "-l", str(disk)], check=True)


def _fill(disk) -> None:
    """Gives what is left to a stranger's file."""
    with open(disk / "stranger", "ab", buffering=0) as stranger:
        for size in (65_536, 4_096, 1):
            try:
                while True:
                    stranger.write(b"x" * size)
            except OSError:
                pass


def _is_unavailable(answer) -> bool:
    assert (answer.status, answer.code) == (503, "unavailable"), answer
    assert int(answer.headers["Retry-After"]) > 0
    return True


class TestAFullDisk:
    def test_refuses_writes_goes_on_reading_and_recovers(self, small_disk, tmp_path):
        with running(tmp_path) as gateway:
            person, stranger = Person(gateway), Person(gateway)
            person.sign_up()
            signing_up = stranger.app.registration({"username": name()})
            signing_in = self._until_it_is_full(person, small_disk)

            # Nothing can be written, not even the end of a session, and that is said.
            app, token = person.app, person.live[-1]
            assert _is_unavailable(app.finish("authentication", signing_in))
            assert _is_unavailable(stranger.app.finish("registration", signing_up))
            assert _is_unavailable(app.http.call("PATCH", "/account", {"display_name": "x"}, token))
            assert _is_unavailable(app.http.call("DELETE", "/session", token=token))
            assert _is_unavailable(app.http.call("DELETE", "/account/sessions", token=token))
            # Everything can be read.
            assert person.is_remembered(gateway)
            assert app.http.call("GET", "/account/passkeys", token=token).status == 200
            assert app.http.get("/").status == 200
            assert gateway.tenant("apps").get("/.well-known/assetlinks.json").status == 200
            assert gateway.management().get("/health/live").status == 200
            assert gateway.management().get("/metrics").status == 200
            ready = gateway.management().get("/health/ready")
            assert ready.status == 503 and "full" in ready.json["faults"][0]

            # With room again: the very requests that were refused are good, because nothing of them was kept.
            (small_disk / "stranger").unlink()
            assert gateway.management().get("/health/ready").status == 200
            assert stranger.app.finish("registration", signing_up).status == 201
            assert app.finish("authentication", signing_in).status == 200
            person.live += [app.token]
            person.sign_in()
            person.sign_out()
            assert person.is_remembered(gateway) and introspects(gateway, stranger.app.token)
            assert gateway.process.poll() is None
            gateway.stop()
            gateway.launch()
            assert person.is_remembered(gateway) and introspects(gateway, stranger.app.token)

    def _until_it_is_full(self, person: Person, disk) -> dict:
        """Signs in until that is refused; returns the sign-in that was. SQLite had some room left in its files."""
        _fill(disk)
        for _ in range(400):
            person.app.session = {}
            response = person.app.authentication()
            answer = person.app.finish("authentication", response)
            if answer.status != 200:
                assert _is_unavailable(answer)
                _fill(disk)
                return response
            person.live.append(person.app.token)
            # Few enough to be asked about one by one.
            person.live = person.live[-10:]
        raise AssertionError("the disk never got full")

    def test_a_first_start_leaves_no_half_key(self, small_disk, tmp_path):
        gateway = Gateway(tmp_path)
        gateway.prepare()
        _fill(small_disk)
        process = gateway.popen()
        output, _ = process.communicate(timeout=20)
        assert process.returncode == 3 and "No space left" in output and len(output.splitlines()) == 1, output
        assert not (small_disk / "master.key").exists()
        (small_disk / "stranger").unlink()
        gateway.launch()
        assert gateway.stop() == 0

    def test_a_start_says_what_is_wrong_and_the_next_is_good(self, small_disk, tmp_path):
        with running(tmp_path) as gateway:
            person = Person(gateway)
            person.sign_up()
            gateway.stop()
            _fill(small_disk)
            process = gateway.popen()
            output, _ = process.communicate(timeout=20)
            assert process.returncode == 3 and "full" in output and len(output.splitlines()) == 1, output
            (small_disk / "stranger").unlink()
            gateway.launch()
            assert person.is_remembered(gateway)


@contextmanager
def _faulty_disk(gateway: Gateway, fault: str):
    """Lets every wait for the disk of a running server end as said: `error=EIO`, `delay_enter=` microseconds."""
    if not shutil.which("strace"):
        pytest.skip("NOT TESTED: a failing disk needs strace")
    syncs = "fsync,fdatasync"
    command = ["strace", "-f", "-o", os.devnull, "-p", str(gateway.process.pid), "-e", f"trace={syncs}"]
    tracer = subprocess.Popen([*command, "-e", f"inject={syncs}:{fault}"], stderr=subprocess.PIPE, text=True)
    if "attached" not in tracer.stderr.readline():
        tracer.wait()
        pytest.skip("NOT TESTED: a failing disk needs the right to trace")
    try:
        yield
    finally:
        tracer.terminate()
        tracer.communicate()


class TestAFaultyDisk:
    """A process that is killed leaves the system's memory intact; that answers wait for the disk shows only here."""

    def test_an_answer_waits_for_it(self, tmp_path):
        with running(tmp_path) as gateway:
            person = Person(gateway)
            with _faulty_disk(gateway, "delay_enter=500000"):
                for act in (person.sign_up, person.sign_in, person.sign_out):
                    began = time.monotonic()
                    act()
                    assert time.monotonic() - began >= 0.5

    def test_what_it_could_not_keep_is_not_acknowledged(self, tmp_path):
        with running(tmp_path) as gateway:
            person, stranger = Person(gateway), Person(gateway)
            person.sign_up()
            with _faulty_disk(gateway, "error=EIO"):
                signing_up = stranger.app.registration({"username": name()})
                person.app.session = {}
                signing_in = person.app.authentication()
                assert _is_unavailable(stranger.app.finish("registration", signing_up))
                assert _is_unavailable(person.app.finish("authentication", signing_in))
                assert _is_unavailable(person.app.http.call("DELETE", "/session", token=person.live[0]))
                assert person.is_remembered(gateway)
                assert gateway.management().get("/health/ready").status == 503
            assert gateway.management().get("/health/ready").status == 200
            assert stranger.app.finish("registration", signing_up).status == 201
            assert person.app.finish("authentication", signing_in).status == 200
            person.sign_out()
            assert person.is_remembered(gateway)


# How a client goes away: how much of the request it sends, how long it waits, and whether it resets.
LEAVING = [
    pytest.param(0.5, 0.0, True, id="in the middle of the body"),
    pytest.param(1.0, 0.0, True, id="resets at once"),
    pytest.param(1.0, 0.0, False, id="closes at once"),
    pytest.param(1.0, 0.004, True, id="resets soon"),
    pytest.param(1.0, 0.02, True, id="resets later"),
    pytest.param(1.0, 0.3, True, id="never reads the answer"),
]


@pytest.fixture(scope="class")
def server(tmp_path_factory):
    with running(tmp_path_factory.mktemp("leaving")) as gateway:
        yield gateway


@pytest.mark.parametrize(("share", "delay", "resets"), LEAVING)
class TestAClientThatGoesAway:
    """Whether the server was faster or the client, the ceremony counts exactly once."""

    def test_signing_up(self, server, share, delay, resets):
        app = App(server.tenant("demo"), APPLE, Device(synced=True))
        before = [Records(server.data).count(table) for table in ("accounts", "passkeys", "sessions")]
        response = app.registration({"username": name()})
        self._leave(server, VERIFY.format("registration"), response, share, delay, resets)
        again = app.finish("registration", response)
        assert again.status == 201 or (again.status, again.code) == (409, "credential_exists"), again
        assert share == 1.0 or again.status == 201
        after = [Records(server.data).count(table) for table in ("accounts", "passkeys", "sessions")]
        assert [count - 1 for count in after] == before
        app.session = {}
        assert app.sign_in().status == 200
        assert Records(server.data).faults() == []

    def test_signing_in(self, server, share, delay, resets):
        app = App(server.tenant("demo"), APPLE, Device(synced=True))
        assert app.sign_up(name()).status == 201
        before, app.session = Records(server.data).count("sessions"), {}
        response = app.authentication()
        self._leave(server, VERIFY.format("authentication"), response, share, delay, resets)
        again = app.finish("authentication", response)
        assert again.status == 200 or (again.status, again.code) == (401, "challenge_unknown"), again
        assert share == 1.0 or again.status == 200
        assert Records(server.data).count("sessions") == before + 1

    def _leave(self, server, path, body, share, delay, resets) -> None:
        text = json.dumps(body).encode()
        head = f"POST {path} HTTP/1.1\r\nHost: localhost:{server.port}\r\nContent-Type: application/json\r\n"
        with socket.create_connection(("127.0.0.1", server.port)) as connection:
            if resets:
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            connection.sendall(head.encode() + f"Content-Length: {len(text)}\r\n\r\n".encode())
            connection.sendall(text[: int(len(text) * share)])
            time.sleep(delay)
