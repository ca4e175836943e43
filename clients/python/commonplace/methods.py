"""The methods of the clients."""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from typing import Any, Generic, ParamSpec, TypeVar

from .exchange import answer_of
from .operation import Description

P = ParamSpec("P")
T = TypeVar("T")


@dataclass(frozen=True)
class Versioned(Generic[T]):
    """An answer with its version."""

    value: T
    etag: str
    """With `with_options(if_match=etag)`, a change cannot overwrite somebody else's."""


class _Method:
    def __init__(self, client: Any, operation: Description) -> None:
        self._client = client
        self._operation = operation
        self.__doc__ = operation.__doc__
        self.__name__ = operation.__name__

    @property
    def __signature__(self) -> inspect.Signature:
        return self._operation.signature


class Method(_Method, Generic[P, T]):
    """An operation of a `Client`. Call it."""

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> T:
        return self.read(*args, **kwargs).value

    def read(self, *args: P.args, **kwargs: P.kwargs) -> Versioned[T]:
        """Returns the answer with its version."""
        fields = self._operation.fields(args, kwargs)
        response = self._client._send(self._operation, fields)
        return Versioned(answer_of(self._operation, response), response.headers.get("ETag", ""))


class AsyncMethod(_Method, Generic[P, T]):
    """An operation of an `AsyncClient`. Call it."""

    async def __call__(self, *args: P.args, **kwargs: P.kwargs) -> T:
        return (await self.read(*args, **kwargs)).value

    async def read(self, *args: P.args, **kwargs: P.kwargs) -> Versioned[T]:
        """Returns the answer with its version."""
        fields = self._operation.fields(args, kwargs)
        response = await self._client._send(self._operation, fields)
        return Versioned(answer_of(self._operation, response), response.headers.get("ETag", ""))
