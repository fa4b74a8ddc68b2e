"""Starts the built program with tenants of its own on free ports, and stops it by its process id."""

from __future__ import annotations

import os
import secrets
import signal
import socket
import subprocess
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

from .http import Client

ROOT = Path(__file__).resolve().parents[3]
READY_SECONDS = 20
STOP_SECONDS = 30

FINGERPRINT = "14:6D:E9:83:C5:73:06:50:D8:EE:B9:95:2F:34:FC:64:16:A0:83:42:E6:1D:BE:A8:8A:04:96:B2:3F:CF:44:E5"

# Three tenants: `demo` is what ./scripts/run serves, plus an origin of its own for the SDK; `acme` is a stranger to it
# that wants fresh sign-ins; `apps` is there for native apps.
DEMO = """
name: Lindenhof & Söhne
issuer: {issuer}
demo: true
relying_party:
  id: localhost
  origins: ["{other}"]
sign_in:
  limits: {{per_address: 6000/1m}}
clients:
  - {{id: demo-service, name: Demo service, kind: confidential, secret: {{env: E2E_DEMO_SECRET}}, introspect: true}}
  - {{id: blind-service, name: Blind service, kind: confidential, secret: {{env: E2E_BLIND_SECRET}}}}
"""
ACME = """
name: Acme
issuer: {issuer}
demo: true
sign_in:
  limits: {{per_address: 6000/1m}}
sessions: {{recent: 4s}}
clients:
  - {{id: demo-service, name: Acme service, kind: confidential, secret: {{env: E2E_ACME_SECRET}}, introspect: true}}
"""
APPS = """
name: Apps
issuer: {issuer}
relying_party:
  user_verification: required
apps:
  apple:
    - {{id: ABCDE12345.com.acme.shop, services: [webcredentials]}}
  android:
    - {{package: com.acme.shop, fingerprints: ["{fingerprint}"]}}
sign_in:
  limits: {{per_address: 6000/1m}}
"""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@dataclass
class Gateway:
    """A running server. `tenant(name)` is a client whose requests go to that tenant's host."""

    folder: Path
    port: int = field(default_factory=free_port)
    management_port: int = field(default_factory=free_port)
    other_port: int = field(default_factory=free_port)
    secrets: dict[str, str] = field(default_factory=dict)
    process: subprocess.Popen | None = None
    lines: list[str] = field(default_factory=list)

    HOSTS = {"demo": "localhost", "acme": "acme.localhost", "apps": "apps.localhost"}

    def issuer(self, tenant: str) -> str:
        return f"http://{self.HOSTS[tenant]}:{self.port}"

    @property
    def other_origin(self) -> str:
        """An origin of the demo tenant's that is not its issuer's."""
        return f"http://localhost:{self.other_port}"

    def tenant(self, name: str) -> Client:
        return Client(self.port, f"{self.HOSTS[name]}:{self.port}")

    @property
    def data(self) -> Path:
        return self.folder / "data"

    def management(self) -> Client:
        return Client(self.management_port, f"localhost:{self.management_port}")

    def start(self) -> None:
        self.prepare()
        self.launch()

    def prepare(self) -> None:
        tenants = self.folder / "tenants"
        tenants.mkdir()
        for name, text in {"demo": DEMO, "acme": ACME, "apps": APPS}.items():
            values = {"issuer": self.issuer(name), "other": self.other_origin, "fingerprint": FINGERPRINT}
            (tenants / f"{name}.yaml").write_text(text.format(**values), encoding="utf-8")
        self.secrets = {name: secrets.token_urlsafe(32) for name in ("demo", "blind", "acme")}
        # Where ./scripts/run keeps it, for the command that the page prints.
        self.data.mkdir(mode=0o700, exist_ok=True)
        (self.data / "demo-service.secret").write_text(self.secrets["demo"], encoding="utf-8")

    def popen(self, *flags: str) -> subprocess.Popen:
        variables = {f"E2E_{name.upper()}_SECRET": value for name, value in self.secrets.items()}
        return subprocess.Popen(
            [
                os.environ["GATEHOUSE_BINARY"], "serve",
                "--listen", f"127.0.0.1:{self.port}", "--management", f"127.0.0.1:{self.management_port}",
                "--tenants", str(self.folder / "tenants"), "--data", str(self.data), "--web", str(ROOT / "web"), *flags,
            ],
            env={**os.environ, **variables}, cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True, start_new_session=True,
        )  # fmt: skip

    def launch(self, *flags: str) -> None:
        self.process = self.popen(*flags)
        ready = threading.Event()
        threading.Thread(target=self._read, args=(ready,), daemon=True).start()
        if not ready.wait(READY_SECONDS) or self.process.poll() is not None:
            self.stop()
            raise AssertionError("gatehouse did not get ready:\n" + "".join(self.lines[-40:]))

    def _read(self, ready: threading.Event) -> None:
        for line in self.process.stdout:
            self.lines.append(line)
            if line.startswith("gatehouse: ready on "):
                ready.set()
        ready.set()

    def kill(self) -> None:
        """SIGKILL: nothing is flushed, nothing said."""
        self.process.kill()
        self.process.wait()

    def stop(self) -> int:
        """Asks the process to drain; returns its exit code."""
        if self.process.poll() is None:
            os.kill(self.process.pid, signal.SIGTERM)
        began = time.monotonic()
        while self.process.poll() is None:
            if time.monotonic() - began > STOP_SECONDS:
                os.kill(self.process.pid, signal.SIGKILL)
                self.process.wait()
                raise AssertionError("gatehouse did not stop within its time")
            time.sleep(0.05)
        return self.process.returncode
