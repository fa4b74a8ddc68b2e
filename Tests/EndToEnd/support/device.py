"""A CTAP2 device in memory for Yubico's `fido2` client, which builds everything else: client data, JSON, CTAP."""

from __future__ import annotations

import hashlib
import os
import struct

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from fido2 import cbor
from fido2.client import DefaultClientDataCollector, Fido2Client, UserInteraction
from fido2.cose import ES256
from fido2.ctap import CtapDevice, CtapError
from fido2.hid import CAPABILITY, CTAPHID

ES256_ID = -7
UP, UV, BE, BS, AT = 0x01, 0x04, 0x08, 0x10, 0x40


class Key:
    """A discoverable credential."""

    def __init__(self, rp_id: str, user: dict):
        self.id = os.urandom(32)
        self.rp_id = rp_id
        self.user = user
        self.secret = ec.generate_private_key(ec.SECP256R1())
        self.count = 0


class Device(CtapDevice):
    """Device-bound unless `synced`; always verifies its user, without asking."""

    def __init__(self, synced: bool = False):
        self.keys: list[Key] = []
        self.synced = synced
        self._next: list[dict] = []

    @property
    def capabilities(self) -> int:
        return CAPABILITY.CBOR

    @classmethod
    def list_devices(cls):
        return iter([])

    def close(self) -> None:
        pass

    def call(self, cmd, data=b"", event=None, on_keepalive=None) -> bytes:
        assert cmd == CTAPHID.CBOR
        command = {1: self._make, 2: self._get, 4: self._info, 8: self._get_next}[data[0]]
        try:
            return b"\0" + cbor.encode(command(cbor.decode(data[1:]) if len(data) > 1 else {}))
        except CtapError as error:
            return bytes([error.code])

    def _info(self, _) -> dict:
        options = {"rk": True, "up": True, "uv": True, "plat": False}
        algorithms = [{"alg": ES256_ID, "type": "public-key"}]
        return {1: ["FIDO_2_0"], 3: bytes(16), 4: options, 5: 2048, 6: [2], 9: ["usb"], 10: algorithms}

    def _authenticator_data(self, key: Key, options: dict, credential: bytes = b"") -> bytes:
        key.count += 0 if self.synced else 1
        flags = UP | (UV if options.get("uv") else 0) | (BE | BS if self.synced else 0) | (AT if credential else 0)
        return hashlib.sha256(key.rp_id.encode()).digest() + struct.pack(">BI", flags, key.count) + credential

    def _make(self, parameters: dict) -> dict:
        excluded = {item["id"] for item in parameters.get(5) or []}
        if any(key.id in excluded for key in self.keys):
            raise CtapError(CtapError.ERR.CREDENTIAL_EXCLUDED)
        if ES256_ID not in [item["alg"] for item in parameters[4]]:
            raise CtapError(CtapError.ERR.UNSUPPORTED_ALGORITHM)
        key = Key(parameters[2]["id"], parameters[3])
        self.keys.append(key)
        public = cbor.encode(ES256.from_cryptography_key(key.secret.public_key()))
        credential = bytes(16) + struct.pack(">H", len(key.id)) + key.id + public
        return {1: "none", 2: self._authenticator_data(key, parameters.get(7) or {}, credential), 3: {}}

    def _get(self, parameters: dict) -> dict:
        allowed = [item["id"] for item in parameters.get(3) or []]
        keys = [key for key in self.keys if key.rp_id == parameters[1] and (not allowed or key.id in allowed)]
        if not keys:
            raise CtapError(CtapError.ERR.NO_CREDENTIALS)
        answers = []
        for key in keys[::-1]:
            data = self._authenticator_data(key, parameters.get(5) or {})
            signature = key.secret.sign(data + parameters[2], ec.ECDSA(hashes.SHA256()))
            credential = {"id": key.id, "type": "public-key"}
            answers.append({1: credential, 2: data, 3: signature, 4: {"id": key.user["id"]}})
        if len(answers) > 1:
            answers[0][5] = len(answers)
        self._next = answers[1:]
        return answers[0]

    def _get_next(self, _) -> dict:
        if not self._next:
            raise CtapError(CtapError.ERR.NOT_ALLOWED)
        return self._next.pop(0)


def client(device: Device, origin: str) -> Fido2Client:
    """The client as it would run in an app or browser of this origin; what it may ask for is the server's to judge."""
    collector = DefaultClientDataCollector(origin, verify=lambda rp_id, origin: True)
    return Fido2Client(device, client_data_collector=collector, user_interaction=UserInteraction())
