"""Memories as documents of LlamaIndex (`pip install llama-index-core`)."""

from collections.abc import Iterable
from typing import Any

from commonplace import Client
from llama_index.core.readers.base import BaseReader
from llama_index.core.schema import Document


class CommonplaceReader(BaseReader):
    def __init__(self, client: Client) -> None:
        self._client = client

    def lazy_load_data(self, *args: Any, **filters: Any) -> Iterable[Document]:
        """Yields a document for each memory; the filters are those of `iter_memories`."""
        for memory in self._client.iter_memories(**filters):
            about = {"created_at": memory["created_at"], "tags": memory["tags"]}
            yield Document(id_=memory["id"], text=memory["content"], metadata=about)


def main() -> None:
    with Client() as commonplace:
        commonplace.create_memory(content="Is allergic to peanuts", tags=["health"])
        for document in CommonplaceReader(commonplace).load_data(tags="health"):
            print(document.text, document.metadata["tags"])


if __name__ == "__main__":
    main()
