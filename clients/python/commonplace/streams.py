"""Readers of answers that arrive in parts. They get bytes and know nothing about connections."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from .errors import Interrupted, error_of
from .operation import Description

Answer = TypeVar("Answer")


@dataclass(frozen=True)
class AnswerPart(Generic[Answer]):
    """A part of an answer. The last part is `done`."""

    type: str
    """`think`, `data`, `message` or `done`."""
    text: str = ""
    """With `think`, the state of the work; with `data`, the next words of the answer."""
    value: Answer | None = None
    """With `done`, the whole answer; with `message`, the question, as heard in a recording."""


class Reader(Protocol):
    """Makes parts of the bytes of an answer."""

    def feed(self, chunk: bytes) -> Iterator[Any]: ...

    def finish(self) -> None:
        """Raises if the answer ended too early."""


class _Lines:
    def __init__(self) -> None:
        self._rest = b""

    def feed(self, chunk: bytes) -> Iterator[str]:
        # Only "\n" ends a line: the texts may contain other line separators of Unicode.
        *lines, self._rest = (self._rest + chunk).split(b"\n")
        for line in lines:
            yield line.decode()


class _BytesReader:
    """Passes the bytes of a download on."""

    def feed(self, chunk: bytes) -> Iterator[bytes]:
        yield chunk

    def finish(self) -> None:
        pass


class _PartReader:
    """Reads the parts of an answer, and raises `Interrupted` if it ends without `done`."""

    def __init__(self) -> None:
        self._lines = _Lines()
        self._is_done = False

    def feed(self, chunk: bytes) -> Iterator[AnswerPart[Any]]:
        for line in self._lines.feed(chunk):
            word, _, text = line.partition(": ")
            if word == "error":
                raise Interrupted(text.replace("__CRLF__", "\n"))
            if word in ("think", "data"):
                yield AnswerPart(word, text=text.replace("__CRLF__", "\n"))
            elif word in ("message", "done"):
                self._is_done = word == "done"
                yield AnswerPart(word, value=json.loads(base64.b64decode(text)))

    def finish(self) -> None:
        if not self._is_done:
            raise Interrupted("The connection ended before the answer was complete.")


class EventReader:
    """Reads server-sent events. Raises the error with which the service ends the stream."""

    def __init__(self) -> None:
        self._lines = _Lines()
        self.cursor: str | None = None
        """The last position from the service."""
        self._told: str | None = None
        self._type = ""
        self._data: list[str] = []

    def feed(self, chunk: bytes) -> Iterator[dict[str, Any]]:
        for line in self._lines.feed(chunk):
            field, _, value = line.partition(":")
            value = value.removeprefix(" ")
            if field == "id":
                self.cursor = value
            elif field == "event":
                self._type = value
            elif field == "data":
                self._data.append(value)
            elif line == "":
                yield from self._end_event()

    def _end_event(self) -> Iterator[dict[str, Any]]:
        kind, data, told = self._type, "\n".join(self._data), self._told
        self._type, self._data, self._told = "", [], self.cursor
        if kind == "error":
            reason = json.loads(data)
            raise error_of(reason["status"], reason["detail"])
        if data:
            yield {"type": kind, "value": json.loads(data)}
        elif self.cursor != told:
            yield {"type": "position", "value": {"cursor": self.cursor}}

    def finish(self) -> None:
        pass


def reader_of(operation: Description) -> Reader:
    return _PartReader() if operation.answer == "parts" else _BytesReader()
