"""Runs turns through the memory manager of Hermes Agent, and prints what the provider gave."""

import json
import logging
import sys
import time

from agent.memory_manager import MemoryManager
from plugins.memory import load_memory_provider

log: list[str] = []


class Lines(logging.Handler):
    def emit(self, record: logging.LogRecord) -> None:
        log.append(record.getMessage())


logging.getLogger("_hermes_user_memory").addHandler(Lines())
provider = load_memory_provider("commonplace")
assert provider is not None and provider.is_available()
manager = MemoryManager()
manager.add_provider(provider)
manager.initialize_all("session-1", platform="cli", agent_context=sys.argv[1])
recalled, seconds = [], []
for said in sys.argv[2:]:
    manager.on_turn_start(1, said)
    begun = time.monotonic()
    recalled.append(manager.prefetch_all(said, session_id="session-1"))
    seconds.append(time.monotonic() - begun)
    manager.sync_all(said, "Hello.", session_id="session-1")
    manager.flush_pending(60)
manager.shutdown_all()
print(json.dumps({"recalled": recalled, "seconds": seconds, "log": log}))
