"""The tour of tour.py with asyncio."""

import asyncio

from commonplace import ApiError, AsyncClient, NotFound, PreconditionFailed


async def main() -> None:
    async with AsyncClient() as commonplace:
        position = (await commonplace.list_changes(limit=500)).next_cursor

        made = await commonplace.create_memory(content="Is allergic to peanuts", tags=["health"])
        await commonplace.create_memories(
            memories=[{"content": f"Owns {n} books"} for n in range(2, 8)]
        )

        # One page, and all items of all pages.
        page = await commonplace.list_memories(limit=3)
        print("first page:", len(page), "more:", page.has_more)
        print("memories:", len([memory async for memory in commonplace.iter_memories(limit=3)]))

        found = await commonplace.search_everything(query="peanuts", kinds=["memory"])
        print("found:", [hit["id"] == made["id"] for hit in found["items"]])
        answer = await commonplace.ask(question="What am I allergic to?")
        print("answer:", answer["answer"])

        # A change that does not overwrite the change of another program.
        read = await commonplace.get_memory.read(made["id"])
        mine = commonplace.with_options(if_match=read.etag)
        await mine.update_memory(made["id"], visibility="public")
        try:
            await mine.update_memory(made["id"], visibility="private")
        except PreconditionFailed as error:
            print("refused:", error.status, error.code)

        try:
            await commonplace.get_memory("nothing")
        except NotFound as error:
            print("refused:", error.status, error.code, error.message)
        try:
            await commonplace.create_memory(content="")
        except ApiError as error:
            print("refused:", error.status, error.code, error.message)

        # The change feed, and the changes as they happen.
        if position is not None:
            changes = [change async for change in commonplace.iter_changes(cursor=position)]
            print("changed:", len(changes), {change["kind"] for change in changes})
            async for event in commonplace.watch_events(cursor=position):
                if event["type"] == "change" and event["value"]["id"] == made["id"]:
                    print("heard:", event["value"]["kind"])
                    break
        await commonplace.delete_memory(made["id"])


if __name__ == "__main__":
    asyncio.run(main())
