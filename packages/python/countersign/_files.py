"""Sends and receives files without loading them into memory."""
from __future__ import annotations

import io
import json
import os
import secrets
import shutil
import tempfile
from typing import IO, Any, Dict, Iterator, Tuple, Union

#: A path, bytes, a file object opened in binary mode, or a name with bytes or a file object.
FileInput = Union[
    str, "os.PathLike[str]", bytes, bytearray, memoryview, IO[bytes], Tuple[str, Union[bytes, bytearray, IO[bytes]]]
]
#: A path, or a file object opened in binary mode.
FileTarget = Union[str, "os.PathLike[str]", IO[bytes]]

UNNAMED = "document.pdf"
BLOCK = 1 << 16
#: A stream of at least this size that cannot be read twice is stored on disk, so that a retry can send it again.
IN_MEMORY = 1 << 20


class Form:
    """The form of an upload, which can be sent several times. Use it in a ``with`` statement.

    Lists, objects, numbers and booleans are encoded as JSON, as the API expects. The file comes last, so that the
    server can reject a field before it has read the file.
    """

    def __init__(self, fields: Dict[str, Any]) -> None:
        boundary = f"countersign-{secrets.token_hex(16)}"
        self.content_type = f"multipart/form-data; boundary={boundary}"
        name, self._file, self._is_ours = _open(fields["file"])
        self._start = self._file.tell()
        self._size = self._file.seek(0, os.SEEK_END) - self._start
        parts = []
        for member, value in fields.items():
            if member == "file":
                continue
            text = value if isinstance(value, str) else json.dumps(value)
            parts.append(f'--{boundary}\r\nContent-Disposition: form-data; name="{member}"\r\n\r\n{text}\r\n')
        parts.append(
            f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="{_escape(name)}"\r\n'
            "Content-Type: application/octet-stream\r\n\r\n"
        )
        self._head = "".join(parts).encode()
        self._tail = f"\r\n--{boundary}--\r\n".encode()
        self.length = len(self._head) + self._size + len(self._tail)

    def __enter__(self) -> Form:
        return self

    def __exit__(self, *_: object) -> None:
        if self._is_ours:
            self._file.close()

    def blocks(self) -> Iterator[bytes]:
        """Yields the bytes of the form from its start."""
        yield self._head
        self._file.seek(self._start)
        left = self._size
        while left > 0:
            block = self._file.read(min(BLOCK, left))
            if not block:
                raise ValueError("The file was truncated while it was being sent.")
            left -= len(block)
            yield block
        yield self._tail


def _open(file: FileInput) -> Tuple[str, IO[bytes], bool]:
    """Returns the name, the file object, and whether the file object must be closed."""
    if isinstance(file, tuple):
        name, data = file
        return (name, *_open_data(data))
    if isinstance(file, (str, os.PathLike)):
        return os.path.basename(os.fspath(file)), open(file, "rb"), True
    own: Any = getattr(file, "name", None)
    # The name of an unnamed temporary file is its file descriptor number.
    return (os.path.basename(own) if isinstance(own, str) and own else UNNAMED, *_open_data(file))


def _open_data(data: Any) -> Tuple[IO[bytes], bool]:
    if isinstance(data, (bytes, bytearray, memoryview)):
        return io.BytesIO(data), True
    if not hasattr(data, "read"):
        raise TypeError(f"The file must be a path, bytes or a file object opened in binary mode, not {type(data).__name__}.")
    if isinstance(data, io.TextIOBase):
        raise TypeError('The file is open in text mode. Open it in binary mode: open(path, "rb").')
    if hasattr(data, "seekable") and data.seekable():
        return data, False
    copy: Any = tempfile.SpooledTemporaryFile(max_size=IN_MEMORY)
    shutil.copyfileobj(data, copy, BLOCK)
    copy.seek(0)
    return copy, True


def _escape(name: str) -> str:
    """Escapes a name for a header (HTML standard, 4.10.21.8)."""
    return name.replace('"', "%22").replace("\r", "%0D").replace("\n", "%0A")


def save(source: Any, target: FileTarget) -> bytes:
    """Copies a response to a file and returns no bytes. A path contains either the whole file or its previous content."""
    if not isinstance(target, (str, os.PathLike)):
        shutil.copyfileobj(source, target, BLOCK)
        return b""
    path = os.path.abspath(os.fspath(target))
    part = f"{path}.{secrets.token_hex(4)}.part"
    try:
        with open(part, "xb") as file:
            shutil.copyfileobj(source, file, BLOCK)
        os.replace(part, path)
    except BaseException:
        if os.path.exists(part):
            os.remove(part)
        raise
    return b""
