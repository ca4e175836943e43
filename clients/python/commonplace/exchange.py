"""One request with its retries, for both clients: a generator says what to do, a client does it."""

from __future__ import annotations

import json
from collections.abc import Generator
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote
from uuid import uuid4

import httpx

from .errors import ApiError, CommonplaceError, Unreachable, detail_of, error_of
from .operation import Description, Page

MAX_ATTEMPTS = 4
MAX_WAIT_SECONDS = 60.0
FIRST_WAIT_SECONDS = 0.25


@dataclass(frozen=True)
class Options:
    """What a client sends with each of its calls."""

    base_url: str
    token: str | None
    timeout: float
    idempotency_key: str | None = None
    if_match: str | None = None


@dataclass(frozen=True)
class Send:
    """Send this, and tell the response, with its body unless it is read in parts, or the error."""

    request: dict[str, Any]


@dataclass(frozen=True)
class Wait:
    seconds: float


Fields = dict[str, Any]
Outcome = httpx.Response | httpx.TransportError
Steps = Generator[Send | Wait, Outcome | None, httpx.Response]


def exchange(options: Options, operation: Description, fields: Fields) -> Steps:
    """Sends a request and returns its successful answer. Repeats it where that is safe and useful.

    If the answer to the first DELETE was lost, "not found" on the retry counts as success. A change
    with `if_match` is not repeated after its answer was lost. The first try may have changed the
    ETag, and the retry would then fail as if somebody else had changed the object.
    """
    request = request_of(options, operation, fields)
    lost = False
    """An earlier try may have succeeded although its answer was lost."""
    for attempt in range(MAX_ATTEMPTS):
        outcome = yield Send(request)
        if isinstance(outcome, httpx.Response) and outcome.is_success:
            return outcome
        error = _error_of(outcome, options)
        status = error.status if isinstance(error, ApiError) else None
        if lost and operation.method == "DELETE" and status == 404:
            return httpx.Response(200, json={"success": True})
        lost = lost or status in (None, 502, 504)
        seconds = _pause_after(error, attempt)
        if seconds is None or (lost and options.if_match is not None):
            raise error
        yield Wait(seconds)
    raise AssertionError("The last attempt returns or raises.")


def _pause_after(error: CommonplaceError, attempt: int) -> float | None:
    """Returns the seconds until a retry may succeed; None when there is none."""
    if attempt + 1 == MAX_ATTEMPTS:
        return None
    if not isinstance(error, ApiError):
        return FIRST_WAIT_SECONDS * 2.0**attempt
    if not error.may_pass or (error.retry_after or 0) > MAX_WAIT_SECONDS:
        return None
    return FIRST_WAIT_SECONDS * 2.0**attempt if error.retry_after is None else error.retry_after


def pause_of_watch(lost: CommonplaceError | None, failures: int) -> float:
    """Returns the seconds until the next connection; raises when the service refuses it."""
    if isinstance(lost, ApiError) and not lost.may_pass:
        raise lost
    return min(FIRST_WAIT_SECONDS * 2.0 ** min(failures, 10), MAX_WAIT_SECONDS)


def fields_of_next(fields: Fields, page: Page[Any]) -> Fields | None:
    """Returns the fields with which to ask for the next page."""
    if not page.has_more:
        return None
    kept = {name: value for name, value in fields.items() if name != "offset"}
    return {**kept, "cursor": page.next_cursor}


def request_of(options: Options, operation: Description, fields: Fields) -> dict[str, Any]:
    """Puts each field into the path, the query or the body, as the document requires."""
    has_body = operation.method not in ("GET", "DELETE")
    path = operation.path
    query: dict[str, str] = {}
    body: Fields = {}
    for name, value in fields.items():
        if f"{{{name}}}" in path:
            if value is None or value == "":
                raise ValueError(f"{operation.__name__} needs {name}.")
            path = path.replace(f"{{{name}}}", quote(str(value), safe=""))
        elif has_body and name not in operation.query:
            body[name] = value
        elif value is not None:
            query[name] = _query_value(value)
    headers: dict[str, str] = {}
    if options.token:
        headers["Authorization"] = f"Bearer {options.token}"
    if operation.method == "POST":
        headers["Idempotency-Key"] = options.idempotency_key or str(uuid4())
    if options.if_match is not None:
        headers["If-Match"] = options.if_match
    content = _content_of(body, operation.files) if has_body else {}
    return {
        "method": operation.method,
        "url": options.base_url + path,
        "params": query,
        "headers": headers,
        "timeout": httpx.Timeout(options.timeout, connect=min(10.0, options.timeout)),
        **content,
    }


def answer_of(operation: Description, response: httpx.Response) -> Any:
    """Returns what the method answers."""
    if operation.answer == "nothing":
        return None
    if operation.answer == "text":
        return response.text
    if operation.answer == "bytes":
        return response.content
    value = response.json()
    return _page_of(value, response) if operation.answer == "page" else value


def _page_of(value: Any, response: httpx.Response) -> Page[Any]:
    """A list is the whole answer, or the only list in an object."""
    cursor = response.headers.get("X-Next-Cursor")
    whole = value if isinstance(value, dict) else {"items": value}
    page: Page[Any] = Page(next(each for each in whole.values() if isinstance(each, list)))
    page.next_cursor = cursor
    page.has_more = whole.get("has_more", cursor is not None)
    return page


def _query_value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return ",".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)


def _content_of(body: dict[str, Any], files: tuple[str, ...]) -> dict[str, Any]:
    """A body with a file is sent as a form."""
    if not any(name in body for name in files):
        return {"json": body}
    sent = [
        (name, each)
        for name in files
        if name in body
        for each in (body[name] if isinstance(body[name], list) else [body[name]])
    ]
    texts = {
        name: value if isinstance(value, str) else json.dumps(value)
        for name, value in body.items()
        if name not in files
    }
    return {"files": sent, "data": texts}


def _error_of(outcome: object, options: Options) -> CommonplaceError:
    if not isinstance(outcome, httpx.Response):
        error = Unreachable(options.base_url)
        error.__cause__ = outcome if isinstance(outcome, BaseException) else None
        return error
    try:
        seconds: float | None = float(outcome.headers.get("Retry-After", ""))
    except ValueError:
        seconds = None
    return error_of(outcome.status_code, detail_of(outcome.text), seconds)
