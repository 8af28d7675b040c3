"""The client of the Countersign API."""
from __future__ import annotations

import os
import ssl
from typing import Optional

from ._documents import Documents
from ._events import Events
from ._resources import ResourceGroups
from ._transport import Transport


class Countersign(ResourceGroups):
    """The client of one installation and one API key. No request is sent until a method is called.

    ``api_key`` and ``base_url`` are read from the environment variables ``COUNTERSIGN_API_KEY`` and ``COUNTERSIGN_URL``
    by default. ``sandbox`` uses the sandbox of the organization: e-mails stay in its mailbox, and documents are not
    legally binding. ``timeout`` is the maximum time in seconds to wait for data from the server. A retry never repeats the
    effect of a write, because each write has an idempotency key. ``ssl_context`` replaces the default context, for example
    to trust a private certificate authority.

    Threads can share a client.

    Raises ValueError if the API key or the base URL is missing.
    """

    def __init__(
        self,
        api_key: Optional[str] = None,
        base_url: Optional[str] = None,
        *,
        sandbox: bool = False,
        timeout: float = 60,
        max_retries: int = 2,
        ssl_context: Optional[ssl.SSLContext] = None,
    ) -> None:
        key = (api_key or os.environ.get("COUNTERSIGN_API_KEY", "")).strip()
        address = base_url or os.environ.get("COUNTERSIGN_URL", "")
        if not key:
            raise ValueError("The API key is missing. Pass api_key, or set COUNTERSIGN_API_KEY.")
        if not address:
            raise ValueError("The base URL is missing. Pass base_url, or set COUNTERSIGN_URL.")
        transport = Transport(
            key, address, sandbox=sandbox, timeout=timeout, max_retries=max_retries, ssl_context=ssl_context
        )
        super().__init__(transport)
        self._transport = transport
        self.documents = Documents(transport)
        self.events = Events(transport)

    def __repr__(self) -> str:
        return f"Countersign({self._transport.origin!r}, sandbox={self._transport.sandbox})"
