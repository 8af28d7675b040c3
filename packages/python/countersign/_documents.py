"""Document methods that need more than one API call."""
from __future__ import annotations

import time
import urllib.parse
from typing import Any, Dict, Iterable, List, Literal, Optional

from . import types
from ._errors import ApiError, DocumentEndedError
from ._events import SILENCE, is_refusal, messages, pause_after
from ._files import FileInput, FileTarget
from ._resources import DocumentCalls

POLL_INTERVAL = 30.0


class Documents(DocumentCalls):
    """The methods of ``countersign.documents``."""

    def create_and_send(
        self, file: FileInput, signers: List[types.CreateDocumentSignersItem], **input: Any
    ) -> types.CreateDocumentAnswer:
        """Uploads a PDF and sends it to its signers in one call. If the call fails, no document is created.

        Accepts the other arguments of ``create``.

        >>> countersign.documents.create_and_send("lease.pdf", [{"email": "ada@example.com", "name": "Ada Lovelace"}])
        """
        return self.create(file=file, signers=signers, **input)

    def wait_until_completed(
        self, document_id: str, *, timeout: Optional[float] = None, poll_interval: float = POLL_INTERVAL
    ) -> Any:
        """Waits until the document is completed. Listens to live updates, and polls while they are unavailable.

        Raises DocumentEndedError if the document was declined or voided, or if it expired, and TimeoutError after
        ``timeout`` seconds. There is no time limit by default.
        """
        deadline = None if timeout is None else time.monotonic() + timeout
        for _ in self._wake_ups(document_id, deadline, poll_interval):
            # The final call may end shortly after the deadline, so that a completion is not missed.
            status: str = self.get_status(document_id)["status"]
            if status in ("completed", "archived"):
                return self.get(document_id)["document"]
            if status in ("declined", "voided", "expired"):
                raise DocumentEndedError(document_id, status)
            if deadline is not None and time.monotonic() >= deadline:
                break
        raise TimeoutError(f"The document {document_id} was not completed within {timeout:g} seconds.")

    def _wake_ups(self, document_id: str, deadline: Optional[float], poll_interval: float) -> Iterable[None]:
        """Yields whenever the status may have changed, and at the deadline."""

        def left(longest: float) -> float:
            return longest if deadline is None else max(0.0, min(longest, deadline - time.monotonic()))

        yield
        last: Optional[str] = None
        failures = 0
        is_live = True
        while True:
            if not is_live:
                time.sleep(left(poll_interval))
                yield
                continue
            polled = time.monotonic()
            try:
                # The wait for data is limited, because even a quiet stream must end at the deadline.
                silence = max(0.05, left(min(SILENCE, max(poll_interval, 1.0))))
                path, params = "/api/documents/:id/events", {"id": document_id}
                for message in messages(self._transport, path, params, last, silence):
                    failures = 0
                    last = message.id or last
                    is_due = time.monotonic() - polled >= poll_interval or left(1) == 0
                    # This includes the opening of the stream, because only a call detects earlier changes.
                    if message.kind != "comment" or is_due:
                        polled = time.monotonic()
                        yield
            except ApiError as error:
                is_live = not is_refusal(error)
            yield
            time.sleep(left(pause_after(failures)))
            failures += 1

    def download(
        self,
        document_id: str,
        *,
        type: Optional[Literal["signed", "original", "audit", "bundle"]] = None,
        save_to: Optional[FileTarget] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> bytes:
        """Returns the bytes of the document, or no bytes if they were saved to ``save_to``.

        Returns the signed PDF by default, the file as it was uploaded (``original``), the certificate of completion
        (``audit``), or a ZIP archive of all files (``bundle``).
        """
        options: Dict[str, Any] = {"timeout": timeout, "max_retries": max_retries}
        query: Dict[str, Any] = {} if type is None else {"type": type}
        link = self.get_download_link(document_id, **query, **options)["downloadUrl"]
        address = urllib.parse.urlsplit(link)
        # The transport adds the prefixes of the sandbox and of the version itself.
        path = address.path[len("/sandbox") :] if address.path.startswith("/sandbox/") else address.path
        path = path[len("/v1") :] if path.startswith("/v1/") else path
        params = dict(urllib.parse.parse_qsl(address.query))
        return self._file("GET", path, {}, query=params, save_to=save_to, **options)
