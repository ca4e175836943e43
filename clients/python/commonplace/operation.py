"""Descriptions of operations. An operation becomes a method of a client when it is looked up there."""

from __future__ import annotations

import inspect
from collections.abc import AsyncIterator, Callable, Iterator
from copy import copy
from functools import cached_property, partial
from typing import IO, TYPE_CHECKING, Any, Concatenate, Generic, ParamSpec, TypeVar, overload

if TYPE_CHECKING:
    from typing_extensions import Self

    from .client import AsyncClient, Client
    from .methods import AsyncMethod, Method

P = ParamSpec("P")
T = TypeVar("T")

File = bytes | IO[bytes] | tuple[str, bytes | IO[bytes]]
"""A file to send: its bytes, an open file, or one of these with a name."""


class Page(list[T]):
    """The items of one page."""

    next_cursor: str | None = None
    """The `cursor` of the page after this one. The last page of the change feed has one too, to
    ask again later.
    """
    has_more: bool = False
    """True when the service has a next page now."""


class Description:
    """The part of an operation that has nothing to do with types."""

    def __init__(
        self,
        declaration: Callable[..., Any],
        method: str,
        path: str,
        answer: str,
        query: tuple[str, ...],
        files: tuple[str, ...],
    ) -> None:
        self.declaration = declaration
        self.method = method
        self.path = path
        self.answer = answer
        self.query = query
        self.files = files
        self.__doc__ = declaration.__doc__
        self.__name__ = declaration.__name__

    def at(self, method: str, path: str) -> Self:
        """Returns the same operation at another address."""
        twin = copy(self)
        twin.method, twin.path = method, path
        return twin

    @cached_property
    def signature(self) -> inspect.Signature:
        whole = inspect.signature(self.declaration)
        return whole.replace(parameters=list(whole.parameters.values())[1:])

    def fields(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> dict[str, Any]:
        """Returns the fields that the caller gave, by their names in the API."""
        given = self.signature.bind(*args, **kwargs).arguments
        return {name.removesuffix("_"): value for name, value in given.items()}


class Operation(Description, Generic[P, T]):
    """An operation with one answer."""

    @overload
    def __get__(self, client: None, kind: type) -> Operation[P, T]: ...
    @overload
    def __get__(self, client: Client, kind: type) -> Method[P, T]: ...
    @overload
    def __get__(self, client: AsyncClient, kind: type) -> AsyncMethod[P, T]: ...
    def __get__(self, client: Any, kind: type) -> Any:
        return self if client is None else client._method(self)


class PagedOperation(Operation[P, Page[T]]):
    """An operation that answers one page of a list."""

    def each(self) -> PagesOperation[P, T]:
        """Returns the operation that yields the items of all pages."""
        return PagesOperation(self)


class PagesOperation(Generic[P, T]):
    def __init__(self, one: PagedOperation[P, T]) -> None:
        self._one = one
        self.__doc__ = f"Yields every item of `{one.__name__}` once, and fetches pages as needed."

    @overload
    def __get__(self, client: None, kind: type) -> PagesOperation[P, T]: ...
    @overload
    def __get__(self, client: Client, kind: type) -> Callable[P, Iterator[T]]: ...
    @overload
    def __get__(self, client: AsyncClient, kind: type) -> Callable[P, AsyncIterator[T]]: ...
    def __get__(self, client: Any, kind: type) -> Any:
        return self if client is None else partial(client._items, self._one)


class StreamOperation(Description, Generic[P, T]):
    """An operation whose answer arrives in parts."""

    @overload
    def __get__(self, client: None, kind: type) -> StreamOperation[P, T]: ...
    @overload
    def __get__(self, client: Client, kind: type) -> Callable[P, Iterator[T]]: ...
    @overload
    def __get__(self, client: AsyncClient, kind: type) -> Callable[P, AsyncIterator[T]]: ...
    def __get__(self, client: Any, kind: type) -> Any:
        return self if client is None else partial(client._parts, self)


def operation(
    method: str,
    path: str,
    answer: str = "json",
    *,
    query: tuple[str, ...] = (),
    files: tuple[str, ...] = (),
) -> Callable[[Callable[Concatenate[Any, P], T]], Operation[P, T]]:
    """Makes an operation of its declaration.

    - query: The fields in the query of a request that also has a body.
    - files: The fields that are files.
    """
    return lambda declaration: Operation(declaration, method, path, answer, query, files)


def paged(
    method: str, path: str, answer: str, *, query: tuple[str, ...] = ()
) -> Callable[[Callable[Concatenate[Any, P], Page[T]]], PagedOperation[P, T]]:
    return lambda declaration: PagedOperation(declaration, method, path, answer, query, ())


def streamed(
    method: str,
    path: str,
    answer: str,
    *,
    query: tuple[str, ...] = (),
    files: tuple[str, ...] = (),
) -> Callable[[Callable[Concatenate[Any, P], Iterator[T]]], StreamOperation[P, T]]:
    return lambda declaration: StreamOperation(declaration, method, path, answer, query, files)
