"""Live updates over server-sent events, with reconnection."""
from __future__ import annotations

import http.client
import json
import random
import time
from typing import Any, Callable, Dict, Iterator, NamedTuple, Optional

from ._errors import ApiError
from ._transport import Transport

FIRST_PAUSE = 0.5
LONGEST_PAUSE = 30.0
#: The server sends a comment every 15 seconds.
SILENCE = 45.0


class Message(NamedTuple):
    """``kind`` is ``message`` for an event, ``comment``, or another kind from the server, such as ``open`` or ``reset``."""

    kind: str
    id: Optional[str]
    data: str


def messages(
    transport: Transport, path: str, params: Dict[str, str], last_event_id: Optional[str], silence: float = SILENCE
) -> Iterator[Message]:
    """Yields the messages of a connection (HTML standard, 9.2.6). Raises ApiError if it is refused or interrupted."""
    with transport.stream(path, params, last_event_id=last_event_id, timeout=silence) as answer:
        kind, own_id, data = "", None, []  # type: str, Optional[str], list[str]
        while True:
            try:
                line = answer.readline()
            except (OSError, http.client.HTTPException) as error:
                raise ApiError("The live updates were interrupted.", code="NETWORK") from error
            if not line:
                return
            name, _, value = line.decode().rstrip("\r\n").partition(":")
            value = value[1:] if value.startswith(" ") else value
            if name == "data":
                data.append(value)
            elif name == "id":
                own_id = value
            elif name == "event":
                kind = value
            elif line.strip() == b"":
                yield Message(kind or ("message" if data else "comment"), own_id, "\n".join(data))
                kind, own_id, data = "", None, []


class Events:
    """The methods of ``countersign.events``."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def listen(
        self,
        *,
        last_event_id: Optional[str] = None,
        on_open: Optional[Callable[[], None]] = None,
        on_reset: Optional[Callable[[], None]] = None,
    ) -> Iterator[Dict[str, Any]]:
        """Yields the organization's events as they happen.

        Reconnects after an interruption, and continues after the last event. ``on_reset`` is called when events were
        missed, because the interruption was longer than the server keeps events.
        """
        return self._listen("/api/events", {}, last_event_id, on_open, on_reset)

    def listen_to_document(
        self,
        document_id: str,
        *,
        last_event_id: Optional[str] = None,
        on_open: Optional[Callable[[], None]] = None,
        on_reset: Optional[Callable[[], None]] = None,
    ) -> Iterator[Dict[str, Any]]:
        """Yields the events of one document as they happen, like ``listen``."""
        return self._listen("/api/documents/:id/events", {"id": document_id}, last_event_id, on_open, on_reset)

    def _listen(
        self,
        path: str,
        params: Dict[str, str],
        last: Optional[str],
        on_open: Optional[Callable[[], None]],
        on_reset: Optional[Callable[[], None]],
    ) -> Iterator[Dict[str, Any]]:
        failures = 0
        while True:
            try:
                for message in messages(self._transport, path, params, last):
                    failures = 0
                    last = message.id or last
                    if message.kind == "open" and on_open:
                        on_open()
                    elif message.kind == "reset" and on_reset:
                        on_reset()
                    elif message.kind == "message":
                        yield json.loads(message.data)
            except ApiError as error:
                if is_refusal(error):
                    raise
            time.sleep(pause_after(failures))
            failures += 1


def is_refusal(error: ApiError) -> bool:
    """Whether another attempt would fail in the same way."""
    return 400 <= error.status < 500 and error.status != 429


def pause_after(failures: int) -> float:
    return min(FIRST_PAUSE * 2 ** min(failures, 10), LONGEST_PAUSE) * (0.5 + random.random() / 2)
