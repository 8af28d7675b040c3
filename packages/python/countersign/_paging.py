"""Lists that are read page by page."""
from __future__ import annotations

from typing import Any, Callable, Generic, Iterator, Optional, TypeVar

Item = TypeVar("Item")
Page = TypeVar("Page")


class PagedList(Generic[Item, Page]):
    """Iterates over all items. No request is sent until the list is used.

    >>> for document in countersign.documents.list(status="completed"): ...
    >>> page = countersign.documents.list(page_size=20).first_page()
    """

    def __init__(self, read: Callable[[Optional[str]], Any], member: str) -> None:
        self._read = read
        self._member = member

    def first_page(self) -> Page:
        """Returns the first page as the API returns it."""
        return self._read(None)

    def pages(self) -> Iterator[Page]:
        """Yields the pages, with one request for each page."""
        cursor: Optional[str] = None
        while True:
            page = self._read(cursor)
            yield page
            following = page["pagination"].get("nextCursor")
            # If the cursor did not advance, the loop would never end.
            if following is None or following == cursor:
                return
            cursor = following

    def __iter__(self) -> Iterator[Item]:
        for page in self.pages():
            yield from page[self._member]  # type: ignore[index]
