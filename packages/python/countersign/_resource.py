"""The base of the generated groups of methods."""
from __future__ import annotations

from typing import Any, Dict, Optional

from ._files import FileTarget
from ._paging import PagedList
from ._transport import Transport


class _NotGiven:
    """The default of arguments that are omitted from a request. None is sent as null."""

    def __repr__(self) -> str:
        return "NOT_GIVEN"

    def __bool__(self) -> bool:
        return False


NOT_GIVEN: Any = _NotGiven()


def _given(values: Optional[Dict[str, Any]]) -> Optional[Dict[str, Any]]:
    return None if values is None else {name: value for name, value in values.items() if value is not NOT_GIVEN}


class Resource:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def _call(
        self,
        method: str,
        path: str,
        params: Dict[str, str],
        *,
        query: Optional[Dict[str, Any]] = None,
        body: Optional[Dict[str, Any]] = None,
        form: Optional[Dict[str, Any]] = None,
        **options: Any,
    ) -> Any:
        if form is not None:
            form = _given(form) or {}
            if "file" not in form:
                body, form = form, None
        return self._transport.call(method, path, params, query=_given(query), body=_given(body), form=form, **options)

    def _file(
        self,
        method: str,
        path: str,
        params: Dict[str, str],
        *,
        query: Optional[Dict[str, Any]] = None,
        body: Optional[Dict[str, Any]] = None,
        save_to: Optional[FileTarget] = None,
        **options: Any,
    ) -> bytes:
        return self._transport.file(
            method, path, params, query=_given(query), body=_given(body), save_to=save_to, **options
        )

    def _list(
        self,
        method: str,
        path: str,
        params: Dict[str, str],
        member: str,
        *,
        query: Optional[Dict[str, Any]] = None,
        **options: Any,
    ) -> PagedList[Any, Any]:
        given = _given(query) or {}

        def read(cursor: Optional[str]) -> Any:
            place = {} if cursor is None else {"cursor": cursor}
            return self._transport.call(method, path, params, query={**given, **place}, **options)

        return PagedList(read, member)
