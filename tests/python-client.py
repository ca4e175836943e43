"""Uses both Python clients where the network is bad, for python-client.test.ts. Prints JSON."""

import asyncio
import inspect
import json
import sys
from collections.abc import AsyncIterator, Iterator
from typing import Any

from commonplace import ApiError, AsyncClient, Client, Interrupted, Unreachable

waits: list[float] = []


async def wait(seconds: float) -> None:
    waits.append(seconds)


async def value(answer: Any) -> Any:
    return await answer if inspect.isawaitable(answer) else answer


async def items(parts: Iterator[Any] | AsyncIterator[Any], kept: list[Any]) -> None:
    if isinstance(parts, AsyncIterator):
        async for part in parts:
            kept.append(part)
    else:
        for part in parts:
            kept.append(part)


async def repeats(client: Any) -> Any:
    """Writes, while the answer of the first try is lost."""
    task = f"Water the plants, {type(client).__name__}"
    made = await value(client.create_action_item(description=task))
    listed = await value(client.list_action_items())
    same = [each["id"] for each in listed if each["description"] == task]
    return {"id": made["id"], "listed": same}


async def patient(client: Any) -> Any:
    """Writes after two refusals that pass, and reads without an answer."""
    made = await value(client.create_memory(content="x"))
    try:
        await value(client.get_me())
    except Unreachable as error:
        return {"id": made["id"], "error": str(error), "waits": waits[:2]}


async def watches(client: Any) -> Any:
    seen: list[Any] = []
    try:
        await items(client.watch_events(kinds="memory"), seen)
    except ApiError as error:
        return {"seen": seen, "status": error.status}


async def streams(client: Any) -> Any:
    seen: list[Any] = []
    errors = []
    for _ in range(3):
        try:
            await items(client.send_message(text="Who?"), seen)
        except Interrupted as error:
            errors.append(str(error))
    return {"seen": [[part.type, part.text, part.value] for part in seen], "errors": errors}


async def main(name: str, kind: str) -> None:
    journeys = {"repeats": repeats, "patient": patient, "watches": watches, "streams": streams}
    client: Client | AsyncClient
    if kind == "sync":
        client = Client(wait=waits.append)
    else:
        client = AsyncClient(wait=wait)
    print(json.dumps(await journeys[name](client)))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2]))
