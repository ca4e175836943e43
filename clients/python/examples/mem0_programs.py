"""A program written for mem0. It needs the scopes memories:read and memories:write."""

from commonplace.mem0 import Memory


def main() -> None:
    memory = Memory()
    memory.add("Plays the cello", user_id="ana", metadata={"from": "chat"})
    memory.add([{"role": "user", "content": "Plays chess on Sundays"}], user_id="rui")
    for found in memory.search("Who plays the cello?", user_id="ana")["results"]:
        print(found["memory"], found["user_id"], found["metadata"])
    mine = memory.get_all(user_id="rui")["results"]
    print([each["memory"] for each in mine])
    memory.update(mine[0]["id"], "Plays chess on Mondays")
    print(memory.get(mine[0]["id"])["memory"])
    memory.delete(mine[0]["id"])
    memory.delete_all(user_id="ana")
    print(memory.get_all(user_id="ana"), memory.get_all(user_id="rui"))


if __name__ == "__main__":
    main()
