"""Checks the signature and the age of webhook requests."""
from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import re
import time
from typing import Any, Dict, Iterable, List, Mapping, Optional, Sequence, Union

from ._errors import WebhookError


def unwrap_webhook(
    body: Union[bytes, str],
    headers: Mapping[str, str],
    secret: Union[str, Sequence[str]],
    *,
    tolerance: float = 300,
    now: Optional[float] = None,
) -> Dict[str, Any]:
    """Verifies the signature of a webhook request, and returns its event.

    ``body`` is the body as received, before it is parsed. ``secret`` is the secret of the endpoint (``whsec_…``), or
    several during a rotation. ``tolerance`` limits the age of the request in seconds; ``now`` is the current Unix time.

    Raises WebhookError if the request cannot be trusted.
    """
    if not isinstance(body, (bytes, bytearray, str)):
        raise WebhookError(
            "NO_RAW_BODY",
            "The signature needs the body as received, not parsed JSON: request.body in Django, request.get_data() in "
            "Flask, await request.body() in FastAPI.",
        )
    raw = body.encode() if isinstance(body, str) else bytes(body)
    given = {str(name).lower(): str(value) for name, value in headers.items()}
    secrets = [secret] if isinstance(secret, str) else list(secret)
    standard, plain = given.get("webhook-signature"), given.get("x-service-signature")
    if standard is not None:
        timestamp = given.get("webhook-timestamp", "")
        current = time.time() if now is None else now
        if not re.fullmatch(r"[0-9]{1,15}", timestamp) or abs(current - int(timestamp)) > tolerance:
            raise WebhookError("TOO_OLD", f"The timestamp of the request differs from the current time by more than {tolerance:g} seconds.")
        signed = f"{given.get('webhook-id', '')}.{timestamp}.".encode() + raw
        signatures = [_from_base64(part[3:]) for part in standard.split(" ") if part.startswith("v1,")]
        _require_one([_standard_key(one) for one in secrets], signatures, signed)
    elif plain is not None:
        hexadecimal = plain[len("sha256=") :] if plain.startswith("sha256=") else plain
        digest = bytes.fromhex(hexadecimal) if re.fullmatch(r"[0-9a-fA-F]{64}", hexadecimal) else None
        _require_one([one.encode() for one in secrets], [digest], raw)
    else:
        raise WebhookError("NO_SIGNATURE", "The request has no signature.")
    try:
        event = json.loads(raw)
    except ValueError:
        event = None
    if not isinstance(event, dict):
        raise WebhookError("NOT_JSON", "The body is not a JSON object.")
    return event


def _require_one(keys: List[Optional[bytes]], signatures: Iterable[Optional[bytes]], signed: bytes) -> None:
    """Requires that one of the keys verifies one of the signatures. The comparison takes constant time."""
    usable = [key for key in keys if key]
    if not usable:
        raise ValueError("The secret of the webhook is missing. It starts with whsec_.")
    macs = [hmac.new(key, signed, hashlib.sha256).digest() for key in usable]
    if not any(hmac.compare_digest(mac, one) for one in signatures if one for mac in macs):
        raise WebhookError("WRONG_SIGNATURE", "None of the signatures in the request was made with this secret.")


def _standard_key(secret: str) -> Optional[bytes]:
    """Decodes a Standard Webhooks secret, which is ``whsec_`` followed by the key in base64."""
    return _from_base64(secret[len("whsec_") :] if secret.startswith("whsec_") else secret)


def _from_base64(text: str) -> Optional[bytes]:
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return None
