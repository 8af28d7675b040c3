"""Errors raised for failed calls and invalid webhook requests."""
from __future__ import annotations

import email.utils
import math
import time
from typing import Any, Dict, List, Mapping, Optional


class CountersignError(Exception):
    """The base class of all errors of this package."""


class ApiError(CountersignError):
    """A failed call. The error never contains the API key.

    ``status`` is the HTTP status, or 0 without a response. ``code`` is stable, such as ``DOCUMENT_NOT_FOUND``, and
    ``validation_error`` for an invalid input. Without an answer it is ``NETWORK`` or ``TIMEOUT``, and
    ``UNREADABLE_ANSWER`` if the answer is not from the API. ``faults`` lists the invalid members of an input, each with
    ``field``, ``message`` and ``code``. ``retry_after`` is in seconds. If ``is_outcome_unknown`` is true, the request was
    sent and its answer was lost: repeat the call with the same ``idempotency_key``.
    """

    def __init__(
        self,
        message: str,
        *,
        status: int = 0,
        code: str,
        faults: Optional[List[Dict[str, Any]]] = None,
        details: Optional[Dict[str, Any]] = None,
        request_id: Optional[str] = None,
        retry_after: Optional[int] = None,
        documentation_url: Optional[str] = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.status = status
        self.code = code
        self.faults = faults or []
        self.details = details or {}
        self.request_id = request_id
        self.retry_after = retry_after
        self.documentation_url = documentation_url
        self.is_outcome_unknown = False

    def __str__(self) -> str:
        faults = [f"{fault.get('field')}: {fault.get('message')}" for fault in self.faults]
        request = [f"request {self.request_id}"] if self.request_id else []
        return f"{self.message} ({', '.join([self.code, *faults, *request])})"


class DocumentEndedError(CountersignError):
    """The document was declined or voided, or it expired, so it will not be completed."""

    def __init__(self, document_id: str, status: str) -> None:
        super().__init__(f'The document {document_id} was not completed. Its status is "{status}".')
        self.document_id = document_id
        self.status = status


class WebhookError(CountersignError):
    """The request did not come from Countersign, is too old, or was changed in transit. Respond with 400.

    ``code`` is ``NO_SIGNATURE``, ``WRONG_SIGNATURE``, ``TOO_OLD``, ``NOT_JSON`` or ``NO_RAW_BODY``.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


def error_from(status: int, body: Any, headers: Mapping[str, str]) -> ApiError:
    """Reads an error body of the API: an object for a 422, and a code with details for any other status."""
    answer = body if isinstance(body, dict) else {}
    error = answer.get("error")
    request_id = headers.get("x-request-id")
    retry_after = _seconds(headers.get("retry-after"))
    documentation_url = answer.get("documentationUrl")
    if isinstance(error, dict):
        code = str(error.get("code") or "validation_error")
        message = str(error.get("message") or code)
        faults = [fault for fault in error.get("errors") or [] if isinstance(fault, dict)]
        if not faults and error.get("field"):
            faults = [{"field": error["field"], "message": message, "code": error.get("reason") or code}]
        return ApiError(
            message,
            status=status,
            code=code,
            faults=faults,
            request_id=request_id,
            retry_after=retry_after,
            documentation_url=documentation_url,
        )
    if not isinstance(error, str):
        return ApiError(
            f"The server responded with status {status}.",
            status=status,
            code="UNREADABLE_ANSWER",
            request_id=request_id,
            retry_after=retry_after,
        )
    details = answer.get("details")
    return ApiError(
        str(answer.get("message") or error),
        status=status,
        code=error,
        details=details if isinstance(details, dict) else None,
        request_id=request_id,
        retry_after=retry_after,
        documentation_url=documentation_url,
    )


def _seconds(header: Optional[str]) -> Optional[int]:
    """Parses Retry-After, which contains seconds or a date (RFC 9110, section 10.2.3)."""
    if header is None:
        return None
    if header.isascii() and header.isdigit():
        return int(header)
    try:
        return max(0, math.ceil(email.utils.parsedate_to_datetime(header).timestamp() - time.time()))
    except (TypeError, ValueError):
        return None
