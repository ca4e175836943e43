"""The two clients: they send, wait and yield as `exchange` and the readers say."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from copy import copy
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import httpx

from .errors import CommonplaceError, Unreachable
from .exchange import (
    Fields,
    Options,
    Outcome,
    Send,
    Wait,
    answer_of,
    exchange,
    fields_of_next,
    pause_of_watch,
)
from .methods import AsyncMethod, Method
from .operation import Description, Page
from .operations import Operations
from .streams import EventReader, Reader, reader_of

if TYPE_CHECKING:
    from typing_extensions import Self

# The service answers within 180 seconds, also when it waits for a model.
TIMEOUT_SECONDS = 200.0


class _Options(Operations):
    """What both clients know of the service."""

    def __init__(self, base_url: str | None, token: str | None, timeout: float) -> None:
        if base_url is None:
            base_url = os.environ.get("SVC_API_BASE_URL", "")
        if not base_url.startswith(("http://", "https://")):
            raise ValueError(f"base_url is not a valid address: {base_url!r}")
        if token is None:
            token = os.environ.get("SVC_API_KEY")
        self._options = Options(base_url.rstrip("/"), token, timeout)

    def with_options(
        self,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        timeout: float | None = None,
    ) -> Self:
        """Returns the client with other options for its calls; both share their connections.

        - idempotency_key: Makes a POST safe to repeat. Without one, the client generates a key.
        - if_match: The `etag` of the version that was read. If the object has changed since, the
          service answers 412.
        - timeout: The seconds to wait for each part of an answer.
        """
        other = copy(self)
        other._options = replace(
            self._options,
            idempotency_key=idempotency_key,
            if_match=if_match,
            timeout=self._options.timeout if timeout is None else timeout,
        )
        return other


class Client(_Options):
    """The client for programs without asyncio."""

    def __init__(
        self,
        base_url: str | None = None,
        token: str | None = None,
        *,
        timeout: float = TIMEOUT_SECONDS,
        http: httpx.Client | None = None,
        wait: Callable[[float], None] = time.sleep,
    ) -> None:
        """Makes a client.

        - base_url: The address of the service; default: `SVC_API_BASE_URL`.
        - token: A developer key or the token of a session; default: `SVC_API_KEY`.
        - timeout: The seconds to wait for each part of an answer.
        - http: The client of httpx with your proxies and certificates.
        - wait: Waits before a retry.
        """
        super().__init__(base_url, token, timeout)
        self._http = http or httpx.Client(follow_redirects=True)
        self._wait = wait

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the connections."""
        self._http.close()

    def _method(self, operation: Description) -> Method[..., Any]:
        return Method(self, operation)

    def _send(
        self, operation: Description, fields: Fields, *, in_parts: bool = False
    ) -> httpx.Response:
        steps = exchange(self._options, operation, fields)
        outcome: Outcome | None = None
        while True:
            try:
                step = steps.send(outcome)
            except StopIteration as end:
                response: httpx.Response = end.value
                return response
            outcome = None
            if isinstance(step, Wait):
                self._wait(step.seconds)
            else:
                outcome = self._once(step, in_parts)

    def _once(self, step: Send, in_parts: bool) -> Outcome:
        try:
            request = self._http.build_request(**step.request)
            response = self._http.send(request, stream=in_parts)
            if not response.is_success:
                response.read()
            return response
        except httpx.TransportError as error:
            return error

    def _parts(self, operation: Description, *args: Any, **kwargs: Any) -> Iterator[Any]:
        fields = operation.fields(args, kwargs)
        if operation.answer == "events":
            return self._watch(operation, fields)
        return self._read(operation, fields, reader_of(operation))

    def _read(self, operation: Description, fields: Fields, reader: Reader) -> Iterator[Any]:
        response = self._send(operation, fields, in_parts=True)
        try:
            for chunk in response.iter_bytes():
                yield from reader.feed(chunk)
        except httpx.TransportError as error:
            raise Unreachable(self._options.base_url) from error
        finally:
            response.close()
        reader.finish()

    def _watch(self, operation: Description, fields: Fields) -> Iterator[Any]:
        """Yields events. After a lost connection, connects again and continues after the last."""
        failures = 0
        while True:
            reader = EventReader()
            lost: CommonplaceError | None = None
            try:
                for event in self._read(operation, fields, reader):
                    failures = 0
                    fields = {**fields, "cursor": reader.cursor or fields.get("cursor")}
                    yield event
            except CommonplaceError as error:
                lost = error
            self._wait(pause_of_watch(lost, failures))
            failures += 1

    def _items(self, one: Description, *args: Any, **kwargs: Any) -> Iterator[Any]:
        fields: Fields | None = one.fields(args, kwargs)
        while fields is not None:
            page: Page[Any] = answer_of(one, self._send(one, fields))
            yield from page
            fields = fields_of_next(fields, page)


class AsyncClient(_Options):
    """The client for programs with asyncio."""

    def __init__(
        self,
        base_url: str | None = None,
        token: str | None = None,
        *,
        timeout: float = TIMEOUT_SECONDS,
        http: httpx.AsyncClient | None = None,
        wait: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        """Makes a client; the arguments are those of `Client`."""
        super().__init__(base_url, token, timeout)
        self._http = http or httpx.AsyncClient(follow_redirects=True)
        self._wait = wait

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Closes the connections."""
        await self._http.aclose()

    def _method(self, operation: Description) -> AsyncMethod[..., Any]:
        return AsyncMethod(self, operation)

    async def _send(
        self, operation: Description, fields: Fields, *, in_parts: bool = False
    ) -> httpx.Response:
        steps = exchange(self._options, operation, fields)
        outcome: Outcome | None = None
        while True:
            try:
                step = steps.send(outcome)
            except StopIteration as end:
                response: httpx.Response = end.value
                return response
            outcome = None
            if isinstance(step, Wait):
                await self._wait(step.seconds)
            else:
                outcome = await self._once(step, in_parts)

    async def _once(self, step: Send, in_parts: bool) -> Outcome:
        try:
            request = self._http.build_request(**step.request)
            response = await self._http.send(request, stream=in_parts)
            if not response.is_success:
                await response.aread()
            return response
        except httpx.TransportError as error:
            return error

    def _parts(self, operation: Description, *args: Any, **kwargs: Any) -> AsyncIterator[Any]:
        fields = operation.fields(args, kwargs)
        if operation.answer == "events":
            return self._watch(operation, fields)
        return self._read(operation, fields, reader_of(operation))

    async def _read(
        self, operation: Description, fields: Fields, reader: Reader
    ) -> AsyncIterator[Any]:
        response = await self._send(operation, fields, in_parts=True)
        try:
            async for chunk in response.aiter_bytes():
                for part in reader.feed(chunk):
                    yield part
        except httpx.TransportError as error:
            raise Unreachable(self._options.base_url) from error
        finally:
            await response.aclose()
        reader.finish()

    async def _watch(self, operation: Description, fields: Fields) -> AsyncIterator[Any]:
        """Yields events. After a lost connection, connects again and continues after the last."""
        failures = 0
        while True:
            reader = EventReader()
            lost: CommonplaceError | None = None
            try:
                async for event in self._read(operation, fields, reader):
                    failures = 0
                    fields = {**fields, "cursor": reader.cursor or fields.get("cursor")}
                    yield event
            except CommonplaceError as error:
                lost = error
            await self._wait(pause_of_watch(lost, failures))
            failures += 1

    async def _items(self, one: Description, *args: Any, **kwargs: Any) -> AsyncIterator[Any]:
        fields: Fields | None = one.fields(args, kwargs)
        while fields is not None:
            page: Page[Any] = answer_of(one, await self._send(one, fields))
            for item in page:
                yield item
            fields = fields_of_next(fields, page)
