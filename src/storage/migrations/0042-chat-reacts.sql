-- The chat room forgets what was deleted, and its files, in statements of its own.
DROP TRIGGER conversations_unquoted ON conversations;
DROP TRIGGER memories_unquoted ON memories;
DROP FUNCTION forget_deleted_sources();
DROP FUNCTION forget_sources(text, text[]);
DROP TRIGGER chat_messages_deleted ON chat_messages;
DROP FUNCTION forget_files_of_messages();
