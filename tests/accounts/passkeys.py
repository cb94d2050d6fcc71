"""A passkey in software: answers the challenges of registration and sign-in as a phone does."""

from __future__ import annotations

import hashlib
import json
import os
import struct
from typing import Any, Final

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from fido2 import cbor
from fido2.cose import ES256
from fido2.utils import websafe_decode, websafe_encode

PRESENT_AND_VERIFIED: Final = 0x05
WITH_KEY: Final = 0x40


class Passkey:
    """One key pair on one device, of a page at `origin`."""

    def __init__(self, origin: str) -> None:
        self.origin = origin
        self._site = origin.partition("://")[2].partition(":")[0]
        self._id = os.urandom(16)
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._user = b""
        self._uses = 0

    def register(self, options: dict[str, Any]) -> str:
        """Return the credential for the options of a page that adds a passkey, as the form's field holds it."""
        asked = options["publicKey"]
        self._user = websafe_decode(asked["user"]["id"])
        public = cbor.encode(ES256.from_cryptography_key(self._key.public_key()))
        key = bytes(16) + struct.pack(">H", len(self._id)) + self._id + public
        data = self._data(PRESENT_AND_VERIFIED | WITH_KEY) + key
        attested = cbor.encode({"fmt": "none", "attStmt": {}, "authData": data})
        answer = {"attestationObject": websafe_encode(attested)}
        extensions = {"credProps": {"rk": True}}
        return self._credential("webauthn.create", asked["challenge"], answer, extensions)

    def sign(self, options: dict[str, Any]) -> str:
        """Return the credential that proves the key, for the options of a page that asks for it."""
        asked = options["publicKey"]
        self._uses += 1
        data = self._data(PRESENT_AND_VERIFIED)
        client = self._client_data("webauthn.get", asked["challenge"])
        signed = self._key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
        answer = {
            "authenticatorData": websafe_encode(data),
            "signature": websafe_encode(signed),
            "userHandle": websafe_encode(self._user),
        }
        return self._credential("webauthn.get", asked["challenge"], answer, {})

    def _data(self, flags: int) -> bytes:
        return hashlib.sha256(self._site.encode()).digest() + struct.pack(">BI", flags, self._uses)

    def _client_data(self, kind: str, challenge: str) -> bytes:
        return json.dumps({"type": kind, "challenge": challenge, "origin": self.origin}).encode()

    def _credential(
        self, kind: str, challenge: str, answer: dict[str, str], extensions: dict[str, Any]
    ) -> str:
        response = {"clientDataJSON": websafe_encode(self._client_data(kind, challenge)), **answer}
        name = websafe_encode(self._id)
        return json.dumps(
            {
                "id": name,
                "rawId": name,
                "type": "public-key",
                "response": response,
                "clientExtensionResults": extensions,
            }
        )
