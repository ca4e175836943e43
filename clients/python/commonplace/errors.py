"""The failures of calls."""

from __future__ import annotations

import json
from typing import Any

from .shapes import STATUSES, ValidationError


class CommonplaceError(Exception):
    """The class of every error of this client."""


class Unreachable(CommonplaceError):
    """The service did not answer, because it is not running or the network is down."""

    def __init__(self, base_url: str) -> None:
        super().__init__(f"No service answers at {base_url}. Is the service running?")


class Interrupted(CommonplaceError):
    """An answer that arrives in parts ended before it was complete."""


class ApiError(CommonplaceError):
    """The service refused the request."""

    code: str = "error"
    """A stable name for programs: of the first problem of the request, or of the status."""

    def __init__(self, status: int, detail: Any, retry_after: float | None = None) -> None:
        self.status = status
        """The HTTP status."""
        self.detail = detail
        """The `detail` of the answer: a sentence, a list of problems, or an object."""
        self.retry_after = retry_after
        """Seconds until a retry can succeed; None if the service did not say."""
        self.problems: list[ValidationError] = detail if isinstance(detail, list) else []
        """The problems of the request with their locations."""
        self.message = _sentence(detail) or f"The service answered {status}."
        """The service's own words, which say what to do."""
        self.meaning = STATUSES.get(status, "")
        """The documented meaning of the status."""
        if self.problems:
            self.code = self.problems[0].get("type", self.code)
        super().__init__(self.message)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.status, self.detail, self.retry_after)

    @property
    def may_pass(self) -> bool:
        """True when a retry may succeed. A conflict passes only if it says when."""
        return self.status in (429, 502, 503, 504) or (
            self.status == 409 and self.retry_after is not None
        )


class BadRequest(ApiError):
    code = "unrecognised"


class Unauthenticated(ApiError):
    code = "unauthenticated"


class Forbidden(ApiError):
    code = "forbidden"


class NotFound(ApiError):
    code = "not_found"


class Conflict(ApiError):
    code = "conflict"


class Gone(ApiError):
    code = "gone"


class PreconditionFailed(ApiError):
    code = "precondition_failed"


class TooLarge(ApiError):
    code = "too_large"


class Invalid(ApiError):
    code = "invalid"


class RateLimited(ApiError):
    code = "rate_limited"


class Unavailable(ApiError):
    code = "unavailable"


class NoRoom(ApiError):
    code = "no_room"


_CLASSES: dict[int, type[ApiError]] = {
    400: BadRequest,
    401: Unauthenticated,
    403: Forbidden,
    404: NotFound,
    409: Conflict,
    410: Gone,
    412: PreconditionFailed,
    413: TooLarge,
    422: Invalid,
    429: RateLimited,
    503: Unavailable,
    507: NoRoom,
}


def error_of(status: int, detail: Any, retry_after: float | None = None) -> ApiError:
    """Returns the error of a status."""
    return _CLASSES.get(status, ApiError)(status, detail, retry_after)


def detail_of(text: str) -> Any:
    """Returns the `detail` of the body of a refusal."""
    try:
        return json.loads(text).get("detail")
    except (ValueError, AttributeError):
        # The answer came from a proxy in front of the service.
        return text[:200]


def _sentence(detail: Any) -> str:
    if isinstance(detail, str):
        return detail
    if isinstance(detail, list):
        return "; ".join(
            f"{'.'.join(map(str, problem.get('loc', [])))}: {problem.get('msg')}"
            for problem in detail
        )
    message = detail.get("message") if isinstance(detail, dict) else None
    return message if isinstance(message, str) else ""
