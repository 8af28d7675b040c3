"""Sends requests and retries them."""
from __future__ import annotations

import base64
import http.client
import json
import random
import re
import ssl
import time
import urllib.parse
import urllib.request
import uuid
from typing import Any, Callable, Dict, Optional, TypeVar

from ._errors import ApiError, error_from
from ._files import FileTarget, Form, save
from ._version import VERSION

Result = TypeVar("Result")

FIRST_PAUSE = 0.3
LONGEST_PAUSE = 20.0
#: Statuses after which a retry may succeed. 502 and 504 come from a proxy.
PASSING = frozenset([0, 408, 429, 502, 503, 504])


class Transport:
    """Sends requests with an API key. No message or error of this class contains the key."""

    def __init__(
        self,
        api_key: str,
        base_url: str,
        *,
        sandbox: bool,
        timeout: float,
        max_retries: int,
        ssl_context: Optional[ssl.SSLContext],
    ) -> None:
        address = urllib.parse.urlsplit(base_url)
        if address.scheme not in ("http", "https") or not address.hostname:
            raise ValueError(f"The address {base_url!r} is not a URL. Pass a URL such as https://sign.example.com.")
        if not re.fullmatch(r"[!-~]+", api_key):
            raise ValueError("The API key contains a space, a line break or a character that is not ASCII.")
        self._headers = {"authorization": f"Bearer {api_key}", "user-agent": f"countersign-python/{VERSION}"}
        self._address = address
        self._prefix = "/sandbox" if sandbox else ""
        self._timeout = timeout
        self._max_retries = max_retries
        self._ssl_context = ssl_context
        self.origin = f"{address.scheme}://{address.netloc.rpartition('@')[2]}"
        self.sandbox = sandbox

    def call(self, method: str, path: str, params: Dict[str, str], **request: Any) -> Any:
        """Returns the JSON of the response, or None if the response has no content."""
        return self._exchange(method, path, params, _read_json, **request)

    def file(
        self, method: str, path: str, params: Dict[str, str], *, save_to: Optional[FileTarget] = None, **request: Any
    ) -> bytes:
        """Returns the bytes of the response, or no bytes if they were saved."""
        if save_to is None:
            return self._exchange(method, path, params, lambda answer: answer.read(), accept="*/*", **request)
        target = save_to
        # A file object may already contain bytes from an earlier attempt.
        retries = {} if isinstance(target, str) or hasattr(target, "__fspath__") else {"max_retries": 0}
        return self._exchange(
            method, path, params, lambda answer: save(answer, target), accept="*/*", **{**request, **retries}
        )

    def stream(
        self, path: str, params: Dict[str, str], *, last_event_id: Optional[str], timeout: float
    ) -> http.client.HTTPResponse:
        """Opens an event stream, which the caller must close."""
        headers = {"accept": "text/event-stream"}
        if last_event_id is not None:
            headers["last-event-id"] = last_event_id
        return self._open("GET", self._target(path, params, None, live=False), headers, None, None, timeout)

    def _target(self, path: str, params: Dict[str, str], query: Optional[Dict[str, Any]], *, live: bool) -> str:
        def value_of(match: re.Match[str]) -> str:
            value = params[match[1]]
            # An empty path segment would call another operation.
            if not isinstance(value, str) or value == "":
                raise ValueError(f"The path parameter {match[1]!r} is missing.")
            return urllib.parse.quote(value, safe="")

        own = re.sub(r":(\w+)", value_of, path)
        search = urllib.parse.urlencode([pair for name, value in (query or {}).items() for pair in _pairs(name, value)])
        return f"{'' if live else self._prefix}/v1{own}{'?' if search else ''}{search}"

    def _exchange(
        self,
        method: str,
        path: str,
        params: Dict[str, str],
        read: Callable[[http.client.HTTPResponse], Result],
        *,
        query: Optional[Dict[str, Any]] = None,
        body: Optional[Dict[str, Any]] = None,
        form: Optional[Dict[str, Any]] = None,
        live: bool = False,
        keyless: bool = False,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        accept: str = "application/json",
    ) -> Result:
        target = self._target(path, params, query, live=live)
        headers = {"accept": accept}
        if method != "GET" and not keyless:
            headers["idempotency-key"] = idempotency_key or str(uuid.uuid4())
        # Reading changes nothing, and a write with an idempotency key is executed only once, however often it is sent.
        is_safe = method == "GET" or not keyless
        limit = (self._max_retries if max_retries is None else max_retries) if is_safe else 0
        seconds = self._timeout if timeout is None else timeout
        data = None if body is None else json.dumps(body).encode()
        if data is not None:
            headers["content-type"] = "application/json"

        def attempt(upload: Optional[Form]) -> Result:
            with self._open(method, target, headers, data, upload, seconds) as answer:
                try:
                    return read(answer)
                except (OSError, http.client.HTTPException) as error:
                    # The error was not caused by the file that the response is saved to.
                    if isinstance(error, OSError) and error.filename is not None:
                        raise
                    raise _silence(error, seconds) from error

        def repeat(upload: Optional[Form]) -> Result:
            failures = 0
            while True:
                try:
                    return attempt(upload)
                except ApiError as error:
                    failures += 1
                    pause = _pause_before(error, failures, limit)
                    if pause is None:
                        error.is_outcome_unknown = method != "GET" and (
                            error.status == 0 or error.code == "UNREADABLE_ANSWER"
                        )
                        raise
                time.sleep(pause)

        if form is None:
            return repeat(None)
        with Form(form) as upload:
            headers["content-type"] = upload.content_type
            return repeat(upload)

    def _open(
        self,
        method: str,
        target: str,
        headers: Dict[str, str],
        data: Optional[bytes],
        form: Optional[Form],
        timeout: float,
    ) -> http.client.HTTPResponse:
        """Returns the response of one attempt if it succeeds. Redirects are not followed, because their target would get the API key."""
        connection, prefix = self._connect(timeout)
        try:
            length = len(data) if data is not None else form.length if form is not None else None
            # The server expects a length for every write, even one without a body.
            sent = {} if length is None and method == "GET" else {"content-length": str(length or 0)}
            connection.putrequest(method, prefix + target, skip_accept_encoding=True)
            own = {**self._headers, **self._proxy_headers(prefix), **headers, **sent, "connection": "close"}
            for name, value in own.items():
                connection.putheader(name, value)
            connection.endheaders(data)
            try:
                for block in form.blocks() if form is not None else ():
                    connection.send(block)
            except (BrokenPipeError, ConnectionResetError):
                # A server that rejects an upload may respond and close the connection before it has read everything.
                pass
            answer = connection.getresponse()
        except (OSError, http.client.HTTPException) as error:
            connection.close()
            if getattr(error, "filename", None) is not None:
                raise
            raise _silence(error, timeout) from error
        except BaseException:
            connection.close()
            raise
        if 200 <= answer.status < 300:
            return answer
        with answer:
            try:
                body = json.loads(answer.read())
            except (OSError, http.client.HTTPException, ValueError):
                body = None
            raise error_from(answer.status, body, {name.lower(): value for name, value in answer.getheaders()})

    def _connect(self, timeout: float) -> tuple[http.client.HTTPConnection, str]:
        """Returns the connection, and the prefix that a proxy requires before the path."""
        secure = self._address.scheme == "https"
        host, port = self._address.hostname or "", self._address.port
        proxy = self._proxy()
        if proxy is None:
            if secure:
                return http.client.HTTPSConnection(host, port, timeout=timeout, context=self._ssl_context), ""
            return http.client.HTTPConnection(host, port, timeout=timeout), ""
        if not secure:
            return http.client.HTTPConnection(proxy.hostname or "", proxy.port, timeout=timeout), self.origin
        tunnel = http.client.HTTPSConnection(
            proxy.hostname or "", proxy.port or 80, timeout=timeout, context=self._ssl_context
        )
        tunnel.set_tunnel(host, port or 443, _proxy_authorization(proxy))
        return tunnel, ""

    def _proxy(self) -> Optional[urllib.parse.SplitResult]:
        """Returns the proxy set in the environment, such as HTTPS_PROXY, unless NO_PROXY excludes the host."""
        named = urllib.request.getproxies().get(self._address.scheme)
        if not named or urllib.request.proxy_bypass(self._address.hostname or ""):
            return None
        return urllib.parse.urlsplit(named if "://" in named else f"http://{named}")

    def _proxy_headers(self, prefix: str) -> Dict[str, str]:
        proxy = self._proxy() if prefix else None
        return {} if proxy is None else _proxy_authorization(proxy)


def _proxy_authorization(proxy: urllib.parse.SplitResult) -> Dict[str, str]:
    if proxy.username is None:
        return {}
    pair = f"{urllib.parse.unquote(proxy.username)}:{urllib.parse.unquote(proxy.password or '')}"
    return {"proxy-authorization": f"Basic {base64.b64encode(pair.encode()).decode()}"}


def _pairs(name: str, value: Any) -> list[tuple[str, str]]:
    """Serializes objects as ``name[key]=value``, such as ``metadata[case]=42``."""
    if isinstance(value, dict):
        return [pair for key, member in value.items() for pair in _pairs(f"{name}[{key}]", member)]
    if isinstance(value, (list, tuple)):
        return [(name, ",".join(str(one) for one in value))]
    if isinstance(value, bool):
        return [(name, "true" if value else "false")]
    return [] if value is None else [(name, str(value))]


def _read_json(answer: http.client.HTTPResponse) -> Any:
    text = answer.read()
    if answer.status == 204:
        return None
    try:
        return json.loads(text)
    except ValueError:
        raise error_from(answer.status, None, {name.lower(): value for name, value in answer.getheaders()}) from None


def _silence(error: Exception, timeout: float) -> ApiError:
    if isinstance(error, TimeoutError) or "timed out" in str(error):
        return ApiError(f"The server did not respond within {timeout:g} seconds.", code="TIMEOUT")
    return ApiError(f"The server cannot be reached: {error}", code="NETWORK")


def _pause_before(error: ApiError, failures: int, limit: int) -> Optional[float]:
    """Returns the seconds before the next attempt, or None if there is no further attempt."""
    if failures > limit or (error.status not in PASSING and error.code != "IDEMPOTENCY_KEY_IN_USE"):
        return None
    asked = error.retry_after or 0
    if asked > LONGEST_PAUSE:
        return None
    # The pause is random, so that clients that failed at the same time do not retry at the same time.
    if asked > 0:
        return min(asked + random.random() * FIRST_PAUSE, LONGEST_PAUSE)
    return min(FIRST_PAUSE * 2 ** (failures - 1), LONGEST_PAUSE) * (0.5 + random.random() / 2)
