"""The typed client of a Commonplace service.

Every operation of its OpenAPI document is a method, of `Client` and of `AsyncClient`:

    with Client("http://127.0.0.1:8080", "svc_dev_…") as commonplace:
        commonplace.create_memory(content="Is allergic to peanuts")
        for memory in commonplace.iter_memories():
            print(memory["content"])
"""

from .client import AsyncClient, Client
from .errors import (
    ApiError,
    BadRequest,
    CommonplaceError,
    Conflict,
    Forbidden,
    Gone,
    Interrupted,
    Invalid,
    NoRoom,
    NotFound,
    PreconditionFailed,
    RateLimited,
    TooLarge,
    Unauthenticated,
    Unavailable,
    Unreachable,
)
from .methods import Versioned
from .operation import File, Page
from .streams import AnswerPart

__all__ = [
    "AnswerPart",
    "ApiError",
    "AsyncClient",
    "BadRequest",
    "Client",
    "CommonplaceError",
    "Conflict",
    "File",
    "Forbidden",
    "Gone",
    "Interrupted",
    "Invalid",
    "NoRoom",
    "NotFound",
    "Page",
    "PreconditionFailed",
    "RateLimited",
    "TooLarge",
    "Unauthenticated",
    "Unavailable",
    "Unreachable",
    "Versioned",
]
