"""SIGTERM: what was taken is answered, nothing new is, and a second one does not wait."""

from __future__ import annotations

import http.client
import json
import os
import signal
import socket
import time

import pytest

from support.crowd import Crowd, KeptConnection, Person
from support.gateway import Gateway
from support.records import Records


@pytest.fixture
def gateway(tmp_path):
    running = Gateway(tmp_path)
    running.start()
    yield running
    if running.process.poll() is None:
        running.stop()


def test_nothing_that_was_taken_is_dropped(gateway):
    crowd = Crowd(gateway, 8)
    for person in crowd.people:
        person.app.http = KeptConnection(person.app.http.port, person.app.http.host)
    crowd.start()
    crowd.wait(acknowledged=40)
    began = time.monotonic()
    os.kill(gateway.process.pid, signal.SIGTERM)
    assert gateway.process.wait(25) == 0 and time.monotonic() - began < 20
    # Everybody was answered, and was told in good order that the connection closes.
    crowd.join()
    assert all(person.app.http.is_closed for person in crowd.people)
    assert Records(gateway.data).faults() == []
    gateway.launch()
    assert all(person.live for person in crowd.people)
    for person in crowd.people:
        person.app.http = gateway.tenant("demo")
        assert person.is_remembered(gateway)


def _half_a_request(gateway: Gateway) -> socket.socket:
    """Holds a drain up: a body of which the last byte is missing."""
    connection = socket.create_connection(("127.0.0.1", gateway.port), timeout=20)
    head = f"POST /passkeys/authentication/options HTTP/1.1\r\nHost: localhost:{gateway.port}\r\n"
    connection.sendall(f"{head}Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{{".encode())
    time.sleep(0.2)
    return connection


def _until_it_drains(gateway: Gateway) -> None:
    for _ in range(200):
        answer = gateway.management().get("/health/ready")
        if answer.status == 503:
            assert answer.json["faults"] == ["draining"]
            return
        time.sleep(0.02)
    raise AssertionError("it does not say that it drains")


def test_a_request_that_is_still_coming_is_waited_for(gateway):
    with _half_a_request(gateway) as connection:
        os.kill(gateway.process.pid, signal.SIGTERM)
        _until_it_drains(gateway)
        assert gateway.management().get("/health/live").status == 200
        time.sleep(0.1)
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(("127.0.0.1", gateway.port), timeout=5)
        connection.sendall(b"}")
        answer = http.client.HTTPResponse(connection)
        answer.begin()
        assert answer.status == 200 and answer.headers["Connection"].lower() == "close"
        assert "challenge" in json.loads(answer.read())
        assert gateway.process.wait(10) == 0


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_second_signal_does_not_wait(gateway, number):
    person = Person(gateway)
    person.sign_up()
    with _half_a_request(gateway):
        os.kill(gateway.process.pid, signal.SIGTERM)
        _until_it_drains(gateway)
        os.kill(gateway.process.pid, number)
        began = time.monotonic()
        assert gateway.process.wait(10) == 1 and time.monotonic() - began < 2
    gateway.launch()
    assert person.is_remembered(gateway)


def test_a_connection_that_sends_nothing_does_not_hold_it_up(gateway):
    with socket.create_connection(("127.0.0.1", gateway.port)), _an_idle_connection(gateway):
        began = time.monotonic()
        assert gateway.stop() == 0 and time.monotonic() - began < 5


def _an_idle_connection(gateway: Gateway) -> socket.socket:
    """A connection that had an answer and asks nothing more."""
    connection = socket.create_connection(("127.0.0.1", gateway.port), timeout=20)
    connection.sendall(f"GET / HTTP/1.1\r\nHost: localhost:{gateway.port}\r\n\r\n".encode())
    assert connection.recv(12).startswith(b"HTTP/1.1 200")
    return connection
