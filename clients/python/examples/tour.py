"""A tour of the client. It needs SVC_API_BASE_URL and the key of a program in SVC_API_KEY, with the
scopes memories:read, memories:write and conversations:read.
"""

from commonplace import ApiError, Client, NotFound, PreconditionFailed


def main() -> None:
    with Client() as commonplace:
        position = commonplace.list_changes(limit=500).next_cursor

        made = commonplace.create_memory(content="Is allergic to peanuts", tags=["health"])
        commonplace.create_memories(memories=[{"content": f"Owns {n} books"} for n in range(2, 8)])

        # One page, and all items of all pages.
        page = commonplace.list_memories(limit=3)
        print("first page:", len(page), "more:", page.has_more)
        print("memories:", sum(1 for _ in commonplace.iter_memories(limit=3)))

        found = commonplace.search_everything(query="peanuts", kinds=["memory"])
        print("found:", [hit["id"] == made["id"] for hit in found["items"]])
        answer = commonplace.ask(question="What am I allergic to?")
        print("answer:", answer["answer"])

        # A change that does not overwrite the change of another program.
        read = commonplace.get_memory.read(made["id"])
        mine = commonplace.with_options(if_match=read.etag)
        mine.update_memory(made["id"], visibility="public")
        try:
            mine.update_memory(made["id"], visibility="private")
        except PreconditionFailed as error:
            print("refused:", error.status, error.code)

        try:
            commonplace.get_memory("nothing")
        except NotFound as error:
            print("refused:", error.status, error.code, error.message)
        try:
            commonplace.create_memory(content="")
        except ApiError as error:
            print("refused:", error.status, error.code, error.message)

        # The change feed, and the changes as they happen.
        if position is not None:
            changes = list(commonplace.iter_changes(cursor=position))
            print("changed:", len(changes), {change["kind"] for change in changes})
            for event in commonplace.watch_events(cursor=position):
                if event["type"] == "change" and event["value"]["id"] == made["id"]:
                    print("heard:", event["value"]["kind"])
                    break
        commonplace.delete_memory(made["id"])


if __name__ == "__main__":
    main()
