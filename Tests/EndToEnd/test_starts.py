"""Starts that must not happen, each with its exit code and one line; and whose files the started program makes."""

from __future__ import annotations

import os
import socket
import sqlite3
import stat
import subprocess
import tempfile
from pathlib import Path

import pytest

from support.gateway import FINGERPRINT, ROOT, Gateway


def gatehouse(*arguments: str, **variables: str) -> subprocess.CompletedProcess:
    command = [os.environ["GATEHOUSE_BINARY"], *arguments]
    environment = {**os.environ, **variables}
    return subprocess.run(command, capture_output=True, text=True, timeout=20, env=environment)


@pytest.fixture
def gateway(tmp_path):
    """Ready to start, with tenants and an empty data folder."""
    prepared = Gateway(tmp_path)
    prepared.prepare()
    yield prepared
    if prepared.process and prepared.process.poll() is None:
        prepared.stop()


@pytest.fixture
def used(gateway):
    """It ran once."""
    gateway.launch()
    assert gateway.stop() == 0
    return gateway


def refused(gateway: Gateway, log: bool = False) -> str:
    """Exit code 3; what is wrong is the only line, unless faults of tenant files were logged before."""
    process = gateway.popen()
    output, _ = process.communicate(timeout=20)
    assert process.returncode == 3, (process.returncode, output)
    said = output.splitlines()
    assert said[-1].startswith("gatehouse: ") and (log or len(said) == 1), output
    return said[-1]


class TestCannotStart:
    @pytest.mark.parametrize("listener", ["port", "management_port"])
    def test_a_taken_port(self, gateway, listener):
        with socket.create_server(("127.0.0.1", getattr(gateway, listener))):
            assert f":{getattr(gateway, listener)} is taken" in refused(gateway)
        # It let go of everything: the next start is good.
        gateway.launch()

    def test_a_second_process_on_the_same_data(self, gateway):
        gateway.launch()
        other = Gateway(gateway.folder)
        assert "another process" in refused(other)
        assert gateway.management().get("/health/ready").status == 200

    def test_a_newer_database(self, used):
        database = sqlite3.connect(used.data / "gatehouse.db")
        with database:
            database.execute("INSERT INTO schema_migrations (name, applied_at) VALUES ('9999_future', 1)")
        database.close()
        line = refused(used)
        assert "9999_future" in line and "newer" in line

    def test_a_file_that_is_no_database(self, used):
        (used.data / "gatehouse.db").write_bytes(b"something else entirely" * 1000)
        assert "not a database" in refused(used)

    @pytest.mark.parametrize("key", ["Zm9yZWlnbi1rZXktb2YtdGhpcnR5LXR3by1ieXRlcy4", "short", "", None])
    def test_another_master_key(self, used, key):
        file = used.data / "master.key"
        file.unlink() if key is None else file.write_text(key)
        assert "master key" in refused(used)

    @pytest.mark.parametrize("lock", [True, False], ids=["database", "folder"])
    def test_data_that_is_something_else(self, gateway, lock):
        if lock:
            (gateway.data / "gatehouse.db").mkdir()
            (gateway.data / "master.key").write_text("Zm9yZWlnbi1rZXktb2YtdGhpcnR5LXR3by1ieXRlcy4")
            refused(gateway)
        else:
            (gateway.folder / "file").write_text("")
            assert str(gateway.folder / "file") in refused_with_data(gateway, gateway.folder / "file")

    def test_a_data_folder_whose_parent_is_missing(self, gateway):
        missing = gateway.folder / "no" / "data"
        assert str(missing) in refused_with_data(gateway, missing)

    def test_a_data_folder_of_somebody_else(self):
        """Somebody without rights starts it on a folder of this user's."""
        nobody = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
        with tempfile.TemporaryDirectory(prefix="gatehouse-") as folder:
            os.chmod(folder, 0o755)
            gateway = Gateway(Path(folder))
            gateway.prepare()
            is_root = os.geteuid() == 0
            version = [*(nobody if is_root else []), os.environ["GATEHOUSE_BINARY"], "version"]
            if is_root and subprocess.run(version, capture_output=True).returncode != 0:
                pytest.skip("NOT TESTED: a folder without rights needs a program that everybody may run")
            if not is_root:
                gateway.data.chmod(0)
            done = subprocess.run(
                [*version[:-1], "serve", "--data", str(gateway.data), "--tenants", f"{folder}/tenants",
                 "--web", str(ROOT / "web"), "--listen", "127.0.0.1:0", "--management", "127.0.0.1:0"],
                capture_output=True, text=True, timeout=20, cwd="/",
            )  # fmt: skip
            gateway.data.chmod(0o700)
        assert done.returncode == 3 and not done.stdout and len(done.stderr.splitlines()) == 1, done
        assert str(gateway.data) in done.stderr and "ermission denied" in done.stderr

    def test_no_tenant(self, gateway):
        for file in (gateway.folder / "tenants").iterdir():
            file.unlink()
        assert "no tenant" in refused(gateway, log=True)

    def test_no_tenant_without_faults(self, gateway):
        for file in (gateway.folder / "tenants").iterdir():
            file.write_text("nmae: x\n")
        line = refused(gateway, log=True)
        assert "no tenant" in line and "acme.yaml:1:1" in line


def refused_with_data(gateway: Gateway, data: Path) -> str:
    done = gatehouse(
        "serve", "--data", str(data), "--tenants", str(gateway.folder / "tenants"), "--web", str(ROOT / "web"),
        "--listen", f"127.0.0.1:{gateway.port}", "--management", f"127.0.0.1:{gateway.management_port}",
    )  # fmt: skip
    assert done.returncode == 3 and not done.stdout and len(done.stderr.splitlines()) == 1, done
    return done.stderr


class TestUsage:
    @pytest.mark.parametrize(
        ("arguments", "code", "says"),
        [
            (["serve", "--nonsense", "1"], 2, "unknown flag --nonsense"),
            (["serve", "--listen"], 2, "--listen needs a value"),
            (["serve", "--listen", "nowhere"], 2, "listen"),
            (["serve", "--config", "/nonexistent"], 2, "/nonexistent"),
            (["check", "--nonsense"], 2, "unknown flag --nonsense"),
            (["doctor"], 2, "not built yet"),
            (["nonsense"], 2, "no command nonsense"),
            ([], 2, "usage"),
        ],
    )
    def test_what_is_wrong_is_said(self, arguments, code, says):
        done = gatehouse(*arguments)
        assert done.returncode == code and says in done.stderr and not done.stdout, done

    @pytest.mark.parametrize("arguments", [["version"], ["help"], ["serve", "--help"]])
    def test_what_was_asked_for_is_said(self, arguments):
        done = gatehouse(*arguments)
        assert done.returncode == 0 and done.stdout and not done.stderr, done


class TestCheck:
    GOOD = f"""
name: Acme
issuer: https://id.acme.example
apps:
  android:
    - {{package: com.acme.shop, fingerprints: ["{FINGERPRINT}"]}}
clients:
  - {{id: shop, name: Shop, kind: confidential, secret: {{env: E2E_SHOP_SECRET}}, introspect: true}}
"""

    def test_without_faults(self, tmp_path):
        (tmp_path / "acme.yaml").write_text(self.GOOD)
        done = gatehouse("check", str(tmp_path), E2E_SHOP_SECRET="x" * 43)
        assert done.returncode == 0 and not done.stderr, done
        assert "x" * 43 not in done.stdout

    def test_every_fault_with_its_place(self, tmp_path):
        file = tmp_path / "acme.yaml"
        file.write_text(self.GOOD.replace("name: Acme", "nmae: Acme").replace("14:6D", "14:6"))
        done = gatehouse("check", str(tmp_path))
        assert done.returncode == 1, done
        for place in ("acme.yaml:2:1", "acme.yaml:6:", "acme.yaml:8:"):
            assert place in done.stdout, done.stdout

    def test_a_path_that_is_missing(self):
        assert gatehouse("check", "/nonexistent").returncode == 1


def test_what_is_stored_is_for_its_owner_only(gateway):
    """Also with a generous umask, and when the folder is not there yet."""
    (gateway.data / "demo-service.secret").unlink()
    gateway.data.rmdir()
    before = os.umask(0)
    try:
        gateway.launch()
    finally:
        os.umask(before)
    assert stat.S_IMODE(gateway.data.stat().st_mode) == 0o700
    files = {file.name: stat.S_IMODE(file.stat().st_mode) for file in gateway.data.iterdir()}
    assert {"gatehouse.db", "gatehouse.db-wal", "gatehouse.db-shm", "gatehouse.lock", "master.key"} <= set(files)
    assert set(files.values()) == {0o600}, files
