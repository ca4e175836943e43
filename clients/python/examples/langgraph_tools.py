"""The memory of an agent of LangGraph as tools (`pip install langgraph`)."""

from commonplace import Client
from langchain_core.messages import AIMessage
from langchain_core.tools import BaseTool, tool
from langgraph.graph import MessagesState, StateGraph
from langgraph.prebuilt import ToolNode


def tools_of(commonplace: Client) -> list[BaseTool]:
    @tool
    def remember(fact: str) -> str:
        """Store a fact about the user, as a sentence."""
        return commonplace.create_memory(content=fact)["id"]

    @tool
    def recall(query: str) -> list[str]:
        """Find facts about the user."""
        found = commonplace.search_memories(query=query, limit=10)
        return [item["memory"]["content"] for item in found["items"]]

    return [remember, recall]


def main() -> None:
    with Client() as commonplace:
        graph = StateGraph(MessagesState)
        graph.add_node("tools", ToolNode(tools_of(commonplace)))
        graph.set_entry_point("tools")
        agent = graph.compile()
        # These are the calls that a model would write.
        for name, args in [
            ("remember", {"fact": "Is allergic to peanuts"}),
            ("recall", {"query": "peanuts"}),
        ]:
            call = {"name": name, "args": args, "id": name, "type": "tool_call"}
            message = AIMessage(content="", tool_calls=[call])
            answer = agent.invoke({"messages": [message]})["messages"][-1]
            print(answer.name, answer.status, answer.content)


if __name__ == "__main__":
    main()
