"""The calls of mem0 on a Commonplace service, for programs written for mem0.

`user_id`, `agent_id` and `run_id` are kept in the metadata of a memory, and calls with them find only
those memories. The service stores each fact once, so a fact that is added with other ids moves to
them. Texts are stored as they are (`infer=False`): no model rewrites them.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from .client import Client
from .shapes import CreateMemoriesMemory

IDS = ("user_id", "agent_id", "run_id")
MAX_BATCH = 25


class Memory:
    """`add`, `search`, `get_all`, `get`, `update`, `delete` and `delete_all` of mem0."""

    def __init__(self, client: Client | None = None) -> None:
        """Without a client, uses `SVC_API_BASE_URL` and `SVC_API_KEY`."""
        self._client = client or Client()

    def add(
        self,
        messages: str | Sequence[dict[str, str]],
        *,
        metadata: dict[str, Any] | None = None,
        **ids: str,
    ) -> dict[str, list[dict[str, Any]]]:
        """Stores a text, or what the user says in messages."""
        if isinstance(messages, str):
            messages = [{"role": "user", "content": messages}]
        kept = {**(metadata or {}), **_known(ids)}
        memories: list[CreateMemoriesMemory] = [
            {"content": each["content"], "metadata": kept}
            for each in messages
            if each.get("role") == "user"
        ]
        made: list[dict[str, Any]] = []
        for start in range(0, len(memories), MAX_BATCH):
            answer = self._client.create_memories(memories=memories[start : start + MAX_BATCH])
            made += [
                {"id": each["id"], "memory": each["content"], "event": "ADD"}
                for each in answer["memories"]
            ]
        return {"results": made}

    def search(self, query: str, *, limit: int = 20, **ids: str) -> dict[str, list[dict[str, Any]]]:
        """Returns the memories that fit best, with their `score`."""
        allowed = {each["id"]: each for each in self.get_all(limit=None, **ids)["results"]}
        found = self._client.search_memories(query=query, limit=100)["items"]
        hits = [
            {**allowed[hit["memory"]["id"]], "score": hit["relevance_score"]}
            for hit in found
            if hit["memory"]["id"] in allowed
        ]
        return {"results": hits[:limit]}

    def get_all(self, *, limit: int | None = 100, **ids: str) -> dict[str, list[dict[str, Any]]]:
        """Returns at most `limit` memories; with `limit=None`, all."""
        results: list[dict[str, Any]] = []
        known = json.dumps(_known(ids))
        for each in self._client.iter_memories(limit=100, metadata=known, include=["external"]):
            if limit is not None and len(results) == limit:
                break
            results.append(_entry(each))
        return {"results": results}

    def get(self, memory_id: str) -> dict[str, Any]:
        return _entry(self._client.get_memory(memory_id, include=["external"]))

    def update(self, memory_id: str, data: str) -> dict[str, str]:
        self._client.update_memory(memory_id, content=data)
        return {"message": "Memory updated successfully!"}

    def delete(self, memory_id: str) -> dict[str, str]:
        self._client.delete_memory(memory_id)
        return {"message": "Memory deleted successfully!"}

    def delete_all(self, **ids: str) -> dict[str, str]:
        """Deletes the memories with these ids, of which mem0 wants at least one."""
        if not _known(ids):
            raise ValueError(f"Give at least one of {', '.join(IDS)}.")
        for each in self.get_all(limit=None, **ids)["results"]:
            self._client.delete_memory(each["id"])
        return {"message": "Memories deleted successfully!"}


def _known(ids: dict[str, str]) -> dict[str, str]:
    """Refuses other names, so that a misspelt id does not find the memories of everybody."""
    for name in ids:
        if name not in IDS:
            raise TypeError(f"Unknown argument: {name}. Known ids: {', '.join(IDS)}.")
    return ids


def _entry(stored: Any) -> dict[str, Any]:
    metadata = stored.get("metadata") or {}
    return {
        "id": stored["id"],
        "memory": stored["content"],
        "categories": stored["tags"],
        "created_at": stored["created_at"],
        "updated_at": stored["updated_at"],
        "metadata": {name: value for name, value in metadata.items() if name not in IDS},
        **{name: metadata[name] for name in IDS if name in metadata},
    }
